// Codecs of accounts and actors, and the balance sums of BLK-7.
#include "chain/world.hpp"

#include "base/codec.hpp"
#include "chain/state_keys.hpp"
#include "state/damage.hpp"

namespace lariat::chain {

namespace {

constexpr u8 ACCOUNT = 'a', ACTOR = 'c', CODE = 'C', HANDLER = 'H';
constexpr std::size_t HANDLER_BYTES_MAX = 256;  // a longer name is never called

Bytes key(u8 table, BytesView first, BytesView second = {})
{
    Bytes out;
    out.reserve(1 + first.size() + second.size());
    out.push_back(table);
    out.insert(out.end(), first.begin(), first.end());
    out.insert(out.end(), second.begin(), second.end());
    return out;
}

}  // namespace

std::optional<Account> decode_account(BytesView bytes)
{
    Reader r(bytes);
    Account a;
    a.balance = r.get_u128();
    a.nonce = r.get_u64();
    a.locked = r.get_u128();
    a.barrier = r.get_u64();
    a.operations = r.get_u64();
    return r.done() ? std::optional(a) : std::nullopt;
}

std::optional<Actor> decode_actor(BytesView bytes)
{
    Reader r(bytes);
    Actor a;
    a.owner = r.get_address();
    const u8 kind = r.get_u8();
    a.kind = static_cast<CodeKind>(kind);
    a.code_hash = r.get_hash();
    a.entry_cycles = r.get_u32();
    a.removed = r.get_bool();
    return r.done() && kind <= static_cast<u8>(CodeKind::script) ? std::optional(a) : std::nullopt;
}

std::optional<Account> World::account(const Address& of) const
{
    const Bytes at = key(ACCOUNT, view(of));
    const auto bytes = state_.get(at);
    if (!bytes) return std::nullopt;
    const auto account = decode_account(*bytes);
    state::require_value(account.has_value(), at, "the account is malformed");
    return account;
}

std::optional<Account> World::account_in(const state::Store& store, const Address& of)
{
    const Bytes at = key(ACCOUNT, view(of));
    const auto bytes = store.get(at);
    if (!bytes) return std::nullopt;
    const auto account = decode_account(*bytes);
    state::require_value(account.has_value(), at, "the account is malformed");
    return account;
}

void World::put_account(const Address& of, const Account& account)
{
    Writer w;
    w.put_u128(account.balance)
        .put_u64(account.nonce)
        .put_u128(account.locked)
        .put_u64(account.barrier)
        .put_u64(account.operations);
    state_.put(key(ACCOUNT, view(of)), w.take());
}

u128 World::balance(const Address& of) const
{
    const auto a = account(of);
    return a ? a->balance : 0;
}

void World::debit(const Address& from, u128 amount)
{
    if (amount == 0) return;
    auto a = account(from);
    LARIAT_ASSERT(a && a->balance >= amount);
    before_.try_emplace(from, Money{a->balance, a->locked});
    a->balance -= amount;
    put_account(from, *a);
}

void World::credit(const Address& to, u128 amount)
{
    if (amount == 0) return;
    Account a = account(to).value_or(Account{});
    state::require_value(a.balance <= U128_MAX - amount, key(ACCOUNT, view(to)),
                         "the balance is more than the supply");
    before_.try_emplace(to, Money{a.balance, a.locked});
    a.balance += amount;
    put_account(to, a);
}

void World::raise_nonce(const Address& of)
{
    auto a = account(of);
    LARIAT_ASSERT(a);
    ++a->nonce;
    put_account(of, *a);
}

void World::make_known(const Address& at)
{
    put_account(at, Account{});
}

void World::lock(const Address& of, u128 amount)
{
    auto a = account(of);
    LARIAT_ASSERT(a && a->balance >= amount);
    before_.try_emplace(of, Money{a->balance, a->locked});
    a->balance -= amount;
    a->locked += amount;
    put_account(of, *a);
}

void World::unlock(const Address& of, u128 amount)
{
    auto a = account(of);
    state::require_value(a && a->locked >= amount, key(ACCOUNT, view(of)),
                         "less is locked than the deposits of its operations");
    before_.try_emplace(of, Money{a->balance, a->locked});
    a->locked -= amount;
    a->balance += amount;
    put_account(of, *a);
}

void World::set_barrier(const Address& of, u64 sequence)
{
    auto a = account(of);
    LARIAT_ASSERT(a);
    a->barrier = sequence;
    put_account(of, *a);
}

u64 World::count_operation(const Address& of)
{
    auto a = account(of);
    LARIAT_ASSERT(a);
    const u64 before = a->operations++;
    put_account(of, *a);
    return before;
}

void World::burn(Burn kind, u128 amount)
{
    u128& total = kind == Burn::cycle ? burned_.cycle : kind == Burn::cell ? burned_.cell : burned_.lane;
    total += amount;
}

void World::tip(u128 amount)
{
    tips_ += amount;
    credit(proposer_, amount);
}

void World::hold(u128 amount)
{
    held_ += amount;
}

void World::release(u128 amount)
{
    LARIAT_ASSERT(held_ >= amount);
    held_ -= amount;
}

std::map<Address, u128> World::changed_balances() const
{
    std::map<Address, u128> out;
    for (const auto& [address, before] : before_)
        if (const u128 now = balance(address); now != before.balance) out.emplace(address, now);
    return out;
}

void World::apply_changes_to(u128& balances, u128& locked) const
{
    // Wrapping sums are fine: the end results are sums of money, which fit.
    for (const auto& [address, before] : before_) {
        const Account now = account(address).value_or(Account{});
        balances += now.balance - before.balance;
        locked += now.locked - before.locked;
    }
}

std::optional<Actor> World::actor(const Address& at) const
{
    const Bytes actor_key = key(ACTOR, view(at));
    const auto bytes = state_.get(actor_key);
    if (!bytes) return std::nullopt;
    const auto actor = decode_actor(*bytes);
    state::require_value(actor.has_value(), actor_key, "the actor is malformed");
    return actor;
}

std::optional<Actor> World::live_actor(const Address& at) const
{
    auto a = actor(at);
    if (a && a->removed) return std::nullopt;
    return a;
}

void World::put_actor(const Address& at, const Actor& actor)
{
    Writer w;
    w.put_raw(view(actor.owner)).put_u8(static_cast<u8>(actor.kind));
    w.put_raw(view(actor.code_hash)).put_u32(actor.entry_cycles).put_bool(actor.removed);
    state_.put(key(ACTOR, view(at)), w.take());
}

std::string World::code(const Hash32& hash) const
{
    return std::string(text(state_.get_existing(code_key(hash))));
}

Bytes World::code_key(const Hash32& hash)
{
    return key(CODE, view(hash));
}

void World::put_code(const Hash32& hash, std::string_view source)
{
    state_.put(key(CODE, view(hash)), to_bytes(source));
}

bool World::code_defines(const Hash32& hash, std::string_view handler) const
{
    return handler.size() <= HANDLER_BYTES_MAX && state_.contains(key(HANDLER, view(hash), view(handler)));
}

void World::put_handlers(const Hash32& hash, const std::vector<std::string>& names)
{
    for (const std::string& name : names)
        if (name.size() <= HANDLER_BYTES_MAX) state_.put(key(HANDLER, view(hash), view(name)), {});
}

std::optional<Bytes> World::storage(const Address& of, BytesView at) const
{
    return state_.get(storage_key(of, at));
}

std::optional<state::Overlay::At> World::storage_at(const Address& of, BytesView key) const
{
    return state_.look_up(storage_key(of, key));
}

void World::set_storage(const Address& of, BytesView at, BytesView value)
{
    LARIAT_ASSERT(at.size() <= STORAGE_KEY_BYTES_MAX);
    state_.put(storage_key(of, at), value);
}

void World::erase_storage(const Address& of, BytesView at)
{
    state_.erase(storage_key(of, at));
}

}  // namespace lariat::chain
