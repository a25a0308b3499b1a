// The VM's public functions: compiling source, asking for its handlers, running one.
#include <algorithm>
#include <tuple>

#include "pvm/compiler/actor_source.hpp"
#include "pvm/compiler/compiler.hpp"
#include "pvm/compiler/image.hpp"
#include "pvm/library/bids.hpp"
#include "pvm/objects/frames.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::pvm {

std::string Refusal::to_string() const
{
    return cat("line ", number(line), ", column ", number(column), ": ", reason);
}

namespace {

Result<Bytes, Refusal> image_of(std::string_view source, const Limits& limits, bool needs_handlers)
{
    boot();
    auto parsed = syntax::parse(source, limits);
    if (!parsed) return parsed.error();
    const syntax::Module& tree = *parsed.value().module;
    ModuleDraft draft;
    if (auto refusals = describe_actor(tree, limits.tests, draft); !refusals.empty()) return refusals.front();
    try {
        Compiler(draft, tree, "__main__", false, limits.tests).compile_module(tree);
    } catch (Refused& refused) {
        return std::move(refused.refusal);
    }
    if (needs_handlers)
        if (auto refusal = refuse_without_handlers(tree, draft)) return *std::move(refusal);
    return pack(draft);
}

}  // namespace

Result<Bytes, Refusal> compile_image(std::string_view source, const Limits& limits)
{
    return image_of(source, limits, false);
}

Result<Bytes, Refusal> compile_actor_image(std::string_view source, const Limits& limits)
{
    return image_of(source, limits, true);
}

namespace {

/// Goes through the steps of image_of() and behind the refusals of each.
void collect_refusals(std::string_view source, const Limits& limits, syntax::Refusals& all)
{
    const auto parsed = syntax::parse_on(source, limits, all);
    if (!parsed) return all.left_out();
    const bool whole = all.whole();
    const syntax::Module& tree = *parsed->module;
    ModuleDraft draft;
    const std::vector<Refusal> marked = describe_actor(tree, limits.tests, draft);
    for (const Refusal& refusal : marked) all.add(refusal);
    try {
        Compiler compiler(draft, tree, "__main__", false, limits.tests);
        compiler.collect(all);
        compiler.compile_module(tree);
    } catch (Refused& refused) {
        all.add(std::move(refused.refusal));
        all.left_out();
    }
    if (!whole || !marked.empty()) return;
    if (auto refusal = refuse_without_handlers(tree, draft)) all.add(*std::move(refusal));
}

}  // namespace

Diagnosis diagnose(std::string_view source, const Limits& limits, std::size_t most)
{
    const auto deployed = compile_actor_image(source, limits);
    if (deployed) return {};
    syntax::Refusals all(most);
    collect_refusals(source, limits, all);
    Diagnosis found{all.found(), all.whole(), all.full()};
    const Refusal& first = deployed.error();
    const auto is_first = [&](const Refusal& r) {
        return r.line == first.line && r.column == first.column && r.reason == first.reason;
    };
    if (std::none_of(found.refusals.begin(), found.refusals.end(), is_first)) found.refusals.push_back(first);
    std::sort(found.refusals.begin(), found.refusals.end(), [](const Refusal& a, const Refusal& b) {
        return std::tie(a.line, a.column, a.reason) < std::tie(b.line, b.column, b.reason);
    });
    return found;
}

std::shared_ptr<const Program> load(Bytes image)
{
    boot();
    auto program = std::make_shared<Program>();
    program->module.source_name = "<actor>";
    const ActorNames actor = load(std::move(image), program->module);
    program->actor_class = actor.cls;
    program->handlers = actor.handlers;
    return program;
}

Result<std::shared_ptr<const Program>, Refusal> compile(std::string_view source, const Limits& limits)
{
    auto image = compile_image(source, limits);
    if (!image) return std::move(image).error();
    return load(std::move(image).value());
}

Result<std::shared_ptr<const Program>, Refusal> compile_actor(std::string_view source, const Limits& limits)
{
    auto image = compile_actor_image(source, limits);
    if (!image) return std::move(image).error();
    return load(std::move(image).value());
}

bool defines_handler(const Program& program, std::string_view handler)
{
    return std::ranges::binary_search(program.handlers, handler, {}, [](const Str* s) { return s->view(); });
}

std::vector<std::string> handlers(const Program& program)
{
    std::vector<std::string> names;
    for (const Str* s : program.handlers) names.emplace_back(s->view());
    return names;
}

ActorClass actor_class(const Program& program)
{
    ActorClass found{std::string(program.actor_class), {}};
    if (found.name.empty()) return found;
    for (const Code* code : program.module.body->children)
        if (code->positional == 1 && code->name->view().find_first_of("_<") != 0)  // <lambda> and its like
            found.functions_beside.emplace_back(code->name->view());
    return found;
}

namespace {

constexpr std::size_t ERROR_BYTES_MAX = 256;

// Kept between executions: a fresh one costs no allocation. The epoch makes what is left in the cache void.
struct Reused {
    std::unique_ptr<Arena> arena;
    std::array<LookupCache, Vm::CACHE_SLOTS> cache{};
    u64 epoch = 0;
    Reached reached;
    bool busy = false;
};

Str* handler_name(Vm& vm, std::string_view text)
{
    if (Str* known = find_static_name(text)) return known;
    const auto handlers = vm.program->handlers;
    const auto at = std::ranges::lower_bound(handlers, text, {}, [](const Str* s) { return s->view(); });
    return at != handlers.end() && (*at)->view() == text ? *at : new_str_object(vm, text);
}

/// A method of a class of tests, bound to a new object whose setup_method, if it has one, was called.
Value find_test_method(Vm& vm, Value cls, std::string_view method)
{
    if (!is(cls, Kind::Class)) return type_error(vm, "a class of tests is no class");
    const Value object = call(vm, cls, {});
    if (object.absent()) return ABSENT;
    bool found = false;
    if (call_special(vm, object, new_str_object(vm, "setup_method"), {}, found).absent() && found)
        return ABSENT;
    return get_attr(vm, object, new_str_object(vm, method));
}

Value find_handler(Vm& vm, const Value* globals, std::string_view name)
{
    const ModuleCode& module = vm.program->module;
    const auto global = [&](std::string_view wanted) {
        const auto slot = module.global_slot(wanted);
        return slot ? globals[*slot] : ABSENT;
    };
    if (const std::size_t dot = name.find('.'); dot != name.npos)
        return find_test_method(vm, global(name.substr(0, dot)), name.substr(dot + 1));
    if (vm.program->actor_class.empty()) {
        const Value f = global(name);
        return f.present() ? f : raise(vm, T.NameError, cat("name '", name, "' is not defined"));
    }
    const Value cls = global(vm.program->actor_class);
    if (!is(cls, Kind::Class)) return type_error(vm, cat("'", vm.program->actor_class, "' is not a class"));
    const Value actor = make_actor(vm, cls);
    return actor.absent() ? ABSENT : get_attr(vm, actor, handler_name(vm, name));
}

// A handler takes exactly the payload; deploy may take nothing.
Value call_handler(Vm& vm, Value handler, const Call& c)
{
    Value f = handler;
    u32 bound = 0;
    if (is(f, Kind::BoundMethod)) {
        f = cast<BoundMethod>(f)->function;
        bound = 1;
    }
    bool bare = vm.limits.tests;
    if (c.handler == "deploy" && is(f, Kind::Function)) {
        const Code* code = cast<Function>(f)->code;
        bare = code->positional == bound && !code->star;
    }
    if (c.bid_context != nullptr) {
        const Value context = new_bid_context(vm, *c.bid_context);
        return context.absent() ? ABSENT : call(vm, handler, {context});
    }
    const Value payload = bare ? ABSENT : new_bytes(vm, c.payload);
    return bare ? call(vm, handler, {}) : call(vm, handler, {payload});
}

ExecutionStatus status_of(Halt::Why why) noexcept
{
    switch (why) {
        case Halt::Why::cycles:
            return ExecutionStatus::out_of_cycles;
        case Halt::Why::cells:
            return ExecutionStatus::out_of_cells;
        case Halt::Why::memory:
            break;
    }
    return ExecutionStatus::out_of_memory;
}

void execute_program(Vm& vm, const Call& c, Outcome& out)
{
    const ModuleCode& module = vm.program->module;
    Value* globals = static_cast<Value*>(vm.arena.take(module.globals.size() * sizeof(Value)));
    for (std::size_t i = 0; i < module.globals.size(); ++i) globals[i] = ABSENT;
    vm.modules = new_dict(vm);
    Value result;
    Frame* frame = push_frame(vm, module.body, nullptr, globals);
    if (frame != nullptr && execute(vm, frame).present()) {
        const Value handler = find_handler(vm, globals, c.handler);
        if (handler.present()) result = call_handler(vm, handler, c);
    }
    if (result.present() && c.bid_context != nullptr) {
        out.bid = read_bid(vm, result);
        result = vm.pending.present() ? ABSENT : NONE;
    }
    if (result.present() && !(result == NONE) && !is(result, Kind::Bytes)) {
        type_error(vm, cat("handler returned ", type_name(result), ", expected bytes or None"));
        result = ABSENT;
    }
    if (vm.halted) return;
    if (result.present()) {
        if (is(result, Kind::Bytes)) out.returned = to_bytes(bytes_of(result));
        return;
    }
    out.status = ExecutionStatus::revert;
    if (vm.pending.absent()) failed_in_silence(vm);
    const Value exception = vm.pending;
    vm.pending = ABSENT;
    out.error = str_of(type_of(exception)->name);
    if (is_instance(exception, T.HostError)) {
        Dict* attributes = own_attributes(exception);
        const Value name = attributes == nullptr ? ABSENT : dict_get_name(vm, attributes, N.text_name);
        if (is_str(name)) out.error = str_of(name);
    }
    // Nobody has paid for what a chain keeps of it.
    if (out.error.size() > ERROR_BYTES_MAX) {
        std::size_t kept = ERROR_BYTES_MAX;
        while ((static_cast<u8>(out.error[kept]) & 0xc0) == 0x80) --kept;  // no half of a character
        out.error.resize(kept);
    }
    if (!c.want_traceback) return;
    // Paid by nobody, so it may not spend what the program left, nor run the program's code.
    Meter spare{1'000'000, 0};
    std::swap(spare, vm.meter);
    try {
        describe_traceback(vm, exception, out.traceback);
        describe_exception(vm, exception, out.message);
    } catch (const Halt&) {
        out.traceback += "…\n";
    }
    vm.halted.reset();  // it was the traceback that had no more to spend
    std::swap(spare, vm.meter);
}

/// Tells of an execution that a limit has ended what an exception tells: an error's name, a message, the
/// frames.
void describe_halt(const Vm& vm, Outcome& out)
{
    const auto [name, lacked] = [&]() -> std::pair<std::string_view, std::string> {
        const Meter& left = vm.meter_when_halted;
        switch (*vm.halted) {
            case Halt::Why::cycles:
                return {"OutOfCycles",
                        cat(number(left.cycles_left), " left, and the next operation takes more")};
            case Halt::Why::cells:
                return {"OutOfCells", cat(number(left.cells_left), " left")};
            case Halt::Why::memory:
                break;
        }
        return {"OutOfMemory", cat("an execution has ", number(vm.limits.arena_bytes), " bytes")};
    }();
    out.message = vm.halt_message.empty() ? lacked : vm.halt_message;
    if (!vm.halt_trail.empty()) out.traceback = cat("Traceback (most recent call last):\n", vm.halt_trail);
    out.traceback += cat(name, ": ", out.message, "\n");
}

}  // namespace

Outcome run(const Program& program, const Call& c, Host& host, Meter& meter, const Limits& limits)
{
    boot();
    Outcome out;
    if (!defines_handler(program, c.handler)) {
        out.status = ExecutionStatus::no_handler;
        return out;
    }
    static thread_local Reused kept;
    const std::unique_ptr<Reused> own = kept.busy ? std::make_unique<Reused>() : nullptr;
    Reused& memory = own != nullptr ? *own : kept;
    memory.busy = true;
    if (memory.arena == nullptr || memory.arena->size() != (limits.arena_bytes & ~u64{7}))
        memory.arena = std::make_unique<Arena>(limits.arena_bytes);
    memory.arena->reset();
    Vm vm(*memory.arena, host, meter, limits);
    vm.cache = memory.cache.data();
    vm.reached = &memory.reached;
    vm.epoch = memory.epoch + 1;
    vm.program = &program;
    vm.self_address = c.self;
    vm.deployer = c.deployer;
    vm.watch = c.watch;
    vm.wants_traceback = c.want_traceback;
    vm.keeps_places = c.keeps_places;
    if (c.watch != nullptr) c.watch->cycles_left = meter.cycles_left;
    try {
        execute_program(vm, c, out);
    } catch (const Halt& halt) {
        vm.halt(halt.why);
    }
    if (vm.halted) {
        meter = vm.meter_when_halted;
        out.status = status_of(*vm.halted);
        if (c.want_traceback) describe_halt(vm, out);
    }
    if (out.status != ExecutionStatus::ok) out.returned.clear();
    memory.epoch = vm.epoch;
    memory.busy = false;
    return out;
}

}  // namespace lariat::pvm
