// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/leveraccess.h"
#include "window/leverrules.h"
#include "window/levertables.h"

#include <QCoreApplication>

namespace plimsoll::ui::tables {

namespace {

using namespace access;
using namespace rules;

// clang-format off
constexpr Lever parallelTable[] = {
    parallelism<&ParallelPlan::gpus>({.path = "parallelism.gpus", .label = QT_TRANSLATE_NOOP("Lever", "GPUs"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Over how many the training is spread; figures are of one of them."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.distributed."), .most = 1'048'576}),
    {.path = "parallelism.tensor", .label = QT_TRANSLATE_NOOP("Lever", "Tensor parallelism"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Over how many GPUs each layer's matrices are split."),
     .source = QT_TRANSLATE_NOOP("Lever", "Shoeybi et al. 2019, arXiv:1909.08053."), .group = LeverGroup::Parallel,
     .most = 1024, .read = &readMember<&Scenario::parallelism, &ParallelPlan::tensor>, .write = &writeTensor},
    switchOf(parallelism<&ParallelPlan::sequenceParallel>({.path = "parallelism.sequence_parallel",
        .label = QT_TRANSLATE_NOOP("Lever", "Sequence parallelism"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What lies between split layers is split too, along the sequence."),
        .source = QT_TRANSLATE_NOOP("Lever", "Korthikanti et al. 2022, arXiv:2205.05198."),
        .withoutEffect = &needsTensor})),
    {.path = "parallelism.pipeline", .label = QT_TRANSLATE_NOOP("Lever", "Pipeline stages"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Over how many stages the layers are spread, one after the other."),
     .source = QT_TRANSLATE_NOOP("Lever", "Narayanan et al. 2021, arXiv:2104.04473."), .group = LeverGroup::Parallel,
     .most = 1024, .read = &readMember<&Scenario::parallelism, &ParallelPlan::pipeline>, .write = &writePipeline},
    choiceOf<PipelineSchedule>(parallelism<&ParallelPlan::schedule>({.path = "parallelism.schedule",
        .label = QT_TRANSLATE_NOOP("Lever", "Schedule"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "In which order the stages run forward and backward of micro-batches."),
        .source = QT_TRANSLATE_NOOP("Lever", "Narayanan et al. 2021, arXiv:2104.04473."),
        .withoutEffect = &needsPipeline})),
    parallelism<&ParallelPlan::virtualStages>({.path = "parallelism.virtual_stages",
        .label = QT_TRANSLATE_NOOP("Lever", "Parts a stage"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How many parts of the model each stage has, where they are interleaved."),
        .source = QT_TRANSLATE_NOOP("Lever", "Narayanan et al. 2021, arXiv:2104.04473."), .most = 1024,
        .withoutEffect = &needsPipeline}),
    parallelism<&ParallelPlan::microBatches>({.path = "parallelism.micro_batches",
        .label = QT_TRANSLATE_NOOP("Lever", "Micro-batches in the pipeline"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How many go through the pipeline in a step."),
        .source = QT_TRANSLATE_NOOP("Lever", "Huang et al. 2018, arXiv:1811.06965."), .most = 1'048'576,
        .withoutEffect = &needsPipeline}),
    {.path = "parallelism.stage", .label = QT_TRANSLATE_NOOP("Lever", "Stage shown"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Whose figures are shown, counted from 0; automatic: the one that needs most."),
     .source = QT_TRANSLATE_NOOP("Lever", "A convention of this program."), .group = LeverGroup::Parallel,
     .least = 0, .most = 1023, .read = &readStage, .write = &writeStage,
     .automatic = QT_TRANSLATE_NOOP("Lever", "automatic"), .withoutEffect = &needsPipeline},
    choiceOf<DataParallel>({.path = "parallelism.data", .label = QT_TRANSLATE_NOOP("Lever", "Data parallelism"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What each GPU holds of weights, gradients and states while it works on its own sequences."),
        .source = QT_TRANSLATE_NOOP("Lever", "Li et al. 2020, arXiv:2006.15704; Zhao et al. 2023, arXiv:2304.11277."),
        .group = LeverGroup::Parallel,
        .read = &readMember<&Scenario::parallelism, &ParallelPlan::data>, .write = &writeData}),
    switchOf(parallelism<&ParallelPlan::bucketView>({.path = "parallelism.bucket_view",
        .label = QT_TRANSLATE_NOOP("Lever", "Gradients in the buckets"), .meaning = QT_TRANSLATE_NOOP("Lever", "Gradients are views of DDP's buckets, not copies."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, DistributedDataParallel(gradient_as_bucket_view)."), .withoutEffect = &needsDdp})),
    parallelism<&ParallelPlan::shardGroup>({.path = "parallelism.shard_group", .label = QT_TRANSLATE_NOOP("Lever", "GPUs a shard group"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Over how many GPUs weights are spread; groups of them hold the same."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, fully_shard on a mesh of two dimensions."), .most = 1'048'576,
        .withoutEffect = &needsHsdp}),
    switchOf(parallelism<&ParallelPlan::mixedPrecision>({.path = "parallelism.mixed_precision",
        .label = QT_TRANSLATE_NOOP("Lever", "Gathered in bf16"), .meaning = QT_TRANSLATE_NOOP("Lever", "Weights are gathered and used in bf16, and kept in fp32."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, MixedPrecisionPolicy(param_dtype)."), .withoutEffect = &needsUnits})),
    choiceOf<ReduceType>(parallelism<&ParallelPlan::reduceType>({.path = "parallelism.reduce_dtype",
        .label = QT_TRANSLATE_NOOP("Lever", "Gradients reduced in"), .meaning = QT_TRANSLATE_NOOP("Lever", "The type in which gradients are summed over GPUs."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, MixedPrecisionPolicy(reduce_dtype)."), .withoutEffect = &needsShards})),
    switchOf(parallelism<&ParallelPlan::reshardAfterForward>({.path = "parallelism.reshard_after_forward",
        .label = QT_TRANSLATE_NOOP("Lever", "Reshard after forward"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Blocks' gathered weights go after their forward, and are gathered anew for backward."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, fully_shard(reshard_after_forward)."), .withoutEffect = &needsShards})),
    switchOf(parallelism<&ParallelPlan::reshardRoot>({.path = "parallelism.reshard_root",
        .label = QT_TRANSLATE_NOOP("Lever", "Reshard the root too"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The same of what belongs to no block: embedding, last norm, head."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, fully_shard(reshard_after_forward)."), .withoutEffect = &needsShards})),
    choiceOf<FlatSharding>(parallelism<&ParallelPlan::flatSharding>({.path = "parallelism.shard",
        .label = QT_TRANSLATE_NOOP("Lever", "Spread over GPUs"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Whether FSDP1 spreads weights, gradients and states, or every GPU holds all of them."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, FullyShardedDataParallel(sharding_strategy)."), .withoutEffect = &needsFlat})),
    switchOf(parallelism<&ParallelPlan::originalParameters>({.path = "parallelism.orig_params",
        .label = QT_TRANSLATE_NOOP("Lever", "Parameters of their own"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The optimizer sees each parameter's part, not one flat parameter a block."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, FullyShardedDataParallel(use_orig_params)."), .withoutEffect = &needsFlat})),
    switchOf(parallelism<&ParallelPlan::wrapsAdapters>({.path = "parallelism.wrap_adapters",
        .label = QT_TRANSLATE_NOOP("Lever", "Adapters apart"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Each of an adapter's matrices is gathered by itself, so that frozen weights get no gradients."),
        .source = QT_TRANSLATE_NOOP("Lever", "peft, utils/other.py, fsdp_auto_wrap_policy."), .withoutEffect = &needsFlat})),
    parallelism<&ParallelPlan::zero, &ZeroPlan::reduceBucket>({.path = "parallelism.zero.reduce_bucket_size",
        .label = QT_TRANSLATE_NOOP("Lever", "Elements reduced at once"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Gradients are summed over GPUs in buckets of so many elements, which are held while backward runs."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .least = 1, .most = 1'099'511'627'776,
        .withoutEffect = &needsZero}),
    switchOf(parallelism<&ParallelPlan::zero, &ZeroPlan::contiguousGradients>({.path = "parallelism.zero.contiguous_gradients",
        .label = QT_TRANSLATE_NOOP("Lever", "Gradients copied to buckets"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Gradients move to one buffer as they are made, so that memory is not cut to pieces."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .withoutEffect = &needsZero})),
    switchOf({.path = "parallelism.zero.overlap_comm", .label = QT_TRANSLATE_NOOP("Lever", "Sums while backward runs"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "One bucket is summed while another fills: two buffers with ZeRO 1 and 2."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .group = LeverGroup::Parallel,
        .read = &readOverlap, .write = &writeOverlap, .withoutEffect = &needsZero}),
    parallelism<&ParallelPlan::zero, &ZeroPlan::prefetchBucket>({.path = "parallelism.zero.prefetch_bucket_size",
        .label = QT_TRANSLATE_NOOP("Lever", "Elements gathered ahead"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "So many elements of weights to come are gathered with each module."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .least = 0, .most = 1'099'511'627'776,
        .withoutEffect = &needsZero3}),
    parallelism<&ParallelPlan::zero, &ZeroPlan::persistenceThreshold>({.path = "parallelism.zero.param_persistence_threshold",
        .label = QT_TRANSLATE_NOOP("Lever", "Weights kept whole up to"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Weights of no more elements stay whole on every GPU."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .least = 0, .most = 1'099'511'627'776,
        .withoutEffect = &needsZero3}),
    parallelism<&ParallelPlan::zero, &ZeroPlan::maxLive>({.path = "parallelism.zero.max_live_parameters",
        .label = QT_TRANSLATE_NOOP("Lever", "Elements gathered at most"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Nothing is gathered ahead past so many elements."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .least = 0, .most = 1'099'511'627'776,
        .withoutEffect = &needsZero3}),
    parallelism<&ParallelPlan::zero, &ZeroPlan::maxReuseDistance>({.path = "parallelism.zero.max_reuse_distance",
        .label = QT_TRANSLATE_NOOP("Lever", "Kept when read again within"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Weights stay gathered when a module within so many elements reads them again."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .least = 0, .most = 1'099'511'627'776,
        .withoutEffect = &needsZero3}),
    parallelism<&ParallelPlan::zero, &ZeroPlan::subGroup>({.path = "parallelism.zero.sub_group_size",
        .label = QT_TRANSLATE_NOOP("Lever", "Elements stepped at once"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The optimizer steps on so many elements of this GPU at a time."),
        .source = QT_TRANSLATE_NOOP("Lever", "DeepSpeed, runtime/zero/config.py."), .least = 1, .most = 1'099'511'627'776,
        .withoutEffect = &needsZero3}),
    choiceOf<ParameterOffload>({.path = "parallelism.offload",
        .label = QT_TRANSLATE_NOOP("Lever", "Offload"), .meaning = QT_TRANSLATE_NOOP("Lever", "Weights, gradients and states wait on the host."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, CPUOffloadPolicy; DeepSpeed, offload_param."), .group = LeverGroup::Parallel,
        .read = &readMember<&Scenario::parallelism, &ParallelPlan::offload>, .write = &writeOffload, .withoutEffect = &needsSpreadWeights}),
    choiceOf<ParameterOffload>({.path = "parallelism.offload.optimizer",
        .label = QT_TRANSLATE_NOOP("Lever", "Offload of states"), .meaning = QT_TRANSLATE_NOOP("Lever", "Optimizer states and fp32 weights wait on the host, where the optimizer steps."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, CPUOffloadPolicy; DeepSpeed, offload_optimizer."), .group = LeverGroup::Parallel,
        .read = &readMember<&Scenario::parallelism, &ParallelPlan::offloadOptimizer>, .write = &writeOffloadOfStates, .withoutEffect = &needsSpreadStates}),
    switchOf(parallelism<&ParallelPlan::pinnedMemory>({.path = "parallelism.offload.pin_memory",
        .label = QT_TRANSLATE_NOOP("Lever", "Page-locked on the host"), .meaning = QT_TRANSLATE_NOOP("Lever", "What waits on the host lies in page-locked memory, taken in powers of two."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, CachingHostAllocator."), .withoutEffect = &needsSpreadStates})),
};

constexpr Lever memoryTable[] = {
    choiceOf<Segments>(memory<&MemoryPlan::allocator, &AllocatorSettings::segments>({.path = "memory.allocator",
        .label = QT_TRANSLATE_NOOP("Lever", "Allocator"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "How PyTorch's caching allocator takes memory from the driver."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, PYTORCH_CUDA_ALLOC_CONF: expandable_segments.")})),
    memory<&MemoryPlan::allocator, &AllocatorSettings::roundupPower2Divisions>({
        .path = "memory.roundup_power2_divisions", .label = QT_TRANSLATE_NOOP("Lever", "Rounding of sizes"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Sizes are rounded up to a power of 2 cut into that many parts; 0: to 512 bytes alone."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, PYTORCH_CUDA_ALLOC_CONF: roundup_power2_divisions."), .least = 0, .most = 64}),
    {.path = "memory.max_split_size_mb", .label = QT_TRANSLATE_NOOP("Lever", "Largest block that is split"),
     .meaning = QT_TRANSLATE_NOOP("Lever", "Larger blocks of the allocator's cache are used whole, so that they are not cut to pieces."),
     .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, PYTORCH_CUDA_ALLOC_CONF: max_split_size_mb."), .group = LeverGroup::Memory,
     .quantity = Quantity::Bytes, .least = 21.0 * mib, .most = 1048576.0 * mib, .read = &readSplitSize,
     .write = &writeSplitSize, .automatic = QT_TRANSLATE_NOOP("Lever", "unlimited")},
    memory<&MemoryPlan::allocator, &AllocatorSettings::garbageCollectionThreshold>({
        .path = "memory.garbage_collection_threshold", .label = QT_TRANSLATE_NOOP("Lever", "Cache given back above"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The share of the card above which the allocator gives unused blocks back; 0: never."),
        .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, PYTORCH_CUDA_ALLOC_CONF: garbage_collection_threshold."),
        .quantity = Quantity::Fraction, .least = 0, .most = 0.999}),
    optionalBytes<&MemoryPlan::context>({.path = "memory.context_bytes", .label = QT_TRANSLATE_NOOP("Lever", "CUDA context"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What the driver takes before the first tensor; automatic: by the GPU's generation."),
        .source = QT_TRANSLATE_NOOP("Lever", "NVIDIA, CUDA C++ programming guide: contexts; runs measured in tests/data."),
        .automatic = QT_TRANSLATE_NOOP("Lever", "automatic")}),
    optionalBytes<&MemoryPlan::communicators>({.path = "memory.communicator_bytes", .label = QT_TRANSLATE_NOOP("Lever", "Communicators"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What NCCL takes for its buffers; automatic: by the number of GPUs."),
        .source = QT_TRANSLATE_NOOP("Lever", "NVIDIA, NCCL user guide: NCCL_BUFFSIZE."), .automatic = QT_TRANSLATE_NOOP("Lever", "automatic"),
        .withoutEffect = &needsSeveralGpus}),
    bytes<&MemoryPlan::dataPipeline>({.path = "memory.data_pipeline_bytes", .label = QT_TRANSLATE_NOOP("Lever", "Data pipeline"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Batches prefetched to the card."), .source = QT_TRANSLATE_NOOP("Lever", "PyTorch, torch.utils.data.DataLoader.")}),
    bytes<&MemoryPlan::other>({.path = "memory.other_bytes", .label = QT_TRANSLATE_NOOP("Lever", "Other users of the card"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "Display and other processes."), .source = QT_TRANSLATE_NOOP("Lever", "nvidia-smi lists them.")}),
    memory<&MemoryPlan::tightAbove>({.path = "memory.tight_above", .label = QT_TRANSLATE_NOOP("Lever", "Tight above"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The share of a card's usable memory above which a fit is called tight."),
        .source = QT_TRANSLATE_NOOP("Lever", "A convention of this program."), .quantity = Quantity::Fraction, .least = 0.01, .most = 1}),
};

constexpr Lever documentTable[] = {
    text<&Scenario::name>({.path = "name", .label = QT_TRANSLATE_NOOP("Lever", "Name"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "What the scenario is called in titles and files."),
        .source = QT_TRANSLATE_NOOP("Lever", "A convention of this program."), .group = LeverGroup::Document}),
    text<&Scenario::software, &SoftwarePlan::torch>({.path = "software.torch", .label = QT_TRANSLATE_NOOP("Lever", "PyTorch"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The release that trains; what it did otherwise is computed so."),
        .source = QT_TRANSLATE_NOOP("Lever", "Release notes and sources of PyTorch."), .group = LeverGroup::Document,
        .suggestions = "2.15|2.14|2.10|2.6|2.4|2.1"}),
    text<&Scenario::software, &SoftwarePlan::transformers>({.path = "software.transformers",
        .label = QT_TRANSLATE_NOOP("Lever", "transformers"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The release whose model code runs; what it did otherwise is computed so."),
        .source = QT_TRANSLATE_NOOP("Lever", "Release notes and sources of transformers."), .group = LeverGroup::Document,
        .suggestions = "5.24|4.49|4.48|4.45", .withoutEffect = &needsTransformers}),
    text<&Scenario::software, &SoftwarePlan::torchtune>({.path = "software.torchtune",
        .label = QT_TRANSLATE_NOOP("Lever", "torchtune"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The release whose model code runs; what it did otherwise is computed so."),
        .source = QT_TRANSLATE_NOOP("Lever", "Release notes and sources of torchtune."), .group = LeverGroup::Document,
        .suggestions = "0.6|0.4", .withoutEffect = &needsTorchtune}),
    text<&Scenario::software, &SoftwarePlan::litgpt>({.path = "software.litgpt",
        .label = QT_TRANSLATE_NOOP("Lever", "LitGPT"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The release whose model code runs; what it did otherwise is computed so."),
        .source = QT_TRANSLATE_NOOP("Lever", "Release notes and sources of LitGPT."), .group = LeverGroup::Document,
        .suggestions = "0.5|0.5.4|0.4.5|0.1", .withoutEffect = &needsLitgpt}),
    text<&Scenario::software, &SoftwarePlan::bitsandbytes>({.path = "software.bitsandbytes",
        .label = QT_TRANSLATE_NOOP("Lever", "bitsandbytes"),
        .meaning = QT_TRANSLATE_NOOP("Lever", "The release whose 4-bit layers run; what it did otherwise is computed so."),
        .source = QT_TRANSLATE_NOOP("Lever", "Release notes and sources of bitsandbytes."), .group = LeverGroup::Document,
        .suggestions = "0.50|0.42", .withoutEffect = &needsFourBits}),
};

// clang-format on

} // namespace

std::span<const Lever> parallelLevers()
{
    return parallelTable;
}

std::span<const Lever> memoryLevers()
{
    return memoryTable;
}

std::span<const Lever> documentLevers()
{
    return documentTable;
}

} // namespace plimsoll::ui::tables
