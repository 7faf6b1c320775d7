#include "core/products/row_lengths.hpp"

#include <algorithm>

#include "support/deep_stack.hpp"

namespace laguz::core::products {
namespace {

/// The lengths of [var], which a statement of [body] binds, as they are written there.
std::optional<Atoms> written(const Body& body, const Atom& var) {
  support::expect_stack("A branch in branches");
  const auto place = var.is_constant() ? std::nullopt : place_of(body, var.var);
  if (!place) return {};
  const Stm& stm = body.stms[*place];
  const auto at = static_cast<std::size_t>(
      std::find_if(stm.binders.begin(), stm.binders.end(),
                   [&](const Binder& binder) { return binder.id == var.var; }) -
      stm.binders.begin());
  if (const auto* update = std::get_if<Update>(&stm.exp.node)) return written(body, update->array);
  if (const auto* app = std::get_if<ArrayApp>(&stm.exp.node)) {
    if (app->op == ArrayOp::zeros) return app->args;
    if (app->op == ArrayOp::reshape) return Atoms(app->args.begin() + 1, app->args.end());
    if (app->op == ArrayOp::iota) return Atoms{app->args[0]};
    if (app->op == ArrayOp::replicate && app->args[1].type.rank == 0) return Atoms{app->args[0]};
    return {};
  }
  if (const auto* choice = std::get_if<If>(&stm.exp.node)) {
    auto lengths = written(choice->then_body, choice->then_body.results[at]);
    if (!lengths || lengths != written(choice->else_body, choice->else_body.results[at])) return {};
    return lengths;
  }
  if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
    Atoms arrays;
    for (const WithAcc::Acc& acc : with->accs)
      arrays.insert(arrays.end(), acc.arrays.begin(), acc.arrays.end());
    if (at < arrays.size()) return written(body, arrays[at]);
    auto lengths = written(with->body, with->body.results[at - arrays.size()]);
    if (lengths && std::any_of(lengths->begin(), lengths->end(), [&](const Atom& length) {
          return !length.is_constant() && place_of(with->body, length.var);
        }))
      return {};
    return lengths;
  }
  const auto* soac = std::get_if<Soac>(&stm.exp.node);
  if (soac == nullptr) return {};
  const std::size_t mapped = stm.binders.size() - soac->row_shapes.size();
  if (at < mapped) return {};
  Atoms lengths{soac->width};
  const Atoms& rows = soac->row_shapes[at - mapped];
  lengths.insert(lengths.end(), rows.begin(), rows.end());
  return lengths;
}

bool are_outside(const std::optional<Atoms>& lengths, const Level& level) {
  return lengths && std::none_of(lengths->begin(), lengths->end(),
                                 [&](const Atom& length) { return level.binds(length.var); });
}

}  // namespace

std::optional<Atoms> RowLengths::of(const Level& level, const Binder& var) const {
  if (var.type.acc) return {};
  if (var.type.rank == 0) return Atoms{};
  auto lengths = written(level.body(), var.atom());
  return are_outside(lengths, level) ? lengths : std::nullopt;
}

std::optional<Atoms> RowLengths::named(const Level& level, const Binder& var) {
  if (auto lengths = of(level, var)) return lengths;
  return var.type.acc ? std::nullopt : outside(level, var.atom());
}

std::optional<Atoms> RowLengths::outside(const Level& level, const Atom& var) {
  support::expect_stack("An array made of others");
  if (auto lengths = of(level, {var.var, var.type})) return lengths;
  if (const auto param = level.param(var.var)) {
    Atoms lengths;
    for (int d = 1; d <= var.type.rank; ++d)
      lengths.push_back(before_.shape(level.soac().arrays[*param], d));
    return lengths;
  }
  const auto place = level.stm(var.var);
  if (!place) return before_.shape(var);
  const Stm& stm = level.body().stms[*place];
  if (const auto* update = std::get_if<Update>(&stm.exp.node)) return outside(level, update->array);
  const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
  if (app == nullptr || app->op != ArrayOp::concat) return {};
  auto lengths = outside(level, app->args[0]);
  for (std::size_t i = 1; i < app->args.size() && lengths; ++i) {
    const auto more = outside(level, app->args[i]);
    if (!more) return {};
    (*lengths)[0] = before_.add((*lengths)[0], (*more)[0]);
  }
  return lengths;
}

std::vector<Stm> RowLengths::take() { return before_.finish({}).stms; }

}  // namespace laguz::core::products
