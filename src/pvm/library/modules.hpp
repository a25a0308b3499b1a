// The importable modules: native tables, and modules written in Python that are compiled once.
#pragma once

#include <initializer_list>

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

struct NativeModule {
    std::string_view name;
    std::span<const NativeSpec> functions;
    void (*fill)(Vm&, Dict*);                           ///< what is not a function, or pending; null: nothing
    std::initializer_list<std::string_view> values;     ///< the names that fill gives
    std::initializer_list<std::string_view> late = {};  ///< names of the library module `late_from`,
    std::string_view late_from = {};                    ///< which is imported when one is asked for
};
extern const NativeModule HOST_MODULE, SDK_MODULE, JSON_MODULE, BASE64_MODULE, HASHLIB_MODULE, CLASSES_MODULE,
    CHAIN_MODULE, CALLERS_MODULE, ITERTOOLS_MODULE;

std::span<const NativeSpec> runtime_functions();  ///< of cowboy_sdk.runtime
void boot_hashlib();
/// Python source of a library module; empty: there is none.
std::string_view library_source(std::string_view name);

/// A name that every execution needs: whether the VM knows it as its own, and its hash, are found out once.
class ModuleName {
public:
    explicit ModuleName(std::string_view ascii)
        : text_(ascii), known_(find_static_name(ascii)), hash_(hash_bytes(view(ascii)))
    {
    }
    Str* in(Vm& vm) const;  ///< the VM's own, or a str of this execution, which pays for its hash

private:
    std::string_view text_;
    Str* known_;
    u64 hash_;
};

void define(Vm& vm, Dict* module, std::string_view name, Value value);
inline void define(Vm& vm, Dict* module, const ModuleName& name, Value value)
{
    dict_set_name(vm, module, name.in(vm), value);
}

}  // namespace lariat::pvm
