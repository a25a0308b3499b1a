// Commands of a peer program: measures the store and checks its answers against the model.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include <fmt/format.h>

#include "../../../tests/support/program_arguments.hpp"
#include "contestant.hpp"

namespace lariat::peers {

void fail(std::string_view what)
{
    std::cout << "failed " << what << std::endl;
    std::exit(1);
}

namespace {

constexpr u64 PROOFS_AT_ONCE = 64;

void require(bool holds, std::string_view what)
{
    if (!holds) fail(what);
}

template <class Work>
double seconds_of(const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Numbers, keys and what the model says of them, made before the clock runs.
struct Asked {
    Asked(Model& model, u64 count)
    {
        for (u64 i = 0; i < count; ++i) {
            numbers.push_back(model.draw());
            keys.push_back(key_of(numbers.back()));
        }
    }
    std::vector<u64> numbers;
    std::vector<Bytes> keys;
};

class Server {
public:
    Server(const Arguments& arguments, Contestant& store)
        : store_(store), model_(arguments.keys, arguments.value_size)
    {
    }

    std::string answer(const std::string& line)
    {
        std::istringstream words(line);
        std::string command;
        words >> command;
        const auto number = [&] {
            u64 value = 0;
            require(static_cast<bool>(words >> value) && value > 0, "a number is missing in: " + line);
            return value;
        };
        if (command == "open") return open();
        if (command == "close") return close();
        if (command == "settle") return timed([&] { store_.settle(); });
        if (command == "fill") return fill(number());
        if (command == "check") return check();
        if (command == "get") return get(number());
        if (command == "prove") return prove(number());
        if (command == "update") {
            const u64 size = number();
            return update(size, number());
        }
        fail("no such command: " + line);
    }

private:
    template <class Work>
    static std::string timed(const Work& work)
    {
        return fmt::format("ok seconds={:.9f}", seconds_of(work));
    }

    std::string open()
    {
        const std::string said = timed([&] {
            store_.open();
            store_.root();
        });
        require(!root_ || store_.root() == root_, "the root is the one from before closing");
        return said;
    }

    std::string close()
    {
        root_ = store_.root();
        return timed([&] { store_.close(); });
    }

    /// The time from pairs in the order in which they were drawn to a durable batch and its root.
    double commit(Batch pairs)
    {
        const std::optional<Hash32> before = store_.root();
        store_.take(std::move(pairs));
        const double seconds = seconds_of([&] {
            store_.commit();
            store_.root();
        });
        require(!before || store_.root() != before, "each batch moves the root");
        return seconds;
    }

    std::string fill(u64 size)
    {
        double seconds = 0;
        for (u64 done = 0; done < model_.keys(); done += size) {
            seconds += commit(model_.first(done, std::min(done + size, model_.keys())));
        }
        return fmt::format("ok seconds={:.9f}", seconds);
    }

    std::string update(u64 size, u64 count)
    {
        require(size * 2 <= model_.keys(), "a batch holds at most half of the keys");
        std::vector<double> each;
        for (u64 i = 0; i < count; ++i) each.push_back(commit(model_.next(size)));
        double seconds = 0;
        for (const double one : each) seconds += one;
        std::sort(each.begin(), each.end());
        return fmt::format("ok seconds={:.9f} median={:.9f} longest={:.9f}", seconds, each[each.size() / 2],
                           each.back());
    }

    void check_slot(std::size_t slot, u64 number) const
    {
        const std::optional<BytesView> value = store_.got(slot);
        require(value && equal(*value, model_.value(number)),
                fmt::format("key {} has the value of the model", number));
    }

    std::string get(u64 count)
    {
        double seconds = 0;
        for (u64 done = 0; done < count; done += SLOTS) {
            const Asked asked(model_, std::min<u64>(SLOTS, count - done));
            seconds += seconds_of([&] {
                for (std::size_t i = 0; i < asked.keys.size(); ++i) store_.get(asked.keys[i], i);
            });
            for (std::size_t i = 0; i < asked.keys.size(); ++i) check_slot(i, asked.numbers[i]);
        }
        return fmt::format("ok seconds={:.9f}", seconds);
    }

    std::string prove(u64 count)
    {
        if (!store_.proves()) return "none";
        const Hash32 root = store_.root().value();
        double proving = 0;
        double verifying = 0;
        u64 bytes = 0;
        for (u64 done = 0; done < count; done += PROOFS_AT_ONCE) {
            const Asked asked(model_, std::min(PROOFS_AT_ONCE, count - done));
            std::vector<Bytes> values;
            for (const u64 number : asked.numbers) values.push_back(model_.value(number));
            std::vector<Bytes> proofs(asked.keys.size());
            proving += seconds_of([&] {
                for (std::size_t i = 0; i < proofs.size(); ++i) proofs[i] = store_.prove(asked.keys[i]);
            });
            u64 good = 0;
            verifying += seconds_of([&] {
                for (std::size_t i = 0; i < proofs.size(); ++i)
                    good += store_.verify(root, proofs[i], asked.keys[i], values[i]);
            });
            require(good == proofs.size(), "every proof is right");
            for (std::size_t i = 0; i < proofs.size(); ++i) {
                bytes += proofs[i].size();
                values[i][i % values[i].size()] ^= 1;
                require(!store_.verify(root, proofs[i], asked.keys[i], values[i]),
                        "no proof holds for another value");
            }
        }
        return fmt::format("ok seconds={:.9f} verify={:.9f} bytes={}", proving, verifying,
                           static_cast<double>(bytes) / static_cast<double>(count));
    }

    /// Reads every key. `content` is what the driver compares between programs.
    std::string check()
    {
        u64 content = 0;
        for (u64 number = 0; number < model_.keys(); ++number) {
            const Bytes key = key_of(number);
            store_.get(key, 0);
            check_slot(0, number);
            u64 word = 0;
            for (const u8 byte : store_.got(0)->first(8)) word = word << 8 | byte;
            content = mix(content ^ word);
        }
        return fmt::format("ok keys={} content={:016x}", model_.keys(), content);
    }

    Contestant& store_;
    Model model_;
    std::optional<Hash32> root_;  ///< when the store was closed last
};

u64 number_of(std::string_view text)
{
    u64 value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    require(error == std::errc{} && end == text.data() + text.size(), "no number: " + std::string(text));
    return value;
}

}  // namespace

Arguments::Arguments(int argc, char** argv, const std::vector<std::string>& known)
{
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    const support::ProgramArguments given(
        argc, argv,
        "Runs the commands on standard input on one store (bench/peers/README.md, \"The protocol\").",
        {{.name = "DIRECTORY", .meaning = "of the store"},
         {.name = "KEYS", .meaning = "keys in all, 1 to 2^32 - 1", .number = true},
         {.name = "VALUE_BYTES", .meaning = "size of each value, a multiple of 8", .number = true},
         {.name = "NAME=NUMBER",
          .meaning = "a setting of this store: " + names,
          .otherwise = "",
          .repeated = true}});
    directory = given.word(0);
    keys = given.number(1);
    value_size = given.number(2);
    if (keys == 0 || keys >= u64{1} << 32) given.refuse("KEYS must be 1 to 2^32 - 1");
    if (value_size == 0 || value_size % 8 != 0) given.refuse("VALUE_BYTES must be a multiple of 8");
    for (const std::string& option : given.words_from(3)) {
        const std::size_t middle = option.find('=');
        const std::string name = option.substr(0, middle);
        if (middle == option.npos || std::find(known.begin(), known.end(), name) == known.end())
            given.refuse("unknown setting " + option);
        options_.emplace_back(name, number_of(option.substr(middle + 1)));
    }
}

u64 Arguments::option(std::string_view name, u64 otherwise) const
{
    const auto found =
        std::find_if(options_.begin(), options_.end(), [&](const auto& one) { return one.first == name; });
    return found == options_.end() ? otherwise : found->second;
}

int serve(const Arguments& arguments, Contestant& store)
{
    Server server(arguments, store);
    for (std::string line; std::getline(std::cin, line);) std::cout << server.answer(line) << std::endl;
    return 0;
}

}  // namespace lariat::peers
