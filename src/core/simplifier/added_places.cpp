// Accumulators for what is added to: one row of an array, or its columns one after the other.
#include <algorithm>

#include "core/builder.hpp"
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

// Where iterations add to columns of zeros, each to its own, those are rows of the transpose. Gives
// what is to stand after it.
std::vector<Stm> Simplifier::add_to_columns(Stm& stm, WithAcc& with) {
  std::vector<Stm> turned_back;
  for (auto& [acc, binder, updates] : nested_sums(stm.binders, with)) {
    const ArrayApp* app = facts_.array_app(acc.arrays[0]);
    if (acc.index_rank < 2 || app == nullptr || app->op != ArrayOp::zeros) continue;
    const auto dim = dimension_of_iterations(with, acc.acc.id, updates);
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
    turned_back.push_back(
        {{binder}, rearranged(sums.atom(), std::move(order)), stm.span, stm.inlined_at});
    binder = sums;
    acc.arrays[0] = made.atom();
    resolve(acc.arrays[0]);
    for (AccUpdate* update : updates) first(update->indices);
  }
  return turned_back;
}

}  // namespace laguz::core::simplifier
