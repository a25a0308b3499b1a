// The programs whose gas totals are pinned: actors of examples/, benchmark programs, and programs compared
// with CPython.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "vm_test_support.hpp"

namespace lariat::pvm {

struct CorpusProgram {
    std::string path;  ///< from the root of the repository
    std::string source;
    std::vector<std::string> handlers;  ///< run one after the other on one host
    bool actor = false;                 ///< some of its handlers may fail with an empty payload
};

inline Limits corpus_limits()
{
    Limits limits;
    limits.arena_bytes = u64{64} << 20;
    return limits;
}

// `run` where there is one, every handler of an actor, the body alone of a program that is no actor.
inline CorpusProgram corpus_program(const std::filesystem::path& path)
{
    CorpusProgram out;
    out.path = std::filesystem::relative(path, LARIAT_SOURCE_FOLDER).string();
    out.actor = path.parent_path().filename() == "examples";
    std::ifstream file(path, std::ios::binary);
    out.source = {std::istreambuf_iterator<char>(file), {}};
    const auto first = compile(out.source, corpus_limits());
    if (!first) {
        ADD_FAILURE() << path << ": " << first.error().to_string();
        return out;
    }
    if (defines_handler(*first.value(), "run")) {
        out.handlers = {"run"};
    } else if (out.actor) {
        out.handlers = handlers(*first.value());
    } else {
        out.source +=
            "\ndef only_the_body(payload):\n    pass\nclass OneMore:\n    pass\nclass AndAnother:\n    "
            "pass\n";
        out.handlers = {"only_the_body"};
    }
    return out;
}

template <class Visit>
void each_corpus_program(const Visit& visit)
{
    const std::filesystem::path root = LARIAT_SOURCE_FOLDER;
    for (const char* folder : {"bench/programs/handlers", "examples", "tests/pvm/programs"})
        for (const auto& entry : std::filesystem::directory_iterator(root / folder))
            if (entry.path().extension() == ".py") visit(corpus_program(entry.path()));
}

}  // namespace lariat::pvm
