// Proofs of timers, heights, storage entries, operations, receipts and fires against a state root (TMR-8): a
// subject and the complete set of claims about it. Verification needs neither a chain nor a store.
#pragma once

#include <variant>

#include "chain/result_tree.hpp"
#include "state/store.hpp"
#include "timers/operations/record.hpp"
#include "timers/record.hpp"

namespace lariat::chain {

struct TimerSubject {
    timers::TimerId id;
    bool operator==(const TimerSubject&) const = default;
};
struct HeightSubject {
    u64 height = 0;
    bool operator==(const HeightSubject&) const = default;
};
struct StorageSubject {
    Address actor;
    Bytes key;
    bool operator==(const StorageSubject&) const = default;
};
struct OperationSubject {
    timers::OperationId id;
    bool operator==(const OperationSubject&) const = default;
};
/// A row of the last block's results, by its place in the list.
struct ReceiptSubject {
    u64 place = 0;
    bool operator==(const ReceiptSubject&) const = default;
};
struct FireSubject {
    u64 place = 0;
    bool operator==(const FireSubject&) const = default;
};
using Subject =
    std::variant<TimerSubject, HeightSubject, StorageSubject, OperationSubject, ReceiptSubject, FireSubject>;

/// A claim that a key has this value, or is absent. The proof has the format of docs/proofs.md.
struct Claim {
    Bytes key;
    std::optional<Bytes> value;
    Bytes proof;
};

// Results of verification.
using ProvedTimer = std::optional<timers::Timer>;          ///< with its payload; none: it is not live
using ProvedHeight = std::vector<timers::TimerId>;         ///< not yet taken in, all of them, in order
using ProvedStorage = std::optional<Bytes>;                ///< none: there is no such entry
using ProvedOperation = std::optional<timers::Operation>;  ///< with its payload; none: it is not scheduled
/// A row, with the height of its block and the count of the list; none: the place is not below the count.
template <class Row>
struct ProvedRow {
    u64 height = 0;
    u64 count = 0;
    std::optional<Row> row;
};
using ProvedReceipt = ProvedRow<Receipt>;
using ProvedFire = ProvedRow<lane::Fired>;
using Proved =
    std::variant<ProvedTimer, ProvedHeight, ProvedStorage, ProvedOperation, ProvedReceipt, ProvedFire>;

/// The list of a receipt or a fire and its place there; nothing of another subject.
struct RowPlace {
    ResultList list = ResultList::receipts;
    u64 place = 0;
};
std::optional<RowPlace> row_place(const Subject& subject);

/// The key of the first claim. Where it is absent, it is the only one.
Bytes first_key(const Subject& subject);

/// The claims of a subject for the store's last version.
std::vector<Claim> claims_of(const Subject& subject, const state::Store& store);

/// Verifies claims. They must be exactly those that the subject needs, in order, and each must hold under
/// `root`; otherwise the error gives the reason. A receipt or a fire needs `inclusion`, others must have
/// none.
Result<Proved, std::string> verify_claims(const Subject& subject, std::span<const Claim> claims,
                                          const Hash32& root,
                                          const std::optional<Inclusion>& inclusion = std::nullopt);

}  // namespace lariat::chain
