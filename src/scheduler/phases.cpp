// Checks that calls of a scheduler come in a phase in which they are allowed.
#include "scheduler/phases.hpp"

#include <exception>

namespace lariat {

void Phases::require_begin() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller, "Scheduler::begin_block: not from a callback");
    LARIAT_REQUIRE(phase_ != Phase::broken,
                   "Scheduler::begin_block: after an exception call abandon_block first");
    LARIAT_REQUIRE(phase_ == Phase::idle,
                   "Scheduler::begin_block: the block before must be finished or abandoned");
}

void Phases::require_run_due() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller, "Scheduler::run_due: not from a callback");
    LARIAT_REQUIRE(phase_ != Phase::broken,
                   "Scheduler::run_due: after an exception call abandon_block first");
    LARIAT_REQUIRE(phase_ == Phase::in_block, "Scheduler::run_due: only inside a block");
    LARIAT_REQUIRE(!has_run_, "Scheduler::run_due: once in a block");
}

void Phases::require_finish() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller, "Scheduler::finish_block: not from a callback");
    LARIAT_REQUIRE(phase_ != Phase::broken,
                   "Scheduler::finish_block: after an exception call abandon_block first");
    LARIAT_REQUIRE(phase_ != Phase::idle, "Scheduler::finish_block: only inside a block");
}

void Phases::require_abandon() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller, "Scheduler::abandon_block: not from a callback");
}

void Phases::require_request() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller || inside_ == Inside::handler,
                   "Scheduler: no request from a callback of the store or the ledger");
    LARIAT_REQUIRE(phase_ != Phase::broken, "Scheduler: after an exception call abandon_block first");
    LARIAT_REQUIRE(phase_ == Phase::in_block, "Scheduler: requests only inside a block that is not finished");
}

void Phases::require_reading() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller || inside_ == Inside::handler,
                   "Scheduler: no reading from a callback of the store or the ledger");
    LARIAT_REQUIRE(phase_ != Phase::broken, "Scheduler: after an exception call abandon_block first");
}

void Phases::require_destructor() const
{
    LARIAT_REQUIRE(inside_ == Inside::caller, "Scheduler: no callback may destroy it");
}

void Phases::require_unbroken() const
{
    LARIAT_REQUIRE(phase_ != Phase::broken,
                   "SchedulerRunner::run: an exception of a call of the scheduler must not be swallowed");
}

Phases::Guard::Guard(Phases& phases, Inside inside, Kind kind) noexcept
    : phases_(phases), before_(phases.inside_), kind_(kind), exceptions_(std::uncaught_exceptions())
{
    phases_.inside_ = inside;
}

Phases::Guard::~Guard()
{
    phases_.inside_ = before_;
    const bool thrown = std::uncaught_exceptions() > exceptions_;
    if (thrown && kind_ == Kind::changes && phases_.phase_ == Phase::in_block) phases_.phase_ = Phase::broken;
}

}  // namespace lariat
