// The owners of agents, the timers that agents may be asked about, and their answers. Asking is in
// agents_ask.cpp.
#include "lane/auction/agents.hpp"

#include <utility>

#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

using timers::Timer;
using timers::TimerId;

namespace {

constexpr u8 OWNER = 'b';   // b ‖ owner → agent named, agent in force, place, auction, void answers
constexpr u8 ASKING = 'q';  // q ‖ timer id → height of the asking, answer

Bytes owner_key(const Address& owner)
{
    Writer w;
    w.put_u8(OWNER).put_raw(view(owner));
    return w.take();
}

Bytes asking_key(const TimerId& id)
{
    Writer w;
    w.put_u8(ASKING).put_raw(view(id));
    return w.take();
}

void put_agent(Writer& w, const std::optional<Address>& agent)
{
    w.put_bool(agent.has_value());
    if (agent) w.put_raw(view(*agent));
}

std::optional<Address> get_agent(Reader& r)
{
    if (!r.get_bool()) return std::nullopt;
    return r.get_address();
}

bool may_be_asked(const Timer& timer)
{
    return !timer.max_fee_per_cycle && !timer.tier;
}

}  // namespace

/// A record of an auction that has ended says only who was named.
void Agents::freshen(Owner& owner) const
{
    if (owner.since == lane_.since) return;
    owner.since = lane_.since;
    owner.in_force = owner.named;
    owner.place = owner.answers_from = 0;
}

Agents::Owner& Agents::owner_of(const Address& address)
{
    Owner& owner = owners_.find_or_add(address);
    freshen(owner);
    return owner;
}

void Agents::keep(const Address& address, const Owner& owner)
{
    if (!owner.has_record()) {
        if (state_.contains(owner_key(address))) state_.erase(owner_key(address));
        return;
    }
    Writer w;
    put_agent(w, owner.named);
    put_agent(w, owner.in_force);
    w.put_u64(owner.place).put_u64(owner.since).put_u64(owner.answers_from);
    state_.put(owner_key(address), w.bytes());
}

void Agents::keep(const TimerId& id, const Asking& asking)
{
    Writer w;
    w.put_u64(asking.height).put_bool(asking.bid.has_value());
    if (asking.bid) w.put_u128(asking.bid->max_fee).put_u128(asking.bid->max_priority);
    state_.put(asking_key(id), w.bytes());
}

void Agents::erase_asking(const TimerId& id)
{
    state_.erase(asking_key(id));
    --lane_.askings;
    state_.on_revert([this] { ++lane_.askings; });
}

/// Erases the asking of a timer that an auction left in the state when it ended.
void Agents::erase_stale_asking(const TimerId& id)
{
    if (lane_.askings > session_->askings.size() && state_.contains(asking_key(id))) erase_asking(id);
}

/// Updates the sets that follow from an owner and its timers, and forgets what is empty.
void Agents::settle(const Address& address)
{
    const u32 number = owners_.number_of(address), timers = session_->timers.number_of(address);
    const bool has_timers = timers != owners_.NONE && !session_->timers[timers].empty();
    Owner owner;
    if (number != owners_.NONE) {
        freshen(owners_[number]);
        owner = owners_[number];
    }
    const auto member = [&](std::set<Address>& set, bool is) {
        if (is)
            set.insert(address);
        else
            set.erase(address);
    };
    const bool may_join = owner.place == 0 && has_timers;
    member(session_->joining, may_join && owner.in_force);
    member(session_->joining_with_named, may_join && !owner.in_force && owner.named);
    member(session_->changed, owner.named != owner.in_force);
    if (number != owners_.NONE && !owner.has_record()) owners_.erase(number);
    if (timers != owners_.NONE && !has_timers) session_->timers.erase(timers);
}

void Agents::name_agent(const Address& address, const std::optional<Address>& agent)
{
    Owner& owner = owner_of(address);
    const std::optional<Address> named = owner.named, in_force = owner.in_force;
    owner.named = agent;
    if (lane_.since == 0) owner.in_force = agent;  // no auction: nobody is asked, nothing is kept
    keep(address, owner);
    settle(address);
    state_.on_revert([this, address, named, in_force] {
        Owner& again = owner_of(address);
        again.named = named;
        again.in_force = in_force;
        settle(address);
    });
}

void Agents::set_place(const Address& address, Owner& owner, u64 place)
{
    if (owner.place != 0) session_->queue.erase(owner.place);
    owner.place = place;
    if (place != 0) session_->queue.emplace(place, address);
}

void Agents::insert(Askables& timers, u64 arrival, const Askable& timer) const
{
    const auto at = timers.by_place.emplace_hint(timers.by_place.end(), Place{timer.asked, arrival}, timer);
    if (timer.asked != 0) timers.asked_by_arrival.emplace(arrival, &at->second);
}

/// None when it was dropped because it had expired.
std::optional<Agents::Askable> Agents::take(Askables& timers, Place place) const
{
    auto& by_place = timers.by_place;
    // Of those of one bid the first to come is the first to fire: mostly it is the first of all.
    const auto first = by_place.begin();
    const bool is_first = first != by_place.end() && first->first == place;
    const auto node = is_first ? by_place.extract(first) : by_place.extract(place);
    if (!node) return std::nullopt;
    if (place.asked != 0) timers.asked_by_arrival.erase(place.arrival);
    return node.mapped();
}

/// Drops what expired up to the first that lives, each timer once. Returns whether one lives.
bool Agents::drop_expired(Askables& timers, u64 judged)
{
    auto& by_place = timers.by_place;
    for (; !by_place.empty(); by_place.erase(by_place.begin()), ++steps_) {
        const auto& [place, timer] = *by_place.begin();
        if (timer.expires_at >= judged) return true;
        if (place.asked != 0) timers.asked_by_arrival.erase(place.arrival);
    }
    return false;
}

bool Agents::has_alive(const Address& owner, u64 judged)
{
    ++steps_;
    Askables* const timers = session_->timers.find(owner);
    return timers != nullptr && drop_expired(*timers, judged);
}

/// The lowest arrival of those that live; one does.
u64 Agents::oldest_alive(Askables& timers, u64 judged)
{
    u64 oldest = U64_MAX;
    const bool one_lives = drop_expired(timers, judged);
    LARIAT_ASSERT(one_lives);
    if (const Place first = timers.by_place.begin()->first; first.asked == 0) oldest = first.arrival;
    auto& asked = timers.asked_by_arrival;
    for (; !asked.empty(); asked.erase(asked.begin()), ++steps_) {
        const auto& [arrival, timer] = *asked.begin();
        if (timer->expires_at >= judged) return std::min(oldest, arrival);
        timers.by_place.erase({timer->asked, arrival});
    }
    LARIAT_ASSERT(oldest != U64_MAX);
    return oldest;
}

void Agents::join(const Timer& timer, u64 height, u64 judged)
{
    if (!may_be_asked(timer)) return;
    ++steps_;
    erase_stale_asking(timer.id);
    Askables& timers = session_->timers.find_or_add(timer.owner);
    bool is_first = timers.empty();
    if (timers.joined_at != height) {
        Owner* const owner = owners_.find(timer.owner);
        if (owner != nullptr) freshen(*owner);
        if (owner != nullptr && owner->place != 0 && !drop_expired(timers, judged)) {
            set_place(timer.owner, *owner, 0);
            keep(timer.owner, *owner);
            is_first = true;
        }
    }
    timers.joined_at = height;
    insert(timers, timer.place.arrival, {timer.id, due_height(timer), timer.expires_at});
    if (is_first) settle(timer.owner);
}

void Agents::leave(const Timer& timer)
{
    if (!may_be_asked(timer)) return;
    ++steps_;
    std::optional<Asking> asking;
    if (const u32 number = session_->askings.number_of(timer.id); number != session_->askings.NONE) {
        asking = session_->askings[number];
        session_->askings.erase(number);
        erase_asking(timer.id);
    } else {
        erase_stale_asking(timer.id);
    }
    const Place place{asking ? asking->height : 0, timer.place.arrival};
    std::optional<Askable> askable;
    u64 joined_at = 0;
    if (Askables* const timers = session_->timers.find(timer.owner)) {
        askable = take(*timers, place);
        joined_at = timers->joined_at;
        if (timers->empty()) settle(timer.owner);
    }
    state_.on_revert([this, address = timer.owner, id = timer.id, place, asking, askable, joined_at] {
        if (asking) session_->askings.find_or_add(id) = *asking;
        if (askable) {
            Askables& timers = session_->timers.find_or_add(address);
            timers.joined_at = joined_at;
            insert(timers, place.arrival, *askable);
        }
        settle(address);
    });
}

void Agents::set_expiry(const Timer& timer, u64 expires_at)
{
    if (!may_be_asked(timer)) return;
    const Asking* const asking = session_->askings.find(timer.id);
    const Place place{asking ? asking->height : 0, timer.place.arrival};
    const auto change = [this, address = timer.owner, place](u64 to) {
        Askable& askable = session_->timers.at(address).by_place.at(place);
        return std::exchange(askable.expires_at, to);
    };
    const u64 before = change(expires_at);
    state_.on_revert([=] { change(before); });
}

void Agents::end_auction()
{
    ended_.push_back(std::exchange(session_, std::make_unique<Session>()));
}

void Agents::free_ended(u64 most)
{
    const auto drain = [&](auto& container) {
        for (; most > 0 && !container.empty(); --most) container.erase(container.begin());
        return container.empty();
    };
    while (most > 0 && !ended_.empty()) {
        Session& session = *ended_.back();
        for (; freed_ < session.timers.end(); ++freed_) {
            if (most == 0) return;
            --most;
            Askables& timers = session.timers[freed_];
            if (!drain(timers.asked_by_arrival) || !drain(timers.by_place)) return;
        }
        if (!drain(session.queue) || !drain(session.joining) || !drain(session.joining_with_named) ||
            !drain(session.changed))
            return;
        for (; most > 0 && session.timers.destroy_page(); --most) {}
        for (; most > 0 && session.askings.destroy_page(); --most) {}
        if (most == 0) return;
        ended_.pop_back();
        freed_ = 0;
    }
}

std::optional<Bid> Agents::answer_to(const Timer& timer) const
{
    if (session_->askings.size() == 0) return std::nullopt;
    const Asking* const asking = session_->askings.find(timer.id);
    if (asking == nullptr) return std::nullopt;
    const Owner* const owner = owners_.find(timer.owner);
    const bool counts = owner != nullptr && owner->since == lane_.since && owner->in_force &&
                        asking->height >= owner->answers_from;
    return counts ? asking->bid : std::nullopt;
}

void Agents::rebuild(state::Walk& walk)
{
    walk.on(OWNER, timers::ADDRESS_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        Reader r(value);
        const Address address = Reader(at.subspan(1)).get_address();
        Owner owner;
        owner.named = get_agent(r);
        owner.in_force = get_agent(r);
        owner.place = r.get_u64();
        owner.since = r.get_u64();
        owner.answers_from = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the agent of an owner is malformed");
        freshen(owner);
        if (owner.place != 0 && !session_->queue.emplace(owner.place, address).second)
            return walk.refuse(at, "another owner has the same place in the queue of agents");
        if (owner.has_record()) owners_.find_or_add(address) = owner;
    });
    walk.on(ASKING, timers::RECORD_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        Reader r(value);
        Asking asking;
        asking.height = r.get_u64();
        if (r.get_bool()) {
            asking.bid.emplace();
            asking.bid->max_fee = r.get_u128();
            asking.bid->max_priority = r.get_u128();
        }
        if (!r.done()) return walk.refuse(at, "the answer of an agent is malformed");
        unclaimed_.emplace(Reader(at.subspan(1)).get_hash(), asking);
    });
}

void Agents::rebuild_timer(const Timer& timer)
{
    if (!may_be_asked(timer)) return;
    u64 asked = 0;
    if (const auto it = unclaimed_.find(timer.id); it != unclaimed_.end()) {
        asked = it->second.height;
        session_->askings.find_or_add(timer.id) = it->second;
    }
    insert(session_->timers.find_or_add(timer.owner), timer.place.arrival,
           {timer.id, due_height(timer), timer.expires_at, asked});
}

void Agents::end_rebuild()
{
    unclaimed_.clear();  // the rest belongs to timers that stand again
    const auto settle_each = [this](const auto& table) {
        std::vector<Address> all;
        table.for_each([&](u32 number) { all.push_back(table.key(number)); });
        for (const Address& address : all) settle(address);
    };
    settle_each(owners_);
    settle_each(session_->timers);
}

bool Agents::same_as(const Agents& other, u64 judged) const
{
    const auto records = [](const Agents& agents) {
        std::map<Address, Owner> out;
        agents.owners_.for_each([&](u32 number) {
            Owner owner = agents.owners_[number];
            agents.freshen(owner);
            if (owner.has_record()) out.emplace(agents.owners_.key(number), owner);
        });
        return out;
    };
    const auto live = [judged](const Agents& agents) {
        std::map<std::pair<Address, Place>, Askable> out;
        const auto& timers = agents.session_->timers;
        timers.for_each([&](u32 number) {
            for (const auto& [place, timer] : timers[number].by_place)
                if (timer.expires_at >= judged) out.emplace(std::pair(timers.key(number), place), timer);
        });
        return out;
    };
    const auto askings = [](const Agents& agents) {
        std::map<TimerId, Asking> out;
        const auto& table = agents.session_->askings;
        table.for_each([&](u32 number) { out.emplace(table.key(number), table[number]); });
        return out;
    };
    return records(*this) == records(other) && live(*this) == live(other) &&
           askings(*this) == askings(other) && session_->queue == other.session_->queue &&
           session_->changed == other.session_->changed;
}

}  // namespace lariat::lane
