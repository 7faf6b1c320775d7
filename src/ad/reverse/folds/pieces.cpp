#include "ad/reverse/folds/pieces.hpp"

namespace laguz::ad::reverse::folds {

using core::ArrayOp;

Pieces::Pieces(Sweep& sweep, const Atom& width, const Atoms& arrays)
    : sweep_(sweep), width_(width), arrays_(arrays) {
  Emit& emit = sweep.emit();
  const Atom before_last = emit.prim("sub", {width, Atom::i64(1)});
  const Atom all = emit.prim("div", {before_last, Atom::i64(kLength)});
  const Atom enough = emit.prim("ge", {width, Atom::i64(rewrite::kManyForFolds)});
  count_ = emit.prim(prims::get("select", ScalarType::i64), {enough, all, Atom::i64(0)});
  whole_ = emit.prim("mul", {count_, Atom::i64(kLength)});
  left_ = emit.prim("sub", {width, whole_});
  for (const Atom& array : arrays) {
    rows_.push_back(own({core::Copy{rows_of(array)}}, array.type.array_of(), array));
    rest_.push_back(own({core::Copy{rest_of(array)}}, array.type, array));
  }
}

Atom Pieces::rows_of(const Atom& array) {
  const Atom front = part(Atom::i64(0), whole_, array);
  return sweep_.emit().array_op(ArrayOp::reshape, {front, count_, Atom::i64(kLength)},
                                array.type.array_of());
}

Atom Pieces::part(const Atom& from, const Atom& to, const Atom& array) {
  core::DimSlice dim;
  dim.start = from;
  dim.end = to;
  return sweep_.emit().slice(array, {dim});
}

/// [exp], of elements of [array], under a name that no equal expression has.
Atom Pieces::own(core::Exp exp, const core::Type& type, const Atom& array) {
  const core::Binder binder = sweep_.graph().names().bind(type);
  sweep_.graph().append_as(std::move(exp), {binder}, sweep_.emit().place);
  if (sweep_.is_active(array)) {
    sweep_.activate(binder.atom());
    sweep_.sink(binder.id);
  }
  return binder.atom();
}

void Pieces::join() {
  Emit& emit = sweep_.emit();
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    if (!sweep_.adjoint(rows_[k]) && !sweep_.adjoint(rest_[k])) continue;
    const Atom& array = arrays_[k];
    const Atom front =
        emit.array_op(ArrayOp::reshape, {sweep_.adjoint_or_zeros(rows_[k]), whole_}, array.type);
    const Atom back = sweep_.adjoint_or_zeros(rest_[k]);
    sweep_.add(array, emit.array_op(ArrayOp::concat, {front, back}, array.type));
  }
}

}  // namespace laguz::ad::reverse::folds
