// Adds up the totals of the demo and prints them, as text or JSON.
#include "cli/demo_totals.hpp"

#include <fmt/format.h>

#include <ostream>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "cli/console.hpp"

namespace lariat::cli {

using trace::number;
using trace::OrderedJson;

void DemoTotals::add(const chain::BlockResult& block)
{
    blocks = block.height;
    for (const lane::Fired& f : block.fired)
        if (f.kind == lane::FireKind::height) ++fires[std::string(status_name(f.status))];
    burned.cycle += block.burned.cycle;
    burned.cell += block.burned.cell;
    burned.lane += block.burned.lane;
    tips += block.tips;
    exits = block.totals;
    live = block.live;
    state_root = block.state_root;
}

OrderedJson DemoTotals::to_json() const
{
    OrderedJson by_status = OrderedJson::object();
    for (const auto& [status, n] : fires) by_status[status] = number(n);
    OrderedJson out;
    out["blocks"] = number(blocks);
    out["fires"] = by_status;
    out["exits"] = {{"fired", number(exits.fired)},
                    {"insufficient_funds", number(exits.insufficient_funds)},
                    {"expired", number(exits.expired)},
                    {"cancelled", number(exits.cancelled)},
                    {"governance", number(exits.governance)}};
    out["live"] = number(live);
    out["burned"] = {{"cycle", to_decimal(burned.cycle)},
                     {"cell", to_decimal(burned.cell)},
                     {"lane", to_decimal(burned.lane)}};
    out["tips"] = to_decimal(tips);
    out["state_root"] = to_hex(state_root);
    return {{"summary", out}};
}

void DemoTotals::print(std::ostream& out) const
{
    std::string by_status;
    for (const auto& [status, n] : fires)
        by_status += fmt::format("{}{} {}", by_status.empty() ? "" : ", ", n, status);
    const auto row = [&](const char* what, const std::string& value) {
        out << fmt::format("  {:<12}{}\n", what, value);
    };
    out << fmt::format("\nAfter {} blocks:\n", blocks);
    row("fires", by_status.empty() ? "none" : by_status);
    row("exits",
        fmt::format("{} fired, {} insufficient funds, {} expired, {} cancelled, {} governance", exits.fired,
                    exits.insufficient_funds, exits.expired, exits.cancelled, exits.governance));
    row("waiting", fmt::format("{} timer{}", live, live == 1 ? "" : "s"));
    row("burned", fmt::format("{} for cycles, {} for cells", grouped(burned.cycle + burned.lane),
                              grouped(burned.cell)));
    row("tips", grouped(tips));
    row("state root", to_hex(state_root));
}

}  // namespace lariat::cli
