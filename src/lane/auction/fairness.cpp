// Implements the fairness window: totals follow the fires of a block and the fires that leave the window.
#include "lane/auction/fairness.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

namespace {

constexpr u8 WINDOW_BLOCK = 'w';         // w ‖ height → actors and counts
constexpr u64 FIRES_MAX = u64{1} << 40;  // of an owner in a block: any number whose sums fit

Bytes block_key(u64 height)
{
    Writer w;
    w.put_u8(WINDOW_BLOCK).put_u64(height);
    return w.take();
}

}  // namespace

void RunningMedian::add(u64 value)
{
    ++values_[value];
    if (++size_ == 1) {
        at_ = values_.begin();
        below_ = 0;
    } else if (value < at_->first) {
        ++below_;
    }
    settle();
}

void RunningMedian::remove(u64 value)
{
    const auto it = values_.find(value);
    LARIAT_ASSERT(it != values_.end());
    --size_;
    if (value < at_->first) --below_;
    if (--it->second == 0) {
        if (it == at_ && size_ > 0) {  // stand on a neighbour before it goes
            if (std::next(at_) != values_.end()) {
                ++at_;
            } else {
                --at_;
                below_ -= at_->second;
            }
        }
        values_.erase(it);
    }
    settle();
}

/// Moves to the value at index (size - 1) / 2: at most a step or two after one change.
void RunningMedian::settle()
{
    if (size_ == 0) return;
    const u64 index = (size_ - 1) / 2;
    while (index < below_) {
        --at_;
        below_ -= at_->second;
    }
    while (index >= below_ + at_->second) {
        below_ += at_->second;
        ++at_;
    }
}

u64 FairnessWindow::change(const Address& owner, i64 by)
{
    u32 number = totals_.number_of(owner);
    if (number == totals_.NONE)
        number = totals_.add(owner);
    else
        median_.remove(totals_[number]);
    const u64 now = totals_[number] += static_cast<u64>(by);
    if (now != 0)
        median_.add(now);
    else
        totals_.erase(number);
    return now;
}

void FairnessWindow::record(u64 height, std::vector<Address> owners, const Changed& changed)
{
    if (owners.empty()) return;
    std::ranges::sort(owners);
    Fires fires;
    for (const Address& owner : owners) {
        if (fires.empty() || fires.back().first != owner) fires.emplace_back(owner, 0);
        ++fires.back().second;
    }
    Writer w;
    w.put_u32(static_cast<u32>(fires.size()));
    for (const auto& [owner, count] : fires) {
        w.put_raw(view(owner)).put_u64(count);
        changed(owner, change(owner, static_cast<i64>(count)));
    }
    state_.put(block_key(height), w.bytes());
    blocks_.emplace(height, std::move(fires));
}

void FairnessWindow::slide(u64 from, const Changed& changed)
{
    while (!blocks_.empty() && blocks_.begin()->first < from) {
        for (const auto& [owner, count] : blocks_.begin()->second)
            changed(owner, change(owner, -static_cast<i64>(count)));
        state_.erase(block_key(blocks_.begin()->first));
        blocks_.erase(blocks_.begin());
    }
}

void FairnessWindow::clear()
{
    if (!blocks_.empty()) past_.push_back(std::exchange(blocks_, {}));
    totals_.clear();
    median_.clear();
}

void FairnessWindow::delete_past(u64 most)
{
    for (; most > 0 && !past_.empty(); --most) {
        Blocks& blocks = past_.front();
        state_.erase(block_key(blocks.begin()->first));
        blocks.erase(blocks.begin());
        if (blocks.empty()) past_.pop_front();
    }
}

u64 FairnessWindow::recent(const Address& owner) const
{
    const u64* const total = totals_.find(owner);
    return total == nullptr ? 0 : *total;
}

void FairnessWindow::as_if_slid(u64 from, const Changed& changed, const std::function<void()>& look)
{
    const auto change_all = [&](i64 sign) {
        for (auto it = blocks_.begin(); it != blocks_.end() && it->first < from; ++it)
            for (const auto& [owner, count] : it->second)
                changed(owner, change(owner, sign * static_cast<i64>(count)));
    };
    change_all(-1);
    look();
    change_all(1);
}

std::pair<u64, u64> FairnessWindow::as_of(const Address& owner, u64 from) const
{
    if (blocks_.empty() || blocks_.begin()->first >= from) return {recent(owner), median()};
    std::map<Address, u64> totals;
    for (auto it = blocks_.lower_bound(from); it != blocks_.end(); ++it)
        for (const auto& [actor, count] : it->second) totals[actor] += count;
    RunningMedian median;
    for (const auto& [actor, total] : totals) median.add(total);
    const auto it = totals.find(owner);
    return {it == totals.end() ? 0 : it->second, median.value()};
}

void FairnessWindow::rebuild(state::Walk& walk, u64 since)
{
    walk.on(WINDOW_BLOCK, timers::NUMBERED_KEY_BYTES, [this, since, &walk](BytesView at, BytesView value) {
        const u64 height = Reader(at.subspan(1)).get_u64();
        const bool is_past = since == 0 || height < since;
        if (is_past && past_.empty()) past_.emplace_back();
        Fires& fires = is_past ? past_.front()[height] : blocks_[height];
        Reader r(value);
        for (u32 n = r.get_u32(); n > 0 && r.ok(); --n) {
            const Address owner = r.get_address();
            const u64 count = r.get_u64();
            if (!r.ok()) break;
            const bool comes_next = fires.empty() || fires.back().first < owner;
            if (!comes_next || count == 0 || count > FIRES_MAX)
                return walk.refuse(at, "the fires of an owner are none that a block has");
            fires.emplace_back(owner, count);
            if (!is_past) change(owner, static_cast<i64>(count));
        }
        if (!r.done()) walk.refuse(at, "the fires of a block are malformed");
    });
}

bool FairnessWindow::same_as(const FairnessWindow& other) const
{
    const auto past = [](const FairnessWindow& window) {
        Blocks all;
        for (const Blocks& blocks : window.past_) all.insert(blocks.begin(), blocks.end());
        return all;
    };
    bool same = totals_.size() == other.totals_.size();
    totals_.for_each([&](u32 n) { same &= totals_[n] == other.recent(totals_.key(n)); });
    return same && blocks_ == other.blocks_ && past(*this) == past(other) && median() == other.median() &&
           median_.size() == other.median_.size();
}

}  // namespace lariat::lane
