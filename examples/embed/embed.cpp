// A small chain that wakes handlers: its state is a map, its accounts are numbers, its handlers are C++
// functions. It uses the installed library and nothing else of lariat.
#include <lariat/scheduler.hpp>

#include <cstdio>
#include <map>

using namespace lariat;

namespace {

Address account(u8 number)
{
    Address a;
    a.bytes.fill(number);
    return a;
}

Bytes bytes(std::string_view s)
{
    return {s.begin(), s.end()};
}

/// The state of the chain. A real chain computes a root over it and writes it to disk with the block.
class MapStore final : public SchedulerStore {
public:
    std::optional<Bytes> get(BytesView key) const override
    {
        const auto found = pairs_.find(Bytes(key.begin(), key.end()));
        return found == pairs_.end() ? std::nullopt : std::optional(found->second);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        for (const auto& [key, value] : pairs_) visit(key, value);
    }
    void write(const std::vector<Write>& changes) override
    {
        for (const Write& change : changes) {
            const Bytes key(change.key.begin(), change.key.end());
            if (change.value)
                pairs_[key] = Bytes(change.value->begin(), change.value->end());
            else
                pairs_.erase(key);
        }
    }
    std::size_t size() const { return pairs_.size(); }

private:
    std::map<Bytes, Bytes> pairs_;
};

class Accounts final : public SchedulerLedger {
public:
    std::map<Address, u128> balances;
    u128 burned = 0, tips = 0;

    u128 balance(const Address& of) const override
    {
        const auto found = balances.find(of);
        return found == balances.end() ? 0 : found->second;
    }
    void debit(const Address& from, u128 amount) override { balances[from] -= amount; }
    void credit(const Address& to, u128 amount) override { balances[to] += amount; }
    void burn(Burn, u128 amount) override { burned += amount; }
    void tip(u128 amount) override { tips += amount; }
};

/// A handler that schedules itself again, ten blocks later, until it has run three times.
class Machine final : public SchedulerRunner {
public:
    Machine(Scheduler& scheduler, const u64& height) : scheduler_(scheduler), height_(height) {}

    WakeOutcome run(const Wake& wake) override
    {
        const int beat = wake.payload.empty() ? 0 : wake.payload[0] - '0';
        std::printf("block %3llu  %.*s woke with beat %d\n", static_cast<unsigned long long>(height_),
                    static_cast<int>(wake.handler.size()), wake.handler.data(), beat);
        if (beat < 3) {
            ScheduleRequest again;
            again.height = height_ + 10;
            again.payload = bytes(std::string(1, static_cast<char>('0' + beat + 1)));
            again.handler = "heartbeat";
            if (const auto next = scheduler_.schedule(wake.owner, again); !next)
                return {ExecutionStatus::revert, next.error().message, 200, 0};
        }
        return {ExecutionStatus::ok, {}, 1'000, 0};
    }

private:
    Scheduler& scheduler_;
    const u64& height_;
};

}  // namespace

int main()
{
    MapStore store;
    Accounts accounts;
    const Address alice = account(0xa1);
    accounts.balances[alice] = 10'000'000;

    auto opened = Scheduler::open(store, TimerSettings{.lane_timer_cycles = 1'000'000}, 10'000'000);
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().c_str());
        return 1;
    }
    std::unique_ptr<Scheduler> scheduler = std::move(opened).value();

    u64 height = 1;
    Machine machine(*scheduler, height);
    for (; height <= 40; ++height) {
        const BlockStart block{.height = height, .parent_root = {}, .cycle_basefee = 1, .cell_basefee = 1};
        if (const Status begun = scheduler->begin_block(block); !begun) {
            std::fprintf(stderr, "%s\n", begun.error().message.c_str());
            return 1;
        }
        if (height == 1) {
            ScheduleRequest first;
            first.height = 5;
            first.payload = bytes("1");
            first.handler = "heartbeat";
            const auto kept = scheduler->schedule(alice, first);
            if (!kept) {
                std::fprintf(stderr, "%s\n", kept.error().message.c_str());
                return 1;
            }
            first.height = 1;  // not in the future: refused with a reason, nothing kept
            std::printf("refused: %s\n", scheduler->schedule(alice, first).error().message.c_str());
        }
        scheduler->run_due(accounts, machine);
        if (const auto written = scheduler->finish_block(); !written) {
            std::fprintf(stderr, "%s\n", written.error().c_str());
            return 1;
        }
    }

    const Census census = scheduler->census();
    std::printf("%llu scheduled, %llu fired, %llu live, %zu keys left in the store\n",
                static_cast<unsigned long long>(census.scheduled),
                static_cast<unsigned long long>(census.fired), static_cast<unsigned long long>(census.live),
                store.size());
    return census.fired == 3 ? 0 : 1;
}
