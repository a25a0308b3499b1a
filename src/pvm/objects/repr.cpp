// repr() and str() of everything. No address shows anywhere.
#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

bool too_deep(Vm& vm)
{
    return raise(vm, T.RecursionError, "maximum recursion depth exceeded while getting the repr of an object")
        .present();
}

void grow_check(Vm& vm, const std::string& out)
{
    vm.arena.need(out.size());
}

bool repr_items(Vm& vm, std::span<const Value> items, std::string& out)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) out += ", ";
        vm.charge(gas::ITEM);
        if (!repr_to(vm, items[i], out)) return false;
    }
    return true;
}

bool repr_dict(Vm& vm, const Dict* d, std::string& out)
{
    out += "{";
    bool first = true;
    for (u32 i = 0; i < d->used; ++i) {
        const Entry e = d->entries[i];
        if (e.key.absent()) continue;
        vm.charge(gas::ITEM);
        if (!first) out += ", ";
        first = false;
        if (!repr_to(vm, e.key, out)) return false;
        out += ": ";
        if (!repr_to(vm, e.value, out)) return false;
    }
    out += "}";
    return true;
}

bool repr_set(Vm& vm, const Dict* s, std::string& out)
{
    const bool plain = s->cls == &T.set;
    if (!plain || s->size == 0) out += std::string(str_of(s->cls->name)) + "(";
    if (s->size != 0) {
        out += "{";
        bool first = true;
        for (u32 i = 0; i < s->used; ++i) {
            if (s->entries[i].key.absent()) continue;
            vm.charge(gas::ITEM);
            if (!first) out += ", ";
            first = false;
            if (!repr_to(vm, s->entries[i].key, out)) return false;
        }
        out += "}";
    }
    if (!plain || s->size == 0) out += ")";
    return true;
}

bool repr_view(Vm& vm, const DictView* v, std::string& out)
{
    out += std::string(str_of(v->cls->name)) + "([";
    bool first = true;
    for (u32 i = 0; i < v->dict->used; ++i) {
        const Entry e = v->dict->entries[i];
        if (e.key.absent()) continue;
        vm.charge(gas::ITEM);
        if (!first) out += ", ";
        first = false;
        const auto kind = static_cast<ViewKind>(v->flag);
        if (kind == ViewKind::Items) out += "(";
        if (kind != ViewKind::Values && !repr_to(vm, e.key, out)) return false;
        if (kind == ViewKind::Items) out += ", ";
        if (kind != ViewKind::Keys && !repr_to(vm, e.value, out)) return false;
        if (kind == ViewKind::Items) out += ")";
    }
    out += "])";
    return true;
}

std::string class_name(const Class* c)
{
    const std::string_view module = str_of(c->module);
    return module == "builtins" ? std::string(str_of(c->qualname)) : cat(module, ".", str_of(c->qualname));
}

// Containers print what they hold; one that holds itself prints dots.
bool repr_container(Vm& vm, Value v, std::string& out)
{
    Object* o = v.as_object();
    if (o->mark != 0) {
        out += o->kind == Kind::List    ? "[...]"
               : o->kind == Kind::Dict  ? "{...}"
               : o->kind == Kind::Tuple ? "(...)"
                                        : str_of(o->cls->name);
        if (o->kind != Kind::List && o->kind != Kind::Dict && o->kind != Kind::Tuple) out += "(...)";
        return true;
    }
    Deeper deeper(vm);
    if (deeper.too_deep()) return too_deep(vm);
    const bool in_arena = vm.arena.holds(o);
    if (in_arena) o->mark = 1;
    bool ok = true;
    switch (o->kind) {
        case Kind::List:
            out += "[";
            for (u32 i = 0; ok && i < cast<List>(v)->size; ++i) {
                if (i > 0) out += ", ";
                vm.charge(gas::ITEM);
                ok = repr_to(vm, cast<List>(v)->items[i], out);
            }
            out += "]";
            break;
        case Kind::Tuple:
            out += "(";
            ok = repr_items(vm, cast<Tuple>(v)->view(), out);
            out += cast<Tuple>(v)->size == 1 ? ",)" : ")";
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
    grow_check(vm, out);
    return ok;
}

// `said` is the name that an error gives: str() of a class with __repr__ alone blames __str__.
bool own_text(Vm& vm, Value v, Str* name, const Str* said, std::string& out, bool& found)
{
    const Value r = call_special(vm, v, name, {}, found);
    if (!found) return true;
    if (r.absent()) return false;
    if (!is_str(r))
        return type_error(vm, cat(said->view(), " returned non-string (type ", type_name(r), ")")).present();
    vm.charge(cast<Str>(r)->size);
    out += str_of(r);
    return true;
}

std::string native_text(const Native* n)
{
    if (!is_method(n) || n->self.absent()) return cat("<built-in function ", n->spec->name, ">");
    return cat(is_operator(n) ? "<slot wrapper '" : "<method '", n->spec->name, "' of '",
               str_of(cast<Class>(n->self)->name), "' objects>");
}

bool repr_method(Vm& vm, const BoundMethod* m, std::string& out)
{
    if (is(m->function, Kind::Native)) {
        const Native* n = cast<Native>(m->function);
        out += is_operator(n)
                   ? cat("<method-wrapper '", n->spec->name, "' of ", type_name(m->self), " object>")
                   : cat("<built-in method ", n->spec->name, " of ", type_name(m->self), " object>");
        return true;
    }
    out += is(m->function, Kind::Function)
               ? cat("<bound method ", str_of(cast<Function>(m->function)->qualname), " of ")
               : std::string("<bound method ? of ");
    if (!repr_to(vm, m->self, out)) return false;
    out += ">";
    return true;
}

}  // namespace

// A bytearray's single quotes are escaped even between double ones: so CPython has it.
void repr_bytes(BytesView bytes, bool array, std::string& out)
{
    const std::string_view t = text(bytes);
    const char quote = t.find('\'') != t.npos && t.find('"') == t.npos ? '"' : '\'';
    out += quote;
    for (const u8 c : bytes) {
        if (c == '\\' || c == static_cast<u8>(quote) || (array && c == '\'')) {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c < 0x20 || c >= 0x7f) {
            constexpr char HEX[] = "0123456789abcdef";
            out += "\\x";
            out += HEX[c >> 4];
            out += HEX[c & 15];
        } else {
            out += static_cast<char>(c);
        }
    }
    out += quote;
}

void repr_text(std::string_view text, std::string& out, bool ascii)
{
    const char quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
    constexpr char HEX[] = "0123456789abcdef";
    out += quote;
    for (std::size_t i = 0; i < text.size();) {
        const auto point = utf8::decode(view(text.substr(i)));
        const u32 c = point->value;
        if (c == static_cast<u8>(quote) || c == '\\') {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if (!printable(c) || (ascii && c >= 0x80)) {
            out += c > 0xffff ? "\\U" : c > 0xff ? "\\u" : "\\x";
            for (int shift = c > 0xffff ? 28 : c > 0xff ? 12 : 4; shift >= 0; shift -= 4)
                out += HEX[(c >> shift) & 15];
        } else {
            out += text.substr(i, point->length);
        }
        i += point->length;
    }
    out += quote;
}

std::string ascii_only(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const u32 n = utf8::decode(view(text.substr(i)))->length;
        std::string one(1, text[i]);
        if (n > 1) {
            one.clear();
            repr_text(text.substr(i, n), one, true);
            one = one.substr(1, one.size() - 2);
        }
        out += one;
        i += n;
    }
    return out;
}

bool repr_to(Vm& vm, Value v, std::string& out)
{
    if (!exact(v)) {
        bool found = false;
        if (!own_text(vm, v, N.repr, N.repr, out, found)) return false;
        if (found) return true;
    }
    return native_repr(vm, v, out);
}

bool native_repr(Vm& vm, Value v, std::string& out)
{
    if (is_int(v) && !v.is_bool()) {
        out += int_text(vm, v);
        return true;
    }
    if (!v.is_object()) {
        out += v == NONE       ? "None"
               : v == TRUE     ? "True"
               : v == FALSE    ? "False"
               : v == ELLIPSIS ? "Ellipsis"
                               : "NotImplemented";
        return true;
    }
    switch (v.as_object()->kind) {
        case Kind::Str:
            vm.charge(v.as_object()->size * gas::BYTE);
            repr_text(str_of(v), out, false);
            grow_check(vm, out);
            return true;
        case Kind::Bytes:
        case Kind::ByteArray:
            vm.charge(bytes_of(v).size() * gas::BYTE);
            out += is(v, Kind::Bytes) ? "b" : "bytearray(b";
            repr_bytes(bytes_of(v), is(v, Kind::ByteArray), out);
            if (is(v, Kind::ByteArray)) out += ")";
            grow_check(vm, out);
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
            out += cat("<super: <class '", str_of(s->after->name), "'>, <", str_of(s->of->name), " object>>");
            return true;
        }
        case Kind::Range: {
            const Range* r = cast<Range>(v);
            out += cat("range(", int_text(vm, r->start), ", ", int_text(vm, r->stop));
            if (!(r->step == Value::small(1))) out += cat(", ", int_text(vm, r->step));
            out += ")";
            return true;
        }
        case Kind::Slice: {
            const Slice* s = cast<Slice>(v);
            const Value parts[] = {s->start, s->stop, s->step};
            out += "slice(";
            if (!repr_items(vm, parts, out)) return false;
            out += ")";
            return true;
        }
        case Kind::Exception: {
            const Value text = call(vm, bind(vm, lookup(vm, type_of(v), N.repr), v, type_of(v)), {});
            if (text.absent()) return false;
            out += str_of(text);
            return true;
        }
        case Kind::Union:
            for (const Value& cls : cast<Union>(v)->view()) {
                vm.charge(gas::ITEM);
                out += cat(&cls == cast<Union>(v)->classes ? "" : " | ",
                           cls == NONE ? "None" : class_name(cast<Class>(cls)));
            }
            return true;
        case Kind::Class:
            out += cat("<class '", class_name(cast<Class>(v)), "'>");
            return true;
        case Kind::Function:
            out += cat("<function ", str_of(cast<Function>(v)->qualname), ">");
            return true;
        case Kind::Native:
            out += native_text(cast<Native>(v));
            return true;
        case Kind::BoundMethod:
            return repr_method(vm, cast<BoundMethod>(v), out);
        case Kind::Proxy:
            out += "mappingproxy(";
            if (!repr_to(vm, Value::object(cast<DictView>(v)->dict), out)) return false;
            out += ")";
            return true;
        case Kind::Module:
            out += cat("<module '", str_of(cast<Module>(v)->name), "'>");
            return true;
        case Kind::Generator:
            out += cat("<generator object ", str_of(cast<Generator>(v)->name), ">");
            return true;
        default:
            out += cat("<", class_name(type_of(v)), " object>");
            return true;
    }
}

bool str_to(Vm& vm, Value v, std::string& out)
{
    if (!exact(v)) {
        bool found = false;
        if (!own_text(vm, v, N.str, N.str, out, found)) return false;
        if (!found && !is(v, Kind::Exception) && !is_str(v) && !own_text(vm, v, N.repr, N.str, out, found))
            return false;
        if (found) return true;
    }
    if (is_str(v)) {
        vm.charge(v.as_object()->size * gas::BYTE);
        out += str_of(v);
        return true;
    }
    if (is(v, Kind::Proxy)) return str_to(vm, Value::object(cast<DictView>(v)->dict), out);
    if (is(v, Kind::Exception)) {
        const Value r = call(vm, bind(vm, lookup(vm, type_of(v), N.str), v, type_of(v)), {});
        if (r.absent()) return false;
        if (!is_str(r))
            return type_error(vm, cat("__str__ returned non-string (type ", type_name(r), ")")).present();
        out += str_of(r);
        return true;
    }
    return repr_to(vm, v, out);
}

Value repr_value(Vm& vm, Value v)
{
    std::string out;
    if (!repr_to(vm, v, out)) return ABSENT;
    if (!v.is_small()) vm.charge(out.size() * gas::BYTE);  // whose digits are paid for
    return new_str(vm, out);
}

Value ascii_value(Vm& vm, Value v)
{
    std::string text;
    if (!repr_to(vm, v, text)) return ABSENT;
    const std::string out = ascii_only(text);
    vm.charge(out.size() * gas::BYTE);
    return new_str(vm, out);
}

Value str_value(Vm& vm, Value v)
{
    if (is_str(v) && exact(v)) return v;
    std::string out;
    if (!str_to(vm, v, out)) return ABSENT;
    if (!v.is_small()) vm.charge(out.size() * gas::BYTE);  // whose digits are paid for
    return new_str(vm, out);
}

std::string shown(Vm& vm, Value v)
{
    std::string out;
    if (is_int(v) || is_bytes_like(v) || is_str(v) || !v.is_object()) {
        if (v.is_object() && v.as_object()->size > 64)
            return cat(type_name(v), " of length ", number(v.as_object()->size));
        repr_to(vm, v, out);
        return out;
    }
    return std::string(type_name(v));
}

}  // namespace lariat::pvm
