// Writes the window of a store's log as a snapshot, commit by commit; see snapshot.hpp.
#include <algorithm>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "state/snapshot_format.hpp"

namespace lariat::state {

namespace {

constexpr std::size_t WRITE_BYTES = std::size_t{1} << 20;

/// Gathers, hashes and hands on.
class Output {
public:
    explicit Output(const SnapshotSink& sink) : sink_(sink) {}

    StatusOf<StoreError> put(BytesView bytes)
    {
        while (!bytes.empty()) {
            const std::size_t part = std::min(bytes.size(), WRITE_BYTES - buffer_.size());
            buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
            bytes = bytes.subspan(part);
            if (buffer_.size() == WRITE_BYTES)
                if (auto done = hand_on(); !done) return done;
        }
        return {};
    }

    StatusOf<StoreError> finish()
    {
        if (auto done = hand_on(); !done) return done;
        return sink_(view(hash_.finish()));
    }

private:
    StatusOf<StoreError> hand_on()
    {
        hash_.update(buffer_);
        auto done = buffer_.empty() ? StatusOf<StoreError>{} : sink_(buffer_);
        buffer_.clear();
        return done;
    }

    const SnapshotSink& sink_;
    Bytes buffer_;
    Sha256 hash_;
};

}  // namespace

StatusOf<StoreError> write_snapshot(const LogStore& store, const SnapshotSink& sink)
{
    Output out(sink);
    const LogStoreStats stats = store.stats();
    const Totals& totals = stats.totals;
    Writer header;
    header.put_raw(view(SNAPSHOT_MAGIC)).put_u32(SNAPSHOT_VERSION).put_u64(stats.version);
    for (const u64 n :
         {totals.op_count, totals.floor, totals.live_count, totals.live_bytes, totals.window_bytes})
        header.put_u64(n);
    header.put_raw(view(store.root()));
    if (auto done = out.put(header.bytes()); !done) return done;

    const auto commit = [&](const LogStore::WindowCommit& c) {
        Writer w;
        w.put_u8(SNAPSHOT_COMMIT).put_u64(c.version).put_u32(static_cast<u32>(c.records)).put_u64(c.bytes);
        return out.put(w.bytes());
    };
    const auto operation = [&](const Record& record) -> StatusOf<StoreError> {
        Writer w;
        w.put_u8(static_cast<u8>(op_kind(record.kind)));
        w.put_u32(static_cast<u32>(record.key.size())).put_u32(static_cast<u32>(record.value.size()));
        if (auto done = out.put(w.bytes()); !done) return done;
        if (auto done = out.put(record.key); !done) return done;
        return out.put(record.value);
    };
    if (auto done = store.for_each_of_window(commit, operation); !done) return done;
    if (auto done = out.put(std::span(&SNAPSHOT_END, 1)); !done) return done;
    return out.finish();
}

}  // namespace lariat::state
