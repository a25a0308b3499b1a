// Benchmark of the whole life of timers with the scheduler as a library: scheduled in blocks, fired at their
// heights, paid for, with a receipt for each and the state root of every block. The store is ours, in memory
// or in a folder.
//
// Prints `ok tasks=N seconds=S schedule=S fire=S roots=S` in wall-clock seconds; `roots` is the time of the
// commits, with their sync if there is a folder.
#include <chrono>
#include <unordered_map>

#include <fmt/format.h>

#include "../../../tests/support/program_arguments.hpp"
#include "base/codec.hpp"
#include "pending_writes.hpp"
#include "state/log_store.hpp"

using namespace lariat;

namespace {

constexpr u64 OWNERS = 128;
constexpr u64 KEPT = 1;  // versions to roll back to; the peer keeps none
constexpr u128 BALANCE = u128{1} << 90;
constexpr u8 BALANCE_TABLE = 'z';  // behind the keys of the scheduler, so that a batch's keys ascend

[[noreturn]] void fail(const std::string& why)
{
    fmt::print(stderr, "peer_life: {}\n", why);
    std::exit(1);
}

/// xorshift64*: the same order of due heights in every program of this comparison.
class Random {
public:
    explicit Random(u64 seed) : state_(seed) {}
    u64 below(u64 bound)
    {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545f4914f6cdd1d % bound;
    }

private:
    u64 state_;
};

Address owner(u64 number)
{
    Address a;
    a.bytes.front() = 0xac;
    a.bytes.back() = static_cast<u8>(number);
    return a;
}

/// The scheduler's state and the balances, one store and one root: what the scheduler writes waits for
/// commit().
class Chain final : public SchedulerStore, public SchedulerLedger {
public:
    explicit Chain(std::unique_ptr<state::Store> store) : store_(std::move(store))
    {
        for (u64 i = 0; i < OWNERS; ++i) credit(owner(i), BALANCE);
    }

    std::optional<Bytes> get(BytesView key) const override { return store_->get(key); }
    bool contains(BytesView key) const override { return store_->contains(key); }
    void expect(std::span<const BytesView> keys) const override { store_->expect(keys); }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        store_->for_each(visit);
    }
    void write(const std::vector<Write>& changes) override { writes_.add(changes); }

    u128 balance(const Address& of) const override { return balances_.at(of); }
    void debit(const Address& from, u128 amount) override { set(from, balances_.at(from) - amount); }
    void credit(const Address& to, u128 amount) override { set(to, balances_[to] + amount); }
    void burn(Burn, u128 amount) override { burned_ += amount; }
    void tip(u128 amount) override { burned_ += amount; }

    void commit()
    {
        std::sort(touched_.begin(), touched_.end());
        touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
        for (const Address& a : touched_) {
            Writer key, value;
            key.put_u8(BALANCE_TABLE).put_raw(view(a));
            value.put_u128(balances_.at(a));
            writes_.add(key.bytes(), value.bytes());
        }
        touched_.clear();
        if (const auto done = writes_.commit(*store_); !done) fail(done.error().message);
    }
    Hash32 root() const { return store_->root(); }

    /// What is in the balances and what was burned is what there was.
    void check_supply() const
    {
        u128 sum = burned_;
        for (const auto& [address, balance] : balances_) sum += balance;
        if (sum != BALANCE * OWNERS) fail("money was made or lost");
    }

private:
    void set(const Address& of, u128 balance)
    {
        balances_[of] = balance;
        touched_.push_back(of);
    }

    std::unique_ptr<state::Store> store_;
    bench::PendingWrites writes_;
    std::unordered_map<Address, u128, AddressHash> balances_;
    std::vector<Address> touched_;
    u128 burned_ = 0;
};

/// Reads the eight bytes of its task and stops.
class Remark final : public SchedulerRunner {
public:
    WakeOutcome run(const Wake& wake) override
    {
        if (wake.payload.size() != sizeof(u64)) fail("a payload is another");
        u64 task = 0;
        std::memcpy(&task, wake.payload.data(), sizeof task);
        sum += task;
        return {ExecutionStatus::ok, {}, 10, 0};
    }
    u64 sum = 0;
};

double seconds(std::chrono::steady_clock::duration d)
{
    return std::chrono::duration<double>(d).count();
}

std::unique_ptr<state::Store> open_store(const char* folder)
{
    auto opened = folder ? state::LogStore::open(folder, {.keep_versions = KEPT})
                         : state::LogStore::open_in_memory({.keep_versions = KEPT});
    if (!opened) fail(opened.error().message);
    return std::move(opened).value();
}

}  // namespace

int main(int argc, char** argv)
{
    const support::ProgramArguments arguments(
        argc, argv, "Measures the whole life of timers in the scheduler, used as a library.",
        {{.name = "TIMERS", .meaning = "timers in all", .number = true},
         {.name = "TIMERS_AT_ONE_HEIGHT", .meaning = "timers due at one height", .number = true},
         {.name = "SCHEDULED_IN_A_BLOCK", .meaning = "timers scheduled in one block", .number = true},
         {.name = "SEED", .meaning = "of the random order", .number = true},
         {.name = "FOLDER",
          .meaning = "for the store, new or empty; without it the store is in memory",
          .otherwise = ""}});
    if (arguments.given(4)) arguments.require_empty_folder(arguments.word(4));
    const u64 timers = arguments.number(0), at_once = arguments.number(1), batch = arguments.number(2);
    if (timers == 0 || at_once == 0 || batch == 0) arguments.refuse("a number of timers must not be 0");
    const u64 scheduling_blocks = (timers + batch - 1) / batch;
    const u64 last_block = scheduling_blocks + (timers + at_once - 1) / at_once;

    std::vector<u64> due(timers);
    for (u64 i = 0; i < timers; ++i) due[i] = scheduling_blocks + 1 + i / at_once;
    Random random(arguments.number(3));
    for (u64 i = timers - 1; i > 0; --i) std::swap(due[i], due[random.below(i + 1)]);

    Chain chain(open_store(arguments.given(4) ? arguments.word(4).c_str() : nullptr));
    auto opened = Scheduler::open(
        chain, {{"lane_timer_cycles", u128{1} << 40}, {"max_cycles_per_fire", u128{10'000}}}, u64{1} << 41);
    if (!opened) fail(opened.error());
    Scheduler& scheduler = *opened.value();
    chain.commit();
    Remark handlers;

    using Clock = std::chrono::steady_clock;
    Clock::duration schedule{}, fire{}, roots{};
    u64 fired = 0;
    Hash32 root;
    for (u64 block = 1; block <= last_block; ++block) {
        const auto began = Clock::now();
        const BlockStart start{.height = block, .parent_root = root, .cycle_basefee = 1, .cell_basefee = 1};
        if (const Status begun = scheduler.begin_block(start); !begun) fail(begun.error().message);
        for (u64 i = (block - 1) * batch; i < std::min(block * batch, timers); ++i) {
            ScheduleRequest request;
            request.height = due[i];
            request.payload.resize(sizeof i);
            std::memcpy(request.payload.data(), &i, sizeof i);
            if (const auto kept = scheduler.schedule(owner(i % OWNERS), request); !kept)
                fail(kept.error().message);
        }
        const auto scheduled = Clock::now();
        const BlockReport report = scheduler.run_due(chain, handlers);
        fired += report.woken.size();
        const auto ran = Clock::now();
        if (const auto written = scheduler.finish_block(); !written) fail(written.error());
        chain.commit();
        root = chain.root();
        const auto committed = Clock::now();
        schedule += scheduled - began;
        fire += ran - scheduled;
        roots += committed - ran;
    }
    if (fired != timers || handlers.sum != timers * (timers - 1) / 2) fail("each timer fires once");
    if (scheduler.census().live != 0) fail("none is left");
    chain.check_supply();
    fmt::print("ok tasks={} seconds={:.6f} schedule={:.6f} fire={:.6f} roots={:.6f}\n", timers,
               seconds(schedule + fire + roots), seconds(schedule), seconds(fire), seconds(roots));
}
