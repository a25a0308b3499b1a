// The state store: keys and values of bytes, one root over all of it. Knows nothing of timers or
// chains. The layers above see only this interface; which store stands behind it is decided where
// a chain is opened.
//
// Absent and empty are different: a key may hold zero bytes.
#pragma once

#include <functional>
#include <memory>

#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat::state {

/// A put, or a delete when `value` is absent; with bytes of its own, or with somebody else's.
struct Write {
    Bytes key;
    std::optional<Bytes> value;
};
struct WriteView {
    BytesView key;
    std::optional<BytesView> value;
};

/// What went wrong in a store's files: names the file and the offset.
struct StoreError {
    std::string message;
};

/// What can be read of a state, whoever keeps it.
class Readable {
public:
    virtual ~Readable() = default;

    /// At the latest committed version.
    virtual std::optional<Bytes> get(BytesView key) const = 0;
    virtual bool contains(BytesView key) const { return get(key).has_value(); }
    /// These are going to be asked for: who has to wait for a disk or for memory may begin with all of them.
    /// No result depends on it.
    virtual void expect(std::span<const BytesView> keys) const { static_cast<void>(keys); }

    /// Every live pair once, in an order of the store's own: sort what reaches a result.
    virtual void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const = 0;
};

class Store : public Readable {
public:
    /// Applies a batch as one version. Each key at most once in a batch, keys in ascending order. A write
    /// that changes nothing leaves no trace.
    /// When this returns without an error the batch is as durable as the store promises.
    virtual StatusOf<StoreError> commit(std::span<const WriteView> batch) = 0;
    StatusOf<StoreError> commit(std::span<const Write> batch)
    {
        std::vector<WriteView> views;
        views.reserve(batch.size());
        for (const Write& write : batch) views.push_back({write.key, write.value});
        return commit(views);
    }

    /// Over the live keys and values, in the order in which they were last written: equal histories of
    /// commits give equal roots, and different contents never do.
    virtual Hash32 root() const = 0;

    /// That `key` has the value that it has, or is absent: bytes that verify against root() with
    /// state/proof/verify.hpp.
    virtual Bytes prove(BytesView key) const = 0;

    /// Number of commits so far less those rolled back.
    virtual u64 version() const = 0;

    /// How many of the last versions can be rolled back now.
    virtual u64 rollback_depth() const = 0;

    /// Undoes the last `versions` commits; at most rollback_depth().
    virtual StatusOf<StoreError> rollback(u64 versions) = 0;

    /// Closes the store and opens it again from its files. This one is of no more use, whatever comes back.
    virtual Result<std::unique_ptr<Store>, StoreError> reopen() = 0;
};

}  // namespace lariat::state
