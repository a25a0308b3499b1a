// Tests of malformed traces: each ends with exit status 2 and a message that names line and cause.
#include "replayed.hpp"
#include "trace/input.hpp"

namespace lariat::trace {
namespace {

struct Case {
    std::string line, message;
};

const std::string ADDRESS = "\"0x7700000000000000000000000000000000000001\"";

std::string tx(const std::string& body)
{
    return R"({"block": {"txs": [{"from": )" + ADDRESS + ", " + body + "}]}}";
}
std::string step(const std::string& body)
{
    return tx("\"as\": " + ADDRESS + ", \"steps\": [" + body + "]");
}

void expect_refused(const Case& c)
{
    const Replayed r = replayed("{\"blocks\": 1}\n" + c.line + "\n{\"blocks\": 1}\n");
    EXPECT_EQ(r.verdict, Verdict::refused) << c.line.substr(0, 200);
    EXPECT_TRUE(r.problems.starts_with("line 2: ")) << r.problems.substr(0, 200);
    EXPECT_NE(r.problems.find(c.message), std::string::npos)
        << "of " << c.line.substr(0, 200) << ": " << r.problems.substr(0, 300);
    EXPECT_EQ(r.lines.size(), 1u) << "what came before was printed, nothing after";
    EXPECT_LT(r.problems.size(), 600u) << "the message does not repeat the input";
}

TEST(TraceRefusals, TextThatIsNoJson)
{
    for (const Case& c : std::vector<Case>{
             {"{", "malformed JSON"},
             {"}", "malformed JSON"},
             {"nonsense", "malformed JSON"},
             {"{\"blocks\": 1", "malformed JSON"},
             {"{\"blocks\": 1}}", "malformed JSON"},
             {"{\"blocks\": 1} {\"blocks\": 1}", "malformed JSON"},
             {"{'blocks': 1}", "malformed JSON"},
             {"{\"blocks\": 01}", "malformed JSON"},
             {"{\"blocks\": 1e999}", "malformed JSON"},
             {"{\"blocks\": NaN}", "malformed JSON"},
             {"{\"blocks\": \"\xff\xfe\"}", "malformed JSON"},
             {"{\"blocks\": \"\xed\xa0\x80\"}", "malformed JSON"},
             {"{\"blocks\": \"\\ud800\"}", "malformed JSON"},
             {std::string("{\"blocks\": 1\0}", 14), "byte 13 is NUL"},
             {std::string("{\"blocks\": 1}\0 and more", 23), "byte 14 is NUL"},
             {"\xef\xbb\xbf{\"blocks\": }", "malformed JSON"},
         })
        expect_refused(c);
}

TEST(TraceRefusals, LinesOfNoKind)
{
    for (const Case& c : std::vector<Case>{
             {"[]", "one key"},
             {"7", "one key"},
             {"null", "one key"},
             {"\"blocks\"", "one key"},
             {"{}", "one key"},
             {R"({"blocks": 1, "rollback": 1})", "one key"},
             {R"({"bloks": 1})", "unknown key \"bloks\""},
             {R"({"blocks": 1, "blocks": 1})", "stands twice"},
             {R"({"genesis": {}})", "genesis must be the first line"},
             {R"({"restart": false})", "restart must be true"},
             {R"({"restart": 1})", "restart must be true or false"},
             {R"({"query": 3})", "query must be an object"},
             {R"({"assert": []})", "assert must be an object"},
             {R"({"query": {}})", "a query has one key"},
             {R"({"query": {"weather": 1}})", "unknown key \"weather\" in query"},
             {R"({"query": {"timer": "nobody"}})", "no timer has the label \"nobody\""},
             {R"({"query": {"height": -1}})", "height must be a non-negative integer"},
             {R"({"query": {"storage": ["0x00"]}})", "storage must be a list of 2"},
             {R"({"query": {"estimate": {}}})", "estimate needs the key \"actor\""},
             {R"({"query": {"proof": {}}})", "storage"},
         })
        expect_refused(c);
}

TEST(TraceRefusals, NumbersOutOfRange)
{
    for (const Case& c : std::vector<Case>{
             {R"({"blocks": -1})", "blocks must be a non-negative integer, not -1"},
             {R"({"blocks": -0})", "blocks must be a non-negative integer"},
             {R"({"blocks": 1.5})", "blocks must be a non-negative integer"},
             {R"({"blocks": 1e3})", "blocks must be a non-negative integer"},
             {R"({"blocks": true})", "blocks must be a non-negative integer"},
             {R"({"blocks": ""})", "blocks must be a non-negative integer"},
             {R"({"blocks": "-1"})", "blocks must be a non-negative integer"},
             {R"({"blocks": "+1"})", "blocks must be a non-negative integer"},
             {R"({"blocks": "007"})", "blocks must be a non-negative integer"},
             {R"({"blocks": "0x7"})", "blocks must be a non-negative integer"},
             {R"({"blocks": " 7"})", "blocks must be a non-negative integer"},
             {R"({"blocks": 9007199254740993})", "above 2^53 a number is written as a string"},
             {R"({"blocks": 18446744073709551616})", "blocks must be a non-negative integer"},
             {R"({"blocks": "18446744073709551616"})", "at most 18446744073709551615"},
             {R"({"blocks": "340282366920938463463374607431768211456"})",
              "blocks must be a non-negative integer"},
             {R"({"rollback": 2})", "rollback of 2 blocks at height 1"},
             {R"({"rollback": "18446744073709551615"})",
              "rollback of 18446744073709551615 blocks at height 1"},
             {R"({"block": {"timestamp_ms": 0}})", "timestamp 0 is not above the parent's 1001000"},
             {R"({"block": {"timestamp_ms": 1001000}})", "not above the parent's"},
             {tx("\"cycles_limit\": \"18446744073709551616\", \"remove_actor\": " + ADDRESS),
              "cycles_limit is"},
             {tx("\"tip_per_cycle\": \"340282366920938463463374607431768211456\", \"remove_actor\": " +
                 ADDRESS),
              "tip_per_cycle must be"},
             {step(R"({"burn": "18446744073709551616"})"), "burn is 18446744073709551616"},
             {step(R"({"schedule": {"height": "+18446744073709551616"}})"), "height must be \"+n\""},
             {step(R"({"schedule": {"height": "+-1"}})"), "height must be \"+n\""},
             {step(R"({"schedule": {"height": "+"}})"), "height must be \"+n\""},
         })
        expect_refused(c);
}

TEST(TraceRefusals, TransactionsThatAreNone)
{
    for (const Case& c : std::vector<Case>{
             {R"({"block": []})", "block must be an object"},
             {R"({"block": {"txs": {}}})", "txs must be a list"},
             {R"({"block": {"txs": [3]}})", "a transaction must be an object"},
             {R"({"block": {"miner": 1}})", "unknown key \"miner\" in block"},
             {R"({"block": {"proposer": "0x00"}})", "proposer must be an address of 20 bytes"},
             {R"({"block": {"txs": [{}]}})", "a transaction needs the key \"from\""},
             {tx("\"nonce\": 1"), "a transaction needs one of"},
             {tx("\"nonsense\": 1, \"remove_actor\": " + ADDRESS), "unknown key \"nonsense\""},
             {tx("\"remove_actor\": " + ADDRESS + ", \"transfer\": {\"to\": " + ADDRESS + ", \"amount\": 1}"),
              "is a second"},
             {tx("\"as\": " + ADDRESS), "needs the key \"steps\""},
             {tx("\"steps\": []"), "a transaction needs one of"},
             {tx("\"remove_actor\": " + ADDRESS + ", \"steps\": []"), "unknown key \"steps\""},
             {tx(R"("call": {"handler": "h"})"), "call needs the key \"actor\""},
             {tx("\"call\": {\"actor\": " + ADDRESS + ", \"handler\": 3}"), "handler must be a text"},
             {tx("\"call\": {\"actor\": " + ADDRESS + R"(, "handler": "h", "payload": "0x1"})"),
              "payload must be 0x and pairs of hex digits"},
             {tx(R"("transfer": {"to": "0xzz", "amount": "1"})"), "to must be an address"},
             {tx("\"transfer\": {\"to\": " + ADDRESS + ", \"amount\": \"-1\"}"), "amount must be"},
             {tx(R"("deploy": {})"), "deploy has either"},
             {tx(R"("deploy": {"handlers": {}, "python": ""})"), "deploy has either"},
             {tx(R"("deploy": {"handlers": {"h": [{"jump": 1}]}})"),
              "unknown key \"jump\" in a step of handler h"},
             {tx(R"("system": {})"), "system has one of"},
             {tx(R"("system": {"cancel_timer": "a", "extend_timer": ["a", 1]})"), "system has one of"},
             {tx(R"("system": {"extend_timer": ["a"]})"), "extend_timer must be a list of 2"},
             {tx(R"("system": {"cancel_timer": "0x00"})"),
              "cancel_timer must be a label or an id of 32 bytes"},
             {tx(R"("system": {"cancel_timer": ""})"), "empty label"},
             {tx(R"("system": {"update_config": {"max_misfit": 1}})"),
              "unknown key \"max_misfit\" in update_config"},
             {tx(R"("system": {"update_config": {"max_misfits": true}})"), "max_misfits must be"},
             {tx(R"("system": {"update_config": {"timers_paused": 1}})"),
              "timers_paused must be true or false"},
             {tx("\"schedule_at\": {}"), "schedule_at needs the key \"actor\""},
             {tx("\"drop\": \"a\""), "no timer or operation has the label \"a\""},
         })
        expect_refused(c);
}

TEST(TraceRefusals, StepsThatAreNone)
{
    for (const Case& c : std::vector<Case>{
             {step("{}"), "an empty step"},
             {step("3"), "must be an object"},
             {step(R"({"error": "TimerNotFound"})"), "an empty step"},
             {step(R"({"fail": "x", "error": "NoSuchError"})"), "no error is called \"NoSuchError\""},
             {step(R"({"fail": "x", "burn": 1})"), "is a second"},
             {step(R"({"jump": 1})"), "unknown key \"jump\""},
             {step(R"({"loop": false})"), "loop must be true"},
             {step(R"({"set": ["k"]})"), "set must be a list of 2"},
             {step(R"({"set": ["k", 3]})"), "value of set must be a text"},
             {step(R"({"extend": ["a", "b"]})"), "height of extend must be"},
             {step(R"({"repeat": [1]})"), "repeat must be a list of 2"},
             {step(R"({"repeat": [1, {}]})"), "repeat must be a list"},
             {step(R"({"if_nth": ["x", []]})"), "if_nth must be"},
             {step(R"({"log": "everything"})"), "log can show"},
             {step(R"({"log": ["put", "k"]})"), "log can show"},
             {step(R"({"schedule": {"hight": 3}})"), "unknown key \"hight\" in schedule"},
             {step(R"({"schedule": {"height": 3, "gas_limit": -1}})"), "gas_limit must be"},
             {step(R"({"send": {}})"), "send needs the key \"to\""},
             {step(R"({"watch": {}})"), "watch needs the key \"target\""},
             {step(R"({"set_timeout": {}})"), "set_timeout needs the key \"target\""},
             {step(R"({"set_gba": 3})"), "set_gba must be"},
             {step(R"({"estimate": {"hight": 3}})"), "unknown key \"hight\" in estimate"},
             {step(R"({"cancel": ["0x00", "a"]})"), "target of cancel must be"},
         })
        expect_refused(c);
}

TEST(TraceRefusals, AGenesisThatCannotBe)
{
    const std::string account = "{\"address\": " + ADDRESS + ", \"balance\": \"1\"}";
    for (
        const Case& c : std::vector<Case>{
            {R"({"weather": 1})", "unknown key \"weather\" in genesis"},
            {"{\"accounts\": [" + account + ", " + account + "]}", "stands twice"},
            {"{\"accounts\": [" + account + "], \"actors\": [{\"address\": " + ADDRESS +
                 ", \"handlers\": {}}]}",
             "stands twice"},
            {R"({"accounts": [{"address": "0x0000000000000000000000000000000000000001", "balance": "340282366920938463463374607431768211455"}, )" +
                 account + "]}",
             "add up to more than 2^128 - 1"},
            {R"({"fees": {"cycle_basefee": "0"}})", "cycle_basefee is zero"},
            {R"({"fees": {"cell_target": 0}})", "cell_target is zero"},
            {R"({"fees": {"cycle_capacity": 1}})", "cycle_target is zero"},
            {R"({"fees": {"user_lane": 0}})", "user_lane is zero"},
            {R"({"fees": {"cycle_basefee": "1000000000000000000000001"}})", "1000000000000000000000000"},
            {R"({"fees": {"cell_basefee": "340282366920938463463374607431768211455"}})",
             "1000000000000000000000000"},
            {R"({"fees": {"min_basefee": "1000000000000000000000001"}})", "1000000000000000000000000"},
            {R"({"config": {"max_misfits": 0}})", "InvalidConfig, max_misfits: 0 below 1"},
            {R"({"config": {"lane_timer_cycles": 20000001}})",
             "lane_timer_cycles: 20000001 above cycle_capacity 20000000"},
            {R"({"config": {"ring_buffer_size": 4294967296}})",
             "ring_buffer_size: 4294967296 above 4294967295"},
            {"{\"actors\": [{\"address\": " + ADDRESS + "}]}", "either \"handlers\" or \"python\""},
            {"{\"actors\": [{\"address\": " + ADDRESS + ", \"handlers\": []}]}",
             "handlers must be an object"},
        }) {
        const Replayed r = replayed("{\"genesis\": " + c.line + "}\n{\"blocks\": 1}\n");
        EXPECT_EQ(r.verdict, Verdict::refused) << c.line;
        EXPECT_NE(r.problems.find(c.message), std::string::npos) << c.line << ": " << r.problems;
    }
}

TEST(TraceRefusals, NestingOfTenThousandLevelsWhereverItStands)
{
    const std::string lists = std::string(10'000, '[') + std::string(10'000, ']');
    std::string objects, steps = "{\"loop\": true}";
    for (int i = 0; i < 10'000; ++i) objects += "{\"a\":";
    objects += "1" + std::string(10'000, '}');
    for (int i = 0; i < 2'000; ++i) steps = "{\"repeat\": [1, [" + steps + "]]}";
    for (const Case& c : std::vector<Case>{
             {lists, "nested deeper than"},
             {objects, "nested deeper than"},
             {std::string(1'000'000, '['), "nested deeper than"},
             {"{\"assert\": {\"a\": " + lists + "}}", "nested deeper than"},
             {"{\"query\": {\"height\": " + objects + "}}", "nested deeper than"},
             {step(steps), "nested deeper than"},
         })
        expect_refused(c);
}

TEST(TraceRefusals, ALabelThatNothingHasIsRefusedInASystemInstructionAndSoIsWhatFollows)
{
    const std::string genesis = "{\"genesis\": {\"accounts\": [{\"address\": " + ADDRESS +
                                ", \"balance\": \"9000000\"}], \"system_deployers\": [" + ADDRESS + "]}}\n";
    const Replayed r =
        replayed(genesis + tx(R"("system": {"cancel_timer": "nobody"})") + "\n{\"blocks\": 1}\n");
    EXPECT_EQ(r.verdict, Verdict::refused);
    EXPECT_EQ(r.problems, "line 2: no timer or operation has the label \"nobody\"\n");
    EXPECT_TRUE(r.lines.empty());
}

TEST(TraceRefusals, BLK6_ARollbackDeeperThanKeptIsRefused)
{
    ReplayOptions options;
    options.rollback_depth_max = 3;
    EXPECT_EQ(replayed("{\"blocks\": 9}\n{\"rollback\": 3}\n", options).verdict, Verdict::good);
    const Replayed r = replayed("{\"blocks\": 9}\n{\"rollback\": 4}\n", options);
    EXPECT_EQ(r.verdict, Verdict::refused);
    EXPECT_NE(r.problems.find("rollback of 4 blocks, at most 3 are kept"), std::string::npos) << r.problems;
}

TEST(TraceRefusals, AnAssertThatDoesNotHoldIsADifferenceAndNoRefusal)
{
    EXPECT_EQ(replayed("{\"blocks\": 1}\n{\"assert\": {\"height\": 1, \"fired\": [], \"supply\": "
                       "{\"burned\": \"0\"}}}\n")
                  .verdict,
              Verdict::good);
    const Replayed r = replayed("{\"blocks\": 1}\n{\"assert\": {\"height\": 2}}\n{\"blocks\": 1}\n");
    EXPECT_EQ(r.verdict, Verdict::different);
    EXPECT_NE(r.problems.find("height: expected 2, got 1"), std::string::npos) << r.problems;
    EXPECT_EQ(r.lines.size(), 1u);
    EXPECT_EQ(replayed("{\"assert\": {\"height\": 0}}\n").verdict, Verdict::refused)
        << "nothing was printed yet";
}

TEST(TraceRefusals, EveryPrefixOfAGoodLineIsRefusedWithoutACrash)
{
    const std::string good =
        tx("\"as\": " + ADDRESS +
           R"(, "steps": [{"schedule": {"height": "+1", "payload": "0x00ff", "label": "a"}}])");
    ASSERT_TRUE(parse_line(good).ok());
    for (std::size_t n = 0; n < good.size(); ++n) EXPECT_FALSE(parse_line(good.substr(0, n)).ok()) << n;
}

}  // namespace
}  // namespace lariat::trace
