# SPDX-License-Identifier: GPL-3.0-or-later
"""What oracle.py adds for models that do not live whole on one card, and for losses and checkpointing it does not have."""
import contextlib, math, types


def causal_loss(torch, model, t, compiled):
    """A forward(ids, positions) -> (loss, logits) that owns the head and the loss; replaces the HF model's own."""
    F = torch.nn.functional
    kind, n = t.get("loss", "logits"), t.get("loss_chunks", 8)
    head = model.lm_head if hasattr(model, "lm_head") else model.head
    def chunk_ce(logits, labels): return F.cross_entropy(logits.float(), labels, reduction="sum")
    if compiled: chunk_ce = torch.compile(chunk_ce)

    def forward(self, input_ids, position_ids=None, **_):
        if hasattr(self, "base_model_prefix"): h = getattr(self, self.base_model_prefix)(input_ids=input_ids, position_ids=position_ids, use_cache=False)[0]
        else: h = self.hidden(input_ids)
        if kind == "chunked":        # the head runs on slices of the sequence; every slice's logits live until the loss is done
            logits = [head(c) for c in h.chunk(n, dim=1)]
            parts = [chunk_ce(l.flatten(0, 1), y.flatten()) for l, y in zip(logits, input_ids.chunk(n, dim=1))]
            return sum(parts) / input_ids.numel(), None
        if kind == "chunked-recompute":  # slices whose logits are made again in backward
            def piece(c, y): return chunk_ce(head(c).flatten(0, 1), y)
            parts = [torch.utils.checkpoint.checkpoint(piece, c, y.flatten(), use_reentrant=False) for c, y in zip(h.chunk(n, dim=1), input_ids.chunk(n, dim=1))]
            return sum(parts) / input_ids.numel(), None
        if kind == "cut":
            from cut_cross_entropy import linear_cross_entropy
            import cut_cross_entropy.cce as cce   # it counts ignored labels by reading the card; here there are none
            cce._build_flat_valids = lambda *a, **k: None
            return linear_cross_entropy(h, head.weight, input_ids), None
        if kind == "fused-linear":
            from liger_kernel.ops.fused_linear_cross_entropy import LigerFusedLinearCrossEntropyFunction as fl
            return fl.apply(h.flatten(0, 1), head.weight, input_ids.flatten())[0], None
        logits = head(h)
        if t.get("loss_path") == "hf-2024":  # transformers up to 4.45: logits widened, shifted, copied
            logits = logits.float()
            s = logits[..., :-1, :].contiguous()
            return F.cross_entropy(s.view(-1, s.shape[-1]), input_ids[..., 1:].contiguous().view(-1)), logits
        if t.get("loss_path") == "wide-kept":   # widened by the caller, who holds on to the wide ones through backward
            logits = logits.float()
            return F.cross_entropy(logits.flatten(0, 1), input_ids.flatten(), reduction="none").mean(), logits
        if t.get("loss_path") == "hf-2025":  # 4.46 to 4.48: the narrow logits stay in the output, the wide ones are shifted and copied
            wide = logits.float()
            s = wide[..., :-1, :].contiguous()
            return F.cross_entropy(s.view(-1, s.shape[-1]), input_ids[..., 1:].contiguous().view(-1)), logits
        if t.get("loss_path") == "hf-2024-narrow":  # gpt_bigcode and others of that time: shifted and copied, never widened
            s = logits[..., :-1, :].contiguous()
            return F.cross_entropy(s.view(-1, s.shape[-1]), input_ids[..., 1:].contiguous().view(-1)), logits
        if t.get("loss_path") == "bf16":     # no widening before the loss
            return F.cross_entropy(logits.flatten(0, 1), input_ids.flatten()), logits
        return F.cross_entropy(logits.flatten(0, 1).float(), input_ids.flatten()), logits  # torchtitan's
    model.forward = types.MethodType(forward, model)


def selective(torch):
    """Saves what torchtitan's per-operator policy saves: attention, reduce-scatter, every first of two matmuls."""
    from torch.utils.checkpoint import CheckpointPolicy as P, create_selective_checkpoint_contexts
    a = torch.ops.aten
    always = {a._scaled_dot_product_efficient_attention.default, a._scaled_dot_product_flash_attention.default,
              a._scaled_dot_product_cudnn_attention.default, torch.ops._c10d_functional.reduce_scatter_tensor.default, a.max.default}
    def contexts():
        seen = {False: 0, True: 0}
        def policy(ctx, op, *args, **kw):
            if op == a.mm.default:
                seen[ctx.is_recompute] += 1
                return P.MUST_SAVE if seen[ctx.is_recompute] % 2 else P.PREFER_RECOMPUTE
            return P.MUST_SAVE if op in always else P.PREFER_RECOMPUTE
        return create_selective_checkpoint_contexts(policy)
    return contexts


def on_host(torch, checkpointing):
    """What torch.distributed's offload_wrapper puts around a checkpointed block: its input waits in host memory."""
    return torch.autograd.graph.save_on_cpu() if checkpointing == "offloaded" else contextlib.nullcontext()


def checkpoint_blocks(torch, holder, t):
    """selective, every-nth, sqrt and offloaded over holder.layers of a HF model."""
    ck = t.get("checkpointing", "none")
    if ck not in ("selective", "every-nth", "sqrt", "offloaded"): return
    from torch.utils.checkpoint import checkpoint
    layers = holder.layers
    if ck == "sqrt":
        size = math.ceil(math.sqrt(len(layers)))
        class Segment(torch.nn.Module):
            def __init__(s, part):
                super().__init__(); s.part = torch.nn.ModuleList(part)
                s.attention_type = getattr(part[0], "attention_type", "full_attention")
            def through(s, x, **kw):
                for b in s.part: x = b(x, **kw)
                return x
            def forward(s, x, **kw): return checkpoint(s.through, x, use_reentrant=False, **kw)
        holder.layers = torch.nn.ModuleList(Segment(layers[i:i + size]) for i in range(0, len(layers), size))
        return
    every = t.get("checkpoint_every", 1) if ck == "every-nth" else 1
    for i, b in enumerate(layers):
        if i % every: continue
        kw = {"context_fn": selective(torch)} if ck == "selective" else {}
        def wrapped(self, *a, _f=b.forward, _kw=kw, **k):
            with on_host(torch, ck): return checkpoint(_f, *a, use_reentrant=False, preserve_rng_state=False, **_kw, **k)
        b.forward = types.MethodType(wrapped, b)


def even_routing(torch):
    """Liger's experts read back how many tiles of rows there are: as if tokens went to all experts alike."""
    import liger_kernel.ops.fused_moe as moe
    real = moe.compute_routing_metadata
    def alike(indices, E, *more):
        each = -(-indices.numel() // E)
        tiles, item = E * -(-each // 64), torch.Tensor.item
        torch.Tensor.item = lambda x: tiles
        try: return real(indices, E, *more)
        finally: torch.Tensor.item = item
    moe.compute_routing_metadata = alike


def flattened_attention(torch, q, k, v, positions, sequences, scaling, causal):
    """transformers' _flash_attention_forward for sequences that share one row, with PyTorch's own kernel of that kind."""
    from transformers import modeling_flash_attention_utils as flash
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    flash._is_packed_sequence(positions, 1)  # its answer is read back as zero
    real = torch.Tensor.nonzero
    torch.Tensor.nonzero = lambda x: (real(x), x.new_empty(sequences, 1, dtype=torch.long))[1]  # so is how many there are
    try: q, k, v, (starts, _), _ = flash._prepare_from_posids(q, k, v, positions)
    finally: torch.Tensor.nonzero = real
    longest = -(-positions.numel() // sequences)
    y = torch.ops.aten._flash_attention_forward(q, k, v, starts, starts, longest, longest, 0.0, causal, False, scale=scaling)[0]
    return y.view(1, -1, *y.shape[-2:])


def tensor_parallel(torch, model, mesh, sequence):
    """torchtitan's plan for a llama block, spelled for HF module names."""
    from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_module, distribute_tensor
    from torch.distributed.tensor.parallel import ColwiseParallel, ParallelStyle, PrepareModuleInput, RowwiseParallel, SequenceParallel, parallelize_module
    here = Shard(1) if sequence else Replicate()

    class Same(ParallelStyle):  # a norm whose input, output and weight every rank holds whole
        def _apply(s, module, device_mesh):
            def split(name, mod, dm):
                for n, p in list(mod.named_parameters(recurse=False)):
                    mod.register_parameter(n, torch.nn.Parameter(distribute_tensor(p, dm, [Replicate()])))
            def enter(mod, args, dm): return tuple(x if isinstance(x, DTensor) else DTensor.from_local(x, dm, [Replicate()]) for x in args)
            def leave(mod, out, dm): return out
            return distribute_module(module, device_mesh, split, enter, leave)

    norm = SequenceParallel() if sequence else Same()
    one = {"input_layernorm": norm, "post_attention_layernorm": norm,
           "self_attn": PrepareModuleInput(input_kwarg_layouts={"hidden_states": here}, desired_input_kwarg_layouts={"hidden_states": Replicate()}),
           "self_attn.q_proj": ColwiseParallel(), "self_attn.k_proj": ColwiseParallel(), "self_attn.v_proj": ColwiseParallel(),
           "self_attn.o_proj": RowwiseParallel(output_layouts=here),
           "mlp": PrepareModuleInput(input_layouts=(here,), desired_input_layouts=(Replicate(),)),
           "mlp.gate_proj": ColwiseParallel(), "mlp.up_proj": ColwiseParallel(), "mlp.down_proj": RowwiseParallel(output_layouts=here)}
    inner = getattr(model, "model", model)
    for b in inner.layers:
        plan = dict(one)
        if hasattr(b.self_attn, "q_norm"):
            plan["self_attn.q_norm"] = plan["self_attn.k_norm"] = SequenceParallel(sequence_dim=2, use_local_output=True)
        parallelize_module(b, mesh, plan)
    if getattr(inner, "embed_tokens", None) is not None:
        parallelize_module(inner, mesh, {"embed_tokens": RowwiseParallel(input_layouts=Replicate(), output_layouts=here)})
    if getattr(inner, "norm", None) is not None: parallelize_module(inner, mesh, {"norm": norm})
    if getattr(model, "lm_head", None) is not None:
        parallelize_module(model, mesh, {"lm_head": ColwiseParallel(input_layouts=here, output_layouts=Shard(-1), use_local_output=False)})
        if model.config.tie_word_embeddings and getattr(inner, "embed_tokens", None) is not None: model.lm_head.weight = inner.embed_tokens.weight
    # heads are counted from the projection's width, so attention needs nothing else


def stage_split(L, p, v=1):
    """blocks of each of p*v stages: even, the first ones take what is left over"""
    n = p * v
    return [L // n + (i < L % n) for i in range(n)]


def places(kind, p, i, v):
    """which of the pipeline's p*v stages rank i has, by chunk"""
    return [i, 2 * p - 1 - i] if kind == "zbv" else [c * p + i for c in range(v)]


def make_stages(torch, build, model_json, t, p, i, v, kind):
    """This rank's stages of a HF model: each holds some blocks, the first also the embedding, the last also norm and head."""
    L = model_json["config"]["num_hidden_layers"]
    counts = stage_split(L, p, v)

    class Stage(torch.nn.Module):
        def __init__(s, k):
            super().__init__()
            m = build(dict(model_json, config=dict(model_json["config"], num_hidden_layers=counts[k])))
            s.config, s.first, s.last = m.config, k == 0, k == p * v - 1
            s.layers, s.rotary = m.model.layers, m.model.rotary_emb
            s.embed_tokens = m.model.embed_tokens if s.first else None
            s.norm = m.model.norm if s.last else None
            s.lm_head = m.lm_head if s.last else None
            if s.last and s.config.tie_word_embeddings and not s.first:
                s.lm_head.weight = torch.nn.Parameter(s.lm_head.weight.detach())  # the last stage owns its copy
        @property
        def model(s): return s
        def forward(s, x, labels=None, positions=None):
            F = torch.nn.functional
            if s.first: x = s.embed_tokens(x)
            pos = s.rotary(x, positions)
            for b in s.layers: x = b(x, attention_mask=None, position_ids=positions, position_embeddings=pos)
            if not s.last: return x.to_local() if hasattr(x, "to_local") else x
            logits = s.lm_head(s.norm(x))
            return F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten())
    return torch.nn.ModuleList(Stage(k) for k in places(kind, p, i, v))


def schedule(kind, p, i, m, v):
    """The order in which rank i runs ('F'|'B'|'I'|'W', chunk, micro-batch); I and W: inputs' and weights' parts of a backward."""
    total = m * v
    if kind in ("zero-bubble", "zbv"):
        from torch.distributed.pipelining import schedules as s
        rounds = max(1, m // p)
        it = types.SimpleNamespace(pp_group_size=p, n_local_stages=v, _n_microbatches=m, num_stages=p * v,
                                   number_of_rounds=rounds, microbatches_per_round=m // rounds)
        made = {"zero-bubble": s.ScheduleInterleavedZeroBubble, "zbv": s.ScheduleZBVZeroBubble}[kind]
        at = places(kind, p, i, v)
        return [(str(a.computation_type.value), at.index(a.stage_index), a.microbatch_index)
                for a in made._calculate_single_rank_operations(it, i) if a is not None]
    def f(k): return ("F", (k // p) % v, (k // (p * v)) * p + k % p) if v > 1 else ("F", 0, k)
    def b(k): return ("B", v - 1 - (k // p) % v, (k // (p * v)) * p + k % p) if v > 1 else ("B", 0, k)
    if kind == "gpipe": return [f(k) for k in range(total)] + [b(k) for k in range(total)]
    warm = min(total, (p - 1 - i) * 2 + (v - 1) * p if v > 1 else p - 1 - i)
    out, nf, nb = [f(k) for k in range(warm)], warm, 0
    while nb < total:
        if nf < total: out.append(f(nf)); nf += 1
        out.append(b(nb)); nb += 1
    return out
