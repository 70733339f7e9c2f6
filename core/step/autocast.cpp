// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/autocast.h"

#include "step/ops.h"

namespace plimsoll::step {

Autocast::Autocast(Tape& tape, std::optional<DType> dtype)
    : m_tape(tape),
      m_outer(tape.autocast)
{
    m_tape.autocast = dtype;
    ++m_tape.autocastDepth;
}

Autocast::~Autocast()
{
    m_tape.autocast = m_outer;
    if (--m_tape.autocastDepth > 0)
        return;
    const Place place = m_tape.place();
    for (Tensor& leaf : m_tape.autocastLeaves) {
        m_tape.setLayer(leaf->isParameter ? leaf->layer : place.layer); // else the input of a block that runs again
        leaf->autocastCopy.reset();
    }
    m_tape.autocastLeaves.clear();
    m_tape.setPlace(place);
}

Tensor lowered(const Tensor& x)
{
    if (!x || !x.tape().autocast || x.dtype() == *x.tape().autocast || !isFloat(x.dtype()))
        return x;
    Tape& tape = x.tape();
    const bool trainableLeaf = x.requiresGrad() && x.isLeaf() && x.dtype() == DType::Float32;
    if (!trainableLeaf) {
        Tensor copy = cast(x, *tape.autocast);
        if (x->isParameter)
            tape.relabel(copy->storage, LineItem::WeightCopies);
        return copy;
    }
    if (!x->autocastCopy) {
        Tensor copy = cast(x, *tape.autocast);
        if (x->isParameter)
            tape.relabel(copy->storage, LineItem::WeightCopies);
        x->autocastCopy = boost::intrusive_ptr<TensorData>(copy.data());
        tape.autocastLeaves.push_back(x);
    }
    return Tensor(x->autocastCopy);
}

Tensor widened(const Tensor& x)
{
    if (!x || !x.tape().autocast || !isFloat(x.dtype()))
        return x;
    return cast(x, DType::Float32);
}

} // namespace plimsoll::step
