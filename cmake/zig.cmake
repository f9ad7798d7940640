# Toolchain of ./dev cross: the zig compiler as a C compiler for another system. ZIG is its path, ZIG_TARGET what it
# builds for, such as x86_64-linux-musl.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ZIG ZIG_TARGET)
set(ZIG "" CACHE FILEPATH "The zig compiler")
set(ZIG_TARGET "" CACHE STRING "Processor, system and C library")
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${ZIG_TARGET})
set(CMAKE_SYSTEM_NAME Linux)
if(ZIG_TARGET MATCHES "-windows")
    set(CMAKE_SYSTEM_NAME Windows)
elseif(ZIG_TARGET MATCHES "-macos")
    set(CMAKE_SYSTEM_NAME Darwin)
    set(oldest .13.0) # as the tags of wheels say
endif()
set(CMAKE_C_COMPILER ${ZIG} cc -target ${ZIG_TARGET}${oldest})
# zig builds the C library for each level of optimisation; without this one for none, to see that the compiler works.
set(CMAKE_C_FLAGS_INIT "-O2 -Wno-unterminated-string-initialization")
set(CMAKE_C_ARCHIVE_CREATE "${ZIG} ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_C_ARCHIVE_APPEND "${ZIG} ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_C_ARCHIVE_FINISH "${ZIG} ranlib <TARGET>")
# Nothing of this machine is that machine's.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
