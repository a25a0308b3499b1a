# One static library for each folder of src/: lariat_layer(name, libraries that it links to). Every layer has src/ as
# an include folder; tools/check_layers.py checks which headers a layer may include.

# Every layer may become part of a shared library (position-independent code), and such a shared library does not export
# its symbols: two of them in one program do not meet. With hidden symbols the compiler inlines as it does without
# position-independent code.

# The layers of the library; they are installed.
set(LARIAT_LIBRARY_LAYERS base state timers lane scheduler)

# For targets that are installed: no path of the building machine gets into them. Messages of broken invariants and
# debug information say src/lane/intake.cpp, whichever folder this clone is in.
function(lariat_without_build_paths target)
  target_compile_options(${target} PRIVATE -ffile-prefix-map=${PROJECT_BINARY_DIR}=build
                                           -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
endfunction()

function(lariat_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  if(sources)
    add_library(lariat_${name} STATIC ${sources})
    lariat_without_build_paths(lariat_${name})
    set_target_properties(lariat_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                    VISIBILITY_INLINES_HIDDEN ON)
    set(kind PUBLIC)
  else()
    add_library(lariat_${name} INTERFACE)
    set(kind INTERFACE)
  endif()
  target_include_directories(lariat_${name} ${kind} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_compile_features(lariat_${name} ${kind} cxx_std_20) # also for projects that link the installed library
  target_link_libraries(lariat_${name} ${kind} ${ARGN})
  if(name IN_LIST LARIAT_LIBRARY_LAYERS)
    add_library(lariat::${name} ALIAS lariat_${name})
    set_target_properties(lariat_${name} PROPERTIES EXPORT_NAME ${name})
  endif()
endfunction()

# lariat_unity(target file…) lets LARIAT_UNITY compile the target's files eight at a time: g++ instantiates the JSON,
# HTTP and test libraries once for each eight. So names of a file's own must differ within these layers; a file of
# tests may also have a namespace of its own, called as the file. The files named are compiled alone: of a coroutine
# in an included file g++ 12 warns that its frame uses types of that file.
function(lariat_unity target)
  if(LARIAT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  if(ARGN)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# The same for a layer of the consensus core, and for ALL alone.
function(lariat_core_unity target)
  if(LARIAT_UNITY STREQUAL "ALL")
    lariat_unity(${target})
  endif()
endfunction()

# lariat_precompile(target header…) parses the headers that most files of a target include once. It changes nothing
# but the time of a build: every file includes what it uses, and the preset gcc-O0, which precompiles nothing, checks
# that. LARIAT_PRECOMPILED is ON, OFF, or EDGE for the release: then the consensus core is compiled as it is. Headers stand in angle brackets, our own too: CMake writes other names down with the folder of this clone, and
# the compiler cache could not serve another clone. Of a file of src/node g++ takes a third of the time that way.
function(lariat_precompile target)
  set(core base state timers lane scheduler pvm chain)
  list(TRANSFORM core PREPEND lariat_)
  if(LARIAT_PRECOMPILED AND NOT (LARIAT_PRECOMPILED STREQUAL "EDGE" AND target IN_LIST core))
    target_precompile_headers(${target} PRIVATE ${ARGN})
    lariat_precompiled_for_ccache(${target})
  endif()
endfunction()

# The same headers as another target, which is compiled with the same options and comes before this one.
function(lariat_precompile_as target other)
  get_target_property(headers ${other} PRECOMPILE_HEADERS)
  if(headers)
    target_precompile_headers(${target} REUSE_FROM ${other})
    lariat_precompiled_for_ccache(${target})
  endif()
endfunction()

function(lariat_precompiled_for_ccache target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  else()
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()
