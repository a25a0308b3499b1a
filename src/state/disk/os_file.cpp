// Implements files of the operating system (POSIX, Linux's large pages); see directory.hpp.
//
// A detached file keeps what is written to it in a tail: memory of this process in place of the file's bytes
// from some page on. Before the tail the file is read as ever. What another process appends to the file
// meanwhile lies behind the bytes that were there at the fork; the tail covers it as soon as it matters.
#include "state/disk/os_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include "base/large_page.hpp"
#include "state/disk/mapping_faults.hpp"

namespace lariat::state {

namespace {

constexpr u64 OFFSET_MAX = static_cast<u64>(std::numeric_limits<off_t>::max());

const u64 PAGE = static_cast<u64>(::sysconf(_SC_PAGESIZE));

u64 page_of(u64 offset)
{
    return offset / PAGE * PAGE;
}

class OsFile final : public File {
public:
    OsFile(Descriptor descriptor, std::string path, std::shared_ptr<const bool> detached)
        : descriptor_(std::move(descriptor)), path_(std::move(path)), detached_(std::move(detached))
    {
    }
    OsFile(const OsFile&) = delete;
    OsFile& operator=(const OsFile&) = delete;
    ~OsFile() override
    {
        if (mapped_ == nullptr) return;
        forget_mapping(mapped_);
        ::munmap(mapped_, mapped_size_);
    }

    const std::string& path() const noexcept override { return path_; }

    Result<u64, StoreError> size() const override
    {
        if (tail_) return tail_->size;
        struct stat status{};
        if (::fstat(descriptor_.get(), &status) != 0) return failure(0, "cannot read its size", errno);
        return static_cast<u64>(status.st_size);
    }

    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        if (offset > OFFSET_MAX || into.size() > OFFSET_MAX - offset) return out_of_range(offset);
        if (!tail_ || offset + into.size() <= tail_->from) return read_file(offset, into);
        if (offset > tail_->size || into.size() > tail_->size - offset)
            return file_error(path_, std::max(offset, tail_->size), "cannot read: the file ends here");
        const u64 before = offset < tail_->from ? tail_->from - offset : 0;
        if (const auto read = read_file(offset, into.first(before)); !read) return read;
        into = into.subspan(before);
        if (!into.empty()) std::memcpy(into.data(), tail_at(offset + before), into.size());
        return {};
    }

    StatusOf<StoreError> write_at(u64 offset, BytesView bytes) override
    {
        if (offset > OFFSET_MAX || bytes.size() > OFFSET_MAX - offset) return out_of_range(offset);
        // A mapped file's end is the same on every disk, be there room behind the mapping or not.
        if (mapped_ != nullptr && !bytes.empty() && offset + bytes.size() > mapped_size_) {
            return file_error(path_, offset, "cannot write: past the capacity it is mapped with");
        }
        if (*detached_) return write_tail(offset, bytes);
        while (!bytes.empty()) {
            const ssize_t put =
                ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (put < 0) {
                if (errno == EINTR) continue;
                return failure(offset, "cannot write", errno);
            }
            // A short write goes on: the next one either writes more or says why not.
            if (put == 0) return file_error(path_, offset, "cannot write: nothing was taken");
            offset += static_cast<u64>(put);
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        }
        return {};
    }

    StatusOf<StoreError> truncate(u64 size) override
    {
        if (size > OFFSET_MAX) return out_of_range(size);
        if (mapped_ != nullptr && size > mapped_size_) {
            return file_error(path_, size, "cannot truncate: past the capacity it is mapped with");
        }
        if (*detached_) return resize_tail(size);
        while (::ftruncate(descriptor_.get(), static_cast<off_t>(size)) != 0) {
            if (errno != EINTR) return failure(size, "cannot truncate", errno);
        }
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        if (*detached_) return {};
        // Never tried again: after a failure the system may call lost pages clean.
        if (::fdatasync(descriptor_.get()) != 0) return failure(0, "cannot sync", errno);
        return {};
    }

    StatusOf<StoreError> grow(u64 size) override
    {
        const Result<u64, StoreError> now = this->size();
        if (!now) return now.error();
        if (auto longer = truncate(size); !longer) return longer;
        if (!*detached_) cache_in_large_pages(now.value(), size);
        return {};
    }

    Result<const u8*, StoreError> map(u64 capacity) override
    {
        LARIAT_ASSERT(mapped_ == nullptr && capacity > 0);
        if (tail_) return file_error(path_, 0, "cannot map: it was changed in memory");
        const Result<u64, StoreError> now = size();
        if (!now) return now.error();
        if (now.value() > capacity) return file_error(path_, capacity, "cannot map: the file is larger");
        if (capacity > OFFSET_MAX) return out_of_range(capacity);
        void* mapped = ::mmap(nullptr, capacity, PROT_READ, MAP_SHARED, descriptor_.get(), 0);
        if (mapped == MAP_FAILED) return failure(0, "cannot map", errno);
        mapped_ = static_cast<u8*>(mapped);
        mapped_size_ = capacity;
        note_mapping(mapped, capacity, path_.c_str());
        return static_cast<const u8*>(mapped_);
    }

    void expect(u64 offset, u64 bytes) const noexcept override
    {
        if (mapped_ == nullptr) return;
        const u64 begin = page_of(offset);
        ::madvise(mapped_ + begin, offset + bytes - begin, MADV_WILLNEED);
    }

private:
    /// Of a mapped file the tail lies in its mapping, up to the capacity, with zeros behind `size`.
    struct Tail {
        u64 from = 0;  ///< begin of a page
        u64 size = 0;  ///< of the whole file
        Bytes bytes;   ///< from `from` to `size`, of a file that is not mapped
    };

    StatusOf<StoreError> read_file(u64 offset, std::span<u8> into) const
    {
        while (!into.empty()) {
            const Result<u64, StoreError> got = read_some(offset, into);
            if (!got) return got.error();
            if (got.value() == 0) return file_error(path_, offset, "cannot read: the file ends here");
            offset += got.value();
            into = into.subspan(got.value());
        }
        return {};
    }

    Result<u64, StoreError> read_some(u64 offset, std::span<u8> into) const
    {
        for (;;) {
            const ssize_t got =
                ::pread(descriptor_.get(), into.data(), into.size(), static_cast<off_t>(offset));
            if (got >= 0) return static_cast<u64>(got);
            if (errno != EINTR) return failure(offset, "cannot read", errno);
        }
    }

    u8* tail_at(u64 offset)
    {
        return mapped_ ? mapped_ + offset : tail_->bytes.data() + (offset - tail_->from);
    }
    const u8* tail_at(u64 offset) const
    {
        return mapped_ ? mapped_ + offset : tail_->bytes.data() + (offset - tail_->from);
    }

    StatusOf<StoreError> write_tail(u64 offset, BytesView bytes)
    {
        if (bytes.empty()) return {};
        const u64 end = offset + bytes.size();
        if (auto begun = begin_tail(offset); !begun) return begun;
        if (end > tail_->size)
            if (auto grown = resize_tail(end); !grown) return grown;
        std::memcpy(tail_at(offset), bytes.data(), bytes.size());
        return {};
    }

    StatusOf<StoreError> resize_tail(u64 size)
    {
        if (auto begun = begin_tail(size); !begun) return begun;
        if (mapped_ == nullptr) {
            tail_->bytes.resize(size - tail_->from);
        } else if (size < tail_->size) {
            std::memset(tail_at(size), 0, tail_->size - size);
        }
        tail_->size = size;
        return {};
    }

    /// Lets the tail begin at or before the page of `offset`, and at or before the file's last.
    StatusOf<StoreError> begin_tail(u64 offset)
    {
        const Result<u64, StoreError> now = size();
        if (!now) return now.error();
        const u64 from = page_of(std::min(offset, now.value()));
        if (tail_ && tail_->from <= from) return {};
        const u64 to = tail_ ? tail_->from : now.value();
        Bytes more;
        std::span<u8> into;
        if (mapped_ == nullptr) {
            more.resize(to - from);
            into = more;
        } else {
            const u64 end = tail_ ? tail_->from : mapped_size_;
            constexpr int FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
            if (end > from &&
                ::mmap(mapped_ + from, end - from, PROT_READ | PROT_WRITE, FLAGS, -1, 0) == MAP_FAILED)
                return failure(from, "cannot change it in memory", errno);
            into = {mapped_ + from, to - from};
        }
        // Zeros follow where somebody else has cut the file meanwhile: nobody reads them.
        for (u64 at = from; !into.empty();) {
            const Result<u64, StoreError> got = read_some(at, into);
            if (!got) return got.error();
            if (got.value() == 0) break;
            at += got.value();
            into = into.subspan(got.value());
        }
        if (tail_)
            more.insert(more.end(), tail_->bytes.begin(), tail_->bytes.end());
        else
            tail_ = Tail{from, now.value(), {}};
        tail_->from = from;
        tail_->bytes = std::move(more);
        return {};
    }

    /// Touches a hole of the file through a mapping that wants large pages, so that the system's cache
    /// holds it in such. The mapping that is read through does not ask for them: there it would mean to
    /// read 2 MiB from the disk for one record. A wish: where any of it fails, pages are small.
    void cache_in_large_pages(u64 from, u64 to) const
    {
        from = from / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
        if (to < from + LARGE_PAGE_BYTES) return;
        void* const mapped =
            ::mmap(nullptr, to - from, PROT_READ, MAP_SHARED, descriptor_.get(), static_cast<off_t>(from));
        if (mapped == MAP_FAILED) return;
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_READ)
        if (::madvise(mapped, to - from, MADV_HUGEPAGE) == 0)
            ::madvise(mapped, to - from, MADV_POPULATE_READ);
#endif
        ::munmap(mapped, to - from);
    }

    StoreError failure(u64 offset, const std::string& what, int error) const
    {
        return file_error(path_, offset, what + ": " + reason(error));
    }
    StoreError out_of_range(u64 offset) const { return file_error(path_, offset, "offset out of range"); }

    Descriptor descriptor_;
    std::string path_;
    std::shared_ptr<const bool> detached_;
    u8* mapped_ = nullptr;
    u64 mapped_size_ = 0;
    std::optional<Tail> tail_;
};

}  // namespace

std::string reason(int error)
{
    return std::generic_category().message(error);
}

std::unique_ptr<File> os_file(Descriptor descriptor, std::string path, std::shared_ptr<const bool> detached)
{
    return std::make_unique<OsFile>(std::move(descriptor), std::move(path), std::move(detached));
}

}  // namespace lariat::state
