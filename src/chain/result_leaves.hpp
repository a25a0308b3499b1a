// The canonical encoding of each row of a block's results: the leaves under the results' root
// (docs/state-layout.md). Two rows that differ in a result line differ here.
#pragma once

#include "chain/block.hpp"

namespace lariat::chain {

/// The hash of a transaction that was not run and came without one is zero: nobody paid for hashing it.
Bytes encode_leaf(const Receipt& receipt);
Bytes encode_leaf(const lane::Fired& fire);
Bytes encode_leaf(const timers::Exit& exit);
Bytes encode_leaf(const timers::Event& event);

/// Nothing for bytes that no row has. `tx` of a receipt is its place, which the leaf does not hold.
std::optional<Receipt> decode_receipt(BytesView leaf);
std::optional<lane::Fired> decode_fire(BytesView leaf);

}  // namespace lariat::chain
