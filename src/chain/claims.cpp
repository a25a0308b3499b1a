// Maker and verifier read the subject in the same way; only where a value comes from differs.
#include "chain/claims.hpp"

#include "base/hex.hpp"
#include "chain/result_leaves.hpp"
#include "chain/state_keys.hpp"
#include "state/proof/verify.hpp"
#include "timers/proved_reading.hpp"

namespace lariat::chain {

namespace {

/// Reads a subject, key by key.
struct ReadSubject {
    const timers::ValueOf& value_of;
    const std::optional<Inclusion>& inclusion;

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
    Result<Proved, std::string> operator()(const ReceiptSubject& s) const
    {
        auto read = row<Receipt>(ResultList::receipts, s.place, decode_receipt);
        if (read && read.value().row) read.value().row->tx = static_cast<u32>(s.place);
        return proved(std::move(read));
    }
    Result<Proved, std::string> operator()(const FireSubject& s) const
    {
        return proved(row<lane::Fired>(ResultList::fires, s.place, decode_fire));
    }

    template <class Row, class Decode>
    Result<ProvedRow<Row>, std::string> row(ResultList list, u64 place, const Decode& decode) const
    {
        const auto value = value_of(view(RESULTS_KEY));
        if (!value) return value.error();
        if (!value.value()) return std::string("the state is of a chain without a block");
        const auto record = decode_results(*value.value());
        if (!record) return std::string("the results' root is malformed");
        if (!inclusion) return std::string("the proof has no \"inclusion\"");
        const auto leaf = verify_row(*inclusion, list, place, record->root);
        if (!leaf) return leaf.error();
        ProvedRow<Row> out{record->height, inclusion->digests[static_cast<std::size_t>(list)].count, {}};
        if (!leaf.value()) return out;
        out.row = decode(*leaf.value());
        if (!out.row) return std::string("the row is malformed");
        return out;
    }
};

}  // namespace

std::optional<RowPlace> row_place(const Subject& subject)
{
    if (const auto* receipt = std::get_if<ReceiptSubject>(&subject))
        return RowPlace{ResultList::receipts, receipt->place};
    if (const auto* fire = std::get_if<FireSubject>(&subject))
        return RowPlace{ResultList::fires, fire->place};
    return std::nullopt;
}

Bytes first_key(const Subject& subject)
{
    std::optional<Bytes> first;
    const timers::ValueOf absent = [&](BytesView key) -> Result<std::optional<Bytes>, std::string> {
        if (!first) first = to_bytes(key);
        return std::optional<Bytes>();
    };
    (void)std::visit(ReadSubject{absent, {}}, subject);
    LARIAT_ASSERT(first);
    return *first;
}

std::vector<Claim> claims_of(const Subject& subject, const state::Store& store)
{
    std::vector<Claim> claims;
    const timers::ValueOf value_of = [&](BytesView key) -> Result<std::optional<Bytes>, std::string> {
        auto value = store.get(key);
        claims.push_back({to_bytes(key), value, store.prove(key)});
        return value;
    };
    if (row_place(subject)) {
        (void)value_of(view(RESULTS_KEY));  // all that the state holds of a row
        return claims;
    }
    LARIAT_ASSERT(std::visit(ReadSubject{value_of, {}}, subject));  // the state is as this program wrote it
    return claims;
}

Result<Proved, std::string> verify_claims(const Subject& subject, std::span<const Claim> claims,
                                          const Hash32& root, const std::optional<Inclusion>& inclusion)
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
    if (inclusion && !row_place(subject)) return std::string("the subject needs no \"inclusion\"");
    auto read = std::visit(ReadSubject{value_of, inclusion}, subject);
    if (read && taken != claims.size())
        return "claim " + std::to_string(taken + 1) + " is of nothing that the subject needs";
    return read;
}

}  // namespace lariat::chain
