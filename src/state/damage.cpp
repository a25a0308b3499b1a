// The damage handler, and how damage of a value is worded.
#include "state/damage.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/hex.hpp"
#include "state/store.hpp"

namespace lariat::state {

namespace {

constexpr std::size_t SHOWN_BYTES_MAX = 64;

DamageHandler& damage_handler()
{
    static DamageHandler handler;
    return handler;
}

}  // namespace

void set_damage_handler(DamageHandler handler)
{
    damage_handler() = std::move(handler);
}

void damage_found(const StoreError& error)
{
    if (damage_handler()) damage_handler()(error);
    std::fprintf(stderr, "lariat: the state is damaged: %s\n", error.message.c_str());
    std::exit(DAMAGED_STATUS);
}

std::string shown_key(BytesView key)
{
    if (key.size() <= SHOWN_BYTES_MAX) return to_hex(key);
    return to_hex(key.first(SHOWN_BYTES_MAX)) + "… (" + std::to_string(key.size()) + " bytes)";
}

void value_damaged(BytesView key, std::string_view what)
{
    damage_found({"key " + shown_key(key) + ": " + std::string(what)});
}

}  // namespace lariat::state
