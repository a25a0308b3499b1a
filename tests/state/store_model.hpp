// The model of the store: a map for each version, all of them kept.
#pragma once

#include <set>

#include "contents.hpp"
#include "state/log_store.hpp"

namespace lariat::state {

struct VersionState {
    Contents contents;
    Hash32 root;  ///< as the store gave it when it committed the version
};

/// What a store must be at one moment.
struct Moment {
    std::vector<std::shared_ptr<const VersionState>> line;  ///< by version, from 0 to the present one
    u64 depth = 0;                                          ///< versions that it must be able to undo

    u64 version() const { return line.size() - 1; }
    const VersionState& now() const { return *line.back(); }
};

class StoreModel {
public:
    StoreModel(u64 keep_versions, const Hash32& empty_root) : keep_(keep_versions)
    {
        moment_.line.push_back(std::make_shared<VersionState>(VersionState{{}, empty_root}));
    }

    const Moment& moment() const noexcept { return moment_; }
    /// Every key that was ever written, so that the absence of those deleted is looked at too.
    const std::set<Bytes>& keys() const noexcept { return keys_; }

    void commit(const std::vector<Write>& batch, const Hash32& root)
    {
        VersionState next{moment_.now().contents, root};
        state::apply(next.contents, batch);
        for (const Write& write : batch) keys_.insert(write.key);
        moment_.line.push_back(std::make_shared<VersionState>(std::move(next)));
        moment_.depth = std::min(moment_.depth + 1, keep_);
    }

    void rollback(u64 versions)
    {
        moment_.line.resize(moment_.line.size() - versions);
        moment_.depth -= versions;
    }

private:
    u64 keep_;
    Moment moment_;
    std::set<Bytes> keys_;
};

/// Empty when the store is what it must be, else what is different.
std::string difference(const LogStore& store, const Moment& moment, const std::set<Bytes>& keys);

/// Undoes one version after the other as far as the store can, comparing each; leaves it there.
std::string difference_of_past(LogStore& store, Moment moment, const std::set<Bytes>& keys);

/// Thrown out of a read whose bytes turn out damaged. Outside of tests the process ends there.
struct DamageFound {
    std::string message;
};

/// For as long as it lives, a damaged record met by a read is thrown as DamageFound.
class ThrowOnDamage {
public:
    ThrowOnDamage();
    ~ThrowOnDamage();
    ThrowOnDamage(const ThrowOnDamage&) = delete;
    ThrowOnDamage& operator=(const ThrowOnDamage&) = delete;
};

}  // namespace lariat::state
