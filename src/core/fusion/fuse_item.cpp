#include "core/fusion/fuse_item.hpp"

#include <algorithm>

#include "core/fusion/fused.hpp"
#include "core/products/nests.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

using products::is_view;
using products::Level;
using products::prim_of;

constexpr std::size_t kLambdaSize = 2000;  ///< statements of a fused lambda

// What the Soac at [at] of the body of a WithAcc uses other than as operands; with what else the
// WithAcc uses.
void add_uses_inside(const WithAcc& with, std::size_t at, VarSet& inside) {
  const auto use = [&](const Atom& atom) { inside.insert(atom.var); };
  for (const WithAcc::Acc& acc : with.accs) {
    for (const Atom& array : acc.arrays) use(array);
    for (const Atom& neutral : acc.neutral) use(neutral);
    if (!acc.op) continue;
    for (const Binder& variable : free_variables(*acc.op)) use(variable.atom());
  }
  for (std::size_t i = 0; i < with.body.stms.size(); ++i) {
    const Exp& exp = with.body.stms[i].exp;
    if (i == at) {
      fusion::add_uses_inside(std::get<Soac>(exp.node), inside);
    } else {
      for (const Binder& variable : free_variables(exp)) use(variable.atom());
    }
  }
  for (const Atom& result : with.body.results) use(result);
}

/// Rows are folded by an operator of their own: that has no lanes, and what makes the rows would
/// have none with it. (Within lambdas it is iterations around that are lanes.)
bool folds_rows(const Soac& soac) {
  const auto of_rows = [](const auto& fold) {
    return std::any_of(fold.op.params.begin(), fold.op.params.end(),
                       [](const Binder& param) { return param.type.rank > 0; });
  };
  return std::any_of(soac.reduces.begin(), soac.reduces.end(), of_rows) ||
         std::any_of(soac.scans.begin(), soac.scans.end(), of_rows);
}

/// More than products of elements of one array and rows of another, for whose sums there are
/// kernels.
bool has_work(const Soac& soac) {
  const auto& stms = soac.lambda.body.stms;
  return std::any_of(stms.begin(), stms.end(), [&](const Stm& stm) {
    const auto* inner = std::get_if<Soac>(&stm.exp.node);
    if (inner != nullptr && inner->reduces.empty() && inner->scans.empty()) return has_work(*inner);
    const PrimApp* product = prim_of(stm, prims::Op::mul);
    if (product == nullptr) return !is_view(stm.exp);
    const Level level(soac);
    return level.param(product->args[0].var) && level.param(product->args[1].var);
  });
}

bool is_cheap_body(const Body& body);
bool is_cheap_stm(const Stm& stm) {
  const auto* choice = std::get_if<If>(&stm.exp.node);
  return std::holds_alternative<PrimApp>(stm.exp.node) ||
         (choice != nullptr && is_cheap_body(choice->then_body) &&
          is_cheap_body(choice->else_body));
}
bool is_cheap_body(const Body& body) {
  return std::all_of(body.stms.begin(), body.stms.end(), is_cheap_stm);
}

bool is_nest_of_cheap(const Soac& soac) {
  if (!soac.reduces.empty() || !soac.scans.empty()) return false;
  const auto& stms = soac.lambda.body.stms;
  return std::all_of(stms.begin(), stms.end(), [](const Stm& stm) {
    const auto* inner = std::get_if<Soac>(&stm.exp.node);
    return inner != nullptr ? is_nest_of_cheap(*inner) : is_view(stm.exp) || is_cheap_stm(stm);
  });
}

bool soac_maps(const Soac& soac, const Binders& results, VarId var) {
  return std::any_of(results.begin() + static_cast<std::ptrdiff_t>(ends_of(soac).scanned),
                     results.end(), [&](const Binder& binder) { return binder.id == var; });
}

}  // namespace

std::optional<std::size_t> only_soac(const Body& body) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < body.stms.size(); ++i) {
    if (!std::holds_alternative<Soac>(body.stms[i].exp.node)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

const Soac* Item::soac() const {
  if (gone) return nullptr;
  if (!inner) return std::get_if<Soac>(&stm->exp.node);
  return &std::get<Soac>(std::get<WithAcc>(stm->exp.node).body.stms[*inner].exp.node);
}

Soac* Item::soac() {
  if (gone) return nullptr;
  if (!inner) return std::get_if<Soac>(&stm->exp.node);
  return &std::get<Soac>(std::get<WithAcc>(stm->exp.node).body.stms[*inner].exp.node);
}

bool Item::maps(VarId var) const {
  if (!inner) return soac_maps(*soac(), stm->binders, var);
  const auto& with = std::get<WithAcc>(stm->exp.node);
  const std::size_t accs = stm->binders.size() - with.body.results.size();
  for (std::size_t r = 0; r < with.body.results.size(); ++r)
    if (stm->binders[accs + r].id == var)
      return soac_maps(*soac(), with.body.stms[*inner].binders, with.body.results[r].var);
  return false;
}

bool Item::reads(VarId var) const {
  const Atoms& arrays = soac()->arrays;
  return std::any_of(arrays.begin(), arrays.end(),
                     [&](const Atom& array) { return array.var == var; });
}

bool Item::is_cheap() const {
  return is_soac() && soac()->reduces.empty() && soac()->scans.empty() &&
         is_cheap_body(soac()->lambda.body);
}

bool Item::is_cheap_nest() const { return is_soac() && is_nest_of_cheap(*soac()); }

Item item_of(Stm& stm, const VarSet& apart) {
  Item item;
  item.print = footprint_of(stm.exp, apart);
  if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
    item.size = size_of(soac->lambda.body);
    fusion::add_uses_inside(*soac, item.inside);
  } else if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
    item.inner = only_soac(with->body);
    if (item.inner) add_uses_inside(*with, *item.inner, item.inside);
    item.size = size_of(with->body);
  }
  item.stm = &stm;
  return item;
}

// A WithAcc is joined to what reads what it maps; to what is none itself only if its iterations
// need no order.
bool related(const Item& first, const Item& second) {
  const Atoms& arrays = second.soac()->arrays;
  if (!first.inner)
    return std::any_of(arrays.begin(), arrays.end(), [&](const Atom& array) {
      return first.reads(array.var) || first.maps(array.var);
    });
  const std::vector<WithAcc::Acc>& accs = std::get<WithAcc>(first.stm->exp.node).accs;
  return (second.inner || std::all_of(accs.begin(), accs.end(),
                                      [](const WithAcc::Acc& acc) { return acc.apart; })) &&
         std::any_of(arrays.begin(), arrays.end(),
                     [&](const Atom& array) { return first.maps(array.var); });
}

Obstacle obstacle(const Item& first, const Item& second, bool inside) {
  const Soac &a = *first.soac(), &b = *second.soac();
  if (!(a.width == b.width)) return Obstacle::width;
  if (a.sequential != b.sequential) return Obstacle::sequential;
  if (a.checkpoint || b.checkpoint) return Obstacle::checkpoint;
  if (first.print.calls != second.print.calls) return Obstacle::calls;
  if (first.size + second.size > kLambdaSize) return Obstacle::size;
  if (!inside && (folds_rows(a) || folds_rows(b)) && (has_work(a) || has_work(b)))
    return Obstacle::rows;
  return Obstacle::none;
}

bool is_inherent(Obstacle why) {
  return why == Obstacle::shape || why == Obstacle::whole || why == Obstacle::between;
}

bool needs_only(const Item& first, const Item& second, const VarSet& results) {
  for (const VarId var : second.inside)
    if (results.count(var)) return false;
  for (const Atom& array : second.soac()->arrays)
    if (results.count(array.var) && !first.reads(array.var) && !first.maps(array.var)) return false;
  return true;
}

}  // namespace laguz::core::fusion
