// Reads history for a subscription, a page at a time.
#include "node/stream_history.hpp"

#include "base/hex.hpp"

namespace lariat::node {

namespace {

constexpr u64 PAGE_ROWS = 500, PAGE_BYTES = 256 * 1'024;
/// Heights of a page: what a filter passes over costs time too.
constexpr u64 PAGE_BLOCKS = 1'000;

std::string state_root_at(const Core& core, u64 height)
{
    if (height == core.head().height) return to_hex(core.head().state_root);
    const auto block = core.archive().block_json(height, false);
    return block ? to_hex(hash_member(*block, "state_root").value_or(Hash32{})) : std::string();
}

}  // namespace

HistorySubscription::HistorySubscription(u64 number, const SubscribeMessage& wanted, u64 head)
    : id_(wanted.id),
      number_(number),
      topic_(wanted.topic),
      next_(wanted.from_height.value_or(head + 1)),
      history_to_(head),
      live_(next_ > head)
{
    if (next_ > 0) marked_ = next_ - 1;
}

HistorySubscription::Step HistorySubscription::step(const Core& core, StreamQueue& queue)
{
    const u64 head = core.head().height;
    if (is_at(head)) {
        live_ = true;
        return Step::nothing_left;
    }
    if (next_ < core.oldest_block()) return Step::pruned;
    HistoryPage page;
    page.from_height = next_;
    page.to_height = next_ > history_to_ ? next_ : std::min({history_to_, head, next_ + PAGE_BLOCKS - 1});
    page.ascending = true;
    page.after = after_;
    page.limit = PAGE_ROWS;
    page.bytes_max = PAGE_BYTES;
    const auto [rows, looked_to] = core.archive().list(*topic_.history, topic_.filters, page);
    if (core.archive().failed_read()) return Step::nothing_left;  // no mark: the node is about to end
    u64 bytes = 0;
    for (const ArchivedRow& row : rows) bytes += row.json.size();
    const bool is_whole = rows.size() < page.limit && bytes < page.bytes_max && !looked_to;
    const auto last =
        looked_to || is_whole ? looked_to : std::optional(std::pair(rows.back().height, rows.back().index));
    // A page that ended early may lack rows of its last block. All before that block is said.
    const u64 unfinished = is_whole ? page.to_height + 1 : last->first;
    bool owes_mark = unfinished > next_;
    for (const ArchivedRow& row : rows) {
        if (owes_mark && row.height == unfinished) {
            mark(core, unfinished - 1, queue);
            owes_mark = false;
        }
        queue.push(item_message(id_, row.height, row.json));
    }
    if (owes_mark) mark(core, unfinished - 1, queue);
    next_ = unfinished;
    after_ = last;
    live_ = live_ || is_at(head);
    return Step::went_on;
}

void HistorySubscription::mark(const Core& core, u64 height, StreamQueue& queue) const
{
    queue.push(mark_message(id_, height, state_root_at(core, height)), StreamQueue::Mark{number_, height});
}

void HistorySubscription::reverted(u64 height, u64 head)
{
    // One that waits for a height that the chain never reached goes on waiting.
    if (next_ > height && next_ <= head + 1) {
        next_ = height + 1;
        after_.reset();
    }
    if (marked_ && *marked_ > height && *marked_ <= head) marked_ = height;
    history_to_ = std::min(history_to_, height);
}

}  // namespace lariat::node
