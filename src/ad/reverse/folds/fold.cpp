// Reductions by any operator.
//
// In pieces, each a lane: their totals are computed again, one after the other these give the
// states between pieces, the carries, and what comes back to those. Then each piece is a loop that
// begins with its carry, and whose result has what comes back to the next one: its states are those
// that a loop over all elements has, so nothing infinite turns up that it does not meet.
#include "ad/reverse/folds/fold.hpp"

#include "ad/reverse/folds/carries.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/rules.hpp"
#include "core/builder.hpp"

namespace laguz::ad::reverse::folds {

using core::Binder;
using core::Binders;

namespace {

class Fold {
 public:
  Fold(Sweep& sweep, const core::Soac& e)
      : sweep_(sweep), names_(sweep.graph().names()), e_(e), op_(e.reduces[0].op) {
    for (const Atom& ne : e.reduces[0].neutral) types_.push_back(ne.type);
  }

  /// reduce op init arrays, of [n] elements.
  core::Body over(const Atom& n, const Atoms& init, const Atoms& arrays) {
    core::Builder out = start();
    return out.finish(loop(out, n, init, arrays));
  }

  void in_pieces(const Binders& results) {
    Pieces pieces(sweep_, e_.width, e_.arrays);
    const Carries chain(sweep_, op_, e_.reduces[0].neutral, results);
    const Atoms totals = sweep_.trace(totals_of(pieces), {}, false);
    const Atoms states = scan(pieces, totals);

    // What is left over.
    const Binders before = own(chain.state_before(sweep_.emit(), states, pieces.count()));
    Atoms behind;
    for (const Binder& one : before) {
      sweep_.activate(one.atom());
      sweep_.sink(one.id);
      behind.push_back(one.atom());
    }
    rerun(sweep_, over(pieces.left(), behind, pieces.rest()), results);
    for (Atom& one : behind) one = sweep_.adjoint_or_zeros(one);

    const Components none(types_.size());
    const Atoms carries = chain.before(pieces, states, 1);
    const Carries::Back back = chain.through(pieces, {carries, totals, none, none, {}}, behind);
    through_pieces(pieces, carries, chain, back.out);
    for (std::size_t k = 0; k < types_.size(); ++k)
      sweep_.add(e_.reduces[0].neutral[k], back.in[k]);
    pieces.join();
  }

 private:
  core::Builder start() const {
    core::Builder builder(names_);
    builder.span = sweep_.emit().place.span;
    builder.inlined_at = sweep_.emit().place.inlined_at;
    return builder;
  }

  /// loop state = init for i < n do op state arrays[first + i]
  Atoms loop(core::Builder& out, const Atom& n, const Atoms& init, const Atoms& arrays,
             std::int64_t first = 0) {
    const Binder i = names_.bind(core::kIndex, "i");
    core::Loop loop;
    loop.form = core::ForForm{i, n};
    loop.inits = init;
    core::Builder inside = start();
    const Atom at = first == 0 ? i.atom() : inside.add(Atom::i64(first), i.atom());
    std::vector<Type> types;
    Atoms states;
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      types.push_back(op_.params[k].type);
      loop.params.push_back(names_.bind(types.back()));
      states.push_back(loop.params[k].atom());
    }
    loop.body = inside.finish(combined_at(inside, op_, states, arrays, at));
    return out.emit({std::move(loop)}, types);
  }

  /// Each piece from its own first element on.
  core::Body totals_of(const Pieces& pieces) {
    core::Builder out = start(), inside = start();
    core::Soac map;
    map.width = pieces.count();
    map.arrays = pieces.rows();
    Atoms rows, first;
    std::vector<Type> types;
    for (const Atom& array : map.arrays) {
      map.lambda.params.push_back(names_.bind(array.type.row()));
      rows.push_back(map.lambda.params.back().atom());
      first.push_back(inside.index(rows.back(), {Atom::i64(0)}));
      types.push_back(array.type.row());
    }
    const Atom others = Atom::i64(Pieces::kLength - 1);
    map.lambda.body = inside.finish(loop(inside, others, first, rows, 1));
    map.row_shapes.resize(types.size());
    return out.finish(out.emit({std::move(map)}, types));
  }

  /// The state behind each piece.
  Atoms scan(const Pieces& pieces, const Atoms& totals) {
    core::Soac soac;
    soac.width = pieces.count();
    soac.arrays = totals;
    soac.sequential = true;
    std::vector<Type> types;
    for (const Type& type : types_) {
      soac.lambda.params.push_back(names_.bind(type));
      soac.lambda.body.results.push_back(soac.lambda.params.back().atom());
      types.push_back(type.array_of());
    }
    soac.scans.push_back({core::refresh(op_, names_), e_.reduces[0].neutral});
    soac.row_shapes.resize(types.size());
    return sweep_.emit().emit({std::move(soac)}, types);
  }

  /// Under names that no equal expressions have.
  Binders own(core::Exp exp) {
    Binders binders;
    for (const Type& type : types_) binders.push_back(names_.bind(type));
    sweep_.graph().append_as(std::move(exp), binders, sweep_.emit().place);
    return binders;
  }

  /// The pieces as loops, each from its carry.
  void through_pieces(const Pieces& pieces, const Atoms& carries, const Carries& chain,
                      const Atoms& behind) {
    core::Builder inside = start();
    core::Soac map;
    map.width = pieces.count();
    map.arrays = carries;
    map.arrays.insert(map.arrays.end(), pieces.rows().begin(), pieces.rows().end());
    Atoms params;
    for (const Atom& array : map.arrays) {
      map.lambda.params.push_back(names_.bind(array.type.row()));
      params.push_back(map.lambda.params.back().atom());
    }
    const auto rows = params.begin() + static_cast<std::ptrdiff_t>(types_.size());
    map.lambda.body = inside.finish(
        loop(inside, Atom::i64(Pieces::kLength), {params.begin(), rows}, {rows, params.end()}));
    map.row_shapes.resize(types_.size());
    Binders results;
    for (std::size_t k = 0; k < types_.size(); ++k) {
      results.push_back(names_.bind(types_[k].array_of()));
      if (chain.live()[k]) sweep_.sink(results[k].id).value = behind[k];
    }
    map_rule(sweep_, map, results);
  }

  Sweep& sweep_;
  core::Names& names_;
  const core::Soac& e_;
  const core::Lambda& op_;
  std::vector<Type> types_;
};

}  // namespace

Atoms combined_at(core::Builder& out, const core::Lambda& op, const Atoms& states,
                  const Atoms& arrays, const Atom& at) {
  core::Substitution operands;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    operands[op.params[k].id] = states[k];
    operands[op.params[arrays.size() + k].id] = out.index(arrays[k], {at});
  }
  core::Body next = core::refresh(op.body, out.names(), std::move(operands));
  for (core::Stm& stm : next.stms) out.append(std::move(stm));
  return next.results;
}

void fold_one_by_one(Sweep& sweep, const core::Soac& e, const Swept& node) {
  core::Body body = Fold(sweep, e).over(e.width, e.reduces[0].neutral, e.arrays);
  if (!sweep.in_map() || &node.forward != &sweep.graph()) return rerun(sweep, body, node.results);
  core::Stm loop = std::move(body.stms.back());
  loop.binders = node.forward[node.position].results;
  replace_there(sweep, node, std::move(loop), {});
  reverse_of_loop(sweep, node.forward, node.position);
}

void fold_in_pieces(Sweep& sweep, const core::Soac& e, const Binders& results) {
  Fold(sweep, e).in_pieces(results);
}

}  // namespace laguz::ad::reverse::folds
