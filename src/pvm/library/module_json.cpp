// json: loads as CPython reads, without floats. What dumps prints is in json_dump.cpp.
#include "base/json_scan.hpp"
#include "base/utf8.hpp"
#include "pvm/library/json_complaint.hpp"
#include "pvm/library/json_dump.hpp"
#include "pvm/library/modules.hpp"

namespace lariat::pvm {

namespace {

constexpr std::string_view BOM = "\xef\xbb\xbf";

/// What loads calls for objects and numbers; None: nothing.
struct Hooks {
    Value object = NONE, pairs = NONE, integer = NONE, floating = NONE, constant = NONE;
};

class Loader : public JsonVisitor {
public:
    Loader(Vm& vm, const Hooks& hooks) : vm_(vm), hooks_(hooks) {}
    Value result;
    std::string refusal;  ///< what the visitor did not like, when nothing is pending

    bool on_null() override { return put(NONE); }
    bool on_bool(bool v) override { return put(Value::boolean(v)); }
    bool on_number(std::string_view text) override
    {
        const bool whole = text.find_first_of(".eE") == text.npos;
        const Value hook = whole ? hooks_.integer : hooks_.floating;
        if (!(hook == NONE)) return put_made(hook, text);
        if (!whole) {
            value_error(vm_, cat("floats are not available: ", text.substr(0, 40)));
            return false;
        }
        const Value v = int_parse(vm_, text, 10, NONE);
        return v.present() && put(v);
    }
    bool on_string(const JsonString& s) override
    {
        if (s.lone_surrogate) return surrogate();
        return put(new_str(vm_, s.text));
    }
    bool on_key(const JsonString& s) override
    {
        if (s.lone_surrogate) return surrogate();
        open_.back().key = new_str(vm_, s.text);
        return true;
    }
    bool on_object_begin() override
    {
        const bool pairs = !(hooks_.pairs == NONE);
        open_.push_back(
            {pairs ? Value::object(new_list_room(vm_, 0)) : Value::object(new_dict(vm_)), ABSENT, true});
        return true;
    }
    bool on_array_begin() override
    {
        open_.push_back({Value::object(new_list_room(vm_, 0)), ABSENT, false});
        return true;
    }
    bool takes_constants() const override { return !(hooks_.constant == NONE); }
    bool on_constant(std::string_view word) override { return put_made(hooks_.constant, word); }
    bool on_object_end() override { return close(); }
    bool on_array_end() override { return close(); }

private:
    struct Open {
        Value container, key;
        bool object;
    };
    bool put_made(Value hook, std::string_view text)
    {
        vm_.charge(text.size() * gas::BYTE);
        const Value made = call(vm_, hook, {new_str(vm_, text)});
        return made.present() && put(made);
    }
    bool surrogate() { return value_error(vm_, "a lone surrogate is not a character").present(); }
    bool close()
    {
        Value v = open_.back().container;
        const Value hook = !open_.back().object      ? NONE
                           : !(hooks_.pairs == NONE) ? hooks_.pairs
                                                     : hooks_.object;
        open_.pop_back();
        if (!(hook == NONE)) v = call(vm_, hook, {v});
        return v.present() && put(v);
    }
    bool put(Value v)
    {
        vm_.charge(gas::ITEM);
        if (open_.empty()) {
            result = v;
            return true;
        }
        Open& o = open_.back();
        if (o.object && is(o.container, Kind::List)) {
            const Value pair[] = {o.key, v};
            v = Value::object(new_tuple(vm_, pair));
        }
        if (is(o.container, Kind::List)) {
            list_append(vm_, cast<List>(o.container), v);
            return true;
        }
        vm_.charge(gas::DICT);
        return dict_set(vm_, cast<Dict>(o.container), o.key, v);
    }
    Vm& vm_;
    const Hooks& hooks_;
    std::vector<Open> open_;
};

u64 characters(std::string_view s)
{
    u64 n = 0;
    for (const char c : s) n += (static_cast<u8>(c) & 0xc0) != 0x80 ? 1 : 0;
    return n;
}

// A number in a message: what is small is in the price of the message.
std::string shown_number(Vm& vm, Value n)
{
    return n.is_small() ? number(n.as_small()) : int_text(vm, n);
}

// With the attributes that programs ask an error of this kind for. `position` is told as it is given; lines
// are counted in the `end` bytes before it.
Value make_decode_error(Vm& vm, Class& cls, Value document, std::string_view s, std::string_view message,
                        u64 end, Value position)
{
    u64 line = 1;
    i64 points = 0, last_line_end = -1;
    for (u64 i = 0; i < end; ++i) {
        if ((static_cast<u8>(s[i]) & 0xc0) == 0x80) continue;
        if (s[i] == '\n') {
            ++line;
            last_line_end = points;
        }
        ++points;
    }
    const Value column = int_binary(vm, BinaryOp::Sub, position, Value::small(last_line_end));
    if (column.absent()) return ABSENT;
    const Value whole =
        new_str(vm, cat(message, ": line ", number(line), " column ", shown_number(vm, column), " (char ",
                        shown_number(vm, position), ")"));
    const Value made = new_exception(vm, cls, {&whole, 1});
    Dict* attributes = new_dict(vm);
    define(vm, attributes, "msg", new_str(vm, message));
    define(vm, attributes, "doc", document);
    define(vm, attributes, "pos", position);
    define(vm, attributes, "lineno", int_of_u64(vm, line));
    define(vm, attributes, "colno", column);
    *attributes_place(vm, made) = attributes;
    return made;
}

Value decode_error(Vm& vm, Value document, std::string_view s, std::string_view message, u64 at)
{
    const Value made = make_decode_error(vm, T.JSONDecodeError, document, s, message, at,
                                         int_of_u64(vm, characters(s.substr(0, at))));
    set_context(vm, made);
    vm.pending = made;
    cast<Exception>(vm.pending)->suppress = message == "Expecting value";  // raised from None
    return ABSENT;
}

// JSONDecodeError(msg, doc, pos) of a program.
Value decode_error_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    if (args.positional != 3 || args.keywords() != 0)
        return type_error(vm, "JSONDecodeError.__init__() takes msg, doc and pos");
    if (!is_str(args[0]) || !(is_str(args[1]) || is_bytes_like(args[1])))
        return type_error(vm, "JSONDecodeError: msg and doc must be str");
    const Value position = to_index(vm, args[2]);
    if (position.absent()) return ABSENT;
    const std::string_view s = is_str(args[1]) ? str_of(args[1]) : text(bytes_of(args[1]));
    vm.charge(s.size() * gas::BYTE + gas::beyond(str_of(args[0]).size(), gas::MESSAGE_FREE));
    // Lines are counted as far as a slice of the document would reach.
    i64 left = int_compare(position, Value::small(0)) < 0 ? INT64_MIN : INT64_MAX;
    left = to_i64(position).value_or(left);
    if (left < 0) left += static_cast<i64>(characters(s));
    u64 at = 0;
    for (; at < s.size() && left > 0; --left) do
            ++at;
        while (at < s.size() && (static_cast<u8>(s[at]) & 0xc0) == 0x80);
    return make_decode_error(vm, c, args[1], s, str_of(args[0]), at, position);
}

// The text of a document that is bytes, which a decoder of a program is given.
Value decoded(Vm& vm, Value document)
{
    BytesView bytes = bytes_of(document);
    vm.charge(gas::CODEC_BASE + bytes.size());
    if (text(bytes).starts_with(BOM)) bytes = bytes.subspan(BOM.size());
    const std::size_t good = utf8::valid_prefix(bytes);
    return good == bytes.size() ? new_str(vm, text(bytes))
                                : decode_error(vm, document, text(bytes), "Invalid UTF-8 at", good);
}

constexpr std::string_view LOADS_NAMES[] = {
    "s", "cls", "object_hook", "parse_float", "parse_int", "parse_constant", "object_pairs_hook"};

// cls(…).decode(s)
Value loads_by(Vm& vm, const JsonArguments& a)
{
    constexpr u32 AT[] = {2, 6, 3, 4, 5};  // in the order in which CPython hands them on
    const Value document = is_str(a[0]) ? a[0] : decoded(vm, a[0]);
    if (document.absent()) return ABSENT;
    std::vector<Value> values;
    List* names = new_list(vm, {});
    for (const u32 at : AT) {
        if (a[at].absent() || a[at] == NONE) continue;
        values.push_back(a[at]);
        list_append(vm, names, new_str(vm, LOADS_NAMES[at]));
    }
    const Value decoder = call_class(vm, a, 1, values, names);
    if (decoder.absent()) return ABSENT;
    const Value decode = get_attr(vm, decoder, N.decode);
    if (decode.absent()) return ABSENT;
    return call(vm, decode, {document});
}

Value loads(Vm& vm, Value, const Args& args)
{
    JsonArguments a;
    if (!a.take(vm, args, "loads", LOADS_NAMES)) return ABSENT;
    if (!is_str(a[0]) && !is_bytes_like(a[0]))
        return type_error(vm, cat("the JSON object must be str, bytes or bytearray, not ", type_name(a[0])));
    if (a[1].present() && !(a[1] == NONE)) return loads_by(vm, a);
    Value controls_taken;
    for (std::size_t i = 0; i < a.more.size();
         ++i)  // which is the decoder's, as all that loads does not name
        if (str_of(a.more_names->items[i]) == "strict") controls_taken = a.more[i];
    if (!nothing_more(vm, a, "JSONDecoder", "strict")) return ABSENT;
    const auto given = [&](u32 i) { return a[i].absent() ? NONE : a[i]; };
    const Hooks hooks{given(2), given(6), given(4), given(3), given(5)};
    const int strict = controls_taken.absent() ? 1 : truth(vm, controls_taken);
    if (strict < 0) return ABSENT;
    const JsonControls controls = strict == 1 ? JsonControls::refused : JsonControls::taken;
    BytesView bytes = is_str(a[0]) ? view(str_of(a[0])) : bytes_of(a[0]);
    vm.charge(gas::CBOR_BASE + bytes.size());
    // A hook may change a bytearray while it is read.
    const Value kept = is(a[0], Kind::ByteArray) ? new_bytes(vm, bytes) : a[0];
    if (is(kept, Kind::Bytes)) bytes = bytes_of(kept);
    if (!is_str(a[0]) && text(bytes).starts_with(BOM)) bytes = bytes.subspan(BOM.size());
    Loader loader(vm, hooks);
    const JsonOutcome outcome = scan_json(bytes, loader, 1000, controls);
    if (outcome.ok()) return loader.result;
    if (pending(vm)) return ABSENT;
    if (outcome.fault == JsonFault::too_deep)
        return raise(vm, T.RecursionError,
                     "maximum recursion depth exceeded while decoding a JSON array from a unicode string");
    const std::string_view s = text(bytes);
    vm.charge(bytes.size());
    if (outcome.fault == JsonFault::utf8)
        return decode_error(vm, a[0], s, "Invalid UTF-8 at", std::min<u64>(outcome.offset, s.size()));
    if (s.starts_with(BOM) && is_str(a[0]))
        return decode_error(vm, a[0], s, "Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    const JsonComplaint said = json_complaint(s, controls);
    if (said.message.empty()) return value_error(vm, "floats are not available: NaN and Infinity are some");
    if (is_str(a[0])) return decode_error(vm, a[0], s, said.message, said.at);
    vm.charge(s.size() * gas::BYTE);
    return decode_error(vm, new_str(vm, s), s, said.message, said.at);  // the document is what was decoded
}

constexpr NativeSpec FUNCTIONS[] = {
    {"dumps", json_dumps, "...", gas::NATIVE},
    {"loads", loads, "...", gas::NATIVE},
};

void fill(Vm& vm, Dict* d)
{
    define(vm, d, "JSONDecodeError", Value::object(&T.JSONDecodeError));
}

}  // namespace

void boot_json()
{
    T.JSONDecodeError.make = decode_error_make;
}

const NativeModule JSON_MODULE = {
    "json", FUNCTIONS, fill, {"JSONDecodeError"}, {"JSONDecoder", "JSONEncoder"}, "_json_classes"};

}  // namespace lariat::pvm
