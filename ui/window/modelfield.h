// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/scenario.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QStandardItemModel;
class QToolButton;

namespace plimsoll::ui {

// The model by its name: typing any part of it lists what the catalog has, Enter takes it.
class ModelField : public QWidget
{
    Q_OBJECT

public:
    explicit ModelField(QWidget* parent = nullptr);

    void render(const Scenario& scenario);
    bool matches(const QString& search) const;

    QLineEdit* field() const { return m_field; }
    QToolButton* listButton() const { return m_list; }
    QString problem() const;

signals:
    void chosen(const plimsoll::ModelSpec& model);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list(const QString& text);
    void showAll();
    void take(const QString& id);
    void takeTyped();
    void showProblem(const QString& problem);

    QLineEdit* m_field;
    QToolButton* m_list;
    QLabel* m_problem;
    QStandardItemModel* m_listed;
    QString m_shown; // the present model's name
};

} // namespace plimsoll::ui
