// Implements campaigns: plan, skip, run side by side.
#include "sim/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "base/hex.hpp"

namespace lariat::sim {

namespace {

std::string header_of(const ScenarioFile& file, const Arm& arm, const Scenario& scenario, u64 seed,
                      u64 blocks)
{
    nlohmann::ordered_json set = nlohmann::ordered_json::object();
    for (const Replacement& r : arm.set) set[r.path] = nlohmann::ordered_json::parse(r.json);
    const nlohmann::ordered_json header{{"engine", ENGINE_VERSION},
                                        {"scenario", file.name},
                                        {"scenario_sha256", file.sha256},
                                        {"arm", arm.name},
                                        {"set", std::move(set)},
                                        {"seed", seed},
                                        {"blocks", std::min(scenario.blocks, blocks)},
                                        {"warmup", scenario.warmup},
                                        {"trial_rules", scenario.rules.any()}};
    return header.dump() + "\n";
}

class Campaign {
public:
    Campaign(const std::vector<PlannedRun>& runs, const CampaignOptions& options)
        : runs_(runs), options_(options)
    {
    }

    CampaignEnd run()
    {
        std::vector<std::thread> threads;
        for (u64 i = 1; i < std::max<u64>(1, options_.jobs); ++i) threads.emplace_back([this] { work(); });
        work();
        for (std::thread& thread : threads) thread.join();
        return std::move(end_);
    }

private:
    bool stopped() const { return failed_ || (options_.stop && options_.stop()); }

    void work()
    {
        for (;;) {
            const std::size_t at = next_++;
            if (at >= runs_.size()) return;
            if (stopped()) {
                note_stop();
                return;
            }
            const std::filesystem::path path = options_.out / runs_[at].file_name;
            std::error_code none;
            if (std::filesystem::exists(path, none)) {
                note(true);
                continue;
            }
            const RunOptions options{.stop = [this] { return stopped(); }, .blocks = options_.blocks};
            const auto result = run_scenario(*runs_[at].scenario, runs_[at].seed, options);
            if (!result) return fail({"arm " + runs_[at].arm->name + ": " + result.error().message});
            if (result.value().stopped) {
                note_stop();
                return;
            }
            if (!write(path, runs_[at].header + result.value().rows + result.value().totals))
                return fail({"cannot write " + path.string()});
            note(false);
        }
    }

    static bool write(const std::filesystem::path& path, const std::string& text)
    {
        const std::filesystem::path part = path.string() + ".part";
        std::ofstream out(part, std::ios::binary | std::ios::trunc);
        if (!out.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) return false;
        out.close();
        std::error_code failed;
        std::filesystem::rename(part, path, failed);
        return !failed;
    }

    void note(bool was_there)
    {
        const std::lock_guard lock(mutex_);
        ++(was_there ? end_.skipped : end_.done);
        if (options_.progress) options_.progress(end_.done, end_.skipped, runs_.size());
    }
    void note_stop()
    {
        const std::lock_guard lock(mutex_);
        end_.stopped = true;
    }
    void fail(ScenarioError error)
    {
        const std::lock_guard lock(mutex_);
        failed_ = true;
        if (!end_.error) end_.error = std::move(error);
    }

    const std::vector<PlannedRun>& runs_;
    const CampaignOptions& options_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    CampaignEnd end_;
};

}  // namespace

std::vector<PlannedRun> plan(const ScenarioFile& file, std::optional<std::pair<u64, u64>> seeds, u64 blocks)
{
    constexpr std::size_t NAME_DIGITS = 24;
    std::vector<PlannedRun> runs;
    for (const auto& [arm, scenario] : file.arms) {
        const auto [first, last] = seeds.value_or(std::pair{scenario.seed_first, scenario.seed_last});
        for (u64 seed = first; seed <= last; ++seed) {
            PlannedRun run{.arm = &arm, .scenario = &scenario, .seed = seed};
            run.header = header_of(file, arm, scenario, seed, blocks);
            run.file_name = to_hex(sha256(view(run.header))).substr(2, NAME_DIGITS) + ".jsonl";
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

CampaignEnd run_campaign(const std::vector<PlannedRun>& runs, const CampaignOptions& options)
{
    std::error_code failed;
    std::filesystem::create_directories(options.out, failed);
    if (failed) return {.error = ScenarioError{"cannot make the folder " + options.out.string()}};
    return Campaign(runs, options).run();
}

}  // namespace lariat::sim
