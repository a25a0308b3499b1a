// The smallest chain that wakes timers: a map as its state, one account, and a handler that prints. The lines
// between the two marks are those at the head of lariat/scheduler.hpp.
#include <lariat/scheduler.hpp>

#include <cstdio>
#include <map>

using namespace lariat;

namespace {

struct Store final : SchedulerStore {
    std::map<Bytes, Bytes> pairs;

    std::optional<Bytes> get(BytesView key) const override
    {
        const auto found = pairs.find(to_bytes(key));
        return found == pairs.end() ? std::nullopt : std::optional(found->second);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        for (const auto& [key, value] : pairs) visit(key, value);
    }
    void write(const std::vector<Write>& changes) override
    {
        for (const Write& change : changes)
            if (change.value)
                pairs[to_bytes(change.key)] = to_bytes(*change.value);
            else
                pairs.erase(to_bytes(change.key));
    }
};

struct OneAccount final : SchedulerLedger {
    u128 money = 10'000'000;

    u128 balance(const Address&) const override { return money; }
    void debit(const Address&, u128 amount) override { money -= amount; }
    void credit(const Address&, u128 amount) override { money += amount; }
    void burn(Burn, u128) override {}
    void tip(u128) override {}
};

struct Printer final : SchedulerRunner {
    WakeOutcome run(const Wake& wake) override
    {
        std::printf("%s woke at its height %d\n", std::string(wake.handler).c_str(),
                    static_cast<int>(wake.due_height));
        return {ExecutionStatus::ok, "", 100, 0};
    }
};

int fail(const std::string& why)
{
    std::fprintf(stderr, "%s\n", why.c_str());
    return 1;
}

}  // namespace

int main()
{
    Store store;
    OneAccount ledger;
    Printer runner;
    const Address alice{{0xa1}};
    // [the lines at the head of lariat/scheduler.hpp]
    auto opened = Scheduler::open(store, TimerSettings{.lane_timer_cycles = 1'000'000}, 10'000'000);
    if (!opened) return fail(opened.error());
    Scheduler& scheduler = *opened.value();
    for (u64 height = 1; height <= 5; ++height) {
        const BlockStart block{.height = height, .cycle_basefee = 1, .cell_basefee = 1};
        if (const Status begun = scheduler.begin_block(block); !begun) return fail(begun.error().message);
        if (height == 1) {  // transactions call schedule, extend and cancel
            const auto kept = scheduler.schedule(alice, {.height = 3, .payload = {}, .handler = "tick"});
            if (!kept) return fail(kept.error().message);
        }
        const BlockReport report = scheduler.run_due(ledger, runner);  // wakes timers through `runner`
        for (const Woken& woken : report.woken)
            std::printf("it used %d cycles\n", static_cast<int>(woken.cycles));
        if (const auto written = scheduler.finish_block(); !written) return fail(written.error());
    }
    // [end of these lines]
    return scheduler.census().fired == 1 ? 0 : 1;
}
