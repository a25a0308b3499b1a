// Implements the journal of labels and execution counts.
#include "scripted/scaffold.hpp"

namespace lariat::scripted {

std::optional<Hash32> Scaffold::find(const std::string& label) const
{
    const auto it = ids_.find(label);
    return it == ids_.end() ? std::nullopt : std::optional{it->second};
}

const std::string* Scaffold::label_of(const Hash32& id) const
{
    const auto it = labels_.find(id);
    return it == labels_.end() ? nullptr : &it->second;
}

void Scaffold::set_label(const std::string& label, const Hash32& id, state::Overlay& journal)
{
    LabelChange change{.label = label, .before = find(label), .id = id, .label_before = {}};
    if (const std::string* named = label_of(id)) change.label_before = *named;
    ids_[label] = id;
    labels_[id] = label;
    blocks_.back().labels.push_back(change);
    journal.on_revert([this, change] {
        undo(change);
        blocks_.back().labels.pop_back();
    });
}

u64 Scaffold::count_start(const Address& actor, const std::string& handler)
{
    std::string key(text(view(actor)));
    u64& count = starts_[key += handler];
    blocks_.back().counts.push_back(&count);
    return ++count;
}

void Scaffold::begin_block()
{
    blocks_.emplace_back();
}

void Scaffold::roll_back(u64 blocks)
{
    for (; blocks > 0 && !blocks_.empty(); --blocks) {
        const Changes& last = blocks_.back();
        for (auto it = last.labels.rbegin(); it != last.labels.rend(); ++it) undo(*it);
        for (u64* const count : last.counts) --*count;
        blocks_.pop_back();
    }
}

void Scaffold::undo(const LabelChange& change)
{
    if (change.label_before)
        labels_[change.id] = *change.label_before;
    else
        labels_.erase(change.id);
    if (change.before)
        ids_[change.label] = *change.before;
    else
        ids_.erase(change.label);
}

}  // namespace lariat::scripted
