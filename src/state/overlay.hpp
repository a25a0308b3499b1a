// The uncommitted writes of one block over a store, with a journal: a transaction or an execution inside the
// block can be undone to a checkpoint.
//
// Each key is looked up in the store once a block and then cached here. Keys and values lie in one arena; the
// journal keeps where the old value lies. Values of more than CACHED_MAX bytes are read again each time,
// unless find() returned a view of them. An absent key of more than KEPT_KEY_MAX bytes is not cached, so that
// reads of many such keys cost the reader cycles and the node no memory.
#pragma once

#include <variant>

#include "base/byte_arena.hpp"
#include "state/store.hpp"

namespace lariat::state {

class Overlay {
public:
    explicit Overlay(const Readable& base);
    Overlay(const Overlay&) = delete;  // undo actions hold on to it
    Overlay& operator=(const Overlay&) = delete;

    /// Handle of a key that was looked up. Valid until clear().
    enum class At : u32 {};
    At at(BytesView key) const { return static_cast<At>(entry_of(key)); }

    std::optional<Bytes> get(At key) const;
    std::optional<Bytes> get(BytesView key) const
    {
        const auto found = look_up(key);
        return found ? get(*found) : std::nullopt;
    }
    /// Like at(), for reads. Returns nullopt for a long key that the base does not have, without creating an
    /// entry.
    std::optional<At> look_up(BytesView key) const
    {
        return is_nothing(key) ? std::nullopt : std::optional{at(key)};
    }
    /// The key must be present.
    Bytes get_existing(BytesView key) const;
    /// Length of the value in bytes. Reads the base at most once a block, so that callers can charge before
    /// they read the value.
    std::optional<u64> size_of(At key) const;
    /// A view of the value, without a copy. Valid until this key is written or the overlay is cleared.
    std::optional<BytesView> find(At key) const;
    std::optional<BytesView> find(BytesView key) const { return find(at(key)); }
    bool contains(BytesView key) const;
    void expect(std::span<const BytesView> keys) const { base_.expect(keys); }

    void put(At key, BytesView value);
    void put(BytesView key, BytesView value) { put(at(key), value); }
    void erase(At key);
    void erase(BytesView key)
    {
        if (!is_nothing(key)) erase(at(key));
    }
    /// Resizes the value of a key to `size` bytes and returns it for changes in place, which must end before
    /// the next call of any member. Old bytes are kept as far as they fit; new bytes are not initialised.
    std::span<u8> edit(At key, std::size_t size);
    std::span<u8> edit(BytesView key, std::size_t size) { return edit(at(key), size); }

    /// Adds an action to the journal that undoes a change outside the store. revert_to() runs the actions and
    /// undoes the writes in reverse order. The action may read the overlay, which then is as it was at this
    /// call; it may not write to it.
    template <class Undo>
    void on_revert(Undo&& undo)
    {
        if (recording_) keep_undo(std::forward<Undo>(undo));
    }
    /// Changes with each checkpoint, revert, settle and clear. While it stays the same, one undo action is
    /// enough for all changes outside.
    u64 generation() const noexcept { return generation_; }

    using Checkpoint = std::size_t;
    Checkpoint checkpoint() const noexcept;
    void revert_to(Checkpoint mark);
    /// Nobody goes back to a checkpoint from before this call: what was done stays, and what is done until
    /// the next checkpoint goes into no journal.
    void settle();

    /// The keys with this first byte whose value or presence differs from the checkpoint, in the order of
    /// their first write since then. Valid until clear().
    std::vector<BytesView> changed_since(Checkpoint mark, u8 first_byte) const;

    /// All puts, and the deletes of keys that the base has, in ascending order of key, as Store::commit takes
    /// them. Valid until the next write.
    std::vector<WriteView> changes() const;

    /// Forgets everything, the journal too, without undoing anything. For the start of the next block.
    void clear();

    /// Number of cached keys. The memory of the overlay grows with it and with the bytes written.
    std::size_t keys_kept() const noexcept { return entries_.size(); }

    static constexpr std::size_t CACHED_MAX = 4096;
    static constexpr std::size_t KEPT_KEY_MAX = 128;

private:
    /// The value of a key in the overlay. `unread`: not yet read from the base.
    struct Value {
        enum class State : u8 { unread, as_in_base, put, erased };
        u8* data = nullptr;
        u32 size = 0;
        u32 room = 0;  ///< bytes at `data`
        State state = State::unread;
        bool is_there() const noexcept { return state == State::as_in_base || state == State::put; }
    };
    /// A cache line, since a block looks entries up in no order.
    struct alignas(64) Entry {
        BytesView key;
        u64 hash = 0;
        Value value;
        enum class InBase : u8 { unknown, absent, present };
        InBase in_base = InBase::unknown;
        bool was_read = false;
        u32 size_in_base = 0;          ///< of its value, once it was read
        std::size_t journaled_at = 0;  ///< position of this key's last journal entry plus one; 0: none
    };
    static_assert(sizeof(Entry) == 64);
    struct UndoWrite {
        u32 entry;
        Value before;
        std::size_t journaled_at;
    };
    using UndoAction = std::function<void()>;

    /// A cell of the table: the number of an entry plus one, and 32 bits of its hash, so that a search seldom
    /// reads the entry of another key. 0: free.
    using Cell = u64;
    static Cell cell_of(u64 hash, u32 entry) noexcept { return (hash >> 32 << 32) | (u64{entry} + 1); }
    static u32 entry_in(Cell cell) noexcept { return static_cast<u32>(cell) - 1; }

    void keep_undo(UndoAction undo);
    std::size_t journal_end() const noexcept { return journal_begin_ + journal_.size(); }
    u32 entry_of(BytesView key) const;  ///< creates the entry if there is none
    u32 searched_entry_of(BytesView key) const;
    /// The place of an entry in the table, or the place for a new one.
    std::size_t place_of(BytesView key, u64 hash) const;
    /// Is this a long key without entry that the base does not have? Such a key gets no entry.
    bool is_nothing(BytesView key) const;
    void grow_table() const;
    void clear_cells();  ///< each entry's; the table stays as large as it is
    static bool is_unread(const Entry& entry) noexcept
    {
        return entry.value.state == Value::State::unread && entry.in_base != Entry::InBase::absent;
    }
    bool read(Entry& entry, Bytes& value) const;  ///< from the base
    std::optional<Bytes> read_and_keep_short(Entry& entry) const;
    void keep(Entry& entry, BytesView value) const;
    bool is_in_base(Entry& entry) const;
    bool differs(Entry& entry, const Value& before) const;
    Value& begin_write(At key);  ///< adds a journal entry unless the last one of this key still serves
    void set(Value& value, BytesView bytes);

    // Mutable: reads fill the cache.
    const Readable& base_;
    mutable ByteArena arena_;
    mutable std::vector<Entry> entries_;
    mutable std::vector<Cell> table_;  ///< open addressing
    /// By last byte of the key, the entry that was asked for last, plus one: what is read is often written
    /// next, and then its key is not hashed again.
    mutable std::array<u32, 64> recent_{};
    mutable Bytes read_;  ///< what find() has read last
    std::vector<std::variant<UndoWrite, UndoAction>> journal_;
    std::size_t journal_begin_ = 0;  ///< position of the first entry; rises when others are settled
    mutable bool recording_ = true;  ///< false from settle() to the next checkpoint
    /// A key with a journal entry at or after this position needs no second one: no checkpoint and no action
    /// lies between.
    mutable std::size_t barrier_ = 0;
    mutable u64 generation_ = 0;
    bool reverting_ = false;
};

}  // namespace lariat::state
