// Compiled source: code of functions, constants, names; immutable once compiled and shared by executions.
#pragma once

#include <map>
#include <memory>

#include "base/keyed_map.hpp"
#include "pvm/compiler/opcodes.hpp"
#include "pvm/objects/object.hpp"
#include "pvm/pvm.hpp"

namespace lariat::pvm {

/// Memory for constants: lives as long as its Program.
class Pool {
public:
    void* take(u64 bytes)
    {
        bytes_ += bytes;
        blocks_.push_back(std::make_unique<u64[]>((bytes + 7) / 8));
        return blocks_.back().get();
    }

    u64 bytes() const noexcept { return bytes_; }
    u64 blocks() const noexcept { return blocks_.size(); }

private:
    std::vector<std::unique_ptr<u64[]>> blocks_;
    u64 bytes_ = 0;
};

struct HandlerRange {
    u32 begin, end;  ///< instructions covered
    u32 target;
    u32 depth;  ///< of the stack when it is entered, the exception not counted
};

struct Code {
    Str* name = nullptr;
    Str* qualname = nullptr;
    std::vector<Instr> instructions;
    std::vector<u32> lines;  ///< one for each instruction
    std::vector<Value> constants;
    std::vector<HandlerRange> handlers;  ///< inner before outer
    std::vector<const Code*> children;
    std::vector<Str*> variables;                      ///< names of the slots
    std::vector<std::pair<Str*, Value>> annotations;  ///< name, text
    u32 positional_only = 0;
    u32 positional = 0;  ///< the positional-only included
    u32 keyword_only = 0;
    bool star = false, double_star = false;
    bool generator = false;
    bool class_body = false;
    bool plain = false;  ///< only positional parameters, no closure, no generator: the quick entry
    u32 slots = 0;       ///< parameters, locals, cells, free variables
    u32 first_free = 0;  ///< slot of the first free variable
    u32 free_count = 0;
    i32 class_cell = -1;  ///< of a class body: the slot of what __class__ and super() of its methods read
    u32 stack = 0;
    u32 frame_price =
        0;           ///< for clearing the slots where they are many; in the first CHARGE but of a generator
    u32 module = 0;  ///< 0: the program; others: which library module
    const struct ModuleCode* owner = nullptr;
    Value doc;
};

/// One compiled module: a program's, or a library module's written in Python.
struct ModuleCode {
    Pool pool;
    std::string source_name;
    std::string_view module_name = "__main__";  ///< __module__ of the classes that it makes
    std::vector<std::unique_ptr<Code>> codes;
    const Code* body = nullptr;
    KeyedMap<std::string_view, Str*> interned;
    std::vector<Str*> globals;    ///< a slot for each global name used
    std::vector<Value> builtins;  ///< what a slot falls back to; absent: nothing
    KeyedMap<std::string_view, u32> global_slots;
    u32 name_count = 0;
};

class Program {
public:
    ModuleCode module;
    std::string actor_class;  ///< empty: bare functions
    /// The functions of the module, or the methods of the actor's class and of each of its bases: sorted,
    /// each once, since every execution asks for one.
    std::vector<std::string> handlers;
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
