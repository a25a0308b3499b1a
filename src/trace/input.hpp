// Reads the lines of a trace. Refuses unknown keys and values out of range.
#pragma once

#include "chain/chain.hpp"
#include "chain/json_input.hpp"

namespace lariat::trace {

using chain::InputError;

/// A block line. Without a timestamp, the block has its parent's plus 1000.
struct BlockLine {
    std::optional<u64> timestamp_ms;
    Address proposer;
    std::vector<chain::Transaction> txs;
    std::vector<chain::DevChange> dev = {};
    std::vector<Address> misbehaviour = {};
};
struct BlocksLine {
    u64 count = 0;
};
struct RollbackLine {
    u64 blocks = 0;
};
struct RestartLine {};
/// A query or an assertion, kept as JSON text.
struct QueryLine {
    std::string text;
};
struct AssertLine {
    std::string text;
};

using Line =
    std::variant<chain::Genesis, BlockLine, BlocksLine, RollbackLine, RestartLine, QueryLine, AssertLine>;

Result<Line, InputError> parse_line(std::string_view text);

/// 0x00…ff, the proposer of a block whose line names none.
Address default_proposer() noexcept;

}  // namespace lariat::trace
