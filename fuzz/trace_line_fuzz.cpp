// Fuzz target: trace lines are parsed or refused, never a crash. Some of them are replayed on a small chain
// after a genesis with accounts and actors.
#include <sstream>

#include "trace/input.hpp"
#include "trace/replay.hpp"

namespace {

constexpr std::size_t REPLAYED_BYTES_MAX = 4'096;

const char* const GENESIS =
    R"({"genesis": {"accounts": [{"address": "0x7700000000000000000000000000000000000001", "balance": "900000000"}],)"
    R"( "system_deployers": ["0x7700000000000000000000000000000000000001"], "actors": [{"address":)"
    R"( "0x7700000000000000000000000000000000000002", "balance": "9000000", "handlers": {"handle_timer": []}}]}})";

/// A trace may ask for any number of blocks, and gets them: the fuzzer asks for a few.
bool asks_for_little(std::string_view line)
{
    using lariat::trace::BlocksLine;
    const auto parsed = lariat::trace::parse_line(line);
    const auto* blocks = parsed ? std::get_if<BlocksLine>(&parsed.value()) : nullptr;
    return !blocks || blocks->count <= 20;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    const std::string text(lariat::text({data, size}));
    std::istringstream lines(text);
    bool small = size <= REPLAYED_BYTES_MAX;
    for (std::string line; std::getline(lines, line);) small = asks_for_little(line) && small;
    if (!small) return 0;
    std::istringstream trace(std::string(GENESIS) + "\n{\"blocks\": 1}\n" + text + "\n");
    std::ostringstream results, problems;
    lariat::trace::replay(trace, results, problems, {});
    return 0;
}
