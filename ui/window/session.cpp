// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/session.h"

#include <QUndoCommand>

namespace plimsoll::ui {

class Session::Step : public QUndoCommand
{
public:
    Step(Session& session, const QString& lever, int gesture, const Document& after, const QString& text)
        : QUndoCommand(text),
          m_session(session),
          m_lever(lever),
          m_gesture(gesture),
          m_before(session.m_document),
          m_after(after)
    {
    }

    void undo() override { m_session.apply(m_before); }
    void redo() override { m_session.apply(m_after); }

    int id() const override { return m_gesture; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& next = static_cast<const Step&>(*other);
        if (next.m_lever != m_lever)
            return false;
        m_after = next.m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Session& m_session;
    QString m_lever;
    int m_gesture;
    Document m_before;
    Document m_after;
};

Session::Session(Estimator estimator, QObject* parent)
    : QObject(parent),
      m_estimator(std::move(estimator))
{
}

Result<void> Session::start(const Document& document)
{
    const Result<Estimate> result = m_estimator(document.scenario, document.devices);
    if (!result)
        return result.error();
    m_undoStack.clear();
    m_document = document;
    m_origin = document.scenario;
    m_lastMove.reset();
    endGesture();
    emit documentChanged();
    take(result);
    return {};
}

void Session::change(const QString& lever, const Scenario& scenario, const QString& text)
{
    push(lever, {scenario, m_document.devices}, text);
}

void Session::changeDocument(const QString& lever, const Document& document, const QString& text)
{
    push(lever, document, text);
}

void Session::changeDevices(const std::vector<Device>& devices)
{
    push(QStringLiteral("devices"), {m_document.scenario, devices}, tr("choose tiers"));
}

void Session::endGesture()
{
    ++m_gesture;
    m_movingLever.clear();
}

void Session::push(const QString& lever, const Document& document, const QString& text)
{
    if (document == m_document)
        return;
    if (m_movingLever != lever) {
        endGesture();
        m_movingLever = lever;
        m_totalBeforeMove = m_estimate ? m_estimate->total : Bytes();
    }
    m_isMove = true;
    m_undoStack.push(new Step(*this, lever, m_gesture, document, text));
    m_isMove = false;
}

void Session::apply(const Document& document)
{
    if (!m_isMove)
        endGesture();
    m_document = document;
    const Result<Estimate> result = m_estimator(m_document.scenario, m_document.devices);
    m_lastMove.reset();
    if (m_isMove && result)
        m_lastMove = Move{m_movingLever, result->total - m_totalBeforeMove};
    m_refusal = result ? std::nullopt : std::optional(result.error());
    emit documentChanged();
    take(result);
}

void Session::take(const Result<Estimate>& result)
{
    if (!result) {
        m_refusal = result.error();
        emit estimateRefused(*m_refusal);
        return;
    }
    m_refusal.reset();
    m_estimate = *result;
    emit estimateChanged(*m_estimate);
}

} // namespace plimsoll::ui
