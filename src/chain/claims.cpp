// Maker and verifier read the subject in the same way; only where a value comes from differs.
#include "chain/claims.hpp"

#include "base/hex.hpp"
#include "chain/state_keys.hpp"
#include "state/proof/verify.hpp"
#include "timers/proved_reading.hpp"

namespace lariat::chain {

namespace {

/// Reads a subject, key by key.
struct ReadSubject {
    const timers::ValueOf& value_of;

    template <class T>
    static Result<Proved, std::string> proved(Result<T, std::string> read)
    {
        if (!read) return read.error();
        return Proved(std::move(read).value());
    }

    Result<Proved, std::string> operator()(const TimerSubject& s) const
    {
        return proved(timers::read_timer(s.id, value_of));
    }
    Result<Proved, std::string> operator()(const HeightSubject& s) const
    {
        return proved(timers::read_height(s.height, value_of));
    }
    Result<Proved, std::string> operator()(const StorageSubject& s) const
    {
        return proved(value_of(storage_key(s.actor, s.key)));
    }
    Result<Proved, std::string> operator()(const OperationSubject& s) const
    {
        return proved(timers::read_operation(s.id, value_of));
    }
};

}  // namespace

std::vector<Claim> claims_of(const Subject& subject, const state::Store& store)
{
    std::vector<Claim> claims;
    const timers::ValueOf value_of = [&](BytesView key) -> Result<std::optional<Bytes>, std::string> {
        auto value = store.get(key);
        claims.push_back({to_bytes(key), value, store.prove(key)});
        return value;
    };
    LARIAT_ASSERT(std::visit(ReadSubject{value_of}, subject));  // the state is as this program wrote it
    return claims;
}

Result<Proved, std::string> verify_claims(const Subject& subject, std::span<const Claim> claims,
                                          const Hash32& root)
{
    std::size_t taken = 0;
    const timers::ValueOf value_of = [&](BytesView key) -> Result<std::optional<Bytes>, std::string> {
        const std::string which = "claim " + std::to_string(taken + 1);
        if (taken == claims.size()) return which + " is missing: the subject needs key " + to_hex(key);
        const Claim& claim = claims[taken++];
        if (!equal(claim.key, key))
            return which + " is of key " + to_hex(claim.key) + ", the subject needs " + to_hex(key);
        const auto value = claim.value ? std::optional<BytesView>(*claim.value) : std::nullopt;
        if (const auto held = state::verify(claim.proof, root, key, value); !held)
            return which + ": " + held.error().message;
        return claim.value;
    };
    auto read = std::visit(ReadSubject{value_of}, subject);
    if (read && taken != claims.size())
        return "claim " + std::to_string(taken + 1) + " is of nothing that the subject needs";
    return read;
}

}  // namespace lariat::chain
