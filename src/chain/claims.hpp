// Proofs of what a chain holds, for somebody who has only a state root (TMR-8): a subject, and the claims
// that together say all there is to say about it. Verifying them uses nothing of a chain or of a store.
#pragma once

#include <variant>

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
using Subject = std::variant<TimerSubject, HeightSubject, StorageSubject, OperationSubject>;

/// A key has this value, or is absent; the proof is one of docs/proofs.md.
struct Claim {
    Bytes key;
    std::optional<Bytes> value;
    Bytes proof;
};

// What a subject's claims say.
using ProvedTimer = std::optional<timers::Timer>;          ///< with its payload; none: it is not live
using ProvedHeight = std::vector<timers::TimerId>;         ///< not yet taken in, all of them, in order
using ProvedStorage = std::optional<Bytes>;                ///< none: there is no such entry
using ProvedOperation = std::optional<timers::Operation>;  ///< with its payload; none: it is not scheduled
using Proved = std::variant<ProvedTimer, ProvedHeight, ProvedStorage, ProvedOperation>;

/// As of the store's last version.
std::vector<Claim> claims_of(const Subject& subject, const state::Store& store);

/// What is proved, or why nothing is: the claims must be those that the subject needs, in their order, no
/// more and no fewer, and each must hold under `root`.
Result<Proved, std::string> verify_claims(const Subject& subject, std::span<const Claim> claims,
                                          const Hash32& root);

}  // namespace lariat::chain
