# bankfix_layer(NAME SOURCES file... [USES layer-or-library...])
#
# One static library per layer of the pipeline (lib/README.md). USES names every
# layer it may include; nothing else reaches its link line or include path.
function(bankfix_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(bankfix_${name} STATIC ${ARG_SOURCES})
  add_library(bankfix::${name} ALIAS bankfix_${name})
  target_include_directories(bankfix_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(bankfix_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(bankfix_${name} PRIVATE
    -Wall -Wextra -Wpedantic -Werror=return-type -Werror=switch)
  foreach(use IN LISTS ARG_USES)
    target_link_libraries(bankfix_${name} PUBLIC bankfix::${use})
  endforeach()
endfunction()
