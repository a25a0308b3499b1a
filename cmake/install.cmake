# The installed package: liblariat in its static parts, the public headers, and what find_package(lariat) reads.
# The command is installed with it when the whole program is built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(parts base state timers lane scheduler)
foreach(part ${parts})
  set_target_properties(lariat_${part} PROPERTIES EXPORT_NAME ${part})
endforeach()
list(TRANSFORM parts PREPEND lariat_ OUTPUT_VARIABLE targets)

install(TARGETS ${targets} EXPORT lariat-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/lariat)
install(EXPORT lariat-targets NAMESPACE lariat:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lariat)
install(DIRECTORY include/lariat DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(cmake/lariat-config.cmake.in lariat-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lariat)
write_basic_package_version_file(lariat-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lariat-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/lariat-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lariat)
