// Hash tables whose keys a stranger chooses: with a secret of this process in the hash he cannot choose such
// as collide. They are asked and never walked, since the order in them is another one in every process.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/siphash.hpp"

namespace lariat {

class KeyedHash {
public:
    explicit KeyedHash(SipSecret secret = process_secret()) noexcept : secret_(secret) {}

    // Not noexcept: so the tables keep each key's hash instead of making it again when they look for another.
    std::size_t operator()(std::string_view text) const { return siphash<1, 3>(secret_, view(text)); }
    std::size_t operator()(u64 number) const
    {
        return siphash<1, 3>(secret_, {reinterpret_cast<const u8*>(&number), sizeof number});
    }
    std::size_t operator()(const void* address) const
    {
        return (*this)(static_cast<u64>(reinterpret_cast<std::uintptr_t>(address)));
    }

private:
    static SipSecret process_secret()
    {
        static const SipSecret secret = random_secret();
        return secret;
    }

    SipSecret secret_;
};

template <class Key, class T>
using KeyedMap = std::unordered_map<Key, T, KeyedHash>;
template <class Key>
using KeyedSet = std::unordered_set<Key, KeyedHash>;

}  // namespace lariat
