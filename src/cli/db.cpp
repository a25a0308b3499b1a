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
        db_failed(names ? options.directory + " holds no state" : names.error().message, EXIT_USAGE);
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
    db->require_subcommand(0, 1);  // so that a word that is none is named in the error
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
                         verb == "import" ? "where the state will be: a new or an empty directory"
                                          : "where the state is (lariat replay --state)")
            ->required();
        if (verb == "export") file("where the snapshot goes, or - for standard output");
        if (verb == "import")
            command->add_option("--root", options->root, "refuse a snapshot of any other state root: 0x…");
        command->add_flag("--json", options->json, "as JSON");
        command->add_flag("--progress", options->progress,
                          "show how far it is, on standard error, where that is no terminal too");
        command->footer(std::string(footer) + "\n\n" + EXIT_CODES);
        command->callback([options, run, &status] { status = run(*options); });
    };
    add("check", "Read every byte of a state and say whether all of it is right",
        "Everything is read from the log, without the checkpoint of the index; then the checkpoint is "
        "compared, "
        "if there is one. Nothing in the directory is changed.",
        db_check);
    add("stats", "Print the height of a state and its size on disk and in memory",
        "Nothing in the directory is changed. The rollback depth is of at most 1,024 versions. If another "
        "process has "
        "the state open, only the last durable height and the sizes of the files are printed.",
        db_stats);
    add("compact", "Remove the files that only rollbacks need, and give up those rollbacks",
        "What the files that stay still hold can be rolled back. The log from the oldest live record on "
        "stays "
        "as it is: the state root is over it, so all nodes shorten it together, as blocks are committed.",
        db_compact);
    add("export", "Write a state as one file",
        "Every node with this state root and version writes the same bytes. Nothing in the directory is "
        "changed.",
        db_export);
    add("import", "Make a state of such a file",
        "The state goes on with the same roots; it cannot be rolled back below the version of the file. The "
        "root "
        "says which state it is: compare it, or give --root.",
        db_import);
}

}  // namespace lariat::cli
