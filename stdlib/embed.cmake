# Writes OUT: every .fut file under ROOT, and the modules of the number types, as C++ strings, for
# check/prelude.cpp to look up by name. Those under ROOT/library are no part of the prelude:
# check/imports.cpp finds them when a program imports them.

# Adds a file. A string literal may hold at most 64 KiB by the standard, so a text is cut into pieces.
function(laguz_embed path text)
  string(LENGTH "${text}" length)
  set(rows "    {\"${path}\",")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND rows "\n     R\"laguz(${piece})laguz\"")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND rows "},\n")
  set_property(GLOBAL APPEND_STRING PROPERTY LAGUZ_ROWS "${rows}")
endfunction()

# Adds a file of the prelude.
function(laguz_prelude file text)
  laguz_embed("/prelude/${file}" "${text}")
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.fut)
list(SORT files)
foreach(file ${files})
  file(READ ${ROOT}/${file} text)
  if(file MATCHES "^library/(.*)")
    laguz_embed("<library>/${CMAKE_MATCH_1}" "${text}")
  else()
    laguz_prelude(${file} "${text}")
  endif()
endforeach()
include(${ROOT}/math/expand.cmake)

get_property(rows GLOBAL PROPERTY LAGUZ_ROWS)
set(code "#include \"check/stdlib.hpp\"\n\nnamespace laguz::check {\n\n")
string(APPEND code "const std::vector<EmbeddedFile>& embedded_files() {\n  static const std::vector<EmbeddedFile> files = {\n${rows}  };\n  return files;\n}\n\n}  // namespace laguz::check\n")
file(WRITE ${OUT} "${code}")
