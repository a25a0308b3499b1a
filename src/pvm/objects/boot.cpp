// Making of what all executions share: builtin classes, names, the table of builtins.
#include <map>
#include <mutex>

#include "base/utf8.hpp"
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/class_making.hpp"
#include "pvm/objects/groups.hpp"
#include "pvm/objects/natives.hpp"
#include "pvm/objects/pool.hpp"

namespace lariat::pvm {

Types T;
Names N;

namespace {

struct Shared {
    Pool pool;
    std::unordered_map<std::string_view, Str*> names;
    std::map<std::string_view, Value> builtins;
    u8 classes = 0;
};
Shared& shared()
{
    static Shared* const it = new Shared;
    return *it;
}

Tuple empty_tuple_object{};

void make_class(Class& cls, const char* name, Class& base, Kind instances, bool derive)
{
    cls.cls = &T.type;
    cls.kind = Kind::Class;
    cls.name = cls.qualname = Value::object(static_name(name));
    cls.module = Value::object(static_name("builtins"));
    cls.instances = instances;
    cls.is_builtin = true;
    cls.may_derive = derive;
    cls.full_name = 0;
    cls.number = shared().classes++;
    cls.dict = static_cast<Dict*>(shared().pool.take(sizeof(Dict)));
    cls.dict->cls = &T.dict;
    cls.dict->kind = Kind::Dict;
    boot_mro(cls, base);
}

// A static class's table is filled here without a Vm: small and never shrinking.
void put(Dict* d, Str* name, Value value)
{
    for (u32 i = 0; i < d->used; ++i)
        if (d->entries[i].key == Value::object(name)) {
            d->entries[i].value = value;
            return;
        }
    if (d->used == d->capacity) {
        const u32 capacity = d->capacity == 0 ? 8 : d->capacity * 2;
        Entry* grown = static_cast<Entry*>(shared().pool.take(capacity * sizeof(Entry)));
        for (u32 i = 0; i < d->used; ++i) grown[i] = d->entries[i];
        d->entries = grown;
        d->capacity = capacity;
    }
    d->entries[d->used++] = {Value::object(name), value, name->hash};
    d->size = d->used;
    if (d->used <= Dict::SMALL) return;
    u32 slots = 32;
    while (slots < d->capacity * 2) slots *= 2;
    d->index = static_cast<u32*>(shared().pool.take(slots * sizeof(u32)));
    d->index_mask = slots - 1;
    for (u32 i = 0; i < slots; ++i) d->index[i] = 0;
    for (u32 i = 0; i < d->used; ++i) {
        u32 at = static_cast<u32>(d->entries[i].hash) & d->index_mask;
        while (d->index[at] != 0) at = (at + 1) & d->index_mask;
        d->index[at] = i + 1;
    }
}

void boot_once()
{
    empty_tuple_object.cls = &T.tuple;
    empty_tuple_object.kind = Kind::Tuple;
#define X(name, text) N.name = static_name(text);
    LARIAT_NAMES(X)
#undef X
#define X(name, text, base, kind, derive) make_class(T.name, text, T.base, Kind::kind, derive);
    LARIAT_TYPES(X)
#undef X
    make_class(T.BaseException, "BaseException", T.object, Kind::Exception, true);
#define X(name, base) make_class(T.name, #name, T.base, Kind::Exception, true);
    LARIAT_EXCEPTIONS(X)
#undef X
    for (Class* c : {&T.dict, &T.mappingproxy}) c->matched = Matched::as_mapping;
    for (Class* c : {&T.list, &T.tuple, &T.range}) c->matched = Matched::as_sequence;
    static_name("__main__");  // what classes of programs say their module is
    T.HostError.module = Value::object(static_name("pvm_host"));
    T.JSONDecodeError.module = Value::object(static_name("json.decoder"));
    T.Base64Error.name = T.Base64Error.qualname = Value::object(static_name("Error"));
    T.Base64Error.module = Value::object(static_name("binascii"));
    boot_exceptions();
    boot_groups();
    boot_unions();
    boot_classes();
    boot_generators();
    boot_int();
    boot_str();
    boot_bytes();
    boot_sequences();
    boot_dict();
    boot_set();
    boot_iterators();
    boot_storage();
    boot_hashlib();
    boot_json();
    boot_builtins();
    boot_functions();
    boot_class_making();
    boot_mapping_proxy();
    boot_slots();
    boot_slot_methods();
    boot_new();
    boot_generic_aliases();
}

}  // namespace

Tuple* const EMPTY_TUPLE = &empty_tuple_object;

void boot()
{
    static std::once_flag once;
    std::call_once(once, boot_once);
}

u64 hash_bytes(BytesView bytes) noexcept
{
    constexpr u64 A = 0x9e3779b97f4a7c15u, B = 0xd6e8feb86659fd93u;
    const auto mix = [](u64 x, u64 y) {
        const u128 product = static_cast<u128>(x) * y;
        return static_cast<u64>(product) ^ static_cast<u64>(product >> 64);
    };
    u64 h = A ^ bytes.size();
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        u64 word = 0;
        for (u32 i = 0; i < 8; ++i) word |= static_cast<u64>(bytes[at + i]) << (8 * i);
        h = mix(h ^ word, B);
    }
    u64 tail = 0;
    for (u32 i = 0; at + i < bytes.size(); ++i) tail |= static_cast<u64>(bytes[at + i]) << (8 * i);
    h = settled_hash(mix(h ^ tail ^ A, B ^ bytes.size()));
    return h == 0 ? 1 : h;
}

void init_str(Str* s, std::string_view text, u64 points) noexcept
{
    s->cls = &T.str;
    s->kind = Kind::Str;
    s->flag = 0;
    s->mark = 0;
    s->size = static_cast<u32>(text.size());
    s->points = points;
    s->hash = hash_bytes(view(text));
    if (!text.empty()) std::memcpy(s->chars, text.data(), text.size());
}

Value static_str(std::string_view text)
{
    Str* s = static_cast<Str*>(shared().pool.take(sizeof(Str) + text.size()));
    init_str(s, text, utf8::count(view(text)).value_or(text.size()));
    return Value::object(s);
}

Str* static_name(std::string_view text)
{
    if (Str* known = find_static_name(text)) return known;
    Str* s = cast<Str>(static_str(text));
    shared().names.emplace(s->view(), s);
    return s;
}

Str* find_static_name(std::string_view text)
{
    const auto at = shared().names.find(text);
    return at == shared().names.end() ? nullptr : at->second;
}

void each_builtin(const std::function<void(std::string_view name, Value value)>& visit)
{
    for (const auto& [name, value] : shared().builtins) visit(name, value);
}

Value builtin(std::string_view name)
{
    const auto at = shared().builtins.find(name);
    return at == shared().builtins.end() ? ABSENT : at->second;
}

Value static_native(const NativeSpec& spec, Class* cls)
{
    Native* n = static_cast<Native*>(shared().pool.take(sizeof(Native)));
    n->cls = cls;
    n->kind = Kind::Native;
    n->spec = &spec;
    n->signature = read_signature(spec.parameters);
    n->self = ABSENT;
    n->owner = nullptr;
    return Value::object(n);
}

void add_class_method(Class& cls, const NativeSpec& spec)
{
    Wrapper* w = static_cast<Wrapper*>(shared().pool.take(sizeof(Wrapper)));
    w->cls = &T.classmethod;
    w->kind = Kind::ClassMethod;
    w->flag = SHARED;
    w->function = static_native(spec, &T.native);
    w->attributes = nullptr;
    w->function.as_object()->flag = 1;
    cast<Native>(w->function)->owner = &cls;
    put(cls.dict, static_name(spec.name), Value::object(w));
}

void add_static(Class& cls, std::span<const NativeSpec> methods, std::span<const AttributeSpec> attributes)
{
    for (const NativeSpec& spec : methods) {
        const Value method = static_native(spec, &T.descriptor);
        cast<Native>(method)->self = Value::object(&cls);  // for messages: "list.append() takes …"
        cast<Native>(method)->owner = &cls;
        if (is_operator(cast<Native>(method))) method.as_object()->cls = &T.wrapper_descriptor;
        put(cls.dict, static_name(spec.name), method);
    }
    for (const AttributeSpec& spec : attributes) {
        Attribute* a = static_cast<Attribute*>(shared().pool.take(sizeof(Attribute)));
        a->cls = &T.attribute;
        a->kind = Kind::Attribute;
        a->spec = &spec;
        a->owner = &cls;
        put(cls.dict, static_name(spec.name), Value::object(a));
    }
}

void add_static_value(Class& cls, std::string_view name, Value value)
{
    put(cls.dict, static_name(name), value);
}

void add_builtin(std::string_view name, Value value)
{
    shared().builtins.emplace(static_name(name)->view(), value);
}

void add_builtins(std::span<const NativeSpec> functions)
{
    for (const NativeSpec& spec : functions) add_builtin(spec.name, static_native(spec, &T.native));
}

bool boot_mro(Class& cls, Class& base)
{
    const u32 inherited = &base == &cls ? 0 : base.mro_count;
    cls.mro = static_cast<Class**>(shared().pool.take((inherited + 1) * sizeof(Class*)));
    cls.mro[0] = &cls;
    for (u32 i = 0; i < inherited; ++i) cls.mro[i + 1] = base.mro[i];
    cls.mro_count = inherited + 1;
    cls.one_line = true;
    std::copy_n(base.ancestors, std::size(base.ancestors), cls.ancestors);
    cls.ancestors[cls.number / 64] |= u64{1} << cls.number % 64;
    cls.bases = EMPTY_TUPLE;
    if (&base != &cls) {
        cls.make = base.make;
        Tuple* bases = static_cast<Tuple*>(shared().pool.take(sizeof(Tuple) + sizeof(Value)));
        bases->cls = &T.tuple;
        bases->kind = Kind::Tuple;
        bases->size = 1;
        bases->items[0] = Value::object(&base);
        cls.bases = bases;
    }
    return true;
}

// class cls(first, second), whose other bases are those of `second`.
void boot_second_base(Class& cls, Class& first, Class& second)
{
    cls.mro_count = second.mro_count + 2;
    cls.mro = static_cast<Class**>(shared().pool.take(cls.mro_count * sizeof(Class*)));
    cls.mro[0] = &cls;
    cls.mro[1] = &first;
    for (u32 i = 0; i < second.mro_count; ++i) cls.mro[i + 2] = second.mro[i];
    cls.one_line = false;
    for (std::size_t i = 0; i < std::size(cls.ancestors); ++i)
        cls.ancestors[i] |= first.ancestors[i] | second.ancestors[i];
    Tuple* bases = static_cast<Tuple*>(shared().pool.take(sizeof(Tuple) + 2 * sizeof(Value)));
    bases->cls = &T.tuple;
    bases->kind = Kind::Tuple;
    bases->size = 2;
    bases->items[0] = Value::object(&first);
    bases->items[1] = Value::object(&second);
    cls.bases = bases;
}

}  // namespace lariat::pvm
