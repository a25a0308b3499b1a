// What scripted handlers and traces need that is no part of consensus (trace.md): labels for timers
// and the execution counts of `if_nth`. Outside every root, undone by rollback, kept over restart.
#pragma once

#include <map>

#include "state/overlay.hpp"

namespace lariat::chain {

class Scaffold {
public:
    /// The latest timer given this label.
    std::optional<Hash32> find(const std::string& label) const;
    const std::string* label_of(const Hash32& id) const;
    /// Undone through `journal` when the execution that schedules fails.
    void set_label(const std::string& label, const Hash32& id, state::Overlay& journal);

    /// Counts a started execution and gives its number, from 1.
    u64 count_start(const Address& actor, const std::string& handler);

    void begin_block();
    void roll_back(u64 blocks);  ///< of blocks that it has not seen it knows nothing

private:
    using Handler = std::pair<Address, std::string>;
    struct Change {
        std::optional<std::string> label;  ///< else a count
        std::optional<Hash32> before;
        Hash32 id{};                              ///< that was given the label
        std::optional<std::string> label_before;  ///< of that id: one timer may be named again
        Handler handler;
    };
    void undo(const Change& change);

    std::map<std::string, Hash32> ids_;
    std::map<Hash32, std::string> labels_;
    std::map<Handler, u64> starts_;
    std::vector<std::vector<Change>> blocks_;  ///< changes of each block, oldest first
};

}  // namespace lariat::chain
