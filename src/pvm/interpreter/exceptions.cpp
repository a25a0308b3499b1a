// Exceptions: making, raising, chaining, and how a traceback reads.
#include "base/utf8.hpp"
#include "pvm/interpreter/kept_parts.hpp"
#include "pvm/objects/frames.hpp"
#include "pvm/objects/ops.hpp"
#include "pvm/objects/poison.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

void Vm::reach_far(const Object* object)
{
    if (!reached_far) {
        reached->forget();
        reached_far = true;
    }
    if (!reached->again(arena, object)) charge(gas::FAR);
}

void Vm::out_of_cycles()
{
    meter.out = Meter::Out::cycles;
    throw Halt{Halt::Why::cycles};
}

Exception Vm::mark_of_halt() noexcept
{
    Exception e{};
    e.cls = &T.object;
    e.kind = Kind::Exception;
    return e;
}

Value new_exception(Vm& vm, Class& type, std::span<const Value> args)
{
    Exception* e = vm.make<Exception>(type, Kind::Exception);
    e->args = new_tuple(vm, args);
    e->cause = e->context = ABSENT;
    e->suppress = false;
    e->trace = nullptr;
    e->attributes = nullptr;
    e->extra = ABSENT;
    return Value::object(e);
}

Value being_handled(Vm& vm)
{
    constexpr u64 FRAMES_A_CYCLE = 8;
    u64 passed = 0;
    const Frame* f = vm.frame;
    for (; f != nullptr && f->handled.absent(); f = f->prev) ++passed;
    vm.charge(passed / FRAMES_A_CYCLE);
    return f == nullptr ? ABSENT : f->handled;
}

void set_context(Vm& vm, Value exception)
{
    const Value context = being_handled(vm);
    if (context.absent() || context == exception) return;
    // A program may have made a ring of contexts: one that is half as fast is met in it, if not the
    // exception.
    bool step = false;
    for (Value c = context, slow = context;; step = !step) {
        vm.charge(gas::ITEM);
        const Value next = cast<Exception>(c)->context;
        if (next == exception) cast<Exception>(c)->context = ABSENT;
        if (next.absent() || next == exception || next == slow) break;
        c = next;
        if (step) slow = cast<Exception>(slow)->context;
    }
    cast<Exception>(exception)->context = context;
}

Value raise_value(Vm& vm, Class& type, Value argument)
{
    const Value e = new_exception(vm, type, {&argument, argument.present() ? 1u : 0u});
    set_context(vm, e);
    vm.pending = e;
    return ABSENT;
}

Value raise(Vm& vm, Class& type, std::string_view message)
{
    // What a message says of names and arguments is short, or paid for.
    vm.charge(gas::beyond(message.size(), gas::MESSAGE_FREE));
    // All that reads a str trusts that it is well-formed, and a message is put together from bytes.
    const std::size_t well_formed = utf8::valid_prefix(view(message));
    if (well_formed == message.size()) return raise_value(vm, type, new_str(vm, message));
    return raise_value(vm, type, new_str(vm, cat(message.substr(0, well_formed), "?")));
}
Value type_error(Vm& vm, std::string_view message)
{
    return raise(vm, T.TypeError, message);
}
Value value_error(Vm& vm, std::string_view message)
{
    return raise(vm, T.ValueError, message);
}

Value raise_host_error(Vm& vm, const Error& error)
{
    if (error.code == ErrorCode::OutOfCycles) {
        vm.meter.out = Meter::Out::cycles;
        if (vm.wants_traceback) vm.halt_message = error.message;
        throw Halt{Halt::Why::cycles};
    }
    if (error.code == ErrorCode::OutOfCells) {
        vm.meter.out = Meter::Out::cells;
        if (vm.wants_traceback) vm.halt_message = error.message;
        throw Halt{Halt::Why::cells};
    }
    raise(vm, T.HostError, error.message);
    Exception* e = cast<Exception>(vm.pending);
    e->attributes = new_dict(vm);
    dict_set_name(vm, e->attributes, N.code, Value::small(static_cast<i64>(error.code)));
    dict_set_name(vm, e->attributes, N.text_name, new_str(vm, error_name(error.code)));
    return ABSENT;
}

bool pending_is(Vm& vm, Class& type)
{
    return vm.pending.present() && is_instance(vm.pending, type);
}

void failed_in_silence(Vm& vm)
{
#ifdef LARIAT_ADDRESS_SANITIZER
    LARIAT_ASSERT(!"a builtin fails with an exception");
#endif
    raise(vm, T.SystemError, "a builtin failed without an exception");
}

void add_trace(Vm& vm, Value exception, const Code* code, u32 line)
{
    TraceLine* t = static_cast<TraceLine*>(vm.arena.take(sizeof(TraceLine)));
    Exception* e = cast<Exception>(exception);
    *t = {e->trace, code, line};
    e->trace = t;
}

Value normalize_raised(Vm& vm, Value raised)
{
    if (is(raised, Kind::Class) && is_subclass(cast<Class>(raised), &T.BaseException)) {
        const Value made = call(vm, raised, {});
        if (made.absent() || is(made, Kind::Exception)) return made;
        std::string called, given;
        if (!repr_to(vm, raised, called) || !repr_to(vm, Value::object(type_of(made)), given)) return ABSENT;
        return type_error(
            vm, cat("calling ", called, " should have returned an instance of BaseException, not ", given));
    }
    if (is(raised, Kind::Exception)) return raised;
    return type_error(vm, "exceptions must derive from BaseException");
}

Value exception_text_of_arguments(Vm& vm, Value exception)
{
    const Tuple* args = cast<Exception>(exception)->args;
    if (args->size == 0) return new_str(vm, "");
    if (args->size > 1) return str_value(vm, Value::object(args));
    return is_instance(exception, T.KeyError) ? repr_value(vm, args->items[0])
                                              : str_value(vm, args->items[0]);
}

namespace {

Value exception_make(Vm& vm, Value cls, const Args& args)
{
    Class& type = *cast<Class>(cls);
    if (is_subclass(&type, &T.OSError)) return os_error_make(vm, type, args);
    const Value e = new_exception(vm, *cast<Class>(cls), {});
    if ((type.features & HAS_INIT) != 0) {  // which says what they mean
        cast<Exception>(e)->args = new_tuple(vm, {args.values, args.positional});
        return e;
    }
    return fill_exception(vm, e, args) && fill_exception_keywords(vm, e, args) ? e : ABSENT;
}

Value exception_init(Vm& vm, Value self, const Args& args)
{
    return none_or_absent(fill_exception(vm, self, args) && fill_exception_keywords(vm, self, args));
}
Value exception_str(Vm& vm, Value self, const Args&)
{
    if (is_unicode(self)) return unicode_text(vm, self);
    if (is_instance(self, T.ImportError))
        if (const Value message = import_message(self); is_str(message) && exact(message)) return message;
    return exception_text_of_arguments(vm, self);
}
Value exception_repr(Vm& vm, Value self, const Args&)
{
    const Tuple* args = cast<Exception>(self)->args;
    Text out(vm);
    out.add(str_of(type_of(self)->name));
    if (args->size == 1) {
        out.add("(");
        if (!repr_to(vm, args->items[0], out)) return ABSENT;
        out.add(")");
    } else if (!repr_to(vm, Value::object(args), out)) {
        return ABSENT;
    }
    return new_str(vm, out.view());
}

Value get_args(Vm&, Value self)
{
    return Value::object(cast<Exception>(self)->args);
}
bool set_args(Vm& vm, Value self, Value v)
{
    if (v.absent()) return type_error(vm, "args may not be deleted").present();
    List* items = new_list(vm, {});
    if (!list_extend(vm, items, v)) return false;
    cast<Exception>(self)->args = new_tuple(vm, items->view());
    return true;
}
Value get_cause(Vm&, Value self)
{
    return or_none(cast<Exception>(self)->cause);
}
bool set_cause(Vm& vm, Value self, Value v)
{
    if (v.absent()) return type_error(vm, "__cause__ may not be deleted").present();
    if (!(v == NONE) && !is(v, Kind::Exception))
        return type_error(vm, "exception cause must be None or derive from BaseException").present();
    cast<Exception>(self)->cause = v == NONE ? ABSENT : v;
    cast<Exception>(self)->suppress = true;
    return true;
}
Value get_context(Vm&, Value self)
{
    return or_none(cast<Exception>(self)->context);
}
bool set_context_attribute(Vm& vm, Value self, Value v)
{
    if (v.absent()) return type_error(vm, "__context__ may not be deleted").present();
    if (!(v == NONE) && !is(v, Kind::Exception))
        return type_error(vm, "exception context must be None or derive from BaseException").present();
    cast<Exception>(self)->context = v == NONE ? ABSENT : v;
    return true;
}
Value get_suppress(Vm&, Value self)
{
    return Value::boolean(cast<Exception>(self)->suppress);
}
bool set_suppress(Vm& vm, Value self, Value v)
{
    if (!v.is_bool()) return type_error(vm, "attribute value type must be bool").present();
    cast<Exception>(self)->suppress = v == TRUE;
    return true;
}
Value exception_add_note(Vm& vm, Value self, const Args& args)
{
    if (!is_str(args[0])) return type_error(vm, cat("note must be a str, not '", type_name(args[0]), "'"));
    Dict** attributes = attributes_place(vm, self);
    if (*attributes == nullptr) *attributes = new_dict(vm);
    Value notes = dict_get_name(vm, *attributes, N.notes);
    if (notes.absent()) {
        notes = Value::object(new_list(vm, {}));
        dict_set_name(vm, *attributes, N.notes, notes);
    }
    if (!is(notes, Kind::List)) return type_error(vm, "Cannot add note: __notes__ is not a list");
    list_append(vm, cast<List>(notes), args[0]);
    return NONE;
}
/// A program never sees frames: there is no traceback, as of an exception in CPython that was not raised yet.
Value get_traceback(Vm&, Value)
{
    return NONE;
}
bool takes_no_traceback(Vm& vm, Value v)
{
    return v == NONE || type_error(vm, v.absent() ? "__traceback__ may not be deleted"
                                                  : "__traceback__ must be a traceback or None")
                            .present();
}
Value exception_with_traceback(Vm& vm, Value self, const Args& args)
{
    return takes_no_traceback(vm, args[0]) ? self : ABSENT;
}

constexpr NativeSpec METHODS[] = {
    {"__init__", exception_init, "...", 0},
    {"__str__", exception_str, "", gas::NATIVE},
    {"__repr__", exception_repr, "", gas::NATIVE},
    {"add_note", exception_add_note, "note/", gas::NATIVE},
    {"with_traceback", exception_with_traceback, "tb/", gas::NATIVE},
};
constexpr AttributeSpec ATTRIBUTES[] = {
    {"args", get_args, set_args},
    {"__cause__", get_cause, set_cause},
    {"__context__", get_context, set_context_attribute},
    {"__suppress_context__", get_suppress, set_suppress},
    {"__traceback__", get_traceback, [](Vm& vm, Value, Value v) { return takes_no_traceback(vm, v); }},
};

}  // namespace

void boot_exceptions()
{
    T.BaseException.make = exception_make;
    add_static(T.BaseException, METHODS, ATTRIBUTES);
    boot_exception_parts();
    boot_os_errors();
    boot_syntax_errors();
    add_builtin("BaseException", Value::object(&T.BaseException));
#define X(name, base)                                                                          \
    T.name.make = exception_make;                                                              \
    if (&T.name != &T.HostError && &T.name != &T.JSONDecodeError && &T.name != &T.Base64Error) \
        add_builtin(#name, Value::object(&T.name));
    LARIAT_EXCEPTIONS(X)
#undef X
    for (const char* name : {"EnvironmentError", "IOError"}) add_builtin(name, Value::object(&T.OSError));
}

}  // namespace lariat::pvm
