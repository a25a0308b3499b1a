// lariat db: maintains the state directory of a chain.
#include "cli/db.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/usage.hpp"

namespace lariat::cli {

int db_failed(const std::string& message, int status)
{
    std::cerr << "lariat db: " << message << '\n';
    return status;
}

std::optional<state::UnchangedDirectory> db_directory(const DbOptions& options)
{
    auto opened = state::open_directory_to_read(options.directory);
    if (!opened) {
        db_failed(opened.error().message, EXIT_USAGE);
        return std::nullopt;
    }
    const auto names = opened.value().directory->list();
    const auto of_a_state = [](const std::string& name) {
        return name == "committed" || name.starts_with("log.");
    };
    if (!names || std::none_of(names.value().begin(), names.value().end(), of_a_state)) {
        db_failed(names ? options.directory +
                              " holds no state: DIR is a directory that lariat replay --state has made"
                        : names.error().message,
                  EXIT_USAGE);
        return std::nullopt;
    }
    return std::move(opened).value();
}

void db_print(const DbOptions& options, const trace::OrderedJson& facts)
{
    if (options.json) {
        std::cout << facts.dump(-1, ' ', false, trace::OrderedJson::error_handler_t::replace) << '\n';
        return;
    }
    std::size_t width = 0;
    for (const auto& [name, value] : facts.items()) width = std::max(width, name.size());
    for (const auto& [name, value] : facts.items()) {
        std::string words = name;
        std::replace(words.begin(), words.end(), '_', ' ');
        words.resize(width + 2, ' ');
        const std::string text = value.is_number_unsigned() ? grouped(value.get<u64>())
                                 : value.is_string()        ? value.get<std::string>()
                                 : value.is_null()          ? "-"
                                                            : value.dump();
        std::cout << words << text << '\n';
    }
}

void add_db(CLI::App& app, int& status)
{
    CLI::App* db =
        app.add_subcommand("db", "Check, measure, compact, export and import the state of a chain");
    db->require_subcommand(0, 1);  // so that the error names an unknown command
    db->footer(EXIT_CODES);
    db->callback([db, &status] {
        if (db->get_subcommands().empty()) status = report_missing_subcommand(*db);
    });
    const auto add = [&](const char* name, const char* what, const char* footer,
                         int (*run)(const DbOptions&)) {
        auto options = std::make_shared<DbOptions>();
        CLI::App* command = db->add_subcommand(name, what);
        const std::string_view verb = name;
        const auto file = [&](const char* text) {
            command->add_option("FILE", options->file, text)->required();
        };
        if (verb == "import") file("the snapshot");
        command
            ->add_option("DIR", options->directory,
                         verb == "import" ? "directory for the state, missing or empty"
                                          : "directory of the state (lariat replay --state)")
            ->required();
        if (verb == "export") file("file for the snapshot, or - for standard output");
        if (verb == "import")
            command->add_option("--root", options->root, "refuse a snapshot that has another state root")
                ->type_name("HASH");
        command->add_flag("--json", options->json, "print as JSON");
        command->add_flag("--progress", options->progress,
                          "show progress on standard error even if that is not a terminal");
        command->footer(std::string(footer) + "\n\n" + EXIT_CODES);
        command->callback([options, run, &status] { status = run(*options); });
    };
    add("check", "Read every byte of a state and report damage",
        "Reads the log without the checkpoint of the index, then compares the checkpoint if there is one. "
        "Changes "
        "nothing in the directory.",
        db_check);
    add("stats", "Print the height of a state and its size on disk and in memory",
        "Changes nothing in the directory. The rollback depth counts at most 1,024 versions. If another "
        "process has the "
        "state open, only the last durable height and the sizes of the files are printed.",
        db_stats);
    add("compact", "Remove the files that only rollbacks need",
        "Gives up the rollbacks that need the removed files. The log from the oldest live record on is not "
        "shortened: "
        "the state root covers it, so all nodes shorten it together while they commit blocks.",
        db_compact);
    add("export", "Write a state as one file, a snapshot",
        "Every node with this state root and version writes the same bytes. Changes nothing in the "
        "directory.",
        db_export);
    add("import", "Create a state from a snapshot",
        "The state continues with the same roots and cannot be rolled back below the version of the "
        "snapshot. The root "
        "identifies the state: compare it, or give --root.",
        db_import);
}

}  // namespace lariat::cli
