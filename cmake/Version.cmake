# The commit that is built, for the model files. A tree without git is "unknown".
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --short=12 HEAD OUTPUT_VARIABLE DISCREET_COMMIT
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE git_failed)
if(git_failed)
  set(DISCREET_COMMIT "unknown")
else() # git writes there what is checked out and committed: a build after that asks again
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --git-path logs/HEAD OUTPUT_VARIABLE git_history
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  get_filename_component(git_history "${git_history}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  if(EXISTS "${git_history}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${git_history}")
  endif()
endif()
# Its day, for the manual and the packages: the same commit makes the same files.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --date=rfc2822 --format=%cs|%cd OUTPUT_VARIABLE DISCREET_DATE
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT DISCREET_DATE)
  set(DISCREET_DATE "2026-01-01|Thu, 01 Jan 2026 00:00:00 +0000")
endif()
string(REGEX REPLACE "[|].*" "" DISCREET_DAY "${DISCREET_DATE}")
string(REGEX REPLACE ".*[|]" "" DISCREET_DATE "${DISCREET_DATE}")
configure_file(discreet/base/version.hpp.in ${PROJECT_BINARY_DIR}/generated/discreet/base/version.hpp @ONLY)
