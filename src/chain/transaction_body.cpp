// Runs the body of each kind of transaction and charges its own costs: docs/trace.md.
#include "chain/transaction_body.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/config_store.hpp"
#include "chain/host.hpp"
#include "chain/host_prices.hpp"
#include "chain/operations.hpp"
#include "chain/transactions.hpp"

namespace lariat::chain {

namespace {

using lane::FireOutcome;

/// A body without a handler: it used what its meter says.
FireOutcome ended(const Execution& e, ExecutionStatus status, std::string error = {})
{
    return {status, std::move(error), usage_of(e, status)};
}

FireOutcome ended(Execution& e, const Status& done)
{
    if (done) return ended(e, ExecutionStatus::ok);
    e.message = done.error().message;
    if (done.error().code == ErrorCode::OutOfCells) return ended(e, ExecutionStatus::out_of_cells);
    return ended(e, ExecutionStatus::revert, std::string(error_name(done.error().code)));
}

class Body {
public:
    Body(BlockContext& block, const Transaction& tx, Execution& execution)
        : block_(block), tx_(tx), execution_(execution)
    {
    }

    FireOutcome run(const CallTx& call)
    {
        if (!execution_.meter.take_cells(call.payload.size()))
            return ended(execution_, ExecutionStatus::out_of_cells);
        acts_as(call.actor);
        return run_handler(block_, execution_, call.handler, call.payload);
    }

    FireOutcome run(const AsTx& as)
    {
        acts_as(as.actor);
        return run_brought(block_, execution_, *as.code);
    }

    FireOutcome run(const TransferTx& transfer)
    {
        if (!execution_.meter.take_cycles(TRANSFER_CYCLES))
            return ended(execution_, ExecutionStatus::out_of_cycles);
        EffectsMark mark(block_);
        const Status moved = move_money(block_.world, tx_.from, transfer.to, transfer.amount);
        if (moved && !execution_.meter.take_cells(TRANSFER_CELLS)) {
            mark.revert();
            return ended(execution_, ExecutionStatus::out_of_cells);
        }
        return ended(execution_, moved);
    }

    FireOutcome run(const DeployTx& deploy)
    {
        if (!execution_.meter.take_cells(deploy.source.size()) ||
            !execution_.meter.take_cells(deploy.payload.size()))
            return ended(execution_, ExecutionStatus::out_of_cells);  // payload cells come before execution
        if (!execution_.meter.take_cycles(FLAT_CYCLES))
            return ended(execution_, ExecutionStatus::out_of_cycles);
        EffectsMark mark(block_);
        const Address at = deployed_address(tx_.from, deploy.salt, deploy.source);
        const auto runs_deploy = place(deploy, at);
        if (!runs_deploy) return ended(execution_, Status{runs_deploy.error()});
        acts_as(at);
        if (!runs_deploy.value()) return ended(execution_, ExecutionStatus::ok);
        FireOutcome out = run_handler(block_, execution_, "deploy", deploy.payload, true);
        if (out.status != ExecutionStatus::ok) mark.revert();
        return out;
    }

    FireOutcome run(const RemoveActorTx& remove)
    {
        return flat([&]() -> Status {
            auto actor = block_.world.live_actor(remove.actor);
            if (!actor) return Error{ErrorCode::ActorNotFound, "no actor at " + to_hex(remove.actor)};
            if (actor->owner != tx_.from)
                return Error{ErrorCode::Unauthorized, "the actor belongs to " + to_hex(actor->owner)};
            actor->removed = true;
            block_.world.put_actor(remove.actor, *actor);
            return move_money(block_.world, remove.actor, tx_.from, block_.world.balance(remove.actor));
        });
    }

    FireOutcome run(const CancelTimerTx& cancel)
    {
        return system(
            [&](const timers::TimerId& id) -> Status {
                timers::cancel_by_governance(block_.timers, id);
                return {};
            },
            cancel.timer);
    }

    FireOutcome run(const ExtendTimerTx& extend)
    {
        return system(
            [&](const timers::TimerId& id) {
                return timers::extend_by_governance(block_.rules, block_.timers, id, extend.expires_at);
            },
            extend.timer);
    }

    FireOutcome run(const UpdateConfigTx& update)
    {
        return govern([&]() -> Status {
            const auto updated = timers::updated_config(load_config(block_.world), update.patch,
                                                        block_.params.fees.cycle_capacity);
            if (!updated) return updated.error();
            store_config(block_.world, updated.value());
            block_.timers.report.emit(timers::ConfigUpdatedEvent{updated.value()});
            return {};
        });
    }

    FireOutcome run(const SetValidatorTx& tx)
    {
        return govern([&] { return set_validator(block_.world, block_.validators, tx.change); });
    }

    FireOutcome run(const PlanVersionTx& tx)
    {
        return govern([&] { return plan_version(block_.world, block_.block.height, tx.height, tx.version); });
    }

    FireOutcome run(const ScheduleAtTx& tx)
    {
        return flat([&]() -> Status {
            const auto id =
                schedule_operation(block_, {tx_.from, tx.actor},
                                   schedule_at_args(tx.call, block_.block.timestamp_ms), execution_.meter);
            if (!id) return id.error();
            if (!tx.call.label.empty())
                block_.scripts.set_label(tx.call.label, id.value(), block_.world.overlay());
            return {};
        });
    }

    FireOutcome run(const DropTx& tx)
    {
        return flat([&] { return drop_operation(block_, tx_.from, to_bytes(view(known(tx.operation)))); });
    }

    FireOutcome run(const TransferControlTx&)
    {
        return flat([&]() -> Status {
            transfer_control(block_, tx_.from);
            return {};
        });
    }

private:
    void acts_as(const Address& actor)
    {
        execution_.act_as(actor);
        execution_.paying_sender = tx_.from;
    }

    template <class Act>
    FireOutcome flat(const Act& act)
    {
        if (!execution_.meter.take_cycles(FLAT_CYCLES))
            return ended(execution_, ExecutionStatus::out_of_cycles);
        return ended(execution_, act());
    }

    Status is_deployer() const
    {
        const auto& allowed = block_.params.system_deployers;
        if (std::find(allowed.begin(), allowed.end(), tx_.from) != allowed.end()) return {};
        return Error{ErrorCode::Unauthorized, "the sender is not among the system deployers"};
    }

    /// An instruction that writes into the storage of system actor 0x09.
    template <class Act>
    FireOutcome govern(const Act& act)
    {
        return flat([&]() -> Status {
            if (const Status allowed = is_deployer(); !allowed) return allowed;
            const auto before = block_.world.overlay().checkpoint();
            const Status done = act();
            if (done) note_modified(block_, before);
            return done;
        });
    }

    template <class Act>
    FireOutcome system(const Act& act, const TimerRef& ref)
    {
        return flat([&]() -> Status {
            if (const Status allowed = is_deployer(); !allowed) return allowed;
            return act(known(ref));
        });
    }

    /// Something was given the label: see unknown_label().
    Hash32 known(const TimerRef& ref) const
    {
        return ref.label.empty() ? ref.id : *block_.scripts.find_label(ref.label);
    }

    /// Places the actor; tells whether it has a `deploy` handler to run.
    Result<bool> place(const DeployTx& deploy, const Address& at)
    {
        if (block_.world.actor(at))
            return Error{ErrorCode::InvalidInput, "an actor is, or was, at " + to_hex(at)};
        const Hash32 hash = keccak256(view(deploy.source));
        const auto code = block_.engine_of(deploy.kind).accept(block_.world, hash, deploy.source);
        if (!code) return code.error();
        block_.world.put_code(hash, deploy.source);
        block_.world.put_actor(at, {.owner = tx_.from,
                                    .kind = deploy.kind,
                                    .code_hash = hash,
                                    .entry_cycles = code.value().entry_cycles,
                                    .removed = false});
        return code.value().has_deploy;
    }

    BlockContext& block_;
    const Transaction& tx_;
    Execution& execution_;
};

}  // namespace

lane::FireOutcome run_body(BlockContext& block, const Transaction& tx, Execution& execution)
{
    Body runner(block, tx, execution);
    return std::visit([&](const auto& body) { return runner.run(body); }, tx.body);
}

}  // namespace lariat::chain
