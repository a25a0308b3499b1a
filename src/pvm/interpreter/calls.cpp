// Calls: binding arguments to parameters, frames, native functions.
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/frames.hpp"

namespace lariat::pvm {

namespace {

std::string quoted_list(const std::vector<std::string_view>& names)
{
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) out += names.size() > 2 ? ", " : " ";
        if (i > 0 && i + 1 == names.size()) out += "and ";
        out += '\'';
        out += names[i];
        out += '\'';
    }
    return out;
}

std::string_view plural(u64 n)
{
    return n == 1 ? "" : "s";
}

bool too_many(Vm& vm, Function* f, u32 given, const Frame* frame)
{
    const Code* c = f->code;
    const u32 defaults = f->defaults == nullptr ? 0 : f->defaults->size;
    u32 keyword_given = 0;
    for (u32 i = 0; i < c->keyword_only; ++i) keyword_given += frame->locals[c->positional + i].present();
    std::string takes =
        defaults == 0 ? number(c->positional)
                      : cat("from ", number(i64{c->positional} - defaults), " to ", number(c->positional));
    std::string extra;
    if (keyword_given != 0)
        extra = cat(" positional argument", plural(given), " (and ", number(keyword_given),
                    " keyword-only argument", plural(keyword_given), ")");
    const bool one = extra.empty() && given == 1;
    return type_error(vm, cat(str_of(f->qualname), "() takes ", takes, " positional argument",
                              plural(defaults != 0 ? 2 : c->positional), " but ", number(given), extra,
                              one ? " was given" : " were given"))
        .present();
}

bool missing(Vm& vm, Function* f, const Frame* frame, bool keyword_only)
{
    const Code* c = f->code;
    std::vector<std::string_view> names;
    const u32 begin = keyword_only ? c->positional : 0,
              end = keyword_only ? c->positional + c->keyword_only : c->positional;
    for (u32 i = begin; i < end; ++i)
        if (frame->locals[i].absent()) names.push_back(c->variables[i]->view());
    vm.charge(gas::beyond(names.size(), gas::MISSED_FREE) * gas::MISSED);
    return type_error(vm, cat(str_of(f->qualname), "() missing ", number(static_cast<u64>(names.size())),
                              " required ", keyword_only ? "keyword-only" : "positional", " argument",
                              plural(names.size()), ": ", quoted_list(names)))
        .present();
}

bool bind_keywords(Vm& vm, Function* f, Frame* frame, const Args& args, Dict* rest)
{
    const Code* c = f->code;
    const u32 named = c->positional + c->keyword_only;
    std::vector<std::string_view> positional_only;
    for (u32 k = 0; k < args.names->size; ++k) {
        Str* name = cast<Str>(args.names->items[k]);
        vm.charge(gas::ITEM);
        vm.charge(gas::beyond(named, gas::FRAME_SLOTS_FREE) / gas::NAMES_COMPARED);
        u32 i = c->positional_only;
        while (i < named && c->variables[i] != name) ++i;
        if (i == named) {
            vm.charge(named / 4);
            const u64 hash = str_hash(vm, name);  // many long names that differ late take no time
            i = c->positional_only;
            while (i < named && (c->variables[i]->hash != hash || c->variables[i]->view() != name->view()))
                ++i;
        }
        const Value v = args[args.positional + k];
        if (i < named) {
            if (frame->locals[i].present())
                return type_error(vm, cat(str_of(f->qualname), "() got multiple values for argument '",
                                          name->view(), "'"))
                    .present();
            frame->locals[i] = v;
            continue;
        }
        if (rest != nullptr) {
            if (!dict_set(vm, rest, Value::object(name), v)) return false;
            continue;
        }
        vm.charge(gas::beyond(c->positional_only, gas::WALK_FREE) / 4);
        for (u32 p = 0; p < c->positional_only; ++p)
            if (c->variables[p]->view() == name->view()) positional_only.push_back(name->view());
        if (positional_only.empty())
            return type_error(vm, cat(str_of(f->qualname), "() got an unexpected keyword argument '",
                                      name->view(), "'"))
                .present();
    }
    if (positional_only.empty()) return true;
    std::string names;
    for (const auto n : positional_only) names += cat(names.empty() ? "" : ", ", n);
    return type_error(vm,
                      cat(str_of(f->qualname),
                          "() got some positional-only arguments passed as keyword arguments: '", names, "'"))
        .present();
}

bool bind_arguments(Vm& vm, Function* f, Frame* frame, Value self, const Args& args)
{
    const Code* c = f->code;
    const u32 first = self.present() ? 1 : 0;
    const u32 given = args.positional + first;
    const auto positional = [&](u32 i) { return i < first ? self : args[i - first]; };
    const u32 take = std::min(given, c->positional);
    for (u32 i = 0; i < take; ++i) frame->locals[i] = positional(i);
    u32 slot = c->positional + c->keyword_only;
    if (c->star) {
        Tuple* rest = new_tuple_room(vm, given - take);
        vm.charge((given - take) * gas::ITEM);
        for (u32 i = take; i < given; ++i) rest->items[i - take] = positional(i);
        frame->locals[slot++] = Value::object(rest);
    }
    Dict* rest = nullptr;
    if (c->double_star) {
        rest = new_dict(vm);
        frame->locals[slot++] = Value::object(rest);
    }
    if (args.names != nullptr && !bind_keywords(vm, f, frame, args, rest)) return false;
    if (given > c->positional && !c->star) return too_many(vm, f, given, frame);
    const u32 defaults = f->defaults == nullptr ? 0 : f->defaults->size;
    bool lacking = false;
    for (u32 i = take; i < c->positional; ++i) {
        if (frame->locals[i].present()) continue;
        if (i + defaults >= c->positional)
            frame->locals[i] = f->defaults->items[i + defaults - c->positional];
        else
            lacking = true;
    }
    if (lacking) return missing(vm, f, frame, false);
    vm.charge(gas::beyond(c->keyword_only, gas::WALK_FREE));  // each default is looked up
    for (u32 i = c->positional; i < c->positional + c->keyword_only; ++i) {
        if (frame->locals[i].present()) continue;
        if (f->kw_defaults != nullptr) frame->locals[i] = dict_get_name(vm, f->kw_defaults, c->variables[i]);
        lacking = lacking || frame->locals[i].absent();
    }
    return !lacking || missing(vm, f, frame, true);
}

}  // namespace

Frame* enter(Vm& vm, Function* f, Value self, const Args& args)
{
    const Code* c = f->code;
    Frame* caller = vm.frame;
    Frame* frame = push_frame(vm, c, f, f->globals);
    if (frame == nullptr) return nullptr;
    const u32 first = self.present() ? 1 : 0;
    if (binds_plainly(c, args.positional + first, args.names)) {
        if (first != 0) frame->locals[0] = self;
        for (u32 i = 0; i < args.positional; ++i) frame->locals[i + first] = args[i];
        return frame;
    }
    vm.frame = caller;  // an error in binding belongs to the caller
    const bool bound = bind_arguments(vm, f, frame, self, args);
    if (!c->generator) vm.frame = frame;
    if (!bound) {
        if (!c->generator) {
            pop_frame(vm, frame);
            vm.charge(c->frame_price);  // its first block never runs
        }
        return nullptr;
    }
    for (u32 i = 0; i < c->free_count; ++i) frame->locals[c->first_free + i] = f->closure->items[i];
    return frame;
}

Value make_generator(Vm& vm, Function* f, Frame* frame)
{
    Generator* g = vm.make<Generator>(T.generator, Kind::Generator);
    g->frame = frame;
    g->running = g->started = false;
    g->name = f->name;
    g->qualname = f->qualname;
    frame->special = Value::object(g);
    return Value::object(g);
}

Value call_function(Vm& vm, Function* f, Value self, const Args& args)
{
    vm.charge(gas::CALL);
    Deeper deeper(vm);
    if (deeper.too_deep()) return raise(vm, T.RecursionError, TOO_DEEP);
    Frame* frame = enter(vm, f, self, args);
    if (frame == nullptr) return ABSENT;
    if (f->code->generator) return make_generator(vm, f, frame);
    return execute(vm, frame);
}

struct Signature {
    static constexpr u32 MAX = 12;
    std::string_view names[MAX];
    u32 total = 0, required = 0, positional = 0;
    u32 unnamed = 0;  ///< how many at the front have no name for a keyword
    bool raw = false, positional_only = false;
    bool parsed = false;  ///< complains as CPython's PyArg_ParseTuple
    bool optional[MAX] = {};
};

namespace {

Signature parse_signature(std::string_view text)
{
    Signature s;
    if (text == "...") {
        s.raw = true;
        return s;
    }
    s.parsed = text.ends_with("/()");
    if (s.parsed) text.remove_suffix(2);
    if (!text.empty() && text.back() == '/') {
        s.positional_only = true;
        text.remove_suffix(1);
    }
    bool keyword_only = false;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view name = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        if (name == "*") {
            keyword_only = true;
            continue;
        }
        if (name == "/") {
            s.unnamed = s.total;
            continue;
        }
        LARIAT_ASSERT(s.total < Signature::MAX);
        if (name.back() == '=') {
            name.remove_suffix(1);
            s.optional[s.total] = true;
        } else {
            ++s.required;
        }
        s.names[s.total++] = name;
        if (!keyword_only) s.positional = s.total;
    }
    return s;
}

}  // namespace

const Signature* read_signature(const char* parameters)
{
    return new Signature(parse_signature(parameters));  // one for each builtin, for the life of the process
}

bool is_operator(const Native* n)
{
    const std::string_view name = n->spec->name;
    if (!is_method(n) || !name.starts_with("__") || name == "__format__" || name == "__round__" ||
        name == "__reversed__")
        return false;
    const Value of = n->self;
    if (name == "__getitem__") return !(of == Value::object(&T.list) || of == Value::object(&T.dict));
    return name != "__contains__" || is_subclass(cast<Class>(of), &T.str) || of == Value::object(&T.list) ||
           of == Value::object(&T.tuple) || of == Value::object(&T.bytes);
}

namespace {

// As messages name it: methods with their class.
std::string full_name(const Native* n)
{
    const std::string_view name = n->spec->name;
    if (n->flag != 0 && n->owner != nullptr) return cat(str_of(n->owner->name), ".", name);  // a class's own
    if (!is_method(n) || !n->self.present()) return std::string(name);
    const std::string_view of = str_of(cast<Class>(n->self)->name);
    return cat(of, ".", name == "__init__" ? of : name);
}

bool wrong_count(Vm& vm, const Native* n, const Signature& s, u32 given)
{
    if (is_operator(n) && s.total == s.required)
        return type_error(vm, cat("expected ", number(s.total), " argument", plural(s.total), ", got ",
                                  number(given)))
            .present();
    const bool method = is_method(n) && n->self.present();
    const bool makes = std::string_view(n->spec->name) == "__init__" && method;
    const std::string name(makes ? str_of(cast<Class>(n->self)->name) : std::string_view(n->spec->name));
    const std::string full = full_name(n);
    if (s.total == 0)
        return type_error(vm, cat(full, "() takes no arguments (", number(given), " given)")).present();
    if (s.required == s.total && s.total == 1 && s.positional_only)
        return type_error(vm, cat(full, "() takes exactly one argument (", number(given), " given)"))
            .present();
    const bool few = given < s.required;
    if (!few && s.positional == 0)
        return type_error(vm, cat(name, "() takes no positional arguments")).present();
    if (!s.positional_only && few) {
        u32 i = given;
        while (s.optional[i]) ++i;
        return type_error(
                   vm, cat(name, "() missing required argument '", s.names[i], "' (pos ", number(i + 1), ")"))
            .present();
    }
    if (!s.positional_only)
        return type_error(vm, cat(name, "() takes ", s.required == s.total ? "exactly " : "at most ",
                                  number(s.positional), s.positional < s.total ? " positional" : "",
                                  " argument", plural(s.positional), " (", number(given), " given)"))
            .present();
    const u32 bound = few ? s.required : s.positional;
    if (s.parsed)
        return type_error(vm, cat(name, "() takes ", few ? "at least " : "at most ", number(bound),
                                  " argument", plural(bound), " (", number(given), " given)"))
            .present();
    return type_error(vm, cat(name, " expected ",
                              s.required == s.positional ? ""
                              : few                      ? "at least "
                                                         : "at most ",
                              number(bound), " argument", plural(bound), ", got ", number(given)))
        .present();
}

bool bind_native(Vm& vm, const Native* n, const Signature& s, const Args& args, Value* out)
{
    if (args.keywords() != 0 && (s.positional_only || s.total == 0)) {
        const bool makes =
            n->owner != nullptr && std::string_view(n->spec->name) == "__init__" && s.positional_only;
        const std::string name = makes            ? std::string(str_of(n->owner->name))
                                 : is_operator(n) ? cat("wrapper ", n->spec->name)
                                                  : full_name(n);
        return type_error(vm, cat(name, "() takes no keyword arguments")).present();
    }
    const u32 given = args.positional + args.keywords();
    if (!s.positional_only && given > s.total && s.total > 0)
        return type_error(vm, cat(n->spec->name, "() takes at most ", number(s.total),
                                  args.positional == 0 ? " keyword" : "", " argument", plural(s.total), " (",
                                  number(given), " given)"))
            .present();
    if (args.positional > s.positional) return wrong_count(vm, n, s, given);
    if (args.positional < s.unnamed)
        return type_error(vm,
                          cat(n->spec->name, "() takes at least ", number(s.unnamed), " positional argument",
                              plural(s.unnamed), " (", number(args.positional), " given)"))
            .present();
    for (u32 i = 0; i < s.total; ++i) out[i] = i < args.positional ? args[i] : ABSENT;
    const auto place_of = [&](std::string_view name) {
        return static_cast<u32>(std::find(s.names, s.names + s.total, name) - s.names);
    };
    for (u32 k = 0; k < args.keywords(); ++k) {
        const u32 i = place_of(str_of(args.names->items[k]));
        if (i >= args.positional && i < s.total) out[i] = args[args.positional + k];
    }
    for (u32 i = 0; i < s.total; ++i) {
        if (out[i].present() || s.optional[i]) continue;
        if (s.positional_only || args.keywords() == 0) return wrong_count(vm, n, s, args.positional);
        return type_error(vm, cat(n->spec->name, "() missing required argument '", s.names[i], "' (pos ",
                                  number(i + 1), ")"))
            .present();
    }
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        const u32 i = place_of(name);
        if (i == s.total || i < s.unnamed)
            return type_error(vm,
                              cat("'", name, "' is an invalid keyword argument for ", n->spec->name, "()"))
                .present();
        if (i < args.positional)
            return type_error(vm, cat("argument for ", n->spec->name, "() given by name ('", name,
                                      "') and position (", number(i + 1), ")"))
                .present();
    }
    return true;
}

}  // namespace

Value call_native(Vm& vm, Native* native, Value self, const Args& args)
{
    if (native->owner != nullptr && !called_on_its_own(vm, native, self)) return ABSENT;
    vm.charge(native->spec->price);
    const Signature& s = *native->signature;
    // What a method gives back of an instance of a program's int, str, … is its data, not the instance.
    const auto run = [&](const Args& bound) {
        const Value r = native->spec->code(vm, self, bound);
        return r == self && !exact(r) ? plain_of(vm, r) : r;
    };
    if (s.raw || (args.names == nullptr && args.positional == s.total && s.positional == s.total))
        return run(args);
    Value bound[Signature::MAX];
    if (!bind_native(vm, native, s, args, bound)) return ABSENT;
    return run(Args{bound, s.total, nullptr});
}

namespace {

// A method of a builtin class called through the class: dict.get(d, k).
Value call_descriptor(Vm& vm, Native* n, const Args& args)
{
    const std::string_view of = str_of(cast<Class>(n->self)->name);
    if (args.positional == 0)
        return type_error(vm,
                          is_operator(n)
                              ? cat("descriptor '", n->spec->name, "' of '", of, "' object needs an argument")
                              : cat("unbound method ", of, ".", n->spec->name, "() needs an argument"));
    return call_native(vm, n, args[0], Args{args.values + 1, args.positional - 1, args.names});
}

/// The builtin classes for whose calls docs/pvm-gas.md names a price, which their `make` takes.
bool has_row_of_its_own(const Class* cls)
{
    const Class* const priced[] = {&T.str,   &T.bytes, &T.bytearray, &T.list,
                                   &T.tuple, &T.set,   &T.frozenset, &T.dict};
    return cls->is_builtin && std::ranges::find(priced, cls) != std::end(priced);
}

/// What is no function of a program's, and no method made of one.
Value call_other(Vm& vm, Value callee, const Args& args)
{
    if (callee.is_object()) switch (callee.as_object()->kind) {
            case Kind::Native: {
                Native* n = cast<Native>(callee);
                if (is_method(n)) return call_descriptor(vm, n, args);
                return call_native(vm, n, n->self, args);
            }
            case Kind::BoundMethod: {
                const BoundMethod* m = cast<BoundMethod>(callee);
                if (is(m->function, Kind::Native))
                    return call_native(vm, cast<Native>(m->function), m->self, args);
                const u32 total = args.positional + args.keywords();
                vm.charge(total);
                std::vector<Value> values{m->self};
                values.insert(values.end(), args.values, args.values + total);
                return call(vm, m->function, Args{values.data(), args.positional + 1, args.names});
            }
            case Kind::Class: {
                if (!has_row_of_its_own(cast<Class>(callee))) vm.charge(gas::CALL - 1);
                if (const Value own = special_method(vm, callee, N.call); own.present())
                    return call(vm, own, args);
                if (pending(vm)) return ABSENT;
                return instantiate(vm, cast<Class>(callee), args);
            }
            case Kind::StaticMethod: {
                const Value function = cast<Wrapper>(callee)->function;
                if (is(function, Kind::StaticMethod)) vm.charge(gas::CALL);
                return call(vm, function, args);
            }
            case Kind::GenericAlias:
                return call_alias(vm, callee, args);
            default:
                break;
        }
    const Value method = special_method(vm, callee, N.call);
    if (method.present()) return call(vm, method, args);
    if (pending(vm)) return ABSENT;
    const bool none = !exact(callee) && lookup(vm, type_of(callee), N.call) == NONE;
    return type_error(vm, cat("'", none ? "NoneType" : type_name(callee), "' object is not callable"));
}

}  // namespace

Value call(Vm& vm, Value callee, const Args& args)
{
    if (is(callee, Kind::Function)) return call_function(vm, cast<Function>(callee), ABSENT, args);
    if (is(callee, Kind::BoundMethod)) {
        const BoundMethod* m = cast<BoundMethod>(callee);
        if (is(m->function, Kind::Function))
            return call_function(vm, cast<Function>(m->function), m->self, args);
    }
    return nested(vm, ABSENT, TOO_DEEP, [&] { return call_other(vm, callee, args); });
}

Value call(Vm& vm, Value callee, std::initializer_list<Value> args)
{
    Value values[4];
    LARIAT_ASSERT(args.size() <= std::size(values));
    u32 n = 0;
    for (const Value a : args) values[n++] = a;
    return call(vm, callee, Args{values, n, nullptr});
}

}  // namespace lariat::pvm
