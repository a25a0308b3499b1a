// Decodes transactions. It has two passes: the first checks that the bytes are one item in
// canonical form, the second reads the fields and need not doubt the form any more.
#include "node/tx_codec.hpp"

#include <algorithm>
#include <limits>

#include "base/cbor.hpp"
#include "base/hash.hpp"
#include "base/utf8.hpp"
#include "node/tx_fields.hpp"

namespace lariat::node {

using namespace wire;

namespace {

constexpr std::size_t AMOUNT_BYTES_MAX = 16;

/// Ends decoding; caught in decode_transaction and nowhere else.
struct Refused {
    TxMalformed why;
};

[[noreturn]] void refuse(TxFault fault, std::string message)
{
    throw Refused{{fault, std::move(message)}};
}

std::string at_offset(std::size_t offset)
{
    return " at offset " + std::to_string(offset);
}

// First pass.

TxFault fault_of(CborFault fault)
{
    switch (fault) {
        case CborFault::truncated:
            return TxFault::truncated;
        case CborFault::trailing:
            return TxFault::trailing;
        case CborFault::not_utf8:
            return TxFault::not_utf8;
        default:
            return TxFault::not_canonical;
    }
}

std::string_view words(TxFault fault)
{
    switch (fault) {
        case TxFault::truncated:
            return "the bytes end inside a value";
        case TxFault::trailing:
            return "there are bytes after the transaction";
        case TxFault::not_utf8:
            return "a text is not UTF-8";
        default:
            return "the value is not in the shortest deterministic form of CBOR (RFC 8949, 4.2.1), or is a "
                   "tag or float";
    }
}

/// The reader knows bignums, which are tags and so no part of a transaction.
void check_canonical(BytesView raw)
{
    // Every open array or map takes at least a byte of the input, and the reader keeps some 40 bytes for
    // each.
    CborReader reader(raw, std::numeric_limits<u32>::max());
    CborItem item;
    for (;;) {
        const std::size_t begin = reader.offset();
        switch (reader.next(item)) {
            case CborReader::Step::done:
                return;
            case CborReader::Step::refused: {
                const TxFault fault = fault_of(reader.fault());
                refuse(fault, std::string(words(fault)) + at_offset(begin));
            }
            case CborReader::Step::item:
                if (item.kind == CborItem::Kind::big_positive || item.kind == CborItem::Kind::big_negative)
                    refuse(TxFault::not_canonical,
                           std::string(words(TxFault::not_canonical)) + at_offset(begin));
        }
    }
}

// Second pass.

enum class Type : u8 { uint = 0, negative = 1, bytes = 2, text = 3, array = 4, map = 5, tag = 6, simple = 7 };

struct Item {
    Type type = Type::uint;
    u64 number = 0;  ///< a uint; the length of bytes, text, array or map; the code of a simple value
    std::size_t offset = 0;
};

/// Walks over bytes that check_canonical() took.
class Cursor {
public:
    explicit Cursor(BytesView in) : in_(in) {}

    std::size_t offset() const { return at_; }

    /// Reads a head. The contents of an array or map, and the bytes of a string, come next.
    Item head()
    {
        Item item{.offset = at_};
        const u8 first = in_[at_++];
        item.type = static_cast<Type>(first >> 5);
        const u8 info = first & 31;
        item.number = info;
        if (info >= 24) {
            item.number = 0;
            for (int left = 1 << (info - 24); left > 0; --left) item.number = item.number << 8 | in_[at_++];
        }
        return item;
    }
    BytesView content(const Item& item)
    {
        const BytesView view = in_.subspan(at_, item.number);
        at_ += item.number;
        return view;
    }
    void skip()
    {
        for (u64 left = 1; left > 0; --left) skip_one(left);
    }

private:
    void skip_one(u64& left)
    {
        const Item item = head();
        if (item.type == Type::bytes || item.type == Type::text) at_ += item.number;
        if (item.type == Type::array) left += item.number;
        if (item.type == Type::map) left += 2 * item.number;
    }

    BytesView in_;
    std::size_t at_ = 0;
};

constexpr u64 NULL_CODE = 22, FALSE_CODE = 20, TRUE_CODE = 21;

[[noreturn]] void wrong_type(std::string_view what, std::string_view wanted, const Item& got)
{
    refuse(TxFault::wrong_type,
           std::string(what) + " must be " + std::string(wanted) + at_offset(got.offset));
}

u64 read_uint(Cursor& in, std::string_view what)
{
    const Item item = in.head();
    if (item.type != Type::uint) wrong_type(what, "an unsigned integer", item);
    return item.number;
}

std::string read_text(Cursor& in, std::string_view what)
{
    const Item item = in.head();
    if (item.type != Type::text) wrong_type(what, "a text", item);
    const BytesView content = in.content(item);
    return {content.begin(), content.end()};
}

BytesView read_bytes(Cursor& in, std::string_view what)
{
    const Item item = in.head();
    if (item.type != Type::bytes) wrong_type(what, "a byte string", item);
    return in.content(item);
}

template <std::size_t N>
std::array<u8, N> read_array_of(Cursor& in, std::string_view what, std::string_view wanted)
{
    const Item item = in.head();
    if (item.type != Type::bytes || item.number != N) wrong_type(what, wanted, item);
    const BytesView content = in.content(item);
    std::array<u8, N> out;
    std::copy(content.begin(), content.end(), out.begin());
    return out;
}

Address read_address(Cursor& in, std::string_view what)
{
    return {read_array_of<20>(in, what, "an address of 20 bytes")};
}

chain::TimerRef read_id(Cursor& in, std::string_view what)
{
    return {{}, {read_array_of<32>(in, what, "an id of 32 bytes")}};
}

u128 read_amount(Cursor& in, std::string_view what)
{
    const Item item = in.head();
    if (item.type != Type::bytes || item.number > AMOUNT_BYTES_MAX)
        wrong_type(what, "an amount: at most 16 bytes, big-endian", item);
    const BytesView content = in.content(item);
    if (!content.empty() && content[0] == 0) wrong_type(what, "an amount without a leading zero", item);
    u128 value = 0;
    for (const u8 byte : content) value = value << 8 | byte;
    return value;
}

bool take_null(Cursor& in)
{
    Cursor ahead = in;
    const Item item = ahead.head();
    if (item.type != Type::simple || item.number != NULL_CODE) return false;
    in = ahead;
    return true;
}

void read_arguments_head(Cursor& in, std::string_view kind, u64 count)
{
    const Item item = in.head();
    if (item.type != Type::array || item.number != count)
        wrong_type(std::string(kind) + " (field 3)", "an array of " + std::to_string(count), item);
}

timers::ConfigValue read_config_value(Cursor& in, const std::string& field)
{
    const auto kind = timers::field_kind(field);
    if (!kind)
        refuse(TxFault::unknown_field,
               "the config has no field \"" + std::string(utf8::head(field, 60)) + "\"");
    if (timers::is_amount(field)) return read_amount(in, field);
    if (*kind == timers::FieldKind::number) return u128{read_uint(in, field)};
    if (*kind == timers::FieldKind::name) return read_text(in, field);
    const Item item = in.head();
    if (item.type != Type::simple || (item.number != FALSE_CODE && item.number != TRUE_CODE))
        wrong_type(field, "true or false", item);
    return item.number == TRUE_CODE;
}

chain::UpdateConfigTx read_update_config(Cursor& in)
{
    read_arguments_head(in, "update_config", 1);
    const Item map = in.head();
    if (map.type != Type::map) wrong_type("the patch of update_config", "a map", map);
    chain::UpdateConfigTx tx;
    for (u64 i = 0; i < map.number; ++i) {
        std::string field = read_text(in, "a field of update_config");
        timers::ConfigValue value = read_config_value(in, field);
        tx.patch.emplace_back(std::move(field), std::move(value));
    }
    return tx;
}

chain::ScheduleAtTx read_schedule_at(Cursor& in)
{
    read_arguments_head(in, "schedule_at", 5);
    chain::ScheduleAtTx tx;
    tx.call.timestamp_ms.value = read_uint(in, "timestamp_ms");
    tx.actor = read_address(in, "actor");
    if (!take_null(in)) tx.call.handler = read_text(in, "handler");
    tx.call.payload = to_bytes(read_bytes(in, "payload"));
    if (!take_null(in)) tx.call.gas_limit = read_uint(in, "gas_limit");
    return tx;
}

[[noreturn]] void unknown_kind(u64 kind)
{
    refuse(TxFault::unknown_kind, "there is no transaction of kind " + std::to_string(kind));
}

decltype(chain::Transaction::body) read_arguments(u64 kind, Kinds kinds, Cursor& in)
{
    if (kinds == Kinds::standalone && kind >= SET_VALIDATOR) unknown_kind(kind);
    switch (kind) {
        case CALL: {
            read_arguments_head(in, "call", 3);
            chain::CallTx tx;
            tx.actor = read_address(in, "actor");
            tx.handler = read_text(in, "handler");
            tx.payload = to_bytes(read_bytes(in, "payload"));
            return tx;
        }
        case TRANSFER: {
            read_arguments_head(in, "transfer", 2);
            chain::TransferTx tx;
            tx.to = read_address(in, "to");
            tx.amount = read_amount(in, "amount");
            return tx;
        }
        case DEPLOY: {
            read_arguments_head(in, "deploy", 3);
            chain::DeployTx tx;
            tx.source = read_text(in, "python");
            tx.salt = to_bytes(read_bytes(in, "salt"));
            tx.payload = to_bytes(read_bytes(in, "payload"));
            return tx;
        }
        case REMOVE_ACTOR:
            read_arguments_head(in, "remove_actor", 1);
            return chain::RemoveActorTx{read_address(in, "actor")};
        case SCHEDULE_AT:
            return read_schedule_at(in);
        case DROP:
            read_arguments_head(in, "drop", 1);
            return chain::DropTx{read_id(in, "operation")};
        case TRANSFER_CONTROL:
            read_arguments_head(in, "transfer_control", 0);
            return chain::TransferControlTx{};
        case CANCEL_TIMER:
            read_arguments_head(in, "cancel_timer", 1);
            return chain::CancelTimerTx{read_id(in, "timer")};
        case UPDATE_CONFIG:
            return read_update_config(in);
        case EXTEND_TIMER: {
            read_arguments_head(in, "extend_timer", 2);
            chain::ExtendTimerTx tx;
            tx.timer = read_id(in, "timer");
            tx.expires_at = read_uint(in, "expires_at");
            return tx;
        }
        case SET_VALIDATOR: {
            read_arguments_head(in, "set_validator", 3);
            chain::SetValidatorTx tx;
            tx.change.key = read_id(in, "pub_key").id;
            tx.change.power = read_uint(in, "power");
            if (!take_null(in)) tx.change.payee = read_address(in, "payee");
            return tx;
        }
        case PLAN_VERSION: {
            read_arguments_head(in, "plan_version", 2);
            chain::PlanVersionTx tx;
            tx.height = read_uint(in, "height");
            tx.version = read_uint(in, "version");
            return tx;
        }
        default:
            unknown_kind(kind);
    }
}

/// Where the value of each field stands, once the keys are known to be right.
using FieldPlaces = std::array<std::optional<Cursor>, FIELDS>;

FieldPlaces find_fields(Cursor in, u64 pairs)
{
    FieldPlaces places;
    for (u64 i = 0; i < pairs; ++i) {
        const std::size_t offset = in.offset();
        Cursor key = in;
        const Item head = key.head();
        if (head.type != Type::uint || head.number >= FIELDS)
            refuse(TxFault::unknown_field,
                   "a transaction has the fields 0 to 10; another stands" + at_offset(offset));
        in = key;
        places[head.number] = in;
        in.skip();
    }
    for (u64 field = 0; field < FIELDS; ++field)
        if (!places[field] && field != VALID_UNTIL)
            refuse(TxFault::missing_field, "field " + std::to_string(field) + " is missing");
    return places;
}

std::variant<Signature, Address> read_seal(Cursor& in)
{
    Cursor ahead = in;
    const Item item = ahead.head();
    if (item.type == Type::bytes && item.number == std::tuple_size_v<Signature>)
        return read_array_of<65>(in, "the signature", "65 bytes");
    if (item.type == Type::bytes && item.number == 20) return read_address(in, "the impersonated sender");
    wrong_type("the signature", "a byte string of 65 bytes", item);
}

WireTransaction read_transaction(BytesView raw, Kinds kinds)
{
    Cursor in(raw);
    const Item outer = in.head();
    if (outer.type != Type::array || outer.number != 3)
        wrong_type("a transaction", "an array of version, body and signature", outer);
    const u64 version = read_uint(in, "the version");
    Cursor body = in;
    const std::size_t body_begin = in.offset();
    const Item map = body.head();
    if (map.type != Type::map) wrong_type("the body", "a map", map);
    in.skip();
    const std::size_t body_end = in.offset();
    WireTransaction out;
    out.seal = read_seal(in);
    if (version != 1)
        refuse(TxFault::unknown_version,
               "version " + std::to_string(version) + "; this program knows version 1");

    FieldPlaces at = find_fields(body, map.number);
    out.chain_id = read_text(*at[CHAIN_ID], "chain_id");
    out.tx.nonce = read_uint(*at[NONCE], "nonce");
    const u64 kind = read_uint(*at[KIND], "kind");
    chain::TxLimits& limits = out.tx.limits;
    limits.cycles = read_uint(*at[CYCLES_LIMIT], "cycles_limit");
    limits.cells = read_uint(*at[CELLS_LIMIT], "cells_limit");
    limits.max_fee_per_cycle = read_amount(*at[MAX_FEE_PER_CYCLE], "max_fee_per_cycle");
    limits.max_fee_per_cell = read_amount(*at[MAX_FEE_PER_CELL], "max_fee_per_cell");
    limits.tip_per_cycle = read_amount(*at[TIP_PER_CYCLE], "tip_per_cycle");
    limits.tip_per_cell = read_amount(*at[TIP_PER_CELL], "tip_per_cell");
    if (at[VALID_UNTIL]) out.tx.valid_until = read_uint(*at[VALID_UNTIL], "valid_until");
    out.tx.body = read_arguments(kind, kinds, *at[ARGUMENTS]);

    if (const auto* sender = std::get_if<Address>(&out.seal)) out.tx.from = *sender;
    out.tx.hash = keccak256(raw);
    out.digest = digest_of_body(raw.subspan(body_begin, body_end - body_begin));
    return out;
}

}  // namespace

std::string_view name(TxFault fault) noexcept
{
    switch (fault) {
        case TxFault::truncated:
            return "truncated";
        case TxFault::trailing:
            return "trailing";
        case TxFault::not_canonical:
            return "not_canonical";
        case TxFault::not_utf8:
            return "not_utf8";
        case TxFault::unknown_version:
            return "unknown_version";
        case TxFault::unknown_kind:
            return "unknown_kind";
        case TxFault::unknown_field:
            return "unknown_field";
        case TxFault::missing_field:
            return "missing_field";
        case TxFault::wrong_type:
            return "wrong_type";
        case TxFault::too_large:
            return "too_large";
    }
    return "wrong_type";
}

Result<WireTransaction, TxMalformed> decode_transaction(BytesView raw, Kinds kinds)
{
    try {
        check_canonical(raw);
        return read_transaction(raw, kinds);
    } catch (const Refused& refused) {
        return refused.why;
    }
}

}  // namespace lariat::node
