#include "ad/rewrite/dependence.hpp"

#include <algorithm>

#include "core/semantics.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"
#include "support/governor.hpp"

namespace laguz::ad::rewrite {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::Lambda;

bool is_to_float(prims::Prim prim) {
  const prims::Op op = prims::op_of(prim);
  return op == prims::Op::from_bits || (op == prims::Op::convert && !support::is_float(prim.type) &&
                                        support::is_float(prims::result_type(prim)));
}

bool join(Columns& all, const Columns& more) {
  all.resize(std::max(all.size(), more.size()));
  bool grown = false;
  for (std::size_t i = 0; i < more.size(); ++i) {
    const Dependence both = all[i] | more[i];
    grown = grown || both != all[i];
    all[i] = both;
  }
  return grown;
}

bool join(Effects& all, const Effects& more) {
  bool grown = join(all.results, more.results);
  all.added.resize(std::max(all.added.size(), more.added.size()));
  for (std::size_t i = 0; i < more.added.size(); ++i)
    grown = join(all.added[i], more.added[i]) || grown;
  return grown;
}

void Dependences::depend(const Binder& binder, Dependence on) {
  on = on.of(binder.type);
  if (on.varies) varying_.insert(binder.id);
  if (on.rounded) rounded_.insert(binder.id);
}

Dependence Dependences::of(const Atom& atom) const {
  if (atom.is_constant()) return {};
  return {varying_.count(atom.var) > 0, rounded_.count(atom.var) > 0};
}

Columns Dependences::of_each(const Atoms& atoms) const {
  Columns all;
  for (const Atom& atom : atoms) all.push_back(of(atom));
  return all;
}

Columns Dependences::added_to(core::VarId acc) const {
  const auto found = added_.find(acc);
  return found != added_.end() ? found->second : Columns{};
}

/// One visitor, which gives what the results of an expression depend on.
class Dependences::Reader {
 public:
  Reader(Dependences& known, Called called) : known_(known), called_(called) {}

  Columns body(const Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (const core::Stm& stm : body.stms) {
      constexpr std::int64_t kOfStatement = 100;  // nanoseconds
      support::spend(kOfStatement);
      Columns on = std::visit(*this, stm.exp.node);
      if (passes()) join(on, Columns(stm.binders.size(), deciding(stm.exp)));
      bind(stm.binders, on);
    }
    return known_.of_each(body.results);
  }

  Columns operator()(const core::Copy& e) { return {of(e.atom)}; }

  Columns operator()(const core::PrimApp& e) {
    const prims::Row& row = prims::row_of(e.prim);
    Columns args = known_.of_each(e.args);
    if (passes())
      for (std::size_t k = 0; k < args.size(); ++k)
        if (args[k].varies &&
            prims::passage_of(e.prim, static_cast<int>(k)) == prims::Passage::comparison)
          args[k] = {};
    const Dependence on = any(args);
    if (passes()) return {on};
    // Which conversions are without a derivative is decided anew by each differentiation.
    if (is_to_float(e.prim)) return {on.rounded ? Dependence{} : on};
    if (row.diff == prims::Diff::zero || row.diff == prims::Diff::nondiff) return {{}};
    const bool converts = row.op == prims::Op::convert || row.op == prims::Op::to_bits;
    const bool rounds = converts && support::is_float(e.prim.type) &&
                        !support::is_float(prims::result_type(e.prim));
    return {rounds ? Dependence{on.varies, on.varies} : on};
  }

  Columns operator()(const core::If& e) {
    Columns both = body(e.then_body);
    join(both, body(e.else_body));
    return both;
  }

  Columns operator()(const core::Loop& e) {
    Columns states = known_.of_each(e.inits);
    do {
      bind(e.params, states);
      if (const auto* form = std::get_if<core::WhileForm>(&e.form)) {
        const Dependence on = any(body(form->condition));
        if (passes()) join(states, Columns(states.size(), on));
      }
    } while (join(states, body(e.body)));
    Columns out = states;
    for (const auto kept : e.history) out.push_back(states[kept]);
    return out;
  }

  Columns operator()(const core::Call& e) {
    const Columns args = known_.of_each(e.args);
    if (!any(args).varies) return {};
    const Effects& effects = called_(e.function, args);
    for (std::size_t i = 0; i < effects.added.size(); ++i)
      if (e.args[i].type.acc) join(known_.added_[e.args[i].var], effects.added[i]);
    return effects.results;
  }

  Columns operator()(const core::Soac& e) {
    bind(e.lambda.params, known_.of_each(e.arrays));
    Columns values = body(e.lambda.body);
    std::size_t at = 0;
    const auto fold = [&](const Lambda& op, const Atoms& neutral) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = begin + static_cast<std::ptrdiff_t>(neutral.size());
      const Columns folded = operation(op, Columns(begin, end), neutral);
      std::copy(folded.begin(), folded.end(), begin);
      at += neutral.size();
    };
    for (const auto& reduce : e.reduces) fold(reduce.op, reduce.neutral);
    for (const auto& scan : e.scans) fold(scan.op, scan.neutral);
    return values;
  }

  Columns operator()(const core::Hist& e) {
    Columns all = known_.of_each(e.dests);
    join(all, known_.of_each(e.values));
    return operation(e.op, std::move(all), e.neutral);
  }

  Columns operator()(const core::Scatter& e) {
    Columns all = known_.of_each(e.dests);
    join(all, known_.of_each(e.values));
    return all;
  }

  Columns operator()(const core::Stream& e) {
    const std::size_t accs = e.inits.size();
    Columns params = known_.of_each(e.inits), results;
    params.insert(params.begin(), Dependence{});  // the size of a chunk
    for (const Atom& array : e.arrays) params.push_back(of(array));
    bool grown = true;
    while (grown) {
      bind(e.lambda.params, params);
      results = body(e.lambda.body);
      Columns next{{}};
      next.insert(next.end(), results.begin(), results.begin() + static_cast<std::ptrdiff_t>(accs));
      grown = join(params, next);
    }
    std::copy_n(params.begin() + 1, accs, results.begin());
    return results;
  }

  Columns operator()(const core::Index& e) { return {of(e.array)}; }
  Columns operator()(const core::Slice& e) { return {of(e.array)}; }
  Columns operator()(const core::Update& e) { return {of(e.array) | of(e.value)}; }
  Columns operator()(const core::ArrayLit& e) { return {any(known_.of_each(e.elements))}; }

  Columns operator()(const core::ArrayApp& e) {
    const Columns args = known_.of_each(e.args);
    switch (core::row_of(e.op).slope) {
      case core::Slope::none: return {{}};
      case core::Slope::first: return {args[0]};
      case core::Slope::second: return {args[1]};
      case core::Slope::all_but_first: return {any(Columns(args.begin() + 1, args.end()))};
      case core::Slope::first_and_last: return {args.front() | args.back()};
      case core::Slope::all: return {any(args)};
    }
    return {any(args)};
  }

  Columns operator()(const core::Assert&) { return {}; }
  Columns operator()(const core::Trace&) { return {}; }
  Columns operator()(const core::Diff&) {
    LAGUZ_ASSERT(false, "a derivative inside of what is differentiated");
  }

  /// A derivative of the user's own goes through the function, or through what the rule does with
  /// tangents. The rest of a rule is not differentiated.
  Columns operator()(const core::Custom& e) {
    const Columns args = known_.of_each(e.args);
    switch (e.mode) {
      case core::CustomMode::vjp: bind(e.function.params, args); return body(e.function.body);
      case core::CustomMode::jvp: {
        Columns params(args.size());
        params.insert(params.end(), args.begin(), args.end());
        bind(e.rule.params, params);
        return body(e.rule.body);
      }
    }
    return {};
  }

  Columns operator()(const core::WithAcc& e) {
    const Columns values = body(e.body);
    Columns out;
    for (const auto& acc : e.accs) {
      Columns all = known_.of_each(acc.arrays);
      join(all, known_.added_to(acc.acc.id));
      if (acc.op) all = operation(*acc.op, std::move(all), acc.neutral);
      if (acc.growth == core::WithAcc::Growth::places) all.assign(all.size(), {});
      out.insert(out.end(), all.begin(), all.end());
    }
    out.insert(out.end(), values.begin(), values.end());
    return out;
  }

  Columns operator()(const core::AccUpdate& e) {
    Columns on = known_.of_each(e.values);
    if (passes()) join(on, Columns(on.size(), any(known_.of_each(e.indices))));
    join(known_.added_[e.acc.var], on);
    return {};
  }

 private:
  bool passes() const { return known_.ways_ == Ways::passages; }
  Dependence deciding(const core::Exp& exp) const {
    return any(known_.of_each(core::deciding(exp)));
  }
  Dependence of(const Atom& atom) const { return known_.of(atom); }

  static Dependence any(const Columns& columns) {
    Dependence all;
    for (const Dependence& one : columns) all = all | one;
    return all;
  }

  /// (There may be fewer columns: the rest depends on nothing.)
  void bind(const Binders& binders, const Columns& on) {
    for (std::size_t i = 0; i < std::min(binders.size(), on.size()); ++i)
      known_.depend(binders[i], on[i]);
  }

  /// What an operator makes, again and again, of [columns] and the [neutral] element.
  Columns operation(const Lambda& op, Columns columns, const Atoms& neutral) {
    join(columns, known_.of_each(neutral));
    do {
      Columns twice = columns;
      twice.insert(twice.end(), columns.begin(), columns.end());
      bind(op.params, twice);
    } while (join(columns, body(op.body)));
    return columns;
  }

  Dependences& known_;
  Called called_;
};

Columns Dependences::read(const Body& body, Called called) {
  return Reader(*this, called).body(body);
}

}  // namespace laguz::ad::rewrite
