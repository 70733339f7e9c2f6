# SPDX-License-Identifier: GPL-3.0-or-later

# Warnings, sanitizers and the include root that every target of the project shares.
function(plimsoll_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # moc of Qt 6.4 stops at libstdc++'s <concepts>; its include guard keeps moc, and only moc, out of it.
  set_target_properties(${target} PROPERTIES AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor)
  if(PLIMSOLL_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(PLIMSOLL_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()

# Compiles a file into a target as a function `const std::string_view <name>()` in namespace plimsoll::resource.
function(plimsoll_embed target file name)
  get_filename_component(path ${file} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${path} -DOUTPUT=${output} -DNAME=${name} -P ${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedFile.cmake
    DEPENDS ${path} ${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedFile.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
