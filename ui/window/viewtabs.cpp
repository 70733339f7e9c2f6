// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/viewtabs.h"

#include "advice/sweep.h"
#include "chart/chartview.h"
#include "chart/drawingview.h"
#include "format.h"
#include "window/spacing.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>

namespace plimsoll::ui {

namespace {

QString translated(const char* english)
{
    return QCoreApplication::translate("Views", english);
}

} // namespace

ViewTabs::ViewTabs(QWidget* parent)
    : QTabWidget(parent),
      m_tiers(new ChartView),
      m_sweepLever(new QComboBox)
{
    setDocumentMode(true);
    for (const SweepLever& lever : sweepLevers())
        m_sweepLever->addItem(toQString(lever.label), toQString(lever.path));
    m_sweepLever->setAccessibleName(tr("Lever of the sweep"));
    connect(m_sweepLever, &QComboBox::currentIndexChanged, this, [this] {
        ViewChoices choices = m_choices;
        choices.lever = m_sweepLever->currentData().toString().toStdString();
        choose(choices);
    });
    for (const ViewInfo& view : views())
        addDrawing(view);
    connect(m_tiers, &ChartView::lineItemSelected, this, &ViewTabs::lineItemSelected);
}

void ViewTabs::addDrawing(const ViewInfo& view)
{
    QWidget* page = m_tiers;
    if (view.make) {
        auto* drawing = new DrawingView(view.make(), translated(view.title));
        m_drawings[static_cast<std::size_t>(view.id)] = drawing;
        connect(drawing, &DrawingView::lineItemSelected, this, &ViewTabs::lineItemSelected);
        connect(drawing, &DrawingView::scenarioChosen, this,
                [this, &view](const Scenario& scenario) { emit scenarioChosen(scenario, translated(view.title)); });
        page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        if (QWidget* choosers = choosersOf(view.id))
            column->addWidget(choosers);
        column->addWidget(drawing, 1);
    }
    const int index = addTab(page, translated(view.title));
    setTabToolTip(index, translated(view.meaning));
}

QWidget* ViewTabs::choosersOf(ViewId view)
{
    if (view != ViewId::Sweep)
        return nullptr;
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(spacing, spacing / 2, spacing, spacing / 2);
    auto* label = new QLabel(tr("Along"));
    label->setBuddy(m_sweepLever);
    row->addWidget(label);
    row->addWidget(m_sweepLever);
    row->addStretch();
    return bar;
}

void ViewTabs::choose(const ViewChoices& choices)
{
    m_choices = choices;
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setChoices(choices);
}

void ViewTabs::setEstimate(const Estimate& estimate)
{
    m_tiers->setEstimate(estimate);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setEstimate(estimate);
}

void ViewTabs::setUnit(ByteUnit unit)
{
    m_tiers->setUnit(unit);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setUnit(unit);
}

void ViewTabs::setTheme(Theme theme)
{
    m_tiers->setTheme(theme);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setTheme(theme);
}

void ViewTabs::setSelected(std::optional<LineItem> item)
{
    m_tiers->setSelected(item);
    for (DrawingView* drawing : m_drawings)
        if (drawing)
            drawing->setSelected(item);
}

void ViewTabs::showView(ViewId view)
{
    setCurrentIndex(static_cast<int>(view));
}

ViewId ViewTabs::current() const
{
    return static_cast<ViewId>(currentIndex());
}

} // namespace plimsoll::ui
