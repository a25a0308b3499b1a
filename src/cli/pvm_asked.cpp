// The chain of a test, asked in canonical CBOR.
#include "cli/pvm_asked.hpp"

#include <algorithm>

#include "base/cbor.hpp"
#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "cli/pvm_report.hpp"
#include "cli/read_file.hpp"

namespace lariat::cli {

struct AskedChain::Argument {
    CborItem::Kind kind;
    u64 number;
    Bytes data;

    std::string text() const { return {data.begin(), data.end()}; }
    bool is_address() const { return kind == CborItem::Kind::bytes && data.size() == 20; }
    Address address() const
    {
        Address a;
        std::copy(data.begin(), data.end(), a.bytes.begin());
        return a;
    }
};

namespace {

constexpr u32 DEPTH_MAX = 64;
constexpr u64 BLOCKS_MAX = 1'000'000;

Error refused(const std::string& what)
{
    return {ErrorCode::InvalidInput, what};
}

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

Bytes events_of(const std::vector<TestEvent>& events, const Address& actor)
{
    CborWriter out;
    out.put_array(static_cast<u64>(
        std::count_if(events.begin(), events.end(), [&](const TestEvent& e) { return e.actor == actor; })));
    for (const TestEvent& e : events)
        if (e.actor == actor) out.put_array(2).put_text(e.topic).put_bytes(e.data);
    return out.take();
}

Bytes array_of(std::vector<Bytes> items)
{
    CborWriter out;
    out.put_array(items.size());
    for (const Bytes& item : items) out.put_encoded(item);
    return out.take();
}

Bytes messages_of(const std::vector<TestMessage>& messages, const Address& actor)
{
    std::vector<Bytes> items;
    for (const TestMessage& m : messages)
        if (m.from == actor)
            items.push_back(
                Answer().bytes("target", view(m.to)).bytes("payload", m.payload).number("gas", m.gas).take());
    return array_of(std::move(items));
}

Bytes timers_of(const std::vector<TestTimer>& timers, const Address& actor)
{
    std::vector<Bytes> items;
    for (const TestTimer& t : timers)
        if (t.owner == actor)
            items.push_back(Answer()
                                .bytes("id", view(t.id))
                                .bytes("target", view(t.target))
                                .number("height", t.height)
                                .number("gas_limit", t.gas_limit)
                                .bytes("payload", t.payload)
                                .take());
    return array_of(std::move(items));
}

}  // namespace

TestOutcome AskedChain::run_test(const std::shared_ptr<const pvm::Program>& program, const std::string& name,
                                 u64 cycles)
{
    pvm::Limits limits;
    limits.tests = true;
    limits.arena_bytes *= 8;
    Meter meter{cycles, CELLS_MAX};
    pvm::Call what{name, {}, {}, {}};
    what.want_traceback = true;
    TestOutcome outcome;
    outcome.out =
        run_in({}, test_account(), meter, [&] { return pvm::run(*program, what, *this, meter, limits); });
    return outcome;
}

Result<Bytes> AskedChain::ask(std::string_view what, BytesView arguments)
{
    std::vector<Argument> a;
    CborReader reader(arguments, DEPTH_MAX);
    CborItem item;
    while (reader.next(item) == CborReader::Step::item)
        if (item.kind != CborItem::Kind::array && item.kind != CborItem::Kind::end)
            a.push_back({item.kind, item.number, to_bytes(item.data)});
    if (what == "deploy") return deploy(a);
    if (what == "advance") return advance(a);
    if (what == "height") return CborWriter().put_uint(height).take();
    if (a.empty() || !a[0].is_address() || !world.actors.contains(a[0].address()))
        return Error{ErrorCode::ActorNotFound, "no such actor"};
    const Address actor = a[0].address();
    if (what == "call") return called(a);
    if (what == "storage" || what == "state") return pairs_of(world.actors[actor].state, what == "state");
    if (what == "events") return events_of(world.events, actor);
    if (what == "messages") return messages_of(world.messages, actor);
    if (what == "timers") return timers_of(world.timers, actor);
    CborWriter out;
    if (what == "fund") {
        if (a.size() != 2 || a[1].kind != CborItem::Kind::unsigned_integer)
            return refused("a balance is an integer of 64 bits");
        world.balances[actor] = a[1].number;
    } else if (what != "balance") {
        return refused("nothing is known of " + std::string(what));
    }
    put_u128(out, world.balances[actor]);
    return out.take();
}

Bytes AskedChain::outcome_of(const Address& actor, const TestOutcome& outcome)
{
    const Actor& known = world.actors[actor];
    trail_ = with_source(outcome.out.traceback, known.file, known.source);
    return Answer()
        .text("status", status_name(outcome.out.status))
        .text("error", outcome.out.error)
        .text("traceback", trail_)
        .bytes("returned", outcome.out.returned)
        .bytes("address", view(actor))
        .number("cycles", outcome.cycles)
        .take();
}

Result<Bytes> AskedChain::deploy(const std::vector<Argument>& a)
{
    using K = CborItem::Kind;
    if (a.size() != 4 || a[0].kind != K::text || a[1].kind != K::bytes || a[3].kind != K::unsigned_integer)
        return refused(
            "deploy(file, payload, sender, balance): str, bytes, an address or None, an integer of 64 bits");
    const std::string file = folder_.empty() ? a[0].text() : folder_ + "/" + a[0].text();
    const auto source = read_file(file);
    if (!source) return refused("cannot read " + file);
    const auto program = pvm::compile(*source, pvm::Limits{});
    if (!program) return Error{ErrorCode::CodeRefused, file + ": " + program.error().to_string()};
    const Address sender = a[2].is_address() ? a[2].address() : test_account();
    const Address actor = place(program.value(), file, *source, sender);
    world.balances[actor] = a[3].number;
    TestOutcome outcome;
    if (pvm::defines_handler(*program.value(), "deploy"))
        outcome = call(actor, "deploy", a[1].data, sender, FIRE_CYCLES_MAX);
    return outcome_of(actor, outcome);
}

Result<Bytes> AskedChain::called(const std::vector<Argument>& a)
{
    using K = CborItem::Kind;
    if (a.size() != 5 || a[1].kind != K::text || a[2].kind != K::bytes || a[4].kind != K::unsigned_integer)
        return refused("call(handler, payload, sender, gas): str, bytes, an address or None, an integer");
    const Address sender = a[3].is_address() ? a[3].address() : test_account();
    return outcome_of(a[0].address(), call(a[0].address(), a[1].text(), a[2].data, sender, a[4].number));
}

Result<Bytes> AskedChain::advance(const std::vector<Argument>& a)
{
    if (a.size() != 1 || a[0].kind != CborItem::Kind::unsigned_integer || a[0].number > BLOCKS_MAX)
        return refused("blocks is an integer up to " + std::to_string(BLOCKS_MAX));
    std::vector<Bytes> failed;
    for (u64 n = 0; n < a[0].number; ++n)
        for (const std::string& what : next_block()) failed.push_back(CborWriter().put_text(what).take());
    return array_of(std::move(failed));
}

}  // namespace lariat::cli
