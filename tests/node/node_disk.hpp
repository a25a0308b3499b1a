// Disks that lose their power, for the tests of the node's files.
#pragma once

#include <algorithm>
#include <set>

#include "state/power_loss.hpp"
#include "support/short_form.hpp"

namespace lariat::node {

using support::setting;

/// A survival in which of each pending write whole sectors of the disk are there or not, as real disks have
/// it; of changes that are no write all or nothing.
inline state::Survival sectors_at_random(const state::PowerLoss& loss, std::mt19937_64& random)
{
    constexpr u64 SECTOR = 512;
    state::Survival out;
    out.lengths_kept = random() % 2 == 0;
    const u64 mood = random() % 4;  // all, most, half, few
    const auto kept = [&] { return random() % 8 >= mood * 2; };
    for (const state::DiskChange* change : loss.pending()) {
        std::vector<state::ByteRange>& ranges = out.kept.emplace_back();
        if (change->kind != state::DiskChange::Kind::Write) {
            if (kept()) ranges.push_back(state::ALL_BYTES);
            continue;
        }
        for (u64 from = 0; from < change->bytes.size();) {
            const u64 to = std::min<u64>(change->bytes.size(), from + SECTOR - (change->at + from) % SECTOR);
            if (kept()) ranges.push_back({from, to});
            from = to;
        }
    }
    return out;
}

}  // namespace lariat::node
