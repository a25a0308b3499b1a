// The rows of a result line as text, for whoever writes many: what output.hpp gives as JSON, and the same
// bytes as its dump(), without labels. Transactions that caused something are named by their hashes.
#pragma once

#include <span>

#include "trace/output.hpp"

namespace lariat::trace {

/// Hashes of the block's transactions. A cause that is none of these keeps its number.
using TxHashes = std::span<const Hash32>;

std::string text_of(const chain::Receipt& receipt);
std::string text_of(const lane::Fired& fire, TxHashes txs);
std::string text_of(const timers::Exit& exit, TxHashes txs);
std::string text_of(const timers::Event& event, TxHashes txs);
std::string text_of(const timers::Scheduled& scheduled, TxHashes txs);
std::string text_of(const timers::Cause& cause, TxHashes txs);
/// The line without height, time, lists and balances, as members of an object.
std::string members_text(const chain::BlockResult& result);
/// Its member `balances`.
std::string balances_text(const chain::BlockResult& result);

/// The whole line as JSON, with the same causes as the texts.
OrderedJson to_json(const chain::BlockResult& result, TxHashes txs);

/// The name under which an event is listed.
std::string_view name_of(const timers::Event& event);

}  // namespace lariat::trace
