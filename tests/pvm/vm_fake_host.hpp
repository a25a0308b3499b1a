// A host for VM tests: keeps state in a map and records every call.
#pragma once

#include <cstdio>
#include <map>

#include "base/meter.hpp"
#include "pvm/pvm.hpp"

namespace lariat::pvm {

class FakeHost : public Host {
public:
    Meter* meter = nullptr;
    bool print = false;
    Context context_;
    std::map<Bytes, Bytes> state;
    std::vector<std::pair<std::string, Bytes>> events;
    std::vector<SendArgs> messages;
    std::vector<ScheduleArgs> schedules;
    std::vector<ScheduleAtArgs> operations;
    std::vector<TimeoutArgs> timeouts;
    std::vector<WatchArgs> watches;
    std::optional<Error> refuse;  ///< the next call that can fail does
    u64 calls = 0;

    FakeHost()
    {
        context_.block_height = 7;
        context_.timestamp_ms = 7000;
        context_.sender.bytes.fill(0x11);
        context_.actor.bytes.fill(0xaa);
    }

    const Context& context() const override { return context_; }
    Result<std::optional<Bytes>> get_state(const Arg<BytesView>& key) override
    {
        if (auto e = charge(10)) return *e;
        if (!key.given()) return wrong_argument("key", key);
        const auto at = state.find(to_bytes(key.value));
        return at == state.end() ? std::optional<Bytes>{} : std::optional<Bytes>{at->second};
    }
    Status set_state(const Arg<BytesView>& key, const Arg<BytesView>& value) override
    {
        if (auto e = charge(200, key.value.size() + value.value.size())) return *e;
        if (!key.given()) return wrong_argument("key", key);
        if (!value.given()) return wrong_argument("value", value);
        state[to_bytes(key.value)] = to_bytes(value.value);
        return {};
    }
    Status delete_state(const Arg<BytesView>& key) override
    {
        if (auto e = charge(200)) return *e;
        if (!key.given()) return wrong_argument("key", key);
        state.erase(to_bytes(key.value));
        return {};
    }
    Status emit_event(const Arg<std::string_view>& topic, const Arg<BytesView>& data) override
    {
        if (auto e = charge(50, topic.value.size() + data.value.size())) return *e;
        if (!topic.given()) return wrong_argument("topic", topic);
        if (!data.given()) return wrong_argument("data", data);
        if (print) {
            std::fwrite(data.value.data(), 1, data.value.size(), stdout);
            std::fputc('\n', stdout);
        }
        events.emplace_back(topic.value, to_bytes(data.value));
        return {};
    }
    Status charge_gas(const Arg<u64>& cycles) override
    {
        if (!cycles.given()) return wrong_argument("cycles", cycles);
        if (auto e = charge(cycles.value)) return *e;
        return {};
    }
    Result<Hash32> randomness(const Arg<BytesView>&) override { return Hash32{}; }
    Status send_message(const SendArgs& args) override
    {
        if (auto e = charge(80)) return *e;
        messages.push_back(args);
        return {};
    }
    Status transfer(const Arg<Address>&, const Arg<u128>&) override
    {
        if (auto e = charge(5000)) return *e;
        return {};
    }
    Result<u128> balance(const Arg<Address>&) override { return U128_MAX; }
    std::vector<std::pair<std::string, ConfigValue>> runtime_config() override
    {
        return {{"max_ttl_blocks", ConfigValue{u128{100}}},
                {"on", ConfigValue{true}},
                {"name", ConfigValue{std::string("x")}}};
    }
    Result<Hash32> schedule_timer(const ScheduleArgs& args) override
    {
        if (auto e = charge(200)) return *e;
        if (args.height.is_wrong()) return wrong_argument("height", args.height);
        schedules.push_back(args);
        Hash32 id;
        id.bytes.fill(static_cast<u8>(schedules.size()));
        return id;
    }
    Status extend_timer(const Arg<Bytes>&, const Arg<u64>&) override { return refused(); }
    Status cancel_timer(const Arg<Bytes>&) override { return refused(); }
    Status set_gba(const Arg<Address>&) override { return refused(); }
    Result<TimerEstimate> estimate_timer(const ScheduleArgs& args) override
    {
        if (auto e = charge(200)) return *e;
        schedules.push_back(args);
        return TimerEstimate{};
    }
    Result<Hash32> set_timeout(const TimeoutArgs& args) override
    {
        if (auto e = charge(200)) return *e;
        timeouts.push_back(args);
        return Hash32{};
    }
    Result<Hash32> set_state_watch(const WatchArgs& args) override
    {
        if (auto e = charge(200)) return *e;
        watches.push_back(args);
        return Hash32{};
    }
    Result<bool> cancel_timer_of(const Arg<Address>&, const Arg<Bytes>&) override
    {
        if (auto e = charge(200)) return *e;
        return true;
    }
    Result<Hash32> schedule_at(const ScheduleAtArgs& args) override
    {
        if (auto e = charge(200)) return *e;
        operations.push_back(args);
        Hash32 id;
        id.bytes.fill(static_cast<u8>(0x80 + operations.size()));
        return id;
    }
    Result<std::vector<Hash32>> scheduled_until(const Arg<u64>&) override
    {
        if (auto e = charge(200)) return *e;
        std::vector<Hash32> ids(operations.size());
        for (std::size_t i = 0; i < ids.size(); ++i) ids[i].bytes.fill(static_cast<u8>(0x81 + i));
        return ids;
    }
    Status drop(const Arg<Bytes>&) override { return refused(); }

private:
    std::optional<Error> charge(u64 cycles, u64 cells = 0)
    {
        ++calls;
        if (meter != nullptr && !meter->take_cycles(cycles)) return Error{ErrorCode::OutOfCycles, "out"};
        if (meter != nullptr && !meter->take_cells(cells)) return Error{ErrorCode::OutOfCells, "out"};
        std::optional<Error> e;
        e.swap(refuse);
        return e;
    }
    Status refused()
    {
        if (auto e = charge(200)) return *e;
        return {};
    }
};

}  // namespace lariat::pvm
