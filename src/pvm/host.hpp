// What a program asks of whoever runs it: the host interface of the VM (docs/actors.md).
// The VM knows nothing of chains; scripted handlers use the same interface.
//
// Each call charges its own base cycles and cells from the meter of the execution, in this order:
// base cycles, ReadOnly, checks in the order of the arguments, cells, effect (BLK-2).
// An error of code OutOfCycles or OutOfCells means that the meter ran out: no program may catch it.
#pragma once

#include <map>
#include <variant>

#include "base/arg.hpp"
#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat::pvm {

struct SendArgs {
    Arg<Address> to;
    Arg<std::string> handler;  ///< scripted handlers only
    Arg<Bytes> payload;
    Arg<u64> gas;    ///< cycles set aside, default 50,000
    Arg<u64> cells;  ///< cells set aside, default 10,000
};

struct ScheduleAtArgs {
    Arg<u64> timestamp_ms;
    Arg<std::string> handler;  ///< default `handle_timer`
    Arg<Bytes> payload;
    Arg<u64> gas_limit;  ///< cycles, default the cap of a fire
};

/// What `context()` shows (API-18). Absent values are None in a program.
struct Context {
    u64 block_height = 0;
    u64 timestamp_ms = 0;
    Hash32 block_hash;
    Hash32 tx_hash;  ///< zero in anything that no transaction started (FEE-8)
    Address sender;
    Address actor;
    u64 nonce = 0;                   ///< of the transaction; 0 elsewhere
    std::optional<Hash32> msg_id;    ///< deliver_id
    std::optional<Hash32> timer_id;  ///< in a fire; in an operation at a timestamp its id
    std::optional<u32> fire_seq;     ///< in a fire
    struct Trigger {
        std::string kind;  ///< height, watch, timestamp
        std::optional<u64> due_height;
        std::optional<std::vector<Bytes>> matched_keys;
    };
    std::optional<Trigger> trigger;
};

/// What a call of schedule_timer would come to (API-16).
struct TimerEstimate {
    std::optional<u64> height;
    u128 cost = 0;
    std::vector<ErrorCode> refused;
};

using ConfigValue = std::variant<u128, bool, std::string>;

class Host {
public:
    virtual ~Host() = default;

    virtual const Context& context() const = 0;  ///< free: the VM charges the call

    virtual Result<std::optional<Bytes>> get_state(const Arg<BytesView>& key) = 0;  ///< 10 cycles
    virtual Status set_state(const Arg<BytesView>& key,
                             const Arg<BytesView>& value) = 0;   ///< 200, key + value cells
    virtual Status delete_state(const Arg<BytesView>& key) = 0;  ///< 200
    virtual Status emit_event(const Arg<std::string_view>& topic,
                              const Arg<BytesView>& data) = 0;  ///< 50, topic + data cells
    virtual Status charge_gas(const Arg<u64>& cycles) = 0;
    virtual Result<Hash32> randomness(const Arg<BytesView>& domain) = 0;
    virtual Status send_message(const SendArgs& args) = 0;  ///< 80, payload cells, what is set aside
    virtual Status transfer(const Arg<Address>& to, const Arg<u128>& amount) = 0;  ///< 5,000 and 500 cells
    virtual Result<u128> balance(const Arg<Address>& of) = 0;
    virtual std::vector<std::pair<std::string, ConfigValue>> runtime_config() = 0;

    virtual Result<Hash32> schedule_timer(const ScheduleArgs& args) = 0;  ///< 200, payload + 96 cells
    virtual Status extend_timer(const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at) = 0;  ///< 200
    virtual Status cancel_timer(const Arg<Bytes>& timer_id) = 0;                                  ///< 200
    virtual Result<Hash32> set_timeout(const TimeoutArgs& args) = 0;    ///< 200, payload + 96 cells
    virtual Result<Hash32> set_state_watch(const WatchArgs& args) = 0;  ///< 200, payload + 96 + 32 a key
    /// False when there is no such timer of this target to be cancelled (any more). 200
    virtual Result<bool> cancel_timer_of(const Arg<Address>& target, const Arg<Bytes>& timer_id) = 0;
    /// Sets the executing actor's bidding agent; absent clears it (API-17). 200
    virtual Status set_gba(const Arg<Address>& agent) = 0;
    virtual Result<TimerEstimate> estimate_timer(const ScheduleArgs& args) = 0;  ///< 200 (API-16)

    virtual Result<Hash32> schedule_at(
        const ScheduleAtArgs& args) = 0;  ///< 200, payload + handler + 96 cells
    /// 200, and 10 for each that is found.
    virtual Result<std::vector<Hash32>> scheduled_until(const Arg<u64>& timestamp_ms) = 0;
    virtual Status drop(const Arg<Bytes>& operation_id) = 0;  ///< 200

    /// The text of a print(), made and paid for. A chain drops it; an author's tools show it.
    virtual void print(std::string_view /*text*/) {}

    /// What a test asks of the chain that it runs on, both ways as canonical CBOR: only the host of
    /// `lariat pvm test` answers.
    virtual Result<Bytes> ask(std::string_view /*what*/, BytesView /*arguments*/)
    {
        return Error{ErrorCode::Unauthorized, "no test is run here"};
    }
};

}  // namespace lariat::pvm
