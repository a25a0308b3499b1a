// One pass collects sums and checks each record against the lists that it names; then the sums are compared.
#include "chain/state_check.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/chain_numbers.hpp"
#include "chain/config_store.hpp"
#include "chain/result_tree.hpp"
#include "chain/state_keys.hpp"
#include "chain/state_tables.hpp"
#include "lane/engine.hpp"
#include "state/damage.hpp"
#include "timers/list_layout.hpp"
#include "timers/operations/operations.hpp"
#include "timers/state_keys.hpp"
#include "timers/watches/matched_part.hpp"

namespace lariat::chain {

namespace {

using timers::Place;
using timers::Timer;

constexpr u8 ACCOUNT_TABLE = 'a', ACTOR_TABLE = 'c', CODE_TABLE = 'C', HANDLER_TABLE = 'H';
constexpr u8 OPERATION_PAYLOAD_TABLE = 'P', CLIENT_NONCE_TABLE = 'j', TARGET_TABLE = 'N', MATCHED_TABLE = 'y';

bool has(BytesView ids, const timers::TimerId& id)
{
    for (; ids.size() >= timers::ID_BYTES; ids = ids.subspan(timers::ID_BYTES))
        if (equal(ids.first(timers::ID_BYTES), view(id))) return true;
    return false;
}

class StateCheck {
public:
    StateCheck(const state::Readable& state, std::optional<u64> version, std::size_t limit)
        : state_(state), version_(version), limit_(limit)
    {
    }

    std::vector<std::string> run()
    {
        if (!holds_chain(state_)) return {};
        state_.for_each([this](BytesView key, BytesView value) { pair(key, value); });
        numbers();
        places();
        heights();
        matched();
        broken_.insert(broken_.begin(), misfits_.begin(), misfits_.end());
        broken_.resize(std::min(broken_.size(), limit_));
        return std::move(broken_);
    }

private:
    void say(std::string what)
    {
        if (broken_.size() < limit_) broken_.push_back(std::move(what));
    }

    /// A value that is wrong by itself: said before what follows from it.
    void misfit(BytesView key, std::string_view what)
    {
        misfit("key " + state::shown_key(key) + ": " + std::string(what));
    }
    void misfit(std::string what)
    {
        if (misfits_.size() < limit_) misfits_.push_back(std::move(what));
    }

    void pair(BytesView key, BytesView value)
    {
        if (!is_key_of_a_table(key)) return misfit(key, "no table of a chain has such a key");
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
            case ACTOR_TABLE:
                return actor(key, value);
            case CODE_TABLE:
                ++sources_;
                if (!equal(key.subspan(1), view(keccak256(value))))
                    misfit(key, "the source has another hash");
                return;
            case HANDLER_TABLE:
                if (!value.empty()) misfit(key, "the value is not empty");
                if (!has_code(key.subspan(1, sizeof(Hash32::bytes)))) misfit(key, "there is no such source");
                return;
            case timers::OPERATION_TABLE:
                return operation(key, value);
            case OPERATION_PAYLOAD_TABLE:
                ++operation_payloads_;
                return;
            case CLIENT_NONCE_TABLE:
                return client_nonce(key, value);
            case TARGET_TABLE:
                return target_count(key, value);
            case MATCHED_TABLE:
                return matched_key(key, value);
            default:
                return;
        }
    }

    void record(BytesView key, BytesView value)
    {
        const auto decoded = timers::decode_timer(value);
        if (!decoded) return misfit(key, decoded.error());
        const Timer& timer = decoded.value();
        const std::string name = "timer " + to_hex(timer.id);
        ++records_;
        if (!equal(timers::record_key(timer.id), key))
            return misfit(key, "the record is that of another timer");
        if (timer.target != timer.owner) ++timers_of_targets_[timer.target];
        if (timer.client_nonce) ++timers_with_nonce_;
        if (!state_.contains(Writer().put_u8(ACTOR_TABLE).put_raw(view(timer.owner)).bytes()))
            misfit(key, "the owner of the timer is no actor");
        if (timer.kind == timers::Kind::watch) watches_.insert(Reader(key.subspan(1)).get_hash());
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
                if (timer.kind == timers::Kind::height) latest_due_ = std::max(latest_due_, timer.height);
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
            if (!chunk) return misfit(key, "the chunk of a list is malformed");
            ids_at_heights_ += chunk->ids.size() / timers::ID_BYTES;
            return;
        }
        const auto head = timers::decode_height_head(value);
        if (!head) return misfit(key, "the list of a height is malformed");
        if (!equal(timers::height_key(head->height), key))
            say("the list of height " + std::to_string(head->height) + " stands under another key");
        ids_at_heights_ += head->list.ids.size() / timers::ID_BYTES;
        counted_at_heights_ += head->list.count;
        heads_.emplace(head->height, head->load);
    }

    void owner_value(BytesView key, BytesView value)
    {
        if (key.size() != timers::ADDRESS_KEY_BYTES) {
            const auto chunk = timers::decode_list_chunk(value);
            if (!chunk) return misfit(key, "the chunk of a list is malformed");
            ids_of_owners_ += chunk->ids.size() / timers::ID_BYTES;
            return;
        }
        const auto head = value.size() < timers::OWNER_FIELDS_BYTES
                              ? std::nullopt
                              : timers::decode_list_head(value.subspan(timers::OWNER_FIELDS_BYTES));
        if (!head) return misfit(key, "the list of an owner is malformed");
        ids_of_owners_ += head->ids.size() / timers::ID_BYTES;
        counted_of_owners_ += head->count;
    }

    void account(BytesView key, BytesView value)
    {
        const auto found = decode_account(value);
        if (!found) return misfit(key, "the account is malformed");
        add(balances_, found->balance, key);
        add(locked_, found->locked, key);
        if (found->locked != 0) locked_of_[Reader(key.subspan(1)).get_address()] = found->locked;
    }

    void actor(BytesView key, BytesView value)
    {
        const auto found = decode_actor(value);
        if (!found) return misfit(key, "the actor is malformed");
        if (!has_code(view(found->code_hash))) misfit(key, "the source of the actor is missing");
        used_sources_.insert(found->code_hash);
    }

    bool has_code(BytesView hash) const { return state_.contains(World::code_key(Reader(hash).get_hash())); }

    void operation(BytesView key, BytesView value)
    {
        const auto decoded = timers::decode_operation(value);
        if (!decoded) return misfit(key, decoded.error());
        const timers::Operation& found = decoded.value();
        ++operations_;
        add(deposits_, found.deposit, key);
        if (found.deposit != 0) deposits_of_[found.account] += found.deposit;
        if (state_.contains(Writer().put_u8(ACCOUNT_TABLE).put_raw(view(found.account)).bytes()))
            ++operations_with_account_;
        if (!found.long_payload) return;
        ++long_operation_payloads_;
        if (!state_.contains(timers::operation_payload_key(found.id)))
            misfit(key, "the payload of the operation is missing");
    }

    void client_nonce(BytesView key, BytesView value)
    {
        ++client_nonces_;
        Reader r(value);
        const timers::TimerId id = r.get_hash();
        const auto record = r.done() ? state_.get(timers::record_key(id)) : std::nullopt;
        const auto decoded = record ? timers::decode_timer(*record) : std::string("it is missing");
        const bool fits = decoded && decoded.value().client_nonce &&
                          equal(timers::client_nonce_key(decoded.value().owner, decoded.value().target,
                                                         *decoded.value().client_nonce),
                                key);
        if (!fits) misfit(key, "the value is no timer that was given this nonce");
    }

    void target_count(BytesView key, BytesView value)
    {
        Reader r(value);
        const u64 count = r.get_u64();
        if (!r.done()) return misfit(key, "the number of a target's timers is malformed");
        counts_of_targets_[Reader(key.subspan(1)).get_address()] = count;
    }

    void matched_key(BytesView key, BytesView value)
    {
        const Hash32 id = Reader(key.subspan(1)).get_hash();
        if (key.size() > timers::RECORD_KEY_BYTES) {
            const auto part = timers::decode_matched_part(value);
            if (!part) misfit(key, "a part of a watch's matched keys is malformed");
            matched_keys_[id] += part ? part->size() : 0;
            return;
        }
        Reader r(value);
        matched_headers_[id] = r.get_u32();
        r.get_bool();
        if (!r.done()) misfit(key, "the header of a watch's matched keys is malformed");
    }

    void add(u128& sum, u128 amount, BytesView key)
    {
        const auto more = checked_add(sum, amount);
        if (!more) return misfit(key, "the sum over all such values is above 2^128 - 1");
        sum = *more;
    }

    template <class A, class B>
    void same(const std::string& what, A found, const std::string& where, B kept)
    {
        if (static_cast<u128>(found) != static_cast<u128>(kept))
            say(what + " " + to_decimal(found) + ", " + where + " says " + to_decimal(kept));
    }

    void numbers()
    {
        const auto read = read_chain_numbers(state_);
        if (!read) return misfit(read.error());
        const ChainState& chain = read.value().state;
        counters_ = read.value().counters;
        results(chain.height);
        if (const auto other = version_ ? version_contradiction(chain, *version_) : std::nullopt)
            misfit(*other);
        same("records:", records_, "the count of live timers", counters_.live);
        same("balances of all accounts:", balances_, "their sum", chain.balances);
        same("locked of all accounts:", locked_, "their sum", chain.locked);
        same("payloads beside records:", payloads_, "the records' marks", long_payloads_);
        same("payloads beside operations:", operation_payloads_, "the records' marks",
             long_operation_payloads_);
        same("watch keys beside records:", watch_keys_, "the records' marks", long_watch_keys_);
        // On a dev chain an actor can get other code, and a timer can be taken in before its height.
        const bool is_dev = read.value().params.dev;
        if (!is_dev || sources_ < used_sources_.size())
            same("sources:", sources_, "the count of those that actors have", used_sources_.size());
        if (!is_dev && latest_due_ > counters_.intake_height)
            say("a timer waits, but its height " + std::to_string(latest_due_) + " was not taken in yet");
        same("client nonces:", client_nonces_, "the records' marks", timers_with_nonce_);
        same("ids in owners' lists:", ids_of_owners_, "the count of records", records_);
        same("ids in owners' lists:", ids_of_owners_, "the sum of their counts", counted_of_owners_);
        same("ids in heights' lists:", ids_at_heights_, "the count of pending timers", pending_);
        same("ids in heights' lists:", ids_at_heights_, "the sum of their counts", counted_at_heights_);
        same("operations:", operations_, "the accounts' deposits of", operations_with_account_);
        same("deposits of operations:", deposits_, "the sum of what is locked", locked_);
        if (deposits_of_ != locked_of_)
            say("an account has other than the deposits of its operations locked");
        memory();
        derived();
    }

    /// What an opening makes of a state whose values are sound by themselves; its error names the key.
    void memory()
    {
        if (!misfits_.empty() || !broken_.empty()) return;
        const timers::TimerConfig config = load_config(World(overlay_, {}));
        lane::Engine engine(overlay_, config, counters_, {.watches = true, .globalbox = true});
        timers::Operations operations(overlay_);
        state::Walk walk(state_);
        engine.rebuild(walk);
        operations.rebuild(walk);
        const auto built = walk.run();
        if (!built) return misfit(built.error());
        same("operations:", operations_, "their count", operations.count());
    }

    /// Targets of foreign timers, and the fields of the config that stand alone as well.
    void derived()
    {
        for (const auto& [target, kept] : counts_of_targets_)
            if (const auto found = timers_of_targets_.find(target);
                found == timers_of_targets_.end() || found->second != kept)
                say("key " + state::shown_key(timers::target_count_key(target)) +
                    ": the number is not that of the target's timers");
        if (counts_of_targets_.size() != timers_of_targets_.size())
            say("a target of timers that others own has no number, or one without timers has");
        if (!state_.contains(config_key())) return;
        World world(overlay_, {});
        store_config(world, load_config(world));
        for (const state::WriteView& write : overlay_.changes())
            if (const auto value = state_.get(write.key);
                !value || !write.value || !equal(*value, *write.value))
                say("key " + state::shown_key(write.key) + ": the value is not that of the config");
        overlay_.clear();
    }

    void matched()
    {
        for (const auto& [id, keys] : matched_keys_) {
            const auto header = matched_headers_.find(id);
            if (header == matched_headers_.end() || header->second != keys)
                say("the keys that hit the watch at " + to_hex(view(id)) + " are not as many as it counts");
        }
        for (const auto& [id, count] : matched_headers_) {
            if (count != 0 && !matched_keys_.contains(id))
                say("the keys that hit the watch at " + to_hex(view(id)) + " are missing");
            if (!watches_.contains(id)) say("keys hit a watch that is not there, at " + to_hex(view(id)));
        }
    }

    /// Each block renews the results' root; genesis has none.
    void results(u64 height)
    {
        const auto value = state_.get(view(RESULTS_KEY));
        if (!value && height != 0) return say("the root over the results of the last block is missing");
        if (!value) return;
        const auto record = decode_results(*value);
        if (!record) return misfit(view(RESULTS_KEY), "malformed");
        if (record->height != height || height == 0)
            say("the root over results is of block " + std::to_string(record->height) + ", the chain is at " +
                std::to_string(height));
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

    const state::Readable& state_;
    const std::optional<u64> version_;
    const std::size_t limit_;
    std::vector<std::string> misfits_, broken_;
    state::Overlay overlay_{state_};
    timers::Counters counters_;
    u64 latest_due_ = 0;  ///< of the timers that were taken in
    u64 records_ = 0, pending_ = 0, payloads_ = 0, long_payloads_ = 0, operations_ = 0;
    u64 watch_keys_ = 0, long_watch_keys_ = 0, client_nonces_ = 0, timers_with_nonce_ = 0;
    u64 sources_ = 0, operation_payloads_ = 0, long_operation_payloads_ = 0, operations_with_account_ = 0;
    u64 ids_at_heights_ = 0, counted_at_heights_ = 0, ids_of_owners_ = 0, counted_of_owners_ = 0;
    u128 balances_ = 0, locked_ = 0, deposits_ = 0;
    std::map<u64, timers::Load> loads_;  ///< of pending timers
    std::map<u64, timers::Load> heads_;  ///< as their heights say
    std::map<Address, u128> locked_of_, deposits_of_;
    std::map<Address, u64> timers_of_targets_, counts_of_targets_;
    std::map<Hash32, u64> matched_keys_, matched_headers_;  ///< by hash of the watch's id
    std::set<Hash32> used_sources_;                         ///< of actors
    std::set<Hash32> watches_;                              ///< the same
    std::vector<u64> arrivals_, deaths_;
};

}  // namespace

std::vector<std::string> broken_invariants(const state::Readable& state, std::optional<u64> version,
                                           std::size_t limit)
{
    return StateCheck(state, version, limit).run();
}

}  // namespace lariat::chain
