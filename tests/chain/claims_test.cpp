// Tests of proofs of timers, heights and storage against a state root.
#include "chain/claims.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/replayed.hpp"
#include "timers/list_layout.hpp"
#include "trace/proof_json.hpp"

namespace lariat::trace {
namespace {

using chain::Claim;

constexpr const char* ACTOR = "0x1111111111111111111111111111111111111111";
constexpr u64 LISTED = 100, CANCELLED_FROM = 5, CANCELLED_TO = 70;

std::string quoted(const std::string& text)
{
    return '"' + text + '"';
}

/// A hundred timers at height 50, most of the middle cancelled: a list with holes, whose second chunk is
/// gone. One at 60 with a long payload, one at 3 that has fired.
std::string history()
{
    std::string steps;
    for (u64 i = 0; i < LISTED; ++i)
        steps += R"({"schedule":{"height":50,"payload":"p)" + std::to_string(i) + R"(","label":"a)" +
                 std::to_string(i) + R"("}},)";
    std::string cancels;
    for (u64 i = CANCELLED_FROM; i < CANCELLED_TO; ++i)
        cancels += R"({"cancel":"a)" + std::to_string(i) + R"("},)";
    const std::string as = R"({"from":"0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","as":)" + quoted(ACTOR) +
                           R"(,"cycles_limit":200000,"steps":[)";
    return R"({"genesis":{"accounts":[{"address":"0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","balance":"1000000000000"}],)"
           R"("actors":[{"address":)" +
           quoted(ACTOR) +
           R"(,"balance":"1000000000000","handlers":{"handle_timer":[]}}]}})"
           "\n"
           R"({"block":{"txs":[)" +
           as + steps + R"({"set":["key","value"]},{"set":["empty",""]}]},)" + as + cancels +
           R"({"schedule":{"height":60,"label":"long","payload":")" + std::string(300, 'x') +
           R"("}},{"schedule":{"height":3,"payload":"soon","label":"fired"}},)"
           R"({"schedule_at":{"timestamp_ms":9000000,"payload":"ring","label":"op"}},)"
           R"({"schedule_at":{"timestamp_ms":9000000,"label":"long op","payload":")" +
           std::string(300, 'y') +
           R"("}},{"schedule_at":{"timestamp_ms":1001001,"payload":"","label":"ran"}}]}]}})"
           "\n"
           R"({"blocks":3})"
           "\n";
}

struct Answer {
    Proof proof;
    Hash32 root;
    nlohmann::json plain;  ///< what the query gives without proof
};

Answer asked(const std::string& subject, const std::string& more = "")
{
    Replayed r = replayed(history() + more + R"({"query":)" + subject + "}\n" + R"({"query":{"proof":)" +
                          subject + "}}\n");
    EXPECT_EQ(Verdict::good, r.verdict) << r.problems;
    Answer out;
    out.plain = r.lines[r.lines.size() - 2]["result"];
    auto proof = parse_proof(r.lines.back().dump());
    if (!proof) {
        ADD_FAILURE() << proof.error().message;
        return out;
    }
    out.proof = std::move(proof).value();
    for (const auto& line : r.lines)
        if (line.contains("state_root")) out.root = *hash_from_hex(line["state_root"].get<std::string>());
    return out;
}

Result<chain::Proved, std::string> verified(const Answer& a)
{
    return chain::verify_claims(a.proof.subject, a.proof.claims, a.root);
}

/// What is proved, as the plain query shows it; the reason when nothing is.
nlohmann::json shown(const Answer& a)
{
    const auto proved = verified(a);
    if (!proved) return "refused: " + proved.error();
    nlohmann::json plain = nlohmann::json::parse(to_json(proved.value(), {}).dump());
    return plain;
}

nlohmann::json without_label(nlohmann::json plain)
{
    plain.erase("label");
    return plain;
}

const char* const SUBJECTS[] = {
    R"({"timer":"a3"})",
    R"({"timer":"long"})",
    R"({"timer":"fired"})",
    R"({"height":50})",
    R"({"height":51})",
    R"({"storage":["0x1111111111111111111111111111111111111111","key"]})",
    R"({"storage":["0x1111111111111111111111111111111111111111","no"]})",
    R"({"operation":"op"})",
    R"({"operation":"long op"})",
    R"({"operation":"ran"})",
};

TEST(Claims, TMR8_ALiveTimerIsProvedByItsRecord)
{
    const Answer a = asked(R"({"timer":"a3"})");
    EXPECT_EQ(without_label(a.plain), shown(a));
    EXPECT_EQ("pending", shown(a)["state"]);
    EXPECT_EQ(1u, a.proof.claims.size());
}

TEST(Claims, TMR8_ALongPayloadIsProvedBesideTheRecord)
{
    const Answer a = asked(R"({"timer":"long"})");
    EXPECT_EQ(without_label(a.plain), shown(a));
    EXPECT_EQ(2u, a.proof.claims.size());
}

TEST(Claims, TMR8_ATimerThatHasFiredIsProvedAbsent)
{
    const Answer a = asked(R"({"timer":"fired"})");
    EXPECT_TRUE(a.plain.is_null());
    EXPECT_TRUE(shown(a).is_null());
    EXPECT_FALSE(a.proof.claims.at(0).value);
}

TEST(Claims, TMR8_TheListOfAHeightIsProvedWholeAndInTheOrderOfInsertion)
{
    const Answer a = asked(R"({"height":50})");
    EXPECT_EQ(LISTED - (CANCELLED_TO - CANCELLED_FROM), a.plain.size());
    EXPECT_EQ(a.plain, shown(a));
    EXPECT_EQ(4u, a.proof.claims.size()) << "header, and three of four chunks";
}

TEST(Claims, TMR8_AHeightWithoutTimersIsProvedEmpty)
{
    for (const char* height :
         {R"({"height":51})", R"({"height":3})", R"({"height":"18446744073709551615"})"}) {
        const Answer a = asked(height);
        EXPECT_EQ(nlohmann::json::array(), shown(a));
        EXPECT_EQ(1u, a.proof.claims.size());
    }
}

TEST(Claims, TMR8_AnEntryOfStorageIsProvedThereEmptyOrAbsent)
{
    const std::string actor = quoted(ACTOR);
    EXPECT_EQ("0x76616c7565", shown(asked(R"({"storage":[)" + actor + R"(,"key"]})")));
    EXPECT_EQ("0x", shown(asked(R"({"storage":[)" + actor + R"(,"empty"]})")));
    EXPECT_TRUE(shown(asked(R"({"storage":[)" + actor + R"(,"nothing"]})")).is_null());
}

TEST(Claims, SCH8_AnOperationIsProvedWithItsPayloadAndThatItHasRunByItsAbsence)
{
    const Answer a = asked(R"({"operation":"op"})"), with_long = asked(R"({"operation":"long op"})");
    EXPECT_EQ(without_label(a.plain), shown(a));
    EXPECT_EQ(9'000'000u, shown(a)["timestamp_ms"]);
    EXPECT_EQ("0x72696e67", shown(a)["payload"]);
    EXPECT_EQ(1u, a.proof.claims.size());
    EXPECT_EQ(without_label(with_long.plain), shown(with_long));
    EXPECT_EQ(2u, with_long.proof.claims.size());
    EXPECT_TRUE(shown(asked(R"({"operation":"ran"})")).is_null());
}

TEST(Claims, TMR3_TMR8_ProofsAreOfTheKeccakOfTheIdAndOfTheHeightAsEightBytes)
{
    const Answer timer = asked(R"({"timer":"a3"})");
    const Hash32 id = std::get<chain::TimerSubject>(timer.proof.subject).id;
    EXPECT_EQ("0x74" + to_hex(keccak256(view(id))).substr(2), to_hex(timer.proof.claims.at(0).key));
    const Answer height = asked(R"({"height":50})");
    const Bytes fifty{0, 0, 0, 0, 0, 0, 0, 50};
    const std::string list = "0x68" + to_hex(keccak256(fifty)).substr(2);
    EXPECT_EQ(list, to_hex(height.proof.claims.at(0).key));
    const u64 first = timers::decode_height_head(height.proof.claims.at(0).value.value())->list.first;
    EXPECT_EQ(list + to_hex(Writer().put_u64(first).bytes()).substr(2),
              to_hex(height.proof.claims.at(1).key));
}

TEST(Claims, TMR8_ProofsHoldAfterARestartAndARollbackToo)
{
    for (const char* more : {"{\"restart\":true}\n", "{\"blocks\":2}\n{\"rollback\":3}\n{\"blocks\":1}\n"})
        for (const char* subject : SUBJECTS) EXPECT_TRUE(verified(asked(subject, more))) << more << subject;
}

TEST(Claims, TMR8_NothingIsProvedUnderAnotherRoot)
{
    for (const char* subject : SUBJECTS) {
        Answer a = asked(subject);
        ASSERT_TRUE(verified(a)) << verified(a).error();
        for (std::size_t i = 0; i < a.root.bytes.size(); ++i) {
            a.root.bytes[i] ^= 1;
            EXPECT_FALSE(verified(a));
            a.root.bytes[i] ^= 1;
        }
        a.root = asked(subject, "{\"blocks\":1}\n").root;
        EXPECT_FALSE(verified(a)) << "of a later block";
    }
}

TEST(Claims, TMR8_NoByteOfAClaimCanBeChangedLeftOutOrAdded)
{
    for (const char* subject : SUBJECTS) {
        Answer a = asked(subject);
        ASSERT_TRUE(verified(a));
        for (Claim& claim : a.proof.claims) {
            const Claim good = claim;
            for (Bytes* part : {&claim.key, claim.value ? &*claim.value : nullptr, &claim.proof}) {
                for (std::size_t i = 0; part != nullptr && i < part->size(); ++i) {
                    (*part)[i] ^= 0x10;
                    EXPECT_FALSE(verified(a)) << subject << " byte " << i;
                    (*part)[i] ^= 0x10;
                }
                if (part == nullptr) continue;
                part->push_back(0);
                EXPECT_FALSE(verified(a)) << subject;
                part->pop_back();
                const u8 last = part->back();
                part->pop_back();
                EXPECT_FALSE(verified(a)) << subject;
                part->push_back(last);
            }
            claim.value = good.value ? std::nullopt : std::optional<Bytes>(Bytes{});
            EXPECT_FALSE(verified(a)) << "an absence for a value, or a value for an absence";
            claim = good;
            EXPECT_TRUE(verified(a));
        }
    }
}

TEST(Claims, TMR8_ClaimsLeftOutSwappedRepeatedOrAddedAreRefused)
{
    const Answer good = asked(R"({"height":50})");
    const Claim foreign = asked(R"({"timer":"a3"})").proof.claims.at(0);
    ASSERT_TRUE(chain::verify_claims(chain::TimerSubject{*hash_from_hex(good.plain[3].get<std::string>())},
                                     std::span(&foreign, 1), good.root));
    const std::size_t n = good.proof.claims.size();
    const auto refused = [&](const std::vector<Claim>& claims, const char* how, std::size_t i) {
        EXPECT_FALSE(chain::verify_claims(good.proof.subject, claims, good.root)) << how << ' ' << i;
    };
    for (std::size_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        std::vector<Claim> claims = good.proof.claims;
        claims.erase(claims.begin() + at);
        refused(claims, "without", i);
        claims = good.proof.claims;
        claims.insert(claims.begin() + at, claims[i]);
        refused(claims, "twice", i);
        claims = good.proof.claims;
        claims.insert(claims.begin() + at + 1, foreign);
        refused(claims, "a foreign one after", i);
        for (std::size_t j = 0; j < i; ++j) {
            claims = good.proof.claims;
            std::swap(claims[i], claims[j]);
            refused(claims, "swapped", i);
            std::swap(claims[i].value, claims[j].value);
            refused(claims, "values swapped", i);
        }
    }
    refused({}, "none", 0);
}

TEST(Claims, TMR8_TheClaimsOfOneSubjectProveNoOther)
{
    for (const char* one : SUBJECTS)
        for (const char* other : SUBJECTS) {
            if (one == other) continue;
            Answer a = asked(one);
            a.proof.subject = asked(other).proof.subject;
            EXPECT_FALSE(verified(a)) << one << " for " << other;
        }
}

TEST(Claims, TMR8_AProofAsTextIsReadStrictlyAndComesOutTheSame)
{
    for (const char* subject : SUBJECTS) {
        const Proof proof = asked(subject).proof;
        const std::string text = to_json(proof).dump();
        const auto again = parse_proof(text);
        ASSERT_TRUE(again);
        EXPECT_EQ(text, to_json(again.value()).dump());
    }
    for (const char* bad : {
             "",
             "[]",
             "{}",
             R"({"subject":{"height":1}})",
             R"({"claims":[]})",
             R"({"subject":{"height":1},"claims":[],"more":1})",
             R"({"subject":{},"claims":[]})",
             R"({"subject":{"height":1,"timer":"0x00"},"claims":[]})",
             R"({"subject":{"height":-1},"claims":[]})",
             R"({"subject":{"timer":"label"},"claims":[]})",
             R"({"subject":{"timer":"0x12"},"claims":[]})",
             R"({"subject":{"operation":"0x12"},"claims":[]})",
             R"({"subject":{"operation":"label"},"claims":[]})",
             R"({"subject":{"storage":["0x11"]},"claims":[]})",
             R"({"subject":{"height":1},"claims":{}})",
             R"({"subject":{"height":1},"claims":[{}]})",
             R"({"subject":{"height":1},"claims":[{"key":"0x","proof":"0x"}]})",
             R"({"subject":{"height":1},"claims":[{"key":"text","value":null,"proof":"0x"}]})",
             R"({"subject":{"height":1},"claims":[{"key":"0x","value":null,"proof":"0x0"}]})",
             R"({"query":{"proof":{"height":2}},"result":{"subject":{"height":1},"claims":[]}})",
             R"({"query":{"height":1},"result":{"subject":{"height":1},"claims":[]}})",
         })
        EXPECT_FALSE(parse_proof(bad)) << bad;
}

}  // namespace
}  // namespace lariat::trace
