// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/chartview.h"
#include "chart/views.h"
#include "support/sampleestimate.h"

#include <QApplication>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

namespace {

using namespace plimsoll;

double percentile(std::vector<double> sorted, double share)
{
    std::ranges::sort(sorted);
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

// A drag's steps with 24 tiers at 1280 × 800: a new estimate each, drawn before the next. The counters are in
// milliseconds; the bar is 4 at the 99th percentile.
void dragStep(benchmark::State& state)
{
    ui::ChartView view(ui::info(ui::ViewId::Tiers).make(), QStringLiteral("tiers"));
    view.resize(1280, 800);
    view.show();
    std::vector<Estimate> estimates;
    for (int factor = 1; factor <= 8; ++factor)
        estimates.push_back(
            sample::on(sample::withActivations(sample::workedExample(), factor), sample::manyDevices()));
    std::vector<double> milliseconds;
    std::size_t step = 0;
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        view.setEstimate(estimates[step++ % estimates.size()]);
        QCoreApplication::processEvents();
        const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
        milliseconds.push_back(passed.count());
    }
    state.counters["p50_ms"] = percentile(milliseconds, 0.5);
    state.counters["p99_ms"] = percentile(milliseconds, 0.99);
}

BENCHMARK(dragStep)->Unit(benchmark::kMillisecond)->Iterations(1000);

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
