#include "core/products/nests.hpp"

#include "core/builder.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/semantics.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::products {

bool is_view(const Exp& exp) {
  if (const auto* app = std::get_if<ArrayApp>(&exp.node))
    return is_written_down(app->op) || row_of(app->op).is_plain_view();
  if (const auto* prim = std::get_if<PrimApp>(&exp.node))
    return prim->prim.type == ScalarType::i64 && prims::op_of(prim->prim) == prims::Op::add;
  return std::holds_alternative<Index>(exp.node) || std::holds_alternative<Slice>(exp.node);
}

bool is_iota(const Exp& exp) { return as_app(exp, ArrayOp::iota) != nullptr; }

const PrimApp* prim_of(const Stm& stm, prims::Op op) {
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  if (prim == nullptr || !has_kernel(prim->prim.type) || prims::op_of(prim->prim) != op)
    return nullptr;
  return prim;
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

void Sources::add(const VarSet& wanted) {
  const auto need = [this](const Needs& needs) {
    for (std::size_t s = 0; s < views.size(); ++s) views[s] = views[s] || needs.views[s];
    for (std::size_t i = 0; i < params.size(); ++i) params[i] = params[i] || needs.params[i];
    return needs.made;
  };
  std::vector<VarId> left = need(Needs(level_, wanted));
  while (!left.empty()) {
    const std::size_t s = *level_.stm(left.back());
    left.pop_back();
    if (stms[s]) continue;
    stms[s] = true;
    VarSet free;
    add_free(level_.body().stms[s].exp, free);
    const std::vector<VarId> more = need(Needs(level_, free));
    left.insert(left.end(), more.begin(), more.end());
  }
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

Place place_in(const std::vector<Level>& levels, const VarSet& iotas, const Atom& index) {
  const auto around = [&](const Atom& atom) {
    std::size_t l = levels.size();
    while (l > 0 && (atom.is_constant() || !levels[l - 1].binds(atom.var))) --l;
    return l;
  };
  const Place there{{}, index, around(index)};
  if (there.around == 0) return there;
  if (const auto number = number_of(levels, iotas, index.var)) return {*number, {}};
  for (const Level& level : levels) {
    const auto stm = level.stm(index.var);
    const auto* sum = stm ? std::get_if<PrimApp>(&level.body().stms[*stm].exp.node) : nullptr;
    if (sum == nullptr || !is_view(level.body().stms[*stm].exp)) continue;
    for (const std::size_t side : {0U, 1U}) {
      const Atom &from = sum->args[1 - side], &at = sum->args[side];
      const auto number = at.is_constant() ? std::nullopt : number_of(levels, iotas, at.var);
      if (number && around(from) <= *number) return {*number, from, around(from)};
    }
  }
  return there;
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

}  // namespace laguz::core::products
