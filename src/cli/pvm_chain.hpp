// A chain for tests of actors, in memory: storage, messages, timers, money and events can be looked at. It
// has the calls and the prices of the real one, but no fees, no lanes and no limits of a block.
#pragma once

#include <functional>
#include <map>

#include "pvm/pvm.hpp"
#include "timers/config.hpp"

namespace lariat::cli {

/// Who calls and deploys where nobody else is named.
Address test_account();

struct TestTimer {
    Hash32 id;
    Address owner, target;
    u64 height = 0;
    Bytes payload;
    u64 gas_limit = 0;
};
struct TestMessage {
    Address from, to;
    Bytes payload;
    u64 gas = 0, cells = 0;
};
struct TestEvent {
    Address actor;
    std::string topic;
    Bytes data;
};

/// One execution: what it gave and what it took.
struct TestOutcome {
    pvm::Outcome out;
    u64 cycles = 0, cells = 0;
};

class TestChain : public pvm::Host {
public:
    static constexpr u64 CELLS_MAX = 1'000'000;
    static constexpr u64 FIRE_CYCLES_MAX = timers::TimerConfig{}.max_cycles_per_fire;

    struct Actor {
        std::shared_ptr<const pvm::Program> program;
        std::string file, source;
        Address deployer;
        std::map<Bytes, Bytes> state;
    };
    struct World {  ///< what a failed execution leaves as it was
        std::map<Address, Actor> actors;
        std::map<Address, u128> balances;
        std::vector<TestTimer> timers;
        std::vector<TestMessage> messages;
        std::vector<TestEvent> events;
    };

    World world;
    u64 height = 1;

    /// The address, whatever `deploy` of it says later.
    Address place(std::shared_ptr<const pvm::Program> program, std::string file, std::string source,
                  const Address& deployer);
    TestOutcome call(const Address& actor, std::string_view handler, BytesView payload, const Address& sender,
                     u64 cycles, pvm::Watch* watch = nullptr);
    /// The next block: its timers by height and id, then the messages, those of both too. What failed.
    std::vector<std::string> next_block();

    const pvm::Context& context() const override { return context_; }
    Result<std::optional<Bytes>> get_state(const Arg<BytesView>& key) override;
    Status set_state(const Arg<BytesView>& key, const Arg<BytesView>& value) override;
    Status delete_state(const Arg<BytesView>& key) override;
    Status emit_event(const Arg<std::string_view>& topic, const Arg<BytesView>& data) override;
    Status charge_gas(const Arg<u64>& cycles) override;
    Result<Hash32> randomness(const Arg<BytesView>& domain) override;
    Status send_message(const pvm::SendArgs& args) override;
    Status transfer(const Arg<Address>& to, const Arg<u128>& amount) override;
    Result<u128> balance(const Arg<Address>& of) override;
    std::vector<std::pair<std::string, pvm::ConfigValue>> runtime_config() override;
    Result<Hash32> schedule_timer(const ScheduleArgs& args) override;
    Status extend_timer(const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at) override;
    Status cancel_timer(const Arg<Bytes>& timer_id) override;
    Result<Hash32> set_timeout(const TimeoutArgs& args) override;
    Result<Hash32> set_state_watch(const WatchArgs& args) override;
    Result<bool> cancel_timer_of(const Arg<Address>& target, const Arg<Bytes>& timer_id) override;
    Status set_gba(const Arg<Address>& agent) override;
    Result<pvm::TimerEstimate> estimate_timer(const ScheduleArgs& args) override;
    Result<Hash32> schedule_at(const pvm::ScheduleAtArgs& args) override;
    Result<std::vector<Hash32>> scheduled_until(const Arg<u64>& timestamp_ms) override;
    Status drop(const Arg<Bytes>& operation_id) override;

protected:
    /// Runs something with the chain's calls answered for `actor`, and as before afterwards.
    pvm::Outcome run_in(const Address& actor, const Address& sender, Meter& meter,
                        const std::function<pvm::Outcome()>& what);

private:
    Status charge(u64 cycles, u64 cells = 0);
    Result<Hash32> add_timer(const Arg<u64>& due, const Address& target, const Arg<Bytes>& payload,
                             const Arg<u64>& gas_limit);
    std::optional<std::size_t> find_timer(const Arg<Bytes>& id, const Address* target) const;
    Status not_here(std::string_view call);

    pvm::Context context_;
    Meter* meter_ = nullptr;
    u64 made_ = 0;  ///< timers and actors so far, for their ids
};

}  // namespace lariat::cli
