// What the compiler is still making: becomes a ModuleCode by way of its image (image.hpp).
#pragma once

#include <memory>
#include <set>

#include "base/keyed_map.hpp"
#include "pvm/objects/code.hpp"
#include "pvm/objects/pool.hpp"

namespace lariat::pvm {

struct CodeDraft : CodeShape {
    Str* name = nullptr;
    Str* qualname = nullptr;
    std::vector<Instr> instructions;
    std::vector<u32> lines;
    std::vector<Value> constants;
    std::vector<HandlerRange> handlers;
    std::vector<const CodeDraft*> children;
    std::vector<Str*> variables;
    std::vector<Annotation> annotations;
    Value doc;
    u32 number = 0;  ///< among the codes of its module
};

struct ModuleDraft {
    Str* intern(std::string_view text);  ///< the one object of the module with this text

    Pool pool;
    std::vector<std::unique_ptr<CodeDraft>> codes;
    const CodeDraft* body = nullptr;
    KeyedMap<std::string_view, Str*> interned;
    std::vector<Str*> globals;
    KeyedMap<std::string_view, u32> global_slots;
    Value own_name;  ///< what the global __name__ falls back to, where it is used
    std::string actor_class;
    std::vector<std::string> handlers;  ///< sorted
    std::set<std::string> beside;       ///< of a file of tests: the author's modules that it imports
};

}  // namespace lariat::pvm
