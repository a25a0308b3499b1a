// Files and directory of the simulated disk; see fault_directory.hpp.
#include "fault_directory.hpp"

#include <algorithm>

namespace lariat::state {

namespace {

/// Stands where a mapping has no content: a reader that goes past the end sees no convenient zeros.
constexpr u8 BEYOND_THE_END = 0xee;

std::ptrdiff_t distance(u64 n)
{
    return static_cast<std::ptrdiff_t>(n);
}

}  // namespace

FaultDisk::FaultDisk(DiskImage start, Fault fault) : start_(std::move(start)), fault_(std::move(fault))
{
    for (const auto& [name, bytes] : start_) {
        names_[name] = static_cast<InodeId>(inodes_.size());
        inodes_.push_back({bytes, {}});
    }
}

DiskImage FaultDisk::now() const
{
    DiskImage out;
    for (const auto& [name, inode] : names_) out[name] = inodes_[inode].bytes;
    return out;
}

bool FaultDisk::change_fails(const std::string& path, u64 offset)
{
    const u64 number = changes_++;
    const bool fails =
        number == fault_.change || (fault_.then != Fault::Then::Works && number > fault_.change);
    if (fails && number > fault_.change) fault_.taken = 0;
    if (fails && failed_at_.empty()) failed_at_ = path + " at " + std::to_string(offset);
    return fails;
}

bool FaultDisk::read_fails(const std::string& path, u64 offset)
{
    if (reads_++ != fault_.read) return false;
    failed_at_ = path + " at " + std::to_string(offset);
    return true;
}

StoreError FaultDisk::failure(const std::string& path, u64 offset) const
{
    return file_error(path, offset, "refused by the test: " + fault_.why);
}

void FaultDisk::write(InodeId inode, u64 at, BytesView bytes)
{
    Inode& file = inodes_[inode];
    if (at + bytes.size() > file.bytes.size()) resize(inode, at + bytes.size());
    std::ranges::copy(bytes, file.bytes.begin() + distance(at));
    for (const auto& weak : file.mappings) {
        const auto mapping = weak.lock();
        if (!mapping || at >= mapping->capacity) continue;
        const u64 count = std::min<u64>(bytes.size(), mapping->capacity - at);
        std::copy_n(bytes.begin(), count, mapping->bytes.get() + at);
    }
}

void FaultDisk::resize(InodeId inode, u64 size)
{
    Inode& file = inodes_[inode];
    const u64 before = file.bytes.size();
    file.bytes.resize(size);
    for (const auto& weak : file.mappings) {
        const auto mapping = weak.lock();
        if (!mapping) continue;
        const u64 from = std::min({before, size, mapping->capacity});
        const u64 to = std::min(std::max(before, size), mapping->capacity);
        std::fill(mapping->bytes.get() + from, mapping->bytes.get() + to, size > before ? 0 : BEYOND_THE_END);
    }
}

class FaultFile final : public File {
public:
    FaultFile(std::shared_ptr<FaultDisk> disk, InodeId inode, std::string path)
        : disk_(std::move(disk)), inode_(inode), path_(std::move(path))
    {
    }

    const std::string& path() const noexcept override { return path_; }

    Result<u64, StoreError> size() const override
    {
        if (disk_->read_fails(path_, 0)) return disk_->failure(path_, 0);
        return u64{bytes().size()};
    }

    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        if (disk_->read_fails(path_, offset)) return disk_->failure(path_, offset);
        if (offset > bytes().size() || into.size() > bytes().size() - offset) {
            return file_error(path_, offset, "cannot read: the file ends before");
        }
        std::copy_n(bytes().begin() + distance(offset), into.size(), into.begin());
        return {};
    }

    StatusOf<StoreError> write_at(u64 offset, BytesView content) override
    {
        const bool fails = disk_->change_fails(path_, offset);
        if (fails) content = content.first(std::min<u64>(disk_->fault_.taken, content.size()));
        if (!fails || !content.empty()) {
            disk_->write(inode_, offset, content);
            disk_->journal_.push_back(
                {.kind = Kind::Write, .inode = inode_, .at = offset, .bytes = to_bytes(content)});
        }
        if (fails) return disk_->failure(path_, offset);
        return {};
    }

    StatusOf<StoreError> truncate(u64 size) override
    {
        if (disk_->change_fails(path_, size)) return disk_->failure(path_, size);
        disk_->resize(inode_, size);
        disk_->journal_.push_back({.kind = Kind::Truncate, .inode = inode_, .at = size});
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        const bool fails = disk_->change_fails(path_, 0);
        if (!fails || disk_->fault_.then != Fault::Then::Dies) {
            disk_->journal_.push_back({.kind = fails ? Kind::FailedSync : Kind::Sync, .inode = inode_});
        }
        if (fails) return disk_->failure(path_, 0);
        return {};
    }

    StatusOf<StoreError> grow(u64 size) override { return truncate(size); }

    Result<const u8*, StoreError> map(u64 capacity) override
    {
        if (disk_->read_fails(path_, 0)) return disk_->failure(path_, 0);
        LARIAT_ASSERT(mapping_ == nullptr && capacity > 0);
        if (capacity < bytes().size()) return file_error(path_, capacity, "cannot map: the file is larger");
        mapping_ = std::make_shared<FaultDisk::Mapping>();
        mapping_->bytes.reset(new u8[capacity]);
        mapping_->capacity = capacity;
        u8* const end = std::copy(bytes().begin(), bytes().end(), mapping_->bytes.get());
        constexpr u64 FILLED_MAX = 1 << 20;  // a large mapping stays untouched, as the system's would
        std::fill_n(end, std::min(FILLED_MAX, capacity - bytes().size()), BEYOND_THE_END);
        disk_->inodes_[inode_].mappings.push_back(mapping_);
        return static_cast<const u8*>(mapping_->bytes.get());
    }

private:
    using Kind = DiskChange::Kind;

    const Bytes& bytes() const { return disk_->inodes_[inode_].bytes; }

    std::shared_ptr<FaultDisk> disk_;
    InodeId inode_;
    std::string path_;
    std::shared_ptr<FaultDisk::Mapping> mapping_;
};

class FaultDirectory final : public Directory {
public:
    explicit FaultDirectory(std::shared_ptr<FaultDisk> disk) : disk_(std::move(disk)) {}

    const std::string& path() const noexcept override { return disk_->path_; }

    Result<std::vector<std::string>, StoreError> list() const override
    {
        if (disk_->read_fails(path(), 0)) return disk_->failure(path(), 0);
        std::vector<std::string> out;
        for (const auto& [name, inode] : disk_->names_) out.push_back(name);
        return out;
    }

    Result<std::unique_ptr<File>, StoreError> open(const std::string& name) override
    {
        if (disk_->read_fails(path_of(name), 0)) return disk_->failure(path_of(name), 0);
        const auto found = disk_->names_.find(name);
        if (found == disk_->names_.end()) return absent("open", name);
        return file(found->second, name);
    }

    Result<std::unique_ptr<File>, StoreError> create(const std::string& name) override
    {
        if (disk_->change_fails(path_of(name), 0)) return disk_->failure(path_of(name), 0);
        const auto [place, is_new] = disk_->names_.emplace(name, static_cast<InodeId>(disk_->inodes_.size()));
        if (is_new) {
            disk_->inodes_.emplace_back();
            disk_->journal_.push_back({.kind = Kind::Create, .inode = place->second, .name = name});
        } else {
            disk_->resize(place->second, 0);
            disk_->journal_.push_back({.kind = Kind::Truncate, .inode = place->second, .at = 0});
        }
        return file(place->second, name);
    }

    StatusOf<StoreError> remove(const std::string& name) override
    {
        if (disk_->change_fails(path_of(name), 0)) return disk_->failure(path_of(name), 0);
        const auto found = disk_->names_.find(name);
        if (found == disk_->names_.end()) return absent("remove", name);
        disk_->journal_.push_back({.kind = Kind::Remove, .inode = found->second, .name = name});
        disk_->names_.erase(found);
        return {};
    }

    StatusOf<StoreError> rename(const std::string& from, const std::string& to) override
    {
        if (disk_->change_fails(path_of(from), 0)) return disk_->failure(path_of(from), 0);
        const auto found = disk_->names_.find(from);
        if (found == disk_->names_.end()) return absent("rename", from);
        const InodeId inode = found->second;
        disk_->names_.erase(found);
        disk_->names_[to] = inode;
        disk_->journal_.push_back({.kind = Kind::Rename, .inode = inode, .name = from, .to = to});
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        if (disk_->change_fails(path(), 0)) return disk_->failure(path(), 0);
        disk_->journal_.push_back({.kind = Kind::SyncNames});
        return {};
    }

    void detach() override {}

private:
    using Kind = DiskChange::Kind;

    std::string path_of(const std::string& name) const { return path() + "/" + name; }
    StoreError absent(const std::string& what, const std::string& name) const
    {
        return file_error(path_of(name), 0, "cannot " + what + ": No such file or directory");
    }
    Result<std::unique_ptr<File>, StoreError> file(InodeId inode, const std::string& name) const
    {
        return std::unique_ptr<File>(std::make_unique<FaultFile>(disk_, inode, path_of(name)));
    }

    std::shared_ptr<FaultDisk> disk_;
};

std::unique_ptr<Directory> FaultDisk::directory()
{
    return std::make_unique<FaultDirectory>(shared_from_this());
}

}  // namespace lariat::state
