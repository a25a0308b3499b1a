// For tests/node/test_tx_codec.py. Each line of standard input is a transaction in hex; each line of standard
// output says what it decodes to, as JSON.
#include <iostream>

#include <nlohmann/json.hpp>

#include "../support/program_arguments.hpp"
#include "base/hex.hpp"
#include "node/keys.hpp"
#include "node/tx_codec.hpp"

using namespace lariat;

namespace {

nlohmann::json answer(BytesView raw)
{
    const auto decoded = node::decode_transaction(raw);
    if (!decoded)
        return {{"code", "tx_malformed"},
                {"reason", node::name(decoded.error().reason)},
                {"message", decoded.error().message}};
    const node::WireTransaction& tx = decoded.value();
    nlohmann::json out{{"chain_id", tx.chain_id},
                       {"hash", to_hex(*tx.tx.hash)},
                       {"digest", to_hex(tx.digest)},
                       {"nonce", *tx.tx.nonce}};
    // Written again it must give the same bytes: nothing of it is lost.
    const Bytes body = node::encode_body(tx.chain_id, tx.tx);
    out["again"] = to_hex(node::encode_transaction(body, tx.seal));
    const auto* signature = std::get_if<node::Signature>(&tx.seal);
    const auto from = signature ? node::recover(tx.digest, *signature) : std::nullopt;
    if (!from) return {{"code", "bad_signature"}};
    out["from"] = to_hex(*from);
    return out;
}

}  // namespace

int main(int argc, char** argv)
{
    const lariat::support::ProgramArguments arguments(
        argc, argv, "Decodes transactions: a line of hex on standard input gives a line of JSON.");
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto raw = from_hex(line);
        if (!raw) {
            std::cerr << "tx_answer: no hex: " << line << '\n';
            return 2;
        }
        std::cout << answer(*raw).dump() << '\n';
    }
    return 0;
}
