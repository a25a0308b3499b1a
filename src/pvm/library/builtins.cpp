// The builtin functions.
#include <utility>

#include "base/utf8.hpp"
#include "pvm/objects/at_a_glance.hpp"
#include "pvm/objects/text.hpp"
#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

Value len(Vm& vm, Value, const Args& a)
{
    const i64 n = length(vm, a[0]);
    return n < 0 ? ABSENT : int_of(vm, n);
}
Value abs_(Vm& vm, Value, const Args& a)
{
    bool found = false;
    const Value r = call_special(vm, a[0], N.abs, {}, found);
    if (!found && is_int(a[0])) return int_abs(vm, a[0]);
    return found ? r : type_error(vm, cat("bad operand type for abs(): '", type_name(a[0]), "'"));
}
Value divmod_(Vm& vm, Value, const Args& a)
{
    return quotient_and_rest(vm, a[0], a[1]);
}
Value pow_(Vm& vm, Value, const Args& a)
{
    if (a[2].absent() || a[2] == NONE) return binary(vm, BinaryOp::Pow, a[0], a[1], false);
    bool found = false;
    const Value own = exact(a[0]) ? ABSENT : call_special(vm, a[0], N.pow, {a[1], a[2]}, found);
    if (found && !(own == NOT_IMPLEMENTED)) return own;
    if (!is_int(a[0]) || !is_int(a[1]) || !is_int(a[2]))
        return type_error(vm, cat("unsupported operand type(s) for ** or pow(): '", type_name(a[0]), "', '",
                                  type_name(a[1]), "', '", type_name(a[2]), "'"));
    return int_pow_mod(vm, a[0], a[1], a[2]);
}
Value based(Vm& vm, Value v, u32 base, std::string_view prefix)
{
    const Value n = to_index(vm, v);
    if (n.absent()) return ABSENT;
    std::string text = int_text(vm, n, base);
    text.insert(text[0] == '-' ? 1 : 0, prefix);
    return new_str(vm, text);
}
Value hex(Vm& vm, Value, const Args& a)
{
    return based(vm, a[0], 16, "0x");
}
Value oct(Vm& vm, Value, const Args& a)
{
    return based(vm, a[0], 8, "0o");
}
Value bin(Vm& vm, Value, const Args& a)
{
    return based(vm, a[0], 2, "0b");
}
Value chr(Vm& vm, Value, const Args& a)
{
    i64 n = 0;
    if (!c_int_value(vm, a[0], n)) return ABSENT;
    if (n < 0 || n > 0x10ffff) return value_error(vm, "chr() arg not in range(0x110000)");
    if (utf8::is_surrogate(static_cast<u32>(n))) return value_error(vm, "surrogates are not allowed");
    return char_str(vm, static_cast<u32>(n));
}
Value ord(Vm& vm, Value, const Args& a)
{
    if (is_bytes_like(a[0])) {
        if (bytes_of(a[0]).size() == 1) return Value::small(bytes_of(a[0])[0]);
        return type_error(vm, cat("ord() expected a character, but string of length ",
                                  number(static_cast<u64>(bytes_of(a[0]).size())), " found"));
    }
    if (!is_str(a[0]))
        return type_error(vm, cat("ord() expected string of length 1, but ", type_name(a[0]), " found"));
    if (cast<Str>(a[0])->points != 1)
        return type_error(vm, cat("ord() expected a character, but string of length ",
                                  number(cast<Str>(a[0])->points), " found"));
    return Value::small(utf8::decode(view(str_of(a[0])))->value);
}
Value repr(Vm& vm, Value, const Args& a)
{
    return repr_value(vm, a[0]);
}
Value ascii(Vm& vm, Value, const Args& a)
{
    return ascii_value(vm, a[0]);
}
Value hash(Vm& vm, Value, const Args& a)
{
    u64 h = 0;
    if (!hash_value(vm, a[0], h)) return ABSENT;
    return int_of(vm, static_cast<i64>(h));
}
Value format(Vm& vm, Value, const Args& a)
{
    if (a[1].present() && !is_str(a[1]))
        return type_error(vm, cat("format() argument 2 must be str, not ", argument_name(a[1])));
    Text out(vm);
    const std::string_view spec = a[1].absent() ? std::string_view() : str_of(a[1]);
    return format_to(vm, a[0], spec, out) ? new_str(vm, out.view()) : ABSENT;
}
Value callable(Vm& vm, Value, const Args& a)
{
    if (!a[0].is_object()) return FALSE;
    switch (a[0].as_object()->kind) {
        case Kind::Function:
        case Kind::Native:
        case Kind::BoundMethod:
        case Kind::StaticMethod:
        case Kind::Class:
        case Kind::GenericAlias:
            return TRUE;
        default:
            return Value::boolean(!a[0].as_object()->cls->is_builtin &&
                                  lookup(vm, type_of(a[0]), N.call).present());
    }
}
Value isinstance(Vm& vm, Value, const Args& a)
{
    const int r = instance_check(vm, a[0], a[1]);
    return r < 0 ? ABSENT : Value::boolean(r == 1);
}
Value issubclass(Vm& vm, Value, const Args& a)
{
    const int r = subclass_check(vm, a[0], a[1]);
    return r < 0 ? ABSENT : Value::boolean(r == 1);
}
Value getattr(Vm& vm, Value, const Args& a)
{
    Str* name = name_given(vm, a[1]);
    if (name == nullptr) return ABSENT;
    if (a[2].absent()) return get_attr(vm, a[0], name);
    const Value v = find_attr(vm, a[0], name);
    return v.present() || pending(vm) ? v : a[2];
}
Value hasattr(Vm& vm, Value, const Args& a)
{
    Str* name = name_given(vm, a[1]);
    if (name == nullptr) return ABSENT;
    const Value v = find_attr(vm, a[0], name);
    return pending(vm) ? ABSENT : Value::boolean(v.present());
}
Value setattr(Vm& vm, Value, const Args& a)
{
    Str* name = name_given(vm, a[1]);
    return name == nullptr ? ABSENT : none_or_absent(set_attr(vm, a[0], name, a[2]));
}
Value delattr(Vm& vm, Value, const Args& a)
{
    Str* name = name_given(vm, a[1]);
    return name == nullptr ? ABSENT : none_or_absent(set_attr(vm, a[0], name, ABSENT));
}
Value iter(Vm& vm, Value, const Args& a)
{
    if (a[1].absent()) return get_iter(vm, a[0]);
    if (callable(vm, NONE, a) == FALSE) return type_error(vm, "iter(v, w): v must be callable");
    Iterator* it = new_iterator(vm, Walk::Call, a[0], 0);
    it->extra = a[1];
    return Value::object(it);
}
Value next(Vm& vm, Value, const Args& a)
{
    Value v;
    if (is(a[0], Kind::Generator)) {
        v = generator_send(vm, cast<Generator>(a[0]), NONE, ABSENT);
        if (v.absent() && a[1].present() && pending_is(vm, T.StopIteration)) {
            vm.pending = ABSENT;
            return a[1];
        }
        return v;
    }
    bool found = false;
    if (!is(a[0], Kind::Iterator) || !exact(a[0])) {
        v = call_special(vm, a[0], N.next, {}, found);
        if (!found && !is(a[0], Kind::Iterator))
            return type_error(vm, cat("'", type_name(a[0]), "' object is not an iterator"));
    }
    if (!found) v = native_next(vm, cast<Iterator>(a[0]));
    if (v.absent() && a[1].present() && pending_is(vm, T.StopIteration)) vm.pending = ABSENT;
    if (v.present() || pending(vm)) return v;
    return a[1].present() ? a[1] : raise_value(vm, T.StopIteration, ABSENT);
}
// Adds an integer of a program's class that leaves adding to int, where all is small; false: not done.
bool add_small(const Vm& vm, Value& total, Value v)
{
    if (!total.is_small() || !is(v, Kind::Int) || says(vm, v, HAS_ADD)) return false;
    const Int* n = cast<Int>(v);
    const u64 limb = n->size == 0 ? 0 : n->limbs[0];
    if (n->size > 1 || limb > static_cast<u64>(Value::SMALL_MAX)) return false;
    const i64 result = total.as_small() + (n->flag != 0 ? -static_cast<i64>(limb) : static_cast<i64>(limb));
    if (result < Value::SMALL_MIN || result > Value::SMALL_MAX) return false;
    total = Value::small(result);
    return true;
}
// Is `v` before the best so far, or after it? -1: asked in full.
int better_at_a_glance(Vm& vm, CompareOp op, Value v, Value best)
{
    if (!v.is_object() || !best.is_object() || v.as_object()->kind != best.as_object()->kind ||
        vm.native_depth >= Vm::NATIVE_DEPTH_MAX || says(vm, v, HAS_ORDER) || says(vm, best, HAS_ORDER))
        return -1;
    const bool greater = op == CompareOp::Gt;
    switch (v.as_object()->kind) {
        case Kind::Int: {
            const int order = int_order(vm, v, best);
            return greater ? order > 0 : order < 0;
        }
        case Kind::List:
        case Kind::Tuple:
            if (first_numbers_differ(vm, v, best))
                return (sequence_items(v)[0].as_small() > sequence_items(best)[0].as_small()) == greater;
            [[fallthrough]];
        case Kind::Set:
        case Kind::FrozenSet:
        case Kind::DictView: {
            const Value said = sizes_say(op, v, best);
            return said.absent() ? -1 : said == TRUE;
        }
        default:
            return -1;
    }
}
Value sum(Vm& vm, Value, const Args& a)
{
    Value total = a[1].present() ? a[1] : Value::small(0);
    if (is_str(total)) return type_error(vm, "sum() can't sum strings [use ''.join(seq) instead]");
    if (is_bytes_like(total))
        return type_error(vm, cat("sum() can't sum ", is(total, Kind::Bytes) ? "bytes" : "bytearray",
                                  " [use b''.join(seq) instead]"));
    vm.charge(gas::FOLD_BASE);
    bool first = true;
    if (!for_each(vm, a[0], [&](Value v) {
            if (!std::exchange(first, false)) vm.charge(gas::ITEM);
            if (add_small(vm, total, v)) return true;
            if (says(vm, total, HAS_ADD) || says(vm, v, HAS_ADD)) vm.charge(gas::ASKED);
            total = binary(vm, BinaryOp::Add, total, v, false);
            return total.present();
        }))
        return ABSENT;
    return total;
}
Value extreme(Vm& vm, const Args& args, bool want_max)
{
    const std::string_view who = want_max ? "max" : "min";
    if (args.positional == 0) return type_error(vm, cat(who, " expected at least 1 argument, got 0"));
    if (args.keywords() > 2)
        return type_error(
            vm, cat(who, "() takes at most 2 keyword arguments (", number(args.keywords()), " given)"));
    Value key = NONE, otherwise;
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        if (name == "key")
            key = args[args.positional + k];
        else if (name == "default")
            otherwise = args[args.positional + k];
        else
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for ", who, "()"));
    }
    if (args.positional > 1 && otherwise.present())
        return type_error(vm,
                          cat("Cannot specify a default for ", who, "() with multiple positional arguments"));
    vm.charge(gas::FOLD_BASE);
    Value best, best_key;
    const CompareOp op = want_max ? CompareOp::Gt : CompareOp::Lt;
    const auto look = [&](Value v) {
        if (best.present()) vm.charge(gas::ITEM);
        const Value k = key == NONE ? v : call(vm, key, {v});
        if (k.absent()) return false;
        if (best.present()) {
            int t = better_at_a_glance(vm, op, k, best_key);
            if (t < 0) {
                const Value better = compare(vm, op, k, best_key);
                t = better.is_bool() ? better == TRUE : better.absent() ? -1 : truth(vm, better);
            }
            if (t < 0) return false;
            if (t == 0) return true;
        }
        best = v;
        best_key = k;
        return true;
    };
    if (args.positional > 1) {
        for (u32 i = 0; i < args.positional; ++i)
            if (!look(args[i])) return ABSENT;
    } else if (!for_each(vm, args[0], look)) {
        return ABSENT;
    }
    if (best.present()) return best;
    return otherwise.present() ? otherwise : value_error(vm, cat(who, "() arg is an empty sequence"));
}
Value max_(Vm& vm, Value, const Args& a)
{
    return extreme(vm, a, true);
}
Value min_(Vm& vm, Value, const Args& a)
{
    return extreme(vm, a, false);
}
Value any_(Vm& vm, Value, const Args& a)
{
    bool yes = false, failed = false;
    const bool ok = for_each(vm, a[0], [&](Value v) {
        vm.charge(gas::ITEM);
        const int t = truth(vm, v);
        failed = t < 0;
        yes = t == 1;
        return t == 0;
    });
    return failed || (!ok && pending(vm)) ? ABSENT : Value::boolean(yes);
}
Value all_(Vm& vm, Value, const Args& a)
{
    bool no = false, failed = false;
    const bool ok = for_each(vm, a[0], [&](Value v) {
        vm.charge(gas::ITEM);
        const int t = truth(vm, v);
        failed = t < 0;
        no = t == 0;
        return t == 1;
    });
    return failed || (!ok && pending(vm)) ? ABSENT : Value::boolean(!no);
}
Value sorted(Vm& vm, Value, const Args& a)
{
    if (a.positional != 1)
        return type_error(vm, cat("sorted expected 1 argument, got ", number(a.positional)));
    Value key, reverse;
    for (u32 k = 0; k < a.keywords(); ++k) {
        const std::string_view name = str_of(a.names->items[k]);
        if (name != "key" && name != "reverse")
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for sort()"));
        (name == "key" ? key : reverse) = a[a.positional + k];
    }
    List* l = new_list_room(vm, 0);
    if (!list_extend(vm, l, a[0])) return ABSENT;
    i64 down = 0;
    if (reverse.present() && !c_int_value(vm, reverse, down)) return ABSENT;
    vm.charge(gas::sorted(l->size));
    return list_sort(vm, l, key, down != 0) ? Value::object(l) : ABSENT;
}
Value round_(Vm& vm, Value, const Args& a)
{
    bool found = false;
    const bool digits = a[1].present() && !(a[1] == NONE);
    const Value r =
        digits ? call_special(vm, a[0], N.round, {a[1]}, found) : call_special(vm, a[0], N.round, {}, found);
    if (found) return r;
    if (!is_int(a[0]))
        return type_error(vm, cat("type ", type_name(a[0]), " doesn't define __round__ method"));
    return int_round(vm, a[0], a[1]);
}

/// What an argument of print() that is text may be: a str, or None for the default.
bool text_option(Vm& vm, std::string_view name, Value given, std::string_view& out)
{
    if (given.absent() || given == NONE) return true;
    if (!is_str(given))
        return type_error(vm, cat(name, " must be None or a string, not ", type_name(given))).present();
    out = str_of(given);
    return true;
}

// The text is made and paid for everywhere; a chain drops it, the author's tools show it.
Value print(Vm& vm, Value, const Args& a)
{
    std::string_view separator = " ", end = "\n";
    for (u32 k = 0; k < a.keywords(); ++k) {
        const std::string_view name = str_of(a.names->items[k]);
        const Value given = a[a.positional + k];
        if (name == "sep" || name == "end") {
            if (!text_option(vm, name, given, name == "sep" ? separator : end)) return ABSENT;
        } else if (name == "file") {
            if (!(given == NONE)) return type_error(vm, "print() has no files: leave file out");
        } else if (name == "flush") {
            if (truth(vm, given) < 0) return ABSENT;
        } else {
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for print()"));
        }
    }
    Text text(vm);
    for (u32 i = 0; i < a.positional; ++i) {
        if (i > 0) text.add(separator);
        vm.charge(gas::ITEM);
        if (!str_to(vm, a[i], text)) return ABSENT;
    }
    text.add(end);
    vm.host.print(text.view());
    return NONE;
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec FUNCTIONS[] = {
    {"len", len, "obj/", gas::LEN},
    {"abs", abs_, "x/", 1},
    {"divmod", divmod_, "x,y/", 2},
    {"pow", pow_, "base,exp,mod=", 1},
    {"hex", hex, "number/", gas::STR_BASE},
    {"oct", oct, "number/", gas::STR_BASE},
    {"bin", bin, "number/", gas::STR_BASE},
    {"chr", chr, "i/", P},
    {"ord", ord, "c/", 1},
    {"repr", repr, "obj/", gas::STR_BASE},
    {"ascii", ascii, "obj/", gas::STR_BASE},
    {"hash", hash, "obj/", 1},
    {"format", format, "value,format_spec=/", gas::STR_BASE},
    {"callable", callable, "obj/", 1},
    {"isinstance", isinstance, "obj,class_or_tuple/", 2},
    {"issubclass", issubclass, "cls,class_or_tuple/", 2},
    {"getattr", getattr, "object,name,default=/", P},
    {"hasattr", hasattr, "obj,name/", P},
    {"setattr", setattr, "obj,name,value/", P},
    {"delattr", delattr, "obj,name/", P},
    {"iter", iter, "object,sentinel=/", 1},
    {"next", next, "iterator,default=/", 1},
    {"sum", sum, "iterable,/,start=", 0},
    {"max", max_, "...", 0},
    {"min", min_, "...", 0},
    {"any", any_, "iterable/", P},
    {"all", all_, "iterable/", P},
    {"sorted", sorted, "...", 0},
    {"round", round_, "number,ndigits=", 1},
    {"print", print, "...", P},
};

}  // namespace

void boot_builtins()
{
    add_builtins(FUNCTIONS);
    add_builtin("NotImplemented", NOT_IMPLEMENTED);
    add_builtin("Ellipsis", ELLIPSIS);
    add_builtin("__debug__", TRUE);
}

}  // namespace lariat::pvm
