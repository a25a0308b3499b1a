// Reads and writes the pool's file.
#include "node/pool_file.hpp"

#include <algorithm>
#include <cstring>

#include "base/codec.hpp"
#include "base/crc32c.hpp"
#include "base/hash.hpp"
#include "node/lost_sector.hpp"

namespace lariat::node {

namespace {

constexpr const char* NAME = "pool";
constexpr const char* NEW_NAME = "pool.new";
constexpr u64 RECORD_HEAD_BYTES = 9, RECORD_SUM_BYTES = 4, TIME_BYTES = 8;
/// Written at once when the file is written anew.
constexpr u64 CHUNK_BYTES = u64{1} << 20;

u32 head_sum(u32 length, u8 type)
{
    return crc32c(Writer().put_u32(length).put_u8(type).bytes());
}

void put_record(Bytes& into, u8 type, BytesView payload)
{
    const u32 length = static_cast<u32>(payload.size());
    Writer w;
    w.put_u32(head_sum(length, type)).put_u32(length).put_u8(type).put_raw(payload).put_u32(crc32c(payload));
    into.insert(into.end(), w.bytes().begin(), w.bytes().end());
}

}  // namespace

std::size_t PoolFile::HashOfHash::operator()(const Hash32& h) const noexcept
{
    std::size_t out;  // the hash is one of keccak: its bytes are as good as random
    std::memcpy(&out, h.bytes.data(), sizeof out);
    return out;
}

PoolFile::Error PoolFile::at(u64 offset, const std::string& what) const
{
    return state::file_error(directory_->path() + "/" + NAME, offset, what);
}

// Opening.

Result<std::unique_ptr<PoolFile>, PoolFile::Error> PoolFile::open(std::unique_ptr<state::Directory> directory)
{
    std::unique_ptr<PoolFile> pool(new PoolFile(std::move(directory)));
    const auto names = pool->directory_->list();
    if (!names) return names.error();
    const auto is_there = [&](const char* name) {
        return std::find(names.value().begin(), names.value().end(), name) != names.value().end();
    };
    // Left by a process that ended while it wrote the file anew.
    if (is_there(NEW_NAME))
        if (const auto removed = pool->directory_->remove(NEW_NAME); !removed) return removed.error();
    const auto done = is_there(NAME) ? pool->read_all() : pool->begin_empty();
    if (!done) return done.error();
    return pool;
}

StatusOf<PoolFile::Error> PoolFile::begin_empty()
{
    auto file = directory_->create(NAME);
    if (!file) return file.error();
    file_ = std::move(file).value();
    return directory_->sync();
}

StatusOf<PoolFile::Error> PoolFile::read_all()
{
    auto file = directory_->open(NAME);
    if (!file) return file.error();
    file_ = std::move(file).value();
    const auto size = file_->size();
    if (!size) return size.error();
    while (bytes_ < size.value()) {
        const auto record = read_record(bytes_, size.value());
        if (!record) return record.error();
        if (!record.value()) break;
        if (const auto noted = note(*record.value(), bytes_); !noted) return noted;
        bytes_ += record.value()->bytes;
    }
    return lost_ ? file_->truncate(bytes_) : StatusOf<Error>{};
}

Result<std::optional<PoolFile::Record>, PoolFile::Error> PoolFile::read_record(u64 offset, u64 size)
{
    const auto ends_here = [&](const char* what) {
        lost_ = at(offset, what);
        return std::optional<Record>{};
    };
    const u64 left = size - offset;
    Bytes bytes(std::min(left, RECORD_HEAD_BYTES));
    if (const auto read = file_->read_at(offset, bytes); !read) return read.error();
    if (left < RECORD_HEAD_BYTES) return ends_here("a record is cut short");
    Reader r(bytes);
    const u32 sum = r.get_u32(), length = r.get_u32();
    const u8 type = r.get_u8();
    if (sum != head_sum(length, type)) {
        if (has_lost_sector(bytes, offset)) return ends_here("a record was not written when power was lost");
        return at(offset, "the checksum of a record's head is wrong");
    }
    if (length + RECORD_SUM_BYTES > left - RECORD_HEAD_BYTES) return ends_here("a record is cut short");
    bytes.resize(RECORD_HEAD_BYTES + length + RECORD_SUM_BYTES);
    if (const auto read = file_->read_at(offset, bytes); !read) return read.error();
    const BytesView payload = BytesView(bytes).subspan(RECORD_HEAD_BYTES, length);
    if (Reader(BytesView(bytes).last(RECORD_SUM_BYTES)).get_u32() != crc32c(payload)) {
        if (has_lost_sector(bytes, offset))
            return ends_here("a record was not written whole when power was lost");
        return at(offset, "the checksum of a record is wrong");
    }
    return std::optional(Record{static_cast<Type>(type), to_bytes(payload), bytes.size()});
}

StatusOf<PoolFile::Error> PoolFile::note(const Record& record, u64 offset)
{
    const BytesView payload = record.payload;
    switch (record.type) {
        case Type::came: {
            if (payload.size() < TIME_BYTES) return at(offset, "a record without a transaction");
            const Hash32 hash = keccak256(payload.subspan(TIME_BYTES));
            if (!live_.emplace(hash, Place{records_++, offset, record.bytes}).second)
                return at(offset, "a transaction that is there already");
            live_bytes_ += record.bytes;
            return {};
        }
        case Type::gone: {
            Hash32 hash;
            if (payload.size() != hash.bytes.size()) return at(offset, "a record without a hash");
            std::memcpy(hash.bytes.data(), payload.data(), payload.size());
            const auto found = live_.find(hash);
            if (found == live_.end()) return at(offset, "a transaction goes that is not there");
            live_bytes_ -= found->second.bytes;
            live_.erase(found);
            return {};
        }
    }
    return at(offset, "a record of an unknown type");
}

std::vector<PoolFile::Place> PoolFile::in_order() const
{
    std::vector<Place> places;
    places.reserve(live_.size());
    for (const auto& [hash, place] : live_) places.push_back(place);
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.number < b.number; });
    return places;
}

Result<std::vector<PoolFile::Waiting>, PoolFile::Error> PoolFile::waiting() const
{
    std::vector<Waiting> out;
    for (const Place& place : in_order()) {
        Bytes payload(place.bytes - RECORD_HEAD_BYTES - RECORD_SUM_BYTES);
        if (const auto read = file_->read_at(place.offset + RECORD_HEAD_BYTES, payload); !read)
            return read.error();
        Reader r(payload);
        const u64 arrived_ms = r.get_u64();
        out.push_back({arrived_ms, to_bytes(r.get_raw(r.left()))});
    }
    return out;
}

// Writing.

void PoolFile::came(const Hash32& hash, u64 arrived_ms, BytesView raw)
{
    if (live_.contains(hash)) return;
    const u64 offset = bytes_ + noted_.size(), before = noted_.size();
    put_record(noted_, static_cast<u8>(Type::came), Writer().put_u64(arrived_ms).put_raw(raw).bytes());
    const u64 bytes = noted_.size() - before;
    live_.emplace(hash, Place{records_++, offset, bytes});
    live_bytes_ += bytes;
}

void PoolFile::gone(const Hash32& hash)
{
    const auto found = live_.find(hash);
    if (found == live_.end()) return;
    live_bytes_ -= found->second.bytes;
    live_.erase(found);
    put_record(noted_, static_cast<u8>(Type::gone), view(hash));
}

StatusOf<PoolFile::Error> PoolFile::write()
{
    if (failed_) return *failed_;
    if (noted_.empty()) return {};
    if (const auto written = file_->write_at(bytes_, noted_); !written) {
        // What is there of it is cut off, if that goes: the next opening would take it as cut short.
        failed_ = written.error();
        static_cast<void>(file_->truncate(bytes_));
        return written;
    }
    bytes_ += noted_.size();
    noted_.clear();
    if (bytes_ <= SMALL_BYTES || bytes_ / 2 <= live_bytes_) return {};
    const auto done = write_anew();
    if (!done) failed_ = done.error();
    return done;
}

/// Those that wait, in their order, in a file that takes the place of this one.
StatusOf<PoolFile::Error> PoolFile::write_anew()
{
    auto fresh = directory_->create(NEW_NAME);
    if (!fresh) return fresh.error();
    state::File& file = *fresh.value();
    Bytes chunk;
    u64 written = 0;
    const auto flush = [&]() -> StatusOf<Error> {
        const auto done = file.write_at(written, chunk);
        written += chunk.size();
        chunk.clear();
        return done;
    };
    std::unordered_map<u64, u64> moved;  // number of the record: its new offset
    for (const Place& place : in_order()) {
        const u64 begin = chunk.size();
        moved.emplace(place.number, written + begin);
        chunk.resize(begin + place.bytes);
        if (const auto read = file_->read_at(place.offset, std::span(chunk).subspan(begin)); !read)
            return read;
        if (chunk.size() >= CHUNK_BYTES)
            if (const auto done = flush(); !done) return done;
    }
    if (const auto done = flush(); !done) return done;
    // Else a machine that loses power could find the new name with nothing behind it.
    if (const auto synced = file.sync(); !synced) return synced;
    if (const auto renamed = directory_->rename(NEW_NAME, NAME); !renamed) return renamed;
    if (const auto synced = directory_->sync(); !synced) return synced;
    auto file_again = directory_->open(NAME);  // whose errors name it as it is called now
    if (!file_again) return file_again.error();
    file_ = std::move(file_again).value();
    for (auto& [hash, place] : live_) place.offset = moved.at(place.number);
    bytes_ = written;
    return {};
}

}  // namespace lariat::node
