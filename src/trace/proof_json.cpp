// Writes and reads all bytes as 0x hex, so that each byte string has exactly one text.
#include "trace/proof_json.hpp"

#include "base/hex.hpp"

namespace lariat::trace {

using namespace chain;

namespace {

Bytes read_hex(const Json& json, const std::string& what)
{
    const std::string text = read_text(json, what);
    auto bytes = from_hex(text);
    if (!bytes) bad_input(what + " must be bytes as 0x…, got \"" + text.substr(0, 60) + "\"");
    return std::move(*bytes);
}

Hash32 no_labels(const TimerRef& ref)
{
    if (!ref.label.empty())
        bad_input("a subject must be named by an id of 32 bytes, got \"" + ref.label.substr(0, 60) + "\"");
    return ref.id;
}

/// A query may name its timer or operation by a label, which nobody else knows.
bool asks_for(const Json& query, const Subject& subject)
{
    ObjectReader asked(query, "query");
    const Json& wanted = asked.need("proof");
    asked.finish();
    Hash32 known;
    if (const auto* timer = std::get_if<TimerSubject>(&subject)) known = timer->id;
    if (const auto* operation = std::get_if<OperationSubject>(&subject)) known = operation->id;
    return read_subject(wanted, [&](const TimerRef& ref) { return ref.label.empty() ? ref.id : known; }) ==
           subject;
}

Proof read_proof(const Json& json)
{
    ObjectReader reader(json, "proof");
    Proof proof{read_subject(reader.need("subject"), no_labels), {}};
    for (const Json& entry : read_list(reader.need("claims"), "claims")) {
        ObjectReader fields(entry, "claim " + std::to_string(proof.claims.size() + 1));
        Claim claim{.key = read_hex(fields.need("key"), "key"), .value = {}, .proof = {}};
        if (const Json& value = fields.need("value"); !value.is_null())
            claim.value = read_hex(value, "value");
        claim.proof = read_hex(fields.need("proof"), "proof");
        fields.finish();
        proof.claims.push_back(std::move(claim));
    }
    reader.finish();
    return proof;
}

}  // namespace

Subject read_subject(const Json& json, const std::function<Hash32(const TimerRef&)>& resolve)
{
    ObjectReader reader(json, "subject of a proof");
    Subject subject;
    if (const Json* timer = reader.find("timer")) {
        subject = TimerSubject{resolve(read_timer_ref(*timer, "timer"))};
    } else if (const Json* height = reader.find("height")) {
        subject = HeightSubject{read_u64(*height, "height")};
    } else if (const Json* operation = reader.find("operation")) {
        subject = OperationSubject{resolve(read_timer_ref(*operation, "operation"))};
    } else {
        const Json& entry = read_list(reader.need("storage"), "storage", 2);
        subject = StorageSubject{read_address(entry[0], "actor of storage"),
                                 read_bytes(entry[1], "key of storage")};
    }
    reader.finish();
    return subject;
}

OrderedJson to_json(const Subject& subject)
{
    struct Write {
        OrderedJson operator()(const TimerSubject& s) const { return {{"timer", to_hex(s.id)}}; }
        OrderedJson operator()(const HeightSubject& s) const { return {{"height", number(s.height)}}; }
        OrderedJson operator()(const StorageSubject& s) const
        {
            return {{"storage", OrderedJson::array({to_hex(s.actor), to_hex(s.key)})}};
        }
        OrderedJson operator()(const OperationSubject& s) const { return {{"operation", to_hex(s.id)}}; }
    };
    return std::visit(Write{}, subject);
}

OrderedJson to_json(const Proof& proof)
{
    OrderedJson claims = OrderedJson::array();
    for (const Claim& claim : proof.claims)
        claims.push_back({{"key", to_hex(claim.key)},
                          {"value", claim.value ? OrderedJson(to_hex(*claim.value)) : OrderedJson()},
                          {"proof", to_hex(claim.proof)}});
    return {{"subject", to_json(proof.subject)}, {"claims", std::move(claims)}};
}

OrderedJson to_json(const Proved& proved, const Scaffold& labels)
{
    struct Write {
        const Scaffold& labels;
        OrderedJson operator()(const ProvedTimer& timer) const
        {
            return timer ? to_json(*timer, labels) : OrderedJson();
        }
        OrderedJson operator()(const ProvedHeight& ids) const { return list_of(ids); }
        OrderedJson operator()(const ProvedStorage& value) const
        {
            return value ? OrderedJson(to_hex(*value)) : OrderedJson();
        }
        OrderedJson operator()(const ProvedOperation& operation) const
        {
            return operation ? to_json(*operation, labels) : OrderedJson();
        }
    };
    return std::visit(Write{labels}, proved);
}

OrderedJson list_of(const std::vector<Hash32>& ids)
{
    OrderedJson out = OrderedJson::array();
    for (const Hash32& id : ids) out.push_back(to_hex(id));
    return out;
}

Result<Proof, InputError> parse_proof(std::string_view text)
{
    try {
        const Json json = parse_json(text);
        if (!json.is_object() || !json.contains("query")) return read_proof(json);
        ObjectReader line(json, "answer");
        Proof proof = read_proof(line.need("result"));
        if (!asks_for(line.need("query"), proof.subject)) bad_input("the query asks for another subject");
        line.finish();
        return proof;
    } catch (BadInput& bad) {
        return std::move(bad.error);
    }
}

}  // namespace lariat::trace
