// The lines of a trace (trace.md), read strictly: every key known, every value in its range.
#pragma once

#include "chain/chain.hpp"

namespace lariat::trace {

using chain::InputError;

/// A block line. Without a timestamp it is the parent's + 1000.
struct BlockLine {
    std::optional<u64> timestamp_ms;
    Address proposer;
    std::vector<chain::Transaction> txs;
};
struct BlocksLine {
    u64 count = 0;
};
struct RollbackLine {
    u64 blocks = 0;
};
struct RestartLine {};
/// Kept as JSON text: what is asked, and what is compared.
struct QueryLine {
    std::string text;
};
struct AssertLine {
    std::string text;
};

using Line =
    std::variant<chain::Genesis, BlockLine, BlocksLine, RollbackLine, RestartLine, QueryLine, AssertLine>;

Result<Line, InputError> parse_line(std::string_view text);

/// 0x00…ff: who gets the tips of a block that names nobody.
Address default_proposer() noexcept;

}  // namespace lariat::trace
