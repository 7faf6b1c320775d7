// Where statements go: out of lambdas and loops, as far as they are the same and cannot fail.
#include <algorithm>

#include "core/semantics.hpp"
#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {

int Simplifier::depth_of_operands(const Exp& exp) const {
  int deepest = 0;
  visit(
      exp, [&](const Atom& atom) { deepest = std::max(deepest, facts_.depth_of(atom)); },
      [](const Body&, const Binders&) {});
  return deepest;
}

namespace {

/// Whether a partial derivative may be no number, or infinite.
bool may_have_no_slope(const PrimApp& app) {
  if (!support::is_float(app.prim.type)) return false;
  const prims::Row& row = prims::row_of(app.prim);
  const bool by_constant = row.op == prims::Op::div && app.args[1].is_constant();
  return (!row.has(prims::kTame) || !row.pole.empty()) && !by_constant;
}

}  // namespace

// The frame for the statement: out of lambdas and loops if it is the same in every iteration and
// cannot fail. What is not cheap stays in its branch.
int Simplifier::home_of(const Stm& stm) const {
  const auto* node = &stm.exp.node;
  if (const auto* soac = std::get_if<Soac>(node)) return home_of(*soac, stm.exp);
  const auto* call = std::get_if<Call>(node);
  if (call && program_[call->function].constant) {
    const Function& constant = program_[call->function];
    const bool there = constant.known != nullptr || constant.evaluated;
    return there && !facts_.keeps_derivatives() ? 0 : home_of_costly(0);
  }
  // (In a branch that is not taken, a slope that is infinite counts for nothing.)
  if (const auto* prim = std::get_if<PrimApp>(node);
      prim != nullptr && facts_.keeps_derivatives() && may_have_no_slope(*prim))
    return home_of_costly(depth_of_operands(stm.exp));
  const auto* app = std::get_if<ArrayApp>(node);
  const bool view = app && row_of(app->op).cost == ElementCost::nothing;
  // (A map without iterations asserts nothing of its rows, but takes their shape from what is
  // outside: a new one, which may not fit, is not to be found there.)
  const bool whole = app && copies_elements(app->op) &&
                     (facts_.keeps_derivatives() || row_of(app->op).keeps_shape);
  if (whole && !has_own_effect(stm.exp)) return home_of_costly(depth_of_operands(stm.exp));
  const bool cheap = view || std::holds_alternative<PrimApp>(*node);
  const int here = facts_.depth();
  int deepest = depth_of_operands(stm.exp);
  bool safe = cheap && !has_own_effect(stm.exp);
  if (app && app->op == ArrayOp::reshape) safe = safe || facts_.keeps_size(*app);
  if (std::holds_alternative<Index>(*node) || std::holds_alternative<Slice>(*node))
    if (const auto scope = safe_scopes_.find(stm.binders[0].id); scope != safe_scopes_.end()) {
      deepest = std::max(deepest, scope->second);
      safe = true;
    }
  if (!safe) return here;
  const auto outermost = std::upper_bound(repeated_.begin(), repeated_.end(), deepest);
  return outermost != repeated_.end() ? *outermost - 1 : here;
}

int Simplifier::home_of(const Soac& soac, const Exp& exp) const {
  const int here = facts_.depth();
  if (here == 0 || has_effect(exp)) return here;
  for (const Atom& array : soac.arrays)
    if (!facts_.is_length(soac.width, facts_.defined_length(array, 0))) return here;
  int deepest = 0;
  for (const Binder& variable : free_variables(exp))
    deepest = std::max(deepest, facts_.depth_of(variable.atom()));
  return home_of_costly(deepest);
}

int Simplifier::home_of_costly(int deepest) const {
  int target = facts_.depth();
  for (int i = target; i > deepest && !frames_[static_cast<std::size_t>(i)].conditional; --i)
    if (frames_[static_cast<std::size_t>(i)].repeated) target = i - 1;
  return target;
}

// Has [message] say what it says in the first iteration, in what is around the scope [depth].
// Whether it can.
bool Simplifier::says_in_first(Message& message, int depth) const {
  Message before = message;
  for (auto& part : before) {
    auto* atom = std::get_if<Atom>(&part);
    if (atom == nullptr || facts_.depth_of(*atom) < depth) continue;
    if (numbers_.count(atom->var) == 0) return false;
    *atom = Atom::constant(Scalar::integer(atom->type.elem, 0));
  }
  message = std::move(before);
  return true;
}

// An assertion that is the same in every iteration is checked once, before, if there is one.
void Simplifier::place_assertion(Stm&& stm) {
  auto& [condition, message] = std::get<Assert>(stm.exp.node);
  const Atom inside = condition;
  int deepest = facts_.depth_of(condition);
  int target = facts_.depth();
  for (; target > deepest && checks_ == Checks::before; --target) {
    const Frame& frame = frames_[static_cast<std::size_t>(target)];
    if (!frame.trips || frame.ordered || facts_.depth_of(*frame.trips) >= target ||
        !says_in_first(message, target))
      break;
    const Atom trips = *frame.trips;
    deepest = std::max(deepest, facts_.depth_of(trips));
    const Atom none = computed("le", {trips, Atom::constant({trips.type.elem, 0})}, stm);
    condition = computed("or", {none, condition}, stm);
  }
  facts_.learn_truth(inside, true);
  Frame& frame = frames_[static_cast<std::size_t>(target)];
  frame.asserted.push_back(condition);
  frame.out.push_back(std::move(stm));
}

// The outermost scope in which it is certain that [index] is in bounds.
std::optional<int> Simplifier::scope_of_bounds(const Index& index) const {
  int scope = 0;
  for (std::size_t d = 0; d < index.indices.size(); ++d)
    while (!facts_.is_in_bounds(index, d, scope))
      if (++scope > facts_.depth()) return std::nullopt;
  return scope;
}

// Whether [update] writes a slice that is certainly there, and as long as what it writes.
bool Simplifier::fits_slice(const Update& update) const {
  const Slice written{update.array, update.dims};
  if (!facts_.is_certain(written, facts_.depth())) return false;
  int dim = 0;
  for (std::size_t d = 0; d < update.array.type.rank; ++d) {
    if (d < update.dims.size() && update.dims[d].fixed) continue;
    const auto length = facts_.length_of(written, d);
    if (!length || !facts_.is_same(facts_.length(update.value, dim++), facts_.known(*length)))
      return false;
  }
  return true;
}

// What [update] writes whole, if what it writes there is of that shape.
std::optional<Index> Simplifier::place_of_fitting(const Update& update) const {
  Index place{update.array, {}, {}};
  for (const DimSlice& dim : update.dims) {
    if (!dim.fixed) return std::nullopt;
    place.indices.push_back(dim.index);
  }
  const auto first = static_cast<int>(update.dims.size());
  for (int dim = 0; dim < update.value.type.rank; ++dim)
    if (!facts_.is_same(facts_.length(update.value, dim), facts_.length(update.array, first + dim)))
      return std::nullopt;
  return place;
}

// (An update is as safe as reading what it writes.)
void Simplifier::note_safe_scope(const Stm& stm) {
  if (stm.binders.empty()) return;
  const VarId id = stm.binders[0].id;
  const auto* index = std::get_if<Index>(&stm.exp.node);
  const auto* update = std::get_if<Update>(&stm.exp.node);
  std::optional<int> scope;
  if (safe_.count(id) > 0) {
    scope = 0;
  } else if (std::holds_alternative<Slice>(stm.exp.node)) {
    if (safe_here_.count(id) > 0) scope = facts_.depth();
  } else if (index) {
    scope = scope_of_bounds(*index);
  } else if (update) {
    if (const auto place = place_of_fitting(*update))
      scope = scope_of_bounds(*place);
    else if (fits_slice(*update))
      scope = facts_.depth();
    if (scope) safe_here_.insert(id);
  }
  if (scope) safe_scopes_[id] = *scope;
}

}  // namespace laguz::core::simplifier
