// Runs the steps of a scripted handler: one cycle each plus what its host call costs (docs/trace.md).
#pragma once

#include "chain/host.hpp"
#include "scripted/scaffold.hpp"
#include "scripted/script.hpp"

namespace lariat::scripted {

struct ScriptEnd {
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;    ///< with revert
    std::string message;  ///< explains any failure to people
};

class ScriptRunner {
public:
    /// `nth`: number of this start of the handler, for `if_nth`; none for steps of a transaction.
    ScriptRunner(Scaffold& scaffold, chain::BlockContext& block, chain::Execution& execution,
                 std::optional<u64> nth)
        : scaffold_(scaffold), block_(block), execution_(execution), host_(block, execution), nth_(nth)
    {
    }

    ScriptEnd run(const Steps& steps);

private:
    enum class Flow : u8 { go_on, ended };

    Flow run_all(const Steps& steps);
    Flow run_step(const Step& step);
    Flow return_bid(const ReturnBidStep& step);
    Flow do_nested(const RepeatStep& step);
    Flow do_nested(const IfNthStep& step);
    Flow finish(const Status& done);
    Flow as_expected(Flow flow, ErrorCode error);
    Flow out_of(ExecutionStatus status, std::string message);

    Status call(const ScheduleStep& step);
    Status call(const SetGbaStep& step);
    Status call(const EstimateStep& step);
    Status call(const TimeoutStep& step);
    Status call(const WatchStep& step);
    Status call(const CancelStep& step);
    Status call(const ExtendStep& step);
    Status call(const ScheduleAtCall& step);
    Status call(const DropStep& step);
    Status call(const SetStep& step);
    Status call(const DeleteStep& step);
    Status call(const TransferStep& step);
    Status call(const EmitStep& step);
    Status call(const SendStep& step);
    Status call(const BurnStep& step);
    Status call(const BurnCellsStep& step);
    Status call(const LoopStep& step);
    Status call(const LogStep& step);

    Status keep_label(const std::string& label, const Result<Hash32>& id);
    Arg<u64> at(const std::optional<Moment>& moment) const;  ///< a height
    Arg<Bytes> id_of(const TimerRef& ref) const;
    std::string context_as_json() const;
    std::string cells_wanted(u64 cells) const;

    Scaffold& scaffold_;
    chain::BlockContext& block_;
    chain::Execution& execution_;
    chain::ExecutionHost host_;
    std::optional<u64> nth_;
    ScriptEnd end_;
    u64 step_number_ = 0;               ///< of the step being run, from 1; those within it have its number
    std::optional<ErrorCode> refused_;  ///< the error of the step that ended the handler
};

}  // namespace lariat::scripted
