// Wraps libsecp256k1.
#include "node/keys.hpp"

#include <algorithm>
#include <memory>

#include <openssl/rand.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include "base/hash.hpp"
#include "lariat/assert.hpp"

namespace lariat::node {

namespace {

struct Destroy {
    void operator()(secp256k1_context* context) const { secp256k1_context_destroy(context); }
};
using Context = std::unique_ptr<secp256k1_context, Destroy>;

/// One context for each thread: signing blinds with random numbers that are kept in it.
const secp256k1_context* context()
{
    thread_local const Context kept = [] {
        Context made(secp256k1_context_create(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY));
        std::array<u8, 32> seed;
        const bool random = RAND_bytes(seed.data(), static_cast<int>(seed.size())) == 1;
        LARIAT_ASSERT(random && secp256k1_context_randomize(made.get(), seed.data()) == 1);
        return made;
    }();
    return kept.get();
}

Address address_of_point(const secp256k1_pubkey& key)
{
    std::array<u8, 65> encoded;
    std::size_t size = encoded.size();
    secp256k1_ec_pubkey_serialize(context(), encoded.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    const Hash32 hash = keccak256(BytesView(encoded).subspan(1));
    Address address;
    std::copy_n(view(hash).end() - 20, 20, address.bytes.begin());
    return address;
}

}  // namespace

std::optional<Address> address_of(const PrivateKey& key)
{
    secp256k1_pubkey public_key;
    if (secp256k1_ec_pubkey_create(context(), &public_key, key.data()) != 1) return std::nullopt;
    return address_of_point(public_key);
}

std::optional<Signature> sign(const Hash32& digest, const PrivateKey& key)
{
    secp256k1_ecdsa_recoverable_signature made;
    if (secp256k1_ecdsa_sign_recoverable(context(), &made, view(digest).data(), key.data(), nullptr,
                                         nullptr) != 1)
        return std::nullopt;
    Signature out;
    int v = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(context(), out.data(), &v, &made);
    out[64] = static_cast<u8>(v);
    // v of 2 and 3 say that r was reduced, which has a chance of 2^-127.
    return v <= 1 ? std::optional{out} : std::nullopt;
}

std::optional<Address> recover(const Hash32& digest, const Signature& signature)
{
    if (signature[64] > 1) return std::nullopt;
    secp256k1_ecdsa_recoverable_signature parsed;
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(context(), &parsed, signature.data(),
                                                            signature[64]) != 1)
        return std::nullopt;
    // The library recovers high s too; a signature and its mirror image would then be two transactions of
    // one.
    secp256k1_ecdsa_signature plain, normal;
    secp256k1_ecdsa_recoverable_signature_convert(context(), &plain, &parsed);
    if (secp256k1_ecdsa_signature_normalize(context(), &normal, &plain) != 0) return std::nullopt;
    secp256k1_pubkey key;
    if (secp256k1_ecdsa_recover(context(), &key, &parsed, view(digest).data()) != 1) return std::nullopt;
    return address_of_point(key);
}

}  // namespace lariat::node
