// Recomputes the invariants of a chain from the pairs in its store alone (BLK-7, LIF-1, TMR-6, TMR-7). Knows
// the keys of docs/state-layout.md and uses no index.
#pragma once

#include <set>

#include "base/codec.hpp"
#include "world.hpp"

namespace lariat::chain::world {

struct StateScan {
    u128 balances = 0, locked = 0;
    std::map<Hash32, timers::Timer> records;
    u64 long_payloads = 0;
    std::vector<Bytes> height_lists, owner_lists;  ///< their prefixes
};

inline StateScan scan(const state::Store& store)
{
    StateScan out;
    store.for_each([&](BytesView key, BytesView value) {
        switch (key[0]) {
            case 'a': {
                Reader r(value);
                out.balances += r.get_u128();
                r.get_u64();
                out.locked += r.get_u128();
                return;
            }
            case 't': {
                const auto timer = timers::decode_timer(value);
                ASSERT_TRUE(timer.ok());
                out.records.emplace(timer.value().id, timer.value());
                return;
            }
            case 'p':
            case 'x':
                ++out.long_payloads;
                return;
            case 'h':
                if (key.size() == 1 + 32) out.height_lists.push_back(to_bytes(key));
                return;
            case 'o':
                if (key.size() == 1 + 20) out.owner_lists.push_back(to_bytes(key));
                return;
            default:
                return;
        }
    });
    return out;
}

/// The load at the head of a height is that of its timers, and its height theirs.
inline void expect_load(const state::Overlay& view_of_store, const Bytes& prefix,
                        const std::vector<Hash32>& entries, const std::map<Hash32, timers::Timer>& records)
{
    const auto head = timers::decode_height_head(view_of_store.find(prefix).value());
    ASSERT_TRUE(head);
    timers::Load load;
    for (const Hash32& id : entries) {
        EXPECT_EQ(records.at(id).height, head->height);
        load.add(records.at(id).gas_limit);
    }
    EXPECT_EQ(load, head->load);
}

/// Each entry of these lists names a record that says it stands there, and each record is named once.
inline void expect_index(state::Overlay& view_of_store, const std::vector<Bytes>& lists,
                         const std::map<Hash32, timers::Timer>& records, u64 expected_entries,
                         const char* what)
{
    std::set<Hash32> seen;
    for (const Bytes& prefix : lists) {
        const bool of_height = prefix[0] == 'h';
        const timers::ChunkedList list(view_of_store, timers::Key(prefix),
                                       of_height ? timers::HEIGHT_FIELDS_BYTES : timers::OWNER_FIELDS_BYTES,
                                       of_height ? timers::ChunkedList::WhenEmpty::is_erased
                                                 : timers::ChunkedList::WhenEmpty::keeps_fields);
        const std::vector<Hash32> entries = list.entries();
        if (of_height) {
            EXPECT_FALSE(entries.empty()) << what << ": an empty list leaves no key";
            expect_load(view_of_store, prefix, entries, records);
        }
        for (const Hash32& id : entries) {
            EXPECT_TRUE(seen.insert(id).second) << what << ": named twice";
            EXPECT_TRUE(records.contains(id)) << what << ": an entry without a record";
        }
    }
    EXPECT_EQ(seen.size(), expected_entries) << what;
}

/// `paused`: the block was applied under `timers_paused`, when nothing is judged.
inline void expect_sound(TestChain& chain, const BlockResult& result, bool paused)
{
    const StateScan found = scan(chain.store());
    const ChainState& state = chain.chain().state();

    // BLK-7.
    EXPECT_EQ(found.balances + found.locked + state.burned.total(), state.genesis_supply);
    EXPECT_EQ(result.supply_balances, found.balances);
    EXPECT_EQ(result.supply_locked, found.locked);
    EXPECT_EQ(result.supply_burned, state.burned.total());

    // LIF-1.
    const timers::Totals& t = result.totals;
    EXPECT_EQ(result.live, found.records.size());
    EXPECT_EQ(t.scheduled,
              found.records.size() + t.fired + t.insufficient_funds + t.expired + t.cancelled + t.governance);

    // TMR-7, TMR-6.
    u64 pending = 0, long_payloads = 0, waiting = 0, dead = 0;
    for (const auto& [id, timer] : found.records) {
        using Where = timers::Place::Where;
        const bool expired = timer.expires_at < state.height;  // judged in every block that is not paused
        pending += timer.place.where == Where::pending;
        long_payloads += timer.long_payload != 0;
        if (timer.queue && timer.queue->with) long_payloads += timer.queue->with->long_payload != 0;
        const bool in_tree = timer.place.where == Where::waiting || timer.place.where == Where::parked;
        waiting += in_tree && !expired;
        dead += timer.place.where == Where::dead || (in_tree && expired);
    }
    state::Overlay view_of_store(chain.store());
    expect_index(view_of_store, found.height_lists, found.records, pending, "heights");
    expect_index(view_of_store, found.owner_lists, found.records, found.records.size(), "owners");
    EXPECT_EQ(found.long_payloads, long_payloads);
    EXPECT_TRUE(chain.chain().memory_equals_state());
    if (!paused) {
        EXPECT_EQ(result.dead, dead);
        EXPECT_EQ(result.due_waiting, waiting);
    }
}

}  // namespace lariat::chain::world
