// The keyed hash of the tables in memory: AES where the processor has its instructions, else SipHash-1-3. Who
// does not know the secret cannot choose keys that collide. A table is of one process, or says by which hash
// it was made: nothing that is kept for others, compared or shown may depend on it.
#pragma once

#include "base/siphash.hpp"

namespace lariat::state {

class KeyHash {
public:
    enum class Kind : u8 {
        siphash,
        /// A chain over blocks of 16 bytes, each mixed in and followed by four rounds of AES with a key of
        /// zeros, as in Pelican (Daemen and Rijmen, 2005). It begins with the secret and the length; the last
        /// block is filled up with zeros; the hash is the first half of what is left. Two keys of one length
        /// collide with a probability near 2^-64, since four rounds let no difference through that could be
        /// foreseen.
        aes,
    };
    /// The better one of those that this processor has.
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
