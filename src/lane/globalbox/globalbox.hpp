// The Globalbox as it lasts from block to block: what waits under it stands in a queue whose order is frozen
// (GBX-5, GBX-10). A fire's place is in its timer's record; the queue in memory follows the records. What one
// block does with it is rounds.hpp.
#pragma once

#include "lane/end_of_block.hpp"
#include "lane/globalbox/queue.hpp"

namespace lariat::lane {

class Globalbox final : public timers::WaitingOrder {
public:
    explicit Globalbox(state::Overlay& state) : state_(state) {}
    Globalbox(const Globalbox&) = delete;  // undo actions hold on to it

    /// Before the transactions of a block, once a change of discipline has been noted.
    void begin_block(const timers::BlockRules& rules, timers::Counters& counters);
    /// Gives what joined since the last block its places, best first (procedure.md section 6).
    void enqueue(const timers::BlockRules& rules, timers::TimerState& state);

    void joined(const timers::Timer& timer, u64 judged) override;
    void left(const timers::Timer& timer) override;
    void expiry_changed(const timers::Timer& timer, u64 expires_at) override;

    FireQueue& queue() noexcept { return queue_; }
    const FireQueue& queue() const noexcept { return queue_; }

    /// Each timer that waits is told by joined_before().
    void rebuild(const timers::Counters& counters);
    void joined_before(const timers::Timer& timer) { joined(timer, 0); }
    bool same_as(const Globalbox& other, u64 alive_from) const;

private:
    bool has_place(const timers::Timer& timer) const { return timer.queue && timer.queue->reign == reign_; }

    state::Overlay& state_;
    FireQueue queue_;
    std::vector<timers::TimerId> new_;  ///< wait, and have no place yet
    u64 reign_ = 0;
    bool is_on_ = false;
};

}  // namespace lariat::lane
