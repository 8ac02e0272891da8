# cpack -G DEB, or tools/package: discreet (the program), libdiscreet-dev (the library) and, where it is built,
# python3-discreet.
set(DISCREET_MAINTAINER "Discreet maintainers <maintainers@discreet.invalid>" CACHE STRING "who answers for the packages")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME discreet)
set(CPACK_PACKAGE_VENDOR Discreet)
set(CPACK_PACKAGE_CONTACT "${DISCREET_MAINTAINER}")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_COMPONENTS_ALL program library)
# CPack puts a summary that is not its own default above every description; each package has its own first line.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME discreet)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "linear models under differential privacy
Trains lasso, ridge, elastic net, logistic and other linear models on
sensitive data, mainly by coordinate descent, and says in every model file
what it cost in privacy. Also a privacy calculator, ledgers for budgets that
outlive a program, audits and fairness figures.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libdiscreet-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
# What its headers include, and what a static library leaves to whoever links it.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libeigen3-dev, libfmt-dev, nlohmann-json3-dev, libexpected-dev, libsodium-dev, libhwy-dev, zlib1g-dev, pkg-config")
if(sqlite_FOUND)
  string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", libsqlite3-dev")
endif()
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "linear models under differential privacy (development files)
Headers and the static library of Discreet, with what CMake and pkg-config
need to find them: private lasso, ridge, elastic net, logistic and other
linear models, privacy accounting and calibration.")

if(DISCREET_PYTHON_MODULE)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-discreet)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "discreet (= ${PROJECT_VERSION}-1), python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy, python3-scipy, python3-sklearn")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-pandas, python3-matplotlib")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/python/postinst ${PROJECT_SOURCE_DIR}/cmake/python/prerm)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "linear models under differential privacy (Python package)
Estimators with the conventions of scikit-learn: private lasso, ridge,
elastic net, logistic regression, linear SVM and Huber regression, with the
same numbers as the command line.")
endif()

# Every package has its licence and its changes where Debian looks for them.
set(doc ${PROJECT_BINARY_DIR}/package_doc)
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: discreet

Files: *
Copyright: 2026 the authors of Discreet
License: Apache-2.0

License: Apache-2.0
 The full text is in /usr/share/common-licenses/Apache-2.0 on Debian systems.
")
# The program carries Vega for its reports; its licence comes along, in Debian's words.
if(DISCREET_VEGA AND licence)
  file(APPEND ${doc}/copyright "Comment: the reports that the program writes contain Vega, as Debian packages it in libjs-vega; its notice is in
 every such report.\n")
endif()
file(WRITE ${doc}/changelog.Debian "discreet (${PROJECT_VERSION}-1) bookworm; urgency=medium\n\n  * Version ${PROJECT_VERSION}; what is new is in changelog.gz.\n\n -- ${DISCREET_MAINTAINER}  ${DISCREET_DATE}\n")
file(COPY_FILE ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${doc}/changelog)
find_program(DISCREET_GZIP gzip)
mark_as_advanced(DISCREET_GZIP)
if(DISCREET_GZIP)
  execute_process(COMMAND ${DISCREET_GZIP} -9nf ${doc}/changelog ${doc}/changelog.Debian)
endif()
set(packages program:discreet library:libdiscreet-dev)
if(DISCREET_PYTHON_MODULE)
  list(APPEND packages python:python3-discreet)
endif()
foreach(part ${packages})
  string(REPLACE ":" ";" part ${part})
  list(POP_FRONT part component)
  install(DIRECTORY ${doc}/ DESTINATION share/doc/${part} COMPONENT ${component} FILES_MATCHING PATTERN copyright PATTERN "changelog*.gz")
endforeach()
include(CPack)
