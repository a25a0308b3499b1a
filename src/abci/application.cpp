// Serves the requests of the engine.
#include "abci/application.hpp"

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <map>

#include <unistd.h>

#include "abci/proposal.hpp"
#include "base/hex.hpp"
#include "node/proofs.hpp"
#include "trace/proof_json.hpp"

namespace lariat::abci {

namespace {

constexpr u64 BLOCK_BYTES = u64{4} << 20;
constexpr u32 CODE_REFUSED = 1;
constexpr u64 ACCEPT = 1, REJECT = 2;

/// The last 20 bytes of what the engine calls an address; it has 20.
Address address_of(BytesView bytes)
{
    Address out;
    if (bytes.size() == out.bytes.size()) std::copy(bytes.begin(), bytes.end(), out.bytes.begin());
    return out;
}

std::string log_of(const node::Problem& problem)
{
    nlohmann::json out{{"code", problem.code}, {"detail", problem.detail}};
    const auto more = nlohmann::json(problem.more);
    for (const auto& [key, value] : more.items()) out[key] = value;
    return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // peers send what is in it
}

Bytes exec_tx_result(const node::Core::Outcome& outcome)
{
    ProtoWriter w;
    w.put_number(1, static_cast<u64>(outcome.status));
    if (outcome.receipt) w.put_bytes(2, view(*outcome.receipt));
    w.put_text(3, outcome.message);
    w.put_number(5, outcome.cycles_limit).put_number(6, outcome.cycles);
    return w.take();
}

}  // namespace

Bytes Application::handle(BytesView bytes)
{
    const auto request = read_request(bytes);
    if (!request) return exception(request.error());
    if (request.value().kind == Kind::apply_snapshot_chunk) return serve(request.value());  // takes it alone
    const std::shared_lock in_place(in_place_);
    return serve(request.value());
}

Bytes Application::serve(const Request& request)
{
    const auto [kind, body] = request;
    const auto wrong = [] { return exception("the request is malformed"); };
    const auto with = [&](const auto& read, Bytes (Application::*answer)(decltype(*read)&)) {
        return read ? (this->*answer)(*read) : wrong();
    };
    switch (kind) {
        case Kind::echo: {
            const auto message = read_echo(body);
            return message ? response(kind, ProtoWriter().put_text(1, *message).bytes()) : wrong();
        }
        case Kind::flush:
            return response(kind, {});
        case Kind::info:
            return info();
        case Kind::init_chain:
            return with(read_init_chain(body), &Application::init_chain);
        case Kind::query:
            return with(read_query(body), &Application::query);
        case Kind::check_tx:
            return with(read_check_tx(body), &Application::check_tx);
        case Kind::commit:
            return commit();
        case Kind::prepare_proposal:
            return with(read_block_request(kind, body), &Application::prepare);
        case Kind::process_proposal:
            return with(read_block_request(kind, body), &Application::process);
        case Kind::finalize_block:
            return with(read_block_request(kind, body), &Application::finalize);
        case Kind::list_snapshots:
            return list_snapshots();
        case Kind::offer_snapshot:
            return with(read_offer_snapshot(body), &Application::offer_snapshot);
        case Kind::load_snapshot_chunk:
            return with(read_load_chunk(body), &Application::load_chunk);
        case Kind::apply_snapshot_chunk:
            return with(read_apply_chunk(body), &Application::apply_chunk);
        case Kind::extend_vote:
            return response(kind, {});  // there is none
        case Kind::verify_vote_extension:
            return response(kind, ProtoWriter().put_number(1, 2).bytes());  // REJECT
    }
    return exception("a request of unknown kind " + std::to_string(static_cast<u32>(kind)));
}

std::vector<Bytes> Application::take_outbox(u64 wait_ms)
{
    const std::shared_lock in_place(in_place_);
    return core_->take_outbox(wait_ms);
}

void Application::engine_ended()
{
    const std::shared_lock in_place(in_place_);
    core_->forget_executed();
}

std::optional<node::ExitError> Application::undo_above(u64 height)
{
    const std::shared_lock in_place(in_place_);
    return core_->undo_above(height);
}

node::Head Application::head() const
{
    const std::shared_lock in_place(in_place_);
    const auto held = core_->lock();
    return core_->head();
}

std::optional<std::string> Application::block_json(u64 height) const
{
    const std::shared_lock in_place(in_place_);
    const auto held = core_->lock();
    return core_->archive().block_json(height, true);
}

Bytes Application::info()
{
    const auto held = core_->lock();
    const node::Head& head = core_->head();
    ProtoWriter w;
    w.put_text(1, "lariat")
        .put_text(2, LARIAT_VERSION)
        .put_number(3, core_->chain().rules_version().at(head.height + 1));
    // At height 0 the engine asks for the chain to be made, with the genesis that it holds.
    if (head.height > 0) w.put_number(4, head.height).put_bytes(5, view(head.state_root));
    return response(Kind::info, w.bytes());
}

/// The chain was made when the node was opened, from the same file. This compares what the engine knows.
Bytes Application::init_chain(const InitChain& request)
{
    const auto held = core_->lock();
    const node::Head& head = core_->head();
    const auto refuse = [](const std::string& why) { return exception("genesis: " + why); };
    if (head.height != 0)
        return refuse("the chain has blocks up to " + std::to_string(head.height) + " already");
    if (request.initial_height != 1) return refuse("initial_height must be 1");
    const std::string& chain_id = core_->chain().params().chain_id;
    if (request.chain_id != chain_id)
        return refuse("chain_id is " + request.chain_id + ", and " + chain_id + " in app_state");
    const auto state = nlohmann::json::parse(text(request.app_state), nullptr, false);
    if (state != genesis_) return refuse("app_state is not the genesis that the node was made from");
    if (request.time.floor_ms() != head.timestamp_ms + 1)
        return refuse("genesis_time must be app_state's timestamp_ms + 1, which is " +
                      std::to_string(head.timestamp_ms + 1) + " ms, not " +
                      std::to_string(request.time.floor_ms()));
    if (const auto why = other_validators(request)) return refuse(*why);
    const chain::FeeParams& fees = core_->chain().params().fees;
    ProtoWriter block, version, params, w;
    block.put_number(1, BLOCK_BYTES).put_number(2, fees.user_lane + fees.system_lane);
    version.put_number(1, core_->chain().rules_version().in_force);  // else the engine takes it as 0, and no
                                                                     // node can join by a snapshot
    params.put_message(1, block.bytes()).put_message(4, version.bytes());
    w.put_message(1, params.bytes()).put_bytes(3, view(head.state_root));
    return response(Kind::init_chain, w.bytes());
}

std::optional<std::string> Application::other_validators(const InitChain& request) const
{
    const chain::Validators own = core_->chain().validators();
    if (own.empty()) return std::nullopt;  // a genesis of before: nobody can change the set
    std::map<Bytes, i64> given, known;
    for (const ValidatorUpdate& v : request.validators) given[to_bytes(v.key)] = v.power;
    for (const chain::Validator& v : own) known[to_bytes(view(v.key))] = static_cast<i64>(v.power);
    if (given == known) return std::nullopt;
    return std::string("its validators are not those in app_state: the same keys and powers stand in both");
}

Application::Checked Application::check(BytesView raw, bool is_recheck)
{
    const std::shared_lock in_place(in_place_);
    return checked(raw, is_recheck);
}

Application::Checked Application::checked(BytesView raw, bool is_recheck)
{
    if (is_recheck) {
        const auto cycles = core_->pooled_cycles(raw);
        return cycles ? Checked{0, *cycles, {}} : Checked{CODE_REFUSED, 0, "it waits no more"};
    }
    const auto taken = core_->take_from_outside(raw);
    return taken ? Checked{0, taken.value(), {}} : Checked{CODE_REFUSED, 0, log_of(taken.error())};
}

Bytes Application::check_tx(const CheckTx& request)
{
    const Checked judged = checked(request.tx, request.is_recheck);
    ProtoWriter w;
    w.put_number(1, judged.code).put_text(3, judged.log).put_number(5, judged.cycles);
    return response(Kind::check_tx, w.bytes());
}

void Application::need_known_rules()
{
    const auto held = core_->lock();
    if (const auto error = core_->wrong_rules(options_.rules)) die(*error);
}

void Application::end_later_without_rules()
{
    if (last_words_.joinable()) return;
    std::optional<node::ExitError> wrong;
    {
        const auto held = core_->lock();
        wrong = core_->wrong_rules(options_.rules);
    }
    if (!wrong) return;
    last_words_ = std::jthread([this, wrong = *wrong](const std::stop_token& stopped) {
        std::mutex mutex;
        std::unique_lock held(mutex);
        std::condition_variable_any stop;
        stop.wait_for(held, stopped, std::chrono::milliseconds(options_.last_words_ms), [] { return false; });
        if (!stopped.stop_requested()) die(wrong);
    });
}

Bytes Application::prepare(const BlockRequest& request)
{
    need_known_rules();
    const u64 most =
        std::min(BLOCK_BYTES, request.max_tx_bytes > 0 ? static_cast<u64>(request.max_tx_bytes) : 0);
    ProtoWriter w;
    for (const Bytes& raw : choose_transactions(*core_, request.txs, most)) w.put_message(1, raw);
    return response(Kind::prepare_proposal, w.bytes());
}

Bytes Application::process(const BlockRequest& request)
{
    need_known_rules();
    const auto fault = fault_of(*core_, request.txs);
    if (fault)
        log_.warn("a proposal is rejected: " + *fault, {{"height", std::to_string(request.height)},
                                                        {"proposer", to_hex(request.proposer_address)}});
    return response(Kind::process_proposal, ProtoWriter().put_number(1, fault ? REJECT : ACCEPT).bytes());
}

Bytes Application::finalize(const BlockRequest& request)
{
    node::Core::GivenBlock block{.height = static_cast<u64>(request.height),
                                 .timestamp_ms = request.time.floor_ms(),
                                 .proposer = address_of(request.proposer_address),
                                 .txs = {},
                                 .rules = options_.rules};
    for (const BytesView address : request.misbehaviour) block.misbehaviour.push_back(address_of(address));
    for (const BytesView raw : request.txs) block.txs.push_back(to_bytes(raw));
    const auto executed = core_->execute(std::move(block));
    if (!executed) {
        const int status = executed.error().exit;
        if (status == node::DAMAGED || status == node::WRONG_SETTING) die(executed.error());
        return exception("block " + std::to_string(request.height) + ": " + executed.error().message);
    }
    ProtoWriter w;
    for (const node::Core::Outcome& outcome : executed.value().outcomes)
        w.put_message(2, exec_tx_result(outcome));
    for (const chain::Validator& v : executed.value().validators) {
        ProtoWriter key, update;
        key.put_bytes(1, view(v.key));
        update.put_message(1, key.bytes()).put_number(2, v.power);
        w.put_message(3, update.bytes());
    }
    if (executed.value().next_version) {
        ProtoWriter version, params;
        version.put_number(1, *executed.value().next_version);
        params.put_message(4, version.bytes());
        w.put_message(4, params.bytes());
    }
    w.put_bytes(5, view(executed.value().state_root));
    return response(Kind::finalize_block, w.bytes());
}

Bytes Application::commit()
{
    if (const auto error = core_->keep_executed()) {
        if (error->exit == node::DAMAGED) die(*error);
        return exception(error->message);
    }
    u64 now = 0;
    {
        const auto held = core_->lock();
        now = core_->head().height;
    }
    end_later_without_rules();
    if (options_.snapshot_every != 0 && now % options_.snapshot_every == 0) snapshots_.begin(*core_);
    ProtoWriter w;
    const u64 kept = std::max(options_.retain_blocks, evidence_blocks_);
    if (options_.retain_blocks != 0 && now >= kept) {
        u64 retained = now - kept + 1;
        if (options_.snapshot_every != 0) retained = std::min(retained, snapshots_.second_newest());
        w.put_number(3, retained);
    }
    return response(Kind::commit, w.bytes());
}

/// Path `proof`, data {"timer": ID} and the like: the proof as `lariat verify` takes it.
Bytes Application::query(const Query& request)
{
    auto held = core_->lock();
    const u64 height = core_->head().height;
    ProtoWriter w;
    const auto refuse = [&](const std::string& why) {
        w.put_number(1, CODE_REFUSED).put_text(3, why).put_number(9, height).put_text(10, "lariat");
        return response(Kind::query, w.bytes());
    };
    if (request.height != 0 && static_cast<u64>(request.height) != height)
        return refuse("only the last height, " + std::to_string(height) + ", is answered here");
    if (request.path != "proof" && request.path != "/proof")
        return refuse("the path is not known; there is: proof");
    const auto json = nlohmann::json::parse(text(request.data), nullptr, false);
    const bool is_known = json.is_object() && json.size() == 1 &&
                          (json.contains("timer") || json.contains("height") || json.contains("operation") ||
                           json.contains("storage"));
    if (!is_known)
        return refuse("the data is no JSON object with one of timer, height, operation and storage");
    try {
        const chain::Subject subject =
            trace::read_subject(json, [](const chain::TimerRef& ref) { return ref.id; });
        const auto proof = node::bounded_proof(core_->chain(), subject);
        if (!proof) return refuse(proof.error().detail);
        held.unlock();  // others need not wait for the writing
        const std::string shown = trace::to_json(proof.value()).dump();
        w.put_text(6, trace::to_json(subject).dump()).put_text(7, shown);
        if (request.prove) {
            ProtoWriter op, ops;
            op.put_text(1, "lariat:claims:v1").put_text(2, trace::to_json(subject).dump()).put_text(3, shown);
            ops.put_message(1, op.bytes());
            w.put_message(8, ops.bytes());
        }
        w.put_number(9, height);
        return response(Kind::query, w.bytes());
    } catch (const chain::BadInput& bad) {
        return refuse(bad.error.message);
    }
}

void Application::die(const node::ExitError& error)
{
    log_.error(error.message);
    std::cerr.flush();
    ::_exit(error.exit);
}

}  // namespace lariat::abci
