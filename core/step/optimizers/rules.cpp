// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/optimizers/rules.h"

#include "step/optimizers/families.h"

namespace plimsoll::step {

namespace {

constexpr OptimizerRules::Update none = nullptr;

using enum Takes;
using enum StatesMade;

// In the order of enum Optimizer. Sources: torch/optim/{adam,sgd,rmsprop,adagrad,_adafactor,_muon}.py (2.15),
// transformers/optimization.py (5.24), lion_pytorch/lion_pytorch.py (0.2), bitsandbytes/optim/optimizer.py (0.50),
// torchao/optim/adam.py (0.18).
// clang-format off
constexpr std::array<OptimizerRules, 16> rules{{
    // takes       states made        states               foreach           fused          for-loop
    {Everything, BeforeFirstUpdate, adamStates,         {adamForeach,      adamFused,     adamForLoop}},
    {Everything, BeforeFirstUpdate, amsgradStates,      {adamForeach,      adamFused,     adamForLoop}},
    {Everything, BeforeFirstUpdate, noStates,           {sgdStep,          updateInPlace, sgdForLoop}},
    {Everything, BeforeFirstUpdate, momentumState,      {updateInPlace,    updateInPlace, updateInPlace}},
    {Everything, BeforeFirstUpdate, squaresState,       {rmsPropForeach,   none,          rootForLoop}},
    {Everything, AtConstruction,    adagradStates,      {adagradForeach,   updateInPlace, rootForLoop}},
    {Everything, BeforeFirstUpdate, adafactorStates,    {adafactorForeach, none,          adafactorForLoop}},
    {Everything, WithFirstUpdate,   adafactorHfStates,  {none,             none,          adafactorHfStep}},
    {Everything, WithFirstUpdate,   momentumState,      {none,             none,          lionStep}},
    {Matrices,   BeforeFirstUpdate, momentumState,      {none,             none,          muonStep}},
    {Everything, WithFirstUpdate,   twoStates8bit,      {none,             none,          bitsandbytesStep}},
    {Everything, WithFirstUpdate,   oneState8bit,       {none,             none,          bitsandbytesStep}},
    {Everything, WithFirstUpdate,   twoStatesPaged8bit, {none,             none,          bitsandbytesStep}},
    {Everything, WithFirstUpdate,   adamStates4bit,     {none,             none,          torchaoStep4bit}},
    {Everything, WithFirstUpdate,   adamStatesFp8,      {none,             none,          torchaoStepFp8}},
    {Everything, WithFirstUpdate,   twoStatesPaged,     {none,             none,          bitsandbytesStep}},
}};
// clang-format on

} // namespace

const OptimizerRules& rulesOf(Optimizer optimizer)
{
    return rules[static_cast<std::size_t>(optimizer)];
}

} // namespace plimsoll::step
