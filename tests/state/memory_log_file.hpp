// A log in memory that outlives the store on it and can be told to fail.
#pragma once

#include <algorithm>

#include "state/log_file.hpp"

namespace lariat::state {

struct MemoryDisk {
    Bytes bytes;
    u64 space = U64_MAX;  ///< how many more bytes it takes before it is full
    bool sync_fails = false;
    u64 writes = 0;
    u64 syncs = 0;
};

class MemoryLogFile final : public LogFile {
public:
    explicit MemoryLogFile(std::shared_ptr<MemoryDisk> disk) : disk_(std::move(disk)) {}

    const std::string& path() const noexcept override { return path_; }
    Result<u64, StoreError> size() const override { return u64{disk_->bytes.size()}; }

    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        const Bytes& bytes = disk_->bytes;
        if (offset > bytes.size() || into.size() > bytes.size() - offset) {
            return log_error(path_, offset, "read past the end");
        }
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
        return {};
    }

    StatusOf<StoreError> write_at(u64 offset, BytesView bytes) override
    {
        ++disk_->writes;
        const u64 taken = std::min<u64>(bytes.size(), disk_->space);
        if (disk_->bytes.size() < offset + taken) disk_->bytes.resize(offset + taken);
        std::copy_n(bytes.begin(), taken, disk_->bytes.begin() + static_cast<std::ptrdiff_t>(offset));
        disk_->space -= taken;
        if (taken < bytes.size()) return log_error(path_, offset + taken, "no space left");
        return {};
    }

    StatusOf<StoreError> truncate(u64 size) override
    {
        disk_->bytes.resize(size);
        return {};
    }

    StatusOf<StoreError> sync() override
    {
        ++disk_->syncs;
        if (disk_->sync_fails) return log_error(path_, 0, "sync failed");
        return {};
    }

private:
    std::shared_ptr<MemoryDisk> disk_;
    std::string path_ = "memory.log";
};

}  // namespace lariat::state
