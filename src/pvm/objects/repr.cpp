// repr() and str() of everything. No address shows anywhere.
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/text.hpp"
#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

constexpr std::string_view TOO_DEEP_FOR_REPR =
    "maximum recursion depth exceeded while getting the repr of an object";
constexpr std::string_view TOO_DEEP_FOR_STR =
    "maximum recursion depth exceeded while getting the str of an object";

template <class... Pieces>
void add_all(Text& out, const Pieces&... pieces)
{
    (out.add(pieces), ...);
}

bool repr_items(Vm& vm, std::span<const Value> items, Text& out)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) out.add(", ");
        vm.charge(gas::ITEM);
        if (!repr_to(vm, items[i], out)) return false;
    }
    return true;
}

bool repr_dict(Vm& vm, const Dict* d, Text& out)
{
    pay_for_deleted(vm, d);
    out.add("{");
    bool first = true;
    for (u32 i = 0; i < d->used; ++i) {
        const Entry e = d->entries[i];
        if (e.key.absent()) continue;
        vm.charge(gas::ITEM);
        if (!first) out.add(", ");
        first = false;
        if (!repr_to(vm, e.key, out)) return false;
        out.add(": ");
        if (!repr_to(vm, e.value, out)) return false;
    }
    out.add("}");
    return true;
}

// What it held at first, whatever its members' hooks make of it: so CPython has it.
bool repr_set(Vm& vm, Dict* s, Text& out)
{
    const bool plain = s->cls == &T.set;
    if (!plain || s->size == 0) {
        out.add(str_of(s->cls->name));
        out.add("(");
    }
    const bool bare = plain && s->size != 0;
    if (s->size != 0) {
        pay_for_deleted(vm, s);
        vm.charge(s->size * gas::ITEM);  // before the copy: a member's hook may end it at the first
        std::vector<Value> members;
        bool walks = false;
        if (!s->cls->is_builtin) lookup(vm, s->cls, N.iter, &walks);
        if (walks) {  // a class of a program says itself what there is in it
            List* all = new_list_room(vm, 0);
            if (!list_extend(vm, all, Value::object(s))) return false;
            members.assign(all->items, all->items + all->size);
        } else {
            members.reserve(s->size);
            for (u32 i = 0; i < s->used; ++i)
                if (s->entries[i].key.present()) members.push_back(s->entries[i].key);
        }
        out.add("{");
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0) out.add(", ");
            if (!repr_to(vm, members[i], out)) return false;
        }
        out.add("}");
    }
    if (!bare) out.add(")");
    return true;
}

bool repr_view(Vm& vm, const DictView* v, Text& out)
{
    pay_for_deleted(vm, v->dict);
    out.add(str_of(v->cls->name));
    out.add("([");
    bool first = true;
    for (u32 i = 0; i < v->dict->used; ++i) {
        const Entry e = v->dict->entries[i];
        if (e.key.absent()) continue;
        vm.charge(gas::ITEM);
        if (!first) out.add(", ");
        first = false;
        const auto kind = static_cast<ViewKind>(v->flag);
        if (kind == ViewKind::Items) out.add("(");
        if (kind != ViewKind::Values && !repr_to(vm, e.key, out)) return false;
        if (kind == ViewKind::Items) out.add(", ");
        if (kind != ViewKind::Keys && !repr_to(vm, e.value, out)) return false;
        if (kind == ViewKind::Items) out.add(")");
    }
    out.add("])");
    return true;
}

/// What it holds, marked so that it is known where it holds itself.
bool repr_within(Vm& vm, Value v, Text& out)
{
    Object* o = v.as_object();
    const bool in_arena = vm.arena.holds(o);
    if (in_arena) o->mark = 1;
    bool ok = true;
    switch (o->kind) {
        case Kind::List:
            out.add("[");
            for (u32 i = 0; ok && i < cast<List>(v)->size; ++i) {
                if (i > 0) out.add(", ");
                vm.charge(gas::ITEM);
                ok = repr_to(vm, cast<List>(v)->items[i], out);
            }
            if (ok) out.add("]");
            break;
        case Kind::Tuple:
            out.add("(");
            ok = repr_items(vm, cast<Tuple>(v)->view(), out);
            if (ok) out.add(cast<Tuple>(v)->size == 1 ? ",)" : ")");
            break;
        case Kind::Dict:
            ok = repr_dict(vm, cast<Dict>(v), out);
            break;
        case Kind::Set:
        case Kind::FrozenSet:
            ok = repr_set(vm, cast<Dict>(v), out);
            break;
        default:
            ok = repr_view(vm, cast<DictView>(v), out);
            break;
    }
    if (in_arena) o->mark = 0;
    return ok;
}

// Containers print what they hold; one that holds itself prints dots.
bool repr_container(Vm& vm, Value v, Text& out)
{
    Object* o = v.as_object();
    if (o->mark != 0) {
        out.add(o->kind == Kind::List    ? "[...]"
                : o->kind == Kind::Dict  ? "{...}"
                : o->kind == Kind::Tuple ? "(...)"
                                         : str_of(o->cls->name));
        if (o->kind != Kind::List && o->kind != Kind::Dict && o->kind != Kind::Tuple) out.add("(...)");
        return true;
    }
    return nested(vm, false, TOO_DEEP_FOR_REPR, [&] { return repr_within(vm, v, out); });
}

// `said` is the name that an error gives: str() of a class with __repr__ alone blames __str__.
bool own_text(Vm& vm, Value v, Str* name, const Str* said, Text& out, bool& found)
{
    const Value r = call_special(vm, v, name, {}, found);
    if (!found) return true;
    if (r.absent()) return false;
    if (!is_str(r))
        return type_error(vm, cat(said->view(), " returned non-string (type ", type_name(r), ")")).present();
    vm.charge(cast<Str>(r)->size);
    out.add_made(str_of(r));
    return true;
}

void add_native(const Native* n, Text& out)
{
    if (!is_method(n) || n->self.absent()) return out.add(cat("<built-in function ", n->spec->name, ">"));
    out.add(cat(is_operator(n) ? "<slot wrapper '" : "<method '", n->spec->name, "' of '",
                str_of(cast<Class>(n->self)->name), "' objects>"));
}

bool repr_method(Vm& vm, const BoundMethod* m, Text& out)
{
    if (is(m->function, Kind::Native)) {
        const Native* n = cast<Native>(m->function);
        add_all(out, is_operator(n) ? "<method-wrapper '" : "<built-in method ", n->spec->name,
                is_operator(n) ? "' of " : " of ", type_name(m->self), " object>");
        return true;
    }
    return nested(vm, false, TOO_DEEP_FOR_REPR, [&] {
        add_all(out, "<bound method ",
                is(m->function, Kind::Function) ? str_of(cast<Function>(m->function)->qualname) : "?",
                " of ");
        if (!repr_to(vm, m->self, out)) return false;
        out.add(">");
        return true;
    });
}

/// An exception's class says what it is shown as, by `name`: as str or as repr.
bool exception_text(Vm& vm, Value v, Str* name, std::string_view complaint, Text& out)
{
    if (vm.native_depth >= Vm::NATIVE_DEPTH_MAX)  // which the call would find
        return raise(vm, T.RecursionError, complaint).present();
    const Value r = call(vm, bind(vm, lookup(vm, type_of(v), name), v, type_of(v)), {});
    if (r.absent()) return false;
    if (!is_str(r))
        return type_error(vm, cat(name->view(), " returned non-string (type ", type_name(r), ")")).present();
    out.add_made(str_of(r));
    return true;
}

bool repr_slice(Vm& vm, const Slice* s, Text& out)
{
    return nested(vm, false, TOO_DEEP_FOR_REPR, [&] {
        const Value parts[] = {s->start, s->stop, s->step};
        out.add("slice(");
        if (!repr_items(vm, parts, out)) return false;
        out.add(")");
        return true;
    });
}

void repr_range(Vm& vm, const Range* r, Text& out)
{
    out.add("range(");
    out.add_made(int_text(vm, r->start));
    out.add(", ");
    out.add_made(int_text(vm, r->stop));
    if (!(r->step == Value::small(1))) {
        out.add(", ");
        out.add_made(int_text(vm, r->step));
    }
    out.add(")");
}

bool repr_union(Vm& vm, const Union* u, Text& out)
{
    for (const Value& cls : u->view()) {
        if (&cls != u->classes) out.add(" | ");
        if (!repr_type(vm, cls, out)) return false;
    }
    return true;
}

}  // namespace

void add_class_name(Text& out, const Class* c)
{
    if (const std::string_view module = str_of(c->module); module != "builtins") add_all(out, module, ".");
    out.add(str_of(c->qualname));
}

bool repr_to(Vm& vm, Value v, Text& out)
{
    if (!exact(v)) {
        bool found = false;
        if (!own_text(vm, v, N.repr, N.repr, out, found)) return false;
        if (found) return true;
    }
    return native_repr(vm, v, out);
}

bool native_repr(Vm& vm, Value v, Text& out)
{
    if (is_int(v) && !v.is_bool()) {
        out.add_made(int_text(vm, v));
        return true;
    }
    if (!v.is_object()) {
        out.add(v == NONE       ? "None"
                : v == TRUE     ? "True"
                : v == FALSE    ? "False"
                : v == ELLIPSIS ? "Ellipsis"
                                : "NotImplemented");
        return true;
    }
    switch (v.as_object()->kind) {
        case Kind::Str:
            vm.charge(v.as_object()->size * gas::BYTE);
            add_quoted(out, str_of(v));
            return true;
        case Kind::Bytes:
        case Kind::ByteArray:
            vm.charge(bytes_of(v).size() * gas::BYTE);
            if (is(v, Kind::ByteArray)) add_all(out, str_of(type_of(v)->name), "(");
            out.add("b");
            add_quoted_bytes(out, bytes_of(v), is(v, Kind::ByteArray));
            if (is(v, Kind::ByteArray)) out.add(")");
            return true;
        case Kind::List:
        case Kind::Tuple:
        case Kind::Dict:
        case Kind::Set:
        case Kind::FrozenSet:
        case Kind::DictView:
            return repr_container(vm, v, out);
        case Kind::Super: {
            const Super* s = cast<Super>(v);
            add_all(out, "<super: <class '", str_of(s->after->name), "'>, <", str_of(s->of->name),
                    " object>>");
            return true;
        }
        case Kind::Range:
            repr_range(vm, cast<Range>(v), out);
            return true;
        case Kind::Slice:
            return repr_slice(vm, cast<Slice>(v), out);
        case Kind::Exception:
            return exception_text(vm, v, N.repr, TOO_DEEP_FOR_REPR, out);
        case Kind::Union:
            return repr_union(vm, cast<Union>(v), out);
        case Kind::GenericAlias:
            return nested(vm, false, TOO_DEEP_FOR_REPR,
                          [&] { return repr_alias(vm, cast<GenericAlias>(v), out); });
        case Kind::Class:
            out.add("<class '");
            add_class_name(out, cast<Class>(v));
            out.add("'>");
            return true;
        case Kind::Function:
            add_all(out, becomes_method(v) ? "<function " : "<built-in function ",
                    str_of(cast<Function>(v)->qualname), ">");
            return true;
        case Kind::Native:
            add_native(cast<Native>(v), out);
            return true;
        case Kind::Attribute:
            add_all(out, is_plain_member(cast<Attribute>(v)) ? "<member '" : "<attribute '",
                    cast<Attribute>(v)->spec->name, "' of '", str_of(cast<Attribute>(v)->owner->name),
                    "' objects>");
            return true;
        case Kind::Member:
            add_all(out, "<member '", str_of(cast<Member>(v)->name), "' of '",
                    str_of(cast<Member>(v)->owner->name), "' objects>");
            return true;
        case Kind::BoundMethod:
            return repr_method(vm, cast<BoundMethod>(v), out);
        case Kind::Proxy:
            out.add("mappingproxy(");
            if (!repr_to(vm, Value::object(cast<DictView>(v)->dict), out)) return false;
            out.add(")");
            return true;
        case Kind::Module:
            add_all(out, "<module '", str_of(cast<Module>(v)->name), "'>");
            return true;
        case Kind::Generator:
            add_all(out, "<generator object ", str_of(cast<Generator>(v)->qualname), ">");
            return true;
        case Kind::StaticMethod:
        case Kind::ClassMethod:
            vm.charge(gas::NATIVE);
            out.add(is(v, Kind::StaticMethod) ? "<staticmethod(" : "<classmethod(");
            if (!nested(vm, false, TOO_DEEP_FOR_REPR,
                        [&] { return repr_to(vm, cast<Wrapper>(v)->function, out); }))
                return false;
            out.add(")>");
            return true;
        case Kind::Iterator:
            if (has_repr(cast<Iterator>(v)))
                return nested(vm, false, TOO_DEEP_FOR_REPR,
                              [&] { return walk_repr(vm, cast<Iterator>(v), out); });
            [[fallthrough]];
        default:
            out.add("<");
            add_class_name(out, type_of(v));
            out.add(" object>");
            return true;
    }
}

bool str_to(Vm& vm, Value v, Text& out)
{
    if (!exact(v)) {
        bool found = false;
        if (!own_text(vm, v, N.str, N.str, out, found)) return false;
        const bool asks_repr = !is(v, Kind::Exception) && !is_str(v) && !is_bytes_like(v);
        if (!found && asks_repr && !own_text(vm, v, N.repr, N.str, out, found)) return false;
        if (found) return true;
    }
    if (is_str(v)) {
        vm.charge(v.as_object()->size * gas::BYTE);
        out.add_made(str_of(v));
        return true;
    }
    if (is_bytes_like(v)) return native_repr(vm, v, out);
    if (is(v, Kind::Proxy)) return str_to(vm, Value::object(cast<DictView>(v)->dict), out);
    if (is(v, Kind::Exception)) return exception_text(vm, v, N.str, TOO_DEEP_FOR_STR, out);
    return repr_to(vm, v, out);
}

bool repr_to(Vm& vm, Value v, std::string& out)
{
    Text made(vm, Text::For::message);
    if (!repr_to(vm, v, made)) return false;
    out += made.view();
    return true;
}

bool str_to(Vm& vm, Value v, std::string& out)
{
    Text made(vm, Text::For::message);
    if (!str_to(vm, v, made)) return false;
    out += made.view();
    return true;
}

namespace {

/// The digits of a small number are paid for where they are made.
Text::For result(Value v)
{
    return v.is_small() ? Text::For::message : Text::For::value;
}

}  // namespace

Value repr_value(Vm& vm, Value v)
{
    Text out(vm, result(v));
    return repr_to(vm, v, out) ? new_str(vm, out.view()) : ABSENT;
}

Value ascii_value(Vm& vm, Value v)
{
    Text text(vm), out(vm, Text::For::made);
    if (!repr_to(vm, v, text)) return ABSENT;
    add_ascii(out, text.view());
    vm.charge((out.size() - text.size()) * gas::BYTE);
    return new_str(vm, out.view());
}

Value str_value(Vm& vm, Value v)
{
    if (is_str(v) && exact(v)) return v;
    Text out(vm, result(v));
    return str_to(vm, v, out) ? new_str(vm, out.view()) : ABSENT;
}

std::string shown(Vm& vm, Value v)
{
    if (is_int(v) || is_bytes_like(v) || is_str(v) || !v.is_object()) {
        if (v.is_object() && v.as_object()->size > 64)
            return cat(type_name(v), " of length ", number(v.as_object()->size));
        Text made(vm, Text::For::message);
        native_repr(vm, v, made);  // runs no code of a program's
        return std::string(made.view());
    }
    return std::string(type_name(v));
}

}  // namespace lariat::pvm
