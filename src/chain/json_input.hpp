// Reading JSON input strictly: every key known, every value of its kind and range, and an error that
// names the key. Used for scripts and traces.
#pragma once

#include <nlohmann/json.hpp>

#include "chain/block.hpp"

namespace lariat::chain {

/// Input that cannot be taken: malformed, or for a part that is not built yet.
struct InputError {
    std::string message;
    bool not_built_yet = false;
};

/// Thrown and caught inside the input layer only (a JSON tree is read in one place); what comes out
/// of parse_* is a value.
struct BadInput {
    InputError error;
};

[[noreturn]] void bad_input(const std::string& message);
[[noreturn]] void not_built_yet(const std::string& what);

using Json = nlohmann::json;

/// An object whose keys are taken one by one; finish() refuses what nobody asked for.
class ObjectReader {
public:
    ObjectReader(const Json& json, std::string what);
    const Json* find(const char* key);  ///< null when absent
    const Json& need(const char* key);  ///< an error when absent
    void finish() const;
    const std::string& what() const { return what_; }

private:
    const Json& json_;
    std::string what_;
    std::vector<std::string> taken_;
};

/// Parses text; a key given twice, nesting deeper than 64, a zero byte and bytes that are no UTF-8 are
/// errors.
Json parse_json(std::string_view text);
/// The same for a tree whose keys stay in the order of the text.
nlohmann::ordered_json parse_ordered_json(std::string_view text);

u64 read_u64(const Json& json, const std::string& what);
u128 read_u128(const Json& json, const std::string& what);
bool read_bool(const Json& json, const std::string& what);
std::string read_text(const Json& json, const std::string& what);
Bytes read_bytes(const Json& json, const std::string& what);  ///< 0x hex, or the UTF-8 of the text
Address read_address(const Json& json, const std::string& what);
Hash32 read_hash(const Json& json, const std::string& what);
Moment read_moment(const Json& json, const std::string& what);  ///< n or "+n"
TimerRef read_timer_ref(const Json& json, const std::string& what);
/// What a step and a transaction that schedule an operation have in common.
ScheduleAtCall read_schedule_at_fields(ObjectReader& from);
const Json& read_list(const Json& json, const std::string& what, std::size_t length);  ///< of exactly so many
const Json& read_list(const Json& json, const std::string& what);

}  // namespace lariat::chain
