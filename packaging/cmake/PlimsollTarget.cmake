# SPDX-License-Identifier: GPL-3.0-or-later

if(PLIMSOLL_TIDY)
  find_program(CLANG_TIDY NAMES clang-tidy-14 clang-tidy REQUIRED)
  # What moc writes is not ours to tidy. clang-tidy wants one check at least.
  file(WRITE ${PROJECT_BINARY_DIR}/.clang-tidy "Checks: '-*,misc-definitions-in-headers'\n")
endif()

# Warnings, sanitizers and other instruments that every target of the project shares.
function(plimsoll_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # moc of Qt 6.4 stops at libstdc++'s <concepts>; its include guard keeps moc, and only moc, out of it.
  set_target_properties(${target} PROPERTIES AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor)
  endif()
  if(PLIMSOLL_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(PLIMSOLL_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
    # g++ sees uninitialised members in std::regex under AddressSanitizer (GCC bug 105562).
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
  endif()
  if(PLIMSOLL_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -fprofile-abs-path)
    target_link_options(${target} PRIVATE --coverage)
  endif()
  if(PLIMSOLL_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY ${CLANG_TIDY})
  endif()
endfunction()

# Compiles a file into a target, as `std::string_view <name>()` in namespace plimsoll::resource.
function(plimsoll_embed target file name)
  get_filename_component(path ${file} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  set(script ${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedFile.cmake)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${path} -DOUTPUT=${output} -DNAME=${name} -P ${script}
    DEPENDS ${path} ${script}
    COMMENT "Embedding ${file}"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
