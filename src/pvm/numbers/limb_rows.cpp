// Rows of products in the instructions that some processors have for them; see limb_rows.hpp.
#include "pvm/numbers/limb_rows.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace lariat::pvm::bigint {

#if defined(__x86_64__)

namespace {

// MULX (BMI2), ADCX and ADOX (ADX): leaf 7, bits 8 and 19 of EBX.
const bool HAS_TWO_CHAINS = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 8 & 1) != 0 && (b >> 19 & 1) != 0;
}();

constexpr std::size_t MIDDLE = LIMBS_OF_A_BLOCK / 2;  // displacements to both sides of it take one byte
constexpr std::size_t CODE_OF_A_LIMB = 23;            // bytes
static_assert(LIMBS_OF_A_BLOCK == 32 && CODE_OF_A_LIMB == 23, "as the code below is written out");

// One chain (CF) adds the halves of the products to each other, the other (OF) adds what is there; nothing
// between may touch the flags, so the limbs of a block stand one after the other, and a jump leads to where
// only the last n are left. For that all take as many bytes: the registers are fixed, and the displacement of
// 0, which is not encoded, has an empty instruction in its place.
// clang-format off
#define LIMB(at, from, to)                          \
    "mulxq " #at "(%%rsi), %%r9, %%" #to "\n"       \
    "adcxq %%" #from ", %%r9\n"                     \
    "adoxq " #at "(%%rdi), %%r9\n"                  \
    "movq %%r9, " #at "(%%rdi)\n"
#define FOUR(a, b, c, d) LIMB(a, r11, r10) LIMB(b, r10, r11) LIMB(c, r11, r10) LIMB(d, r10, r11)
#define BLOCK                                                                                   \
    "1:\n"                                                                                      \
    FOUR(-128, -120, -112, -104) FOUR(-96, -88, -80, -72) FOUR(-64, -56, -48, -40)              \
    FOUR(-32, -24, -16, -8) ".byte 0x0f, 0x1f, 0x00\n" FOUR(0, 8, 16, 24) FOUR(32, 40, 48, 56)  \
    FOUR(64, 72, 80, 88) FOUR(96, 104, 112, 120)                                                \
    ".org 1b + 32 * 23\n"                                                                       \
    "movl $0, %%r8d\n"                                                                          \
    "adcxq %%r8, %%r11\n"                                                                       \
    "adoxq %%r8, %%r11\n"

/// Of 1 to LIMBS_OF_A_BLOCK limbs, with what is carried into them and out of them.
u64 add_block(u64* out, const u64* limbs, std::size_t n, u64 factor, u64 carry) noexcept
{
    const std::size_t left_out = LIMBS_OF_A_BLOCK - n;
    asm volatile(
        "leaq 1f(%%rip), %%r9\n"
        "addq %[left_out], %%r9\n"
        "movq %[carry], %%r10\n"
        "movq %[carry], %%r11\n"
        "xorl %%r8d, %%r8d\n"
        "jmp *%%r9\n"
        BLOCK
        "movq %%r11, %[carry]\n"
        : [carry] "+r"(carry)
        : "D"(out + MIDDLE - left_out), "S"(limbs + MIDDLE - left_out), "d"(factor),
          [left_out] "r"(left_out * CODE_OF_A_LIMB)
        : "r8", "r9", "r10", "r11", "cc", "memory");
    return carry;
}

/// Where no row is longer than a block: they are gone through without leaving the block.
void add_short_rows(u64* out, const u64* limbs, std::size_t n, const u64* factors, std::size_t rows) noexcept
{
    const std::size_t left_out = LIMBS_OF_A_BLOCK - n;
    u64* row = out + MIDDLE - left_out;
    std::size_t begin = left_out * CODE_OF_A_LIMB;
    asm volatile(
        "leaq 1f(%%rip), %%r9\n"
        "addq %%r9, %[begin]\n"
        "0:\n"
        "movq (%[factors]), %%rdx\n"
        "addq $8, %[factors]\n"
        "xorl %%r10d, %%r10d\n"
        "xorl %%r11d, %%r11d\n"
        "jmp *%[begin]\n"
        ".p2align 5\n"
        BLOCK
        "movq %%r11, 128(%%rdi)\n"
        "addq $8, %%rdi\n"
        "decq %[rows]\n"
        "jnz 0b\n"
        : "+D"(row), [factors] "+r"(factors), [rows] "+r"(rows), [begin] "+r"(begin)
        : "S"(limbs + MIDDLE - left_out)
        : "rdx", "r8", "r9", "r10", "r11", "cc", "memory");
}
// clang-format on

#undef BLOCK
#undef FOUR
#undef LIMB

u64 add_in_two_chains(u64* out, const u64* limbs, std::size_t n, u64 factor) noexcept
{
    u64 carry = 0;
    for (; n > LIMBS_OF_A_BLOCK; n -= LIMBS_OF_A_BLOCK, out += LIMBS_OF_A_BLOCK, limbs += LIMBS_OF_A_BLOCK)
        carry = add_block(out, limbs, LIMBS_OF_A_BLOCK, factor, carry);
    return add_block(out, limbs, n, factor, carry);
}

}  // namespace

u64 add_product_of_many(u64* out, const u64* limbs, std::size_t n, u64 factor) noexcept
{
    return HAS_TWO_CHAINS ? add_in_two_chains(out, limbs, n, factor)
                          : add_product_plainly(out, limbs, n, factor, 0);
}

void add_products_of_many(u64* out, const u64* limbs, std::size_t n, const u64* factors,
                          std::size_t rows) noexcept
{
    if (!HAS_TWO_CHAINS) return add_products_plainly(out, limbs, n, factors, rows);
    if (n <= LIMBS_OF_A_BLOCK) return add_short_rows(out, limbs, n, factors, rows);
    for (std::size_t i = 0; i < rows; ++i) out[i + n] = add_in_two_chains(out + i, limbs, n, factors[i]);
}

#else

u64 add_product_of_many(u64* out, const u64* limbs, std::size_t n, u64 factor) noexcept
{
    return add_product_plainly(out, limbs, n, factor, 0);
}

void add_products_of_many(u64* out, const u64* limbs, std::size_t n, const u64* factors,
                          std::size_t rows) noexcept
{
    add_products_plainly(out, limbs, n, factors, rows);
}

#endif

}  // namespace lariat::pvm::bigint
