// Reads and writes the block log.
#include "node/block_log.hpp"

#include <algorithm>
#include <charconv>

#include "base/codec.hpp"
#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "node/lost_sector.hpp"

namespace lariat::node {

namespace {

constexpr u64 HEAD_BYTES = 9;  // length, sum, type
constexpr u32 RECORD_BYTES_MAX = u32{1} << 30;
constexpr std::size_t NAME_DIGITS = 16;

std::string segment_name(u64 number)
{
    constexpr char DIGITS[] = "0123456789abcdef";
    std::string name(NAME_DIGITS, '0');
    for (std::size_t i = NAME_DIGITS; i-- > 0; number >>= 4) name[i] = DIGITS[number & 15];
    return name;
}

std::optional<u64> segment_number(const std::string& name)
{
    u64 number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number, 16);
    if (error != std::errc{} || end != name.data() + name.size() || segment_name(number) != name)
        return std::nullopt;
    return number;
}

Bytes encode(const LoggedResult& result)
{
    Writer w;
    w.put_u64(result.height).put_bytes(view(result.json));
    w.put_u32(static_cast<u32>(result.gone.size()));
    for (const std::string& gone : result.gone) w.put_bytes(view(gone));
    return w.take();
}

std::optional<LoggedResult> decode_result(BytesView bytes)
{
    Reader r(bytes);
    LoggedResult result;
    result.height = r.get_u64();
    result.json = std::string(text(r.get_bytes()));
    for (u32 left = r.get_u32(); left > 0 && r.ok(); --left) result.gone.emplace_back(text(r.get_bytes()));
    if (!r.done()) return std::nullopt;
    return result;
}

}  // namespace

Bytes encode(const LoggedBlock& block)
{
    Writer w;
    w.put_u64(block.height).put_u64(block.timestamp_ms).put_raw(view(block.proposer));
    w.put_u32(static_cast<u32>(block.txs.size()));
    for (const Bytes& tx : block.txs) w.put_bytes(tx);
    w.put_bytes(view(block.dev));
    if (!block.misbehaviour.empty()) {
        w.put_u32(static_cast<u32>(block.misbehaviour.size()));
        for (const Address& a : block.misbehaviour) w.put_raw(view(a));
    }
    return w.take();
}

std::optional<LoggedBlock> decode_block(BytesView bytes)
{
    Reader r(bytes);
    LoggedBlock block;
    block.height = r.get_u64();
    block.timestamp_ms = r.get_u64();
    block.proposer = r.get_address();
    for (u32 left = r.get_u32(); left > 0 && r.ok(); --left) block.txs.push_back(to_bytes(r.get_bytes()));
    block.dev = std::string(text(r.get_bytes()));
    if (r.ok() && !r.done())  // absent where there is none
        for (u32 left = r.get_u32(); left > 0 && r.ok(); --left)
            block.misbehaviour.push_back(r.get_address());
    if (!r.done()) return std::nullopt;
    return block;
}

BlockLog::BlockLog(std::unique_ptr<state::Directory> directory, u64 segment_bytes)
    : directory_(std::move(directory)), segment_bytes_(segment_bytes)
{
}

Result<std::unique_ptr<BlockLog>, BlockLog::Error> BlockLog::open(std::unique_ptr<state::Directory> directory,
                                                                  u64 segment_bytes)
{
    std::unique_ptr<BlockLog> log(new BlockLog(std::move(directory), segment_bytes));
    if (const auto read = log->read_all(); !read) return read.error();
    return log;
}

BlockLog::Error BlockLog::damage(u64 segment, u64 offset, const std::string& what) const
{
    return state::file_error(directory_->path() + "/" + segment_name(segment), offset, what);
}

// Opening.

StatusOf<BlockLog::Error> BlockLog::read_all()
{
    const auto names = directory_->list();
    if (!names) return names.error();
    std::vector<u64> numbers;
    for (const std::string& name : names.value()) {
        const auto number = segment_number(name);
        if (!number) return Error{directory_->path() + "/" + name + " is no file of a block log"};
        numbers.push_back(*number);
    }
    if (!numbers.empty()) records_ = numbers.front();
    for (const u64 number : numbers) {
        if (number != records_)
            return damage(number, 0,
                          "the file begins with record " + std::to_string(number) + ", wanted " +
                              std::to_string(records_));
        if (const auto read = read_segment(number, number == numbers.back()); !read) return read.error();
    }
    return {};
}

StatusOf<BlockLog::Error> BlockLog::read_segment(u64 number, bool is_last)
{
    auto file = directory_->open(segment_name(number));
    if (!file) return file.error();
    const auto size = file.value()->size();
    if (!size) return size.error();
    Segment& segment = segments_[number];
    segment.file = std::move(file).value();

    u64 at = 0;
    const auto ends_here = [&](const char* why) -> StatusOf<Error> {
        if (!is_last) return damage(number, at, std::string(why) + ", and other files follow");
        lost_ = damage(number, at, why);
        segment.bytes = at;
        return {};
    };
    while (at < size.value()) {
        if (size.value() - at < HEAD_BYTES) return ends_here("a record is cut short");
        std::array<u8, HEAD_BYTES> head;
        if (const auto read = segment.file->read_at(at, head); !read) return read.error();
        Reader r(head);
        const u32 length = r.get_u32(), sum = r.get_u32();
        const u8 type = r.get_u8();
        if (length > size.value() - at - HEAD_BYTES) return ends_here("a record is cut short");
        Bytes record(HEAD_BYTES + length);
        if (const auto read = segment.file->read_at(at, record); !read) return read.error();
        if (crc32c(BytesView(record).subspan(HEAD_BYTES - 1)) != sum) {
            if (is_last && has_lost_sector(record, at)) return ends_here("a record was not written whole");
            return damage(number, at, "the checksum of a record is wrong");
        }
        const Place place{number, at, length};
        const BytesView payload = BytesView(record).subspan(HEAD_BYTES);
        if (const auto noted = note(static_cast<Type>(type), payload, place); !noted) return noted.error();
        at += HEAD_BYTES + length;
        ++records_;
    }
    segment.bytes = at;
    return {};
}

/// Puts a record into the index.
StatusOf<BlockLog::Error> BlockLog::note(Type type, BytesView payload, const Place& place)
{
    const auto malformed = [&](const std::string& what) { return damage(place.segment, place.offset, what); };
    Reader r(payload);
    const u64 height = r.get_u64();
    if (!r.ok()) return malformed("a record without a height");
    switch (type) {
        case Type::block:
            if (blocks_.empty())
                first_ = height;
            else if (height != head() + 1)
                return malformed("block " + std::to_string(height) + " follows block " +
                                 std::to_string(head()));
            blocks_.push_back({place, std::nullopt});
            segments_[place.segment].top = std::max(segments_[place.segment].top, height);
            return {};
        case Type::result:
            // After old files were forgotten the first one may begin with the result of a block that is gone.
            if (blocks_.empty()) return {};
            if (height != head())
                return malformed("a result of block " + std::to_string(height) + " after block " +
                                 std::to_string(head()));
            blocks_.back().result = place;
            return {};
        case Type::revert:
            if (blocks_.empty()) return {};
            if (height > head()) return malformed("a return to a block that is not there");
            while (!blocks_.empty() && head() > height) blocks_.pop_back();
            return {};
    }
    return malformed("a record of an unknown type");
}

// Writing.

StatusOf<BlockLog::Error> BlockLog::begin_segment()
{
    auto file = directory_->create(segment_name(records_));
    if (!file) return file.error();
    if (const auto synced = directory_->sync(); !synced) return synced.error();
    segments_[records_].file = std::move(file).value();
    return {};
}

StatusOf<BlockLog::Error> BlockLog::trim()
{
    if (!lost_) return {};
    Segment& last = segments_.rbegin()->second;
    if (const auto cut = last.file->truncate(last.bytes); !cut) return cut;
    // Else what is cut off could be there again behind a record that is.
    if (const auto synced = last.file->sync(); !synced) return synced;
    lost_.reset();
    return {};
}

StatusOf<BlockLog::Error> BlockLog::write(Type type, BytesView payload, bool durable)
{
    LARIAT_REQUIRE(payload.size() <= RECORD_BYTES_MAX, "BlockLog: a record of at most 1 GiB");
    if (const auto trimmed = trim(); !trimmed) return trimmed;
    if (segments_.empty() || (segments_.rbegin()->second.bytes >= segment_bytes_ && type == Type::block)) {
        // What the full file still owes must be durable before anything that stands behind it.
        if (!segments_.empty())
            if (const auto synced = segments_.rbegin()->second.file->sync(); !synced) return synced.error();
        if (const auto begun = begin_segment(); !begun) return begun.error();
    }
    const u8 type_byte = static_cast<u8>(type);
    Writer w;
    w.reserve(HEAD_BYTES + payload.size());
    w.put_u32(static_cast<u32>(payload.size()))
        .put_u32(crc32c(payload, crc32c(BytesView(&type_byte, 1))))
        .put_u8(type_byte)
        .put_raw(payload);
    auto& [number, segment] = *segments_.rbegin();
    if (const auto written = segment.file->write_at(segment.bytes, w.bytes()); !written)
        return written.error();
    if (durable)
        if (const auto synced = segment.file->sync(); !synced) return synced.error();
    const Place place{number, segment.bytes, static_cast<u32>(payload.size())};
    segment.bytes += w.bytes().size();
    ++records_;
    return note(type, payload, place);
}

StatusOf<BlockLog::Error> BlockLog::append(const LoggedBlock& block, Durable durable)
{
    LARIAT_REQUIRE(empty() || block.height == head() + 1, "BlockLog::append: heights follow each other");
    return write(Type::block, encode(block), durable == Durable::now || block.height % BLOCKS_AT_RISK == 0);
}

StatusOf<BlockLog::Error> BlockLog::append_result(const LoggedResult& result)
{
    LARIAT_REQUIRE(!empty() && result.height == head(),
                   "BlockLog::append_result: the result of the last block");
    return write(Type::result, encode(result), false);
}

StatusOf<BlockLog::Error> BlockLog::revert_to(u64 height)
{
    LARIAT_REQUIRE(!empty() && height >= first_ && height <= head(),
                   "BlockLog::revert_to: a height that is kept");
    Writer w;
    w.put_u64(height);
    return write(Type::revert, w.bytes(), true);
}

// Reading.

bool BlockLog::has_result(u64 height) const
{
    return !empty() && height >= first_ && height <= head() && blocks_[height - first_].result.has_value();
}

Result<Bytes, BlockLog::Error> BlockLog::read(Type type, const Place& place) const
{
    Bytes record(HEAD_BYTES + place.bytes);
    if (const auto read = segments_.at(place.segment).file->read_at(place.offset, record); !read)
        return read.error();
    Reader r(record);
    const u32 length = r.get_u32(), sum = r.get_u32();
    if (length != place.bytes || crc32c(BytesView(record).subspan(8)) != sum ||
        record[8] != static_cast<u8>(type))
        return damage(place.segment, place.offset, "the record has changed since the log was opened");
    return Bytes(record.begin() + HEAD_BYTES, record.end());
}

Result<LoggedBlock, BlockLog::Error> BlockLog::block(u64 height) const
{
    LARIAT_REQUIRE(!empty() && height >= first_ && height <= head(),
                   "BlockLog::block: a height that is kept");
    const Place& place = blocks_[height - first_].block;
    const auto payload = read(Type::block, place);
    if (!payload) return payload.error();
    auto block = decode_block(payload.value());
    if (!block) return damage(place.segment, place.offset, "the record of a block is malformed");
    return std::move(*block);
}

Result<LoggedResult, BlockLog::Error> BlockLog::result(u64 height) const
{
    LARIAT_REQUIRE(has_result(height), "BlockLog::result: a height whose result is kept");
    const Place& place = *blocks_[height - first_].result;
    const auto payload = read(Type::result, place);
    if (!payload) return payload.error();
    auto result = decode_result(payload.value());
    if (!result) return damage(place.segment, place.offset, "the record of a result is malformed");
    return std::move(*result);
}

StatusOf<BlockLog::Error> BlockLog::forget_below(u64 height)
{
    while (segments_.size() > 1 && segments_.begin()->second.top < height && !empty() && height <= head()) {
        const u64 number = segments_.begin()->first;
        while (!blocks_.empty() && blocks_.front().block.segment == number) {
            blocks_.pop_front();
            ++first_;
        }
        if (const auto gone = directory_->remove(segment_name(number)); !gone) return gone.error();
        segments_.erase(segments_.begin());
        // One after the other: a name that came back before one that did not would leave a gap.
        if (const auto synced = directory_->sync(); !synced) return synced;
    }
    return {};
}

u64 BlockLog::disk_bytes() const noexcept
{
    u64 bytes = 0;
    for (const auto& [number, segment] : segments_) bytes += segment.bytes;
    return bytes;
}

}  // namespace lariat::node
