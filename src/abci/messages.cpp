// Opens requests and wraps responses.
#include "abci/messages.hpp"

namespace lariat::abci {

namespace {

/// Calls `take` for each field; false if the bytes are malformed.
template <class Take>
bool each_field(BytesView body, const Take& take)
{
    ProtoReader reader(body);
    while (const auto field = reader.next()) take(*field);
    return !reader.malformed();
}

std::string text_of(const ProtoReader::Field& field)
{
    return std::string(text(field.bytes));
}

bool read_time(BytesView body, Timestamp& into)
{
    return each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) into.seconds = static_cast<i64>(field.value);
        if (field.number == 2) into.nanos = static_cast<i64>(field.value);
    });
}

bool read_validator_update(BytesView body, ValidatorUpdate& into)
{
    bool good = true;
    good &= each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1)
            good &= each_field(field.bytes, [&](const ProtoReader::Field& key) {
                if (key.number == 1) into.key = key.bytes;
            });
        if (field.number == 2) into.power = static_cast<i64>(field.value);
    });
    return good;
}

/// Whatever the kind of evidence, it is about one validator.
bool read_misbehaviour(BytesView body, BytesView& address)
{
    bool good = true;
    good &= each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 2)
            good &= each_field(field.bytes, [&](const ProtoReader::Field& part) {
                if (part.number == 1) address = part.bytes;
            });
    });
    return good;
}

bool read_snapshot(BytesView body, Snapshot& into)
{
    return each_field(body, [&](const ProtoReader::Field& field) {
        switch (field.number) {
            case 1:
                into.height = field.value;
                break;
            case 2:
                into.format = static_cast<u32>(field.value);
                break;
            case 3:
                into.chunks = static_cast<u32>(field.value);
                break;
            case 4:
                into.hash = field.bytes;
                break;
            case 5:
                into.metadata = field.bytes;
                break;
            default:
                break;
        }
    });
}

template <class T>
std::optional<T> if_good(bool good, T value)
{
    return good ? std::optional<T>(std::move(value)) : std::nullopt;
}

}  // namespace

u64 Timestamp::floor_ms() const noexcept
{
    constexpr i64 SECONDS_MAX = i64{1} << 43;  // milliseconds fit into 2^53
    if (seconds < 0) return 0;
    const i64 whole = seconds > SECONDS_MAX ? SECONDS_MAX : seconds;
    const i64 part = nanos < 0 ? 0 : nanos > 999'999'999 ? 999'999'999 : nanos;
    return static_cast<u64>(whole) * 1'000 + static_cast<u64>(part) / 1'000'000;
}

Result<Request, std::string> read_request(BytesView bytes)
{
    ProtoReader reader(bytes);
    std::optional<Request> found;
    while (const auto field = reader.next())
        if (!field->is_number) found = Request{static_cast<Kind>(field->number), field->bytes};
    if (reader.malformed()) return std::string("the bytes are no request of ABCI");
    if (!found) return std::string("the request is empty");
    return *found;
}

Bytes response(Kind kind, BytesView body)
{
    return ProtoWriter().put_message(static_cast<u32>(kind) + 1, body).take();
}

Bytes exception(const std::string& message)
{
    return ProtoWriter().put_message(1, ProtoWriter().put_text(1, message).bytes()).take();
}

std::optional<InitChain> read_init_chain(BytesView body)
{
    InitChain out;
    bool good = true;
    good &= each_field(body, [&](const ProtoReader::Field& field) {
        switch (field.number) {
            case 1:
                good &= read_time(field.bytes, out.time);
                break;
            case 2:
                out.chain_id = text_of(field);
                break;
            case 4:
                good &= read_validator_update(field.bytes, out.validators.emplace_back());
                break;
            case 5:
                out.app_state = field.bytes;
                break;
            case 6:
                out.initial_height = static_cast<i64>(field.value);
                break;
            default:
                break;
        }
    });
    return if_good(good, std::move(out));
}

std::optional<BlockRequest> read_block_request(Kind kind, BytesView body)
{
    const bool is_prepared = kind == Kind::prepare_proposal;
    const u32 txs = is_prepared ? 2 : 1, misbehaviour = is_prepared ? 4 : 3;
    BlockRequest out;
    bool good = true;
    good &= each_field(body, [&](const ProtoReader::Field& field) {
        if (is_prepared && field.number == 1) out.max_tx_bytes = static_cast<i64>(field.value);
        if (field.number == txs) out.txs.push_back(field.bytes);
        if (field.number == misbehaviour)
            good &= read_misbehaviour(field.bytes, out.misbehaviour.emplace_back());
        if (field.number == 5) out.height = static_cast<i64>(field.value);
        if (field.number == 6) good &= read_time(field.bytes, out.time);
        if (field.number == 8) out.proposer_address = field.bytes;
    });
    return if_good(good, std::move(out));
}

std::optional<CheckTx> read_check_tx(BytesView body)
{
    CheckTx out;
    const bool good = each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) out.tx = field.bytes;
        if (field.number == 2) out.is_recheck = field.value == 1;
    });
    return if_good(good, out);
}

std::optional<Query> read_query(BytesView body)
{
    Query out;
    const bool good = each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) out.data = field.bytes;
        if (field.number == 2) out.path = text_of(field);
        if (field.number == 3) out.height = static_cast<i64>(field.value);
        if (field.number == 4) out.prove = field.value != 0;
    });
    return if_good(good, std::move(out));
}

std::optional<OfferSnapshot> read_offer_snapshot(BytesView body)
{
    OfferSnapshot out;
    bool good = true;
    good &= each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) good &= read_snapshot(field.bytes, out.snapshot);
        if (field.number == 2) out.app_hash = field.bytes;
    });
    return if_good(good, out);
}

std::optional<LoadChunk> read_load_chunk(BytesView body)
{
    LoadChunk out;
    const bool good = each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) out.height = field.value;
        if (field.number == 2) out.format = static_cast<u32>(field.value);
        if (field.number == 3) out.chunk = static_cast<u32>(field.value);
    });
    return if_good(good, out);
}

std::optional<ApplyChunk> read_apply_chunk(BytesView body)
{
    ApplyChunk out;
    const bool good = each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) out.index = static_cast<u32>(field.value);
        if (field.number == 2) out.chunk = field.bytes;
        if (field.number == 3) out.sender = text_of(field);
    });
    return if_good(good, std::move(out));
}

std::optional<std::string> read_echo(BytesView body)
{
    std::string out;
    const bool good = each_field(body, [&](const ProtoReader::Field& field) {
        if (field.number == 1) out = text_of(field);
    });
    return if_good(good, std::move(out));
}

}  // namespace lariat::abci
