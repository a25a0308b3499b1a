// Rebuilding the due set from the state (TMR-7), and comparing two of them.
#include <algorithm>
#include <bit>

#include "base/codec.hpp"
#include "state/damage.hpp"
#include "timers/due_set.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

/// A list of numbers that finds, from a place on, the first that is high enough. O(log n) for each question.
class FirstHighEnough {
public:
    explicit FirstHighEnough(std::span<const u64> numbers)
        : size_(numbers.size()),
          leaves_(std::bit_ceil(std::max<std::size_t>(size_, 1))),
          highest_(2 * leaves_)
    {
        std::ranges::copy(numbers, highest_.begin() + static_cast<std::ptrdiff_t>(leaves_));
        for (std::size_t i = leaves_ - 1; i > 0; --i)
            highest_[i] = std::max(highest_[2 * i], highest_[2 * i + 1]);
    }

    /// The place, or the list's size if there is none.
    std::size_t from(std::size_t place, u64 enough) const
    {
        if (place >= size_) return size_;
        std::size_t i = leaves_ + place;
        while (highest_[i] < enough) {
            while (i % 2 == 1) i /= 2;
            if (i == 0) return size_;  // it was the last on every level
            ++i;
        }
        while (i < leaves_) {
            i *= 2;
            if (highest_[i] < enough) ++i;
        }
        return std::min(i - leaves_, size_);
    }

private:
    std::size_t size_, leaves_;
    std::vector<u64> highest_;  ///< a binary tree: the highest number below each node
};

bool is_in_tree(const Timer& timer)
{
    return timer.place.where == Place::Where::waiting || timer.place.where == Place::Where::parked;
}

/// Numbers that were not given yet are given again, to timers that memory then takes for this one.
std::optional<std::string> broken_numbers(const Timer& timer, const Counters& counters)
{
    const auto not_given = [](const std::string& what, u64 number, u64 next) -> std::optional<std::string> {
        if (number < next) return std::nullopt;
        return "the " + what + " " + std::to_string(number) + " was not given yet";
    };
    if (timer.kind == Kind::watch)
        if (auto why = not_given("watch number", timer.watch_number, counters.next_watch)) return why;
    if (timer.place.where == Place::Where::dead)
        return not_given("number of death", timer.place.death.number, counters.next_death);
    if (!is_in_tree(timer)) return std::nullopt;
    if (auto why = not_given("arrival", timer.place.arrival, counters.next_arrival)) return why;
    return not_given("era", timer.place.era, counters.era + 1);
}

}  // namespace

void DueSet::rebuild(state::Walk& walk, const Counters& counters, const Listener& listener)
{
    judged_ = counters.judged_height;
    idle_.set_judged(judged_);
    rebuild_eras(walk);
    walk.on(EXPIRED_BLOCK_TABLE, NUMBERED_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        Reader r(value);
        const u64 bound = r.get_u64();
        expired_blocks_.emplace(Reader(at.subspan(1)).get_u64(), ExpiredBlock{bound, r.get_u64()});
        if (!r.done()) walk.refuse(at, "a block of expiries is malformed");
    });
    // A timer's place depends on endings that the pass may show after its record.
    auto stirring = std::make_shared<std::vector<Bytes>>();
    walk.on(RECORD_TABLE, RECORD_KEY_BYTES, [stirring](BytesView at, BytesView value) {
        if (is_pending_record(value)) return;
        Bytes& record = stirring->emplace_back(to_bytes(at));
        record.insert(record.end(), value.begin(), value.end());
    });
    walk.then([this, stirring, listener, counters] { return rebuild_timers(*stirring, counters, listener); });
}

void DueSet::rebuild_eras(state::Walk& walk)
{
    walk.on(ENDING_TABLE, NUMBERED_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        const u64 era = Reader(at.subspan(1)).get_u64();
        Reader r(value);
        const bool all = r.get_bool();
        const u64 gas_cap = r.get_u64(), judged = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the ending of an era is malformed");
        if (all)
            stood_[era].judged = judged;
        else
            raised_.emplace(era, Raised{.gas_cap = gas_cap, .judged = judged, .standing = 0});
    });
}

/// Endings are of eras that have ended, blocks of expiries of numbers and eras that were given.
std::optional<std::string> DueSet::broken_endings(const Counters& counters) const
{
    const auto of = [](u8 table, u64 number) {
        return "key " + state::shown_key(Key(table).add_u64(number)) + ": ";
    };
    const auto is_later = [&](const auto& endings) {
        return !endings.empty() && endings.rbegin()->first >= counters.era;
    };
    if (is_later(raised_)) return of(ENDING_TABLE, raised_.rbegin()->first) + "the era has not ended yet";
    if (is_later(stood_)) return of(ENDING_TABLE, stood_.rbegin()->first) + "the era has not ended yet";
    for (const auto& [number, block] : expired_blocks_) {
        const bool was_given = number < counters.next_death && block.bound <= judged_ &&
                               (block.era == ExpiredBlock::IDLE || block.era <= counters.era);
        if (!was_given)
            return of(EXPIRED_BLOCK_TABLE, number) + "the block of expiries is none that a chain made";
    }
    return std::nullopt;
}

/// The first ending since its era that concerns a timer decides where it is. A change of discipline concerns
/// all timers, a cap only those that were parked with a limit that fits.
state::Walk::Status DueSet::rebuild_timers(std::span<const Bytes> records, const Counters& counters,
                                           const Listener& listener)
{
    if (const auto why = broken_endings(counters)) return *why;
    std::vector<u64> arrivals;
    std::vector<u64> eras, caps;
    for (const auto& [era, raised] : raised_) {
        eras.push_back(era);
        caps.push_back(raised.gas_cap);
    }
    const FirstHighEnough first_cap(caps);
    const auto spot_of_record = [&](const Timer& timer) -> Spot {
        const Spot in_tree = spot_in_tree(timer);
        if (timer.place.where != Place::Where::parked) return in_tree;
        const auto since = std::ranges::lower_bound(eras, timer.place.era) - eras.begin();
        const std::size_t i = first_cap.from(static_cast<std::size_t>(since), timer.place.parked_gas);
        if (i == eras.size() || (in_tree.stood && *in_tree.stood < eras[i])) return in_tree;
        if (timer.expires_at < raised_.at(eras[i]).judged) return in_tree;  // dead
        return {Place::Where::standing, eras[i], true};
    };
    for (const Bytes& record : records) {
        const BytesView key = BytesView(record).first(RECORD_KEY_BYTES);
        const auto wrong = [&](const std::string& why) {
            return "key " + state::shown_key(key) + ": " + why;
        };
        const auto decoded = decode_timer(BytesView(record).subspan(RECORD_KEY_BYTES));
        if (!decoded) return wrong(decoded.error());
        const Timer& timer = decoded.value();
        if (!equal(record_key(timer.id), key)) return wrong("the record is that of another timer");
        if (const auto why = broken_numbers(timer, counters)) return wrong(*why);
        if (is_in_tree(timer)) {
            const Spot spot = spot_of_record(timer);
            const bool is_taken = standing_.contains(timer.place.arrival) ||
                                  (!spot.by_cap && tree_of(spot.stood).find(timer.place.arrival));
            if (is_taken)
                return wrong("another timer has the arrival " + std::to_string(timer.place.arrival));
            arrivals.push_back(timer.place.arrival);
            if (listener.stirs) listener.stirs(timer);
            rebuild_timer(timer, spot, listener);
        } else {
            if (dead_.contains(timer.place.death.number) && timer.place.where == Place::Where::dead)
                return wrong("another timer has the number of death " +
                             std::to_string(timer.place.death.number));
            if (listener.stirs) listener.stirs(timer);
            rebuild_timer(timer, {}, listener);
        }
    }
    std::ranges::sort(arrivals);  // the same one in two trees
    if (const auto twice = std::ranges::adjacent_find(arrivals); twice != arrivals.end())
        return "two timers have the arrival " + std::to_string(*twice);
    for (const auto& [era, raised] : raised_)
        if (raised.standing == 0) drained_.push_back(era);
    for (const auto& [era, stood] : stood_)
        if (stood.tree.size() == 0) drained_.push_back(era);
    return {};
}

void DueSet::rebuild_timer(const Timer& t, const Spot& spot, const Listener& listener)
{
    switch (t.place.where) {
        case Place::Where::dead:
            dead_.emplace(t.place.death.number, t.id);
            return;
        case Place::Where::idle:
            idle_.insert(t.watch_number, t.id, t.expires_at);
            return;
        case Place::Where::waiting:
        case Place::Where::parked:
            break;
        case Place::Where::pending:
        case Place::Where::standing:
            LARIAT_ASSERT(false);  // neither is decoded for it
    }
    if (spot.by_cap) {
        stand(t.place.arrival, {t.id, *spot.stood});
        return;
    }
    const bool parked = t.place.where == Place::Where::parked;
    put_in(spot.stood, t.place.arrival, {t.id, t.expires_at, parked});
    if (spot.stood) return;
    if (listener.waits && !parked) listener.waits(t);
    if (parked && spot.where != Place::Where::dead) parked_.emplace(t.place.parked_gas, t.place.arrival);
}

std::set<std::pair<u64, u64>> DueSet::live_parked() const
{
    std::set<std::pair<u64, u64>> out;
    for (const auto& entry : parked_)
        if (tree_.find(entry.second)->expires_at >= judged_) out.insert(entry);
    return out;
}

namespace {

bool same_tree(const ArrivalTree& a, const ArrivalTree& b)
{
    std::vector<std::pair<u64, WaitingTimer>> ours, theirs;
    a.for_each([&](u64 arrival, const WaitingTimer& t) { ours.emplace_back(arrival, t); });
    b.for_each([&](u64 arrival, const WaitingTimer& t) { theirs.emplace_back(arrival, t); });
    return ours == theirs;
}

}  // namespace

bool DueSet::same_eras(const DueSet& other) const
{
    const bool same_stood = std::ranges::equal(stood_, other.stood_, [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.judged == b.second.judged && a.second.dead == b.second.dead &&
               a.second.first == b.second.first && same_tree(a.second.tree, b.second.tree);
    });
    return same_stood && firsts_ == other.firsts_ && stood_dead_ == other.stood_dead_ &&
           raised_ == other.raised_ && standing_ == other.standing_;
}

bool DueSet::same_as(const DueSet& other) const
{
    return same_tree(tree_, other.tree_) && same_eras(other) && expiries_ == other.expiries_ &&
           judged_ == other.judged_ && expired_waiting_ == other.expired_waiting_ &&
           idle_.same_as(other.idle_) && live_parked() == other.live_parked() && dead_ == other.dead_ &&
           expired_blocks_ == other.expired_blocks_;
}

}  // namespace lariat::timers
