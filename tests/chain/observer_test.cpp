// Tests that an observer of Python executions changes no result.
#include "chain/observer.hpp"

#include "chain/execution.hpp"
#include "world.hpp"

namespace lariat::chain {

namespace {

using namespace world;

constexpr const char* SOURCE = R"(import pvm_host

class A:
    def start(self, payload):
        print("started by", payload)
        self.storage["by"] = payload
        pvm_host.emit_event("started", payload)
        pvm_host.schedule_timer(pvm_host.block_height() + 1, b"due", gas_limit=50_000)
        pvm_host.send_message(self.address, b"said")
        return b"done"

    def fail(self, payload):
        self.storage["by"] = payload
        [].pop()

    def endless(self, payload):
        while True:
            pass

    def long(self, payload):
        return bytes(60_000)

    def handle_message(self, payload):
        raise ValueError(payload.decode() * 100)

    def handle_timer(self, payload):
        self.storage["fired"] = payload
)";

/// Asks for everything that can be asked for, and notes what it saw.
class LookingOn : public ExecutionObserver {
public:
    std::vector<std::string> seen;
    std::vector<std::string> failures, prints;
    std::string traceback;

private:
    class Count : public pvm::Watch {
        void instruction(u32, u64, u64) override {}
    };

    void entering(const BlockContext&, const Execution&, pvm::Call& call) override
    {
        call.want_traceback = call.keeps_places = true;
        call.watch = &count_;
    }
    void left(const BlockContext& block, const Execution& e, const pvm::Call& call,
              const pvm::Outcome& out) override
    {
        seen.push_back(std::string(call.handler) + " " + std::string(status_name(out.status)) + ", " +
                       std::to_string(e.sent.size()) + " sent, " +
                       std::to_string(block.timers.report.events.size()) + " events");
        if (!out.traceback.empty()) traceback = out.traceback;
    }

    void printed(const BlockContext&, const Execution& e, std::string_view text) override
    {
        prints.push_back(to_hex(e.actor) + " " + std::string(text));
    }
    void failed(const BlockContext&, const Execution& e, const Failure& f) override
    {
        failures.push_back(std::string(f.handler) + " " + std::string(f.status) + " " + std::string(f.error) +
                           ": " + std::string(f.message.substr(0, 40)));
        EXPECT_LE(e.meter.cycles_left, e.paid.cycles);
    }

    Count count_;
};

Json with_python()
{
    return genesis(list({{{"address", at(X)}, {"balance", RICH}, {"owner", at(ALICE)}, {"python", SOURCE}}}));
}

}  // namespace

TEST(Observer, BLK1_ResultsAreTheSameWhoeverLooksOn)
{
    TestChain plain(with_python()), watched(with_python());
    LookingOn observer;
    watched.observer = &observer;
    for (const char* handler : {"start", "fail", "endless", "long", "nothing", "_own", "start"}) {
        const BlockResult result = watched.block(list({call(X, handler)}));
        EXPECT_EQ(plain.line(plain.block(list({call(X, handler)}))), watched.line(result)) << handler;
    }
    EXPECT_EQ(plain.chain().root(), watched.chain().root());
}

TEST(Observer, EveryExecutionIsSeenAsItEndedWithWhatItDid)
{
    TestChain chain(with_python());
    LookingOn observer;
    chain.observer = &observer;
    for (const char* handler : {"start", "fail", "long", "nothing"}) chain.block(list({call(X, handler)}));
    EXPECT_EQ(observer.seen, (std::vector<std::string>{
                                 "start ok, 1 sent, 1 events", "handle_message revert, 0 sent, 1 events",
                                 "fail revert, 0 sent, 0 events", "handle_timer ok, 0 sent, 0 events",
                                 "long out_of_cells, 0 sent, 0 events"}));
    EXPECT_NE(observer.traceback.find("in fail"), std::string::npos) << observer.traceback;
}

TEST(Observer, EachFailureIsToldInWordsAndWhatWasPrintedToo)
{
    TestChain chain(with_python());
    LookingOn observer;
    chain.observer = &observer;
    for (const char* handler : {"start", "fail", "endless", "long", "nothing", "_own"})
        chain.block(list(
            {call(X, handler, {{"cycles_limit", std::string_view(handler) == "long" ? 200'000 : 20'000}})}));
    chain.block(list({with(call(Y, "go"), {{"cycles_limit", 9}}),
                      call(Y, "go"),
                      {{"from", at(ALICE)}, {"transfer", {{"to", at(BOB)}, {"amount", RICH}}}}}));
    EXPECT_EQ(observer.prints, (std::vector<std::string>{at(X) + " started by b''\n"}));
    EXPECT_EQ(
        observer.failures,
        (std::vector<std::string>{"start out_of_cycles : 50000 cycles wanted, 18704 left",
                                  "fail revert IndexError: pop from empty list",
                                  "endless out_of_cycles : 0 left, and the next operation takes mor",
                                  "long out_of_cells : the returned value takes 60000 cells, 50",
                                  "nothing no_handler : the actor 0x7700000000000000000000000000",
                                  "_own no_handler : _own cannot be called from outside the a",
                                  "go out_of_cycles : entering a handler takes 10 cycles, 9 le",
                                  "go no_actor : there is no actor at 0x77000000000000000",
                                  " revert InsufficientBalance: transfer of 1000000000000000000000000, b"}));
}

TEST(Observer, TheStorageOfAnActorIsReadWholeAndThatOfOthersIsNot)
{
    TestChain chain(with_python());
    chain.block(
        list({call(X, "start", {{"call", {{"actor", at(X)}, {"handler", "start"}, {"payload", "p"}}}}),
              as(X, list({{{"set", list({"other", "1"})}}}))}));
    const auto text = [](std::string_view s) { return to_bytes(view(s)); };
    EXPECT_EQ(chain.chain().storage_of(address(X)),
              (std::map<Bytes, Bytes>{{text("by"), text("\x41p")}, {text("other"), text("1")}}));
    EXPECT_TRUE(chain.chain().storage_of(address(Y)).empty());
}

}  // namespace lariat::chain
