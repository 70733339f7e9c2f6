// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/docks.h"

#include "window/actions.h"
#include "window/advicepanel.h"
#include "window/devicepicker.h"
#include "window/session.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>

namespace plimsoll::ui {

Docks::Docks(QMainWindow& window, Session& session, Actions& actions)
    : QObject(&window),
      m_devices(new DevicePicker),
      m_advice(new AdvicePanel)
{
    QDockWidget* tiers = add(window, QStringLiteral("tiers"), tr("Tiers"), m_devices, actions[ActionId::ChooseTiers]);
    connect(&actions[ActionId::ChooseTiers], &QAction::triggered, tiers, [this](bool shown) {
        if (shown)
            m_devices->search()->setFocus(Qt::ShortcutFocusReason);
    });
    connect(m_devices, &DevicePicker::devicesChosen, &session, [&session](const std::vector<Device>& devices) {
        session.changeDevices(devices);
        session.endGesture();
    });
    connect(&session, &Session::documentChanged, m_devices,
            [this, &session] { m_devices->setDevices(session.document().devices); });

    add(window, QStringLiteral("advice"), tr("Advice"), m_advice, actions[ActionId::ShowAdvice]);
    connect(m_advice, &AdvicePanel::scenarioChosen, this, &Docks::scenarioChosen);
}

QDockWidget* Docks::add(QMainWindow& window, const QString& name, const QString& title, QWidget* content,
                        QAction& shown)
{
    auto* dock = new QDockWidget(title, &window);
    dock->setObjectName(name);
    dock->setWidget(content);
    window.addDockWidget(Qt::RightDockWidgetArea, dock);
    dock->hide();
    connect(&shown, &QAction::triggered, dock, &QWidget::setVisible);
    connect(dock, &QDockWidget::visibilityChanged, &shown, &QAction::setChecked);
    return dock;
}

void Docks::setEstimate(const Estimate& estimate)
{
    m_advice->setEstimate(estimate);
}

void Docks::setUnit(ByteUnit unit)
{
    m_advice->setUnit(unit);
}

} // namespace plimsoll::ui
