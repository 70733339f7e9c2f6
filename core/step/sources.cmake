# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(plimsoll_core PRIVATE
  step/autocast.cpp
  step/autograd.cpp
  step/checkpoint.cpp
  step/engine.cpp
  step/kernels.cpp
  step/layout.cpp
  step/modules.cpp
  step/ops/attention.cpp
  step/ops/elementwise.cpp
  step/ops/embedding.cpp
  step/ops/loss.cpp
  step/ops/normalization.cpp
  step/ops/products.cpp
  step/ops/views.cpp
  step/optimizers.cpp
  step/plaindecoder.cpp
  step/tape.cpp
  step/tensor.cpp
  step/trainingloop.cpp)
