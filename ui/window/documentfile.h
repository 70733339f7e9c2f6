// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/session.h"

#include <QString>

namespace plimsoll::ui {

struct OpenedFile
{
    Document document;
    bool isModel = false; // a config.json or a checkpoint, in whose place no scenario must be written
};

// The scenario file at that path; without devices in it the default tiers. Of several scenarios in a file the first.
Result<OpenedFile> readDocument(const QString& path);
// The same of a text; name: for messages.
Result<OpenedFile> readDocumentText(const std::string& text, const QString& name);

// A whole file, written as a document is.
Result<void> writeFile(const QString& path, const std::string& text);

// Written beside the old file and put in its place in one step, so that a crash costs neither.
Result<void> writeDocument(const Document& document, const QString& path);

} // namespace plimsoll::ui
