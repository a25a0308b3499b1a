// Transactions as the API shows and takes them: the keys of docs/trace.md, without labels and steps.
#pragma once

#include <nlohmann/json.hpp>

#include "chain/block.hpp"

namespace lariat::node {

using OrderedJson = nlohmann::ordered_json;

/// A decimal string: amounts and prices.
OrderedJson amount(u128 value);
/// What amount() wrote.
u128 amount_of(const OrderedJson& decimal);

/// from, nonce, the keys of the kind, limits, valid_until (null: none). In lists (`brief`) payload and source
/// are left out and their lengths given.
OrderedJson tx_fields(const chain::Transaction& tx, bool brief);
/// The same, not brief, as the text of an object's members.
std::string tx_members(const chain::Transaction& tx);

/// An unsigned transaction of the API. Limits that the client left out are absent.
struct UnsignedTx {
    chain::Transaction tx;  ///< `nonce` as given
    bool has_cycles_limit = false, has_cells_limit = false;
};
/// Reads one. The error names the key that is wrong.
Result<UnsignedTx, std::string> read_unsigned(const nlohmann::json& json);

}  // namespace lariat::node
