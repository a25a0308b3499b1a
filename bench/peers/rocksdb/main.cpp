// Peer program for RocksDB: a store with the same durability and without a root.
#include <chrono>
#include <memory>
#include <thread>

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include "../cpp/contestant.hpp"

using namespace lariat;

namespace {

rocksdb::Slice slice(BytesView bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class RocksDb final : public peers::Contestant {
public:
    explicit RocksDb(const peers::Arguments& arguments)
        : directory_(arguments.directory), cache_bytes_(arguments.option("cache_bytes", u64{512} << 20))
    {
        durable_.sync = true;
    }

    void open() override
    {
        rocksdb::Options options;
        options.create_if_missing = true;
        options.compression = rocksdb::kNoCompression;  // the values are random
        options.write_buffer_size = std::size_t{64} << 20;
        options.max_write_buffer_number = 4;
        options.memtable_prefix_bloom_size_ratio = 0.1;
        options.memtable_whole_key_filtering = true;
        options.allow_concurrent_memtable_write = false;  // one thread writes
        options.max_background_jobs = 2;
        options.level_compaction_dynamic_level_bytes = true;
        options.compaction_pri = rocksdb::kMinOverlappingRatio;

        rocksdb::BlockBasedTableOptions table;
        table.block_cache = rocksdb::NewLRUCache(cache_bytes_);
        table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
        table.cache_index_and_filter_blocks = false;  // always in memory, as the index of the others is
        table.data_block_index_type = rocksdb::BlockBasedTableOptions::kDataBlockBinaryAndHash;
        table.format_version = 5;
        options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));

        rocksdb::DB* opened = nullptr;
        require(rocksdb::DB::Open(options, directory_, &opened));
        db_.reset(opened);
    }

    void close() override
    {
        for (rocksdb::PinnableSlice& slot : slots_) slot.Reset();  // they hold blocks of the cache
        require(db_->FlushWAL(true));
        require(db_->Close());
        db_.reset();
    }

    void take(peers::Batch batch) override { batch_ = std::move(batch); }

    void commit() override
    {
        rocksdb::WriteBatch writes;
        for (const peers::Pair& pair : batch_) require(writes.Put(slice(pair.key), slice(pair.value)));
        require(db_->Write(durable_, &writes));
    }

    void get(BytesView key, std::size_t slot) override
    {
        slots_[slot].Reset();
        const rocksdb::Status status = db_->Get({}, db_->DefaultColumnFamily(), slice(key), &slots_[slot]);
        found_[slot] = status.ok();
        if (!status.IsNotFound()) require(status);
    }

    std::optional<BytesView> got(std::size_t slot) const override
    {
        if (!found_[slot]) return std::nullopt;
        return view(std::string_view(slots_[slot].data(), slots_[slot].size()));
    }

    /// Flushes and compactions that are due run in the background; waits for them.
    void settle() override
    {
        const auto busy = [&](const char* property) {
            u64 value = 0;
            return db_->GetIntProperty(property, &value) && value != 0;
        };
        while (busy("rocksdb.mem-table-flush-pending") || busy("rocksdb.num-running-flushes") ||
               busy("rocksdb.compaction-pending") || busy("rocksdb.num-running-compactions"))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

private:
    static void require(const rocksdb::Status& status)
    {
        if (!status.ok()) peers::fail("RocksDB: " + status.ToString());
    }

    std::string directory_;
    std::size_t cache_bytes_;
    rocksdb::WriteOptions durable_;
    std::unique_ptr<rocksdb::DB> db_;
    peers::Batch batch_;
    std::array<rocksdb::PinnableSlice, peers::SLOTS> slots_;
    std::array<bool, peers::SLOTS> found_{};
};

}  // namespace

int main(int argc, char** argv)
{
    const peers::Arguments arguments(argc, argv, {"cache_bytes"});
    RocksDb store(arguments);
    return serve(arguments, store);
}
