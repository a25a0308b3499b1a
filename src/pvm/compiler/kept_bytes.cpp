// What a compiled program takes of a node's memory, for the cache that bounds it.
#include <span>

#include "pvm/compiler/code.hpp"

namespace lariat::pvm {

namespace {

constexpr u64 PIECE = 32;   // of an allocation: its header, what it is rounded up to, the pointer to it
constexpr u64 LOOKUP = 64;  // of an entry of a hash table: its node and its bucket

template <class T>
u64 bytes_of(const std::vector<T>& v) noexcept
{
    return v.empty() ? 0 : PIECE + std::span(v).size_bytes() / v.size() * v.capacity();
}

u64 bytes_of(const std::vector<std::string>& texts) noexcept
{
    u64 n = PIECE;
    for (const std::string& text : texts) n += PIECE + sizeof(std::string) + text.size();
    return n;
}

u64 bytes_of(const Code& code) noexcept
{
    return PIECE + sizeof(Code) + bytes_of(code.instructions) + bytes_of(code.lines) +
           bytes_of(code.constants) + bytes_of(code.handlers) + bytes_of(code.children) +
           bytes_of(code.variables) + bytes_of(code.annotations);
}

}  // namespace

u64 kept_bytes(const Program& program)
{
    const ModuleCode& module = program.module;
    u64 n = sizeof(Program) + module.pool.bytes() + module.pool.blocks() * PIECE;
    for (const auto& code : module.codes) n += bytes_of(*code);
    n += (module.interned.size() + module.global_slots.size()) * LOOKUP;
    n += bytes_of(module.globals) + bytes_of(module.builtins) + bytes_of(program.handlers);
    return n;
}

}  // namespace lariat::pvm
