// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "scenario/trainingplan.h"
#include "step/modules.h"
#include "step/transformers/activations.h"
#include "step/transformers/attention.h"

#include <optional>

// What T5's stacks are made of (transformers/models/t5/modeling_t5.py).
namespace plimsoll::step {

enum class T5Side { Encoder, Decoder };

// T5LayerNorm: the mean square in fp32, the product in whatever type comes of it, narrowed where the weight is.
class T5Norm
{
public:
    T5Norm() = default;
    T5Norm(ParameterFactory& factory, std::int64_t width);

    Tensor operator()(Tensor x) const;

private:
    Tensor m_weight;
};

// Biases of the scores: of a block's own attention, and of the one over what is encoded.
struct T5Biases
{
    Tensor self;
    Tensor cross;
};

struct T5Attended
{
    Tensor hidden;
    Tensor bias;
    Tensor weights;
};

class T5Attention
{
public:
    T5Attention(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training, T5Side side,
                bool cross, bool makesBias);

    // states: what keys and values are made of. bias: none where the first layer makes it.
    T5Attended operator()(Tensor x, const Tensor& states, const Tensor& bias, const Tensor& mask) const;

private:
    Tensor ownBias(const Tensor& query, std::int64_t keys) const;
    AttentionOutput attend(const Heads& heads, const Tensor& bias, const Tensor& mask) const;
    AttentionOutput attendEagerly(const Heads& heads, const Tensor& bias, const Tensor& mask) const;
    Tensor numericBias(const Tensor& bias, const Heads& heads) const;

    std::int64_t m_headDim;
    T5Side m_side;
    bool m_cross;
    bool m_eager;
    bool m_checkpointed;
    bool m_dropWeights;
    Linear m_q;
    Linear m_k;
    Linear m_v;
    Linear m_out;
    std::optional<Embedding> m_buckets;
};

// T5LayerFF with its T5DenseActDense or T5DenseGatedActDense.
class T5Feed
{
public:
    T5Feed(ParameterFactory& factory, const ModelSpec& model);

    Tensor operator()(Tensor x) const;

private:
    Tensor dense(Tensor x) const;

    bool m_gated;
    ActivationFunction m_activation;
    Linear m_in;
    Linear m_gate; // wi_1
    Linear m_out;
    T5Norm m_norm;
    Dropout m_innerDropout;
    Dropout m_dropout;
};

struct T5BlockOutput
{
    Tensor hidden;
    T5Biases biases;
};

class T5Block
{
public:
    T5Block(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training, T5Side side, bool first);

    T5BlockOutput operator()(Tensor x, const T5Biases& biases, const Tensor& mask, const Tensor& encoded) const;

private:
    // An attention, the norm before it and the residual around it.
    struct Half
    {
        Half(ParameterFactory& factory, const ModelSpec& model, const TrainingPlan& training, T5Side side, bool cross,
             bool makesBias);

        T5Attended operator()(Tensor x, const Tensor& states, const Tensor& bias, const Tensor& mask) const;

        T5Attention attention;
        T5Norm norm;
        Dropout dropout;
    };

    Half m_self;
    std::optional<Half> m_cross;
    T5Feed m_feed;
};

} // namespace plimsoll::step
