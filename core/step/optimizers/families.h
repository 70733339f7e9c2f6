// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "step/optimizers/rules.h"

// The optimizers' own code, a family a file: the states of a parameter, and a step as each kernel runs it. Written line
// by line as the sources named in rules.cpp, so that each temporary lives as long as Python's name for it.
namespace plimsoll::step {

// A kernel that needs nothing but its arguments.
void updateInPlace(OptimizerRun& run);

// adam.cpp
void adamStates(StateMaker& states);
void amsgradStates(StateMaker& states);
void adamForeach(OptimizerRun& run);
void adamFused(OptimizerRun& run);
void adamForLoop(OptimizerRun& run);

// sgd.cpp
void noStates(StateMaker& states);
void sgdStep(OptimizerRun& run);
void sgdForLoop(OptimizerRun& run);
void momentumState(StateMaker& states);

// rootmeansquare.cpp
void squaresState(StateMaker& states);
void adagradStates(StateMaker& states);
void rmsPropForeach(OptimizerRun& run);
void adagradForeach(OptimizerRun& run);
void rootForLoop(OptimizerRun& run);

// adafactor.cpp
void adafactorStates(StateMaker& states);
void adafactorForeach(OptimizerRun& run);
void adafactorForLoop(OptimizerRun& run);

// adafactorhf.cpp
void adafactorHfStates(StateMaker& states);
void adafactorHfStep(OptimizerRun& run);

// lion.cpp
void lionStep(OptimizerRun& run);

// muon.cpp
void muonStep(OptimizerRun& run);

// bitsandbytes.cpp
void twoStates8bit(StateMaker& states);
void oneState8bit(StateMaker& states);
void twoStatesPaged(StateMaker& states);
void twoStatesPaged8bit(StateMaker& states);
void bitsandbytesStep(OptimizerRun& run);

// torchao.cpp
void adamStates4bit(StateMaker& states);
void adamStatesFp8(StateMaker& states);
void torchaoStep4bit(OptimizerRun& run);
void torchaoStepFp8(OptimizerRun& run);

} // namespace plimsoll::step
