// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels, losses and precisions go with which models and with each other, and what is said where they do not.
#include "scenario/scenariofile.h"
#include "support/compare.h"
#include "support/scenariojson.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::test;

class TestCombinations : public QObject
{
    Q_OBJECT

private slots:
    void kernelsAndLosses_data()
    {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("training");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* config, const char* training, const char* path, const char* expected) {
            QTest::addRow("%s %s", config, training)
                << QString(config) << QString(training) << QString(path) << expected;
        };
        row("'model_type': 'llama'", "'kernels': 'fused', 'loss': 'fused-linear'", "", "");
        row("'model_type': 'gemma2'", "'kernels': 'fused', 'loss': 'fused-linear'", "", "");
        row("'model_type': 'gpt2'", "'loss': 'chunked'", "", "");
        row("'model_type': 'mixtral', 'num_local_experts': 4", "'kernels': 'fused', 'loss': 'fused-linear'", "", "");
        row("'model_type': 'llama'", "'packed_sequences': 4, 'attention': 'flash', 'micro_batch': 1", "", "");
        row("'model_type': 'llama'", "'packed_sequences': 4, 'sequence_length': 3", "training.packed_sequences",
            "at most sequence_length, 3");
        row("'model_type': 'gpt2'", "'packed_sequences': 4", "training.packed_sequences",
            "1: GPT-2 is not known here with positions of its own");
        row("'model_type': 'llama'", "'stack': 'torchtune', 'precision': 'bf16', 'loss': 'chunked'", "", "");
        row("'model_type': 'llama'", "'stack': 'torchtune'", "training.precision",
            "bf16 or fp32, which torchtune's recipes take");
        row("'model_type': 'llama'", "'stack': 'litgpt', 'precision': 'bf16', 'loss': 'chunked'", "", "");
        row("'model_type': 'llama'", "'stack': 'litgpt', 'precision': 'bf16'", "training.loss",
            "chunked: litgpt's scripts compute it in chunks of 128");
        row("'model_type': 'olmo'", "'stack': 'litgpt', 'precision': 'bf16', 'loss': 'chunked'", "training.stack",
            "another than litgpt, whose Llama, Mistral, Phi, Phi-3, Gemma, Gemma 2, GPT-NeoX and Falcon are known "
            "here");
        row("'model_type': 'llama'", "'stack': 'litgpt', 'precision': 'bf16', 'loss': 'chunked', 'method': 'lora'",
            "training.lora", "adapter_dtype model: litgpt's adapters are of the model's type");
        row("'model_type': 'gemma'", "'stack': 'torchtune', 'precision': 'bf16'", "training.stack",
            "another than torchtune, whose Llama, Mistral and Qwen2 are known here");
        row("'model_type': 'llama'", "'precision': 'fp8'", "", "");
        row("'model_type': 'llama'", "'precision': 'fp8', 'method': 'lora'", "training.precision",
            "another than fp8, or method full, with which it is known here");
        row("'model_type': 'llama'", "'precision': 'fp8', 'micro_batch': 3, 'sequence_length': 100",
            "training.sequence_length",
            "one that makes micro_batch × sequence_length a multiple of 16, as fp8 products need");
        row("'model_type': 'llama'", "'method': 'qlora', 'quantization': {'format': 'gptq-int4'}", "", "");
        row("'model_type': 'llama', 'head_dim': 20", "'method': 'qlora', 'quantization': {'format': 'gptq-int4'}",
            "training.quantization", "another format than gptq-int4, whose kernels take layers of multiples of 32");
        row("'model_type': 'llama'", "'method': 'qlora', 'quantization': {'upcast_fp32': 'norms'}", "", "");
        row("'model_type': 'llama'", "'loss': 'cut', 'precision': 'bf16'", "", "");
        row("'model_type': 'falcon'", "'kernels': 'fused'", "training.kernels",
            "eager: this version knows no fused kernels for Falcon");
        row("'model_type': 'llama', 'mlp_bias': true", "'kernels': 'fused'", "training.kernels",
            "eager: the fused gate has no biases, and the config's mlp_bias asks for them");
        row("'model_type': 'qwen2', 'hidden_act': 'gelu'", "'kernels': 'fused'", "training.kernels",
            "eager: the fused gate is made with SiLU, and the config asks for another function");
        row("'model_type': 'qwen3'", "'kernels': 'compiled', 'checkpointing': 'full'", "", "");
        row("'model_type': 'bloom'", "'kernels': 'compiled'", "training.kernels",
            "eager: this version has not counted compiled blocks of BLOOM");
        row("'model_type': 'llama'", "'kernels': 'compiled', 'method': 'lora'", "training.kernels",
            "eager, or method full: adapters in compiled blocks are not in this version");
        row("'model_type': 'llama'", "'kernels': 'compiled', 'checkpointing': 'sqrt'", "training.kernels",
            "eager, or checkpointing none or full, which are counted with compiled blocks");
        row("'model_type': 'llama'", "'kernels': 'compiled', 'checkpointing': 'full', 'reentrant': true",
            "training.kernels", "eager, or reentrant false: torch.compile does not go through the older checkpoints");
        row("'model_type': 'llama'", "'kernels': 'compiled', 'loss': 'chunked'", "training.kernels",
            "eager, or loss logits, which is counted with compiled blocks");
        row("'model_type': 'granite'", "'kernels': 'fused', 'loss': 'fused-linear'", "training.loss",
            "logits: this version cannot take the head out of Granite's code");
        row("'model_type': 'gemma2'", "'loss': 'chunked'", "training.loss",
            "logits: this version cannot take the head out of Gemma 2's code");
        row("'model_type': 'phi'", "'loss': 'cut', 'precision': 'bf16'", "training.loss",
            "logits or a chunked loss: the others leave out the head's bias");
        row("'model_type': 'llama'", "'loss': 'cut'", "training.loss",
            "another than cut, which takes hidden states in bf16 only: precision bf16 makes them so");
        row("'model_type': 'llama'", "'precision': 'bf16-master'", "", "");
        row("'model_type': 'llama'", "'precision': 'bf16-master', 'method': 'lora'", "training.precision",
            "another than bf16-master, which this version knows for full fine-tuning");
        row("'model_type': 'llama'", "'precision': 'fp16-master', 'optimizer': 'adagrad'", "training.optimizer",
            "another than adagrad, whose states are made before the fp32 weights are");
        row("'model_type': 'llama'", "'precision': 'bf16-master-fp32-grad', 'optimizer': 'muon'", "training.optimizer",
            "another than muon, for which a flat weight is no matrix");
        row("'model_type': 'llama'", "'precision': 'bf16-master', 'optimizer_in_backward': true",
            "training.optimizer_in_backward", "false with precision bf16-master, whose weights step together");
        row("'model_type': 'gpt2'", "'loss': 'cut', 'precision': 'bf16', 'autocast': true", "training.loss",
            "another than cut, which takes hidden states in bf16 only: precision bf16 makes them so");
    }

    void kernelsAndLosses()
    {
        QFETCH(QString, config);
        QFETCH(QString, training);
        const QByteArray json = "{'model': {'config': {" + config.toUtf8()
            + ", 'vocab_size': 100, 'hidden_size': 64, 'intermediate_size': 128, 'num_hidden_layers': 2,"
              " 'num_attention_heads': 4}}, 'training': {"
            + training.toUtf8() + "}}";
        const Result<ScenarioFile> file = readScenario(quotes(json), {});
        QFETCH(QString, path);
        QFETCH(QString, expected);
        QCOMPARE(file ? QString() : text(file.error().path), path);
        QCOMPARE(file ? QString() : text(file.error().expected), expected);
    }
};

QTEST_APPLESS_MAIN(TestCombinations)
#include "tst_combinations.moc"
