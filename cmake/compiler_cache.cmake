# What one clone compiled serves the next, where ccache is installed: paths below this folder are relative to it.
# It looks at the bytes of every file read (DEPEND), never at preprocessed text alone. That leaves comments out, and
# would hand a header precompiled from one text to sources that read another: g++ then no longer knows it as the
# file it has read already and compiles it twice. NAMESPACE is changed when what older builds kept must not be used.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_NAMESPACE=lariat-2 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
