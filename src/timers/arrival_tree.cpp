// Implements the arrival tree: six bits of the arrival number for each level; the tree grows upwards as
// numbers grow, and empty nodes are freed.
#include "timers/arrival_tree.hpp"

#include <array>
#include <bit>

namespace lariat::timers {

namespace {
constexpr unsigned BITS = 6;
constexpr unsigned FANOUT = 1u << BITS;
constexpr unsigned LEVELS_MAX = 11;
}  // namespace

struct ArrivalTree::Node {
    unsigned level = 0;  ///< 0: entries, above: children
    u64 occupied = 0;
    std::array<u64, FANOUT> earliest_expiry{};  ///< valid where occupied
    std::array<u64, FANOUT> latest_expiry{};
    std::array<u64, FANOUT> latest_lookable{};  ///< 0 where nothing may be looked at
    std::array<std::unique_ptr<Node>, FANOUT> children;
    std::unique_ptr<std::array<WaitingTimer, FANOUT>> entries;

    explicit Node(unsigned l) : level(l)
    {
        if (level == 0) entries = std::make_unique<std::array<WaitingTimer, FANOUT>>();
    }

    unsigned slot_of(u64 arrival) const { return static_cast<unsigned>(arrival >> (BITS * level)) % FANOUT; }
    bool covers(u64 arrival) const { return level + 1 >= LEVELS_MAX || arrival >> (BITS * (level + 1)) == 0; }

    void summarise(unsigned slot)
    {
        if (level == 0) {
            const WaitingTimer& t = (*entries)[slot];
            earliest_expiry[slot] = latest_expiry[slot] = t.expires_at;
            latest_lookable[slot] = t.parked ? 0 : t.expires_at;
        } else {
            set_summary(slot, [](u64, u64, u64) { return false; });
        }
    }

    /// The same after a timer below the slot has left: what the slot says can only narrow, so the look at
    /// its child ends as soon as that says as much as before.
    void narrow(unsigned slot)
    {
        set_summary(slot, [&](u64 earliest, u64 latest, u64 lookable) {
            return earliest == earliest_expiry[slot] && latest == latest_expiry[slot] &&
                   lookable == latest_lookable[slot];
        });
    }

    /// From what the child says, until `is_enough`.
    template <class IsEnough>
    void set_summary(unsigned slot, const IsEnough& is_enough)
    {
        const Node& child = *children[slot];
        u64 earliest = U64_MAX, latest = 0, lookable = 0;
        for (u64 rest = child.occupied; rest != 0; rest &= rest - 1) {
            const unsigned i = static_cast<unsigned>(std::countr_zero(rest));
            earliest = std::min(earliest, child.earliest_expiry[i]);
            latest = std::max(latest, child.latest_expiry[i]);
            lookable = std::max(lookable, child.latest_lookable[i]);
            if (is_enough(earliest, latest, lookable)) return;
        }
        earliest_expiry[slot] = earliest;
        latest_expiry[slot] = latest;
        latest_lookable[slot] = lookable;
    }

    /// A timer that is not there yet: all that its slot says only widens.
    void add(u64 arrival, const WaitingTimer& timer)
    {
        const unsigned slot = slot_of(arrival);
        if (level == 0) {
            LARIAT_ASSERT(!(occupied >> slot & 1));
            (*entries)[slot] = timer;
        } else {
            if (!children[slot]) children[slot] = std::make_unique<Node>(level - 1);
            children[slot]->add(arrival, timer);
        }
        if (!(occupied >> slot & 1)) {
            occupied |= u64{1} << slot;
            earliest_expiry[slot] = U64_MAX;
            latest_expiry[slot] = latest_lookable[slot] = 0;
        }
        earliest_expiry[slot] = std::min(earliest_expiry[slot], timer.expires_at);
        latest_expiry[slot] = std::max(latest_expiry[slot], timer.expires_at);
        if (!timer.parked) latest_lookable[slot] = std::max(latest_lookable[slot], timer.expires_at);
    }

    void replace(u64 arrival, const WaitingTimer& timer)
    {
        const unsigned slot = slot_of(arrival);
        LARIAT_ASSERT(occupied >> slot & 1);
        if (level == 0)
            (*entries)[slot] = timer;
        else
            children[slot]->replace(arrival, timer);
        summarise(slot);
    }

    void take(u64 arrival)
    {
        const unsigned slot = slot_of(arrival);
        LARIAT_ASSERT(occupied >> slot & 1);
        if (level > 0) {
            children[slot]->take(arrival);
            if (children[slot]->occupied != 0) {
                narrow(slot);
                return;
            }
            children[slot].reset();
        }
        occupied &= ~(u64{1} << slot);
    }

    template <class Wanted>
    std::optional<u64> first_from(u64 from, const Wanted& wanted) const
    {
        const unsigned start = slot_of(from);
        for (u64 rest = occupied & (~u64{0} << start); rest != 0; rest &= rest - 1) {
            const unsigned slot = static_cast<unsigned>(std::countr_zero(rest));
            if (!wanted(*this, slot)) continue;
            if (level == 0) return slot;
            const u64 below = slot == start ? from : 0;  // in a later child everything counts
            if (const auto found = children[slot]->first_from(below, wanted))
                return u64{slot} << (BITS * level) | *found;
        }
        return std::nullopt;
    }
};

ArrivalTree::ArrivalTree() = default;
ArrivalTree::~ArrivalTree() = default;
ArrivalTree::ArrivalTree(ArrivalTree&&) noexcept = default;
ArrivalTree& ArrivalTree::operator=(ArrivalTree&&) noexcept = default;

void ArrivalTree::insert(u64 arrival, const WaitingTimer& timer)
{
    if (!root_) root_ = std::make_unique<Node>(0);
    while (!root_->covers(arrival)) {
        auto higher = std::make_unique<Node>(root_->level + 1);
        if (root_->occupied != 0) {
            higher->children[0] = std::move(root_);
            higher->occupied = 1;
            higher->summarise(0);
        }
        root_ = std::move(higher);
    }
    root_->add(arrival, timer);
    ++size_;
}

void ArrivalTree::erase(u64 arrival)
{
    LARIAT_ASSERT(root_ && root_->covers(arrival));
    root_->take(arrival);
    --size_;
}

void ArrivalTree::replace(u64 arrival, const WaitingTimer& timer)
{
    LARIAT_ASSERT(root_ && root_->covers(arrival));
    root_->replace(arrival, timer);
}

const WaitingTimer* ArrivalTree::find(u64 arrival) const
{
    const Node* node = root_.get();
    if (!node || !node->covers(arrival)) return nullptr;
    for (;;) {
        const unsigned slot = node->slot_of(arrival);
        if (!(node->occupied >> slot & 1)) return nullptr;
        if (node->level == 0) return &(*node->entries)[slot];
        node = node->children[slot].get();
    }
}

std::optional<u64> ArrivalTree::next_to_look_at(u64 from, u64 min_expiry) const
{
    if (!root_ || !root_->covers(from)) return std::nullopt;
    return root_->first_from(from, [&](const Node& n, unsigned slot) {
        ++steps_;
        return n.latest_lookable[slot] != 0 && n.latest_lookable[slot] >= min_expiry;
    });
}

std::optional<u64> ArrivalTree::first_expired(u64 bound) const
{
    if (!root_) return std::nullopt;
    return root_->first_from(0, [&](const Node& n, unsigned slot) {
        ++steps_;
        return n.earliest_expiry[slot] < bound;
    });
}

std::optional<u64> ArrivalTree::next_alive(u64 from, u64 bound) const
{
    if (!root_ || !root_->covers(from)) return std::nullopt;
    return root_->first_from(from, [&](const Node& n, unsigned slot) {
        ++steps_;
        return n.latest_expiry[slot] >= bound;
    });
}

void ArrivalTree::for_each(const std::function<void(u64, const WaitingTimer&)>& visit) const
{
    if (!root_) return;
    const auto any = [](const Node&, unsigned) { return true; };
    for (auto at = root_->first_from(0, any); at;) {
        visit(*at, *find(*at));
        if (*at == U64_MAX || !root_->covers(*at + 1)) return;
        at = root_->first_from(*at + 1, any);
    }
}

}  // namespace lariat::timers
