// A chain for tests of the scheduler library whose store refuses to write or throws on demand.
#pragma once

#include <stdexcept>

#include "map_chain.hpp"

namespace lariat {

class FailingStore final : public SchedulerStore {
public:
    enum class Fault : u8 { none, refuse, throw_before, throw_in_get };
    MapStore good;
    Fault fault = Fault::none;

    std::optional<Bytes> get(BytesView key) const override
    {
        if (fault == Fault::throw_in_get) throw std::runtime_error("get");
        return good.get(key);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        if (fault == Fault::throw_in_get) throw std::runtime_error("for_each");
        good.for_each(visit);
    }
    StatusOf<std::string> try_write(const std::vector<Write>& changes) override
    {
        if (fault == Fault::throw_before) throw std::runtime_error("write");
        if (fault == Fault::refuse) return std::string("the disk is full");
        good.write(changes);
        return {};
    }
};

struct FailingChain {
    FailingStore store;
    MapLedger ledger;
    Handlers handlers;
    std::unique_ptr<Scheduler> scheduler = Scheduler::open(store, {}, 10'000'000).value();

    FailingChain() { ledger.balances[address(1)] = u128{1} << 80; }
    void begin(u64 height)
    {
        const Status begun =
            scheduler->begin_block({.height = height, .cycle_basefee = 1, .cell_basefee = 1});
        LARIAT_ASSERT(begun.ok());
    }
    void schedule(u64 height) { LARIAT_ASSERT(scheduler->schedule(address(1), {.height = height}).ok()); }
};

}  // namespace lariat
