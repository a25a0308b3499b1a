// Compares every answer of a store with the model; see store_model.hpp.
#include "store_model.hpp"

#include "base/hex.hpp"
#include "state/proof/verify.hpp"

namespace lariat::state {

namespace {

std::string name(BytesView key)
{
    return "key " + to_hex(key.first(std::min<std::size_t>(key.size(), 16))) + " of " +
           std::to_string(key.size()) + " bytes";
}

std::string number(const char* what, u64 is, u64 must)
{
    return std::string(what) + " is " + std::to_string(is) + ", not " + std::to_string(must);
}

/// Of a few keys, others in each version: proofs of all would take most of a test's time.
std::string wrong_proof(const LogStore& store, const Moment& moment, const std::set<Bytes>& keys)
{
    constexpr u64 PROVEN = 4;
    const u64 every = keys.size() / PROVEN + 1;
    u64 number = moment.version();
    for (const Bytes& key : keys) {
        if (number++ % every != 0) continue;
        const auto found = moment.now().contents.find(key);
        std::optional<BytesView> value;
        if (found != moment.now().contents.end()) value = found->second;
        const auto verified = verify(store.prove(key), moment.now().root, key, value);
        if (!verified) return "the proof of " + name(key) + " does not hold: " + verified.error().message;
    }
    return {};
}

}  // namespace

std::string difference(const LogStore& store, const Moment& moment, const std::set<Bytes>& keys)
{
    if (store.version() != moment.version()) return number("the version", store.version(), moment.version());
    if (store.root() != moment.now().root)
        return "the root of version " + std::to_string(store.version()) + " is another";
    if (store.rollback_depth() < moment.depth)
        return number("the rollback depth", store.rollback_depth(), moment.depth);

    const Contents& contents = moment.now().contents;
    std::string wrong;
    u64 visited = 0;
    store.for_each([&](BytesView key, BytesView value) {
        ++visited;
        const auto found = contents.find(to_bytes(key));
        if (found == contents.end())
            wrong = "for_each gives " + name(key) + ", which is absent";
        else if (!equal(found->second, value))
            wrong = "for_each gives another value for " + name(key);
    });
    if (!wrong.empty()) return wrong;
    if (visited != contents.size())
        return number("the number of keys that for_each gives", visited, contents.size());

    for (const Bytes& key : keys) {
        const auto value = store.get(key);
        const auto found = contents.find(key);
        if (value.has_value() != (found != contents.end()))
            return name(key) + (value ? " is there" : " is absent");
        if (value && *value != found->second) return name(key) + " has another value";
    }
    return wrong_proof(store, moment, keys);
}

std::string difference_of_past(LogStore& store, Moment moment, const std::set<Bytes>& keys)
{
    while (store.rollback_depth() > 0) {
        if (const auto done = store.rollback(1); !done.ok())
            return "a rollback is refused: " + done.error().message;
        if (moment.line.size() == 1) return "there is a version before the first";
        moment.line.pop_back();
        moment.depth -= moment.depth > 0 ? 1 : 0;
        if (std::string wrong = difference(store, moment, keys); !wrong.empty()) return wrong;
    }
    return {};
}

ThrowOnDamage::ThrowOnDamage()
{
    set_damage_handler([](const StoreError& error) { throw DamageFound{error.message}; });
}

ThrowOnDamage::~ThrowOnDamage()
{
    set_damage_handler(nullptr);
}

}  // namespace lariat::state
