// Implements the file of compiled code: a head that names the build, then records, each with a head and an
// image.
#include "chain/code_files.hpp"

#include <algorithm>

#include "base/crc32c.hpp"
#include "pvm/pvm.hpp"

namespace lariat::chain {

namespace {

constexpr const char* NAME = "programs";
constexpr std::array<char, 8> MAGIC = {'L', 'R', 'C', 'O', 'D', 'E', 0, 2};

/// Integers are the machine's: an image is for this build anyway.
struct FileHead {
    std::array<char, 8> magic = MAGIC;
    Hash32 build = pvm::build_mark();
    SipSecret secret;
    u64 zero = 0;
};
struct RecordHead {
    u64 mark = 0;
    u64 at = 0;  ///< where it stands
    u64 size = 0;
    Hash32 code_hash;
    u32 image_crc = 0;
    u32 zero = 0;

    /// Images hold bytes that the authors of programs chose, and a file that was cut off may be read in the
    /// middle of one: what was not written as a head, here, must not pass for one.
    u64 made_mark(SipSecret secret) const noexcept
    {
        return siphash<2, 4>(secret,
                             BytesView{reinterpret_cast<const u8*>(this), sizeof *this}.subspan(sizeof mark));
    }
};
static_assert(sizeof(FileHead) == 64 && sizeof(RecordHead) == 64);

template <class Head>
std::span<u8> bytes_of(Head& head) noexcept
{
    return {reinterpret_cast<u8*>(&head), sizeof head};
}

u64 record_bytes(u64 image_bytes) noexcept
{
    return sizeof(RecordHead) + ((image_bytes + 7) & ~u64{7});
}

}  // namespace

CodeFiles::CodeFiles(std::unique_ptr<state::Directory> directory, u64 bytes_max)
    : directory_(std::move(directory)), bytes_max_(bytes_max)
{
    if (auto opened = directory_->open(NAME)) file_ = std::move(opened).value();
    const auto size = file_ ? file_->size() : Result<u64, state::StoreError>(u64{0});
    if (size && size.value() >= sizeof(FileHead) && read_head()) {
        end_ = sizeof(FileHead);
        read_records(size.value());
    } else {
        begin_anew();
    }
}

void CodeFiles::begin_anew()
{
    places_.clear();
    end_ = sizeof(FileHead);
    file_.reset();
    auto created = directory_->create(NAME);
    if (!created) return;
    FileHead head;
    head.secret = secret_ = random_secret();
    if (created.value()->write_at(0, bytes_of(head))) file_ = std::move(created).value();
}

bool CodeFiles::read_head()
{
    FileHead head, own;
    if (!file_->read_at(0, bytes_of(head))) return false;
    own.secret = secret_ = head.secret;
    return std::ranges::equal(bytes_of(head), bytes_of(own));
}

/// Up to the first that is not whole: what a crash has cut off is behind it.
void CodeFiles::read_records(u64 file_size)
{
    while (file_size - end_ >= sizeof(RecordHead)) {
        RecordHead head;
        if (!file_->read_at(end_, bytes_of(head)) || head.at != end_ || head.mark != head.made_mark(secret_))
            return;
        const u64 left = file_size - end_ - sizeof head;
        if (head.size > left || record_bytes(head.size) > bytes_max_ - sizeof(FileHead)) return;
        places_[head.code_hash] = {end_ + sizeof head, head.size, head.image_crc};
        end_ += record_bytes(head.size);
        if (end_ > file_size) return;
    }
}

std::optional<Bytes> CodeFiles::find(const Hash32& code_hash)
{
    const auto found = places_.find(code_hash);
    if (found == places_.end()) return std::nullopt;
    const Place place = found->second;
    Bytes image(place.size);
    if (file_->read_at(place.at, image) && crc32c(image) == place.crc) return image;
    places_.erase(found);
    return std::nullopt;
}

void CodeFiles::keep(const Hash32& code_hash, BytesView image)
{
    const u64 bytes = record_bytes(image.size());
    if (!file_ || !writes_ || places_.contains(code_hash) || sizeof(FileHead) + bytes > bytes_max_) return;
    if (end_ + bytes > bytes_max_) begin_anew();
    if (!file_) return;
    RecordHead head;
    head.at = end_;
    head.size = image.size();
    head.code_hash = code_hash;
    head.image_crc = crc32c(image);
    head.mark = head.made_mark(secret_);
    Bytes record(bytes);
    std::memcpy(record.data(), &head, sizeof head);
    std::copy(image.begin(), image.end(), record.begin() + sizeof head);
    if (!file_->write_at(end_, record)) {
        file_.reset();
        places_.clear();
        return;
    }
    places_[code_hash] = {end_ + sizeof head, image.size(), head.image_crc};
    end_ += record.size();
}

}  // namespace lariat::chain
