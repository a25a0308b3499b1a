// Generators: frames among the objects, resumed by the interpreter loop or from native code.
#include <utility>

#include "pvm/interpreter/interp_ops.hpp"
#include "pvm/objects/frames.hpp"

namespace lariat::pvm {

bool generator_resume(Vm& vm, Generator* g, Value sent, Frame::Role role)
{
    if (g->running) return value_error(vm, "generator already executing").present();
    if (vm.frames >= vm.limits.frames) return raise(vm, T.RecursionError, TOO_DEEP).present();
    Frame* f = g->frame;
    if (!g->started && !(sent == NONE))
        return type_error(vm, "can't send non-None value to a just-started generator").present();
    vm.charge(gas::INSTRUCTION);
    if (g->started) *f->sp++ = sent;
    g->started = g->running = true;
    f->prev = vm.frame;
    f->role = role;
    f->entry = role == Frame::Role::generator_native;
    ++vm.frames;
    vm.frame = f;
    return true;
}

void generator_failed(Vm& vm, Generator* g)
{
    g->frame = nullptr;
    g->running = false;
    if (!pending_is(vm, T.StopIteration)) return;
    const Value cause = vm.pending;
    vm.pending = ABSENT;
    raise(vm, T.RuntimeError, "generator raised StopIteration");
    Exception* e = cast<Exception>(vm.pending);
    e->cause = e->context = cause;
    e->suppress = true;
}

namespace {

// What the generator waits on in yield from, if it does.
Value delegate(const Generator* g)
{
    if (g->frame == nullptr || !g->started) return ABSENT;
    const Instr& last = g->frame->ip[-1];
    return last.op == Op::YIELD && last.b == 1 ? g->frame->sp[-1] : ABSENT;
}

// Throws into what the generator delegates to. True: that settled it (item, or an exception to throw here).
bool throw_into_delegate(Vm& vm, Value inner, Value exception, u32 level, const Args* given, Value& item,
                         Value& returned)
{
    vm.charge(gas::within(level));
    if (is_instance(exception, T.GeneratorExit)) {
        if (is(inner, Kind::Generator)) {
            if (generator_send(vm, cast<Generator>(inner), ABSENT, exception, level).present())
                raise(vm, T.RuntimeError, "generator ignored GeneratorExit");
            else if (pending_is(vm, T.GeneratorExit) || pending_is(vm, T.StopIteration))
                vm.pending = ABSENT;
        } else if (const Value method = find_attr(vm, inner, N.close); method.present()) {
            call(vm, method, {});
        }
        if (!pending(vm)) vm.pending = exception;
        return false;
    }
    if (is(inner, Kind::Generator)) {
        item = generator_send(vm, cast<Generator>(inner), ABSENT, exception, level, given);
    } else {
        const Value method = find_attr(vm, inner, N.throw_);
        if (pending(vm)) return false;
        if (method.absent()) {
            vm.pending = exception;
            return false;
        }
        item = given != nullptr ? call(vm, method, *given) : call(vm, method, {exception});
    }
    if (item.present()) return true;
    if (!pending_is(vm, T.StopIteration)) return false;
    const Value value = cast<Exception>(vm.pending)->extra;
    returned = value.present() ? value : NONE;
    vm.pending = ABSENT;
    return true;
}

Value finish_native(Vm& vm, Generator* g, Value result)
{
    if (result.absent() || g->frame != nullptr) return result;
    // It returned: StopIteration carries the value.
    const Value e = new_exception(vm, T.StopIteration, {&result, result == NONE ? 0u : 1u});
    cast<Exception>(e)->extra = result;
    set_context(vm, e);
    vm.pending = e;
    return ABSENT;
}

}  // namespace

Value generator_send(Vm& vm, Generator* g, Value sent, Value thrown, u32 level, const Args* given)
{
    Deeper deeper(vm);
    if (deeper.too_deep()) return raise(vm, T.RecursionError, TOO_DEEP);
    if (thrown.present()) {
        if (g->running) return value_error(vm, "generator already executing");
        if (g->frame == nullptr) {
            vm.pending = thrown;
            return ABSENT;
        }
        if (!g->started) {
            g->frame = nullptr;
            vm.pending = thrown;
            return ABSENT;
        }
        const Value inner = delegate(g);
        if (inner.present()) {
            // What goes on behind it, once it has returned, needs a frame.
            if (vm.frames >= vm.limits.frames) return raise(vm, T.RecursionError, TOO_DEEP);
            g->running = true;
            Value item, returned;
            const bool settled = throw_into_delegate(vm, inner, thrown, level + 1, given, item, returned);
            g->running = false;
            if (settled && item.present()) return item;
            if (settled) {
                // The delegate returned: go on behind SEND, whose target is the end of yield from.
                Frame* f = g->frame;
                f->sp[-1] = returned;
                const Instr* jump = f->ip;  // JUMP back to the loop's head
                const Instr* head = f->code->instructions.data() + jump->a;
                f->ip = f->code->instructions.data() + head[1].a;
                g->running = true;
                f->prev = vm.frame;
                f->role = Frame::Role::generator_native;
                ++vm.frames;
                vm.frame = f;
                return finish_native(vm, g, execute(vm, f));
            }
            thrown = vm.pending;
            vm.pending = ABSENT;
        }
        if (!generator_resume(vm, g, NONE, Frame::Role::generator_native)) return ABSENT;
        if (vm.frame->handled.present()) set_context(vm, thrown);
        vm.pending = thrown;
        return finish_native(vm, g, execute(vm, vm.frame));
    }
    if (g->frame == nullptr) return raise_value(vm, T.StopIteration, ABSENT);
    if (!generator_resume(vm, g, sent, Frame::Role::generator_native)) return ABSENT;
    return finish_native(vm, g, execute(vm, vm.frame));
}

Value delegate_send(Vm& vm, Value iterator, Value sent, Value& returned)
{
    Value item;
    if (is(iterator, Kind::Generator)) {
        item = generator_send(vm, cast<Generator>(iterator), sent, ABSENT);
    } else if (sent == NONE) {
        bool found = false;  // a program's own __next__ may say what is returned
        item = call_special(vm, iterator, N.next, {}, found);
        if (!found) item = iter_next(vm, iterator);
        if (item.absent() && !pending(vm)) {
            returned = NONE;
            return ABSENT;
        }
    } else {
        const Value method = get_attr(vm, iterator, N.send);
        if (method.absent()) return ABSENT;
        item = call(vm, method, {sent});
    }
    if (item.present() || !pending_is(vm, T.StopIteration)) return item;
    returned = cast<Exception>(vm.pending)->extra;
    if (returned.absent()) returned = NONE;
    vm.pending = ABSENT;
    return ABSENT;
}

namespace {

Value method_send(Vm& vm, Value self, const Args& a)
{
    return generator_send(vm, cast<Generator>(self), a[0], ABSENT);
}
Value method_next(Vm& vm, Value self, const Args&)
{
    return generator_send(vm, cast<Generator>(self), NONE, ABSENT);
}
// An exception of the class with what is given beside it: the exception itself, all its arguments in a tuple,
// or the only one.
Value exception_with(Vm& vm, Value cls, Value value)
{
    if (is(value, Kind::Exception)) {
        vm.charge(subclass_price(type_of(value), cast<Class>(cls)));
        if (is_instance(value, *cast<Class>(cls))) return value;
    }
    Value made;
    if (value.absent() || value == NONE) {
        made = call(vm, cls, {});
    } else if (is(value, Kind::Tuple)) {
        vm.charge(value.as_object()->size * gas::ITEM);
        std::vector<Value> values(cast<Tuple>(value)->items,
                                  cast<Tuple>(value)->items + value.as_object()->size);
        made = call(vm, cls, Args{values.data(), value.as_object()->size, nullptr});
    } else {
        made = call(vm, cls, {value});
    }
    if (made.absent() || is(made, Kind::Exception)) return made;
    std::string shown;
    if (!repr_to(vm, cls, shown)) return ABSENT;
    return type_error(vm, cat("calling ", shown, " should have returned an instance of BaseException, not ",
                              type_name(made)));
}
Value method_throw(Vm& vm, Value self, const Args& a)
{
    Value exception = a[0];
    if (a[2].present() && !(a[2] == NONE))
        return type_error(vm, "throw() third argument must be a traceback object");
    if (is(exception, Kind::Class) && is_subclass(cast<Class>(exception), &T.BaseException)) {
        exception = exception_with(vm, exception, a[1]);
        if (exception.absent()) {  // then what was raised by that is thrown
            if (vm.halted) return ABSENT;
            exception = std::exchange(vm.pending, ABSENT);
        }
    } else if (!is(exception, Kind::Exception)) {
        return type_error(vm, cat("exceptions must be classes or instances deriving from BaseException, not ",
                                  type_name(exception)));
    } else if (a[1].present() && !(a[1] == NONE)) {
        return type_error(vm, "instance exception may not have a separate value");
    }
    u32 given = 1;
    while (given < 3 && a[given].present()) ++given;
    const Args as_given{a.values, given, nullptr};
    return generator_send(vm, cast<Generator>(self), ABSENT, exception, 0, &as_given);
}
Value method_close(Vm& vm, Value self, const Args&)
{
    Generator* g = cast<Generator>(self);
    if (g->frame == nullptr) return NONE;
    if (!g->started) {
        g->frame = nullptr;
        return NONE;
    }
    if (generator_send(vm, g, ABSENT, new_exception(vm, T.GeneratorExit, {})).present())
        return raise(vm, T.RuntimeError, "generator ignored GeneratorExit");
    if (pending_is(vm, T.GeneratorExit) || pending_is(vm, T.StopIteration)) {
        vm.pending = ABSENT;
        return NONE;
    }
    return ABSENT;
}
Value method_iter(Vm&, Value self, const Args&)
{
    return self;
}

Value get_running(Vm&, Value self)
{
    return Value::boolean(cast<Generator>(self)->running);
}
Value get_delegate(Vm&, Value self)
{
    const Generator* g = cast<Generator>(self);
    const Value inner = g->running ? ABSENT : delegate(g);
    return inner.present() ? inner : NONE;
}
Value get_name(Vm&, Value self)
{
    return cast<Generator>(self)->name;
}
Value get_qualname(Vm&, Value self)
{
    return cast<Generator>(self)->qualname;
}
bool set_text(Vm& vm, Value& place, std::string_view name, Value text)
{
    if (!is_str(text)) return type_error(vm, cat(name, " must be set to a string object")).present();
    place = text;
    return true;
}
bool set_name(Vm& vm, Value self, Value text)
{
    return set_text(vm, cast<Generator>(self)->name, "__name__", text);
}
bool set_qualname(Vm& vm, Value self, Value text)
{
    return set_text(vm, cast<Generator>(self)->qualname, "__qualname__", text);
}

constexpr AttributeSpec ATTRIBUTES[] = {{"gi_running", get_running, nullptr},
                                        {"gi_yieldfrom", get_delegate, nullptr},
                                        {"__name__", get_name, set_name},
                                        {"__qualname__", get_qualname, set_qualname}};
constexpr NativeSpec METHODS[] = {
    {"send", method_send, "value/", gas::CALL},
    {"__next__", method_next, "", gas::CALL},
    {"throw", method_throw, "type,value=,traceback=/", gas::CALL},
    {"close", method_close, "", gas::CALL},
    {"__iter__", method_iter, "", 1},
};

}  // namespace

void boot_generators()
{
    add_static(T.generator, METHODS, ATTRIBUTES);
}

}  // namespace lariat::pvm
