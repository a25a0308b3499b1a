// Makes each kind of change.
#include "chain/dev_changes.hpp"

#include "base/checked.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/code_cache.hpp"
#include "chain/config_store.hpp"
#include "timers/lifecycle/transitions.hpp"

namespace lariat::chain {

namespace {

Error refused(std::string message)
{
    return {ErrorCode::InvalidInput, std::move(message)};
}

class Setting {
public:
    Setting(const DevTarget& target, const DevSet& set) : target_(target), world_(target.world), set_(set) {}

    Status run(SupplyChange& supply)
    {
        const auto mark = world_.overlay().checkpoint();
        const Status done = make_all();
        if (!done) {
            world_.overlay().revert_to(mark);
            return done;
        }
        supply.made += made_;
        supply.destroyed += destroyed_;
        return {};
    }

private:
    Status make_all()
    {
        for (const auto& [address, more] : set_.fund) {
            const auto sum = checked_add(world_.balance(address), more);
            if (!sum) return refused("fund: the balance of " + to_hex(address) + " would exceed 2^128 - 1");
            if (const Status done = set_balance(address, *sum); !done) return done;
        }
        for (const auto& [address, balance] : set_.balances)
            if (const Status done = set_balance(address, balance); !done) return done;
        for (const auto& [address, source] : set_.code)
            if (const Status done = set_code(address, source); !done) return done;
        for (const DevSet::Storage& entry : set_.storage)
            if (const Status done = set_storage(entry); !done) return done;
        return set_.config.empty() ? Status{} : set_config(set_.config);
    }

    Status set_balance(const Address& address, u128 wanted)
    {
        const u128 now = world_.balance(address);
        if (wanted > now) {
            const u128 more = wanted - now;
            const auto made = checked_add(made_, more);
            // What was destroyed before makes no room: the sum must fit at every moment.
            if (!made || !checked_add(target_.supply, *made))
                return refused("balances: all money together would exceed 2^128 - 1");
            made_ = *made;
            world_.credit(address, more);
        } else if (wanted < now) {
            destroyed_ += now - wanted;
            world_.debit(address, now - wanted);
        } else if (!world_.account(address)) {
            world_.make_known(address);
        }
        return {};
    }

    Status set_code(const Address& address, const std::string& source)
    {
        // Its storage is the chain's own: code there could write a config that no rule has seen.
        if (address == config_actor()) return refused("code: " + to_hex(address) + " is a system actor");
        auto actor = world_.actor(address);
        if (actor && actor->removed)
            return refused("code: " + to_hex(address) + " was removed, its address is never used again");
        const Hash32 hash = keccak256(view(source));
        const auto accepted = target_.code.accept(hash, source);
        if (!accepted)
            return Error{ErrorCode::CodeRefused,
                         "code: of " + to_hex(address) + ": " + accepted.error().to_string()};
        world_.put_handlers(hash, accepted.value().handlers);
        world_.put_code(hash, source);
        if (!actor) {
            actor.emplace();
            actor->owner = address;
        }
        actor->kind = CodeKind::python;
        actor->code_hash = hash;
        actor->entry_cycles = accepted.value().entry_cycles;
        world_.put_actor(address, *actor);
        if (!world_.account(address)) world_.make_known(address);
        return {};
    }

    Status set_storage(const DevSet::Storage& entry)
    {
        if (!world_.live_actor(entry.actor))
            return refused("storage: " + to_hex(entry.actor) + " is no actor");
        if (entry.key.size() > STORAGE_KEY_BYTES_MAX)
            return refused("storage: a key has at most " + std::to_string(STORAGE_KEY_BYTES_MAX) +
                           " bytes, got " + std::to_string(entry.key.size()));
        if (entry.value)
            world_.set_storage(entry.actor, entry.key, *entry.value);
        else
            world_.erase_storage(entry.actor, entry.key);
        return {};
    }

    Status set_config(const timers::ConfigPatch& patch)
    {
        const auto updated =
            timers::updated_config(load_config(world_), patch, target_.params.fees.cycle_capacity);
        if (!updated) return updated.error();
        store_config(world_, updated.value());
        return {};
    }

    const DevTarget& target_;
    World& world_;
    const DevSet& set_;
    u128 made_ = 0, destroyed_ = 0;
};

void fire(const DevTarget& target, const timers::TimerId& id)
{
    timers::Timer timer = target.timers.store.find_existing(id);
    const timers::Place::Where where = target.timers.due.where_is(timer);
    if (where == timers::Place::Where::pending) timers::take_in_early(target.timers, std::move(timer));
    if (where == timers::Place::Where::idle) timers::hit(target.timers, timer, target.height);
    // Others were taken in before.
}

}  // namespace

Status why_not_fired(const timers::TimerState& timers, const timers::TimerId& id, u64 height)
{
    const auto timer = timers.store.find(id);
    if (!timer) return Error{ErrorCode::TimerNotFound, "fire: no timer or watch has the id " + to_hex(id)};
    const timers::Place::Where where = timers.due.where_is(*timer);
    if (where == timers::Place::Where::dead) return refused("fire: the timer is dead and will be removed");
    if (where == timers::Place::Where::pending && height > timer->expires_at)
        return refused("fire: the timer has expired at height " + std::to_string(timer->expires_at));
    return {};
}

Status make_change(const DevTarget& target, const DevChange& change, SupplyChange& supply)
{
    if (const auto* set = std::get_if<DevSet>(&change)) return Setting(target, *set).run(supply);
    if (const auto* named = std::get_if<DevFire>(&change)) {
        if (const Status why = why_not_fired(target.timers, named->timer, target.height); !why) return why;
        fire(target, named->timer);
        return {};
    }
    DevSet pause;
    pause.config = {{"timers_paused", std::get<DevPause>(change).paused}};
    return Setting(target, pause).run(supply);
}

}  // namespace lariat::chain
