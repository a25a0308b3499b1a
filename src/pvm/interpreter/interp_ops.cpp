// The longer operations of single instructions.
#include "pvm/interpreter/interp_ops.hpp"
#include "pvm/objects/class_making.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

void unbound_variable(Vm& vm, const Code* code, u32 slot)
{
    const std::string_view name = code->variables[slot]->view();
    if (slot >= code->first_free && code->free_count != 0) {
        raise(vm, T.NameError,
              cat("cannot access free variable '", name,
                  "' where it is not associated with a value in enclosing scope"));
        note_name(vm, Value::object(code->variables[slot]), ABSENT);
    } else {
        raise(vm, T.UnboundLocalError,
              cat("cannot access local variable '", name, "' where it is not associated with a value"));
    }
}

void undefined_name(Vm& vm, Str* name)
{
    raise(vm, T.NameError, cat("name '", name->view(), "' is not defined"));
    note_name(vm, Value::object(name), ABSENT);
}

Value join_parts(Vm& vm, std::span<const Value> parts)
{
    u64 bytes = 0, points = 0;
    for (const Value p : parts) {
        bytes += cast<Str>(p)->size;
        points += cast<Str>(p)->points;
    }
    vm.charge(bytes * gas::BYTE);
    Str* s = vm.make<Str>(T.str, Kind::Str, bytes);
    s->size = static_cast<u32>(bytes);
    s->points = points;
    s->hash = 0;
    char* to = s->chars;
    for (const Value p : parts) {
        std::memcpy(to, cast<Str>(p)->chars, cast<Str>(p)->size);
        to += cast<Str>(p)->size;
    }
    return Value::object(s);
}

namespace {

// For a message, which is all that is left of the call: finding the name costs what the call would.
std::string callee_name(Vm& vm, Value callee)
{
    vm.charge(gas::CALL);
    if (is(callee, Kind::BoundMethod)) callee = cast<BoundMethod>(callee)->function;
    if (is(callee, Kind::Function)) {
        const Function* f = cast<Function>(callee);
        return cat(f->code->owner->module_name, ".", str_of(f->qualname), "()");
    }
    if (is(callee, Kind::Class)) {
        const std::string_view module = str_of(cast<Class>(callee)->module);
        return cat(module == "builtins" ? "" : cat(module, "."), str_of(cast<Class>(callee)->qualname), "()");
    }
    if (is(callee, Kind::Native)) return cat(str_of(native_name(vm, cast<Native>(callee), true)), "()");
    std::string text;
    if (str_to(vm, callee, text)) return text;
    vm.pending = ABSENT;
    return cat(type_name(callee), " object");
}

}  // namespace

bool spread_list(Vm& vm, List* to, Value iterable, Value callee)
{
    if (list_extend(vm, to, iterable)) return true;
    const bool walked =
        lookup(vm, type_of(iterable), N.iter).present() || lookup(vm, type_of(iterable), N.getitem).present();
    if (walked || !pending_is(vm, T.TypeError)) return false;
    vm.pending = ABSENT;
    if (callee.present())
        return type_error(vm, cat(callee_name(vm, callee), " argument after * must be an iterable, not ",
                                  type_name(iterable)))
            .present();
    return type_error(vm, cat("Value after * must be an iterable, not ", type_name(iterable))).present();
}

bool spread_dict(Vm& vm, Dict* to, Value mapping)
{
    if (!is_dict(mapping)) {
        const Value keys = find_attr(vm, mapping, N.keys);
        if (pending(vm)) return false;
        if (keys.absent())
            return type_error(vm, cat("'", type_name(mapping), "' object is not a mapping")).present();
    }
    return dict_update(vm, to, mapping);
}

bool merge_keywords(Vm& vm, Dict* to, Value mapping, Value callee)
{
    Dict* from = new_dict(vm);
    if (is_dict(mapping)) {
        if (exact(mapping))
            from = cast<Dict>(mapping);
        else if (!dict_update(vm, from, mapping))
            return false;
    } else {
        const Value keys = find_attr(vm, mapping, N.keys);
        if (pending(vm)) return false;
        if (keys.absent())
            return type_error(vm, cat(callee_name(vm, callee), " argument after ** must be a mapping, not ",
                                      type_name(mapping)))
                .present();
        if (!dict_update(vm, from, mapping)) return false;
    }
    vm.charge(from->used * gas::DICT);
    for (u32 i = 0; i < from->used; ++i) {
        const Entry e = from->entries[i];
        if (e.key.absent()) continue;
        if (!is_str(e.key)) return type_error(vm, "keywords must be strings").present();
        const int has = set_has(vm, to, e.key);
        if (has < 0) return false;
        if (has == 1)
            return type_error(vm, cat(callee_name(vm, callee), " got multiple values for keyword argument '",
                                      str_of(e.key), "'"))
                .present();
        if (!dict_set(vm, to, e.key, e.value)) return false;
    }
    return true;
}

namespace {

Tuple* spread_arguments(Vm& vm, const Tuple* positional, Dict* keywords, std::vector<Value>& values)
{
    vm.charge(positional->size);
    values.assign(positional->items, positional->items + positional->size);
    if (keywords == nullptr || keywords->size == 0) return nullptr;
    vm.charge(keywords->size);
    pay_for_deleted(vm, keywords);
    Tuple* names = new_tuple_room(vm, keywords->size);
    u32 n = 0;
    for (u32 i = 0; i < keywords->used; ++i) {
        if (keywords->entries[i].key.absent()) continue;
        names->items[n++] = keywords->entries[i].key;
        values.push_back(keywords->entries[i].value);
    }
    return names;
}

}  // namespace

bool call_spread(Vm& vm, Value callee, const Tuple* positional, Dict* keywords, Value& result, Frame*& called)
{
    std::vector<Value> values;
    Tuple* names = spread_arguments(vm, positional, keywords, values);
    const Args args{values.data(), positional->size, names};
    Value self;
    if (is(callee, Kind::BoundMethod) && is(cast<BoundMethod>(callee)->function, Kind::Function)) {
        self = cast<BoundMethod>(callee)->self;
        callee = cast<BoundMethod>(callee)->function;
    }
    if (!is(callee, Kind::Function)) {
        result = call(vm, callee, args);
        return result.present();
    }
    Function* f = cast<Function>(callee);
    vm.charge(gas::CALL - 1);
    called = enter(vm, f, self, args);
    if (called == nullptr) return false;
    if (f->code->generator) {
        result = make_generator(vm, f, called);
        called = nullptr;
    }
    return true;
}

namespace {

// A metaclass may have made the class without its body's __classcell__, or of another's.
bool cell_was_set(Vm& vm, const Frame* body, const Class* made)
{
    if (body->code->class_cell < 0) return true;
    const Value set = cast<Cell>(body->locals[body->code->class_cell])->value;
    if (set == Value::object(made)) return true;
    std::string name, cls, other;
    if (!repr_to(vm, Value::object(body->code->name), name) || !repr_to(vm, Value::object(made), cls))
        return false;
    if (set.absent())
        return raise(vm, T.RuntimeError,
                     cat("__class__ not set defining ", name, " as ", cls,
                         ". Was __classcell__ propagated to type.__new__?"))
            .present();
    return repr_to(vm, set, other) &&
           type_error(vm, cat("__class__ set to ", other, " defining ", name, " as ", cls)).present();
}

}  // namespace

Value finish_class(Vm& vm, Frame* body)
{
    const Frame* caller = body->prev;
    const Instr& in = caller->ip[-1];
    // below the caller's stack pointer: function, bases, keywords
    Value* sp = caller->sp;
    Dict* keywords = in.b != 0 ? cast<Dict>(sp[-1]) : nullptr;
    const Value bases = in.b != 0 ? sp[-2] : sp[-1];
    const Value written = sp[in.b != 0 ? -3 : -2];  // the bases, if other classes stand for some
    const_cast<Frame*>(caller)->sp = sp - (in.b != 0 ? 3 : 2);
    if (is(written, Kind::Tuple) && !class_store(vm, body->special, N.orig_bases, written)) return ABSENT;
    const Value made =
        build_class(vm, cast<Str>(caller->code->constants[in.a]), bases, body->special, keywords);
    if (is(made, Kind::Class) && !cell_was_set(vm, body, cast<Class>(made))) return ABSENT;
    const std::string_view module = caller->code->owner->module_name;
    if (is(made, Kind::Class) && module != "__main__") {
        cast<Class>(made)->module = new_str(vm, module);
        qualify_in_messages(cast<Class>(made), module);
        mark_for_patterns(cast<Class>(made), module);
    }
    return made;
}

Value class_load(Vm& vm, Value ns, Str* name)
{
    if (exact(ns)) return dict_get_name(vm, cast<Dict>(ns), name);
    const Value v = subscript(vm, ns, Value::object(name));
    if (v.absent() && pending_is(vm, T.KeyError)) vm.pending = ABSENT;
    return v;
}

bool class_store(Vm& vm, Value ns, Str* name, Value value)
{
    if (!exact(ns)) return store_subscript(vm, ns, Value::object(name), value);
    dict_set_name(vm, cast<Dict>(ns), name, value);
    return true;
}

bool class_delete(Vm& vm, Value ns, Str* name)
{
    const bool deleted = exact(ns) ? dict_delete(vm, cast<Dict>(ns), Value::object(name)) == 1
                                   : store_subscript(vm, ns, Value::object(name), ABSENT);
    if (deleted) return true;
    if (pending(vm) && !pending_is(vm, T.BaseException)) return false;  // halted
    vm.pending = ABSENT;  // whatever the hook of a namespace of a program's class says
    undefined_name(vm, name);
    return false;
}

bool annotate(Vm& vm, Value ns, Str* name, Value text)
{
    Value known = class_load(vm, ns, N.annotations);
    if (pending(vm)) return false;
    if (known.absent()) {
        known = Value::object(new_dict(vm));
        if (!class_store(vm, ns, N.annotations, known)) return false;
    }
    if (!is_dict(known) || !exact(known)) return store_subscript(vm, known, Value::object(name), text);
    dict_set_name(vm, cast<Dict>(known), name, text);
    return true;
}

Value make_function(Vm& vm, const Code* code, Value* globals, Value defaults, Value kw, Value closure)
{
    Function* f = vm.make<Function>(T.function, Kind::Function);
    f->code = code;
    f->globals = globals;
    f->defaults = defaults.absent() ? nullptr : cast<Tuple>(defaults);
    f->kw_defaults = kw.absent() ? nullptr : cast<Dict>(kw);
    f->closure = closure.absent() ? nullptr : cast<Tuple>(closure);
    f->name = Value::object(code->name);
    f->qualname = Value::object(code->qualname);
    f->doc = code->doc.absent() ? NONE : code->doc;
    f->module = ABSENT;
    f->attributes = nullptr;
    f->annotations = nullptr;
    return Value::object(f);
}

bool raise_again(Vm& vm)
{
    const Value handled = being_handled(vm);
    if (handled.absent()) return raise(vm, T.RuntimeError, "No active exception to reraise").present();
    vm.pending = handled;
    return true;
}

void raise_statement(Vm& vm, Value what, Value cause)
{
    vm.charge(order_price(what));
    const Value exception = normalize_raised(vm, what);
    if (exception.absent()) return;
    Exception* e = cast<Exception>(exception);
    if (cause.present()) {
        if (cause == NONE) {
            e->cause = ABSENT;
        } else {
            if (is(cause, Kind::Class) && is_subclass(cast<Class>(cause), &T.BaseException)) {
                cause = normalize_raised(vm, cause);
                if (cause.absent()) return;
            }
            if (!is(cause, Kind::Exception)) {
                type_error(vm, "exception causes must derive from BaseException");
                return;
            }
            e->cause = cause;
        }
        e->suppress = true;
    }
    set_context(vm, exception);
    vm.pending = exception;
}

int exception_matches(Vm& vm, Value exception, Value types)
{
    const auto fail = [&] {
        type_error(vm, "catching classes that do not inherit from BaseException is not allowed");
        return -1;
    };
    if (is(types, Kind::Tuple)) {
        for (const Value t : cast<Tuple>(types)->view()) {
            vm.charge(gas::ITEM + order_price(t) + order_price(exception));
            if (!is(t, Kind::Class) || !is_subclass(cast<Class>(t), &T.BaseException)) return fail();
        }
        for (const Value t : cast<Tuple>(types)->view())
            if (is_instance(exception, *cast<Class>(t))) return 1;
        return 0;
    }
    vm.charge(order_price(types) + order_price(exception));
    if (!is(types, Kind::Class) || !is_subclass(cast<Class>(types), &T.BaseException)) return fail();
    return is_instance(exception, *cast<Class>(types)) ? 1 : 0;
}

Value enter_context(Vm& vm, Value manager, Value& leave)
{
    const Value begin = special_method(vm, manager, N.enter);
    if (begin.absent()) {
        if (pending(vm)) return ABSENT;
        return type_error(
            vm, cat("'", type_name(manager), "' object does not support the context manager protocol"));
    }
    leave = special_method(vm, manager, N.exit);
    if (leave.absent()) {
        if (pending(vm)) return ABSENT;
        return type_error(
            vm, cat("'", type_name(manager),
                    "' object does not support the context manager protocol (missed __exit__ method)"));
    }
    return call(vm, begin, {});
}

Value format_value(Vm& vm, Value v, char conversion, Value spec)
{
    if (conversion == 'r')
        v = repr_value(vm, v);
    else if (conversion == 'a')
        v = ascii_value(vm, v);
    else if (conversion == 's')
        v = str_value(vm, v);
    if (v.absent()) return ABSENT;
    if (is_str(v) && exact(v) && (spec.absent() || cast<Str>(spec)->size == 0)) return v;
    Text out(vm);
    const std::string_view how = spec.absent() ? std::string_view() : str_of(spec);
    return format_to(vm, v, how, out) ? new_str(vm, out.view()) : ABSENT;
}

Value import_from(Vm& vm, Value module, Str* name)
{
    const Value found = find_attr(vm, module, name);
    if (found.present() || pending(vm)) return found;
    raise(vm, T.ImportError,
          cat("cannot import name '", name->view(), "' from '", str_of(cast<Module>(module)->name), "'"));
    note_name(vm, cast<Module>(module)->name, ABSENT);
    return ABSENT;
}

}  // namespace lariat::pvm
