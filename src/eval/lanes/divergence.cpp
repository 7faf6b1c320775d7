#include "eval/lanes/divergence.hpp"

#include <algorithm>

#include "support/overloaded.hpp"

namespace laguz::eval::lanes {

using core::Atom;
using core::Atoms;
using core::Binders;
using core::Body;
using core::Lambda;

bool Divergence::any(const Atoms& atoms) const {
  return std::any_of(atoms.begin(), atoms.end(), [this](const Atom& atom) { return of(atom); });
}

bool Divergence::trips(const core::Loop& loop) const {
  if (const auto* form = std::get_if<core::ForForm>(&loop.form)) return of(form->bound);
  return of(std::get<core::WhileForm>(loop.form).condition.results.at(0));
}

/// One walk over the lambda; variables only ever join the set. [control]: whether it depends on the
/// lane that we are here at all.
class Divergence::Pass {
 public:
  explicit Pass(Divergence& out) : out_(out) {}

  bool changed = false;

  void body(const Body& body, bool control) {
    for (const core::Stm& stm : body.stms) {
      const Binders& binders = stm.binders;
      std::visit([&](const auto& node) { this->exp(node, binders, control); }, stm.exp.node);
    }
  }

 private:
  void mark(core::VarId id, bool varying) {
    if (varying && out_.varying_.insert(id).second) changed = true;
  }
  void mark_all(const Binders& binders, bool varying) {
    for (const auto& binder : binders) mark(binder.id, varying);
  }
  bool of(const Atom& atom) const { return out_.of(atom); }

  void exp(const core::Copy& e, const Binders& to, bool) { mark(to[0].id, of(e.atom)); }
  void exp(const core::PrimApp& e, const Binders& to, bool) { mark(to[0].id, out_.any(e.args)); }
  void exp(const core::If& e, const Binders& to, bool control) {
    const bool split = of(e.condition);
    body(e.then_body, control || split);
    body(e.else_body, control || split);
    for (std::size_t i = 0; i < to.size(); ++i)
      mark(to[i].id, split || of(e.then_body.results[i]) || of(e.else_body.results[i]));
  }
  void exp(const core::Loop& e, const Binders& to, bool control) {
    for (std::size_t i = 0; i < e.params.size(); ++i)
      mark(e.params[i].id, of(e.inits[i]) || of(e.body.results[i]));
    if (const auto* form = std::get_if<core::WhileForm>(&e.form)) body(form->condition, control);
    const bool split = out_.trips(e);
    if (split) mark_all(e.params, true);
    body(e.body, control || split);
    std::size_t next = 0;
    for (const auto& param : e.params) mark(to[next++].id, split || out_.of(param.id));
    for (const auto i : e.history) mark(to[next++].id, split || out_.of(e.params[i].id));
    if (e.counted) mark(to[next].id, split);
  }
  void exp(const core::Call&, const Binders& to, bool) { mark_all(to, false); }  // of a constant

  /// An operator over accumulated values and elements of which some vary.
  bool fold(const Lambda& op, std::size_t i, std::size_t arity) {
    bool varies =
        out_.of(op.params[i].id) || out_.of(op.params[arity + i].id) || of(op.body.results[i]);
    mark(op.params[i].id, varies);
    mark(op.params[arity + i].id, varies);
    return varies;
  }
  void exp(const core::Soac& e, const Binders& to, bool control) {
    const bool split = of(e.width);
    for (std::size_t i = 0; i < e.arrays.size(); ++i) mark(e.lambda.params[i].id, of(e.arrays[i]));
    body(e.lambda.body, control || split);
    std::size_t result = 0;
    auto operators = [&](const auto& all) {
      for (const auto& each : all) {
        const std::size_t arity = each.neutral.size();
        for (std::size_t i = 0; i < arity; ++i)
          mark(each.op.params[i].id,
               split || of(each.neutral[i]) || of(e.lambda.body.results[result + i]));
        body(each.op.body, control || split);
        for (std::size_t i = 0; i < arity; ++i) {
          const bool varies = fold(each.op, i, arity);
          mark(to[result].id, split || varies);
          ++result;
        }
      }
    };
    operators(e.reduces);
    operators(e.scans);
    for (; result < to.size(); ++result)
      mark(to[result].id, split || of(e.lambda.body.results[result]));
  }
  void exp(const core::Hist& e, const Binders& to, bool control) {
    const std::size_t arity = e.dests.size();
    const bool split = of(e.width) || out_.any(e.indices);
    for (std::size_t i = 0; i < arity; ++i)
      mark(e.op.params[i].id, split || of(e.dests[i]) || of(e.values[i]) || of(e.neutral[i]));
    body(e.op.body, control || split);
    for (std::size_t i = 0; i < arity; ++i) {
      const bool varies = fold(e.op, i, arity);
      mark(to[i].id, split || varies);
    }
  }
  void exp(const core::Scatter& e, const Binders& to, bool) {
    const bool split = of(e.width) || out_.any(e.indices);
    for (std::size_t r = 0; r < to.size(); ++r)
      mark(to[r].id, split || of(e.dests[e.column(r)]) || of(e.values[e.column(r)]));
  }
  void exp(const core::Stream& e, const Binders& to, bool control) {
    const bool split = of(e.width);
    const auto& params = e.lambda.params;
    for (std::size_t i = 0; i < e.inits.size(); ++i)
      mark(params[1 + i].id, split || of(e.inits[i]) || of(e.lambda.body.results[i]));
    for (std::size_t i = 0; i < e.arrays.size(); ++i)
      mark(params[1 + e.inits.size() + i].id, split || of(e.arrays[i]));
    body(e.lambda.body, control);
    for (std::size_t i = 0; i < to.size(); ++i)
      mark(to[i].id, split || of(e.lambda.body.results[i]) ||
                         (i < e.inits.size() && out_.of(params[1 + i].id)));
  }
  void exp(const core::Index& e, const Binders& to, bool) {
    mark(to[0].id, of(e.array) || out_.any(e.indices));
  }
  bool dims(const std::vector<core::DimSlice>& dims) const {
    return std::any_of(dims.begin(), dims.end(), [this](const core::DimSlice& dim) {
      return (dim.fixed && of(dim.index)) || (dim.start && of(*dim.start)) ||
             (dim.end && of(*dim.end)) || (dim.stride && of(*dim.stride));
    });
  }
  void exp(const core::Slice& e, const Binders& to, bool) {
    mark(to[0].id, of(e.array) || dims(e.dims));
  }
  void exp(const core::Update& e, const Binders& to, bool) {
    mark(to[0].id, of(e.array) || dims(e.dims) || of(e.value));
  }
  void exp(const core::ArrayLit& e, const Binders& to, bool) {
    mark(to[0].id, out_.any(e.elements));
  }
  void exp(const core::ArrayApp& e, const Binders& to, bool) {
    // A length is the same in all lanes, whatever the array holds; and where it is not, what an
    // array holds is.
    const bool counts = e.op == core::ArrayOp::iota;
    if (e.op != core::ArrayOp::shape)
      mark(to[0].id, counts ? of(e.args[1]) || of(e.args[2]) : out_.any(e.args));
  }
  void exp(const core::Assert&, const Binders&, bool) {}
  void exp(const core::Diff&, const Binders& to, bool) { mark_all(to, true); }
  void exp(const core::Custom& e, const Binders& to, bool control) {
    for (std::size_t i = 0; i < e.args.size(); ++i) mark(e.function.params[i].id, of(e.args[i]));
    body(e.function.body, control);
    for (std::size_t i = 0; i < to.size(); ++i) mark(to[i].id, of(e.function.body.results[i]));
  }
  void exp(const core::WithAcc& e, const Binders& to, bool control) {
    for (const auto& acc : e.accs) mark(acc.acc.id, out_.any(acc.arrays));
    body(e.body, control);
    std::size_t result = 0;
    for (const auto& acc : e.accs) {
      if (acc.op) {
        mark_all(acc.op->params, out_.of(acc.acc.id));
        body(acc.op->body, control);
        mark(acc.acc.id, out_.any(acc.op->body.results));
      }
      for (std::size_t i = 0; i < acc.arrays.size(); ++i)
        mark(to[result++].id, out_.of(acc.acc.id));
    }
    for (const Atom& atom : e.body.results) mark(to[result++].id, of(atom));
  }
  void exp(const core::AccUpdate& e, const Binders&, bool control) {
    mark(e.acc.var, control || out_.any(e.indices) || out_.any(e.values));
  }
  void exp(const core::Trace&, const Binders&, bool) {}

  Divergence& out_;
};

Divergence::Divergence(const Lambda& lambda, const std::vector<bool>& varying) {
  for (std::size_t i = 0; i < lambda.params.size(); ++i)
    if (varying[i]) varying_.insert(lambda.params[i].id);
  // Loops carry values back: walk until nothing joins any more.
  Pass pass(*this);
  do {
    pass.changed = false;
    pass.body(lambda.body, false);
  } while (pass.changed);
}

}  // namespace laguz::eval::lanes
