# bankfix_precompile(TARGET header)
#
# What the header includes is read once for all targets that name it: the first
# of them makes the precompiled header that the others use.
function(bankfix_precompile target header)
  get_property(first GLOBAL PROPERTY "BANKFIX_PRECOMPILED_${header}")
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${header})
    set_property(GLOBAL PROPERTY "BANKFIX_PRECOMPILED_${header}" ${target})
  endif()
endfunction()

# bankfix_layer(NAME SOURCES file... [USES layer-or-library...]
#               [PRECOMPILED header])
#
# One static library per layer of the pipeline (lib/README.md). USES names every
# layer it may include; nothing else reaches its link line or include path.
function(bankfix_layer name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;USES" ${ARGN})
  add_library(bankfix_${name} STATIC ${ARG_SOURCES})
  add_library(bankfix::${name} ALIAS bankfix_${name})
  target_include_directories(bankfix_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(bankfix_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(bankfix_${name} PRIVATE
    -Wall -Wextra -Wpedantic -Werror=return-type -Werror=switch)
  foreach(use IN LISTS ARG_USES)
    target_link_libraries(bankfix_${name} PUBLIC bankfix::${use})
  endforeach()
  if(NOT ARG_PRECOMPILED)
    set(ARG_PRECOMPILED ${PROJECT_SOURCE_DIR}/lib/CoreHeaders.h)
  endif()
  bankfix_precompile(bankfix_${name} ${ARG_PRECOMPILED})
endfunction()
