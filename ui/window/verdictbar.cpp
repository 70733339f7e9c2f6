// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/verdictbar.h"

#include "format.h"
#include "interchange/sentences.h"
#include "language.h"
#include "window/spacing.h"
#include "window/textstyle.h"

#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace plimsoll::ui {

namespace {

QString lines(const std::vector<std::string>& sentences)
{
    QStringList all;
    for (const std::string& sentence : sentences)
        all << shown(sentence);
    return all.join(u'\n');
}

constexpr QChar unbreakable(0xA0);

// "72 %" and "60.9 GB" stay on one line.
QString withUnitsKept(QString sentence)
{
    static const QRegularExpression gap(QStringLiteral(R"((?<=\d) (?=%|[kKMGT]?i?B\b))"));
    return sentence.replace(gap, QString(unbreakable));
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent),
      m_sentence(new QLabel(this)),
      m_warnings(new QLabel(this))
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    m_sentence->setFont(large);
    m_warnings->setFont(smallFont(font()));
    for (QLabel* label : {m_sentence, m_warnings}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(spacing, spacing, spacing, spacing);
    column->setSpacing(spacing / 2);
    column->addWidget(m_sentence);
    column->addWidget(m_warnings);
}

void VerdictBar::render(const Estimate& estimate, ByteUnit unit)
{
    m_sentence->setText(withUnitsKept(shown(verdictSentence(estimate, unit))));
    m_sentence->setToolTip(lines(estimate.assumptions));
    m_warnings->setText(lines(estimate.warnings));
    m_warnings->setVisible(!estimate.warnings.empty());
}

QString VerdictBar::sentence() const
{
    return m_sentence->text().replace(unbreakable, u' ');
}

} // namespace plimsoll::ui
