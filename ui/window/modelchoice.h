// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <QString>
#include <QStringList>

namespace plimsoll::ui {

// The scenario with another model, and what follows from it: whose code runs, how long a sequence may be, and a method
// that the model can be trained with. It is no worked example any more.
Scenario withModel(const Scenario& scenario, const ModelSpec& model);

// How the window calls the scenario's model: "meta-llama/Llama-3.1-8B", "own sizes".
QString modelName(const ModelSpec& model);

// Ids of the catalog's models, of those that can be computed, that hold every word of the text, in any order and case:
// "llama 8b" finds "meta-llama/Llama-3.1-8B". All for an empty text.
QStringList modelsFor(const QString& text);

} // namespace plimsoll::ui
