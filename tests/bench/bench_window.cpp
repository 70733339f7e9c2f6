// SPDX-License-Identifier: GPL-3.0-or-later
// The real window: from a lever's new value to pixels with 24 tiers (bar: 8 ms at the 99th percentile), and from exec
// to the first paint (bar: 300 ms). The second is measured by starting this program again with "paint".
#include "base/heap.h"
#include "memory/device.h"
#include "support/scriptedchooser.h"
#include "window/mainwindow.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace {

using namespace plimsoll;
using Milliseconds = std::chrono::duration<double, std::milli>;

QString program;

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

struct Window
{
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    ScriptedChooser chooser;
    ui::MainWindow window{settings, chooser};
};

void dragBatch(benchmark::State& state)
{
    Window w;
    const std::vector<Device>& all = deviceCatalog();
    w.window.session().changeDevices({all.begin() + 20, all.begin() + 44});
    w.window.resize(1280, 800);
    w.window.show();
    QCoreApplication::processEvents();
    std::vector<double> milliseconds;
    std::vector<double> cpu;
    std::int64_t batch = 200;
    for (auto _ : state) {
        Scenario scenario = w.window.session().scenario();
        scenario.training.microBatch = batch = batch < 300 ? batch + 1 : 200;
        const double cpuStart = cpuMilliseconds();
        const auto start = std::chrono::steady_clock::now();
        w.window.session().change("training.micro_batch", scenario, "batch");
        QCoreApplication::processEvents();
        milliseconds.push_back(Milliseconds(std::chrono::steady_clock::now() - start).count());
        cpu.push_back(cpuMilliseconds() - cpuStart);
    }
    state.counters["p50_ms"] = percentile(milliseconds, 0.5);
    state.counters["p99_ms"] = percentile(milliseconds, 0.99);
    state.counters["cpu_p50_ms"] = percentile(cpu, 0.5);
    state.counters["cpu_p99_ms"] = percentile(cpu, 0.99);
}

void execToPaint(benchmark::State& state)
{
    std::vector<double> milliseconds;
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        QProcess::execute(program, {"paint"});
        milliseconds.push_back(Milliseconds(std::chrono::steady_clock::now() - start).count());
    }
    state.counters["p50_ms"] = percentile(milliseconds, 0.5);
    state.counters["worst_ms"] = percentile(milliseconds, 1);
}

BENCHMARK(dragBatch)->Unit(benchmark::kMillisecond)->Iterations(1000);
BENCHMARK(execToPaint)->Unit(benchmark::kMillisecond)->Iterations(20);

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    program = QCoreApplication::applicationFilePath();
    if (application.arguments().contains("paint")) {
        Window w;
        w.window.resize(1280, 800);
        w.window.show();
        QCoreApplication::processEvents();
        return w.window.grab().isNull() ? 1 : 0;
    }
    plimsoll::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
