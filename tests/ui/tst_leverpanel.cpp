// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/modelpresets.h"
#include "support/scenarios.h"
#include "support/warnings.h"
#include "window/foldablegroup.h"
#include "window/lever.h"
#include "window/leverpanel.h"
#include "window/leverrow.h"
#include "window/modelchoice.h"
#include "window/quantityfield.h"
#include "window/session.h"
#include "window/stopslider.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <QTest>
#include <QToolButton>

using namespace plimsoll;
using namespace plimsoll::ui;

namespace {

Result<Estimate> refusesFiveKeyValueHeads(const Scenario& scenario, std::span<const Device>)
{
    if (scenario.model.kvHeads == 5) {
        Error error;
        error.path = "model.kv_heads";
        error.expected = "a divisor of the 16 heads";
        error.found = "5";
        return error;
    }
    Estimate estimate;
    estimate.scenario = scenario;
    return estimate;
}

} // namespace

class LeverPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void showAProblemAtTheirRow();
    void areFound();
    void hideWhatDoesNothing();
    void takeTexts();
    void spreadOverGpus();
    void splitLayersOverGpus();
    void refuseWhatNoFileHolds();
    void showWhatAConfigHolds();
    void showWhatEachDoesNow();
};

void LeverPanelTest::showAProblemAtTheirRow()
{
    Session session(refusesFiveKeyValueHeads);
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QVERIFY(!panel.group(LeverGroup::Model)->isOpen());
    LeverRow& row = *panel.row("model.kv_heads");
    row.field()->beginTyping(QStringLiteral("5"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QCOMPARE(row.problem(), "Expected a divisor of the 16 heads.");
    QVERIFY(panel.group(LeverGroup::Model)->isOpen());
    row.field()->beginTyping(QStringLiteral("4"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QVERIFY(row.problem().isEmpty());
    QCOMPARE(session.scenario().model.kvHeads, 4);
}

void LeverPanelTest::areFound()
{
    Session session(refusesFiveKeyValueHeads);
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QTest::keyClicks(panel.search(), "dropout");
    QVERIFY(panel.row("model.mlp_dropout")->isVisible());
    QVERIFY(!panel.row("training.micro_batch")->isVisible());
    QVERIFY(!panel.group(LeverGroup::Memory)->isVisible());
    QVERIFY(panel.row("training.lora.dropout")->isVisible()); // found although it does nothing here
    QVERIFY(panel.row("training.lora.dropout")->toolTip().contains(QStringLiteral("LoRA and QLoRA")));
    panel.search()->clear();
    QVERIFY(!panel.row("training.lora.dropout")->isVisible());
    QVERIFY(panel.row("training.micro_batch")->isVisible());
    QVERIFY(panel.group(LeverGroup::Memory)->isVisible());
}

void LeverPanelTest::hideWhatDoesNothing()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    QVERIFY(!panel.group(LeverGroup::Method)->isVisible()); // a plain decoder is trained in full
    panel.group(LeverGroup::Parallel)->setOpen(true);
    QVERIFY(panel.row("parallelism.gpus")->isVisible());
    QVERIFY(!panel.row("parallelism.shard_group")->isVisible());
    Scenario spread = workedExample();
    findLever("parallelism.data")->write(spread, static_cast<double>(DataParallel::Hsdp));
    session.change(QStringLiteral("parallelism.data"), spread, QStringLiteral("spread"));
    QVERIFY(panel.row("parallelism.shard_group")->isVisible());
}

void LeverPanelTest::takeTexts()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    panel.group(LeverGroup::Document)->setOpen(true);
    QLineEdit& release = *panel.row("software.torch")->textField();
    release.setFocus();
    release.selectAll();
    QTest::keyClicks(&release, "2.4");
    QTest::keyClick(&release, Qt::Key_Return);
    QCOMPARE(session.scenario().software.torch, "2.4");
    QVERIFY(panel.row("software.torch")->reset()->isVisible());
    release.selectAll();
    QTest::keyClicks(&release, "0.3");
    QTest::keyClick(&release, Qt::Key_Return);
    QVERIFY(session.refusal().has_value());
    QVERIFY(panel.row("software.torch")->problem().contains(QStringLiteral("2.0")));
    QTest::mouseClick(panel.row("software.torch")->reset(), Qt::LeftButton);
    QCOMPARE(session.scenario(), workedExample());
    QVERIFY(!session.refusal());
}

void LeverPanelTest::spreadOverGpus()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), {}}).has_value());
    panel.show();
    panel.group(LeverGroup::Parallel)->setOpen(true);
    QComboBox& data = *panel.row("parallelism.data")->combo();
    data.setFocus();
    for (const DataParallel next : {DataParallel::Ddp, DataParallel::Zero1, DataParallel::Zero2, DataParallel::Zero3,
                                    DataParallel::Fsdp, DataParallel::Hsdp, DataParallel::Fsdp1}) {
        QTest::keyClick(&data, Qt::Key_Down);
        QVERIFY(session.scenario().parallelism.data == next);
        QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
        QCOMPARE(session.scenario().parallelism.gpus, 8);
    }
    QTest::keyClick(&data, Qt::Key_Home);
    QCOMPARE(session.scenario(), workedExample());
}

// The GPUs follow, so that one lever is enough to see what a split does.
void LeverPanelTest::splitLayersOverGpus()
{
    Session session;
    LeverPanel panel(session);
    const Result<Preset> llama = readPreset(*findModel("meta-llama/Llama-3.2-1B"));
    QVERIFY(session.start({withModel(workedExample(), llama->model), defaultTiers()}).has_value());
    panel.show();
    panel.group(LeverGroup::Parallel)->setOpen(true);
    const auto type = [&panel](const char* path, const char* text) {
        panel.row(path)->field()->beginTyping(QString::fromLatin1(text));
        QTest::keyClick(panel.row(path)->field(), Qt::Key_Return);
    };
    const Bytes whole = session.estimate()->total;
    type("parallelism.tensor", "2");
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
    QCOMPARE(session.scenario().parallelism.gpus, 2);
    QVERIFY(session.estimate()->total < whole);
    QVERIFY(panel.row("parallelism.sequence_parallel")->isVisible());
    type("parallelism.tensor", "1");
    type("parallelism.pipeline", "4");
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
    QCOMPARE(session.scenario().parallelism.gpus, 4);
    QVERIFY(panel.row("parallelism.stage")->isVisible());
    type("parallelism.stage", "3");
    QCOMPARE(session.scenario().parallelism.stage, std::optional<std::int64_t>(3));
    type("parallelism.pipeline", "2");
    QVERIFY(!session.scenario().parallelism.stage);
    QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
}

// GPT-2's code divides the width among the heads, and no file says otherwise.
void LeverPanelTest::refuseWhatNoFileHolds()
{
    Session session;
    LeverPanel panel(session);
    const Result<Preset> gpt2 = readPreset(*findModel("openai-community/gpt2"));
    QVERIFY(session.start({withModel(workedExample(), gpt2->model), {}}).has_value());
    panel.show();
    panel.group(LeverGroup::Model)->setOpen(true);
    LeverRow& row = *panel.row("model.head_dim");
    row.field()->beginTyping(QStringLiteral("1000"));
    QTest::keyClick(row.field(), Qt::Key_Return);
    QVERIFY(session.refusal().has_value());
    QCOMPARE(row.problem(), QStringLiteral("Expected 64, the hidden size divided by the heads."));
}

// What only a config.json says has levers where the model has it.
void LeverPanelTest::showWhatAConfigHolds()
{
    Session session;
    LeverPanel panel(session);
    const Result<Preset> mixture = readPreset(*findModel("deepseek-ai/DeepSeek-V2-Lite"));
    QVERIFY(session.start({withModel(workedExample(), mixture->model), defaultTiers()}).has_value());
    panel.show();
    panel.group(LeverGroup::Model)->setOpen(true);
    QVERIFY(!panel.row("model.config.sliding_window")->isVisible());
    const auto type = [&](const char* path, const char* text) {
        const Bytes before = session.estimate()->total;
        LeverRow& row = *panel.row(path);
        QVERIFY2(row.isVisible(), path);
        row.field()->beginTyping(QString::fromLatin1(text));
        QTest::keyClick(row.field(), Qt::Key_Return);
        QVERIFY2(!session.refusal(), session.refusal() ? session.refusal()->message().c_str() : "");
        QVERIFY2(session.estimate()->total < before, path);
    };
    type("model.config.num_local_experts", "32");
    type("model.config.num_experts_per_tok", "2");
    type("model.config.moe_intermediate_size", "512");
    type("model.config.kv_lora_rank", "256");
    panel.row("model.config.num_experts_per_tok")->field()->beginTyping(QStringLiteral("64"));
    QTest::keyClick(panel.row("model.config.num_experts_per_tok")->field(), Qt::Key_Return);
    QVERIFY(!panel.row("model.config.num_experts_per_tok")->problem().isEmpty());
}

// Each difference is that of two estimates.
void LeverPanelTest::showWhatEachDoesNow()
{
    Session session;
    LeverPanel panel(session);
    QVERIFY(session.start({workedExample(), defaultTiers()}).has_value());
    panel.show();
    QTest::keyClick(&panel.row("training.checkpointing")->slider()->slider(), Qt::Key_End);
    QTest::keyClick(&panel.row("training.micro_batch")->slider()->slider(), Qt::Key_Left);
    const Bytes now = session.estimate()->total;
    for (const char* path : {"training.checkpointing", "training.micro_batch"}) {
        const Scenario without = withLeverOf(*findLever(path), session.scenario(), session.origin());
        const Bytes effect = now - session.estimateOf(without)->total;
        QTRY_COMPARE(panel.row(path)->effect(), QString::fromStdString(formatDifference(effect)));
    }
    QVERIFY(panel.row("training.optimizer")->effect().isEmpty());
}

QTEST_MAIN(LeverPanelTest)
#include "tst_leverpanel.moc"
