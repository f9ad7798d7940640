# Makes a C file of the report's page: cmake -DSOURCE=report -DOUT=page.c -P page.cmake
# All scripts become one element, and so do the styles; a Content-Security-Policy names the two by
# their SHA-256 and allows nothing else. The page is cut where its data go.
cmake_minimum_required(VERSION 3.25)

set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

# A character of base64 for the six bits of a number from `shift` on.
function(append_character text bits shift)
    math(EXPR place "(${bits} >> ${shift}) & 63")
    string(SUBSTRING ${alphabet} ${place} 1 character)
    set(${text} "${${text}}${character}" PARENT_SCOPE)
endfunction()

# The hash of a text in base64: three of its 64 hexadecimal digits are two characters.
function(hash_of text result)
    string(SHA256 digits "${text}")
    set(encoded "")
    foreach(begin RANGE 0 60 3)
        string(SUBSTRING ${digits} ${begin} 3 three)
        append_character(encoded 0x${three} 6)
        append_character(encoded 0x${three} 0)
    endforeach()
    string(SUBSTRING ${digits} 63 1 last)
    math(EXPR last "0x${last} << 2")
    append_character(encoded ${last} 0)
    set(${result} "${encoded}=" PARENT_SCOPE)
endfunction()

function(put_array name text)
    file(WRITE ${OUT}.part "${text}")
    file(READ ${OUT}.part bytes HEX)
    file(REMOVE ${OUT}.part)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(....................................................................................................)"
           "\\1\n" bytes "${bytes}")
    file(APPEND ${OUT}.new "const unsigned char ${name}[] = {\n${bytes}};\n"
                           "const size_t ${name}_size = sizeof ${name};\n")
endfunction()

file(READ ${SOURCE}/page.html page)
file(READ ${SOURCE}/style.css style)
file(STRINGS ${SOURCE}/scripts.txt scripts)
set(script "\"use strict\";\n")
foreach(name IN LISTS scripts)
    file(READ ${SOURCE}/${name} text)
    string(APPEND script "${text}")
endforeach()
hash_of("${style}" style_hash)
hash_of("${script}" script_hash)
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
string(FIND "${page}" "@DATA@" cut)
string(SUBSTRING "${page}" 0 ${cut} head)
math(EXPR cut "${cut} + 6")
string(SUBSTRING "${page}" ${cut} -1 tail)

file(WRITE ${OUT}.new "/* Made by cmake/page.cmake of the folder report/. */\n#include \"report/report.h\"\n\n")
put_array(rw_page_head "${head}")
put_array(rw_page_tail "${tail}")
file(RENAME ${OUT}.new ${OUT})
