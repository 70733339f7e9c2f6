# SPDX-License-Identifier: GPL-3.0-or-later
"""DeepSpeed's engine around a model, as oracle.py's loop drives it: ZeRO's three stages, with and without offload."""
import contextlib
import masters

FIELDS = {"reduce_bucket_size": "reduce_bucket_size", "allgather_bucket_size": "allgather_bucket_size",
          "contiguous_gradients": "contiguous_gradients", "overlap_comm": "overlap_comm", "round_robin_gradients": "round_robin_gradients",
          "prefetch_bucket_size": "stage3_prefetch_bucket_size", "param_persistence_threshold": "stage3_param_persistence_threshold",
          "max_live_parameters": "stage3_max_live_parameters", "max_reuse_distance": "stage3_max_reuse_distance", "sub_group_size": "sub_group_size"}


def config(par, t, gpus):
    zero = {"stage": int(par["data"][-1])}
    for ours, theirs in FIELDS.items():
        if ours in par.get("zero", {}): zero[theirs] = par["zero"][ours]
    offload = par.get("offload", {})
    for ours, theirs in (("optimizer", "offload_optimizer"), ("parameters", "offload_param")):
        if offload.get(ours) == "cpu": zero[theirs] = {"device": "cpu", "pin_memory": par.get("zero", {}).get("pin_memory", False)}
    ga = t.get("gradient_accumulation", 1)
    out = {"train_micro_batch_size_per_gpu": t["micro_batch"], "gradient_accumulation_steps": ga, "train_batch_size": t["micro_batch"] * ga * gpus,
           "zero_optimization": zero, "zero_allow_untested_optimizer": True, "zero_force_ds_cpu_optimizer": False, "steps_per_print": 10**9}
    if "gradient_clipping" in par.get("zero", {}): out["gradient_clipping"] = par["zero"]["gradient_clipping"]
    precision = t.get("precision", "bf16-autocast")
    if precision.startswith("bf16-master"): out["bf16"] = {"enabled": True}
    if precision == "bf16-master-fp32-grad": out["data_types"] = {"grad_accum_dtype": "fp32"}
    if precision == "fp16-master": out["fp16"] = {"enabled": True}
    if precision in ("bf16-autocast", "fp16-autocast"):
        out["torch_autocast"] = {"enabled": True, "dtype": {"bf16-autocast": "bfloat16", "fp16-autocast": "float16"}[precision]}
    return out


def loading(par, t, gpus):
    """What transformers puts around loading with stage 3: each module's weights are spread as soon as they are made."""
    if par.get("data") != "zero3": return contextlib.nullcontext()
    deepspeed = masters.deepspeed()
    return deepspeed.zero.Init(config_dict_or_path=config(par, t, gpus))


def without_overflow():
    """No step is left out: what is read back from the card says nothing."""
    from deepspeed.runtime.zero import stage3, stage_1_and_2
    for module in (stage3, stage_1_and_2):
        asked = module.is_invalid_grad_norm
        module.is_invalid_grad_norm = lambda norm, asked=asked: (asked(norm), False)[1]
    for kind in (stage3.DeepSpeedZeroOptimizer_Stage3, stage_1_and_2.DeepSpeedZeroOptimizer):
        looked = kind.has_overflow
        kind.has_overflow = lambda s, *a, looked=looked, **k: (looked(s, *a, **k), False)[1]


def engine(par, t, gpus, model, optimizer):
    deepspeed = masters.deepspeed()
    without_overflow()
    made, *_ = deepspeed.initialize(model=model, optimizer=optimizer, config=config(par, t, gpus), dist_init_required=False)
    return made


def gradients(engine):
    """Bytes of the gradients that wait for the optimizer."""
    waiting = getattr(engine.optimizer, "averaged_gradients", {})
    return sum(g.nbytes for group in waiting.values() if group for g in group if g is not None and g.is_cuda)
