// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with Llama-3.1-70B and 24 tiers: every lever is dragged over its stops with each view in sight, from
// the lever's new value to the view's pixels. The bar is 16 ms at the 99th percentile. And how long the map takes from
// nothing to whole; the bar is 250 ms.
#include "base/heap.h"
#include "chart/chartview.h"
#include "chart/mapdrawing.h"
#include "memory/device.h"
#include "scenario/scenariofile.h"
#include "support/scriptedchooser.h"
#include "window/lever.h"
#include "window/mainwindow.h"
#include "window/viewtabs.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <vector>

namespace {

using namespace plimsoll;
using namespace plimsoll::ui;
using Milliseconds = std::chrono::duration<double, std::milli>;

class PaintWatch : public QObject
{
public:
    bool isPainted = false;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        isPainted |= event->type() == QEvent::Paint;
        return QObject::eventFilter(watched, event);
    }
};

struct Window
{
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    ScriptedChooser chooser;
    MainWindow window{settings, chooser};
    PaintWatch paints;

    explicit Window(const std::string& model = "meta-llama/Llama-3.1-70B", const std::string& training = "{}")
    {
        const Result<ScenarioFile> file = readScenario(
            R"({"plimsoll": 1, "model": {"preset": ")" + model + R"("}, "training": )" + training + '}', {});
        const std::vector<Device>& all = deviceCatalog();
        if (!window.session().start({file.value().scenario, {all.begin() + 20, all.begin() + 44}}))
            std::abort();
        window.resize(1280, 800);
        window.show();
        QCoreApplication::processEvents();
    }

    ChartView& watch(ViewId view)
    {
        window.viewTabs().showView(view);
        ChartView& shown = window.viewTabs().view(view);
        shown.installEventFilter(&paints);
        settle(shown);
        return shown;
    }

    void settle(const ChartView& shown)
    {
        while (!shown.isComplete())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
        QCoreApplication::processEvents();
    }
};

std::vector<double> stopsOf(const Lever& lever, const Scenario& scenario)
{
    if (lever.kind == LeverKind::Text)
        return {}; // is typed
    if (lever.kind == LeverKind::Switch)
        return {0, 1};
    if (lever.stops)
        return lever.stops(scenario);
    const double value = lever.read(scenario);
    if (lever.kind == LeverKind::Number)
        return {value, std::min(lever.most, std::max(1.0, 2 * value))};
    std::vector<double> all;
    for (std::size_t i = 0; i < lever.choices().size(); ++i)
        all.push_back(static_cast<double>(i));
    return all;
}

double percentile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// Of this thread: what the program itself takes, whoever else keeps the machine busy.
double cpuMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Taken
{
    double wall = 0; // milliseconds
    double cpu = 0;
};

// One step of a drag; nothing where the scenario is refused.
std::optional<Taken> step(Window& w, const Lever& lever, double value)
{
    Scenario scenario = w.window.session().scenario();
    lever.write(scenario, value);
    if (scenario == w.window.session().scenario())
        return std::nullopt;
    w.paints.isPainted = false;
    const double cpuStart = cpuMilliseconds();
    const auto start = std::chrono::steady_clock::now();
    w.window.session().change(QLatin1String(lever.path), scenario, QString());
    while (!w.paints.isPainted && !w.window.session().refusal())
        QCoreApplication::processEvents();
    const Taken taken{Milliseconds(std::chrono::steady_clock::now() - start).count(), cpuMilliseconds() - cpuStart};
    return w.window.session().refusal() ? std::nullopt : std::optional(taken);
}

// The engine's share, in the thread's own time.
double estimateAgain(Window& w)
{
    const Document& document = w.window.session().document();
    const double start = cpuMilliseconds();
    benchmark::DoNotOptimize(estimate(document.scenario, document.devices));
    return cpuMilliseconds() - start;
}

void drag(benchmark::State& state, ViewId view)
{
    Window w;
    w.watch(view);
    const Scenario origin = w.window.session().scenario();
    std::vector<double> all;
    std::vector<double> cpu;
    std::vector<double> estimates; // of them, the engine's share
    std::map<double, std::string> worst;
    for (auto _ : state) {
        for (const Lever& lever : levers()) {
            if (lever.withoutEffect && lever.withoutEffect(origin))
                continue;
            std::vector<double> times;
            const std::vector<double> stops = stopsOf(lever, origin);
            for (int round = 0; round < 2; ++round)
                for (const double stop : stops)
                    if (const std::optional<Taken> taken = step(w, lever, stop)) {
                        times.push_back(taken->wall);
                        cpu.push_back(taken->cpu);
                        estimates.push_back(estimateAgain(w));
                    }
            w.window.session().change(QStringLiteral("back"), origin, QString());
            w.settle(w.window.viewTabs().view(view));
            if (times.empty())
                continue;
            all.insert(all.end(), times.begin(), times.end());
            worst[-percentile(times, 1)] = lever.path;
        }
    }
    std::string label;
    for (auto each = worst.begin(); each != worst.end() && std::distance(worst.begin(), each) < 3; ++each)
        label += each->second + ' ' + std::to_string(-each->first).substr(0, 4) + " ms  ";
    state.SetLabel(label);
    state.counters["steps"] = static_cast<double>(all.size());
    state.counters["p50_ms"] = percentile(all, 0.5);
    state.counters["p99_ms"] = percentile(all, 0.99);
    state.counters["cpu_p50_ms"] = percentile(cpu, 0.5);
    state.counters["cpu_p99_ms"] = percentile(cpu, 0.99);
    state.counters["engine_cpu_p50_ms"] = percentile(estimates, 0.5);
    state.counters["engine_cpu_p99_ms"] = percentile(estimates, 0.99);
}

// From a change to a map that is painted with all cells known; confirmed_ms: and those at borders confirmed.
void wholeMap(benchmark::State& state, const char* model, const char* training)
{
    Window w(model, training);
    const ChartView& view = w.watch(ViewId::Map);
    const FitMap& map = static_cast<const MapDrawing&>(view.drawing()).map();
    std::vector<double> confirmed;
    std::int64_t length = 4096;
    for (auto _ : state) {
        Scenario scenario = w.window.session().scenario();
        scenario.training.sequenceLength = length = length < 4100 ? length + 1 : 4096;
        const auto start = std::chrono::steady_clock::now();
        w.window.session().change("training.sequence_length", scenario, QString());
        while (!map.isWhole())
            QCoreApplication::processEvents();
        w.window.viewTabs().view(ViewId::Map).repaint();
        state.PauseTiming();
        w.settle(view);
        confirmed.push_back(Milliseconds(std::chrono::steady_clock::now() - start).count());
        state.ResumeTiming();
    }
    state.counters["confirmed_ms"] = percentile(confirmed, 0.5);
}

BENCHMARK_CAPTURE(drag, tiers, ViewId::Tiers)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(drag, step, ViewId::Step)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(drag, sweep, ViewId::Sweep)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(drag, map, ViewId::Map)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(drag, scenarios, ViewId::Scenarios)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(wholeMap, llama_70b, "meta-llama/Llama-3.1-70B", "{}")->Unit(benchmark::kMillisecond)->Iterations(10);
BENCHMARK_CAPTURE(wholeMap, llama_70b_qlora, "meta-llama/Llama-3.1-70B",
                  R"({"method": "qlora", "precision": "bf16", "checkpointing": "full"})")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(10);
BENCHMARK_CAPTURE(wholeMap, llama_8b_lora, "meta-llama/Llama-3.1-8B", R"({"method": "lora", "precision": "bf16"})")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(10);

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    plimsoll::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
