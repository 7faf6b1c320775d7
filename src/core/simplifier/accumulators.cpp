// What simplification does to accumulators: one to which a Soac adds at the number of each
// iteration, and nothing else does, is what that Soac maps, if it is of zeros or numbers; one to
// which it adds at a few known places is what it reduces. (But for the sign of a zero. So it is
// done only where nobody has written the additions.) And where all that is added is the negative of
// something, that is added, and the sums are negated.
#include <algorithm>
#include <span>

#include "core/simplifier/nested_updates.hpp"
#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {
namespace {

/// The only statement of [body] that uses [acc], an update of it.
std::optional<std::size_t> only_update(const Body& body, VarId acc) {
  std::optional<std::size_t> found;
  for (std::size_t s = 0; s < body.stms.size(); ++s) {
    if (!uses(body.stms[s].exp, acc)) continue;
    if (found || !std::holds_alternative<AccUpdate>(body.stms[s].exp.node)) return std::nullopt;
    found = s;
  }
  return found;
}

/// What the statements of [body] add to each of [n] places of [acc]; nothing if it is used
/// otherwise.
std::optional<std::vector<Atoms>> added_to(const Body& body, VarId acc, std::int64_t n) {
  std::vector<Atoms> added(static_cast<std::size_t>(n));
  for (const Stm& stm : body.stms) {
    if (!uses(stm.exp, acc)) continue;
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update == nullptr || update->indices.size() != 1 || !update->indices[0].is_constant())
      return std::nullopt;
    const std::int64_t at = update->indices[0].scalar().as_i64();
    if (at >= 0 && at < n) added[static_cast<std::size_t>(at)].push_back(update->values[0]);
  }
  return added;
}

/// Results of a statement before those of accumulator [k].
std::ptrdiff_t results_before(const WithAcc& with, std::size_t k) {
  std::ptrdiff_t result = 0;
  for (std::size_t before = 0; before < k; ++before)
    result += static_cast<std::ptrdiff_t>(with.accs[before].arrays.size());
  return result;
}

/// Its elements negated. [lengths]: of its dimensions.
Exp negative(Names& names, const Atom& array, std::span<const Atom> lengths) {
  const Binder row = names.bind(array.type.row());
  const Binder result = names.bind(row.type);
  Exp exp = row.type.is_scalar() ? Exp{PrimApp{prims::get("neg", row.type.elem), {row.atom()}}}
                                 : negative(names, row.atom(), lengths.subspan(1));
  Lambda lambda{{row}, {{}, {result.atom()}}};
  lambda.body.stms.push_back({{result}, std::move(exp), {}});
  return {Soac{lengths[0],
               {array},
               std::move(lambda),
               {},
               {},
               {Atoms(lengths.begin() + 1, lengths.end())},
               false}};
}

}  // namespace

// What [stm] adds to a number of an array of zeros. That is where no cotangent has come to, so that
// not even the sign of a zero is changed.
std::optional<Atom> Simplifier::added_to_nothing(const Stm& stm) const {
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  if (prim == nullptr || prims::op_of(prim->prim) != prims::Op::add) return std::nullopt;
  for (const std::size_t k : {0U, 1U})
    if (zeros_.count(prim->args[k].var) > 0) return prim->args[1 - k];
  return std::nullopt;
}

// It adds nothing but where an index is below a length of the accumulator: these take what is
// inside of them only.
bool Simplifier::is_unneeded(const If& choice) const {
  const auto ignores_the_rest = [&](const Stm& stm) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update == nullptr) return false;
    for (std::size_t d = 0; d < update->indices.size(); ++d)
      if (facts_.is_below_by(choice.condition, update->indices[d],
                             facts_.length(update->acc, static_cast<int>(d))))
        return true;
    return false;
  };
  const auto& adds = choice.then_body.stms;
  return choice.then_body.results.empty() && choice.else_body.stms.empty() && !adds.empty() &&
         std::all_of(adds.begin(), adds.end(), ignores_the_rest);
}

// Gives what is to stand after it.
std::vector<Stm> Simplifier::turn_signs(Stm& stm, WithAcc& with) {
  std::vector<Stm> turned;
  for (auto& [acc, binder, updates] : nested_sums(stm.binders, with)) {
    const ArrayApp* app = facts_.array_app(acc.arrays[0]);
    if (app == nullptr || app->op != ArrayOp::zeros ||
        !std::all_of(updates.begin(), updates.end(), [&](const AccUpdate* update) {
          return negated(update->values[0]).has_value();
        }))
      continue;
    for (AccUpdate* update : updates) update->values[0] = *negated(update->values[0]);
    const Binder sums = program_.names.bind(binder.type);
    turned.push_back(
        {{binder}, negative(program_.names, sums.atom(), app->args), stm.span, stm.inlined_at});
    binder = sums;
  }
  return turned;
}

// The update is at the number of the iteration of [soac], which runs over all of the array.
bool Simplifier::is_by_number(const WithAcc::Acc& acc, const Soac& soac, const AccUpdate& update) {
  if (!is_plain(acc) || update.indices.size() != 1 || !facts_.has_width(acc.arrays[0], soac.width))
    return false;
  const ArrayApp* app = facts_.array_app(acc.arrays[0]);
  const bool zeros = app != nullptr && app->op == ArrayOp::zeros;
  if (!zeros && !update.values[0].type.is_scalar()) return false;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i)
    if (soac.lambda.params[i].atom() == update.indices[0])
      return facts_.is_iota(soac.arrays[i], soac.width);
  return false;
}

// Such accumulators of [with] become results. Gives what is to stand after it.
std::vector<Stm> Simplifier::drop_accumulators(Stm& stm, WithAcc& with) {
  std::vector<Stm> after;
  for (std::size_t k = with.accs.size(); k-- > 0;) {
    const WithAcc::Acc acc = with.accs[k];
    if (acc.arrays.size() != 1) continue;
    const Binder binder = stm.binders[static_cast<std::size_t>(results_before(with, k))];
    if (auto sums = added_accumulator(stm, with, acc))
      after.push_back({{binder}, std::move(*sums), stm.span, stm.inlined_at});
    else if (mapped_accumulator(with, acc))
      stm.binders.push_back(binder);
    else
      continue;
    stm.binders.erase(stm.binders.begin() + results_before(with, k));
    with.accs.erase(with.accs.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return after;
}

namespace {

/// The Soac that [with] ends with, if nothing else in it uses [acc].
Stm* only_soac(WithAcc& with, const WithAcc::Acc& acc) {
  auto& stms = with.body.stms;
  if (stms.empty() || !std::holds_alternative<Soac>(stms.back().exp.node)) return nullptr;
  for (std::size_t s = 0; s + 1 < stms.size(); ++s)
    if (uses(stms[s].exp, acc.acc.id)) return nullptr;
  return &stms.back();
}

}  // namespace

// [acc] as another result of a Soac, and of [with].
bool Simplifier::mapped_accumulator(WithAcc& with, const WithAcc::Acc& acc) {
  Stm* const last = only_soac(with, acc);
  if (last == nullptr) return false;
  auto& soac = std::get<Soac>(last->exp.node);
  Body& lambda = soac.lambda.body;
  const auto at = only_update(lambda, acc.acc.id);
  if (!at) return false;
  const auto update = std::get<AccUpdate>(lambda.stms[*at].exp.node);
  if (!is_by_number(acc, soac, update)) return false;
  const ArrayApp* app = facts_.array_app(acc.arrays[0]);
  if (app != nullptr && app->op == ArrayOp::zeros) {
    lambda.stms.erase(lambda.stms.begin() + static_cast<std::ptrdiff_t>(*at));
    lambda.results.push_back(update.values[0]);
    soac.row_shapes.emplace_back(app->args.begin() + 1, app->args.end());
  } else {
    const Binder element = program_.names.bind(acc.arrays[0].type.row());
    const Binder sum = program_.names.bind(element.type);
    soac.arrays.push_back(acc.arrays[0]);
    soac.lambda.params.push_back(element);
    lambda.stms[*at].binders = {sum};
    lambda.stms[*at].exp = {
        PrimApp{prims::addition(element.type.elem), {element.atom(), update.values[0]}}};
    lambda.results.push_back(sum.atom());
    soac.row_shapes.emplace_back();
  }
  last->binders.push_back(program_.names.bind(update.values[0].type.array_of()));
  facts_.bind(last->binders.back(), facts_.depth() + 1);  // that of the body of [with]
  facts_.learn_lengths(last->binders.back(), facts_.defined_lengths(acc.arrays[0]));
  with.body.results.push_back(last->binders.back().atom());
  return true;
}

// The elements of [acc], which are a few, as results of [with] and of [stm]: sums of what [with]
// adds itself, or reductions of a Soac.
std::optional<Exp> Simplifier::added_accumulator(Stm& stm, WithAcc& with, const WithAcc::Acc& acc) {
  const Type type = acc.arrays[0].type, number = type.row();
  const std::optional<Atoms> zeros = elements_of(acc.arrays[0]);
  const ArrayApp* app = facts_.array_app(acc.arrays[0]);
  if (wide_soacs_ == 0 || !is_plain(acc) || type.rank != 1 || !zeros || app == nullptr ||
      app->op != ArrayOp::zeros || type.elem == ScalarType::boolean)
    return std::nullopt;
  const auto n = static_cast<std::int64_t>(zeros->size());
  Stm* last = nullptr;
  auto added = added_to(with.body, acc.acc.id, n);
  if (!added) {
    last = only_soac(with, acc);
    if (last != nullptr)
      added = added_to(std::get<Soac>(last->exp.node).lambda.body, acc.acc.id, n);
  }
  if (!added) return std::nullopt;
  Body& body = last == nullptr ? with.body : std::get<Soac>(last->exp.node).lambda.body;
  std::erase_if(body.stms, [&](const Stm& one) { return uses(one.exp, acc.acc.id); });
  const Prim add = prims::get("add", type.elem);
  ArrayLit elements{{}, number, {}};
  for (std::size_t i = 0; i < added->size(); ++i) {
    const Atoms& values = (*added)[i];
    if (values.empty()) {
      elements.elements.push_back((*zeros)[i]);
      continue;
    }
    Atom sum = values[0];
    for (std::size_t v = 1; v < values.size(); ++v) {
      const Binder next = program_.names.bind(number);
      body.stms.push_back({{next}, {PrimApp{add, {sum, values[v]}}}, stm.span});
      sum = next.atom();
    }
    if (last != nullptr) sum = added_reduction(*last, sum, (*zeros)[i]);
    const Binder outer = program_.names.bind(number);
    with.body.results.push_back(sum);
    stm.binders.push_back(outer);
    elements.elements.push_back(outer.atom());
  }
  return Exp{std::move(elements)};
}

// The sum of [value], from [zero], over the iterations of [stm], a Soac.
Atom Simplifier::added_reduction(Stm& stm, const Atom& value, const Atom& zero) {
  auto& soac = std::get<Soac>(stm.exp.node);
  std::ptrdiff_t reduced = 0;
  for (const Reduce& reduce : soac.reduces)
    reduced += static_cast<std::ptrdiff_t>(reduce.neutral.size());
  Lambda op;
  for (int k = 0; k < 2; ++k) op.params.push_back(program_.names.bind(value.type));
  const Binder total = program_.names.bind(value.type), result = program_.names.bind(value.type);
  op.body.stms.push_back(
      {{total},
       {PrimApp{prims::get("add", value.type.elem), {op.params[0].atom(), op.params[1].atom()}}},
       stm.span});
  op.body.results = {total.atom()};
  soac.reduces.push_back({std::move(op), {zero}, true});
  soac.lambda.body.results.insert(soac.lambda.body.results.begin() + reduced, value);
  stm.binders.insert(stm.binders.begin() + reduced, result);
  return result.atom();
}

// Results that are not made in it.
void Simplifier::drop_outer_results(Stm& stm, WithAcc& with) {
  Atoms& results = with.body.results;
  const std::size_t accs = stm.binders.size() - results.size();
  for (std::size_t r = results.size(); r-- > 0;) {
    if (results[r].type.acc || place_of(with.body, results[r].var)) continue;
    alias(stm.binders[accs + r], results[r]);
    stm.binders.erase(stm.binders.begin() + static_cast<std::ptrdiff_t>(accs + r));
    results.erase(results.begin() + static_cast<std::ptrdiff_t>(r));
  }
}

}  // namespace laguz::core::simplifier
