// Tests of compiled programs as bytes: every compilation gives the same, and a loaded image runs.
#include <gtest/gtest.h>

#include "pvm/pvm.hpp"
#include "vm_corpus.hpp"

namespace lariat::pvm {
namespace {

TEST(PvmImage, DET1_AnImageIsTheSameFromEveryCompilation)
{
    each_corpus_program([](const CorpusProgram& program) {
        const auto once = compile_image(program.source, corpus_limits());
        const auto again = compile_image(program.source, corpus_limits());
        ASSERT_TRUE(once.ok() && again.ok()) << program.path;
        EXPECT_EQ(once.value(), again.value()) << program.path << ": an address, or the order of a table";
    });
}

TEST(PvmImage, AProgramRunsFromACopyOfItsImageWhenTheFirstIsGone)
{
    constexpr std::string_view SOURCE = R"(
class Counter:
    """Counts."""
    names = ('one', ('two', b'three', 1 << 80), None, True, ...)
    def go(self, payload, *rest, sep: 'text' = ', ', **more) -> bytes:
        """Says what it is made of."""
        def inner(n):
            try:
                return [inner.__qualname__, str(n), self.names[1], __name__, self.go.__doc__, type(self).__doc__]
            finally:
                more['seen'] = n
        return repr((inner(3), more, sorted(self.go.__annotations__))).encode()
)";
    Bytes copy;
    {
        const auto image = compile_image(SOURCE, Limits{});
        ASSERT_TRUE(image.ok());
        copy = image.value();
        (void)load(image.value());
    }
    const auto program = load(std::move(copy));
    FakeHost host;
    Meter meter{100'000, 100'000};
    host.meter = &meter;
    const Outcome out = run(*program, {"go", {}, {}, {}}, host, meter, Limits{});
    EXPECT_EQ(text(out.returned),
              "(['Counter.go.<locals>.inner', '3', ('two', b'three', 1208925819614629174706176), '__main__', "
              "'Says what it is made of.', 'Counts.'], {'seen': 3}, ['return', 'sep'])");
}

// The price of entering code grows with its image where the source is short (BLK-8): a changed size is a
// changed price.
TEST(PvmImage, BLK8_TheSizeOfAnImageIsPinned)
{
    EXPECT_EQ(compile_image("def go(p): pass\n", Limits{}).value().size(), 632U);
    EXPECT_EQ(compile_image("class A:\n    def go(self, p): return (1, 'a', b'b', 1 << 70)\n", Limits{})
                  .value()
                  .size(),
              1288U);
}

}  // namespace
}  // namespace lariat::pvm
