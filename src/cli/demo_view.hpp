// Prints the demo as text: one line for each event, with its block, its actor and its cost.
#pragma once

#include <deque>
#include <iosfwd>

#include "chain/chain.hpp"
#include "cli/console.hpp"
#include "cli/demo_script.hpp"

namespace lariat::cli {

class DemoView {
public:
    DemoView(std::ostream& out, const DemoScript& script, bool colour)
        : out_(out), script_(script), colour_(colour)
    {
    }

    void begin(const chain::Chain& chain, u64 blocks);
    void show(const chain::BlockResult& block, const chain::Chain& chain);

private:
    struct Known {
        Address owner;
        u64 height = 0;
        Address payer;
    };
    using Said = std::map<Address, std::deque<std::string>>;

    void show_transactions(const chain::BlockResult& block, Said& said);
    void show_fires(const chain::BlockResult& block, Said& said);
    void show_new_timers();
    void show_removals(const chain::BlockResult& block);
    void find_new_timers(const chain::Chain& chain);
    std::string new_timers_of(const Address& actor);
    std::string name_of(const Address& address) const;
    void line(u64 height, const std::string& who, const std::string& what, const std::string& cost,
              Colour colour = Colour::plain);

    std::ostream& out_;
    const DemoScript& script_;
    bool colour_;
    std::map<timers::TimerId, Known> timers_;              ///< all timers so far
    std::map<Address, std::vector<timers::TimerId>> new_;  ///< timers of this block that were not printed yet
    u64 height_ = 0;
};

}  // namespace lariat::cli
