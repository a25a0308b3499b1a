# One static library for each folder of src/: lariat_layer(name, what it links to). A layer sees
# the headers of every layer through src/ as include root; which of them it may include is checked
# by tools/check_layers.py.
function(lariat_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  if(sources)
    add_library(lariat_${name} STATIC ${sources})
    set(kind PUBLIC)
  else()
    add_library(lariat_${name} INTERFACE)
    set(kind INTERFACE)
  endif()
  target_include_directories(lariat_${name} ${kind} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(lariat_${name} ${kind} cxx_std_20) # for whoever links an installed one
  target_link_libraries(lariat_${name} ${kind} ${ARGN})
endfunction()

# lariat_precompile(target header…): what most files of it read is parsed once. Never needed: a file includes what
# it uses, and the preset release, which precompiles nothing, is the check of that. lariat_precompile_templates is
# for headers that are mostly templates (JSON, the tests' libraries): g++ gains nothing there. Headers stand in angle
# brackets, ours too: CMake writes other names down with the folder of this clone, and no other could use the result.
function(lariat_precompile_templates target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    lariat_precompile(${target} ${ARGN})
  endif()
endfunction()
function(lariat_precompile target)
  if(LARIAT_PRECOMPILED)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp") # for ccache
    else()
      target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
  endif()
endfunction()
