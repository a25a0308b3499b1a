// The host interface of the VM over one execution. Scripted handlers call the same functions.
#pragma once

#include "chain/execution.hpp"
#include "pvm/host.hpp"

namespace lariat::chain {

/// Of a message that names no limits.
inline constexpr u64 DEFAULT_MESSAGE_GAS = 50'000, DEFAULT_MESSAGE_CELLS = 10'000;

class ExecutionHost final : public pvm::Host {
public:
    ExecutionHost(BlockContext& block, Execution& execution) : block_(block), execution_(execution) {}

    const pvm::Context& context() const override { return execution_.context; }
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
    void print(std::string_view text) override;

private:
    timers::Caller caller() const;
    Status take_cycles(u64 n);
    Status take_effect_cycles(u64 n);
    Status take_cells(u64 n);
    bool is_actor(const Arg<Address>& target) const;

    BlockContext& block_;
    Execution& execution_;
};

/// Moves money between accounts: the checks and the effect of a transfer, without its cost.
Status move_money(World& world, const Address& from, const Address& to, u128 amount);

}  // namespace lariat::chain
