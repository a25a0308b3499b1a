// Tests of programs and their host: actors, storage, host calls and their errors.
#include "base/cbor.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

std::string event(const FakeHost& host, std::size_t i = 0)
{
    return i < host.events.size() ? std::string(text(host.events[i].second)) : "(none)";
}

TEST(PvmHost, API8_HeartbeatActorOfTheSpecificationRunsUnchanged)
{
    constexpr std::string_view SOURCE = R"(
import pvm_host

class HeartbeatActor:
    INTERVAL = 10  # fire every 10 blocks

    def deploy(self):
        pvm_host.schedule_timer(
            pvm_host.block_height() + self.INTERVAL,
            b""
        )

    def handle_timer(self, payload):
        # Do periodic work
        self.check_positions()
        self.rebalance()
        pvm_host.schedule_timer(
            pvm_host.block_height() + self.INTERVAL,
            b""
        )

    def check_positions(self): pass
    def rebalance(self): pass
)";
    FakeHost host;
    EXPECT_EQ(run_source(SOURCE, host, "deploy").out.status, ExecutionStatus::ok);
    EXPECT_EQ(run_source(SOURCE, host, "handle_timer").out.status, ExecutionStatus::ok);
    ASSERT_EQ(host.schedules.size(), 2u);
    EXPECT_EQ(host.schedules[0].height.value, 17u);
    EXPECT_TRUE(host.schedules[0].payload.given());
    EXPECT_TRUE(host.schedules[0].fee_payer.absent());
}

TEST(PvmHost, API8_DeployerFundedVariantRunsUnchanged)
{
    constexpr std::string_view SOURCE = R"(
import pvm_host
class PricingOracle:
    INTERVAL = 4
    def deploy(self):
        pvm_host.schedule_timer_ex(
            pvm_host.block_height() + self.INTERVAL,
            b"",
            fee_payer=self.deployer,       # == tx_sender during deploy → accepted
            gas_limit=200_000,              # tighter budget than the default 550k
            expires_at=pvm_host.block_height() + 2_592_000,  # ~30 days; use extend_timer to renew
        )
)";
    FakeHost host;
    EXPECT_EQ(run_source(SOURCE, host, "deploy").out.status, ExecutionStatus::ok);
    ASSERT_EQ(host.schedules.size(), 1u);
    EXPECT_EQ(host.schedules[0].gas_limit.value, 200'000u);
    EXPECT_EQ(host.schedules[0].expires_at.value, 2'592'007u);
    EXPECT_EQ(host.schedules[0].fee_payer.value.bytes[0], 0xdd);
}

TEST(PvmHost, ArgumentsOfAWrongKindTravelToTheHost)
{
    FakeHost host;
    const Ran r = run_source(
        "import pvm_host\ndef go(p):\n    try: pvm_host.schedule_timer('soon', 5, b'x', gas_limit=-1)\n    "
        "except pvm_host.HostError as e:\n"
        "        pvm_host.emit_event('e', f'{e.code} {e.name} {e}'.encode())",
        host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(event(host), "1 InvalidInput height must be an integer, got str: call int()");
}

TEST(PvmHost, WAT1_GBX1_TimeoutsAndWatchesTakeTheirArgumentsByPlaceAndByName)
{
    FakeHost host;
    const Ran r = run_source(R"(
import pvm_host
A = b'\x11' * 20
def go(p):
    pvm_host.set_timeout(A, 9, b'x')
    pvm_host.set_timeout(A, 9, b'x', 500, bid=7, client_nonce=3)
    pvm_host.set_state_watch(A, [(A, b'k'), [A, 'text'], (A, b'')], b'y', expires_at=99)
    pvm_host.set_state_watch(target=A, watch_keys=((A, b'k' * 5000),), payload=b'y', gas_limit=None, bid=None)
    for wrong in [None, 5, [A], [(A,)], [(A, 5)], [(b'short', b'k')]]:
        pvm_host.set_state_watch(A, wrong, b'y')
)",
                             host);
    ASSERT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    ASSERT_EQ(host.timeouts.size(), 2u);
    EXPECT_EQ(host.timeouts[0].due_height.value, 9u);
    EXPECT_TRUE(host.timeouts[0].bid.absent() && host.timeouts[0].client_nonce.absent());
    EXPECT_EQ(host.timeouts[1].gas_limit.value, 500u);
    EXPECT_EQ(host.timeouts[1].client_nonce.value, 3u);
    ASSERT_EQ(host.watches.size(), 8u);
    ASSERT_EQ(host.watches[0].keys.value.size(), 3u);
    EXPECT_EQ(text(host.watches[0].keys.value[1].second), "text");
    EXPECT_TRUE(host.watches[0].keys.value[2].second.empty());
    EXPECT_EQ(host.watches[0].expires_at.value, 99u);
    EXPECT_EQ(host.watches[1].keys.value[0].second.size(), 512u) << "no more than shows that it is too long";
    for (std::size_t i = 2; i < 8; ++i) EXPECT_TRUE(host.watches[i].keys.is_wrong()) << i;
}

TEST(PvmHost, GBX1_CancelTimerHasAFormWithATargetThatTells)
{
    FakeHost host;
    const Ran r = run_source(R"(
import pvm_host
def go(p):
    assert pvm_host.cancel_timer(b'x' * 32) is None
    assert pvm_host.cancel_timer(timer_id=b'x' * 32) is None
    assert pvm_host.cancel_timer(b'\x11' * 20, b'x' * 32) is True
    assert pvm_host.cancel_timer(target=b'\x11' * 20, timer_id=b'x' * 32) is True
    try: pvm_host.cancel_timer()
    except TypeError: return b'needs one'
)",
                             host);
    ASSERT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(text(r.out.returned), "needs one");
}

TEST(PvmHost, API14_AnUncaughtHostErrorRevertsUnderItsBareName)
{
    FakeHost host;
    host.refuse = Error{ErrorCode::QuotaExceeded, "too many"};
    const Ran r = run_source("import pvm_host\ndef go(p):\n    pvm_host.schedule_timer(9, b'')", host);
    EXPECT_EQ(r.out.status, ExecutionStatus::revert);
    EXPECT_EQ(r.out.error, "QuotaExceeded");
    EXPECT_EQ(r.out.traceback,
              "Traceback (most recent call last):\n  File \"<actor>\", line 3, in go\npvm_host.HostError: "
              "too many\n");
}

TEST(PvmHost, ANameThatAProgramGivesAHostErrorIsTakenUpTo256Bytes)
{
    const auto error_of = [](const std::string& name) {
        FakeHost host;
        const Ran r =
            run_source("import pvm_host\ndef go(p):\n    e = pvm_host.HostError('x')\n    e.name = " + name +
                           "\n    raise e",
                       host);
        EXPECT_EQ(r.out.status, ExecutionStatus::revert);
        return r.out.error;
    };
    EXPECT_EQ(error_of("'x' * 256"), std::string(256, 'x'));
    EXPECT_EQ(error_of("'x' * 300000"), std::string(256, 'x'));
    EXPECT_EQ(error_of("'x' * 255 + '\u20ac'"), std::string(255, 'x'));
}

TEST(PvmHost, AMeterThatRunsOutInsideTheHostCannotBeCaught)
{
    FakeHost host;
    const std::string source =
        "import pvm_host\ndef go(p):\n    try: pvm_host.charge_gas(10 ** 9)\n    except BaseException: "
        "return b'caught'";
    EXPECT_EQ(run_source(source, host).out.status, ExecutionStatus::out_of_cycles);
    const std::string cells =
        "import pvm_host\ndef go(p):\n    try: pvm_host.set_state(b'k', bytes(1_000_000))\n    except "
        "BaseException: return b'caught'";
    EXPECT_EQ(run_source(cells, host).out.status, ExecutionStatus::out_of_cells);
}

TEST(PvmHost, StorageKeepsEveryValueThatHasAnEncoding)
{
    FakeHost host;
    const Ran r = run_source(R"(
import pvm_host
class A:
    def go(self, p):
        s = self.storage
        values = [0, -1, 1 << 64, -(1 << 100), b"x", "é", None, True, [1, [2]], {"a": {"b": b""}, 1: 2}, ""]
        for i, v in enumerate(values):
            s[i] = v
            s["k" + str(i)] = v
        ok = all(s[i] == v and s["k" + str(i)] == v and type(s[i]) is type(v) for i, v in enumerate(values))
        s["t"] = (1, 2)
        del s["k0"]
        s["n"] = 1
        s["n"] += 5
        pvm_host.emit_event("r", repr([ok, s["t"], "k0" in s, "k1" in s, s.get("zz"), s.get("zz", 7), s.pop("n"), s.setdefault("q", [3]), s["q"], s.pop("gone", 1)]).encode())
        try: s["none"]
        except KeyError as e: pvm_host.emit_event("k", repr(e).encode())
        for bad in (lambda: s.__setitem__ if False else s[[1]], lambda: s.get({})):
            try: bad()
            except TypeError as e: pvm_host.emit_event("t", str(e).encode())
        try: s["x"] = object()
        except TypeError as e: pvm_host.emit_event("t", str(e).encode())
)",
                             host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(event(host, 0), "[True, [1, 2], False, True, None, 7, 6, [3], [3], 1]");
    EXPECT_EQ(event(host, 1), "KeyError('none')");
    EXPECT_EQ(event(host, 4),
              "a value of type 'object' cannot be stored: only None, bool, int, str, bytes, and lists, "
              "tuples and dicts "
              "of these; store its fields as a dict");
    EXPECT_EQ(host.state.at(to_bytes("k4")), CborWriter().put_bytes(view(std::string_view("x"))).take());
    EXPECT_TRUE(host.state.contains(Bytes{0, 4})) << "an integer key is 0x00 and its encoding";
}

TEST(PvmHost, KeysOfAStoredDictComeBackAsTheTuplesThatTheyWere)
{
    FakeHost host;
    const Ran r = run_source(R"(
import pvm_host
class A:
    def go(self, p):
        s = self.storage
        values = [{((1, 2), 3): "x"}, {((),): 1, (): 2}, {(((1,),),): {(2, (3,)): 4}}, {1: {((5,), 6): []}}]
        for i, v in enumerate(values): s[i] = v
        pvm_host.emit_event("r", repr([s[i] for i in range(4)]).encode())
        s["list"] = {((1, 2), 3): [(4, (5,)), ((6,), 7)]}
        pvm_host.emit_event("r", repr([s["list"], s.pop(0), 0 in s]).encode())
)",
                             host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(event(host, 0),
              "[{((1, 2), 3): 'x'}, {(): 2, ((),): 1}, {(((1,),),): {(2, (3,)): 4}}, {1: {((5,), 6): []}}]");
    EXPECT_EQ(event(host, 1), "[{((1, 2), 3): [[4, [5]], [[6], 7]]}, {((1, 2), 3): 'x'}, False]");
}

TEST(PvmHost, AHandlerTakesExactlyThePayload)
{
    FakeHost host;
    EXPECT_EQ(run_source("def go(): pass", host).out.error, "TypeError");
    EXPECT_EQ(run_source("def go(a, b): pass", host).out.error, "TypeError");
    EXPECT_EQ(run_source("def go(p): return p + b'!'", host, "go", "hi").out.returned, to_bytes("hi!"));
    EXPECT_EQ(run_source("def go(p): return 5", host).out.error, "TypeError");
    EXPECT_EQ(run_source("def go(p): pass", host, "other").out.status, ExecutionStatus::no_handler);
    EXPECT_EQ(run_source("class A:\n    def deploy(self): pass", host, "deploy").out.status,
              ExecutionStatus::ok);
    EXPECT_EQ(run_source("class A:\n    def deploy(self, p): return p", host, "deploy", "x").out.returned,
              to_bytes("x"));
}

TEST(PvmHost, API18_ContextOfAFire)
{
    FakeHost host;
    host.context_.timer_id = Hash32{};
    host.context_.msg_id = Hash32{};
    host.context_.fire_seq = 3;
    host.context_.trigger = Context::Trigger{"watch", 9, std::vector<Bytes>{to_bytes("k")}};
    const Ran r = run_source(
        "import pvm_host\nfrom cowboy_sdk import runtime\ndef go(p):\n    c = pvm_host.context()\n    assert "
        "c == runtime.context()\n"
        "    pvm_host.emit_event('c', repr([list(c), c['trigger'], c['fire_seq'], len(c['msg_id']), "
        "c['actor_addr'] == b'\\xaa' * 20]).encode())",
        host);
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(
        event(host),
        "[['block_height', 'block_hash', 'tx_hash', 'sender', 'timestamp_ms', 'actor_addr', 'msg_id', "
        "'nonce', 'timer_id', "
        "'fire_seq', 'trigger'], {'kind': 'watch', 'due_height': 9, 'matched_keys': [b'k']}, 3, 32, True]");
}

TEST(PvmHost, TracebacksReadAsInPython)
{
    const Ran r = run_source(
        "def inner(x):\n    return 1 // x\n\ndef go(p):\n    try:\n        inner(0)\n    except "
        "ZeroDivisionError as e:\n        raise ValueError('bad') from e\n");
    EXPECT_EQ(r.out.error, "ValueError");
    EXPECT_EQ(r.out.traceback,
              "Traceback (most recent call last):\n  File \"<actor>\", line 6, in go\n  File \"<actor>\", "
              "line 2, in inner\n"
              "ZeroDivisionError: integer division or modulo by zero\n\nThe above exception was the direct "
              "cause of the following exception:\n\n"
              "Traceback (most recent call last):\n  File \"<actor>\", line 8, in go\nValueError: bad\n");
}

TEST(PvmHost, EveryExecutionStartsAfresh)
{
    const auto program = compile("n = []\ndef go(p):\n    n.append(1)\n    return bytes([len(n)])", {});
    FakeHost host;
    for (int i = 0; i < 3; ++i) {
        Meter meter{100'000, 0};
        EXPECT_EQ(run(*program.value(), {"go", {}, {}, {}}, host, meter, {}).returned, Bytes{1});
    }
}

}  // namespace
}  // namespace lariat::pvm
