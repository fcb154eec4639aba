# Run as a script: writes OUTPUT, a C++ source that holds every file under FOLDER
# as text. Called by lib/Frontend/Headers/CMakeLists.txt at build time.
file(GLOB_RECURSE headers RELATIVE ${FOLDER} ${FOLDER}/*.h ${FOLDER}/*.hpp
     ${FOLDER}/*.inc ${FOLDER}/*.cuh)
list(SORT headers)
set(text "#include \"BuiltinHeaders.h\"\n\n")
string(APPEND text "static constexpr bankfix::BuiltinHeader Headers[] = {\n")
foreach(header IN LISTS headers)
  file(READ ${FOLDER}/${header} contents)
  string(APPEND text "{\"${header}\", R\"bankfix(${contents})bankfix\"},\n")
endforeach()
string(APPEND text "};\n\n"
  "llvm::ArrayRef<bankfix::BuiltinHeader> bankfix::builtinHeaders() {\n"
  "  return Headers;\n}\n")
file(WRITE ${OUTPUT} "${text}")
