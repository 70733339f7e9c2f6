// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/masterweights.h"

#include "step/flatmasters.h"
#include "step/ops.h"
#include "step/optimizers/rules.h"
#include "step/zero/checks.h"
#include "step/zero/partitions.h"
#include "step/zero/shards.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::step {

namespace {

// runtime/fp16/unfused_optimizer.py, FP16_UnfusedOptimizer: what the engine wraps torch's optimizers in where there is
// no ZeRO. One wide weight for each narrow one; wide gradients are there for the time of a step.
class MastersByWeight : public MasterWeights
{
public:
    MastersByWeight(Parameters narrow, bool scalesLoss);

    void begin(OptimizerRun& optimizer) override;
    Tensor scaled(const Tensor& loss) override;
    void step(OptimizerRun& optimizer) override;

private:
    void takeNorms() const;
    void makeWideGradients(LineItem item);
    void dropWideGradients();

    bool m_scalesLoss;
};

MastersByWeight::MastersByWeight(Parameters narrow, bool scalesLoss)
    : MasterWeights(std::move(narrow)),
      m_scalesLoss(scalesLoss)
{
    forEach(m_narrow, [this](const Tensor& weight) {
        const ModuleScope scope(tape(), weight->name, LineItem::MasterWeights);
        tape().operation = "fp32 weight";
        const Tensor copy = emptyLike(weight);
        m_wide.push_back(emptyLike(copy, DType::Float32));
        m_wide.back()->name = weight->name;
        m_wide.back()->layer = weight->layer;
    });
}

void MastersByWeight::makeWideGradients(LineItem item)
{
    forEach(m_wide, [this, item](const Tensor& weight) {
        const ModuleScope scope(tape(), weight->name, item);
        tape().operation = "fp32 gradient";
        weight->grad = boost::intrusive_ptr<TensorData>(emptyLike(weight).data());
    });
}

void MastersByWeight::dropWideGradients()
{
    forEach(m_wide, [](const Tensor& weight) { weight->grad.reset(); });
}

// initialize_optimizer_states: a step with gradients of zeros.
void MastersByWeight::begin(OptimizerRun& optimizer)
{
    tape().operation = "gradients of zeros";
    ParameterTensors zeros = listOf(m_narrow, [](const Tensor& weight) { return emptyLike(weight); });
    makeWideGradients(LineItem::Gradients);
    optimizer.step();
    zeros.clear();
    dropWideGradients();
}

Tensor MastersByWeight::scaled(const Tensor& loss)
{
    return m_scalesLoss ? scale(cast(loss, DType::Float32)) : loss;
}

// get_weight_norm: one gradient widened at a time. The last one's norm and the sum live on.
void MastersByWeight::takeNorms() const
{
    Tensor norm;
    Tensor sum;
    forEach(m_narrow, [&](const Tensor& weight) {
        Tape& t = weight.tape();
        Tensor next;
        {
            const Tensor wide = emptyLike(weight, DType::Float32);
            next = empty(t, {}, DType::Float32);
            t.scratch(wholeReductionScratch(t.gpu(), wide.numel(), DType::Float32));
        }
        norm = std::move(next);
        const Tensor square = emptyLike(norm);
        if (sum)
            return;
        t.setLayer(noLayer);
        sum = emptyLike(norm);
        t.setLayer(weight->layer);
    });
    const Tensor onCard = emptyLike(sum);
}

void MastersByWeight::step(OptimizerRun& optimizer)
{
    {
        const ModuleScope scope(tape(), "fp32 weights", LineItem::Workspace);
        tape().operation = "look for overflow";
        forEach(m_narrow, lookForOverflow);
        tape().scratch({1}); // the answer, for other GPUs
        tape().operation = "norm";
        takeNorms();
    }
    makeWideGradients(LineItem::Gradients);
    optimizer.step();
    dropWideGradients();
}

} // namespace

MasterWeights::MasterWeights(Parameters narrow)
    : m_narrow(std::move(narrow))
{
}

void MasterWeights::dropGradients() const
{
    forEach(m_narrow, [](const Tensor& weight) { weight->grad.reset(); });
}

std::unique_ptr<MasterWeights> MasterWeights::make(const Scenario& scenario, const Parameters& trainable,
                                                   ZeroModules* modules)
{
    const TrainingPlan& training = scenario.training;
    if (modules)
        return std::make_unique<ZeroShards>(trainable, scenario.parallelism, *modules);
    if (scenario.parallelism.zeroStage() > 0)
        return std::make_unique<ZeroPartitions>(trainable, scenario.parallelism);
    if (!hasMasterWeights(training.precision))
        return nullptr;
    Parameters taken;
    const bool all = rulesOf(training.optimizer).takes == Takes::Everything;
    std::copy_if(trainable.begin(), trainable.end(), std::back_inserter(taken),
                 [all](const Tensor& parameter) { return all || parameter.dimensions() == 2; });
    if (training.precision == Precision::Bf16MasterFp32Grad)
        return std::make_unique<FlatMasters>(std::move(taken));
    return std::make_unique<MastersByWeight>(std::move(taken), training.precision == Precision::Fp16Master);
}

} // namespace plimsoll::step
