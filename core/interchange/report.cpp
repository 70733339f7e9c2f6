// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/report.h"

#include "interchange/report/renderers.h"

#include <algorithm>
#include <array>

namespace plimsoll {

std::span<const ReportFormat> reportFormats()
{
    static constexpr std::array<ReportFormat, 4> formats{{
        {"text", "txt", "Plain text", report::text},
        {"json", "json", "JSON", report::json},
        {"csv", "csv", "CSV", report::csv},
        {"markdown", "md", "Markdown", report::markdown},
    }};
    return formats;
}

const ReportFormat* findReportFormat(std::string_view id)
{
    const auto formats = reportFormats();
    const auto found = std::ranges::find(formats, id, &ReportFormat::id);
    return found == formats.end() ? nullptr : &*found;
}

} // namespace plimsoll
