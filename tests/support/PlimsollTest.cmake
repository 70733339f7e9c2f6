# SPDX-License-Identifier: GPL-3.0-or-later

# plimsoll_test(tst_name LIBS plimsoll_core [LABELS core]): builds tst_name.cpp of this folder with Qt Test and
# registers it with ctest, offscreen, in the C locale, with its own settings folders.
function(plimsoll_test name)
  cmake_parse_arguments(arg "" "" "LIBS;LABELS;SOURCES" ${ARGN})
  add_executable(${name} ${name}.cpp ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LIBS} Qt6::Test)
  target_compile_definitions(${name} PRIVATE PLIMSOLL_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  plimsoll_target(${name})
  # g++ 12 sees overlaps in std::string's own copies (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${name} PRIVATE -Wno-restrict)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  plimsoll_test_environment(${name} "${arg_LABELS}")
endfunction()

# plimsoll_benchmark(bench_name LIBS plimsoll_ui [SOURCES …]): builds bench_name.cpp with Google Benchmark. ctest runs it
# only when asked for that configuration, as the preset "bench" does: times mean nothing beside other tests.
function(plimsoll_benchmark name)
  cmake_parse_arguments(arg "" "" "LIBS;SOURCES" ${ARGN})
  add_executable(${name} ${name}.cpp ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LIBS} benchmark::benchmark)
  plimsoll_target(${name})
  add_test(NAME ${name} COMMAND ${name} CONFIGURATIONS bench)
  plimsoll_test_environment(${name} bench)
endfunction()

# Offscreen, one font scale and style, the C locale, and folders of its own for a test that is registered already.
function(plimsoll_test_environment name labels)
  set(home ${PROJECT_BINARY_DIR}/tests/home/${name})
  file(MAKE_DIRECTORY ${home}/runtime)
  file(CHMOD ${home}/runtime PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set(timeout 300)
  if(PLIMSOLL_SANITIZE OR PLIMSOLL_COVERAGE)
    set(timeout 1500)
  endif()
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${timeout}
    LABELS "${labels}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_SCALE_FACTOR=1;QT_STYLE_OVERRIDE=Fusion;LC_ALL=C.UTF-8;LANGUAGE=;TZ=UTC;XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;XDG_RUNTIME_DIR=${home}/runtime")
endfunction()
