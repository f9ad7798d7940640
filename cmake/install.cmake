# What `cmake --install` puts in place besides the command: the libraries, the header, the licence,
# riwalk.pc and the CMake package. The two libraries are separate exports, so that users of the
# shared one need none of its dependencies' development files.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/riwalk)
foreach(kind IN LISTS riwalk_kinds)
    install(TARGETS riwalk_${kind} EXPORT riwalk_${kind}
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
            INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT riwalk_${kind} NAMESPACE riwalk:: DESTINATION ${package_dir}
            FILE riwalk-${kind}.cmake)
endforeach()
file(GLOB headers ${PROJECT_SOURCE_DIR}/include/*.h)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# riwalk.pc finds its prefix from its own place: `cmake --install --prefix` may choose any.
set(pc_requires "zlib libzstd")
if(RIWALK_CAIRO)
    string(APPEND pc_requires " cairo")
endif()
set(pc_libs "-lm ${CMAKE_THREAD_LIBS_INIT}")
# Where there is only the static library, whoever links it needs them, with --static or without.
set(pc_private .private)
if(NOT BUILD_SHARED_LIBS)
    set(pc_private "")
    set(pc_public_libs ${pc_libs})
endif()
file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
file(RELATIVE_PATH pc_libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH pc_includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${CMAKE_CURRENT_LIST_DIR}/riwalk.pc.in ${PROJECT_BINARY_DIR}/riwalk.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/riwalk.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/riwalkConfig.cmake.in
    ${PROJECT_BINARY_DIR}/riwalkConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/riwalkConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/riwalkConfig.cmake
              ${PROJECT_BINARY_DIR}/riwalkConfigVersion.cmake DESTINATION ${package_dir})
