// The region behind an Arena: pages are committed when they are first touched, and large where the system
// gives such: what fills the arena and then walks it in no order waits for the pages' addresses otherwise.
#include "pvm/objects/arena.hpp"

#include <sys/mman.h>

#include "base/large_page.hpp"

namespace lariat::pvm {

Arena::Arena(u64 bytes) : size_(bytes & ~u64{7})
{
    if (size_ == 0) return;
    void* region =
        mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    LARIAT_ASSERT(region != MAP_FAILED);
    wish_for_large_pages(region, size_);
    base_ = low_ = high_ = static_cast<u8*>(region);
    reset();  // all of it is above high_: unused
}

Arena::~Arena()
{
    if (base_ == nullptr) return;
    allow(base_, size_);  // whoever is given these addresses next
    munmap(base_, size_);
}

}  // namespace lariat::pvm
