// State of the Globalbox from block to block: a queue of waiting fires in a frozen order (GBX-5, GBX-10). The
// place of a fire is in its timer's record; the queue in memory follows the records. rounds.hpp has the steps
// of one block.
#pragma once

#include "lane/end_of_block.hpp"
#include "lane/globalbox/queue.hpp"

namespace lariat::lane {

class Globalbox final : public timers::WaitingOrder {
public:
    explicit Globalbox(state::Overlay& state) : state_(state) {}
    Globalbox(const Globalbox&) = delete;  // undo actions refer to it

    /// Called before the transactions of a block, after note_discipline().
    void begin_block(const timers::BlockRules& rules, timers::Counters& counters);
    /// Gives the timers that joined since the last block their places, best first (GBX-4).
    void enqueue(const timers::BlockRules& rules, timers::TimerState& state);

    /// Gives timers that wait without a place their places; the places, best first.
    static std::vector<QueueOrder> give_places(const std::vector<timers::Timer*>& timers,
                                               const timers::BlockRules& rules,
                                               const timers::Counters& counters);

    void joined(const timers::Timer& timer, u64 judged) override;
    void left(const timers::Timer& timer) override;
    void expiry_changed(const timers::Timer& timer, u64 expires_at) override;

    FireQueue& queue() noexcept { return *queue_; }
    const FireQueue& queue() const noexcept { return *queue_; }

    /// Prepares a rebuild; joined_before() then adds each waiting timer.
    void rebuild(const timers::Counters& counters);
    void joined_before(const timers::Timer& timer) { joined(timer, 0); }
    bool same_as(const Globalbox& other, u64 alive_from) const;

private:
    /// A timer that joined, as its record says, and the key of the record.
    struct Arrival {
        timers::Timer timer;
        timers::Key record_key;
    };

    bool has_place(const timers::Timer& timer) const { return timer.queue && timer.queue->reign == reign_; }

    state::Overlay& state_;
    std::unique_ptr<FireQueue> queue_ = std::make_unique<FireQueue>();
    std::vector<std::unique_ptr<FireQueue>> ended_;  ///< of reigns that have ended, to be freed
    std::vector<Arrival> new_;                       ///< waiting timers without a place
    u64 reign_ = 0;
    bool is_on_ = false;
};

}  // namespace lariat::lane
