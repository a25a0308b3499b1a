// The three values of the state that every block writes. The archive keeps them as one row for each block,
// not as versions of three keys.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lariat/types.hpp"

namespace lariat::node {

class BlockValues {
public:
    /// Is it one of the keys that stand here?
    static bool has(BytesView key);

    /// Of a key for which has() holds; nothing: it is not in the state.
    const std::optional<Bytes>& at(BytesView key) const { return values_[place_of(key)]; }
    void set(BytesView key, std::optional<BytesView> value);
    /// Those that are there, by key.
    std::vector<std::pair<Bytes, Bytes>> pairs() const;

    Bytes encoded() const;
    /// Nothing when the bytes were not made by encoded().
    static std::optional<BlockValues> decoded(BytesView bytes);

private:
    static constexpr std::size_t COUNT = 3;
    static std::size_t place_of(BytesView key);

    std::array<std::optional<Bytes>, COUNT> values_;
};

}  // namespace lariat::node
