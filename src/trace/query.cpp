// Answers queries, with one function for each kind.
#include "trace/query.hpp"

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/json_input.hpp"
#include "scripted/script.hpp"
#include "trace/proof_json.hpp"

namespace lariat::trace {

using namespace chain;

namespace {

Hash32 resolve(const TimerRef& ref, const scripted::Scaffold& labels)
{
    if (ref.label.empty()) return ref.id;
    const auto id = labels.find(ref.label);
    if (!id) bad_input("no timer has the label \"" + ref.label + "\"");
    return *id;
}

OrderedJson estimate(const Json& query, const Chain& chain)
{
    ObjectReader o(query, "estimate");
    const Address actor = read_address(o.need("actor"), "actor");
    const scripted::ScheduleStep call = scripted::read_schedule_fields(o);
    o.find("label");
    o.finish();
    ScheduleArgs args = call.rest;
    const u64 now = chain.state().height;
    if (call.height) args.height = resolve(*call.height, now);
    if (call.expires_at) args.expires_at = resolve(*call.expires_at, now);
    const timers::Estimate e = chain.estimate(actor, args);
    OrderedJson out{{"height", e.height ? number(*e.height) : OrderedJson()}, {"cost", to_decimal(e.cost)}};
    OrderedJson& refused = out["refused"] = OrderedJson::array();
    for (const ErrorCode code : e.refused) refused.push_back(error_name(code));
    return out;
}

Proof prove(const Subject& subject, const Chain& chain, const BlockResult* last)
{
    Proof proof{subject, chain.prove(subject), {}};
    if (const auto row = row_place(subject)) {
        if (!last)
            bad_input(
                "the results of the last block are not at hand: no block was applied since the rollback, "
                "or since the chain was opened");
        proof.inclusion = prove_row(rows_of(*last), row->list, row->place);
    }
    return proof;
}

OrderedJson result_of(const Json& query, const Chain& chain, const scripted::Scaffold& labels,
                      const BlockResult* last)
{
    if (query.size() != 1) bad_input("a query has one key");
    const auto entry = query.begin();  // kept: items() gives views into iterators that would be gone
    const std::string& key = entry.key();
    const Json& value = entry.value();
    if (key == "timer") {
        const auto timer = chain.timer(resolve(read_timer_ref(value, key), labels));
        return timer ? to_json(*timer, labels) : OrderedJson();
    }
    if (key == "height") return list_of(chain.timers_at(read_u64(value, key)));
    if (key == "actor_timers") return list_of(chain.timers_of(read_address(value, key)));
    if (key == "account") {
        const Account a = chain.account(read_address(value, key)).value_or(Account{});
        return {
            {"balance", to_decimal(a.balance)}, {"nonce", number(a.nonce)}, {"locked", to_decimal(a.locked)}};
    }
    if (key == "storage") {
        read_list(value, key, 2);
        const auto stored =
            chain.storage(read_address(value[0], "actor of storage"), read_bytes(value[1], "key of storage"));
        return stored ? OrderedJson(to_hex(*stored)) : OrderedJson();
    }
    if (key == "config") {
        if (!read_bool(value, key)) bad_input("config must be true");
        return to_json(chain.config());
    }
    if (key == "proof") {
        const Subject subject =
            read_subject(value, [&](const TimerRef& ref) { return resolve(ref, labels); });
        return to_json(prove(subject, chain, last));
    }
    if (key == "scheduled_until") {
        read_list(value, key, 2);
        return list_of(chain.operations_until(read_address(value[0], "account of scheduled_until"),
                                              read_u64(value[1], "timestamp_ms of scheduled_until")));
    }
    if (key == "operation") {
        const auto operation = chain.operation(resolve(read_timer_ref(value, key), labels));
        return operation ? to_json(*operation, labels) : OrderedJson();
    }
    if (key == "room") {
        read_list(value, key, 2);
        const auto found = chain.room_from(read_u64(value[0], "timestamp_ms of room"),
                                           read_u64(value[1], "gas_limit of room"));
        return found ? number(*found) : OrderedJson();
    }
    if (key == "estimate") return estimate(value, chain);
    if (key == "weight") {
        const auto fairness = chain.fairness(read_address(value, key));
        return {{"recent", number(fairness.recent)},
                {"median", number(fairness.median)},
                {"weight", number(fairness.weight)}};
    }
    bad_input("unknown key \"" + key.substr(0, 60) + "\" in query");
}

}  // namespace

Result<OrderedJson, InputError> answer(const std::string& query, const Chain& chain,
                                       const scripted::Scaffold& labels, const BlockResult* last)
{
    try {
        const Json asked = parse_json(query);
        OrderedJson out;
        out["query"] = OrderedJson::parse(query);
        out["result"] = result_of(asked, chain, labels, last);
        return out;
    } catch (BadInput& bad) {
        return std::move(bad.error);
    }
}

}  // namespace lariat::trace
