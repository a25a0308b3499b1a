// Commands that talk to a node, as data: register.cpp makes --help, completions and man pages of them,
// session.hpp is what a command gets when it runs.
#pragma once

#include <string>
#include <vector>

namespace lariat::cli::client {

class Session;

struct Word {
    std::string name;  ///< as help shows it
    std::string about;
    bool required = true;
    bool many = false;
};

struct Option {
    std::string flag;
    std::string value;  ///< what stands for its value in help; empty for a switch
    std::string about;
};

struct Command {
    std::string group;  ///< empty for a command that stands by itself
    std::string name, about;
    std::vector<Word> words;
    std::vector<Option> options;
    int (*run)(Session&) = nullptr;
    enum class Kind {
        offline,  ///< asks no node
        asks,     ///< --node, --json, --timeout
        keys,     ///< of key files: offline, with --password-file
        signs,    ///< asks, and signs a transaction: --from, limits, fees, waiting
        runs,     ///< asks with a sender, and signs nothing
    };
    Kind kind = Kind::asks;
    std::string more = {};  ///< below the options in help
};

// One function for each subject, in a file of that name.
std::vector<Command> account_commands();
std::vector<Command> transact_commands();
std::vector<Command> actor_commands();
std::vector<Command> tx_commands();
std::vector<Command> timer_commands();
std::vector<Command> operation_commands();
std::vector<Command> govern_commands();
std::vector<Command> chain_commands();
std::vector<Command> follow_commands();
std::vector<Command> dev_commands();

}  // namespace lariat::cli::client
