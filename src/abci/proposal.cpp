// Chooses transactions for a proposal and judges those of one.
#include "abci/proposal.hpp"

#include <map>
#include <set>

#include "abci/protobuf.hpp"
#include "base/checked.hpp"
#include "chain/transactions.hpp"

namespace lariat::abci {

namespace {

/// One that the engine has and the pool has not.
struct Given {
    chain::Transaction tx;
    BytesView raw;
    std::size_t arrival = 0;
};
using Queue = std::map<u64, Given>;  ///< a sender's, by nonce

struct Candidate {
    u128 tip = 0;
    std::size_t arrival = 0;
    const Given* given = nullptr;
    bool operator<(const Candidate& other) const
    {
        return tip != other.tip ? tip > other.tip : arrival < other.arrival;
    }
};

/// Bytes in a list of the engine: with head and length.
u64 listed_bytes(BytesView raw)
{
    Bytes length;
    append_varint(length, raw.size());
    return 1 + length.size() + raw.size();
}

/// Budgets and bytes that are left in the coming block.
struct Room {
    u64 user = 0, system = 0, cells = 0, bytes = 0;

    bool take(const chain::Transaction& tx, BytesView raw)
    {
        const chain::TxLimits& limits = tx.limits;
        u64& lane = chain::is_system(tx) ? system : user;
        const u64 size = listed_bytes(raw);
        if (limits.cycles > lane || limits.cells > cells || size > bytes) return false;
        lane -= limits.cycles;
        cells -= limits.cells;
        bytes -= size;
        return true;
    }
};

/// Of those that the pool has not, those that run.
void choose_given(const std::map<Address, Queue>& given,
                  const std::map<Address, node::PoolHead::Account>& accounts, const node::PoolHead& head,
                  Room& room, std::vector<Bytes>& chosen)
{
    std::map<Address, u128> left;  // of the balances
    std::set<Candidate> best;
    const auto offer = [&](const Queue& queue, u64 nonce) {
        if (const auto found = queue.find(nonce); found != queue.end())
            best.insert({node::tip_that_counts(found->second.tx, head.cycle_basefee), found->second.arrival,
                         &found->second});
    };
    for (const auto& [sender, account] : accounts) {
        left[sender] = account.balance;
        offer(given.at(sender), account.nonce);
    }
    while (!best.empty()) {
        const Given& next = *best.begin()->given;
        best.erase(best.begin());
        const chain::Transaction& tx = next.tx;
        const auto cost = node::most_it_costs(tx, head.cycle_basefee, head.cell_basefee);
        const bool runs = tx.limits.max_fee_per_cycle >= head.cycle_basefee &&
                          tx.limits.max_fee_per_cell >= head.cell_basefee &&
                          (!tx.valid_until || *tx.valid_until > head.height) && cost &&
                          *cost <= left[tx.from];
        if (!runs || !room.take(tx, next.raw)) continue;
        left[tx.from] -= *cost;
        chosen.push_back(to_bytes(next.raw));
        offer(given.at(tx.from), *tx.nonce + 1);
    }
}

}  // namespace

std::vector<Bytes> choose_transactions(const node::Core& core, const std::vector<BytesView>& engines,
                                       u64 max_bytes)
{
    std::map<Address, Queue> given;
    const auto pooled = core.pooled(engines);
    std::vector<std::size_t> places;
    std::vector<BytesView> others;
    for (std::size_t i = 0; i < engines.size(); ++i)
        if (!pooled[i]) {
            places.push_back(i);
            others.push_back(engines[i]);
        }
    auto read = core.read_given(others);
    for (std::size_t i = 0; i < others.size(); ++i)
        if (read[i]) {
            const Address from = read[i]->tx.from;
            const u64 nonce = *read[i]->tx.nonce;
            given[from].try_emplace(nonce, Given{std::move(read[i]->tx), others[i], places[i]});
        }

    auto held = core.lock();
    const node::PoolHead head = core.pool_head();
    node::Pool::PickerApart picker = core.pool().pick_apart(head);
    // Whoever has others in the pool has none beside it but those that it dropped.
    std::erase_if(given, [&](const auto& one) { return !core.pool().of_sender(one.first).empty(); });
    std::map<Address, node::PoolHead::Account> accounts;
    for (const auto& [sender, queue] : given)
        if (const auto account = head.account(sender)) accounts.emplace(sender, *account);
    held.unlock();  // others come in meanwhile

    Room room{head.user_lane, head.system_lane, head.cell_capacity, max_bytes};
    std::vector<Bytes> chosen;
    while (const node::Pooled* next = picker.next()) {
        const bool fits = room.take(next->tx, next->raw);
        if (fits) chosen.push_back(next->raw);
        picker.took(fits);
    }
    choose_given(given, accounts, head, room, chosen);
    return chosen;
}

std::optional<std::string> fault_of(const node::Core& core, const std::vector<BytesView>& txs)
{
    u64 bytes = 0;
    const chain::FeeParams& fees = core.chain().params().fees;  // they never change
    const auto wanted = core.wanted_by_given(txs);
    for (std::size_t i = 0; i < txs.size(); ++i) {
        const auto which = [i] { return "transaction " + std::to_string(i); };
        bytes += listed_bytes(txs[i]);
        if (!wanted[i]) return which() + " is no signed transaction of this chain";
        const u64 lane = wanted[i]->is_system ? fees.system_lane : fees.user_lane;
        if (wanted[i]->cycles > lane || wanted[i]->cells > fees.cell_capacity)
            return which() + " has limits above what a block has";
    }
    if (bytes > core.settings().max_block_bytes) return std::string("the transactions are too long together");
    return std::nullopt;
}

}  // namespace lariat::abci
