// Oracle of FIFO timers (docs/architecture.md): one list of timers, searched from end to end for
// everything. Both base fees are 1, and every timer is paid by its actor. Shares no code with the lane.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lariat/types.hpp"

namespace lariat::chain::oracle {

struct Config {
    u64 lane = 0;
    u64 cells_per_fire = 600;
    u64 min_gas = 200;
    u64 max_misfits = 8;
    u64 max_looks = 16'384;
    u64 gc_cycles = 5'000'000;
    u64 intake = 65'536;
};

enum class Stands { pending, waiting, dead };

struct Timer {
    std::string label;
    int actor = 0;
    u64 height = 0;
    u64 expires_at = 0;
    u64 gas = 0;
    std::string handler;
    Stands stands = Stands::pending;
    u64 arrival = 0;
    std::string dies_of{};
};

/// How a handler ended.
struct Run {
    std::string status = "ok";
    u64 cycles = 0, cells = 0;
    std::function<void()> effect{};
};

struct Block {
    std::vector<std::string> fires;  ///< label, status, cycles, charged
    std::vector<std::string> exits;  ///< label and exit
    u64 live = 0, waiting = 0, dead = 0, looks = 0, gc = 0, intake = 0, lane = 0;
};

class Oracle {
public:
    explicit Oracle(const Config& c) : config(c) {}

    // What transactions do. False: refused, nothing happens.
    void schedule(const Timer& t) { timers.push_back(t); }
    bool cancel(const std::string& label, int actor)
    {
        Timer* t = find(label);
        if (!t || t->actor != actor) return false;
        leave(label, "cancelled");
        return true;
    }
    bool extend(const std::string& label, int actor, u64 expires_at)
    {
        Timer* t = find(label);
        if (!t || t->actor != actor || t->stands == Stands::dead) return false;
        if (t->stands == Stands::waiting && height > t->expires_at) return false;
        t->expires_at = expires_at;
        return true;
    }

    void begin_block()
    {
        ++height;
        block = {};
    }

    Block end_block()
    {
        collect();
        for (const std::string& label : waiting_by_arrival())
            if (find(label)->expires_at < height) die(label, "expired");
        take_in();
        lane_left = config.lane;
        while (block.looks < config.max_looks && lane_left >= config.min_gas && round()) {}
        collect();
        block.live = timers.size();
        for (const Timer& t : timers) {
            block.waiting += t.stands == Stands::waiting;
            block.dead += t.stands == Stands::dead;
        }
        return block;
    }

    Timer* find(const std::string& label)
    {
        const auto it =
            std::find_if(timers.begin(), timers.end(), [&](const Timer& t) { return t.label == label; });
        return it == timers.end() ? nullptr : &*it;
    }

    const Config config;
    u64 height = 0;
    std::map<int, u64> balance;
    /// What the handler of a timer does when it is called now.
    std::function<Run(const Timer&)> handler;

private:
    struct Entry {
        std::string label;
        u64 cost;
    };

    std::vector<std::string> waiting_by_arrival() const
    {
        std::vector<const Timer*> found;
        for (const Timer& t : timers)
            if (t.stands == Stands::waiting) found.push_back(&t);
        std::sort(found.begin(), found.end(), [](auto* a, auto* b) { return a->arrival < b->arrival; });
        std::vector<std::string> out;
        for (const Timer* t : found) out.push_back(t->label);
        return out;
    }

    void leave(const std::string& label, const std::string& exit)
    {
        block.exits.push_back(label + " " + exit);
        std::erase_if(timers, [&](const Timer& t) { return t.label == label; });
        std::erase(graveyard, label);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (batch[i].label != label) continue;
            cancelled.push_back({label, batch[i].cost});
            batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }

    void die(const std::string& label, const std::string& of)
    {
        Timer* t = find(label);
        t->stands = Stands::dead;
        t->dies_of = of;
        graveyard.push_back(label);
    }

    void collect()
    {
        while (!graveyard.empty() && config.gc_cycles - block.gc >= 200) {
            const std::string label = graveyard.front();
            leave(label, find(label)->dies_of);
            block.gc += 200;
        }
    }

    void take_in()
    {
        u64 live = 0, expired = 0;
        for (u64 due = 0; due <= height; ++due) {
            for (std::size_t i = 0; i < timers.size(); ++i) {  // in order of insertion
                Timer& t = timers[i];
                if (t.stands != Stands::pending || t.height != due) continue;
                u64& taken = height > t.expires_at ? expired : live;
                if (taken == config.intake) return;
                ++taken;
                ++block.intake;
                if (height > t.expires_at) {
                    die(t.label, "expired");
                } else {
                    t.stands = Stands::waiting;
                    t.arrival = ++arrivals;
                }
            }
        }
    }

    bool round()
    {
        u64 misfits = 0;
        bool dispatched = false;
        for (const std::string& label : waiting_by_arrival()) {
            if (misfits == config.max_misfits || block.looks == config.max_looks) break;
            ++block.looks;
            Timer& t = *find(label);
            const u64 cost = t.gas + config.cells_per_fire;
            if (t.gas > lane_left) {
                ++misfits;
                continue;
            }
            misfits = 0;
            if (balance[t.actor] < cost) {
                die(label, "insufficient_funds");
                continue;
            }
            balance[t.actor] -= cost;
            lane_left -= t.gas;
            t.stands = Stands::pending;  // in the batch: neither waiting nor in any list
            t.height = U64_MAX;
            batch.push_back({label, cost});
            dispatched = true;
        }
        while (!batch.empty()) run(batch.front());
        return dispatched;
    }

    void run(const Entry entry)
    {
        const Timer t = *find(entry.label);
        batch.erase(batch.begin());
        block.exits.push_back(t.label + " fired");
        std::erase_if(timers, [&](const Timer& other) { return other.label == t.label; });
        const Run outcome = handler(t);
        if (outcome.status == "ok" && outcome.effect) outcome.effect();
        const u64 charged = outcome.cycles + outcome.cells;
        balance[t.actor] += entry.cost - charged;
        lane_left += t.gas - outcome.cycles;
        block.lane += outcome.cycles;
        for (const Entry& c : cancelled) {
            const u64 gas = c.cost - config.cells_per_fire;
            balance[t.actor] += c.cost;  // only its own actor can cancel
            lane_left += gas;
        }
        cancelled.clear();
        block.fires.push_back(t.label + " " + outcome.status + " " + std::to_string(outcome.cycles) + " " +
                              std::to_string(charged));
    }

    std::vector<Timer> timers;  ///< live ones, in order of creation
    std::vector<std::string> graveyard;
    std::vector<Entry> batch, cancelled;
    u64 lane_left = 0, arrivals = 0;
    Block block;
};

}  // namespace lariat::chain::oracle
