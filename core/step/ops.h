// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/autograd.h"
#include "step/tensor.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

// PyTorch's operations on tensors without numbers: what each allocates, what it saves for backward, what its backward
// makes. The rules are those of prototype measurements against PyTorch 2.15; a group of operations is one file of ops/.
namespace plimsoll::step {

// ops/views.cpp
Tensor view(const Tensor& x, const Dims& sizes); // the strides must allow it
Tensor reshape(const Tensor& x, const Dims& sizes);
Tensor transpose(const Tensor& x, int a, int b);
Tensor clone(const Tensor& x);      // a contiguous copy
Tensor contiguous(const Tensor& x); // x, or a contiguous copy
Tensor permute(const Tensor& x, std::initializer_list<int> order);
Tensor unsqueeze(const Tensor& x, int dimension);
Tensor expand(const Tensor& x, const Dims& sizes);
// `size` of a dimension; where they lie in it does not matter here.
Tensor slice(const Tensor& x, int dimension, std::int64_t size);
Tensor select(const Tensor& x, int dimension); // one index of a dimension, which goes
Tensor everySecond(const Tensor& x);           // of the last dimension
Tensor cat(std::span<const Tensor> parts, int dimension = -1);
inline Tensor cat(std::initializer_list<Tensor> parts, int dimension = -1)
{
    return cat(std::span(parts.begin(), parts.size()), dimension);
}
Tensor repeatInterleave(const Tensor& x, std::int64_t repeats); // heads, dimension 1 of 4
std::vector<Tensor> split(const Tensor& x, std::span<const std::int64_t> sizes, int dimension = -1);
std::vector<Tensor> unbind(const Tensor& x, int dimension); // every index of a dimension, which goes

// ops/elementwise.cpp
Tensor cast(const Tensor& x, DType dtype);
Tensor add(const Tensor& x, const Tensor& y);
Tensor addInPlace(const Tensor& x, const Tensor& y);
Tensor scaleInPlace(const Tensor& x);
Tensor mul(const Tensor& x, const Tensor& y);
Tensor divide(const Tensor& x, const Tensor& divisor); // which needs no gradient
Tensor sub(const Tensor& x, const Tensor& y);
Tensor scale(const Tensor& x);     // by a number
Tensor addNumber(const Tensor& x); // a number added
Tensor negate(const Tensor& x);
Tensor clampInPlace(const Tensor& x);
Tensor clamp(const Tensor& x, int bounds); // from above, or (2) from both sides
Tensor power(const Tensor& x);             // to a number
Tensor rsqrt(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor sigmoid(const Tensor& x);
Tensor mean(const Tensor& x);     // over the last dimension, which stays
Tensor rowNorms(const Tensor& x); // of a matrix (torch.linalg.norm over dimension 1); no gradient
Tensor sumLast(const Tensor& x);  // over the last dimension, which stays
// Under autocast the sum of narrow numbers is wide, without a wide copy of them (ReduceSumProdKernel.cu).
DType sumType(const Tensor& x);
Tensor gelu(const Tensor& x);
Tensor silu(const Tensor& x);
Tensor relu(const Tensor& x);
Tensor dropout(const Tensor& x);

// ops/products.cpp
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);
// The same as DeepSpeed's stage 3 runs it (zero/linear.py): saved are input and weight as they are.
Tensor linearAsOneNode(const Tensor& x, const Tensor& weight, const Tensor& bias);
Tensor linearByInputs(const Tensor& x, const Tensor& weight, const Tensor& bias); // weight: [in, out]
Tensor matmulTransposed(const Tensor& x, const Tensor& weight);                   // x @ weight.T
// [B, H, M, K] × [B, H, K, N]; one head is read as all
Tensor matmul(const Tensor& a, const Tensor& b);
Tensor batchedProduct(const Tensor& a, const Tensor& b); // torch.bmm, torch.mm
// base.baddbmm(a, b): base is broadcast, and needs no gradient
Tensor batchedProductOnto(const Tensor& base, const Tensor& a, const Tensor& b);

// ops/float8.cpp: torchao's Float8Linear
Tensor float8Linear(const Tensor& x, const Tensor& weight, const Tensor& bias);

// ops/normalization.cpp
Tensor layerNorm(const Tensor& x, const Tensor& weight, const Tensor& bias);
Tensor rmsNorm(const Tensor& x, const Tensor& weight);

// ops/attention.cpp: [B, H, S, D] queries, [B, K, S, D] keys and values; mask: [B or 1, 1, S, S] of bool or the
// queries' type, or none for causal attention
Tensor scaledDotProductAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask = {},
                                 bool dropout = false);
// ops/mathattention.cpp: the same without a kernel of its own
Tensor mathAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask, bool dropped);
// ops/packedattention.cpp: flash attention over [T, H, D] rows of sequences that begin at starts, [sequences + 1]
Tensor packedFlashAttention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& starts);
// Of what its node saved: the query, which has the output's shape.
const Tensor& savedQuery(const Node& node, const Saved& saved);

// ops/liger.cpp: Liger's kernels
Tensor fusedRmsNorm(const Tensor& input, const Tensor& weight, bool inPlace); // inPlace: backward's gradient
// Heads [B, H, S, D], turned where they lie.
std::pair<Tensor, Tensor> fusedRotary(const Tensor& query, const Tensor& key, const Tensor& cos, const Tensor& sin);
Tensor fusedGate(const Tensor& gate, const Tensor& up); // activation(gate) · up
Tensor fusedSquaredRelu(const Tensor& x);
// Gated experts: x [T, hidden], weights [experts, 2 · ffn, hidden] and [experts, hidden, ffn], of each token's k
// experts the indices (int32) and weights, [T, k].
Tensor fusedExperts(const Tensor& x, const Tensor& gateUp, const Tensor& down, const Tensor& indices,
                    const Tensor& weights);

// ops/linearloss.cpp: the loss of rows [T, hidden] through a head's weight [V, hidden], without all logits
// Liger's; a chunk's logits are about budget times as many as the rows' elements
Tensor fusedLinearLoss(const Tensor& rows, const Tensor& weight, std::int64_t budget = 1);
Tensor cutLoss(const Tensor& rows, const Tensor& weight, const Tensor& labels); // Apple's cut cross entropy

// ops/loss.cpp
Tensor softmax(const Tensor& x, std::optional<DType> dtype = std::nullopt); // dtype: softmax(…, dtype=…)
Tensor logSoftmax(const Tensor& x);
Tensor negativeLogLikelihood(const Tensor& logProbabilities, const Tensor& labels);

// ops/splitloss.cpp: of rows of logits of which each GPU has some columns
Tensor splitCrossEntropy(const Tensor& logits, const Tensor& labels);

// ops/indexing.cpp: advanced indexing; where the indices point does not matter
Tensor gatherOne(const Tensor& x, int dimension);         // x[…, [i], …]: a copy of one index of a dimension
Tensor indexRows(const Tensor& x, const Tensor& indices); // x[indices]
Tensor gather(const Tensor& x, const Tensor& indices);    // of the last dimension
Tensor where(const Tensor& mask, const Tensor& x);        // else a number
Tensor maskedFill(const Tensor& x, const Tensor& mask);
struct Ranked
{
    Tensor values;
    Tensor indices;
};
Ranked topK(const Tensor& x, std::int64_t count); // of the last dimension
Ranked sort(const Tensor& x);                     // one dimension of integers

// ops/convolution.cpp
// conv1d with kernels of one position: x [B, C, T], weight [out, C / groups].
Tensor pointwiseConvolution(const Tensor& x, const Tensor& weight);
Tensor copiedIntoColumns(const Tensor& zeros, const Tensor& index,
                         const Tensor& x);                               // index_copy_ of the last dimension
Tensor sum(const Tensor& x);                                             // of a vector
Tensor lossOfEach(const Tensor& logProbabilities, const Tensor& labels); // nll_loss(reduction="none")

// ops/grouped.cpp
// Rows of x times a matrix for each run of rows: weights [groups, in, out], offsets of the runs' ends.
Tensor groupedProduct(const Tensor& x, const Tensor& weights, const Tensor& offsets);
Tensor complexProduct(const Tensor& x, const Tensor& table); // of numbers that are two of fp32
Tensor divideInPlace(const Tensor& x, const Tensor& divisor);
Tensor sumOver(const Tensor& x, int dimension);                // which goes
Tensor copiedIntoPart(const Tensor& base, const Tensor& part); // base[…] = part; in place

// ops/embedding.cpp
Tensor embedding(const Tensor& weight, const Tensor& ids);
// Of a table of `rows` rows, of which weight has the first: a sum's part, in which ids of other rows count nothing.
Tensor splitEmbedding(const Tensor& weight, const Tensor& ids, std::int64_t rows);
// The columns of rows that labels name, of which a GPU has the first: they are moved to where it has them, and a mask
// says which of them it has not (_MaskPartial).
struct MaskedIndices
{
    Tensor mask;
    Tensor indices;
};
MaskedIndices maskedIndices(const Tensor& ids);

} // namespace plimsoll::step
