// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/modelspec.h"
#include "step/tape.h"

#include <vector>

// torch.nn's layers. As nn.Module.__call__, a call holds its argument until it returns: it takes it by value. The code
// of a model makes one call a statement, or nests two, so that temporaries go when Python's would.
namespace plimsoll::step {

// Makes a model's parameters, in registration order.
class ParameterFactory
{
public:
    explicit ParameterFactory(Tape& tape) : m_tape(tape) { }

    Tape& tape() const { return m_tape; }
    // A parameter of the layer group the tape stands in.
    Tensor make(const char* module, const Dims& sizes);
    const std::vector<Tensor>& all() const { return m_all; }

private:
    Tape& m_tape;
    std::vector<Tensor> m_all;
};

struct Linear
{
    Linear() = default;
    Linear(ParameterFactory& factory, const char* name, std::int64_t in, std::int64_t out, bool withBias);

    Tensor operator()(Tensor x) const;

    const char* module = "";
    LineItem item = LineItem::Activations; // of what the call makes
    Tensor weight;
    Tensor bias;
};

struct Normalization
{
    Normalization() = default;
    Normalization(ParameterFactory& factory, const char* name, std::int64_t width, Norm norm);

    Tensor operator()(Tensor x) const;

    const char* module = "";
    Norm kind = Norm::Layer;
    Tensor weight;
    Tensor bias;
};

struct Embedding
{
    Embedding() = default;
    Embedding(ParameterFactory& factory, const char* name, std::int64_t rows, std::int64_t width);

    Tensor operator()(Tensor ids) const;

    const char* module = "";
    Tensor weight;
};

// nn.Dropout, or nn.Identity where it is off.
struct Dropout
{
    Tensor operator()(Tensor x) const;

    const char* module = "";
    bool on = false;
};

} // namespace plimsoll::step
