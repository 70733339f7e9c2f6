// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/jsonwriter.h"
#include "interchange/modelconfig.h"
#include "interchange/modelpresets.h"
#include "scenario/choices.h"
#include "scenario/scenariofile.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace plimsoll {

namespace json = boost::json;

namespace {

// Fields that hold their default are left out, but for those that a reader looks for first.
class Fields
{
public:
    template <class T>
    void put(std::string_view key, const T& value)
    {
        m_object[key] = value;
    }
    template <class T>
    void putUnless(std::string_view key, const T& value, const T& usual)
    {
        if (value != usual)
            put(key, value);
    }
    template <class Enum>
    void choose(std::string_view key, Enum value)
    {
        put(key, json::string(choice(value).id));
    }
    template <class Enum>
    void chooseUnless(std::string_view key, Enum value, Enum usual)
    {
        if (value != usual)
            choose(key, value);
    }
    json::object take() { return std::move(m_object); }
    bool empty() const { return m_object.empty(); }

private:
    json::object m_object;
};

json::object plainModel(const ModelSpec& m)
{
    const ModelSpec usual;
    Fields fields;
    fields.put("layers", m.layers);
    fields.put("hidden", m.hidden);
    fields.put("heads", m.heads);
    fields.putUnless("kv_heads", m.kvHeads, m.heads);
    if (m.headDim * m.heads != m.hidden)
        fields.put("head_dim", m.headDim);
    fields.put("ffn", m.ffn);
    fields.put("vocab", m.vocab);
    fields.putUnless("tied_embeddings", m.tiedEmbeddings, usual.tiedEmbeddings);
    fields.putUnless("gated_mlp", m.gatedMlp, usual.gatedMlp);
    fields.choose("norm", m.norm);
    fields.choose("activation", m.activation);
    fields.choose("positional", m.positional);
    fields.putUnless("max_position", m.maxPosition, usual.maxPosition);
    fields.put("dropout", m.dropout);
    fields.putUnless("embedding_dropout", m.embeddingDropout, usual.embeddingDropout);
    fields.putUnless("mlp_dropout", m.mlpDropout, usual.mlpDropout);
    fields.putUnless("bias", m.bias, usual.bias);
    fields.putUnless("head_bias", m.headBias, usual.headBias);
    fields.putUnless("fused_qkv", m.fusedQkv, usual.fusedQkv);
    return fields.take();
}

json::object loraFields(const LoraPlan& lora)
{
    Fields fields;
    fields.put("rank", lora.rank);
    json::array targets(lora.targets.begin(), lora.targets.end());
    if (lora.targets.size() == 1 && (lora.targets[0] == "all-linear" || lora.targets[0] == "attention"))
        fields.put("targets", json::string(lora.targets[0]));
    else
        fields.put("targets", targets);
    fields.put("dropout", lora.dropout);
    fields.put("adapter_dtype", json::string(lora.fp32Adapters ? "fp32" : "model"));
    fields.putUnless("dora", lora.dora, LoraPlan().dora);
    fields.putUnless("rslora", lora.rsLora, LoraPlan().rsLora);
    return fields.take();
}

json::object megatronFields(const MegatronPlan& plan)
{
    const MegatronPlan usual;
    Fields fields;
    fields.chooseUnless("layers", plan.layers, usual.layers);
    fields.chooseUnless("cross_entropy", plan.crossEntropy, usual.crossEntropy);
    fields.putUnless("gradient_accumulation_fusion", plan.fusedAccumulation, usual.fusedAccumulation);
    fields.chooseUnless("recompute_method", plan.recomputeMethod, usual.recomputeMethod);
    fields.putUnless("recompute_num_layers", plan.recomputeLayers, usual.recomputeLayers);
    fields.putUnless("recompute_core_attention", plan.recomputed.coreAttention, usual.recomputed.coreAttention);
    fields.putUnless("recompute_mlp", plan.recomputed.mlp, usual.recomputed.mlp);
    fields.chooseUnless("context_exchange", plan.contextExchange, usual.contextExchange);
    fields.putUnless("attention_mask", plan.attentionMask, usual.attentionMask);
    return fields.take();
}

json::object trainingFields(const TrainingPlan& t)
{
    const TrainingPlan usual;
    Fields fields;
    fields.choose("stack", t.stack);
    fields.choose("method", t.method);
    if (t.method != Method::Full || t.lora != usual.lora)
        fields.put("lora", loraFields(t.lora));
    if (t.method == Method::Qlora || t.quantization != usual.quantization) {
        json::object quantization;
        quantization["format"] = json::string(choice(t.quantization.format).id);
        if (t.quantization.groupSize != usual.quantization.groupSize)
            quantization["group_size"] = t.quantization.groupSize;
        if (t.quantization.widened == Widened::Norms)
            quantization["upcast_fp32"] = "norms";
        else
            quantization["upcast_fp32"] = t.quantization.widened == Widened::All;
        fields.put("quantization", quantization);
    }
    fields.choose("precision", t.precision);
    fields.putUnless("autocast", t.autocastOverBf16, usual.autocastOverBf16);
    fields.choose("optimizer", t.optimizer);
    fields.chooseUnless("optimizer_kernel", t.optimizerKernel, usual.optimizerKernel);
    fields.putUnless("optimizer_in_backward", t.optimizerInBackward, usual.optimizerInBackward);
    fields.put("micro_batch", t.microBatch);
    fields.put("sequence_length", t.sequenceLength);
    fields.putUnless("packed_sequences", t.packedSequences, usual.packedSequences);
    fields.putUnless("gradient_accumulation", t.gradientAccumulation, usual.gradientAccumulation);
    fields.choose("attention", t.attention);
    fields.chooseUnless("kernels", t.kernels, usual.kernels);
    fields.choose("checkpointing", t.checkpointing);
    fields.putUnless("checkpoint_every", t.checkpointEvery, usual.checkpointEvery);
    fields.putUnless("reentrant", t.reentrant, usual.reentrant);
    fields.chooseUnless("loss", t.loss, usual.loss);
    fields.putUnless("loss_chunks", t.lossChunks, usual.lossChunks);
    fields.putUnless("keep_gradients", t.keepGradients, usual.keepGradients);
    fields.putUnless("keep_logits", t.keepLogits, usual.keepLogits);
    if (t.megatron != usual.megatron)
        fields.put("megatron", megatronFields(t.megatron));
    if (t.nanotron != usual.nanotron)
        fields.put("nanotron", json::object{{"async_communication", t.nanotron.asyncCommunication}});
    return fields.take();
}

json::object memoryFields(const MemoryPlan& memory)
{
    const MemoryPlan usual;
    Fields fields;
    fields.chooseUnless("allocator", memory.allocator.segments, usual.allocator.segments);
    fields.putUnless("roundup_power2_divisions", memory.allocator.roundupPower2Divisions,
                     usual.allocator.roundupPower2Divisions);
    if (memory.allocator.maxSplitSize != AllocatorSettings::unlimited)
        fields.put("max_split_size_mb", memory.allocator.maxSplitSize / mib);
    fields.putUnless("garbage_collection_threshold", memory.allocator.garbageCollectionThreshold,
                     usual.allocator.garbageCollectionThreshold);
    if (memory.context)
        fields.put("context_bytes", memory.context->count());
    if (memory.communicators)
        fields.put("communicator_bytes", memory.communicators->count());
    fields.putUnless("data_pipeline_bytes", memory.dataPipeline.count(), usual.dataPipeline.count());
    fields.putUnless("other_bytes", memory.other.count(), usual.other.count());
    fields.putUnless("tight_above", memory.tightAbove, usual.tightAbove);
    return fields.take();
}

json::object zeroFields(const ZeroPlan& zero)
{
    const ZeroPlan usual;
    Fields fields;
    fields.putUnless("reduce_bucket_size", zero.reduceBucket, usual.reduceBucket);
    fields.putUnless("contiguous_gradients", zero.contiguousGradients, usual.contiguousGradients);
    if (zero.overlapComm)
        fields.put("overlap_comm", *zero.overlapComm);
    fields.putUnless("prefetch_bucket_size", zero.prefetchBucket, usual.prefetchBucket);
    fields.putUnless("param_persistence_threshold", zero.persistenceThreshold, usual.persistenceThreshold);
    fields.putUnless("max_live_parameters", zero.maxLive, usual.maxLive);
    fields.putUnless("max_reuse_distance", zero.maxReuseDistance, usual.maxReuseDistance);
    fields.putUnless("sub_group_size", zero.subGroup, usual.subGroup);
    return fields.take();
}

json::object parallelFields(const ParallelPlan& plan)
{
    const ParallelPlan usual;
    Fields fields;
    fields.putUnless("gpus", plan.gpus, usual.gpus);
    fields.chooseUnless("data", plan.data, usual.data);
    fields.putUnless("bucket_view", plan.bucketView, usual.bucketView);
    fields.putUnless("shard_group", plan.shardGroup, usual.shardGroup);
    fields.putUnless("mixed_precision", plan.mixedPrecision, usual.mixedPrecision);
    fields.chooseUnless("reduce_dtype", plan.reduceType, usual.reduceType);
    fields.putUnless("reshard_after_forward", plan.reshardAfterForward, usual.reshardAfterForward);
    fields.putUnless("reshard_root", plan.reshardRoot, usual.reshardRoot);
    fields.chooseUnless("shard", plan.flatSharding, usual.flatSharding);
    fields.putUnless("orig_params", plan.originalParameters, usual.originalParameters);
    fields.putUnless("wrap_adapters", plan.wrapsAdapters, usual.wrapsAdapters);
    fields.putUnless("tensor", plan.tensor, usual.tensor);
    fields.putUnless("sequence_parallel", plan.sequenceParallel, usual.sequenceParallel);
    fields.putUnless("pipeline", plan.pipeline, usual.pipeline);
    fields.putUnless("virtual_stages", plan.virtualStages, usual.virtualStages);
    fields.putUnless("micro_batches", plan.microBatches, usual.microBatches);
    if (plan.stage)
        fields.put("stage", *plan.stage);
    fields.chooseUnless("schedule", plan.schedule, usual.schedule);
    fields.putUnless("context", plan.context, usual.context);
    fields.putUnless("expert", plan.expert, usual.expert);
    fields.putUnless("expert_imbalance", plan.expertImbalance, usual.expertImbalance);
    if (plan.zero != usual.zero)
        fields.put("zero", zeroFields(plan.zero));
    Fields offload;
    offload.chooseUnless("optimizer", plan.offloadOptimizer, usual.offloadOptimizer);
    offload.chooseUnless("parameters", plan.offload, usual.offload);
    offload.putUnless("pin_memory", plan.pinnedMemory, usual.pinnedMemory);
    if (json::object written = offload.take(); !written.empty())
        fields.put("offload", std::move(written));
    return fields.take();
}

json::object softwareFields(const SoftwarePlan& software)
{
    Fields fields;
    fields.put("torch", software.torch);
    fields.put("transformers", software.transformers);
    fields.putUnless("torchtune", software.torchtune, SoftwarePlan().torchtune);
    fields.putUnless("litgpt", software.litgpt, SoftwarePlan().litgpt);
    fields.putUnless("bitsandbytes", software.bitsandbytes, SoftwarePlan().bitsandbytes);
    return fields.take();
}

json::value deviceField(const Device& device)
{
    if (const Device* known = findDevice(device.id); known && *known == device)
        return json::string(device.id);
    json::object custom;
    custom["id"] = device.id;
    custom["name"] = device.name;
    custom["usable_bytes"] = device.usable.count();
    if (!device.computeCapability.empty())
        custom["compute_capability"] = device.computeCapability;
    return custom;
}

} // namespace

std::string writeScenario(const Scenario& scenario, std::span<const Device> devices)
{
    json::object root;
    root["plimsoll"] = 1;
    if (!scenario.name.empty())
        root["name"] = scenario.name;
    if (scenario.model.family == Family::Plain)
        root["model"] = plainModel(scenario.model);
    else if (isPreset(scenario.model))
        root["model"] = json::object{{"preset", scenario.model.name}};
    else
        root["model"] = json::object{{"config", modelConfig(scenario.model)}};
    root["training"] = trainingFields(scenario.training);
    if (json::object parallelism = parallelFields(scenario.parallelism); !parallelism.empty())
        root["parallelism"] = std::move(parallelism);
    if (json::object memory = memoryFields(scenario.memory); !memory.empty())
        root["memory"] = std::move(memory);
    if (scenario.software != SoftwarePlan())
        root["software"] = softwareFields(scenario.software);
    if (!devices.empty()) {
        json::array list;
        for (const Device& device : devices)
            list.push_back(deviceField(device));
        root["devices"] = std::move(list);
    }
    return toJsonText(root);
}

} // namespace plimsoll
