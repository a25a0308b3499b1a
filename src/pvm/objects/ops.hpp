// The operations of the VM by subject. A Value result that is absent, an int result of -1 and a bool
// result of false (where it says so) mean: an exception is pending. Everything charges before it works.
#pragma once

#include "pvm/numbers/bigint.hpp"
#include "pvm/objects/vm.hpp"

namespace lariat::pvm {

class Text;  // text.hpp

// ── what the builtin kinds do, whatever a program's class derived from them says ──
int native_truth(Value v) noexcept;
Value native_compare(Vm& vm, CompareOp op, Value a, Value b);  ///< NOT_IMPLEMENTED where Python has it
int native_contains(Vm& vm, Value container, Value item);
bool native_hash(Vm& vm, Value v, u64& out);
i64 native_length(Vm& vm, Value v);
Value native_subscript(Vm& vm, Value v, Value key);
bool native_store(Vm& vm, Value v, Value key, Value value);
Value native_iter(Vm& vm, Value v);
Value native_reversed(Vm& vm, Value v);  ///< ABSENT without an exception: its kind has no __reversed__
bool native_repr(Vm& vm, Value v, Text& out);
bool native_format(Vm& vm, Value v, std::string_view spec, Text& out);
Value native_binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place);  ///< NOT_IMPLEMENTED: nothing fits
Value native_repeat(Vm& vm, Value sequence, Value count, bool in_place);  ///< as its method: an index or none
Value native_unary(Vm& vm, Op op, Value a);

// ── data of int, str, bytes, tuple in a program's class (derived.cpp, slot_methods.cpp) ──
Value derive(Vm& vm, Class& cls, Value plain);  ///< an instance of cls with the data of `plain`
Value plain_of(Vm& vm, Value v);                ///< v, or its data as the builtin class's own
void boot_slot_methods();
void boot_class_making();
void boot_new();
void boot_mapping_proxy();
Value new_proxy(Vm& vm, Dict* d);
Value behind_proxy(Vm& vm, Value proxy, Value other);  ///< its dict, as a method of `other` may see it

// ── exceptions (exceptions.cpp) ──
template <class... Parts>
std::string cat(const Parts&... parts)
{
    std::string out;
    (out.append(parts), ...);
    return out;
}
inline std::string number(u64 n)
{
    return std::to_string(n);
}
inline std::string number(u32 n)
{
    return std::to_string(n);
}
inline std::string number(i64 n)
{
    return std::to_string(n);
}

Value raise(Vm& vm, Class& type, std::string_view message);  ///< pending is set; gives ABSENT
inline constexpr std::string_view TOO_DEEP = "maximum recursion depth exceeded";
inline constexpr std::string_view TOO_DEEP_TO_COMPARE = "maximum recursion depth exceeded in comparison";
/// Does `work` one level deeper. `failed`: an exception is pending, or the execution has halted.
template <class Result, class Work>
Result nested(Vm& vm, Result failed, std::string_view complaint, const Work& work)
{
    const Deeper deeper(vm);
    if (!deeper.too_deep()) [[likely]]
        return stopping_halt(vm, failed, work);
    raise(vm, T.RecursionError, complaint);
    return failed;
}
/// What was being handled when this one is raised, unless that would close a ring.
Value being_handled(Vm& vm);  ///< by the innermost frame that handles any; absent: none
void set_context(Vm& vm, Value exception);
/// UnicodeDecodeError and UnicodeEncodeError: with the five arguments that CPython gives them.
Value raise_unicode(Vm& vm, Class& type, std::string_view encoding, Value object, u64 start, u64 end,
                    std::string_view reason, std::string_view message);
Value raise_value(Vm& vm, Class& type, Value argument);  ///< KeyError(key), StopIteration(value)
Value type_error(Vm& vm, std::string_view message);
Value value_error(Vm& vm, std::string_view message);
Value raise_host_error(Vm& vm, const Error& error);  ///< Halt for OutOfCycles and OutOfCells
Value new_exception(Vm& vm, Class& type, std::span<const Value> args);
bool pending_is(Vm& vm, Class& type);
void add_trace(Vm& vm, Value exception, const Code* code, u32 line);
Value normalize_raised(Vm& vm, Value raised);                        ///< class or instance → instance
void describe_traceback(Vm& vm, Value exception, std::string& out);  ///< traceback.cpp
void describe_exception(Vm& vm, Value exception, std::string& out);  ///< its text alone
void boot_exceptions();
void boot_exception_parts();
void boot_os_errors();
Value os_error_make(Vm& vm, Class& asked, const Args& args);  ///< of that class, or the one for its number
Value exception_text_of_arguments(Vm& vm, Value exception);   ///< what most exceptions are shown as
/// What a new exception's class makes of its arguments; of its keywords.
bool fill_exception(Vm& vm, Value exception, const Args& args);
bool fill_exception_keywords(Vm& vm, Value exception, const Args& args);
void note_name(Vm& vm, Value name, Value object);  ///< in what is pending: which name was not found
bool is_unicode(Value exception);                  ///< UnicodeDecodeError and its like
Value unicode_text(Vm& vm, Value exception);
Value import_message(Value exception);

// ── classes and attributes (classes.cpp, attributes.cpp) ──
inline Class* type_of(Value v) noexcept
{
    if (v.is_small()) return &T.int_;
    if (v.is_object()) return v.as_object()->cls;
    if (v.is_bool()) return &T.bool_;
    if (v == NONE) return &T.none;
    return v == ELLIPSIS ? &T.ellipsis : &T.not_implemented;
}
std::string_view type_name(Value v) noexcept;
std::string_view full_class_name(const Class* cls) noexcept;    ///< as messages have it
void qualify_in_messages(Class* cls, std::string_view module);  ///< of a library module's class
void mark_for_patterns(Class* cls, std::string_view module);    ///< the same
/// type_name, but None is "None": as CPython speaks of the arguments of its functions.
std::string_view argument_name(Value v) noexcept;
/// Is it an operator's method, a slot wrapper, of which CPython speaks in other words than of other methods?
bool is_operator(const Native* n);
/// Checks that the receiver of a builtin's method has the right class. False: TypeError is pending.
bool applies(Vm& vm, const Native* n, Value self);
bool applies(Vm& vm, const Attribute* a, Value self);
bool is_plain_member(const Attribute* a);  ///< one that CPython reads where it lies
bool does_not_apply(Vm& vm, std::string_view name, const Class* owner, Value self);
/// The same where it is called, of which CPython speaks in other words.
bool called_on_its_own(Vm& vm, const Native* n, Value self);
inline bool is_method(const Native* n) noexcept  ///< found in a builtin class, not bound yet
{
    return n->cls == &T.descriptor || n->cls == &T.wrapper_descriptor;
}
/// A function that becomes a method where it is found in a class: those of library modules that CPython has
/// built in are of the class of builtin functions and do not.
inline bool becomes_method(Value v) noexcept
{
    return is(v, Kind::Function) && v.as_object()->cls == &T.function;
}
/// Does the class have an __init__ of its own, which takes the keywords of a call?
inline bool has_own_init(Value cls) noexcept
{
    return (cast<Class>(cls)->features & HAS_INIT) != 0;
}
/// Walks the order only for a program's class with several bases; subclass_price() is the cost.
inline bool is_subclass(const Class* c, const Class* of) noexcept
{
    if (c == of) return true;
    if (of->is_builtin) return (c->ancestors[of->number / 64] >> of->number % 64 & 1) != 0;
    // Of one line the order is that of each base, and what stands before it.
    if (c->one_line) return c->mro_count > of->mro_count && c->mro[c->mro_count - of->mro_count] == of;
    for (u32 i = 1; i < c->mro_count; ++i)
        if (c->mro[i] == of) return true;
    return false;
}
inline u64 subclass_price(const Class* c, const Class* of) noexcept
{
    return of->is_builtin || c->one_line ? 0 : gas::order(c->mro_count);
}
/// Which the operand on the right is asked first for: its class derives from that of the left one.
inline bool derives_from_class_of(Vm& vm, Value b, Value a)
{
    if (!b.is_object() || type_of(a) == type_of(b)) return false;
    vm.charge(subclass_price(type_of(b), type_of(a)));
    return is_subclass(type_of(b), type_of(a));
}
bool is_instance(Value v, const Class& c) noexcept;
u16 features_of(Vm& vm, const Class* cls);  ///< all but those of OPERATORS and LAYOUT
inline constexpr u16 OPERATORS = HAS_ORDER | HAS_ADD | HAS_MRO | HAS_HINT | ORDERED_DICT;
inline constexpr u16 LAYOUT = NO_DICT | BESIDE_SLOTS;
u16 operators_of(const Class* cls);  ///< the rest, of a class that is being made
/// A class of a program is given a method of this name after it was made. What is taken away counts as said.
void says_later(Vm& vm, Class* cls, std::string_view name);
/// Of a method of that name, if a class that derives from one must have known of it when it was made; or 0.
u16 fixed_feature(const Str* name);
void feature_lost(Vm& vm, Class* cls);  ///< its table no longer has what such a feature says
/// May a class of a program say this of the value? Only false is certain.
inline bool says(const Vm& vm, Value v, Feature feature) noexcept
{
    return !exact(v) && ((v.as_object()->cls->features | vm.said_later) & feature) != 0;
}
/// What a program calls a class has a limit, as a name in its source has. False: ValueError is pending.
bool class_name_fits(Vm& vm, Value text, bool qualified);
/// What looking through the order of a class, or of an object's class, costs.
inline u64 order_price(Value v) noexcept
{
    return gas::order((is(v, Kind::Class) ? cast<Class>(v) : type_of(v))->mro_count);
}
int instance_check(Vm& vm, Value v, Value classes);  ///< isinstance's rules
int subclass_check(Vm& vm, Value cls, Value classes);
/// In the MRO; ABSENT without an exception. `own`: whether a program's class has it.
Value lookup_uncached(Vm& vm, Class* cls, Str* name, LookupCache& line);  ///< fills the line
inline Value lookup(Vm& vm, Class* cls, Str* name, bool* own = nullptr)
{
    LookupCache& line = vm.cache_line(cls, name);
    if (line.is_for(cls, name, vm.epoch)) [[likely]]
        vm.charge(line.price);
    else
        lookup_uncached(vm, cls, name, line);
    if (own != nullptr) *own = line.own;
    return line.found;
}
/// Looks it up, and says what each further look costs.
inline u64 lookup_price(Vm& vm, Class* cls, Str* name)
{
    lookup(vm, cls, name);
    return vm.cache_line(cls, name).price;
}
/// The attributes or slots of an object; null: objects of its kind have none.
Dict** attributes_of(Value v);
Dict* own_attributes(Value v);             ///< those that are no slots, or of NO_DICT the slots; null: none
Dict** attributes_place(Vm& vm, Value v);  ///< where they are kept; null: objects of its kind have none
Value slot_get(Vm& vm, const Member* m, Value v);
bool slot_set(Vm& vm, const Member* m, Value v, Value value);  ///< value absent: delete
void boot_slots();
Value no_attribute(Vm& vm, Value v, Str* name);        ///< AttributeError
Value class_attribute(Vm& vm, Class* cls, Str* name);  ///< ABSENT: none
Value function_attribute(Vm& vm, Function* f, Str* name);
bool set_function_attribute(Vm& vm, Function* f, Str* name, Value value, bool& known);
Value native_name(Vm& vm, const Native* n, bool qualified);
Value dict_of(Vm& vm, Value v);  ///< __dict__ of an object; ABSENT: it has none
bool set_dict_of(Vm& vm, Value v, Value dict);
/// The name that is asked for; null, and TypeError pending, when it is none. Those that the VM knows are one
/// object, however they were made.
Str* name_given(Vm& vm, Value v);
Value get_attr(Vm& vm, Value v, Str* name);
Value find_attr(Vm& vm, Value v,
                Str* name);  ///< ABSENT without an exception where it would be AttributeError
Value get_attr_plain(Vm& vm, Value v, Str* name, bool raises);  ///< without __getattribute__ and __getattr__
bool set_attr_plain(Vm& vm, Value v, Str* name, Value value);   ///< without __setattr__ and __delattr__
/// A method ready to call: true: `function` takes `self` first; false: it is bound already.
bool load_method(Vm& vm, Value v, Str* name, Value& function, Value& self);
bool set_attr(Vm& vm, Value v, Str* name, Value value);  ///< value absent: delete
Value special_method(Vm& vm, Value v, Str* name);        ///< bound, of a program's class only; ABSENT: none
Value call_found(Vm& vm, Value method, Value self, std::initializer_list<Value> args);
/// Calls a method that a program's class defines. `found` false: there is none, nothing happened.
inline Value call_special(Vm& vm, Value self, Str* name, std::initializer_list<Value> args, bool& found)
{
    found = false;
    if (!self.is_object() || self.as_object()->cls->is_builtin) return ABSENT;
    const Value method = lookup(vm, self.as_object()->cls, name, &found);
    return found ? call_found(vm, method, self, args) : ABSENT;  // what a builtin base has it does anyway
}
Value bind(Vm& vm, Value found, Value self, Class* cls);
/// What it gives comes before what the object has under the name: it says both what getting and what setting
/// does.
bool is_data_descriptor(Vm& vm, Value found);
/// What a static method, a class method or a property says of itself, as its function says it: that may be
/// another one, and so on. ABSENT without an exception: it does not say.
Value said_by_wrapped(Vm& vm, Value function, Str* name);
/// What a property gives of `v`, or itself when that is absent; and sets, deletes when `value` is absent.
Value property_get(Vm& vm, Value property, Value v);
bool property_set(Vm& vm, Value property, Value v, Value value);
Value make_instance(Vm& vm, Class* cls, const Args& args);  ///< as __new__ of its builtin base makes it
Value instantiate(Vm& vm, Class* cls, const Args& args);
Value call_new(Vm& vm, Class* cls, const Args& args);  ///< the __new__ that a program gave it
void class_changed(Vm& vm);  ///< after the last change, without anything of a program's run in between
bool boot_mro(Class& cls, Class& base);
void boot_second_base(Class& cls, Class& first, Class& second);
void boot_classes();

// ── calls (calls.cpp) ──
Value call(Vm& vm, Value callee, const Args& args);
Value call(Vm& vm, Value callee, std::initializer_list<Value> args);
Value call_function(Vm& vm, Function* f, Value self, const Args& args);
Value call_native(Vm& vm, Native* native, Value self, const Args& args);
Frame* enter(Vm& vm, Function* f, Value self,
             const Args& args);  ///< a frame with bound arguments; null: error
Value make_generator(Vm& vm, Function* f, Frame* frame);
Value execute(Vm& vm, Frame* entry);

// ── generators (generators.cpp) ──
/// `given`: what `thrown` was made of, which one that is no generator is handed instead.
/// `level`: how many others delegate to it, one to the next, of which the first was thrown into.
Value generator_send(Vm& vm, Generator* g, Value sent, Value thrown, u32 level = 0,
                     const Args* given = nullptr);
bool generator_resume(Vm& vm, Generator* g, Value sent, Frame::Role role);  ///< pushes its frame
void boot_generators();

// ── truth, equality, order, hash (compare.cpp, equality.cpp, hash.cpp) ──
int truth(Vm& vm, Value v);
int equals(Vm& vm, Value a, Value b);
inline int identical_or_equal(Vm& vm, Value a, Value b)
{
    return a == b ? 1 : equals(vm, a, b);
}
int sequences_equal(Vm& vm, Value a, Value b);  ///< two lists or two tuples
int ranges_equal(Vm& vm, const Range* a, const Range* b);
i64 first_difference(Vm& vm, Value a, Value b);             ///< of the same; -1: pending
Value not_ordered(Vm& vm, CompareOp op, Value a, Value b);  ///< TypeError
Value compare(Vm& vm, CompareOp op, Value a, Value b);
/// What the classes of the two say one after the other, at least one of them a program's; NOT_IMPLEMENTED:
/// neither does.
Value compare_in_turn(Vm& vm, CompareOp op, Value a, Value b);
int less(Vm& vm, Value a, Value b);
int contains(Vm& vm, Value container, Value item);
bool hash_value(Vm& vm, Value v, u64& out);  ///< false: pending

// ── numbers (int.cpp, operators.cpp) ──
Value int_of(Vm& vm, i64 n);
Value int_of_u64(Vm& vm, u64 n);
Value int_of_u128(Vm& vm, u128 n);
Value int_of_big(Vm& vm, const bigint::Big& big);
Value int_of_result(Vm& vm, bigint::Status status, const bigint::Big& big);  ///< or what went wrong
/// A view of any int, bools too; small ones are put into `room`.
bigint::View int_view(Value v, bigint::Big& room);
std::optional<i64> to_i64(Value v);  ///< of an int that fits
std::optional<u64> to_u64(Value v);
std::optional<u128> to_u128(Value v);
u64 int_bits(Value v);
std::string int_text(Vm& vm, Value v, u32 base = 10);  ///< charged
Value int_binary(Vm& vm, BinaryOp op, Value a, Value b);
Value int_pow_mod(Vm& vm, Value a, Value b, Value m);
int int_compare(Value a, Value b);
int int_order(Vm& vm, Value a, Value b);  ///< the same, charged
Value int_negate(Vm& vm, Value a);
Value int_invert(Vm& vm, Value a);
Value int_abs(Vm& vm, Value a);
Value int_divmod(Vm& vm, Value a, Value b);
Value int_round(Vm& vm, Value n, Value to);  ///< to: digits, or none
Value int_parse(Vm& vm, std::string_view text, u32 base, Value shown);
u64 int_hash(Value v);
Value binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place);
Value quotient_and_rest(Vm& vm, Value a, Value b);  ///< divmod()
Value unary(Vm& vm, Op op, Value a);
Value to_index(Vm& vm, Value v);              ///< __index__
bool index_value(Vm& vm, Value v, i64& out);  ///< saturating, for slices
bool c_int_value(Vm& vm, Value v, i64& out);  ///< OverflowError for what C's int does not hold
bool slice_value(Vm& vm, Value v, i64& out);  ///< absent and None leave what is there; saturating
bool count_value(Vm& vm, Value v, i64& out);  ///< OverflowError for what is no size
void boot_int();

// ── text and bytes (str*.cpp, byte*.cpp, format*.cpp) ──
Value new_str(Vm& vm, std::string_view text);  ///< valid UTF-8; charged by the caller
Str* new_str_object(Vm& vm, std::string_view text);
Str* name_object(Vm& vm, std::string_view text);  ///< the one that the VM knows, or a new one
Value new_bytes(Vm& vm, BytesView bytes);
Value new_bytearray(Vm& vm, BytesView bytes);
bool byte_value(Vm& vm, Value v, u8& out);
bool store_bytes_slice(Vm& vm, ByteArray* b, Slice* s, Value value);  ///< value absent: delete
u64 str_hash(Vm& vm, Str* s);
Value str_concat(Vm& vm, Value a, Value b);
Value str_index(Vm& vm, Str* s, i64 at);
Value str_slice(Vm& vm, Str* s, i64 start, i64 step, i64 count);
Value bytes_concat(Vm& vm, Value a, Value b);
Value bytes_slice(Vm& vm, Value v, i64 start, i64 step, i64 count);
i64 find_in(Vm& vm, std::string_view text, std::string_view what, bool last);  ///< charged; -1 none
Value char_str(Vm& vm, u32 point);
Value first_char(Vm& vm, std::string_view text);  ///< of what is in a Str, and not empty
/// repr and str append to `out`; false: pending.
bool repr_to(Vm& vm, Value v, Text& out);
bool str_to(Vm& vm, Value v, Text& out);
bool repr_to(Vm& vm, Value v, std::string& out);  ///< for a message
bool str_to(Vm& vm, Value v, std::string& out);
Value repr_value(Vm& vm, Value v);
Value ascii_value(Vm& vm, Value v);  ///< repr with nothing beyond ASCII
Value str_value(Vm& vm, Value v);
std::string shown(Vm& vm, Value v);  ///< a short repr for host errors, never raises
bool printable(u32 point) noexcept;  ///< str.isprintable of one character
void repr_text(std::string_view text, std::string& out, bool ascii);
void repr_bytes(BytesView bytes, bool array, std::string& out);
bool format_to(Vm& vm, Value v, std::string_view spec, Text& out);
Value percent_format(Vm& vm, Value format, Value args);
Value str_format(Vm& vm, std::string_view format, const Args& args, Value mapping);
void boot_str();
void boot_bytes();

// ── list, tuple, range, slice (list.cpp, sequence.cpp, sort.cpp) ──
List* new_list(Vm& vm, std::span<const Value> items);
List* new_list_room(Vm& vm, u64 capacity);
void list_append(Vm& vm, List* l, Value v);
bool list_extend(Vm& vm, List* l, Value iterable);
/// The same, and what cannot be walked is refused in the words of the caller: CPython's PySequence_Fast.
bool list_extend(Vm& vm, List* l, Value iterable, std::string_view refusal);
void list_reserve(Vm& vm, List* l, u64 n);
Tuple* new_tuple(Vm& vm, std::span<const Value> items);
Tuple* new_tuple_room(Vm& vm, u64 n);
extern Tuple* const EMPTY_TUPLE;
bool list_sort(Vm& vm, List* l, Value key, bool reverse);
/// Where the least of `keys`, which nobody else has, lies, the next, and so on; null: pending.
const u32* sorted_order(Vm& vm, List* keys, bool reverse);
Value new_slice(Vm& vm, Value a, Value b, Value c);
/// Start, stop and step of a slice as they are given; false: pending. They may run an __index__: what is
/// sliced is measured after it, for adjust_slice.
bool slice_parts(Vm& vm, Slice* s, i64& start, i64& stop, i64& step);
/// The same for what may be longer than a small number says, and clipped to `length`; false: pending.
bool long_slice_parts(Vm& vm, const Slice* s, Value length, Value& start, Value& stop, Value& step);
void adjust_slice(i64 length, i64& start, i64& stop, i64 step, i64& count);
Value subscript(Vm& vm, Value v, Value key);
bool store_subscript(Vm& vm, Value v, Value key, Value value);  ///< value absent: delete
Value new_range(Vm& vm, Value start, Value stop, Value step);
bool unpack(Vm& vm, Value v, u32 count, Value* out);  ///< out[0] is the last
bool unpack_star(Vm& vm, Value v, u32 before, u32 after, Value* out);
i64 length(Vm& vm, Value v);          ///< -1: pending
i64 length_said(Vm& vm, Value said);  ///< by a __len__ of a program's
void boot_sequences();

// ── dict, set (dict.cpp, dict_methods.cpp, set.cpp) ──
Dict* new_dict(Vm& vm);
Dict* new_set(Vm& vm, bool frozen = false);
/// The value, or ABSENT: pending tells whether because of an exception.
Value dict_get(Vm& vm, Dict* d, Value key);
Value dict_get(Vm& vm, Dict* d, const Entry& key);  ///< of another table: its hash is not asked again
Value dict_get_name(Vm& vm, Dict* d, Str* name);    ///< probes are charged
bool dict_set(Vm& vm, Dict* d, Value key, Value value);
bool dict_set(Vm& vm, Dict* d, const Entry& key, Value value);  ///< the hash is known
/// The value of the key, which becomes `otherwise` where it has none. Hashes the key once. Absent: pending.
Value dict_setdefault(Vm& vm, Dict* d, Value key, Value otherwise);
void dict_set_name(Vm& vm, Dict* d, Str* name, Value value);
int dict_delete(Vm& vm, Dict* d, Value key, Value* removed = nullptr);  ///< 1 was there
int dict_delete(Vm& vm, Dict* d, const Entry& key);                     ///< with the hash of the key
bool dict_delete_name(Vm& vm, Dict* d, Str* name);  ///< was there; runs no __eq__ of a program
/// The entry at a place that is taken, whatever a program says of its key now.
void dict_remove_at(Vm& vm, Dict* d, u32 entry);
int set_has(Vm& vm, Dict* s, Value key);
int set_has(Vm& vm, Dict* s, const Entry& key);
int set_contains(Vm& vm, Dict* set, Value item);  ///< as set_has; a set is looked for as a frozenset
bool set_add(Vm& vm, Dict* s, Value key);
bool set_add(Vm& vm, Dict* s, const Entry& key);
bool set_update(Vm& vm, Dict* s, Value iterable);
/// As dict.update does (dict_update.cpp).
bool dict_update(Vm& vm, Dict* d, Value other);
bool dict_copy(Vm& vm, Dict* to, Dict* from);  ///< as dict.copy does, into an empty one
bool is_ordered_dict(Vm& vm, Value v);         ///< of a class that derives from collections.OrderedDict
/// Is it one, whose class has a method of its own of that name?
bool asks_its_class(Vm& vm, Value dict, Str* name);
/// What keys() or items() of an object gives; null: pending.
List* list_from(Vm& vm, Value from, Str* method);
bool dict_copy_into(Vm& vm, Dict* to, Dict* from);
void dict_clear(Dict* d);
/// Before a walk over the entries that pays for those that are there: an eighth for each that was deleted.
inline void pay_for_deleted(Vm& vm, const Dict* d)
{
    vm.charge((d->used - d->size) / 8 * gas::PROBE);
}
Value dict_missing(Vm& vm, Dict* d, Value key);
Value set_binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place);
Value set_compare(Vm& vm, CompareOp op, Value a, Value b);
Value new_view(Vm& vm, Dict* d, ViewKind kind);
void boot_dict();
void boot_set();

// ── iteration (iterators.cpp) ──
Value get_iter(Vm& vm, Value v);
/// With `refusal` instead of what a TypeError says that was raised before the first item is asked for.
Value get_iter_or(Vm& vm, Value v, std::string_view refusal);
/// The next item, or ABSENT: pending tells whether because of an exception. StopIteration is taken in.
Value iter_next(Vm& vm, Value iterator);
Iterator* new_iterator(Vm& vm, Walk walk, Value source, i64 end);
/// Calls f(item) for each; f gives false to stop with an exception pending. With a `refusal`, what cannot be
/// walked is refused in its words.
template <class F>
bool for_each(Vm& vm, Value iterable, F&& f, std::string_view refusal = {})
{
    if (is(iterable, Kind::List) && exact(iterable)) {
        const List* l = cast<List>(iterable);
        for (u32 i = 0; i < l->size; ++i)
            if (!f(l->items[i])) return false;
        return true;
    }
    if (is(iterable, Kind::Tuple) && exact(iterable)) {
        const Tuple* t = cast<Tuple>(iterable);
        for (u32 i = 0; i < t->size; ++i)
            if (!f(t->items[i])) return false;
        return true;
    }
    const Value it = refusal.empty() ? get_iter(vm, iterable) : get_iter_or(vm, iterable, refusal);
    if (it.absent()) return false;
    for (;;) {
        vm.charge(gas::ITEM);
        const Value item = iter_next(vm, it);
        if (item.absent()) return vm.pending.absent();
        if (!f(item)) return false;
    }
}
void boot_iterators();

// ── modules and values for the host ──
Value import_module(Vm& vm, Str* name);
/// What a module gives only when it is asked for; ABSENT: pending tells whether because of an exception.
Value late_attribute(Vm& vm, Value module, Str* name);
bool cbor_encode(Vm& vm, Value v, Bytes& out);  ///< charged
Value cbor_decode(Vm& vm, BytesView bytes);     ///< charged
Value storage_get(Vm& vm, Value key);           ///< ABSENT, nothing pending: not there
Value new_storage(Vm& vm);
bool storage_set(Vm& vm, Value key, Value value);
int storage_delete(Vm& vm, Value key);
Value make_actor(Vm& vm, Value cls);
void boot_builtins();
void boot_functions();
void boot_storage();
void boot_hashlib();
void boot_json();
Value new_module(Vm& vm, std::string_view name, Dict* dict);

inline bool pending(const Vm& vm)
{
    return vm.pending.present();
}
inline Value none_or_absent(bool ok)
{
    return ok ? NONE : ABSENT;
}

}  // namespace lariat::pvm
