// SPDX-License-Identifier: GPL-3.0-or-later
// Random hands on the real window. PLIMSOLL_MONKEY_EVENTS and PLIMSOLL_MONKEY_SEED in the environment make it longer or
// another one; PLIMSOLL_MONKEY_PATIENCE names the events that take longer than so many milliseconds.
#include "interchange/report.h"
#include "scenario/scenariofile.h"
#include "support/windowbench.h"
#include "window/viewtabs.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QMenu>
#include <QScrollBar>
#include <QWheelEvent>

#include <limits>
#include <random>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

constexpr const char* eventsVariable = "PLIMSOLL_MONKEY_EVENTS";
constexpr int usualEvents = 3000;
constexpr int batch = 50;

int setting(const char* name, int usual)
{
    bool isSet = false;
    const int value = qEnvironmentVariableIntValue(name, &isSet);
    return isSet ? value : usual;
}

const QList<QByteArray>& texts()
{
    static const QList<QByteArray> all{
        workedExampleFile(),
        workedExampleWith("\"layers\": 20", "\"layers\": 3"),
        workedExampleWith("\"layers\": 20", "\"layers\": -3"),
        R"({"model_type": "llama", "hidden_size": 512, "intermediate_size": 1024, "num_hidden_layers": 2,
            "num_attention_heads": 8, "vocab_size": 1000})",
        R"({"model": {"preset": "openai-community/gpt2"}, "training": {"micro_batch": 4, "sequence_length": 512}})",
        R"({"model": {"preset": "meta-llama/Llama-3.2-1B"}, "training": {"method": "lora", "micro_batch": 2}})",
        "[]",
        "{",
        "",
        "llama 8b",
        "4k",
        "{\"plimsoll\": 1}",
    };
    return all;
}

class Monkey
{
public:
    Monkey(Bench& bench, unsigned seed)
        : m_bench(bench),
          m_random(seed)
    {
        // These leave the window, or wait for a person.
        for (const ActionId id : {ActionId::Quit, ActionId::Print, ActionId::Open, ActionId::New})
            bench.window.action(id).setEnabled(false);
    }

    // What it did.
    const char* act()
    {
        struct Deed
        {
            const char* name;
            void (Monkey::*act)();
        };
        static constexpr Deed deeds[]
            = {{"key", &Monkey::pressKey},   {"key", &Monkey::pressKey}, {"key", &Monkey::pressKey},
               {"text", &Monkey::typeText},  {"click", &Monkey::click},  {"click", &Monkey::click},
               {"click", &Monkey::click},    {"drag", &Monkey::drag},    {"wheel", &Monkey::turnWheel},
               {"drop", &Monkey::dropFile},  {"paste", &Monkey::paste},  {"undo", &Monkey::goThrough},
               {"action", &Monkey::trigger}, {"resize", &Monkey::resize}};
        const Deed& deed = deeds[below(std::size(deeds))];
        (this->*deed.act)();
        return deed.name;
    }

    // Closes what lies over the window.
    void clearAway()
    {
        for (int tries = 0; tries < 10; ++tries) {
            QWidget* over = QApplication::activePopupWidget();
            if (!over)
                over = QApplication::activeModalWidget();
            if (!over)
                break;
            over->close();
        }
        for (QDialog* dialog : m_bench.window.findChildren<QDialog*>())
            dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (!m_bench.window.isVisible())
            m_bench.window.show();
        m_bench.window.activateWindow();
    }

private:
    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }

    template <class List>
    auto& oneOf(List& list)
    {
        return list[static_cast<typename List::size_type>(below(static_cast<std::size_t>(list.size())))];
    }

    // Any that can be seen and used, of whatever lies on top.
    QWidget* target()
    {
        QWidget* top = QApplication::activePopupWidget();
        if (!top)
            top = QApplication::activeModalWidget();
        if (!top)
            top = &m_bench.window;
        QList<QWidget*> all{top};
        for (QWidget* widget : top->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && !widget->size().isEmpty() && widget->window() == top)
                all << widget;
        return oneOf(all);
    }

    QPoint pointIn(const QWidget& widget)
    {
        return {static_cast<int>(below(static_cast<std::size_t>(std::max(1, widget.width())))),
                static_cast<int>(below(static_cast<std::size_t>(std::max(1, widget.height()))))};
    }

    Qt::KeyboardModifiers modifiers()
    {
        static constexpr Qt::KeyboardModifier all[]
            = {Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ControlModifier, Qt::ShiftModifier, Qt::AltModifier};
        return all[below(std::size(all))];
    }

    void pressKey()
    {
        static constexpr Qt::Key keys[]
            = {Qt::Key_Left,   Qt::Key_Right, Qt::Key_Up,       Qt::Key_Down,   Qt::Key_Home,  Qt::Key_End,
               Qt::Key_PageUp, Qt::Key_Tab,   Qt::Key_Return,   Qt::Key_Escape, Qt::Key_Space, Qt::Key_Delete,
               Qt::Key_Z,      Qt::Key_Y,     Qt::Key_B,        Qt::Key_K,      Qt::Key_V,     Qt::Key_C,
               Qt::Key_1,      Qt::Key_F8,    Qt::Key_F9,       Qt::Key_D,      Qt::Key_T,     Qt::Key_R,
               Qt::Key_A,      Qt::Key_Plus,  Qt::Key_Backspace};
        QWidget* focused = QApplication::focusWidget();
        QTest::keyClick(focused ? focused : target(), keys[below(std::size(keys))], modifiers());
    }

    void typeText()
    {
        static const QList<QString> words{"4k",
                                          "8B",
                                          "12",
                                          "0",
                                          "-1",
                                          "1e6",
                                          "0.1",
                                          "80 GiB",
                                          "qwen",
                                          "llama 8b",
                                          "q, v",
                                          "2.4",
                                          "999999999999999999999",
                                          "abc",
                                          "1,024",
                                          "10 %",
                                          "100000"};
        if (QWidget* focused = QApplication::focusWidget()) {
            QTest::keyClicks(focused, oneOf(words));
            QTest::keyClick(focused, Qt::Key_Return);
        }
    }

    void click()
    {
        QWidget* widget = target();
        const QPoint at = pointIn(*widget);
        if (below(6) == 0)
            QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
        else
            QTest::mouseClick(widget, Qt::LeftButton, modifiers(), at);
    }

    void drag()
    {
        const QPointer<QWidget> widget = target();
        QTest::mousePress(widget, Qt::LeftButton, {}, pointIn(*widget));
        for (int move = 0; move < 5 && widget; ++move)
            QTest::mouseMove(widget, pointIn(*widget));
        if (widget)
            QTest::mouseRelease(widget, Qt::LeftButton, {}, pointIn(*widget));
    }

    void turnWheel()
    {
        QWidget* widget = target();
        const QPoint at = pointIn(*widget);
        QWheelEvent turn(at, widget->mapToGlobal(at), {}, {0, below(2) == 0 ? 120 : -120}, Qt::NoButton, modifiers(),
                         Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &turn);
    }

    void dropFile()
    {
        if (QApplication::activeModalWidget())
            return;
        m_bench.chooser.nextAnswer = static_cast<SaveAnswer>(1 + below(2)); // discard or cancel
        drop(m_bench.window, m_bench.write(below(2) == 0 ? "config.json" : "dropped.json", oneOf(texts())));
    }

    void paste()
    {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(oneOf(texts())));
        QWidget* focused = QApplication::focusWidget();
        QTest::keyClick(focused ? focused : &m_bench.window, Qt::Key_V, Qt::ControlModifier);
    }

    void goThrough()
    {
        QUndoStack& stack = m_bench.window.session().undoStack();
        for (std::size_t step = below(4); step > 0; --step)
            below(2) == 0 ? stack.undo() : stack.redo();
    }

    void trigger()
    {
        m_bench.chooser.nextPath = m_bench.file(below(2) == 0 ? "out.json" : below(2) == 0 ? "out.pdf" : "out.csv");
        const auto id = static_cast<ActionId>(below(actionCount));
        if (!QApplication::activeModalWidget() && m_bench.window.action(id).isEnabled())
            m_bench.window.action(id).trigger();
    }

    void resize()
    {
        m_bench.window.resize(800 + static_cast<int>(below(1200)), 600 + static_cast<int>(below(600)));
        m_bench.window.viewTabs().showView(static_cast<ViewId>(below(viewCount)));
    }

    Bench& m_bench;
    std::mt19937_64 m_random;
};

std::string inFull(const Estimate& estimate)
{
    const ReportEntry entry{estimate.scenario.name, estimate};
    return findReportFormat("json")->render({&entry, 1}, {});
}

} // namespace

class MonkeyTest : public QObject
{
    Q_OBJECT

public:
    // Qt Test gives a function five minutes, unless somebody has said otherwise.
    static void initMain()
    {
        if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
            qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(std::max(300'000, 40 * setting(eventsVariable, 0))));
    }

private slots:
    void init() { failOnWarningsOfTheProgram(); }
    void leavesTheWindowSound();
};

void MonkeyTest::leavesTheWindowSound()
{
    const int events = setting(eventsVariable, usualEvents);
    const auto seed = static_cast<unsigned>(setting("PLIMSOLL_MONKEY_SEED", 1876));
    Bench bench;
    Monkey monkey(bench, seed);
    Session& session = bench.window.session();
    const int patience = setting("PLIMSOLL_MONKEY_PATIENCE", std::numeric_limits<int>::max());
    for (int event = 1; event <= events; ++event) {
        QElapsedTimer clock;
        clock.start();
        const char* deed = monkey.act();
        const qint64 acted = clock.elapsed();
        QCoreApplication::processEvents();
        if (clock.elapsed() > patience)
            qInfo("event %d: %s %lld ms, then %lld ms; view %d; %s", event, deed, acted, clock.elapsed() - acted,
                  static_cast<int>(bench.window.viewTabs().current()),
                  writeScenario(session.scenario(), session.document().devices).c_str());
        if (event % batch != 0)
            continue;
        monkey.clearAway();
        QCoreApplication::processEvents();
        const QByteArray where = QByteArray("after event ") + QByteArray::number(event);
        QVERIFY2(!QApplication::activeModalWidget() && bench.window.isVisible(), where.constData());
        QVERIFY2(session.estimate().has_value(), where.constData());
        const Result<Estimate> fresh = session.estimateOf(session.scenario());
        QCOMPARE(fresh.has_value(), !session.refusal());
        if (!fresh)
            continue;
        QCOMPARE(QString::fromStdString(inFull(*session.estimate())), QString::fromStdString(inFull(*fresh)));
        compareShown(bench);
        if (QTest::currentTestFailed())
            QFAIL(where.constData());
    }
    while (session.undoStack().canUndo())
        session.undoStack().undo();
    QCOMPARE(session.scenario(), session.origin());
}

QTEST_MAIN(MonkeyTest)
#include "tst_monkey.moc"
