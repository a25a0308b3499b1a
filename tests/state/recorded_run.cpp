// Runs workloads, records what must be true at each step, and checks what a crash left; see
// recorded_run.hpp.
#include "recorded_run.hpp"

#include <algorithm>
#include <cstdlib>

namespace lariat::state {

namespace {

using StepKind = Step::Kind;
constexpr std::size_t STEPS_AFTER_A_CRASH = 3;

Bytes key(u8 number)
{
    if (number == 0) return {};
    return Bytes(number, static_cast<u8>('a' + number));
}

Write put(u8 number, std::size_t size, u8 fill)
{
    return {key(number), Bytes(size, fill)};
}

Write remove(u8 number)
{
    return {key(number), std::nullopt};
}

Step commit(std::vector<Write> batch)
{
    std::ranges::sort(batch, {}, &Write::key);
    return {StepKind::Commit, std::move(batch)};
}

Step rollback(u64 versions)
{
    return {StepKind::Rollback, {}, versions};
}

Step reopen()
{
    return {};
}

Step random_commit(std::mt19937_64& random, const WorkloadShape& shape)
{
    std::map<Bytes, std::optional<Bytes>> writes;
    for (u64 left = random() % (shape.batch_max + 1); left > 0; --left) {
        const u64 number = random() % shape.keys;
        Bytes name(number % 40);
        for (std::size_t i = 0; i < name.size(); ++i) name[i] = static_cast<u8>(number * (i + 1));
        const bool large = random() % 64 == 0;
        writes[name] =
            random() % 4 == 0
                ? std::nullopt
                : std::optional{random_bytes(random, large ? 8 * shape.value_max : shape.value_max)};
    }
    Step step{StepKind::Commit};
    for (auto& [name, value] : writes) step.batch.push_back({name, std::move(value)});
    return step;
}

/// "" when the store is at `moment`, in all that can be asked of it.
std::string not_at(const LogStore& store, const Moment& moment, const RecordedRun& run)
{
    return difference(store, moment, run.keys);
}

}  // namespace

Workload filling_steps()
{
    Workload out;
    std::vector<Write> removals;
    for (u8 part = 0; part < 5; ++part) {
        std::vector<Write> puts;
        for (u8 i = 0; i < 60; ++i) {
            puts.push_back({{'f', part, i}, Bytes(40, i)});
            removals.push_back({{'f', part, i}, std::nullopt});
        }
        out.push_back(commit(puts));
    }
    std::vector<Write> large;
    std::vector<Write> large_removals;
    for (u8 i = 20; i < 30; ++i) {
        large.push_back(put(i, 600, i));
        large_removals.push_back(remove(i));
    }
    for (Step& step : Workload{commit(large), commit(removals), commit(large_removals), reopen()}) {
        out.push_back(std::move(step));
    }
    return out;
}

Workload small_workload()
{
    return {
        commit({put(1, 10, 1), put(2, 0, 0), put(3, 40, 3)}),
        commit({put(1, 12, 4), remove(2)}),
        commit({}),
        rollback(1),
        commit({put(0, 5, 5), put(4, 300, 6), remove(3)}),
        commit({remove(9), put(1, 12, 4)}),
        reopen(),
        commit({put(5, 700, 7)}),
        rollback(2),
        commit({put(5, 30, 8), put(2, 3, 9)}),
        commit({put(6, 1500, 10)}),
        commit({remove(6), put(7, 64, 11), put(0, 0, 0)}),
        reopen(),
        rollback(3),
        rollback(1),
        commit({put(8, 100, 12), put(1, 1, 13)}),
        reopen(),
        commit({put(8, 101, 14), put(2, 90, 15)}),
        commit({put(8, 102, 16), put(2, 91, 17)}),
        commit({put(8, 103, 18), put(3, 92, 19)}),
        rollback(3),
        reopen(),
        commit({put(8, 104, 20), put(4, 200, 21)}),
        commit({put(8, 105, 22), put(2, 94, 23)}),
        commit({remove(0), remove(1), remove(2), remove(3), remove(4), remove(5), remove(7), remove(8)}),
        reopen(),
        commit({}),
        rollback(2),
        commit({put(8, 106, 24), put(7, 1, 25)}),
        commit({put(1, 400, 26)}),
    };
}

Workload moving_workload()
{
    Workload all = filling_steps();
    for (const Step& step : small_workload()) all.push_back(step);
    return all;
}

Workload staged(Workload workload)
{
    Workload out;
    u8 number = 0;
    for (Step& step : workload) {
        // Keys that the workload has and some that it has not, values that need a segment of their own.
        ++number;
        Step dropped = commit({put(static_cast<u8>(number % 10), number % 5 == 0 ? 1400 : number, number),
                               remove(static_cast<u8>(10 + number % 2)), put(12, 20, number)});
        dropped.kind = StepKind::Drop;
        out.push_back(std::move(dropped));
        step.in_two = step.kind == StepKind::Commit;
        out.push_back(std::move(step));
    }
    return out;
}

Workload random_workload(std::mt19937_64& random, const WorkloadShape& shape, u64 keep_versions)
{
    Workload out;
    u64 depth = 0;
    while (out.size() < shape.steps) {
        const u64 way = random() % 16;
        if (way == 0) {
            out.push_back(reopen());
        } else if (way == 1 && depth > 0) {
            const u64 versions = random() % 2 == 0 ? 1 : 1 + random() % depth;
            out.push_back(rollback(versions));
            depth -= versions;
        } else if (way == 2) {
            out.push_back(random_commit(random, shape));
            out.back().kind = StepKind::Drop;
        } else {
            out.push_back(random_commit(random, shape));
            out.back().in_two = way % 3 == 0;
            depth = std::min(depth + 1, keep_versions);
        }
    }
    return out;
}

std::string open_on(const std::shared_ptr<FaultDisk>& disk, const LogStoreOptions& options,
                    std::unique_ptr<LogStore>& store)
{
    store = nullptr;
    auto opened = LogStore::open(disk->directory(), options);
    if (!opened.ok()) return "it does not open: " + opened.error().message;
    store = std::move(opened).value();
    return {};
}

std::string apply_step(std::unique_ptr<LogStore>& store, const std::shared_ptr<FaultDisk>& disk,
                       const LogStoreOptions& options, const Step& step)
{
    if (step.kind == StepKind::Reopen) return open_on(disk, options, store);
    const auto run = [&]() -> StatusOf<StoreError> {
        if (step.kind == StepKind::Rollback) return store->rollback(step.versions);
        if (step.kind == StepKind::Commit && !step.in_two) return store->commit(step.batch);
        const u64 changes = disk->journal().size();
        const auto staged = store->stage(step.batch);
        if (!staged) return staged.error();
        if (store->root() != staged.value()) return StoreError{"stage() returned another root"};
        if (step.kind == StepKind::Commit && disk->journal().size() == changes) return store->make_durable();
        const auto dropped = store->drop_staged();
        if (disk->journal().size() != changes)
            return StoreError{"a file was written while a batch was staged"};
        return dropped;
    };
    const auto done = run();
    return done.ok() ? std::string{} : "a step is refused: " + done.error().message;
}

RecordedRun::RecordedRun(Workload steps, const LogStoreOptions& with)
    : options(with), workload(std::move(steps)), disk(fault_disk())
{
    std::unique_ptr<LogStore> store;
    wrong = open_on(disk, options, store);
    if (!wrong.empty()) return;
    StoreModel model(options.keep_versions, store->root());
    for (const Step& step : workload) {
        moments.push_back(model.moment());
        begins.push_back(disk->journal().size());
        wrong = apply_step(store, disk, options, step);
        if (!wrong.empty()) return;
        if (step.kind == StepKind::Commit) model.commit(step.batch, store->root());
        if (step.kind == StepKind::Rollback) model.rollback(step.versions);
        keys = model.keys();
        wrong = not_at(*store, model.moment(), *this);
        if (!wrong.empty()) {
            wrong = "at step " + std::to_string(moments.size() - 1) + ": " + wrong;
            return;
        }
    }
    moments.push_back(model.moment());
    begins.push_back(disk->journal().size());
}

std::size_t RecordedRun::step_at(u64 change) const
{
    const auto after = std::ranges::upper_bound(begins, change);
    if (after == begins.begin()) return 0;
    return static_cast<std::size_t>(after - begins.begin()) - 1;
}

std::string wrong_after_crash(const RecordedRun& run, u64 change, const DiskImage& image)
{
    const std::size_t step = run.step_at(change);
    const auto disk = fault_disk(image);
    std::unique_ptr<LogStore> store;
    std::string wrong = open_on(disk, run.options, store);
    if (!wrong.empty()) return wrong;

    // At the first change of a step the one before it is acknowledged and it has not yet begun.
    const bool under_way = step + 1 < run.moments.size() && change > run.begins[step];
    std::size_t next = step;
    wrong = not_at(*store, run.moments[next], run);
    if (!wrong.empty() && under_way) {
        const std::string wrong_as_well = not_at(*store, run.moments[++next], run);
        if (!wrong_as_well.empty()) return "neither before (" + wrong + ") nor after (" + wrong_as_well + ")";
        wrong.clear();
    }
    if (!wrong.empty()) return wrong;

    for (std::size_t left = STEPS_AFTER_A_CRASH; left > 0 && next < run.workload.size(); --left, ++next) {
        wrong = apply_step(store, disk, run.options, run.workload[next]);
        if (wrong.empty()) wrong = not_at(*store, run.moments[next + 1], run);
        if (!wrong.empty())
            return "going on, " + std::to_string(STEPS_AFTER_A_CRASH - left + 1) + ": " + wrong;
    }
    wrong = open_on(disk, run.options, store);
    if (wrong.empty()) wrong = not_at(*store, run.moments[next], run);
    if (!wrong.empty()) return "opened once more: " + wrong;
    wrong = difference_of_past(*store, run.moments[next], run.keys);
    return wrong.empty() ? wrong : "going back: " + wrong;
}

std::string wrong_after_death_then_power_loss(const RecordedRun& run, u64 change, u64 taken)
{
    const auto disk = fault_disk({}, {.change = change, .taken = taken, .then = Fault::Then::Dies});
    std::unique_ptr<LogStore> store;
    std::size_t step = 0;
    if (open_on(disk, run.options, store).empty()) {
        while (step < run.workload.size() && apply_step(store, disk, run.options, run.workload[step]).empty())
            ++step;
    }
    store = nullptr;
    disk->heal();
    if (auto wrong = open_on(disk, run.options, store); !wrong.empty()) return wrong;
    std::size_t next = step;
    if (next + 1 < run.moments.size() && !not_at(*store, run.moments[next], run).empty()) ++next;
    if (auto wrong = not_at(*store, run.moments[next], run); !wrong.empty()) return wrong;

    std::vector<u64> reached{
        disk->journal().size()};  // [i]: changes when the moment next + i was acknowledged
    for (std::size_t i = next; i < run.workload.size() && reached.size() <= STEPS_AFTER_A_CRASH; ++i) {
        if (auto wrong = apply_step(store, disk, run.options, run.workload[i]); !wrong.empty())
            return "going on: " + wrong;
        reached.push_back(disk->journal().size());
    }
    store = nullptr;
    PowerLoss loss(*disk);
    std::mt19937_64 random(change);
    std::size_t at = 0;
    for (u64 later = reached[0]; later <= disk->journal().size(); ++later) {
        while (at + 1 < reached.size() && reached[at + 1] <= later) ++at;
        const u64 as_recorded = run.begins[next + at] + (later > reached[at] ? 1 : 0);
        loss.advance(later);
        for (const Survival& survival : {loss.nothing(), loss.everything(), loss.random(random)}) {
            const auto wrong = wrong_after_crash(run, as_recorded, loss.image(survival));
            if (!wrong.empty())
                return "the power lost " + std::to_string(later - reached[0]) + " changes later: " + wrong;
        }
    }
    return {};
}

std::string wrong_after_crash_while_opening(const RecordedRun& run, u64 change, const DiskImage& image,
                                            std::mt19937_64& random)
{
    const auto disk = fault_disk(image);
    std::unique_ptr<LogStore> store;
    if (auto wrong = open_on(disk, run.options, store); !wrong.empty()) return wrong;
    store = nullptr;
    PowerLoss loss(*disk);
    for (u64 at = 0; at <= disk->journal().size(); ++at) {
        loss.advance(at);
        for (const Survival& survival : {loss.nothing(), loss.everything(), loss.random(random)}) {
            const std::string wrong = wrong_after_crash(run, change, loss.image(survival));
            if (!wrong.empty()) return "again at change " + std::to_string(at) + " of the opening: " + wrong;
        }
    }
    return {};
}

}  // namespace lariat::state
