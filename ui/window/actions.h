// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <array>

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;
class QWidget;

namespace plimsoll::ui {

enum class ActionId {
    New,
    Open,
    Save,
    SaveAs,
    ExportChart,
    ExportTable,
    ExportReport,
    Print,
    Quit,
    CopyChart,
    CopyTable,
    Paste,
    FindLever,
    UnitGb,
    UnitGib,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    ShowLevers,
    ShowLedger,
    ResetAll,
    ChooseTiers,
    ExplainOom,
    ShowAdvice,
    FindLayouts,
    Pin,
    Unpin,
    Shortcuts,
    About,
};
inline constexpr std::size_t actionCount = 29;

// The window's actions with their texts, shortcuts and places in the menus, from one table.
class Actions : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QWidget& window);

    QAction& operator[](ActionId id) const { return *m_actions[static_cast<std::size_t>(id)]; }

    // Fills the menu bar. The undo and redo actions and the menu of recent files come from their owners.
    void build(QMenuBar& bar, QAction& undo, QAction& redo, QMenu& recentFiles) const;

    // "New: Ctrl+N", a line each.
    QStringList shortcutLines() const;
    // Those with a shortcut of this window's own, not one of editing.
    QList<QAction*> ownKeys() const;

private:
    std::array<QAction*, actionCount> m_actions{};
};

} // namespace plimsoll::ui
