// The calendar with a list of 8-byte handles in memory at each height, for comparison with other timer
// structures. Handles stand in insertion order within a height; a cancel names a place.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "timers/calendar/load.hpp"
#include "timers/calendar/tiers.hpp"

namespace lariat::bench {

using timers::Load;
using timers::PackedLoad;

/// Places for handles, in chunks of 4 to 128 words: the first says which chunk is next and how long this one
/// is.
class Places {
public:
    static constexpr u32 NONE = 0;

    u64& operator[](u32 place) { return blocks_[place / BLOCK][place % BLOCK]; }
    u32 next_of(u32 chunk) { return static_cast<u32>((*this)[chunk] >> 32); }
    u32 end_of(u32 chunk) { return chunk + static_cast<u32>((*this)[chunk]); }
    void set_next(u32 chunk, u32 next) { (*this)[chunk] = u64{next} << 32 | ((*this)[chunk] & UINT32_MAX); }

    /// Twice as long as the one before, up to 128 words.
    u32 take(u32 before)
    {
        const u32 words = before == NONE ? LEAST : std::min(2 * (end_of(before) - before), MOST);
        u32& free = free_[std::countr_zero(words)];
        u32 chunk = free;
        if (chunk != NONE) {
            free = next_of(chunk);
        } else {
            if (used_ % BLOCK + words > BLOCK) used_ += BLOCK - used_ % BLOCK;
            if (used_ / BLOCK == blocks_.size())
                blocks_.push_back(std::make_unique_for_overwrite<u64[]>(BLOCK));
            chunk = used_;
            used_ += words;
        }
        (*this)[chunk] = words;
        if (before != NONE) set_next(before, chunk);
        return chunk;
    }
    void give_back(u32 chunk)
    {
        u32& free = free_[std::countr_zero(end_of(chunk) - chunk)];
        set_next(chunk, free);
        free = chunk;
    }

private:
    static constexpr u32 BLOCK = 1 << 20, LEAST = 4, MOST = 128;
    std::vector<std::unique_ptr<u64[]>> blocks_;
    u32 used_ = LEAST;  // place 0 is none
    u32 free_[8] = {};
};

/// The tiers of the chain's calendar with, at each height, what the chain keeps there (the load) and, in
/// memory, a list of chunks as the state has it.
class CalendarOfHandles {
public:
    explicit CalendarOfHandles(u64) {}

    u32 insert(u64 height, u64 handle)
    {
        AtHeight& at = tiers_.find_or_add(height);
        Load load = at.load.load();
        load.add(GAS);
        at.load = PackedLoad::of(load);
        if (at.next == at.end) {
            const u32 chunk = places_.take(at.last);
            if (at.first == Places::NONE) at.first = chunk;
            at.last = chunk;
            at.next = chunk + 1;
            at.end = places_.end_of(chunk);
        }
        places_[at.next] = handle;
        return at.next++;
    }
    void cancel(u64 height, u64, u32 place)
    {
        AtHeight& at = *tiers_.find(height);
        Load load = at.load.load();
        load.take(GAS);
        at.load = PackedLoad::of(load);
        places_[place] = 0;
        if (load != Load{}) return;
        for (u32 chunk = at.first; chunk != Places::NONE;) chunk = leave(chunk);
        tiers_.erase(height);
    }
    template <class Visit>
    void drain(u64 height, const Visit& visit)
    {
        tiers_.advance(height, 65'536);
        fetch(height + AHEAD);
        for (auto due = tiers_.first_from(0); due && *due <= height; due = tiers_.first_from(0)) {
            const AtHeight at = *tiers_.find(*due);
            for (u32 chunk = at.first; chunk != Places::NONE;) {
                const u32 end = chunk == at.last ? at.next : places_.end_of(chunk);
                if (chunk != at.last) __builtin_prefetch(&places_[places_.next_of(chunk)]);
                const u64* handles = &places_[chunk];
                for (u32 n = 1; n < end - chunk; ++n)
                    if (handles[n] != 0) visit(handles[n]);
                chunk = leave(chunk);
            }
            tiers_.erase(*due);
        }
    }

private:
    static constexpr u64 GAS = 20'000;
    static constexpr u64 AHEAD = 8;  ///< so many blocks later a list is needed whose reading begins here
    struct AtHeight {
        PackedLoad load;
        u32 first = Places::NONE, last = Places::NONE;  ///< chunks
        u32 next = 0, end = 0;                          ///< places in the last one
    };

    /// Its list is on its way from memory while others are drained.
    void fetch(u64 height)
    {
        const AtHeight* at = tiers_.find(height);
        if (at == nullptr) return;
        __builtin_prefetch(&places_[at->first]);
        __builtin_prefetch(&places_[at->last]);
    }

    u32 leave(u32 chunk)
    {
        const u32 next = places_.next_of(chunk);
        places_.give_back(chunk);
        return next;
    }

    timers::Tiers<AtHeight> tiers_{timers::CalendarSizes{}};
    Places places_;
};

}  // namespace lariat::bench
