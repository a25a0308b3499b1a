// Prints the lines of a block in the order of its phases: transactions, fires, removals.
#include "cli/demo_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace lariat::cli {

namespace {

constexpr std::size_t WHO_WIDTH = 13, WHAT_WIDTH = 66;

std::string text_of(const timers::ActorEvent& event)
{
    const std::string data(event.data.begin(), event.data.end());
    return data.empty() ? event.topic : event.topic + " " + data;
}

std::string taken_from(std::deque<std::string>& said)
{
    std::string out;
    for (const std::string& s : said) out += (out.empty() ? "" : ", ") + s;
    said.clear();
    return out;
}

}  // namespace

void DemoView::begin(const chain::Chain& chain, u64 blocks)
{
    const chain::ChainState& state = chain.state();
    out_ << fmt::format(
        "A chain of {} blocks in this process. A cycle costs {}, a cell {} (base units, burned), and a\n"
        "transaction tips the proposer 1 for each cycle. Nothing outside the chain wakes an actor.\n\n",
        blocks, grouped(state.cycle_basefee), grouped(state.cell_basefee));
    out_ << fmt::format("{:>5}  {:<{}}{:<{}}{:>10}\n", "block", "who", WHO_WIDTH, "what", WHAT_WIDTH, "cost");
}

void DemoView::show(const chain::BlockResult& block, const chain::Chain& chain)
{
    height_ = block.height;
    find_new_timers(chain);
    Said said;
    for (const timers::Event& e : block.events)
        if (const auto* event = std::get_if<timers::ActorEvent>(&e.body))
            said[event->actor].push_back(text_of(*event));
    show_transactions(block, said);
    show_fires(block, said);
    show_new_timers();
    show_removals(block);
    out_.flush();
}

void DemoView::show_transactions(const chain::BlockResult& block, Said& said)
{
    const auto at = script_.blocks.find(block.height);
    if (at == script_.blocks.end()) return;
    for (const chain::Receipt& r : block.receipts) {
        const DemoTx& tx = at->second.at(r.tx);
        const bool good = r.status == ExecutionStatus::ok;
        const std::string failed =
            good ? "" : fmt::format(": {} {}", status_name(r), r.refusal ? name(*r.refusal) : r.error);
        line(block.height, tx.who, tx.what + failed, grouped(r.fee), good ? Colour::plain : Colour::red);
    }
    // What an actor says in a block in which it also fires is told with its fire.
    for (const Address& actor : script_.actors) {
        const bool fires = std::any_of(block.fired.begin(), block.fired.end(),
                                       [&](const lane::Fired& f) { return f.target == actor; });
        const auto spoken = said.find(actor);
        if (fires || spoken == said.end()) continue;
        line(block.height, name_of(actor), "says: " + taken_from(spoken->second), "");
    }
}

void DemoView::show_fires(const chain::BlockResult& block, Said& said)
{
    for (const lane::Fired& f : block.fired) {
        std::string what = "wakes up";
        if (f.status != ExecutionStatus::ok)
            what += fmt::format(" and fails: {} {}", status_name(f.status), f.error);
        if (const auto spoken = said.find(f.target); spoken != said.end() && !spoken->second.empty())
            what += ": " + taken_from(spoken->second);
        if (const std::string next = new_timers_of(f.target); !next.empty()) what += "; " + next;
        if (f.payer != f.target) what += "; " + name_of(f.payer) + " pays";
        line(block.height, name_of(f.target), what, grouped(f.charged),
             f.status == ExecutionStatus::ok ? Colour::green : Colour::red);
    }
}

void DemoView::show_new_timers()
{
    for (const Address& actor : script_.actors)
        if (const std::string set = new_timers_of(actor); !set.empty())
            line(height_, name_of(actor), set, "");
}

void DemoView::show_removals(const chain::BlockResult& block)
{
    std::map<timers::TimerId, std::string> reasons;
    for (const timers::Event& event : block.events) {
        if (const auto* e = std::get_if<timers::InsufficientFundsEvent>(&event.body))
            reasons[e->id] = fmt::format("{} needed, {} has {}", grouped(e->required), name_of(e->fee_payer),
                                         grouped(e->available));
        if (const auto* e = std::get_if<timers::TimerExpiredEvent>(&event.body))
            reasons[e->id] = fmt::format("it was good until block {}", e->expires_at);
    }
    for (const timers::Exit& exit : block.exits) {
        if (exit.kind == timers::ExitKind::fired) continue;
        const Known& timer = timers_[exit.id];
        std::string kind(name(exit.kind));
        std::replace(kind.begin(), kind.end(), '_', ' ');
        std::string what = fmt::format("timer for block {} ends: {}", timer.height, kind);
        if (const auto why = reasons.find(exit.id); why != reasons.end()) what += ", " + why->second;
        line(block.height, name_of(timer.owner), what, "", Colour::yellow);
    }
}

void DemoView::find_new_timers(const chain::Chain& chain)
{
    new_.clear();
    for (const Address& actor : script_.actors) {
        for (const timers::TimerId& id : chain.timers_of(actor)) {
            const auto timer = chain.timer(id);
            if (!timer || timers_.contains(id)) continue;
            timers_[id] = {actor, timer->height, timer->fee_payer};
            new_[actor].push_back(id);
        }
    }
}

std::string DemoView::new_timers_of(const Address& actor)
{
    const auto found = new_.find(actor);
    if (found == new_.end()) return {};
    std::string heights;
    for (const timers::TimerId& id : found->second)
        heights += (heights.empty() ? "" : ", ") + std::to_string(timers_[id].height);
    const Address payer = timers_[found->second.front()].payer;
    std::string out =
        (found->second.size() == 1 ? "sets a timer for block " : "sets timers for blocks ") + heights;
    if (payer != actor) out += ", paid by " + name_of(payer);
    new_.erase(found);
    return out;
}

std::string DemoView::name_of(const Address& address) const
{
    const auto found = script_.names.find(address);
    return found == script_.names.end() ? "?" : found->second;
}

void DemoView::line(u64 height, const std::string& who, const std::string& what, const std::string& cost,
                    Colour colour)
{
    std::string text =
        fmt::format("{:>5}  {:<{}}{:<{}}", height, who, WHO_WIDTH, what, cost.empty() ? 0 : WHAT_WIDTH);
    if (!cost.empty()) text += fmt::format("{:>10}", cost);
    out_ << coloured(colour, text, colour_) << '\n';
}

}  // namespace lariat::cli
