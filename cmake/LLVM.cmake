# LLVM and Clang 22, linked as the two shared libraries Debian ships.
#
# Layers reach them through two interface targets, so that the core cannot see
# Clang by accident: bankfix::llvm (ADT and Support) and bankfix::clang.
find_package(LLVM 22.1 REQUIRED CONFIG)
find_package(Clang REQUIRED CONFIG)

add_library(bankfix_llvm INTERFACE)
target_include_directories(bankfix_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(bankfix_llvm INTERFACE ${LLVM_DEFINITIONS_LIST})
target_link_libraries(bankfix_llvm INTERFACE LLVM)
add_library(bankfix::llvm ALIAS bankfix_llvm)

add_library(bankfix_clang INTERFACE)
target_include_directories(bankfix_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(bankfix_clang INTERFACE clang-cpp bankfix_llvm)
add_library(bankfix::clang ALIAS bankfix_clang)
