// How a file looks that was lengthened and not written yet when the power went.
#pragma once

#include <algorithm>

#include "lariat/types.hpp"

namespace lariat::node {

/// Is the part of `bytes`, which stand at `offset` of a file, in some sector of the disk nothing but zeros? A
/// disk has all of a sector or nothing. Of a record that begins and ends with checksums this says that it was
/// not written whole, unless it has five hundred zeros of its own and was damaged elsewhere.
inline bool has_lost_sector(BytesView bytes, u64 offset)
{
    constexpr u64 SECTOR_BYTES = 512;
    while (!bytes.empty()) {
        const u64 part = std::min<u64>(bytes.size(), SECTOR_BYTES - offset % SECTOR_BYTES);
        const BytesView sector = bytes.first(part);
        if (std::all_of(sector.begin(), sector.end(), [](u8 byte) { return byte == 0; })) return true;
        bytes = bytes.subspan(part);
        offset += part;
    }
    return false;
}

}  // namespace lariat::node
