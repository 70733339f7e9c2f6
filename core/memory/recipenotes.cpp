// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/recipenotes.h"

namespace plimsoll {

std::vector<std::string> recipeNotes(const TrainingPlan& training)
{
    std::vector<std::string> notes;
    const auto note = [&notes](bool holds, const char* text) {
        if (holds)
            notes.emplace_back(text);
    };
    if (training.stack == Stack::Megatron) {
        note(
            true,
            "Megatron-LM's code is that of August 2026, Transformer Engine's of 2.11: gradients lie in a buffer, norms "
            "run with the products after them, --hidden-dropout drops embeddings too, vocabularies are padded to "
            "multiples of 128 for each GPU that splits them. Workspaces of attention's kernels are those of cuDNN and "
            "flash-attn as their sources show them.");
        note(training.attention == Attention::Sdpa && training.megatron.layers == MegatronLayers::TransformerEngine,
             "Attention is cuDNN's, which Transformer Engine takes on Hopper and Blackwell; in deterministic mode on "
             "other cards than Hopper it takes flash-attn, which keeps its result twice.");
        return notes;
    }
    if (training.stack == Stack::Nanotron) {
        note(true,
             "nanotron's code is that of July 2024 with flash-attn 2.5.0: gathered sequences are kept for backward, "
             "gradients are summed in one fp32 buffer beside fp32 weights, and the whole vocabulary's logits are made "
             "in fp32. Stages are cut by their work.");
        return notes;
    }
    note(training.checkpointing == Checkpointing::Selective,
         "Selective checkpointing follows torchtitan's policy for operations: attention's results and every second "
         "matrix product's are kept.");
    note(training.checkpointing == Checkpointing::Sqrt,
         "Square-root checkpointing makes calls of ⌈√layers⌉ blocks each, the last of what is left.");
    note(training.checkpointing == Checkpointing::Offloaded,
         "Offloaded checkpointing is torch.distributed's offload_wrapper around each checkpointed block: its input "
         "waits in host memory and is copied back for the recomputation.");
    note(training.precision == Precision::Bf16Master || training.precision == Precision::Fp16Master,
         "fp32 master weights are those of DeepSpeed 0.19 without ZeRO around torch's optimizers "
         "(runtime/fp16/unfused_optimizer.py): one for each weight, and fp32 gradients during the step.");
    note(training.precision == Precision::Bf16MasterFp32Grad,
         "fp32 master weights and gradients are those of DeepSpeed 0.19's ZeRO stage 1 on one GPU "
         "(runtime/bf16_optimizer.py): one flat tensor each, beside bf16 weights and gradients.");
    note(training.method == Method::Qlora && training.quantization.format == QuantizationFormat::GptqInt4,
         "GPTQ's layers are 4 bits in groups of 128, whole in 16 bits for the time of each product (AutoGPTQ's and "
         "gptqmodel's Triton kernels); what is not packed keeps the model's type.");
    note(training.stack == Stack::Torchtune,
         "torchtune's decoder and single-device recipe are those of release 0.6.1, without a mask: documents packed in "
         "a "
         "row need one more.");
    note(training.stack == Stack::Litgpt,
         "litgpt's model runs as in its finetuning scripts on one GPU, under Lightning Fabric: logits in fp32, which "
         "the "
         "script holds until the next batch's are there, and embeddings that are never tied. cuDNN's workspace is not "
         "counted.");
    note(training.precision == Precision::Fp8,
         "fp8 is accelerate's with torchao (Float8Linear, one scale a tensor): fp32 weights under bf16 autocast, all "
         "linear "
         "layers but the first and the head multiply in fp8, and make their operands narrow anew for each product.");
    note(training.packedSequences > 1 && training.attention == Attention::Flash && training.microBatch > 1,
         "Several rows of packed sequences are read as wholes by flash attention, which tells sequences apart in one "
         "row "
         "only (micro_batch 1): nothing is saved or added here.");
    note(training.method == Method::Qlora && training.quantization.format == QuantizationFormat::Int8,
         "LLM.int8 layers are counted without outliers, which depend on values; each column with one adds two bytes a "
         "token that its layer keeps.");
    return notes;
}

} // namespace plimsoll
