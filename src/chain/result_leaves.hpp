// The canonical encoding of each row of a block's results: the leaves under the results' root
// (docs/state-layout.md). Two rows that differ in a result line differ here.
#pragma once

#include "base/codec.hpp"
#include "chain/block.hpp"

namespace lariat::chain {

/// The hash of a transaction that was not run and came without one is zero: nobody paid for hashing it.
void put_leaf(Writer& w, const Receipt& receipt);
void put_leaf(Writer& w, const lane::Fired& fire);
void put_leaf(Writer& w, const timers::Exit& exit);
void put_leaf(Writer& w, const timers::Event& event);

template <class Row>
Bytes encode_leaf(const Row& row)
{
    Writer w;
    put_leaf(w, row);
    return w.take();
}

/// Nothing for bytes that no row has. `tx` of a receipt is its place, which the leaf does not hold.
std::optional<Receipt> decode_receipt(BytesView leaf);
std::optional<lane::Fired> decode_fire(BytesView leaf);

}  // namespace lariat::chain
