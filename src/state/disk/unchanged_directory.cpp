// Implements a directory opened to read: changes of an opening are kept in memory; see directory.hpp.
#include <algorithm>
#include <map>

#include "state/disk/file_names.hpp"

namespace lariat::state {

namespace {

/// A file of the directory below, perhaps cut shorter here.
class UnchangedFile final : public File {
public:
    using Note = std::function<void(const std::string&)>;

    UnchangedFile(std::unique_ptr<File> file, std::shared_ptr<u64> size_max, Note note)
        : file_(std::move(file)), size_max_(std::move(size_max)), note_(std::move(note))
    {
    }

    const std::string& path() const noexcept override { return file_->path(); }
    Result<u64, StoreError> size() const override
    {
        auto size = file_->size();
        if (size) size = std::min(size.value(), *size_max_);
        return size;
    }
    StatusOf<StoreError> read_at(u64 offset, std::span<u8> into) const override
    {
        if (offset > *size_max_ || into.size() > *size_max_ - offset)
            return file_error(path(), offset, "cannot read: the file ends here");
        return file_->read_at(offset, into);
    }
    StatusOf<StoreError> write_at(u64 offset, BytesView) override
    {
        return file_error(path(), offset, "cannot write: it was opened to be read");
    }
    StatusOf<StoreError> truncate(u64 size) override
    {
        const auto now = this->size();
        if (!now) return now.error();
        if (size > now.value()) return file_error(path(), size, "cannot grow: it was opened to be read");
        if (size == now.value()) return {};
        *size_max_ = size;
        note_("cut " + path() + " at " + std::to_string(size) + " of " + std::to_string(now.value()) +
              " bytes");
        return {};
    }
    StatusOf<StoreError> sync() override { return {}; }
    StatusOf<StoreError> grow(u64 size) override { return truncate(size); }
    Result<const u8*, StoreError> map(u64 capacity) override { return file_->map(capacity); }
    void expect(u64 offset, u64 bytes) const noexcept override { file_->expect(offset, bytes); }

private:
    std::unique_ptr<File> file_;
    std::shared_ptr<u64> size_max_;
    Note note_;
};

class Unchanged final : public Directory {
public:
    explicit Unchanged(std::unique_ptr<Directory> below) : below_(std::move(below)) {}

    std::shared_ptr<const std::vector<std::string>> withheld() const { return withheld_; }

    const std::string& path() const noexcept override { return below_->path(); }

    Result<std::vector<std::string>, StoreError> list() const override
    {
        if (auto looked = look(); !looked) return looked.error();
        std::vector<std::string> names;
        names.reserve(entries_.size());
        for (const auto& [name, entry] : entries_) names.push_back(name);
        return names;
    }

    Result<std::unique_ptr<File>, StoreError> open(const std::string& name) override
    {
        if (auto looked = look(); !looked) return looked.error();
        const auto found = entries_.find(name);
        if (found == entries_.end()) return missing(name);
        if (found->second.below.empty()) return made_->open(name);
        auto file = below_->open(found->second.below);
        if (!file) return file;
        return std::unique_ptr<File>(std::make_unique<UnchangedFile>(
            std::move(file).value(), found->second.size_max,
            [all = withheld_](const std::string& what) { all->push_back(what); }));
    }

    Result<std::unique_ptr<File>, StoreError> create(const std::string& name) override
    {
        if (auto looked = look(); !looked) return looked.error();
        auto file = made_->create(name);
        if (file) entries_[name] = {};
        return file;
    }

    StatusOf<StoreError> remove(const std::string& name) override
    {
        if (auto looked = look(); !looked) return looked;
        const auto found = entries_.find(name);
        if (found == entries_.end()) return missing(name);
        if (found->second.below.empty()) {
            if (auto removed = made_->remove(name); !removed) return removed;
        } else {
            withheld_->push_back("remove " + path() + "/" + name);
        }
        entries_.erase(found);
        return {};
    }

    StatusOf<StoreError> rename(const std::string& from, const std::string& to) override
    {
        if (auto valid = check_file_name(path(), to); !valid) return valid;
        if (auto looked = look(); !looked) return looked;
        const auto found = entries_.find(from);
        if (found == entries_.end()) return missing(from);
        if (found->second.below.empty())
            if (auto renamed = made_->rename(from, to); !renamed) return renamed;
        entries_[to] = found->second;
        if (from != to) entries_.erase(from);
        return {};
    }

    StatusOf<StoreError> sync() override { return {}; }
    void detach() override { below_->detach(); }

private:
    struct Entry {
        std::string below;  ///< name of the file there; empty: it was made here
        std::shared_ptr<u64> size_max = std::make_shared<u64>(U64_MAX);
    };

    StoreError missing(const std::string& name) const { return {path() + "/" + name + ": is not there"}; }

    /// What is there is looked up once: nobody else changes it.
    StatusOf<StoreError> look() const
    {
        if (looked_) return {};
        auto names = below_->list();
        if (!names) return names.error();
        for (const std::string& name : names.value()) entries_[name].below = name;
        looked_ = true;
        return {};
    }

    std::unique_ptr<Directory> below_;
    std::unique_ptr<Directory> made_ = memory_directory();
    std::shared_ptr<std::vector<std::string>> withheld_ = std::make_shared<std::vector<std::string>>();
    mutable std::map<std::string, Entry> entries_;
    mutable bool looked_ = false;
};

}  // namespace

UnchangedDirectory unchanged(std::unique_ptr<Directory> directory)
{
    auto made = std::make_unique<Unchanged>(std::move(directory));
    auto withheld = made->withheld();
    return {std::move(made), std::move(withheld)};
}

}  // namespace lariat::state
