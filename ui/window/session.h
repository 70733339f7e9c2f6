// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/checkedestimate.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll::ui {

using Estimator = std::function<Result<Estimate>(const Scenario&, std::span<const Device>)>;

// What undo goes back over and a file holds.
struct Document
{
    Scenario scenario;
    std::vector<Device> devices;

    bool operator==(const Document&) const = default;
};

// What the last move of a lever did to the bytes needed on the card.
struct Move
{
    QString lever; // path in the scenario file
    Bytes effect;
};

// The document being edited and the last estimate that could be made for it. Every change goes through the undo
// stack and is estimated at once. Where the estimator refuses a scenario, the last good estimate stays.
class Session : public QObject
{
    Q_OBJECT

public:
    explicit Session(Estimator estimator = &checkedEstimate, QObject* parent = nullptr);

    // Takes another document and forgets the history; the present one stays if it cannot be estimated.
    Result<void> start(const Document& document);

    const Document& document() const { return m_document; }
    const Scenario& scenario() const { return m_document.scenario; }
    const Scenario& origin() const { return m_origin; } // as started: what a reset goes back to
    const std::optional<Estimate>& estimate() const { return m_estimate; }
    const std::optional<Error>& refusal() const { return m_refusal; }
    const std::optional<Move>& lastMove() const { return m_lastMove; }
    // What another scenario would need here; changes nothing.
    Result<Estimate> estimateOf(const Scenario& scenario) const { return m_estimator(scenario, m_document.devices); }
    QUndoStack& undoStack() { return m_undoStack; }

    // Steps of one lever within one gesture (a drag, a key held down) make one undo step.
    void change(const QString& lever, const Scenario& scenario, const QString& text);
    void changeDocument(const QString& lever, const Document& document, const QString& text);
    void changeDevices(const std::vector<Device>& devices);
    void endGesture();

signals:
    void documentChanged();
    void estimateChanged(const plimsoll::Estimate& estimate);
    void estimateRefused(const plimsoll::Error& error);

private:
    class Step;

    void push(const QString& lever, const Document& document, const QString& text);
    void apply(const Document& document);
    void take(const Result<Estimate>& result);

    Estimator m_estimator;
    Document m_document;
    Scenario m_origin;
    std::optional<Estimate> m_estimate;
    std::optional<Error> m_refusal;
    std::optional<Move> m_lastMove;
    Bytes m_totalBeforeMove;
    QString m_movingLever;
    int m_gesture = 0;
    bool m_isMove = false; // a lever is being moved, as against undone
    QUndoStack m_undoStack;
};

} // namespace plimsoll::ui
