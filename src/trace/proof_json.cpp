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

Hash32 read_digest(const Json& json, const std::string& what)
{
    const auto hash = hash_from_hex(read_text(json, what));
    if (!hash) bad_input(what + " must be 32 bytes as 0x…");
    return *hash;
}

Inclusion read_inclusion(const Json& json)
{
    ObjectReader reader(json, "inclusion");
    Inclusion out;
    const Json& lists = read_list(reader.need("lists"), "lists", RESULT_LISTS);
    for (std::size_t i = 0; i < RESULT_LISTS; ++i) {
        ObjectReader list(lists[i], "list " + std::to_string(i + 1));
        out.digests[i].count = read_u64(list.need("count"), "count");
        out.digests[i].root = read_digest(list.need("root"), "root");
        list.finish();
    }
    if (const Json& leaf = reader.need("leaf"); !leaf.is_null()) out.leaf = read_hex(leaf, "leaf");
    for (const Json& sibling : read_list(reader.need("path"), "path"))
        out.path.push_back(read_digest(sibling, "hash of the path"));
    reader.finish();
    return out;
}

OrderedJson inclusion_json(const Inclusion& inclusion)
{
    OrderedJson lists = OrderedJson::array();
    for (const ListDigest& list : inclusion.digests)
        lists.push_back({{"count", number(list.count)}, {"root", to_hex(list.root)}});
    return {{"lists", std::move(lists)},
            {"leaf", inclusion.leaf ? OrderedJson(to_hex(*inclusion.leaf)) : OrderedJson()},
            {"path", list_of(inclusion.path)}};
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
    if (const Json* inclusion = reader.find("inclusion")) proof.inclusion = read_inclusion(*inclusion);
    reader.finish();
    return proof;
}

/// What was proved, as the query for it shows it, or as the row of the result line.
struct WriteProved {
    const scripted::Scaffold& labels;
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
    OrderedJson operator()(const ProvedReceipt& proved) const { return row("receipt", proved); }
    OrderedJson operator()(const ProvedFire& proved) const { return row("fire", proved); }

    template <class Row>
    OrderedJson row(const char* what, const ProvedRow<Row>& proved) const
    {
        OrderedJson out{{"height", number(proved.height)}, {"count", number(proved.count)}};
        out[what] = proved.row ? shown(*proved.row) : OrderedJson();
        return out;
    }
    OrderedJson shown(const Receipt& receipt) const { return to_json(receipt); }
    OrderedJson shown(const lane::Fired& fire) const { return to_json(fire, labels); }
};

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
    } else if (const Json* receipt = reader.find("receipt")) {
        subject = ReceiptSubject{read_u64(*receipt, "receipt")};
    } else if (const Json* fire = reader.find("fire")) {
        subject = FireSubject{read_u64(*fire, "fire")};
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
        OrderedJson operator()(const ReceiptSubject& s) const { return {{"receipt", number(s.place)}}; }
        OrderedJson operator()(const FireSubject& s) const { return {{"fire", number(s.place)}}; }
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
    OrderedJson out{{"subject", to_json(proof.subject)}, {"claims", std::move(claims)}};
    if (proof.inclusion) out["inclusion"] = inclusion_json(*proof.inclusion);
    return out;
}

OrderedJson to_json(const Proved& proved, const scripted::Scaffold& labels)
{
    return std::visit(WriteProved{labels}, proved);
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
        // As `lariat proof` and GET /v1/proofs print it: with height and root beside it.
        if (json.is_object() && json.contains("proof") && !json.contains("subject"))
            return read_proof(json["proof"]);
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
