// Writes the archive. Blocks wait in memory until there are some, and go to the file in one transaction: it
// is its pages that cost, not its rows.
#include "node/archive_sql.hpp"

namespace lariat::node {

namespace {

/// Fewer than the 10 blocks by which an archive that is ready may be behind.
constexpr std::size_t WAITING_BLOCKS_MAX = 8;
/// In memory nobody asks how far it is behind.
constexpr std::size_t WAITING_BLOCKS_MAX_IN_MEMORY = 32;
/// Reads look through the waiting rows one by one.
constexpr u64 WAITING_ROWS_MAX = 128;
/// As many as two full portions of waiting blocks: what removing them costs is in proportion to what adding
/// did.
constexpr u64 CUT_HEIGHTS_AT_ONCE = 2 * WAITING_BLOCKS_MAX;

void put_optional(Statement& s, const std::optional<Address>& address)
{
    address ? s.lent(view(*address)) : s.nothing();
}
void put_optional(Statement& s, const std::optional<Hash32>& hash)
{
    hash ? s.lent(view(*hash)) : s.nothing();
}

}  // namespace

// Blocks that wait.

void Archive::Impl::wait(ArchivedBlock block)
{
    static_assert(std::is_nothrow_move_constructible_v<ArchivedBlock>, "hashes stay where they are");
    waiting_rows_ += row_count(block);
    waiting_.push_back(std::move(block));
    const std::vector<ArchivedBlock::Tx>& txs = waiting_.back().txs;
    for (std::size_t i = 0; i < txs.size(); ++i)
        waiting_txs_[text(view(txs[i].hash))] = {waiting_.size() - 1, i};
}

std::size_t Archive::Impl::blocks_that_wait_at_most() const
{
    return is_in_memory() ? WAITING_BLOCKS_MAX_IN_MEMORY : WAITING_BLOCKS_MAX;
}

void Archive::Impl::keep_spare_texts()
{
    constexpr std::size_t BYTES_MIN = 1'024, BYTES_MAX = 4'096;
    const std::lock_guard lock(spare_mutex_);
    for (ArchivedBlock& block : waiting_)
        if (const std::size_t bytes = block.json.capacity();
            spare_texts_.size() < WAITING_BLOCKS_MAX_IN_MEMORY && bytes >= BYTES_MIN && bytes <= BYTES_MAX)
            spare_texts_.push_back(std::move(block.json));
}

std::string Archive::spare_text()
{
    const std::lock_guard lock(impl_->spare_mutex_);
    if (impl_->spare_texts_.empty()) return {};
    std::string text = std::move(impl_->spare_texts_.back());
    impl_->spare_texts_.pop_back();
    return text;
}

bool Archive::Impl::waits_for_long() const
{
    return waiting_.size() >= blocks_that_wait_at_most() || waiting_rows_ >= WAITING_ROWS_MAX;
}

void Archive::Impl::write_waiting()
{
    if (waiting_.empty()) return;
    const u64 first = waiting_.front().height, last = waiting_.back().height;
    if (first <= cut_to_) remove_heights(first, std::min(last, cut_to_));
    for (const ArchivedBlock& block : waiting_) write(block);
    put_head(last);
}

void Archive::Impl::put_head(u64 height)
{
    Use s(statement("INSERT INTO meta VALUES ('head', ?) ON CONFLICT DO UPDATE SET value = excluded.value"));
    s->number(height).run();
}

void Archive::Impl::remove_heights(u64 from, u64 to)
{
    for (std::size_t i = 0; i < TABLES.size(); ++i) {
        const bool by_id = i < TABLES_BY_ID;
        Use s(statement("DELETE FROM " + std::string(TABLES[i]) +
                        (by_id ? " WHERE id >= ? AND id < ?" : " WHERE height >= ? AND height < ?")));
        s->number(by_id ? row_id(from, 0) : from).number(by_id ? row_id(to + 1, 0) : to + 1).run();
    }
}

void Archive::Impl::remove_cut(u64 heights)
{
    u64 left = cut_to_;
    transact([&] {
        const u64 last = head().value_or(0);
        if (cut_to_ <= last) return;
        left = std::max(last, cut_to_ - std::min(cut_to_, heights));
        remove_heights(left + 1, cut_to_);
    });
    cut_to_ = left <= file_head_.value_or(0) ? 0 : left;
}

void Archive::Impl::finish()
{
    write_all();
    if (cut_to_ != 0) remove_cut(cut_to_);
}

u64 row_count(const ArchivedBlock& block)
{
    return block.txs.size() + block.fires.size() + block.exits.size() + block.events.size() +
           block.writes.size() + block.origins.size() + block.gone.size();
}

StatusOf<ArchiveError> Archive::settle()
{
    return impl_->guarded([&] {
        if (impl_->cut_to_ != 0)
            impl_->remove_cut(CUT_HEIGHTS_AT_ONCE);
        else
            impl_->write_all();
    });
}

bool Archive::is_settled() const
{
    const std::lock_guard lock(impl_->mutex_);
    return impl_->waiting_.empty() && impl_->cut_to_ == 0;
}

// Blocks.

StatusOf<ArchiveError> Archive::add(ArchivedBlock block, Write write)
{
    return impl_->guarded([&] {
        impl_->wait(std::move(block));
        if (write == Write::soon ? impl_->waits_for_long()
                                 : impl_->waiting_.size() >= impl_->blocks_that_wait_at_most())
            impl_->write_all();
    });
}

void Archive::Impl::write(const ArchivedBlock& block)
{
    {
        const BytesView packed = block_text_.pack(block.json);
        Use s(statement("INSERT INTO block VALUES (?1, ?2, ?3, ?4, ?5, row_sum(?1, ?2, ?3, ?4, ?5))"));
        s->number(row_id(block.height, 0)).lent(view(block.hash)).number(hash_begin(block.hash));
        s->lent(packed).lent_words(block.lists).run();
    }
    const auto each = [&](const char* sql, const auto& rows, const auto& put) {
        Statement& s = statement(sql);
        u64 index = 0;
        for (const auto& row : rows) {
            Use use(s);
            s.number(row_id(block.height, index++));
            put(s, row);
            s.run();
        }
    };
    each("INSERT INTO tx VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_sum(?1, ?2, ?3, ?4, ?5, ?6))", block.txs,
         [&](Statement& s, const ArchivedBlock::Tx& tx) {
             s.number(next_tx_part())
                 .lent(view(tx.hash))
                 .number(hash_begin(tx.hash))
                 .lent(view(tx.sender))
                 .lent_words(tx.json);
         });
    each("INSERT INTO fire VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7))",
         block.fires, [](Statement& s, const ArchivedBlock::Fire& fire) {
             s.lent(view(fire.timer)).lent(view(fire.owner)).lent(view(fire.actor));
             s.lent_words(fire.kind).lent_words(fire.status).lent_words(fire.json);
         });
    each("INSERT INTO exit VALUES (?1, ?2, ?3, ?4, ?5, row_sum(?1, ?2, ?3, ?4, ?5))", block.exits,
         [](Statement& s, const ArchivedBlock::Exit& exit) {
             s.lent(view(exit.timer));
             put_optional(s, exit.owner);
             s.lent_words(exit.exit).lent_words(exit.json);
         });
    each("INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_sum(?1, ?2, ?3, ?4, ?5, ?6))", block.events,
         [](Statement& s, const ArchivedBlock::Event& event) {
             s.lent_words(event.name);
             put_optional(s, event.actor);
             event.topic ? s.lent_words(*event.topic) : s.nothing();
             put_optional(s, event.timer);
             s.lent_words(event.json);
         });
    // A watch that is set again with its client nonce has its id for a second time.
    Statement& begun = statement("INSERT OR REPLACE INTO origin VALUES (?1, ?2, ?3, row_sum(?1, ?2, ?3))");
    for (const ArchivedBlock::Origin& origin : block.origins) {
        Use use(begun);
        begun.lent(view(origin.id)).number(block.height).lent_words(origin.cause).run();
    }
    Statement& ended =
        statement("INSERT OR REPLACE INTO gone VALUES (?1, ?2, ?3, ?4, row_sum(?1, ?2, ?3, ?4))");
    for (const ArchivedBlock::Gone& gone : block.gone) {
        Use use(ended);
        ended.lent(view(gone.id)).number(block.height).lent_words(gone.exit).lent_words(gone.json).run();
    }
    if (block.writes.empty()) return;
    if (!last_values_) last_values_ = block.height == 0 ? BlockValues() : values_at(block.height - 1);
    Statement& insert = state_insert();
    u64 number = 0;
    for (const ArchivedBlock::Write& write : block.writes) {
        const auto value = write.value ? std::optional<BytesView>(*write.value) : std::nullopt;
        if (BlockValues::has(write.key))
            last_values_->set(write.key, value);
        else
            put_state(insert, row_id(block.height, number++), write.key, value);
    }
    put_values(block.height, *last_values_);
}

u64 Archive::Impl::next_tx_part()
{
    if (in_tx_part_ >= TXS_IN_PART) {
        ++tx_part_;
        in_tx_part_ = 0;
    }
    ++in_tx_part_;
    return tx_part_;
}

void Archive::Impl::put_values(u64 height, const BlockValues& values)
{
    const Bytes packed = values.encoded();
    Use s(statement("INSERT INTO block_values VALUES (?1, ?2, row_sum(?1, ?2))"));
    s->number(height).lent(packed).run();
}

void Archive::Impl::put_state(Statement& insert, u64 id, BytesView key, std::optional<BytesView> value)
{
    Use put(insert);
    put->number(id).lent(key);
    value ? put->lent(*value) : put->nothing();
    put->run();
}

void Archive::Impl::forget_replaced(u64 before, u64 last)
{
    struct Newest {
        u64 id;
        bool is_deleted;
    };
    using ByKey = std::map<Bytes, Newest>;
    const u64 begin = row_id(before + 1, 0), end = row_id(last + 1, 0);
    ByKey newest;
    std::vector<std::pair<u64, ByKey::const_iterator>> rows;
    {
        Use s(statement("SELECT id, key, value IS NULL FROM state WHERE id >= ? AND id < ? ORDER BY id"));
        s->number(begin).number(end);
        while (s->step()) {
            const u64 id = s->number_at(0);
            const auto at =
                newest.insert_or_assign(to_bytes(s->bytes_at(1)), Newest{id, s->number_at(2) != 0});
            rows.emplace_back(id, at.first);
        }
    }
    // Rows side by side go at once: most were replaced, since some keys are written by every block.
    const auto stays = [](const auto& row) {
        return row.second->second.id == row.first && !row.second->second.is_deleted;
    };
    Statement& forget_rows = statement("DELETE FROM state WHERE id >= ? AND id < ?");
    for (auto row = rows.begin(); row != rows.end();) {
        const auto next = std::find_if(row, rows.end(), stays);
        if (next != row) {
            Use s(forget_rows);
            s->number(row->first).number(std::prev(next)->first + 1).run();
        }
        row = next == rows.end() ? next : std::next(next);
    }
    // Keys that none of these blocks wrote cost nothing.
    Statement& forget_older = statement("DELETE FROM state WHERE key = ? AND id < ?");
    for (const auto& [key, row] : newest) {
        Use s(forget_older);
        s->lent(key).number(begin).run();
    }
}

StatusOf<ArchiveError> Archive::revert_to(u64 height)
{
    return impl_->guarded([&] { impl_->revert_to(height); });
}

void Archive::Impl::revert_to(u64 height)
{
    std::vector<ArchivedBlock> kept;
    for (ArchivedBlock& block : waiting_)
        if (block.height <= height) kept.push_back(std::move(block));
    forget_waiting();
    for (ArchivedBlock& block : kept) wait(std::move(block));
    write_all();
    if (!file_head_ || *file_head_ <= height) return;
    transact([&] { put_head(height); });
    last_values_.reset();
    cut_to_ = std::max(cut_to_, *file_head_);
    file_head_ = height;
}

StatusOf<ArchiveError> Archive::forget(u64 blocks_from, u64 states_from)
{
    return impl_->in_transaction([&] {
        impl_->forget_blocks_below(blocks_from);
        const u64 before = impl_->states_from();
        if (states_from <= before) return;
        impl_->forget_replaced(before, states_from);
        Use values(
            impl_->statement("DELETE FROM block_values WHERE height < (SELECT max(height) FROM block_values "
                             "WHERE height <= ?)"));
        values->number(states_from).run();
        impl_->raise_states_from(states_from);
    });
}

void Archive::Impl::forget_blocks_below(u64 height)
{
    if (height <= blocks_from_) return;
    Use origins(statement(
        "DELETE FROM origin WHERE (id, height) IN (SELECT born.id, born.height FROM gone INDEXED BY "
        "gone_height CROSS JOIN origin AS born ON born.id = gone.id AND born.height <= gone.height WHERE "
        "gone.height < ?)"));
    origins->number(height).run();
    for (const char* table : {"block", "tx", "fire", "exit", "event"}) {
        Use s(statement("DELETE FROM " + std::string(table) + " WHERE id < ?"));
        s->number(first_id_of(height)).run();
    }
    Use gone(statement("DELETE FROM gone WHERE height < ?"));
    gone->number(height).run();
    blocks_from_ = height;
}

StatusOf<ArchiveError> Archive::begin_states_at(u64 height)
{
    return impl_->in_transaction([&] { impl_->raise_states_from(height); });
}

StatusOf<ArchiveError> Archive::begin_states_anew(u64 height,
                                                  const std::function<void(const PutEntry&)>& each)
{
    return impl_->in_transaction([&] {
        impl_->run("DELETE FROM state");
        impl_->run("DELETE FROM block_values");
        impl_->run("UPDATE meta SET value = 0 WHERE name = 'states_from'");
        impl_->raise_states_from(height);
        Statement& insert = impl_->state_insert();
        u64 number = 0;
        BlockValues values;
        each([&](BytesView key, BytesView value) {
            if (BlockValues::has(key))
                values.set(key, value);
            else
                Impl::put_state(insert, row_id(height, number++), key, value);
        });
        impl_->put_values(height, values);
        impl_->last_values_.reset();
    });
}

StatusOf<ArchiveError> Archive::clear()
{
    return impl_->guarded([&] {
        impl_->forget_waiting();
        impl_->blocks_from_ = 0;
        impl_->transact([&] {
            for (const char* table : TABLES) impl_->run("DELETE FROM " + std::string(table));
            impl_->run("DELETE FROM meta WHERE name IN ('head', 'first_hash')");
            impl_->run("UPDATE meta SET value = 0");
        });
        impl_->file_head_.reset();
        impl_->last_values_.reset();
        impl_->cut_to_ = 0;
    });
}

}  // namespace lariat::node
