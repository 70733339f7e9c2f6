// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/modelfield.h"

#include "base/format.h"
#include "format.h"
#include "interchange/modelpresets.h"
#include "language.h"
#include "window/modelchoice.h"
#include "window/quantity.h"
#include "window/spacing.h"
#include "window/textstyle.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolButton>

namespace plimsoll::ui {

namespace {

constexpr int shownAtOnce = 12;

// "meta-llama/Llama-3.1-8B", with what it is in its tooltip.
QStandardItem* itemOf(const CatalogModel& model)
{
    auto* item = new QStandardItem(toQString(model.id));
    const QString size = shortQuantityText(static_cast<double>(model.publishedParameters), Quantity::Parameters);
    item->setToolTip(ModelField::tr("%1, %2 parameters").arg(toQString(model.family), size));
    return item;
}

} // namespace

ModelField::ModelField(QWidget* parent)
    : QWidget(parent),
      m_field(new QLineEdit(this)),
      m_list(new QToolButton(this)),
      m_problem(new QLabel(this)),
      m_listed(new QStandardItemModel(this))
{
    const QString meaning = tr("A published model, by any part of its name; or drop a config.json or a checkpoint.");
    auto* label = new QLabel(tr("Mode&l"), this);
    label->setBuddy(m_field);
    setToolTip(meaning);
    m_field->setAccessibleName(tr("Model"));
    m_field->setAccessibleDescription(meaning);
    m_field->installEventFilter(this);
    m_list->setArrowType(Qt::DownArrow);
    m_list->setAutoRaise(true);
    m_list->setFocusPolicy(Qt::StrongFocus);
    m_list->setAccessibleName(tr("List all models"));
    m_list->setToolTip(m_list->accessibleName());
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();

    auto* completer = new QCompleter(m_listed, this);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setMaxVisibleItems(shownAtOnce);
    completer->popup()->setAccessibleName(tr("Models"));
    m_field->setCompleter(completer);
    connect(m_field, &QLineEdit::textEdited, this, &ModelField::list);
    connect(m_field, &QLineEdit::returnPressed, this, &ModelField::takeTyped);
    connect(completer, QOverload<const QString&>::of(&QCompleter::activated), this, &ModelField::take);
    connect(m_list, &QToolButton::clicked, this, &ModelField::showAll);

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    grid->addWidget(label, 0, 0);
    grid->addWidget(m_field, 0, 1);
    grid->addWidget(m_list, 0, 2);
    grid->addWidget(m_problem, 1, 0, 1, 3);
}

void ModelField::list(const QString& text)
{
    m_listed->clear();
    for (const QString& id : modelsFor(text))
        m_listed->appendRow(itemOf(*findModel(id.toStdString())));
    // Names in full, also where the field is narrower.
    QAbstractItemView* popup = m_field->completer()->popup();
    popup->setMinimumWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 2 * spacing);
    showProblem({});
}

void ModelField::showAll()
{
    m_field->setFocus(Qt::PopupFocusReason);
    m_field->selectAll();
    list({});
    m_field->completer()->complete();
}

// What was typed is a model's name, or what is left of the list says which is meant.
void ModelField::takeTyped()
{
    const QString text = m_field->text().trimmed();
    if (text == m_shown)
        return;
    const QStringList found = modelsFor(text);
    if (findModel(text.toStdString())) {
        take(text);
    } else if (found.size() == 1) {
        take(found.front());
    } else if (found.empty()) {
        QStringList near;
        for (const std::string_view id : modelsLike(text.toStdString()))
            near << toQString(id);
        showProblem(tr("No model of that name here; nearest: %1.").arg(near.join(QStringLiteral(", "))));
    } else {
        showProblem(tr("%1 models have that in their name; choose one of the list.").arg(found.size()));
        m_field->completer()->complete();
    }
}

void ModelField::take(const QString& id)
{
    const CatalogModel* entry = findModel(id.toStdString());
    if (!entry)
        return;
    const Result<Preset> preset = readPreset(*entry);
    if (!preset) {
        showProblem(shown(preset.error().message()));
        return;
    }
    showProblem({});
    emit chosen(preset->model);
}

void ModelField::render(const Scenario& scenario)
{
    m_shown = modelName(scenario.model);
    if (m_field->text() != m_shown) {
        m_field->setText(m_shown);
        m_field->setCursorPosition(0);
    }
    if (!problem().isEmpty())
        showProblem({});
}

bool ModelField::matches(const QString& search) const
{
    return search.isEmpty() || tr("Model").contains(search, Qt::CaseInsensitive);
}

QString ModelField::problem() const
{
    return m_problem->text();
}

void ModelField::showProblem(const QString& problem)
{
    QFont font = smallFont(this->font());
    font.setBold(true);
    m_problem->setFont(font);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

// Down opens the list, Escape and leaving the field bring the present model's name back.
bool ModelField::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down) {
            showAll();
            return true;
        }
        if (key == Qt::Key_Escape) {
            m_field->setText(m_shown);
            showProblem({});
            return true;
        }
    } else if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason && m_field->text() != m_shown)
            m_field->setText(m_shown);
    } else if (event->type() == QEvent::FocusIn) {
        QMetaObject::invokeMethod(m_field, &QLineEdit::selectAll, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace plimsoll::ui
