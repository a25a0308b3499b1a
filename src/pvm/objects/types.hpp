// Builtin classes and names that the VM itself looks up: made once, never changed, shared by executions.
#pragma once

#include "pvm/objects/object.hpp"

namespace lariat::pvm {

// clang-format off
// X(C++ name, Python name, base, kind of its instances, may programs derive from it)
#define LARIAT_TYPES(X)                                                  \
    X(object, "object", object, Instance, true)                          \
    X(type, "type", object, Class, true)                                 \
    X(int_, "int", object, Int, true)                                    \
    X(bool_, "bool", int_, Immediate, false)                             \
    X(str, "str", object, Str, true)                                     \
    X(bytes, "bytes", object, Bytes, true)                               \
    X(bytearray, "bytearray", object, ByteArray, true)                   \
    X(list, "list", object, List, true)                                  \
    X(tuple, "tuple", object, Tuple, true)                               \
    X(dict, "dict", object, Dict, true)                                  \
    X(set, "set", object, Set, true)                                     \
    X(frozenset, "frozenset", object, FrozenSet, true)                   \
    X(range, "range", object, Range, false)                              \
    X(slice, "slice", object, Slice, false)                              \
    X(cell, "cell", object, Cell, false)                                 \
    X(function, "function", object, Function, false)                     \
    X(native, "builtin_function_or_method", object, Native, false)       \
    X(descriptor, "method_descriptor", object, Native, false)            \
    X(wrapper_descriptor, "wrapper_descriptor", object, Native, false)   \
    X(method, "method", object, BoundMethod, false)                      \
    X(method_wrapper, "method-wrapper", object, BoundMethod, false)      \
    X(module, "module", object, Module, false)                           \
    X(generator, "generator", object, Generator, false)                  \
    X(iterator, "iterator", object, Iterator, false)                     \
    X(list_iterator, "list_iterator", object, Iterator, false)           \
    X(tuple_iterator, "tuple_iterator", object, Iterator, false)         \
    X(str_iterator, "str_iterator", object, Iterator, false)             \
    X(str_ascii_iterator, "str_ascii_iterator", object, Iterator, false) \
    X(bytes_iterator, "bytes_iterator", object, Iterator, false)         \
    X(bytearray_iterator, "bytearray_iterator", object, Iterator, false) \
    X(list_reverseiterator, "list_reverseiterator", object, Iterator, false)           \
    X(dict_reversekeyiterator, "dict_reversekeyiterator", object, Iterator, false)     \
    X(dict_reversevalueiterator, "dict_reversevalueiterator", object, Iterator, false) \
    X(dict_reverseitemiterator, "dict_reverseitemiterator", object, Iterator, false)   \
    X(range_iterator, "range_iterator", object, Iterator, false)         \
    X(dict_keyiterator, "dict_keyiterator", object, Iterator, false)     \
    X(dict_valueiterator, "dict_valueiterator", object, Iterator, false) \
    X(dict_itemiterator, "dict_itemiterator", object, Iterator, false)   \
    X(set_iterator, "set_iterator", object, Iterator, false)             \
    X(callable_iterator, "callable_iterator", object, Iterator, false)   \
    X(reversed, "reversed", object, Iterator, false)                     \
    X(enumerate, "enumerate", object, Iterator, false)                   \
    X(zip, "zip", object, Iterator, false)                               \
    X(map, "map", object, Iterator, false)                               \
    X(filter, "filter", object, Iterator, false)                         \
    X(accumulate, "accumulate", object, Iterator, true) \
    X(chain, "chain", object, Iterator, true) \
    X(combinations, "combinations", object, Iterator, true) \
    X(combinations_with_replacement, "combinations_with_replacement", object, Iterator, true) \
    X(compress, "compress", object, Iterator, true) \
    X(count, "count", object, Iterator, true) \
    X(cycle, "cycle", object, Iterator, true) \
    X(dropwhile, "dropwhile", object, Iterator, true) \
    X(filterfalse, "filterfalse", object, Iterator, true) \
    X(groupby, "groupby", object, Iterator, true) \
    X(grouper, "_grouper", object, Iterator, false) \
    X(islice, "islice", object, Iterator, true) \
    X(pairwise, "pairwise", object, Iterator, true) \
    X(permutations, "permutations", object, Iterator, true) \
    X(product, "product", object, Iterator, true) \
    X(repeat, "repeat", object, Iterator, true) \
    X(starmap, "starmap", object, Iterator, true) \
    X(takewhile, "takewhile", object, Iterator, true) \
    X(tee, "_tee", object, Iterator, false) \
    X(zip_longest, "zip_longest", object, Iterator, true) \
    X(dict_keys, "dict_keys", object, DictView, false)                   \
    X(dict_values, "dict_values", object, DictView, false)               \
    X(dict_items, "dict_items", object, DictView, false)                 \
    X(mappingproxy, "mappingproxy", object, Proxy, false)                \
    X(property, "property", object, Property, true)                      \
    X(staticmethod, "staticmethod", object, StaticMethod, false)         \
    X(classmethod, "classmethod", object, ClassMethod, false)            \
    X(attribute, "getset_descriptor", object, Attribute, false)          \
    X(member, "member_descriptor", object, Member, false)                \
    X(super, "super", object, Super, false)                              \
    X(storage, "storage", object, Storage, false)                        \
    X(hasher, "HASH", object, Hasher, false)                             \
    X(union_type, "UnionType", object, Union, false)                     \
    X(generic_alias, "GenericAlias", object, GenericAlias, false)        \
    X(none, "NoneType", object, Immediate, false)                        \
    X(ellipsis, "ellipsis", object, Immediate, false)                    \
    X(not_implemented, "NotImplementedType", object, Immediate, false)

// X(name, base)
#define LARIAT_EXCEPTIONS(X)               \
    X(Exception, BaseException)            \
    X(BaseExceptionGroup, BaseException)   \
    X(ExceptionGroup, BaseExceptionGroup)  \
    X(GeneratorExit, BaseException)        \
    X(KeyboardInterrupt, BaseException)    \
    X(SystemExit, BaseException)           \
    X(ArithmeticError, Exception)          \
    X(OverflowError, ArithmeticError)      \
    X(ZeroDivisionError, ArithmeticError)  \
    X(FloatingPointError, ArithmeticError) \
    X(AssertionError, Exception)           \
    X(AttributeError, Exception)           \
    X(BufferError, Exception)              \
    X(EOFError, Exception)                 \
    X(ImportError, Exception)              \
    X(ModuleNotFoundError, ImportError)    \
    X(LookupError, Exception)              \
    X(IndexError, LookupError)             \
    X(KeyError, LookupError)               \
    X(MemoryError, Exception)              \
    X(NameError, Exception)                \
    X(UnboundLocalError, NameError)        \
    X(OSError, Exception)                  \
    X(BlockingIOError, OSError)            \
    X(ChildProcessError, OSError)          \
    X(ConnectionError, OSError)            \
    X(BrokenPipeError, ConnectionError)    \
    X(ConnectionAbortedError, ConnectionError) \
    X(ConnectionRefusedError, ConnectionError) \
    X(ConnectionResetError, ConnectionError) \
    X(FileExistsError, OSError)            \
    X(FileNotFoundError, OSError)          \
    X(InterruptedError, OSError)           \
    X(IsADirectoryError, OSError)          \
    X(NotADirectoryError, OSError)         \
    X(PermissionError, OSError)            \
    X(ProcessLookupError, OSError)         \
    X(TimeoutError, OSError)               \
    X(ReferenceError, Exception)           \
    X(RuntimeError, Exception)             \
    X(NotImplementedError, RuntimeError)   \
    X(RecursionError, RuntimeError)        \
    X(StopIteration, Exception)            \
    X(StopAsyncIteration, Exception)       \
    X(SyntaxError, Exception)              \
    X(IndentationError, SyntaxError)       \
    X(TabError, IndentationError)          \
    X(SystemError, Exception)              \
    X(TypeError, Exception)                \
    X(ValueError, Exception)               \
    X(UnicodeError, ValueError)            \
    X(UnicodeDecodeError, UnicodeError)    \
    X(UnicodeEncodeError, UnicodeError)    \
    X(UnicodeTranslateError, UnicodeError) \
    X(Warning, Exception)                  \
    X(BytesWarning, Warning)               \
    X(DeprecationWarning, Warning)         \
    X(EncodingWarning, Warning)            \
    X(FutureWarning, Warning)              \
    X(ImportWarning, Warning)              \
    X(PendingDeprecationWarning, Warning)  \
    X(ResourceWarning, Warning)            \
    X(RuntimeWarning, Warning)             \
    X(SyntaxWarning, Warning)              \
    X(UnicodeWarning, Warning)             \
    X(UserWarning, Warning)                \
    X(HostError, Exception)                \
    X(JSONDecodeError, ValueError)         \
    X(Base64Error, ValueError)

// clang-format on

struct Types {
#define X(name, text, base, kind, derive) Class name{};
    LARIAT_TYPES(X)
#undef X
    Class BaseException{};
#define X(name, base) Class name{};
    LARIAT_EXCEPTIONS(X)
#undef X
};
static_assert(sizeof(Types) / sizeof(Class) <= 64 * std::size(Class{}.ancestors), "each has a bit");
extern Types T;

// clang-format off
// X(C++ name, text): names that the VM looks up by itself.
#define LARIAT_NAMES(X) \
    X(init, "__init__") X(new_, "__new__") X(call, "__call__") X(repr, "__repr__") X(str, "__str__") \
    X(format, "__format__") X(bytes, "__bytes__") X(hash, "__hash__") X(eq, "__eq__") \
    X(ne, "__ne__") X(lt, "__lt__") X(le, "__le__") X(gt, "__gt__") X(ge, "__ge__") \
    X(bool_, "__bool__") X(len, "__len__") X(iter, "__iter__") X(next, "__next__") \
    X(contains, "__contains__") X(getitem, "__getitem__") X(setitem, "__setitem__") \
    X(delitem, "__delitem__") X(missing, "__missing__") X(getattr, "__getattr__") \
    X(getattribute, "__getattribute__") X(setattr, "__setattr__") X(delattr, "__delattr__") \
    X(get, "__get__") X(set, "__set__") X(delete_, "__delete__") X(set_name, "__set_name__") \
    X(init_subclass, "__init_subclass__") X(enter, "__enter__") X(exit, "__exit__") \
    X(index, "__index__") X(int_, "__int__") X(neg, "__neg__") X(pos, "__pos__") \
    X(invert, "__invert__") X(abs, "__abs__") X(reversed, "__reversed__") X(trunc, "__trunc__") X(round, "__round__") \
    X(add, "__add__") X(sub, "__sub__") X(mul, "__mul__") X(matmul, "__matmul__") \
    X(truediv, "__truediv__") X(mod, "__mod__") X(pow, "__pow__") X(lshift, "__lshift__") \
    X(rshift, "__rshift__") X(or_, "__or__") X(xor_, "__xor__") X(and_, "__and__") \
    X(floordiv, "__floordiv__") X(radd, "__radd__") X(rsub, "__rsub__") X(rmul, "__rmul__") \
    X(rmatmul, "__rmatmul__") X(rtruediv, "__rtruediv__") X(rmod, "__rmod__") X(rpow, "__rpow__") \
    X(rlshift, "__rlshift__") X(rrshift, "__rrshift__") X(ror, "__ror__") X(rxor, "__rxor__") \
    X(rand, "__rand__") X(rfloordiv, "__rfloordiv__") X(iadd, "__iadd__") X(isub, "__isub__") \
    X(imul, "__imul__") X(imatmul, "__imatmul__") X(itruediv, "__itruediv__") X(imod, "__imod__") \
    X(ipow, "__ipow__") X(ilshift, "__ilshift__") X(irshift, "__irshift__") X(ior, "__ior__") \
    X(ixor, "__ixor__") X(iand, "__iand__") X(ifloordiv, "__ifloordiv__") X(divmod, "__divmod__") \
    X(class_, "__class__") X(name, "__name__") X(qualname, "__qualname__") X(doc, "__doc__") \
    X(module, "__module__") X(dict_, "__dict__") X(annotations, "__annotations__") \
    X(slots, "__slots__") X(match_args, "__match_args__") X(send, "send") X(throw_, "throw") \
    X(close, "close") X(keys, "keys") X(storage, "storage") X(address, "address") \
    X(deployer, "deployer") X(code, "code") X(text_name, "name") X(super, "super") \
    X(class_cell, "__classcell__") X(wrapped, "__wrapped__") X(length_hint, "__length_hint__") \
    X(class_getitem, "__class_getitem__") X(encode, "encode") X(decode, "decode") \
    X(get_method, "get") \
    X(derive, "derive") X(split, "split") X(notes, "__notes__") X(self_, "__self__") \
    X(mro, "__mro__") X(bases, "__bases__") X(base, "__base__") X(prepare, "__prepare__") \
    X(metaclass, "metaclass") X(defaults, "__defaults__") X(kwdefaults, "__kwdefaults__") \
    X(func, "__func__") X(instancecheck, "__instancecheck__") X(subclasscheck, "__subclasscheck__") \
    X(rdivmod, "__rdivmod__") X(items, "items") X(make_order, "mro") X(mro_entries, "__mro_entries__") \
    X(orig_bases, "__orig_bases__") X(is_abstract, "__isabstractmethod__") \
    X(origin, "__origin__") X(type_args, "__args__") X(orig_class, "__orig_class__")
// clang-format on

struct Names {
#define X(name, text) Str* name = nullptr;
    LARIAT_NAMES(X)
#undef X
};
extern Names N;

/// Builds T, N and the table of builtins; once for the process.
void boot();

Str* static_name(std::string_view text);       ///< while booting: interned for good
Str* find_static_name(std::string_view text);  ///< null: no such
Value builtin(std::string_view name);          ///< absent: no such builtin
u64 hash_bytes(BytesView bytes) noexcept;      ///< fixed: the same everywhere
/// As many bits as hash() shows: what a program's __hash__ hands on is then the same hash.
constexpr u64 settled_hash(u64 h) noexcept
{
    h = static_cast<u64>(static_cast<i64>(h << 3) >> 3);
    return h == ~u64{0} ? h - 1 : h;
}
void init_str(Str* s, std::string_view text, u64 points) noexcept;

// Filling of builtin classes, one function for each subject, called by boot().
struct ClassPart {
    Class* cls;
    std::span<const NativeSpec> methods;
    std::span<const AttributeSpec> attributes;
};
void add_static(Class& cls, std::span<const NativeSpec> methods,
                std::span<const AttributeSpec> attributes = {});
void add_class_method(Class& cls, const NativeSpec& spec);  ///< called with the class as self
void add_static_value(Class& cls, std::string_view name, Value value);
void add_builtin(std::string_view name, Value value);
void add_builtins(std::span<const NativeSpec> functions);
Value static_native(const NativeSpec& spec, Class* cls);
const Signature* read_signature(const char* parameters);
Value static_str(std::string_view text);

}  // namespace lariat::pvm
