// Characters as Unicode 14 has them, the version of CPython 3.11: their classes and their other cases.
#pragma once

#include <span>
#include <string>

#include "lariat/types.hpp"

namespace lariat::pvm::unicode {

/// Classes, as Python's methods ask for them. TITLE: a letter that is upper in front and lower behind, as Dž.
/// IGNORABLE: a sigma looks past it for whether it ends a word. STARTS_NAME, IN_NAME: of identifiers.
enum : u32 {
    ALPHA = 1 << 0,
    DECIMAL = 1 << 1,
    DIGIT = 1 << 2,
    NUMERIC = 1 << 3,
    UPPER = 1 << 4,
    LOWER = 1 << 5,
    TITLE = 1 << 6,
    IGNORABLE = 1 << 7,
    STARTS_NAME = 1 << 8,
    IN_NAME = 1 << 9,
    CASED = UPPER | LOWER | TITLE
};

u32 classes(u32 point) noexcept;
u32 decimal_value(u32 point) noexcept;  ///< 0 to 9, of one that is DECIMAL

// What a character becomes by itself, up to three of them.
void append_upper(std::string& out, u32 point);
void append_lower(std::string& out, u32 point);
void append_title(std::string& out, u32 point);
void append_folded(std::string& out, u32 point);

}  // namespace lariat::pvm::unicode
