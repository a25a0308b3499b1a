// Rebuilding the due set from the state (TMR-7), and comparing two of them.
#include <bit>

#include "base/codec.hpp"
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
    walk.on(RECORD_TABLE, RECORD_KEY_BYTES, [stirring](BytesView, BytesView value) {
        if (!is_pending_record(value)) stirring->push_back(to_bytes(value));
    });
    walk.then([this, stirring, listener] { return rebuild_timers(*stirring, listener); });
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

/// The first ending since its era that concerns a timer decides where it is. A change of discipline concerns
/// all timers, a cap only those that were parked with a limit that fits.
state::Walk::Status DueSet::rebuild_timers(std::span<const Bytes> records, const Listener& listener)
{
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
        const auto timer = decode_timer(record);
        if (!timer) return timer.error();
        if (listener.stirs) listener.stirs(timer.value());
        const bool in_tree = timer.value().place.where == Place::Where::waiting ||
                             timer.value().place.where == Place::Where::parked;
        rebuild_timer(timer.value(), in_tree ? spot_of_record(timer.value()) : Spot{}, listener);
    }
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
            LARIAT_ASSERT(false);
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
