// O moves an eighth of the way towards what an epoch says, or back to one.
#include "lane/auction/outcome.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

namespace {

constexpr u8 OUTCOME = 'O';  // O ‖ owner → outcome, and what this epoch has counted
constexpr u64 FORGOTTEN_WITHIN = u64{1} << 20;

Bytes key_of(const Address& owner)
{
    Writer w;
    w.put_u8(OUTCOME).put_raw(view(owner));
    return w.take();
}

u64 eighth_of_the_way_to_one(u64 outcome)
{
    return outcome > Outcomes::ONE ? outcome - (outcome - Outcomes::ONE) / 8
                                   : outcome + (Outcomes::ONE - outcome) / 8;
}

bool is_about_one(u64 outcome)
{
    const u64 distance = outcome > Outcomes::ONE ? outcome - Outcomes::ONE : Outcomes::ONE - outcome;
    return distance <= FORGOTTEN_WITHIN;
}

}  // namespace

void Outcomes::keep(const Address& address, const Owner& owner)
{
    Writer w;
    w.put_u64(owner.outcome).put_u128(owner.waited).put_u64(owner.fires).put_u64(owner.cycles);
    state_.put(key_of(address), w.bytes());
}

void Outcomes::record(const Address& address, u64 waited, u64 cycles)
{
    Owner& owner = owners_[address];
    owner.waited += waited;
    ++owner.fires;
    owner.cycles += cycles;
    keep(address, owner);
}

void Outcomes::end_epoch(u64 all_cycles, const Changed& changed)
{
    for (auto it = owners_.begin(); it != owners_.end();) {
        auto& [address, owner] = *it;
        if (owner.fires > 0) {
            const u64 late = static_cast<u64>(mul_div(owner.waited, ONE, owner.waited + owner.fires));
            const u64 took = static_cast<u64>(mul_div(owner.cycles, ONE, std::max<u64>(1, all_cycles)));
            const u64 said = ONE + late - took;
            owner = {std::clamp(owner.outcome - owner.outcome / 8 + said / 8, ONE / 2, 2 * ONE), 0, 0, 0};
        } else {
            owner.outcome = eighth_of_the_way_to_one(owner.outcome);
            if (is_about_one(owner.outcome)) {
                changed(address, ONE);
                state_.erase(key_of(address));
                it = owners_.erase(it);
                continue;
            }
        }
        keep(address, owner);
        changed(address, owner.outcome);
        ++it;
    }
}

void Outcomes::clear(const Changed& changed)
{
    for (const auto& [address, owner] : owners_) {
        changed(address, ONE);
        state_.erase(key_of(address));
    }
    owners_.clear();
}

u64 Outcomes::of(const Address& owner) const
{
    const auto it = owners_.find(owner);
    return it == owners_.end() ? ONE : it->second.outcome;
}

void Outcomes::rebuild(state::Walk& walk)
{
    walk.on(OUTCOME, timers::ADDRESS_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        Owner owner;
        Reader r(value);
        owner.outcome = r.get_u64();
        owner.waited = r.get_u128();
        owner.fires = r.get_u64();
        owner.cycles = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the outcome of an owner is malformed");
        owners_.emplace(Reader(at.subspan(1)).get_address(), owner);
    });
}

}  // namespace lariat::lane
