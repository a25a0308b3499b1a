// Interface of a peer program in C++: the store operations that it implements, and the loop that drives it.
#pragma once

#include <optional>
#include <string_view>

#include "workload.hpp"

namespace lariat::peers {

/// Ends the program and says why on its output: no figure comes out of a store that failed.
[[noreturn]] void fail(std::string_view what);

/// How many values of Contestant::get are held at a time.
inline constexpr std::size_t SLOTS = 256;

class Contestant {
public:
    virtual ~Contestant() = default;

    virtual void open() = 0;
    /// Everything on disk, memory given back.
    virtual void close() = 0;

    /// Pairs with different keys, in the order in which they were drawn, for the next commit(). Not measured:
    /// here they get the types that the store takes.
    virtual void take(Batch batch) = 0;
    /// Puts what was taken. When it returns that is durable and, if the store has one, the root is known.
    virtual void commit() = 0;

    /// Reads a value as cheaply as the store offers it; got() gives what was read.
    virtual void get(BytesView key, std::size_t slot) = 0;
    virtual std::optional<BytesView> got(std::size_t slot) const = 0;

    /// Nothing: this store has no root.
    virtual std::optional<Hash32> root() const { return std::nullopt; }
    virtual bool proves() const { return false; }
    /// Of the value that a key has now. Only when it proves().
    virtual Bytes prove(BytesView) { fail("this store has no proofs"); }
    virtual bool verify(const Hash32&, BytesView /*proof*/, BytesView /*key*/, BytesView /*value*/)
    {
        fail("this store has no proofs");
    }

    /// What the store would do for itself when nobody asks for anything: compact, prune.
    virtual void settle() {}
};

/// The command line `PROGRAM DIRECTORY KEYS VALUE_BYTES [NAME=NUMBER]…`. A NAME that is not in `known` is
/// refused.
struct Arguments {
    Arguments(int argc, char** argv, const std::vector<std::string>& known);
    /// Of the option NAME, or `otherwise` when it was not given.
    u64 option(std::string_view name, u64 otherwise) const;

    std::string directory;
    u64 keys = 0;
    std::size_t value_size = 0;

private:
    std::vector<std::pair<std::string, u64>> options_;
};

/// Does what the commands on standard input say, one a line, until there are no more.
int serve(const Arguments& arguments, Contestant& store);

}  // namespace lariat::peers
