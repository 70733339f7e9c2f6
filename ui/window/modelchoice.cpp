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

} // namespace

QStringList modelsFor(const QString& text)
{
    static const QRegularExpression gaps(QStringLiteral("[\\s,]+"));
    const QStringList words = text.split(gaps, Qt::SkipEmptyParts);
    QStringList found;
    for (const Named& model : readable())
        if (std::ranges::all_of(
                words, [&model](const QString& word) { return model.words.contains(word, Qt::CaseInsensitive); }))
            found << model.id;
    return found;
}

} // namespace plimsoll::ui
