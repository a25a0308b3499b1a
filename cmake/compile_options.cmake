# Compiler flags of every target of this project. None of them reaches a project that links the library.

add_compile_options(-Wall -Wextra -Wshadow -Wnon-virtual-dtor -fno-fast-math -ffp-contract=off)
if(LARIAT_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With optimisation g++ 12 gives these warnings for inlined library code that is right. clang and the sanitizers
  # look for the same faults.
  add_compile_options(-Wno-stringop-overread -Wno-stringop-overflow -Wno-array-bounds -Wno-restrict
                      -Wno-maybe-uninitialized -Wno-dangling-pointer)
endif()

if(LARIAT_SANITIZE)
  add_compile_options(-fsanitize=${LARIAT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${LARIAT_SANITIZE})
endif()
if(LARIAT_FUZZ AND LARIAT_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
