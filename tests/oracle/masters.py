# SPDX-License-Identifier: GPL-3.0-or-later
"""Narrow weights with fp32 ones in the optimizer, as DeepSpeed's engine picks and drives them on one GPU."""
import os, sys


def deepspeed():
    """DeepSpeed lives beside the environment's packages, where transformers and accelerate do not find it."""
    sys.path.append(os.path.join(sys.prefix, "deepspeed"))
    import torch.distributed as dist
    from torch.testing._internal.distributed.fake_pg import FakeStore
    if not dist.is_initialized(): dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=1)
    os.environ.setdefault("LOCAL_RANK", "0")
    import deepspeed, logging
    logging.getLogger("DeepSpeed").setLevel(logging.ERROR)  # it writes where the figures go
    deepspeed.init_distributed(dist_backend="fake", auto_mpi_discovery=False, verbose=False)
    return deepspeed


def wrap(torch, precision, optimizer, model):
    """The wrapper for a client's torch optimizer (DeepSpeedEngine._configure_optimizer): without ZeRO one fp32 copy a
    weight; with fp32 gradients ZeRO stage 1's, flat."""
    deepspeed()
    if precision == "bf16-master-fp32-grad":
        from deepspeed.runtime.bf16_optimizer import BF16_Optimizer
        from deepspeed.runtime.precision_config import DeepSpeedBF16Config
        import deepspeed.comm as comm
        class Flat(BF16_Optimizer):
            def backward(s, loss):   # DeepSpeedEngine.backward
                s.backward_prologue(); loss.backward(); s.backward_epilogue()
        return Flat(optimizer, {p: n for n, p in model.named_parameters()}, DeepSpeedBF16Config(enabled=True), dp_process_group=comm.get_world_group(), grad_acc_dtype=torch.float32)
    from deepspeed.runtime.fp16.unfused_optimizer import FP16_UnfusedOptimizer
    return FP16_UnfusedOptimizer(optimizer, low_precision_dtype=torch.float16 if precision == "fp16-master" else torch.bfloat16, dynamic_loss_scale=True, verbose=False)
