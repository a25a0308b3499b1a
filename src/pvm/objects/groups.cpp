// BaseExceptionGroup and ExceptionGroup: made, split by type, by predicate, by what is to be kept.
#include "pvm/objects/groups.hpp"

#include <algorithm>

namespace lariat::pvm {

bool is_group(Value v) noexcept
{
    return is(v, Kind::Exception) && is_subclass(v.as_object()->cls, &T.BaseExceptionGroup);
}

// Exception::extra of a group: its message and the tuple of its exceptions.
std::string_view group_message(Value group)
{
    return str_of(cast<Tuple>(cast<Exception>(group)->extra)->items[0]);
}

const Tuple* group_exceptions(Value group)
{
    return cast<Tuple>(cast<Tuple>(cast<Exception>(group)->extra)->items[1]);
}

namespace {

bool is_sequence(Value v)
{
    if (is_dict(v) || is_anyset(v) || !v.is_object()) return false;
    switch (v.as_object()->kind) {
        case Kind::List:
        case Kind::Tuple:
        case Kind::Str:
        case Kind::Bytes:
        case Kind::ByteArray:
        case Kind::Range:
            return true;
        case Kind::Instance:
            return true;  // judged by whether it can be walked
        default:
            return false;
    }
}

// The class that is to be made: a group of Exceptions only is an ExceptionGroup. Null: pending.
Class* narrowed(Vm& vm, Class* cls, const Tuple* exceptions)
{
    bool base_inside = false;
    for (u32 i = 0; i < exceptions->size; ++i) {
        const Value e = exceptions->items[i];
        if (!is(e, Kind::Exception)) {
            value_error(vm, cat("Item ", number(i), " of second argument (exceptions) is not an exception"));
            return nullptr;
        }
        vm.charge(order_price(e));
        base_inside = base_inside || !is_instance(e, T.Exception);
    }
    if (cls == &T.BaseExceptionGroup) return base_inside ? cls : &T.ExceptionGroup;
    if (!base_inside || !is_subclass(cls, &T.Exception)) return cls;
    type_error(vm, cls == &T.ExceptionGroup ? std::string("Cannot nest BaseExceptions in an ExceptionGroup")
                                            : cat("Cannot nest BaseExceptions in '", str_of(cls->name), "'"));
    return nullptr;
}

Value group_make(Vm& vm, Value cls, const Args& args)
{
    Class* type = cast<Class>(cls);
    if (args.keywords() != 0 && (type->features & (HAS_INIT | HAS_NEW)) == 0)
        return type_error(vm, cat(str_of(type->name), "() takes no keyword arguments"));
    if (args.positional != 2)
        return type_error(vm, cat("BaseExceptionGroup.__new__() takes exactly 2 arguments (",
                                  number(args.positional), " given)"));
    if (!is_str(args[0]))
        return type_error(
            vm, cat("BaseExceptionGroup.__new__() argument 1 must be str, not ", argument_name(args[0])));
    if (!is_sequence(args[1])) return type_error(vm, "second argument (exceptions) must be a sequence");
    List* items = new_list(vm, {});
    if (!list_extend(vm, items, args[1])) return ABSENT;
    if (items->size == 0) return value_error(vm, "second argument (exceptions) must be a non-empty sequence");
    vm.charge(items->size * gas::ITEM);
    const Tuple* exceptions = new_tuple(vm, items->view());
    Class* made = narrowed(vm, type, exceptions);
    if (made == nullptr) return ABSENT;
    const Value group = new_exception(vm, *made, {args.values, args.positional});
    const Value parts[] = {args[0], Value::object(exceptions)};
    cast<Exception>(group)->extra = Value::object(new_tuple(vm, parts));
    return group;
}

Value group_str(Vm& vm, Value self, const Args&)
{
    const u32 n = group_exceptions(self)->size;
    const std::string text =
        cat(group_message(self), " (", number(n), " sub-exception", n == 1 ? "" : "s", ")");
    vm.charge(text.size());
    return new_str(vm, text);
}

Value group_init(Vm& vm, Value self, const Args& args)
{
    cast<Exception>(self)->args = new_tuple(vm, {args.values, args.positional});
    return NONE;
}

// ── parts ──

struct Matcher {
    enum class By : u8 { type, predicate, identity } by;
    Value value;                                       ///< type, predicate
    const std::vector<const Object*>* kept = nullptr;  ///< identity: sorted, only asked whether one is in it
};

bool read_matcher(Vm& vm, Value v, Matcher& out)
{
    const auto exception_class = [](Value c) {
        return is(c, Kind::Class) && is_subclass(cast<Class>(c), &T.BaseException);
    };
    bool types = exception_class(v);
    if (is(v, Kind::Tuple)) {
        const auto items = cast<Tuple>(v)->view();
        vm.charge(items.size() * gas::ITEM);
        for (const Value c : items) vm.charge(order_price(c));
        types = std::all_of(items.begin(), items.end(), exception_class);
    }
    out = {types ? Matcher::By::type : Matcher::By::predicate, v};
    if (types || becomes_method(v)) return true;
    return type_error(vm, "expected a function, exception type or tuple of exception types").present();
}

int matches(Vm& vm, Value exception, const Matcher& matcher)
{
    vm.charge(gas::ITEM + 2 * order_price(exception));  // is it a group, is asked too
    switch (matcher.by) {
        case Matcher::By::type:
            return exception_matches(vm, exception, matcher.value);
        case Matcher::By::predicate: {
            const Value r = call(vm, matcher.value, {exception});
            return r.absent() ? -1 : truth(vm, r);
        }
        case Matcher::By::identity:
            break;
    }
    return !is_group(exception) &&
           std::binary_search(matcher.kept->begin(), matcher.kept->end(), exception.as_object());
}

void copy_notes(Vm& vm, const Exception* from, Exception* to)
{
    Dict* attributes = own_attributes(Value::object(from));
    if (attributes == nullptr) return;
    const Value notes = dict_get_name(vm, attributes, N.notes);
    if (!is(notes, Kind::List) && !is(notes, Kind::Tuple)) return;
    Dict** copies = attributes_place(vm, Value::object(to));
    if (*copies == nullptr) *copies = new_dict(vm);
    List* copied = new_list(vm, {});
    if (list_extend(vm, copied, notes)) dict_set_name(vm, *copies, N.notes, Value::object(copied));
}

// A group like `group` of these exceptions only; NONE when there are none.
Value subset(Vm& vm, Value group, List* exceptions)
{
    if (exceptions->size == 0) return NONE;
    const Value derive = get_attr(vm, group, N.derive);
    if (derive.absent()) return ABSENT;
    const Value made = call(vm, derive, {Value::object(exceptions)});
    if (made.absent()) return ABSENT;
    if (!is_group(made)) return type_error(vm, "derive must return an instance of BaseExceptionGroup");
    const Exception* from = cast<Exception>(group);
    Exception* to = cast<Exception>(made);
    to->trace = from->trace;
    to->context = from->context;
    to->cause = from->cause;
    to->suppress = true;
    copy_notes(vm, from, to);
    return pending(vm) ? ABSENT : made;
}

struct Parts {
    Value match = NONE, rest = NONE;
};

bool split_group(Vm& vm, Value exception, const Matcher& matcher, Parts& out);

bool split(Vm& vm, Value exception, const Matcher& matcher, Parts& out)
{
    const int match = matches(vm, exception, matcher);
    if (match < 0) return false;
    if (match == 1) {
        out.match = exception;
        return true;
    }
    if (!is_group(exception)) {
        out.rest = exception;
        return true;
    }
    return nested(vm, false, "maximum recursion depth exceeded in exceptiongroup_split_recursive",
                  [&] { return split_group(vm, exception, matcher, out); });
}

bool split_group(Vm& vm, Value exception, const Matcher& matcher, Parts& out)
{
    vm.charge(gas::GROUP_APART);
    List* matching = new_list(vm, {});
    List* others = new_list(vm, {});
    for (const Value e : group_exceptions(exception)->view()) {
        Parts parts;
        if (!split(vm, e, matcher, parts)) return false;
        if (!(parts.match == NONE)) list_append(vm, matching, parts.match);
        if (!(parts.rest == NONE)) list_append(vm, others, parts.rest);
    }
    out.match = subset(vm, exception, matching);
    if (out.match.absent()) return false;
    if (matcher.by == Matcher::By::identity) return true;
    out.rest = subset(vm, exception, others);
    return out.rest.present();
}

bool leaves(Vm& vm, Value exception, std::vector<const Object*>& out)
{
    vm.charge(gas::ITEM + order_price(exception));
    if (!is_group(exception)) {
        vm.arena.need((out.size() + 1) * sizeof(Object*));
        out.push_back(exception.as_object());
        return true;
    }
    return nested(vm, false, "maximum recursion depth exceeded in collect_exception_group_leaf_ids", [&] {
        for (const Value e : group_exceptions(exception)->view())
            if (!leaves(vm, e, out)) return false;
        return true;
    });
}

bool one_argument(Vm& vm, const Args& args, std::string_view name)
{
    if (args.positional == 1 && args.keywords() == 0) return true;
    if (args.keywords() != 0)
        return type_error(vm, cat("BaseExceptionGroup.", name, "() takes no keyword arguments")).present();
    return type_error(vm, cat(name, " expected 1 argument, got ", number(args.positional))).present();
}

Value group_split(Vm& vm, Value self, const Args& args)
{
    Matcher matcher{};
    Parts parts;
    if (!one_argument(vm, args, "split") || !read_matcher(vm, args[0], matcher) ||
        !split(vm, self, matcher, parts))
        return ABSENT;
    const Value both[] = {parts.match, parts.rest};
    return Value::object(new_tuple(vm, both));
}

Value group_subgroup(Vm& vm, Value self, const Args& args)
{
    Matcher matcher{};
    Parts parts;
    if (!one_argument(vm, args, "subgroup") || !read_matcher(vm, args[0], matcher) ||
        !split(vm, self, matcher, parts))
        return ABSENT;
    return parts.match;
}

Value group_derive(Vm& vm, Value self, const Args& args)
{
    if (!one_argument(vm, args, "derive")) return ABSENT;
    Value values[] = {cast<Tuple>(cast<Exception>(self)->extra)->items[0], args[0]};
    return group_make(vm, Value::object(&T.BaseExceptionGroup), Args{values, 2, nullptr});
}

Value get_message(Vm&, Value self)
{
    return cast<Tuple>(cast<Exception>(self)->extra)->items[0];
}
Value get_exceptions(Vm&, Value self)
{
    return cast<Tuple>(cast<Exception>(self)->extra)->items[1];
}
bool read_only(Vm& vm, Value, Value)
{
    return raise(vm, T.AttributeError, "readonly attribute").present();
}

constexpr NativeSpec METHODS[] = {
    {"__init__", group_init, "...", 0},           {"__str__", group_str, "", gas::NATIVE},
    {"split", group_split, "...", gas::NATIVE},   {"subgroup", group_subgroup, "...", gas::NATIVE},
    {"derive", group_derive, "...", gas::NATIVE},
};
constexpr AttributeSpec ATTRIBUTES[] = {
    {"message", get_message, read_only},
    {"exceptions", get_exceptions, read_only},
};

}  // namespace

Value new_group(Vm& vm, std::string_view message, Value exceptions)
{
    Value values[] = {new_str(vm, message), exceptions};
    return group_make(vm, Value::object(&T.BaseExceptionGroup), Args{values, 2, nullptr});
}

Value group_projection(Vm& vm, Value group, std::span<const Value> keep)
{
    std::vector<const Object*> kept;
    for (const Value e : keep)
        if (!leaves(vm, e, kept)) return ABSENT;
    vm.charge(gas::sorted(kept.size()));
    std::sort(kept.begin(), kept.end());
    Parts parts;
    const Matcher matcher{Matcher::By::identity, ABSENT, &kept};
    return split(vm, group, matcher, parts) ? parts.match : ABSENT;
}

void boot_groups()
{
    T.BaseExceptionGroup.make = T.ExceptionGroup.make = group_make;
    add_static(T.BaseExceptionGroup, METHODS, ATTRIBUTES);
    boot_second_base(T.ExceptionGroup, T.BaseExceptionGroup, T.Exception);
}

}  // namespace lariat::pvm
