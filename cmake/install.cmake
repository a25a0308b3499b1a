# Install rules. Component `library`: the scheduler's static libraries, the public headers, the CMake package and the
# pkg-config file. Component `command`: the program lariat, when it was built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

list(TRANSFORM LARIAT_LIBRARY_LAYERS PREPEND lariat_ OUTPUT_VARIABLE targets)
set(archives ${CMAKE_INSTALL_LIBDIR}/lariat)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/lariat)

install(TARGETS ${targets} EXPORT lariat-targets ARCHIVE DESTINATION ${archives} COMPONENT library
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT lariat-targets NAMESPACE lariat:: DESTINATION ${package} COMPONENT library)
install(DIRECTORY include/lariat DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
configure_package_config_file(cmake/lariat-config.cmake.in lariat-config.cmake INSTALL_DESTINATION ${package}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(lariat-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lariat-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/lariat-config-version.cmake
        DESTINATION ${package} COMPONENT library)

# The pkg-config file finds its prefix from where it stands, so `cmake --install --prefix` and moving the folder keep
# it right. A folder that was given as an absolute path stays absolute.
function(lariat_pc_folder out folder)
  if(IS_ABSOLUTE "${folder}")
    set(${out} "${folder}" PARENT_SCOPE)
  else()
    set(${out} "\${prefix}/${folder}" PARENT_SCOPE)
  endif()
endfunction()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(LARIAT_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(LARIAT_PC_PREFIX "\${pcfiledir}/${up}")
endif()
lariat_pc_folder(LARIAT_PC_LIBDIR "${archives}")
lariat_pc_folder(LARIAT_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
list(TRANSFORM targets PREPEND -l)
list(REVERSE targets) # a static library stands before those that it uses
list(JOIN targets " " LARIAT_PC_LIBS)
configure_file(cmake/lariat.pc.in lariat.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lariat.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

set(components library)
if(LARIAT_COMMAND)
  # OPTIONAL: the library can be installed from a build folder in which the command was not built.
  install(TARGETS lariat RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command OPTIONAL)
  # The command writes its manual pages and completions itself.
  install(CODE "
    set(lariat_program \"${PROJECT_BINARY_DIR}/lariat\")
    cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_PREFIX OUTPUT_VARIABLE prefix)
    cmake_path(SET share NORMALIZE \"${CMAKE_INSTALL_DATAROOTDIR}\")
    if(NOT IS_ABSOLUTE \"\${share}\")
      set(share \"\${prefix}/\${share}\")
    endif()
    set(share \"\$ENV{DESTDIR}\${share}\")
    if(EXISTS \"\${lariat_program}\")
      file(MAKE_DIRECTORY \"\${share}/man/man1\")
      execute_process(COMMAND \"\${lariat_program}\" man --write \"\${share}/man/man1\" COMMAND_ERROR_IS_FATAL ANY)
      foreach(where bash-completion/completions/lariat zsh/site-functions/_lariat fish/vendor_completions.d/lariat.fish)
        string(REGEX MATCH \"^[a-z]+\" shell \"\${where}\")
        get_filename_component(folder \"\${share}/\${where}\" DIRECTORY)
        file(MAKE_DIRECTORY \"\${folder}\")
        execute_process(COMMAND \"\${lariat_program}\" completions \"\${shell}\" OUTPUT_FILE \"\${share}/\${where}\" COMMAND_ERROR_IS_FATAL ANY)
      endforeach()
    endif()" COMPONENT command)
  list(APPEND components command)
endif()
foreach(component ${components})
  install(FILES LICENSE NOTICE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()
