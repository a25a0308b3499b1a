// Encodes transactions, and what a signature signs.
#include <algorithm>

#include "base/cbor.hpp"
#include "base/hash.hpp"
#include "lariat/assert.hpp"
#include "node/tx_codec.hpp"
#include "node/tx_fields.hpp"

namespace lariat::node {

using namespace wire;

namespace {

constexpr std::string_view SIGNING_DOMAIN = "lariat transaction 1\n";
constexpr u8 SIGNING_PREFIX = 0x19;

void put_amount(CborWriter& out, u128 value)
{
    Bytes bytes;
    for (; value != 0; value >>= 8) bytes.push_back(static_cast<u8>(value));
    std::reverse(bytes.begin(), bytes.end());
    out.put_bytes(bytes);
}

void put_text_or_null(CborWriter& out, const std::optional<std::string>& text)
{
    text ? out.put_text(*text) : out.put_null();
}

void put_id(CborWriter& out, const chain::TimerRef& ref)
{
    LARIAT_REQUIRE(ref.label.empty(), "encode_body: a transaction names a timer by its id");
    out.put_bytes(view(ref.id));
}

void put_config_value(CborWriter& out, const std::string& field, const timers::ConfigValue& value)
{
    if (const auto* number = std::get_if<u128>(&value))
        timers::is_amount(field) ? put_amount(out, *number)
                                 : static_cast<void>(out.put_uint(static_cast<u64>(*number)));
    else if (const auto* flag = std::get_if<bool>(&value))
        out.put_bool(*flag);
    else
        out.put_text(std::get<std::string>(value));
}

/// Writes KIND and ARGUMENTS, the two fields that depend on the kind.
struct BodyWriter {
    CborWriter& out;

    CborWriter& begin(Kind kind, u64 arguments)
    {
        out.put_uint(KIND).put_uint(kind).put_uint(ARGUMENTS).put_array(arguments);
        return out;
    }
    void operator()(const chain::CallTx& tx)
    {
        begin(CALL, 3).put_bytes(view(tx.actor)).put_text(tx.handler).put_bytes(tx.payload);
    }
    void operator()(const chain::TransferTx& tx)
    {
        begin(TRANSFER, 2).put_bytes(view(tx.to));
        put_amount(out, tx.amount);
    }
    void operator()(const chain::DeployTx& tx)
    {
        LARIAT_REQUIRE(tx.kind == chain::CodeKind::python,
                       "encode_body: only Python sources come from outside");
        begin(DEPLOY, 3).put_text(tx.source).put_bytes(tx.salt).put_bytes(tx.payload);
    }
    void operator()(const chain::RemoveActorTx& tx) { begin(REMOVE_ACTOR, 1).put_bytes(view(tx.actor)); }
    void operator()(const chain::ScheduleAtTx& tx)
    {
        LARIAT_REQUIRE(!tx.call.timestamp_ms.relative, "encode_body: the time of an operation is absolute");
        begin(SCHEDULE_AT, 5).put_uint(tx.call.timestamp_ms.value).put_bytes(view(tx.actor));
        put_text_or_null(out, tx.call.handler);
        out.put_bytes(tx.call.payload);
        tx.call.gas_limit ? out.put_uint(*tx.call.gas_limit) : out.put_null();
    }
    void operator()(const chain::DropTx& tx)
    {
        begin(DROP, 1);
        put_id(out, tx.operation);
    }
    void operator()(const chain::TransferControlTx&) { begin(TRANSFER_CONTROL, 0); }
    void operator()(const chain::CancelTimerTx& tx)
    {
        begin(CANCEL_TIMER, 1);
        put_id(out, tx.timer);
    }
    void operator()(const chain::UpdateConfigTx& tx)
    {
        begin(UPDATE_CONFIG, 1);
        std::vector<CborPair> pairs;
        for (const auto& [field, value] : tx.patch) {
            CborWriter key, encoded;
            key.put_text(field);
            put_config_value(encoded, field, value);
            pairs.emplace_back(key.take(), encoded.take());
        }
        LARIAT_REQUIRE(put_sorted_map(out, pairs), "encode_body: each field of the config once");
    }
    void operator()(const chain::ExtendTimerTx& tx)
    {
        begin(EXTEND_TIMER, 2);
        put_id(out, tx.timer);
        out.put_uint(tx.expires_at);
    }
    void operator()(const chain::SetValidatorTx& tx)
    {
        begin(SET_VALIDATOR, 3).put_bytes(view(tx.change.key)).put_uint(tx.change.power);
        tx.change.payee ? out.put_bytes(view(*tx.change.payee)) : out.put_null();
    }
    void operator()(const chain::PlanVersionTx& tx)
    {
        begin(PLAN_VERSION, 2).put_uint(tx.height).put_uint(tx.version);
    }
    void operator()(const chain::AsTx&)
    {
        LARIAT_REQUIRE(false, "encode_body: steps do not come from outside");
    }
};

}  // namespace

Bytes encode_body(const std::string& chain_id, const chain::Transaction& tx)
{
    LARIAT_REQUIRE(tx.nonce.has_value(), "encode_body: a transaction from outside has a nonce");
    CborWriter out;
    out.put_map(tx.valid_until ? FIELDS : FIELDS - 1);
    out.put_uint(CHAIN_ID).put_text(chain_id).put_uint(NONCE).put_uint(*tx.nonce);
    std::visit(BodyWriter{out}, tx.body);
    out.put_uint(CYCLES_LIMIT).put_uint(tx.limits.cycles).put_uint(CELLS_LIMIT).put_uint(tx.limits.cells);
    const auto amount = [&](Field field, u128 value) {
        out.put_uint(field);
        put_amount(out, value);
    };
    amount(MAX_FEE_PER_CYCLE, tx.limits.max_fee_per_cycle);
    amount(MAX_FEE_PER_CELL, tx.limits.max_fee_per_cell);
    amount(TIP_PER_CYCLE, tx.limits.tip_per_cycle);
    amount(TIP_PER_CELL, tx.limits.tip_per_cell);
    if (tx.valid_until) out.put_uint(VALID_UNTIL).put_uint(*tx.valid_until);
    return out.take();
}

Hash32 digest_of_body(BytesView body)
{
    Bytes signed_bytes;
    signed_bytes.reserve(1 + SIGNING_DOMAIN.size() + body.size());
    signed_bytes.push_back(SIGNING_PREFIX);
    signed_bytes.insert(signed_bytes.end(), SIGNING_DOMAIN.begin(), SIGNING_DOMAIN.end());
    signed_bytes.insert(signed_bytes.end(), body.begin(), body.end());
    return keccak256(signed_bytes);
}

Bytes encode_transaction(BytesView body, const std::variant<Signature, Address>& seal)
{
    CborWriter out;
    out.put_array(3).put_uint(1).put_encoded(body);
    if (const auto* signature = std::get_if<Signature>(&seal))
        out.put_bytes(*signature);
    else
        out.put_bytes(view(std::get<Address>(seal)));
    return out.take();
}

}  // namespace lariat::node
