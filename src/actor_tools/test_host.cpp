// Carries out the calls of a test. Arguments and answers are canonical CBOR.
#include "actor_tools/test_host.hpp"

#include <algorithm>

#include "actor_tools/read_file.hpp"
#include "actor_tools/shown.hpp"
#include "base/cbor.hpp"
#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "chain/json_input.hpp"
#include "trace/input_tx.hpp"

namespace lariat::actor_tools {

struct TestHost::Argument {
    CborItem::Kind kind;
    u64 number;
    Bytes data;

    std::string text() const { return {data.begin(), data.end()}; }
    bool is_address() const { return kind == CborItem::Kind::bytes && data.size() == 20; }
    bool is_sender() const { return is_address() || kind == CborItem::Kind::null; }
    bool is_limit() const { return kind == CborItem::Kind::unsigned_integer && number <= TEST_LIMIT_MAX; }
    Address address() const
    {
        Address a;
        std::copy(data.begin(), data.end(), a.bytes.begin());
        return a;
    }
    Address sender() const { return is_address() ? address() : test_account(); }
    /// For errors: an integer's value, the number of bytes, or the name of any other kind.
    std::string shown() const
    {
        using K = CborItem::Kind;
        if (kind == K::unsigned_integer) return std::to_string(number);
        if (kind == K::negative_integer || kind == K::big_negative) return "a negative integer";
        if (kind == K::big_positive) return "an integer of more than 64 bits";
        if (kind == K::bytes) return std::to_string(data.size()) + " bytes";
        if (kind == K::text) return "str";
        if (kind == K::null) return "None";
        return kind == K::boolean ? "bool" : "a list or a dict";
    }
};

namespace {

constexpr u32 DEPTH_MAX = 64;
constexpr u64 BLOCKS_MAX = 1'000'000;
constexpr const char* NO_SCALAR = "an argument is a list, tuple or dict: pass bytes, str, int or None";
constexpr std::size_t PRINTED_BYTES_MAX = 1u << 20;  // of a test: what is printed beyond is dropped

Error refused(const std::string& what)
{
    return {ErrorCode::InvalidInput, what};
}

/// Wanted values, as errors name them.
constexpr std::string_view TEXT = "str", BYTES = "bytes", ADDRESS = "an address of 20 bytes",
                           SENDER = "an address of 20 bytes or None",
                           LIMIT = "an integer from 0 to 2**63 - 1",
                           NUMBER = "an integer from 0 to 2**64 - 1";

/// The arguments of a call of lariat_test, checked one by one. Remembers the first that is wrong.
class ArgumentCheck {
public:
    /// `name` of the argument; `good` if `argument` is what is wanted.
    template <class Argument>
    ArgumentCheck& want(const char* name, std::string_view wanted, const Argument& argument, bool good)
    {
        if (good || error_) return *this;
        using K = CborItem::Kind;
        const char* hint = wanted == BYTES && argument.kind == K::text   ? ": call .encode()"
                           : wanted == TEXT && argument.kind == K::bytes ? ": call .decode()"
                                                                         : "";
        error_ = refused(std::string(name) + " must be " + std::string(wanted) + ", got " + argument.shown() +
                         hint);
        return *this;
    }
    const std::optional<Error>& error() const { return error_; }

private:
    std::optional<Error> error_;
};

/// A map with text keys, sorted as the encoding wants it.
class Answer {
public:
    Answer& put(std::string_view key, CborWriter& value)
    {
        CborWriter k;
        pairs_.emplace_back(k.put_text(key).take(), value.take());
        return *this;
    }
    Answer& text(std::string_view key, std::string_view value)
    {
        CborWriter w;
        return put(key, utf8::count(lariat::view(value)) ? w.put_text(value) : w.put_text("?"));
    }
    Answer& bytes(std::string_view key, BytesView value) { return put(key, CborWriter().put_bytes(value)); }
    Answer& number(std::string_view key, u64 value) { return put(key, CborWriter().put_uint(value)); }
    Answer& number(std::string_view key, std::optional<u64> value)
    {
        CborWriter w;
        return put(key, value ? w.put_uint(*value) : w.put_null());
    }
    template <class Id>
    Answer& id(std::string_view key, const std::optional<Id>& value)
    {
        CborWriter w;
        return put(key, value ? w.put_bytes(view(*value)) : w.put_null());
    }
    Bytes take()
    {
        CborWriter out;
        if (!put_sorted_map(out, pairs_)) out.put_null();
        return out.take();
    }

private:
    std::vector<CborPair> pairs_;
};

void put_u128(CborWriter& out, u128 n)
{
    const u64 limbs[] = {static_cast<u64>(n), static_cast<u64>(n >> 64)};
    out.put_integer(false, limbs);
}

// self.storage keeps text and bytes as they are and other keys as a zero byte and CBOR.
void put_storage_key(CborWriter& out, const Bytes& key)
{
    const BytesView rest = BytesView(key).subspan(std::min<std::size_t>(key.size(), 1));
    if (!key.empty() && key[0] == 0 && check_cbor(rest, DEPTH_MAX) == CborFault::none)
        out.put_encoded(rest);
    else if (utf8::count(BytesView(key)))
        out.put_text({reinterpret_cast<const char*>(key.data()), key.size()});
    else
        out.put_bytes(key);
}

Bytes pairs_of(const std::map<Bytes, Bytes>& state, bool raw)
{
    CborWriter out;
    out.put_array(state.size());
    for (const auto& [key, value] : state) {
        out.put_array(2);
        if (raw)
            out.put_bytes(key);
        else
            put_storage_key(out, key);
        if (!raw && check_cbor(value, DEPTH_MAX) == CborFault::none)
            out.put_encoded(value);
        else
            out.put_bytes(value);
    }
    return out.take();
}

Bytes array_of(const std::vector<Bytes>& items)
{
    CborWriter out;
    out.put_array(items.size());
    for (const Bytes& item : items) out.put_encoded(item);
    return out.take();
}

Bytes failures_of(const std::vector<FailureReport>& failures)
{
    std::vector<Bytes> items;
    for (const FailureReport& f : failures)
        items.push_back(Answer()
                            .text("in_short", f.in_short())
                            .number("height", f.height)
                            .text("kind", f.kind)
                            .id("id", f.id)
                            .id("actor", f.actor)
                            .text("handler", f.handler)
                            .text("status", f.status)
                            .text("error", f.error)
                            .text("message", f.message)
                            .text("traceback", f.traceback)
                            .number("cycles_left", f.cycles_left)
                            .take());
    return array_of(items);
}

Bytes events_of(const std::vector<timers::ActorEvent>& events, const Address& actor)
{
    std::vector<Bytes> items;
    for (const timers::ActorEvent& e : events)
        if (e.actor == actor)
            items.push_back(CborWriter().put_array(2).put_text(e.topic).put_bytes(e.data).take());
    return array_of(items);
}

Bytes messages_of(const std::vector<lane::Delivery>& messages, const Address& actor)
{
    std::vector<Bytes> items;
    for (const lane::Delivery& m : messages)
        if (m.owner == actor)
            items.push_back(Answer()
                                .bytes("target", view(m.target))
                                .text("handler", m.handler)
                                .bytes("payload", m.payload)
                                .number("gas", m.paid.cycles)
                                .number("cells", m.paid.cells)
                                .take());
    return array_of(items);
}

Bytes timers_of(const chain::Chain& chain, const Address& actor)
{
    std::vector<Bytes> items;
    const u64 default_gas = chain.config().max_cycles_per_fire;
    for (const timers::TimerId& id : chain.timers_of(actor)) {
        const timers::Timer t = *chain.timer(id);
        items.push_back(Answer()
                            .bytes("id", view(t.id))
                            .text("kind", name(t.kind))
                            .bytes("target", view(t.target))
                            .text("handler", t.handler)
                            .number("height", t.height)
                            .bytes("payload", t.payload)
                            .bytes("fee_payer", view(t.fee_payer))
                            .number("gas_limit", t.gas_limit.value_or(default_gas))
                            .number("expires_at", t.expires_at)
                            .take());
    }
    return array_of(items);
}

Bytes operations_of(const chain::Chain& chain, const Address& actor)
{
    std::vector<Bytes> items;
    for (const timers::OperationId& id : chain.operations_until(actor, ~u64{0})) {
        const timers::Operation o = *chain.operation(id);
        items.push_back(Answer()
                            .bytes("id", view(o.id))
                            .number("timestamp_ms", o.place.timestamp_ms)
                            .text("handler", o.handler)
                            .bytes("payload", o.payload)
                            .number("gas_limit", o.gas_limit)
                            .take());
    }
    return array_of(items);
}

}  // namespace

TestHost::TestHost(std::string folder, TestUsage* usage) : folder_(std::move(folder))
{
    chain_.usage = usage;
    chain_.on_print = [this](const Printed& printed) { keep_printed(printed); };
}

void TestHost::keep_printed(Printed printed)
{
    if (printed_bytes_ > PRINTED_BYTES_MAX) return;
    printed_bytes_ += printed.text.size() + printed.handler.size() + sizeof(Printed);
    if (printed_bytes_ > PRINTED_BYTES_MAX) printed = {{}, {}, "… and more, which is not shown"};
    printed_.push_back(std::move(printed));
}

pvm::Outcome TestHost::run_test(const pvm::Program& program, const std::string& name, u64 cycles)
{
    pvm::Limits limits;
    limits.tests = true;
    limits.arena_bytes *= 8;
    Meter meter{cycles, chain::FeeParams{}.cell_capacity};
    meter_ = &meter;
    pvm::Call what{name, {}, {}, {}};
    what.want_traceback = what.keeps_places = true;
    return pvm::run(program, what, *this, meter, limits);
}

Status TestHost::charge_gas(const Arg<u64>& cycles)
{
    if (!cycles.given()) return wrong_argument("cycles", cycles);
    if (!meter_->take_cycles(cycles.value)) return Error{ErrorCode::OutOfCycles, "out of cycles"};
    return {};
}

Result<Bytes> TestHost::ask(std::string_view what, BytesView arguments)
{
    Arguments a;
    CborReader reader(arguments, DEPTH_MAX);
    CborItem item;
    while (reader.next(item) == CborReader::Step::item)
        if (item.kind != CborItem::Kind::array && item.kind != CborItem::Kind::end)
            a.push_back({item.kind, item.number, to_bytes(item.data)});
    Result<Bytes> answer = what == "deploy"      ? deploy(a)
                           : what == "call"      ? called(a)
                           : what == "configure" ? configure(a)
                           : what == "advance"   ? advance(a)
                           : what == "warp"      ? warp(a)
                           : what == "revert"    ? revert(a)
                                                 : of_chain(what, a);
    context_.block_height = chain_.chain().state().height;
    context_.timestamp_ms = chain_.chain().state().timestamp_ms;
    return answer;
}

Result<Bytes> TestHost::of_chain(std::string_view what, const Arguments& a)
{
    if (what == "height") return CborWriter().put_uint(chain_.chain().state().height).take();
    if (what == "timestamp_ms") return CborWriter().put_uint(chain_.chain().state().timestamp_ms).take();
    if (what == "failed") return failures_of(chain_.failures());
    if (what == "snapshot") return CborWriter().put_uint(chain_.snapshot()).take();
    if (what != "balance_of") return of_actor(what, a);
    if (a.size() != 1) return refused(NO_SCALAR);
    if (const auto wrong = ArgumentCheck().want("address", ADDRESS, a[0], a[0].is_address()).error())
        return *wrong;
    CborWriter out;
    put_u128(out, chain_.balance(a[0].address()));
    return out.take();
}

Result<Bytes> TestHost::of_actor(std::string_view what, const Arguments& a)
{
    if (a.empty() || !a[0].is_address() || !chain_.knows(a[0].address()))
        return Error{ErrorCode::ActorNotFound, "no such actor"};
    const Address actor = a[0].address();
    if (what == "storage" || what == "state")
        return pairs_of(chain_.chain().storage_of(actor), what == "state");
    if (what == "events") return events_of(chain_.events(), actor);
    if (what == "messages") return messages_of(chain_.messages(), actor);
    if (what == "timers") return timers_of(chain_.chain(), actor);
    if (what == "operations") return operations_of(chain_.chain(), actor);
    if (what == "fund") {
        if (a.size() != 2) return refused(NO_SCALAR);
        const bool good = a[1].kind == CborItem::Kind::unsigned_integer;
        if (const auto wrong = ArgumentCheck().want("balance", NUMBER, a[1], good).error()) return *wrong;
        chain_.set_balance(actor, a[1].number);
    } else if (what != "balance") {
        return refused("nothing is known of " + std::string(what));
    }
    CborWriter out;
    put_u128(out, chain_.balance(actor));
    return out.take();
}

Bytes TestHost::outcome_of(const Address& actor, const TestOutcome& outcome)
{
    if (!outcome.ok()) trail_ = outcome.traceback;
    return Answer()
        .text("status", status_name(outcome.receipt))
        .text("error", outcome.receipt.error)
        .text("message", outcome.message)
        .text("traceback", outcome.traceback)
        .number("cycles_left", outcome.cycles_left)
        .bytes("returned", outcome.returned)
        .bytes("address", view(actor))
        .number("cycles", outcome.receipt.cycles)
        .number("cells", outcome.receipt.cells)
        .take();
}

Result<Bytes> TestHost::deploy(const Arguments& a)
{
    using K = CborItem::Kind;
    if (a.size() != 6) return refused(NO_SCALAR);
    if (const auto wrong = ArgumentCheck()
                               .want("file", TEXT, a[0], a[0].kind == K::text)
                               .want("payload", BYTES, a[1], a[1].kind == K::bytes)
                               .want("sender", SENDER, a[2], a[2].is_sender())
                               .want("balance", NUMBER, a[3], a[3].kind == K::unsigned_integer)
                               .want("gas", LIMIT, a[4], a[4].is_limit())
                               .want("cells", LIMIT, a[5], a[5].is_limit())
                               .error())
        return *wrong;
    const std::string file = folder_.empty() ? a[0].text() : folder_ + "/" + a[0].text();
    const auto source = read_file(file);
    if (!source) return refused(source.error());
    const auto [actor, outcome] = chain_.deploy({.file = file,
                                                 .source = source.value(),
                                                 .payload = a[1].data,
                                                 .sender = a[2].sender(),
                                                 .balance = a[3].number},
                                                {.cycles = a[4].number, .cells = a[5].number});
    if (outcome.receipt.error == error_name(ErrorCode::CodeRefused))
        if (const auto program = pvm::compile_actor(source.value(), pvm::Limits{}); !program)
            return Error{ErrorCode::CodeRefused, file + ": " + program.error().to_string()};
    return outcome_of(actor, outcome);
}

Result<Bytes> TestHost::called(const Arguments& a)
{
    using K = CborItem::Kind;
    if (a.size() != 6) return refused(NO_SCALAR);
    if (const auto wrong = ArgumentCheck()
                               .want("the actor", ADDRESS, a[0], a[0].is_address())
                               .want("handler", TEXT, a[1], a[1].kind == K::text)
                               .want("payload", BYTES, a[2], a[2].kind == K::bytes)
                               .want("sender", SENDER, a[3], a[3].is_sender())
                               .want("gas", LIMIT, a[4], a[4].is_limit())
                               .want("cells", LIMIT, a[5], a[5].is_limit())
                               .error())
        return *wrong;
    const Address actor = a[0].address();
    return outcome_of(
        actor,
        chain_.call({.actor = actor, .handler = a[1].text(), .payload = a[2].data, .sender = a[3].sender()},
                    {.cycles = a[4].number, .cells = a[5].number}));
}

Result<Bytes> TestHost::configure(const Arguments& a)
{
    if (a.size() != 1 || a[0].kind != CborItem::Kind::text) return refused("the fields are JSON");
    try {
        return outcome_of({}, chain_.configure(trace::read_patch(chain::parse_json(a[0].text()), "config")));
    } catch (const chain::BadInput& bad) {
        return refused(bad.error.message);
    }
}

Result<Bytes> TestHost::advance(const Arguments& a)
{
    if (a.size() != 1 || a[0].kind != CborItem::Kind::unsigned_integer || a[0].number > BLOCKS_MAX)
        return refused("blocks must be an integer from 0 to " + std::to_string(BLOCKS_MAX) + ", got " +
                       (a.size() == 1 ? a[0].shown() : "a list or a dict"));
    std::vector<FailureReport> failed;
    for (u64 n = 0; n < a[0].number; ++n)
        for (FailureReport& what : chain_.next_block()) failed.push_back(std::move(what));
    return failures_of(failed);
}

Result<Bytes> TestHost::warp(const Arguments& a)
{
    const u64 now = chain_.chain().state().timestamp_ms;
    if (a.size() != 1 || a[0].kind != CborItem::Kind::unsigned_integer || a[0].number <= now ||
        a[0].number > TEST_LIMIT_MAX)
        return refused("timestamp_ms must be an integer above the last block's " + std::to_string(now) +
                       " and below 2**63, got " + (a.size() == 1 ? a[0].shown() : "a list or a dict"));
    return failures_of(chain_.next_block(a[0].number));
}

Result<Bytes> TestHost::revert(const Arguments& a)
{
    if (a.size() != 1 || a[0].kind != CborItem::Kind::unsigned_integer)
        return refused("snapshot must be a value that chain.snapshot() has returned, got " +
                       (a.size() == 1 ? a[0].shown() : "a list or a dict"));
    if (const auto why = chain_.revert_to(a[0].number)) return refused(*why);
    return CborWriter().put_null().take();
}

}  // namespace lariat::actor_tools
