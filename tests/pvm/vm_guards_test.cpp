// Tests of only_self and only_owner: the permitted sender passes, any other gets Unauthorized.
#include <gtest/gtest.h>

#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

constexpr const char* GUARDED =
    "import pvm_host\n"
    "from cowboy_sdk import only_owner, only_self\n"
    "class A:\n"
    "    @only_owner\n"
    "    def deploy(self):\n"
    "        pvm_host.emit_event('deployed', b'')\n"
    "    @only_self\n"
    "    def handle_timer(self, payload):\n"
    "        'Ticks.'\n"
    "        return b'tick ' + payload\n"
    "    @only_owner\n"
    "    def close(self, payload):\n"
    "        return b'closed'\n"
    "    def inside(self, payload):\n"
    "        try:\n"
    "            self.handle_timer(payload)\n"
    "        except pvm_host.HostError as e:\n"
    "            return f'{e.name} {e.code} {e}'.encode()\n"
    "    def names(self, payload):\n"
    "        f = self.handle_timer\n"
    "        return f'{f.__name__} {f.__qualname__} {f.__module__} {f.__doc__} "
    "{f.__wrapped__.__name__}'.encode()\n";

constexpr u8 ACTOR = 0xaa, OWNER = 0xdd, STRANGER = 0x11;  // as run_source and FakeHost have them

Ran run_as(u8 sender, std::string_view source, std::string_view handler)
{
    FakeHost host;
    host.context_.sender.bytes.fill(sender);
    return run_source(source, host, handler, "p");
}

std::string returned(const Ran& r)
{
    return std::string(text(r.out.returned));
}

TEST(PvmGuards, OnlySelfLetsTheActorItselfIn)
{
    const Ran r = run_as(ACTOR, GUARDED, "handle_timer");
    EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(returned(r), "tick p");
    for (const u8 other : {STRANGER, OWNER}) {
        const Ran refused = run_as(other, GUARDED, "handle_timer");
        EXPECT_EQ(refused.out.status, ExecutionStatus::revert);
        EXPECT_EQ(refused.out.error, "Unauthorized");
    }
}

TEST(PvmGuards, OnlyOwnerLetsTheDeployerIn)
{
    EXPECT_EQ(returned(run_as(OWNER, GUARDED, "close")), "closed");
    for (const u8 other : {STRANGER, ACTOR}) {
        const Ran refused = run_as(other, GUARDED, "close");
        EXPECT_EQ(refused.out.status, ExecutionStatus::revert);
        EXPECT_EQ(refused.out.error, "Unauthorized");
    }
}

TEST(PvmGuards, NobodyIsTheOwnerWhereItIsTheZeroAddress)
{
    const auto program = compile(GUARDED, {});
    FakeHost host;
    host.context_.sender = {};
    Meter meter{100'000, 1'000};
    host.meter = &meter;
    const Outcome out = run(*program.value(), {"close", {}, host.context_.actor, Address{}}, host, meter, {});
    EXPECT_EQ(out.status, ExecutionStatus::revert);
    EXPECT_EQ(out.error, "Unauthorized");
}

TEST(PvmGuards, TheErrorIsTheHostsWithTheHandlerAndTheSender)
{
    EXPECT_EQ(returned(run_as(STRANGER, GUARDED, "inside")),
              "Unauthorized 2 handle_timer is for the actor itself, the sender is "
              "0x1111111111111111111111111111111111111111");
}

TEST(PvmGuards, AGuardedHandlerKeepsItsNameAndText)
{
    EXPECT_EQ(returned(run_as(STRANGER, GUARDED, "names")),
              "handle_timer A.handle_timer __main__ Ticks. handle_timer");
}

TEST(PvmGuards, DeployMayBeGuardedForTheOwnerWhoRunsIt)
{
    EXPECT_EQ(run_as(OWNER, GUARDED, "deploy").out.status, ExecutionStatus::ok);
    const Ran r = run_as(
        OWNER, "from cowboy_sdk import only_self\nclass A:\n    @only_self\n    def deploy(self): pass\n",
        "deploy");
    EXPECT_EQ(r.out.error, "TypeError");
    EXPECT_NE(r.out.traceback.find("@only_self on deploy"), std::string::npos) << r.out.traceback;
}

TEST(PvmGuards, BareFunctionsAreGuardedToo)
{
    constexpr const char* SOURCE =
        "import cowboy_sdk\n@cowboy_sdk.only_self\ndef handle_timer(payload): return b'self'\n"
        "@cowboy_sdk.only_owner\ndef close(payload): return b'owner'\n";
    EXPECT_EQ(returned(run_as(ACTOR, SOURCE, "handle_timer")), "self");
    EXPECT_EQ(returned(run_as(OWNER, SOURCE, "close")), "owner");
    EXPECT_EQ(run_as(STRANGER, SOURCE, "handle_timer").out.error, "Unauthorized");
    EXPECT_EQ(run_as(STRANGER, SOURCE, "close").out.error, "Unauthorized");
}

TEST(PvmGuards, AGuardAboveSomethingElseThanAFunctionIsATypeError)
{
    const Ran r = run_as(STRANGER,
                         "from cowboy_sdk import only_self\nclass A:\n    @only_self\n    @staticmethod\n    "
                         "def go(p): pass\n",
                         "go");
    EXPECT_EQ(r.out.error, "TypeError");
    EXPECT_NE(r.out.traceback.find("@only_self takes a function, not staticmethod"), std::string::npos)
        << r.out.traceback;
}

TEST(PvmGuards, AnotherImportOfTheSdkCostsNoMoreForThem)
{
    const Ran with = run_as(STRANGER, "from cowboy_sdk import actor\ndef go(p): pass\n", "go");
    EXPECT_EQ(with.cycles, 264U);
}

TEST(PvmGuards, TheModulesBehindThemAreNotForPrograms)
{
    for (const char* module : {"_callers", "_sdk_guards"})
        EXPECT_FALSE(compile(std::string("import ") + module + "\ndef go(p): pass\n", {}).ok()) << module;
}

}  // namespace
}  // namespace lariat::pvm
