// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/lever.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace plimsoll::ui {

class QuantityField;
class StopSlider;

// One lever: its name, what sets it, what its last move did, what it costs, and what is wrong with it.
class LeverRow : public QWidget
{
    Q_OBJECT

public:
    explicit LeverRow(const Lever& lever, QWidget* parent = nullptr);

    const Lever& lever() const { return m_lever; }
    QString name() const; // the label without its mnemonic
    bool matches(const QString& search) const;

    // Shows the scenario's value; the reset arrow stands where it differs from the origin's.
    void render(const Scenario& scenario, const Scenario& origin);
    void setEffect(const QString& effect);
    void setProblem(const QString& problem);

    // The controls in the order of the Tab key, for tests and for the panel's tab order.
    StopSlider* slider() const { return m_slider; }
    QuantityField* field() const { return m_field; }
    QComboBox* combo() const { return m_combo; }
    QLineEdit* textField() const { return m_text; }
    QCheckBox* check() const { return m_check; }
    QToolButton* reset() const { return m_reset; }
    QString problem() const { return m_problem; }
    QString effect() const;
    bool hasEffect() const { return !m_reason; } // in the scenario shown

signals:
    void chosen(double value);
    void textChosen(const QString& text);
    void resetChosen();
    void gestureEnded();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addSlider();
    void addField();
    void addCombo();
    void addCheck();
    void addText();
    void layOut();
    void connectParts();
    void nameParts();
    void choose(double value);
    void chooseText();
    QString toolTipText(const char* reason) const;
    void stepField(int steps);
    void showStops(const Scenario& scenario);
    void showValue();
    void showNote();
    void styleTexts();
    QWidget* editor() const;

    const Lever& m_lever;
    double m_value = 0;
    QString m_shownText;            // of a lever that is a text
    const char* m_reason = nullptr; // why the lever does nothing in the scenario shown
    std::vector<double> m_stops;
    QString m_problem;
    QLabel* m_label = nullptr;
    QLabel* m_effect = nullptr;
    QLabel* m_choiceName = nullptr;
    QLabel* m_note = nullptr; // the cost, or the problem
    QToolButton* m_reset = nullptr;
    StopSlider* m_slider = nullptr;
    QuantityField* m_field = nullptr;
    QComboBox* m_combo = nullptr;
    QCheckBox* m_check = nullptr;
    QLineEdit* m_text = nullptr;
};

} // namespace plimsoll::ui
