// Keccak and SHA through Crypto++ and OpenSSL, contexts reused where that is what costs.
#include "base/hash.hpp"

#include <cryptopp/keccak.h>
#include <cryptopp/sha3.h>
#include <openssl/sha.h>

namespace lariat {

Hash32 keccak256(std::initializer_list<BytesView> parts)
{
    thread_local CryptoPP::Keccak_256 hasher;  // reused: Final() restarts it
    for (const BytesView part : parts) hasher.Update(part.data(), part.size());
    Hash32 out;
    hasher.Final(out.bytes.data());
    return out;
}

// The low-level interface is deprecated in OpenSSL 3 but keeps its state on the stack:
// the EVP calls fetch and allocate, four times the cost for 64 bytes.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
Hash32 sha256(std::initializer_list<BytesView> parts)
{
    SHA256_CTX context;
    SHA256_Init(&context);
    for (const BytesView part : parts) SHA256_Update(&context, part.data(), part.size());
    Hash32 out;
    SHA256_Final(out.bytes.data(), &context);
    return out;
}
#pragma GCC diagnostic pop

Hash32 sha3_256(BytesView bytes)
{
    CryptoPP::SHA3_256 hasher;
    hasher.Update(bytes.data(), bytes.size());
    Hash32 out;
    hasher.Final(out.bytes.data());
    return out;
}

}  // namespace lariat
