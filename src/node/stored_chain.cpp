// Opens what a stopped node left, and writes it as a trace.
#include "node/stored_chain.hpp"

#include "base/hex.hpp"
#include "node/keys.hpp"
#include "node/tx_codec.hpp"
#include "trace/output.hpp"

namespace lariat::node {

Result<StoredChain, ExitError> open_stored_chain(const std::string& path)
{
    auto data = DataDir::open_existing(path);
    if (!data) return data.error();
    StoredChain out;
    out.data = std::move(data).value();
    const std::string genesis_path = out.data->path_of("genesis.json");
    const auto text = out.data->read("genesis.json");
    if (!text) return damaged(genesis_path + " is missing");
    auto genesis = read_genesis(*text);
    if (!genesis) return damaged(genesis_path + ": " + genesis.error());
    out.genesis = std::move(genesis).value();
    auto directory = state::open_directory_to_read(out.data->path_of("blocks"));
    if (!directory) return damaged(directory.error().message);
    auto log = BlockLog::open(std::move(directory.value().directory));
    if (!log) return damaged(log.error().message);
    out.log = std::move(log).value();
    if (out.log->empty()) return damaged(out.data->path_of("blocks") + " holds no block");
    return out;
}

Result<BlockTx, std::string> read_logged_tx(BytesView raw, const Address* known)
{
    auto decoded = decode_transaction(raw, Kinds::replicated);
    if (!decoded) return decoded.error().message;
    WireTransaction wire = std::move(decoded).value();
    const auto* signature = std::get_if<Signature>(&wire.seal);
    const auto sender = !signature ? std::optional(std::get<Address>(wire.seal))
                        : known    ? std::optional(*known)
                                   : recover(wire.digest, *signature);
    if (!sender) return std::string("nobody made its signature");
    wire.tx.from = *sender;
    return BlockTx{std::move(wire.tx), signature == nullptr};
}

OrderedJson genesis_line(const StoredChain& stored)
{
    return {{"genesis", OrderedJson::parse(stored.genesis.json.dump())}};
}

Result<OrderedJson, std::string> block_line(const LoggedBlock& block)
{
    OrderedJson txs = OrderedJson::array();
    for (const Bytes& raw : block.txs) {
        auto tx = read_logged_tx(raw);
        if (!tx)
            return "block " + std::to_string(block.height) + ", transaction " + std::to_string(txs.size()) +
                   ": " + tx.error();
        OrderedJson json{{"hash", to_hex(*tx.value().tx.hash)}};
        const OrderedJson fields = tx_fields(tx.value().tx, false);  // items() refers to it
        for (const auto& [key, value] : fields.items())
            if (!value.is_null()) json[key] = value;
        txs.push_back(std::move(json));
    }
    OrderedJson line{{"timestamp_ms", trace::number(block.timestamp_ms)},
                     {"proposer", to_hex(block.proposer)}};
    if (!block.dev.empty()) {
        line["dev"] = OrderedJson::parse(block.dev, nullptr, false);
        if (line["dev"].is_discarded())
            return "block " + std::to_string(block.height) + ": its dev changes are no JSON";
    }
    for (const Address& a : block.misbehaviour) line["misbehaviour"].push_back(to_hex(a));
    line["txs"] = std::move(txs);
    return OrderedJson{{"block", std::move(line)}};
}

}  // namespace lariat::node
