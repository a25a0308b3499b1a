// Entry point of every GoogleTest program. Unlike gtest_main it refuses arguments that GoogleTest does not
// know.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);  // removes the arguments that it understands
    bool help = false;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--help") == 0 || std::strcmp(argv[i], "-h") == 0) {
            help = true;
        } else {
            std::fprintf(stderr, "%s: unknown argument %s; see --help\n", argv[0], argv[i]);
            return 2;
        }
    }
    const int status = RUN_ALL_TESTS();  // after --help it runs no test
    return help ? 0 : status;
}
