// Implements a directory in memory; see directory.hpp. An unmapped file costs no more than its bytes, so
// that a test can have thousands.
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>

#include "base/large_page.hpp"
#include "state/disk/file_names.hpp"

namespace lariat::state {

namespace {

/// Memory for mapped files, in powers of two: what of it is not written takes no pages. A log writes a file
/// and drops another for ever: pages that go round cost no faults, so a few of each size are kept.
class Mappings {
public:
    Mappings() = default;
    Mappings(const Mappings&) = delete;
    Mappings& operator=(const Mappings&) = delete;
    ~Mappings()
    {
        for (const auto& [size, at] : kept_) ::munmap(at, size);
    }

    /// Its bytes are what they were; nothing when there is no memory.
    u8* take(u64 capacity)
    {
        const std::lock_guard lock(mutex_);
        const u64 size = std::bit_ceil(capacity);
        if (const auto found = kept_.find(size); found != kept_.end()) {
            u8* const at = found->second;
            kept_.erase(found);
            return at;
        }
        void* mapped =
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) return nullptr;
        if (size >= LARGE_PAGE_BYTES) wish_for_large_pages(mapped, size);
        return static_cast<u8*>(mapped);
    }

    void give_back(u8* at, u64 capacity)
    {
        const std::lock_guard lock(mutex_);
        const u64 size = std::bit_ceil(capacity);
        if (kept_.count(size) < KEPT)
            kept_.emplace(size, at);
        else
            ::munmap(at, size);
    }

private:
    static constexpr std::size_t KEPT = 2;

    std::mutex mutex_;
    std::multimap<u64, u8*> kept_;  ///< by size
};

/// The content of a file, which its name and its openings share.
class Content {
public:
    explicit Content(std::shared_ptr<Mappings> mappings) : mappings_(std::move(mappings)) {}
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content() { unmap(); }

    u64 size() const
    {
        const std::lock_guard lock(mutex_);
        return size_;
    }

    bool read(u64 offset, std::span<u8> into) const
    {
        const std::lock_guard lock(mutex_);
        if (offset > size_ || into.size() > size_ - offset) return false;
        if (!into.empty()) std::memcpy(into.data(), data() + offset, into.size());
        return true;
    }

    bool write(u64 offset, BytesView bytes)
    {
        const std::lock_guard lock(mutex_);
        if (bytes.empty()) return true;
        if (bytes.size() > U64_MAX - offset || !make_room(offset + bytes.size())) return false;
        if (offset > size_) std::memset(data() + size_, 0, offset - size_);
        std::memcpy(data() + offset, bytes.data(), bytes.size());
        size_ = std::max(size_, offset + bytes.size());
        return true;
    }

    bool truncate(u64 size)
    {
        const std::lock_guard lock(mutex_);
        if (size > size_) {
            if (!make_room(size)) return false;
            std::memset(data() + size_, 0, size - size_);
        }
        size_ = size;
        if (mapped_ == nullptr) heap_.resize(size_);
        return true;
    }

    /// Its address until release().
    Result<const u8*, std::string> map(u64 capacity)
    {
        const std::lock_guard lock(mutex_);
        if (size_ > capacity) return std::string("cannot map: the file is larger");
        if (users_ != 0 && capacity > capacity_) return std::string("cannot map: it is mapped with less");
        if (users_ == 0) {
            u8* const mapped = mappings_->take(capacity);
            if (mapped == nullptr) return std::string("cannot map: Cannot allocate memory");
            if (size_ != 0) std::memcpy(mapped, data(), size_);
            heap_ = Bytes();
            mapped_ = mapped;
            capacity_ = capacity;
        }
        ++users_;
        return static_cast<const u8*>(mapped_);
    }

    void release()
    {
        const std::lock_guard lock(mutex_);
        if (--users_ == 0) to_heap();
    }

private:
    u8* data() { return mapped_ != nullptr ? mapped_ : heap_.data(); }
    const u8* data() const { return mapped_ != nullptr ? mapped_ : heap_.data(); }

    bool make_room(u64 size)
    {
        if (mapped_ != nullptr) return size <= capacity_;
        if (size > heap_.max_size()) return false;
        if (size > heap_.size()) heap_.resize(size);
        return true;
    }

    void to_heap()
    {
        heap_.assign(mapped_, mapped_ + size_);
        unmap();
    }

    void unmap()
    {
        if (mapped_ != nullptr) mappings_->give_back(mapped_, capacity_);
        mapped_ = nullptr;
        capacity_ = 0;
    }

    mutable std::mutex mutex_;
    std::shared_ptr<Mappings> mappings_;
    Bytes heap_;  ///< as long as the file, while it is not mapped
    u8* mapped_ = nullptr;
    u64 capacity_ = 0;
    u64 users_ = 0;  ///< openings that have it mapped
    u64 size_ = 0;
};

class MemoryFile final : public File {
public:
    MemoryFile(std::shared_ptr<Content> content, std::string path)
        : content_(std::move(content)), path_(std::move(path))
    {
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() override
    {
        if (mapped_) content_->release();
    }

    const std::string& path() const noexcept override { return path_; }
    Result<u64, StoreError> size() const override { return content_->size(); }

    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        if (content_->read(offset, into)) return {};
        return file_error(path_, std::max(offset, content_->size()), "cannot read: the file ends here");
    }

    StatusOf<StoreError> write_at(u64 offset, BytesView bytes) override
    {
        if (content_->write(offset, bytes)) return {};
        return file_error(path_, offset, "cannot write: past the capacity it is mapped with");
    }

    StatusOf<StoreError> truncate(u64 size) override
    {
        if (content_->truncate(size)) return {};
        return file_error(path_, size, "cannot truncate: past the capacity it is mapped with");
    }

    StatusOf<StoreError> sync() override { return {}; }
    StatusOf<StoreError> grow(u64 size) override { return truncate(size); }

    Result<const u8*, StoreError> map(u64 capacity) override
    {
        LARIAT_ASSERT(!mapped_ && capacity > 0);
        const Result<const u8*, std::string> mapped = content_->map(capacity);
        if (!mapped) return file_error(path_, capacity, mapped.error());
        mapped_ = true;
        return mapped.value();
    }

private:
    std::shared_ptr<Content> content_;
    std::string path_;
    bool mapped_ = false;
};

class MemoryDirectory final : public Directory {
public:
    const std::string& path() const noexcept override { return path_; }

    Result<std::vector<std::string>, StoreError> list() const override
    {
        std::vector<std::string> names;
        names.reserve(files_.size());
        for (const auto& [name, content] : files_) names.push_back(name);
        return names;
    }

    Result<std::unique_ptr<File>, StoreError> open(const std::string& name) override
    {
        if (const auto valid = check_file_name(path_, name); !valid) return valid.error();
        const auto found = files_.find(name);
        if (found == files_.end()) return missing("cannot open", name);
        return opened(found->second, name);
    }

    Result<std::unique_ptr<File>, StoreError> create(const std::string& name) override
    {
        if (const auto valid = check_file_name(path_, name); !valid) return valid.error();
        std::shared_ptr<Content>& content = files_[name];
        if (content == nullptr) content = std::make_shared<Content>(mappings_);
        const bool emptied = content->truncate(0);
        LARIAT_ASSERT(emptied);
        return opened(content, name);
    }

    StatusOf<StoreError> remove(const std::string& name) override
    {
        if (auto valid = check_file_name(path_, name); !valid) return valid;
        if (files_.erase(name) == 0) return missing("cannot remove", name);
        return {};
    }

    StatusOf<StoreError> rename(const std::string& from, const std::string& to) override
    {
        if (auto valid = check_file_name(path_, from); !valid) return valid;
        if (auto valid = check_file_name(path_, to); !valid) return valid;
        const auto found = files_.find(from);
        if (found == files_.end()) return missing("cannot rename to " + to, from);
        if (from == to) return {};
        std::shared_ptr<Content> content = std::move(found->second);
        files_.erase(found);
        files_[to] = std::move(content);
        return {};
    }

    StatusOf<StoreError> sync() override { return {}; }
    void detach() override {}

private:
    StoreError missing(const std::string& what, const std::string& name) const
    {
        return {path_ + "/" + name + ": " + what + ": No such file or directory"};
    }

    Result<std::unique_ptr<File>, StoreError> opened(const std::shared_ptr<Content>& content,
                                                     const std::string& name) const
    {
        return std::unique_ptr<File>(std::make_unique<MemoryFile>(content, path_ + "/" + name));
    }

    std::string path_ = "memory";
    std::shared_ptr<Mappings> mappings_ = std::make_shared<Mappings>();
    std::map<std::string, std::shared_ptr<Content>> files_;
};

}  // namespace

std::unique_ptr<Directory> memory_directory()
{
    return std::make_unique<MemoryDirectory>();
}

}  // namespace lariat::state
