// SPDX-License-Identifier: GPL-3.0-or-later
#include "interchange/checkpointconfig.h"

#include "base/format.h"
#include "interchange/modelpresets.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace plimsoll {

namespace json = boost::json;

namespace {

using Shape = std::vector<std::int64_t>;

// The tensors by the ends of their names.
class Tensors
{
public:
    explicit Tensors(const StoredTensors& all)
        : m_all(all)
    {
    }

    const Shape* find(std::string_view end) const
    {
        for (const StoredTensor& tensor : m_all)
            if (tensor.name.ends_with(end) && isWhole(tensor.name, end))
                return &tensor.shape;
        return nullptr;
    }
    bool has(std::string_view end) const { return find(end) != nullptr; }
    // A size of the first of these tensors that is there; 0 where none is.
    std::int64_t size(std::initializer_list<std::string_view> ends, std::size_t dimension) const
    {
        for (std::string_view end : ends)
            if (const Shape* shape = find(end); shape && dimension < shape->size())
                return (*shape)[dimension];
        return 0;
    }
    std::int64_t count(std::string_view end) const
    {
        return std::ranges::count_if(m_all, [end](const StoredTensor& each) { return each.name.ends_with(end); });
    }
    // One more than the highest number that follows a list's name: "layers.31." gives 32.
    std::int64_t listed(std::string_view list) const
    {
        std::int64_t most = 0;
        for (const StoredTensor& tensor : m_all)
            if (const std::size_t at = tensor.name.find(list); at != std::string::npos) {
                std::int64_t number = -1;
                const char* start = tensor.name.data() + at + list.size();
                std::from_chars(start, tensor.name.data() + tensor.name.size(), number);
                most = std::max(most, number + 1);
            }
        return most;
    }

private:
    // "q_proj.weight" is no "kq_proj.weight".
    static bool isWhole(std::string_view name, std::string_view end)
    {
        return name.size() == end.size() || name[name.size() - end.size() - 1] == '.';
    }

    const StoredTensors& m_all;
};

struct Sign
{
    std::string_view modelType;
    std::string_view has;
    std::string_view alsoHas;
    std::string_view hasNot;
};

// The first that fits; names as transformers 5.24 saves them.
constexpr std::array<Sign, 29> signs{{
    {"deepseek_v3", "kv_a_proj_with_mqa.weight", "e_score_correction_bias", {}},
    {"deepseek_v2", "kv_a_proj_with_mqa.weight", {}, {}},
    {"gpt_oss", "self_attn.sinks", {}, {}},
    {"qwen2_moe", "mlp.shared_expert.gate_proj.weight", {}, {}},
    {"mixtral", "block_sparse_moe.gate.weight", {}, {}},
    {"qwen3_moe", "mlp.experts.0.gate_proj.weight", "self_attn.q_norm.weight", {}},
    {"t5", "SelfAttention.q.weight", {}, {}},
    {"modernbert", "attn.Wqkv.weight", {}, {}},
    {"roberta", "attention.self.query.weight", "lm_head.dense.weight", {}},
    {"bert", "attention.self.query.weight", {}, {}},
    {"gpt_neox", "embed_in.weight", {}, {}},
    {"bloom", "word_embeddings_layernorm.weight", {}, {}},
    {"opt", "decoder.embed_positions.weight", {}, {}},
    {"gpt2", "attn.c_attn.weight", {}, {}},
    {"phi3", "self_attn.qkv_proj.weight", {}, {}},
    {"glm4", "post_self_attn_layernorm.weight", {}, {}},
    {"starcoder2", "mlp.c_fc.weight", "self_attn.q_proj.weight", {}},
    {"phi", "self_attn.dense.weight", {}, {}},
    {"gemma3_text", "pre_feedforward_layernorm.weight", "self_attn.q_norm.weight", {}},
    {"gemma2", "pre_feedforward_layernorm.weight", {}, {}},
    {"olmo2", "post_feedforward_layernorm.weight", {}, {}},
    {"qwen3", "self_attn.q_norm.weight", "mlp.gate_proj.weight", {}},
    {"stablelm", "input_layernorm.bias", "mlp.gate_proj.weight", {}},
    {"nemotron", "input_layernorm.bias", "mlp.up_proj.weight", {}},
    {"olmo", "mlp.gate_proj.weight", {}, "input_layernorm.weight"},
    {"cohere", "mlp.gate_proj.weight", {}, "post_attention_layernorm.weight"},
    {"llama", "self_attn.o_proj.bias", "mlp.gate_proj.weight", {}},
    {"qwen2", "self_attn.q_proj.bias", "mlp.gate_proj.weight", {}},
    {"llama", "mlp.gate_proj.weight", "self_attn.q_proj.weight", {}},
}};

std::string_view modelTypeOf(const Tensors& t)
{
    for (const Sign& sign : signs)
        if (t.has(sign.has) && (sign.alsoHas.empty() || t.has(sign.alsoHas))
            && (sign.hasNot.empty() || !t.has(sign.hasNot))) {
            // The same name, turned and narrower: one head of keys and values.
            const bool bigCode
                = sign.modelType == "gpt2" && t.size({"attn.c_attn.weight"}, 0) != t.size({"wte.weight"}, 1);
            return bigCode ? std::string_view("gpt_bigcode") : sign.modelType;
        }
    return {};
}

class ConfigReader
{
public:
    explicit ConfigReader(const StoredTensors& tensors)
        : m_tensors(tensors)
    {
    }

    Result<CheckpointConfig> read(const std::string& file)
    {
        m_type = modelTypeOf(m_tensors);
        if (m_type.empty()) {
            Error error;
            error.file = file;
            error.expected = "tensors named as a family's that is known, as model.layers.0.self_attn.q_proj.weight";
            error.found = "others";
            return error;
        }
        put("model_type", json::string(m_type));
        readSizes();
        readChoices();
        readHeads();
        readExperts();
        return std::move(m_result);
    }

private:
    void put(std::string_view key, json::value value) { m_result.config[key] = std::move(value); }
    void putIf(std::string_view key, std::int64_t value)
    {
        if (value > 0)
            put(key, value);
    }
    void take(std::string_view key, std::int64_t value)
    {
        put(key, value);
        m_result.taken.push_back(std::string(key) + ": " + formatCount(value));
    }

    void readSizes()
    {
        const std::initializer_list<std::string_view> embeddings{
            "embed_tokens.weight",   "wte.weight",
            "embed_in.weight",       "shared.weight",
            "tok_embeddings.weight", "embeddings.word_embeddings.weight",
            "word_embeddings.weight"};
        m_vocab = m_tensors.size(embeddings, 0);
        m_hidden = m_tensors.size(embeddings, 1);
        m_layers = m_type == "t5" ? m_tensors.listed("encoder.block.") : 0;
        for (std::string_view list : {"layers.", ".h.", "encoder.layer."})
            if (m_layers == 0)
                m_layers = m_tensors.listed(list);
        const std::int64_t fused = m_tensors.size({"mlp.gate_up_proj.weight", "mlp.Wi.weight"}, 0);
        m_ffn = fused / 2;
        if (fused == 0)
            m_ffn = m_tensors.size({"mlp.gate_proj.weight", "mlp.up_proj.weight", "fc1.weight", "dense_h_to_4h.weight",
                                    "intermediate.dense.weight", "DenseReluDense.wi.weight",
                                    "DenseReluDense.wi_0.weight"},
                                   0);
        if (m_ffn == 0)
            m_ffn = m_tensors.size({"mlp.c_fc.weight"}, m_type == "gpt2" ? 1 : 0);
        putIf("vocab_size", m_vocab);
        putIf("hidden_size", m_hidden);
        putIf("num_hidden_layers", m_layers);
        putIf("intermediate_size", m_ffn);
        std::int64_t positions
            = m_tensors.size({"wpe.weight", "embed_positions.weight", "embeddings.position_embeddings.weight"}, 0);
        if (m_type == "opt")
            positions -= 2; // rows before the first
        putIf("max_position_embeddings", positions);
        putIf("type_vocab_size", m_tensors.size({"token_type_embeddings.weight"}, 0));
        if (m_type == "t5") {
            putIf("num_decoder_layers", m_tensors.listed("decoder.block."));
            putIf("relative_attention_num_buckets", m_tensors.size({"relative_attention_bias.weight"}, 0));
            put("feed_forward_proj", m_tensors.has("DenseReluDense.wi_0.weight") ? "gated-gelu" : "relu");
        }
    }

    void readChoices()
    {
        if (m_type != "bert" && m_type != "roberta" && m_type != "t5")
            put("tie_word_embeddings",
                !m_tensors.has("lm_head.weight") && !m_tensors.has("embed_out.weight")
                    && !m_tensors.has("decoder.weight"));
        const bool plainNames = m_tensors.has("self_attn.q_proj.weight") || m_type == "modernbert";
        if (!plainNames)
            return;
        put("attention_bias", m_tensors.has("q_proj.bias") || m_tensors.has("attn.Wqkv.bias"));
        put("attention_output_bias",
            m_tensors.has("o_proj.bias") || m_tensors.has("out_proj.bias") || m_tensors.has("self_attn.dense.bias")
                || m_tensors.has("attn.Wo.bias"));
        put("mlp_bias",
            m_tensors.has("mlp.up_proj.bias") || m_tensors.has("mlp.c_fc.bias") || m_tensors.has("fc1.bias")
                || m_tensors.has("mlp.Wi.bias"));
        if (m_type == "stablelm")
            put("use_parallel_residual", !m_tensors.has("post_attention_layernorm.weight"));
    }

    // The width of all query heads together, and of the keys'.
    void readWidths()
    {
        m_queries
            = m_tensors.size({"self_attn.q_proj.weight", "attention.self.query.weight", "SelfAttention.q.weight"}, 0);
        m_keys = m_tensors.size({"self_attn.k_proj.weight"}, 0);
        if (m_type == "phi3") {
            m_queries = m_tensors.size({"self_attn.o_proj.weight"}, 1);
            m_keys = (m_tensors.size({"self_attn.qkv_proj.weight"}, 0) - m_queries) / 2;
        }
        if (m_queries == 0)
            m_queries = m_hidden; // one projection for queries, keys and values
        if (m_keys == 0)
            m_keys = m_queries;
    }

    void readHeads()
    {
        if (m_tensors.has("kv_a_proj_with_mqa.weight"))
            return readLatentHeads();
        readWidths();
        std::int64_t headDim = m_type == "olmo2" ? 0 : m_tensors.size({"self_attn.q_norm.weight"}, 0);
        if (const std::int64_t heads = m_tensors.size({"self_attn.sinks"}, 0); heads > 0)
            headDim = m_queries / heads;
        if (const std::int64_t heads = m_tensors.size({"relative_attention_bias.weight"}, 1); heads > 0)
            headDim = m_queries / heads;
        if (headDim > 0 && m_queries % headDim == 0) {
            put("num_attention_heads", m_queries / headDim);
        } else {
            headDim = likelyHeadDim();
            take("num_attention_heads", std::max<std::int64_t>(m_queries / headDim, 1));
        }
        if (m_type == "gpt_bigcode")
            return put("multi_query", true);
        if (m_type != "t5" && m_keys != m_queries)
            put("num_key_value_heads", std::max<std::int64_t>(m_keys / headDim, 1));
        put("head_dim", headDim);
    }

    // Nothing in the file says where one head ends: as in the catalog's model of these sizes, else what is usual.
    std::int64_t likelyHeadDim() const
    {
        if (const ModelSpec* like = cataloguedLike())
            return like->headDim;
        const bool wide = m_hidden >= 2048 && m_queries % 128 == 0 && m_keys % 128 == 0;
        std::int64_t dim = wide ? 128 : 64;
        while (dim > 1 && (m_queries % dim != 0 || m_keys % dim != 0))
            dim /= 2;
        return dim;
    }

    const ModelSpec* cataloguedLike() const
    {
        static const std::vector<ModelSpec> specs = [] {
            std::vector<ModelSpec> all;
            for (const CatalogModel& entry : modelCatalog())
                if (const Result<Preset> preset = readPreset(entry))
                    all.push_back(preset->model);
            return all;
        }();
        const auto found = std::ranges::find_if(specs, [this](const ModelSpec& each) {
            return each.hidden == m_hidden && each.layers == m_layers
                && each.heads * each.headDim == (each.latent ? each.heads * each.headDim : m_queries)
                && info(each.family).modelType == m_type;
        });
        return found == specs.end() ? nullptr : &*found;
    }

    // H·(nope + rope), H·(nope + v) and H·v are there, and rope by itself.
    void readLatentHeads()
    {
        const std::int64_t rank = m_tensors.size({"kv_a_layernorm.weight"}, 0);
        const std::int64_t rope = m_tensors.size({"kv_a_proj_with_mqa.weight"}, 0) - rank;
        const std::int64_t queries = m_tensors.size({"q_b_proj.weight", "self_attn.q_proj.weight"}, 0);
        const std::int64_t values = m_tensors.size({"self_attn.o_proj.weight"}, 1);
        const std::int64_t plain = m_tensors.size({"kv_b_proj.weight"}, 0) - values;
        const std::int64_t heads = rope > 0 ? (queries - plain) / rope : 0;
        if (heads < 1)
            return; // the reader of the config names what is missing
        putIf("num_attention_heads", heads);
        putIf("num_key_value_heads", heads);
        putIf("kv_lora_rank", rank);
        putIf("qk_rope_head_dim", rope);
        putIf("qk_nope_head_dim", plain / heads);
        putIf("v_head_dim", values / heads);
        const std::int64_t queryRank = m_tensors.size({"q_a_layernorm.weight"}, 0);
        put("q_lora_rank", queryRank > 0 ? json::value(queryRank) : json::value());
    }

    void readExperts()
    {
        const std::int64_t experts
            = m_tensors.size({"block_sparse_moe.gate.weight", "mlp.gate.weight", "mlp.router.weight"}, 0);
        if (experts == 0)
            return;
        std::int64_t ffn = m_tensors.size({"experts.0.w1.weight", "experts.0.gate_proj.weight"}, 0);
        if (ffn == 0)
            ffn = m_tensors.size({"mlp.experts.down_proj"}, 1);
        put("num_local_experts", experts);
        putIf("moe_intermediate_size", ffn);
        if (m_ffn == 0)
            putIf("intermediate_size", ffn);
        putIf("shared_expert_intermediate_size",
              m_tensors.size({"mlp.shared_expert.gate_proj.weight", "mlp.shared_experts.gate_proj.weight"}, 0));
        put("first_k_dense_replace", m_tensors.count("mlp.gate_proj.weight"));
        const ModelSpec* like = cataloguedLike();
        const std::int64_t each = like && like->experts ? like->experts->expertsPerToken : 2;
        take("num_experts_per_tok", std::min(each, experts));
    }

    Tensors m_tensors;
    CheckpointConfig m_result;
    std::string_view m_type;
    std::int64_t m_vocab = 0;
    std::int64_t m_hidden = 0;
    std::int64_t m_layers = 0;
    std::int64_t m_ffn = 0;
    std::int64_t m_queries = 0;
    std::int64_t m_keys = 0;
};

} // namespace

Result<CheckpointConfig> configOf(const StoredTensors& tensors, const std::string& file)
{
    return ConfigReader(tensors).read(file);
}

} // namespace plimsoll
