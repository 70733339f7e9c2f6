// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leverrow.h"

#include "format.h"
#include "language.h"
#include "window/quantityfield.h"
#include "window/stopslider.h"
#include "window/textstyle.h"
#include "window/wheelguard.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace plimsoll::ui {

namespace {

constexpr int shownLetters = 14; // of a combo's value, at least

QString translated(const char* text)
{
    return *text == '\0' ? QString() : QCoreApplication::translate("Lever", text);
}

// Where a value lies among ascending stops, on a logarithmic scale between two of them.
double placeAmong(const std::vector<double>& stops, double value)
{
    const auto above = std::ranges::lower_bound(stops, value);
    if (above == stops.end())
        return static_cast<double>(stops.size()) - 0.5;
    const auto index = static_cast<double>(above - stops.begin());
    if (*above == value)
        return index;
    if (above == stops.begin())
        return -0.5;
    const double below = *(above - 1);
    // Short of either stop, so that a value beside it is not taken for it.
    return index - 1 + std::clamp(std::log(value / below) / std::log(*above / below), 0.01, 0.99);
}

QLabel* smallLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setFont(smallFont(parent->font()));
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

LeverRow::LeverRow(const Lever& lever, QWidget* parent)
    : QWidget(parent),
      m_lever(lever),
      m_label(new QLabel(translated(lever.label), this)),
      m_effect(smallLabel(this)),
      m_note(smallLabel(this)),
      m_reset(new QToolButton(this))
{
    m_note->setWordWrap(true);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy keepsRoom = m_reset->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsRoom);
    m_reset->hide();
    if (lever.stops)
        addSlider();
    if (lever.kind == LeverKind::Number)
        addField();
    else if (lever.kind == LeverKind::Switch)
        addCheck();
    else if (lever.kind == LeverKind::Text)
        addText();
    else if (!lever.stops)
        addCombo();
    layOut();
    connectParts();
    nameParts();
    styleTexts();
}

void LeverRow::addSlider()
{
    const bool isChoice = m_lever.kind == LeverKind::Choice;
    m_slider = new StopSlider(isChoice ? StopSlider::Labels::CurrentFirst : StopSlider::Labels::EvenlyThinned, this);
    m_slider->slider().installEventFilter(this);
    if (isChoice)
        m_choiceName = new QLabel(this);
}

void LeverRow::addField()
{
    m_field = new QuantityField(m_lever.quantity, m_lever.least, m_lever.most, this);
    m_field->setAutomatic(translated(m_lever.automatic));
    m_field->installEventFilter(this);
}

void LeverRow::addCombo()
{
    m_combo = new QComboBox(this);
    guardWheel(*m_combo);
    m_combo->setMinimumWidth(QuantityField(Quantity::Count, 0, 1).sizeHint().width());
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // long names are cut, not the panel
    m_combo->setMinimumContentsLength(shownLetters);
    for (const Choice& choice : m_lever.choices()) {
        m_combo->addItem(shown(choice.label));
        m_combo->setItemData(m_combo->count() - 1, shown(choice.cost), Qt::ToolTipRole);
    }
}

void LeverRow::addCheck()
{
    m_check = new QCheckBox(translated(m_lever.label), this);
    m_label->hide();
}

void LeverRow::addText()
{
    m_text = new QLineEdit(this);
    m_text->setMinimumWidth(QuantityField(Quantity::Count, 0, 1).sizeHint().width());
    m_text->installEventFilter(this);
    const QStringList suggestions = QString::fromUtf8(m_lever.suggestions).split(u'|', Qt::SkipEmptyParts);
    if (suggestions.isEmpty())
        return;
    auto* completer = new QCompleter(suggestions, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_text->setCompleter(completer);
}

QWidget* LeverRow::editor() const
{
    if (m_text)
        return m_text;
    if (m_field)
        return m_field;
    return m_combo ? static_cast<QWidget*>(m_combo) : m_choiceName;
}

void LeverRow::layOut()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    grid->addWidget(m_check ? static_cast<QWidget*>(m_check) : m_label, 0, 0);
    grid->addWidget(m_effect, 0, 1, Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(m_reset, 0, 2);
    if (QWidget* widget = editor())
        grid->addWidget(widget, 0, 3, m_choiceName ? Qt::AlignRight | Qt::AlignVCenter : Qt::Alignment());
    if (m_slider)
        grid->addWidget(m_slider, 1, 0, 1, 4);
    grid->addWidget(m_note, 2, 0, 1, 4);
    grid->setColumnStretch(1, 1);
}

void LeverRow::connectParts()
{
    connect(m_reset, &QToolButton::clicked, this, [this] {
        emit resetChosen();
        emit gestureEnded();
    });
    if (m_slider) {
        connect(m_slider, &StopSlider::stopChosen, this,
                [this](int stop) { choose(m_stops[static_cast<std::size_t>(stop)]); });
        connect(m_slider, &StopSlider::released, this, &LeverRow::gestureEnded);
    }
    if (m_field) {
        connect(m_field, &QuantityField::stepped, this, &LeverRow::stepField);
        connect(m_field, &QuantityField::refused, this, &LeverRow::setProblem);
        connect(m_field, &QuantityField::valueTyped, this, [this](double value) {
            setProblem({});
            choose(value);
            emit gestureEnded();
        });
    }
    if (m_text)
        connect(m_text, &QLineEdit::editingFinished, this, &LeverRow::chooseText);
    if (m_combo)
        connect(m_combo, &QComboBox::activated, this, [this](int index) {
            choose(index);
            emit gestureEnded();
        });
    if (m_check)
        connect(m_check, &QCheckBox::clicked, this, [this](bool on) {
            choose(on ? 1 : 0);
            emit gestureEnded();
        });
}

void LeverRow::nameParts()
{
    const QString meaning = translated(m_lever.meaning);
    setToolTip(toolTipText(nullptr));
    if (m_text) {
        m_text->setAccessibleName(name());
        m_text->setAccessibleDescription(meaning);
        m_label->setBuddy(m_text);
    }
    if (m_check)
        m_check->setAccessibleDescription(meaning);
    if (m_combo)
        m_combo->setAccessibleDescription(meaning);
    if (m_slider) {
        m_slider->slider().setAccessibleName(name());
        m_slider->slider().setAccessibleDescription(meaning);
        m_label->setBuddy(&m_slider->slider());
    }
    if (m_field) {
        m_field->setAccessibleName(m_slider ? tr("%1, exact value").arg(name()) : name());
        m_field->setAccessibleDescription(meaning);
        if (!m_slider)
            m_label->setBuddy(m_field);
    }
    if (m_combo) {
        m_combo->setAccessibleName(name());
        m_label->setBuddy(m_combo);
    }
    m_reset->setAccessibleName(tr("Reset %1").arg(name()));
}

QString LeverRow::name() const
{
    return translated(m_lever.label).remove(u'&');
}

bool LeverRow::matches(const QString& search) const
{
    return search.isEmpty() || name().contains(search, Qt::CaseInsensitive)
        || translated(m_lever.meaning).contains(search, Qt::CaseInsensitive)
        || QLatin1String(m_lever.path).contains(search, Qt::CaseInsensitive);
}

QString LeverRow::effect() const
{
    return m_effect->text();
}

void LeverRow::choose(double value)
{
    if (value != m_value)
        emit chosen(value);
}

void LeverRow::chooseText()
{
    if (m_text->text() == m_shownText)
        return;
    emit textChosen(m_text->text());
    emit gestureEnded();
}

// What the lever is, why it does nothing here where it does nothing, and where it is explained.
QString LeverRow::toolTipText(const char* reason) const
{
    QStringList lines{translated(m_lever.meaning)};
    if (reason)
        lines << translated(reason);
    if (*m_lever.source != '\0')
        lines << tr("Source: %1").arg(translated(m_lever.source));
    return lines.join(u'\n');
}

void LeverRow::stepField(int steps)
{
    if (m_slider)
        m_slider->step(steps);
    else
        choose(std::clamp(m_value + steps * (m_lever.quantity == Quantity::Fraction ? 0.05 : 1.0), m_lever.least,
                          m_lever.most));
}

void LeverRow::render(const Scenario& scenario, const Scenario& origin)
{
    if (m_text)
        m_shownText = toQString(m_lever.readText(scenario));
    else
        m_value = m_lever.read(scenario);
    if (m_slider)
        showStops(scenario);
    showValue();
    setProblem({});
    const bool isMoved = differs(m_lever, scenario, origin);
    m_reset->setVisible(isMoved);
    if (isMoved)
        m_reset->setToolTip(tr("Back to %1").arg(valueIn(m_lever, origin)));
    const char* reason = m_lever.withoutEffect ? m_lever.withoutEffect(scenario) : nullptr;
    if (reason == m_reason)
        return; // texts take longer than all else here
    m_reason = reason;
    setEnabled(!reason);
    setToolTip(toolTipText(reason));
}

void LeverRow::showStops(const Scenario& scenario)
{
    m_stops = m_lever.stops(scenario);
    QStringList labels;
    for (const double stop : m_stops)
        labels << (m_lever.kind == LeverKind::Choice ? valueText(m_lever, stop)
                                                     : shortQuantityText(stop, m_lever.quantity));
    m_slider->setStops(labels);
}

void LeverRow::showValue()
{
    if (m_slider && m_lever.kind == LeverKind::Choice)
        m_slider->setPlace(static_cast<double>(std::ranges::find(m_stops, m_value) - m_stops.begin()));
    else if (m_slider)
        m_slider->setPlace(placeAmong(m_stops, m_value));
    if (m_choiceName)
        m_choiceName->setText(valueText(m_lever, m_value));
    if (m_field)
        m_field->setValue(m_value);
    if (m_combo)
        m_combo->setCurrentIndex(static_cast<int>(m_value));
    if (m_check)
        m_check->setChecked(m_value != 0);
    if (m_text && m_text->text() != m_shownText)
        m_text->setText(m_shownText);
}

void LeverRow::setEffect(const QString& effect)
{
    m_effect->setText(effect);
}

void LeverRow::setProblem(const QString& problem)
{
    const bool restyles = m_problem.isEmpty() != problem.isEmpty();
    m_problem = problem;
    showNote();
    if (restyles)
        styleTexts();
}

void LeverRow::showNote()
{
    QString note = m_problem;
    if (note.isEmpty() && m_lever.kind == LeverKind::Choice)
        note = shown(m_lever.choices()[static_cast<std::size_t>(m_value)].cost);
    else if (note.isEmpty())
        note = translated(m_lever.cost);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void LeverRow::styleTexts()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, quietColor(palette()));
    m_note->setPalette(m_problem.isEmpty() ? quiet : palette());
    QFont font = smallFont(this->font());
    font.setBold(!m_problem.isEmpty());
    m_note->setFont(font);
}

bool LeverRow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text) {
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
            m_text->setText(m_shownText);
        return QWidget::eventFilter(watched, event);
    }
    if (event->type() == QEvent::KeyRelease && !static_cast<QKeyEvent*>(event)->isAutoRepeat())
        emit gestureEnded();
    if (event->type() != QEvent::KeyPress || !m_field || watched == m_field)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->text().isEmpty() || !key->text().front().isDigit())
        return QWidget::eventFilter(watched, event);
    m_field->beginTyping(key->text());
    return true;
}

void LeverRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        styleTexts();
}

} // namespace plimsoll::ui
