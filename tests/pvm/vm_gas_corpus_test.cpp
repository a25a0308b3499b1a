// Pins the cycles and cells of a corpus of programs in gas_corpus.txt. A changed total is a decision: with
// LARIAT_REWRITE_GAS=1 the test writes the file anew, and the commit gives the reason.
#include <cstdlib>
#include <map>

#include "vm_corpus.hpp"

namespace lariat::pvm {
namespace {

const std::filesystem::path PINNED = std::filesystem::path(LARIAT_SOURCE_FOLDER) / "tests/pvm/gas_corpus.txt";

struct Total {
    u64 cycles = 0, cells = 0;
    friend bool operator==(const Total&, const Total&) = default;
};
std::ostream& operator<<(std::ostream& out, const Total& t)
{
    return out << t.cycles << " cycles, " << t.cells << " cells";
}

Total total_of(const CorpusProgram& program)
{
    FakeHost host;
    Total total;
    for (const std::string& name : program.handlers) {
        // Examples let in the actor itself, or its owner; run_source() has 0xdd as the owner.
        if (program.actor) host.context_.sender.bytes.fill(name.starts_with("handle_") ? 0xaa : 0xdd);
        const Ran r = run_source(program.source, host, name, "", 1'000'000'000, corpus_limits());
        EXPECT_TRUE(program.actor || r.out.status == ExecutionStatus::ok)
            << program.path << ": " << r.out.traceback;
        total.cycles += r.cycles;
        total.cells += r.cells;
    }
    return total;
}

std::map<std::string, Total> measured()
{
    std::map<std::string, Total> totals;
    each_corpus_program([&](const CorpusProgram& p) { totals[p.path] = total_of(p); });
    return totals;
}

std::map<std::string, Total> pinned()
{
    std::map<std::string, Total> totals;
    std::ifstream file(PINNED);
    std::string path;
    for (Total t; file >> path >> t.cycles >> t.cells;) totals[path] = t;
    EXPECT_TRUE(file.eof()) << "a line of " << PINNED << " is no path with two numbers";
    return totals;
}

TEST(PvmGasCorpus, TheTotalsOfEveryProgramAreThosePinned)
{
    const auto now = measured();
    ASSERT_GT(now.size(), 70u) << "the corpus is not where it was";
    if (std::getenv("LARIAT_REWRITE_GAS") != nullptr) {
        std::ofstream file(PINNED);
        for (const auto& [path, total] : now)
            file << path << " " << total.cycles << " " << total.cells << "\n";
    }
    const auto before = pinned();
    for (const auto& [path, total] : now) {
        const auto at = before.find(path);
        if (at == before.end())
            ADD_FAILURE() << path << " is not pinned: " << total;
        else
            EXPECT_EQ(total, at->second) << path << ": the first is measured, the second is pinned";
    }
    for (const auto& [path, total] : before)
        EXPECT_TRUE(now.contains(path)) << path << " is pinned with " << total << " and is not there";
}

}  // namespace
}  // namespace lariat::pvm
