// Writes and reads dumps.
#include "node/dump.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "base/crc32c.hpp"

namespace lariat::node {

namespace {

constexpr std::string_view MAGIC = "lariat dump 2\n", MAGIC_1 = "lariat dump 1\n";
static_assert(MAGIC.size() == MAGIC_1.size());
constexpr std::size_t SUM_BYTES = 4;

std::string_view magic_of(BytesView file)
{
    return text(file.first(std::min(MAGIC.size(), file.size())));
}

}  // namespace

bool is_dump(BytesView file) noexcept
{
    return magic_of(file) == MAGIC || magic_of(file) == MAGIC_1;
}

Bytes encode(const Dump& dump)
{
    // One that was read from a file of version 1 does not.
    const bool knows_senders = std::ranges::all_of(
        dump.blocks, [](const Dump::Block& b) { return b.senders.size() == b.block.txs.size(); });
    Writer w;
    w.put_raw(view(knows_senders ? MAGIC : MAGIC_1))
        .put_bytes(view(dump.genesis.dump()))
        .put_bytes(view(encode(dump.dev)));
    w.put_bytes(view(dump.mining ? mining_json(*dump.mining).dump() : std::string())).put_bytes(dump.base);
    w.put_u32(static_cast<u32>(dump.pool.size()));
    for (const Dump::Pooled& tx : dump.pool) w.put_u64(tx.arrived_ms).put_bytes(tx.raw);
    w.put_u64(dump.blocks.size());
    for (const Dump::Block& block : dump.blocks) {
        w.put_bytes(encode(block.block)).put_raw(view(block.state_root));
        if (knows_senders)
            for (const Address& sender : block.senders) w.put_raw(view(sender));
    }
    w.put_u32(crc32c(w.bytes()));
    return w.take();
}

Result<Dump, std::string> decode_dump(BytesView file)
{
    if (!is_dump(file)) return std::string("it is no dump: it does not begin as one");
    if (file.size() < MAGIC.size() + SUM_BYTES) return std::string("it is cut short");
    const BytesView content = file.first(file.size() - SUM_BYTES);
    if (Reader(file.last(SUM_BYTES)).get_u32() != crc32c(content))
        return std::string("it is damaged or cut short: its sum is wrong");
    Reader r(content.subspan(MAGIC.size()));
    const bool has_senders = magic_of(file) == MAGIC;
    Dump out;
    out.genesis = nlohmann::json::parse(text(r.get_bytes()), nullptr, false);
    auto dev = decode_dev_state(std::string(text(r.get_bytes())));
    const std::string mining(text(r.get_bytes()));
    out.base = to_bytes(r.get_bytes());
    for (u32 left = r.get_u32(); left > 0 && r.ok(); --left) {
        Dump::Pooled tx;
        tx.arrived_ms = r.get_u64();
        tx.raw = to_bytes(r.get_bytes());
        out.pool.push_back(std::move(tx));
    }
    for (u64 left = r.get_u64(); left > 0 && r.ok(); --left) {
        auto block = decode_block(r.get_bytes());
        const Hash32 root = r.get_hash();
        if (!block) return std::string("a block of it is malformed");
        std::vector<Address> senders;
        if (has_senders)
            for (std::size_t i = 0; i < block->txs.size() && r.ok(); ++i) senders.push_back(r.get_address());
        out.blocks.push_back({std::move(*block), root, std::move(senders)});
    }
    if (!r.done() || !out.genesis.is_object()) return std::string("it is malformed");
    if (!dev) return "its dev state: " + dev.error();
    out.dev = std::move(dev).value();
    if (!mining.empty()) {
        const auto read = read_mining(mining);
        if (!read) return std::string("its mining is malformed");
        out.mining = *read;
    }
    return out;
}

}  // namespace lariat::node
