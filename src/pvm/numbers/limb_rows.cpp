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

// One chain (CF) adds the halves of the products to each other, the other (OF) adds what is there; nothing
// between may touch the flags, so the turns are counted by LEA and JRCXZ.
// clang-format off
#define LIMB(at, from, to)                              \
    "mulxq " at "(%[limbs]), %%r9, " to "\n"            \
    "adcxq " from ", %%r9\n"                            \
    "adoxq " at "(%[out]), %%r9\n"                      \
    "movq %%r9, " at "(%[out])\n"
#define FOUR_LIMBS(a, b, c, d, from, to)                \
    LIMB(a, from, "%%r10") LIMB(b, "%%r10", "%%r11")    \
    LIMB(c, "%%r11", "%%r10") LIMB(d, "%%r10", to)
#define ROW(limbs_of_a_turn, bytes_of_a_turn)           \
    asm volatile(                                       \
        "xorl %%r8d, %%r8d\n"                           \
        "1:\n"                                          \
        limbs_of_a_turn                                 \
        "leaq " bytes_of_a_turn "(%[limbs]), %[limbs]\n" \
        "leaq " bytes_of_a_turn "(%[out]), %[out]\n"    \
        "leaq -1(%%rcx), %%rcx\n"                       \
        "jrcxz 2f\n"                                    \
        "jmp 1b\n"                                      \
        "2:\n"                                          \
        "adcxq %%r8, %[carry]\n"                        \
        "adoxq %%r8, %[carry]\n"                        \
        : [out] "+r"(row.out), [limbs] "+r"(row.limbs), "+c"(turns), [carry] "+r"(row.carry) \
        : "d"(row.factor)                               \
        : "r8", "r9", "r10", "r11", "cc", "memory")
// clang-format on

struct Row {
    u64* out;
    const u64* limbs;
    u64 factor, carry;
};

[[gnu::always_inline]] inline void add_fours(Row& row, std::size_t turns) noexcept
{
    ROW(FOUR_LIMBS("0", "8", "16", "24", "%[carry]", "%[carry]"), "32");
}

[[gnu::always_inline]] inline void add_sixteens(Row& row, std::size_t turns) noexcept
{
    ROW(FOUR_LIMBS("0", "8", "16", "24", "%[carry]", "%%r11")
            FOUR_LIMBS("32", "40", "48", "56", "%%r11", "%[carry]")
                FOUR_LIMBS("64", "72", "80", "88", "%[carry]", "%%r11")
                    FOUR_LIMBS("96", "104", "112", "120", "%%r11", "%[carry]"),
        "128");
}

#undef LIMB
#undef FOUR_LIMBS
#undef ROW

[[gnu::always_inline]] inline u64 add_in_two_chains(u64* out, const u64* limbs, std::size_t n,
                                                    u64 factor) noexcept
{
    Row row{out, limbs, factor, 0};
    if (n / 16 != 0) add_sixteens(row, n / 16);
    if (n % 16 == 0) return row.carry;
    if (n % 16 / 4 != 0) add_fours(row, n % 16 / 4);
    return add_product_plainly(row.out, row.limbs, n % 4, factor, row.carry);
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
