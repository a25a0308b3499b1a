// Arguments of host calls, as given by a program, a trace or a message, before they are checked.
#pragma once

#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat {

/// An argument: absent, given, or wrong. A value of another kind, or outside the range of T, is `wrong` and
/// keeps the reason: it is refused later, because arguments are checked in the order of the argument list
/// (BLK-2).
template <class T>
struct Arg {
    enum class State : u8 { absent, given, wrong };
    State state = State::absent;
    T value{};
    std::string reason;  ///< for `wrong`: "must be bytes, got str"; short, whatever was given

    Arg() = default;
    Arg(T v) : state(State::given), value(std::move(v)) {}
    static Arg wrong(std::string reason)
    {
        Arg a;
        a.state = State::wrong;
        a.reason = std::move(reason);
        return a;
    }
    bool absent() const noexcept { return state == State::absent; }
    bool given() const noexcept { return state == State::given; }
    bool is_wrong() const noexcept { return state == State::wrong; }
};

/// The error of an argument that is missing or wrong: "payload must be bytes, got str".
template <class T>
Error wrong_argument(std::string_view name, const Arg<T>& arg)
{
    return {ErrorCode::InvalidInput, std::string(name) + (arg.absent() ? " is missing" : " " + arg.reason)};
}

/// Arguments of schedule_timer (API-1, API-2, API-3, API-11, GBA-7).
struct ScheduleArgs {
    Arg<u64> height;
    Arg<Bytes> payload;
    Arg<std::string> handler;  ///< not from Python. If given, the payload is not parsed as an envelope
    Arg<Address> fee_payer;
    Arg<u64> gas_limit;   ///< cycles per fire
    Arg<u64> expires_at;  ///< height
    Arg<u128> max_fee_per_cycle;
    Arg<u128> max_priority_fee_per_cycle;
    Arg<std::string> priority_tier_hint;  ///< economy, standard, fast, urgent
    Arg<u128> bid;                        ///< Q32.96
};

/// Arguments of set_timeout (GBX-1, GBX-2).
struct TimeoutArgs {
    Arg<Address> target;
    Arg<u64> due_height;
    Arg<Bytes> payload;
    Arg<u64> gas_limit;  ///< cycles per fire
    Arg<u128> bid;       ///< Q32.96
    Arg<u64> client_nonce;
};

/// Arguments of set_state_watch (WAT-1).
struct WatchArgs {
    using Keys = std::vector<std::pair<Address, Bytes>>;  ///< an actor and a prefix of its storage keys
    Arg<Address> target;
    Arg<Keys> keys;
    Arg<Bytes> payload;
    Arg<u64> gas_limit;
    Arg<u128> bid;
    Arg<u64> expires_at;  ///< height
};

}  // namespace lariat
