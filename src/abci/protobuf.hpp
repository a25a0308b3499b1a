// The wire form of protobuf, as far as ABCI needs it: varints and lengths. What is absent has its default.
#pragma once

#include <optional>
#include <string_view>

#include "lariat/types.hpp"

namespace lariat::abci {

/// Fields are written in the order of the calls. A number that is 0 and bytes that are empty are left out, as
/// proto3 does; put_message() writes a message even if it is empty.
class ProtoWriter {
public:
    ProtoWriter& put_number(u32 field, u64 value);
    ProtoWriter& put_bytes(u32 field, BytesView value);
    ProtoWriter& put_text(u32 field, std::string_view value) { return put_bytes(field, view(value)); }
    ProtoWriter& put_message(u32 field, BytesView message);

    const Bytes& bytes() const noexcept { return out_; }
    Bytes take() { return std::move(out_); }

private:
    void put_head(u32 field, u32 type);
    Bytes out_;
};

/// An unsigned varint, as ProtoWriter writes it.
void append_varint(Bytes& out, u64 value);
/// Takes one from the beginning of `in`; nothing if it is cut short or longer than 64 bits.
std::optional<u64> take_varint(BytesView& in);

/// Goes through the fields of a message.
class ProtoReader {
public:
    explicit ProtoReader(BytesView in) : in_(in) {}

    struct Field {
        u32 number = 0;
        u64 value = 0;    ///< of a number
        BytesView bytes;  ///< of bytes, texts and messages
        bool is_number = false;
    };
    /// The next field; nothing at the end, and once the bytes are malformed.
    std::optional<Field> next();
    bool malformed() const noexcept { return malformed_; }

private:
    BytesView in_;
    bool malformed_ = false;
};

}  // namespace lariat::abci
