// BLOCK as text in few bytes: the archive has one for each block, and most of a block without transactions is
// the same in all.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lariat/types.hpp"

namespace lariat::node {

/// Deflate (RFC 1951, a window of 2^12 bytes) with a text that it knows beforehand, behind the length of the
/// text as 4 bytes. One thread at a time: it keeps its memory from call to call.
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
    struct Streams;
    std::unique_ptr<Streams> streams_;
    Bytes packed_;
};

}  // namespace lariat::node
