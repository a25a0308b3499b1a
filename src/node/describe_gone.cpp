// Reads removed records from the archive.
#include "node/describe_gone.hpp"

#include <map>

#include "node/seal.hpp"
#include "timers/state_keys.hpp"

namespace lariat::node {

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
    for (const auto& [key, id] : removed) {
        const auto record = archive.state_at(key, before);
        if (!record) continue;
        if (id) {
            auto timer = timers::decode_timer(*record);
            if (!timer) continue;
            if (timer.value().long_payload)
                if (const auto payload =
                        archive.state_at(timers::payload_key(*id, timer.value().slot), before))
                    timer.value().payload = *payload;
            last[*id] = timer_text(timer.value(), "gone", false);
        } else if (const auto operation = timers::decode_operation(*record)) {
            last[operation.value().id] = operation_json(operation.value(), "gone", false).dump();
        }
    }
    for (ArchivedBlock::Gone& gone : block.gone)
        if (const auto found = last.find(gone.id); found != last.end()) gone.json = found->second;
    name_owners(block);
}

}  // namespace lariat::node
