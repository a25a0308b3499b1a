// Reads removed records from the archive.
#include "node/describe_gone.hpp"

#include <map>

#include "node/seal.hpp"
#include "timers/state_keys.hpp"

namespace lariat::node {

namespace {

/// Of the payloads of one block's timers and operations that left: beyond it a row has the length alone.
/// Their owners paid for the state, and not for rows of history in twice the length.
constexpr u64 PAYLOAD_BYTES_MAX = u64{4} << 20;

}  // namespace

std::vector<RemovedRecord> removed_records(const ArchivedBlock& block, const LiveIndex& index)
{
    std::vector<RemovedRecord> out;
    if (block.gone.empty()) return out;
    for (const ArchivedBlock::Write& write : block.writes) {
        if (write.value || write.key.empty()) continue;
        if (auto timer = index.timer_at(write.key))
            out.push_back({write.key, timer});
        else if (write.key[0] == timers::OPERATION_TABLE)
            out.push_back({write.key, std::nullopt});
    }
    return out;
}

void describe_gone(ArchivedBlock& block, const std::vector<RemovedRecord>& removed, const Archive& archive)
{
    std::map<Hash32, std::string> last;  // as the block before left it
    const u64 before = block.height - 1;
    u64 room = PAYLOAD_BYTES_MAX;
    const auto has_room = [&](u64 bytes) {
        if (bytes > room) return false;
        room -= bytes;
        return true;
    };
    for (const auto& [key, id] : removed) {
        const auto record = archive.state_at(key, before);
        if (!record) continue;
        if (id) {
            auto timer = timers::decode_timer(*record);
            if (!timer) continue;
            const u64 bytes = timer.value().long_payload;
            const bool is_brief = bytes != 0 && !has_room(bytes);
            if (bytes != 0 && !is_brief)
                if (auto payload = archive.state_at(timers::payload_key(*id, timer.value().slot), before))
                    timer.value().payload = std::move(*payload);
            last[*id] = timer_text(timer.value(), "gone", is_brief);
        } else if (auto operation = timers::decode_operation(*record)) {
            timers::Operation& gone = operation.value();
            if (gone.long_payload)
                gone.payload =
                    archive.state_at(timers::operation_payload_key(gone.id), before).value_or(Bytes{});
            const bool is_brief = gone.long_payload && !has_room(gone.payload.size());
            last[gone.id] = operation_json(gone, "gone", is_brief).dump();
        }
    }
    for (ArchivedBlock::Gone& gone : block.gone)
        if (const auto found = last.find(gone.id); found != last.end()) gone.json = found->second;
    name_owners(block);
}

}  // namespace lariat::node
