// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/modelchoice.h"

#include "format.h"
#include "interchange/modelpresets.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace plimsoll::ui {

Scenario withModel(const Scenario& scenario, const ModelSpec& model)
{
    Scenario changed = scenario;
    changed.model = model;
    const bool isPlain = model.family == Family::Plain;
    changed.training.stack = isPlain ? Stack::PyTorch : Stack::Transformers;
    if (isPlain)
        changed.training.method = Method::Full;
    if (model.positional == Positional::Learned)
        changed.training.sequenceLength = std::min(changed.training.sequenceLength, model.maxPosition);
    if (changed.name == workedExample().name)
        changed.name.clear();
    return changed;
}

QString modelName(const ModelSpec& model)
{
    return model.name.empty() ? QCoreApplication::translate("Models", "own sizes") : toQString(model.name);
}

namespace {

struct Named
{
    QString id;
    QString words; // in which a search finds it
};

// The catalog's models whose config can be read. Read once.
const std::vector<Named>& readable()
{
    static const std::vector<Named> all = [] {
        std::vector<Named> models;
        for (const CatalogModel& model : modelCatalog())
            if (readPreset(model))
                models.push_back({toQString(model.id), toQString(model.id) + u' ' + toQString(model.family)});
        return models;
    }();
    return all;
}

// A part ends where its word does, or where a number does: "3" begins no part of "34b".
bool beginsAPart(const QString& words, const QString& word)
{
    const QRegularExpression part(QStringLiteral("(^|[\\s/_.-])") + QRegularExpression::escape(word)
                                      + (word.back().isDigit() ? QStringLiteral("(?!\\d)") : QString()),
                                  QRegularExpression::CaseInsensitiveOption);
    return part.match(words).hasMatch();
}

} // namespace

// Those in whose names each word begins a part, "3" in "Llama-3", come before those that have it anywhere.
QStringList modelsFor(const QString& text)
{
    static const QRegularExpression gaps(QStringLiteral("[\\s,]+"));
    const QStringList words = text.split(gaps, Qt::SkipEmptyParts);
    QStringList beginning;
    QStringList anywhere;
    for (const Named& model : readable()) {
        const auto has = [&model](const QString& word) { return model.words.contains(word, Qt::CaseInsensitive); };
        const auto begins = [&model](const QString& word) { return beginsAPart(model.words, word); };
        if (std::ranges::all_of(words, has))
            (std::ranges::all_of(words, begins) ? beginning : anywhere) << model.id;
    }
    return beginning + anywhere;
}

} // namespace plimsoll::ui
