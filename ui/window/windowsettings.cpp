// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/windowsettings.h"

#include "scenario/scenariofile.h"

#include <QSettings>

namespace plimsoll::ui {

namespace {

// Values out of range, as a file edited by hand may hold, give the default.
template <class Enum>
Enum choiceAt(QSettings& settings, const QString& key, Enum last)
{
    const int value = settings.value(key).toInt();
    return value >= 0 && value <= static_cast<int>(last) ? static_cast<Enum>(value) : Enum();
}

std::vector<Device> readDevices(QSettings& settings)
{
    std::vector<Device> devices;
    const int count = settings.beginReadArray(QStringLiteral("devices"));
    for (int index = 0; index < count; ++index) {
        settings.setArrayIndex(index);
        const std::string id = settings.value(QStringLiteral("id")).toString().toStdString();
        if (const Device* known = findDevice(id)) {
            devices.push_back(*known);
            continue;
        }
        Device own;
        own.id = id;
        own.name = settings.value(QStringLiteral("name")).toString().toStdString();
        own.usable = Bytes(settings.value(QStringLiteral("usableBytes")).toLongLong());
        own.computeCapability = settings.value(QStringLiteral("computeCapability")).toString().toStdString();
        if (!own.id.empty() && own.usable > Bytes())
            devices.push_back(own);
    }
    settings.endArray();
    return devices.empty() ? defaultTiers() : devices;
}

void writeDevices(const std::vector<Device>& devices, QSettings& settings)
{
    settings.remove(QStringLiteral("devices"));
    settings.beginWriteArray(QStringLiteral("devices"), static_cast<int>(devices.size()));
    for (int index = 0; const Device& device : devices) {
        settings.setArrayIndex(index++);
        settings.setValue(QStringLiteral("id"), QString::fromStdString(device.id));
        if (findDevice(device.id))
            continue;
        settings.setValue(QStringLiteral("name"), QString::fromStdString(device.name));
        settings.setValue(QStringLiteral("usableBytes"), static_cast<qlonglong>(device.usable.count()));
        settings.setValue(QStringLiteral("computeCapability"), QString::fromStdString(device.computeCapability));
    }
    settings.endArray();
}

// Those that cannot be read any more are left out.
std::vector<PinnedScenario> readPins(QSettings& settings)
{
    std::vector<PinnedScenario> pins;
    const int count = settings.beginReadArray(QStringLiteral("pins"));
    for (int index = 0; index < count; ++index) {
        settings.setArrayIndex(index);
        const std::string text = settings.value(QStringLiteral("scenario")).toString().toStdString();
        if (const Result<ScenarioFile> file = readScenario(text, {}))
            pins.push_back({settings.value(QStringLiteral("name")).toString().toStdString(), file->scenario});
    }
    settings.endArray();
    return pins;
}

void writePins(const std::vector<PinnedScenario>& pins, QSettings& settings)
{
    settings.remove(QStringLiteral("pins"));
    settings.beginWriteArray(QStringLiteral("pins"), static_cast<int>(pins.size()));
    for (int index = 0; const PinnedScenario& pin : pins) {
        settings.setArrayIndex(index++);
        settings.setValue(QStringLiteral("name"), QString::fromStdString(pin.name));
        settings.setValue(QStringLiteral("scenario"), QString::fromStdString(writeScenario(pin.scenario)));
    }
    settings.endArray();
}

} // namespace

WindowSettings readSettings(QSettings& settings)
{
    WindowSettings values;
    values.geometry = settings.value(QStringLiteral("window/geometry")).toByteArray();
    values.state = settings.value(QStringLiteral("window/state")).toByteArray();
    values.columns = settings.value(QStringLiteral("window/columns")).toByteArray();
    values.rows = settings.value(QStringLiteral("window/rows")).toByteArray();
    values.recentFiles = settings.value(QStringLiteral("recentFiles")).toStringList();
    values.unit = choiceAt(settings, QStringLiteral("view/unit"), ByteUnit::GiB);
    values.theme = choiceAt(settings, QStringLiteral("view/theme"), ThemeChoice::Dark);
    values.showLevers = settings.value(QStringLiteral("view/levers"), true).toBool();
    values.showLedger = settings.value(QStringLiteral("view/ledger"), true).toBool();
    values.file = settings.value(QStringLiteral("file")).toString();
    values.view = settings.value(QStringLiteral("view/name")).toString();
    values.openGroups = settings.value(QStringLiteral("view/groups")).toStringList();
    values.pins = readPins(settings);
    values.devices = readDevices(settings);
    return values;
}

void writeSettings(const WindowSettings& values, QSettings& settings)
{
    settings.setValue(QStringLiteral("window/geometry"), values.geometry);
    settings.setValue(QStringLiteral("window/state"), values.state);
    settings.setValue(QStringLiteral("window/columns"), values.columns);
    settings.setValue(QStringLiteral("window/rows"), values.rows);
    settings.setValue(QStringLiteral("recentFiles"), values.recentFiles);
    settings.setValue(QStringLiteral("view/unit"), static_cast<int>(values.unit));
    settings.setValue(QStringLiteral("view/theme"), static_cast<int>(values.theme));
    settings.setValue(QStringLiteral("view/levers"), values.showLevers);
    settings.setValue(QStringLiteral("view/ledger"), values.showLedger);
    settings.setValue(QStringLiteral("file"), values.file);
    settings.setValue(QStringLiteral("view/name"), values.view);
    settings.setValue(QStringLiteral("view/groups"), values.openGroups);
    writePins(values.pins, settings);
    writeDevices(values.devices, settings);
}

} // namespace plimsoll::ui
