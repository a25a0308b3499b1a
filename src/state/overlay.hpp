// Uncommitted work over a store: the writes of one block, with a journal, so that a transaction or
// an execution inside the block can be undone to a checkpoint. Transaction inside block inside chain.
//
// Each key is looked up in the store once a block and then kept here; keys and values lie in one arena, and
// what the journal needs to undo a write is where the old value lies. Values of more than CACHED_MAX bytes
// are read again each time, unless find() hands out a view of them. Neither is a key of more than
// KEPT_KEY_MAX bytes kept when there is nothing under it: whoever asks for many pays for asking, not for
// memory.
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

    /// A key that was looked up, to be used several times: good until clear().
    enum class At : u32 {};
    At at(BytesView key) const { return static_cast<At>(entry_of(key)); }

    std::optional<Bytes> get(At key) const;
    std::optional<Bytes> get(BytesView key) const
    {
        const auto found = look_up(key);
        return found ? get(*found) : std::nullopt;
    }
    /// As at(), for who only reads: none where nothing is there and a long key shall have no entry.
    std::optional<At> look_up(BytesView key) const
    {
        return is_nothing(key) ? std::nullopt : std::optional{at(key)};
    }
    /// Of a key that is there.
    Bytes get_existing(BytesView key) const;
    /// How long the value is. Where that is not known yet it is read for it, once a block: who shall pay for
    /// a long value first asks this as often as he likes.
    std::optional<u64> size_of(At key) const;
    /// Without a copy: valid until this key is written or the overlay cleared.
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
    /// The value of a key, made `size` bytes long, to be changed in place before the next call of any kind.
    /// What it had stays, as far as it fits; new bytes at its end, all of them where there was no value, are
    /// not cleared.
    std::span<u8> edit(At key, std::size_t size);
    std::span<u8> edit(BytesView key, std::size_t size) { return edit(at(key), size); }

    /// Something outside the store that must be undone with it, run when the journal is unwound
    /// past this point: latest first, among the writes as they happened. It may read the overlay,
    /// which then is as it was at this call; it may not write to it.
    void on_revert(std::function<void()> undo);
    /// Another number after each checkpoint, revert and clear: one action is enough for all that happens
    /// outside while it stays the same.
    u64 generation() const noexcept { return generation_; }

    using Checkpoint = std::size_t;
    Checkpoint checkpoint() const noexcept;
    void revert_to(Checkpoint mark);

    /// Keys that begin with a byte and have another value, or are there or not, than at the checkpoint: in
    /// the order in which they were first written since. Valid until clear().
    std::vector<BytesView> changed_since(Checkpoint mark, u8 first_byte) const;

    /// Puts, and deletes of what the base has, in ascending order of key: what Store::commit takes. Valid
    /// until something is written.
    std::vector<WriteView> changes() const;

    /// Forgets everything, journal included, undoing nothing. For the start of the next block.
    void clear();

    /// Of which it knows something: what it takes of memory grows with them, and with what was written.
    std::size_t keys_kept() const noexcept { return entries_.size(); }

    static constexpr std::size_t CACHED_MAX = 4096;
    static constexpr std::size_t KEPT_KEY_MAX = 128;

private:
    /// What a key has here. `unread`: only the base knows.
    struct Value {
        enum class State : u8 { unread, as_in_base, put, erased };
        u8* data = nullptr;
        u32 size = 0;
        u32 room = 0;  ///< bytes at `data`
        State state = State::unread;
        bool is_there() const noexcept { return state == State::as_in_base || state == State::put; }
    };
    struct Entry {
        BytesView key;
        u64 hash = 0;
        Value value;
        enum class InBase : u8 { unknown, absent, present };
        InBase in_base = InBase::unknown;
        bool was_read = false;
        u32 size_in_base = 0;          ///< of its value, once it was read
        std::size_t journaled_at = 0;  ///< where the journal last holds what this key was before, plus one
    };
    struct UndoWrite {
        u32 entry;
        Value before;
        std::size_t journaled_at;
    };
    using UndoAction = std::function<void()>;

    u32 entry_of(BytesView key) const;  ///< made if it is not there
    /// Where an entry stands in the table, or would.
    std::size_t place_of(BytesView key, u64 hash) const;
    /// A long key that has no entry, and nothing in the base: it shall have none.
    bool is_nothing(BytesView key) const;
    void grow_table() const;
    static bool is_unread(const Entry& entry) noexcept
    {
        return entry.value.state == Value::State::unread && entry.in_base != Entry::InBase::absent;
    }
    std::optional<Bytes> read(Entry& entry) const;  ///< from the base
    std::optional<Bytes> read_and_keep_short(Entry& entry) const;
    void keep(Entry& entry, BytesView value) const;
    bool is_in_base(Entry& entry) const;
    bool differs(Entry& entry, const Value& before) const;
    Value& begin_write(At key);  ///< journaled unless no checkpoint lies between
    void set(Value& value, BytesView bytes);

    // Reading fills the cache: none of this shows.
    const Readable& base_;
    mutable ByteArena arena_;
    mutable std::vector<Entry> entries_;
    mutable std::vector<u32> table_;  ///< open addressing: number of an entry plus one, 0 for none
    std::vector<std::variant<UndoWrite, UndoAction>> journal_;
    /// A key journaled at or after this needs no second entry: no checkpoint and no action lies between.
    mutable std::size_t barrier_ = 0;
    mutable u64 generation_ = 0;
    bool reverting_ = false;
};

}  // namespace lariat::state
