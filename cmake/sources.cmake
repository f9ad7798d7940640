# zlib and zstd from their sources, in the folders zlib and libzstd of RIWALK_SOURCES, for systems that have no packages of
# them here. Their objects become part of the library.
foreach(name adler32 crc32 deflate inffast inflate inftrees trees zutil)
    list(APPEND files ${RIWALK_SOURCES}/zlib/${name}.c)
endforeach()
set(zstd ${RIWALK_SOURCES}/libzstd/lib)
file(GLOB zstd_files ${zstd}/common/*.c ${zstd}/compress/*.c ${zstd}/decompress/*.c)
add_library(riwalk_sources OBJECT ${files} ${zstd_files})
target_compile_definitions(riwalk_sources PRIVATE ZSTD_DISABLE_ASM)
if(APPLE) # which zlib takes for a system without one
    target_compile_definitions(riwalk_sources PRIVATE fdopen=fdopen)
endif()
target_compile_options(riwalk_sources PRIVATE -w) # theirs are not ours to mend
add_library(ZLIB::ZLIB INTERFACE IMPORTED)
add_library(PkgConfig::ZSTD INTERFACE IMPORTED)
target_include_directories(ZLIB::ZLIB INTERFACE ${RIWALK_SOURCES}/zlib)
target_include_directories(PkgConfig::ZSTD INTERFACE ${zstd})
