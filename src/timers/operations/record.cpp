// Codec of the operation record. docs/state-layout.md is the normative text.
#include "timers/operations/record.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"

namespace lariat::timers {

namespace {

constexpr u8 OPERATION_VERSION = 1;
constexpr u8 OPERATION_MARK = 2;
constexpr u8 OPERATION_PAYLOAD_TABLE = 'P';

Bytes key(u8 table, const OperationId& id)
{
    Bytes out{table};
    out.insert(out.end(), id.bytes.begin(), id.bytes.end());
    return out;
}

}  // namespace

Bytes encode(const Operation& o)
{
    Writer w;
    w.reserve(140 + o.handler.size() + o.payload.size());
    w.put_u8(OPERATION_VERSION).put_raw(view(o.id)).put_raw(view(o.account)).put_raw(view(o.target));
    w.put_u64(o.place.timestamp_ms).put_u64(o.place.sequence);
    w.put_bytes(view(o.handler)).put_bool(o.long_payload).put_bytes(o.payload);
    w.put_u64(o.gas_limit).put_u128(o.deposit);
    return w.take();
}

Result<Operation, std::string> decode_operation(BytesView bytes)
{
    Reader r(bytes);
    const u8 version = r.get_u8();
    if (version != OPERATION_VERSION)
        return "operation record of codec version " + std::to_string(version) + ", this program reads " +
               std::to_string(OPERATION_VERSION);
    Operation o;
    o.id = r.get_hash();
    o.account = r.get_address();
    o.target = r.get_address();
    o.place.timestamp_ms = r.get_u64();
    o.place.sequence = r.get_u64();
    o.handler = std::string(text(r.get_bytes()));
    o.long_payload = r.get_bool();
    o.payload = to_bytes(r.get_bytes());
    o.gas_limit = r.get_u64();
    o.deposit = r.get_u128();
    if (!r.done() || o.handler.empty() || (o.long_payload && !o.payload.empty()))
        return std::string("malformed operation record");
    return o;
}

Bytes operation_key(const OperationId& id)
{
    return key(OPERATION_TABLE, id);
}
Bytes operation_payload_key(const OperationId& id)
{
    return key(OPERATION_PAYLOAD_TABLE, id);
}

OperationId operation_id(const Address& account, u64 timestamp_ms, u64 nonce)
{
    Writer w;
    w.put_raw(view(account)).put_u64(timestamp_ms).put_u8(OPERATION_MARK).put_u64(nonce);
    return keccak256(w.bytes());
}

}  // namespace lariat::timers
