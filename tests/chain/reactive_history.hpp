// Random histories of watches, timeouts, nonces, bids and budgets under disciplines that change, made from a
// seed alone.
#pragma once

#include <random>

#include "world.hpp"

namespace lariat::chain::world {

class ReactiveHistory {
public:
    explicit ReactiveHistory(u64 seed) : random_(seed) {}

    Json block_txs()
    {
        Json txs = Json::array();
        for (u64 n = below(4); n > 0; --n) {
            Json steps = Json::array();
            for (u64 i = 1 + below(4); i > 0; --i) steps.push_back(a_step());
            if (below(3) == 0) steps.push_back(fail());
            txs.push_back(as(an_actor(), steps));
        }
        if (below(3) == 0) txs.push_back(set_config(a_patch()));
        if (below(9) == 0) txs.push_back(governance({{"cancel_timer", a_label()}}));
        if (below(7) == 0) txs.push_back(governance({{"extend_timer", list({a_label(), 1 + below(80)})}}));
        return txs;
    }

    /// Of a handler: each of them in some of its first executions.
    Json some_steps(u64 count)
    {
        Json steps = Json::array();
        for (; count > 0; --count)
            for (u64 nth = 1; nth < 25; nth += 1 + below(5))
                steps.push_back({{"if_nth", list({nth, list({a_step()})})}});
        return steps;
    }

    u64 below(u64 n) { return random_() % n; }

private:
    u8 an_actor() { return static_cast<u8>(X + below(3)); }
    std::string a_key() { return std::string(1 + below(2), static_cast<char>('j' + below(3))); }
    std::string a_label() { return "t" + std::to_string(below(8)); }
    Json a_bid() { return below(2) ? Json() : Json(to_decimal(u128{below(5)} << 95)); }
    Json gas() { return below(2) ? Json() : Json(300 + below(4) * 200); }

    Json a_step()
    {
        Json step;
        switch (below(8)) {
            case 0:
                step = {{"watch",
                         {{"target", at(an_actor())},
                          {"keys",
                           list({list({at(an_actor()), a_key().substr(below(2))}), list({at(X), a_key()})})},
                          {"bid", a_bid()},
                          {"gas_limit", gas()},
                          {"expires_at", "+" + std::to_string(1 + below(12))},
                          {"label", a_label()}}}};
                break;
            case 1:
            case 2:
                step = {{"set_timeout",
                         {{"target", at(an_actor())},
                          {"due_height", "+" + std::to_string(1 + below(4))},
                          {"bid", a_bid()},
                          {"gas_limit", gas()},
                          {"payload", std::string(below(2) * 150, 'p')},
                          {"label", a_label()}}}};
                if (below(2)) step["set_timeout"]["client_nonce"] = below(3);
                break;
            case 3:
                step = schedule("+" + std::to_string(1 + below(4)), a_label(),
                                {{"gas_limit", 300 + below(500)}});
                break;
            case 4:
                step = cancel(a_label());
                break;
            case 5:
                step = extend(a_label(), "+" + std::to_string(1 + below(9)));
                break;
            case 6:
                step = {{"cancel", list({at(an_actor()), a_label()})}};
                break;
            default:
                return {{"set", list({a_key(), std::to_string(below(3))})}};
        }
        return step;
    }

    Json a_patch()
    {
        switch (below(7)) {
            case 0:
                return {{"discipline", below(2) ? "globalbox" : "fifo"}};
            case 1:
                return {{"auction_activation_height", below(2)}};
            case 2:
                return {{"timers_paused", below(3) == 0}};
            case 3:
                return {{"max_cycles_per_fire", 300 + below(4) * 200}};
            case 4:
                return {{"due_intake_per_block", 1 + below(4)}};
            case 5:
                return {{"max_watch_hits_per_block", 1 + below(4)},
                        {"max_modified_keys_per_block", 1 + below(5)}};
            default:
                return {{"max_fires_per_target", 1 + below(3)},
                        {"gc_cycles_per_block", 200 * (1 + below(3))}};
        }
    }

    std::mt19937_64 random_;
};

}  // namespace lariat::chain::world
