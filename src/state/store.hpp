// Interface of the state store: keys and values of bytes under one root. The layers above see only this
// interface; the code that opens a chain chooses the store.
//
// An absent key and a key with an empty value are different.
#pragma once

#include <functional>
#include <memory>

#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat::state {

/// A put, or a delete if `value` is absent. Write owns its bytes; WriteView refers to bytes of the caller.
struct Write {
    Bytes key;
    std::optional<Bytes> value;
};
struct WriteView {
    BytesView key;
    std::optional<BytesView> value;
};

/// An error in a store's files. The message names the file and the offset.
struct [[nodiscard]] StoreError {
    std::string message;
};

/// Read access to a state.
class Readable {
public:
    virtual ~Readable() = default;

    /// At the latest committed version.
    virtual std::optional<Bytes> get(BytesView key) const = 0;
    /// The same into the caller's buffer, whose capacity is reused. Returns false and leaves `value`
    /// unchanged if the key is absent.
    virtual bool read(BytesView key, Bytes& value) const
    {
        auto found = get(key);
        if (found) value = std::move(*found);
        return found.has_value();
    }
    virtual bool contains(BytesView key) const { return get(key).has_value(); }
    /// Hint that these keys will be read soon, so that an implementation can fetch them together. No result
    /// depends on it.
    virtual void expect(std::span<const BytesView> keys) const { static_cast<void>(keys); }

    /// Visits every live pair once, in an unspecified order: sort before a result depends on it.
    virtual void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const = 0;
};

class Store : public Readable {
public:
    /// Applies a batch as one version. Keys are in ascending order, each at most once. A write that changes
    /// nothing leaves no trace. After a return without error the batch is as durable as the store promises.
    virtual StatusOf<StoreError> commit(std::span<const WriteView> batch) = 0;
    StatusOf<StoreError> commit(std::span<const Write> batch) { return commit(views_of(batch)); }

    // The same in two steps. From stage() to make_durable() or drop_staged() a batch is staged: every member
    // that reads shows its version, nothing of it is in a file, and commit(), stage() and rollback() are
    // refused.

    /// Applies a batch in memory and returns the new root. Writes no file. Whoever closes the store drops the
    /// batch.
    virtual Result<Hash32, StoreError> stage(std::span<const WriteView> batch) = 0;
    Result<Hash32, StoreError> stage(std::span<const Write> batch) { return stage(views_of(batch)); }
    /// Makes the staged version durable, as commit() does. After an error nothing is staged.
    virtual StatusOf<StoreError> make_durable() = 0;
    /// Drops the staged version: contents, root, version and proofs are as before. Writes no file.
    virtual StatusOf<StoreError> drop_staged() = 0;

    /// Hash over the live keys and values in the order of their last writes. Equal histories of commits give
    /// equal roots; different contents give different roots.
    virtual Hash32 root() const = 0;

    /// A proof of the value of `key`, or of its absence, for state/proof/verify.hpp and root().
    virtual Bytes prove(BytesView key) const = 0;
    /// False: prove() would search all keys, since one that is live has the 64 bits of this absent key's path
    /// (2^32 hashes bring that about).
    virtual bool is_quick_to_prove(BytesView) const { return true; }

    /// Number of commits minus the number of those rolled back.
    virtual u64 version() const = 0;

    /// Number of versions that can be rolled back now; 0 while a batch is staged.
    virtual u64 rollback_depth() const = 0;

    /// Undoes the last `versions` commits; at most rollback_depth().
    virtual StatusOf<StoreError> rollback(u64 versions) = 0;

    /// Closes the store and opens it again from its files. This object must not be used afterwards, also
    /// after an error.
    virtual Result<std::unique_ptr<Store>, StoreError> reopen() = 0;

    /// For a forked child: from now on this process changes no file of the store. Commits are kept in its
    /// memory; rollback() and reopen() are not for it, and the object must not be destroyed.
    virtual void detach() {}

private:
    static std::vector<WriteView> views_of(std::span<const Write> batch)
    {
        std::vector<WriteView> views;
        views.reserve(batch.size());
        for (const Write& write : batch) views.push_back({write.key, write.value});
        return views;
    }
};

}  // namespace lariat::state
