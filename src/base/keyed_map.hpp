// Hash tables for keys that users choose. The hash depends on a random secret of the process, so nobody can
// choose keys that collide. The order of such a table differs from process to process: never iterate over
// one.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/siphash.hpp"

namespace lariat {

class KeyedHash {
public:
    explicit KeyedHash(SipSecret secret = process_secret()) noexcept : secret_(secret) {}

    // Not noexcept on purpose: then std::unordered_map stores each hash instead of computing it again.
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
