# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers of 4 bits as GPTQ's checkpoints hold them, and what AutoGPTQ's and gptqmodel's Triton kernels make of them:
the whole matrix in 16 bits, [in, out], for the time of each product."""


def layer_class(torch):
    class Product(torch.autograd.Function):
        @staticmethod
        @torch.amp.custom_fwd(device_type="cuda")
        def forward(ctx, x, words, scales, zeros, groups):
            ctx.save_for_backward(words, scales, zeros, groups)
            return x @ whole(x, groups, scales)

        @staticmethod
        @torch.amp.custom_bwd(device_type="cuda")
        def backward(ctx, g):
            _, scales, _, groups = ctx.saved_tensors
            return g @ whole(g, groups, scales).t(), None, None, None, None

    def whole(x, groups, scales):
        narrow = torch.get_autocast_dtype("cuda") if torch.is_autocast_enabled("cuda") else x.dtype
        return torch.empty(groups.numel(), scales.shape[1], dtype=narrow, device=x.device)

    class Gptq(torch.nn.Module):
        def __init__(s, of, group=128):
            super().__init__()
            s.in_features, s.out_features = of.in_features, of.out_features
            for name, sizes, dtype in (("qweight", (s.in_features // 8, s.out_features), torch.int32), ("qzeros", (-(-s.in_features // group), s.out_features // 8), torch.int32),
                                       ("scales", (-(-s.in_features // group), s.out_features), torch.float16), ("g_idx", (s.in_features,), torch.int32)):
                s.register_buffer(name, torch.empty(sizes, dtype=dtype, device="meta"))
            s.bias = of.bias
        def forward(s, x):
            y = Product.apply(x.reshape(-1, x.shape[-1]), s.qweight, s.scales, s.qzeros, s.g_idx).reshape(*x.shape[:-1], s.out_features)
            return y if s.bias is None else y + s.bias
    return Gptq


def load(torch, build):
    """The model as it comes from a packed checkpoint: nothing of it was ever wide on the card."""
    Gptq = layer_class(torch)
    with torch.device("meta"): model = build()
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, torch.nn.Linear) and name != "lm_head": setattr(module, name, Gptq(child))
    model = model.to_empty(device="cuda")
    model.tie_weights()
    model.quantization_method = "gptq"
    return model, Gptq
