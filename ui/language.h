// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "interchange/report.h"

#include <QLocale>
#include <QString>
#include <QStringList>

#include <memory>
#include <string_view>
#include <vector>

class QTranslator;

// The window's language: Qt Linguist's for what the window says, a catalogue keyed by the English text for what core
// says.
namespace plimsoll::ui {

// The first language of the list that there is a translation for is used while this lives; English where there is none.
// Numbers follow the language, so that core's sentences and the window's fields agree.
class Language
{
public:
    explicit Language(const QStringList& languages);
    ~Language();
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;

    const QLocale& locale() const { return m_locale; }

private:
    bool install(const QLocale& locale, const QString& name, const QString& folder);

    QLocale m_locale;
    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

// A text of core, a label or a sentence, in the window's language; as it is where nobody translated it.
QString shown(std::string_view english);
QString shown(const QString& english);

// The name of a tensor or an operation, "mlp down: linear, backward": its words are shown, names of code stay. Also of
// several with their sizes, "20 × 33.6 MB mlp down: cast + 1 × 4 B loss: add".
QString shownTensors(std::string_view english);

// A scenario in words, "worked example: 1.01B · batch 256 × 100", part by part.
QString shownTitle(std::string_view english);

// The numbers of a text of figures as the language writes them: "4,045,066,144 B" as "4.045.066.144 B".
QString figures(const QString& english);

// A text of a report that a user takes out of the window.
std::string saidInReports(ReportText kind, const std::string& english);

// A number that somebody typed as the language writes it, as core writes and reads it.
QString withoutLocale(const QString& typed);

} // namespace plimsoll::ui
