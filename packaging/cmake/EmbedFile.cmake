# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a C++ source whose function NAME returns the bytes of INPUT.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,){24})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <string_view>

namespace plimsoll::resource {

std::string_view ${NAME}();

std::string_view ${NAME}()
{
    static constexpr unsigned char bytes[] = {
${bytes}};
    return {reinterpret_cast<const char*>(bytes), sizeof bytes};
}

} // namespace plimsoll::resource
")
