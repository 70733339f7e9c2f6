// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/mainwindow.h"

#include "format.h"
#include "language.h"
#include "window/docks.h"
#include "window/exports.h"
#include "window/filing.h"
#include "window/helpdialogs.h"
#include "window/incoming.h"
#include "window/ledgermodel.h"
#include "window/ledgertable.h"
#include "window/leverpanel.h"
#include "window/messagestrip.h"
#include "window/oomdialog.h"
#include "window/pins.h"
#include "window/plandialog.h"
#include "window/recentmenu.h"
#include "window/recoverystrip.h"
#include "window/shortcutguard.h"
#include "window/spacing.h"
#include "window/verdictbar.h"
#include "window/viewtabs.h"

#include <QAction>
#include <QClipboard>
#include <QCloseEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

namespace plimsoll::ui {

namespace {

constexpr QSize firstSize{1280, 800};

// A dialog that stays open beside the window, in the window's theme.
void showBeside(QDialog& dialog)
{
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    dialog.setAttribute(Qt::WA_WindowPropagation);
    dialog.show();
}

} // namespace

MainWindow::MainWindow(QSettings& settings, FileChooser& chooser, const QString& recoveryFolder, Estimator estimator)
    : m_settings(settings),
      m_session(std::move(estimator)),
      m_filing(new Filing(m_session, chooser, *this)),
      m_recovery(m_session, *m_filing, recoveryFolder),
      m_actions(new Actions(*this)),
      m_levers(new LeverPanel(m_session)),
      m_verdict(new VerdictBar),
      m_messages(new MessageStrip),
      m_recoveryStrip(new RecoveryStrip(m_recovery, *m_filing)),
      m_views(new ViewTabs),
      m_ledger(new LedgerTable),
      m_pins(new Pins(this)),
      m_docks(new Docks(*this, m_session, *m_actions)),
      m_exports(new Exports(*this, {m_session, *m_filing, *m_views, *m_ledger}, chooser, *m_actions)),
      m_incoming(new Incoming(m_session, *m_filing, this)),
      m_columns(new QSplitter(Qt::Horizontal)),
      m_rows(new QSplitter(Qt::Vertical))
{
    setAcceptDrops(true);
    layOut();
    QAction* undo = m_session.undoStack().createUndoAction(this, tr("Undo"));
    undo->setShortcuts(QKeySequence::Undo);
    QAction* redo = m_session.undoStack().createRedoAction(this, tr("Redo"));
    redo->setShortcuts(QKeySequence::Redo);
    keepShortcuts(*this, m_actions->ownKeys());
    m_actions->build(*menuBar(), *undo, *redo, *new RecentMenu(*m_filing, this));
    connectSession();
    connectFiling();
    connectActions();
    connectViewActions();
    connectPins();
    linkSelections();
    restore(readSettings(settings));
    m_recoveryStrip->offerNext();
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut()
{
    m_rows->addWidget(m_views);
    m_rows->addWidget(m_ledger);
    m_rows->setStretchFactor(0, 3);
    m_rows->setStretchFactor(1, 2);
    m_rows->setChildrenCollapsible(false);

    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_verdict);
    column->addWidget(m_messages);
    column->addWidget(m_recoveryStrip);
    column->addWidget(m_rows, 1);
    m_columns->addWidget(m_levers);
    m_columns->addWidget(right);
    m_columns->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    setCentralWidget(m_columns);
    resize(firstSize);
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::estimateChanged, this, &MainWindow::showEstimate);
    connect(&m_session, &Session::estimateRefused, this, &MainWindow::showRefusal);
    connect(&m_session, &Session::documentChanged, this, &MainWindow::showTitle);
    connect(m_docks, &Docks::scenarioChosen, this, [this](const Scenario& scenario, const QString& what) {
        takeScenario(QStringLiteral("advice"), scenario, what);
    });
    connect(&m_session.undoStack(), &QUndoStack::cleanChanged, this, [this](bool clean) { setWindowModified(!clean); });
}

void MainWindow::connectFiling()
{
    connect(m_filing, &Filing::pathChanged, this, &MainWindow::showTitle);
    connect(m_filing, &Filing::failed, m_messages, &MessageStrip::showMessage);
    connect(m_exports, &Exports::failed, m_messages, &MessageStrip::showMessage);
    connect(m_exports, &Exports::succeeded, m_messages, &MessageStrip::clear);
    connect(m_incoming, &Incoming::failed, m_messages, &MessageStrip::showMessage);
    connect(m_filing, &Filing::succeeded, m_messages, &MessageStrip::clear);
}

void MainWindow::connectActions()
{
    const auto on = [this](ActionId id, auto slot) { connect(&action(id), &QAction::triggered, this, slot); };
    on(ActionId::New, [this] { m_filing->askNew(); });
    on(ActionId::Open, [this] { m_filing->askOpen(); });
    on(ActionId::Save, [this] { m_filing->save(); });
    on(ActionId::SaveAs, [this] { m_filing->saveAs(); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::Paste, [this] { m_incoming->paste(*QGuiApplication::clipboard()->mimeData()); });
    on(ActionId::ResetAll, [this] { resetAll(); });
    on(ActionId::Pin, [this] { m_pins->pin(*m_session.estimate()); });
    on(ActionId::Unpin, [this] { m_pins->clear(); });
    on(ActionId::FindLayouts, [this] {
        auto* dialog = new PlanDialog(m_session, m_unit, this);
        connect(dialog, &PlanDialog::scenarioChosen, this, [this](const Scenario& scenario, const QString& what) {
            takeScenario(QStringLiteral("plan"), scenario, what);
        });
        showBeside(*dialog);
    });
    on(ActionId::ExplainOom, [this] { showBeside(*new OomDialog(m_session, m_unit, this)); });
    on(ActionId::Shortcuts, [this] { showShortcuts(*this, m_actions->shortcutLines()); });
    on(ActionId::About, [this] { showAbout(*this); });
    on(ActionId::FindLever, [this] {
        action(ActionId::ShowLevers).setChecked(true);
        m_levers->search()->setFocus(Qt::ShortcutFocusReason);
        m_levers->search()->selectAll();
    });
}

void MainWindow::connectViewActions()
{
    const auto on = [this](ActionId id, auto slot) { connect(&action(id), &QAction::triggered, this, slot); };
    on(ActionId::UnitGb, [this] { setUnit(ByteUnit::GB); });
    on(ActionId::UnitGib, [this] { setUnit(ByteUnit::GiB); });
    on(ActionId::ThemeSystem, [this] { setTheme(ThemeChoice::System); });
    on(ActionId::ThemeLight, [this] { setTheme(ThemeChoice::Light); });
    on(ActionId::ThemeDark, [this] { setTheme(ThemeChoice::Dark); });
    connect(&action(ActionId::ShowLevers), &QAction::toggled, m_levers, &QWidget::setVisible);
    connect(&action(ActionId::ShowLedger), &QAction::toggled, m_ledger, &QWidget::setVisible);
}

void MainWindow::connectPins()
{
    connect(m_pins, &Pins::changed, this, [this] {
        m_views->setPins(m_pins->scenarios());
        m_ledger->setBaseline(m_pins->baseline());
        action(ActionId::Unpin).setEnabled(!m_pins->scenarios().empty());
    });
    action(ActionId::Unpin).setEnabled(false);
}

void MainWindow::linkSelections()
{
    connect(m_ledger, &LedgerTable::partSelected, m_views, &ViewTabs::setSelected);
    connect(m_views, &ViewTabs::partSelected, m_ledger, &LedgerTable::select);
    connect(m_views, &ViewTabs::scenarioChosen, this, [this](const Scenario& scenario, const QString& view) {
        takeScenario(QStringLiteral("view"), scenario, tr("choose in %1").arg(view));
    });
}

void MainWindow::takeScenario(const QString& from, const Scenario& scenario, const QString& what)
{
    m_session.change(from, scenario, what);
    m_session.endGesture();
}

void MainWindow::restore(const WindowSettings& values)
{
    m_filing->setRecentFiles(values.recentFiles);
    setUnit(values.unit);
    setTheme(values.theme);
    action(ActionId::ShowLevers).setChecked(values.showLevers);
    action(ActionId::ShowLedger).setChecked(values.showLedger);
    m_levers->setVisible(values.showLevers);
    m_ledger->setVisible(values.showLedger);
    m_columns->setSizes({m_levers->sizeHint().width(), firstSize.width() - m_levers->sizeHint().width()});
    m_rows->setSizes({420, 260});
    restoreGeometry(values.geometry);
    restoreState(values.state);
    m_columns->restoreState(values.columns);
    m_rows->restoreState(values.rows);
    m_levers->setOpenGroups(values.openGroups);
    m_filing->startWorkedExample(values.devices);
    if (QFileInfo::exists(values.file))
        m_filing->openPath(values.file);
    for (const ViewInfo& view : views())
        if (values.view == toQString(view.name))
            m_views->showView(view.id);
    if (!values.pins.empty())
        if (const Result<Estimate> baseline = m_session.estimateOf(values.pins.back().scenario))
            m_pins->restore(values.pins, *baseline);
    m_levers->setFocus();
}

void MainWindow::remember()
{
    WindowSettings values;
    values.geometry = saveGeometry();
    values.state = saveState();
    values.columns = m_columns->saveState();
    values.rows = m_rows->saveState();
    values.recentFiles = m_filing->recentFiles();
    values.unit = m_unit;
    values.theme = m_theme;
    values.showLevers = action(ActionId::ShowLevers).isChecked();
    values.showLedger = action(ActionId::ShowLedger).isChecked();
    values.devices = m_session.document().devices;
    values.file = m_filing->path();
    values.view = toQString(info(m_views->current()).name);
    values.openGroups = m_levers->openGroups();
    values.pins = m_pins->scenarios();
    writeSettings(values, m_settings);
}

void MainWindow::openFile(const QString& path)
{
    m_filing->openPath(path);
}

void MainWindow::showEstimate(const Estimate& estimate)
{
    m_messages->clear();
    m_verdict->render(estimate, m_unit);
    m_views->setEstimate(estimate);
    m_ledger->setEstimate(estimate);
    m_docks->setEstimate(estimate);
}

void MainWindow::showRefusal(const Error& error)
{
    m_messages->showMessage(tr("%1. Verdict, chart and ledger still show the last scenario that could be estimated.")
                                .arg(shown(error.message())));
}

void MainWindow::showTitle()
{
    setWindowTitle(tr("%1[*] – Plimsoll").arg(m_filing->name()));
    setWindowFilePath(m_filing->path());
}

void MainWindow::setUnit(ByteUnit unit)
{
    m_unit = unit;
    action(unit == ByteUnit::GB ? ActionId::UnitGb : ActionId::UnitGib).setChecked(true);
    m_views->setUnit(unit);
    m_levers->setUnit(unit);
    m_docks->setUnit(unit);
    m_exports->setUnit(unit);
    if (m_session.estimate())
        m_verdict->render(*m_session.estimate(), unit);
}

void MainWindow::setTheme(ThemeChoice choice)
{
    static constexpr ActionId ids[] = {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark};
    m_theme = choice;
    action(ids[static_cast<std::size_t>(choice)]).setChecked(true);
    setPalette(paletteOf(choice));
    applyTheme();
}

void MainWindow::applyTheme()
{
    const Theme theme = themeOf(palette());
    m_views->setTheme(theme);
    m_ledger->ledger().setTheme(theme);
}

ChartView& MainWindow::chart()
{
    return m_views->view(ViewId::Tiers);
}

AdvicePanel& MainWindow::advice()
{
    return m_docks->advice();
}

DevicePicker& MainWindow::devicePicker()
{
    return m_docks->devices();
}

void MainWindow::resetAll()
{
    takeScenario(QStringLiteral("all"), m_session.origin(), tr("reset all levers"));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_session.undoStack().isClean()) {
        remember();
        event->accept();
        return;
    }
    event->ignore();
    m_filing->whenSaved([this] {
        m_session.undoStack().setClean();
        // Later, since an answer that comes at once finds the window still in this event.
        QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (Incoming::canTake(*event->mimeData()))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    m_incoming->drop(*event->mimeData());
}

} // namespace plimsoll::ui
