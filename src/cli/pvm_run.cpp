// lariat pvm run: one handler of an actor, on a chain of its own.
#include <algorithm>
#include <iomanip>
#include <iostream>

#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "cli/commands.hpp"
#include "cli/pvm_chain.hpp"
#include "cli/pvm_commands.hpp"
#include "cli/pvm_report.hpp"
#include "cli/read_file.hpp"

namespace lariat::cli {

namespace {

int refuse(const std::string& message)
{
    std::cerr << "lariat pvm run: " << message << '\n';
    return EXIT_USAGE;
}

/// Cycles by line, and the lines in the order in which they ran.
class Profile : public pvm::Watch {
public:
    struct Line {
        u64 cycles = 0, visits = 0;
    };
    struct Step {
        u32 line;
        u64 cycles_left;
    };
    std::map<u32, Line> lines;
    std::vector<Step> steps;
    bool keeps_steps = false;

    void instruction(u32 line, u64 price, u64 before) override
    {
        lines[last_].cycles += before;
        lines[line].cycles += price;
        if (line == last_) return;
        ++lines[line].visits;
        if (keeps_steps) steps.push_back({line, cycles_left});
        last_ = line;
    }

private:
    u32 last_ = 0;  ///< 0: before the first line
};

void print_profile(const Profile& profile, const TestOutcome& outcome, const Lines& source)
{
    u64 told = 0;
    std::cout << "   cycles   times  line\n";
    for (const auto& [line, spent] : profile.lines) {
        told += spent.cycles;
        if (line != 0)
            std::cout << std::setw(9) << spent.cycles << std::setw(8) << spent.visits << std::setw(6) << line
                      << "  " << source_line(source, line) << '\n';
    }
    const auto outside = profile.lines.find(0);
    const u64 before = outside == profile.lines.end() ? 0 : outside->second.cycles;
    std::cout << std::setw(9) << outcome.cycles - std::min(told, outcome.cycles) + before
              << "  outside the lines: entering the handler, blocks left early, the end\n";
}

trace::OrderedJson json_of(const RunOptions& o, const TestChain& chain, const TestOutcome& outcome,
                           const Profile& profile, const std::string& traceback)
{
    trace::OrderedJson out{{"file", o.file}, {"handler", o.handler}};
    out["status"] = status_name(outcome.out.status);
    if (!outcome.out.error.empty()) out["error"] = outcome.out.error;
    out["returned"] = to_hex(BytesView(outcome.out.returned));
    out["cycles"] = trace::number(outcome.cycles);
    out["cells"] = trace::number(outcome.cells);
    out["events"] = trace::OrderedJson::array();
    for (const TestEvent& e : chain.world.events)
        out["events"].push_back({{"topic", e.topic}, {"data", to_hex(BytesView(e.data))}});
    out["timers"] = trace::number(chain.world.timers.size());
    out["messages"] = trace::number(chain.world.messages.size());
    if (!traceback.empty()) out["traceback"] = traceback;
    if (o.trace) {
        out["trace"] = trace::OrderedJson::array();
        for (const Profile::Step& s : profile.steps)
            out["trace"].push_back({{"line", s.line}, {"cycles_left", trace::number(s.cycles_left)}});
    }
    if (o.profile) {
        out["profile"] = trace::OrderedJson::array();
        for (const auto& [line, spent] : profile.lines)
            if (line != 0)
                out["profile"].push_back({{"line", line},
                                          {"cycles", trace::number(spent.cycles)},
                                          {"times", trace::number(spent.visits)}});
    }
    return out;
}

void print_outcome(const RunOptions& o, const TestChain& chain, const TestOutcome& outcome)
{
    std::cout << o.handler << ": " << status_name(outcome.out.status)
              << (outcome.out.error.empty() ? "" : " " + outcome.out.error) << ", " << outcome.cycles
              << " cycles, " << outcome.cells << " cells\n";
    if (!outcome.out.returned.empty()) std::cout << "returned " << shown_bytes(outcome.out.returned) << '\n';
    for (const TestEvent& e : chain.world.events)
        std::cout << "event " << e.topic << ' ' << shown_bytes(e.data) << '\n';
    for (const TestTimer& t : chain.world.timers)
        std::cout << "timer at height " << t.height << ' ' << shown_bytes(t.payload) << '\n';
    for (const TestMessage& m : chain.world.messages)
        std::cout << "message to " << to_hex(m.to) << ' ' << shown_bytes(m.payload) << '\n';
}

}  // namespace

int run_handler(const RunOptions& o)
{
    const auto source = read_file(o.file);
    if (!source) return refuse("cannot read " + o.file);
    const auto program = pvm::compile(*source, pvm::Limits{});
    if (!program) return refuse(o.file + ": " + program.error().to_string());
    Bytes payload;
    try {
        payload = chain::read_bytes(chain::Json(o.payload), "--payload");
    } catch (const chain::BadInput& bad) {
        return refuse(bad.error.message);
    }
    RunOptions named = o;
    std::vector<std::string> known = pvm::handlers(*program.value());
    std::erase_if(known, [](const std::string& name) { return name.starts_with('_'); });
    if (named.handler.empty() && known.size() == 1) named.handler = known[0];
    if (std::find(known.begin(), known.end(), named.handler) == known.end()) {
        std::string names;
        for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
        return refuse(
            (named.handler.empty() ? "name a handler with --handler" : "no handler " + named.handler) +
            "; there is " + (names.empty() ? "none" : names));
    }
    TestChain chain;
    const Address ada = test_account();
    const Address actor = chain.place(program.value(), o.file, *source, ada);
    const bool deploys = named.handler != "deploy" && pvm::defines_handler(*program.value(), "deploy");
    if (deploys) {
        const TestOutcome first = chain.call(actor, "deploy", {}, ada, o.cycles);
        if (first.out.status != pvm::ExitStatus::ok) {
            std::cerr << with_source(first.out.traceback, o.file, *source);
            return refuse("deploy: " + std::string(status_name(first.out.status)) + " " + first.out.error);
        }
        chain.world.events.clear();
    }
    Profile profile;
    profile.keeps_steps = o.trace;
    const TestOutcome outcome =
        chain.call(actor, named.handler, payload, ada, o.cycles, o.trace || o.profile ? &profile : nullptr);
    const std::string traceback = with_source(outcome.out.traceback, o.file, *source);
    const bool good = outcome.out.status == pvm::ExitStatus::ok;
    if (o.json) {
        print_json(json_of(named, chain, outcome, profile, traceback));
        return good ? 0 : EXIT_DIFFERENT;
    }
    const Lines lines = lines_of(*source);
    if (o.trace)
        for (const Profile::Step& s : profile.steps)
            if (s.line != 0)
                std::cout << std::setw(9) << o.cycles - s.cycles_left << std::setw(6) << s.line << "  "
                          << source_line(lines, s.line) << '\n';
    if (o.profile) print_profile(profile, outcome, lines);
    std::cerr << traceback;
    print_outcome(named, chain, outcome);
    return good ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
