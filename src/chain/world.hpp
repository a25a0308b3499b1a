// Accounts, actors and their storage in consensus state, and the money of the block in the making.
//
// Keys (docs/state-layout.md):  a ‖ address → account   c ‖ address → actor   C ‖ code hash → source
//   H ‖ code hash ‖ handler → empty: Python code that defines it
//   s ‖ address ‖ key → value of an actor's storage
#pragma once

#include "base/codec.hpp"
#include "chain/params.hpp"
#include "lane/ports.hpp"
#include "state/overlay.hpp"

namespace lariat::chain {

/// Known once it was in genesis or was credited.
struct Account {
    u128 balance = 0;
    u64 nonce = 0;       ///< of its next transaction
    u128 locked = 0;     ///< deposits
    u64 barrier = 0;     ///< operations of a lower sequence will not run (SCH-9)
    u64 operations = 0;  ///< scheduled so far: the operations' part of the nonce of ids (R-3)
};

enum class CodeKind : u8 { python = 0, script = 1 };

struct Actor {
    Address owner;  ///< may remove it; self.deployer
    CodeKind kind = CodeKind::python;
    Hash32 code_hash;
    u32 entry_cycles = 0;  ///< for having Python code ready: paid by each execution that enters it
    bool removed = false;  ///< its address is never used again
};

// The values of the two tables; nothing when the bytes are not what World writes.
std::optional<Account> decode_account(BytesView bytes);
std::optional<Actor> decode_actor(BytesView bytes);

/// Longer keys are refused where an actor names them (InvalidInput).
inline constexpr std::size_t STORAGE_KEY_BYTES_MAX = 1'024;

class World final : public lane::Ledger {
public:
    World(state::Overlay& state, const Address& proposer) : state_(state), proposer_(proposer) {}

    // Accounts.
    std::optional<Account> account(const Address& of) const;
    /// As a store has it.
    static std::optional<Account> account_in(const state::Store& store, const Address& of);
    u128 balance(const Address& of) const override;
    void debit(const Address& from, u128 amount) override;
    void credit(const Address& to, u128 amount) override;
    void raise_nonce(const Address& of);
    void make_known(const Address& at);  ///< an account with nothing in it
    /// Moves money between balance and deposits of an account.
    void lock(const Address& of, u128 amount);  ///< at most the balance
    void unlock(const Address& of, u128 amount);
    void set_barrier(const Address& of, u64 sequence);
    u64 count_operation(const Address& of);  ///< how many it had scheduled before

    // Money on its way.
    void burn(Burn kind, u128 amount) override;
    void tip(u128 amount) override;
    void hold(u128 amount) override;
    void release(u128 amount) override;
    const Burned& burned() const noexcept { return burned_; }
    /// Of an execution that failed, what it has burned since comes back.
    void revert_burned(const Burned& before) noexcept { burned_ = before; }
    u128 tips() const noexcept { return tips_; }
    u128 held() const noexcept { return held_; }

    /// Accounts whose balance differs from the start of the block.
    std::vector<std::pair<Address, u128>> changed_balances() const;  ///< by address
    /// The sums of all changes in the block: added to, and taken from the totals.
    void apply_changes_to(u128& balances, u128& locked) const;

    // Actors.
    std::optional<Actor> actor(const Address& at) const;  ///< removed ones included
    std::optional<Actor> live_actor(const Address& at) const;
    void put_actor(const Address& at, const Actor& actor);
    std::string code(const Hash32& hash) const;
    static Bytes code_key(const Hash32& hash);  ///< of the source in the state
    void put_code(const Hash32& hash, std::string_view source);
    /// What the code of a Python actor defines: known without compiling it.
    bool code_defines(const Hash32& hash, std::string_view handler) const;
    void put_handlers(const Hash32& hash, const std::vector<std::string>& names);

    // Storage.
    std::optional<Bytes> storage(const Address& of, BytesView key) const;
    /// Where that stands, for who pays for its length before he reads it: Overlay::look_up.
    std::optional<state::Overlay::At> storage_at(const Address& of, BytesView key) const;
    void set_storage(const Address& of, BytesView key, BytesView value);
    void erase_storage(const Address& of, BytesView key);

    state::Overlay& overlay() noexcept { return state_; }
    const state::Overlay& overlay() const noexcept { return state_; }

private:
    /// An account, and where its key stands in the overlay: looked up once for reading and writing.
    struct Found {
        state::Overlay::At at;
        std::optional<Account> account;
    };
    Found look_up(const Address& of) const;
    Found existing(const Address& of) const;
    void put_account(state::Overlay::At at, const Account& account);
    /// Of an account whose money is about to change.
    void note_before(const Address& of, state::Overlay::At at, const Account& before);

    state::Overlay& state_;
    Writer record_;  ///< of the account that is being written
    Address proposer_;
    Burned burned_;
    u128 tips_ = 0;
    u128 held_ = 0;
    /// An account whose money has changed in the block, and what it had at the start.
    struct Touched {
        Address address;
        state::Overlay::At at;
        u128 balance, locked;
    };
    Account now(const Touched& touched) const;

    std::vector<Touched> touched_;
    std::vector<bool> is_touched_;  ///< by Overlay::At
};

}  // namespace lariat::chain
