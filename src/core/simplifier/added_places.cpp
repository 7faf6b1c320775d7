// Accumulators for what is added to: one row of an array, or its columns one after the other.
#include <algorithm>

#include "core/simplifier/nested_updates.hpp"
#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

/// The dimension in which all [updates], which are in the lambda of one Soac of [with], have the
/// number of its iteration.
std::optional<std::size_t> dimension_of_iterations(const WithAcc& with, VarId acc,
                                                   const std::vector<AccUpdate*>& updates) {
  const Soac* around = nullptr;
  for (const Stm& stm : with.body.stms) {
    if (!uses(stm.exp, acc)) continue;
    if (around != nullptr) return std::nullopt;
    around = std::get_if<Soac>(&stm.exp.node);
    if (around == nullptr) return std::nullopt;
  }
  for (std::size_t d = 0; d < updates.front()->indices.size(); ++d) {
    const Atom& number = updates.front()->indices[d];
    for (const Binder& param : around->lambda.params)
      if (param.atom() == number &&
          std::all_of(updates.begin(), updates.end(),
                      [&](const AccUpdate* update) { return update->indices[d] == number; }))
        return d;
  }
  return std::nullopt;
}

/// Whether [var] is the number of an iteration: 0, 1, ... of a Soac in [body].
bool counts_in(const Body& body, VarId var, const facts::Facts& facts) {
  bool found = false;
  for (const Stm& stm : body.stms) {
    if (const auto* soac = std::get_if<Soac>(&stm.exp.node))
      for (std::size_t a = 0; a < soac->arrays.size() && !found; ++a)
        found = soac->lambda.params[a].id == var && facts.is_iota(soac->arrays[a], soac->width);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found = found || counts_in(inner, var, facts); });
  }
  return found;
}

/// The last of two dimensions, if [updates] are at columns that are constants, and in rows that
/// Soacs in [body] count.
std::optional<std::size_t> dimension_of_columns(const Body& body,
                                                const std::vector<AccUpdate*>& updates,
                                                const facts::Facts& facts) {
  const bool all = std::all_of(updates.begin(), updates.end(), [&](const AccUpdate* update) {
    return update->indices.size() == 2 && update->indices[1].is_constant() &&
           counts_in(body, update->indices[0].var, facts);
  });
  return all ? std::optional<std::size_t>(1) : std::nullopt;
}

}  // namespace

// Where all that is added goes to one row of an array, that is what is added to. Gives what is to
// stand after it.
std::vector<Stm> Simplifier::add_to_rows(Stm& stm, WithAcc& with) {
  std::vector<Stm> put_back;
  for (auto& [acc, binder, updates] : nested_sums(stm.binders, with)) {
    if (acc.index_rank < 2) continue;
    const Atom row = updates.front()->indices[0];
    const Index index{acc.arrays[0], {row}, {}};
    if (facts_.depth_of(row) > facts_.depth() || !facts_.is_in_bounds(index, 0) ||
        !std::all_of(updates.begin(), updates.end(),
                     [&](const AccUpdate* update) { return update->indices[0] == row; }))
      continue;
    learnt_ = true;
    const Binder before = program_.names.bind(binder.type.row());
    const Binder after = program_.names.bind(before.type);
    place({{before}, {index}, stm.span, stm.inlined_at});
    put_back.push_back(
        {{binder}, {Update{acc.arrays[0], {at(row)}, after.atom()}}, stm.span, stm.inlined_at});
    binder = after;
    acc.arrays[0] = before.atom();
    resolve(acc.arrays[0]);
    --acc.index_rank;
    --acc.acc.type.rank;
    for (AccUpdate* update : updates) {
      update->acc = acc.acc.atom();
      update->indices.erase(update->indices.begin());
    }
  }
  return put_back;
}

// Where iterations add to columns of zeros, each to its own, those are rows of the transpose; and
// where they add to a few columns, and to all rows: numbers next to each other are added to as one.
// Gives what is to stand after it.
std::vector<Stm> Simplifier::add_to_columns(Stm& stm, WithAcc& with) {
  std::vector<Stm> turned_back;
  for (auto& [acc, binder, updates] : nested_sums(stm.binders, with)) {
    const ArrayApp* app = facts_.array_app(acc.arrays[0]);
    if (acc.index_rank < 2 || app == nullptr || app->op != ArrayOp::zeros) continue;
    auto dim = dimension_of_iterations(with, acc.acc.id, updates);
    if (!dim) dim = dimension_of_columns(with.body, updates, facts_);
    if (!dim || *dim == 0) continue;
    const auto first = [&](auto& items) {
      std::rotate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(*dim),
                  items.begin() + static_cast<std::ptrdiff_t>(*dim) + 1);
    };
    learnt_ = true;
    ArrayApp zeros = *app;
    first(zeros.args);
    std::vector<std::int64_t> order;
    for (int d = 0; d < binder.type.rank; ++d) order.push_back(d);
    std::rotate(order.begin(), order.begin() + 1,
                order.begin() + static_cast<std::ptrdiff_t>(*dim) + 1);
    const Binder made = program_.names.bind(binder.type), sums = program_.names.bind(binder.type);
    place({{made}, {std::move(zeros)}, stm.span, stm.inlined_at});
    turned_back.push_back({{binder},
                           {ArrayApp{ArrayOp::rearrange, {sums.atom()}, std::move(order)}},
                           stm.span,
                           stm.inlined_at});
    binder = sums;
    acc.arrays[0] = made.atom();
    resolve(acc.arrays[0]);
    for (AccUpdate* update : updates) first(update->indices);
  }
  return turned_back;
}

}  // namespace laguz::core::simplifier
