// Who has an agent, which timers it may be asked about, and what it answered. Asking is in agents_ask.cpp.
#include "lane/auction/agents.hpp"

#include <utility>

#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

using timers::Timer;
using timers::TimerId;

namespace {

constexpr u8 OWNER = 'b';   // b ‖ owner → agent named, agent in force, place
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

void Agents::keep(const Address& address, const Owner& owner)
{
    if (!owner.has_record()) {
        if (state_.contains(owner_key(address))) state_.erase(owner_key(address));
        return;
    }
    Writer w;
    put_agent(w, owner.named);
    put_agent(w, owner.in_force);
    w.put_u64(owner.place).put_u64(lane_.since);
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
    if (lane_.askings == 0 || !state_.contains(asking_key(id))) return;
    state_.erase(asking_key(id));
    --lane_.askings;
    state_.on_revert([this] { ++lane_.askings; });
}

/// Membership of the sets that follow from an owner, and of the owner itself.
void Agents::settle(const Address& address)
{
    const u32 number = owners_.number_of(address);
    if (number == owners_.NONE) return;
    const Owner& owner = owners_[number];
    const auto member = [&](std::set<Address>& set, bool is) {
        if (is)
            set.insert(address);
        else
            set.erase(address);
    };
    member(joining_, (owner.named || owner.in_force) && owner.place == 0 && !owner.timers.empty());
    member(changed_, owner.named != owner.in_force);
    if (!owner.has_record() && owner.timers.empty()) owners_.erase(number);
}

void Agents::name_agent(const Address& address, const std::optional<Address>& agent)
{
    Owner& owner = owners_.find_or_add(address);
    const std::optional<Address> named = owner.named, in_force = owner.in_force;
    owner.named = agent;
    if (lane_.since == 0) owner.in_force = agent;  // no auction: nobody is asked, nothing is kept
    keep(address, owner);
    settle(address);
    state_.on_revert([this, address, named, in_force] {
        Owner& again = owners_.find_or_add(address);
        again.named = named;
        again.in_force = in_force;
        settle(address);
    });
}

void Agents::set_place(const Address& address, Owner& owner, u64 place)
{
    if (owner.place != 0) queue_.erase(owner.place);
    owner.place = place;
    if (place != 0) queue_.emplace(place, address);
}

/// Drops what expired up to the first that lives, each once: asking costs what it drops, not what waits.
bool Agents::has_alive(Owner& owner, u64 judged)
{
    while (!owner.timers.empty() && owner.timers.begin()->second.expires_at < judged)
        owner.timers.erase(owner.timers.begin());
    return !owner.timers.empty();
}

void Agents::join(const Timer& timer, u64 height, u64 judged)
{
    if (!may_be_asked(timer)) return;
    erase_asking(timer.id);  // of before the discipline changed
    Owner& owner = owners_.find_or_add(timer.owner);
    if (owner.place != 0 && owner.joined_at != height && !has_alive(owner, judged)) {
        set_place(timer.owner, owner, 0);
        keep(timer.owner, owner);
    }
    owner.joined_at = height;
    owner.timers.emplace(Place{0, timer.place.arrival},
                         Askable{timer.id, due_height(timer), timer.expires_at});
    settle(timer.owner);
}

void Agents::leave(const Timer& timer)
{
    if (!may_be_asked(timer)) return;
    std::optional<Asking> asking;
    if (const auto it = askings_.find(timer.id); it != askings_.end()) {
        asking = it->second;
        askings_.erase(it);
    }
    erase_asking(timer.id);
    const Place place{asking ? asking->height : 0, timer.place.arrival};
    std::optional<Askable> askable;
    if (Owner* const owner = owners_.find(timer.owner)) {
        if (const auto it = owner->timers.find(place); it != owner->timers.end()) {
            askable = it->second;
            owner->timers.erase(it);
        }
        settle(timer.owner);
    }
    state_.on_revert([this, address = timer.owner, id = timer.id, place, asking, askable] {
        if (asking) askings_.emplace(id, *asking);
        if (askable) owners_.find_or_add(address).timers.emplace(place, *askable);
        settle(address);
    });
}

void Agents::set_expiry(const Timer& timer, u64 expires_at)
{
    if (!may_be_asked(timer)) return;
    const auto asking = askings_.find(timer.id);
    const Place place{asking == askings_.end() ? 0 : asking->second.height, timer.place.arrival};
    const auto change = [this, address = timer.owner, place](u64 to) {
        Askable& askable = owners_.at(address).timers.at(place);
        return std::exchange(askable.expires_at, to);
    };
    const u64 before = change(expires_at);
    state_.on_revert([=] { change(before); });
}

void Agents::forget_all()
{
    queue_.clear();
    joining_.clear();
    changed_.clear();
    askings_.clear();
    owners_.for_each([this](u32 number) {
        Owner& owner = owners_[number];
        owner.timers.clear();
        owner.place = 0;
        owner.in_force = owner.named;
        if (!owner.named) owners_.erase(number);
    });
}

std::optional<Bid> Agents::answer_to(const TimerId& id) const
{
    const auto it = askings_.find(id);
    return it == askings_.end() ? std::nullopt : it->second.bid;
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
        const u64 since = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the agent of an owner is malformed");
        if (lane_.since == 0 || since != lane_.since) {  // of an auction that ended
            owner.place = 0;
            owner.in_force = owner.named;
        }
        if (owner.place != 0) queue_.emplace(owner.place, address);
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
        askings_.emplace(*it);
    }
    owners_.find_or_add(timer.owner)
        .timers.emplace(Place{asked, timer.place.arrival},
                        Askable{timer.id, due_height(timer), timer.expires_at});
}

void Agents::end_rebuild()
{
    unclaimed_.clear();  // the rest belongs to timers that stand again
    owners_.for_each([this](u32 number) { settle(Address(owners_.address(number))); });
}

bool Agents::same_as(const Agents& other, u64 judged) const
{
    const auto live = [&](const Agents& agents) {
        std::map<Address,
                 std::tuple<std::optional<Address>, std::optional<Address>, u64, std::map<Place, Askable>>>
            out;
        agents.owners_.for_each([&](u32 number) {
            Owner owner = agents.owners_[number];
            std::erase_if(owner.timers, [&](const auto& entry) { return entry.second.expires_at < judged; });
            if (!owner.timers.empty() || owner.has_record())
                out.emplace(agents.owners_.address(number),
                            std::tuple(owner.named, owner.in_force, owner.place, std::move(owner.timers)));
        });
        return out;
    };
    return live(*this) == live(other) && askings_ == other.askings_ && queue_ == other.queue_ &&
           changed_ == other.changed_;
}

}  // namespace lariat::lane
