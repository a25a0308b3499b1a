// Random histories for property tests: blocks of transactions over a few actors, made from a seed alone.
#pragma once

#include <random>

#include "world.hpp"

namespace lariat::chain::world {

class RandomHistory {
public:
    explicit RandomHistory(u64 seed) : random_(seed) {}

    /// Small budgets, so that every one of them is met; prices that move.
    static Json genesis_of_history()
    {
        Json handlers = {
            {"ok", list({{{"set", list({"k", "v"})}}})},
            {"fail", list({{{"set", list({"k", "w"})}}, fail()})},
            {"loop", list({loop()})},
            {"cells", list({{{"burn_cells", 900}}})},
            {"drain", list({pay(BOB, "9000")})},
            {"again", list({schedule("+1", "again", {{"handler", "again"}})})},
            {"burst", list({schedule("+1", "t1"), schedule("+1", "t2"), cancel("t1"), fail()})},
            {"killer", list({cancel("t2"), cancel("t3")})},
            {"send", list({{{"send", {{"to", at(Y)}, {"handler", "ok"}, {"gas", 900}, {"cells", 50}}}}})},
            {"handle_message", list({burn(50)})}};
        handlers["once"] = list({{{"if_nth", list({2, list({fail("second")})})}}});
        const Json config = {{"lane_timer_cycles", 20'000},       {"lane_timer_cells", 4'000},
                             {"max_cells_per_fire", 2'000},       {"max_cycles_per_fire", 9'000},
                             {"gc_cycles_per_block", 600},        {"due_intake_per_block", 5},
                             {"max_looks_per_block", 6},          {"max_misfits", 2},
                             {"max_timers_per_actor", 12},        {"max_ttl_blocks", 30},
                             {"timer_lane_fee_multiplier", 1'500}};
        const Json fees = {{"cycle_basefee", "90"},
                           {"cell_basefee", "70"},
                           {"cycle_target", 60'000},
                           {"cell_target", 3'000}};
        return genesis(list({actor(X, "9000000", handlers), actor(Y, "4000000", handlers),
                             actor(Z, "90000000", handlers)}),
                       config, fees);
    }

    Json block()
    {
        Json txs = Json::array();
        for (u64 n = below(5); n > 0; --n) txs.push_back(transaction());
        return txs;
    }

private:
    u64 below(u64 n) { return random_() % n; }
    template <class T, std::size_t N>
    T one_of(const T (&values)[N])
    {
        return values[below(N)];
    }
    u8 any_actor() { return one_of({X, Y, Z}); }
    std::string label() { return "t" + std::to_string(1 + below(8)); }

    Json transaction()
    {
        static const char* const tips[] = {"0", "0", "3", "1000"};
        Json tx = kind();
        if (below(4) == 0) tx["tip_per_cycle"] = one_of(tips);
        if (below(6) == 0) tx["cycles_limit"] = 100 + below(3'000);
        if (below(9) == 0) tx["cells_limit"] = below(400);
        if (below(15) == 0) tx["max_fee_per_cycle"] = "60";
        if (below(40) == 0) tx["from"] = at(0xee);  // nobody
        return tx;
    }

    Json kind()
    {
        static const char* const handlers[] = {"ok",    "fail",  "loop", "drain",
                                               "again", "burst", "send", "nobody"};
        switch (below(14)) {
            case 0:
                return call(any_actor(), one_of(handlers), {{"from", at(BOB)}});
            case 1:
                return {{"from", at(ALICE)}, {"transfer", {{"to", at(any_actor())}, {"amount", "2500000"}}}};
            case 2:
                return system();
            case 3:
                if (below(10) == 0) return {{"from", at(ALICE)}, {"remove_actor", at(any_actor())}};
                return as(any_actor(), list({pay(ALICE, "500000")}));
            default:
                return as(any_actor(), steps());
        }
    }

    Json steps()
    {
        Json out = Json::array();
        for (u64 n = 1 + below(4); n > 0; --n) out.push_back(step());
        return out;
    }

    Json step()
    {
        switch (below(9)) {
            case 0:
                return cancel(label());
            case 1:
                return extend(label(), "+" + std::to_string(below(9)));
            case 2:
                return below(3) ? burn(below(30'000)) : fail();
            default:
                return schedule_step();
        }
    }

    Json schedule_step()
    {
        static const char* const handlers[] = {"ok",    "ok",    "fail",   "loop", "cells", "drain",
                                               "again", "burst", "killer", "send", "once",  "nobody"};
        Json more = {{"handler", one_of(handlers)}};
        if (below(2)) more["gas_limit"] = 200 + below(9) * 1'100;  // the last is above the cap
        if (below(3) == 0) more["expires_at"] = "+" + std::to_string(1 + below(8));
        if (below(4) == 0) more["fee_payer"] = at(ALICE);
        if (below(5) == 0) more["payload"] = std::string(below(400), 'p');
        return schedule("+" + std::to_string(1 + below(5)), label(), more);
    }

    Json system()
    {
        static const char* const unknown =
            "0x00000000000000000000000000000000000000000000000000000000000000aa";
        switch (below(7)) {
            case 0:
                return governance({{"cancel_timer", unknown}});
            case 1:
                return set_config({{"timers_paused", below(2) == 0}});
            case 2:
                return set_config({{"timers_paused", false}});
            case 3:
                return set_config({{"max_cycles_per_fire", 3'000 + below(4) * 2'000}});
            case 4:
                return set_config(
                    {{"due_intake_per_block", below(6)}, {"gc_cycles_per_block", 200 + below(900)}});
            case 5:
                return set_config({{"lane_timer_cycles", 9'000 + below(20'000)}});
            default:
                return governance({{"extend_timer", list({unknown, 99})}});
        }
    }

    std::mt19937_64 random_;
};

}  // namespace lariat::chain::world
