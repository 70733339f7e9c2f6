// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/oomdialog.h"

#include "advice/explainoom.h"
#include "format.h"
#include "interchange/oomreport.h"
#include "language.h"
#include "window/session.h"
#include "window/spacing.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace plimsoll::ui {

namespace {

QString lineByLine(const std::string& english)
{
    QStringList lines;
    for (const QString& line : toQString(english).split(u'\n')) {
        const QString text = line.trimmed();
        lines << line.left(line.size() - text.size()) + shown(text);
    }
    return lines.join(u'\n');
}

} // namespace

OomDialog::OomDialog(Session& session, ByteUnit unit, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_unit(unit),
      m_message(new QPlainTextEdit(this)),
      m_answer(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Which tensor is this?"));
    auto* ask = new QLabel(tr("&Out-of-memory message of PyTorch"), this);
    ask->setBuddy(m_message);
    m_message->setAccessibleName(tr("Out-of-memory message"));
    m_message->setPlaceholderText(
        tr("CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total capacity of …"));
    m_message->setTabChangesFocus(true);
    m_message->setMaximumHeight(6 * fontMetrics().lineSpacing());
    auto* found = new QLabel(tr("Tensors of that si&ze in this scenario's step"), this);
    found->setBuddy(m_answer);
    m_answer->setAccessibleName(tr("Tensors of that size"));
    m_answer->setReadOnly(true);
    m_answer->setPlaceholderText(
        tr("Paste the message above. Here stands which tensors of this step have the size that "
           "did not fit, and in which phase they are made."));
    m_answer->setTabChangesFocus(true);
    m_answer->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* column = new QVBoxLayout(this);
    column->setSpacing(spacing);
    column->addWidget(ask);
    column->addWidget(m_message);
    column->addWidget(found);
    column->addWidget(m_answer, 1);
    column->addWidget(buttons);
    resize(760, 560);
    connect(m_message, &QPlainTextEdit::textChanged, this, &OomDialog::explain);
    connect(&session, &Session::estimateChanged, this, &OomDialog::explain);
}

void OomDialog::explain()
{
    const QString text = m_message->toPlainText().trimmed();
    if (text.isEmpty() || !m_session.estimate())
        return m_answer->clear();
    const Estimate& estimate = *m_session.estimate();
    const Result<OomExplanation> explanation = explainOom(estimate.scenario, text.toStdString());
    m_answer->setPlainText(explanation ? lineByLine(oomText(*explanation, estimate, m_unit))
                                       : tr("Expected %1.").arg(shown(explanation.error().expected)));
}

} // namespace plimsoll::ui
