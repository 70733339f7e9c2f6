#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a Plimsoll scenario in real PyTorch on a null GPU and prints what the caching allocator counted.

    oracle.py SCENARIO.json...               one JSON object a line on standard output
    oracle.py --ops LOG.tsv SCENARIO.json    also one line an operation: phase, op, inputs -> outputs, live bytes after, highest within
    oracle.py --trace LOG.tsv SCENARIO.json  also every event of the caching allocator from the start, in order:
                                             a ID BYTES STREAM | f ID | S BYTES STREAM small|large | s BYTES (segment from, to the driver)

Needs torch, transformers, peft, bitsandbytes in the interpreter that runs it, and nullgpu/build.sh run once.
No GPU is touched: kernels do nothing, memory is counted. Figures are of the third step unless named first_*.
"""
import contextlib, gc, json, math, os, sys, time, traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import spread


def under_null_gpu(capacity=None):
    if os.environ.get("NULLGPU") == "1":
        return
    env = dict(os.environ, NULLGPU="1", LD_PRELOAD=HERE + "/nullgpu/libnullgpu.so", HF_HUB_OFFLINE="1",
               LD_LIBRARY_PATH=HERE + "/nullgpu:" + os.environ.get("LD_LIBRARY_PATH", ""), TOKENIZERS_PARALLELISM="false",
               NULLGPU_BYTES=os.environ.get("NULLGPU_BYTES", str(1 << 42)))
    os.execve(sys.executable, [sys.executable] + sys.argv, env)


def build_plain(torch, m, t):
    """A pre-norm GPT written in plain torch.nn, as in the worked example."""
    nn, F = torch.nn, torch.nn.functional
    h, a, k, f, V = m["hidden"], m["heads"], m.get("kv_heads", m["heads"]), m["ffn"], m["vocab"]
    d = m.get("head_dim") or h // a
    bias, p, gated = m.get("bias", True), m.get("dropout", 0.0), m.get("gated_mlp", False)
    norm = (lambda: nn.RMSNorm(h)) if m.get("norm") == "rms" else (lambda: nn.LayerNorm(h))
    drop = lambda: nn.Dropout(p) if p else nn.Identity()
    act = {"gelu": F.gelu, "relu": F.relu, "silu": F.silu}[m.get("activation", "gelu")]
    eager = t.get("attention") == "eager"

    class Block(nn.Module):
        def __init__(s):
            super().__init__()
            s.n1, s.n2 = norm(), norm()
            if m.get("fused_qkv", True):
                s.qkv = nn.Linear(h, (a + 2 * k) * d, bias=bias)
            else:
                s.q, s.k, s.v = (nn.Linear(h, n * d, bias=bias) for n in (a, k, k))
            s.o = nn.Linear(a * d, h, bias=bias)
            s.up = nn.Linear(h, f, bias=bias)
            if gated:
                s.gate = nn.Linear(h, f, bias=bias)
            s.down = nn.Linear(f, h, bias=bias)
            s.d1, s.d2, s.d3 = drop(), drop() if m.get("mlp_dropout", False) else nn.Identity(), drop()

        def attend(s, x):
            B, S, _ = x.shape
            if m.get("fused_qkv", True):
                q, kk, v = s.qkv(x).split([a * d, k * d, k * d], -1)
            else:
                q, kk, v = s.q(x), s.k(x), s.v(x)
            q, kk, v = (y.view(B, S, -1, d).transpose(1, 2) for y in (q, kk, v))
            if eager:
                if k != a:
                    kk, v = kk.repeat_interleave(a // k, 1), v.repeat_interleave(a // k, 1)
                w = (q @ kk.transpose(-1, -2)) * d ** -0.5
                w = w.softmax(-1)
                w = F.dropout(w, p, s.training) if p else w
                y = w @ v
            else:
                y = F.scaled_dot_product_attention(q, kk, v, is_causal=True, enable_gqa=k != a)
            return s.o(y.transpose(1, 2).reshape(B, S, a * d))

        def mlp(s, x):
            x = act(s.gate(x)) * s.up(x) if gated else act(s.up(x))
            x = s.d2(x)
            return s.down(x)

        def forward(s, x):
            x = x + s.d1(s.attend(s.n1(x)))
            return x + s.d3(s.mlp(s.n2(x)))

    class Net(nn.Module):
        def __init__(s):
            super().__init__()
            s.tok = nn.Embedding(V, h)
            if m.get("positional") == "learned":
                s.pos = nn.Embedding(m.get("max_position", 2048), h)
            s.drop = drop()
            s.blocks = nn.ModuleList(Block() for _ in range(m["layers"]))
            s.norm = norm()
            s.head = nn.Linear(h, V, bias=m.get("head_bias", False))
            if m.get("tied_embeddings"):
                s.head.weight = s.tok.weight

        def hidden(s, ids, head=lambda x: x):
            x = s.tok(ids)
            if m.get("positional") == "learned":
                x = x + s.pos(torch.arange(ids.shape[1], device=ids.device))
            if m.get("embedding_dropout"): x = s.drop(x)
            ck = t.get("checkpointing", "none")
            every = {"full": 1, "selective": 1, "offloaded": 1, "every-nth": t.get("checkpoint_every", 1)}.get(ck, 0)
            kw = {"context_fn": spread.selective(torch)} if ck == "selective" else {}
            size = math.ceil(math.sqrt(len(s.blocks))) if ck == "sqrt" else 1
            def through(x, i):
                for b in s.blocks[i:i + size]: x = b(x)
                return x
            for i in range(0, len(s.blocks), size):
                if size > 1: x = torch.utils.checkpoint.checkpoint(through, x, i, use_reentrant=t.get("reentrant", False))
                elif every and i % every == 0 or ck == "sqrt":
                    with spread.on_host(torch, ck): x = torch.utils.checkpoint.checkpoint(s.blocks[i], x, use_reentrant=t.get("reentrant", False), **kw)
                else: x = s.blocks[i](x)
            return head(s.norm(x))

        def forward(s, ids): return s.hidden(ids, s.head)

    return Net()


def build_hf(torch, m, t, dtype):
    import transformers
    from transformers import masking_utils
    packed, sequences = masking_utils.find_packed_sequence_indices, t.get("packed_sequences", 1)
    # it reads positions back from the card; here they read as zeros, so give the answer that real ones give
    masking_utils.find_packed_sequence_indices = lambda positions: packed(positions) if sequences > 1 else (packed(positions), None)[1]
    cfg = dict(m["config"])
    cfg = transformers.AutoConfig.for_model(cfg.pop("model_type"), **cfg)
    attn = {"eager": "eager", "sdpa": "sdpa", "flash": "narrow_sdpa"}[t.get("attention", "sdpa")]
    def flash_like(module, q, k, v, mask, scaling=None, **kw):  # as the flash-attn integration: narrow if wide, no mask, kv heads not repeated
        if q.dtype == torch.float32: q, k, v = (x.to(torch.bfloat16) for x in (q, k, v))
        if sequences > 1 and q.shape[0] == 1: return spread.flattened_attention(torch, q, k, v, kw["position_ids"], sequences, scaling, getattr(module, "is_causal", True)), None
        y = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=getattr(module, "is_causal", True), scale=scaling, enable_gqa=q.shape[1] != k.shape[1])
        return y.transpose(1, 2), None
    transformers.AttentionInterface.register("narrow_sdpa", flash_like)
    masking_utils.ALL_MASK_ATTENTION_FUNCTIONS.register("narrow_sdpa", lambda *a, **k: None)
    cfg.use_cache = False
    return task_of(cfg.model_type)[0].from_config(cfg, dtype=dtype, attn_implementation=attn)


def task_of(model_type):
    """What a model of that type is trained for: masked words, pairs of texts or next words; and what peft calls it."""
    import transformers
    if model_type in ("bert", "roberta", "modernbert"): return transformers.AutoModelForMaskedLM, None
    if model_type == "t5": return transformers.AutoModelForSeq2SeqLM, "SEQ_2_SEQ_LM"
    return transformers.AutoModelForCausalLM, "CAUSAL_LM"


def make_optimizer(torch, t, params):
    name, kernel, lr = t.get("optimizer", "adamw"), t.get("optimizer_kernel", "foreach"), 1e-5
    kw = {"foreach": dict(foreach=True), "fused": dict(fused=True), "for-loop": dict(foreach=False)}[kernel]
    o = torch.optim
    if name == "adamw": return o.AdamW(params, lr=lr, **kw)
    if name == "adam-amsgrad": return o.Adam(params, lr=lr, amsgrad=True, **kw)
    if name == "sgd": return o.SGD(params, lr=lr, **kw)
    if name == "sgd-momentum": return o.SGD(params, lr=lr, momentum=0.9, **kw)
    if name == "adagrad": return o.Adagrad(params, lr=lr, **kw)
    kw.pop("fused", None)
    if name == "rmsprop": return o.RMSprop(params, lr=lr, **kw)
    if name == "adafactor": return o.Adafactor(params, lr=lr, **kw)
    if name == "adafactor-hf":
        from transformers.optimization import Adafactor
        return Adafactor(params, lr=lr, relative_step=False, scale_parameter=False)
    if name == "muon": return o.Muon([p for p in params if p.ndim == 2], lr=lr)
    if name == "lion":
        from lion_pytorch import Lion
        return Lion(params, lr=lr)
    if name in ("adamw-8bit", "paged-adamw", "paged-adamw-8bit", "lion-8bit", "sgd-momentum-8bit"):
        import bitsandbytes as bnb
        return {"adamw-8bit": bnb.optim.AdamW8bit, "paged-adamw": bnb.optim.PagedAdamW, "paged-adamw-8bit": bnb.optim.PagedAdamW8bit,
                "lion-8bit": bnb.optim.Lion8bit, "sgd-momentum-8bit": lambda ps, lr: bnb.optim.SGD8bit(ps, lr, momentum=0.9)}[name](params, lr=lr)
    if name in ("adamw-4bit", "adamw-8bit-ao", "adamw-fp8"):
        from torchao import optim as ao
        return {"adamw-4bit": ao.AdamW4bit, "adamw-8bit-ao": ao.AdamW8bit, "adamw-fp8": ao.AdamWFp8}[name](params, lr=lr)
    raise ValueError("optimizer " + name)


def op_log(torch, out):
    """A dispatch mode that writes, after each operation, the bytes then live and the highest while it ran."""
    from torch.utils._python_dispatch import TorchDispatchMode

    class Log(TorchDispatchMode):
        phase = ""
        def __torch_dispatch__(s, f, types, args=(), kw=None):
            torch.cuda.reset_peak_memory_stats()
            r = f(*args, **(kw or {}))
            m = torch.cuda.memory_stats()
            shape = lambda v: f"{str(v.dtype)[6:]}{list(v.shape)}" if isinstance(v, torch.Tensor) else ""
            outs = [shape(v) for v in (r if isinstance(r, (tuple, list)) else [r])]
            print(s.phase, str(f).replace("aten.", ""), " ".join(filter(None, map(shape, args))), "->", " ".join(filter(None, outs)),
                  m["requested_bytes.all.current"], m["requested_bytes.all.peak"], sep="\t", file=out)
            return r
    return Log()


def write_trace(torch, out):
    ids, streams, n = {}, {}, 0
    for e in torch.cuda.memory._snapshot()["device_traces"][0]:
        stream = streams.setdefault(e["stream"], len(streams))
        if e["action"] == "alloc":
            ids[e["addr"]] = n
            print("a", n, e["size"], stream, sep="\t", file=out)
            n += 1
        elif e["action"] == "free_completed" and e["addr"] in ids: print("f", ids.pop(e["addr"]), sep="\t", file=out)
        elif e["action"] == "segment_alloc": print("S", e["size"], stream, "small" if e["size"] <= 2 << 20 else "large", sep="\t", file=out)
        elif e["action"] == "segment_free": print("s", e["size"], sep="\t", file=out)


def run(sc, ops=None, trace=None):
    import torch
    import torch.utils.checkpoint
    torch.backends.cuda.enable_cudnn_sdp(False)
    m, t = sc["model"], dict(sc["training"])
    release = tuple(map(int, sc.get("software", {}).get("transformers", "5.24").split(".")))[:2]
    if release < (4, 49): t["loss_path"] = "hf-2024" if release < (4, 46) else "hf-2025"  # how older releases get to the loss
    if t.get("attention") == "flash":
        torch.backends.cuda.enable_mem_efficient_sdp(False); torch.backends.cuda.enable_math_sdp(False)
    G = torch.cuda
    if sc.get("memory", {}).get("allocator") == "expandable": G.memory._set_allocator_settings("expandable_segments:True")
    if trace: G.memory._record_memory_history(max_entries=10**7, stacks="python", context=None)
    precision = t.get("precision", "bf16-autocast")
    dtype = {"bf16": torch.bfloat16, "bf16-master": torch.bfloat16, "bf16-master-fp32-grad": torch.bfloat16, "fp16-master": torch.float16}.get(precision, torch.float32)
    amp = {"bf16-autocast": torch.bfloat16, "fp16-autocast": torch.float16, "fp8": torch.bfloat16}.get(precision)
    if t.get("autocast"): amp = torch.bfloat16  # autocast over weights that are bf16 already, as HF Trainer does with --bf16
    hf = "config" in m and t.get("stack") not in ("torchtune", "litgpt")
    tuned = None
    if t.get("stack") == "torchtune":
        import tune
    if t.get("stack") == "litgpt":
        import lit
    par = sc.get("parallelism", {})
    N, data = par.get("gpus", 1), par.get("data", "none")
    if N > 1 or data in ("fsdp", "fsdp1", "hsdp"):
        import torch.distributed as dist
        from torch.testing._internal.distributed.fake_pg import FakeStore
        dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=N)  # collectives return at once
    if hf and t.get("kernels") == "fused":
        os.environ["LIGER_FUSED_MOE_AUTOTUNE"] = "0"  # what it times kernels with stays in the allocator
        import liger_kernel.transformers as liger
        spread.even_routing(torch)
        getattr(liger, "apply_liger_kernel_to_" + m["config"]["model_type"])(**t.get("fused_ops", {}), cross_entropy=False,
            fused_linear_cross_entropy=t.get("loss") == "fused-linear")
    T, Pp, stage, vs, mb = (par.get(k, d) for k, d in (("tensor", 1), ("pipeline", 1), ("stage", 0), ("virtual_stages", 1), ("micro_batches", 1)))
    sp, D = par.get("sequence_parallel", False), N // (par.get("tensor", 1) * par.get("pipeline", 1))
    packed = t.get("method") == "qlora" and t.get("quantization", {}).get("format") == "gptq-int4"
    if packed:
        import gptq
        model, packed = gptq.load(torch, lambda: build_hf(torch, m, t, dtype))
    zero = data.startswith("zero")
    if zero:
        import zero as ds
    with (ds.loading(par, t, N) if zero else contextlib.nullcontext()), torch.device("cuda"):
        if packed or t.get("stack") == "litgpt": pass
        elif Pp > 1: model = spread.make_stages(torch, lambda j: build_hf(torch, j, t, dtype), m, t, Pp, stage, vs, par.get("schedule"))
        elif t.get("stack") == "torchtune":
            torch.set_default_dtype(dtype)
            model = tune.build(torch, m, t)
            torch.set_default_dtype(torch.float32)
            tuned = tune.wrap(torch, model, t)
        else: model = build_hf(torch, m, t, dtype) if hf else build_plain(torch, m, t).to(dtype)
    if precision == "fp8":  # accelerate's mixed_precision="fp8" with torchao: all linear layers but the first and the last
        from accelerate.utils.ao import convert_model_to_fp8_ao
        convert_model_to_fp8_ao(model)
    if t.get("stack") == "litgpt":
        whole, model, loss_of = lit.build(torch, m, t)
        tuned = lit.wrap(torch, whole, loss_of, t)
    model.train()
    parts = list(model) if Pp > 1 else [model]   # what holds blocks: the model, or each of this rank's stages
    head_loss = not t.get("stack") in ("torchtune", "litgpt") and t.get("loss") in ("chunked", "chunked-recompute", "cut") or (t.get("loss") == "fused-linear" and t.get("kernels") != "fused")
    own_loss = Pp == 1 and (head_loss or (hf and (T > 1 or t.get("loss_path"))))
    method = t.get("method", "full")
    if method == "qlora" and t.get("stack") != "litgpt":
        import bitsandbytes as bnb
        from transformers import BitsAndBytesConfig
        qd = t.get("quantization", {})
        def swap(mod, path=""):
            for n, c in mod.named_children():
                if isinstance(c, torch.nn.Linear) and n != "lm_head" and qd.get("format") == "int8":
                    q = bnb.nn.Linear8bitLt(c.in_features, c.out_features, bias=c.bias is not None, has_fp16_weights=False, threshold=6.0, device="meta")
                    q.weight = bnb.nn.Int8Params(c.weight.data.to("cpu"), requires_grad=False, has_fp16_weights=False)
                    if c.bias is not None: q.bias = c.bias
                    setattr(mod, n, q.to("cuda"))
                elif isinstance(c, torch.nn.Linear) and n != "lm_head":
                    q = bnb.nn.Linear4bit(c.in_features, c.out_features, bias=c.bias is not None, compute_dtype=torch.bfloat16,
                                          compress_statistics=qd.get("format", "nf4-double") == "nf4-double", quant_type="nf4", device="meta")
                    q.weight = bnb.nn.Params4bit(c.weight.data.to("cpu"), requires_grad=False, compress_statistics=q.weight.compress_statistics, quant_type="nf4", module=q)
                    if c.bias is not None: q.bias = c.bias
                    setattr(mod, n, q.to("cuda"))
                else: swap(c)
        if not packed:
            with torch.device("cpu"): swap(model)
        if qd.get("format") == "int8": model.is_loaded_in_8bit = True
        else: model.is_loaded_in_4bit = True
        from peft import prepare_model_for_kbit_training
        if qd.get("upcast_fp32", True) == "norms":
            for n_, p_ in model.named_parameters():
                p_.requires_grad = False
                if "norm" in n_: p_.data = p_.data.float()
        elif qd.get("upcast_fp32", True):
            model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)
        else:
            for p_ in model.parameters(): p_.requires_grad = False
    if method in ("lora", "qlora") and t.get("stack") != "litgpt":
        from peft import LoraConfig, get_peft_model
        l = t.get("lora", {})
        tg = {"all-linear": "all-linear", "attention": ["q_proj", "k_proj", "v_proj", "o_proj"]}.get(l.get("targets", "all-linear") if isinstance(l.get("targets", "all-linear"), str) else None) or [x + "_proj" for x in l["targets"]]
        if packed and tg == "all-linear": tg = sorted({n.rsplit(".", 1)[-1] for n, c in model.named_modules() if isinstance(c, packed)})
        kinds = LoraConfig(r=l.get("rank", 16), lora_alpha=32, lora_dropout=l.get("dropout", 0.0), target_modules=tg, task_type=task_of(m["config"]["model_type"])[1],
                           use_dora=l.get("dora", False), use_rslora=l.get("rslora", False))
        if packed:
            from peft.tuners.lora.gptq import GPTQLoraLinear
            kinds._register_custom_module({packed: GPTQLoraLinear})
        with torch.device("cuda"):
            model = get_peft_model(model, kinds,
                                   autocast_adapter_dtype=l.get("adapter_dtype", "fp32") == "fp32")
    if hf and t.get("checkpointing") in ("selective", "every-nth", "sqrt", "offloaded"):
        for part in (parts if method == "full" else [model.get_base_model()]): spread.checkpoint_blocks(torch, part.model, t)
    if own_loss: spread.causal_loss(torch, model.get_base_model() if method != "full" else model, t, t.get("kernels") == "compiled")
    if hf and Pp > 1 and t.get("checkpointing", "none") == "full":
        for part in parts:
            for b in part.layers:
                b.gradient_checkpointing = True
                b._gradient_checkpointing_func = lambda f, *a: torch.utils.checkpoint.checkpoint(f, *a, use_reentrant=False)
    elif hf and t.get("checkpointing", "none") == "full":
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": t.get("reentrant", False)})
        if method != "full": model.enable_input_require_grads()
    if t.get("kernels") == "compiled":
        for i, b in enumerate(model.model.layers if hf else model.blocks):
            if t.get("compile_unit", "block") == "block": b.compile()
        if t.get("compile_unit", "block") == "model": model.compile()
    wrapped = model
    whole = {"parameters": sum(p.numel() for p in model.parameters()), "trainable": sum(p.numel() for p in model.parameters() if p.requires_grad)} if data == "fsdp1" else {}  # later a rank sees its shards
    tp_mesh = dp_mesh = None
    if T > 1:
        from torch.distributed.device_mesh import init_device_mesh
        # rank 0 of a (pipeline, data, tensor) grid
        mesh3 = init_device_mesh("cuda", (Pp, D, T), mesh_dim_names=("pp", "dp", "tp"))
        tp_mesh, dp_mesh = mesh3["tp"], mesh3["dp"]
        for part in parts: spread.tensor_parallel(torch, part, tp_mesh, sp)
    elif Pp > 1 and N > 1:
        from torch.distributed.device_mesh import init_device_mesh
        dp_mesh = init_device_mesh("cuda", (Pp, D), mesh_dim_names=("pp", "dp"))["dp"]
    if data == "fsdp1":
        from torch.distributed.fsdp import FullyShardedDataParallel, MixedPrecision, ShardingStrategy
        base = model.get_base_model() if method != "full" else model
        kind = type(base.model.layers[0] if hf else base.blocks[0])
        low = torch.bfloat16
        mp = MixedPrecision(param_dtype=low, reduce_dtype=low, buffer_dtype=low) if par.get("mixed_precision", True) else None
        leaf = par.get("wrap_adapters", False)  # PEFT's policy: modules without children whose weight trains are units too
        def policy(module, recurse, nonwrapped_numel):
            if recurse: return True
            if isinstance(module, kind): return True
            return bool(leaf and not list(module.children()) and getattr(module, "weight", None) is not None and module.weight.requires_grad)
        wrapped = model = FullyShardedDataParallel(model, auto_wrap_policy=policy, mixed_precision=mp, device_id=0, use_orig_params=par.get("orig_params", True),
            sharding_strategy={"full": ShardingStrategy.FULL_SHARD, "none": ShardingStrategy.NO_SHARD}[par.get("shard", "full")], limit_all_gathers=True)
    elif data == "ddp":
        wrapped = torch.nn.parallel.DistributedDataParallel(model, device_ids=[0], gradient_as_bucket_view=par.get("bucket_view", False))
        def reduced(_, bucket):  # what the default hook does, less the traffic
            f = torch.futures.Future(); f.set_result(bucket.buffer().div_(N)); return f
        wrapped.register_comm_hook(None, reduced)
    elif data in ("fsdp", "hsdp"):
        from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
        from torch.distributed.device_mesh import init_device_mesh
        mp = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype={"fp32": torch.float32, "bf16": torch.bfloat16}[par.get("reduce_dtype", "fp32")]) if par.get("mixed_precision", True) else MixedPrecisionPolicy()
        mesh = dp_mesh if dp_mesh is not None else init_device_mesh("cuda", (N,)) if data == "fsdp" else init_device_mesh("cuda", (N // par["shard_group"], par["shard_group"]), mesh_dim_names=("replicate", "shard"))
        re = par.get("reshard_after_forward", True)
        base = model.get_base_model() if method != "full" else model
        more = {}
        if par.get("offload", {}).get("parameters") == "cpu":
            from torch.distributed.fsdp import CPUOffloadPolicy
            more["offload_policy"] = CPUOffloadPolicy(pin_memory=par.get("pin_memory", False))
        for part in ([base] if Pp == 1 else parts):
            for b in (part.model.layers if hf else part.blocks): fully_shard(b, mesh=mesh, mp_policy=mp, reshard_after_forward=re, **more)
            fully_shard(part if Pp > 1 else model, mesh=mesh, mp_policy=mp, reshard_after_forward=par.get("reshard_root", True), **more)
    params = [p for p in model.parameters() if p.requires_grad]
    behind = t.get("optimizer_in_backward", False)
    if behind:  # one optimizer a parameter; it steps and drops the gradient as soon as that is whole
        opts = {p_: make_optimizer(torch, t, [p_]) for p_ in params}
        def now(p_): opts[p_].step(); opts[p_].zero_grad(set_to_none=True)
        for p_ in params: p_.register_post_accumulate_grad_hook(now)
        class Idle:
            def __init__(s): s.state = {}
            def step(s):
                for o_ in opts.values(): s.state.update(o_.state)
            def zero_grad(s, set_to_none=True): pass
        opt = Idle()
    else: opt = make_optimizer(torch, t, params)
    master = None
    if zero:
        wrapped = master = ds.engine(par, t, N, model, opt)
    elif "master" in precision:
        import masters
        opt = master = masters.wrap(torch, precision, opt, model)
    if T > 1:
        from torch.distributed.tensor.parallel import loss_parallel
        around = loss_parallel
    else: around = contextlib.nullcontext
    scaler = torch.amp.GradScaler("cuda") if precision == "fp16-autocast" else None
    B, S, V = t["micro_batch"], t["sequence_length"], m["config"]["vocab_size"] if "config" in m else m["vocab"]
    F = torch.nn.functional
    gc.collect(); G.empty_cache()
    weights = G.memory_allocated()
    keep, ga = t.get("keep_logits", False), t.get("gradient_accumulation", 1)
    keep_grads = t.get("keep_gradients", False)

    def nbytes(v):
        if hasattr(v, "to_local"): v = v.to_local()
        return sum(nbytes(getattr(v, n)) for n in v.__tensor_flatten__()[0]) if hasattr(v, "__tensor_flatten__") else v.nbytes if v.is_cuda else 0

    def stats():
        s = G.memory_stats()
        return {"allocated": s["allocated_bytes.all.current"], "allocated_peak": s["allocated_bytes.all.peak"],
                "requested_peak": s["requested_bytes.all.peak"], "reserved": s["reserved_bytes.all.current"], "reserved_peak": s["reserved_bytes.all.peak"]}

    sequences = t.get("packed_sequences", 1)
    def loss_of(ids, positions=None):
        if tuned: return tuned(ids)
        with torch.autocast("cuda", dtype=amp, enabled=amp is not None):
            if own_loss:
                loss, logits = wrapped(input_ids=ids, position_ids=positions if positions is not None else None if t.get("loss_path") else torch.arange(S, device="cuda")[None]) if hf else wrapped(ids)
                return loss, logits if keep else None
            if hf:
                out = wrapped(input_ids=ids, labels=ids, **({} if positions is None else {"position_ids": positions}))
                return out.loss, out if keep else None
            logits = wrapped(ids)
            loss = F.cross_entropy(logits.flatten(0, 1), ids.flatten())
            return loss, logits if keep else None

    log = op_log(torch, ops) if ops else None
    def phase(name):
        if log: log.phase = name

    def pipeline_step():
        """One rank's part of a schedule. What comes from a neighbour is a fresh buffer; what goes to one is dropped once sent."""
        ph, live, hold, kind = {}, {}, {}, par.get("schedule", "1f1b")
        plan = spread.schedule(kind, Pp, stage, mb, vs)
        positions = torch.arange(S, device="cuda")[None]
        h, wire = m["config"]["hidden_size"], S // T if sp else S
        move = amp or (torch.bfloat16 if data == "fsdp" and par.get("mixed_precision", True) else dtype)
        ids = [torch.zeros(B, S, dtype=torch.long, device="cuda") for _ in range(mb)]
        most, half = 0, {}
        split_in_two = any(what == "W" for what, _, _ in plan)
        left = {c: mb for c in range(vs)}
        for what, c, k in plan:
            part = parts[c]
            G.reset_peak_memory_stats()
            if what == "F":
                phase("forward")
                x = ids[k] if part.first else torch.empty(B, wire, h, dtype=move, device="cuda").requires_grad_()
                with torch.autocast("cuda", dtype=amp, enabled=amp is not None): y = part(x, ids[k], positions)
                live[c, k] = (x, y); most = max(most, len(live) + len(half)); del x, y
            elif what == "I":  # torch.distributed.pipelining: backward_one_chunk(full_backward=False)
                phase("backward")
                from torch.distributed.pipelining import _backward as split
                x, y = live.pop((c, k))
                grads = None if part.last else [torch.empty_like(y)]
                groups = None if part.first else split.stage_backward_input([y], grads, [x], part.parameters())[1]
                half[c, k] = (x, groups, y, grads); most = max(most, len(live) + len(half)); del x, groups, y, grads
            elif what == "W":  # backward_weight_one_chunk: the first stage does all of it here
                phase("backward")
                x, groups, y, grads = half.pop((c, k))
                if part.first: torch.autograd.backward([y], grads)
                else: split.stage_backward_weight(part.parameters(), groups)
                del x, groups, y, grads
            else:
                phase("backward")
                x, y = live.pop((c, k))
                left[c] -= 1
                if data == "fsdp":
                    part.set_is_last_backward(left[c] == 0); part.set_requires_gradient_sync(left[c] == 0)
                if part.last: y.backward()
                else: torch.autograd.backward(y, torch.empty_like(y))
                del x, y
            if split_in_two: gc.collect()  # cycles hold the last weight's gradient until Python looks for them, which is by chance
            s = stats(); name = "forward" if what == "F" else "backward"
            requested = max(s["requested_peak"], ph.get(name, s)["requested_peak"])  # not always of the same task
            if name not in ph or s["allocated_peak"] > ph[name]["allocated_peak"]: ph[name] = s
            ph[name]["requested_peak"] = requested
        ph["in_flight"] = most
        return ph

    def one_step():
        with around(): return whole_step()

    def whole_step():
        ph = pipeline_step() if Pp > 1 else {}
        if Pp == 1:
            phase("forward")
            ids = torch.zeros(B, S, dtype=torch.long, device="cuda")
            positions = torch.zeros(B, S, dtype=torch.long, device="cuda") if sequences > 1 else None  # comes with the batch
        for i in range(ga if Pp == 1 else 0):
            G.reset_peak_memory_stats()
            start = G.memory_allocated()
            loss, kept = loss_of(ids, positions)
            phase("backward"); f = stats(); G.reset_peak_memory_stats()
            if master: master.backward(loss)
            else: (scaler.scale(loss) if scaler else loss).backward()
            b = stats()
            del loss, kept
            if zero and i + 1 < ga: master.step()  # counts micro-batches
            for name, s in (("forward", f), ("backward", b)):
                if name not in ph or s["allocated_peak"] > ph[name]["allocated_peak"]: ph[name] = s
        grads = sum(nbytes(p.grad) for p in params if p.grad is not None)
        G.reset_peak_memory_stats(); phase("optimizer_step")
        if zero: grads = ds.gradients(master)
        if scaler: scaler.step(opt); scaler.update()
        else: (master if zero else opt).step()
        ph["optimizer_step"] = stats()
        if not zero: opt.zero_grad(set_to_none=not keep_grads)
        ph["gradients"] = grads
        ph["resident"] = G.memory_allocated()
        return ph

    if data in ("fsdp", "hsdp", "fsdp1"): amp = None  # the policy casts, not autocast
    steps = [one_step() for _ in range(3)]
    if trace: write_trace(torch, trace)
    if log:
        with log: one_step()
    last, first = steps[-1], steps[0]
    names = ("forward", "backward", "optimizer_step")
    state = 0
    for s in opt.state.values():
        for v in s.values():
            if isinstance(v, torch.Tensor) and v.is_cuda:
                state += nbytes(v)
    peak_phase = max(names, key=lambda n: last[n]["allocated_peak"])
    return {**({"in_flight": last["in_flight"]} if Pp > 1 else {}), "parameters": sum((getattr(p, "ds_numel", p.numel()) if not hasattr(p, "quant_state") or p.quant_state is None else p.quant_state.shape.numel()) for p in model.parameters()),
            "trainable": sum(getattr(p, "ds_numel", p.numel()) for p in params),
            **whole, "weights_bytes": sum(nbytes(p) for p in model.parameters()), "gradients_bytes": last["gradients"], "optimizer_bytes": state,
            "loaded_bytes": weights, "resident_bytes": last["resident"],
            "phases": {n: {k: last[n][k] for k in ("allocated_peak", "requested_peak")} for n in names},
            "peak": {"phase": peak_phase, "allocated_bytes": last[peak_phase]["allocated_peak"], "requested_bytes": max(last[n]["requested_peak"] for n in names)},
            "first_step_peak_bytes": max(first[n]["allocated_peak"] for n in names),
            "reserved_peak_bytes": max(s[n]["reserved_peak"] for s in steps for n in names), "reserved_end_bytes": last["optimizer_step"]["reserved"]}


def in_child(sc, ops=None, trace=None):
    """run(sc) in a forked child, so that each run starts with an untouched card. `card` sets its size."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(r)
        card, t0 = sc.get("card", {}), time.time()
        if "usable_bytes" in card: os.environ["NULLGPU_BYTES"] = str(card["usable_bytes"])
        if "context_bytes" in card: os.environ["NULLGPU_CONTEXT"] = str(card["context_bytes"])
        try: out = {"scenario": sc, "observed": run(sc, ops and open(ops, "w"), trace and open(trace, "w"))}
        except BaseException as e: out = {"scenario": sc, "error": f"{type(e).__name__}: {e}"[:600], "where": traceback.format_exc()[-1500:]}
        out["seconds"] = round(time.time() - t0, 1)
        with os.fdopen(w, "w") as fd: fd.write(json.dumps(out))
        os._exit(0)
    os.close(w)
    with os.fdopen(r) as fd: text = fd.read()
    _, status = os.waitpid(pid, 0)
    return json.loads(text) if text else {"scenario": sc, "error": f"died with status {status}"}


def start():
    """Imports what is slow once, before any fork, with the card untouched: what the imports ask of it is answered here."""
    under_null_gpu()
    import torch, transformers
    torch.set_num_threads(1)
    import torch.utils._triton as triton
    answers = [(triton, "has_triton", True), (torch.cuda, "get_device_capability", (9, 0)), (torch.cuda, "is_available", True),
               (torch.cuda, "device_count", 1), (torch._C, "_cuda_getDeviceCount", 1)]
    asked = [(module, name, getattr(module, name)) for module, name, _ in answers]
    for module, name, answer in answers: setattr(module, name, lambda *a, answer=answer, **k: answer)
    import transformers.masking_utils, transformers.modeling_utils, transformers.models.auto.modeling_auto
    for module, name, real in asked: setattr(module, name, real)
    return {"torch": torch.__version__, "transformers": transformers.__version__}


def main():
    versions = start()
    args, ops, trace = sys.argv[1:], None, None
    if args[:1] == ["--ops"]: ops, args = args[1], args[2:]
    if args[:1] == ["--trace"]: trace, args = args[1], args[2:]
    for path in args:
        scenarios = json.load(sys.stdin if path == "-" else open(path))
        for sc in scenarios if isinstance(scenarios, list) else [scenarios]:
            print(json.dumps(dict(in_child(sc, ops, trace), software=versions)), flush=True)


if __name__ == "__main__":
    main()
