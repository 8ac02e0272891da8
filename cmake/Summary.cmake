message(STATUS "discreet ${PROJECT_VERSION} (${DISCREET_COMMIT}), ${CMAKE_BUILD_TYPE}")
message(STATUS "  tests:              ${DISCREET_TESTS}")
message(STATUS "  micro-benchmarks:   ${benchmark_FOUND}")
message(STATUS "  sanitizers:         ${DISCREET_SANITIZE}")
