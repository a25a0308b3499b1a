// Traces that attack the time of a block, one function for each attack.
#include "attacks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lariat/types.hpp"

namespace lariat::bench {

namespace {

const std::string RICH = "1000000000000000000000000000000000";  // 10^33
constexpr u64 SENDER = 50, GOVERNOR = 99, TARGET = 6'000, FILLER = 777, FIRST_OWNER = 1'000'000;
constexpr u64 BLOCK_CELLS = 990'000, USER_CYCLES = 5'000'000;  // of the default capacity and user lane

std::string address(u64 number)
{
    return fmt::format("0x{:040x}", number);
}
std::string many(u64 count, const std::function<std::string(u64)>& one)
{
    std::string out;
    for (u64 i = 0; i < count; ++i) {
        if (i) out += ',';
        out += one(i);
    }
    return out;
}
std::string repeat(u64 count, const std::string& steps)
{
    return fmt::format(R"({{"repeat":[{},[{}]]}})", count, steps);
}

/// Lines of one chain. Blocks are a second apart.
class Writer {
public:
    explicit Writer(const TakeLine& take) : take_(take) {}

    u64 height() const { return height_; }

    static std::string actor(u64 number, const std::string& handlers = R"("handle_timer":[])")
    {
        return fmt::format(R"({{"address":"{}","balance":"{}","handlers":{{{}}}}})", address(number), RICH,
                           handlers);
    }
    static std::string owners(u64 count)
    {
        return many(count, [](u64 i) { return actor(FIRST_OWNER + i); });
    }
    void genesis(const std::string& actors, const std::string& config = "", const std::string& fees = "")
    {
        take_(fmt::format(
            R"({{"genesis":{{"accounts":[{{"address":"{}","balance":"{}"}},{{"address":"{}","balance":"{}"}}],)"
            R"("system_deployers":["{}"],"config":{{{}}},"fees":{{{}}},"actors":[{}]}}}})",
            address(SENDER), RICH, address(GOVERNOR), RICH, address(GOVERNOR), config, fees, actors));
    }
    void block(const std::string& txs)
    {
        take_(fmt::format(R"({{"block":{{"txs":[{}]}}}})", txs)), ++height_;
    }
    void empty_blocks(u64 count)
    {
        for (u64 i = 0; i < count; ++i) block("");
    }
    void empty_until(u64 height)
    {
        while (height_ < height) block("");
    }

    static std::string as(u64 actor, const std::string& steps, u64 cycles, u64 cells)
    {
        return fmt::format(R"({{"from":"{}","as":"{}","steps":[{}],"cycles_limit":{},"cells_limit":{}}})",
                           address(SENDER), address(actor), steps, cycles, cells);
    }
    static std::string govern(const std::string& patch)
    {
        return fmt::format(R"({{"from":"{}","system":{{"update_config":{{{}}}}}}})", address(GOVERNOR),
                           patch);
    }
    /// `count` timers of one owner for one height, `fields` of the schedule step beside it.
    static std::string schedule(u64 owner, u64 count, u64 due,
                                const std::string& fields = R"("gas_limit":200)")
    {
        const std::string step = fmt::format(R"({{"schedule":{{"height":{},{}}}}})", due, fields);
        return as(owner, repeat(count, step), count * 202 + 1'000, count * 97 + 1'000);
    }
    /// Owners with so many timers each, all due at one height: as many blocks as their cells take.
    void schedule_all(u64 owners, u64 each, u64 due, const std::string& fields = R"("gas_limit":200)")
    {
        const u64 in_a_block =
            std::max<u64>(1, std::min(BLOCK_CELLS / (each * 97 + 1'000), USER_CYCLES / (each * 202 + 1'000)));
        for (u64 first = 0; first < owners; first += in_a_block)
            block(many(std::min(in_a_block, owners - first),
                       [&](u64 i) { return schedule(FIRST_OWNER + first + i, each, due, fields); }));
    }

private:
    const TakeLine& take_;
    u64 height_ = 0;
};

const std::string FILLER_HANDLER = R"("handle_timer":[{"burn":249989}])";
const std::string AUCTION = R"("auction_activation_height":1,"lane_basefee_gain_denominator":1000)";
const std::string DEAR = R"("cycle_basefee":"1000")";

std::string fill_lane(u64 fires)
{
    const std::string step =
        R"({"schedule":{"height":"+1","gas_limit":250000,"max_fee_per_cycle":"1000000000","max_priority_fee_per_cycle":"5000"}})";
    return Writer::as(FILLER, repeat(fires, step), fires * 202 + 1'000, fires * 97 + 1'000);
}

void smallest_fires(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(64));
    w.schedule_all(64, 1'000, 20);
    w.empty_until(30);
}

void smallest_fires_in_auction(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(64), R"("auction_activation_height":1)");
    w.schedule_all(64, 1'000, 20);
    w.empty_until(30);
}

void smallest_fires_in_globalbox(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(64), R"("discipline":"globalbox")");
    w.schedule_all(64, 1'000, 20);
    w.empty_until(30);
}

void expired_at_one_height(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(100));
    w.schedule_all(100, 1'000, 30, R"("gas_limit":200,"expires_at":29)");
    w.empty_until(36);
}

void parked_updated_by_nonce(const TakeLine& take)
{
    constexpr u64 OWNERS = 6, EACH = 1'000, DUE = 20;
    Writer w(take);
    w.genesis(Writer::owners(OWNERS) + "," + Writer::actor(TARGET));
    const auto timeout = [](u64 nonce, const std::string& due, u64 gas) {
        return fmt::format(
            R"({{"set_timeout":{{"target":"{}","due_height":{},"gas_limit":{},"client_nonce":{}}}}})",
            address(TARGET), due, gas, nonce);
    };
    for (u64 o = 0; o < OWNERS; ++o)
        w.block(Writer::as(FIRST_OWNER + o,
                           many(EACH, [&](u64 i) { return timeout(i, fmt::format("{}", DUE), 550'000); }),
                           300'000, 100'000));
    w.block(Writer::govern(R"("max_cycles_per_fire":250000)"));
    w.empty_until(DUE + 1);
    for (u64 i = 0; i < 800; ++i)
        w.block(Writer::as(FIRST_OWNER, timeout(i, R"("+1")", 250'000), 1'000, 1'000));
    w.block(many(4, [&](u64 o) {
        return Writer::as(FIRST_OWNER + 1 + o,
                          many(500, [&](u64 i) { return timeout(i, R"("+1")", 250'000); }), 150'000, 60'000);
    }));
    w.empty_blocks(2);
}

/// Bids of one owner that all differ, each with its fee cap below the lane base fee.
std::string different_bids(u64 owner, u64 count, u64 due)
{
    std::string steps;
    u64 written = 0;
    for (u64 fee = 0; written < count; ++fee)
        for (u64 priority = 0; priority <= fee && written < count; ++priority, ++written)
            steps += fmt::format(
                R"({}{{"schedule":{{"height":{},"gas_limit":200,"max_fee_per_cycle":"{}","max_priority_fee_per_cycle":"{}"}}}})",
                written ? "," : "", due, 1'000 + fee, priority);
    return Writer::as(owner, steps, count * 220 + 1'000, count * 100);
}

void fires_with_many_bids(const TakeLine& take, u64 owners, u64 each, u64 due_intake)
{
    constexpr u64 FIRST_BLOCKS = 20;
    Writer w(take);
    w.genesis(Writer::owners(owners) + "," + Writer::actor(FILLER, FILLER_HANDLER), AUCTION, DEAR);
    const u64 in_a_block = std::max<u64>(1, BLOCK_CELLS / (each * 97));
    const u64 due = owners / in_a_block + FIRST_BLOCKS;
    for (u64 i = 0; i < owners; i += in_a_block)
        w.block(many(std::min(in_a_block, owners - i),
                     [&](u64 k) { return different_bids(FIRST_OWNER + i + k, each, due); }));
    w.block(Writer::govern(R"("lane_basefee_gain_denominator":1)"));
    for (int i = 0; i < 5; ++i) w.block(fill_lane(8));
    while (w.height() < due + owners * each / due_intake + 3) w.block(fill_lane(4));
    const std::string one =
        R"({"schedule":{"height":"+1","gas_limit":200,"max_fee_per_cycle":"900000","max_priority_fee_per_cycle":"100"}})";
    for (int i = 0; i < 4; ++i)
        w.block(fill_lane(4) + "," + many(std::min<u64>(owners, 9'000), [&](u64 o) {
                    return Writer::as(FIRST_OWNER + o, one, 300, 100);
                }));
    for (int i = 0; i < 2; ++i) w.block(fill_lane(4));
}

void agents_renamed(const TakeLine& take)
{
    constexpr u64 OWNERS = 200, EACH = 1'000, DUE = 40;
    const std::string bid = R"("getGasBid":[{"return_bid":{"max_fee":"1","max_priority":"0"}}])";
    Writer w(take);
    w.genesis(Writer::owners(OWNERS) + "," + Writer::actor(FILLER, FILLER_HANDLER) + "," +
                  Writer::actor(801, bid) + "," + Writer::actor(802, bid),
              AUCTION, DEAR);
    const auto name = [](u64 agent) { return fmt::format(R"({{"set_gba":"{}"}})", address(agent)); };
    w.schedule_all(OWNERS, EACH, DUE);
    w.block(many(OWNERS, [&](u64 o) { return Writer::as(FIRST_OWNER + o, name(801), 300, 1); }));
    while (w.height() < DUE + OWNERS * EACH / 8'700) w.block(fill_lane(8));
    for (u64 k = 0; k < 3; ++k) {
        w.block(fill_lane(8) + "," + many(OWNERS, [&](u64 o) {
                    return Writer::as(FIRST_OWNER + o, name(k % 2 ? 801 : 802), 300, 1);
                }));
        w.block(fill_lane(8));
    }
}

void queued_payloads_updated(const TakeLine& take)
{
    constexpr u64 TIMERS = 200, DUE = TIMERS / 2 + 5;
    const std::string payload(490'000, 'a');
    Writer w(take);
    w.genesis(Writer::owners(1) + "," + Writer::actor(TARGET), R"("discipline":"globalbox")");
    const auto timeout = [](u64 nonce, const std::string& rest) {
        return fmt::format(R"({{"set_timeout":{{"target":"{}","client_nonce":{},"gas_limit":200,{}}}}})",
                           address(TARGET), nonce, rest);
    };
    for (u64 i = 0; i < TIMERS; i += 2)
        w.block(Writer::as(FIRST_OWNER,
                           many(2,
                                [&](u64 k) {
                                    return timeout(i + k, fmt::format(R"("due_height":{},"payload":"{}")",
                                                                      DUE, payload));
                                }),
                           500'000, 999'000));
    w.empty_until(DUE);
    for (int i = 0; i < 2; ++i)
        w.block(Writer::as(FIRST_OWNER,
                           many(TIMERS, [&](u64 k) { return timeout(k, R"("due_height":"+1")"); }),
                           TIMERS * 203 + 100, TIMERS * 97));
}

void smallest_operations(const TakeLine& take)
{
    constexpr u64 OPERATIONS = 60'000, EACH = 1'000, AT = 2'000'000;
    Writer w(take);
    w.genesis(many(OPERATIONS / EACH, [](u64 i) { return Writer::actor(FIRST_OWNER + i, R"("h":[])"); }));
    for (u64 first = 0; first < OPERATIONS / EACH; first += 9)
        w.block(many(std::min<u64>(9, OPERATIONS / EACH - first), [&](u64 i) {
            const u64 owner = first + i;
            return Writer::as(
                FIRST_OWNER + owner,
                repeat(EACH,
                       fmt::format(R"({{"schedule_at":{{"timestamp_ms":{},"handler":"h","gas_limit":200}}}})",
                                   AT + owner / 10 * 1'000)),
                203'000, 98'000);
        }));
    take(fmt::format(R"({{"block":{{"timestamp_ms":{}}}}})", AT + OPERATIONS));
    for (int i = 0; i < 2; ++i) w.empty_blocks(1);
}

void keys_written(const TakeLine& take)
{
    constexpr u64 KEYS = 24'700;
    Writer w(take);
    w.genesis(Writer::owners(1) + "," + Writer::actor(TARGET));
    w.block(Writer::as(TARGET,
                       fmt::format(R"({{"watch":{{"target":"{}","keys":[["{}",""]],"gas_limit":200}}}})",
                                   address(TARGET), address(FIRST_OWNER)),
                       1'000, 300));
    for (u64 b = 0; b < 10; ++b)
        w.block(Writer::as(
            FIRST_OWNER,
            many(KEYS, [&](u64 i) { return fmt::format(R"({{"set":["{:x}",""]}})", b * KEYS + i); }),
            KEYS * 201 + 100, KEYS * 7));
    w.empty_blocks(5);
}

void watch_of_many_keys(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(1) + "," + Writer::actor(TARGET), R"("max_watch_keys":256)");
    const std::string keys =
        many(255, [](u64 i) { return fmt::format(R"(["{}","p{}"])", address(1'000'000'000 + i), i); });
    w.block(Writer::as(TARGET,
                       fmt::format(R"({{"watch":{{"target":"{}","keys":[["{}",""],{}],"gas_limit":200}}}})",
                                   address(TARGET), address(FIRST_OWNER), keys),
                       2'000, 20'000));
    for (u64 b = 0; b < 3; ++b)
        w.block(Writer::as(
            FIRST_OWNER, many(4'000, [&](u64 i) { return fmt::format(R"({{"set":["k{}","v{}"]}})", i, b); }),
            805'000, 60'000));
}

void many_watches_of_one_key(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(20));
    const std::string watch =
        fmt::format(R"({{"watch":{{"target":"{}","keys":[["{}",""]],"gas_limit":200}}}})",
                    address(FIRST_OWNER), address(FIRST_OWNER));
    for (u64 o = 0; o < 20; o += 5)
        w.block(many(5, [&](u64 k) {
            return Writer::as(FIRST_OWNER + o + k, repeat(1'000, watch), 203'000, 130'000);
        }));
    for (u64 b = 0; b < 4; ++b)
        w.block(Writer::as(
            FIRST_OWNER, many(5'000, [&](u64 i) { return fmt::format(R"({{"set":["k{}","v{}"]}})", i, b); }),
            1'100'000, 60'000));
    w.empty_blocks(4);
}

void outcome_epoch_ends(const TakeLine& take)
{
    constexpr u64 OWNERS = 100'000, IN_A_BLOCK = 10'000, EPOCH = 64;
    Writer w(take);
    w.genesis(Writer::owners(OWNERS),
              fmt::format(R"("auction_activation_height":1,"tie_break":"outcome","epoch_blocks":{})", EPOCH));
    for (u64 first = 0; first < OWNERS; first += IN_A_BLOCK)
        w.block(many(IN_A_BLOCK, [&](u64 i) {
            return Writer::as(FIRST_OWNER + first + i, R"({"schedule":{"height":"+1","gas_limit":200}})", 300,
                              100);
        }));
    w.empty_until(EPOCH + 2);
}

void cap_falls_and_rises(const TakeLine& take)
{
    constexpr u64 DUE = 32;
    Writer w(take);
    w.genesis(Writer::owners(200));
    w.schedule_all(200, 1'000, DUE, R"("gas_limit":550000)");
    w.block(Writer::govern(R"("max_cycles_per_fire":250000)"));
    w.empty_until(DUE + 14);
    w.block(Writer::govern(R"("max_cycles_per_fire":550000)"));
    w.empty_blocks(6);
}

void discipline_changes(const TakeLine& take, u64 due_intake)
{
    constexpr u64 DUE = 32, OWNERS = 200, EACH = 1'000;
    Writer w(take);
    w.genesis(Writer::owners(OWNERS), R"("auction_activation_height":1)");
    w.schedule_all(OWNERS, EACH, DUE,
                   R"("gas_limit":250000,"max_fee_per_cycle":"1000","max_priority_fee_per_cycle":"1")");
    w.empty_until(DUE + OWNERS * EACH / due_intake + 2);
    w.block(Writer::govern(R"("auction_activation_height":0)"));
    w.empty_blocks(4);
    w.block(Writer::govern(R"("auction_activation_height":1)"));
    w.empty_blocks(4);
    w.block(Writer::govern(R"("tie_break":"fair")"));
    w.empty_blocks(2);
}

void cancelled(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(10));
    for (u64 o = 0; o < 10; o += 5)
        w.block(many(5, [&](u64 k) {
            return Writer::as(
                FIRST_OWNER + o + k,
                many(1'000,
                     [&](u64 i) {
                         return fmt::format(
                             R"({{"schedule":{{"height":{},"gas_limit":200,"label":"{}.{}"}}}})", 100 + i,
                             o + k, i);
                     }),
                203'000, 98'000);
        }));
    w.block(many(10, [&](u64 o) {
        return Writer::as(FIRST_OWNER + o,
                          many(1'000, [&](u64 i) { return fmt::format(R"({{"cancel":"{}.{}"}})", o, i); }),
                          203'000, 1'000);
    }));
}

void smallest_calls(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::actor(TARGET));
    const std::string call = fmt::format(
        R"({{"from":"{}","call":{{"actor":"{}","handler":"none"}},"cycles_limit":10,"cells_limit":0}})",
        address(SENDER), address(TARGET));
    for (int i = 0; i < 3; ++i) w.block(many(10'000, [&](u64) { return call; }));
}

void smallest_messages(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(1) + "," + Writer::actor(TARGET, R"("handle_message":[])"));
    const std::string send = fmt::format(R"({{"send":{{"to":"{}","gas":10,"cells":0}}}})", address(TARGET));
    for (int i = 0; i < 3; ++i) w.block(Writer::as(FIRST_OWNER, repeat(50'000, send), 4'900'000, 100'000));
}

void sources_deployed(const TakeLine& take)
{
    Writer w(take);
    w.genesis(Writer::owners(1));
    std::string body;
    for (int i = 0; body.size() < 230'000; ++i)
        body += fmt::format("        self.storage['k{}'] = [payload, {}, 'text', {{'a': {}}}]\\n", i, i, i);
    for (int b = 0; b < 3; ++b)
        w.block(many(4, [&](u64 i) {
            return fmt::format(
                R"({{"from":"{}","deploy":{{"python":"class A:\n    def handle_timer(self, payload):\n        x = {}\n{}"}},"salt":"{}.{}","cycles_limit":10000,"cells_limit":245000}})",
                address(SENDER), i, body, b, i);
        }));
}

}  // namespace

std::vector<Attack> attacks(u64 due_intake)
{
    constexpr auto AUCTION_BLOCK = timers::Discipline::auction;
    return {
        {"smallest_fires", "64,000 empty handlers due at once, FIFO", smallest_fires},
        {"smallest_fires_auction", "the same in the auction", smallest_fires_in_auction, AUCTION_BLOCK},
        {"smallest_fires_globalbox", "the same under Globalbox", smallest_fires_in_globalbox,
         timers::Discipline::globalbox},
        {"expired_at_once", "100,000 timers expire at one height", expired_at_one_height},
        {"parked_updated", "800 parked timers updated one a block, then 2,000 in one",
         parked_updated_by_nonce},
        {"fires_with_many_bids", "300 owners of 1,000 different bids fire one timer each",
         [=](const TakeLine& take) { fires_with_many_bids(take, 300, 1'000, due_intake); }, AUCTION_BLOCK},
        {"fires_with_some_bids", "6,000 owners of 16 different bids fire one timer each",
         [=](const TakeLine& take) { fires_with_many_bids(take, 6'000, 16, due_intake); }, AUCTION_BLOCK},
        {"agents_renamed", "200 owners of 1,000 waiting timers name another agent", agents_renamed,
         AUCTION_BLOCK},
        {"queued_payloads", "200 queued payloads of 490,000 bytes updated in one block",
         queued_payloads_updated},
        {"smallest_operations", "60,000 empty operations due at once", smallest_operations},
        {"keys_written", "24,700 watched keys written in each block", keys_written},
        {"watch_of_many_keys", "a watch of 256 keys hit 4,000 times (governance raised max_watch_keys)",
         watch_of_many_keys},
        {"many_watches", "20,000 watches of the 5,000 keys that a block writes", many_watches_of_one_key},
        {"outcome_epoch", "100,000 owners fired in the epoch that ends (governance set outcome)",
         outcome_epoch_ends, AUCTION_BLOCK},
        {"cap_rises", "200,000 parked timers stand again (governance)", cap_falls_and_rises},
        {"discipline_changes", "200,000 waiting timers change their discipline (governance)",
         [=](const TakeLine& take) { discipline_changes(take, due_intake); }, AUCTION_BLOCK},
        {"cancelled", "10,000 timers cancelled in one block", cancelled},
        {"smallest_calls", "10,000 calls of a handler that does not exist", smallest_calls},
        {"smallest_messages", "50,000 empty messages", smallest_messages},
        {"sources_deployed", "four sources of 235 KB deployed in one block", sources_deployed},
    };
}

void write_ordinary_chain(const TakeLine& take, timers::Discipline discipline)
{
    const bool in_auction = discipline == timers::Discipline::auction;
    constexpr u64 AGENT = 801, ACTORS = 40, SETTING = 1'900, PLAIN = 700, LONG = 100;
    const std::string source =
        R"(import pvm_host\n\nclass Counter:\n    def add(self, payload):\n        self.storage['count'] = self.storage.get('count', 0) + 1\n\n)"
        R"(    def add_and_wake(self, payload):\n        self.storage['count'] = self.storage.get('count', 0) + 1\n)"
        R"(        pvm_host.schedule_timer(pvm_host.block_height() + 3, b'', gas_limit=1050)\n\n)"
        R"(    def handle_timer(self, payload):\n        self.storage['count'] = self.storage.get('count', 0) + 10\n)"
        R"(        pvm_host.emit_event('count', str(self.storage['count']).encode())\n\n)"
        R"(    def work(self, payload):\n        total = 0\n        for i in range(2000):\n            total = total + i * i\n        self.storage['total'] = total\n\n)"
        R"(    def start(self, payload):\n        if payload:\n            pvm_host.set_gba(payload)\n        for i in range(20):\n            self.tick(payload)\n\n)"
        R"(    def tick(self, payload):\n        self.storage['ticks'] = self.storage.get('ticks', 0) + 1\n)"
        R"(        pvm_host.schedule_at(pvm_host.context()['timestamp_ms'] + 1000, 'tick', b'', gas_limit=2500))";
    const std::string agent =
        R"(import pvm_host\nfrom cowboy_sdk import TxFeeParams\n\nclass Bidder:\n    def getGasBid(self, context):\n)"
        R"(        waited = context.current_block_height - context.trigger_block_height\n)"
        R"(        return TxFeeParams(max_fee_per_cycle=4 * context.basefee_lane_timer, max_priority_fee_per_cycle=2 + waited,)"
        R"( max_fee_per_cell=context.basefee_cell, max_priority_fee_per_cell=0))";
    const auto python = [](u64 number, const std::string& text) {
        return fmt::format(R"({{"address":"{}","balance":"{}","python":"{}"}})", address(number), RICH, text);
    };
    Writer w(take);
    w.genesis(
        python(AGENT, agent) + "," + many(ACTORS, [&](u64 i) { return python(FIRST_OWNER + i, source); }),
        in_auction                                    ? AUCTION
        : discipline == timers::Discipline::globalbox ? R"("discipline":"globalbox")"
                                                      : "");
    const auto calls = [&](u64 count, const std::string& handler, u64 cycles, u64 cells = 200,
                           const std::string& payload = "") {
        return many(count, [&](u64 i) {
            return fmt::format(
                R"({{"from":"{}","call":{{"actor":"{}","handler":"{}","payload":"{}"}},"cycles_limit":{},"cells_limit":{}}})",
                address(SENDER), address(FIRST_OWNER + i % ACTORS), handler, payload, cycles, cells);
        });
    };
    w.block(calls(ACTORS, "start", 60'000, 20'000, in_auction ? address(AGENT) : ""));
    const std::string txs = calls(SETTING, "add_and_wake", 1'500) + "," + calls(PLAIN, "add", 1'500) + "," +
                            calls(LONG, "work", 21'000);
    for (unsigned i = 0; i < ORDINARY_BLOCKS + 5; ++i) w.block(txs);
}

}  // namespace lariat::bench
