// Codecs of accounts and actors, and the balance sums of BLK-7.
#include "chain/world.hpp"

#include <algorithm>

#include "chain/state_keys.hpp"
#include "state/damage.hpp"
#include "timers/state_keys.hpp"

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

timers::Key account_key(const Address& of)
{
    return timers::Key(ACCOUNT).add(view(of));
}

timers::Key actor_key(const Address& at)
{
    return timers::Key(ACTOR).add(view(at));
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

World::Found World::look_up(const Address& of) const
{
    const timers::Key key = account_key(of);
    Found found{.at = state_.at(key), .account = {}};
    const auto bytes = state_.find(found.at);
    if (!bytes) return found;
    found.account = decode_account(*bytes);
    state::require_value(found.account.has_value(), key, "the account is malformed");
    return found;
}

World::Found World::existing(const Address& of) const
{
    const Found found = look_up(of);
    LARIAT_ASSERT(found.account);
    return found;
}

std::optional<Account> World::account(const Address& of) const
{
    return look_up(of).account;
}

std::optional<Account> World::account_in(const state::Store& store, const Address& of)
{
    const timers::Key at = account_key(of);
    const auto bytes = store.get(at);
    if (!bytes) return std::nullopt;
    const auto account = decode_account(*bytes);
    state::require_value(account.has_value(), at, "the account is malformed");
    return account;
}

void World::put_account(state::Overlay::At at, const Account& account)
{
    record_.clear();
    record_.put_u128(account.balance)
        .put_u64(account.nonce)
        .put_u128(account.locked)
        .put_u64(account.barrier)
        .put_u64(account.operations);
    state_.put(at, record_.bytes());
}

void World::note_before(const Address& of, state::Overlay::At at, const Account& before)
{
    const std::size_t number = static_cast<std::size_t>(at);
    if (number >= is_touched_.size()) is_touched_.resize(2 * number + 64);
    if (is_touched_[number]) return;
    is_touched_[number] = true;
    touched_.push_back({of, at, before.balance, before.locked});
}

u128 World::balance(const Address& of) const
{
    const auto a = account(of);
    return a ? a->balance : 0;
}

void World::debit(const Address& from, u128 amount)
{
    if (amount == 0) return;
    auto [at, a] = existing(from);
    LARIAT_ASSERT(a->balance >= amount);
    note_before(from, at, *a);
    a->balance -= amount;
    put_account(at, *a);
}

void World::credit(const Address& to, u128 amount)
{
    if (amount == 0) return;
    const Found found = look_up(to);
    Account a = found.account.value_or(Account{});
    state::require_value(a.balance <= U128_MAX - amount, account_key(to),
                         "the balance is more than the supply");
    note_before(to, found.at, a);
    a.balance += amount;
    put_account(found.at, a);
}

void World::raise_nonce(const Address& of)
{
    auto [at, a] = existing(of);
    ++a->nonce;
    put_account(at, *a);
}

void World::make_known(const Address& at)
{
    put_account(look_up(at).at, Account{});
}

void World::lock(const Address& of, u128 amount)
{
    auto [at, a] = existing(of);
    LARIAT_ASSERT(a->balance >= amount);
    note_before(of, at, *a);
    a->balance -= amount;
    a->locked += amount;
    put_account(at, *a);
}

void World::unlock(const Address& of, u128 amount)
{
    auto [at, a] = look_up(of);
    state::require_value(a && a->locked >= amount, account_key(of),
                         "less is locked than the deposits of its operations");
    note_before(of, at, *a);
    a->locked -= amount;
    a->balance += amount;
    put_account(at, *a);
}

void World::set_barrier(const Address& of, u64 sequence)
{
    auto [at, a] = existing(of);
    a->barrier = sequence;
    put_account(at, *a);
}

u64 World::count_operation(const Address& of)
{
    auto [at, a] = existing(of);
    const u64 before = a->operations++;
    put_account(at, *a);
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

Account World::now(const Touched& touched) const
{
    const auto bytes = state_.find(touched.at);
    return bytes ? *decode_account(*bytes) : Account{};
}

std::vector<std::pair<Address, u128>> World::changed_balances() const
{
    std::vector<std::pair<Address, u128>> out;
    for (const Touched& touched : touched_)
        if (const u128 balance = now(touched).balance; balance != touched.balance)
            out.emplace_back(touched.address, balance);
    std::ranges::sort(out);
    return out;
}

void World::apply_changes_to(u128& balances, u128& locked) const
{
    // Wrapping sums are fine: the end results are sums of money, which fit.
    for (const Touched& touched : touched_) {
        const Account account = now(touched);
        balances += account.balance - touched.balance;
        locked += account.locked - touched.locked;
    }
}

std::optional<Actor> World::actor(const Address& at) const
{
    const timers::Key key = actor_key(at);
    const auto bytes = state_.find(key);
    if (!bytes) return std::nullopt;
    const auto actor = decode_actor(*bytes);
    state::require_value(actor.has_value(), key, "the actor is malformed");
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
    state_.put(actor_key(at), w.bytes());
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
