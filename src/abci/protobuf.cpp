// The wire form of protobuf.
#include "abci/protobuf.hpp"

namespace lariat::abci {

namespace {

constexpr u32 VARINT = 0, EIGHT_BYTES = 1, LENGTH = 2, FOUR_BYTES = 5;

}  // namespace

void append_varint(Bytes& out, u64 value)
{
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<u8>(value | 0x80));
    out.push_back(static_cast<u8>(value));
}

std::optional<u64> take_varint(BytesView& in)
{
    u64 value = 0;
    for (std::size_t i = 0; i < in.size() && i < 10; ++i) {
        if (i == 9 && in[i] > 1) return std::nullopt;
        value |= u64{in[i] & 0x7fu} << (7 * i);
        if (in[i] < 0x80) {
            in = in.subspan(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

void ProtoWriter::put_head(u32 field, u32 type)
{
    append_varint(out_, u64{field} << 3 | type);
}

ProtoWriter& ProtoWriter::put_number(u32 field, u64 value)
{
    if (value == 0) return *this;
    put_head(field, VARINT);
    append_varint(out_, value);
    return *this;
}

ProtoWriter& ProtoWriter::put_bytes(u32 field, BytesView value)
{
    return value.empty() ? *this : put_message(field, value);
}

ProtoWriter& ProtoWriter::put_message(u32 field, BytesView message)
{
    put_head(field, LENGTH);
    append_varint(out_, message.size());
    out_.insert(out_.end(), message.begin(), message.end());
    return *this;
}

std::optional<ProtoReader::Field> ProtoReader::next()
{
    if (in_.empty() || malformed_) return std::nullopt;
    malformed_ = true;  // until the field is whole
    const auto head = take_varint(in_);
    if (!head || *head >> 3 == 0 || *head >> 3 > 0x1fff'ffff) return std::nullopt;
    Field field;
    field.number = static_cast<u32>(*head >> 3);
    switch (*head & 7) {
        case VARINT: {
            const auto value = take_varint(in_);
            if (!value) return std::nullopt;
            field.value = *value;
            field.is_number = true;
            break;
        }
        case LENGTH: {
            const auto length = take_varint(in_);
            if (!length || *length > in_.size()) return std::nullopt;
            field.bytes = in_.first(*length);
            in_ = in_.subspan(*length);
            break;
        }
        case EIGHT_BYTES:
        case FOUR_BYTES: {
            const std::size_t length = (*head & 7) == EIGHT_BYTES ? 8 : 4;
            if (in_.size() < length) return std::nullopt;
            field.bytes = in_.first(length);
            in_ = in_.subspan(length);
            break;
        }
        default:
            return std::nullopt;
    }
    malformed_ = false;
    return field;
}

}  // namespace lariat::abci
