// Command line of a benchmark, fuzzer or test program: words in fixed places and options.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace lariat::support {

/// One word of the command line. A word with a value in `otherwise` may be left out.
struct Word {
    std::string name;     ///< in the usage line, for instance TIMERS
    std::string meaning;  ///< in the help text
    std::optional<std::string> otherwise = {};
    std::vector<std::string> choices = {};  ///< the allowed values; empty: any
    bool number = false;                    ///< an unsigned number of 64 bits is required
    bool repeated = false;                  ///< the last word only: it may be given several times
};

/// An option without a value, for instance --full.
struct Option {
    std::string name;
    std::string meaning;
};

/// Reads the whole command line before the program does any work. `--help` prints the help text and ends the
/// program with status 0. An unknown option, a word too many, a missing word and a word of the wrong kind end
/// it with status 2, so that no word is used as the name of a file by accident.
class ProgramArguments {
public:
    ProgramArguments(int argc, char** argv, std::string about, std::vector<Word> words = {},
                     std::vector<Option> options = {})
        : about_(std::move(about)), words_(std::move(words)), options_(std::move(options))
    {
        program_ = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "program";
        const std::vector<std::string> given(argv + (argc > 0), argv + argc);
        for (const std::string& one : given)
            if (one == "--help" || one == "-h") show_help();
        for (const std::string& one : given) take(one);
        for (std::size_t i = values_.size(); i < words_.size(); ++i)
            if (!words_[i].otherwise) refuse("the argument " + words_[i].name + " is missing");
    }

    /// The words in order; the default where one was left out.
    const std::string& word(std::size_t place) const
    {
        return place < values_.size() ? values_[place] : words_.at(place).otherwise.value();
    }
    std::uint64_t number(std::size_t place) const { return number_of(word(place)).value(); }
    /// Was the word given, and not its default?
    bool given(std::size_t place) const { return place < values_.size(); }
    /// All words from this place on.
    std::vector<std::string> words_from(std::size_t place) const
    {
        return {values_.begin() + static_cast<std::ptrdiff_t>(std::min(place, values_.size())),
                values_.end()};
    }
    bool has(std::string_view option) const
    {
        for (const std::string& one : chosen_)
            if (one == option) return true;
        return false;
    }

    [[noreturn]] void refuse(const std::string& why) const
    {
        std::cerr << program_ << ": " << why << "; see " << program_ << " --help\n";
        std::exit(2);
    }

    /// Refuses a folder that already has something in it: the program may fill and remove what it made, and
    /// nothing else.
    void require_empty_folder(const std::string& folder) const
    {
        std::error_code error;
        if (!std::filesystem::exists(folder, error)) return;
        if (!std::filesystem::is_directory(folder, error)) refuse(folder + " is not a folder");
        if (!std::filesystem::is_empty(folder, error) || error)
            refuse("the folder " + folder + " is not empty");
    }

private:
    static std::optional<std::uint64_t> number_of(std::string_view text)
    {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
        return value;
    }

    void take(const std::string& one)
    {
        if (one.size() > 1 && one[0] == '-') {
            for (const Option& option : options_)
                if (option.name == one) return chosen_.push_back(one);
            refuse("unknown option " + one);
        }
        const bool last_is_repeated = !words_.empty() && words_.back().repeated;
        if (values_.size() >= words_.size() && !last_is_repeated) refuse("unexpected argument " + one);
        const Word& word = words_[std::min(values_.size(), words_.size() - 1)];
        if (word.number && !number_of(one)) refuse(word.name + " must be a number, got " + one);
        bool is_choice = word.choices.empty();
        for (const std::string& choice : word.choices) is_choice |= choice == one;
        if (!is_choice) refuse(word.name + " must be one of " + joined(word.choices, ", ") + ", got " + one);
        values_.push_back(one);
    }

    static std::string joined(const std::vector<std::string>& texts, const std::string& between)
    {
        std::string all;
        for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
        return all;
    }

    [[noreturn]] void show_help() const
    {
        std::cout << "usage: " << program_;
        for (const Option& option : options_) std::cout << " [" << option.name << "]";
        for (const Word& word : words_) {
            const std::string name = word.repeated ? word.name + "..." : word.name;
            std::cout << " " << (word.otherwise ? "[" + name + "]" : name);
        }
        std::cout << "\n\n" << about_ << "\n";
        if (!words_.empty() || !options_.empty()) std::cout << "\n";
        for (const Word& word : words_) {
            std::string meaning = word.meaning;
            if (!word.choices.empty()) meaning += " (" + joined(word.choices, ", ") + ")";
            if (word.otherwise && !word.otherwise->empty()) meaning += " [default: " + *word.otherwise + "]";
            show_row(word.name, meaning);
        }
        for (const Option& option : options_) show_row(option.name, option.meaning);
        show_row("--help", "print this text and exit");
        std::cout << std::flush;
        std::exit(0);
    }

    static void show_row(const std::string& name, const std::string& meaning)
    {
        constexpr std::size_t COLUMN = 22;
        std::cout << "  " << name << std::string(name.size() < COLUMN ? COLUMN - name.size() : 1, ' ')
                  << meaning << "\n";
    }

    std::string program_;
    std::string about_;
    std::vector<Word> words_;
    std::vector<Option> options_;
    std::vector<std::string> values_;
    std::vector<std::string> chosen_;
};

}  // namespace lariat::support
