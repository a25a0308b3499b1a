// Places the first state of a chain.
#include "base/checked.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/chain.hpp"
#include "chain/config_store.hpp"
#include "chain/state_keys.hpp"

namespace lariat::chain {

namespace {

class Placing {
public:
    Placing(World& world, CodeCache& code) : world_(world), code_(code) {}

    StatusOf<ChainError> account(const Address& at, u128 balance)
    {
        if (world_.account(at)) return ChainError{"genesis: " + to_hex(at) + " stands twice"};
        const auto sum = checked_add(supply_, balance);
        if (!sum) return ChainError{"genesis: the balances add up to more than 2^128 - 1"};
        supply_ = *sum;
        world_.make_known(at);
        world_.credit(at, balance);
        return {};
    }

    StatusOf<ChainError> actor(const GenesisActor& a)
    {
        // Its storage is the chain's own: code there could write a config that no rule has seen.
        if (a.address == config_actor())
            return ChainError{"genesis: " + to_hex(a.address) + " is a system actor"};
        const Hash32 hash = keccak256(view(a.source));
        u32 entry_cycles = 0;
        if (a.kind == CodeKind::python) {
            const auto accepted = code_.accept(hash, a.source);
            if (!accepted) return ChainError{"genesis: CodeRefused, " + accepted.error().to_string()};
            world_.put_handlers(hash, accepted.value().handlers);
            entry_cycles = accepted.value().entry_cycles;
        }
        world_.put_code(hash, a.source);
        world_.put_actor(a.address, {.owner = a.owner,
                                     .kind = a.kind,
                                     .code_hash = hash,
                                     .entry_cycles = entry_cycles,
                                     .removed = false});
        return account(a.address, a.balance);
    }

    u128 supply() const noexcept { return supply_; }

private:
    World& world_;
    CodeCache& code_;
    u128 supply_ = 0;
};

}  // namespace

StatusOf<ChainError> Chain::place_genesis(const Genesis& genesis)
{
    if (const auto rule = broken_rule(genesis.params.fees)) return ChainError{"genesis: " + *rule};
    const auto config = timers::genesis_config(genesis.config, genesis.params.fees.cycle_capacity);
    if (!config) return ChainError{"genesis: InvalidConfig, " + config.error().message};

    if (const auto rule = broken_rule(genesis.validators)) return ChainError{"genesis: " + *rule};

    World world(overlay_, {});
    Placing placing(world, code_);
    for (const GenesisAccount& a : genesis.accounts)
        if (auto placed = placing.account(a.address, a.balance); !placed) return placed;
    for (const GenesisActor& a : genesis.actors)
        if (auto placed = placing.actor(a); !placed) return placed;
    store_config(world, config.value());
    if (!genesis.validators.empty()) store_validators(world, genesis.validators);
    operations_->begin();

    ChainState first;
    first.timestamp_ms = genesis.timestamp_ms;
    first.cycle_basefee = genesis.params.fees.cycle_basefee;
    first.cell_basefee = genesis.params.fees.cell_basefee;
    first.genesis_supply = first.balances = placing.supply();
    timers::Counters counters;
    overlay_.put(to_bytes(PARAMS_KEY), encode(genesis.params));
    overlay_.put(to_bytes(STATE_KEY), encode(first));
    overlay_.put(to_bytes(timers::COUNTERS_KEY), timers::encode(counters));
    if (const auto done = store_->commit(overlay_.changes()); !done) return ChainError{done.error().message};
    overlay_.clear();
    return {};
}

}  // namespace lariat::chain
