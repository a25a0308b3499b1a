// Implements the records of outcomes, the cycles of epochs, and how O follows from them.
#include "lane/auction/outcome.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

namespace {

// O ‖ owner → outcome in the epoch of its last fire, what that epoch has counted, and which it was
// O ‖ epoch → cycles of its fires
constexpr u8 OUTCOME = 'O';
constexpr u64 FORGOTTEN_WITHIN = u64{1} << 20;

Bytes key_of(const Address& owner)
{
    Writer w;
    w.put_u8(OUTCOME).put_raw(view(owner));
    return w.take();
}

Bytes key_of(u64 epoch)
{
    Writer w;
    w.put_u8(OUTCOME).put_u64(epoch);
    return w.take();
}

}  // namespace

u64 Outcomes::after_fires(u64 outcome, u128 waited, u64 fires, u64 cycles, u64 all_cycles)
{
    const u64 late = static_cast<u64>(mul_div(waited, ONE, waited + fires));
    const u64 took = static_cast<u64>(mul_div(cycles, ONE, std::max<u64>(1, all_cycles)));
    const u64 said = ONE + late - took;
    return std::clamp(outcome - outcome / 8 + said / 8, ONE / 2, 2 * ONE);
}

std::optional<u64> Outcomes::after_rest(u64 outcome)
{
    const u64 distance = outcome > ONE ? outcome - ONE : ONE - outcome, left = distance - distance / 8;
    if (left <= FORGOTTEN_WITHIN) return std::nullopt;
    return outcome > ONE ? ONE + left : ONE - left;
}

u64 Outcomes::oldest_that_counts() const
{
    return std::max(lane_.outcome_from, lane_.epoch > LIFETIME ? lane_.epoch - LIFETIME : 0);
}

std::optional<u64> Outcomes::now(const Record& record) const
{
    if (record.epoch < oldest_that_counts()) return std::nullopt;
    if (record.epoch == lane_.epoch) return record.outcome;
    const auto all = cycles_.find(record.epoch);
    LARIAT_ASSERT(all != cycles_.end());
    u64 outcome = after_fires(record.outcome, record.waited, record.fires, record.cycles, all->second);
    for (u64 epoch = record.epoch + 1; epoch < lane_.epoch; ++epoch) {  // less than LIFETIME
        const auto rested = after_rest(outcome);
        if (!rested) return std::nullopt;
        outcome = *rested;
    }
    return outcome;
}

std::optional<u64> Outcomes::of(const Address& owner) const
{
    if (owners_.size() == 0) return std::nullopt;
    const Record* const record = owners_.find(owner);
    return record == nullptr ? std::nullopt : now(*record);
}

std::optional<u64> Outcomes::of_next_epoch(const Address& owner) const
{
    const Record* const record = owners_.find(owner);
    if (record == nullptr) return std::nullopt;
    if (record->epoch == lane_.epoch)
        return after_fires(record->outcome, record->waited, record->fires, record->cycles,
                           lane_.outcome_cycles);
    const auto present = now(*record);
    return present ? after_rest(*present) : std::nullopt;
}

void Outcomes::keep(const Address& owner, const Record& record)
{
    Writer w;
    w.put_u64(record.outcome).put_u128(record.waited).put_u64(record.fires).put_u64(record.cycles);
    w.put_u64(record.epoch);
    state_.put(key_of(owner), w.bytes());
}

void Outcomes::record(const Address& owner, u64 waited, u64 cycles)
{
    Record* record = owners_.find(owner);
    if (record == nullptr) {
        record = &owners_.find_or_add(owner);
        record->epoch = lane_.epoch;
        by_epoch_.emplace(lane_.epoch, owner);
    } else if (record->epoch != lane_.epoch) {
        by_epoch_.erase({record->epoch, owner});
        *record = {now(*record).value_or(ONE), 0, 0, 0, lane_.epoch};
        by_epoch_.emplace(lane_.epoch, owner);
    }
    record->waited += waited;
    ++record->fires;
    record->cycles += cycles;
    lane_.outcome_cycles += cycles;
    keep(owner, *record);
}

void Outcomes::end_epoch()
{
    if (!by_epoch_.empty() && by_epoch_.rbegin()->first == lane_.epoch) {
        Writer w;
        w.put_u64(lane_.outcome_cycles);
        state_.put(key_of(lane_.epoch), w.bytes());
        cycles_.emplace(lane_.epoch, lane_.outcome_cycles);
    }
    lane_.outcome_cycles = 0;
    ++lane_.epoch;
    while (!cycles_.empty() && cycles_.begin()->first < oldest_that_counts()) {  // one, as one came
        state_.erase(key_of(cycles_.begin()->first));
        cycles_.erase(cycles_.begin());
    }
}

void Outcomes::clear()
{
    const bool something_counts = !by_epoch_.empty() && by_epoch_.rbegin()->first >= lane_.outcome_from;
    if (!something_counts && lane_.outcome_cycles == 0 && cycles_.empty()) return;
    lane_.outcome_from = ++lane_.epoch;
    lane_.outcome_cycles = 0;
    for (const auto& [epoch, cycles] : cycles_) state_.erase(key_of(epoch));  // at most LIFETIME
    cycles_.clear();
}

void Outcomes::delete_old(u64 most)
{
    for (; most > 0 && !by_epoch_.empty() && by_epoch_.begin()->first < oldest_that_counts(); --most) {
        const Address owner = by_epoch_.begin()->second;
        by_epoch_.erase(by_epoch_.begin());
        owners_.erase(owners_.number_of(owner));
        state_.erase(key_of(owner));
    }
}

void Outcomes::rebuild(state::Walk& walk)
{
    walk.on(OUTCOME, timers::ADDRESS_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        Record record;
        Reader r(value);
        record.outcome = r.get_u64();
        record.waited = r.get_u128();
        record.fires = r.get_u64();
        record.cycles = r.get_u64();
        record.epoch = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the outcome of an owner is malformed");
        const Address owner = Reader(at.subspan(1)).get_address();
        owners_.find_or_add(owner) = record;
        by_epoch_.emplace(record.epoch, owner);
    });
    walk.on(OUTCOME, timers::NUMBERED_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        Reader r(value);
        const u64 cycles = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the cycles of an epoch are malformed");
        cycles_.emplace(Reader(at.subspan(1)).get_u64(), cycles);
    });
    walk.then([this]() -> state::Walk::Status {
        for (const auto& [epoch, owner] : by_epoch_)
            if (!can_be(owners_[owners_.number_of(owner)]))
                return std::string("an outcome is none that an epoch makes");
        return {};
    });
}

/// Whether O can be computed from a record, whoever has written it.
bool Outcomes::can_be(const Record& record) const
{
    if (record.epoch < oldest_that_counts()) return true;
    const auto all = cycles_.find(record.epoch);
    const bool has_cycles =
        record.epoch == lane_.epoch || (all != cycles_.end() && record.cycles <= all->second);
    return record.epoch <= lane_.epoch && has_cycles && record.fires > 0 && record.fires <= COUNTED_AT_MOST &&
           record.waited <= U64_MAX && record.outcome >= ONE / 2 && record.outcome <= 2 * ONE;
}

bool Outcomes::same_as(const Outcomes& other) const
{
    bool same = by_epoch_ == other.by_epoch_ && cycles_ == other.cycles_;
    for (const auto& [epoch, owner] : by_epoch_) {
        const Record* const record = other.owners_.find(owner);
        same = same && record != nullptr && *record == owners_[owners_.number_of(owner)];
    }
    return same;
}

}  // namespace lariat::lane
