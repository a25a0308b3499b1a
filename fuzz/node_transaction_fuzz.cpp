// Fuzz target (NODE-17): arbitrary bytes as a transaction are refused with a reason, or decode to what is
// encoded as exactly these bytes.
#include "lariat/assert.hpp"
#include "node/tx_codec.hpp"
#include "node/tx_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    using namespace lariat;
    const BytesView raw(data, size);
    const auto decoded = node::decode_transaction(raw);
    if (!decoded) {
        LARIAT_ASSERT(!node::name(decoded.error().reason).empty() && !decoded.error().message.empty());
        return 0;
    }
    const node::WireTransaction& wire = decoded.value();
    const Bytes body = node::encode_body(wire.chain_id, wire.tx);
    LARIAT_ASSERT(equal(node::encode_transaction(body, wire.seal), raw));
    LARIAT_ASSERT(node::digest_of_body(body) == wire.digest);
    LARIAT_ASSERT(!node::tx_fields(wire.tx, true).dump().empty());
    LARIAT_ASSERT(!node::tx_fields(wire.tx, false).dump().empty());
    return 0;
}
