// Keyed hash of the tables in memory: AES if the processor has the instructions, else SipHash-1-3. Without
// the secret nobody can choose colliding keys. The hash belongs to one process, or is recorded beside its
// table; no result may depend on it.
#pragma once

#include "base/siphash.hpp"

namespace lariat::state {

class KeyHash {
public:
    enum class Kind : u8 {
        siphash,
        /// A chain over blocks of 16 bytes, each mixed in and followed by four rounds of AES with a zero key,
        /// as in Pelican (Daemen and Rijmen, 2005). The initial state has the secret and the length; the last
        /// block is padded with zeros; the hash is the first half of the final state. Two keys of one length
        /// collide with a probability near 2^-64: no difference passes four rounds predictably.
        aes,
    };
    /// The best kind that this processor supports.
    static Kind best() noexcept;

    /// `kind` is siphash or what best() says.
    explicit KeyHash(SipSecret secret, Kind kind = best()) noexcept : secret_(secret), kind_(kind) {}

    u64 operator()(BytesView key) const noexcept
    {
        return kind_ == Kind::aes ? aes_hash(secret_, key) : siphash<1, 3>(secret_, key);
    }
    Kind kind() const noexcept { return kind_; }
    SipSecret secret() const noexcept { return secret_; }

private:
    static u64 aes_hash(SipSecret secret, BytesView key) noexcept;

    SipSecret secret_;
    Kind kind_;
};

}  // namespace lariat::state
