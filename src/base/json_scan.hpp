// A strict RFC 8259 scanner: one value, strict UTF-8, no byte order mark, told as events in order.
// Time is linear in the text; besides the longest escaped string it keeps one bit for each open
// container, and it never recurses.
#pragma once

#include "lariat/types.hpp"

namespace lariat {

/// A decoded string. The view lasts until the event returns.
struct JsonString {
    std::string_view text;
    /// An escape named half of a surrogate pair. The grammar allows it, UTF-8 does not: that half
    /// stands in `text` as the three bytes it would take, so that different strings stay different.
    bool lone_surrogate = false;
};

/// What a scan tells. An event that returns false stops the scan.
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
    /// JSON has no NaN, Infinity and -Infinity; some readers take them.
    virtual bool takes_constants() const { return false; }
    virtual bool on_constant(std::string_view) { return false; }
};

enum class JsonFault : u8 {
    none,
    syntax,
    truncated,          ///< the text ended inside the value, or is blank
    control_character,  ///< below U+0020, unescaped in a string
    utf8,
    trailing,   ///< something other than blanks after the value
    too_deep,   ///< more containers open than allowed
    by_visitor  ///< an event returned false
};

struct JsonOutcome {
    JsonFault fault = JsonFault::none;
    std::size_t offset = 0;  ///< of the byte that broke the rule
    bool ok() const noexcept { return fault == JsonFault::none; }
};

inline constexpr std::size_t JSON_DEPTH_UNLIMITED = ~std::size_t{0};

/// JSON has no bytes below U+0020 in a string; some readers take them.
enum class JsonControls : u8 { refused, taken };

JsonOutcome scan_json(BytesView text, JsonVisitor& visitor, std::size_t depth_max = JSON_DEPTH_UNLIMITED,
                      JsonControls controls = JsonControls::refused);

}  // namespace lariat
