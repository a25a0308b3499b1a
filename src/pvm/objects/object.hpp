// What lies behind a pointer Value: one struct for each kind. Trivial structs, in an arena or, for what
// never changes (builtin classes, constants of a Program), in memory that outlives every execution.
#pragma once

#include "pvm/objects/value.hpp"

namespace lariat::pvm {

class Vm;
struct Class;
struct Code;
struct Dict;
struct Frame;
struct Tuple;

struct Object {
    Class* cls;
    Kind kind;
    u8 flag;   ///< Int: negative. Iterator, DictView: which. Str: all ASCII. Class: others derive from it.
               ///< Dict: it is the table of a class
    u16 mark;  ///< set while walked by repr or compare
    u32 size;  ///< limbs, bytes or items. Iterator: how many others are one within the other in it
};
static_assert(sizeof(Object) == 16);
/// Of a number, a text or a container: `size` says how much of it there is, none counts as false.
constexpr bool says_its_size(Kind kind) noexcept
{
    switch (kind) {
        case Kind::Int:
        case Kind::Str:
        case Kind::Bytes:
        case Kind::ByteArray:
        case Kind::List:
        case Kind::Tuple:
        case Kind::Dict:
        case Kind::Set:
        case Kind::FrozenSet:
            return true;
        default:
            return false;
    }
}

struct Int : Object {  ///< outside the small range only
    u64 limbs[];
    std::span<const u64> magnitude() const { return {limbs, size}; }
};
struct Str : Object {
    u64 hash;    ///< 0: not computed yet
    u64 points;  ///< code points
    char chars[];
    std::string_view view() const { return {chars, size}; }
    bool ascii() const { return points == size; }
};
struct BytesObject : Object {
    u64 hash;
    u8 data[];
    BytesView view() const { return {data, size}; }
};
struct Tuple : Object {
    Value items[];
    std::span<const Value> view() const { return {items, size}; }
};
struct Union : Object {  ///< int | None: distinct classes, NONE and aliases among them
    Value classes[];
    std::span<const Value> view() const { return {classes, size}; }
};
struct GenericAlias : Object {  ///< list[int]; flag: as *list[int] gives it
    Value origin;
    Tuple* args;
};
struct List : Object {
    Value* items;
    u64 capacity;
    Dict* attributes;  ///< of instances of a subclass, else null
    std::span<Value> view() const { return {items, size}; }
};
struct ByteArray : Object {
    u8* data;
    u64 capacity;
    BytesView view() const { return {data, size}; }
};

/// A hash table that remembers the order of insertion. Also the body of a set (values absent).
struct Entry {
    Value key;  ///< absent: deleted
    Value value;
    u64 hash;
};
struct Dict : Object {  ///< size: live entries
    Entry* entries;
    u32* index;      ///< null up to SMALL entries: those are searched in order
    u32 used;        ///< entries taken, the deleted included
    u32 capacity;    ///< of entries
    u32 index_mask;  ///< slots - 1
    u32 changes;     ///< counts insertions and deletions, for iterators
    u32 lost;        ///< slots at most that are marked for entries beyond `used`, taken away from the end
    Dict* attributes;
    Value missing;  ///< defaultdict's factory
    static constexpr u32 SMALL = 8;
};
inline constexpr u8 TABLE_OF_A_CLASS = 1;  ///< flag of a Dict

using Set = Dict;

struct Range : Object {
    Value start, stop, step;  ///< integers of any size
    Value length;
};
struct Slice : Object {
    Value start, stop, step;
};
struct Cell : Object {
    Value value;
};
struct Function : Object {
    const Code* code;
    Value* globals;
    Tuple* defaults;  ///< null: none
    Dict* kw_defaults;
    Tuple* closure;  ///< cells
    Value name, qualname, doc, module;
    Dict* attributes;
    Dict* annotations;  ///< null: not asked for yet, the code has them
};

/// Arguments of a native call: `positional` then one value for each of `names`.
struct Args {
    Value* values;
    u32 positional;
    Tuple* names;  ///< null: no keywords
    Value operator[](u32 i) const { return values[i]; }
    u32 keywords() const { return names == nullptr ? 0 : names->size; }
};
using NativeCode = Value (*)(Vm&, Value self, const Args&);
struct NativeSpec {
    const char* name;
    NativeCode code;
    /// How arguments bind: "a,b=,*,c=" gives one value for each name, absent where not given; "..." hands
    /// them over as they came; "a,b=/" are positional only, "a,b=/()" too with other words, of "a,/,b=" the
    /// first. Errors are CPython's.
    const char* parameters;
    u64 price;
};
struct Signature;
struct Native : Object {
    const NativeSpec* spec;
    const Signature* signature;  ///< spec->parameters, read
    Value self;                  ///< a module function's is absent
    const Class* owner;          ///< what it is called on is of this class, or with `flag` derives from it
};
struct BoundMethod : Object {
    Value function, self;
};
/// As what the patterns of `match` take instances of a class.
enum class Matched : u8 { as_itself, as_mapping, as_sequence };
struct Class : Object {
    Value name, qualname, module;
    Tuple* bases;
    Class** mro;  ///< itself first
    u32 mro_count;
    Kind instances;  ///< the kind of what calling it makes
    bool is_builtin;
    bool may_derive;
    u8 full_name;      ///< in QUALIFIED_TYPES, which messages show; 0: the name
    u8 number;         ///< of a builtin class: its bit in `ancestors`
    bool one_line;     ///< it and what it derives from have one base each
    Matched matched;   ///< own or inherited
    u16 layouts;       ///< classes with slots of their own in its order, itself included, where it has some
    bool weak;         ///< CPython would let weak references refer to its instances
    u16 features;      ///< of Feature, own or inherited
    u64 ancestors[3];  ///< a bit for each builtin class in the order
    Dict* dict;
    Class* layout;    ///< whose own slots come last in its instances, perhaps itself; null: it has none
    NativeCode make;  ///< a builtin's constructor; inherited
};
/// What a class of a program defines, so that the common path need not look.
enum Feature : u16 {
    HAS_GETATTRIBUTE = 1,
    HAS_GETATTR = 2,
    HAS_SETATTR = 4,
    HAS_DELATTR = 8,
    HAS_NEW = 16,
    HAS_INIT = 32,
    HAS_EQ = 64,
    NO_DICT = 128,        ///< its instances have what __slots__ names, and nothing else
    HAS_ORDER = 256,      ///< <, <=, > or >=
    HAS_ADD = 512,        ///< + on either side
    BESIDE_SLOTS = 1024,  ///< its instances have both slots and a dict
    HAS_HINT = 4096,      ///< __length_hint__
    ORDERED_DICT = 8192,  ///< it is collections.OrderedDict, or derives from it
    HAS_MRO = 2048        ///< a metaclass that says in which order its classes are asked
};

struct Instance : Object {
    Dict* attributes;
};
struct TraceLine {
    TraceLine* next;  ///< the frame called from here: towards the raise
    const Code* code;
    u64 line;
};
struct Exception : Object {
    Tuple* args;
    Value cause, context;  ///< absent: none
    bool suppress;
    TraceLine* trace;
    Dict* attributes;
    Value
        extra;  ///< what exceptions of its class know beyond their arguments: exception_parts.cpp, groups.cpp
};
struct Module : Object {
    Value name;
    Dict* dict;
};
struct Generator : Object {
    Frame* frame;  ///< null once finished
    bool running, started;
    Value name, qualname;
};
enum class Walk : u8 {
    List,
    Tuple,
    Str,
    Bytes,
    ByteArray,
    Range,
    Keys,
    Values,
    Items,
    ReverseKeys,
    ReverseValues,
    ReverseItems,
    Reverse,
    Enumerate,
    Zip,
    Map,
    Filter,
    Call,
    Item,
    Names,
    Count,  // from here on those of itertools: walk_steps.cpp
    Repeat,
    Cycle,
    Accumulate,
    Chain,
    Compress,
    DropWhile,
    TakeWhile,
    FilterFalse,
    StarMap,
    Slice,
    Pairwise,
    ZipLongest,
    GroupBy,
    Group,
    Tee,
    Product,
    Permutations,
    Combinations,
    Repeated  // combinations_with_replacement
};
struct Iterator : Object {  ///< flag: a Walk
    Value source, extra;
    i64 next, end;
    u64 changes;
};
enum class ViewKind : u8 { Keys, Values, Items };
struct DictView : Object {  ///< a Proxy too: a dict that may be looked at only
    Dict* dict;
};
struct Property : Object {
    Value get, set, del, doc;
    Value name;  ///< in the class in which it stands; absent: in none
};
struct Wrapper : Object {  ///< StaticMethod, ClassMethod
    Value function;
    Dict* attributes;  ///< null: none beside those that the function has too
};
/// Flag of a Wrapper that belongs to no execution, a builtin's class method: nothing may be kept in it.
inline constexpr u8 SHARED = 1;
/// A native attribute: `get` and `set` of builtin classes (exception.args, range.start, …).
struct AttributeSpec {
    const char* name;
    Value (*get)(Vm&, Value self);
    bool (*set)(Vm&, Value self, Value value);
};
struct Attribute : Object {
    const AttributeSpec* spec;
    const Class* owner;
};
/// What __slots__ leaves in a class for each name: says what getting and setting of it does.
struct Member : Object {
    Value name;  ///< as the class has it
    Str* key;    ///< of the value, among those of an object's slots
    Class* owner;
};
struct Super : Object {
    Class* after;
    Value self;
    Class* of;
};
struct Hasher : Object {  ///< flag: 0 sha256, 1 sha3_256; hashes what it collected
    ByteArray* data;
};

template <class T>
constexpr bool always_false = false;

template <class T>
T* cast(Value v) noexcept
{
    return static_cast<T*>(v.as_object());
}
inline bool is(Value v, Kind kind) noexcept
{
    return v.is_object() && v.as_object()->kind == kind;
}
inline bool is_str(Value v) noexcept
{
    return is(v, Kind::Str);
}
inline bool is_int(Value v) noexcept
{
    return v.is_small() || v.is_bool() || is(v, Kind::Int);
}
inline bool is_dict(Value v) noexcept
{
    return is(v, Kind::Dict);
}
inline bool is_anyset(Value v) noexcept
{
    return is(v, Kind::Set) || is(v, Kind::FrozenSet);
}
/// Of a builtin class itself, not of one that a program derived from it.
inline bool exact(Value v) noexcept
{
    return !v.is_object() || v.as_object()->cls->is_builtin;
}
/// Whether __get__, __set__ or __delete__ of its class may have a say where it stands in a class.
inline bool may_describe(Value v) noexcept
{
    return !exact(v) && !is(v, Kind::Property);
}
inline std::span<const Value> sequence_items(Value v) noexcept  ///< of a list or a tuple
{
    return is(v, Kind::List) ? cast<List>(v)->view() : cast<Tuple>(v)->view();
}
inline bool is_bytes_like(Value v) noexcept
{
    return is(v, Kind::Bytes) || is(v, Kind::ByteArray);
}
inline BytesView bytes_of(Value v) noexcept
{
    return is(v, Kind::Bytes) ? cast<BytesObject>(v)->view() : cast<ByteArray>(v)->view();
}
/// Where an instance of a program's class keeps its attributes when its data is inline: behind them.
inline Dict** trailing_attributes(Object* o) noexcept
{
    u64 bytes = sizeof(ByteArray);
    if (o->kind == Kind::Int) bytes = sizeof(Int) + u64{o->size} * sizeof(u64);
    if (o->kind == Kind::Str) bytes = sizeof(Str) + o->size;
    if (o->kind == Kind::Bytes) bytes = sizeof(BytesObject) + o->size;
    if (o->kind == Kind::Tuple) bytes = sizeof(Tuple) + u64{o->size} * sizeof(Value);
    if (o->kind == Kind::Property) bytes = sizeof(Property);
    if (o->kind == Kind::Iterator) bytes = sizeof(Iterator);
    return reinterpret_cast<Dict**>(reinterpret_cast<u8*>(o) + ((bytes + 7) & ~u64{7}));
}
inline std::string_view str_of(Value v) noexcept
{
    return cast<Str>(v)->view();
}

}  // namespace lariat::pvm
