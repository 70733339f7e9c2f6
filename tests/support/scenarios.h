// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plimsoll {

// The worked example as a file: row seed-000 of tests/data/runs.jsonl.
inline QByteArray workedExampleFile()
{
    return R"({
  "plimsoll": 1,
  "name": "worked example",
  "model": {
    "layers": 20, "hidden": 2048, "heads": 16, "ffn": 8192, "vocab": 1000,
    "dropout": 0.1, "mlp_dropout": true, "bias": true, "head_bias": true
  },
  "training": { "micro_batch": 256, "sequence_length": 100 }
}
)";
}

// The same with one piece of text replaced.
inline QByteArray workedExampleWith(const char* before, const char* after)
{
    return workedExampleFile().replace(before, after);
}

} // namespace plimsoll
