// CRC-32C (Castagnoli), the checksum of iSCSI and ext4: finds damage, not malice.
#pragma once

#include "lariat/types.hpp"

namespace lariat {

/// With the result for the bytes before as `seed`, the result for both together.
u32 crc32c(BytesView bytes, u32 seed = 0) noexcept;

/// The same without the processor's instructions for it.
u32 crc32c_portable(BytesView bytes, u32 seed = 0) noexcept;

}  // namespace lariat
