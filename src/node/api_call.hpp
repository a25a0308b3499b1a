// A request to the API after its route, parameters and body were checked, and the answer to it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "node/core.hpp"
#include "node/problem.hpp"
#include "node/routes.hpp"

namespace lariat::node {

/// Parameters have the kind and range that the route states; what is absent is absent.
class Call {
public:
    Call(const Route& route, std::map<std::string, std::string> params, nlohmann::json body)
        : route_(&route), params_(std::move(params)), body_(std::move(body))
    {
    }

    const Route& route() const noexcept { return *route_; }
    const nlohmann::json& body() const noexcept { return body_; }
    /// The body of a route that takes a file.
    const Bytes& file() const noexcept { return file_; }
    void set_file(Bytes file) { file_ = std::move(file); }

    bool has(const std::string& name) const { return params_.contains(name); }
    const std::string& text(const std::string& name) const { return params_.at(name); }
    std::optional<std::string> maybe_text(const std::string& name) const;
    u64 number(const std::string& name, u64 otherwise) const;
    std::optional<u64> maybe_number(const std::string& name) const;
    bool flag(const std::string& name) const;
    Address address(const std::string& name) const;
    std::optional<Address> maybe_address(const std::string& name) const;
    Hash32 id(const std::string& name) const;
    std::optional<Hash32> maybe_id(const std::string& name) const;
    Bytes bytes(const std::string& name) const;

    /// Ties a cursor to the list and its filters.
    std::string list_key() const;

private:
    const Route* route_;
    std::map<std::string, std::string> params_;
    nlohmann::json body_;
    Bytes file_;
};

struct Answer {
    int status = 200;
    OrderedJson json;
    std::string text;          ///< in place of `json`
    std::string content_type;  ///< of `text`
    u64 height = 0;            ///< that the answer is of
    std::string etag;          ///< empty: it may change with the head or the pool
};

using Outcome = Result<Answer, Problem>;

/// Takes the answer of a handler, once, from any thread.
class LaterOutcome {
public:
    using Make = std::function<Outcome()>;
    explicit LaterOutcome(std::function<void(Make)> give) : give_(std::move(give)) {}
    void operator()(Outcome outcome) const
    {
        give_([outcome = std::move(outcome)]() mutable { return std::move(outcome); });
    }
    /// `make` runs once, on a server thread: for an answer that takes long to write.
    void later(Make make) const { give_(std::move(make)); }

private:
    std::function<void(Make)> give_;
};

/// A place in a list, as text, in a cursor that is good for this list and these filters alone (NODE-27).
std::string make_cursor(const Call& call, const std::string& place);
/// Nullopt: the call has none. An error: it is not one of this list.
Result<std::optional<std::string>, Problem> read_cursor(const Call& call);

/// A cursor whose place is two numbers. Reading fails with `bad_cursor` for any other place: a client may
/// send anything.
using CursorPlace = std::pair<u64, u64>;
std::string make_place_cursor(const Call& call, const CursorPlace& place);
Result<std::optional<CursorPlace>, Problem> read_place_cursor(const Call& call);
Problem damaged_cursor();

/// {"items", "next", "height"}.
/// Of the items of a page. With what stands around them an answer has less than 4 MiB.
inline constexpr u64 PAGE_BYTES_MAX = (u64{4} << 20) - 4'096;
OrderedJson page(OrderedJson items, std::optional<std::string> next, u64 height);
/// The same of items that are text already.
std::string page_text(std::span<const std::string> items, const std::optional<std::string>& next, u64 height);

/// The filters that a call to a history has.
ArchiveFilters history_filters(const Call& call);

/// The body of a request, strictly: at most 32 levels, no key twice, good UTF-8.
Result<nlohmann::json, Problem> read_body(const std::string& text);

/// `bad_request` if an object has a key that is none of these.
[[nodiscard]] std::optional<Problem> unknown_key(const nlohmann::json& object,
                                                 std::initializer_list<const char*> known);
/// A number of the body from `least` to `most`; `otherwise` when the key is absent.
Result<u64, Problem> read_number(const nlohmann::json& body, const char* key, u64 otherwise, u64 least,
                                 u64 most);
Problem bad_request(std::string detail);
Problem bad_parameter(const std::string& name, const std::string& wanted, const std::string& got);

// The handlers, by subject. All take the lock themselves.
Outcome answer_status(Core& core, const Call& call);
Outcome answer_block(Core& core, const Call& call);
Outcome answer_history(Core& core, const Call& call);
Outcome answer_transactions(Core& core, const Call& call);
Outcome answer_fees(Core& core, const Call& call);
Outcome answer_fees_history(Core& core, const Call& call);
Outcome answer_account(Core& core, const Call& call);
Outcome answer_actors(Core& core, const Call& call);
Outcome answer_actor(Core& core, const Call& call);
Outcome answer_storage(Core& core, const Call& call);
Outcome answer_storage_list(Core& core, const Call& call);
Outcome answer_timer(Core& core, const Call& call);
Outcome answer_timers(Core& core, const Call& call);
Outcome answer_queue(Core& core, const Call& call);
Outcome answer_calendar(Core& core, const Call& call);
Outcome answer_operation(Core& core, const Call& call);
Outcome answer_operations(Core& core, const Call& call);
Outcome answer_fairness(Core& core, const Call& call);
Outcome answer_config(Core& core, const Call& call);
Outcome answer_proof(Core& core, const Call& call);
Outcome answer_estimate(Core& core, const Call& call);
Outcome answer_dev_accounts(Core& core, const Call& call);
void answer_post(Core& core, const Call& call, LaterOutcome reply);
void answer_transaction(Core& core, const Call& call, LaterOutcome reply);
void answer_mine(Core& core, const Call& call, LaterOutcome reply);
void answer_dev_send(Core& core, const Call& call, LaterOutcome reply);
Outcome answer_dev_set(Core& core, const Call& call);
Outcome answer_dev_fire(Core& core, const Call& call);
Outcome answer_dev_pause(Core& core, const Call& call);
Outcome answer_dev_time(Core& core, const Call& call);
Outcome answer_dev_mining(Core& core, const Call& call);
Outcome answer_dev_snapshot(Core& core, const Call& call);
Outcome answer_dev_revert(Core& core, const Call& call);
Outcome answer_dev_reset(Core& core, const Call& call);
Outcome answer_dev_dump(Core& core, const Call& call);
Outcome answer_dev_load(Core& core, const Call& call);
/// TX with what became of it, or `not_found`.
Outcome transaction_answer(int status, const std::optional<ShownTx>& tx, u64 height);
/// To the sender of a transaction: 202 while it waits, unless the pool had it already.
Core::WaitReply answer_of_post(LaterOutcome reply, bool is_new);
void answer_simulate(Core& core, const Call& call, LaterOutcome reply);

}  // namespace lariat::node
