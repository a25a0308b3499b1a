// Timers join and leave their bundles. Which bundles stand in a group is in order_owners.cpp, finding the
// best is in order_best.cpp.
#include "lane/auction/order.hpp"

#include "base/codec.hpp"

namespace lariat::lane {

using timers::TieBreak;
using timers::TimerId;

u64 AuctionOrder::hash_of_own(u32 owner, const BidSource& source, u32 generation) const
{
    std::array<u8, 4 + 4 + 1 + 16 + 16> key{};
    std::memcpy(key.data(), &owner, 4);
    std::memcpy(key.data() + 4, &generation, 4);
    key[8] = source.kind;
    std::memcpy(key.data() + 9, &source.own.max_fee, 16);
    std::memcpy(key.data() + 25, &source.own.max_priority, 16);
    return hash_of(key);
}

u32 AuctionOrder::entry_of(const TimerId& id) const
{
    return entry_by_id_.find(hash_of(view(id)), [&](u32 n) { return entries_[n].id == id; });
}

Tie AuctionOrder::tie_of(const Entry& entry) const
{
    return {tie_break_ == TieBreak::fair ? entry.due_height : 0, entry.id};
}

/// Decides most comparisons of ties. Equal keys say nothing.
u64 AuctionOrder::key_of(const Tie& tie) const
{
    if (tie_break_ == TieBreak::fair) return tie.due_height;
    return Reader(view(tie.id)).get_u64();
}

u32 AuctionOrder::bundle_for(u32 owner_number, const BidSource& source)
{
    Owner& owner = owners_[owner_number];
    const u32 generation = source.kind == BidSource::ANSWERED ? owner.generation : 0;
    u64 hash = 0;
    u32 found = NONE;
    if (source.kind < BidSource::OWN) {
        found = owner.of_kind[source.kind];
    } else {
        hash = hash_of_own(owner_number, source, generation);
        found = bundle_by_bid_.find(hash, [&](u32 n) {
            const Bundle& bundle = bundles_[n];
            return bundle.owner == owner_number && bundle.generation == generation && bundle.source == source;
        });
    }
    if (found != NONE) return found;
    const u32 number = bundles_.take();
    Bundle& bundle = bundles_[number];
    bundle.source = source;
    bundle.owner = owner_number;
    bundle.generation = generation;
    if (source.kind < BidSource::OWN)
        owner.of_kind[source.kind] = number;
    else
        bundle_by_bid_.insert(hash, number);
    return number;
}

void AuctionOrder::release(u32 number)
{
    const Bundle& bundle = bundles_[number];
    LARIAT_ASSERT(!bundle.listed && !bundle.enrolled && bundle.timers.empty() && bundle.rank == 0);
    if (bundle.source.kind < BidSource::OWN)
        owners_[bundle.owner].of_kind[bundle.source.kind] = NONE;
    else
        bundle_by_bid_.erase(hash_of_own(bundle.owner, bundle.source, bundle.generation), number);
    bundles_.give_back(number);
}

/// The default bundle may be there for void answers alone.
void AuctionOrder::release_empty_default(const Owner& owner)
{
    const u32 number = owner.of_kind[0];
    if (number != NONE && bundles_[number].held == 0 && owner.void_answers == NONE) release(number);
}

void AuctionOrder::push(u32 number)
{
    const u32 bundle = entries_[number].bundle;
    bundles_[bundle].timers.push(number, TimersOfBundle{*this});
    ++steps_;
    place(bundle);
}

void AuctionOrder::pull(u32 number)
{
    ++steps_;
    if (entries_[number].in_bundle == NumberHeap::NOWHERE) return;
    const u32 bundle = entries_[number].bundle;
    bundles_[bundle].timers.erase(number, TimersOfBundle{*this});
    place(bundle);
}

void AuctionOrder::hold(u32 number, u32 owner, const BidSource& source)
{
    Entry& entry = entries_[number];
    entry.bundle = bundle_for(owner, source);
    ++bundles_[entry.bundle].held;
    if (!entry.aside) push(number);
}

void AuctionOrder::let_go(u32 number)
{
    pull(number);
    const u32 bundle = entries_[number].bundle;
    const Owner& owner = owners_[bundles_[bundle].owner];
    if (--bundles_[bundle].held > 0) return;
    if (bundle != owner.of_kind[0]) release(bundle);
    release_empty_default(owner);
}

void AuctionOrder::add(const TimerId& id, const Waiting& timer, u64 recent, std::optional<u64> outcome)
{
    LARIAT_ASSERT(entry_of(id) == NONE);
    const u32 number = entries_.take();
    Entry& entry = entries_[number];
    entry = {id, timer.due_height, timer.expires_at, NONE, NumberHeap::NOWHERE, timer.aside};
    entry_by_id_.insert(hash_of(view(id)), number);
    ++size_;
    u32 owner_number = owners_.number_of(timer.owner);
    if (owner_number == NONE) {
        owner_number = owners_.add(timer.owner);
        Owner& owner = owners_[owner_number];
        owner.recent = owner.group = recent;
        owner.outcome = outcome.value_or(Outcomes::ONE);
        owner.of_kind.fill(NONE);
        if (outcome) keep_outcome(timer.owner);
    }
    ++owners_[owner_number].timers;
    if (timer.aside) aside_.insert(id);
    hold(number, owner_number, timer.source);
}

std::optional<AuctionOrder::Waiting> AuctionOrder::remove(const TimerId& id)
{
    const u32 number = entry_of(id);
    if (number == NONE) return std::nullopt;
    const Waiting removed = waiting_at(number);
    Entry& entry = entries_[number];
    const u32 owner_number = bundles_[entry.bundle].owner;
    if (entry.aside) aside_.erase(id);
    let_go(number);
    entry.bundle = NONE;
    entry_by_id_.erase(hash_of(view(id)), number);
    entries_.give_back(number);
    --size_;
    if (--owners_[owner_number].timers > 0) return removed;
    drop_outcome(owner_number);
    owners_.erase(owner_number);
    return removed;
}

std::optional<AuctionOrder::Waiting> AuctionOrder::find(const TimerId& id) const
{
    const u32 number = entry_of(id);
    return number == NONE ? std::nullopt : std::optional(waiting_at(number));
}

AuctionOrder::Waiting AuctionOrder::waiting_at(u32 number) const
{
    const Entry& entry = entries_[number];
    const Bundle& bundle = bundles_[entry.bundle];
    return Waiting{owners_.key(bundle.owner), entry.due_height, entry.expires_at,
                   is_void(bundle) ? BidSource{} : bundle.source, entry.aside};
}

std::map<TimerId, AuctionOrder::Waiting> AuctionOrder::all() const
{
    std::map<TimerId, Waiting> out;
    for (u32 n = 0; n < entries_.end(); ++n)
        if (entries_[n].bundle != NONE) out.emplace(entries_[n].id, *find(entries_[n].id));
    return out;
}

void AuctionOrder::set_expiry(const TimerId& id, u64 expires_at)
{
    const u32 number = entry_of(id);
    LARIAT_ASSERT(number != NONE);
    Entry& entry = entries_[number];
    entry.expires_at = expires_at;
    if (!entry.aside && entry.in_bundle == NumberHeap::NOWHERE) push(number);  // it was dropped as expired
}

void AuctionOrder::set_source(const TimerId& id, const BidSource& source)
{
    const u32 number = entry_of(id);
    if (number == NONE) return;
    const u32 owner = bundles_[entries_[number].bundle].owner;
    let_go(number);
    hold(number, owner, source);
}

void AuctionOrder::set_recent(const Address& owner, u64 recent)
{
    const u32 number = owners_.number_of(owner);
    if (number == NONE || owners_[number].recent == recent) return;
    owners_[number].recent = recent;
    unsettle(number);
}

void AuctionOrder::forget_answers(const Address& address)
{
    const u32 number = owners_.number_of(address);
    if (number == NONE) return;
    Owner& owner = owners_[number];
    BidSet& set = owner.answered;
    while (set.shown_count > 0) hide(set, set.shown[set.shown_count - 1]);
    if (set.large != NONE) make_small(set);
    set.count = 0;
    ++owner.generation;
    ++steps_;
    if (owner.answers == NONE) return;
    owner.void_answers = heaps_.meld(owner.void_answers, owner.answers);
    owner.answers = NONE;
    place(bundle_for(number, {}));
}

/// Each timer is put where it belongs under the new tie-break, as if it came anew.
void AuctionOrder::set_tie_break(TieBreak tie_break)
{
    if (tie_break == tie_break_) return;
    LARIAT_ASSERT(!terms_);
    const bool forgets_outcomes = tie_break_ == TieBreak::outcome;
    tie_break_ = tie_break;
    groups_.clear();
    forest_.clear();
    larges_.clear();
    by_low_.clear();
    by_high_.clear();
    unsettled_.clear();
    if (forgets_outcomes) with_outcome_.clear();
    owners_.for_each([&](u32 number) {
        Owner& owner = owners_[number];
        owner.own = owner.answered = {};
        owner.answers = owner.void_answers = NONE;
        owner.group = owner.recent;
        if (forgets_outcomes) {
            owner.outcome = Outcomes::ONE;
            owner.in_with_outcome = NumberHeap::NOWHERE;
        }
        owner.unsettled = owner.ranks_anew = false;
    });
    std::vector<u32> again;
    for (u32 number = 0; number < bundles_.end(); ++number) {
        Bundle& bundle = bundles_[number];
        for (std::size_t i = 0; i < bundle.timers.size(); ++i) {
            entries_[bundle.timers[i]].in_bundle = NumberHeap::NOWHERE;
            again.push_back(bundle.timers[i]);
        }
        bundle.timers.clear();
        bundle.listed = bundle.enrolled = false;
        bundle.in_group = NumberHeap::NOWHERE;
        bundle.up = bundle.left = bundle.right = NONE;
        bundle.rank = 0;
    }
    for (const u32 entry : again) push(entry);
}

bool AuctionOrder::give_back(u64 pages)
{
    for (; pages > 0; --pages)
        if (!bundles_.destroy_page() && !entries_.destroy_page() && !owners_.destroy_page() &&
            !forest_.destroy_page() && !larges_.destroy_page())
            return true;
    return false;
}

}  // namespace lariat::lane
