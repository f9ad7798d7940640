# Where riwalk is known to work: Linux, macOS and Windows on x86-64 and aarch64, with gcc 10 or clang 12 and newer;
# docs/platforms.md says what is tested. What cannot work is refused with a sentence, what nobody has tried gets a warning.
if(MSVC)
    message(FATAL_ERROR "riwalk needs clang or gcc with winpthreads on Windows: './dev cross x86_64-windows-gnu' builds "
                        "it on Linux, and a wheel has the command")
endif()
if(CMAKE_SIZEOF_VOID_P LESS 8)
    message(FATAL_ERROR "riwalk needs a 64-bit system: sizes of graphs do not fit into 32 bits")
endif()
if(CMAKE_C_BYTE_ORDER STREQUAL "BIG_ENDIAN")
    message(FATAL_ERROR "riwalk needs a little-endian machine: its files are mapped as they are")
endif()
if((CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 10) OR
   (CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 12))
    message(FATAL_ERROR "riwalk needs gcc 10 or clang 12, or newer: this is "
                        "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
endif()
if(NOT CMAKE_SYSTEM_NAME MATCHES "^(Linux|Darwin|Windows)$" OR NOT CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang)$"
   OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64|arm64|AMD64)$")
    message(WARNING "riwalk is built for Linux, macOS and Windows with gcc or clang, on x86-64 and aarch64; not yet on "
                    "${CMAKE_SYSTEM_NAME} with ${CMAKE_C_COMPILER_ID} on ${CMAKE_SYSTEM_PROCESSOR}")
endif()
