// How classes come to be: their metaclass, and what is told of them when they are made.
#include <algorithm>

#include "pvm/objects/class_making.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

// Exceptions of these keep something beside their arguments, each in a way of its own.
const Class* const KEEPERS[] = {&T.StopIteration,
                                &T.SystemExit,
                                &T.BaseExceptionGroup,
                                &T.ImportError,
                                &T.OSError,
                                &T.NameError,
                                &T.AttributeError,
                                &T.SyntaxError,
                                &T.UnicodeDecodeError,
                                &T.UnicodeEncodeError,
                                &T.UnicodeTranslateError};

const Class* keeper_of(const Class* cls)
{
    const auto* const found =
        std::ranges::find_if(KEEPERS, [&](const Class* keeper) { return is_subclass(cls, keeper); });
    return found == std::end(KEEPERS) ? nullptr : *found;
}

// The base whose kind the instances have; false: pending.
bool find_solid(Vm& vm, const Tuple* bases, const Class*& solid)
{
    solid = nullptr;
    const Class* keeper = nullptr;
    for (u32 i = 0; i < bases->size; ++i) {
        const Value b = bases->items[i];
        if (!is(b, Kind::Class))
            return type_error(vm, cat("bases must be types; '", type_name(b), "' object is not a class"))
                .present();
        const Class* base = cast<Class>(b);
        if (base->is_builtin && !base->may_derive)
            return type_error(vm, cat("type '", str_of(base->name), "' is not an acceptable base type"))
                .present();
        if (base->instances == Kind::Instance) continue;
        const Class* keeps = keeper_of(base);
        const auto made_its_own_way = [](const Class* c) { return c->make != T.BaseException.make; };
        if ((keeper != nullptr && keeps != nullptr && keeper != keeps) ||
            (solid != nullptr &&
             (solid->instances != base->instances ||
              (solid->make != base->make && made_its_own_way(solid) && made_its_own_way(base)))))
            return type_error(vm, "multiple bases have instance lay-out conflict").present();
        if (keeps != nullptr) keeper = keeps;
        // Of exceptions the one that is made in a way of its own: a group, or an error of JSON.
        if (solid == nullptr || !made_its_own_way(solid)) solid = base;
    }
    return true;
}

// Who is in the class is told so, in the order of definition.
bool set_names(Vm& vm, Value cls, Dict* ns)
{
    vm.charge(ns->size * gas::ITEM);
    std::vector<Entry> own;  // who is told may change the class
    for (u32 i = 0; i < ns->used; ++i)
        if (ns->entries[i].key.present() && is(ns->entries[i].value, Kind::Property) &&
            exact(ns->entries[i].value))
            cast<Property>(ns->entries[i].value)->name = ns->entries[i].key;
    for (u32 i = 0; i < ns->used; ++i)
        if (ns->entries[i].key.present() && !exact(ns->entries[i].value)) own.push_back(ns->entries[i]);
    for (const Entry& e : own) {
        bool found = false;
        const Value r = call_special(vm, e.value, N.set_name, {cls, e.key}, found);
        if (!found && is(e.value, Kind::Property)) cast<Property>(e.value)->name = e.key;
        if (!found || r.present()) continue;
        if (!pending_is(vm, T.Exception)) return false;
        const Value cause = vm.pending;
        vm.pending = ABSENT;
        std::string key;
        if (!repr_to(vm, e.key, key)) return false;
        raise(vm, T.RuntimeError,
              cat("Error calling __set_name__ on '", type_name(e.value), "' instance ", key, " in '",
                  str_of(cast<Class>(cls)->name), "'"));
        cast<Exception>(vm.pending)->cause = cause;
        cast<Exception>(vm.pending)->context = cause;
        cast<Exception>(vm.pending)->suppress = true;
        return false;
    }
    return true;
}

// __init_subclass__ of the next class in the order.
bool tell_parent(Vm& vm, Class* cls, Dict* keywords)
{
    for (u32 i = 1; i < cls->mro_count; ++i) {
        if (cls->mro[i]->is_builtin) continue;
        const Value hook = dict_get_name(vm, cls->mro[i]->dict, N.init_subclass);
        if (hook.absent()) continue;
        const Value bound = bind(vm, hook, Value::object(cls), cls);
        if (bound.absent()) return false;
        std::vector<Value> values;
        Tuple* names = keyword_arguments(vm, keywords, values);
        return call(vm, bound, Args{values.data(), 0, names}).present();
    }
    if (keywords != nullptr && keywords->size != (dict_get_name(vm, keywords, N.metaclass).present() ? 1 : 0))
        return type_error(vm, cat(str_of(cls->qualname), ".__init_subclass__() takes no keyword arguments"))
            .present();
    return true;
}

bool all_str(const Dict* d)
{
    return std::all_of(d->entries, d->entries + d->used,
                       [](const Entry& e) { return e.key.absent() || is_str(e.key); });
}

bool names_alone(Vm& vm, const Dict* ns)
{
    return all_str(ns) ||
           type_error(vm, "type() dict keys must be strings: the namespace of a class has names").present();
}

void wrap_class_methods(Vm& vm, Dict* ns)
{
    for (const Str* name : {N.init_subclass, N.class_getitem})
        for (u32 i = 0; i < ns->used; ++i) {
            if (!becomes_method(ns->entries[i].value) || ns->entries[i].key.absent()) continue;
            if (str_of(ns->entries[i].key) != name->view()) continue;
            Wrapper* w = vm.make<Wrapper>(T.classmethod, Kind::ClassMethod);
            w->function = ns->entries[i].value;
            w->attributes = nullptr;
            ns->entries[i].value = Value::object(w);
        }
}

}  // namespace

Tuple* keyword_arguments(Vm& vm, Dict* keywords, std::vector<Value>& values)
{
    if (keywords == nullptr) return nullptr;
    vm.charge(keywords->used * gas::ITEM);
    std::vector<Value> names;
    for (u32 k = 0; k < keywords->used; ++k) {
        const Entry& e = keywords->entries[k];
        if (e.key.absent() || (is_str(e.key) && str_of(e.key) == N.metaclass->view())) continue;
        names.push_back(e.key);
        values.push_back(e.value);
    }
    return names.empty() ? nullptr : new_tuple(vm, names);
}

bool class_name_fits(Vm& vm, Value text, bool qualified)
{
    const u64 size = str_of(text).size(), limit = qualified ? QUALIFIED_NAME_BYTES_MAX : NAME_BYTES_MAX;
    if (size > limit)
        return value_error(vm, cat(qualified ? "qualified name" : "name", " of a class is too long: ",
                                   number(size), " bytes, the limit is ", number(limit)))
            .present();
    if (!qualified && str_of(text).find('\0') != std::string_view::npos)
        return value_error(vm, "type name must not contain null characters").present();
    return true;
}

Value make_class(Vm& vm, Class& meta, Str* name, Tuple* bases, Dict* ns, Dict* keywords)
{
    if (bases->size == 0) {
        const Value object = Value::object(&T.object);
        bases = new_tuple(vm, {&object, 1});
    }
    const Class* solid = nullptr;
    vm.charge(3 * gas::beyond(bases->size, gas::WALK_FREE));  // here, for slots and for metaclasses
    vm.charge(gas::beyond(ns->used, gas::NAMES_FREE));        // is any of them one that the VM calls?
    if (!find_solid(vm, bases, solid)) return ABSENT;
    Class* cls = vm.make<Class>(meta, Kind::Class);
    cls->name = Value::object(name);
    cls->bases = bases;
    cls->instances = solid == nullptr ? Kind::Instance : solid->instances;
    cls->is_builtin = false;
    cls->may_derive = true;
    cls->full_name = 0;
    cls->number = 0;
    cls->matched = Matched::as_itself;
    for (u32 i = 0; i < bases->size && cls->matched == Matched::as_itself; ++i)
        cls->matched = cast<Class>(bases->items[i])->matched;
    cls->make = solid != nullptr ? solid->make : T.object.make;
    const Value qualname = dict_get_name(vm, ns, N.qualname);
    if (qualname.present() && !is_str(qualname))
        return type_error(vm, cat("type __qualname__ must be a str, not ", type_name(qualname)));
    cls->qualname = qualname.present() ? qualname : cls->name;
    static const Value MAIN = Value::object(static_name("__main__"));
    const Value module = dict_get_name(vm, ns, N.module);
    cls->module = module.present() && is_str(module) ? module : MAIN;
    if (!class_name_fits(vm, cls->name, false) || !class_name_fits(vm, cls->qualname, true) ||
        !class_name_fits(vm, cls->module, true))
        return ABSENT;
    dict_delete_name(vm, ns, N.qualname);
    if (dict_get_name(vm, ns, N.eq).present() && dict_get_name(vm, ns, N.hash).absent())
        dict_set_name(vm, ns, N.hash, NONE);
    cls->dict = ns;
    ns->flag = TABLE_OF_A_CLASS;
    if (!read_slots(vm, cls) || !linearize(vm, cls, bases)) return ABSENT;
    cls->features |= static_cast<u16>(features_of(vm, cls) | operators_of(cls));
    for (const Value b : bases->view())
        if (!cast<Class>(b)->is_builtin) b.as_object()->flag = 1;
    if (!ask_order(vm, cls)) return ABSENT;
    const Value result = Value::object(cls);
    const Value cell = dict_get_name(vm, ns, N.class_cell);
    if (cell.present() && !is(cell, Kind::Cell))
        return type_error(vm,
                          cat("__classcell__ must be a nonlocal cell, not <class '", type_name(cell), "'>"));
    if (cell.present()) dict_delete_name(vm, ns, N.class_cell);
    wrap_class_methods(vm, ns);
    class_changed(vm);
    // From here on a program knows the class: nothing more changes in it.
    if (cell.present()) cast<Cell>(cell)->value = result;
    if (!set_names(vm, result, ns) || !tell_parent(vm, cls, keywords)) return ABSENT;
    return result;
}

bool class_define(Vm& vm, Class* cls, Str* name, Value value)
{
    if (cls->flag != 0)
        return type_error(vm,
                          cat("cannot change class ", str_of(cls->name), ": others derive from it already"))
            .present();
    dict_set_name(vm, cls->dict, name, value);
    cls->features = static_cast<u16>(features_of(vm, cls) | (cls->features & (OPERATORS | LAYOUT)));
    says_later(vm, cls, name->view());
    class_changed(vm);
    return true;
}

Class* metaclass_of(Vm& vm, const Tuple* bases, Class* wanted)
{
    Class* winner = wanted;
    vm.charge(gas::beyond(bases->size, gas::WALK_FREE));
    for (const Value b : bases->view()) {
        Class* meta = type_of(b);
        if (winner == meta) continue;
        vm.charge(gas::order(u64{winner->mro_count} + meta->mro_count));
        if (is_subclass(winner, meta)) continue;
        if (!is_subclass(meta, winner)) {
            type_error(vm,
                       "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass "
                       "of the metaclasses of all its bases");
            return nullptr;
        }
        winner = meta;
    }
    return winner;
}

namespace {

// What the statement names, or the most derived of the bases' classes. A callable that is no class stays.
Value statement_metaclass(Vm& vm, const Tuple* bases, Dict* keywords)
{
    const Value given = keywords == nullptr ? ABSENT : dict_get_name(vm, keywords, N.metaclass);
    if (given.present() && !is(given, Kind::Class)) return given;
    Class* const first = bases->size == 0 ? &T.type : type_of(bases->items[0]);
    Class* meta = metaclass_of(vm, bases, given.present() ? cast<Class>(given) : first);
    return meta == nullptr ? ABSENT : Value::object(meta);
}

}  // namespace

Tuple* resolve_bases(Vm& vm, Tuple* bases)
{
    const auto is_class = [](Value b) { return is(b, Kind::Class); };
    if (std::ranges::all_of(bases->view(), is_class)) return bases;
    std::vector<Value> out;
    bool changed = false;
    for (u32 i = 0; i < bases->size; ++i) {
        const Value b = bases->items[i];
        const Value entries = is_class(b) ? ABSENT : find_attr(vm, b, N.mro_entries);
        if (pending(vm)) return nullptr;
        if (entries.absent()) {
            out.push_back(b);
            continue;
        }
        const Value stands = call(vm, entries, {Value::object(bases)});
        if (stands.absent()) return nullptr;
        if (!is(stands, Kind::Tuple)) {
            type_error(vm, "__mro_entries__ must return a tuple");
            return nullptr;
        }
        vm.charge(stands.as_object()->size * gas::ITEM);
        vm.arena.need((out.size() + stands.as_object()->size) * sizeof(Value));
        const auto items = cast<Tuple>(stands)->view();
        out.insert(out.end(), items.begin(), items.end());
        changed = true;
    }
    return changed ? new_tuple(vm, out) : bases;
}

Value class_namespace(Vm& vm, Str* name, Value bases, Dict* keywords)
{
    if (keywords != nullptr && !all_str(keywords)) return type_error(vm, "keywords must be strings");
    const Value meta = statement_metaclass(vm, cast<Tuple>(bases), keywords);
    if (meta.absent()) return ABSENT;
    if (meta == Value::object(&T.type) || !is(meta, Kind::Class)) return Value::object(new_dict(vm));
    Class* cls = cast<Class>(meta);
    bool own = false;
    const Value prepare = lookup(vm, cls, N.prepare, &own);
    if (!own) return Value::object(new_dict(vm));
    const Value bound = bind(vm, prepare, ABSENT, cls);
    if (bound.absent()) return ABSENT;
    std::vector<Value> values{Value::object(name), bases};
    Tuple* names = keyword_arguments(vm, keywords, values);
    const Value ns = call(vm, bound, Args{values.data(), 2, names});
    if (ns.absent()) return ABSENT;
    if (is_dict(ns)) {
        vm.charge(gas::names(cast<Dict>(ns)->used));  // it is looked through when the body has run
        return ns;
    }
    const bool mapping = !exact(ns) && lookup(vm, type_of(ns), N.getitem).present();
    return type_error(vm, cat(str_of(cls->name), ".__prepare__() must return a ",
                              mapping ? "dict" : "mapping", ", not ", type_name(ns)));
}

Value build_class(Vm& vm, Str* name, Value bases, Value ns, Dict* keywords)
{
    if (!names_alone(vm, cast<Dict>(ns))) return ABSENT;
    const Value meta = statement_metaclass(vm, cast<Tuple>(bases), keywords);
    if (meta.absent()) return ABSENT;
    if (meta == Value::object(&T.type))
        return make_class(vm, T.type, name, cast<Tuple>(bases), cast<Dict>(ns), keywords);
    std::vector<Value> values{Value::object(name), bases, ns};
    Tuple* names = keyword_arguments(vm, keywords, values);
    return call(vm, meta, Args{values.data(), 3, names});
}

namespace {

bool type_arguments(Vm& vm, const Args& a)
{
    constexpr std::string_view WANTED[] = {"str", "tuple", "dict"};
    const bool right[] = {is_str(a[0]), is(a[1], Kind::Tuple), is_dict(a[2])};
    for (u32 i = 0; i < 3; ++i)
        if (!right[i])
            return type_error(vm, cat("type.__new__() argument ", number(i + 1), " must be ", WANTED[i],
                                      ", not ", type_name(a[i])))
                .present();
    return true;
}

// type(x), and type(name, bases, dict, **keywords) of any metaclass.
Value type_make(Vm& vm, Value cls, const Args& args)
{
    Class* meta = cast<Class>(cls);
    if (meta == &T.type && args.positional == 1 && args.keywords() == 0)
        return Value::object(type_of(args[0]));
    if (args.positional != 3)
        return type_error(vm, meta == &T.type ? std::string("type() takes 1 or 3 arguments")
                                              : cat("type.__new__() takes exactly 3 arguments (",
                                                    number(args.positional), " given)"));
    if (!type_arguments(vm, args)) return ABSENT;
    for (const Value b : cast<Tuple>(args[1])->view()) {
        if (is(b, Kind::Class)) continue;
        vm.charge(gas::NATIVE);
        if (find_attr(vm, b, N.mro_entries).present())
            return type_error(vm, "type() doesn't support MRO entry resolution; use types.new_class()");
        if (pending(vm)) return ABSENT;
    }
    Class* winner = metaclass_of(vm, cast<Tuple>(args[1]), meta);
    if (winner == nullptr) return ABSENT;
    if (winner != meta && (winner->features & HAS_NEW) != 0) return call_new(vm, winner, args);
    Dict* ns = new_dict(vm);
    if (!dict_copy_into(vm, ns, cast<Dict>(args[2]))) return ABSENT;
    if (!names_alone(vm, ns)) return ABSENT;
    Dict* keywords = args.keywords() == 0 ? nullptr : new_dict(vm);
    for (u32 k = 0; k < args.keywords(); ++k)
        dict_set_name(vm, keywords, cast<Str>(args.names->items[k]), args[args.positional + k]);
    Str* name = cast<Str>(plain_of(vm, args[0]));
    return make_class(vm, *winner, name, cast<Tuple>(args[1]), ns, keywords);
}

Value type_new(Vm& vm, Value, const Args& args)
{
    if (args.positional == 0 || !is(args[0], Kind::Class))
        return type_error(vm, "type.__new__(X): X is not a type object");
    if (!is_subclass(cast<Class>(args[0]), &T.type))
        return type_error(vm, cat("type.__new__(", str_of(cast<Class>(args[0])->name),
                                  "): ", str_of(cast<Class>(args[0])->name), " is not a subtype of type"));
    return type_make(vm, args[0], Args{args.values + 1, args.positional - 1, args.names});
}
Value type_init(Vm& vm, Value, const Args& args)
{
    return args.positional == 1 || args.positional == 3
               ? NONE
               : type_error(vm, "type.__init__() takes 1 or 3 arguments");
}
Value type_call(Vm& vm, Value self, const Args& args)
{
    return instantiate(vm, cast<Class>(self), args);
}
Value type_mro(Vm& vm, Value self, const Args&)
{
    const Class* c = cast<Class>(self);
    vm.charge(c->mro_count * gas::ITEM);
    bool own = false;
    if (says(vm, self, HAS_MRO)) lookup(vm, c->cls, N.make_order, &own);
    if (own) {  // it asks for the order that the class would have without it
        std::vector<Class*> order;
        if (!order_of_bases(vm, c->bases, order)) return ABSENT;
        List* made = new_list_room(vm, order.size() + 1);
        list_append(vm, made, self);
        for (Class* next : order) list_append(vm, made, Value::object(next));
        return Value::object(made);
    }
    List* out = new_list_room(vm, c->mro_count);
    for (u32 i = 0; i < c->mro_count; ++i) list_append(vm, out, Value::object(c->mro[i]));
    return Value::object(out);
}
Value type_repr(Vm& vm, Value self, const Args&)
{
    Text out(vm, Text::For::message);
    return native_repr(vm, self, out) ? new_str(vm, out.view()) : ABSENT;
}
Value type_prepare(Vm& vm, Value, const Args&)
{
    return Value::object(new_dict(vm));
}
Value type_instancecheck(Vm& vm, Value self, const Args& a)
{
    vm.charge(subclass_price(type_of(a[0]), cast<Class>(self)));
    return Value::boolean(is_instance(a[0], *cast<Class>(self)));
}
Value type_subclasscheck(Vm& vm, Value self, const Args& a)
{
    if (!is(a[0], Kind::Class)) return type_error(vm, "issubclass() arg 1 must be a class");
    vm.charge(subclass_price(cast<Class>(a[0]), cast<Class>(self)));
    return Value::boolean(is_subclass(cast<Class>(a[0]), cast<Class>(self)));
}

constexpr NativeSpec TYPE[] = {
    {"__init__", type_init, "...", gas::NATIVE},
    {"__call__", type_call, "...", gas::CALL},
    {"__repr__", type_repr, "", 40},
    {"mro", type_mro, "", gas::NATIVE},
    {"__instancecheck__", type_instancecheck, "instance/", gas::NATIVE},
    {"__subclasscheck__", type_subclasscheck, "subclass/", gas::NATIVE},
};
constexpr NativeSpec TYPE_NEW = {"__new__", type_new, "...", gas::NATIVE};
constexpr NativeSpec TYPE_PREPARE = {"__prepare__", type_prepare, "...", gas::DICT_BASE};

}  // namespace

void boot_class_making()
{
    T.type.make = type_make;
    add_static(T.type, TYPE);
    add_static_value(T.type, "__new__", static_native(TYPE_NEW, &T.native));
    add_static_value(T.type, "__prepare__", static_native(TYPE_PREPARE, &T.native));
    add_builtin("type", Value::object(&T.type));
}

}  // namespace lariat::pvm
