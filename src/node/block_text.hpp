// BLOCK as text in few bytes: the archive has one for each block, and most of a block without transactions is
// the same in all.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lariat/types.hpp"

namespace lariat::node {

/// Packs in two steps. Hexadecimal digits are folded to bytes: `"0x`, 64 digits in lower case and `"` become
/// the byte 0xff and 32 bytes, with 40 digits 0xfe and 20 bytes; neither byte stands in UTF-8. Then an LZ4
/// block (without a frame) with a text that it knows beforehand, folded too. In front stands the length of
/// the text, u32 big-endian, with its highest bit set where the text is folded: one that has such a byte
/// itself is not. One thread at a time: it keeps its memory from call to call.
class BlockText {
public:
    BlockText();
    ~BlockText();
    BlockText(const BlockText&) = delete;
    BlockText& operator=(const BlockText&) = delete;

    /// The text that it knows: what others need to unpack.
    static std::string_view known();

    /// Until the next call.
    BytesView pack(std::string_view text);
    /// Nothing: pack() did not make these bytes.
    std::optional<std::string> unpack(BytesView packed);

private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
    std::string known_, folded_;
    Bytes packed_;
};

}  // namespace lariat::node
