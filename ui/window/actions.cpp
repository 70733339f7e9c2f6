// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/actions.h"

#include <QAction>
#include <QActionGroup>
#include <QIcon>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

namespace plimsoll::ui {

namespace {

struct ActionInfo
{
    ActionId id;
    const char* text;
    const char* icon;
    QKeySequence::StandardKey standardKey;
    const char* shortcut;
    const char* group; // of the actions of which one is on; "" stands alone
    bool isCheckable;
};

// Also for the standard keys that some desktops leave without a shortcut: Quit, SaveAs.
constexpr auto noKey = QKeySequence::UnknownKey;

// clang-format off
constexpr ActionInfo table[] = {
    {ActionId::New, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&New worked example"), "document-new", QKeySequence::New, "", "", false},
    {ActionId::Open, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Open…"), "document-open", QKeySequence::Open, "", "", false},
    {ActionId::Save, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Save"), "document-save", QKeySequence::Save, "", "", false},
    {ActionId::SaveAs, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Save &as…"), "document-save-as", noKey, "Ctrl+Shift+S", "", false},
    {ActionId::ExportChart, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Export chart…"), "document-export", noKey, "Ctrl+E", "", false},
    {ActionId::ExportTable, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Export ta&ble…"), "document-export", noKey, "Ctrl+Shift+E", "", false},
    {ActionId::ExportReport, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Export repor&t…"), "document-export", noKey, "Ctrl+Alt+E", "", false},
    {ActionId::Print, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Print…"), "document-print", QKeySequence::Print, "", "", false},
    {ActionId::Quit, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Quit"), "application-exit", noKey, "Ctrl+Q", "", false},
    {ActionId::CopyChart, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Copy &chart"), "edit-copy", noKey, "Ctrl+Shift+C", "", false},
    {ActionId::CopyTable, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Copy &table"), "edit-copy", noKey, "Ctrl+Shift+T", "", false},
    {ActionId::Paste, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Paste a scenario or a config"), "edit-paste", QKeySequence::Paste, "", "", false},
    {ActionId::FindLever, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Find a lever"), "edit-find", noKey, "Ctrl+K", "", false},
    {ActionId::UnitGb, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&GB (10⁹ bytes)"), "", noKey, "", "unit", true},
    {ActionId::UnitGib, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "G&iB (2³⁰ bytes)"), "", noKey, "", "unit", true},
    {ActionId::ThemeSystem, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Follow the &system"), "", noKey, "", "theme", true},
    {ActionId::ThemeLight, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Light"), "", noKey, "", "theme", true},
    {ActionId::ThemeDark, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Dark"), "", noKey, "", "theme", true},
    {ActionId::ShowLevers, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Le&vers"), "", noKey, "F9", "", true},
    {ActionId::ShowLedger, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "Le&dger"), "", noKey, "F8", "", true},
    {ActionId::ResetAll, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Reset all levers"), "edit-clear-all", noKey, "Ctrl+R", "", false},
    {ActionId::ChooseTiers, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Choose tiers"), "", noKey, "Ctrl+T", "", true},
    {ActionId::ExplainOom, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Explain an out-of-memory message…"), "", noKey, "Ctrl+M", "", false},
    {ActionId::ShowAdvice, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Advice"), "", noKey, "Ctrl+D", "", true},
    {ActionId::FindLayouts, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Layouts over several GPUs…"), "", noKey, "Ctrl+L", "", false},
    {ActionId::Pin, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Pin for comparison"), "window-pin", noKey, "Ctrl+B", "", false},
    {ActionId::Unpin, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Unpin all"), "window-unpin", noKey, "Ctrl+Shift+B", "", false},
    {ActionId::Shortcuts, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&Shortcuts"), "help-contents", QKeySequence::HelpContents, "", "", false},
    {ActionId::About, QT_TRANSLATE_NOOP("plimsoll::ui::Actions", "&About Plimsoll"), "help-about", noKey, "", "", false},
};
// clang-format on
static_assert(std::size(table) == actionCount);

} // namespace

Actions::Actions(QWidget& window)
    : QObject(&window)
{
    QMap<QString, QActionGroup*> groups;
    for (const ActionInfo& info : table) {
        auto* action = new QAction(QIcon::fromTheme(QLatin1String(info.icon)), tr(info.text), this);
        if (info.standardKey != noKey)
            action->setShortcut(info.standardKey);
        else
            action->setShortcut(QKeySequence(QLatin1String(info.shortcut)));
        action->setCheckable(info.isCheckable);
        if (*info.group != '\0') {
            QActionGroup*& group = groups[QLatin1String(info.group)];
            if (!group)
                group = new QActionGroup(this);
            group->addAction(action);
        }
        m_actions[static_cast<std::size_t>(info.id)] = action;
    }
    (*this)[ActionId::Quit].setMenuRole(QAction::QuitRole);
    (*this)[ActionId::About].setMenuRole(QAction::AboutRole);
}

QList<QAction*> Actions::ownKeys() const
{
    QList<QAction*> actions;
    for (const ActionInfo& info : table)
        if (info.standardKey == noKey && *info.shortcut != '\0')
            actions << &(*this)[info.id];
    return actions;
}

void Actions::build(QMenuBar& bar, QAction& undo, QAction& redo, QMenu& recentFiles) const
{
    const auto add = [this](QMenu& menu, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids)
            menu.addAction(&(*this)[id]);
    };
    QMenu& file = *bar.addMenu(tr("&File"));
    add(file, {ActionId::New, ActionId::Open});
    file.addMenu(&recentFiles);
    file.addSeparator();
    add(file, {ActionId::Save, ActionId::SaveAs});
    file.addSeparator();
    add(file, {ActionId::ExportChart, ActionId::ExportTable, ActionId::ExportReport, ActionId::Print});
    file.addSeparator();
    add(file, {ActionId::Quit});

    QMenu& edit = *bar.addMenu(tr("&Edit"));
    edit.addAction(&undo);
    edit.addAction(&redo);
    edit.addSeparator();
    add(edit, {ActionId::CopyChart, ActionId::CopyTable, ActionId::Paste});
    edit.addSeparator();
    add(edit, {ActionId::FindLever});

    QMenu& view = *bar.addMenu(tr("&View"));
    add(view, {ActionId::UnitGb, ActionId::UnitGib});
    view.addSeparator();
    add(*view.addMenu(tr("&Theme")), {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark});
    view.addSeparator();
    add(view, {ActionId::ShowLevers, ActionId::ShowLedger});

    QMenu& scenario = *bar.addMenu(tr("&Scenario"));
    add(scenario,
        {ActionId::ResetAll, ActionId::ChooseTiers, ActionId::ShowAdvice, ActionId::FindLayouts, ActionId::ExplainOom});
    scenario.addSeparator();
    add(scenario, {ActionId::Pin, ActionId::Unpin});
    add(*bar.addMenu(tr("&Help")), {ActionId::Shortcuts, ActionId::About});
}

QStringList Actions::shortcutLines() const
{
    QStringList lines;
    for (const QAction* action : m_actions)
        if (!action->shortcut().isEmpty())
            lines << action->shortcut().toString(QKeySequence::NativeText) + u'\t' + action->text().remove(u'&');
    return lines;
}

} // namespace plimsoll::ui
