// The cycles and cells of a corpus of programs, pinned in gas_corpus.txt: the actors of examples/, the
// programs of a benchmark, those that are held against CPython. A change of any total is a decision: with
// LARIAT_REWRITE_GAS=1 in the environment the test writes the file anew, and the commit says why.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

namespace fs = std::filesystem;

const fs::path ROOT = LARIAT_SOURCE_FOLDER;
const fs::path PINNED = ROOT / "tests/pvm/gas_corpus.txt";
constexpr const char* FOLDERS[] = {"bench/programs/handlers", "examples", "tests/pvm/programs"};

struct Total {
    u64 cycles = 0, cells = 0;
    friend bool operator==(const Total&, const Total&) = default;
};
std::ostream& operator<<(std::ostream& out, const Total& t)
{
    return out << t.cycles << " cycles, " << t.cells << " cells";
}

std::string read(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// `run` where there is one, every handler of an actor, the body alone of a program that is no actor.
Total total_of(const fs::path& path)
{
    std::string source = read(path);
    const bool actor = path.parent_path().filename() == "examples";
    Limits limits;
    limits.arena_bytes = u64{64} << 20;
    const auto first = compile(source, limits);
    if (!first) {
        ADD_FAILURE() << path << ": " << first.error().to_string();
        return {};
    }
    std::vector<std::string> names;
    if (defines_handler(*first.value(), "run")) {
        names = {"run"};
    } else if (actor) {
        names = handlers(*first.value());
    } else {
        source +=
            "\ndef only_the_body(payload):\n    pass\nclass OneMore:\n    pass\nclass AndAnother:\n    "
            "pass\n";
        names = {"only_the_body"};
    }
    FakeHost host;
    Total total;
    for (const std::string& name : names) {
        const Ran r = run_source(source, host, name, "", 1'000'000'000, limits);
        EXPECT_TRUE(actor || r.out.status == ExitStatus::ok) << path << ": " << r.out.traceback;
        total.cycles += r.cycles;
        total.cells += r.cells;
    }
    return total;
}

std::map<std::string, Total> measured()
{
    std::map<std::string, Total> totals;
    for (const char* folder : FOLDERS)
        for (const auto& entry : fs::directory_iterator(ROOT / folder))
            if (entry.path().extension() == ".py")
                totals[fs::relative(entry.path(), ROOT).string()] = total_of(entry.path());
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
