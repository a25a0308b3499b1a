// A strict JSON scanner (RFC 8259): one value, strict UTF-8, no byte order mark. It calls a visitor for each
// token in order. Time is linear in the text. It does not recurse; it needs memory for the longest string
// with escapes and one bit for each open array or object.
#pragma once

#include "lariat/types.hpp"

namespace lariat {

/// A decoded string. The view is valid until the visitor's method returns.
struct JsonString {
    std::string_view text;
    /// True if an escape named half of a surrogate pair. JSON's grammar allows it, UTF-8 does not: `text`
    /// holds that half as the three bytes that a code point of its value would have, so different strings
    /// stay different.
    bool lone_surrogate = false;
};

/// Receives the tokens of a scan. A method that returns false stops the scan.
class JsonVisitor {
public:
    virtual ~JsonVisitor() = default;
    virtual bool on_null() = 0;
    virtual bool on_bool(bool value) = 0;
    virtual bool on_number(std::string_view as_written) = 0;
    virtual bool on_string(const JsonString& value) = 0;
    virtual bool on_key(const JsonString& name) = 0;
    virtual bool on_object_begin() = 0;
    virtual bool on_object_end() = 0;
    virtual bool on_array_begin() = 0;
    virtual bool on_array_end() = 0;
    /// NaN, Infinity and -Infinity are not JSON. A visitor that returns true here receives them.
    virtual bool takes_constants() const { return false; }
    virtual bool on_constant(std::string_view) { return false; }
};

enum class [[nodiscard]] JsonFault : u8 {
    none,
    syntax,
    truncated,          ///< the text ended inside the value, or is blank
    control_character,  ///< a character below U+0020 stands unescaped in a string
    utf8,               ///< not well-formed UTF-8
    trailing,           ///< more than white space after the value
    too_deep,           ///< more arrays and objects open than allowed
    by_visitor          ///< a method of the visitor returned false
};

struct [[nodiscard]] JsonOutcome {
    JsonFault fault = JsonFault::none;
    std::size_t offset = 0;  ///< of the byte that broke a rule
    bool ok() const noexcept { return fault == JsonFault::none; }
};

inline constexpr std::size_t JSON_DEPTH_UNLIMITED = ~std::size_t{0};

/// Whether unescaped characters below U+0020 are accepted in strings. JSON refuses them.
enum class JsonControls : u8 { refused, taken };

JsonOutcome scan_json(BytesView text, JsonVisitor& visitor, std::size_t depth_max = JSON_DEPTH_UNLIMITED,
                      JsonControls controls = JsonControls::refused);

}  // namespace lariat
