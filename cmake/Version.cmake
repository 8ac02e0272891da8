# The commit that is built, for the model files. A tree without git is "unknown".
execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} rev-parse --short=12 HEAD OUTPUT_VARIABLE DISCREET_COMMIT
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE git_failed)
if(git_failed)
  set(DISCREET_COMMIT "unknown")
endif()
configure_file(discreet/base/version.hpp.in ${CMAKE_BINARY_DIR}/generated/discreet/base/version.hpp @ONLY)
