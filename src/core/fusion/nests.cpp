#include "core/fusion/nests.hpp"

#include "core/builder.hpp"

#include <algorithm>
#include <unordered_map>

#include "support/deep_stack.hpp"

namespace laguz::core::fusion {

bool is_view(const Exp& exp) {
  if (const auto* app = std::get_if<ArrayApp>(&exp.node))
    return app->op == ArrayOp::iota || app->op == ArrayOp::rearrange;
  return std::holds_alternative<Index>(exp.node) || std::holds_alternative<Slice>(exp.node);
}

bool is_iota(const Exp& exp) {
  const auto* app = std::get_if<ArrayApp>(&exp.node);
  return app != nullptr && app->op == ArrayOp::iota;
}

const PrimApp* prim_of(const Stm& stm, prims::Op op) {
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  if (prim == nullptr || !has_kernel(prim->prim.type) || prims::op_of(prim->prim) != op)
    return nullptr;
  return prim;
}

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
      !loop->params[0].type.is_scalar() || !std::holds_alternative<ForForm>(loop->form) ||
      loop->body.stms.empty())
    return false;
  const Stm& last = loop->body.stms.back();
  const PrimApp* sum = prim_of(last, prims::Op::add);
  if (sum == nullptr || loop->body.results[0].var != last.binders[0].id) return false;
  const VarId state = loop->params[0].id;
  const std::size_t side = sum->args[0].var == state ? 1 : 0;
  if (sum->args[1 - side].var != state || sum->args[side].var == state) return false;
  Body products{{loop->body.stms.begin(), loop->body.stms.end() - 1}, {}};
  return only_product(products, sum->args[side].var) != nullptr;
}

void add_free(const Exp& exp, VarSet& to) {
  for (const Binder& variable : free_variables(exp)) to.insert(variable.id);
}

void drop_unread(Soac& soac, const std::vector<bool>& some) {
  VarSet read;
  for (const Binder& free : free_variables(soac.lambda.body)) read.insert(free.id);
  std::vector<bool> stays;
  for (std::size_t i = 0; i < soac.lambda.params.size(); ++i)
    stays.push_back(i >= some.size() || !some[i] || read.count(soac.lambda.params[i].id) != 0);
  keep(soac.arrays, stays);
  keep(soac.lambda.params, stays);
}

Needs::Needs(const Level& level, const VarSet& wanted)
    : params(level.soac().lambda.params.size()), views(level.body().stms.size()) {
  for (std::vector<VarId> left(wanted.begin(), wanted.end()); !left.empty();) {
    const VarId var = left.back();
    left.pop_back();
    if (const auto param = level.param(var)) {
      params[*param] = true;
    } else if (const auto stm = level.stm(var)) {
      const Exp& exp = level.body().stms[*stm].exp;
      if (!is_view(exp)) {
        if (std::find(made.begin(), made.end(), var) == made.end()) made.push_back(var);
        continue;
      }
      if (views[*stm]) continue;
      views[*stm] = true;
      for (const Binder& free : free_variables(exp)) left.push_back(free.id);
    } else {
      outside.insert(var);
    }
  }
  std::sort(made.begin(), made.end());
}

std::vector<Level> levels_of(const Soac& soac, const Path& path) {
  std::vector<Level> levels{Level(soac)};
  for (std::size_t l = 0; l + 1 < path.size(); ++l)
    levels.emplace_back(soac_of(levels.back().body().stms[path[l]]));
  return levels;
}
bool widths_outside(const std::vector<Level>& levels) {
  for (std::size_t l = 1; l < levels.size(); ++l)
    for (std::size_t outer = 0; outer < l; ++outer)
      if (levels[outer].binds(levels[l].soac().width.var)) return false;
  return true;
}

std::uint64_t levels_under(const std::vector<Level>& levels, std::size_t depth, VarId var) {
  std::uint64_t under = 0;
  VarSet seen{var};  // what is shared is as many as it is used in
  std::vector<VarId> left{var};
  const auto meet = [&](VarId next) {
    if (seen.insert(next).second) left.push_back(next);
  };
  while (!left.empty()) {
    const VarId next = left.back();
    left.pop_back();
    for (std::size_t l = depth; l-- > 0;) {
      if (const auto param = levels[l].param(next)) {
        under |= std::uint64_t{1} << l;
        meet(levels[l].soac().arrays[*param].var);
        break;
      }
      const auto stm = levels[l].stm(next);
      if (!stm) continue;
      for (const Binder& free : free_variables(levels[l].body().stms[*stm].exp)) meet(free.id);
      break;
    }
  }
  return under;
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

/// So often is a factor used that is worth being kept.
constexpr std::int64_t kReuse = 16;

/// Whether what is kept for the levels [kept] is used often enough, for [all] others.
bool is_reused(const std::vector<Level>& levels, std::uint64_t all, std::uint64_t kept,
               Reuse reuse) {
  if ((all & ~kept) == 0) return false;
  if (reuse == Reuse::any) return true;
  std::int64_t uses = 1;
  bool some = false;  // of the levels is long
  for (std::size_t l = 0; l < levels.size(); ++l) {
    if ((all >> l & 1) == 0) continue;
    const Atom& width = levels[l].soac().width;
    const std::int64_t known =
        width.is_constant() ? width.scalar().as_i64() : (reuse == Reuse::likely ? kReuse : 1);
    some = some || known >= kReuse;
    if ((kept >> l & 1) == 0)
      uses = std::min(kReuse, uses * std::clamp<std::int64_t>(known, 1, kReuse));
  }
  return uses >= kReuse || (reuse == Reuse::likely && !some);
}

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

}  // namespace

bool is_of_matrices(const std::vector<Level>& levels, const Stm& sum, Reuse reuse) {
  if (levels.size() >= 64) return false;
  std::vector<Level> inside = levels;
  std::vector<VarId> factors;
  if (const auto* soac = std::get_if<Soac>(&sum.exp.node)) {
    inside.emplace_back(*soac);
    const Body& body = soac->lambda.body;
    for (const Atom& factor : only_product(body, body.results[0].var)->args)
      factors.push_back(factor.var);
  } else {
    for (const Binder& free : free_variables(sum.exp))
      if (free.type.rank > 0) factors.push_back(free.id);
  }
  return are_of_matrices(inside, factors, reuse);
}

namespace {

/// The lengths of [var] as [stm], which binds it, is written.
std::optional<Atoms> lengths_of(const Level& level, const Stm& stm, const Binder& var) {
  if (const auto* update = std::get_if<Update>(&stm.exp.node)) {
    const auto of = level.stm(update->array.var);
    if (!of) return {};
    return lengths_of(level, level.body().stms[*of], binder_of(level, update->array.var));
  }
  if (const auto* app = std::get_if<ArrayApp>(&stm.exp.node)) {
    if (app->op == ArrayOp::zeros) return app->args;
    if (app->op == ArrayOp::reshape) return Atoms(app->args.begin() + 1, app->args.end());
    return {};
  }
  const auto* soac = std::get_if<Soac>(&stm.exp.node);
  if (soac == nullptr) return {};
  const std::size_t mapped = stm.binders.size() - soac->row_shapes.size();
  const auto at = static_cast<std::size_t>(std::find(stm.binders.begin(), stm.binders.end(), var) -
                                           stm.binders.begin());
  if (at < mapped) return {};
  Atoms lengths{soac->width};
  const Atoms& rows = soac->row_shapes[at - mapped];
  lengths.insert(lengths.end(), rows.begin(), rows.end());
  return lengths;
}

}  // namespace

std::optional<Atoms> row_shape(const Level& level, const Binder& var) {
  if (var.type.acc) return {};
  if (var.type.rank == 0) return Atoms{};
  auto lengths = lengths_of(level, level.body().stms[*level.stm(var.id)], var);
  if (lengths && std::any_of(lengths->begin(), lengths->end(),
                             [&](const Atom& length) { return level.binds(length.var); }))
    return {};
  return lengths;
}

Binder binder_of(const Level& level, VarId var) {
  for (const Binder& binder : level.body().stms[*level.stm(var)].binders)
    if (binder.id == var) return binder;
  return {};
}

std::optional<std::size_t> number_of(const std::vector<Level>& levels, const VarSet& iotas,
                                     VarId var) {
  for (std::size_t l = 0; l < levels.size(); ++l)
    if (const auto param = levels[l].param(var))
      return iotas.count(levels[l].soac().arrays[*param].var) != 0 ? std::optional(l)
                                                                   : std::nullopt;
  return {};
}

namespace {

/// The levels of the maps, of one value each, that [stm] is.
std::vector<Level> rows_of(const Stm& stm) {
  std::vector<Level> rows;
  for (const Stm* one = &stm;;) {
    const auto* soac = std::get_if<Soac>(&one->exp.node);
    if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty() ||
        soac->lambda.body.results.size() != 1)
      return rows;
    rows.emplace_back(*soac);
    const auto value = rows.back().stm(soac->lambda.body.results[0].var);
    if (!value) return rows;
    one = &soac->lambda.body.stms[*value];
  }
}

/// The product that is all that [stm] computes, or the innermost of its [rows], besides views.
const PrimApp* product_of(const Stm& stm, const std::vector<Level>& rows) {
  for (const Level& row : rows) {
    const Body& body = row.body();
    const VarId result = body.results[0].var;
    if (&row == &rows.back()) return only_product(body, result);
    for (std::size_t s = 0; s < body.stms.size(); ++s)
      if (s != row.stm(result) && !is_view(body.stms[s].exp)) return nullptr;
  }
  return prim_of(stm, prims::Op::mul);
}

Lambda addition_of(ScalarType type, Names& names) {
  const Type scalar{type, 0, false};
  Lambda add;
  add.params = {names.bind(scalar), names.bind(scalar)};
  const Binder sum = names.bind(scalar);
  add.body.stms.push_back(
      {{sum},
       {PrimApp{prims::get("add", type), {add.params[0].atom(), add.params[1].atom()}}},
       {},
       nullptr});
  add.body.results = {sum.atom()};
  return add;
}

}  // namespace

std::optional<AddedProducts> added_products(const std::vector<Level>& levels, const VarSet& iotas,
                                            std::size_t u, Reuse reuse) {
  const Body& body = levels.back().body();
  const auto& update = std::get<AccUpdate>(body.stms[u].exp.node);
  if (update.values.size() != 1) return {};
  const VarId value = update.values[0].var;
  const auto made = levels.back().stm(value);
  if (!made || body.stms[*made].binders.size() != 1 || count_uses(body, value) != 1) return {};
  const Stm& stm = body.stms[*made];
  const std::vector<Level> rows = rows_of(stm);
  const PrimApp* product = product_of(stm, rows);
  std::vector<Level> inside = levels;
  inside.insert(inside.end(), rows.begin(), rows.end());
  if (product == nullptr || inside.size() > 64) return {};
  if (!are_of_matrices(inside, {product->args[0].var, product->args[1].var}, reuse)) return {};
  // At the numbers of iterations of all levels but some, over which the sum is.
  AddedProducts added{{*made, u}, {}, {}};
  std::vector<bool> left(levels.size(), true);
  for (const Atom& index : update.indices) {
    const auto level = number_of(levels, iotas, index.var);
    if (!level || !left[*level]) return {};
    left[*level] = false;
    added.numbered.push_back(*level);
  }
  for (std::size_t l = 0; l < left.size(); ++l)
    if (left[l]) added.summed.push_back(l);
  if (added.summed.empty()) return {};
  for (std::size_t r = 0; r < rows.size(); ++r) added.numbered.push_back(levels.size() + r);
  return added;
}

void find_updates(const Soac& soac, const Path& path, std::vector<Path>& found) {
  const auto& stms = soac.lambda.body.stms;
  for (std::size_t s = 0; s < stms.size(); ++s) {
    Path here = path;
    here.push_back(s);
    if (std::holds_alternative<AccUpdate>(stms[s].exp.node))
      found.push_back(std::move(here));
    else if (const auto* inner = std::get_if<Soac>(&stms[s].exp.node))
      find_updates(*inner, here, found);
  }
}

int count_updates(const Body& body, VarId acc) {
  int count = 0;
  for (const Stm& stm : body.stms) {
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update != nullptr && update->acc.var == acc) ++count;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { count += count_updates(inner, acc); });
  }
  return count;
}

bool is_only(const std::vector<Level>& levels, const Path& path,
             const std::vector<std::size_t>& group) {
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const Body& body = levels[l].body();
    if (!body.results.empty()) return false;
    const bool last = l + 1 == levels.size();
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      const bool own =
          last ? std::find(group.begin(), group.end(), s) != group.end() : s == path[l];
      if (!own && !is_view(body.stms[s].exp)) return false;
    }
  }
  return true;
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

/// Whether all that [stm] does is a product of matrices or vectors: maps of a sum of products, or
/// products that are added to an accumulator.
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

}  // namespace

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

Atoms widths_of(const std::vector<Level>& levels, const AddedProducts& products) {
  const std::vector<Level> rows = rows_of(levels.back().body().stms[products.places[0]]);
  Atoms all;
  for (const std::size_t l : products.numbered)
    all.push_back((l < levels.size() ? levels[l] : rows[l - levels.size()]).soac().width);
  return all;
}

std::vector<Stm> in_the_beginning(const Binder& part, const Atoms& widths, const Binder& result,
                                  const Atom& zeros, const Atoms& lengths, const Stm& near,
                                  Names& names) {
  Builder out(names);
  out.span = near.span, out.inlined_at = near.inlined_at;
  std::vector<DimSlice> dims;
  for (std::size_t d = 0; d < widths.size(); ++d)
    dims.push_back(
        {false, {}, Atom::i64(0), out.prim("min", {widths[d], lengths[d]}), std::nullopt});
  const Atom those = out.emit1({Slice{part.atom(), dims}}, part.type);
  out.append({{result}, {Update{zeros, std::move(dims), those}}, near.span, near.inlined_at});
  return out.finish({}).stms;
}

std::vector<Stm> as_reduction(const Stm& stm, const Path& path, const AddedProducts& products,
                              const Binder& result, const VarSet& iotas, Names& names) {
  std::vector<Level> levels = levels_of(soac_of(stm), path);
  const Stm product = levels.back().body().stms[products.places[0]];
  const std::vector<Level> rows = rows_of(product);
  levels.insert(levels.end(), rows.begin(), rows.end());
  const auto made = [&](Binder binder, Exp exp) {
    return Stm{{binder}, std::move(exp), stm.span, stm.inlined_at};
  };

  // Each level goes by the rows of what there is outside of the nest, and by numbers.
  std::vector<Soac> maps(levels.size());
  Binders numbers;
  Body inside;
  Substitution renamed;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const Soac& old = levels[l].soac();
    maps[l].width = old.width;
    numbers.push_back(names.bind(kIndex));
    for (std::size_t i = 0; i < old.arrays.size(); ++i) {
      const Binder& param = old.lambda.params[i];
      const bool outside = std::none_of(levels.begin(), levels.end(), [&](const Level& level) {
        return level.binds(old.arrays[i].var);
      });
      if (number_of(levels, iotas, param.id) == l) {
        renamed[param.id] = numbers[l].atom();
      } else if (outside) {
        maps[l].arrays.push_back(old.arrays[i]);
        maps[l].lambda.params.push_back(param);
      } else {
        inside.stms.push_back(made(param, {Index{old.arrays[i], {numbers[l].atom()}, {}}}));
      }
    }
    for (const Stm& view : old.lambda.body.stms)
      if (is_view(view.exp) && !is_iota(view.exp)) inside.stms.push_back(view);
  }
  const Body& innermost = levels.back().body();
  const VarId value = rows.empty() ? product.binders[0].id : innermost.results[0].var;
  for (const Stm& one : innermost.stms)
    if (prim_of(one, prims::Op::mul) != nullptr && one.binders[0].id == value)
      inside.stms.push_back(one);
  inside.results = {inside.stms.back().binders[0].atom()};
  inside = refresh(inside, names, std::move(renamed));
  VarSet read;
  for (const Binder& free : free_variables(inside)) read.insert(free.id);
  std::vector<Stm> before;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    if (read.count(numbers[l].id) == 0) continue;
    const Binder count = names.bind(kIndex.array_of());
    before.push_back(
        made(count, {ArrayApp{ArrayOp::iota, {maps[l].width, Atom::i64(0), Atom::i64(1)}, {}}}));
    maps[l].arrays.push_back(count.atom());
    maps[l].lambda.params.push_back(numbers[l]);
  }

  const ScalarType type = result.type.elem;
  Stm nest;
  for (std::size_t k = products.summed.size(); k-- > 0;) {
    Soac sum = std::move(maps[products.summed[k]]);
    sum.lambda.body = std::move(inside);
    sum.reduces.push_back({addition_of(type, names), {Atom::constant({type, 0})}, true});
    nest = made(names.bind({type, 0, false}), {std::move(sum)});
    inside = {{nest}, {nest.binders[0].atom()}};
  }
  Atoms lengths;
  for (std::size_t k = products.numbered.size(); k-- > 0;) {
    Soac map = std::move(maps[products.numbered[k]]);
    map.lambda.body.results = {nest.binders[0].atom()};
    const Type array = nest.binders[0].type.array_of();
    map.row_shapes = {lengths};
    lengths.insert(lengths.begin(), map.width);
    map.lambda.body.stms.push_back(std::move(nest));
    nest = made(names.bind(array), {std::move(map)});
  }
  nest.exp = refresh(nest.exp, names);
  nest.binders = {result};
  before.push_back(std::move(nest));
  return before;
}

}  // namespace laguz::core::fusion
