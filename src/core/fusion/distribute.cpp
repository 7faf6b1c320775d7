// Distribution: products of matrices and vectors that stand among other things in a Soac become
// statements of their own, which the evaluator has a kernel for (eval/products.hpp).
//
// Only Soacs that the evaluator meets at its own level are divided, and only around sums of
// products whose factors are rows of other arrays: what is kept in memory instead are their sums,
// and what the factors are computed from. No order of additions changes but that of accumulators
// whose sums may be parted. Fusion must not come after it.
#include <algorithm>

#include "core/fusion/fusion.hpp"
#include "core/fusion/nests.hpp"
#include "core/passes.hpp"

namespace laguz::core::fusion {
namespace {

class Distributor {
 public:
  Distributor(Names& names, const Scopes& safe) : names_(names), safe_(safe) {}

  bool run(Body& body) {
    look(body);
    in(body);
    return changed_;
  }

 private:
  void look(const Body& body) {
    for (const Stm& stm : body.stms) {
      const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
      if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
        for (const WithAcc::Acc& acc : with->accs)
          if (acc.apart) apart_.insert(acc.acc.id);
      if (app != nullptr && app->op == ArrayOp::zeros) zeros_[stm.binders[0].id] = app->args;
      if (app != nullptr && app->op == ArrayOp::iota && app->args[1] == Atom::i64(0) &&
          app->args[2] == Atom::i64(1))
        iotas_.insert(stm.binders[0].id);
      visit(
          stm.exp, [](const Atom&) {}, [this](const Body& inner, const Binders&) { look(inner); });
    }
  }

  /// With variables of its own.
  Exp renewed(const Exp& exp) {
    Exp made = refresh(exp, names_);
    visit(
        made, [](const Atom&) {}, [this](const Body& inner, const Binders&) { look(inner); });
    return made;
  }

  void in(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (std::holds_alternative<If>(stm.exp.node) || std::holds_alternative<Loop>(stm.exp.node) ||
          std::holds_alternative<WithAcc>(stm.exp.node))
        visit(
            stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
      if (std::holds_alternative<Soac>(stm.exp.node))
        divide(std::move(stm), body.stms);
      else
        body.stms.push_back(std::move(stm));
    }
  }

  /// [stm], a Soac, as several statements. Sums of two products are added one by one if there are
  /// kernels for them then.
  void divide(Stm stm, std::vector<Stm>& to) {
    if (soac_of(stm).sequential) return to.push_back(std::move(stm));
    Stm other = stm;
    std::vector<Stm> parts, others;
    divide_as_it_is(std::move(stm), parts, Sums::whole);
    if (const int left = products_left(parts, iotas_); left > 0) {
      if (split_sums(soac_of(other), apart_, zeros_, names_)) look(soac_of(other).lambda.body);
      divide_as_it_is(std::move(other), others, Sums::some);
      if (products_left(others, iotas_) < left) parts = std::move(others);
    }
    changed_ = changed_ || parts.size() > 1;
    std::move(parts.begin(), parts.end(), std::back_inserter(to));
  }

  /// What lambdas gather in accumulators of their own: all of what a nest does, or some of it.
  enum class Sums : std::uint8_t { whole, some };

  void divide_as_it_is(Stm stm, std::vector<Stm>& to, Sums sums_of_nests) {
    reduce_sums(soac_of(stm).lambda.body, sums_of_nests);
    std::vector<Stm> after;
    // Products that lanes would log, and add one by one, are worth much.
    while (auto last = peeled(stm, Reuse::any)) after.push_back(std::move(*last));
    std::vector<Path> sums;
    find_sums(soac_of(stm), {}, sums);
    for (std::size_t seen = 0; seen < sums.size();) {
      if (auto first = hoisted(stm, sums[seen])) {
        to.push_back(std::move(*first));
      } else if (auto before = split_levels(stm, sums[seen])) {
        for (Stm& one : *before) divide(std::move(one), to);
      } else {
        ++seen;
        continue;
      }
      sums.clear();
      find_sums(soac_of(stm), {}, sums);
    }
    to.push_back(std::move(stm));
    std::move(after.rbegin(), after.rend(), std::back_inserter(to));
  }

  static void find_sums(const Soac& soac, const Path& path, std::vector<Path>& found) {
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

  /// Nothing but the sum: it need not be taken out.
  static bool is_bare(const Soac& soac, const Path& path) {
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

  /// A nest of the sum at [path] alone, whose results [stm] then reads.
  std::optional<Stm> hoisted(Stm& stm, const Path& path) {
    Soac& soac = soac_of(stm);
    if (is_bare(soac, path)) return {};
    const std::vector<Level> levels = levels_of(soac, path);
    const Stm& sum = levels.back().body().stms[path.back()];
    if (!widths_outside(levels) || !is_of_matrices(levels, sum, Reuse::likely)) return {};
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
    const ScalarType type = sum.binders[0].type.elem;
    Atoms lengths;
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
      const Type made{type, static_cast<std::uint8_t>(levels.size() - l), false};
      nest = {{names_.bind(made)}, {std::move(outer)}, sum.span, sum.inlined_at};
    }
    nest.exp = renewed(nest.exp);

    // The sum's variable is now a parameter.
    Soac* level = &soac;
    std::vector<Soac*> around;
    Atom array = nest.binders[0].atom();
    for (std::size_t l = 0; l < path.size(); ++l) {
      auto& stms = level->lambda.body.stms;
      const bool last = l + 1 == path.size();
      around.push_back(level);
      const Binder param = last ? stms[path[l]].binders[0] : names_.bind(array.type.row());
      level->arrays.push_back(array);
      level->lambda.params.push_back(param);
      if (last)
        stms.erase(stms.begin() + static_cast<std::ptrdiff_t>(path[l]));
      else
        level = &soac_of(stms[path[l]]);
      array = param.atom();
    }
    for (std::size_t l = around.size(); l-- > 0;) drop_unread(*around[l], needs[l].params);
    return nest;
  }

  /// Looks at places of arrays, and fails where they are outside: nothing else is seen of it.
  static bool is_access(const Exp& exp) {
    return std::holds_alternative<Index>(exp.node) || std::holds_alternative<Slice>(exp.node) ||
           std::holds_alternative<Update>(exp.node);
  }

  /// Nothing of [stm] is seen but what it adds to accumulators whose sums may be parted.
  bool only_adds(const Stm& stm) const {
    if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node))
      return apart_.count(update->acc.var) != 0;
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

  /// The deepest level at [path] that computes something of what the sum there is made of.
  static std::optional<std::size_t> deepest_made(const std::vector<Level>& levels,
                                                 const Path& path) {
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

  /// What the factors at [path] are computed from, in Soacs of their own before [stm]; in inner
  /// levels before their Soac first.
  std::optional<std::vector<Stm>> split_levels(Stm& stm, Path path) {
    Stm rest = stm;
    const VarId sum = binder_at(rest, path).id;
    std::vector<Stm> before;
    for (;;) {
      const std::vector<Level> levels = levels_of(soac_of(rest), path);
      const Stm& last = levels.back().body().stms[path.back()];
      const auto level = deepest_made(levels, path);
      if (!level) break;
      // What inner levels compute becomes as long as the outer ones are.
      const Reuse reuse = *level == 0 ? Reuse::likely : Reuse::certain;
      if (!widths_outside(levels) || !is_of_matrices(levels, last, reuse)) return {};
      const auto inside = path.begin() + static_cast<std::ptrdiff_t>(*level);
      Body* around = nullptr;
      Stm* one = &rest;
      for (auto place = path.begin(); place != inside; ++place) {
        around = &soac_of(*one).lambda.body;
        one = &around->stms[*place];
      }
      auto first = split(*one, {inside, path.end()});
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
    return before;
  }

  static const Binder& binder_at(const Stm& stm, const Path& path) {
    const Stm* one = &stm;
    for (const std::size_t place : path) one = &soac_of(*one).lambda.body.stms[place];
    return one->binders[0];
  }

  /// What the factors at [path], which [stm] itself computes, are computed from, in a Soac of its
  /// own before it.
  std::optional<Stm> split(Stm& stm, const Path& path) {
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
    std::vector<bool> first(level.body().stms.size()), views(first.size());
    std::vector<bool> params(soac.lambda.params.size());
    std::vector<VarId> left = Needs(level, wanted).made;
    std::uint8_t most = 0;  // dimensions of a factor
    for (const VarId factor : left) most = std::max(most, binder_of(level, factor).type.rank);
    const auto need = [&](const Needs& needs) {
      left.insert(left.end(), needs.made.begin(), needs.made.end());
      for (std::size_t s = 0; s < views.size(); ++s) views[s] = views[s] || needs.views[s];
      for (std::size_t i = 0; i < params.size(); ++i) params[i] = params[i] || needs.params[i];
    };
    bool fails = false;
    while (!left.empty()) {
      const std::size_t s = *level.stm(left.back());
      left.pop_back();
      if (first[s]) continue;
      const Stm& one = level.body().stms[s];
      if (!only_adds(one)) {
        if (!is_access(one.exp)) return {};
        fails = true;
      }
      first[s] = true;
      VarSet free;
      add_free(level.body().stms[s].exp, free);
      need(Needs(level, std::move(free)));
    }
    if (first[path[0]]) return {};
    // What fails first is to fail first.
    for (std::size_t s = 0; s < first.size() && fails; ++s)
      if (!first[s] && !views[s] && !only_adds(level.body().stms[s])) return {};

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
        const auto shape = row_shape(level, binder);
        if (!shape || binder.type.rank > most) return {};
        kept.push_back(binder);
        before.lambda.body.results.push_back(binder.atom());
        before.row_shapes.push_back(*shape);
      }
    }
    Stm result{{}, renewed({std::move(before)}), stm.span, stm.inlined_at};
    for (const Binder& binder : kept) {
      result.binders.push_back(names_.bind(binder.type.array_of()));
      soac.arrays.push_back(result.binders.back().atom());
      soac.lambda.params.push_back(binder);
    }
    first.flip();
    keep(soac.lambda.body.stms, first);
    drop_unread(soac, params);
    return result;
  }

  // ---- Accumulations

  /// What adds products to an accumulator, somewhere in the nest, as a statement to come after it.
  std::optional<Stm> peeled(Stm& stm, Reuse reuse) {
    std::vector<Path> updates;
    find_updates(soac_of(stm), {}, updates);
    for (const Path& path : updates) {
      const std::vector<Level> levels = levels_of(soac_of(stm), path);
      const auto group = added_products(levels, iotas_, path.back(), reuse);
      if (!group || !widths_outside(levels) || is_only(levels, path, group->places)) continue;
      const VarId acc = acc_of(levels.back().body().stms[path.back()]);
      const auto binds = [acc](const Level& level) { return level.binds(acc); };
      if (std::any_of(levels.begin(), levels.end(), binds)) continue;
      if (apart_.count(acc) == 0 && count_updates(soac_of(stm).lambda.body, acc) != 1) continue;
      Stm rest = stm;
      if (auto after = without(rest, path, group->places)) {
        stm = std::move(rest);
        return after;
      }
    }
    return {};
  }

  /// [group]: statements of the innermost lambda on the [path], with the last place of it.
  std::optional<Stm> without(Stm& stm, const Path& path, const std::vector<std::size_t>& group) {
    if (path.size() == 1) return without(stm, group);
    auto& stms = soac_of(stm).lambda.body.stms;
    auto inner = without(stms[path[0]], {path.begin() + 1, path.end()}, group);
    if (!inner) return {};
    const std::size_t at = path[0] + 1;
    stms.insert(stms.begin() + static_cast<std::ptrdiff_t>(at), std::move(*inner));
    return without(stm, {at});
  }

  /// The statements at [places] of the lambda of [stm], whose results nobody else uses, as a Soac
  /// of their own to come after it; what they need is mapped by [stm].
  std::optional<Stm> without(Stm& stm, const std::vector<std::size_t>& places) {
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
      const auto shape = row_shape(level, made);
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
    }
    keep(soac.lambda.body.stms, stays);
    drop_unread(soac, needs.params);
    return Stm{{}, renewed({std::move(after)}), stm.span, stm.inlined_at};
  }

  // ---- Sums that a lambda gathers in accumulators of its own

  /// Where they are sums of products at the numbers of iterations, they are reductions instead.
  void reduce_sums(Body& body, Sums which) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (auto* inner = std::get_if<Soac>(&stm.exp.node)) reduce_sums(inner->lambda.body, which);
      if (auto* with = std::get_if<WithAcc>(&stm.exp.node)) reduce_sums(with->body, which);
      if (!std::holds_alternative<WithAcc>(stm.exp.node)) {
        body.stms.push_back(std::move(stm));
        continue;
      }
      std::vector<Stm> parts = narrowed(stm, names_);
      bool reduced = false;
      std::vector<Stm> made;
      for (Stm& part : parts)
        if (std::holds_alternative<WithAcc>(part.exp.node) && reduce_sums(part, which, made))
          reduced = true;
        else
          made.push_back(std::move(part));
      if (!reduced) made = {std::move(stm)};
      std::move(made.begin(), made.end(), std::back_inserter(body.stms));
    }
  }

  bool reduce_sums(const Stm& stm, Sums which, std::vector<Stm>& to) {
    const auto& with = std::get<WithAcc>(stm.exp.node);
    std::vector<Stm> made;
    Stm nest;
    for (const Stm& one : with.body.stms) {
      const bool last = &one == &with.body.stms.back();
      if (last ? !std::holds_alternative<Soac>(one.exp.node) : !is_view(one.exp)) return false;
      if (last)
        nest = one;
      else
        made.push_back(one);
    }
    const auto plain = [&](const WithAcc::Acc& acc) {
      return acc.apart && !acc.op && acc.growth == WithAcc::Growth::none && acc.arrays.size() == 1;
    };
    if (with.body.stms.empty() || !std::all_of(with.accs.begin(), with.accs.end(), plain) ||
        !result_names(stm, with, nest))
      return false;
    const auto is_own = [&](VarId acc) { return acc_number(with, acc) < with.accs.size(); };
    std::vector<Stm> parts;
    while (auto last = peeled(nest, Reuse::likely)) parts.push_back(std::move(*last));
    if (which == Sums::some)
      while (auto last = taken_out(nest, is_own)) parts.push_back(std::move(*last));
    parts.push_back(std::move(nest));
    std::reverse(parts.begin(), parts.end());
    Stm rest = stm;
    auto& others = std::get<WithAcc>(rest.exp.node);
    others.body = {};
    std::vector<bool> reduced(with.accs.size());
    for (Stm& part : parts) {
      std::size_t acc = 0;
      while (acc < with.accs.size() &&
             count_updates(soac_of(part).lambda.body, with.accs[acc].acc.id) == 0)
        ++acc;
      if (acc == with.accs.size()) {
        if (!is_idle(part)) made.push_back(part);
        continue;
      }
      const WithAcc::Acc& one = with.accs[acc];
      if (count_updates(with.body, one.acc.id) == 1 &&
          reduce_sum(part, one.arrays[0], stm.binders[acc], made))
        reduced[acc] = true;
      else if (which == Sums::whole || !part.binders.empty())
        return false;
      else
        others.body.stms.push_back(part);
    }
    reduced.resize(stm.binders.size(), true);  // what the nest gives
    reduced.flip();
    if (std::find(reduced.begin(), reduced.end(), true) != reduced.end()) {
      if (which == Sums::whole) return false;
      keep(rest.binders, reduced);
      reduced.resize(with.accs.size());
      keep(others.accs, reduced);
      made.push_back(std::move(rest));
    }
    std::move(made.begin(), made.end(), std::back_inserter(to));
    changed_ = true;
    return true;
  }

  static std::size_t acc_number(const WithAcc& with, VarId acc) {
    std::size_t number = 0;
    while (number < with.accs.size() && with.accs[number].acc.id != acc) ++number;
    return number;
  }

  /// An update, somewhere in the nest but not as deep as others multiply, of an accumulator that
  /// [is_own], as a statement to come after it.
  template <class IsOwn>
  std::optional<Stm> taken_out(Stm& stm, const IsOwn& is_own) {
    std::vector<Path> updates;
    find_updates(soac_of(stm), {}, updates);
    const std::size_t depth = depth_of_products(soac_of(stm).lambda.body) + 1;
    for (const Path& path : updates) {
      const std::vector<Level> levels = levels_of(soac_of(stm), path);
      const auto& update = std::get<AccUpdate>(levels.back().body().stms[path.back()].exp.node);
      if (path.size() + update.values[0].type.rank >= depth) continue;
      if (!is_own(acc_of(levels.back().body().stms[path.back()])) || !widths_outside(levels) ||
          is_only(levels, path, {path.back()}))
        continue;
      Stm rest = stm;
      if (auto after = without(rest, path, {path.back()})) {
        stm = std::move(rest);
        return after;
      }
    }
    return {};
  }

  /// A nest that is left with nothing but numbers.
  static bool is_idle(const Stm& stm) {
    if (is_iota(stm.exp)) return true;
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    return soac != nullptr && stm.binders.empty() &&
           std::all_of(soac->lambda.body.stms.begin(), soac->lambda.body.stms.end(), is_idle);
  }

  /// The results of [with], besides its arrays, are results of [nest], and are called so there.
  static bool result_names(const Stm& stm, const WithAcc& with, Stm& nest) {
    const std::size_t accs = stm.binders.size() - with.body.results.size();
    for (std::size_t i = 0; i < with.body.results.size(); ++i) {
      const auto binder =
          std::find_if(nest.binders.begin(), nest.binders.end(),
                       [&](const auto& b) { return b.id == with.body.results[i].var; });
      if (binder == nest.binders.end()) return false;
      *binder = stm.binders[accs + i];
    }
    return true;
  }

  /// [part] adds products to an accumulator that begins as [init] and ends as [result].
  bool reduce_sum(const Stm& part, const Atom& init, const Binder& result, std::vector<Stm>& to) {
    const auto zeros = zeros_.find(init.var);
    if (zeros == zeros_.end()) return false;
    std::vector<Path> updates;
    find_updates(soac_of(part), {}, updates);
    if (updates.size() != 1) return false;
    const std::vector<Level> levels = levels_of(soac_of(part), updates[0]);
    const auto group = added_products(levels, iotas_, updates[0].back(), Reuse::any);
    if (!group || !is_only(levels, updates[0], group->places)) return false;
    const Atoms widths = widths_of(levels, *group);
    const bool whole = widths == zeros->second;
    const Binder sums = whole ? result : names_.bind(result.type);
    std::vector<Stm> made = as_reduction(part, updates[0], *group, sums, iotas_, names_);
    std::move(made.begin(), made.end(), std::back_inserter(to));
    if (!whole)
      for (Stm& stm : in_the_beginning(sums, widths, result, init, zeros->second, part, names_))
        to.push_back(std::move(stm));
    return true;
  }

  Names& names_;
  const Scopes& safe_;
  bool changed_ = false;
  Zeros zeros_;   ///< arrays of nothing else
  VarSet iotas_;  ///< 0, 1, ...
  VarSet apart_;  ///< accumulators
};

}  // namespace

bool distribute_products(Body& body, Names& names, const Scopes& safe) {
  return Distributor(names, safe).run(body);
}

}  // namespace laguz::core::fusion
