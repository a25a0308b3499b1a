// Tests of proofs: they hold for their root and for nothing else, with every key, every byte changed, other
// keys, roots and places, and arbitrary bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/hex.hpp"
#include "proven_log.hpp"
#include "state/proof/verify.hpp"

namespace lariat::state::proof_test {
namespace {

Bytes b(std::string_view s)
{
    return to_bytes(s);
}

/// What the page docs/proofs.md uses as its example.
ProvenLog small_log()
{
    ProvenLog log;
    log.put(b("a"), b("1"));
    log.put(b("b"), b("2"));
    log.put(b("a"), b("3"));
    log.erase(b("b"));
    return log;
}

/// Two keys whose SHA-256 begin with the same 64 bits.
const Bytes TWIN{0x49, 0xaf, 0xf5, 0x28, 0x15, 0x13, 0x57, 0x04};
const Bytes OTHER_TWIN{0xeb, 0x9b, 0x07, 0xbc, 0x5a, 0x2d, 0xa7, 0xa8};

bool verifies(BytesView proof, const Hash32& root, const Bytes& key, const std::optional<Bytes>& value)
{
    return verify(proof, root, key, value ? std::optional<BytesView>(*value) : std::nullopt).ok();
}

template <class Checked>
ProofFault fault_of(const Checked& checked)
{
    EXPECT_FALSE(checked.ok());
    if (checked.ok()) return ProofFault{0xff};
    EXPECT_FALSE(checked.error().message.empty());
    return checked.error().fault;
}

TEST(Proof, TMR8_EveryLiveKeyIsProvedToHaveItsValueAndEveryOtherToBeAbsent)
{
    const u64 sizes[] = {1, 2, 15, 16, 17, 255, 256, 257, 511, 512, 513, 1500, 3000};
    for (const u64 size : sizes) {
        ProvenLog log = random_log(size, size, std::max<u64>(2, size / 3));
        const Hash32 root = log.root();
        for (u64 number = 0; number < size; ++number) {
            const Bytes key = numbered_key(number);
            const Bytes proof = log.prove(key);
            const bool live = log.live().contains(key);
            const auto value = live ? std::optional(log.value_of(key)) : std::nullopt;
            const auto checked =
                verify(proof, root, key, value ? std::optional<BytesView>(*value) : std::nullopt);
            ASSERT_TRUE(checked.ok()) << size << ": " << checked.error().message;
            ASSERT_FALSE(verifies(proof, root, key, live ? std::nullopt : std::optional(Bytes{})));
        }
    }
}

TEST(Proof, TMR8_AnEmptyStoreProvesEveryAbsence)
{
    ProvenLog log;
    EXPECT_TRUE(verifies(log.prove({}), log.root(), {}, std::nullopt));
    EXPECT_TRUE(verifies(log.prove(b("k")), log.root(), b("k"), std::nullopt));
    log.put({}, {});
    EXPECT_TRUE(verifies(log.prove({}), log.root(), {}, Bytes{}));
    EXPECT_FALSE(verifies(log.prove({}), log.root(), {}, std::nullopt));
}

TEST(Proof, WindowsOfEveryShapeAreProved)
{
    // Floors and sizes around powers of two of chunks: missing siblings on both sides.
    for (u64 floor_chunk = 0; floor_chunk <= 9; ++floor_chunk) {
        for (u64 chunks = 1; chunks <= 9; ++chunks) {
            ProvenLog log;
            for (u64 op = 0; op < (floor_chunk + chunks) * 256 - 100; ++op) {
                log.put(numbered_key(op < floor_chunk * 256 + 10 ? 0 : op), b("v"));
            }
            log.raise_floor(floor_chunk * 256 + 5);
            const Hash32 root = log.root();
            for (const auto& [key, op] : log.live()) {
                if (op % 61 != 0) continue;
                ASSERT_TRUE(verifies(log.prove(key), root, key, b("v")))
                    << floor_chunk << ' ' << chunks << ' ' << op;
            }
            const u64 end = (log.tree().size() + 255) / 256;
            for (u64 begin = floor_chunk; begin < end; ++begin) {
                for (u64 to = begin + 1; to <= end; ++to) {
                    const Bytes proof = log.prove_chunks(begin, to);
                    const auto range = verify_range(proof, root);
                    ASSERT_TRUE(range.ok()) << range.error().message;
                }
            }
        }
    }
}

void expect_every_change_refused(const Bytes& proof, const std::function<bool(BytesView)>& accepts)
{
    ASSERT_TRUE(accepts(proof));
    Bytes changed = proof;
    for (std::size_t at = 0; at < proof.size(); ++at) {
        for (const u8 with : {0x01, 0x80, 0xff}) {
            changed[at] = static_cast<u8>(proof[at] ^ with);
            ASSERT_FALSE(accepts(changed)) << "byte " << at;
        }
        changed[at] = proof[at];
        ASSERT_FALSE(accepts(BytesView(proof).first(at))) << "cut to " << at;
    }
    changed.push_back(0);
    EXPECT_FALSE(accepts(changed)) << "longer";
    changed.insert(changed.end(), 31, 0);
    EXPECT_FALSE(accepts(changed)) << "longer by a digest";
}

TEST(Proof, TMR8_AProofChangedInAnyByteOrCutAnywhereIsRefused)
{
    for (const u64 size : {u64{20}, u64{3000}}) {
        ProvenLog log = random_log(4, size, size / 3);
        const Hash32 root = log.root();
        const Bytes key = log.live().begin()->first;
        const Bytes value = log.value_of(key);
        expect_every_change_refused(log.prove(key),
                                    [&](BytesView p) { return verify_value(p, root, key, value).ok(); });
        const Bytes stranger = b("stranger");
        expect_every_change_refused(log.prove(stranger),
                                    [&](BytesView p) { return verify_absent(p, root, stranger).ok(); });
    }
    ProvenLog log = random_log(5, 2 * 256 + 40, 150);
    const Hash32 root = log.root();
    expect_every_change_refused(log.prove_chunks(2, 3),
                                [&](BytesView p) { return verify_range(p, root).ok(); });
}

TEST(Proof, TMR8_AProofSpeaksOfItsKeyValueAndRootAlone)
{
    ProvenLog log = random_log(6, 2000, 500);
    const Hash32 root = log.root();
    std::vector<Bytes> proofs;
    std::vector<Bytes> keys;
    for (u64 number = 0; number < 60; ++number) {
        keys.push_back(numbered_key(number * 10));
        proofs.push_back(log.prove(keys.back()));
    }
    const auto value_of = [&](const Bytes& key) {
        return log.live().contains(key) ? std::optional(log.value_of(key)) : std::nullopt;
    };
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t j = 0; j < keys.size(); ++j) {
            if (i != j && value_of(keys[i])) {
                ASSERT_FALSE(verifies(proofs[j], root, keys[i], value_of(keys[i])));
            }
            // A live key is never absent by the proof of another's absence.
            if (value_of(keys[i])) {
                ASSERT_FALSE(verifies(proofs[j], root, keys[i], std::nullopt));
            }
        }
        Hash32 other = root;
        other.bytes[i % 32] ^= 1;
        ASSERT_EQ(fault_of(verify(proofs[i], other, keys[i], value_of(keys[i]))), ProofFault::OtherRoot);
        if (const auto value = value_of(keys[i])) {
            Bytes more = *value;
            more.push_back(0);
            ASSERT_EQ(fault_of(verify_value(proofs[i], root, keys[i], more)), ProofFault::OtherRoot);
            // A byte of the value's cannot pass for one of the key's.
            Bytes longer = keys[i];
            longer.push_back(value->empty() ? u8{0} : value->front());
            const Bytes shorter(value->empty() ? value->begin() : value->begin() + 1, value->end());
            ASSERT_EQ(fault_of(verify_value(proofs[i], root, longer, shorter)), ProofFault::OtherRoot);
        }
    }
}

TEST(Proof, TMR8_ASupersededValueIsNotProved)
{
    ProvenLog early;
    early.put(b("a"), b("1"));
    ProvenLog log = small_log();
    const Hash32 root = log.root();
    EXPECT_TRUE(verify_value(early.prove(b("a")), early.root(), b("a"), b("1")).ok());
    EXPECT_EQ(fault_of(verify_value(early.prove(b("a")), root, b("a"), b("1"))), ProofFault::OtherRoot);

    // A store that lies about one bit has another root.
    OpTree ops;
    for (u64 op = 0; op < log.tree().size(); ++op) {
        const LoggedOperation logged = log.read(op);
        ops.append(leaf_digest(op, logged.kind, logged.key, logged.value));
        ops.set_active(op, log.tree().active(op));
    }
    StoreHead head = log.head();
    EXPECT_EQ(ops.root(), head.op_root);
    const auto leaves = [&](u64 op) {
        return leaf_digest(op, log.read(op).kind, log.read(op).key, log.read(op).value);
    };
    ops.set_active(0, true);
    head.op_root = ops.root();
    Bytes proof = prove_value(head, ops, 0, leaves);
    EXPECT_TRUE(verify_value(proof, store_root(head), b("a"), b("1")).ok());
    EXPECT_EQ(fault_of(verify_value(proof, root, b("a"), b("1"))), ProofFault::OtherRoot);
    // With the true bits it leads to the true root, and says itself that it is stale.
    proof[2 + 18 + 32 + 6] ^= 1;
    EXPECT_EQ(fault_of(verify_value(proof, root, b("a"), b("1"))), ProofFault::NotLive);
}

TEST(Proof, TMR8_KeysThatShareAPathAreToldApart)
{
    ASSERT_NE(TWIN, OTHER_TWIN);
    ASSERT_EQ(key_path(TWIN), key_path(OTHER_TWIN));
    for (const u64 others : {u64{0}, u64{10}, u64{600}}) {
        ProvenLog log = random_log(8, others, std::max<u64>(1, others));
        log.put(TWIN, b("value"));
        const Hash32 root = log.root();
        EXPECT_TRUE(verifies(log.prove(TWIN), root, TWIN, b("value")));
        const Bytes absent = log.prove(OTHER_TWIN);
        const auto checked = verify_absent(absent, root, OTHER_TWIN);
        ASSERT_TRUE(checked.ok()) << checked.error().message;
        EXPECT_EQ(fault_of(verify_absent(absent, root, TWIN)), ProofFault::OtherKey);
        expect_every_change_refused(absent,
                                    [&](BytesView p) { return verify_absent(p, root, OTHER_TWIN).ok(); });

        log.put(OTHER_TWIN, {});
        EXPECT_TRUE(verifies(log.prove(OTHER_TWIN), log.root(), OTHER_TWIN, Bytes{}));
        EXPECT_FALSE(verify_absent(absent, log.root(), OTHER_TWIN).ok());
        log.erase(TWIN);
        EXPECT_TRUE(verifies(log.prove(TWIN), log.root(), TWIN, std::nullopt));
        log.erase(OTHER_TWIN);
        EXPECT_TRUE(verifies(log.prove(TWIN), log.root(), TWIN, std::nullopt));
    }
}

TEST(Proof, RangesGiveTheLogsOperationsAsTheyStand)
{
    ProvenLog log = random_log(9, 3000, 700);
    const Hash32 root = log.root();
    const u64 first = log.tree().floor() / 256;
    const u64 end = (log.tree().size() + 255) / 256;
    ASSERT_GT(end - first, 3U);
    for (const auto& [from, to] : {std::pair{first, end}, {first + 1, first + 3}, {end - 1, end}}) {
        const Bytes proof = log.prove_chunks(from, to);
        const auto checked = verify_range(proof, root);
        ASSERT_TRUE(checked.ok()) << checked.error().message;
        const LogRange& range = checked.value();
        EXPECT_EQ(range.head, log.head());
        EXPECT_EQ(range.first_op, from * 256);
        ASSERT_EQ(range.operations.size(), std::min(to * 256, log.tree().size()) - from * 256);
        for (u64 i = 0; i < range.operations.size(); ++i) {
            const LogRange::Operation& got = range.operations[i];
            const LoggedOperation expected = log.read(range.first_op + i);
            ASSERT_EQ(got.kind, expected.kind);
            ASSERT_TRUE(equal(got.key, expected.key) && equal(got.value, expected.value));
            ASSERT_EQ(got.active, log.tree().active(range.first_op + i));
        }
    }
}

TEST(Proof, AnythingElseIsRefusedWithAReason)
{
    ProvenLog log = random_log(10, 600, 100);
    const Hash32 root = log.root();
    const Bytes key = log.live().begin()->first;
    const Bytes value = log.value_of(key);
    const Bytes proof = log.prove(key);
    const Bytes absent = log.prove(b("none"));
    EXPECT_EQ(fault_of(verify_value({}, root, key, value)), ProofFault::Malformed);
    EXPECT_EQ(fault_of(verify_value(absent, root, key, value)), ProofFault::OtherKind);
    EXPECT_EQ(fault_of(verify_absent(proof, root, key)), ProofFault::OtherKind);
    EXPECT_EQ(fault_of(verify_range(proof, root)), ProofFault::OtherKind);
    EXPECT_EQ(fault_of(verify_absent(absent, root, b("some other"))), ProofFault::OtherKey);
    Bytes other_version = proof;
    other_version[0] = 2;
    const auto checked = verify_value(other_version, root, key, value);
    EXPECT_EQ(fault_of(checked), ProofFault::Malformed);
    EXPECT_EQ(checked.error().message, "malformed proof: version 2, known is 1");
}

TEST(Proof, RandomBytesAreRefusedWithoutAnyHarm)
{
    std::mt19937_64 random(11);
    ProvenLog log = random_log(12, 900, 200);
    const Hash32 root = log.root();
    const Bytes key = log.live().begin()->first;
    const std::vector<Bytes> seeds{log.prove(key), log.prove(b("none")), log.prove_chunks(2, 3)};
    for (int round = 0; round < 30'000; ++round) {
        Bytes bytes;
        if (round % 2 == 0) {
            bytes = seeds[random() % seeds.size()];
            for (u64 n = 1 + random() % 4; n > 0; --n) {
                // Numbers of the head and counts above all: those decide how much is read.
                bytes[random() % 4 == 0 ? random() % bytes.size() : random() % 70] =
                    static_cast<u8>(random());
            }
            if (random() % 4 == 0) bytes.resize(random() % bytes.size());
        } else {
            bytes.resize(random() % 300);
            for (u8& byte : bytes) byte = static_cast<u8>(random() % 4 == 0 ? random() : random() % 2);
            if (bytes.size() > 2) bytes[0] = 1, bytes[1] = static_cast<u8>(1 + random() % 3);
        }
        if (std::find(seeds.begin(), seeds.end(), bytes) != seeds.end()) continue;
        ASSERT_FALSE(verify_value(bytes, root, key, log.value_of(key)).ok());
        ASSERT_FALSE(verify_absent(bytes, root, b("none")).ok());
        ASSERT_FALSE(verify_range(bytes, root).ok());
    }
}

TEST(Proof, ProofOfAValueStaysBelow800BytesInAWindowOfTwoMillionOperations)
{
    // 7,813 chunks across the multiple of a power of two that gives the longest way.
    OpTree tree{(8192 - 7000) * CHUNK_OPS};
    const Hash32 any = sha256(view("leaf"));
    for (u64 op = 0; op < 2'000'000; ++op) tree.append(any);
    const u64 op = 5000 * CHUNK_OPS;
    tree.set_active(op, true);
    StoreHead head{.op_count = tree.size(),
                   .floor = tree.floor(),
                   .live_count = 1'000'000,
                   .op_root = tree.root(),
                   .key_root = {}};
    const Bytes proof = prove_value(head, tree, op, [&](u64) { return any; });
    EXPECT_LT(proof.size(), 800U);
    EXPECT_EQ(proof.size(), 90U + 22 * 32);
}

/// Lines for verify_proof.py, and what it makes of them.
class PythonCases {
public:
    void value(std::string_view expected, const Hash32& root, BytesView proof, BytesView key, BytesView value)
    {
        add(expected, "value", {view(root), proof, key, value});
    }
    void absent(std::string_view expected, const Hash32& root, BytesView proof, BytesView key)
    {
        add(expected, "absent", {view(root), proof, key});
    }
    void range(std::string_view expected, const Hash32& root, BytesView proof)
    {
        add(expected, "range", {view(root), proof});
    }
    std::string expected_verdict() const
    {
        return std::to_string(count_) + " of " + std::to_string(count_) + " lines as they say\n";
    }
    std::string verdict() const
    {
        const std::filesystem::path cases = std::filesystem::temp_directory_path() /
                                            ("lariat-proofs-" + std::to_string(std::random_device{}()));
        std::ofstream(cases) << lines_;
        const auto script = std::filesystem::path(LARIAT_SOURCE_FOLDER) / "tests/state/verify_proof.py";
        const std::string command = "python3 '" + script.string() + "' < '" + cases.string() + "' 2>&1";
        std::string printed;
        if (FILE* pipe = popen(command.c_str(), "r")) {
            char line[512];
            while (std::fgets(line, sizeof line, pipe) != nullptr) printed += line;
            if (pclose(pipe) != 0) printed += "the script failed";
        }
        std::filesystem::remove(cases);
        return printed;
    }

private:
    void add(std::string_view expected, std::string_view kind, std::initializer_list<BytesView> fields)
    {
        lines_.append(expected).append(" ").append(kind);
        for (const BytesView field : fields) lines_.append(" ").append(to_hex(field));
        lines_.append("\n");
        ++count_;
    }
    std::string lines_;
    u64 count_ = 0;
};

TEST(Proof, TMR8_AVerifierInPythonSaysTheSameOfEveryProof)
{
    PythonCases cases;
    for (const u64 size : std::vector<u64>{0, 1, 3, 17, 256, 300, 1500, 4000}) {
        ProvenLog log = random_log(size, size, std::max<u64>(2, size / 4));
        const Hash32 root = log.root();
        Hash32 other_root = root;
        other_root.bytes[31] ^= 0x80;
        for (u64 number = 0; number < 200; ++number) {
            const Bytes key = numbered_key(number);
            const Bytes proof = log.prove(key);
            if (log.live().contains(key)) {
                const Bytes& value = log.value_of(key);
                cases.value("ok", root, proof, key, value);
                cases.value("bad", other_root, proof, key, value);
                cases.value("bad", root, proof, value, key);
                cases.absent("bad", root, proof, key);
            } else {
                cases.absent("ok", root, proof, key);
                cases.absent("bad", other_root, proof, key);
                cases.value("bad", root, proof, key, {});
                if (!log.live().empty()) cases.absent("bad", root, proof, log.live().begin()->first);
            }
        }
        const u64 begin = log.tree().floor() / 256;
        const u64 end = (size + 255) / 256;
        for (u64 from = begin; from < end; ++from) {
            for (u64 to = from + 1; to <= end; ++to) cases.range("ok", root, log.prove_chunks(from, to));
        }
    }
    EXPECT_EQ(cases.verdict(), cases.expected_verdict());
}

TEST(Proof, TMR8_AVerifierInPythonRefusesEveryChangedByteToo)
{
    PythonCases cases;
    ProvenLog log = random_log(14, 3000, 700);
    const Bytes key = log.live().begin()->first;
    cases.value("tamper", log.root(), log.prove(key), key, log.value_of(key));
    cases.absent("tamper", log.root(), log.prove(b("none")), b("none"));
    log.put(TWIN, b("value"));
    cases.absent("tamper", log.root(), log.prove(OTHER_TWIN), OTHER_TWIN);
    cases.absent("bad", log.root(), log.prove(OTHER_TWIN), TWIN);
    ProvenLog small = random_log(15, 256 * 4 + 9, 300);
    cases.range("tamper", small.root(), small.prove_chunks(4, 5));
    EXPECT_EQ(cases.verdict(), cases.expected_verdict());
}

std::string page()
{
    const auto path = std::filesystem::path(LARIAT_SOURCE_FOLDER) / "docs/proofs.md";
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(Proof, DET2_KnownAnswersArePinnedAndStandInTheDocument)
{
    ProvenLog log = small_log();
    const StoreHead head = log.head();
    const std::string text = page();
    const auto expect = [&](BytesView got, std::string_view pinned) {
        EXPECT_EQ(to_hex(got), pinned);
        EXPECT_NE(text.find(pinned), std::string::npos) << pinned;
    };
    expect(view(store_root({})), "0x719b312ad591d0035bf09db4ef4b6b865fe5d51f1f6e1e695c45a1ccef86ae44");
    expect(view(leaf_digest(0, OpKind::Put, b("a"), b("1"))),
           "0x0bb6140d4d18e77f5cdd3652f3f920653e60c938816dadb9afd64860483f38db");
    expect(view(leaf_digest(3, OpKind::Delete, b("b"), {})),
           "0x31a2f29a30572d4eb1a48ed914d1de834e2ab1f011014659cada047c5e59a4d6");
    expect(view(head.op_root), "0x68128b65cccfc6fc211a15af3fe987455616843a88311bb04877f93498ff6174");
    expect(view(head.key_root), "0x309a211a6e5c33cd9b5f0bb943e51ed7209ffe578035e33a483ea8651a8928a7");
    expect(view(log.root()), "0x134a1c15afa354fcce6865b8ffa6dbd0e913ed5ac7754637edd84aa5ce1b7cdb");
    expect(log.prove(b("a")),
           "0x0101000000000004000000000000000000000001309a211a6e5c33cd9b5f0bb943e51ed7209ffe578035e33a483ea86"
           "51a8928a7000000000002040000000000000000000000000000000000000000000000000000000000000031a2f29a3057"
           "2d4eb1a48ed914d1de834e2ab1f011014659cada047c5e59a4d69145758e5b1a5106be306fcfc92a1627a4d28bdbe6f35"
           "6df8abbcefe31c45094");
    expect(log.prove(b("b")),
           "0x010200000000000400000000000000000000000168128b65cccfc6fc211a15af3fe987455616843a88311bb04877f93"
           "498ff61740000000001ca978112ca1bbdca");
    expect(log.prove_chunks(0, 1),
           "0x0103000000000004000000000000000000000001309a211a6e5c33cd9b5f0bb943e51ed7209ffe578035e33a483ea86"
           "51a8928a70000000000000000000000010400000000000000000000000000000000000000000000000000000000000000"
           "01000000016100000001310100000001620000000132010000000161000000013302000000016200000000");

    ProvenLog large = random_log(13, 5000, 1000);
    EXPECT_EQ(to_hex(large.root()), "0xb266d9fff1f764c8662d45933fdc0a6087008b565ef9ac3fb6eb4a4e0d0548ac");
    EXPECT_EQ(to_hex(sha256(large.prove(large.live().begin()->first))),
              "0x0aa599fa27052a3bbdcc49467df8a0b6a92870d190b9709dfeb11b3beebe5b7d");
    EXPECT_EQ(to_hex(sha256(large.prove(b("none")))),
              "0xc8c8b1b028411659014300d7a20b8e36b80182a4e715d99fb005892252a8f65d");
    EXPECT_EQ(to_hex(sha256(large.prove_chunks(large.tree().floor() / 256, 1 + large.tree().floor() / 256))),
              "0x2511272b19f53536c05912c794de61a4b0b8303a48b48934f0493f04ca3edf68");
}

}  // namespace
}  // namespace lariat::state::proof_test
