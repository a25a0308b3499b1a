// Implements SQLite's memory: each piece has its size before it, which says where it came from.
#include "node/sqlite_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include <sqlite3.h>

#include "base/large_page.hpp"

namespace lariat::node {

namespace {

constexpr int HEAD_BYTES = 8;
/// A page of 4,096 bytes with what SQLite keeps beside it.
constexpr int PAGE_BYTES_MIN = 4'096, PAGE_BYTES_MAX = 4'360;
constexpr std::size_t SLOT_BYTES = PAGE_BYTES_MAX + HEAD_BYTES;
/// The first blocks are small: the archives of most tests need no more.
constexpr std::size_t SMALL_BLOCK_SLOTS = 16;

bool is_page_size(int bytes)
{
    return bytes > PAGE_BYTES_MIN && bytes <= PAGE_BYTES_MAX;
}

/// Slots of equal size. Blocks are never given back: a page that is free is used again.
class SqlitePages {
public:
    u8* take()
    {
        const std::lock_guard lock(mutex_);
        if (free_ == nullptr && left_ == 0 && !add_block()) return nullptr;
        if (free_ != nullptr) {
            u8* const slot = free_;
            std::memcpy(&free_, slot, sizeof free_);
            return slot;
        }
        --left_;
        u8* const slot = next_;
        next_ += SLOT_BYTES;
        return slot;
    }
    void give_back(u8* slot)
    {
        const std::lock_guard lock(mutex_);
        std::memcpy(slot, &free_, sizeof free_);
        free_ = slot;
    }

private:
    bool add_block()
    {
        const bool is_large = blocks_++ >= LARGE_PAGE_BYTES / (SMALL_BLOCK_SLOTS * SLOT_BYTES);
        next_ = is_large ? map_large_page().release()
                         : static_cast<u8*>(std::malloc(SMALL_BLOCK_SLOTS * SLOT_BYTES));
        left_ = next_ == nullptr ? 0 : is_large ? LARGE_PAGE_BYTES / SLOT_BYTES : SMALL_BLOCK_SLOTS;
        return next_ != nullptr;
    }

    std::mutex mutex_;
    u8* free_ = nullptr;  ///< each free slot begins with the address of the next
    u8* next_ = nullptr;
    std::size_t left_ = 0;
    u64 blocks_ = 0;
};

/// Never destroyed: a database may be closed after static objects.
SqlitePages& sqlite_pages()
{
    static SqlitePages& pages = *new SqlitePages;
    return pages;
}

u8* piece_begin(void* piece)
{
    return static_cast<u8*>(piece) - HEAD_BYTES;
}

int piece_size(void* piece)
{
    int bytes = 0;
    if (piece != nullptr) std::memcpy(&bytes, piece_begin(piece), sizeof bytes);
    return bytes;
}

/// Writes the size before the piece. Null stays null.
void* piece_at(void* begin, int bytes)
{
    if (begin == nullptr) return nullptr;
    std::memcpy(begin, &bytes, sizeof bytes);
    return static_cast<u8*>(begin) + HEAD_BYTES;
}

void* take_piece(int bytes)
{
    return piece_at(is_page_size(bytes) ? sqlite_pages().take()
                                        : std::malloc(static_cast<std::size_t>(bytes) + HEAD_BYTES),
                    bytes);
}

void give_piece_back(void* piece)
{
    if (piece == nullptr) return;
    if (is_page_size(piece_size(piece)))
        sqlite_pages().give_back(piece_begin(piece));
    else
        std::free(piece_begin(piece));
}

void* change_piece(void* piece, int bytes)
{
    if (!is_page_size(piece_size(piece)) && !is_page_size(bytes))
        return piece_at(std::realloc(piece_begin(piece), static_cast<std::size_t>(bytes) + HEAD_BYTES),
                        bytes);
    void* const to = take_piece(bytes);
    if (to == nullptr) return nullptr;
    std::memcpy(to, piece, static_cast<std::size_t>(std::min(bytes, piece_size(piece))));
    give_piece_back(piece);
    return to;
}

int piece_rounded(int bytes)
{
    return (bytes + 7) / 8 * 8;
}

int begin_pieces(void*)
{
    return SQLITE_OK;
}
void end_pieces(void*) {}

}  // namespace

void keep_sqlite_pages_apart() noexcept
{
    static const sqlite3_mem_methods methods{take_piece,    give_piece_back, change_piece, piece_size,
                                             piece_rounded, begin_pieces,    end_pieces,   nullptr};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

}  // namespace lariat::node
