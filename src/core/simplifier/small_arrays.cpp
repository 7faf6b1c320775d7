// What simplification does to small arrays in lambdas and loops: they become numbers. A Soac over
// three elements takes as long there as a dozen operations, an array of three is memory that every
// lane has to itself, and of numbers more is known.
#include <algorithm>

#include "core/semantics.hpp"
#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::int64_t kMostIterations = 4;
constexpr std::size_t kMostStatements = 48;  ///< that take the place of a Soac
constexpr std::size_t kMostElements = 16;

bool is_number(const Atom& atom) { return atom.type.is_scalar(); }

/// Of numbers; if it [may_add], it adds them to accumulators, too.
bool computes_numbers(const Body& body, bool may_add = false) {
  return std::all_of(body.stms.begin(), body.stms.end(),
                     [may_add](const Stm& stm) {
                       if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node))
                         return may_add && std::all_of(update->values.begin(), update->values.end(),
                                                       is_number);
                       return std::holds_alternative<PrimApp>(stm.exp.node) ||
                              (std::holds_alternative<Index>(stm.exp.node) &&
                               stm.binders[0].type.is_scalar());
                     }) &&
         std::all_of(body.results.begin(), body.results.end(), is_number);
}

bool is_small(const Soac& soac, bool may_add) {
  if (!soac.width.is_constant() || !soac.scans.empty() || soac.checkpoint) return false;
  const std::int64_t width = soac.width.scalar().as_i64();
  if (width < 1 || width > kMostIterations || !computes_numbers(soac.lambda.body, may_add))
    return false;
  std::size_t statements = soac.lambda.body.stms.size();
  for (const Reduce& reduce : soac.reduces) {
    if (!computes_numbers(reduce.op.body)) return false;
    statements += reduce.op.body.stms.size();
  }
  return statements * static_cast<std::size_t>(width) <= kMostStatements;
}

Exp literal(const Atoms& elements) { return {ArrayLit{elements, elements[0].type, {}}}; }

}  // namespace

// The elements of a vector that is made of a few.
std::optional<Atoms> Simplifier::elements_of(const Atom& array) const {
  if (array.type.rank != 1) return std::nullopt;
  if (const ArrayLit* known = facts_.array_lit(array)) {
    const std::size_t count = known->elements.size();
    return count > 0 && count <= kMostElements ? std::optional(known->elements) : std::nullopt;
  }
  const ArrayApp* app = facts_.array_app(array);
  const bool all_alike = app && row_of(app->op).elements == Elements::alike;
  if (!all_alike || !app->args[0].is_constant()) return std::nullopt;
  const std::int64_t count = app->args[0].scalar().as_i64();
  if (count < 1 || count > static_cast<std::int64_t>(kMostElements)) return std::nullopt;
  const Atom each = app->op == ArrayOp::zeros ? Atom::constant({array.type.elem, 0}) : app->args[1];
  return Atoms(static_cast<std::size_t>(count), each);
}

// A number put in a known place of known elements.
std::optional<Exp> Simplifier::with_element(const Update& update) const {
  if (repeated_.empty() || update.dims.size() != 1 || !update.dims[0].fixed) return std::nullopt;
  const Atom& place = update.dims[0].index;
  std::optional<Atoms> elements = elements_of(update.array);
  if (!elements || !place.is_constant()) return std::nullopt;
  const std::int64_t at = place.scalar().as_i64();
  if (at < 0 || at >= static_cast<std::int64_t>(elements->size())) return std::nullopt;
  (*elements)[static_cast<std::size_t>(at)] = update.value;
  return literal(*elements);
}

// It has no iterations, as its operands say too.
bool Simplifier::is_of_nothing(const Soac& soac) const {
  return soac.width == Atom::i64(0) &&
         std::all_of(soac.arrays.begin(), soac.arrays.end(),
                     [&](const Atom& array) { return facts_.has_width(array, soac.width); });
}

// What it gives then: what does not depend on the iteration is not to be done for it.
void Simplifier::place_nothing(const Stm& stm, const Soac& soac) {
  std::size_t result = 0;
  for (const Reduce& reduce : soac.reduces)
    for (const Atom& neutral : reduce.neutral) alias(stm.binders[result++], neutral);
  for (Atoms lengths : soac.row_shapes) {
    const Binder& binder = stm.binders[result++];
    lengths.insert(lengths.begin(), soac.width);
    place({{binder},
           {ArrayApp{
               ArrayOp::zeros, std::move(lengths), {static_cast<std::int64_t>(binder.type.elem)}}},
           stm.span,
           stm.inlined_at});
  }
}

namespace {

/// The operand that has these elements, where [operands] are those of each iteration.
std::optional<std::size_t> which_operand(const std::vector<Atoms>& operands,
                                         const Atoms& elements) {
  for (std::size_t k = 0; !operands.empty() && k < operands[0].size(); ++k) {
    bool same = !elements[0].is_constant();
    for (std::size_t i = 0; i < elements.size() && same; ++i) same = operands[i][k] == elements[i];
    if (same) return k;
  }
  return std::nullopt;
}

}  // namespace

// A Soac of a few iterations on numbers is those iterations. Folds of so few are from the left.
// (Not before it is differentiated: a row that is read by element would get its cotangent by
// element.)
bool Simplifier::replaced(Stm& stm, Soac& soac) {
  drop_uniform_operands(stm, soac);
  if (is_of_nothing(soac)) {
    place_nothing(stm, soac);
    return true;
  }
  if (repeated_.empty() || facts_.keeps_derivatives() || !is_small(soac, wide_soacs_ > 0))
    return false;
  for (const Atom& array : soac.arrays)
    if (!facts_.has_width(array, soac.width)) return false;
  const std::int64_t width = soac.width.scalar().as_i64();
  std::vector<Atoms> rows, operands_of;
  for (std::int64_t i = 0; i < width; ++i) {
    Substitution elements;
    Atoms& operands = operands_of.emplace_back();
    for (std::size_t k = 0; k < soac.arrays.size(); ++k) {
      operands.push_back(element(stm, soac.arrays[k], i, soac.width));
      elements[soac.lambda.params[k].id] = operands[k];
    }
    CallSites turn(stm, {name_of_turns(soac), i});
    rows.push_back(placed(soac.lambda.body, std::move(elements), &turn));
    for (Atom& operand : operands) resolve(operand);
  }
  std::size_t result = 0;
  for (const Reduce& reduce : soac.reduces) {
    const std::size_t arity = reduce.neutral.size();
    Atoms total = reduce.neutral;
    for (std::int64_t i = 0; i < width; ++i) {
      const Atoms& row = rows[static_cast<std::size_t>(i)];
      Substitution operands;
      for (std::size_t k = 0; k < arity; ++k) {
        operands[reduce.op.params[k].id] = total[k];
        operands[reduce.op.params[arity + k].id] = row[result + k];
      }
      CallSites turn(stm, {name_of_turns(soac), i});
      total = placed(reduce.op.body, std::move(operands), &turn);
    }
    for (const Atom& atom : total) alias(stm.binders[result++], atom);
  }
  for (; result < stm.binders.size(); ++result) {
    Atoms elements;
    for (const Atoms& row : rows) elements.push_back(row[result]);
    if (const auto same = which_operand(operands_of, elements)) {
      alias(stm.binders[result], soac.arrays[*same]);
      continue;
    }
    place({{stm.binders[result]}, literal(elements), stm.span, stm.inlined_at});
  }
  return true;
}

// A row of a few elements is added element by element, at the numbers of iterations. (Elsewhere
// each would be looked up by itself.)
bool Simplifier::replaced(const Stm& stm, const AccUpdate& update) {
  if (wide_soacs_ == 0 || facts_.keeps_derivatives() || sums_.count(update.acc.var) == 0 ||
      update.values[0].type.rank != 1)
    return false;
  const bool numbered =
      std::all_of(update.indices.begin(), update.indices.end(),
                  [&](const Atom& index) { return iota_params_.count(index.var) > 0; });
  const std::optional<Atoms> elements = elements_of(update.values[0]);
  if (!numbered || !elements || elements->size() > static_cast<std::size_t>(kMostIterations))
    return false;
  for (std::size_t i = 0; i < elements->size(); ++i) {
    AccUpdate one = update;
    one.indices.push_back(Atom::i64(static_cast<std::int64_t>(i)));
    one.values = {(*elements)[i]};
    place({{}, {std::move(one)}, stm.span, stm.inlined_at});
  }
  return true;
}

// The results of a copy of [body], in a turn of what is written out or where it stands.
Atoms Simplifier::placed(const Body& body, Substitution substitution, CallSites* turn) {
  Body copy = refresh(body, program_.names, std::move(substitution));
  if (turn != nullptr) turn->add_to(copy);
  take_in(copy);
  for (Atom& result : copy.results) resolve(result);
  return std::move(copy.results);
}

// Element [i] of [array], which has [width].
Atom Simplifier::element(const Stm& near, const Atom& array, std::int64_t i, const Atom& width) {
  const Atom number = Atom::i64(i);
  if (facts_.is_iota(array, width)) return number;
  const Binder one = program_.names.bind(array.type.row());
  place({{one}, {Index{array, {number}, {}}}, near.span, near.inlined_at});
  Atom atom = one.atom();
  resolve(atom);
  return atom;
}

// Vectors of a few elements that both branches give are given element by element. What makes
// vectors of them again is to stand after the branches.
std::vector<Stm> Simplifier::give_elements(Stm& stm, If& choice) {
  std::vector<Stm> vectors;
  if (repeated_.empty()) return vectors;
  Binders binders;
  Atoms yes, no;
  for (std::size_t i = 0; i < stm.binders.size(); ++i) {
    const Atom& taken = choice.then_body.results[i];
    const Atom& other = choice.else_body.results[i];
    const std::optional<Atoms> ours = elements_of(taken), theirs = elements_of(other);
    if (!ours || !theirs || ours->size() != theirs->size()) {
      binders.push_back(stm.binders[i]);
      yes.push_back(taken);
      no.push_back(other);
      continue;
    }
    Atoms elements;
    for (std::size_t k = 0; k < ours->size(); ++k) {
      binders.push_back(program_.names.bind((*ours)[k].type));
      elements.push_back(binders.back().atom());
    }
    yes.insert(yes.end(), ours->begin(), ours->end());
    no.insert(no.end(), theirs->begin(), theirs->end());
    vectors.push_back({{stm.binders[i]}, literal(elements), stm.span, stm.inlined_at});
  }
  stm.binders = std::move(binders);
  choice.then_body.results = std::move(yes);
  choice.else_body.results = std::move(no);
  return vectors;
}

}  // namespace laguz::core::simplifier
