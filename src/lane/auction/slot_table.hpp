// A hash table from keyed hashes to numbers of objects: open addressing with linear probing. It has 256 parts
// which grow each on its own, so that no block pays for moving all of them at once. Without the secret nobody
// can make hashes collide. Nothing walks a table, so no result depends on where something stands in it.
#pragma once

#include <array>
#include <vector>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat::lane {

class SlotTable {
public:
    static constexpr u32 NONE = UINT32_MAX;

    /// The number with this hash for which `is` holds.
    template <class Is>
    u32 find(u64 hash, const Is& is) const
    {
        const Part& part = parts_[hash >> 56];
        if (part.cells.empty()) return NONE;
        const u32 tag = static_cast<u32>(hash), mask = part.mask();
        for (u32 at = tag & mask; part.cells[at].number != NONE; at = (at + 1) & mask)
            if (part.cells[at].tag == tag && is(part.cells[at].number)) return part.cells[at].number;
        return NONE;
    }

    void insert(u64 hash, u32 number)
    {
        Part& part = parts_[hash >> 56];
        if (4 * (std::size_t{part.used} + 1) > 3 * part.cells.size()) cells_moved_ += part.grow();
        ++part.used;
        part.put({static_cast<u32>(hash), number});
    }

    /// One that is there.
    void erase(u64 hash, u32 number)
    {
        Part& part = parts_[hash >> 56];
        const u32 mask = part.mask();
        u32 hole = static_cast<u32>(hash) & mask;
        while (part.cells[hole].number != number) hole = (hole + 1) & mask;
        // What stands behind moves up, unless that would be before where its search begins.
        for (u32 at = (hole + 1) & mask; part.cells[at].number != NONE; at = (at + 1) & mask) {
            const u32 home = part.cells[at].tag & mask;
            if (((at - home) & mask) < ((at - hole) & mask)) continue;
            part.cells[hole] = part.cells[at];
            hole = at;
        }
        part.cells[hole] = {};
        --part.used;
    }

    void clear()
    {
        for (Part& part : parts_) part = {};
    }

    /// Cells that parts which grew went through, since it was made.
    u64 cells_moved() const noexcept { return cells_moved_; }

private:
    struct Cell {
        u32 tag = 0;
        u32 number = NONE;
    };
    struct Part {
        std::vector<Cell> cells;  ///< none, or a power of two of them
        u32 used = 0;

        u32 mask() const { return static_cast<u32>(cells.size()) - 1; }
        void put(const Cell& cell)
        {
            u32 at = cell.tag & mask();
            while (cells[at].number != NONE) at = (at + 1) & mask();
            cells[at] = cell;
        }
        std::size_t grow()
        {
            std::vector<Cell> old(cells.empty() ? 8 : 2 * cells.size());
            old.swap(cells);
            for (const Cell& cell : old)
                if (cell.number != NONE) put(cell);
            return old.size();
        }
    };
    std::array<Part, 256> parts_;
    u64 cells_moved_ = 0;
};

}  // namespace lariat::lane
