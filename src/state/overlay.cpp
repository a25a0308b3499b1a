// The overlay's writes and its journal; see overlay.hpp.
#include "state/overlay.hpp"

namespace lariat::state {

std::optional<Bytes> Overlay::get(BytesView key) const
{
    const auto found = writes_.find(key);
    return found == writes_.end() ? base_.get(key) : found->second.value;
}

bool Overlay::contains(BytesView key) const
{
    const auto found = writes_.find(key);
    return found == writes_.end() ? base_.contains(key) : found->second.value.has_value();
}

void Overlay::put(BytesView key, Bytes value)
{
    write(key, std::move(value));
}

void Overlay::erase(BytesView key)
{
    write(key, std::nullopt);
}

void Overlay::write(BytesView key, std::optional<Bytes> value)
{
    LARIAT_ASSERT(!reverting_);
    const auto found = writes_.find(key);
    if (found == writes_.end()) {
        const auto made = writes_.emplace(to_bytes(key), Entry{std::move(value), journal_.size()}).first;
        journal_.emplace_back(UndoWrite{&*made, std::nullopt});
        return;
    }
    Entry& entry = found->second;
    if (entry.journaled_at >= barrier_) {
        entry.value = std::move(value);
        return;
    }
    journal_.emplace_back(UndoWrite{&*found, std::move(entry)});
    entry = Entry{std::move(value), journal_.size() - 1};
}

void Overlay::on_revert(std::function<void()> undo)
{
    LARIAT_ASSERT(!reverting_);
    journal_.emplace_back(std::move(undo));
    barrier_ = journal_.size();
}

Overlay::Checkpoint Overlay::checkpoint() const noexcept
{
    barrier_ = journal_.size();
    return journal_.size();
}

void Overlay::revert_to(Checkpoint mark)
{
    LARIAT_ASSERT(!reverting_ && mark <= journal_.size());
    reverting_ = true;
    while (journal_.size() > mark) {
        auto last = std::move(journal_.back());
        journal_.pop_back();
        if (auto* write = std::get_if<UndoWrite>(&last)) {
            if (write->before) {
                write->written->second = std::move(*write->before);
            } else {
                writes_.erase(writes_.find(write->written->first));
            }
        } else {
            std::get<UndoAction>(last)();
        }
    }
    reverting_ = false;
    barrier_ = mark;
}

std::vector<Write> Overlay::changes() const
{
    std::vector<Write> out;
    out.reserve(writes_.size());
    for (const auto& [key, entry] : writes_)
        if (entry.value || base_.contains(key)) out.push_back({key, entry.value});
    return out;
}

void Overlay::clear()
{
    LARIAT_ASSERT(!reverting_);
    writes_.clear();
    journal_.clear();
    barrier_ = 0;
}

}  // namespace lariat::state
