// Replays a disk's journal up to a moment and mixes the unsynced changes; see power_loss.hpp.
#include "power_loss.hpp"

#include <algorithm>

namespace lariat::state {

namespace {

using ChangeKind = DiskChange::Kind;
constexpr u64 SECTOR = 512;
constexpr std::size_t COMBINED_MAX = 6;
constexpr u64 TEARS_MAX = 2048;

void put(Bytes& file, u64 at, BytesView bytes)
{
    if (file.size() < at + bytes.size()) file.resize(at + bytes.size());
    std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
}

void apply(Bytes& file, const DiskChange& change, const std::vector<ByteRange>& kept)
{
    if (change.kind == ChangeKind::Truncate) {
        if (!kept.empty()) file.resize(change.at);
        return;
    }
    for (const ByteRange& range : kept) {
        const u64 to = std::min<u64>(range.to, change.bytes.size());
        if (range.from >= to) continue;
        put(file, change.at + range.from, BytesView{change.bytes}.subspan(range.from, to - range.from));
    }
}

void apply(std::map<std::string, InodeId>& names, const DiskChange& change)
{
    if (change.kind == ChangeKind::Create) {
        names[change.name] = change.inode;
        return;
    }
    const auto old = names.find(change.name);
    if (old != names.end() && old->second == change.inode) names.erase(old);
    if (change.kind == ChangeKind::Rename) names[change.to] = change.inode;
}

bool changes_names(const DiskChange& change)
{
    return change.kind == ChangeKind::Create || change.kind == ChangeKind::Remove ||
           change.kind == ChangeKind::Rename;
}

/// The write's bytes by sectors of the file.
std::vector<ByteRange> sectors(const DiskChange& write)
{
    std::vector<ByteRange> out;
    for (u64 from = 0; from < write.bytes.size();) {
        const u64 to = std::min<u64>(write.bytes.size(), from + SECTOR - (write.at + from) % SECTOR);
        out.push_back({from, to});
        from = to;
    }
    return out;
}

std::vector<ByteRange> random_share(const DiskChange& change, std::mt19937_64& random)
{
    const u64 way = random() % 8;
    if (way < 2) return {};
    if (way < 5 || change.kind != ChangeKind::Write) return {ALL_BYTES};
    if (way == 5) return {{0, random() % (change.bytes.size() + 1)}};
    if (way == 6) return {{random() % (change.bytes.size() + 1), U64_MAX}};
    std::vector<ByteRange> out;
    for (const ByteRange& sector : sectors(change)) {
        if (random() % 2 == 0) out.push_back(sector);
    }
    return out;
}

}  // namespace

PowerLoss::PowerLoss(const FaultDisk& disk) : disk_(disk)
{
    for (const auto& [name, bytes] : disk.start()) {
        names_[name] = static_cast<InodeId>(inodes_.size());
        inodes_.push_back({bytes, {}});
    }
}

/// Marks what a sync covers.
void PowerLoss::settle(std::vector<Entry>& entries) const
{
    for (Entry& entry : entries) {
        if (!entry.orphaned) entry.settled = true;
    }
}

void PowerLoss::advance(u64 changes)
{
    LARIAT_ASSERT(changes >= next_ && changes <= disk_.journal().size());
    for (; next_ < changes; ++next_) {
        const DiskChange& change = disk_.journal()[next_];
        if (change.kind == ChangeKind::Create)
            inodes_.resize(std::max<std::size_t>(inodes_.size(), change.inode + 1));
        if (change.kind == ChangeKind::SyncNames) {
            settle(name_entries_);
        } else if (changes_names(change)) {
            name_entries_.push_back({&change, false, false});
        } else if (change.kind == ChangeKind::Sync) {
            settle(inodes_[change.inode].entries);
        } else if (change.kind == ChangeKind::FailedSync) {
            for (Entry& entry : inodes_[change.inode].entries) entry.orphaned = !entry.settled;
        } else {
            inodes_[change.inode].entries.push_back({&change, false, false});
        }
    }
    // What is settled and has nothing unsettled before it is part of the file for good.
    for (Inode& inode : inodes_) {
        const auto first = std::ranges::find(inode.entries, false, &Entry::settled);
        for (auto at = inode.entries.begin(); at != first; ++at) apply(inode.bytes, *at->change, {ALL_BYTES});
        inode.entries.erase(inode.entries.begin(), first);
    }
    const auto first = std::ranges::find(name_entries_, false, &Entry::settled);
    for (auto at = name_entries_.begin(); at != first; ++at) apply(names_, *at->change);
    name_entries_.erase(name_entries_.begin(), first);
    list_pending();
}

void PowerLoss::list_pending()
{
    pending_.clear();
    const auto add = [&](const std::vector<Entry>& entries) {
        for (const Entry& entry : entries) {
            if (!entry.settled) pending_.push_back(entry.change);
        }
    };
    add(name_entries_);
    for (const Inode& inode : inodes_) add(inode.entries);
    std::ranges::sort(pending_);  // all lie in one journal
}

/// The length that the file would have if all had come through, at least that of `bytes`.
u64 PowerLoss::length_of(const Inode& inode, const Bytes& bytes) const
{
    u64 size = inode.bytes.size();
    for (const Entry& entry : inode.entries) {
        const DiskChange& change = *entry.change;
        size = change.kind == ChangeKind::Truncate ? change.at
                                                   : std::max<u64>(size, change.at + change.bytes.size());
    }
    return std::max<u64>(size, bytes.size());
}

DiskImage PowerLoss::image(const Survival& survival) const
{
    LARIAT_ASSERT(survival.kept.size() == pending_.size());
    const auto share = [&](const Entry& entry) -> std::vector<ByteRange> {
        if (entry.settled) return {ALL_BYTES};
        const auto place = std::ranges::lower_bound(pending_, entry.change);
        return survival.kept[static_cast<std::size_t>(place - pending_.begin())];
    };
    auto names = names_;
    for (const Entry& entry : name_entries_) {
        if (!share(entry).empty()) apply(names, *entry.change);
    }
    DiskImage out;
    for (const auto& [name, id] : names) {
        const Inode& inode = inodes_[id];
        Bytes bytes = inode.bytes;
        for (const Entry& entry : inode.entries) apply(bytes, *entry.change, share(entry));
        if (survival.lengths_kept) bytes.resize(length_of(inode, bytes));
        out[name] = std::move(bytes);
    }
    return out;
}

Survival PowerLoss::nothing() const
{
    return {std::vector<std::vector<ByteRange>>(pending_.size()), false};
}

Survival PowerLoss::everything() const
{
    return {std::vector<std::vector<ByteRange>>(pending_.size(), {ALL_BYTES}), false};
}

/// Mostly all or nothing of what lies far back, so that the latest changes meet every past.
Survival PowerLoss::random(std::mt19937_64& random) const
{
    const u64 way = random() % 8;
    Survival out = way < 4 ? everything() : nothing();
    out.lengths_kept = random() % 3 == 0;
    const u64 mixed = way % 4 == 3 ? pending_.size() : std::min<u64>(pending_.size(), 1 + random() % 4);
    for (std::size_t i = pending_.size() - mixed; i < pending_.size(); ++i) {
        out.kept[i] = random_share(*pending_[i], random);
    }
    return out;
}

void PowerLoss::for_each_survival(u64 stride, const std::function<void(const Survival&)>& visit) const
{
    const std::size_t count = pending_.size();
    const auto visit_both = [&](Survival survival) {
        visit(survival);
        survival.lengths_kept = true;
        visit(survival);
    };
    if (count <= COMBINED_MAX) {
        for (u64 set = 0; set < u64{1} << count; ++set) {
            Survival survival = nothing();
            for (std::size_t i = 0; i < count; ++i) {
                if ((set >> i & 1) != 0) survival.kept[i] = {ALL_BYTES};
            }
            visit_both(survival);
        }
    } else {
        visit_both(nothing());
        visit_both(everything());
        for (std::size_t i = 0; i < count; ++i) {
            Survival one = nothing();
            one.kept[i] = {ALL_BYTES};
            visit_both(one);
            Survival others = everything();
            others.kept[i].clear();
            visit_both(others);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (pending_[i]->kind != ChangeKind::Write) continue;
        for (Survival survival : {everything(), nothing()}) {
            const auto visit_share = [&](std::vector<ByteRange> share) {
                survival.kept[i] = std::move(share);
                visit_both(survival);
            };
            const u64 size = pending_[i]->bytes.size();
            for (u64 cut = 1; cut < size; cut += std::max(stride, size / TEARS_MAX)) {
                visit_share({{0, cut}});
                visit_share({{cut, U64_MAX}});
            }
            for (const ByteRange& sector : sectors(*pending_[i])) {
                visit_share({{0, sector.from}, {sector.to, U64_MAX}});
                visit_share({sector});
            }
        }
    }
}

}  // namespace lariat::state
