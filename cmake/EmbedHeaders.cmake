# Writes a C++ source that holds the text of header files.
#
# Run as a script:
#   cmake -DROOT=dir -DOUTPUT=file.cpp -P EmbedHeaders.cmake
# Every file below ROOT (but CMakeLists.txt) becomes one {name, text} pair, the
# name being its path relative to ROOT. The texts are raw string literals, cut
# at line ends into pieces that every compiler accepts.

set(delimiter BANKFIX)
set(piece_size 8000)

file(GLOB_RECURSE names RELATIVE ${ROOT} ${ROOT}/*)
list(FILTER names EXCLUDE REGEX "(^|/)(CMakeLists\\.txt|\\..*)$")
list(SORT names)

set(table "")
foreach(name IN LISTS names)
  file(READ ${ROOT}/${name} text)
  string(FIND "${text}" ")${delimiter}\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${name} holds the raw string's delimiter")
  endif()
  set(literal "")
  string(LENGTH "${text}" length)
  while(length GREATER 0)
    string(SUBSTRING "${text}" 0 ${piece_size} piece)
    if(length GREATER piece_size)
      string(FIND "${piece}" "\n" end REVERSE)
      math(EXPR end "${end} + 1")
    else()
      set(end ${length})
    endif()
    string(SUBSTRING "${text}" 0 ${end} piece)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(APPEND literal "\n     R\"${delimiter}(${piece})${delimiter}\"")
    string(LENGTH "${text}" length)
  endwhile()
  # A StringLiteral knows its length; counting it would take more steps than a
  # compiler gives to constants.
  string(APPEND table
    "    {\"${name}\", llvm::StringLiteral(${literal})},\n")
endforeach()

file(WRITE ${OUTPUT}
"// Generated from lib/Frontend/Headers; do not edit.
#include \"Read/BuiltinHeaders.h\"

static constexpr bankfix::BuiltinHeader Table[] = {
${table}};

llvm::ArrayRef<bankfix::BuiltinHeader> bankfix::builtinHeaders() {
  return Table;
}
")
