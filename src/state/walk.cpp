// Implements the pass over a state; see walk.hpp.
#include "state/walk.hpp"

#include "state/damage.hpp"

namespace lariat::state {

void Walk::on(u8 table, std::size_t key_bytes, Visit visit)
{
    LARIAT_ASSERT(key_bytes > 0);
    readers_[table].push_back({key_bytes, std::move(visit)});
}

void Walk::refuse(std::string why)
{
    if (read_) read_ = std::move(why);
}

void Walk::refuse(BytesView key, std::string_view why)
{
    refuse("key " + shown_key(key) + ": " + std::string(why));
}

StatusOf<std::string> Walk::run()
{
    state_.for_each([this](BytesView key, BytesView value) {
        if (!read_ || key.empty()) return;
        for (const Reader& reader : readers_[key[0]])
            if (reader.key_bytes == key.size()) reader.visit(key, value);
    });
    for (const auto& step : steps_) {
        if (!read_) break;
        auto done = step();  // which may have called refuse()
        if (read_) read_ = std::move(done);
    }
    return read_;
}

}  // namespace lariat::state
