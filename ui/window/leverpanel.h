// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"
#include "window/lever.h"

#include <QScrollArea>

#include <array>
#include <map>
#include <string_view>
#include <vector>

class QLineEdit;
class QVBoxLayout;

namespace plimsoll::ui {

class FoldableGroup;
class LeverRow;
class ModelField;
class Session;

// All levers of the session's scenario: the six on top, the others in groups that fold.
class LeverPanel : public QScrollArea
{
    Q_OBJECT

public:
    explicit LeverPanel(Session& session, QWidget* parent = nullptr);

    void setUnit(ByteUnit unit);
    LeverRow* row(std::string_view path) const;
    FoldableGroup* group(LeverGroup group) const { return m_groups[static_cast<std::size_t>(group)]; }
    ModelField& model() const { return *m_model; }
    // The groups that are open, by number, to be remembered.
    QStringList openGroups() const;
    void setOpenGroups(const QStringList& groups);
    QLineEdit* search() const { return m_search; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addRow(const Lever& lever, QVBoxLayout& column);
    void move(const Lever& lever, double value);
    void change(const Lever& lever, const Scenario& scenario);
    void render();
    void showEffects();
    void showMove();
    void place();
    void showProblem();
    void filter();
    void orderTabs();

    Session& m_session;
    ByteUnit m_unit = ByteUnit::GB;
    int m_contentWidth = 0; // at least
    QLineEdit* m_search;
    ModelField* m_model;
    std::array<FoldableGroup*, leverGroupCount> m_groups{};
    std::vector<LeverRow*> m_rows;
    std::map<const Lever*, Bytes> m_effects;
};

} // namespace plimsoll::ui
