// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/device.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace plimsoll::ui {

class QuantityField;

// Which tiers are shown: the catalog by class, with a search, and cards of one's own by their size.
class DevicePicker : public QWidget
{
    Q_OBJECT

public:
    explicit DevicePicker(QWidget* parent = nullptr);

    void setDevices(const std::vector<Device>& chosen);
    std::vector<Device> devices() const; // by capacity, smallest first

    QLineEdit* search() const { return m_search; }
    QTreeWidget* tree() const { return m_tree; }
    QuantityField* ownSize() const { return m_ownSize; }
    QPushButton* addOwn() const { return m_addOwn; }

signals:
    void devicesChosen(const std::vector<plimsoll::Device>& devices);

private:
    void fill();
    void addEntry(const Device& device);
    void addOwnCard();
    void filter(const QString& search);
    QTreeWidgetItem* classItem(const QString& name);
    QTreeWidgetItem* entryOf(const Device& device) const;

    std::vector<Device> m_known;
    std::vector<Device> m_chosen; // as last shown
    QLineEdit* m_search;
    QTreeWidget* m_tree;
    QuantityField* m_ownSize;
    QPushButton* m_addOwn;
};

} // namespace plimsoll::ui
