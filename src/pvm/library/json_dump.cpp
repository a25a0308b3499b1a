// json.dumps: as CPython prints, without floats.
#include "pvm/library/json_dump.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

struct Style {
    std::string_view item = ", ", key = ": ";
    bool ascii = true, sort = false, skip = false;
    Value otherwise = NONE;
    std::string spaces;
    std::string_view indent;
    bool lines = false;
};

void escape_json(std::string_view s, bool ascii, std::string& out)
{
    constexpr char HEX[] = "0123456789abcdef";
    const auto escape = [&](u32 c) {
        out += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) out += HEX[(c >> shift) & 15];
    };
    for (std::size_t i = 0; i < s.size();) {
        const auto p = utf8::decode(view(s.substr(i)));
        const u32 c = p->value;
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            case '\b':
                out += "\\b";
                break;
            case '\f':
                out += "\\f";
                break;
            default:
                if (c < 0x20 || (ascii && c > 0x7e && c < 0x10000)) {
                    escape(c);
                } else if (ascii && c >= 0x10000) {
                    escape(0xd800 + ((c - 0x10000) >> 10));
                    escape(0xdc00 + ((c - 0x10000) & 0x3ff));
                } else {
                    out += s.substr(i, p->length);
                }
        }
        i += p->length;
    }
}
void quote(std::string_view s, bool ascii, Text& out)
{
    out.add("\"");
    std::size_t plain = 0;  // at the head of most text, and all of it
    while (plain < s.size() && s[plain] >= ' ' && s[plain] <= '~' && s[plain] != '"' && s[plain] != '\\')
        ++plain;
    out.add_made(s.substr(0, plain));
    s.remove_prefix(plain);
    std::string made;
    while (!s.empty()) {  // of long text so much at a time is made before it is asked for and paid
        const std::string_view piece = utf8::head(s, 4096);
        made.clear();
        escape_json(piece, ascii, made);
        out.add_made(made);
        s.remove_prefix(piece.size());
    }
    out.add("\"");
}

class Dumper {
public:
    Dumper(Vm& vm, const Style& style) : out(vm), vm_(vm), style_(style) {}
    Text out;

    bool dump(Value v, u32 depth)
    {
        return nested(vm_, false, "maximum recursion depth exceeded while encoding a JSON object",
                      [&] { return dump_here(v, depth); });
    }

private:
    bool dump_here(Value v, u32 depth)
    {
        vm_.charge(gas::ITEM);
        if (v == NONE)
            out.add("null");
        else if (v.is_bool())
            out.add(v == TRUE ? "true" : "false");
        else if (is_int(v))
            out.add_made(int_text(vm_, v));
        else if (is_str(v))
            text(v);
        else if (is(v, Kind::List) || is(v, Kind::Tuple))
            return array(v, depth);
        else if (is_dict(v))
            return object(v, depth);
        else
            return other(v, depth);
        return true;
    }
    void text(Value v)
    {
        vm_.charge(str_of(v).size() * gas::BYTE);
        quote(str_of(v), style_.ascii, out);
    }
    void line(u32 depth)
    {
        if (!style_.lines) return;
        depth -= given_;
        out.add("\n");
        if (style_.indent.empty()) return;
        vm_.charge(depth * style_.indent.size());
        for (u32 i = 0; i < depth; ++i) out.add_made(style_.indent);
    }
    /// Not by the mark that repr sets: the function for others may show what is being written.
    bool enter(const Object* o)
    {
        vm_.charge(open_.size() / 8);
        if (std::ranges::find(open_, o) != open_.end())
            return value_error(vm_, "Circular reference detected").present();
        open_.push_back(o);
        return true;
    }
    void leave() { open_.pop_back(); }
    bool has_own(Value v, Str* name)
    {
        bool own = false;
        if (!exact(v)) lookup(vm_, type_of(v), name, &own);
        return own;
    }
    /// Of a class of a program: where lines are written CPython asks whether it is true.
    int is_empty(Value v, u32 size)
    {
        if (exact(v) || !style_.lines) return size == 0;
        const int t = truth(vm_, v);
        return t < 0 ? -1 : 1 - t;
    }
    bool array(Value v, u32 depth)
    {
        Value items = v;
        if (has_own(v, N.iter)) {
            const Value it = get_iter(vm_, v);
            if (it.absent()) return false;
            List* all = new_list_room(vm_, 0);
            if (!list_extend(vm_, all, it)) return false;
            items = Value::object(all);
        }
        const int empty = is_empty(v, items.as_object()->size);
        if (empty < 0) return false;
        if (empty == 1) {
            out.add("[]");
            return true;
        }
        if (!enter(v.as_object())) return false;
        out.add("[");
        bool ok = true;
        for (u32 i = 0; ok && i < items.as_object()->size; ++i) {
            if (i > 0) out.add(style_.item);
            line(depth + 1);
            ok = dump(sequence_items(items)[i], depth + 1);
        }
        leave();
        if (!ok) return false;
        line(depth);
        out.add("]");
        return true;
    }
    // 1 it is a key, 0 skipped, -1 pending; `digits` are where `to` is when the key is a number
    int key_text(Value key, std::string& digits, std::string_view& to)
    {
        if (is_str(key))
            to = str_of(key);
        else if (key.is_bool())
            to = key == TRUE ? "true" : "false";
        else if (key == NONE)
            to = "null";
        else if (is_int(key))
            to = digits = int_text(vm_, key);
        else if (style_.skip)
            return 0;
        else {
            type_error(vm_, cat("keys must be str, int, float, bool or None, not ", type_name(key)));
            return -1;
        }
        vm_.charge(to.size());
        return 1;
    }
    /// What a class has to say with items(), in the order in which it is written.
    bool collect_said(Value v, List* keys, List* values)
    {
        List* pairs = list_from(vm_, v, N.items);
        if (pairs == nullptr) return false;
        const u32* order = nullptr;
        if (style_.sort) {
            vm_.charge(gas::sorted(pairs->size));
            order = sorted_order(vm_, pairs, false);
            if (order == nullptr) return false;
        }
        for (u32 i = 0; i < pairs->size; ++i) {
            const Value pair = pairs->items[order == nullptr ? i : order[i]];
            Value parts[2];
            vm_.charge(gas::ITEM);
            if (!style_.lines && !(is(pair, Kind::Tuple) && pair.as_object()->size == 2))
                return value_error(vm_, "items must return 2-tuples").present();
            if (!unpack(vm_, pair, 2, parts)) return false;
            list_append(vm_, keys, parts[1]);
            list_append(vm_, values, parts[0]);
        }
        return true;
    }
    // What it holds now: the function for others, and the order of keys of a class, may change it.
    bool collect(const Dict* d, List* keys, List* values)
    {
        for (u32 i = 0; i < d->used; ++i) {
            if (d->entries[i].key.absent()) continue;
            list_append(vm_, keys, d->entries[i].key);
            list_append(vm_, values, d->entries[i].value);
        }
        vm_.charge(d->used);
        if (!style_.sort) return true;
        vm_.charge(gas::sorted(keys->size));
        const u32* order = sorted_order(vm_, keys, false);
        if (order == nullptr) return false;
        const std::vector<Value> names(keys->items, keys->items + keys->size);
        const std::vector<Value> held(values->items, values->items + values->size);
        for (u32 i = 0; i < keys->size; ++i) {
            keys->items[i] = names[order[i]];
            values->items[i] = held[order[i]];
        }
        return true;
    }
    bool object(Value v, u32 depth)
    {
        Dict* d = cast<Dict>(v);
        const int empty = is_empty(v, d->size);
        if (empty < 0) return false;
        if (empty == 1) {
            out.add("{}");
            return true;
        }
        List *keys = new_list_room(vm_, d->size), *values = new_list_room(vm_, d->size);
        // CPython walks the dict itself where it writes lines and does not sort.
        const bool said = has_own(v, N.items), walks = !said && style_.lines && !style_.sort;
        if (!(said ? collect_said(v, keys, values) : collect(d, keys, values)) || !enter(d)) return false;
        out.add("{");
        const u32 changes = d->changes;
        const auto unchanged = [&] {
            if (!walks || d->changes == changes) return true;
            return raise(vm_, T.RuntimeError, "dictionary changed size during iteration").present();
        };
        bool ok = true, first = true;
        line(depth + 1);  // before any, as CPython: all of them may be left out
        for (u32 i = 0, entry = 0; ok && i < keys->size; ++i) {
            ok = unchanged();
            if (!ok) break;
            if (walks) {
                while (d->entries[entry].key.absent()) ++entry;
                values->items[i] = d->entries[entry++].value;
            }
            std::string digits;
            std::string_view name;
            const int is_key = key_text(keys->items[i], digits, name);
            if (is_key == 0) continue;
            ok = is_key == 1;
            if (!ok) break;
            if (!first) {
                out.add(style_.item);
                line(depth + 1);
            }
            first = false;
            quote(name, style_.ascii, out);
            out.add(style_.key);
            ok = dump(values->items[i], depth + 1);
        }
        leave();
        if (!ok || !unchanged()) return false;
        line(depth);
        out.add("}");
        return true;
    }
    bool other(Value v, u32 depth)
    {
        if (style_.otherwise == NONE)
            return type_error(vm_,
                              cat("Object of type ", str_of(type_of(v)->name), " is not JSON serializable"))
                .present();
        if (v.is_object() && !enter(v.as_object())) return false;
        const Value r = call(vm_, style_.otherwise, {v});
        ++given_;
        const bool ok = r.present() && dump(r, depth + 1);
        --given_;
        if (v.is_object()) leave();
        return ok;
    }

    std::vector<const Object*>
        open_;       ///< containers and others around this value; no more than Deeper allows
    u32 given_ = 0;  ///< of these what the function for others gave: no level of the text
    Vm& vm_;
    const Style& style_;
};

constexpr std::string_view DUMPS_NAMES[] = {
    "obj",     "skipkeys",  "ensure_ascii", "indent",         "separators",
    "default", "sort_keys", "cls",          "check_circular", "allow_nan"};

// cls(…).encode(obj): what was given is handed on, and all else as it is without.
Value dumps_by(Vm& vm, const JsonArguments& a)
{
    const Value otherwise[] = {FALSE, TRUE, TRUE, TRUE, NONE, NONE, NONE, FALSE};
    constexpr u32 AT[] = {1, 2, 8, 9, 3, 4, 5, 6};  // in the order in which CPython hands them on
    std::vector<Value> values;
    List* names = new_list(vm, {});
    for (u32 i = 0; i < std::size(AT); ++i) {
        values.push_back(a[AT[i]].absent() ? otherwise[i] : a[AT[i]]);
        list_append(vm, names, new_str(vm, DUMPS_NAMES[AT[i]]));
    }
    const Value encoder = call_class(vm, a, 7, values, names);
    if (encoder.absent()) return ABSENT;
    const Value encode = get_attr(vm, encoder, N.encode);
    return encode.absent() ? ABSENT : call(vm, encode, {a[0]});
}

}  // namespace

bool JsonArguments::take(Vm& vm, const Args& args, std::string_view who,
                         std::span<const std::string_view> known)
{
    if (args.positional > 1) {
        u64 named = 0;
        for (u32 k = 0; k < args.keywords(); ++k)
            named += std::ranges::find(known, str_of(args.names->items[k])) != known.end();
        const std::string also = named == 0 ? std::string()
                                            : cat(" positional arguments (and ", number(named),
                                                  " keyword-only argument", named == 1 ? "" : "s", ")");
        return type_error(vm, cat(who, "() takes 1 positional argument but ", number(args.positional), also,
                                  " were given"))
            .present();
    }
    if (args.positional == 1) values[0] = args[0];
    more_names = new_list(vm, {});
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        const auto at = static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
        const Value given = args[args.positional + k];
        if (at == known.size()) {
            more.push_back(given);
            list_append(vm, more_names, args.names->items[k]);
        } else if (values[at].present()) {
            return type_error(vm, cat(who, "() got multiple values for argument '", name, "'")).present();
        } else {
            values[at] = given;
        }
    }
    if (values[0].present()) return true;
    return type_error(vm, cat(who, "() missing 1 required positional argument: '", known[0], "'")).present();
}

Value call_class(Vm& vm, const JsonArguments& a, u32 cls, std::vector<Value>& values, List* names)
{
    values.insert(values.end(), a.more.begin(), a.more.end());
    if (!list_extend(vm, names, Value::object(a.more_names))) return ABSENT;
    return call(vm, a[cls], Args{values.data(), 0, new_tuple(vm, names->view())});
}

// Without a class of the program's own nobody takes what has no such name.
bool nothing_more(Vm& vm, const JsonArguments& a, std::string_view cls, std::string_view known)
{
    for (u32 i = 0; i < a.more_names->size; ++i)
        if (const std::string_view name = str_of(a.more_names->items[i]); name != known)
            return type_error(vm, cat(cls, ".__init__() got an unexpected keyword argument '", name, "'"))
                .present();
    return true;
}

Value json_dumps(Vm& vm, Value, const Args& args)
{
    JsonArguments a;
    if (!a.take(vm, args, "dumps", DUMPS_NAMES)) return ABSENT;
    if (a[7].present() && !(a[7] == NONE)) return dumps_by(vm, a);
    if (!nothing_more(vm, a, "JSONEncoder")) return ABSENT;
    Style style;
    const auto flag = [&](Value v, bool& to) {
        if (v.absent()) return true;
        const int t = truth(vm, v);
        to = t == 1;
        return t >= 0;
    };
    if (!flag(a[1], style.skip) || !flag(a[2], style.ascii) || !flag(a[6], style.sort)) return ABSENT;
    if (a[3].present() && !(a[3] == NONE)) {
        style.lines = true;
        style.item = ",";
        if (is_str(a[3])) {
            style.indent = str_of(a[3]);
        } else {
            i64 n = 0;
            if (!index_value(vm, a[3], n)) return ABSENT;
            if (n > 1000) return value_error(vm, "indent is at most 1000");
            style.spaces.assign(static_cast<std::size_t>(std::max<i64>(n, 0)), ' ');
            style.indent = style.spaces;
        }
    }
    if (a[4].present() && !(a[4] == NONE)) {
        Value parts[2];
        if (!unpack(vm, a[4], 2, parts)) return ABSENT;
        if (!is_str(parts[0]) || !is_str(parts[1]))
            return type_error(
                vm, cat("make_encoder() argument ", is_str(parts[0]) ? "6" : "5", " must be str, not ",
                        type_name(is_str(parts[0]) ? parts[1] : parts[0])));
        style.item = str_of(parts[1]);
        style.key = str_of(parts[0]);
    }
    if (a[5].present()) style.otherwise = a[5];
    vm.charge(gas::CBOR_BASE);
    Dumper d(vm, style);
    if (!d.dump(a[0], 0)) return ABSENT;
    return new_str(vm, d.out.view());
}

}  // namespace lariat::pvm
