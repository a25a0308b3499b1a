// A single pass over a state that rebuilds all structures in memory: each registers the keys that it reads
// and the steps that follow the pass. A restart thus reads the state once.
#pragma once

#include <array>
#include <vector>

#include "state/store.hpp"

namespace lariat::state {

class Walk {
public:
    using Status = StatusOf<std::string>;
    using Visit = std::function<void(BytesView key, BytesView value)>;

    explicit Walk(const Readable& state) : state_(state) {}
    Walk(const Walk&) = delete;  // registered functions refer to it
    Walk& operator=(const Walk&) = delete;

    const Readable& state() const noexcept { return state_; }

    /// Registers a visitor of the pairs whose key begins with `table` and has `key_bytes` bytes; the order is
    /// unspecified.
    void on(u8 table, std::size_t key_bytes, Visit visit);

    /// Registers a step that runs after the pass; steps run in the order of registration.
    void then(std::function<Status()> step) { steps_.push_back(std::move(step)); }

    /// Ends the walk with an error: run() returns the first reason, and no further pair is visited.
    void refuse(std::string why);
    /// The same for a pair that cannot be read; the reason names its key.
    void refuse(BytesView key, std::string_view why);

    /// Runs the walk; call it once. The error is that of refuse() or of the first step that failed; the
    /// structures must then not be used.
    Status run();

private:
    struct Reader {
        std::size_t key_bytes;
        Visit visit;
    };

    const Readable& state_;
    std::array<std::vector<Reader>, 256> readers_;
    std::vector<std::function<Status()>> steps_;
    Status read_;
};

/// A walk for one structure alone.
template <class Built, class... Args>
Walk::Status rebuild_alone(Built& built, const Readable& state, const Args&... args)
{
    Walk walk(state);
    built.rebuild(walk, args...);
    return walk.run();
}

}  // namespace lariat::state
