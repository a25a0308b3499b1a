// CRC-32C (Castagnoli), the checksum of iSCSI and ext4. It detects damage, not deliberate changes.
#pragma once

#include "lariat/types.hpp"

namespace lariat {

/// The checksum of `bytes`. With the checksum of preceding bytes as `seed`: the checksum of both together.
u32 crc32c(BytesView bytes, u32 seed = 0) noexcept;

/// The same, computed without the processor's CRC instruction.
u32 crc32c_portable(BytesView bytes, u32 seed = 0) noexcept;

}  // namespace lariat
