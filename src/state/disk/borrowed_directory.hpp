// A directory that forwards to another one, for a store that is closed before its directory.
#pragma once

#include "state/disk/directory.hpp"

namespace lariat::state {

class BorrowedDirectory final : public Directory {
public:
    explicit BorrowedDirectory(Directory& lender) : lender_(lender) {}
    const std::string& path() const noexcept override { return lender_.path(); }
    Result<std::vector<std::string>, StoreError> list() const override { return lender_.list(); }
    Result<std::unique_ptr<File>, StoreError> open(const std::string& name) override
    {
        return lender_.open(name);
    }
    Result<std::unique_ptr<File>, StoreError> create(const std::string& name) override
    {
        return lender_.create(name);
    }
    StatusOf<StoreError> remove(const std::string& name) override { return lender_.remove(name); }
    StatusOf<StoreError> rename(const std::string& from, const std::string& to) override
    {
        return lender_.rename(from, to);
    }
    StatusOf<StoreError> sync() override { return lender_.sync(); }
    void detach() override { lender_.detach(); }

private:
    Directory& lender_;
};

}  // namespace lariat::state
