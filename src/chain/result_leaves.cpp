// Writes and reads the leaves field by field, in the order of docs/state-layout.md.
#include "chain/result_leaves.hpp"

namespace lariat::chain {

namespace {

template <class T, class Put>
void put_optional(Writer& w, const std::optional<T>& value, const Put& put)
{
    w.put_bool(value.has_value());
    if (value) put(*value);
}

template <class Get>
auto get_optional(Reader& r, const Get& get) -> std::optional<decltype(get())>
{
    if (!r.get_bool()) return std::nullopt;
    return get();
}

/// A number of a closed list whose last one is `last`.
template <class Enum>
bool get_enum(Reader& r, Enum& out, Enum last)
{
    const u8 number = r.get_u8();
    if (number > static_cast<u8>(last)) return false;
    out = static_cast<Enum>(number);
    return true;
}

void put_cause(Writer& w, const timers::Cause& cause)
{
    w.put_u8(static_cast<u8>(cause.kind));
    if (cause.kind != timers::Cause::Kind::block) w.put_u64(cause.number);
}

bool get_cause(Reader& r, timers::Cause& cause)
{
    if (!get_enum(r, cause.kind, timers::Cause::Kind::fire)) return false;
    if (cause.kind != timers::Cause::Kind::block) cause.number = r.get_u64();
    return true;
}

// The numbers of the statuses that a receipt has beside those of executions.
constexpr u8 INVALID = 7, BLOCK_FULL = 8;
static_assert(INVALID == static_cast<u8>(ExecutionStatus::not_run));

u8 number_of(const Receipt& r)
{
    if (!r.refusal) return static_cast<u8>(r.status);
    return is_block_full(*r.refusal) ? BLOCK_FULL : INVALID;
}

std::string get_text(Reader& r)
{
    return std::string(text(r.get_bytes()));
}

struct PutEvent {
    Writer& w;

    void operator()(const timers::TimerExpiredEvent& e) const
    {
        w.put_raw(view(e.id)).put_u64(e.expires_at).put_u64(e.current_height);
    }
    void operator()(const timers::InsufficientFundsEvent& e) const
    {
        w.put_raw(view(e.id)).put_raw(view(e.fee_payer)).put_u128(e.required).put_u128(e.available);
    }
    void operator()(const timers::CancelledByGovernanceEvent& e) const { w.put_raw(view(e.id)); }
    void operator()(const timers::ExtendedByGovernanceEvent& e) const
    {
        w.put_raw(view(e.id)).put_u64(e.expires_at);
    }
    void operator()(const timers::ConfigUpdatedEvent& e) const { w.put_raw(timers::encode(e.config)); }
    void operator()(const timers::PriorityClampedEvent& e) const
    {
        w.put_raw(view(e.id)).put_u128(e.stated).put_u128(e.clamped);
    }
    void operator()(const timers::ArgIgnoredEvent& e) const
    {
        w.put_raw(view(e.id)).put_bytes(view(e.argument));
    }
    void operator()(const timers::UnfittableEvent& e) const
    {
        w.put_raw(view(e.id)).put_u64(e.gas_limit).put_u64(e.cap);
    }
    void operator()(const timers::GbaFailedEvent& e) const
    {
        w.put_raw(view(e.actor)).put_raw(view(e.id)).put_u8(static_cast<u8>(e.reason));
    }
    void operator()(const timers::ActorEvent& e) const
    {
        w.put_raw(view(e.actor)).put_bytes(view(e.topic)).put_bytes(e.data);
    }
};

}  // namespace

void put_leaf(Writer& w, const Receipt& r)
{
    w.put_raw(view(r.hash)).put_u8(number_of(r));
    w.put_bytes(r.status == ExecutionStatus::revert ? view(r.error) : BytesView{});
    put_optional(w, r.refusal, [&](TxRefusal refusal) { w.put_u8(static_cast<u8>(refusal)); });
    put_optional(w, r.deployed, [&](const Address& at) { w.put_raw(view(at)); });
    w.put_u64(r.cycles).put_u64(r.cells).put_u128(r.fee);
}

std::optional<Receipt> decode_receipt(BytesView leaf)
{
    Reader r(leaf);
    Receipt out;
    out.hash = r.get_hash();
    const u8 status = r.get_u8();
    if (status > BLOCK_FULL) return std::nullopt;
    out.status = status < INVALID ? static_cast<ExecutionStatus>(status) : ExecutionStatus::not_run;
    out.error = get_text(r);
    if (out.status != ExecutionStatus::revert && !out.error.empty()) return std::nullopt;
    if (r.get_bool()) {
        out.refusal.emplace();
        if (!get_enum(r, *out.refusal, TxRefusal::sums_full)) return std::nullopt;
    }
    if (out.refusal.has_value() != (status >= INVALID) || number_of(out) != status) return std::nullopt;
    out.deployed = get_optional(r, [&] { return r.get_address(); });
    out.cycles = r.get_u64();
    out.cells = r.get_u64();
    out.fee = r.get_u128();
    return r.done() ? std::optional{out} : std::nullopt;
}

void put_leaf(Writer& w, const lane::Fired& f)
{
    w.put_u64(f.deliver_seq).put_raw(view(f.deliver_id)).put_u8(static_cast<u8>(f.kind));
    put_optional(w, f.id, [&](const timers::TimerId& id) { w.put_raw(view(id)); });
    w.put_raw(view(f.target)).put_raw(view(f.owner)).put_bytes(view(f.handler)).put_raw(view(f.payer));
    put_optional(w, f.fire_seq, [&](u32 number) { w.put_u32(number); });
    w.put_u8(static_cast<u8>(f.status));
    w.put_bytes(f.status == ExecutionStatus::revert ? view(f.error) : BytesView{});
    w.put_u64(f.cycles).put_u64(f.cells).put_u128(f.charged).put_u128(f.tip);
    put_optional(w, f.terms, [&](const lane::AuctionTerms& t) { w.put_u128(t.priority).put_u64(t.weight); });
    put_optional(w, f.matched, [&](const std::vector<Bytes>& keys) {
        w.put_u32(static_cast<u32>(keys.size()));
        for (const Bytes& key : keys) w.put_bytes(key);
    });
    put_cause(w, f.cause);
}

std::optional<lane::Fired> decode_fire(BytesView leaf)
{
    Reader r(leaf);
    lane::Fired out;
    out.deliver_seq = r.get_u64();
    out.deliver_id = r.get_hash();
    if (!get_enum(r, out.kind, lane::FireKind::message)) return std::nullopt;
    out.id = get_optional(r, [&] { return r.get_hash(); });
    out.target = r.get_address();
    out.owner = r.get_address();
    out.handler = get_text(r);
    out.payer = r.get_address();
    out.fire_seq = get_optional(r, [&] { return r.get_u32(); });
    if (!get_enum(r, out.status, ExecutionStatus::no_actor)) return std::nullopt;
    out.error = get_text(r);
    if (out.status != ExecutionStatus::revert && !out.error.empty()) return std::nullopt;
    out.cycles = r.get_u64();
    out.cells = r.get_u64();
    out.charged = r.get_u128();
    out.tip = r.get_u128();
    if (r.get_bool()) {
        out.terms.emplace();
        out.terms->priority = r.get_u128();
        out.terms->weight = r.get_u64();
    }
    if (r.get_bool()) {
        out.matched.emplace();
        for (u32 left = r.get_u32(); left > 0 && r.ok(); --left)
            out.matched->push_back(to_bytes(r.get_bytes()));
    }
    if (!get_cause(r, out.cause)) return std::nullopt;
    return r.done() ? std::optional{out} : std::nullopt;
}

void put_leaf(Writer& w, const timers::Exit& e)
{
    w.put_raw(view(e.id)).put_u8(static_cast<u8>(e.kind));
    put_cause(w, e.cause);
}

void put_leaf(Writer& w, const timers::Event& e)
{
    w.put_u8(static_cast<u8>(e.body.index()));
    std::visit(PutEvent{w}, e.body);
    put_cause(w, e.cause);
}

}  // namespace lariat::chain
