# cmake --install: the program with its manual and completions, the library with its headers and what finds it, the Python
# package. Nothing that is installed knows where: a prefix can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/discreet)
if(sqlite_FOUND)
  set(DISCREET_CONFIG_SQLITE sqlite:sqlite3)
endif()

# The program says itself what its manual and completions are.
set(DISCREET_MANUAL ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${DISCREET_MANUAL}/made VERBATIM
                   COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:discreet_cli> -DOUT=${DISCREET_MANUAL} -DDATE=${DISCREET_DAY}
                           -P ${PROJECT_SOURCE_DIR}/cmake/Manual.cmake
                   DEPENDS discreet_cli ${PROJECT_SOURCE_DIR}/cmake/Manual.cmake)
add_custom_target(discreet_manual ALL DEPENDS ${DISCREET_MANUAL}/made)

install(TARGETS discreet_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${DISCREET_MANUAL}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program FILES_MATCHING PATTERN "*.1" PATTERN "*.1.gz")
install(FILES ${DISCREET_MANUAL}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME discreet COMPONENT program)
install(FILES ${DISCREET_MANUAL}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _discreet COMPONENT program)
install(FILES ${DISCREET_MANUAL}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME discreet.fish COMPONENT program)

# Headers of kernels are compiled into the library; those of the program and of Python are nobody's to include.
if(DISCREET_RESEARCH)
  set(research_library discreet_research)
endif()
install(TARGETS discreet ${research_library} EXPORT discreet ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
if(NOT DISCREET_RESEARCH)
  set(without PATTERN research EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/discreet ${PROJECT_BINARY_DIR}/generated/discreet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT library FILES_MATCHING PATTERN "*.hpp" PATTERN "*_inl.hpp" EXCLUDE PATTERN cli EXCLUDE PATTERN python EXCLUDE
        PATTERN assets EXCLUDE ${without})
install(EXPORT discreet NAMESPACE discreet:: FILE discreetTargets.cmake DESTINATION ${config} COMPONENT library)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/discreetConfig.cmake.in ${PROJECT_BINARY_DIR}/discreetConfig.cmake INSTALL_DESTINATION ${config})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/discreetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/discreetConfig.cmake ${PROJECT_BINARY_DIR}/discreetConfigVersion.cmake DESTINATION ${config} COMPONENT library)

# The library is static, so whoever links it needs what it stands on: all of that is in Requires, and a plain
# pkg-config --libs is enough.
file(RELATIVE_PATH DISCREET_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" DISCREET_PC_UP "${DISCREET_PC_UP}")
if(DISCREET_RESEARCH)
  set(DISCREET_PC_DEFINES " -DDISCREET_RESEARCH")
  set(DISCREET_PC_LIBS "-ldiscreet_research ")
endif()
set(DISCREET_PC_REQUIRES "eigen3 fmt nlohmann_json libsodium libhwy zlib")
if(sqlite_FOUND)
  string(APPEND DISCREET_PC_REQUIRES " sqlite3")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/discreet.pc.in ${PROJECT_BINARY_DIR}/discreet.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/discreet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

if(DISCREET_PYTHON_MODULE)
  set(DISCREET_PYTHON_DIR lib/python3/dist-packages CACHE STRING "where the Python package goes, below the prefix")
  install(TARGETS discreet_python LIBRARY DESTINATION ${DISCREET_PYTHON_DIR}/discreet COMPONENT python)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/discreet/python/discreet DESTINATION ${DISCREET_PYTHON_DIR} COMPONENT python
          FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed PATTERN __pycache__ EXCLUDE)
endif()
