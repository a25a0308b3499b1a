// One pass collects sums and checks each record against the lists that it names; then the sums are compared.
#include "chain/state_check.hpp"

#include <algorithm>
#include <map>

#include "base/hex.hpp"
#include "chain/config_store.hpp"
#include "chain/state_keys.hpp"
#include "state/damage.hpp"
#include "timers/calendar/calendar.hpp"
#include "timers/counters.hpp"
#include "timers/list_layout.hpp"
#include "timers/operations/operations.hpp"
#include "timers/state_keys.hpp"
#include "timers/watches/kept_keys.hpp"
#include "timers/watches/modified_keys.hpp"

namespace lariat::chain {

namespace {

using timers::Place;
using timers::Timer;

constexpr u8 ACCOUNT_TABLE = 'a', OPERATION_TABLE = 'T';
constexpr std::size_t OWNER_KEY_BYTES = 1 + sizeof(Address::bytes);

bool has(BytesView ids, const timers::TimerId& id)
{
    for (; ids.size() >= timers::ID_BYTES; ids = ids.subspan(timers::ID_BYTES))
        if (equal(ids.first(timers::ID_BYTES), view(id))) return true;
    return false;
}

class StateCheck {
public:
    StateCheck(const state::Readable& state, std::size_t limit) : state_(state), limit_(limit) {}

    std::vector<std::string> run()
    {
        if (!state_.contains(view(STATE_KEY))) return {};
        state_.for_each([this](BytesView key, BytesView value) { pair(key, value); });
        numbers();
        places();
        heights();
        calendar();
        operations();
        watches();
        return std::move(broken_);
    }

private:
    void say(std::string what)
    {
        if (broken_.size() < limit_) broken_.push_back(std::move(what));
    }

    void pair(BytesView key, BytesView value)
    {
        if (key.empty()) return say("there is a key without bytes");
        switch (key[0]) {
            case timers::RECORD_TABLE:
                return record(key, value);
            case timers::PAYLOAD_TABLE:
            case timers::SECOND_PAYLOAD_TABLE:
                ++payloads_;
                return;
            case timers::WATCH_KEYS_TABLE:
                ++watch_keys_;
                return;
            case timers::HEIGHT_TABLE:
                return height_value(key, value);
            case timers::OWNER_TABLE:
                return owner_value(key, value);
            case ACCOUNT_TABLE:
                return account(key, value);
            case OPERATION_TABLE:
                return operation(key, value);
            default:
                return;
        }
    }

    void record(BytesView key, BytesView value)
    {
        const auto decoded = timers::decode_timer(value);
        if (!decoded) return say("record " + to_hex(key) + ": " + decoded.error());
        const Timer& timer = decoded.value();
        const std::string name = "timer " + to_hex(timer.id);
        ++records_;
        if (!equal(timers::record_key(timer.id), key)) say(name + " stands under another key");
        long_payload(name, timer.id, timer.long_payload, timer.slot);
        if (timer.queue && timer.queue->with)
            long_payload(name, timer.id, timer.queue->with->long_payload, timer.queue->with->slot);
        if (timer.long_watch_keys != 0) {
            ++long_watch_keys_;
            const auto keys = state_.get(timers::watch_keys_key(timer.id));
            if (!keys || keys->size() != timer.long_watch_keys || !timers::decode_watch_keys(*keys))
                say(name + " has no watch keys of " + std::to_string(timer.long_watch_keys) +
                    " bytes beside it");
        }
        if (!stands_in(timers::owner_key(timer.owner), timer.in_owner.chunk, timers::OWNER_FIELDS_BYTES,
                       timer.id))
            say(name + " is not in its owner's list");
        switch (timer.place.where) {
            case Place::Where::pending:
                if (timer.kind != timers::Kind::height) return;
                ++pending_;
                loads_[timer.height].add(timer.gas_limit);
                if (!stands_in(timers::height_key(timer.height), timer.place.in_height.chunk,
                               timers::HEIGHT_FIELDS_BYTES, timer.id))
                    say(name + " is not in the list of height " + std::to_string(timer.height));
                return;
            case Place::Where::waiting:
            case Place::Where::parked:
            case Place::Where::standing:
                arrivals_.push_back(timer.place.arrival);
                return;
            case Place::Where::dead:
                deaths_.push_back(timer.place.death.number);
                return;
            case Place::Where::idle:
                return;
        }
    }

    void long_payload(const std::string& name, const timers::TimerId& id, u32 bytes, timers::PayloadSlot slot)
    {
        if (bytes == 0) return;
        ++long_payloads_;
        const auto payload = state_.get(timers::payload_key(id, slot));
        if (!payload || payload->size() != bytes)
            say(name + " has no payload of " + std::to_string(bytes) + " bytes beside it");
    }

    bool stands_in(const timers::Key& list, u64 chunk, std::size_t fields, const timers::TimerId& id) const
    {
        const auto value = state_.get(list);
        if (!value || value->size() < fields) return false;
        const auto head = timers::decode_list_head(BytesView{*value}.subspan(fields));
        if (!head) return false;
        if (chunk == head->tail) return has(head->ids, id);
        const auto before = state_.get(timers::chunk_key(list, chunk));
        const auto decoded = before ? timers::decode_list_chunk(*before) : std::nullopt;
        return decoded && has(decoded->ids, id);
    }

    void height_value(BytesView key, BytesView value)
    {
        if (key.size() != timers::HEIGHT_KEY_BYTES) {
            const auto chunk = timers::decode_list_chunk(value);
            if (!chunk) return say("chunk " + to_hex(key) + " is malformed");
            ids_at_heights_ += chunk->ids.size() / timers::ID_BYTES;
            return;
        }
        const auto head = timers::decode_height_head(value);
        if (!head) return say("the list of a height at " + to_hex(key) + " is malformed");
        if (!equal(timers::height_key(head->height), key))
            say("the list of height " + std::to_string(head->height) + " stands under another key");
        ids_at_heights_ += head->list.ids.size() / timers::ID_BYTES;
        counted_at_heights_ += head->list.count;
        heads_.emplace(head->height, head->load);
    }

    void owner_value(BytesView key, BytesView value)
    {
        if (key.size() != OWNER_KEY_BYTES) {
            const auto chunk = timers::decode_list_chunk(value);
            if (!chunk) return say("chunk " + to_hex(key) + " is malformed");
            ids_of_owners_ += chunk->ids.size() / timers::ID_BYTES;
            return;
        }
        const auto head = value.size() < timers::OWNER_FIELDS_BYTES
                              ? std::nullopt
                              : timers::decode_list_head(value.subspan(timers::OWNER_FIELDS_BYTES));
        if (!head) return say("the list of owner " + to_hex(key.subspan(1)) + " is malformed");
        ids_of_owners_ += head->ids.size() / timers::ID_BYTES;
        counted_of_owners_ += head->count;
    }

    void account(BytesView key, BytesView value)
    {
        Address address;
        if (key.size() != 1 + address.bytes.size())
            return say("account key " + to_hex(key) + " is malformed");
        std::copy(key.begin() + 1, key.end(), address.bytes.begin());
        const auto found = decode_account(value);
        if (!found) return say("account key " + state::shown_key(key) + ": the value is malformed");
        balances_ += found->balance;
        locked_ += found->locked;
        if (found->locked != 0) locked_of_[address] = found->locked;
    }

    void operation(BytesView key, BytesView value)
    {
        const auto decoded = timers::decode_operation(value);
        if (!decoded) return say("operation key " + state::shown_key(key) + ": " + decoded.error());
        ++operations_;
        deposits_ += decoded.value().deposit;
        deposits_of_[decoded.value().account] += decoded.value().deposit;
    }

    template <class A, class B>
    void same(const std::string& what, A found, const std::string& where, B kept)
    {
        if (static_cast<u128>(found) != static_cast<u128>(kept))
            say(what + " " + to_decimal(found) + ", " + where + " says " + to_decimal(kept));
    }

    void numbers()
    {
        const auto chain = decode_state(state_.get(view(STATE_KEY)).value_or(Bytes{}));
        const auto counters =
            timers::decode_counters(state_.get(view(timers::COUNTERS_KEY)).value_or(Bytes{}));
        if (!chain || !counters) return say("the chain's own numbers are not readable");
        counters_ = *counters;
        const timers::Totals& t = counters->totals;
        same("records:", records_, "the count of live timers", counters->live);
        same("live timers and exits:",
             counters->live + t.fired + t.insufficient_funds + t.expired + t.cancelled + t.governance,
             "the count of scheduled timers", t.scheduled);
        same("balances of all accounts:", balances_, "their sum", chain->balances);
        same("locked of all accounts:", locked_, "their sum", chain->locked);
        same("balances, locked and burned:", chain->balances + chain->locked + chain->burned.total(),
             "genesis", chain->genesis_supply);
        same("payloads beside records:", payloads_, "the records' marks", long_payloads_);
        same("watch keys beside records:", watch_keys_, "the records' marks", long_watch_keys_);
        same("ids in owners' lists:", ids_of_owners_, "the count of records", records_);
        same("ids in owners' lists:", ids_of_owners_, "the sum of their counts", counted_of_owners_);
        same("ids in heights' lists:", ids_at_heights_, "the count of pending timers", pending_);
        same("ids in heights' lists:", ids_at_heights_, "the sum of their counts", counted_at_heights_);
    }

    void places()
    {
        distinct(arrivals_, counters_.next_arrival, "arrival");
        distinct(deaths_, counters_.next_death, "number of death");
    }

    void distinct(std::vector<u64>& numbers, u64 end, const std::string& what)
    {
        std::sort(numbers.begin(), numbers.end());
        if (const auto twice = std::adjacent_find(numbers.begin(), numbers.end()); twice != numbers.end())
            say(what + " " + std::to_string(*twice) + " was given twice");
        if (!numbers.empty() && numbers.back() >= end)
            say(what + " " + std::to_string(numbers.back()) + " was never given: the next one is " +
                std::to_string(end));
    }

    void heights()
    {
        for (const auto& [height, load] : heads_) {
            const auto timers = loads_.find(height);
            if (timers == loads_.end() || !(timers->second == load))
                say("the load of height " + std::to_string(height) + " is not that of its timers");
        }
        if (heads_.size() != loads_.size())
            say("a height with pending timers has no list, or a list no timers");
        if (!loads_.empty() && loads_.begin()->first < counters_.intake_height)
            say("height " + std::to_string(loads_.begin()->first) + " has pending timers and was taken in");
    }

    void calendar()
    {
        timers::Calendar calendar(overlay_, timers::calendar_sizes(load_config(World(overlay_, {}))));
        if (const auto built = state::rebuild_alone(calendar, state_); !built) say(built.error());
    }

    void operations()
    {
        timers::Operations schedule(overlay_);
        if (const auto built = state::rebuild_alone(schedule, state_); !built) return say(built.error());
        same("operations:", operations_, "their count", schedule.count());
        same("deposits of operations:", deposits_, "the sum of what is locked", locked_);
        if (deposits_of_ != locked_of_)
            say("an account has other than the deposits of its operations locked");
    }

    void watches()
    {
        timers::ModifiedKeys modified(overlay_);
        if (const auto built = state::rebuild_alone(modified, state_); !built) say(built.error());
        timers::KeptKeys kept(overlay_);
        if (const auto built = state::rebuild_alone(kept, state_); !built) say(built.error());
    }

    const state::Readable& state_;
    const std::size_t limit_;
    std::vector<std::string> broken_;
    state::Overlay overlay_{state_};
    timers::Counters counters_;
    u64 records_ = 0, pending_ = 0, payloads_ = 0, long_payloads_ = 0, operations_ = 0;
    u64 watch_keys_ = 0, long_watch_keys_ = 0;
    u64 ids_at_heights_ = 0, counted_at_heights_ = 0, ids_of_owners_ = 0, counted_of_owners_ = 0;
    u128 balances_ = 0, locked_ = 0, deposits_ = 0;
    std::map<u64, timers::Load> loads_;  ///< of pending timers
    std::map<u64, timers::Load> heads_;  ///< as their heights say
    std::map<Address, u128> locked_of_, deposits_of_;
    std::vector<u64> arrivals_, deaths_;
};

}  // namespace

std::vector<std::string> broken_invariants(const state::Readable& state, std::size_t limit)
{
    return StateCheck(state, limit).run();
}

}  // namespace lariat::chain
