// A scenario: who is on the market, under which rules, for how long. Read from a TOML file
// (docs/simulation.md); an arm is the scenario with some values replaced.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lariat/error.hpp"
#include "sim/random.hpp"

namespace lariat::sim {

/// What a timer states about its price.
enum class BidRule : u8 {
    preset,  ///< nothing: the default bid
    tier,    ///< one of the four tiers
    own,     ///< fee cap and tip of its own, as multiples of the lane base fee when it is scheduled
    frozen,  ///< twice the lane base fee of the block that schedules it; the tip follows the market (SIM-16)
    agent    ///< a bidding agent asks for a tip that is a multiple of the lane base fee
};
struct BidPlan {
    BidRule rule = BidRule::preset;
    std::string tier;
    Distribution cap = Distribution::constant(q32(4));  ///< own: of the lane base fee
    Distribution tip;                                   ///< own, agent: of the lane base fee
};

enum class ActorKind : u8 {
    heartbeat,  ///< each fire sets the next one a period later
    oneshot,    ///< timers arrive at random and fire once
    burst       ///< many timers become due at once, every so many blocks
};

/// When heartbeats of a population are due.
enum class Alignment : u8 {
    none,   ///< at random within the period
    start,  ///< all at once at first; afterwards each a period after its last fire
    cron    ///< always at multiples of the period
};

struct Population {
    std::string name;
    ActorKind kind = ActorKind::heartbeat;
    u64 count = 1;                                           ///< actors
    Distribution gas = Distribution::constant(q32(20'000));  ///< cycles of a fire
    BidPlan bid;
    Q32 elasticity = 0;             ///< of the demand in the price per cycle
    u64 balance_fires = 0;          ///< of an actor, in fires at twice the first price; 0: without end
    u64 ttl = 0;                    ///< blocks from the due height to the expiry; 0: the longest
    u64 from = 1, until = U64_MAX;  ///< blocks in which it schedules
    Q32 activity = 0;               ///< sigma of the lognormal weights among oneshot and burst actors
    Distribution period = Distribution::constant(q32(100));  ///< heartbeat: blocks
    Alignment align = Alignment::none;                       ///< heartbeat
    Q32 rate = Q32_ONE;  ///< oneshot: timers a block at the reference price
    bool even = false;   ///< oneshot: arrivals at equal distances instead of at random
    u64 lead = 10;       ///< oneshot, burst: blocks from scheduling to the due height
    u64 every = 0;       ///< burst: blocks; 0: only once, at `at`
    u64 at = 0;          ///< burst: the first due height, or the offset within `every`
    u64 fires = 1;       ///< burst: timers of one burst
    u64 grind = 1;       ///< burst: ids tried for each timer, of which the lowest is taken
};

/// Rules that the specification does not have (docs/simulation.md). A run with one of them leaves no trace.
struct TrialRules {
    u64 ema_shift = 0;             ///< the median is smoothed by 2^-this; 0: it is not
    bool median_of_fires = false;  ///< the median of fires, not of actors
    bool zero_is_low = false;      ///< an owner without recent fires has the lowest weight
    bool explicit_tips = false;    ///< the median priority counts fires with caps of their own alone
    u64 floor_thousandths = 0;     ///< of the cycle base fee, below which the lane base fee does not fall
    bool oldest_first = false;     ///< equal effective priorities: by due height, then by weight
    bool any() const noexcept
    {
        return ema_shift != 0 || median_of_fires || zero_is_low || explicit_tips || floor_thousandths != 0 ||
               oldest_first;
    }
};

/// A change of the demand of one population, or of every elastic one, in the blocks from `at` on. With one
/// population named, the run measures its response.
struct DemandStep {
    u64 at = U64_MAX;
    Q32 factor = Q32_ONE;
    std::string of;          ///< the population; empty: every elastic one
    u64 span = 100;          ///< blocks of each mean that is compared with the final level
    u64 weight_within = 50;  ///< thousandths of W
    u64 fee_within = 100;    ///< thousandths of the final level of the lane base fee
    bool is_for(const Population& population) const noexcept
    {
        return of.empty() ? population.elasticity != 0 : of == population.name;
    }
};

struct Scenario {
    u64 blocks = 0, warmup = 0, every = 0;
    u64 seed_first = 1, seed_last = 1;
    u128 cycle_basefee = 1'000'000'000;
    DemandStep step;
    std::string config_json;  ///< fields of TimerConfig, compact JSON with sorted keys
    TrialRules rules;
    std::vector<Population> populations;
};

/// A value that an arm replaces: "chain.tie_break", "attacker.count", and its new value as JSON.
struct Replacement {
    std::string path, json;
};
struct Arm {
    std::string name;
    std::vector<Replacement> set;
};

struct ScenarioError {
    std::string message;  ///< with the line of the file, if one is to blame
};

/// A scenario file: its arms, each with the scenario that it makes.
struct ScenarioFile {
    std::string name;    ///< of the file, without folder and ending
    std::string sha256;  ///< of the file, hex
    std::string question;
    std::vector<std::pair<Arm, Scenario>> arms;

    const Scenario* find(std::string_view arm) const;
};
/// "1..30" or "7".
std::optional<std::pair<u64, u64>> parse_seeds(std::string_view text);
/// The file's name and messages come from `path`; nothing is opened.
Result<ScenarioFile, ScenarioError> read_scenario_file(std::string_view text, const std::string& path);

}  // namespace lariat::sim
