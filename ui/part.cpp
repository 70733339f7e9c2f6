// SPDX-License-Identifier: GPL-3.0-or-later
#include "part.h"

#include "format.h"
#include "language.h"

#include <QCoreApplication>

namespace plimsoll::ui {

namespace {

struct OverheadInfo
{
    const char* label;
    const char* meaning;
    Bytes Overheads::*bytes; // none for what the allocator holds
};

constexpr std::array<OverheadInfo, overheadCount> overheads{{
    {QT_TRANSLATE_NOOP("Ledger", "cached but free"),
     QT_TRANSLATE_NOOP("Ledger",
                       "What the caching allocator has reserved beyond the live tensors: rounding, fragments "
                       "and freed blocks."),
     nullptr},
    {QT_TRANSLATE_NOOP("Ledger", "context"),
     QT_TRANSLATE_NOOP("Ledger", "What the driver and loaded kernels take before the first tensor."),
     &Overheads::context},
    {QT_TRANSLATE_NOOP("Ledger", "communicators"),
     QT_TRANSLATE_NOOP("Ledger", "Buffers of the collective communication library."), &Overheads::communicator},
    {QT_TRANSLATE_NOOP("Ledger", "data pipeline"), QT_TRANSLATE_NOOP("Ledger", "Batches prefetched to the card."),
     &Overheads::dataPipeline},
    {QT_TRANSLATE_NOOP("Ledger", "other"), QT_TRANSLATE_NOOP("Ledger", "Display and other processes."),
     &Overheads::other},
}};

constexpr std::array<Part, partCount> makeParts()
{
    std::array<Part, partCount> all;
    for (std::size_t i = 0; i < lineItemCount; ++i)
        all[i] = static_cast<LineItem>(i);
    for (std::size_t i = 0; i < overheadCount; ++i)
        all[lineItemCount + i] = static_cast<Overhead>(i);
    return all;
}

const OverheadInfo& infoOf(Overhead overhead)
{
    return overheads[static_cast<std::size_t>(overhead)];
}

QString translated(const char* english)
{
    return QCoreApplication::translate("Ledger", english);
}

} // namespace

const std::array<Part, partCount>& parts()
{
    static constexpr std::array<Part, partCount> all = makeParts();
    return all;
}

std::size_t indexOf(Part part)
{
    if (const auto* item = std::get_if<LineItem>(&part))
        return static_cast<std::size_t>(*item);
    return lineItemCount + static_cast<std::size_t>(std::get<Overhead>(part));
}

QString label(Part part)
{
    if (const auto* item = std::get_if<LineItem>(&part))
        return shown(info(*item).label);
    return translated(infoOf(std::get<Overhead>(part)).label);
}

QString meaning(Part part)
{
    if (const auto* item = std::get_if<LineItem>(&part))
        return shown(info(*item).meaning);
    return translated(infoOf(std::get<Overhead>(part)).meaning);
}

Bytes bytesOf(Part part, const Estimate& estimate, const DeviceVerdict& device)
{
    if (const auto* item = std::get_if<LineItem>(&part))
        return estimate.lineItems[static_cast<std::size_t>(*item)].atPeak;
    const auto bytes = infoOf(std::get<Overhead>(part)).bytes;
    return bytes ? device.overheads.*bytes : device.total - device.overheads.total() - estimate.peak.requested;
}

} // namespace plimsoll::ui
