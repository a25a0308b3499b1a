// Random secrets for hash tables.
#include "base/siphash.hpp"

#include <sys/random.h>

#include "lariat/assert.hpp"

namespace lariat {

SipSecret random_secret()
{
    SipSecret secret;
    LARIAT_ASSERT(::getrandom(&secret, sizeof secret, 0) == sizeof secret);
    return secret;
}

}  // namespace lariat
