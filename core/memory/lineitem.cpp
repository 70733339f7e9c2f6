// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/lineitem.h"

namespace plimsoll {

const std::array<LineItemInfo, lineItemCount>& lineItems()
{
    static constexpr std::array<LineItemInfo, lineItemCount> items{{
        {"weights", "weights", "The model's parameters, as the optimizer updates them.", "model size, precision",
         "a smaller model learns less; bf16 weights lose the small updates that fp32 keeps",
         "element size of each parameter (torch.nn.Module)"},
        {"master_weights", "master weights", "An fp32 copy of the weights that the optimizer updates.", "precision",
         "without it, updates smaller than the weight's rounding are lost",
         "mixed precision with master weights (Micikevicius et al. 2018, arXiv 1710.03740)"},
        {"gradients", "gradients", "One value for each trained parameter, made in backward and used by the optimizer.",
         "gradient accumulation, keeping gradients, precision",
         "without accumulation, large batches need more memory for activations",
         "torch.autograd: a gradient has its parameter's type; zero_grad frees it"},
        {"optimizer_states", "optimizer states", "What the optimizer remembers of each parameter between steps.",
         "optimizer",
         "8-bit states are rounded in blocks of 256 (little quality lost in most reports); SGD converges more slowly",
         "torch.optim: zeros_like(parameter) for each state; bitsandbytes: 1 B + 4 B / 256 for each"},
        {"weight_copies", "weight copies",
         "Half-precision copies of fp32 weights that autocast makes; backward needs them, so the graph keeps them.",
         "precision, checkpointing", "bf16 weights need none, but lose small updates",
         "torch.autocast's cache and the tensors that linear saves for backward"},
        {"activations", "activations", "What the forward pass keeps for backward, and what both passes work with.",
         "batch, sequence, checkpointing", "checkpointing computes the forward twice: about a third more time",
         "the tensors each operation saves (PyTorch, derivatives.yaml), replayed"},
        {"logits_and_loss", "logits and loss",
         "The scores of every word for every token, and what the loss makes of them.",
         "batch, sequence, vocabulary, keeping logits", "smaller batches need more steps",
         "torch.nn.functional.cross_entropy: log-softmax and its gradient in fp32"},
        {"workspace", "workspace", "Scratch of matrix products, attention, reductions and the optimizer's step.",
         "optimizer kernel", "fused optimizers need none for their step, at no cost where they are supported",
         "cuBLAS workspace of the generation; torch.optim's foreach temporaries"},
        {"communication", "communication", "Buffers for exchanging gradients and weights between GPUs.",
         "number of GPUs", "one GPU needs none, but takes longer",
         "replay of DDP's reducer and of FSDP2's collectives (PyTorch)"},
    }};
    return items;
}

namespace {

struct PhaseInfo
{
    std::string_view id;
    std::string_view label;
};

constexpr std::array<PhaseInfo, 5> phases{{
    {"load", "load"},
    {"forward", "forward"},
    {"loss", "loss"},
    {"backward", "backward"},
    {"optimizer_step", "optimizer step"},
}};

} // namespace

std::string_view id(Phase phase)
{
    return phases[static_cast<std::size_t>(phase)].id;
}

std::string_view label(Phase phase)
{
    return phases[static_cast<std::size_t>(phase)].label;
}

} // namespace plimsoll
