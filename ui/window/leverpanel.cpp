// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leverpanel.h"

#include "format.h"
#include "language.h"
#include "window/foldablegroup.h"
#include "window/levereffects.h"
#include "window/leverrow.h"
#include "window/modelchoice.h"
#include "window/modelfield.h"
#include "window/quantityfield.h"
#include "window/session.h"
#include "window/spacing.h"
#include "window/stopslider.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::ui {

LeverPanel::LeverPanel(Session& session, QWidget* parent)
    : QScrollArea(parent),
      m_session(session),
      m_search(new QLineEdit),
      m_model(new ModelField)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(spacing, spacing, spacing, spacing);
    column->setSpacing(spacing);
    m_search->setPlaceholderText(tr("Search levers (Ctrl+K)"));
    m_search->setAccessibleName(tr("Search levers"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &LeverPanel::filter);
    column->addWidget(m_search);
    column->addWidget(m_model);
    connect(m_model, &ModelField::chosen, this, [this](const ModelSpec& model) {
        m_session.change(QStringLiteral("model"), withModel(m_session.scenario(), model),
                         tr("take %1").arg(modelName(model)));
        m_session.endGesture();
    });
    for (const Lever& lever : levers())
        addRow(lever, *column);
    column->addStretch();
    setWidget(content);
    content->installEventFilter(this);
    orderTabs();
    setFocusProxy(m_rows.front()->slider());

    connect(&session, &Session::documentChanged, this, &LeverPanel::render);
    auto* effects = new LeverEffects(session, this);
    connect(effects, &LeverEffects::outdated, this, &LeverPanel::showMove);
    connect(effects, &LeverEffects::found, this, [this](const Lever& lever, Bytes effect) {
        m_effects[&lever] = effect;
        showEffects();
    });
    connect(&session, &Session::estimateRefused, this, &LeverPanel::showProblem);
    if (session.estimate())
        render();
}

void LeverPanel::addRow(const Lever& lever, QVBoxLayout& column)
{
    auto* row = new LeverRow(lever);
    m_rows.push_back(row);
    connect(row, &LeverRow::chosen, this, [this, &lever](double value) { move(lever, value); });
    connect(row, &LeverRow::textChosen, this, [this, &lever](const QString& text) {
        Scenario scenario = m_session.scenario();
        lever.writeText(scenario, text.trimmed().toStdString());
        change(lever, scenario);
    });
    connect(row, &LeverRow::resetChosen, this,
            [this, &lever] { change(lever, withLeverOf(lever, m_session.scenario(), m_session.origin())); });
    connect(row, &LeverRow::gestureEnded, &m_session, &Session::endGesture);
    if (lever.group == LeverGroup::Main) {
        column.addWidget(row);
        return;
    }
    FoldableGroup*& group = m_groups[static_cast<std::size_t>(lever.group)];
    if (!group) {
        group = new FoldableGroup(QCoreApplication::translate("Lever", title(lever.group)));
        column.addWidget(group);
    }
    group->add(row);
}

void LeverPanel::move(const Lever& lever, double value)
{
    Scenario scenario = m_session.scenario();
    lever.write(scenario, value);
    change(lever, scenario);
}

void LeverPanel::change(const Lever& lever, const Scenario& scenario)
{
    m_session.change(QLatin1String(lever.path), scenario,
                     tr("%1 to %2").arg(row(lever.path)->name(), valueIn(lever, scenario)));
}

void LeverPanel::setUnit(ByteUnit unit)
{
    m_unit = unit;
    showEffects();
}

LeverRow* LeverPanel::row(std::string_view path) const
{
    const auto found
        = std::ranges::find(m_rows, path, [](const LeverRow* row) { return std::string_view(row->lever().path); });
    return found == m_rows.end() ? nullptr : *found;
}

void LeverPanel::render()
{
    m_model->render(m_session.scenario());
    // A model that cannot be estimated cannot be counted either: its size stays as it was shown.
    const auto canRead = [this](const Lever& lever) { return !lever.copy || !m_session.refusal(); };
    for (LeverRow* row : m_rows)
        if (canRead(row->lever()))
            row->render(m_session.scenario(), m_session.origin());
    place();
}

// At once at the lever that is being moved; at all that were moved after a pause.
void LeverPanel::showMove()
{
    m_effects.clear();
    if (const std::optional<Move>& move = m_session.lastMove())
        if (const Lever* lever = findLever(move->lever.toStdString()))
            m_effects[lever] = move->effect;
    showEffects();
}

void LeverPanel::showEffects()
{
    for (LeverRow* row : m_rows) {
        const auto effect = m_effects.find(&row->lever());
        row->setEffect(effect == m_effects.end() ? QString()
                                                 : figures(toQString(formatDifference(effect->second, m_unit))));
    }
}

// At the row of the refused field, or of the lever that stands for the part it belongs to.
void LeverPanel::showProblem()
{
    const Error& refusal = *m_session.refusal();
    LeverRow* refused = row(refusal.path);
    if (!refused && refusal.path.starts_with("model.")) // of the model's config, where keys are the same
        refused = row("model" + refusal.path.substr(refusal.path.rfind('.')));
    for (std::string path = refusal.path; !refused && path.find('.') != std::string::npos;) {
        path.erase(path.rfind('.'));
        refused = row(path);
    }
    if (!refused)
        return;
    refused->setProblem(tr("Expected %1.").arg(shown(refusal.expected)));
    if (FoldableGroup* group = m_groups[static_cast<std::size_t>(refused->lever().group)])
        group->setOpen(true);
}

void LeverPanel::filter()
{
    place();
    const QString search = m_search->text();
    m_model->setVisible(m_model->matches(search));
    for (FoldableGroup* group : m_groups)
        if (group)
            group->setOpen(!search.isEmpty());
}

// Levers that do nothing here are out of the way, and so are groups of none but such; a search finds them all the same.
void LeverPanel::place()
{
    const QString search = m_search->text();
    std::array<bool, leverGroupCount> isFilled{};
    for (LeverRow* row : m_rows) {
        const bool isShown = row->matches(search) && (row->hasEffect() || !search.isEmpty());
        row->setVisible(isShown);
        isFilled[static_cast<std::size_t>(row->lever().group)] |= isShown;
    }
    for (std::size_t index = 0; index < m_groups.size(); ++index)
        if (FoldableGroup* group = m_groups[index])
            group->setVisible(isFilled[index]);
}

QStringList LeverPanel::openGroups() const
{
    QStringList open;
    for (std::size_t index = 0; index < m_groups.size(); ++index)
        if (m_groups[index] && m_groups[index]->isOpen())
            open << QString::number(index);
    return open;
}

void LeverPanel::setOpenGroups(const QStringList& groups)
{
    for (std::size_t index = 0; index < m_groups.size(); ++index)
        if (m_groups[index])
            m_groups[index]->setOpen(groups.contains(QString::number(index)));
}

void LeverPanel::orderTabs()
{
    QWidget* previous = m_search;
    const auto append = [&previous](QWidget* next) {
        if (!next)
            return;
        QWidget::setTabOrder(previous, next);
        previous = next;
    };
    append(m_model->field());
    append(m_model->listButton());
    LeverGroup current = LeverGroup::Main;
    for (const LeverRow* row : m_rows) {
        if (row->lever().group != current) {
            current = row->lever().group;
            append(group(current)->heading());
        }
        append(row->reset());
        append(row->slider() ? static_cast<QWidget*>(&row->slider()->slider()) : nullptr);
        append(row->field());
        append(row->combo());
        append(row->textField());
        append(row->check());
    }
}

// No narrower than what it holds, since it does not scroll sideways.
QSize LeverPanel::minimumSizeHint() const
{
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            QScrollArea::minimumSizeHint().height()};
}

bool LeverPanel::eventFilter(QObject* watched, QEvent* event)
{
    // Rows come and go while a lever moves; all of the window is laid out anew only where they need another width.
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        const int width = widget()->minimumSizeHint().width();
        if (std::exchange(m_contentWidth, width) != width)
            updateGeometry();
    }
    return QScrollArea::eventFilter(watched, event);
}

QSize LeverPanel::sizeHint() const
{
    const int comfortable = 50 * fontMetrics().averageCharWidth();
    return {std::max(widget()->minimumSizeHint().width(), comfortable) + verticalScrollBar()->sizeHint().width(), 600};
}

} // namespace plimsoll::ui
