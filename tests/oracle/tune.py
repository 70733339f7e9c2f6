# SPDX-License-Identifier: GPL-3.0-or-later
"""torchtune's decoders and the loop of its full_finetune_single_device recipe, without the packages it loads data with."""
import inspect, os, sys, types


def import_torchtune():
    sys.path.append(os.environ.get("TORCHTUNE", os.path.join(sys.prefix, "torchtune")))
    for name in ("torchao.dtypes.nf4tensor", "datasets", "datasets.distributed", "omegaconf", "sentencepiece", "tiktoken", "tiktoken.load"):
        class Stand(types.ModuleType):
            def __getattr__(s, k):
                if k.startswith("__"): raise AttributeError(k)
                return type(k, (), {"__init__": lambda s, *a, **more: None, "__call__": lambda s, f: f})
        sys.modules.setdefault(name, Stand(name))
    import torchtune
    return torchtune


def build(torch, m, t):
    """A config of transformers' as torchtune's builder of that family takes it."""
    import_torchtune()
    c = dict(m["config"])
    from torchtune.models import llama3, llama3_2, mistral, qwen2
    common = dict(vocab_size=c["vocab_size"], num_layers=c["num_hidden_layers"], num_heads=c["num_attention_heads"], num_kv_heads=c.get("num_key_value_heads", c["num_attention_heads"]),
                  embed_dim=c["hidden_size"], max_seq_len=c.get("max_position_embeddings", 4096))
    tied, ffn = c.get("tie_word_embeddings", False), dict(intermediate_dim=c["intermediate_size"])
    if c["model_type"] == "mistral":
        from torchtune.models.mistral._component_builders import mistral as make
        return make(**common, **ffn)
    if c["model_type"] == "qwen2":
        from torchtune.models.qwen2._component_builders import qwen2 as make
        return make(**common, **ffn, tie_word_embeddings=tied)
    from torchtune.models.llama3_2._component_builders import llama3_2 as make
    if "tie_word_embeddings" in inspect.signature(make).parameters: return make(**common, **ffn, tie_word_embeddings=tied)
    if not tied: from torchtune.models.llama3_1._component_builders import llama3_1 as make  # up to 0.4
    return make(**common, **ffn)


def wrap(torch, model, t):
    """What the recipe's _loss_step does with a batch: ids to loss, logits or a list of their chunks."""
    from torchtune.modules.loss import CEWithChunkedOutputLoss
    if t.get("loss") == "chunked":
        loss_of = CEWithChunkedOutputLoss(t.get("loss_chunks", 8))
        model.set_num_output_chunks(t.get("loss_chunks", 8))
    else: loss_of = torch.nn.CrossEntropyLoss()
    if t.get("checkpointing") == "full":
        # training.set_activation_checkpointing(model, auto_wrap_policy={TransformerSelfAttentionLayer})
        from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import apply_activation_checkpointing
        from torch.distributed.fsdp.wrap import ModuleWrapPolicy
        from torchtune.modules import TransformerSelfAttentionLayer
        apply_activation_checkpointing(model, auto_wrap_policy=ModuleWrapPolicy({TransformerSelfAttentionLayer}))
    ignored = torch.full((t["micro_batch"], 1), -100, device="cuda")
    def step(ids):
        logits = model(ids)
        labels = torch.hstack((ids[..., 1:], ignored[:ids.shape[0]]))
        if not isinstance(logits, list):
            labels = labels.reshape(-1)
            logits = logits.reshape(-1, logits.size(-1))
        loss = loss_of(logits, labels)
        return loss, logits if t.get("keep_logits") else None
    return step
