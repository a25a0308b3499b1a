// lariat new: writes a project with an actor, its tests, a README, settings of editors and a script that
// deploys.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/examples.hpp"
#include "cli/templates.hpp"

namespace lariat::cli {

namespace {

namespace fs = std::filesystem;

struct Template {
    const char* name;
    const char* about;
    const char* example;  ///< in examples/; nullptr: the actor is among the files of the template
    const char* payload;  ///< of the deployment, as words of the command line
};
/// dev:1, who is the merchant or beneficiary of a first try.
constexpr const char* TO_DEV_1 = " --payload 0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
constexpr Template TEMPLATES[] = {
    {"counter", "A counter that adds ten by itself three blocks after each call.", "counter.py", ""},
    {"oracle", "A price oracle that publishes the median of what admitted reporters said.", "price_oracle.py",
     ""},
    {"vesting", "A grant that is released to a beneficiary in equal parts.", nullptr, TO_DEV_1},
    {"subscription", "A subscription that pays a merchant every four blocks until its money is gone.",
     "subscription.py", TO_DEV_1},
    {"liquidation",
     "A bot that closes positions whose collateral is worth too little, and that survives a payer "
     "that runs dry.",
     nullptr, ""},
};

struct NewOptions {
    std::string folder, name = "counter";
};

std::string_view embedded(const std::string& path)
{
    for (const TemplateFile& file : template_files())
        if (file.path == path) return file.content;
    return {};
}

std::string_view example(const std::string& name)
{
    for (const Example& one : examples())
        if (one.file == name) return one.source;
    return {};
}

std::string filled(std::string_view text, const std::map<std::string, std::string>& values)
{
    std::string out(text);
    for (const auto& [key, value] : values)
        for (std::size_t at = 0; (at = out.find("{{" + key + "}}", at)) != std::string::npos;
             at += value.size())
            out.replace(at, key.size() + 4, value);
    return out;
}

std::string without_end(std::string_view text)
{
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string(text);
}

int make_project(const NewOptions& options)
{
    const Template* chosen = nullptr;
    for (const Template& one : TEMPLATES)
        if (options.name == one.name) chosen = &one;
    if (!chosen)
        return refuse("new", "there is no template " + options.name);  // the command line was checked
    const fs::path folder(options.folder);
    std::error_code wrong;
    if (fs::exists(folder, wrong) && !(fs::is_directory(folder, wrong) && fs::is_empty(folder, wrong)))
        return refuse("new", options.folder + " is there already and is no empty folder");
    const std::string actor = options.name + ".py";
    std::string name = folder.filename().string();
    if (name.empty() || name == ".") name = fs::absolute(folder, wrong).parent_path().filename().string();
    const std::map<std::string, std::string> values{
        {"NAME", name},
        {"ABOUT", chosen->about},
        {"TEMPLATE", options.name},
        {"ACTOR", actor},
        {"PAYLOAD", chosen->payload},
        {"COMMANDS", without_end(embedded(options.name + "/commands.txt"))}};
    const std::pair<std::string, std::string_view> files[] = {
        {actor, chosen->example ? example(chosen->example) : embedded(options.name + "/" + actor)},
        {"test_" + actor, embedded(options.name + "/test_" + actor)},
        {"README.md", embedded("common/README.md")},
        {"deploy.sh", embedded("common/deploy.sh")},
        {"pyproject.toml", embedded("common/pyproject.toml")},
        {"typings/pvm_host/__init__.pyi", embedded("typings/pvm_host/__init__.pyi")},
        {"typings/cowboy_sdk/__init__.pyi", embedded("typings/cowboy_sdk/__init__.pyi")},
        {"typings/cowboy_sdk/runtime.pyi", embedded("typings/cowboy_sdk/runtime.pyi")},
        {".editorconfig", embedded("common/editorconfig")},
        {".vscode/settings.json", embedded("common/settings.json")},
        {".vscode/tasks.json", embedded("common/tasks.json")}};
    for (const auto& [path, content] : files) {
        const fs::path to = folder / path;
        fs::create_directories(to.parent_path(), wrong);
        if (wrong) return refuse("new", "cannot make " + to.parent_path().string() + ": " + wrong.message());
        std::ofstream out(to, std::ios::binary);
        const bool is_source = path.ends_with(".py") || path.ends_with(".pyi");
        out << (is_source ? std::string(content) : filled(content, values));
        out.close();
        if (!out) return refuse("new", "cannot write " + to.string());
        if (path.ends_with(".sh"))
            fs::permissions(to, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add, wrong);
    }
    std::cout << "wrote " << options.folder << ": " << actor
              << ", its tests, README.md and deploy.sh\nNext: cd " << options.folder << " && lariat test\n";
    return EXIT_GOOD;
}

}  // namespace

void add_new(CLI::App& app, int& status)
{
    auto options = std::make_shared<NewOptions>();
    CLI::App* command =
        app.add_subcommand("new", "Write a project: an actor, its tests, a script that deploys it");
    command->add_option("DIR", options->folder, "the folder to make; its name is that of the project")
        ->required();
    std::vector<std::string> names;
    for (const Template& one : TEMPLATES) names.emplace_back(one.name);
    command->add_option("--template", options->name, "counter, oracle, vesting, subscription or liquidation")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(CLI::IsMember(names));
    command->footer(EXIT_CODES);
    command->callback([options, &status] { status = make_project(*options); });
}

}  // namespace lariat::cli
