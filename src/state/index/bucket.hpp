// A bucket of the key index: one cache line with up to seven entries, packed from the front.
#pragma once

#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat::state {

inline constexpr u32 BUCKET_ENTRIES = 7;

struct alignas(64) Bucket {
    /// Maximum of the count of entries that found this bucket full and went on. A count that reached it is
    /// no longer exact, so it stays until the segment is rebuilt.
    static constexpr u32 PASSED_MAX = 31;

    u32 tags[BUCKET_ENTRIES];
    u32 low[BUCKET_ENTRIES];
    u8 high[BUCKET_ENTRIES];
    u8 state;  ///< bits 0 to 2: number of entries; from bit 3 on: count of entries that passed by

    u32 count() const noexcept { return state & 7U; }
    bool full() const noexcept { return count() == BUCKET_ENTRIES; }
    u32 passed() const noexcept { return state >> 3U; }

    u64 location(u32 i) const noexcept { return u64{high[i]} << 32U | low[i]; }
    void set_location(u32 i, u64 location) noexcept
    {
        low[i] = static_cast<u32>(location);
        high[i] = static_cast<u8>(location >> 32U);
    }

    void append(u32 tag, u64 location) noexcept
    {
        LARIAT_ASSERT(!full());
        const u32 i = count();
        tags[i] = tag;
        set_location(i, location);
        ++state;
    }

    void remove(u32 i) noexcept
    {
        LARIAT_ASSERT(i < count());
        const u32 last = count() - 1;
        tags[i] = tags[last];
        low[i] = low[last];
        high[i] = high[last];
        --state;
    }

    void pass() noexcept
    {
        if (passed() < PASSED_MAX) state = static_cast<u8>(state + 8U);
    }
    /// Returns false if the count is no longer exact.
    bool unpass() noexcept
    {
        LARIAT_ASSERT(passed() > 0);
        if (passed() == PASSED_MAX) return false;
        state = static_cast<u8>(state - 8U);
        return true;
    }

    /// Bit i is set when entry i has this tag.
    u32 matches(u32 tag) const noexcept
    {
        const u32 used = (1U << count()) - 1U;
#if defined(__SSE2__)
        // Eight words from the front: the seven tags and one that `used` masks out.
        const auto* words = reinterpret_cast<const __m128i*>(this);
        const __m128i wanted = _mm_set1_epi32(static_cast<int>(tag));
        const __m128i first = _mm_cmpeq_epi32(_mm_load_si128(words), wanted);
        const __m128i second = _mm_cmpeq_epi32(_mm_load_si128(words + 1), wanted);
        const __m128i both = _mm_packs_epi32(first, second);
        return static_cast<u32>(_mm_movemask_epi8(_mm_packs_epi16(both, _mm_setzero_si128()))) & used;
#else
        u32 found = 0;
        for (u32 i = 0; i < BUCKET_ENTRIES; ++i) found |= static_cast<u32>(tags[i] == tag) << i;
        return found & used;
#endif
    }
};
static_assert(sizeof(Bucket) == 64);

}  // namespace lariat::state
