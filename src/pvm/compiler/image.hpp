// A compiled module as one piece of bytes, in which its code and constants also lie while it runs: to load it
// is to put the addresses in. It has none itself, so that it can be kept and loaded by another process, of
// the same build.
#pragma once

#include "pvm/compiler/draft.hpp"

namespace lariat::pvm {

/// Adds names of handlers to the draft that stand where nothing is compiled.
Bytes pack(ModuleDraft& draft);

/// What an image says of an actor; it lies in the image.
struct ActorNames {
    std::string_view cls;
    std::span<Str* const> handlers;
};
/// Into a module without an image.
ActorNames load(Bytes image, ModuleCode& module);

}  // namespace lariat::pvm
