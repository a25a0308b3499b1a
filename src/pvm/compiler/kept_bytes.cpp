// What a compiled program takes of a node's memory, for the cache that bounds it.
#include "pvm/objects/code.hpp"

namespace lariat::pvm {

u64 kept_bytes(const Program& program)
{
    const ModuleCode& module = program.module;
    return sizeof program + module.image.capacity() + module.codes.capacity() * sizeof(Code) +
           module.builtins.capacity() * sizeof(Value);
}

}  // namespace lariat::pvm
