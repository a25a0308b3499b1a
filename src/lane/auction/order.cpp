// Keeping the order: what waits, in bundles, bundles in groups. Looking at it is in order_best.cpp.
#include "lane/auction/order.hpp"

#include "base/codec.hpp"

namespace lariat::lane {

using timers::TieBreak;
using timers::TimerId;

u64 AuctionOrder::hash_of_own(u32 owner, const Bid& bid) const
{
    std::array<u8, 4 + 16 + 16> key{};
    std::memcpy(key.data(), &owner, 4);
    std::memcpy(key.data() + 4, &bid.max_fee, 16);
    std::memcpy(key.data() + 20, &bid.max_priority, 16);
    return hash_of(key);
}

u32 AuctionOrder::entry_of(const TimerId& id) const
{
    return entry_by_id_.find(hash_of(view(id)), [&](u32 n) { return entries_[n].id == id; });
}

Tie AuctionOrder::tie_of(const Entry& entry) const
{
    return {0, tie_break_ == TieBreak::fair ? entry.due_height : 0, entry.id};
}

u64 AuctionOrder::key_of(const Tie& tie) const
{
    if (tie_break_ == TieBreak::outcome) return tie.outcome;
    if (tie_break_ == TieBreak::fair) return tie.due_height;
    return Reader(view(tie.id)).get_u64();
}

Tie AuctionOrder::first_of(const Bundle& bundle) const
{
    Tie first = tie_of(entries_[bundle.timers.top()]);
    if (tie_break_ == TieBreak::outcome) first.outcome = U64_MAX - owners_[bundle.owner].outcome;
    return first;
}

u32 AuctionOrder::bundle_for(u32 owner_number, const BidSource& source)
{
    Owner& owner = owners_[owner_number];
    u64 hash = 0;
    u32 found = NONE;
    if (source.kind < BidSource::OWN) {
        found = owner.of_kind[source.kind];
    } else {
        hash = hash_of_own(owner_number, source.own);
        found = bundle_by_bid_.find(
            hash, [&](u32 n) { return bundles_[n].owner == owner_number && bundles_[n].source == source; });
    }
    if (found != NONE) return found;
    const u32 number = bundles_.take();
    Bundle& bundle = bundles_[number];
    bundle.source = source;
    bundle.owner = owner_number;
    bundle.in_owner = static_cast<u32>(owner.bundles.size());
    owner.bundles.push_back(number);
    if (source.kind < BidSource::OWN)
        owner.of_kind[source.kind] = number;
    else
        bundle_by_bid_.insert(hash, number);
    return number;
}

void AuctionOrder::release(u32 number)
{
    const Bundle& bundle = bundles_[number];
    LARIAT_ASSERT(!bundle.indexed && bundle.timers.empty());
    Owner& owner = owners_[bundle.owner];
    const u32 last = owner.bundles.back();
    owner.bundles[bundle.in_owner] = last;
    bundles_[last].in_owner = bundle.in_owner;
    owner.bundles.pop_back();
    if (bundle.source.kind < BidSource::OWN)
        owner.of_kind[bundle.source.kind] = NONE;
    else
        bundle_by_bid_.erase(hash_of_own(bundle.owner, bundle.source.own), number);
    bundles_.give_back(number);
}

void AuctionOrder::index(Bundle& bundle, u32 number)
{
    LARIAT_ASSERT(!bundle.indexed);
    if (bundle.timers.empty()) return;
    ++steps_;
    const u64 recent = owners_[bundle.owner].recent;
    Group& group = groups_.try_emplace(recent, nodes_, bundles_).first->second;
    ++group.bundles;
    bundle.first = first_of(bundle);
    bundle.indexed = true;
    if (bundle.source.kind == BidSource::OWN)
        group.own.insert(number);
    else
        group.by_kind[bundle.source.kind].push(number, BundlesOfKind{*this});
    touch(recent);
}

void AuctionOrder::unindex(Bundle& bundle, u32 number)
{
    if (!bundle.indexed) return;
    ++steps_;
    const auto it = groups_.find(owners_[bundle.owner].recent);
    Group& group = it->second;
    if (bundle.source.kind == BidSource::OWN)
        group.own.erase(number);
    else
        group.by_kind[bundle.source.kind].erase(number, BundlesOfKind{*this});
    bundle.indexed = false;
    touch(it->first);
    if (--group.bundles == 0) groups_.erase(it);
}

/// Its first timer may be another one now.
void AuctionOrder::reindex(u32 number)
{
    Bundle& bundle = bundles_[number];
    if (!bundle.indexed || bundle.timers.empty()) {
        unindex(bundle, number);
        index(bundle, number);
        return;
    }
    const Tie first = first_of(bundle);
    if (first == bundle.first) return;
    ++steps_;
    bundle.first = first;
    const u64 recent = owners_[bundle.owner].recent;
    Group& group = groups_.find(recent)->second;
    if (bundle.source.kind == BidSource::OWN)
        group.own.first_moved(number);
    else
        group.by_kind[bundle.source.kind].moved(number, BundlesOfKind{*this});
    touch(recent);
}

void AuctionOrder::touch(u64 recent)
{
    if (terms_) touched_.insert(recent);
}

void AuctionOrder::push(u32 number)
{
    const u32 bundle = entries_[number].bundle;
    bundles_[bundle].timers.push(number, TimersOfBundle{*this});
    ++steps_;
    reindex(bundle);
}

void AuctionOrder::pull(u32 number)
{
    ++steps_;
    if (entries_[number].in_bundle == NumberHeap::NOWHERE) return;
    const u32 bundle = entries_[number].bundle;
    bundles_[bundle].timers.erase(number, TimersOfBundle{*this});
    reindex(bundle);
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
    if (--bundles_[bundle].held == 0) release(bundle);
}

void AuctionOrder::add(const TimerId& id, const Waiting& timer, u64 recent, u64 outcome)
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
        owner.recent = recent;
        owner.outcome = outcome;
        owner.of_kind.fill(NONE);
    }
    ++owners_[owner_number].timers;
    if (timer.aside) aside_.insert(id);
    hold(number, owner_number, timer.source);
}

void AuctionOrder::remove(const TimerId& id)
{
    const u32 number = entry_of(id);
    LARIAT_ASSERT(number != NONE);
    Entry& entry = entries_[number];
    const u32 owner_number = bundles_[entry.bundle].owner;
    if (entry.aside) aside_.erase(id);
    let_go(number);
    entry.bundle = NONE;
    entry_by_id_.erase(hash_of(view(id)), number);
    entries_.give_back(number);
    --size_;
    if (--owners_[owner_number].timers == 0) owners_.erase(owner_number);
}

std::optional<AuctionOrder::Waiting> AuctionOrder::find(const TimerId& id) const
{
    const u32 number = entry_of(id);
    if (number == NONE) return std::nullopt;
    const Entry& entry = entries_[number];
    const Bundle& bundle = bundles_[entry.bundle];
    return Waiting{owners_.address(bundle.owner), entry.due_height, entry.expires_at, bundle.source,
                   entry.aside};
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
    LARIAT_ASSERT(number != NONE);
    const u32 owner = bundles_[entries_[number].bundle].owner;
    let_go(number);
    hold(number, owner, source);
}

/// Its bundles leave their group, and join the one that it belongs to after `edit`.
template <class Edit>
void AuctionOrder::move(u32 number, const Edit& edit)
{
    Owner& owner = owners_[number];
    for (const u32 bundle : owner.bundles) __builtin_prefetch(&bundles_[bundle]);
    for (const u32 bundle : owner.bundles) unindex(bundles_[bundle], bundle);
    edit(owner);
    for (const u32 bundle : owner.bundles) index(bundles_[bundle], bundle);
}

void AuctionOrder::set_recent(const Address& owner, u64 recent)
{
    const u32 number = owners_.number_of(owner);
    if (number == NONE || owners_[number].recent == recent) return;
    move(number, [&](Owner& o) { o.recent = recent; });
}

void AuctionOrder::set_outcome(const Address& owner, u64 outcome)
{
    const u32 number = owners_.number_of(owner);
    if (number == NONE || owners_[number].outcome == outcome) return;
    move(number, [&](Owner& o) { o.outcome = outcome; });
}

void AuctionOrder::clear()
{
    LARIAT_ASSERT(!terms_);
    groups_.clear();
    entries_.clear();
    owners_.clear();
    bundles_.clear();
    nodes_.clear();
    entry_by_id_.clear();
    bundle_by_bid_.clear();
    aside_.clear();
    size_ = 0;
}

void AuctionOrder::set_tie_break(TieBreak tie_break)
{
    if (tie_break == tie_break_) return;
    LARIAT_ASSERT(!terms_);
    std::vector<u32> again;
    for (u32 number = 0; number < bundles_.end(); ++number) {
        Bundle& bundle = bundles_[number];
        unindex(bundle, number);
        for (std::size_t i = 0; i < bundle.timers.size(); ++i) {
            entries_[bundle.timers[i]].in_bundle = NumberHeap::NOWHERE;
            again.push_back(bundle.timers[i]);
        }
        bundle.timers.clear();
    }
    tie_break_ = tie_break;
    for (const u32 entry : again) push(entry);
}

}  // namespace lariat::lane
