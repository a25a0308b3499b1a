// Implements the sums of a run and their form in its file.
#include "sim/metrics.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace lariat::sim {

using nlohmann::ordered_json;

namespace {

/// The element at (n - 1) × thousandths / 1000 of the sorted values.
u64 quantile(const std::map<u64, u64>& counts, u64 thousandths)
{
    u64 n = 0;
    for (const auto& [value, count] : counts) n += count;
    if (n == 0) return 0;
    u64 at = (n - 1) * thousandths / 1000;
    for (const auto& [value, count] : counts) {
        if (at < count) return value;
        at -= count;
    }
    return 0;
}

/// How many waited for longer than so many blocks, up to the longest wait.
ordered_json longer_than(const std::map<u64, u64>& waits)
{
    ordered_json out = ordered_json::object();
    for (const u64 blocks : {0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1'000, 2'000, 5'000, 10'000}) {
        u64 longer = 0;
        for (auto it = waits.upper_bound(blocks); it != waits.end(); ++it) longer += it->second;
        if (longer == 0) break;
        out[std::to_string(blocks)] = longer;
    }
    return out;
}

std::string quantile(const std::vector<u128>& sorted, u64 thousandths)
{
    return sorted.empty() ? "0" : to_decimal(sorted[(sorted.size() - 1) * thousandths / 1000]);
}

ordered_json quantiles(std::vector<u128> values)
{
    std::sort(values.begin(), values.end());
    ordered_json out;
    for (const u64 at : {u64{0}, u64{50}, u64{500}, u64{950}, u64{1000}})
        out["p" + std::to_string(at / 10)] = quantile(values, at);
    return out;
}

}  // namespace

Metrics::Metrics(const Scenario& scenario, const Cast& cast)
    : scenario_(scenario), classes_(scenario.populations.size()), response_(scenario)
{
    for (std::size_t p = 0; p < classes_.size(); ++p) classes_[p].insolvent.resize(cast.of(p).size());
    const auto config = nlohmann::json::parse(scenario.config_json);
    lane_size_ = config.value("lane_timer_cycles", timers::TimerConfig{}.lane_timer_cycles);
}

const OpenTimer* Metrics::find(const timers::TimerId& id) const
{
    const auto found = open_.find(id);
    return found == open_.end() ? nullptr : &found->second;
}

void Metrics::count(const SimActor& actor, u64 due, const std::function<void(ClassTotals&)>& add)
{
    if (due <= scenario_.warmup) return;
    Classes& classes = classes_[actor.population];
    add(classes.all);
    add(actor.heavy ? classes.heavy : classes.light);
}

void Metrics::fired(const lane::Fired& fire, u64 height)
{
    const OpenTimer* timer = fire.id ? find(*fire.id) : nullptr;
    if (!timer) return;
    count(*timer->actor, timer->due, [&](ClassTotals& c) {
        ++c.asked;
        ++c.fired;
        if (height == timer->due) ++c.first;
        ++c.waits[height - timer->due];
        c.cycles += fire.cycles;
        c.charged += fire.charged;
        c.tips += fire.tip;
        if (fire.terms) {
            const u64 weight = static_cast<u64>(u128{fire.terms->weight} * 1000 >> 32);
            c.weight_sum += weight;
            c.weight_square_sum += weight * weight;
            if (weight > 1000 && weight < 2000) ++c.weight_between;
        }
    });
    open_.erase(*fire.id);
}

void Metrics::left(const timers::TimerId& id, timers::ExitKind kind)
{
    const OpenTimer* timer = find(id);
    if (!timer || kind == timers::ExitKind::fired) return;
    const bool insolvent = kind == timers::ExitKind::insufficient_funds;
    count(*timer->actor, timer->due, [&](ClassTotals& c) {
        ++c.asked;
        ++(insolvent ? c.insolvent : c.expired);
    });
    Classes& classes = classes_[timer->actor->population];
    if (insolvent && !classes.insolvent[timer->actor->index]) {
        classes.insolvent[timer->actor->index] = true;
        ++classes.all.insolvent_actors;
    }
    open_.erase(id);
}

void Metrics::end_block(const chain::BlockResult& result, u128 median_priority, u64 weights)
{
    response_.note(result.height, result.lane_basefee, weights);
    waiting_max_ = std::max(waiting_max_, result.due_waiting);
    if (result.height <= scenario_.warmup) return;
    ++blocks_;
    fires_ += result.fired.size();
    lane_cycles_ += result.used.lane;
    if (u128{result.used.lane} * 100 >= lane_size_ * 95) ++lane_full_;
    if (u128{result.used.lane} * 100 <= lane_size_ * 5) ++lane_empty_;
    burned_cycle_ += result.burned.cycle;
    burned_lane_ += result.burned.lane;
    tips_ += result.tips;
    lane_basefees_.push_back(result.lane_basefee);
    constexpr u128 MILLION = 1'000'000;
    tip_ratios_.push_back(median_priority * MILLION / std::max<u128>(1, result.lane_basefee));
}

ordered_json Metrics::totals_of(const ClassTotals& c) const
{
    constexpr u64 MEDIAN = 500, HIGH = 990, HIGHEST = 1000;
    return {{"asked", c.asked},
            {"first", c.first},
            {"fired", c.fired},
            {"expired", c.expired},
            {"insolvent", c.insolvent},
            {"insolvent_actors", c.insolvent_actors},
            {"open", c.open},
            {"wait_p50", quantile(c.waits, MEDIAN)},
            {"wait_p99", quantile(c.waits, HIGH)},
            {"wait_max", quantile(c.waits, HIGHEST)},
            {"wait_sum",
             [&] {
                 u64 sum = 0;
                 for (const auto& [wait, count] : c.waits) sum += wait * count;
                 return sum;
             }()},
            {"wait_longer", longer_than(c.waits)},
            {"cycles", to_decimal(c.cycles)},
            {"charged", to_decimal(c.charged)},
            {"tips", to_decimal(c.tips)},
            {"weight_sum", c.weight_sum},
            {"weight_square_sum", c.weight_square_sum},
            {"weight_between", c.weight_between}};
}

ordered_json Metrics::totals(u64 last_height)
{
    for (const auto& [id, timer] : open_)
        if (timer.due <= last_height)
            count(*timer.actor, timer.due, [&](ClassTotals& c) {
                ++c.asked;
                ++c.open;
                ++c.waits[last_height - timer.due];
            });
    ordered_json classes = ordered_json::object();
    for (std::size_t p = 0; p < classes_.size(); ++p) {
        const std::string& name = scenario_.populations[p].name;
        classes[name] = totals_of(classes_[p].all);
        if (classes_[p].heavy.asked == 0) continue;
        classes[name + "/light"] = totals_of(classes_[p].light);
        classes[name + "/heavy"] = totals_of(classes_[p].heavy);
    }
    ordered_json all{{"blocks", blocks_},
                     {"fires", fires_},
                     {"refused", refused_},
                     {"lane_cycles", to_decimal(lane_cycles_)},
                     {"lane_size", to_decimal(lane_size_)},
                     {"full_blocks", lane_full_},
                     {"empty_blocks", lane_empty_},
                     {"waiting_max", waiting_max_},
                     {"burned_cycle", to_decimal(burned_cycle_)},
                     {"burned_lane", to_decimal(burned_lane_)},
                     {"tips", to_decimal(tips_)},
                     {"lane_basefee", quantiles(lane_basefees_)},
                     {"tip_ratio_millionths", quantiles(tip_ratios_)},
                     {"classes", std::move(classes)}};
    for (std::size_t p = 0; p < classes_.size(); ++p)
        if (scenario_.populations[p].name == scenario_.step.of)
            all["response"] = response_.totals(classes_[p].insolvent.size());
    return all;
}

}  // namespace lariat::sim
