# Compiles through ccache where it is installed, so that one clone uses results of another: paths below this folder
# are made relative. ccache compares the bytes of every file that was read (DEPEND) and not the preprocessed text
# alone: preprocessed text leaves comments out, so a header precompiled from one text could be handed to sources that
# include another, and g++ would compile such a header twice. Raise NAMESPACE when older results must not be used.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_NAMESPACE=lariat-2 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
