# SPDX-License-Identifier: GPL-3.0-or-later
"""litgpt's models under Lightning Fabric, and what its finetuning scripts do with a batch."""
import os, sys, types


def import_litgpt():
    """litgpt, or lit_gpt as it was called in 2023, and beside it lightning, from the folders that LITGPT names; what they load data and checkpoints with stays out."""
    import importlib
    sys.path[:0] = os.environ.get("LITGPT", os.path.join(sys.prefix, "litgpt")).split(":")
    class Stand(types.ModuleType):
        def __getattr__(s, k):
            if k.startswith("__"): raise AttributeError(k)
            return type(k, (), {"__init__": lambda s, *a, **more: None, "__call__": lambda s, f: f})
    name = "lit_gpt" if any(os.path.isdir(p + "/lit_gpt") for p in sys.path) else "litgpt"
    package = types.ModuleType(name)  # without what its __init__ pulls in
    package.__path__ = [f"{p}/{name}" for p in sys.path if os.path.isdir(f"{p}/{name}")]
    sys.modules[name] = package
    for part in ("litgpt.scripts", "litgpt.scripts.convert_hf_checkpoint"): sys.modules[part] = Stand(part)
    importlib.import_module(name + ".model")
    return lambda part: importlib.import_module(f"{name}.{part}")


def pointwise(torch):
    """conv1d of one position as cuDNN has it: channels last, as its input lies; no workspace, of which nothing is known."""
    class Convolution(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, w, groups):
            ctx.save_for_backward(x, w)
            x = x.unsqueeze(2).contiguous(memory_format=torch.channels_last)
            return torch.empty(x.shape[0], x.shape[3], w.shape[0], dtype=x.dtype, device=x.device).transpose(1, 2)
        @staticmethod
        def backward(ctx, g):
            x, w = ctx.saved_tensors
            g = g.unsqueeze(2).contiguous(memory_format=torch.channels_last)
            wide = x.unsqueeze(2).contiguous(memory_format=torch.channels_last)
            return (torch.empty_like(wide, memory_format=torch.channels_last).squeeze(2) if ctx.needs_input_grad[0] else None), torch.empty_like(w), None
    torch.nn.functional.conv1d = lambda x, w, groups=1: Convolution.apply(x, w, groups)


def configuration(kind, m, lora):
    """A config of transformers' as litgpt names its sizes."""
    c = dict(m["config"])
    family, heads = c["model_type"], c.get("num_attention_heads", 8)
    known = dict(n_layer=c["num_hidden_layers"], n_embd=c["hidden_size"], n_head=heads, n_query_groups=c.get("num_key_value_heads", heads), padded_vocab_size=c["vocab_size"], vocab_size=c["vocab_size"],
                 block_size=c.get("max_position_embeddings", 4096), intermediate_size=c.get("intermediate_size", 4 * c["hidden_size"]), rotary_percentage=1.0, bias=False, parallel_residual=False)
    rms = dict(norm_class_name="RMSNorm", mlp_class_name="LLaMAMLP")
    more = {"llama": rms, "mistral": rms, "phi3": rms,
            "gemma": dict(rms, mlp_class_name="GemmaMLP", gelu_approximate="tanh", scale_embeddings=True, head_size=c.get("head_dim", 256)),
            "gpt_neox": dict(bias=True, parallel_residual=True, rotary_percentage=c.get("rotary_pct", 0.25)),
            "phi": dict(bias=True, parallel_residual=True, shared_attention_norm=True, lm_head_bias=True, gelu_approximate="tanh", rotary_percentage=c.get("partial_rotary_factor", 0.5)),
            "falcon": dict(parallel_residual=True, shared_attention_norm=not c.get("new_decoder_architecture"), n_query_groups=c.get("num_kv_heads", heads) if c.get("new_decoder_architecture") else 1)}
    more["gemma2"] = dict(more["gemma"], attention_scores_scalar=256, post_attention_norm=True, post_mlp_norm=True, attention_logit_softcapping=50.0, final_logit_softcapping=30.0)
    known.update(more[family])
    if c.get("sliding_window") and family in ("mistral", "phi3", "gemma2"): known.update(windows(kind, c["sliding_window"], known["n_layer"], 2 if family == "gemma2" else 1))
    if c.get("head_dim"): known["head_size"] = c["head_dim"]
    known = {k: v for k, v in known.items() if k in kind.__dataclass_fields__ or k == "norm_class_name" or k == "mlp_class_name"}
    if "_norm_class" in kind.__dataclass_fields__: known = {{"norm_class_name": "_norm_class", "mlp_class_name": "_mlp_class"}.get(k, k): v for k, v in known.items()}
    return kind(name="", **known, **lora)


def windows(kind, size, layers, every):
    fields = kind.__dataclass_fields__
    if "sliding_window_indices" in fields: return dict(sliding_window_size=size, sliding_window_indices=[1 if i % every == 0 else 0 for i in range(layers)])
    if "sliding_window_layer_placing" in fields: return dict(sliding_window_size=size, sliding_window_layer_placing="interleaved" if every == 2 else "all")
    return {}


def build(torch, m, t):
    """The model as finetune/lora.py or finetune/full.py sets it up: Fabric's module, and the module itself."""
    part = import_litgpt()
    pointwise(torch)
    import lightning as L
    from lightning.fabric.plugins import BitsandbytesPrecision
    method = t.get("method", "full")
    GPT, Config = (part("model").GPT, part("config").Config) if method == "full" else (part("lora").GPT, part("lora").Config)
    lora = {}
    if method != "full":
        l = t.get("lora", {})
        targets = l.get("targets", "all-linear")
        targets = {"all-linear": ["q", "k", "v", "o", "mlp"], "attention": ["q", "k", "v", "o"]}.get(targets if isinstance(targets, str) else None) or targets
        words = ("r", "alpha", "dropout", "to_") if "to_query" in Config.__dataclass_fields__ else ("lora_r", "lora_alpha", "lora_dropout", "lora_")
        lora = dict(zip(words, (l.get("rank", 16), 16, l.get("dropout", 0.0))), **{words[3] + name: key in targets for key, name in
                    (("q", "query"), ("k", "key"), ("v", "value"), ("o", "projection"), ("mlp", "mlp"), ("head", "head"))})
    precision, plugins = "bf16-true", None
    if method == "qlora": precision, plugins = None, BitsandbytesPrecision({"nf4": "nf4", "nf4-double": "nf4-dq"}[t.get("quantization", {}).get("format", "nf4-double")], torch.bfloat16)
    elif t.get("precision") == "fp32": precision = "32-true"
    fabric = L.Fabric(devices=1, accelerator="cuda", precision=precision, plugins=plugins)
    config = configuration(Config, m, lora)
    with fabric.init_module(empty_init=False): model = GPT(config)
    if method != "full": part("lora").mark_only_lora_as_trainable(model)
    wrapped = fabric.setup_module(model)
    wrapped.max_seq_length = t["sequence_length"]
    return wrapped, model, part("utils").chunked_cross_entropy


def wrap(torch, model, chunked_cross_entropy, t):
    """What fit() does with a batch; its local, the logits, lives until the next batch's are there."""
    held = {"labels": torch.zeros(t["micro_batch"], t["sequence_length"], dtype=torch.long, device="cuda")}
    adapted, accumulated = t.get("method", "full") != "full", t.get("gradient_accumulation", 1)
    def step(ids):
        labels = held["labels"]
        if adapted:
            held["logits"] = model(ids, lm_head_chunk_size=128)
            held["logits"][-1] = held["logits"][-1][..., :-1, :]
            loss = chunked_cross_entropy(held["logits"], labels[..., 1:])
        else:
            held["logits"] = model(ids)
            loss = chunked_cross_entropy(held["logits"][..., :-1, :], labels[..., 1:])
        held["loss"] = loss
        return loss / accumulated, None
    return step
