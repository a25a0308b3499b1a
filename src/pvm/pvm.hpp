// The Python virtual machine: source in, a checked immutable Program out; a Program run under a
// meter and a memory limit against a Host. Nothing here throws, waits, allocates without a limit,
// or gives a result that depends on the machine (BLK-1, DET-1).
#pragma once

#include <memory>

#include "base/meter.hpp"
#include "lariat/execution_status.hpp"
#include "pvm/host.hpp"
#include "pvm/watch.hpp"

namespace lariat::pvm {

/// Limits of one execution: genesis parameters (docs/actors.md, "Limits").
struct Limits {
    u32 frames = 256;               ///< Python frames; beyond: RecursionError, catchable
    u64 arena_bytes = 16u << 20;    ///< beyond: out_of_memory, not catchable
    u32 source_bytes = 256u << 10;  ///< longer source is refused
    u32 nesting = 64;               ///< of source, and of values passed to the host
    bool tests = false;  ///< the source is a file of tests (compile_tests): its functions take no payload
};

/// Of a name in source, and of what a program calls a class: names come again in others (a method's holds its
/// class's) and in messages, so one alone must not be as long as the source may be.
inline constexpr u32 NAME_BYTES_MAX = 256;
/// Of a name with those of the functions and classes around it.
inline constexpr u32 QUALIFIED_NAME_BYTES_MAX = 1280;

/// Why source is not accepted (CodeRefused). Lines and columns count from 1, columns in code points.
struct [[nodiscard]] Refusal {
    u32 line = 1;
    u32 column = 1;
    std::string reason;
    std::string to_string() const;  ///< "line 3, column 7: …"
};

class Program;  // compiled source: immutable, shared between executions

Result<std::shared_ptr<const Program>, Refusal> compile(std::string_view source, const Limits& limits);
/// compile() as a deployment does it: source that defines no handler is refused too.
Result<std::shared_ptr<const Program>, Refusal> compile_actor(std::string_view source, const Limits& limits);

/// Everything for which compile_actor() would refuse source, for its author: parser and compiler go on behind
/// each refusal.
struct Diagnosis {
    std::vector<Refusal> refusals;  ///< by place; that of compile_actor() is among them
    bool whole = true;              ///< false: a part of a refused statement, or behind it, was not looked at
    bool full = false;              ///< there are as many as were asked for, and there may be more
};
Diagnosis diagnose(std::string_view source, const Limits& limits, std::size_t most);

/// A module of an author that tests may import: the file it is read from, which tracebacks name, and its
/// source.
struct TestModule {
    std::string file, source;
};
using TestModules = std::map<std::string, TestModule, std::less<>>;
/// Compiles a file of tests and the modules that it imports from `beside`. Its handlers are the functions of
/// the module, and `Class.method` for classes named Test…. The reason of a refusal within a module names its
/// file.
Result<std::shared_ptr<const Program>, Refusal> compile_tests(std::string_view source,
                                                              const TestModules& beside);

/// The same in two steps, for who keeps what was compiled. An image holds no addresses and is the same from
/// every compile() of one source by one build of the VM; build_mark() tells builds apart. What reaches load()
/// must be what compile_image() of the same build gave, to the byte.
Result<Bytes, Refusal> compile_image(std::string_view source, const Limits& limits);
Result<Bytes, Refusal> compile_actor_image(std::string_view source,
                                           const Limits& limits);  ///< of compile_actor()
std::shared_ptr<const Program> load(Bytes image);
Hash32 build_mark();

/// Bytes that a compiled program keeps: instructions, lines, names, constants, and about what the allocator
/// adds. To bound a cache of them; no result depends on it.
u64 kept_bytes(const Program& program);

/// Does the actor of this program define `handler`? Judged on the source, nothing is run.
bool defines_handler(const Program& program, std::string_view handler);
/// All that it defines, sorted, each once.
std::vector<std::string> handlers(const Program& program);
/// The class that is the actor, empty when there is none, and the functions beside it that take a payload,
/// but are no handlers then: for who has to say why there is nothing to call.
struct ActorClass {
    std::string name;
    std::vector<std::string> functions_beside;
};
ActorClass actor_class(const Program& program);

/// What a bidding agent is given (CIP-1 §7.2).
struct BidContext {
    u64 trigger_block_height = 0;
    u64 current_block_height = 0;
    u128 basefee_cycle = 0;
    u128 basefee_cell = 0;
    u128 basefee_lane_timer = 0;
    u64 last_block_cycle_usage = 0;
    u128 previous_block_p50_priority_tip_per_cycle = 0;
    u128 owner_actor_balance = 0;
};

/// A TxFeeParams that it returned; fees above 2^128 - 1 are that.
struct BidOffer {
    u128 max_fee = 0;
    u128 max_priority = 0;
};

struct Outcome {
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;              ///< revert: a host error's bare name, else the exception's type name
    std::string traceback{};        ///< when wanted: as Python prints it; never part of a consensus result
    std::string message{};          ///< when wanted: the text of the exception, or which limit was used up
    std::optional<BidOffer> bid{};  ///< with a BidContext; absent: it returned something else
    Bytes returned;                 ///< what the handler returned; None is empty
};

struct Call {
    std::string_view handler;
    BytesView payload;
    Address self;      ///< self.address
    Address deployer;  ///< self.deployer
    /// Fills Outcome::traceback and message. No meter pays for this work: it is for an author's tools, and a
    /// node never asks for it.
    bool want_traceback = false;
    /// Makes the traceback of an execution that used up a limit exact to the line. It slows the execution
    /// down.
    bool keeps_places = false;
    Watch* watch = nullptr;
    const BidContext* bid_context = nullptr;  ///< the handler takes a GBAContext and returns a TxFeeParams
};

/// Runs the module body, then the handler. The 10 cycles of entering a handler are the caller's to
/// charge. Whatever happens, `meter` says afterwards what is left; effects made through `host` are
/// the caller's to keep (ok) or drop (anything else).
Outcome run(const Program& program, const Call& call, Host& host, Meter& meter, const Limits& limits);

}  // namespace lariat::pvm
