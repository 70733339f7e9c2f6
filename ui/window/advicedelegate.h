// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace plimsoll::ui {

// A change in some lines: what it is and what it saves, what it costs, where it fits then. Texts wrap in the column's
// width.
class AdviceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role { Label = Qt::UserRole, Saving, Cost, Fits };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace plimsoll::ui
