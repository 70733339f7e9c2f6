// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenarioreader.h"

#include "base/format.h"
#include "interchange/modelconfig.h"
#include "interchange/modelpresets.h"
#include "scenario/combinations.h"
#include "scenario/devicereader.h"
#include "scenario/experttargets.h"
#include "scenario/megatronreader.h"
#include "scenario/megatronrules.h"
#include "scenario/nanotronrules.h"
#include "scenario/optimizerkernels.h"
#include "scenario/parallelreader.h"
#include "scenario/readchoice.h"

#include <algorithm>
#include <array>
#include <bit>

namespace plimsoll {

namespace {

using Range = JsonObjectReader::Range;

// The sizes that are read; far beyond any model that is trained, and small enough to be counted.
constexpr Range layersRange{1, 10'000};
constexpr Range widthRange{1, std::int64_t{1} << 24};
constexpr Range headsRange{1, std::int64_t{1} << 16};
constexpr Range vocabRange{1, std::int64_t{1} << 27};
constexpr Range tokensRange{1, std::int64_t{1} << 24};
constexpr Range timesRange{1, std::int64_t{1} << 20};
constexpr Range divisionsRange{0, 64};
constexpr Range splitRange{21, std::int64_t{1} << 30}; // PyTorch takes none below its large segment, 20 MiB
constexpr Range bytesRange{0, std::int64_t{1} << 50};

// A size of the model's own, which has no default.
void readSize(JsonObjectReader& reader, std::string_view key, std::int64_t& value, Range range)
{
    std::optional<std::int64_t> size;
    reader.whole(key, size, range);
    if (!size)
        reader.refuse(key, "a whole number from " + formatCount(range.least) + " to " + formatCount(range.most));
    value = size.value_or(value);
}

void readPlainModel(JsonObjectReader& reader, ModelSpec& m)
{
    readSize(reader, "layers", m.layers, layersRange);
    readSize(reader, "hidden", m.hidden, widthRange);
    readSize(reader, "heads", m.heads, headsRange);
    m.kvHeads = m.heads;
    reader.whole("kv_heads", m.kvHeads, headsRange);
    if (!reader.find("head_dim") && m.hidden % m.heads != 0)
        reader.refuse("heads", "a divisor of hidden (" + formatCount(m.hidden) + "), or head_dim beside it");
    m.headDim = std::max<std::int64_t>(m.hidden / m.heads, 1);
    reader.whole("head_dim", m.headDim, {1, 16'384});
    if (m.heads % m.kvHeads != 0)
        reader.refuse("kv_heads", "a divisor of heads (" + formatCount(m.heads) + ")");
    readSize(reader, "ffn", m.ffn, widthRange);
    readSize(reader, "vocab", m.vocab, vocabRange);
    reader.flag("tied_embeddings", m.tiedEmbeddings);
    reader.flag("gated_mlp", m.gatedMlp);
    readChoice(reader, "norm", m.norm);
    readChoice(reader, "activation", m.activation);
    readChoice(reader, "positional", m.positional);
    if (m.positional == Positional::Rope)
        reader.refuse("positional", "none or learned: rotary positions belong to models with a config");
    reader.whole("max_position", m.maxPosition, tokensRange);
    reader.number("dropout", m.dropout, 0, 1, false);
    reader.flag("embedding_dropout", m.embeddingDropout);
    reader.flag("mlp_dropout", m.mlpDropout);
    reader.flag("bias", m.bias);
    reader.flag("head_bias", m.headBias);
    reader.flag("fused_qkv", m.fusedQkv);
    for (std::string_view key : {"qk_norm", "sliding_window", "moe", "mla"})
        if (const auto* value = reader.find(key); value && !(value->is_bool() && !value->get_bool()))
            reader.refuse(key, "null: it belongs to models with a config");
}

void readLora(JsonObjectReader reader, LoraPlan& lora)
{
    reader.whole("rank", lora.rank, {1, 65'536});
    if (const boost::json::value* targets = reader.find("targets")) {
        lora.targets.clear();
        if (targets->is_string())
            lora.targets.emplace_back(targets->get_string());
        else if (targets->is_array() && !targets->get_array().empty()
                 && std::ranges::all_of(targets->get_array(), [](const auto& each) { return each.is_string(); }))
            for (const boost::json::value& each : targets->get_array())
                lora.targets.emplace_back(each.get_string());
        else
            reader.refuse("targets", "all-linear, attention, or a list of names as q, v, down");
    }
    reader.number("dropout", lora.dropout, 0, 1, false);
    static constexpr std::string_view types[]{"fp32", "model"};
    auto type = static_cast<std::size_t>(lora.fp32Adapters ? 0 : 1);
    if (const boost::json::value* value = reader.find("adapter_dtype"); value && *value == "bf16")
        type = 1;
    else
        reader.oneOf("adapter_dtype", type, types);
    lora.fp32Adapters = type == 0;
    reader.flag("dora", lora.dora);
    reader.flag("rslora", lora.rsLora);
    reader.finish();
}

void readQuantization(JsonObjectReader reader, QuantizationPlan& quantization)
{
    readChoice(reader, "format", quantization.format);
    if (quantization.format == QuantizationFormat::GptqInt4)
        reader.whole("group_size", quantization.groupSize, {0, 65'536});
    if (const boost::json::value* widened = reader.find("upcast_fp32"); widened && widened->is_string()) {
        static constexpr std::string_view words[]{"norms"};
        std::size_t word = 0;
        reader.oneOf("upcast_fp32", word, words);
        quantization.widened = Widened::Norms;
    } else {
        bool all = quantization.widened == Widened::All;
        reader.flag("upcast_fp32", all);
        quantization.widened = all ? Widened::All : Widened::None;
    }
    reader.finish();
}

void readNanotron(JsonObjectReader reader, NanotronPlan& plan)
{
    reader.flag("async_communication", plan.asyncCommunication);
    reader.finish();
}

void readTraining(JsonObjectReader reader, TrainingPlan& t)
{
    readChoice(reader, "stack", t.stack);
    readChoice(reader, "method", t.method);
    if (reader.has("lora") || t.method != Method::Full)
        readLora(reader.object("lora"), t.lora);
    if (reader.has("quantization") || t.method == Method::Qlora)
        readQuantization(reader.object("quantization"), t.quantization);
    readChoice(reader, "precision", t.precision);
    reader.flag("autocast", t.autocastOverBf16);
    readChoice(reader, "optimizer", t.optimizer);
    readChoice(reader, "optimizer_kernel", t.optimizerKernel);
    readChoice(reader, "attention", t.attention);
    readChoice(reader, "kernels", t.kernels);
    readChoice(reader, "checkpointing", t.checkpointing);
    reader.whole("checkpoint_every", t.checkpointEvery, layersRange);
    reader.flag("reentrant", t.reentrant);
    reader.whole("micro_batch", t.microBatch, tokensRange);
    reader.whole("sequence_length", t.sequenceLength, tokensRange);
    reader.whole("packed_sequences", t.packedSequences, tokensRange);
    reader.whole("gradient_accumulation", t.gradientAccumulation, timesRange);
    reader.flag("keep_gradients", t.keepGradients);
    reader.flag("keep_logits", t.keepLogits);
    reader.flag("optimizer_in_backward", t.optimizerInBackward);
    readChoice(reader, "loss", t.loss);
    reader.whole("loss_chunks", t.lossChunks, timesRange);
    if (t.stack == Stack::Megatron || reader.has("megatron"))
        readMegatron(reader.object("megatron"), t.megatron);
    if (t.stack == Stack::Nanotron || reader.has("nanotron"))
        readNanotron(reader.object("nanotron"), t.nanotron);
    reader.finish();
}

void readBytes(JsonObjectReader& reader, std::string_view key, Bytes& value)
{
    std::int64_t count = value.count();
    reader.whole(key, count, bytesRange);
    value = Bytes(count);
}

// As in PYTORCH_CUDA_ALLOC_CONF.
void readAllocatorSettings(JsonObjectReader& reader, AllocatorSettings& settings)
{
    reader.whole("roundup_power2_divisions", settings.roundupPower2Divisions, divisionsRange);
    const auto divisions = static_cast<std::uint64_t>(settings.roundupPower2Divisions);
    if (divisions > 0 && !std::has_single_bit(divisions))
        reader.refuse("roundup_power2_divisions", "0 or a power of 2");
    std::optional<std::int64_t> splitMib;
    reader.whole("max_split_size_mb", splitMib, splitRange);
    if (splitMib)
        settings.maxSplitSize = *splitMib * mib;
    reader.number("garbage_collection_threshold", settings.garbageCollectionThreshold, 0, 1, false);
}

void readMemory(JsonObjectReader reader, MemoryPlan& memory)
{
    readChoice(reader, "allocator", memory.allocator.segments);
    readAllocatorSettings(reader, memory.allocator);
    std::optional<std::int64_t> context;
    reader.whole("context_bytes", context, bytesRange);
    if (context)
        memory.context = Bytes(*context);
    if (reader.has("communicator_bytes")) {
        std::optional<std::int64_t> communicators;
        reader.whole("communicator_bytes", communicators, bytesRange);
        if (communicators)
            memory.communicators = Bytes(*communicators);
    }
    readBytes(reader, "data_pipeline_bytes", memory.dataPipeline);
    readBytes(reader, "other_bytes", memory.other);
    reader.number("tight_above", memory.tightAbove, 0, 1, true);
    if (memory.tightAbove <= 0)
        reader.refuse("tight_above", "a number above 0, at most 1");
    reader.finish();
}

void readSoftware(JsonObjectReader reader, SoftwarePlan& software)
{
    reader.text("torch", software.torch);
    if (!knowsTorch(software.torch))
        reader.refuse("torch", "a release of PyTorch from " + std::string(knownTorch()) + ", as a text");
    reader.text("transformers", software.transformers);
    if (!knowsTransformers(software.transformers))
        reader.refuse("transformers",
                      "a release of transformers from " + std::string(knownTransformers()) + ", as a text");
    if (reader.has("torchtune"))
        reader.text("torchtune", software.torchtune);
    if (!knowsTorchtune(software.torchtune))
        reader.refuse("torchtune", "a release of torchtune from " + std::string(knownTorchtune()) + ", as a text");
    if (reader.has("litgpt"))
        reader.text("litgpt", software.litgpt);
    if (!knowsLitgpt(software.litgpt))
        reader.refuse("litgpt", "a release of litgpt from " + std::string(knownLitgpt()) + ", as a text");
    if (reader.has("bitsandbytes"))
        reader.text("bitsandbytes", software.bitsandbytes);
    if (!knowsBitsandbytes(software.bitsandbytes))
        reader.refuse("bitsandbytes",
                      "a release of bitsandbytes from " + std::string(knownBitsandbytes()) + ", as a text");
    reader.finish();
}

// What only fields together can show.
void checkTogether(JsonObjectReader& reader, const Scenario& scenario)
{
    JsonObjectReader training = reader.object("training");
    const TrainingPlan& t = scenario.training;
    const ModelSpec& m = scenario.model;
    if (m.positional == Positional::Learned && t.sequenceLength > m.maxPosition)
        training.refuse("sequence_length", "at most max_position, " + formatCount(m.maxPosition));
    if (m.family == Family::Plain && t.stack != Stack::PyTorch && t.stack != Stack::Megatron)
        training.refuse("stack", "pytorch or megatron for a model given by its sizes");
    if (m.family != Family::Plain && t.stack == Stack::PyTorch)
        training.refuse("stack", "hf for a model with a config");
    if (const std::optional<Misfit> misfit = expertMisfit(scenario))
        training.object("lora").refuse(misfit->key, misfit->expected);
    if (m.family == Family::Plain && t.method != Method::Full)
        training.refuse("method", "full for a model given by its sizes");
    if (t.reentrant && m.family == Family::T5)
        training.refuse("reentrant", "false: T5's blocks hand position biases on, which is not computed through it");
    if (t.autocastOverBf16 && t.precision != Precision::Bf16)
        training.refuse("autocast", "false, or precision bf16 beside it");
    for (const std::optional<Misfit>& misfit :
         {stackMisfit(scenario), megatronMisfit(scenario), nanotronMisfit(scenario), kernelMisfit(scenario),
          lossMisfit(scenario), masterMisfit(scenario), packingMisfit(scenario), fp8Misfit(scenario),
          gptqMisfit(scenario)})
        if (misfit)
            training.refuse(misfit->key, misfit->expected);
}

// Reentrant checkpointing comes in fewer kinds. No error, as below.
void noteReentrance(JsonObjectReader& reader, const TrainingPlan& t, JsonFindings& findings)
{
    const bool never = t.checkpointing == Checkpointing::Selective || t.checkpointing == Checkpointing::Offloaded;
    if (t.reentrant && never)
        findings.unknown.push_back(toText(reader.object("training").pathOf("reentrant")) + ": checkpointing "
                                   + std::string(choice(t.checkpointing).id) + " is never reentrant");
}

// An optimizer may lack the kernel asked for. That is no error: the lever for the optimizer is moved with another in
// mind.
void noteKernel(JsonObjectReader& reader, const TrainingPlan& t, JsonFindings& findings)
{
    const JsonObjectReader training = reader.object("training");
    if (training.has("optimizer_kernel") && t.stack == Stack::Megatron)
        findings.unknown.push_back(
            toText(training.pathOf("optimizer_kernel"))
            + ": Megatron's optimizer is Transformer Engine's FusedAdam, which updates in place");
    if (!training.has("optimizer_kernel") || hasKernel(t.optimizer, t.optimizerKernel))
        return;
    const std::string_view taken = choice(kernelTaken(t.optimizer, t.optimizerKernel)).id;
    findings.unknown.push_back(toText(training.pathOf("optimizer_kernel")) + ": " + std::string(choice(t.optimizer).id)
                               + " has no kernel " + std::string(choice(t.optimizerKernel).id) + "; "
                               + std::string(taken) + " runs instead");
}

} // namespace

void readScenarioFields(JsonObjectReader& reader, ScenarioFile& file, JsonFindings& findings)
{
    reader.only("plimsoll", "1");
    reader.text("name", file.scenario.name);
    const bool configAlone = !reader.has("model") && reader.has("model_type"); // a config.json itself
    if (!configAlone && !reader.find("model"))
        reader.refuse("model", "an object with the model's sizes, its config or a preset's name");
    JsonObjectReader model = reader.object("model");
    if (configAlone) {
        file.isModel = true;
        readModelConfigFields(reader, file.scenario.model, findings);
        file.scenario.training.stack = Stack::Transformers;
    } else if (model.has("config")) {
        readModelConfig(model, "config", file.scenario.model, findings);
        file.scenario.training.stack = Stack::Transformers;
    } else if (model.has("safetensors")) {
        readCheckpointModel(model, "safetensors", file.scenario.model, findings);
        file.scenario.training.stack = Stack::Transformers;
    } else if (model.has("preset")) {
        readPreset(model, file.scenario.model, findings);
        file.scenario.training.stack = Stack::Transformers;
    } else {
        readPlainModel(model, file.scenario.model);
    }
    model.finish();
    if (file.scenario.model.positional == Positional::Learned) // what is taken where nothing is said must fit the table
        file.scenario.training.sequenceLength
            = std::min(file.scenario.training.sequenceLength, file.scenario.model.maxPosition);
    readTraining(reader.object("training"), file.scenario.training);
    readMemory(reader.object("memory"), file.scenario.memory);
    readParallelism(reader.object("parallelism"), file.scenario);
    readSoftware(reader.object("software"), file.scenario.software);
    readDevices(reader, file.devices, findings);
    for (std::string_view key : {"id", "card"})
        reader.find(key);
    checkTogether(reader, file.scenario);
    noteReentrance(reader, file.scenario.training, findings);
    noteKernel(reader, file.scenario.training, findings);
    if (!configAlone)
        reader.finish();
}

} // namespace plimsoll
