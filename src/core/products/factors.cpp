// Which products are worth a statement of their own.
#include <algorithm>

#include "core/products/nests.hpp"
#include "core/products/sums.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::products {

const PrimApp* only_product(const Body& body, VarId product) {
  const PrimApp* found = nullptr;
  for (const Stm& stm : body.stms) {
    if (is_view(stm.exp)) continue;
    const PrimApp* prim = prim_of(stm, prims::Op::mul);
    if (prim == nullptr || found != nullptr || stm.binders[0].id != product) return nullptr;
    if (prim->args[0].is_constant() || prim->args[1].is_constant()) return nullptr;
    found = prim;
  }
  return found;
}

namespace {

/// The statements of [body] before the last one, if that adds one product, which they compute from
/// views, to [sum], and gives the new one.
bool adds_product(const Body& body, VarId sum) {
  if (body.stms.empty() || body.results.size() != 1) return false;
  const Stm& last = body.stms.back();
  const PrimApp* added = prim_of(last, prims::Op::add);
  if (added == nullptr || body.results[0].var != last.binders[0].id) return false;
  const std::size_t side = added->args[0].var == sum ? 1 : 0;
  if (added->args[1 - side].var != sum || added->args[side].var == sum) return false;
  const Body products{{body.stms.begin(), body.stms.end() - 1}, {}};
  return only_product(products, added->args[side].var) != nullptr;
}

/// The same of each number of a vector.
bool adds_products(const Body& body, VarId sums) {
  if (body.stms.empty() || body.results.size() != 1) return false;
  const Stm& last = body.stms.back();
  const auto* map = std::get_if<Soac>(&last.exp.node);
  if (map == nullptr || !map->reduces.empty() || !map->scans.empty() || last.binders.size() != 1 ||
      body.results[0].var != last.binders[0].id ||
      !std::all_of(body.stms.begin(), body.stms.end() - 1,
                   [](const Stm& stm) { return is_view(stm.exp); }))
    return false;
  for (std::size_t i = 0; i < map->arrays.size(); ++i)
    if (map->arrays[i].var == sums) return adds_product(map->lambda.body, map->lambda.params[i].id);
  return false;
}

}  // namespace

bool is_sum_of_products(const Stm& stm) {
  if (stm.binders.size() != 1 || !has_kernel(stm.binders[0].type.elem)) return false;
  if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
    if (soac->reduces.size() != 1 || !soac->scans.empty() || soac->lambda.body.results.size() != 1)
      return false;
    const Lambda& op = soac->reduces[0].op;
    return op.params.size() == 2 && op.body.stms.size() == 1 &&
           prim_of(op.body.stms[0], prims::Op::add) != nullptr &&
           op.body.results[0].var == op.body.stms[0].binders[0].id &&
           only_product(soac->lambda.body, soac->lambda.body.results[0].var) != nullptr;
  }
  const auto* loop = std::get_if<Loop>(&stm.exp.node);
  if (loop == nullptr || loop->params.size() != 1 || !loop->history.empty() || loop->counted ||
      !std::holds_alternative<ForForm>(loop->form))
    return false;
  const Binder& state = loop->params[0];
  if (state.type.is_scalar()) return adds_product(loop->body, state.id);
  return state.type.rank == 1 && !state.type.acc && adds_products(loop->body, state.id);
}

namespace {

/// The levels that what a variable needs and one of them computes is made in and has elements for,
/// as bits: so often it would have to be kept. None if it is an element or a view of what there is
/// outside.
class MadeFor {
 public:
  explicit MadeFor(const std::vector<Level>& levels) : levels_(levels) {}

  std::uint64_t operator()(VarId var) {
    if (const auto found = known_.find(var); found != known_.end()) return found->second;
    return known_[var] = look(var);
  }

 private:
  std::uint64_t look(VarId var) {
    support::expect_stack("A chain of views");
    for (std::size_t l = levels_.size(); l-- > 0;) {
      const std::uint64_t level = std::uint64_t{1} << l;
      if (const auto param = levels_[l].param(var)) {
        const std::uint64_t row = (*this)(levels_[l].soac().arrays[*param].var);
        return row != 0 ? row | level : 0;
      }
      const auto stm = levels_[l].stm(var);
      if (!stm) continue;
      const Exp& exp = levels_[l].body().stms[*stm].exp;
      if (!is_view(exp)) return level | (level - 1);
      std::uint64_t made = 0;
      for (const Binder& free : free_variables(exp)) made |= (*this)(free.id);
      return made;
    }
    return 0;
  }

  const std::vector<Level>& levels_;
  std::unordered_map<VarId, std::uint64_t> known_;
};

/// Whether what is kept for the levels [kept] is used often enough, for [all] others.
bool is_reused(const std::vector<Level>& levels, std::uint64_t all, std::uint64_t kept,
               Reuse reuse) {
  if ((all & ~kept) == 0) return false;
  if (reuse == Reuse::any) return true;
  const Atom& lanes = levels[0].soac().width;
  const bool few = lanes.is_constant() && lanes.scalar().as_i64() < kFewLanes;
  const std::int64_t enough = few ? kReuseInFewLanes : kReuse;
  std::int64_t uses = 1;
  bool some = false;  // of the levels is long
  for (std::size_t l = 0; l < levels.size(); ++l) {
    if ((all >> l & 1) == 0) continue;
    const Atom& width = levels[l].soac().width;
    const std::int64_t known =
        width.is_constant() ? width.scalar().as_i64() : (reuse == Reuse::likely ? enough : 1);
    some = some || known >= enough;
    if ((kept >> l & 1) == 0)
      uses = std::min(enough, uses * std::clamp<std::int64_t>(known, 1, enough));
  }
  return uses >= enough || (reuse == Reuse::likely && !some);
}

}  // namespace

/// Whether products of [factors], which depend on different levels, are worth a statement of their
/// own. A factor that is computed in each iteration of the nest is not worth being kept: that would
/// take as long as to multiply it where it is.
bool are_of_matrices(const std::vector<Level>& levels, const std::vector<VarId>& factors,
                     Reuse reuse) {
  std::vector<std::uint64_t> under;
  std::uint64_t all = 0;
  for (const VarId factor : factors) {
    under.push_back(levels_under(levels, levels.size(), factor));
    all |= under.back();
  }
  bool differ = false;
  MadeFor made_for(levels);
  for (std::size_t f = 0; f < factors.size(); ++f) {
    differ = differ || under[f] != under[0];
    const std::uint64_t kept = made_for(factors[f]);
    if (kept != 0 && !is_reused(levels, all, kept, reuse)) return false;
  }
  return differ;
}

namespace {

/// The factors of [sum], and the levels around them, of which it may be one.
std::pair<std::vector<Level>, std::vector<VarId>> factors_of(const std::vector<Level>& levels,
                                                             const Stm& sum) {
  std::vector<Level> inside = levels;
  std::vector<VarId> factors;
  if (const auto* soac = std::get_if<Soac>(&sum.exp.node)) {
    inside.emplace_back(*soac);
    const Body& body = soac->lambda.body;
    for (const Atom& factor : only_product(body, body.results[0].var)->args)
      factors.push_back(factor.var);
  } else {
    const Atom& init = std::get<Loop>(sum.exp.node).inits[0];
    for (const Binder& free : free_variables(sum.exp))
      if (free.type.rank > 0 && free.id != init.var) factors.push_back(free.id);
  }
  return {std::move(inside), std::move(factors)};
}

}  // namespace

bool is_of_matrices(const std::vector<Level>& levels, const Stm& sum, Reuse reuse) {
  if (levels.size() >= 64) return false;
  const auto [inside, factors] = factors_of(levels, sum);
  return are_of_matrices(inside, factors, reuse);
}

std::vector<Atoms> uses_of_factors(const std::vector<Level>& levels, const Stm& sum) {
  const auto [inside, factors] = factors_of(levels, sum);
  std::uint64_t all = 0;
  for (const VarId factor : factors) all |= levels_under(inside, inside.size(), factor);
  std::vector<Atoms> uses;
  MadeFor made_for(inside);
  for (const VarId factor : factors) {
    const std::uint64_t kept = made_for(factor);
    if (kept == 0) continue;
    Atoms& widths = uses.emplace_back();
    for (std::size_t l = 0; l < inside.size(); ++l)
      if ((all >> l & 1) != 0 && (kept >> l & 1) == 0) widths.push_back(inside[l].soac().width);
  }
  return uses;
}

namespace {

/// Products in iterations of maps or reductions that are in others, [depth] of which are around.
int inner_products(const Stm& stm, int depth) {
  if (prim_of(stm, prims::Op::mul) != nullptr) return depth >= 2 ? 1 : 0;
  const int inside = std::holds_alternative<Soac>(stm.exp.node) ? depth + 1 : depth;
  int count = 0;
  visit(
      stm.exp, [](const Atom&) {},
      [&](const Body& inner, const Binders&) {
        for (const Stm& one : inner.stms) count += inner_products(one, inside);
      });
  return count;
}

}  // namespace

bool is_product(const Stm& stm, const VarSet& iotas) {
  if (is_sum_of_products(stm)) return true;
  const auto* soac = std::get_if<Soac>(&stm.exp.node);
  if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty()) return false;
  if (!soac->lambda.body.results.empty()) {
    const Stm* only = nullptr;
    for (const Stm& one : soac->lambda.body.stms) {
      if (is_view(one.exp)) continue;
      if (only != nullptr) return false;
      only = &one;
    }
    return only != nullptr && is_product(*only, iotas);
  }
  std::vector<Path> updates;
  find_updates(*soac, {}, updates);
  if (updates.size() != 1) return false;
  const std::vector<Level> levels = levels_of(*soac, updates[0]);
  const auto group = added_products(levels, iotas, updates[0].back(), Reuse::any);
  return group && is_only(levels, updates[0], group->places);
}

std::size_t depth_of_products(const Body& body) {
  std::size_t depth = 0;
  for (const Stm& stm : body.stms) {
    const bool repeats = std::holds_alternative<Soac>(stm.exp.node);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          const bool product =
              std::any_of(inner.stms.begin(), inner.stms.end(),
                          [](const Stm& one) { return prim_of(one, prims::Op::mul) != nullptr; });
          const std::size_t inside = depth_of_products(inner);
          if (product || inside > 0) depth = std::max(depth, inside + (repeats ? 1 : 0));
        });
  }
  return depth;
}

int products_left(const std::vector<Stm>& stms, const VarSet& iotas) {
  int count = 0;
  for (const Stm& stm : stms)
    if (!is_product(stm, iotas)) count += inner_products(stm, 0);
  return count;
}

}  // namespace laguz::core::products
