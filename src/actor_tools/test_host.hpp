// The host of test code: carries out the calls of the module lariat_test (library/python/lariat_test.py).
#pragma once

#include "actor_tools/test_chain.hpp"

namespace lariat::actor_tools {

/// Runs the functions of a test file. Test code is not on a chain: of the host calls that need one, only
/// `ask` works.
class TestHost : public pvm::Host {
public:
    /// `folder` is the folder of the test; deploy() reads the sources of actors from it. `usage`, if there is
    /// one, is told of each execution of an actor.
    explicit TestHost(std::string folder, TestUsage* usage = nullptr);
    TestHost(const TestHost&) = delete;
    TestHost& operator=(const TestHost&) = delete;

    pvm::Outcome run_test(const pvm::Program& program, const std::string& name, u64 cycles);
    /// The traceback of the last failed call of an actor; empty if no call failed.
    const std::string& trail() const { return trail_; }
    const std::vector<FailureReport>& failures() const { return chain_.failures(); }
    /// Texts printed by the test and by actors, in order. `handler` is empty if the test printed the text.
    const std::vector<Printed>& printed() const { return printed_; }

    Result<Bytes> ask(std::string_view what, BytesView arguments) override;

    // Calls that need no chain.
    void print(std::string_view text) override { keep_printed({{}, {}, std::string(text)}); }
    const pvm::Context& context() const override { return context_; }
    Status charge_gas(const Arg<u64>& cycles) override;
    std::vector<std::pair<std::string, pvm::ConfigValue>> runtime_config() override
    {
        return timers::all_fields(chain_.chain().config());
    }

    // Calls that only actors can make.
    Result<std::optional<Bytes>> get_state(const Arg<BytesView>&) override { return not_here(); }
    Status set_state(const Arg<BytesView>&, const Arg<BytesView>&) override { return not_here(); }
    Status delete_state(const Arg<BytesView>&) override { return not_here(); }
    Status emit_event(const Arg<std::string_view>&, const Arg<BytesView>&) override { return not_here(); }
    Result<Hash32> randomness(const Arg<BytesView>&) override { return not_here(); }
    Status send_message(const pvm::SendArgs&) override { return not_here(); }
    Status transfer(const Arg<Address>&, const Arg<u128>&) override { return not_here(); }
    Result<u128> balance(const Arg<Address>&) override { return not_here(); }
    Result<Hash32> schedule_timer(const ScheduleArgs&) override { return not_here(); }
    Status extend_timer(const Arg<Bytes>&, const Arg<u64>&) override { return not_here(); }
    Status cancel_timer(const Arg<Bytes>&) override { return not_here(); }
    Result<Hash32> set_timeout(const TimeoutArgs&) override { return not_here(); }
    Result<Hash32> set_state_watch(const WatchArgs&) override { return not_here(); }
    Result<bool> cancel_timer_of(const Arg<Address>&, const Arg<Bytes>&) override { return not_here(); }
    Status set_gba(const Arg<Address>&) override { return not_here(); }
    Result<pvm::TimerEstimate> estimate_timer(const ScheduleArgs&) override { return not_here(); }
    Result<Hash32> schedule_at(const pvm::ScheduleAtArgs&) override { return not_here(); }
    Result<std::vector<Hash32>> scheduled_until(const Arg<u64>&) override { return not_here(); }
    Status drop(const Arg<Bytes>&) override { return not_here(); }

private:
    struct Argument;
    using Arguments = std::vector<Argument>;
    static Error not_here() { return {ErrorCode::Unauthorized, "a test asks the chain through lariat_test"}; }
    Result<Bytes> deploy(const Arguments& a);
    Result<Bytes> called(const Arguments& a);
    Result<Bytes> configure(const Arguments& a);
    Result<Bytes> advance(const Arguments& a);
    Result<Bytes> warp(const Arguments& a);
    Result<Bytes> revert(const Arguments& a);
    Result<Bytes> of_chain(std::string_view what, const Arguments& a);
    Result<Bytes> of_actor(std::string_view what, const Arguments& a);
    Bytes outcome_of(const Address& actor, const TestOutcome& outcome);
    void keep_printed(Printed printed);

    TestChain chain_;
    std::string folder_, trail_;
    std::vector<Printed> printed_;
    std::size_t printed_bytes_ = 0;
    pvm::Context context_;
    Meter* meter_ = nullptr;
};

}  // namespace lariat::actor_tools
