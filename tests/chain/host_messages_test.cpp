// The messages of refused host calls: what was wanted and what was given.
#include "world.hpp"

namespace lariat::chain {

namespace {

using namespace world;

/// An actor whose handler evaluates one call and emits the message of its HostError or TypeError.
std::string message_of(const std::string& call)
{
    const std::string source = R"(import pvm_host
A = bytes.fromhex("a1" * 19 + "00")
class Actor:
    def go(self, payload):
        now = pvm_host.block_height()
        me = self.address
        store = self.storage
        try:
            )" + call + R"(
        except (pvm_host.HostError, TypeError, ValueError) as e:
            pvm_host.emit_event("said", str(e).encode())
)";
    TestChain chain(
        genesis(list({{{"address", at(X)}, {"balance", "900"}, {"owner", at(ALICE)}, {"python", source}}})));
    const BlockResult result = chain.block(list({world::call(X, "go")}));
    EXPECT_EQ(TestChain::receipts(result), "ok") << call;
    if (result.events.empty()) return "accepted";
    const Bytes& data = std::get<timers::ActorEvent>(result.events.at(0).body).data;
    return {data.begin(), data.end()};
}

}  // namespace

TEST(HostMessages, API15_ArgumentsOfAWrongKindSayWhatIsWantedAndWhatWasGiven)
{
    const std::pair<const char*, const char*> cases[] = {
        {"pvm_host.emit_event(b'x', b'')", "topic must be str, got bytes: call .decode()"},
        {"pvm_host.emit_event('x', 'y')", "data must be bytes, got str: call .encode()"},
        {"pvm_host.set_state(5, b'')", "key must be bytes or str, got int"},
        {"pvm_host.transfer(b'abc', 1)", "to must be an address of 20 bytes, got 3 bytes"},
        {"pvm_host.transfer(str(me), 1)",
         "to must be an address of 20 bytes, got str: use bytes.fromhex(), without 0x"},
        {"pvm_host.transfer(me, -1)", "amount must be an integer from 0 to 2**128 - 1, got -1"},
        {"pvm_host.transfer(me, '1')", "amount must be an integer, got str: call int()"},
        {"pvm_host.schedule_timer('1', b'')", "height must be an integer, got str: call int()"},
        {"pvm_host.schedule_timer(2**64, b'')",
         "height must be an integer from 0 to 2**64 - 1, got 18446744073709551616"},
        {"pvm_host.schedule_timer(now + 1, 'x')", "payload must be bytes, got str: call .encode()"},
        {"pvm_host.schedule_timer(now + 1, None)", "payload must be bytes, got NoneType"},
        {"pvm_host.schedule_timer(now + 1, b'', gas_limit={})", "gas_limit must be an integer, got dict"},
        {"pvm_host.schedule_timer(now + 1, b'', priority_tier_hint=b'fast')",
         "priority_tier_hint must be str, got bytes: call .decode()"},
        {"pvm_host.send_message(me, 'x')", "payload must be bytes, got str: call .encode()"},
        {"pvm_host.set_state_watch(me, me, b'')",
         "watch_keys must be a list of pairs (address, prefix), got bytes"},
        {"pvm_host.set_state_watch(me, [(me, b''), me], b'')",
         "watch_keys must be a list of pairs (address, prefix): item 1 must be a pair, got bytes"},
        {"pvm_host.set_state_watch(me, [(me,)], b'')",
         "watch_keys must be a list of pairs (address, prefix): item 0 must be a pair, got 1 items"},
        {"pvm_host.set_state_watch(me, [(b'x', b'')], b'')",
         "watch_keys must be a list of pairs (address, prefix): the address of item 0 must be an address of "
         "20 bytes, got 1 bytes"},
        {"pvm_host.set_state_watch(me, [(me, 5)], b'')",
         "watch_keys must be a list of pairs (address, prefix): the prefix of item 0 must be bytes or str, "
         "got int"},
        {"pvm_host.schedule_at(5, b'go', b'')", "handler must be str, got bytes: call .decode()"},
        {"pvm_host.cancel_timer('x')", "timer_id must be bytes, got str: call .encode()"},
        {"pvm_host.drop(5)", "operation_id must be bytes, got int"},
        {"pvm_host.set_gba('x')",
         "agent must be an address of 20 bytes, got str: use bytes.fromhex(), without 0x"},
        {"store['x'] = {1}",
         "a value of type 'set' cannot be stored: only None, bool, int, str, bytes, and lists, tuples and "
         "dicts of these; store sorted(value)"},
        {"store[[1]] = 1", "a storage key must be str, bytes, int, None or a tuple of these, got list"},
    };
    for (const auto& [call, message] : cases) EXPECT_EQ(message_of(call), message) << call;
}

TEST(HostMessages, API15_ValuesOutOfRangeSayTheValueAndTheLimit)
{
    const std::string self = at(X),
                      other = "0x" +
                              std::string(38, 'a').replace(0, 38, "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1") +
                              "00";
    const std::string id = "0x" + std::string(62, '0') + "07";
    const std::pair<std::string, std::string> cases[] = {
        {"pvm_host.schedule_timer(now, b'')", "height 1 is not above the current height 1"},
        {"pvm_host.schedule_timer(now + 1, b'', gas_limit=550_001)",
         "gas_limit 550001 is above the cap of a fire 550000"},
        {"pvm_host.schedule_timer(now + 1, b'', gas_limit=199)", "gas_limit 199 is below the floor 200"},
        {"pvm_host.schedule_timer(now + 1, b'', expires_at=2_592_002)",
         "expires_at 2592002 is above the latest height allowed, 2592001"},
        {"pvm_host.schedule_timer(now + 1, b'', fee_payer=A)",
         "fee_payer " + other +
             " is neither the executing actor nor the sender of a transaction that calls it directly"},
        {"pvm_host.schedule_timer(now + 1, b'', fee_payer=bytes(20))",
         "fee_payer 0x" + std::string(40, '0') + " is a reserved address"},
        {"pvm_host.schedule_timer(now + 1, b'', priority_tier_hint='quick')",
         "priority_tier_hint must be economy, standard, fast or urgent, got quick"},
        {"pvm_host.set_timeout(A, now + 1, b'')", "no actor at " + other},
        {"pvm_host.set_state_watch(me, [], b'')", "watch_keys is empty, at least one pair is wanted"},
        {"pvm_host.cancel_timer(b'abc')", "a timer id has 32 bytes, got 3"},
        {"pvm_host.cancel_timer(bytes(31) + b'\\x07')", "no live timer has the id " + id},
        {"pvm_host.drop(b'abc')", "an operation id has 32 bytes, got 3"},
        {"pvm_host.drop(bytes(31) + b'\\x07')", "no operation has the id " + id},
        {"pvm_host.transfer(A, 901)", "transfer of 901, balance 900"},
        {"pvm_host.schedule_at(5, '', b'')", "handler is empty, wanted a name of 1 to 256 bytes"},
        {"pvm_host.set_gba(A)", "no actor at " + other},
    };
    for (const auto& [call, message] : cases) EXPECT_EQ(message_of(call), message) << call;
}

TEST(HostMessages, ALongNameOrALargeNumberMakesNoLongMessage)
{
    for (const char* call : {"pvm_host.balance(type('N' * 256, (), {})())",
                             "pvm_host.charge_gas(-(1 << 4000))", "pvm_host.transfer(me, b'x' * 5000)",
                             "pvm_host.set_state_watch(me, [(me, type('N' * 256, (), {}))], b'')"})
        EXPECT_LT(message_of(call).size(), 1'500u) << call;
}

}  // namespace lariat::chain
