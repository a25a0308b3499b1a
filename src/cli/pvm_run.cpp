// lariat pvm run: deploys an actor on a new chain, calls one of its handlers, prints its effects and its
// cost.
#include <algorithm>
#include <iomanip>
#include <iostream>

#include "actor_tools/profile.hpp"
#include "actor_tools/read_file.hpp"
#include "actor_tools/shown.hpp"
#include "actor_tools/test_chain.hpp"
#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/print_json.hpp"
#include "cli/pvm_commands.hpp"

namespace lariat::cli {

using namespace actor_tools;

namespace {

/// The call: its options, its source and its outcome.
struct Ran {
    const RunOptions& options;
    std::string handler;
    chain::TxLimits limits;
    Lines source;
    Profile profile{};
    TestOutcome outcome{};
    std::vector<Printed> printed{};
};

void print_trace(const Ran& ran)
{
    for (const Profile::Step& s : ran.profile.steps)
        if (s.line != 0)
            std::cout << std::setw(9) << ran.limits.cycles - s.cycles_left << std::setw(6) << s.line << "  "
                      << source_line(ran.source, s.line) << '\n';
}

void print_profile(const Ran& ran)
{
    u64 told = 0;
    std::cout << "   cycles   times  line\n";
    for (const auto& [line, spent] : ran.profile.lines) {
        told += line == 0 ? 0 : spent.cycles;
        if (line != 0)
            std::cout << std::setw(9) << spent.cycles << std::setw(8) << spent.visits << std::setw(6) << line
                      << "  " << source_line(ran.source, line) << '\n';
    }
    const u64 all = ran.outcome.receipt.cycles;
    std::cout << std::setw(9) << all - std::min(told, all)
              << "  outside the lines: entering the handler, having its code ready, blocks left early, the "
                 "end\n";
}

trace::OrderedJson json_of(const Ran& ran)
{
    const TestOutcome& outcome = ran.outcome;
    const scripted::Scaffold no_labels;
    trace::OrderedJson out{{"file", ran.options.file}, {"handler", ran.handler}};
    out["status"] = status_name(outcome.receipt);
    if (!outcome.receipt.error.empty()) out["error"] = outcome.receipt.error;
    out["returned"] = to_hex(BytesView(outcome.returned));
    out["cycles"] = trace::number(outcome.receipt.cycles);
    out["cells"] = trace::number(outcome.receipt.cells);
    for (const char* list : {"events", "timers", "operations", "messages"})
        out[list] = trace::OrderedJson::array();
    for (const timers::ActorEvent& e : outcome.events)
        out["events"].push_back({{"topic", e.topic}, {"data", to_hex(BytesView(e.data))}});
    for (const timers::Timer& t : outcome.timers) out["timers"].push_back(trace::to_json(t, no_labels));
    for (const timers::Operation& o : outcome.operations)
        out["operations"].push_back(trace::to_json(o, no_labels));
    for (const lane::Delivery& m : outcome.messages)
        out["messages"].push_back({{"target", to_hex(m.target)},
                                   {"handler", m.handler},
                                   {"payload", to_hex(BytesView(m.payload))},
                                   {"gas", trace::number(m.paid.cycles)},
                                   {"cells", trace::number(m.paid.cells)}});
    out["failed"] = trace::OrderedJson::array();
    for (const FailureReport& f : outcome.failed) out["failed"].push_back(f.to_json());
    out["printed"] = trace::OrderedJson::array();
    for (const Printed& p : ran.printed)
        out["printed"].push_back({{"actor", to_hex(p.actor)}, {"handler", p.handler}, {"text", p.text}});
    if (!outcome.message.empty()) out["message"] = outcome.message;
    if (!outcome.traceback.empty()) out["traceback"] = outcome.traceback;
    if (outcome.cycles_left) out["cycles_left"] = trace::number(*outcome.cycles_left);
    if (ran.options.trace) {
        out["trace"] = trace::OrderedJson::array();
        for (const Profile::Step& s : ran.profile.steps)
            out["trace"].push_back({{"line", s.line}, {"cycles_left", trace::number(s.cycles_left)}});
    }
    if (ran.options.profile) {
        out["profile"] = trace::OrderedJson::array();
        for (const auto& [line, spent] : ran.profile.lines)
            if (line != 0)
                out["profile"].push_back({{"line", line},
                                          {"cycles", trace::number(spent.cycles)},
                                          {"times", trace::number(spent.visits)}});
    }
    return out;
}

/// A handler that is not the usual one, and the payload.
std::string for_handler(const std::string& handler, std::string_view usual, const Bytes& payload)
{
    return (handler == usual ? " " : " for " + shown_word(handler) + " ") + shown_bytes(payload) + "\n";
}

/// Each line of a print() behind a word, so that no text of a program looks like one of the command.
void print_printed(const Ran& ran)
{
    for (const Printed& p : ran.printed)
        for (const std::string& line : lines_of(p.text))
            std::cout << (p.handler == ran.handler ? "print " : "print in " + shown_word(p.handler) + ": ")
                      << shown_bytes(lariat::view(std::string_view(line))) << '\n';
}

void print_failed(const std::vector<FailureReport>& failed)
{
    for (const FailureReport& f : failed) {
        std::cerr << f.to_text();
        std::cout << "failed " << shown_word(f.handler.empty() ? f.kind : f.handler) << ": " << f.status
                  << (f.error.empty() ? "" : " " + shown_word(f.error)) << '\n';
    }
}

void print_outcome(const Ran& ran)
{
    const TestOutcome& outcome = ran.outcome;
    const std::string& error = outcome.receipt.error;
    std::cout << ran.handler << ": " << status_name(outcome.receipt)
              << (error.empty() ? "" : " " + shown_word(error)) << ", " << outcome.receipt.cycles
              << " cycles, " << outcome.receipt.cells << " cells\n";
    if (!outcome.returned.empty()) std::cout << "returned " << shown_bytes(outcome.returned) << '\n';
    for (const timers::ActorEvent& e : outcome.events)
        std::cout << "event " << shown_word(e.topic) << ' ' << shown_bytes(e.data) << '\n';
    for (const timers::Timer& t : outcome.timers)
        std::cout << (t.kind == timers::Kind::watch
                          ? "watch of " + std::to_string(t.watch_keys.size()) + " keys"
                          : "timer at height " + std::to_string(t.height))
                  << for_handler(t.handler, "handle_timer", t.payload);
    for (const timers::Operation& o : outcome.operations)
        std::cout << "operation at " << o.place.timestamp_ms << " ms"
                  << for_handler(o.handler, "handle_timer", o.payload);
    for (const lane::Delivery& m : outcome.messages)
        std::cout << "message to " << to_hex(m.target) << for_handler(m.handler, "handle_message", m.payload);
}

/// Says why there is no such handler, or none at all.
std::string missing(const std::string& handler, const std::vector<std::string>& known,
                    const pvm::Program& program)
{
    std::string names;
    for (const std::string& one : known) names += (names.empty() ? "" : ", ") + one;
    const std::string hidden = why_no_handler(program, handler);
    return (handler.empty() ? "name a handler with --handler" : "no handler " + handler) + "; there is " +
           (names.empty() ? "none" : names) + (hidden.empty() ? "" : ": " + hidden);
}

}  // namespace

namespace {

/// The bytes that an option stands for; refuses by BadInput.
Bytes bytes_of(const std::string& given, const std::string& option)
{
    if (!given.starts_with('@')) return chain::read_bytes(chain::Json(given), option);
    const auto content = read_file(given.substr(1));
    if (!content) chain::bad_input(option + ": " + content.error().message);
    return to_bytes(lariat::view(std::string_view(content.value())));
}

u128 balance_of(const std::optional<std::string>& given)
{
    if (!given) return TEST_FUNDS;
    const auto balance = parse_decimal(*given);
    if (!balance || *balance > TEST_BALANCE_MAX)
        chain::bad_input("--balance must be a number from 0 to " + to_decimal(TEST_BALANCE_MAX) + ", not " +
                         *given);
    return *balance;
}

/// What the options say of the two transactions.
struct Given {
    Bytes payload, deploy_payload;
    Address sender;
    u128 balance;
};

Result<Given, chain::InputError> read_options(const RunOptions& o)
{
    try {
        return Given{
            bytes_of(o.payload, "--payload"), bytes_of(o.deploy_payload, "--deploy-payload"),
            o.sender.empty() ? test_account() : chain::read_address(chain::Json(o.sender), "--sender"),
            balance_of(o.balance)};
    } catch (const chain::BadInput& bad) {
        return bad.error;
    }
}

}  // namespace

int run_handler(const RunOptions& o)
{
    const auto source = read_file(o.file);
    if (!source) return refuse("pvm run", source.error());
    const auto program = pvm::compile_actor(source.value(), pvm::Limits{});
    if (!program) return refuse("pvm run", o.file + ": " + program.error().to_string());
    const auto options = read_options(o);
    if (!options) return refuse("pvm run", options.error().message);
    const Given& given = options.value();
    const std::vector<std::string> known = callable_handlers(*program.value());
    const std::string handler = o.handler.empty() && known.size() == 1 ? known[0] : o.handler;
    if (std::find(known.begin(), known.end(), handler) == known.end())
        return refuse("pvm run", missing(handler, known, *program.value()));

    // The deployment has room for any source: the options limit the handler that they name.
    const bool deploys = handler == "deploy";
    if (deploys && !o.payload.empty() && !o.deploy_payload.empty())
        return refuse("pvm run",
                      "--payload and --deploy-payload are the same for the handler deploy: give one");
    const chain::TxLimits usual{.cells = chain::FeeParams{}.cell_capacity};
    Ran ran{.options = o, .handler = handler, .limits = {}, .source = lines_of(source.value())};
    ran.limits.cycles = o.cycles;
    ran.limits.cells = o.cells.value_or(deploys ? usual.cells : ran.limits.cells);
    ran.profile.keeps_steps = o.trace;
    pvm::Watch* const watch = o.trace || o.profile ? &ran.profile : nullptr;
    TestChain chain;
    chain.on_print = [&](const Printed& printed) { ran.printed.push_back(printed); };
    const auto [actor, deployed] =
        chain.deploy({.file = o.file,
                      .source = source.value(),
                      .payload = deploys && !o.payload.empty() ? given.payload : given.deploy_payload,
                      .sender = deploys ? given.sender : test_account(),
                      .balance = given.balance},
                     deploys ? ran.limits : usual, deploys ? watch : nullptr);
    ran.outcome = deployed;
    if (!deploys && !deployed.ok()) ran.handler = "deploy";
    if (!deploys && deployed.ok())
        ran.outcome =
            chain.call({.actor = actor, .handler = handler, .payload = given.payload, .sender = given.sender},
                       ran.limits, watch);
    if (o.json) {
        print_json(json_of(ran));
    } else {
        if (o.trace) print_trace(ran);
        if (o.profile) print_profile(ran);
        print_printed(ran);
        std::cerr << ran.outcome.traceback;
        if (ran.outcome.traceback.empty() && !ran.outcome.message.empty())
            std::cerr << ran.outcome.message << '\n';
        print_outcome(ran);
        print_failed(ran.outcome.failed);
    }
    return ran.outcome.ok() ? 0 : EXIT_DIFFERENT;
}

}  // namespace lariat::cli
