// lariat archive: looks after the archive of a stopped node.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/db.hpp"
#include "cli/usage.hpp"
#include "node/core.hpp"

namespace lariat::cli {

namespace {

struct Refusal {
    int status;
    std::string message;
};

class ArchiveCheck {
public:
    explicit ArchiveCheck(const DbOptions& options) : options_(options), progress_(options.progress) {}

    int run()
    {
        const auto refusal = compare();
        progress_.end();
        if (refusal) {
            if (options_.json && refusal->status != EXIT_USAGE)
                db_print(options_, {{"good", false}, {"reason", refusal->message}});
            std::cerr << "lariat archive: " << refusal->message << '\n';
            return refusal->status;
        }
        if (!options_.json) {
            std::cout << file_ << ": good\n";
            facts_.erase("good");
        }
        db_print(options_, facts_);
        return EXIT_GOOD;
    }

private:
    std::optional<Refusal> compare()
    {
        auto stored = node::open_stored_chain(options_.directory);
        if (!stored) return Refusal{stored.error().exit, stored.error().message};
        file_ = stored.value().data->path_of("archive.sqlite");
        const node::BlockLog& log = *stored.value().log;
        const u64 log_head = log.head();
        const bool is_whole = log.first() == 0;
        if (!std::filesystem::exists(file_)) return Refusal{EXIT_DIFFERENT, file_ + " is missing"};
        const auto opened = node::Archive::open(file_);
        if (!opened) return Refusal{EXIT_DAMAGED, opened.error().message};
        const node::Archive& kept = *opened.value();
        const auto to = kept.head(), from = kept.oldest();
        if (!to || !from) return Refusal{EXIT_DIFFERENT, file_ + " has no block"};
        if (*to > log_head)
            return Refusal{EXIT_DIFFERENT, file_ + " has block " + std::to_string(*to) +
                                               ", and the block log ends with block " +
                                               std::to_string(log_head)};
        const auto core = node::Core::remake(stored.value(), *to, [&](u64 height) {
            progress_.show("running the blocks again", height, *to);
        });
        if (!core) return Refusal{core.error().exit, core.error().message};
        const u64 states_from = is_whole ? kept.states_from() : std::max(*to, kept.states_from());
        if (const auto done = core.value()->forget_archive(*from, kept.states_from()); !done)
            return Refusal{EXIT_DAMAGED, done.error().message};
        const auto difference = kept.difference(
            core.value()->archive(), states_from, is_whole, [&](const std::string& table, u64 row) {
                progress_.note("comparing the table " + table + ", row " + std::to_string(row));
            });
        if (!difference) return Refusal{EXIT_DAMAGED, difference.error().message};
        if (difference.value()) return Refusal{EXIT_DIFFERENT, file_ + ": " + *difference.value()};
        facts_ = {{"good", true},
                  {"blocks_from", *from},
                  {"height", *to},
                  {"states_from", states_from},
                  {"blocks_behind", log_head - *to}};
        return std::nullopt;
    }

    const DbOptions& options_;
    Progress progress_;
    std::string file_;
    trace::OrderedJson facts_;
};

}  // namespace

void add_archive(CLI::App& app, int& status)
{
    CLI::App* archive = app.add_subcommand("archive", "Check the archive of a stopped node");
    archive->require_subcommand(0, 1);
    archive->footer(EXIT_CODES);
    archive->callback([archive, &status] {
        if (archive->get_subcommands().empty()) status = report_missing_subcommand(*archive);
    });
    auto options = std::make_shared<DbOptions>();
    CLI::App* command = archive->add_subcommand("check", "Compare an archive with what the block log gives");
    command->add_option("DATA", options->directory, "directory of the node (lariat node --data)")->required();
    command->add_flag("--json", options->json, "print as JSON");
    command->add_flag("--progress", options->progress,
                      "show progress on standard error even if it is no terminal");
    command->footer(
        std::string(
            "Runs every block of the log again and compares each row and each state that is kept. Where the "
            "log has lost its beginning (keep_blocks), rows are compared with those in the log, and of the "
            "states the last one. Exit status 3: a node runs in the directory.\n\n") +
        EXIT_CODES);
    command->callback([options, &status] { status = ArchiveCheck(*options).run(); });
}

}  // namespace lariat::cli
