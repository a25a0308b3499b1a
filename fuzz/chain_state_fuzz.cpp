// Fuzz target: a state with changed, lost, moved and foreign values is refused by its opening or by a block,
// or it works. Nothing asserts, loops or reads where nothing is.
//
// The first byte chooses one of the chains below; then each change has an operation (u8), a key of the sorted
// state (u16) and up to ten bytes of its own.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "chain/chain.hpp"
#include "chain/state_check.hpp"
#include "scripted/engine.hpp"
#include "state/damage.hpp"
#include "state/log_store.hpp"
#include "trace/input.hpp"

namespace {

using namespace lariat;

struct Damaged {};

void require(bool holds, const char* what)
{
    if (holds) return;
    std::fputs(what, stderr);
    std::abort();
}

#define X "0x1111111111111111111111111111111111111111"
#define Y "0x2222222222222222222222222222222222222222"
#define ADA "0x6164610000000000000000000000000000000000"

/// Timers pending, waiting, parked, dead and idle, long payloads, nonces, operations, watches with kept keys.
constexpr const char* BLOCKS[] = {
    R"({"block":{"txs":[{"from":")" ADA R"(","as":")" X R"(","cycles_limit":300000,"steps":[
      {"repeat":[20,[{"schedule":{"height":9,"payload":"many"}}]]},
      {"schedule":{"height":8,"payload":"0x)"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaa"
    R"("}},
      {"schedule":{"height":9000000,"payload":"far","gas_limit":700}},
      {"repeat":[6,[{"schedule":{"height":2,"payload":"","expires_at":4,"gas_limit":500}}]]},
      {"repeat":[6,[{"schedule":{"height":3,"payload":"","gas_limit":600}}]]},
      {"set_timeout":{"target":")" Y R"(","due_height":3,"client_nonce":5,"payload":"t"}},
      {"set_timeout":{"target":")" Y R"(","due_height":9,"client_nonce":6,"payload":"u"}},
      {"watch":{"target":")" X R"(","keys":[[")" X R"(","k"]]}},
      {"watch":{"target":")" Y R"(","keys":[[")" X R"(","long prefix number one"],[")" X
    R"(","long prefix number two"],
        [")" Y R"(","long prefix number three"],[")" Y R"(","long prefix number four"],[")" Y R"(","l5"]]}},
      {"schedule_at":{"timestamp_ms":"+1500","handler":"go","payload":"op","gas_limit":700}},
      {"schedule_at":{"timestamp_ms":"+90000","handler":"go","payload":"late","gas_limit":700}}]}]}})",
    R"({"block":{"txs":[{"from":")" ADA R"(","as":")" X
    R"(","steps":[{"set":["k1","1"]},{"set":["k2","2"]},{"set":["k3","3"]},
      {"set":["k4","4"]}]}]}})",
    R"({"block":{"txs":[{"from":")" ADA
    R"(","system":{"update_config":{"max_cycles_per_fire":550}},"cycles_limit":1000}]}})",
    R"({"block":{"txs":[]}})",
};
/// What is tried on a changed state.
constexpr const char* TRIED[] = {
    R"({"block":{"txs":[{"from":")" ADA R"(","as":")" X
    R"(","cycles_limit":100000,"steps":[{"set":["k1","9"]},
      {"schedule":{"height":"+2","payload":"new"}},{"transfer":[")" Y R"(","5"]},
      {"set_timeout":{"target":")" Y R"(","due_height":9,"client_nonce":6,"payload":"again"}},
      {"schedule_at":{"timestamp_ms":"+1500","handler":"go","payload":"op","gas_limit":700}}]},
      {"from":")" ADA R"(","call":{"actor":")" Y R"(","handler":"go"}}]}})",
    R"({"block":{"txs":[]}})",
    R"({"block":{"txs":[{"from":")" ADA
    R"(","system":{"update_config":{"max_cycles_per_fire":900}},"cycles_limit":1000}]}})",
};

std::string genesis_line(const std::string& discipline)
{
    return R"({"genesis":{"config":{"lane_timer_cycles":1000,"max_cycles_per_fire":700,"gc_cycles_per_block":200,)"
           R"("max_watch_hits_per_block":1,)" +
           discipline +
           R"(},"system_deployers":[")" ADA R"("],"accounts":[{"address":")" ADA
           R"(","balance":"1000000000000"}],
             "actors":[{"address":")" X R"(","balance":"1000000000","owner":")" ADA R"(",
               "handlers":{"handle_timer":[],"go":[{"set":["k9","9"]}],"getGasBid":[{"return_bid":{"max_fee":"3","max_priority":"1"}}]}},
               {"address":")" Y
           R"(","balance":"1000000000","python":"def handle_timer(payload):\n    return 1\ndef go(payload):\n    return 2\n"}]}})";
}

chain::Block block_of(const chain::Chain& chain, const char* line)
{
    auto parsed = trace::parse_line(line);
    if (!parsed) std::fputs(parsed.error().message.c_str(), stderr);
    require(parsed.ok(), "a line of the fuzz target is no block");
    const auto& block = std::get<trace::BlockLine>(parsed.value());
    return {.height = chain.state().height + 1,
            .timestamp_ms = chain.state().timestamp_ms + 1'000,
            .proposer = block.proposer,
            .txs = block.txs};
}

using Pairs = std::map<Bytes, Bytes>;

struct Made {
    Pairs pairs;
    std::vector<Bytes> keys;
    u64 version = 0;
};

Made made_with(const std::string& discipline)
{
    auto parsed = trace::parse_line(genesis_line(discipline));
    if (!parsed) std::fputs(parsed.error().message.c_str(), stderr);
    require(parsed.ok(), "the genesis of the fuzz target is none");
    auto opened = std::move(state::LogStore::open_in_memory()).value();
    const state::Store& store = *opened;
    auto created = chain::Chain::create(std::get<chain::Genesis>(parsed.value()), std::move(opened),
                                        chain::CodeFiles::in_memory());
    if (!created) std::fputs(created.error().message.c_str(), stderr);
    require(created.ok(), "no chain is made of it");
    chain::Chain& chain = *created.value();
    for (const char* line : BLOCKS) {
        scripted::Engine scripts;
        scripts.begin_block();
        const auto result = chain.apply(block_of(chain, line), scripts);
        require(result.ok(), "a block of the fuzz target is refused");
        for (const chain::Receipt& receipt : result.value().receipts)
            if (receipt.status != ExecutionStatus::ok) {
                std::fputs((receipt.error + receipt.message + "\n").c_str(), stderr);
                require(false, "a transaction of the fuzz target fails");
            }
    }
    Made made;
    store.for_each([&](BytesView key, BytesView value) { made.pairs[to_bytes(key)] = to_bytes(value); });
    for (const auto& [key, value] : made.pairs) made.keys.push_back(key);
    made.version = store.version();
    require(chain::broken_invariants(store, made.version).empty(), "the unchanged state is not sound");
    return made;
}

const Made& made(u8 choice)
{
    static const std::array<Made, 3> ALL{
        made_with(R"("discipline":"fifo")"), made_with(R"("discipline":"globalbox")"),
        made_with(R"("auction_activation_height":2,"tie_break":"outcome","epoch_blocks":2)")};
    return ALL[choice % ALL.size()];
}

/// Input that ends gives zeros.
class Choices {
public:
    explicit Choices(BytesView in) : in_(in) {}
    bool more() const { return !in_.empty(); }
    u8 next()
    {
        if (in_.empty()) return 0;
        const u8 first = in_[0];
        in_ = in_.subspan(1);
        return first;
    }
    u64 next_u16()
    {
        const u64 high = next();
        return high << 8 | next();
    }

private:
    BytesView in_;
};

void change(const Made& of, Pairs& pairs, Choices& choices)
{
    const u8 what = choices.next();
    const Bytes& key = of.keys[choices.next_u16() % of.keys.size()];
    const auto found = pairs.find(key);
    if (found == pairs.end()) return;
    Bytes& value = found->second;
    const std::size_t at = value.empty() ? 0 : choices.next_u16() % value.size();
    switch (what % 9) {
        case 0:
            pairs.erase(found);
            return;
        case 1:
            if (!value.empty()) value[at] = choices.next();
            return;
        case 2:
            value.resize(at);
            return;
        case 3:
            value.resize(value.size() + 1 + choices.next() % 40, choices.next());
            return;
        case 4: {  // that of a neighbour
            const auto other = std::next(found);
            if (other != pairs.end()) value = other->second;
            return;
        }
        case 5: {  // moved
            Bytes elsewhere = key, moved = value;
            elsewhere[choices.next() % elsewhere.size()] ^= static_cast<u8>(1 + choices.next() % 255);
            if (choices.next() % 2 == 0) pairs.erase(found);
            pairs[elsewhere] = std::move(moved);
            return;
        }
        case 6: {  // a number made small, large, or one more
            constexpr std::size_t BYTES = 8;
            if (value.size() < BYTES) return;
            const std::size_t number = at % (value.size() - BYTES + 1);
            const u8 kind = choices.next();
            if (kind % 3 == 0) std::fill_n(value.begin() + static_cast<std::ptrdiff_t>(number), BYTES, u8{0});
            if (kind % 3 == 1)
                std::fill_n(value.begin() + static_cast<std::ptrdiff_t>(number), BYTES, u8{0xff});
            if (kind % 3 == 2) ++value[number + BYTES - 1];
            return;
        }
        case 7: {  // a key of the same table
            Bytes other = key;
            other.resize(1 + choices.next() % 60);
            pairs[other] = value;
            return;
        }
        default:
            std::swap_ranges(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(at / 2),
                             value.begin() + static_cast<std::ptrdiff_t>(at - at / 2));
            return;
    }
}

std::unique_ptr<state::LogStore> store_of(const Pairs& pairs, u64 version)
{
    auto store = std::move(state::LogStore::open_in_memory()).value();
    for (u64 n = 1; n < version; ++n)
        require(store->commit(std::vector<state::Write>{{to_bytes("Z"), Bytes{static_cast<u8>(n)}}}).ok(),
                "no commit");
    std::vector<state::Write> batch;
    for (const auto& [key, value] : pairs) batch.push_back({key, value});
    if (!pairs.contains(to_bytes("Z"))) batch.push_back({to_bytes("Z"), std::nullopt});
    std::ranges::sort(batch, {}, &state::Write::key);
    require(store->commit(batch).ok(), "a commit fails");
    return store;
}

void try_blocks(chain::Chain& chain)
{
    for (const char* line : TRIED) {
        scripted::Engine scripts;
        scripts.begin_block();
        if (!chain.apply(block_of(chain, line), scripts)) return;
    }
    static_cast<void>(chain.rollback(1).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    state::set_damage_handler([](const state::StoreError&) { throw Damaged{}; });
    Choices choices({data, size});
    const Made& base = made(choices.next());
    Pairs pairs = base.pairs;
    for (int changes = 0; choices.more() && changes < 8; ++changes) change(base, pairs, choices);
    const auto store = store_of(pairs, base.version);
    try {
        static_cast<void>(chain::broken_invariants(*store, store->version()));
    } catch (const Damaged&) {
        // said with the key
    }
    try {
        auto opened = chain::Chain::open(store_of(pairs, base.version), chain::CodeFiles::in_memory());
        if (opened) try_blocks(*opened.value());
    } catch (const Damaged&) {
        // said with the key
    }
    return 0;
}
