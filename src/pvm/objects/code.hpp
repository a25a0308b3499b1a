// Compiled source: code of functions, constants, names; immutable once compiled and shared by executions.
#pragma once

#include <optional>
#include <span>
#include <type_traits>

#include "pvm/objects/object.hpp"
#include "pvm/objects/opcodes.hpp"
#include "pvm/pvm.hpp"

namespace lariat::pvm {

struct HandlerRange {
    u32 begin, end;  ///< instructions covered
    u32 target;
    u32 depth;  ///< of the stack when it is entered, the exception not counted
};

struct Annotation {
    Str* name;
    Value text;
};

/// What is known of code beside its parts. It stands in images as it is.
struct CodeShape {
    u32 positional_only = 0;
    u32 positional = 0;  ///< the positional-only included
    u32 keyword_only = 0;
    u32 slots = 0;       ///< parameters, locals, cells, free variables
    u32 first_free = 0;  ///< slot of the first free variable
    u32 free_count = 0;
    i32 class_cell = -1;  ///< of a class body: the slot of what __class__ and super() of its methods read
    u32 stack = 0;
    u32 frame_price =
        0;  ///< for clearing the slots where they are many; in the first CHARGE but of a generator
    bool star = false, double_star = false;
    bool generator = false;
    bool plain = false;  ///< only positional parameters, no closure, no generator: the quick entry
};
static_assert(std::has_unique_object_representations_v<CodeShape>);  // no byte of an image is left to chance

/// Its parts lie in the image of its module.
struct Code : CodeShape {
    Str* name = nullptr;
    Str* qualname = nullptr;
    std::span<const Instr> instructions;
    std::span<const u32> lines;  ///< one for each instruction
    std::span<const Value> constants;
    std::span<const HandlerRange> handlers;  ///< inner before outer
    std::span<const Code* const> children;
    std::span<Str* const> variables;  ///< names of the slots
    std::span<const Annotation> annotations;
    Value doc;
    const struct ModuleCode* owner = nullptr;
};

/// One compiled module: a program's, or a library module's written in Python. It stays where it is: its code
/// knows it by address.
struct ModuleCode {
    ModuleCode() = default;
    ModuleCode(const ModuleCode&) = delete;
    ModuleCode& operator=(const ModuleCode&) = delete;

    std::optional<u32> global_slot(std::string_view name) const noexcept;

    std::string source_name;
    std::string_view module_name = "__main__";  ///< __module__ of the classes that it makes
    Bytes image;                                ///< image.hpp; everything below lies in it or points into it
    std::vector<Code> codes;
    const Code* body = nullptr;
    std::span<Str* const> globals;         ///< a slot for each global name used
    std::span<const u32> globals_by_name;  ///< the same slots in the order of their names
    std::vector<Value> builtins;           ///< what a slot falls back to; absent: nothing
};

class Program {
public:
    ModuleCode module;
    std::string_view actor_class;  ///< empty: bare functions
    /// The functions of the module, or the methods of the actor's class and of each of its bases: sorted,
    /// each once, since every execution asks for one.
    std::span<Str* const> handlers;
    /// Of tests: the author's modules that they import, by name.
    std::map<std::string, std::unique_ptr<ModuleCode>, std::less<>> beside;
};

struct Frame {
    Frame* prev;
    const Code* code;
    Function* function;  ///< null for a module body
    const Instr* ip;
    Value* sp;  ///< one beyond the top
    Value* globals;
    Value handled;  ///< the exception whose handler is running
    Value special;  ///< class body: its dict. Init: the instance. Generator: itself
    Value* base;    ///< of the stack
    u32 bytes;      ///< on the arena's upper end; 0: a generator's, among the objects
    enum class Role : u8 { plain, init, class_body, generator_for, generator_send, generator_native } role;
    bool entry;  ///< return leaves execute()
    Value locals[];
};

}  // namespace lariat::pvm
