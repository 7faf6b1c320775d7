#include "core/products/divider.hpp"

#include <algorithm>

namespace laguz::core::products {

void find_sums(const Soac& soac, const Path& path, std::vector<Path>& found) {
  const auto& stms = soac.lambda.body.stms;
  for (std::size_t s = 0; s < stms.size(); ++s) {
    Path here = path;
    here.push_back(s);
    if (is_sum_of_products(stms[s]))
      found.push_back(std::move(here));
    else if (const auto* inner = std::get_if<Soac>(&stms[s].exp.node))
      find_sums(*inner, here, found);
  }
}

namespace {

/// Nothing but the sum: it need not be taken out.
bool is_bare(const Soac& soac, const Path& path) {
  const Soac* level = &soac;
  for (const std::size_t place : path) {
    const Body& body = level->lambda.body;
    const Stm& stm = body.stms[place];
    if (!level->reduces.empty() || !level->scans.empty() || body.results.size() != 1 ||
        stm.binders.size() != 1 || body.results[0].var != stm.binders[0].id)
      return false;
    for (std::size_t s = 0; s < body.stms.size(); ++s)
      if (s != place && !is_view(body.stms[s].exp)) return false;
    level = std::get_if<Soac>(&stm.exp.node);
  }
  return true;
}

/// Asks something, or looks at places of arrays, and may fail: nothing else is seen of it.
bool is_check(const Exp& exp) {
  return std::holds_alternative<Index>(exp.node) || std::holds_alternative<Slice>(exp.node) ||
         std::holds_alternative<Update>(exp.node) || std::holds_alternative<Assert>(exp.node);
}

/// The deepest level at [path] that computes something of what the sum there is made of.
std::optional<std::size_t> deepest_made(const std::vector<Level>& levels, const Path& path) {
  VarSet wanted;
  add_free(levels.back().body().stms[path.back()].exp, wanted);
  for (std::size_t l = levels.size(); l-- > 0;) {
    const Needs here(levels[l], wanted);
    if (!here.made.empty()) return l;
    wanted = here.outside;
    for (std::size_t i = 0; i < here.params.size(); ++i)
      if (here.params[i]) wanted.insert(levels[l].soac().arrays[i].var);
  }
  return {};
}

const Binder& binder_at(const Stm& stm, const Path& path) {
  const Stm* one = &stm;
  for (const std::size_t place : path) one = &soac_of(*one).lambda.body.stms[place];
  return one->binders[0];
}

}  // namespace

std::optional<Stm> NestDivider::hoisted(Stm& stm, const Path& path) {
  Soac& soac = soac_of(stm);
  if (is_bare(soac, path)) return {};
  const std::vector<Level> levels = levels_of(soac, path);
  const Stm& sum = levels.back().body().stms[path.back()];
  if (!widths_outside(levels) || !is_of_matrices(levels, sum, Reuse::likely)) return {};
  Atoms lengths;
  if (sum.binders[0].type.rank > 0) {
    lengths = {soac_of(std::get<Loop>(sum.exp.node).body.stms.back()).width};
    for (const Level& level : levels)
      if (level.binds(lengths[0].var)) return {};
  }
  VarSet wanted;
  add_free(sum.exp, wanted);
  std::vector<Needs> needs;
  for (std::size_t l = levels.size(); l-- > 0;) {
    needs.emplace_back(levels[l], wanted);
    const Needs& here = needs.back();
    if (!here.made.empty()) return {};
    wanted = here.outside;
    for (std::size_t i = 0; i < here.params.size(); ++i)
      if (here.params[i]) wanted.insert(levels[l].soac().arrays[i].var);
  }
  std::reverse(needs.begin(), needs.end());

  // From the inside out.
  Stm nest = sum;
  const Type type = sum.binders[0].type;
  for (std::size_t l = levels.size(); l-- > 0;) {
    const Level& level = levels[l];
    Soac outer;
    outer.width = level.soac().width;
    for (std::size_t i = 0; i < needs[l].params.size(); ++i) {
      if (!needs[l].params[i]) continue;
      outer.arrays.push_back(level.soac().arrays[i]);
      outer.lambda.params.push_back(level.soac().lambda.params[i]);
    }
    for (std::size_t s = 0; s < needs[l].views.size(); ++s)
      if (needs[l].views[s]) outer.lambda.body.stms.push_back(level.body().stms[s]);
    outer.lambda.body.results = {nest.binders[0].atom()};
    outer.lambda.body.stms.push_back(std::move(nest));
    outer.row_shapes = {lengths};
    lengths.insert(lengths.begin(), outer.width);
    nest = {{names_.bind(type.array_of(static_cast<int>(levels.size() - l)))},
            {std::move(outer)},
            sum.span,
            sum.inlined_at};
  }
  nest.exp = known_.renewed(nest.exp, names_);

  // The sum's variable is now a parameter.
  Soac* level = &soac;
  soac.fused.divide(std::get<Soac>(nest.exp.node).fused, Soac::Fused::Apart::products);
  std::vector<Soac*> around;
  Atom array = nest.binders[0].atom();
  for (std::size_t l = 0; l < path.size(); ++l) {
    auto& stms = level->lambda.body.stms;
    const bool last = l + 1 == path.size();
    around.push_back(level);
    const Binder param = last ? stms[path[l]].binders[0] : names_.bind(array.type.row());
    level->arrays.push_back(array);
    level->lambda.params.push_back(param);
    level->fused.store(param.type);
    if (last)
      stms.erase(stms.begin() + static_cast<std::ptrdiff_t>(path[l]));
    else
      level = &soac_of(stms[path[l]]);
    array = param.atom();
  }
  for (std::size_t l = around.size(); l-- > 0;) drop_unread(*around[l], needs[l].params);
  return nest;
}

bool NestDivider::only_adds(const Stm& stm) const {
  if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node))
    return known_.apart.count(update->acc.var) != 0;
  if (is_iota(stm.exp)) return true;  // of another Soac's width
  bool fine = !has_own_effect(stm.exp) ||
              (!stm.binders.empty() && safe_.find(stm.binders[0].id) != safe_.end());
  visit(
      stm.exp, [](const Atom&) {},
      [&](const Body& inner, const Binders&) {
        for (const Stm& one : inner.stms) fine = fine && only_adds(one);
      });
  return fine;
}

std::optional<std::vector<Stm>> NestDivider::split_levels(Stm& stm, Path path, Reuse inner,
                                                          std::vector<Atoms>& uses) {
  lengths_.take();
  Stm rest = stm;
  const VarId sum = binder_at(rest, path).id;
  std::vector<Stm> before;
  std::vector<Atoms> asked;
  for (;;) {
    const std::vector<Level> levels = levels_of(soac_of(rest), path);
    const Stm& last = levels.back().body().stms[path.back()];
    const auto level = deepest_made(levels, path);
    if (!level) break;
    const Reuse reuse = *level == 0 ? Reuse::likely : inner;
    if (!widths_outside(levels) || !is_of_matrices(levels, last, reuse)) return {};
    if (*level != 0 && inner == Reuse::likely)
      for (Atoms& widths : uses_of_factors(levels, last)) asked.push_back(std::move(widths));
    const auto inside = path.begin() + static_cast<std::ptrdiff_t>(*level);
    Body* around = nullptr;
    Stm* one = &rest;
    for (auto place = path.begin(); place != inside; ++place) {
      around = &soac_of(*one).lambda.body;
      one = &around->stms[*place];
    }
    const Stands stands = *level == 0 ? Stands::outermost : Stands::inside;
    auto first = split(*one, {inside, path.end()}, stands);
    if (!first) return {};
    if (around == nullptr)
      before.push_back(std::move(*first));
    else
      around->stms.insert(around->stms.begin() + static_cast<std::ptrdiff_t>(*(inside - 1)),
                          std::move(*first));
    std::vector<Path> sums;
    find_sums(soac_of(rest), {}, sums);
    const auto again = std::find_if(sums.begin(), sums.end(), [&](const Path& other) {
      return binder_at(rest, other).id == sum;
    });
    if (again == sums.end()) return {};
    path = *again;
  }
  if (before.empty()) return {};
  stm = std::move(rest);
  std::move(asked.begin(), asked.end(), std::back_inserter(uses));
  return before;
}

std::optional<Atoms> NestDivider::row_lengths(const Level& level, const Binder& var,
                                              Stands stands) {
  return stands == Stands::outermost ? lengths_.named(level, var) : lengths_.of(level, var);
}

std::optional<Stm> NestDivider::split(Stm& stm, const Path& path, Stands stands) {
  Soac& soac = soac_of(stm);
  const std::vector<Level> levels = levels_of(soac, path);
  VarSet wanted;
  add_free(levels.back().body().stms[path.back()].exp, wanted);
  for (std::size_t l = levels.size(); l-- > 1;) {
    const Needs here(levels[l], wanted);
    wanted = here.outside;
    for (std::size_t i = 0; i < here.params.size(); ++i)
      if (here.params[i]) wanted.insert(levels[l].soac().arrays[i].var);
  }
  // All that these depend on is computed first, but for what is a view.
  const Level& level = levels[0];
  std::uint8_t most = 0;  // dimensions of a factor
  for (const VarId factor : Needs(level, wanted).made)
    most = std::max(most, binder_of(level, factor).type.rank);
  Sources sources(level);
  sources.add(wanted);
  const std::vector<Stm>& stms = level.body().stms;
  const auto may_fail = [&](std::size_t s) { return !only_adds(stms[s]); };
  bool fails = false;
  for (std::size_t s = 0; s < stms.size(); ++s) fails = fails || (sources.stms[s] && may_fail(s));
  // What fails first is to fail first: what may fail, and needs no sum, comes with it.
  for (std::size_t s = 0; s < stms.size() && fails; ++s) {
    if (sources.stms[s] || sources.views[s] || !may_fail(s)) continue;
    VarSet own;
    add_free(stms[s].exp, own);
    sources.add(own);
    sources.stms[s] = true;
  }
  std::vector<bool> first = sources.stms;
  const std::vector<bool>&views = sources.views, &params = sources.params;
  for (std::size_t s = 0; s < stms.size(); ++s)
    if (first[s] && may_fail(s) && !is_check(stms[s].exp)) return {};
  if (first[path[0]]) return {};

  // Of that, what is needed later is kept.
  VarSet later;
  for (const Atom& result : level.body().results) later.insert(result.var);
  for (std::size_t s = 0; s < first.size(); ++s)
    if (!first[s]) add_free(level.body().stms[s].exp, later);
  Soac before;
  before.width = soac.width;
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (!params[i]) continue;
    before.arrays.push_back(soac.arrays[i]);
    before.lambda.params.push_back(soac.lambda.params[i]);
  }
  Binders kept;
  for (std::size_t s = 0; s < first.size(); ++s) {
    if (first[s] || views[s]) before.lambda.body.stms.push_back(level.body().stms[s]);
    if (!first[s]) continue;
    for (const Binder& binder : level.body().stms[s].binders) {
      if (later.count(binder.id) == 0) continue;
      const auto shape = row_lengths(level, binder, stands);
      if (!shape || binder.type.rank > most) return {};
      kept.push_back(binder);
      before.lambda.body.results.push_back(binder.atom());
      before.row_shapes.push_back(*shape);
    }
  }
  Stm result{{}, known_.renewed({std::move(before)}, names_), stm.span, stm.inlined_at};
  for (const Binder& binder : kept) {
    result.binders.push_back(names_.bind(binder.type.array_of()));
    soac.arrays.push_back(result.binders.back().atom());
    soac.lambda.params.push_back(binder);
    soac.fused.store(binder.type);
  }
  soac.fused.divide(soac_of(result).fused, Soac::Fused::Apart::products);
  first.flip();
  keep(soac.lambda.body.stms, first);
  drop_unread(soac, params);
  return result;
}

std::optional<Stm> NestDivider::peeled(Stm& stm, Reuse reuse, std::vector<Atoms>* uses) {
  lengths_.take();
  std::vector<Path> updates;
  find_updates(soac_of(stm), {}, updates);
  for (const Path& path : updates) {
    const std::vector<Level> levels = levels_of(soac_of(stm), path);
    const auto group = added_products(levels, known_.iotas, path.back(), reuse);
    if (!group || !widths_outside(levels) || is_only(levels, path, group->places)) continue;
    if (group->around != 0 && uses == nullptr) continue;
    const VarId acc = acc_of(levels.back().body().stms[path.back()]);
    const auto binds = [acc](const Level& level) { return level.binds(acc); };
    if (std::any_of(levels.begin(), levels.end(), binds)) continue;
    if (known_.apart.count(acc) == 0 && count_updates(soac_of(stm).lambda.body, acc) != 1) continue;
    Stm rest = stm;
    Atoms terms;
    for (const std::size_t level : group->summed) terms.push_back(levels[level].soac().width);
    if (auto after = without(rest, path, group->places)) {
      if (group->around != 0) uses->push_back(std::move(terms));
      stm = std::move(rest);
      return after;
    }
  }
  return {};
}

std::optional<Stm> NestDivider::without(Stm& stm, const Path& path,
                                        const std::vector<std::size_t>& group, Stands stands) {
  if (path.size() == 1) return without(stm, group, stands);
  auto& stms = soac_of(stm).lambda.body.stms;
  auto inner = without(stms[path[0]], {path.begin() + 1, path.end()}, group, Stands::inside);
  if (!inner) return {};
  const std::size_t at = path[0] + 1;
  stms.insert(stms.begin() + static_cast<std::ptrdiff_t>(at), std::move(*inner));
  return without(stm, {at}, stands);
}

std::optional<Stm> NestDivider::without(Stm& stm, const std::vector<std::size_t>& places,
                                        Stands stands) {
  Soac& soac = soac_of(stm);
  const Level level(soac);
  VarSet wanted, own;
  for (const std::size_t place : places) {
    add_free(level.body().stms[place].exp, wanted);
    for (const Binder& binder : level.body().stms[place].binders) own.insert(binder.id);
  }
  for (const VarId var : own) wanted.erase(var);
  const Needs needs(level, std::move(wanted));
  std::vector<Atoms> shapes;
  for (const VarId var : needs.made) {
    const Binder made = binder_of(level, var);
    const auto shape = row_lengths(level, made, stands);
    // Where an index is computed, no kernel is of use.
    if (!shape || !has_kernel(made.type.elem)) return {};
    shapes.push_back(*shape);
  }
  Soac after;
  after.width = soac.width;
  for (std::size_t i = 0; i < needs.params.size(); ++i) {
    if (!needs.params[i]) continue;
    after.arrays.push_back(soac.arrays[i]);
    after.lambda.params.push_back(soac.lambda.params[i]);
  }
  std::vector<bool> stays(soac.lambda.body.stms.size(), true);
  for (const std::size_t place : places) stays[place] = false;
  for (std::size_t s = 0; s < stays.size(); ++s)
    if (!stays[s] || needs.views[s]) after.lambda.body.stms.push_back(soac.lambda.body.stms[s]);
  for (std::size_t k = 0; k < needs.made.size(); ++k) {
    const Binder made = binder_of(level, needs.made[k]);
    after.lambda.params.push_back(made);
    soac.lambda.body.results.push_back(made.atom());
    soac.row_shapes.push_back(shapes[k]);
    stm.binders.push_back(names_.bind(made.type.array_of()));
    after.arrays.push_back(stm.binders.back().atom());
    soac.fused.store(made.type);
  }
  soac.fused.divide(after.fused, Soac::Fused::Apart::products);
  keep(soac.lambda.body.stms, stays);
  drop_unread(soac, needs.params);
  return Stm{{}, known_.renewed({std::move(after)}, names_), stm.span, stm.inlined_at};
}

std::optional<Stm> NestDivider::taken_out(Stm& stm, const VarSet& own) {
  lengths_.take();
  std::vector<Path> updates;
  find_updates(soac_of(stm), {}, updates);
  const std::size_t depth = depth_of_products(soac_of(stm).lambda.body) + 1;
  for (const Path& path : updates) {
    const std::vector<Level> levels = levels_of(soac_of(stm), path);
    const auto& update = std::get<AccUpdate>(levels.back().body().stms[path.back()].exp.node);
    if (!widths_outside(levels) || is_only(levels, path, {path.back()})) continue;
    std::vector<std::size_t> group{path.back()};
    if (own.count(update.acc.var) == 0) {
      const auto product = product_added(levels, path.back(), Reuse::certain);
      if (!product || known_.apart.count(update.acc.var) == 0) continue;
      group.insert(group.begin(), *product);
    } else if (path.size() + update.values[0].type.rank >= depth) {
      continue;
    }
    Stm rest = stm;
    if (auto after = without(rest, path, group)) {
      stm = std::move(rest);
      return after;
    }
  }
  return {};
}

}  // namespace laguz::core::products
