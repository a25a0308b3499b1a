// Derivation by scrypt and PBKDF2 and the cipher are those of OpenSSL.
#include "client/keystore.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "lariat/assert.hpp"

namespace lariat::client {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t DERIVED_BYTES = 32, HALF = 16, IV_BYTES = 16, SALT_BYTES = 32;
constexpr u64 SCRYPT_N = 262'144, SCRYPT_R = 8, SCRYPT_P = 1;
// A file of a stranger must not take all memory or all time.
constexpr u64 SCRYPT_MEMORY_MAX = u64{1} << 30, PBKDF2_ROUNDS_MAX = 20'000'000;

using Derived = std::array<u8, DERIVED_BYTES>;

bool scrypt(const std::string& password, BytesView salt, u64 n, u64 r, u64 p, Derived& out)
{
    return EVP_PBE_scrypt(password.data(), password.size(), salt.data(), salt.size(), n, r, p,
                          SCRYPT_MEMORY_MAX + (u64{1} << 20), out.data(), out.size()) == 1;
}

/// AES-128-CTR, which is the same in both directions.
bool cipher(BytesView key, BytesView iv, BytesView from, std::span<u8> to)
{
    struct Free {
        void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
    };
    const std::unique_ptr<EVP_CIPHER_CTX, Free> context(EVP_CIPHER_CTX_new());
    int size = 0;
    return context &&
           EVP_EncryptInit_ex(context.get(), EVP_aes_128_ctr(), nullptr, key.data(), iv.data()) == 1 &&
           EVP_EncryptUpdate(context.get(), to.data(), &size, from.data(), static_cast<int>(from.size())) ==
               1 &&
           size == static_cast<int>(from.size());
}

std::string plain_hex(BytesView bytes)
{
    return to_hex(bytes).substr(2);
}

std::string fresh_uuid()
{
    std::array<u8, 16> bytes;
    const bool random = RAND_bytes(bytes.data(), bytes.size()) == 1;
    LARIAT_ASSERT(random);
    bytes[6] = static_cast<u8>((bytes[6] & 0x0f) | 0x40);  // version 4
    bytes[8] = static_cast<u8>((bytes[8] & 0x3f) | 0x80);
    std::string hex = plain_hex(bytes);
    for (const std::size_t at : {20, 16, 12, 8}) hex.insert(at, "-");
    return hex;
}

std::optional<Bytes> hex_of(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) return std::nullopt;
    const std::string& text = found->get_ref<const std::string&>();
    return from_hex(text.starts_with("0x") ? text : "0x" + text);
}

std::optional<u64> number_of(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
    return found->get<u64>();
}

std::string text_of(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The members of a key file.
struct KeyFile {
    Bytes ciphertext, iv, mac, salt;
    Json params;
    bool is_scrypt = true;
};

Result<KeyFile, std::string> parse(const std::string& file)
{
    const Json json = Json::parse(file, nullptr, false);
    if (!json.is_object()) return std::string("it is no JSON object");
    const auto version = number_of(json, "version");
    if (version != 3) return std::string("its version is not 3");
    const auto crypto = json.find(json.contains("crypto") ? "crypto" : "Crypto");
    if (crypto == json.end() || !crypto->is_object()) return std::string("it has no object crypto");
    KeyFile out;
    if (text_of(*crypto, "cipher") != "aes-128-ctr") return std::string("its cipher is not aes-128-ctr");
    const std::string kdf = text_of(*crypto, "kdf");
    out.is_scrypt = kdf == "scrypt";
    if (!out.is_scrypt && kdf != "pbkdf2") return std::string("its kdf is neither scrypt nor pbkdf2");
    const auto params = crypto->find("kdfparams"), cipherparams = crypto->find("cipherparams");
    if (params == crypto->end() || !params->is_object()) return std::string("it has no object kdfparams");
    if (cipherparams == crypto->end() || !cipherparams->is_object())
        return std::string("it has no object cipherparams");
    const auto ciphertext = hex_of(*crypto, "ciphertext"), mac = hex_of(*crypto, "mac"),
               iv = hex_of(*cipherparams, "iv"), salt = hex_of(*params, "salt");
    if (!ciphertext || ciphertext->size() != PrivateKey{}.size())
        return std::string("its ciphertext has not 32 bytes");
    if (!mac || mac->size() != DERIVED_BYTES) return std::string("its mac has not 32 bytes");
    if (!iv || iv->size() != IV_BYTES) return std::string("its iv has not 16 bytes");
    if (!salt) return std::string("its salt is no hex");
    if (number_of(*params, "dklen") != DERIVED_BYTES) return std::string("its dklen is not 32");
    out.ciphertext = *ciphertext;
    out.mac = *mac;
    out.iv = *iv;
    out.salt = *salt;
    out.params = *params;
    return out;
}

std::optional<std::string> derive(const KeyFile& file, const std::string& password, Derived& out)
{
    if (file.is_scrypt) {
        const auto n = number_of(file.params, "n"), r = number_of(file.params, "r"),
                   p = number_of(file.params, "p");
        if (!n || !r || !p || *r == 0 || *n > SCRYPT_MEMORY_MAX / 128 / std::min(*r, SCRYPT_MEMORY_MAX) ||
            *p > 64 || !scrypt(password, file.salt, *n, *r, *p, out))
            return "its scrypt has parameters that cannot be used";
        return std::nullopt;
    }
    const auto rounds = number_of(file.params, "c");
    if (text_of(file.params, "prf") != "hmac-sha256") return "its prf is not hmac-sha256";
    if (!rounds || *rounds == 0 || *rounds > PBKDF2_ROUNDS_MAX ||
        PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), file.salt.data(),
                          static_cast<int>(file.salt.size()), static_cast<int>(*rounds), EVP_sha256(),
                          static_cast<int>(out.size()), out.data()) != 1)
        return "its pbkdf2 has parameters that cannot be used";
    return std::nullopt;
}

Hash32 mac_of(const Derived& derived, BytesView ciphertext)
{
    return keccak256({BytesView(derived).subspan(HALF), ciphertext});
}

}  // namespace

std::string encrypt_key(const PrivateKey& key, const std::string& password)
{
    std::array<u8, SALT_BYTES> salt;
    std::array<u8, IV_BYTES> iv;
    const bool random = RAND_bytes(salt.data(), salt.size()) == 1 && RAND_bytes(iv.data(), iv.size()) == 1;
    LARIAT_ASSERT(random);
    Derived derived;
    PrivateKey hidden;
    const bool done = scrypt(password, salt, SCRYPT_N, SCRYPT_R, SCRYPT_P, derived) &&
                      cipher(BytesView(derived).first(HALF), iv, key, hidden);
    LARIAT_ASSERT(done);
    const auto address = node::address_of(key);
    LARIAT_REQUIRE(address.has_value(), "encrypt_key: the number is a private key");
    const Json file{{"address", to_hex(*address).substr(2)},
                    {"crypto",
                     {{"cipher", "aes-128-ctr"},
                      {"ciphertext", plain_hex(hidden)},
                      {"cipherparams", {{"iv", plain_hex(iv)}}},
                      {"kdf", "scrypt"},
                      {"kdfparams",
                       {{"dklen", DERIVED_BYTES},
                        {"n", SCRYPT_N},
                        {"p", SCRYPT_P},
                        {"r", SCRYPT_R},
                        {"salt", plain_hex(salt)}}},
                      {"mac", plain_hex(view(mac_of(derived, hidden)))}}},
                    {"id", fresh_uuid()},
                    {"version", 3}};
    OPENSSL_cleanse(derived.data(), derived.size());
    return file.dump() + "\n";
}

Outcome<PrivateKey> decrypt_key(const std::string& file, const std::string& password)
{
    const auto parsed = parse(file);
    if (!parsed) return bad_input("this is no key file: " + parsed.error());
    Derived derived;
    if (const auto why = derive(parsed.value(), password, derived))
        return bad_input("this key file cannot be used: " + *why);
    const Hash32 mac = mac_of(derived, parsed.value().ciphertext);
    if (CRYPTO_memcmp(view(mac).data(), parsed.value().mac.data(), DERIVED_BYTES) != 0)
        return bad_input("the password is not that of the key file");
    PrivateKey key;
    const bool done =
        cipher(BytesView(derived).first(HALF), parsed.value().iv, parsed.value().ciphertext, key);
    OPENSSL_cleanse(derived.data(), derived.size());
    if (!done || !node::address_of(key)) return bad_input("the key file holds no private key of secp256k1");
    return key;
}

std::optional<Address> stated_address(const std::string& file)
{
    const Json json = Json::parse(file, nullptr, false);
    const auto bytes = json.is_object() ? hex_of(json, "address") : std::nullopt;
    return bytes ? address_from_hex(to_hex(BytesView(*bytes))) : std::nullopt;
}

std::optional<std::string> why_no_key_file(const std::string& file)
{
    const auto parsed = parse(file);
    return parsed ? std::nullopt : std::optional<std::string>(parsed.error());
}

std::optional<PrivateKey> key_from_hex(std::string text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.pop_back();
    const auto bytes = from_hex(text.starts_with("0x") ? text : "0x" + text);
    PrivateKey key;
    if (!bytes || bytes->size() != key.size()) return std::nullopt;
    std::copy(bytes->begin(), bytes->end(), key.begin());
    return node::address_of(key) ? std::optional(key) : std::nullopt;
}

}  // namespace lariat::client
