// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/documentfile.h"

#include "format.h"
#include "interchange/safetensors.h"
#include "scenario/scenariofile.h"

#include <QSaveFile>

namespace plimsoll::ui {

Result<OpenedFile> readDocument(const QString& path)
{
    const std::string name = path.toStdString();
    const Result<std::string> text = readScenarioText(name);
    if (!text)
        return text.error();
    Result<OpenedFile> opened = readDocumentText(*text, path);
    if (opened && isCheckpoint(name))
        opened->isModel = true;
    return opened;
}

Result<OpenedFile> readDocumentText(const std::string& text, const QString& where)
{
    const std::string name = where.toStdString();
    const std::vector<Result<ScenarioFile>> scenarios = readScenarios(text, name);
    if (scenarios.empty()) {
        Error error;
        error.file = name;
        error.found = "none";
        error.expected = "at least one scenario";
        return error;
    }
    if (!scenarios.front())
        return scenarios.front().error();
    const ScenarioFile& file = *scenarios.front();
    return OpenedFile{{file.scenario, file.devices.empty() ? defaultTiers() : file.devices}, file.isModel};
}

Result<void> writeDocument(const Document& document, const QString& path)
{
    return writeFile(path, writeScenario(document.scenario, document.devices));
}

Result<void> writeFile(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit())
        return {};
    Error error;
    error.file = path.toStdString();
    error.found = file.errorString().toStdString();
    error.expected = "a place that can be written to";
    return error;
}

} // namespace plimsoll::ui
