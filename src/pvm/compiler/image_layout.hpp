// Where what lies in an image. Integers are the machine's own: an image is for the build that made it.
//
// A place that holds the address of an object holds, until it is loaded, a reference: that of an object of
// the image by its offset, or that of one of the process (a name that all programs share, the empty tuple) by
// its number among the externals. Values that are no objects are what they are.
#pragma once

#include "pvm/objects/code.hpp"

namespace lariat::pvm::layout {

/// Low bits that no value has.
inline constexpr u64 REFERENCE_MASK = 7, REFERENCE = 4, EXTERNAL = 8;
inline constexpr unsigned REFERENCE_SHIFT = 4;

struct Piece {
    u32 at = 0;  ///< offset in the image, a multiple of 8
    u32 count = 0;
};

struct PackedCode {
    u64 name, qualname, doc;
    Piece instructions, lines, constants, handlers, children, variables, annotations;
    CodeShape shape;
};

struct Head {
    u64 own_name, actor_class;
    Piece externals;  ///< of Piece: the texts of the names; the first, which has none, is the empty tuple
    Piece objects;    ///< of u32: where the objects are, what an object refers to before it
    Piece codes;      ///< of PackedCode
    Piece globals;    ///< of addresses
    Piece globals_by_name;  ///< of u32
    Piece handlers;         ///< of addresses
    u64 body;               ///< number of its code
};

}  // namespace lariat::pvm::layout
