// What simplification does to Soacs.
#include <numeric>

#include "core/semantics.hpp"
#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {

void Simplifier::inner_bodies(Stm& stm, Soac& soac) {
  drop_equal_operands(soac);
  for (std::size_t i = 0; i < soac.arrays.size(); ++i)
    if (facts_.has_width(soac.arrays[i], soac.width)) safe_.insert(soac.lambda.params[i].id);
  for (const Atom& array : soac.arrays) facts_.learn_width(array, soac.width);
  Binders numbers;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i) {
    const Binder& param = soac.lambda.params[i];
    if (param.type.rank > 0) {
      const Binder number = program_.names.bind(kIndex);  // of the iteration: stands nowhere
      iota_params_[number.id] = {&soac, facts_.depth()};
      numbers.push_back(number);
      learn_row(param, soac.arrays[i], number.atom());
    }
    if (!facts_.is_iota(soac.arrays[i], soac.width)) continue;
    facts_.learn_below(param.id, soac.width);
    numbers_[param.id] = soac.width;
    iota_params_[param.id] = {&soac, facts_.depth()};
  }
  const Binders params = soac.lambda.params;  // more may come while the lambda is read
  const bool wide = !soac.width.is_constant() || soac.width.scalar().as_i64() > kFew;
  if (soacs_ == 0 && facts_.keeps_derivatives()) {
    read_across_.clear();
    note_read_across(soac.lambda.body, soac);
  }
  ++soacs_;
  wide_soacs_ += wide ? 1 : 0;
  in(
      soac.lambda.body, params, {true, soac.width}, [&] { learn_found_true(soac); },
      [&] { note_found_true(soac); });
  for (const Reduce& reduce : soac.reduces) learn_operands(reduce.op, reduce.neutral);
  for (const Scan& scan : soac.scans) learn_operands(scan.op, scan.neutral);
  for (Reduce& reduce : soac.reduces) in(reduce.op.body, reduce.op.params, {true});
  for (Scan& scan : soac.scans) in(scan.op.body, scan.op.params, {true});
  --soacs_;
  wide_soacs_ -= wide ? 1 : 0;
  for (const Binder& param : soac.lambda.params) iota_params_.erase(param.id);
  for (const Binder& number : numbers) iota_params_.erase(number.id);
  drop_results(stm, soac);
}

// Operands whose elements are all the same.
void Simplifier::drop_uniform_operands(const Stm& stm, Soac& soac) {
  std::vector<bool> kept;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i) {
    const Binder& param = soac.lambda.params[i];
    const ArrayApp* app = facts_.array_app(soac.arrays[i]);
    const bool zeros = app != nullptr && app->op == ArrayOp::zeros;
    const bool uniform = app != nullptr && row_of(app->op).elements == Elements::alike;
    kept.push_back(!uniform || app->args[0] != soac.width);
    if (kept.back()) continue;
    if (zeros)
      drop_zeros(stm, param, *app);
    else
      alias(param, app->args[1]);
  }
  keep(soac.arrays, kept);
  keep(soac.lambda.params, kept);
}

// Those that come twice.
void Simplifier::drop_equal_operands(Soac& soac) {
  boost::unordered_flat_map<VarId, Atom> seen;
  std::vector<bool> kept;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i) {
    const Binder& param = soac.lambda.params[i];
    const auto [first, fresh] = seen.emplace(soac.arrays[i].var, param.atom());
    kept.push_back(fresh);
    if (!fresh) alias(param, first->second);
  }
  keep(soac.arrays, kept);
  keep(soac.lambda.params, kept);
}

// [param], which is bound to the rows of [zeros].
void Simplifier::drop_zeros(const Stm& near, const Binder& param, const ArrayApp& zeros) {
  if (param.type.rank == 0) {
    zeros_.insert(param.id);
    return alias(param, Atom::constant({param.type.elem, 0}));
  }
  const Binder row = program_.names.bind(param.type);
  ArrayApp fewer = zeros;
  fewer.args.erase(fewer.args.begin());
  place({{row}, {std::move(fewer)}, near.span, near.inlined_at});
  alias(param, row.atom());
}

// Results that come twice; and mapped ones that are an operand or do not depend on the iteration.
void Simplifier::drop_results(Stm& stm, Soac& soac) {
  Atoms& results = soac.lambda.body.results;
  std::vector<bool> kept(results.size(), true);
  const std::size_t reduced = drop_operators(stm, soac.reduces, results, 0, kept);
  const std::size_t scanned = drop_operators(stm, soac.scans, results, reduced, kept);
  boost::unordered_flat_map<VarId, Atom> known;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i)
    known.emplace(soac.lambda.params[i].id, soac.arrays[i]);
  for (std::size_t i = scanned; i < results.size(); ++i) {
    const Binder binder = stm.binders[i];
    const Atom result = results[i];
    if (result.is_constant() || facts_.depth_of(result) <= facts_.depth()) {
      const ArrayApp same{ArrayOp::replicate, {soac.width, result}, {}};
      place({{binder}, {same}, stm.span, stm.inlined_at});
      kept[i] = false;
      continue;
    }
    const auto [first, fresh] = known.emplace(result.var, binder.atom());
    if (fresh) continue;
    alias(binder, first->second);
    kept[i] = false;
  }
  keep(stm.binders, kept);
  keep(results, kept);
  kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(reduced));
  keep(soac.row_shapes, kept);
}

namespace {

/// Whether [x] is what [y] is in the body of [op], if component [b] of its operands is always [a].
bool is_same(const Lambda& op, const Atom& x, const Atom& y, std::size_t a, std::size_t b,
             int steps = 0) {
  constexpr int kMostSteps = 8;
  const std::size_t n = op.params.size() / 2;
  if (x == y) return true;
  for (const std::size_t side : {std::size_t{0}, n})
    if (x == op.params[side + a].atom() && y == op.params[side + b].atom()) return true;
  const auto made = place_of(op.body, x.var), other = place_of(op.body, y.var);
  if (!made || !other || steps == kMostSteps) return false;
  const auto* p = std::get_if<PrimApp>(&op.body.stms[*made].exp.node);
  const auto* q = std::get_if<PrimApp>(&op.body.stms[*other].exp.node);
  if (p == nullptr || q == nullptr || !(p->prim == q->prim)) return false;
  for (std::size_t k = 0; k < p->args.size(); ++k)
    if (!is_same(op, p->args[k], q->args[k], a, b, steps + 1)) return false;
  return true;
}

/// The first component of [op] that [b] always equals: itself, if it is like none before.
std::size_t first_equal(const Lambda& op, const Atoms& neutral, const Atoms& operands,
                        std::size_t b) {
  for (std::size_t a = 0; a < b; ++a)
    if (neutral[a] == neutral[b] && operands[a] == operands[b] &&
        is_same(op, op.body.results[a], op.body.results[b], a, b))
      return a;
  return b;
}

/// The primitive that component [k] of [op] is alone, if that is the lesser or greater of two
/// numbers: it is the same in whatever parts it is folded.
const Prim* chooses(const Lambda& op, std::size_t k) {
  const auto made = place_of(op.body, op.body.results[k].var);
  const auto* app = made ? std::get_if<PrimApp>(&op.body.stms[*made].exp.node) : nullptr;
  if (app == nullptr) return nullptr;
  const prims::Op what = prims::op_of(app->prim);
  const Atoms both{op.params[k].atom(), op.params[op.params.size() / 2 + k].atom()};
  const bool one = (what == prims::Op::min || what == prims::Op::max) && app->args == both;
  return one ? &app->prim : nullptr;
}

/// [op] without component [b], which is always [a].
void merge(Lambda& op, Names& names, std::size_t a, std::size_t b) {
  const std::size_t n = op.params.size() / 2;
  Substitution equal{{op.params[b].id, op.params[a].atom()},
                     {op.params[n + b].id, op.params[n + a].atom()}};
  op.params.erase(op.params.begin() + static_cast<std::ptrdiff_t>(n + b));
  op.params.erase(op.params.begin() + static_cast<std::ptrdiff_t>(b));
  op.body.results.erase(op.body.results.begin() + static_cast<std::ptrdiff_t>(b));
  op.body = refresh(op.body, names, std::move(equal));
}

}  // namespace

// A choice of numbers that another operator makes among others; [places] are their results.
template <class Operator>
void Simplifier::drop_choices(const Stm& stm, const std::vector<Operator>& operators,
                              const Atoms& results,
                              const std::vector<std::vector<std::size_t>>& places,
                              std::vector<bool>& kept, std::vector<bool>& kept_operators) {
  for (std::size_t i = 0; i < operators.size(); ++i) {
    const Operator& one = operators[i];
    const Prim* prim = one.neutral.size() == 1 && kept_operators[i] ? chooses(one.op, 0) : nullptr;
    const auto is_made_by = [&](std::size_t j, std::size_t k) {
      const Prim* other = chooses(operators[j].op, k);
      return other != nullptr && *other == *prim && operators[j].neutral[k] == one.neutral[0] &&
             results[places[j][k]] == results[places[i][0]];
    };
    for (std::size_t j = 0; prim != nullptr && j < operators.size(); ++j) {
      if (!kept_operators[j] || operators[j].neutral.size() == 1) continue;
      for (std::size_t k = 0; k < operators[j].neutral.size() && kept_operators[i]; ++k) {
        if (!is_made_by(j, k)) continue;
        alias(stm.binders[places[i][0]], stm.binders[places[j][k]].atom());
        kept[places[i][0]] = false;
        kept_operators[i] = false;
      }
    }
  }
}

// Gives the end of the operators' results, which begin at [from].
template <class Operator>
std::size_t Simplifier::drop_operators(const Stm& stm, std::vector<Operator>& operators,
                                       const Atoms& results, std::size_t from,
                                       std::vector<bool>& kept) {
  std::unordered_map<Key, std::size_t, KeyHash> seen;
  std::vector<std::vector<std::size_t>> places(operators.size());  // their results
  std::vector<bool> kept_operators(operators.size(), true);
  std::size_t at = from;
  for (std::size_t i = 0; i < operators.size(); ++i) {
    Operator& op = operators[i];
    const std::size_t count = op.neutral.size();
    const auto begin = results.begin() + static_cast<std::ptrdiff_t>(at);
    Atoms operands(begin, begin + static_cast<std::ptrdiff_t>(count));
    places[i].resize(count);
    std::iota(places[i].begin(), places[i].end(), at);
    for (std::size_t b = count; b-- > 1;) {
      const std::size_t a = first_equal(op.op, op.neutral, operands, b);
      if (a == b) continue;
      merge(op.op, program_.names, a, b);
      alias(stm.binders[at + b], stm.binders[at + a].atom());
      kept[at + b] = false;
      places[i].erase(places[i].begin() + static_cast<std::ptrdiff_t>(b));
      op.neutral.erase(op.neutral.begin() + static_cast<std::ptrdiff_t>(b));
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(b));
    }
    // (One alone is like no other.)
    const auto key =
        operators.size() > 1 ? key_of(op.op, op.neutral, operands, program_) : std::optional<Key>();
    if (key) {
      const auto [same, fresh] = seen.emplace(*key, i);
      kept_operators[i] = fresh;
      for (std::size_t k = 0; !fresh && k < places[i].size(); ++k) {
        alias(stm.binders[places[i][k]], stm.binders[places[same->second][k]].atom());
        kept[places[i][k]] = false;
      }
    }
    at += count;
  }
  drop_choices(stm, operators, results, places, kept, kept_operators);
  keep(operators, kept_operators);
  return at;
}

}  // namespace laguz::core::simplifier
