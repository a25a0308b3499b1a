// Implements the overlay's writes and its journal; see overlay.hpp.
#include "state/overlay.hpp"

#include <algorithm>

#include "lariat/error.hpp"
#include "state/damage.hpp"
#include "state/index/key_hash.hpp"

namespace lariat::state {

namespace {

constexpr std::size_t TABLE_MIN = 1024;
constexpr std::size_t ROOM_MIN = 32;
/// Behind a value that was read: a record that changes grows by a few bytes, and then stays where it is.
constexpr std::size_t ROOM_TO_GROW = 16;

/// Users choose keys: without a secret they would choose collisions too. No result depends on it.
u64 hash_of(BytesView key) noexcept
{
    static const KeyHash hash(random_secret());
    return hash(key);
}

/// The first 16 bytes as a number: decides most comparisons of keys.
u128 first_bytes(BytesView key) noexcept
{
    std::array<u64, 2> words{};
    if (!key.empty()) std::memcpy(words.data(), key.data(), std::min(key.size(), sizeof words));
    return u128{__builtin_bswap64(words[0])} << 64 | __builtin_bswap64(words[1]);
}

}  // namespace

Overlay::Overlay(const Readable& base) : base_(base), table_(TABLE_MIN) {}

/// Inlined: each step of a timer looks up a few keys.
[[gnu::always_inline]] inline std::size_t Overlay::place_of(BytesView key, u64 hash) const
{
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    for (; table_[at] != 0; at = (at + 1) & mask) {
        if ((table_[at] ^ hash) >> 32 != 0) continue;
        const Entry& entry = entries_[entry_in(table_[at])];
        // The value is wanted next and lies elsewhere: it is fetched while the keys are compared.
        __builtin_prefetch(entry.value.data);
        if (entry.hash == hash && equal(entry.key, key)) break;
    }
    return at;
}

bool Overlay::is_nothing(BytesView key) const
{
    return key.size() > KEPT_KEY_MAX && table_[place_of(key, hash_of(key))] == 0 && !base_.contains(key);
}

u32 Overlay::entry_of(BytesView key) const
{
    u32& recent = recent_[key.empty() ? 0 : key.back() % recent_.size()];
    if (recent == 0 || !equal(entries_[recent - 1].key, key)) recent = searched_entry_of(key) + 1;
    return recent - 1;
}

u32 Overlay::searched_entry_of(BytesView key) const
{
    const u64 hash = hash_of(key);
    const std::size_t at = place_of(key, hash);
    if (table_[at] != 0) return entry_in(table_[at]);
    LARIAT_ASSERT(entries_.size() < UINT32_MAX - 1);
    entries_.push_back({.key = arena_.copy(key), .hash = hash, .value = {}});
    const u32 made = static_cast<u32>(entries_.size() - 1);
    table_[at] = cell_of(hash, made);
    if (2 * entries_.size() > table_.size()) grow_table();
    return made;
}

void Overlay::grow_table() const
{
    table_.assign(2 * table_.size(), 0);
    const std::size_t mask = table_.size() - 1;
    for (u32 i = 0; i < entries_.size(); ++i) {
        std::size_t at = entries_[i].hash & mask;
        while (table_[at] != 0) at = (at + 1) & mask;
        table_[at] = cell_of(entries_[i].hash, i);
    }
}

void Overlay::clear_cells()
{
    const std::size_t mask = table_.size() - 1;
    for (u32 i = 0; i < entries_.size(); ++i) {
        std::size_t at = entries_[i].hash & mask;
        while (table_[at] != cell_of(entries_[i].hash, i))
            at = (at + 1) & mask;  // past those that are cleared
        table_[at] = 0;
    }
}

bool Overlay::read(Entry& entry, Bytes& value) const
{
    const bool found = base_.read(entry.key, value);
    entry.in_base = found ? Entry::InBase::present : Entry::InBase::absent;
    entry.size_in_base = found ? static_cast<u32>(value.size()) : 0;
    entry.was_read = true;
    return found;
}

void Overlay::keep(Entry& entry, BytesView value) const
{
    const std::size_t room = value.size() + ROOM_TO_GROW;
    entry.value.data = arena_.take(room);
    if (!value.empty()) std::memcpy(entry.value.data, value.data(), value.size());
    entry.value.size = static_cast<u32>(value.size());
    entry.value.room = static_cast<u32>(room);
    entry.value.state = Value::State::as_in_base;
}

bool Overlay::is_in_base(Entry& entry) const
{
    if (entry.in_base == Entry::InBase::unknown)
        entry.in_base = base_.contains(entry.key) ? Entry::InBase::present : Entry::InBase::absent;
    return entry.in_base == Entry::InBase::present;
}

std::optional<BytesView> Overlay::find(At key) const
{
    Entry& entry = entries_[static_cast<u32>(key)];
    if (is_unread(entry) && read(entry, read_)) keep(entry, read_);
    if (!entry.value.is_there()) return std::nullopt;
    return BytesView{entry.value.data, entry.value.size};
}

std::optional<Bytes> Overlay::read_and_keep_short(Entry& entry) const
{
    Bytes value;
    if (!read(entry, value)) return std::nullopt;
    if (value.size() <= CACHED_MAX) keep(entry, value);
    return value;
}

std::optional<Bytes> Overlay::get(At key) const
{
    Entry& entry = entries_[static_cast<u32>(key)];
    if (is_unread(entry)) return read_and_keep_short(entry);
    if (!entry.value.is_there()) return std::nullopt;
    return to_bytes(BytesView{entry.value.data, entry.value.size});
}

Bytes Overlay::get_existing(BytesView key) const
{
    auto value = get(key);
    require_value(value.has_value(), key, "another record refers to this value, but it is missing");
    return std::move(*value);
}

std::optional<u64> Overlay::size_of(At key) const
{
    Entry& entry = entries_[static_cast<u32>(key)];
    if (is_unread(entry) && !entry.was_read) read_and_keep_short(entry);
    if (is_unread(entry)) return entry.size_in_base;
    if (!entry.value.is_there()) return std::nullopt;
    return entry.value.size;
}

bool Overlay::contains(BytesView key) const
{
    if (is_nothing(key)) return false;
    Entry& entry = entries_[entry_of(key)];
    if (entry.value.state == Value::State::unread) return is_in_base(entry);
    return entry.value.state != Value::State::erased;
}

Overlay::Value& Overlay::begin_write(At key)
{
    LARIAT_ASSERT(!reverting_);
    const u32 number = static_cast<u32>(key);
    Entry& entry = entries_[number];
    if (recording_ && entry.journaled_at <= barrier_) {
        journal_.emplace_back(UndoWrite{number, entry.value, entry.journaled_at});
        entry.journaled_at = journal_end();
        entry.value.room = 0;  // the journal holds on to what lies there
    }
    return entry.value;
}

void Overlay::set(Value& value, BytesView bytes)
{
    LARIAT_ASSERT(bytes.size() <= UINT32_MAX / 2);
    if (bytes.size() > value.room) {
        const std::size_t room = std::max(bytes.size(), ROOM_MIN);
        value.data = arena_.take(room);
        value.room = static_cast<u32>(room);
    }
    if (!bytes.empty()) std::memmove(value.data, bytes.data(), bytes.size());
    value.size = static_cast<u32>(bytes.size());
    value.state = Value::State::put;
}

void Overlay::put(At key, BytesView value)
{
    set(begin_write(key), value);
}

void Overlay::erase(At key)
{
    Value& value = begin_write(key);
    value.size = 0;
    value.state = Value::State::erased;
}

std::span<u8> Overlay::edit(At key, std::size_t size)
{
    const auto before = find(key);
    LARIAT_ASSERT(size <= UINT32_MAX / 2);
    Value& value = begin_write(key);
    if (size > value.room) {
        const std::size_t room = std::max(size + size / 2, ROOM_MIN);  // it may well grow again
        value.data = arena_.take(room);
        value.room = static_cast<u32>(room);
        const std::size_t kept = before ? std::min(before->size(), size) : 0;
        if (kept > 0) std::memcpy(value.data, before->data(), kept);
    }
    value.size = static_cast<u32>(size);
    value.state = Value::State::put;
    return {value.data, size};
}

void Overlay::keep_undo(UndoAction undo)
{
    LARIAT_ASSERT(!reverting_);
    journal_.emplace_back(std::move(undo));
    barrier_ = journal_end();
}

Overlay::Checkpoint Overlay::checkpoint() const noexcept
{
    recording_ = true;
    barrier_ = journal_end();
    ++generation_;
    return journal_end();
}

void Overlay::settle()
{
    LARIAT_ASSERT(!reverting_);
    journal_begin_ = journal_end() + 1;  // above each checkpoint so far: going back to one is noticed
    journal_.clear();
    barrier_ = journal_begin_;
    recording_ = false;
    ++generation_;
}

void Overlay::revert_to(Checkpoint mark)
{
    LARIAT_ASSERT(!reverting_ && mark >= journal_begin_ && mark <= journal_end());
    reverting_ = true;
    while (journal_end() > mark) {
        auto last = std::move(journal_.back());
        journal_.pop_back();
        if (const auto* write = std::get_if<UndoWrite>(&last)) {
            Entry& entry = entries_[write->entry];
            entry.value = write->before;
            entry.journaled_at = write->journaled_at;
        } else {
            std::get<UndoAction>(last)();
        }
    }
    reverting_ = false;
    barrier_ = mark;
    ++generation_;
}

bool Overlay::differs(Entry& entry, const Value& before) const
{
    const Value& now = entry.value;
    const bool was_unread = before.state == Value::State::unread;
    const bool was_there = was_unread ? is_in_base(entry) : before.is_there();
    if (!was_there || !now.is_there()) return was_there != now.is_there();
    if (was_unread) return !equal(*base_.get(entry.key), {now.data, now.size});
    return !equal({before.data, before.size}, {now.data, now.size});
}

std::vector<BytesView> Overlay::changed_since(Checkpoint mark, u8 first_byte) const
{
    std::vector<std::pair<u32, std::size_t>> written;  // entry, where the journal holds it
    LARIAT_ASSERT(mark >= journal_begin_);
    for (std::size_t i = mark - journal_begin_; i < journal_.size(); ++i)
        if (const auto* write = std::get_if<UndoWrite>(&journal_[i])) {
            const BytesView key = entries_[write->entry].key;
            if (!key.empty() && key[0] == first_byte) written.emplace_back(write->entry, i);
        }
    std::sort(written.begin(), written.end());
    const auto same_entry = [](const auto& a, const auto& b) { return a.first == b.first; };
    written.erase(std::unique(written.begin(), written.end(), same_entry), written.end());
    std::sort(written.begin(), written.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<BytesView> out;
    for (const auto& [number, at] : written) {
        Entry& entry = entries_[number];
        if (differs(entry, std::get<UndoWrite>(journal_[at]).before)) out.push_back(entry.key);
    }
    return out;
}

std::vector<WriteView> Overlay::changes() const
{
    struct Changed {
        u128 first;
        u32 entry;
    };
    std::vector<Changed> changed;
    for (u32 i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        if (entry.value.state == Value::State::put ||
            (entry.value.state == Value::State::erased && is_in_base(entry)))
            changed.push_back({first_bytes(entry.key), i});
    }
    std::sort(changed.begin(), changed.end(), [this](const Changed& a, const Changed& b) {
        if (a.first != b.first) return a.first < b.first;
        return text(entries_[a.entry].key) < text(entries_[b.entry].key);
    });
    std::vector<WriteView> out;
    out.reserve(changed.size());
    for (const Changed& c : changed) {
        const Entry& entry = entries_[c.entry];
        WriteView& write = out.emplace_back(WriteView{entry.key, std::nullopt});
        if (entry.value.state == Value::State::put)
            write.value = BytesView{entry.value.data, entry.value.size};
    }
    return out;
}

void Overlay::clear()
{
    LARIAT_ASSERT(!reverting_);
    if (16 * entries_.size() >= table_.size())
        std::fill(table_.begin(), table_.end(), 0);
    else if (table_.size() > TABLE_MIN)
        table_ = std::vector<Cell>(
            std::max(TABLE_MIN, table_.size() / 4));  // one large block costs the next ones little
    else
        clear_cells();
    entries_.clear();
    recent_ = {};
    arena_.clear();
    journal_.clear();
    journal_begin_ = barrier_ = 0;
    recording_ = true;
    ++generation_;
}

}  // namespace lariat::state
