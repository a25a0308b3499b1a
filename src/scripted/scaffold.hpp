// Test scaffolding of traces, outside of consensus: labels of timers and the execution counts of `if_nth`. It
// is in no root, is undone by a rollback and kept over a restart.
#pragma once

#include <map>

#include "base/keyed_map.hpp"
#include "state/overlay.hpp"

namespace lariat::scripted {

class Scaffold {
public:
    /// The latest timer that was given this label.
    std::optional<Hash32> find(const std::string& label) const;
    const std::string* label_of(const Hash32& id) const;
    /// Sets a label; `journal` undoes it if the scheduling execution fails.
    void set_label(const std::string& label, const Hash32& id, state::Overlay& journal);

    /// Counts a started execution and returns its number, from 1.
    u64 count_start(const Address& actor, const std::string& handler);

    void begin_block();
    void roll_back(u64 blocks);  ///< blocks before the start of this process are ignored

private:
    struct LabelChange {
        std::string label;
        std::optional<Hash32> before;
        Hash32 id{};                              ///< the id that was given the label
        std::optional<std::string> label_before;  ///< the previous label of that id
    };
    struct Changes {
        std::vector<LabelChange> labels;
        std::vector<u64*> counts;  ///< in starts_: one for each execution
    };
    void undo(const LabelChange& change);

    std::map<std::string, Hash32> ids_;
    std::map<Hash32, std::string> labels_;
    KeyedMap<std::string, u64> starts_;  ///< actor ‖ handler → executions
    std::vector<Changes> blocks_;        ///< of each block, oldest first
};

}  // namespace lariat::scripted
