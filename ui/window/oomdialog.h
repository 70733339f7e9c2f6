// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/format.h"

#include <QDialog>

class QPlainTextEdit;

namespace plimsoll::ui {

class Session;

// An out-of-memory message is pasted above; below stands which tensors of the present scenario have its size, when they
// are made and what makes them smaller. Follows the levers.
class OomDialog : public QDialog
{
    Q_OBJECT

public:
    OomDialog(Session& session, ByteUnit unit, QWidget* parent = nullptr);

    QPlainTextEdit& message() { return *m_message; }
    QPlainTextEdit& answer() { return *m_answer; }

private:
    void explain();

    Session& m_session;
    ByteUnit m_unit;
    QPlainTextEdit* m_message;
    QPlainTextEdit* m_answer;
};

} // namespace plimsoll::ui
