// The room of a text that is being made.
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

// Room is given as the memory left is now: at most twice what was asked of it.
void Text::grow(std::size_t more)
{
    const u64 wanted = chars_.size() + more;
    vm_.arena.need(wanted);
    if (vm_.text_held - counted_ + wanted > vm_.arena.size()) throw Halt{Halt::Why::memory};
    vm_.text_held += wanted - counted_;
    counted_ = wanted;
    room_ = std::max<std::size_t>(wanted, 2 * room_);
    chars_.reserve(room_);
}

}  // namespace lariat::pvm
