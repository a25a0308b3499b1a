// Codecs of the chain's parameters, and the base fee rule.
#include "chain/params.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/codec.hpp"

namespace lariat::chain {

namespace {
/// Of what genesis fixed: raised with each change of any value of the state, so that a program refuses a
/// state of another one as soon as it opens it, whatever that state has.
constexpr u8 PARAMS_VERSION = 2;
constexpr u8 CODEC_VERSION = 1;
}  // namespace

Bytes encode(const ChainParams& p)
{
    Writer w;
    w.put_u8(PARAMS_VERSION).put_bytes(view(p.chain_id));
    w.put_u128(p.fees.cycle_basefee).put_u128(p.fees.cell_basefee).put_u128(p.fees.min_basefee);
    for (const u64 v : {p.fees.cycle_capacity, p.fees.cell_capacity, p.fees.cycle_target, p.fees.cell_target,
                        p.fees.user_lane, p.fees.system_lane})
        w.put_u64(v);
    w.put_u32(static_cast<u32>(p.system_deployers.size()));
    for (const Address& a : p.system_deployers) w.put_raw(view(a));
    if (p.dev) w.put_bool(true);
    return w.take();
}

std::optional<ChainParams> decode_params(BytesView bytes)
{
    Reader r(bytes);
    ChainParams p;
    if (r.get_u8() != PARAMS_VERSION) return std::nullopt;
    p.chain_id = std::string(text(r.get_bytes()));
    for (u128* v : {&p.fees.cycle_basefee, &p.fees.cell_basefee, &p.fees.min_basefee}) *v = r.get_u128();
    for (u64* v : {&p.fees.cycle_capacity, &p.fees.cell_capacity, &p.fees.cycle_target, &p.fees.cell_target,
                   &p.fees.user_lane, &p.fees.system_lane})
        *v = r.get_u64();
    for (u32 n = r.get_u32(); n > 0 && r.ok(); --n) p.system_deployers.push_back(r.get_address());
    if (r.ok() && !r.done()) {
        p.dev = r.get_bool();
        if (!p.dev) return std::nullopt;  // a chain that is none has no byte for it
    }
    if (!r.done()) return std::nullopt;
    return p;
}

Bytes encode(const ChainState& s)
{
    Writer w;
    w.reserve(1 + 2 * 8 + 8 * 16);
    w.put_u8(CODEC_VERSION).put_u64(s.height).put_u64(s.timestamp_ms);
    for (const u128 v : {s.cycle_basefee, s.cell_basefee, s.burned.cycle, s.burned.cell, s.burned.lane,
                         s.genesis_supply, s.balances, s.locked})
        w.put_u128(v);
    return w.take();
}

std::optional<ChainState> decode_state(BytesView bytes)
{
    Reader r(bytes);
    ChainState s;
    if (r.get_u8() != CODEC_VERSION) return std::nullopt;
    s.height = r.get_u64();
    s.timestamp_ms = r.get_u64();
    for (u128* v : {&s.cycle_basefee, &s.cell_basefee, &s.burned.cycle, &s.burned.cell, &s.burned.lane,
                    &s.genesis_supply, &s.balances, &s.locked})
        *v = r.get_u128();
    if (!r.done()) return std::nullopt;
    return s;
}

std::optional<std::string> broken_rule(const FeeParams& f)
{
    const std::pair<const char*, u128> positive[] = {
        {"cycle_basefee", f.cycle_basefee}, {"cell_basefee", f.cell_basefee},
        {"min_basefee", f.min_basefee},     {"cycle_capacity", f.cycle_capacity},
        {"cell_capacity", f.cell_capacity}, {"cycle_target", f.cycle_target},
        {"cell_target", f.cell_target},     {"user_lane", f.user_lane},
        {"system_lane", f.system_lane},
    };
    for (const auto& [name, value] : positive)
        if (value == 0) return std::string("fees: ") + name + " is zero";
    const std::pair<const char*, u128> basefees[] = {
        {"cycle_basefee", f.cycle_basefee}, {"cell_basefee", f.cell_basefee}, {"min_basefee", f.min_basefee}};
    for (const auto& [name, value] : basefees)  // all later arithmetic rests on the ceiling
        if (value > BASEFEE_CEILING)
            return std::string("fees: ") + name + " " + to_decimal(value) + " above " +
                   to_decimal(BASEFEE_CEILING);
    return std::nullopt;
}

u128 next_basefee(u128 fee, u64 usage, u64 target, u128 min_basefee) noexcept
{
    if (usage == target) return fee;
    const u128 distance = usage > target ? usage - target : target - usage;
    const u128 step = std::min(mul_div(fee, distance, u128{8} * target), fee / 8);
    if (usage > target) return std::min(fee + std::max<u128>(1, step), BASEFEE_CEILING);
    return std::max(min_basefee, fee - step);
}

}  // namespace lariat::chain
