// Rules and codecs of the set of validators and of the version of the rules.
#include "chain/validators.hpp"

#include <algorithm>
#include <map>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/config_store.hpp"
#include "chain/state_keys.hpp"
#include "state/damage.hpp"

namespace lariat::chain {

namespace {

constexpr std::string_view VALIDATORS_KEY = "system:validators", RULES_KEY = "system:rules_version";
constexpr u8 SET_CODEC = 1;

Error refused_change(const std::string& why)
{
    return {ErrorCode::InvalidInput, why};
}

u64 power_of(const Validators& validators)
{
    u64 sum = 0;  // at most VALIDATORS_MAX times POWER_MAX would not fit: the sum is bounded, each step of it
    for (const Validator& v : validators) sum += v.power;
    return sum;
}

auto place_of(Validators& validators, const Hash32& key)
{
    return std::lower_bound(validators.begin(), validators.end(), key,
                            [](const Validator& v, const Hash32& k) { return v.key < k; });
}

Bytes encode(const Validators& validators)
{
    Writer w;
    w.put_u8(SET_CODEC).put_u32(static_cast<u32>(validators.size()));
    for (const Validator& v : validators) w.put_raw(view(v.key)).put_u64(v.power).put_raw(view(v.payee));
    return w.take();
}

void note(ValidatorChanges& changes, const Validator& now)
{
    changes.keys.insert(now.key);
    changes.updates.push_back(now);
}

}  // namespace

Address address_of(const Hash32& validator_key)
{
    const Hash32 hash = sha256(view(validator_key));
    Address out;
    std::copy_n(hash.bytes.begin(), out.bytes.size(), out.bytes.begin());
    return out;
}

std::optional<Validators> decode_validators(BytesView bytes)
{
    Reader r(bytes);
    Validators out;
    if (r.get_u8() != SET_CODEC) return std::nullopt;
    const u32 count = r.get_u32();
    if (count == 0 || count > VALIDATORS_MAX) return std::nullopt;
    for (u32 i = 0; i < count && r.ok(); ++i) {
        Validator& v = out.emplace_back();
        v.key = r.get_hash();
        v.power = r.get_u64();
        v.payee = r.get_address();
    }
    if (!r.done() || broken_rule(out)) return std::nullopt;
    return out;
}

std::optional<std::string> broken_rule(const Validators& validators)
{
    if (validators.size() > VALIDATORS_MAX)
        return std::to_string(validators.size()) + " validators; at most " + std::to_string(VALIDATORS_MAX);
    u64 sum = 0;
    for (std::size_t i = 0; i < validators.size(); ++i) {
        const Validator& v = validators[i];
        if (v.power == 0) return "validator " + to_hex(v.key) + " has no power";
        if (v.power > POWER_MAX - sum) return "the powers add up to more than 2^60 - 1";
        sum += v.power;
        if (i > 0 && !(validators[i - 1].key < v.key))
            return "validator " + to_hex(v.key) + " stands twice, or not in the order of keys";
    }
    return std::nullopt;
}

Validators load_validators(const World& world)
{
    const auto stored = world.storage(config_actor(), view(VALIDATORS_KEY));
    if (!stored) return {};
    auto validators = decode_validators(*stored);
    state::require_value(validators.has_value(), validators_key(), "the set of validators is malformed");
    return std::move(*validators);
}

void store_validators(World& world, const Validators& validators)
{
    world.set_storage(config_actor(), view(VALIDATORS_KEY), encode(validators));
}

Bytes validators_key()
{
    return storage_key(config_actor(), view(VALIDATORS_KEY));
}

Address payee_of(const Validators& validators, const Address& proposer)
{
    for (const Validator& v : validators)
        if (address_of(v.key) == proposer) return v.payee;
    return proposer;
}

Status set_validator(World& world, ValidatorChanges& changes, const SetValidator& change)
{
    Validators validators = load_validators(world);
    if (validators.empty()) return refused_change("this chain has no validators: its genesis names none");
    if (changes.keys.contains(change.key))
        return refused_change("validator " + to_hex(change.key) + " was changed in this block already");
    const auto at = place_of(validators, change.key);
    const bool is_known = at != validators.end() && at->key == change.key;
    const u64 before = is_known ? at->power : 0;
    if (change.power == 0) {
        if (!is_known) return refused_change("no validator has the key " + to_hex(change.key));
        if (validators.size() == 1) return refused_change("the last validator cannot be removed");
        Validator gone = *at;
        gone.power = 0;
        changes.removed_power += before;
        validators.erase(at);
        note(changes, gone);
        store_validators(world, validators);
        return {};
    }
    if (!is_known && validators.size() >= VALIDATORS_MAX)
        return refused_change("there are " + std::to_string(VALIDATORS_MAX) + " validators already");
    const u64 others = power_of(validators) - before + changes.removed_power;
    if (others > POWER_MAX || change.power > POWER_MAX - others)
        return refused_change("power " + std::to_string(change.power) + " is above " +
                              std::to_string(POWER_MAX - std::min(others, POWER_MAX)) +
                              ", what is left of 2^60 - 1 in this block");
    const Validator now{change.key, change.power,
                        change.payee ? *change.payee
                        : is_known   ? at->payee
                                     : address_of(change.key)};
    if (is_known)
        *at = now;
    else
        validators.insert(at, now);
    note(changes, now);
    store_validators(world, validators);
    return {};
}

void punish(World& world, ValidatorChanges& changes, std::span<const Address> equivocators)
{
    if (equivocators.empty()) return;
    Validators validators = load_validators(world);
    std::map<Address, Hash32> keys;  // evidence may name one validator a thousand times
    for (const Validator& v : validators) keys.emplace(address_of(v.key), v.key);
    bool is_changed = false;
    for (const Address& address : equivocators) {
        const auto named = keys.find(address);
        if (named == keys.end() || validators.size() == 1) continue;
        const auto at = place_of(validators, named->second);
        keys.erase(named);
        Validator gone = *at;
        changes.removed_power += gone.power;
        gone.power = 0;
        validators.erase(at);
        note(changes, gone);
        is_changed = true;
    }
    if (is_changed) store_validators(world, validators);
}

std::optional<RulesVersion> decode_rules_version(BytesView bytes)
{
    Reader r(bytes);
    RulesVersion out;
    out.in_force = r.get_u64();
    out.next_height = r.get_u64();
    out.next_version = r.get_u64();
    if (!r.done() || (out.next_height == 0) != (out.next_version == 0)) return std::nullopt;
    return out;
}

RulesVersion load_rules_version(const World& world)
{
    const auto stored = world.overlay().get(rules_version_key());
    if (!stored) return {};
    const auto version = decode_rules_version(*stored);
    state::require_value(version.has_value(), rules_version_key(), "the version of the rules is malformed");
    return *version;
}

namespace {

void store(World& world, const RulesVersion& version)
{
    Writer w;
    w.put_u64(version.in_force).put_u64(version.next_height).put_u64(version.next_version);
    world.set_storage(config_actor(), view(RULES_KEY), w.bytes());
}

}  // namespace

Status plan_version(World& world, u64 block_height, u64 height, u64 version)
{
    if (load_validators(world).empty())
        return refused_change("this chain is not replicated: whoever runs it chooses its program");
    RulesVersion rules = load_rules_version(world);
    if (height == 0) {
        rules.next_height = rules.next_version = 0;
    } else {
        if (height < block_height + 2)
            return refused_change("height " + std::to_string(height) +
                                  " is too early; the first that can be is " +
                                  std::to_string(block_height + 2));
        if (version <= rules.in_force)
            return refused_change("version " + std::to_string(version) + " is not above " +
                                  std::to_string(rules.in_force) + ", which is in force");
        rules.next_height = height;
        rules.next_version = version;
    }
    store(world, rules);
    return {};
}

void begin_version(World& world, u64 block_height)
{
    RulesVersion rules = load_rules_version(world);
    if (rules.next_height == 0 || block_height < rules.next_height) return;
    rules = {.in_force = rules.next_version, .next_height = 0, .next_version = 0};
    store(world, rules);
}

const Bytes& rules_version_key()
{
    static const Bytes KEY = storage_key(config_actor(), view(RULES_KEY));  // each block reads it
    return KEY;
}

}  // namespace lariat::chain
