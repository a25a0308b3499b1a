// Tests that every instruction, builtin function, method and module function has a price; one without a
// price of its own must be in a list that names the code that charges.
#include <algorithm>
#include <map>

#include "pvm/library/modules.hpp"
#include "pvm/objects/natives.hpp"
#include "pvm/objects/walks.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm::vm_prices_test {
namespace {

TEST(PvmPrices, EveryInstructionHasAPriceButThoseThatOnlyPutThingsInPlace)
{
    constexpr const char* NAMES[] = {
#define X(name, cycles) #name,
        LARIAT_OPCODES(X)
#undef X
    };
    std::vector<std::string> free;
    for (u32 i = 0; i < OP_COUNT; ++i)
        if (OP_CYCLES[i] == 0) free.emplace_back(NAMES[i]);
    EXPECT_EQ(free,
              (std::vector<std::string>{"CHARGE", "MAKE_CELL", "PUSH_ABSENT", "PUSH_EXCEPTION",
                                        "POP_EXCEPTION", "RERAISE", "FINALLY_EXIT", "FINALLY_DROP", "STOP"}));
}

// All native functions by their names: "len", "list.append", "json.loads".
std::multimap<std::string, const NativeSpec*> natives()
{
    boot();
    std::multimap<std::string, const NativeSpec*> all;
    each_native([&](std::string_view of, const NativeSpec& spec) {
        all.emplace(of.empty() ? spec.name : std::string(of) + "." + spec.name, &spec);
    });
    return all;
}

// What a statement costs in a handler, with all its instructions; a TypeError is as good as a result.
u64 cost(const std::string& before, const std::string& statement)
{
    const auto cycles = [&](const std::string& body) {
        FakeHost host;
        const Ran r =
            run_source("import pvm_host, cowboy_sdk, json, base64, hashlib\ndef go(p):\n    " + before +
                           "\n    try:\n        " + body + "\n    except Exception:\n        pass\n",
                       host);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback << body;
        return r.cycles;
    };
    return cycles(statement) - cycles("pass");
}

struct ByItself {
    const char* name;
    const char* before;
    const char* statement;
    u64 at_least;  ///< with the instructions of the statement
};

// Without a price in the table: it charges by what it is given, or the host does, or the call is all there
// is.
constexpr ByItself BY_THEMSELVES[] = {
#include "vm_prices_by_themselves.inc"
};

TEST(PvmPrices, EveryBuiltinAndMethodHasAPriceOrChargesByItself)
{
    const auto all = natives();
    EXPECT_GT(all.size(), 400u);
    for (const char* known :
         {"len", "list.append", "str.split", "dict.get", "json.loads", "pvm_host.get_state"})
        EXPECT_TRUE(all.contains(known)) << known;
    std::map<std::string, const ByItself*> by_themselves;
    for (const ByItself& b : BY_THEMSELVES) by_themselves.emplace(b.name, &b);
    for (const auto& [name, spec] : all)
        EXPECT_EQ(spec->price == 0, by_themselves.contains(name))
            << name
            << (spec->price == 0 ? " has no price" : " has a price and is in the list of those without");
    for (const ByItself& b : BY_THEMSELVES) {
        EXPECT_TRUE(all.contains(b.name)) << b.name << " is no native function";
        EXPECT_GE(cost(b.before, b.statement), b.at_least) << b.name << ": " << b.statement;
    }
}

TEST(PvmPrices, MakingAnInstanceOfABuiltinClassCostsACall)
{
    u64 classes = 0;
    each_builtin([&](std::string_view name, Value v) {
        if (!is(v, Kind::Class)) return;
        ++classes;
        EXPECT_GE(cost("pass", std::string(name) + "()"), 1 + gas::CALL + 1) << name;
    });
    EXPECT_GT(classes, 60u);
    u64 walkers = 0;  // which programs find in itertools
    for (const Class* cls : walk_classes()) {
        if (cls->make == nullptr) continue;
        ++walkers;
        const std::string call = "itertools." + std::string(str_of(cls->name)) + "(";
        EXPECT_GE(cost("import itertools", call + ")"), 1 + gas::CALL + 1) << call;
        const std::string given =
            call.ends_with("count(") || call.ends_with("cycle(") ? "2)" : "[1, 2], [3])";
        EXPECT_GE(cost("import itertools", call + given), 1 + gas::CALL + 3) << call << given;
    }
    EXPECT_GE(walkers, 18u);
}

}  // namespace
}  // namespace lariat::pvm::vm_prices_test
