// One value holds all of them: between two blocks they are written once and read only by a restart.
#include "timers/watches/modified_keys.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

std::vector<PlacedKey> each_once(std::vector<PlacedKey> keys)
{
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

}  // namespace

std::vector<PlacedKey> ModifiedKeys::sorted() const
{
    return each_once(modified_);
}

std::vector<PlacedKey> ModifiedKeys::take()
{
    std::vector<PlacedKey> keys = each_once(std::exchange(modified_, {}));
    if (state_.contains(view(MODIFIED_KEY))) state_.erase(view(MODIFIED_KEY));
    return keys;
}

void ModifiedKeys::end_block(bool only_what_matters, const std::function<bool(const Address&)>& matters)
{
    modified_ = take();
    if (only_what_matters) {
        std::optional<Address> last;
        bool last_matters = false;
        std::erase_if(modified_, [&](const PlacedKey& key) {
            const Address actor = actor_of(key);
            if (last != actor) last_matters = matters(actor);
            last = actor;
            return !last_matters;
        });
    }
    if (modified_.empty()) return;
    Writer w;
    for (const PlacedKey& key : modified_) w.put_bytes(key);
    state_.put(view(MODIFIED_KEY), w.bytes());
}

void ModifiedKeys::rebuild(state::Walk& walk)
{
    const auto modified = walk.state().get(view(MODIFIED_KEY));
    if (!modified) return;
    Reader r(*modified);
    while (r.ok() && r.left() > 0) modified_.push_back(to_bytes(r.get_bytes()));
    const bool has_actors = std::all_of(modified_.begin(), modified_.end(), [](const PlacedKey& key) {
        return key.size() >= sizeof(Address::bytes);
    });
    const bool ascends =
        std::adjacent_find(modified_.begin(), modified_.end(), std::greater_equal<>()) == modified_.end();
    if (!r.done() || modified_.empty() || !has_actors || !ascends)
        walk.refuse(view(MODIFIED_KEY), "the list of modified keys is malformed");
}

}  // namespace lariat::timers
