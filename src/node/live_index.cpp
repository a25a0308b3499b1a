// Keeps the orders of live_index.hpp.
#include "node/live_index.hpp"

#include <cstring>

#include "base/hash.hpp"
#include "chain/world.hpp"
#include "timers/state_keys.hpp"

namespace lariat::node {

namespace {

constexpr u8 ACTOR_TABLE = 'c';

Hash32 hash_in(BytesView key)
{
    Hash32 out;
    std::memcpy(out.bytes.data(), key.data() + 1, out.bytes.size());
    return out;
}

/// The first element behind a place.
template <class Map>
auto behind(const Map& map, const std::optional<LiveIndex::Place>& after)
{
    return after ? map.upper_bound(*after) : map.begin();
}

}  // namespace

std::size_t LiveIndex::HashOfHash::operator()(const Hash32& h) const noexcept
{
    std::size_t out;
    std::memcpy(&out, h.bytes.data(), sizeof out);
    return out;
}

void LiveIndex::note(BytesView key, std::optional<BytesView> value)
{
    if (key.empty()) return;
    if (key[0] == timers::RECORD_TABLE && key.size() == timers::RECORD_KEY_BYTES) {
        erase_timer(hash_in(key));
        if (value) put_timer(hash_in(key), *value);
    } else if (key[0] == timers::OPERATION_TABLE && key.size() == 1 + sizeof(Hash32)) {
        const Hash32 id = hash_in(key);
        if (const auto old = operations_.find(id); old != operations_.end()) {
            by_time_.erase({old->second.place.timestamp_ms, old->second.place.sequence});
            operations_.erase(old);
        }
        if (!value) return;
        const auto decoded = timers::decode_operation(*value);
        if (!decoded) return;
        const timers::Operation& operation = decoded.value();
        operations_[id] = {operation.account, operation.place};
        by_time_[{operation.place.timestamp_ms, operation.place.sequence}] = id;
    } else if (key[0] == ACTOR_TABLE && key.size() == 1 + sizeof(Address)) {
        Address address;
        std::memcpy(address.bytes.data(), key.data() + 1, address.bytes.size());
        if (const auto old = actors_.find(address); old != actors_.end()) {
            by_actor_owner_.erase({old->second, address});
            actors_.erase(old);
        }
        const auto actor = value ? chain::decode_actor(*value) : std::nullopt;
        if (!actor || actor->removed) return;
        actors_[address] = actor->owner;
        by_actor_owner_.insert({actor->owner, address});
    }
}

void LiveIndex::put_timer(const Hash32& at, BytesView record)
{
    const auto decoded = timers::decode_timer(record);
    if (!decoded) return;
    const timers::Timer& timer = decoded.value();
    const bool is_watch = timer.kind == timers::Kind::watch;
    const TimerFacts facts{timer.owner, timer.target, timer.kind, is_watch ? U64_MAX : timer.height,
                           timer.sequence};
    timers_[at] = {timer.id, facts};
    by_due_[due_place(facts)] = at;
    by_created_[{facts.created, 0}] = at;
    by_owner_[facts.owner][due_place(facts)] = at;
    by_target_[facts.target][due_place(facts)] = at;
}

void LiveIndex::erase_timer(const Hash32& at)
{
    const auto found = timers_.find(at);
    if (found == timers_.end()) return;
    const TimerFacts& facts = found->second.facts;
    by_due_.erase(due_place(facts));
    by_created_.erase({facts.created, 0});
    const auto leave = [&](std::map<Address, ByPlace>& all, const Address& of) {
        const auto list = all.find(of);
        list->second.erase(due_place(facts));
        if (list->second.empty()) all.erase(list);
    };
    leave(by_owner_, facts.owner);
    leave(by_target_, facts.target);
    timers_.erase(found);
}

std::optional<timers::TimerId> LiveIndex::timer_at(BytesView key) const
{
    if (key.size() != timers::RECORD_KEY_BYTES || key[0] != timers::RECORD_TABLE) return std::nullopt;
    const auto found = timers_.find(hash_in(key));
    return found == timers_.end() ? std::nullopt : std::optional(found->second.id);
}

std::optional<LiveIndex::Place> LiveIndex::each_timer(
    Sort sort, const TimerFilter& filter, std::optional<Place> after, u64 most,
    const std::function<bool(const timers::TimerId&)>& visit) const
{
    static const ByPlace none;
    const auto list_of = [](const std::map<Address, ByPlace>& all, const Address& of) -> const ByPlace& {
        const auto found = all.find(of);
        return found == all.end() ? none : found->second;
    };
    const ByPlace* list = sort == Sort::created ? &by_created_ : &by_due_;
    ByPlace sorted;
    if (filter.owner || filter.target) {
        list = filter.owner ? &list_of(by_owner_, *filter.owner) : &list_of(by_target_, *filter.target);
        if (sort == Sort::created) {
            for (const auto& [place, at] : *list) sorted[{place.second, 0}] = at;
            list = &sorted;
        }
    }
    auto it = behind(*list, after);
    if (sort == Sort::due && filter.due_from > 0 && (!after || after->first < filter.due_from))
        it = list->lower_bound({filter.due_from, 0});
    std::optional<Place> last;
    for (u64 looked = 0; it != list->end(); ++it) {
        const TimerFacts& facts = timers_.at(it->second).facts;
        if (sort == Sort::due && facts.due > filter.due_to) return std::nullopt;
        if (looked++ == most) return last;
        last = it->first;
        const bool fits = (!filter.owner || facts.owner == *filter.owner) &&
                          (!filter.target || facts.target == *filter.target) &&
                          (!filter.kind || facts.kind == *filter.kind) && facts.due >= filter.due_from &&
                          facts.due <= filter.due_to;
        if (fits && !visit(timers_.at(it->second).id))
            return std::next(it) == list->end() ? std::nullopt : last;
    }
    return std::nullopt;
}

std::optional<LiveIndex::Place> LiveIndex::each_operation(
    const std::optional<Address>& account, u64 until_ms, std::optional<Place> after, u64 most,
    const std::function<bool(const timers::OperationId&)>& visit) const
{
    std::optional<Place> last;
    u64 looked = 0;
    for (auto it = behind(by_time_, after); it != by_time_.end(); ++it) {
        if (it->first.first > until_ms) return std::nullopt;
        if (looked++ == most) return last;
        last = it->first;
        const bool fits = !account || operations_.at(it->second).account == *account;
        if (fits && !visit(it->second)) return std::next(it) == by_time_.end() ? std::nullopt : last;
    }
    return std::nullopt;
}

void LiveIndex::each_actor(const std::optional<Address>& owner, const std::optional<Address>& after,
                           const std::function<bool(const Address&)>& visit) const
{
    if (!owner) {
        for (auto it = after ? actors_.upper_bound(*after) : actors_.begin(); it != actors_.end(); ++it)
            if (!visit(it->first)) return;
        return;
    }
    auto it = after ? by_actor_owner_.upper_bound({*owner, *after})
                    : by_actor_owner_.lower_bound({*owner, Address{}});
    for (; it != by_actor_owner_.end() && it->first == *owner; ++it)
        if (!visit(it->second)) return;
}

}  // namespace lariat::node
