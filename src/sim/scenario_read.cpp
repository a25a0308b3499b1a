// Reads scenario files: each section into its struct.
#include <filesystem>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "sim/arms.hpp"
#include "sim/toml_reader.hpp"
#include "trace/output.hpp"

namespace lariat::sim {

namespace {

constexpr u64 BLOCKS_MAX = 10'000'000, ACTORS_MAX = 65'536, FIRES_MAX = 100'000, GRIND_MAX = 65'536;
constexpr u64 SPAN_MAX = 100'000, THOUSANDTHS_MAX = 1'000;

void read_seeds(TableReader& reader, Scenario& scenario)
{
    const toml::node* node = reader.find("seeds");
    if (!node) return;
    const std::string text = node->value_exact<std::string>().value_or("");
    const auto range = parse_seeds(text);
    if (!range) bad_scenario(*node, "seeds must be a range such as \"1..30\"");
    std::tie(scenario.seed_first, scenario.seed_last) = *range;
}

void read_sim(const toml::node& node, Scenario& scenario)
{
    const toml::table* table = node.as_table();
    if (!table) bad_scenario(node, "sim must be a table");
    TableReader reader(*table, "sim");
    reader.need("blocks");
    reader.read("blocks", scenario.blocks);
    reader.read("warmup", scenario.warmup);
    scenario.every = 10;
    reader.read("every", scenario.every);
    read_seeds(reader, scenario);
    reader.finish();
    if (scenario.blocks == 0 || scenario.blocks > BLOCKS_MAX || scenario.warmup >= scenario.blocks)
        bad_scenario(node, "blocks must be from 1 to 10000000, and warmup below it");
    if (scenario.every == 0) bad_scenario(node, "every must be at least 1");
}

void read_chain(const toml::node& node, Scenario& scenario)
{
    const toml::table* table = node.as_table();
    if (!table) bad_scenario(node, "chain must be a table");
    TableReader reader(*table, "chain");
    reader.read_amount("cycle_basefee", scenario.cycle_basefee);
    if (scenario.cycle_basefee == 0) bad_scenario(node, "cycle_basefee must be above 0");
    nlohmann::json config = nlohmann::json::object();
    const trace::OrderedJson fields = trace::to_json(timers::TimerConfig{});
    for (const auto& field : fields.items()) {
        const toml::node* value = reader.find(field.key());
        if (!value) continue;
        if (const auto number = value->value_exact<int64_t>())
            config[field.key()] = *number;
        else if (const auto text = value->value_exact<std::string>())
            config[field.key()] = *text;
        else
            bad_scenario(*value, field.key() + " must be a whole number or a text");
    }
    reader.finish();
    if (!config.contains("auction_activation_height")) config["auction_activation_height"] = 1;
    scenario.config_json = config.dump();
}

void read_rules(const toml::node& node, TrialRules& rules)
{
    const toml::table* table = node.as_table();
    if (!table) bad_scenario(node, "rules must be a table");
    TableReader reader(*table, "rules");
    reader.read("ema", rules.ema_shift);
    rules.median_of_fires = reader.read_word("median_of", {"actors", "fires"}) == 1;
    rules.zero_is_low = reader.read_word("zero", {"spec", "clip_min"}) == 1;
    rules.explicit_tips = reader.read_word("tip_ref", {"all", "explicit"}) == 1;
    reader.read("floor", rules.floor_thousandths);
    rules.oldest_first = reader.read_word("tie", {"spec", "oldest"}) == 1;
    reader.finish();
    if (rules.ema_shift > 32) bad_scenario(node, "ema is at most 32");
}

void read_step(const toml::node& node, DemandStep& step)
{
    const toml::table* table = node.as_table();
    if (!table) bad_scenario(node, "step must be a table");
    TableReader reader(*table, "step");
    reader.read("at", step.at);
    reader.read("factor", step.factor);
    reader.read("of", step.of);
    reader.read("span", step.span);
    reader.read("weight_within", step.weight_within);
    reader.read("fee_within", step.fee_within);
    reader.finish();
    if (step.span == 0 || step.span > SPAN_MAX) bad_scenario(node, "span must be from 1 to 100000");
    if (step.weight_within > THOUSANDTHS_MAX || step.fee_within > THOUSANDTHS_MAX)
        bad_scenario(node, "weight_within and fee_within are at most 1000");
}

/// Whose rate the step changes is known once the populations are.
void check_step(const toml::node& node, const Scenario& scenario)
{
    if (scenario.step.of.empty()) return;
    for (const Population& population : scenario.populations) {
        if (population.name != scenario.step.of) continue;
        if (population.kind == ActorKind::burst)
            bad_scenario(node, "a burst has no rate that a step changes");
        if (scenario.step.at == U64_MAX) bad_scenario(node, "a step of one population needs \"at\"");
        return;
    }
    bad_scenario(node, "the step is of \"" + scenario.step.of + "\", which is no population");
}

/// The auction keeps due heights under tie_break fair alone, so the trial rule stands on that one.
void use_oldest(const toml::node& node, Scenario& scenario)
{
    if (!scenario.rules.oldest_first) return;
    auto config = nlohmann::json::parse(scenario.config_json);
    if (config.contains("tie_break") && config["tie_break"] != "fair")
        bad_scenario(node, "tie = \"oldest\" replaces tie_break, which must be left out or be fair");
    config["tie_break"] = "fair";
    scenario.config_json = config.dump();
}

BidPlan read_bid(TableReader& reader)
{
    static const std::vector<std::string> WORDS{"default", "economy", "standard", "fast",
                                                "urgent",  "own",     "frozen",   "agent"};
    constexpr std::size_t TIER_LAST = 4, OWN = 5, FROZEN = 6, AGENT = 7;
    BidPlan bid;
    if (const auto word = reader.read_word("bid", WORDS)) {
        if (*word >= 1 && *word <= TIER_LAST) {
            bid.rule = BidRule::tier;
            bid.tier = WORDS[*word];
        }
        if (*word == OWN) bid.rule = BidRule::own;
        if (*word == FROZEN) bid.rule = BidRule::frozen;
        if (*word == AGENT) bid.rule = BidRule::agent;
    }
    reader.read("cap", bid.cap);
    reader.read("tip", bid.tip);
    return bid;
}

Population read_population(const toml::table& table)
{
    TableReader reader(table, "population");
    Population p;
    reader.need("name");
    reader.read("name", p.name);
    if (p.name.empty() ||
        p.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
        bad_scenario(table, "the name of a population has letters a to z, digits and _");
    if (const auto kind = reader.read_word("kind", {"heartbeat", "oneshot", "burst"}))
        p.kind = static_cast<ActorKind>(*kind);
    reader.read("count", p.count);
    reader.read("gas", p.gas);
    p.bid = read_bid(reader);
    reader.read("elasticity", p.elasticity);
    reader.read("balance_fires", p.balance_fires);
    reader.read("ttl", p.ttl);
    reader.read("from", p.from);
    reader.read("until", p.until);
    reader.read("activity", p.activity);
    reader.read("period", p.period);
    if (const auto word = reader.read_word("align", {"none", "start", "cron"}))
        p.align = static_cast<Alignment>(*word);
    reader.read("rate", p.rate);
    p.even = reader.read_word("arrivals", {"random", "even"}) == 1;
    reader.read("lead", p.lead);
    reader.read("every", p.every);
    reader.read("at", p.at);
    reader.read("fires", p.fires);
    reader.read("grind", p.grind);
    reader.finish();
    if (p.count > ACTORS_MAX) bad_scenario(table, "count is at most 65536");
    if (p.fires > FIRES_MAX) bad_scenario(table, "fires is at most 100000");
    if (p.grind == 0 || p.grind > GRIND_MAX) bad_scenario(table, "grind must be from 1 to 65536");
    if (p.lead == 0) bad_scenario(table, "lead must be at least 1");
    if (p.kind == ActorKind::burst && p.count != 0 && p.every == 0 && p.at <= p.lead)
        bad_scenario(table, "a burst that comes once needs \"at\" above \"lead\"");
    if (p.every != 0 && p.every <= p.lead) bad_scenario(table, "every must be above lead");
    return p;
}

Scenario read_scenario(const toml::table& table)
{
    Scenario scenario;
    TableReader reader(table, "the scenario");
    read_sim(reader.need("sim"), scenario);
    read_chain(reader.need("chain"), scenario);
    if (const toml::node* rules = reader.find("rules")) {
        read_rules(*rules, scenario.rules);
        use_oldest(*rules, scenario);
    }
    const toml::node* step = reader.find("step");
    if (step) read_step(*step, scenario.step);
    const toml::node& list = reader.need("population");
    if (!list.is_array() || list.as_array()->empty())
        bad_scenario(list, "populations must be written [[population]]");
    for (const toml::node& entry : *list.as_array()) {
        const toml::table* population = entry.as_table();
        if (!population) bad_scenario(entry, "populations must be written [[population]]");
        scenario.populations.push_back(read_population(*population));
        for (std::size_t i = 0; i + 1 < scenario.populations.size(); ++i)
            if (scenario.populations[i].name == scenario.populations.back().name)
                bad_scenario(entry, "there are two populations \"" + scenario.populations[i].name + "\"");
    }
    if (step) check_step(*step, scenario);
    reader.finish();
    return scenario;
}

/// What the report needs: texts and decisions. Here only its form is checked.
std::string take_report(toml::table& file)
{
    std::string question;
    if (const toml::node* node = file.get("report")) {
        const toml::table* table = node->as_table();
        if (!table) bad_scenario(*node, "report must be a table");
        TableReader reader(*table, "report");
        std::string text;
        reader.read("question", question);
        reader.read("hypothesis", text);
        reader.read("rule", text);
        reader.finish();
        file.erase("report");
    }
    if (const toml::node* node = file.get("decide")) {
        if (!node->is_array()) bad_scenario(*node, "decisions must be written [[decide]]");
        for (const toml::node& entry : *node->as_array()) {
            const toml::table* table = entry.as_table();
            if (!table) bad_scenario(entry, "decisions must be written [[decide]]");
            TableReader reader(*table, "decide");
            std::string text;
            for (const char* key : {"name", "metric", "of", "arm", "than", "than_of"}) reader.read(key, text);
            for (const char* key : {"above", "below"})
                if (const toml::node* bound = reader.find(key); bound && !bound->is_number())
                    bad_scenario(*bound, std::string(key) + " must be a number");
            reader.finish();
        }
        file.erase("decide");
    }
    return question;
}

}  // namespace

std::optional<std::pair<u64, u64>> parse_seeds(std::string_view text)
{
    constexpr std::size_t DIGITS_MAX = 9;
    const auto number = [](std::string_view digits) -> std::optional<u64> {
        if (digits.empty() || digits.size() > DIGITS_MAX ||
            digits.find_first_not_of("0123456789") != std::string_view::npos)
            return std::nullopt;
        return std::stoull(std::string(digits));
    };
    const std::size_t dots = text.find("..");
    const auto first = number(text.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : number(text.substr(dots + 2));
    if (!first || !last || *last < *first) return std::nullopt;
    return std::pair{*first, *last};
}

const Scenario* ScenarioFile::find(std::string_view arm) const
{
    for (const auto& [a, scenario] : arms)
        if (a.name == arm) return &scenario;
    return nullptr;
}

Result<ScenarioFile, ScenarioError> read_scenario_file(std::string_view text, const std::string& path)
{
    try {
        toml::table table = toml::parse(text, path);
        ScenarioFile file;
        file.name = std::filesystem::path(path).stem().string();
        file.sha256 = to_hex(sha256(view(text))).substr(2);
        file.question = take_report(table);
        for (auto& [arm, made] : take_arms(table)) {
            Scenario scenario = read_scenario(made);
            file.arms.emplace_back(std::move(arm), std::move(scenario));
        }
        return file;
    } catch (const toml::parse_error& error) {
        return ScenarioError{path + ": line " + std::to_string(error.source().begin.line) + ": " +
                             std::string(error.description())};
    } catch (const BadScenario& bad) {
        return ScenarioError{path + ": " + bad.message};
    }
}

}  // namespace lariat::sim
