#include "core/products/interchange.hpp"

#include <algorithm>
#include <utility>

#include "core/builder.hpp"
#include "core/products/multiplied.hpp"
#include "core/products/row_lengths.hpp"
#include "core/products/same_for_all.hpp"
#include "core/semantics.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::products {
namespace {

/// Multiplications of a step of one sequence from which on it is worth it, also for each number of
/// its states, which go through memory then: else that takes longer than the products. (Up to
/// [kMost] of each level are counted.)
constexpr std::int64_t kLeast = 256, kTimesStates = 4, kMost = 1 << 15;
/// Likewise where each sequence has a product of its own, and there are so many that they fill
/// lanes.
constexpr std::int64_t kMany = 64, kLeastOfMany = 1024;

/// What a step of the loop multiplies for each sequence.
std::vector<MatricesMultiplied> multiplied(const SameForAll& parts) {
  const Loop& loop = parts.own;
  // A nest of the step, behind what the map has besides.
  Soac step = parts.map;
  step.arrays.insert(step.arrays.end(), loop.inits.begin(), loop.inits.end());
  step.lambda.params.insert(step.lambda.params.end(), loop.params.begin(), loop.params.end());
  std::vector<Stm>& stms = step.lambda.body.stms;
  stms.erase(stms.begin() + static_cast<std::ptrdiff_t>(parts.place));
  const std::size_t before = stms.size();
  stms.insert(stms.end(), loop.body.stms.begin(), loop.body.stms.end());
  VarSet inside = parts.bound_by_same();
  inside.insert(std::get<ForForm>(loop.form).index.id);
  return matrices_multiplied(step, before, inside);
}

/// Whether arrays are computed in [loop], again and again.
bool computes_arrays(const Loop& loop) {
  return std::any_of(loop.params.begin(), loop.params.end(),
                     [](const Binder& state) { return state.type.rank > 0; }) &&
         std::any_of(loop.body.stms.begin(), loop.body.stms.end(), [](const Stm& stm) {
           return std::holds_alternative<Soac>(stm.exp.node) ||
                  std::holds_alternative<Loop>(stm.exp.node);
         });
}

/// Whether nothing of [body] is seen but what it gives, or how it fails.
bool is_unseen(const Body& body) {
  bool unseen = true;
  for (const Stm& stm : body.stms) {
    const auto& node = stm.exp.node;
    if (std::holds_alternative<Trace>(node) || std::holds_alternative<Call>(node) ||
        std::holds_alternative<Diff>(node))
      return false;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { unseen = unseen && is_unseen(inner); });
  }
  return unseen;
}

/// Looks for what overwrites states, or adds to accumulators from around: states become rows of
/// arrays, which would be copied for that.
class OverwritesStates {
 public:
  explicit OverwritesStates(const Binders& states) {
    for (const Binder& state : states) states_.insert(state.id);
  }

  bool operator()(const Body& body) {
    bool found = false;
    for (const Stm& stm : body.stms) found = found || in(stm);
    return found;
  }

 private:
  bool in(const Stm& stm) {
    const Atoms overwritten = written(stm.exp);
    if (std::any_of(overwritten.begin(), overwritten.end(),
                    [this](const Atom& array) { return is_state(array); }))
      return true;
    const auto* update = std::get_if<AccUpdate>(&stm.exp.node);
    if (update != nullptr && accs_.count(update->acc.var) == 0) return true;
    if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
      for (const WithAcc::Acc& acc : with->accs) accs_.insert(acc.acc.id);
    const auto* loop = std::get_if<Loop>(&stm.exp.node);
    for (std::size_t k = 0; loop != nullptr && k < loop->params.size(); ++k)
      if (is_state(loop->inits[k])) states_.insert(loop->params[k].id);
    const Atom* whole = viewed(stm.exp);
    bool found = false, gives = whole != nullptr && is_state(*whole);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          found = found || (*this)(inner);
          for (const Atom& result : inner.results) gives = gives || is_state(result);
        });
    if (gives && !std::holds_alternative<Soac>(stm.exp.node))
      for (const Binder& binder : stm.binders) states_.insert(binder.id);
    return found;
  }

  bool is_state(const Atom& atom) const {
    return atom.type.rank > 0 && states_.count(atom.var) > 0;
  }

  VarSet states_;  ///< and what lies in their memory
  VarSet accs_;
};

class Interchanger {
 public:
  explicit Interchanger(Names& names) : names_(names), lengths_(names) {}

  bool in(Body& body) {
    support::expect_stack("A loop or branch");
    bool any = false;
    std::vector<Stm> stms;
    for (Stm& stm : body.stms) {
      const auto* soac = std::get_if<Soac>(&stm.exp.node);
      if (soac == nullptr)
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { any = in(inner) || any; });
      else if (auto choice = interchanged(stm, *soac)) {
        any = true;
        std::move(choice->begin(), choice->end(), std::back_inserter(stms));
        continue;
      }
      stms.push_back(std::move(stm));
    }
    body.stms = std::move(stms);
    return any;
  }

 private:
  std::optional<std::vector<Stm>> interchanged(const Stm& stm, const Soac& soac) {
    if (!soac.reduces.empty() || !soac.scans.empty() || soac.sequential || soac.checkpoint)
      return {};
    const Level level(soac);
    for (std::size_t s = 0; s < level.body().stms.size(); ++s) {
      const auto* loop = std::get_if<Loop>(&level.body().stms[s].exp.node);
      if (loop == nullptr || !counts_alike(level, *loop) || !is_unseen(level.body())) continue;
      const SameForAll parts = same_for_all(soac, s);
      if (parts.own.params.empty() || OverwritesStates(parts.own.params)(parts.own.body)) continue;
      const std::vector<MatricesMultiplied> products = multiplied(parts);
      if (products.empty() && !computes_arrays(parts.same)) continue;
      lengths_.take();
      equal_.clear();
      const auto states = states_of(level, parts.own, parts.bound_by_same());
      if (!states) continue;
      const std::optional<std::vector<Atoms>> same =
          computes_arrays(parts.same) ? states_of(level, parts.same, {}) : std::nullopt;
      if (auto all = divided(stm, level, parts, *states))
        return choice(stm, products, {*states, same}, std::move(*all));
    }
    return {};
  }

  /// Whether [loop] counts, and as far in all iterations of [level].
  static bool counts_alike(const Level& level, const Loop& loop) {
    const auto* form = std::get_if<ForForm>(&loop.form);
    return form != nullptr && !level.binds(form->bound.var) && loop.history.empty() &&
           !loop.counted;
  }

  /// Lengths of the rows of states of [loop], which is a part of one in [level]; nothing if they
  /// are not known, or those of other steps are not. [unknown]: variables of the other part's
  /// steps.
  std::optional<std::vector<Atoms>> states_of(const Level& level, const Loop& loop,
                                              const VarSet& unknown) {
    Soac step;
    step.lambda.params = loop.params;
    step.lambda.body = loop.body;
    const Level inside(step);
    std::vector<Atoms> all;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const Atom &init = loop.inits[k], &next = loop.body.results[k];
      if (loop.params[k].type.acc) return {};
      auto lengths = lengths_.named(level, {init.var, init.type});
      if (!lengths) return {};
      if (init.type.rank > 0 && !loop.is_regular(k) && next.var != loop.params[k].id) {
        const auto then = lengths_.of(inside, {next.var, next.type});
        if (!then) return {};
        for (std::size_t d = 0; d < then->size(); ++d) {
          const Atom& length = (*then)[d];
          if (level.binds(length.var) || unknown.count(length.var) > 0) return {};
          if (length != (*lengths)[d]) equal_.emplace_back(length, (*lengths)[d]);
        }
      }
      all.push_back(std::move(*lengths));
    }
    return all;
  }

  /// What is read of one of the parts by a later one: rows in there, arrays between them.
  struct Rows {
    Binders rows, arrays;

    void add(const Binder& row, Names& names) {
      rows.push_back(row);
      arrays.push_back(names.bind(row.type.array_of()));
    }
    void give(Soac& to) const {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        to.arrays.push_back(arrays[i].atom());
        to.lambda.params.push_back(rows[i]);
      }
    }
  };
  Rows rows_of(const Binders& rows) {
    Rows all;
    for (const Binder& row : rows) all.add(row, names_);
    return all;
  }

  /// The statements that the map [stm] is then: what is the same for all, a map of what the loop is
  /// computed from, the loop, and a map of what comes after it. [all]: of the map as it was.
  std::optional<std::vector<Stm>> divided(const Stm& stm, const Level& all, const SameForAll& same,
                                          const std::vector<Atoms>& states) {
    const Level level(same.map);
    const std::size_t place = same.place;
    const Stm& old = level.body().stms[place];
    const Loop& loop = same.own;
    VarSet of_step;
    for (const Binder& free : free_variables(loop.body)) of_step.insert(free.id);
    const Needs step(level, of_step);

    // What the step needs that is no view, and the states, are made before.
    VarSet of_before(step.made.begin(), step.made.end());
    for (const Atom& init : loop.inits)
      if (!init.is_constant()) of_before.insert(init.var);
    Sources sources(level);
    sources.add(of_before);
    if (sources.stms[place]) return {};
    Rows kept;
    auto before = made_before({all, level}, place, sources, step, kept);
    if (!before) return {};
    const Rows begins = rows_of(loop.params), ends = rows_of(same.own_results);
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      before->lambda.body.results.push_back(loop.inits[k]);
      before->row_shapes.push_back(states[k]);
    }

    std::vector<Stm> parts = same.before;
    const auto add = [&parts](Binders binders, Exp exp, const Stm& near) {
      parts.push_back({std::move(binders), std::move(exp), near.span, near.inlined_at});
    };
    Binders made = kept.arrays;
    made.insert(made.end(), begins.arrays.begin(), begins.arrays.end());
    add(made, {*std::move(before)}, stm);
    Binders results = ends.arrays;
    results.insert(results.end(), same.same_results.begin(), same.same_results.end());
    add(results, {loop_of_maps(stm, level, same, step, {begins, kept, states})}, old);
    Soac rest = part(level.soac(), std::vector<bool>(sources.params.size(), true));
    ends.give(rest);
    kept.give(rest);
    for (std::size_t s = 0; s < sources.stms.size(); ++s)
      if (!sources.stms[s] && s != place) rest.lambda.body.stms.push_back(level.body().stms[s]);
    rest.lambda.body.results = level.body().results;
    rest.row_shapes = level.soac().row_shapes;
    add(stm.binders, {std::move(rest)}, stm);
    return parts;
  }

  /// A map as it was, and without what is the same for all.
  struct Levels {
    const Level &all, &own;
  };
  /// A map of the [sources], that gives those of them which the step or what comes after the loop
  /// reads: [kept].
  std::optional<Soac> made_before(const Levels& levels, std::size_t place, const Sources& sources,
                                  const Needs& step, Rows& kept) {
    const Level& level = levels.own;
    const std::vector<Stm>& stms = level.body().stms;
    VarSet later(step.made.begin(), step.made.end());
    for (const Atom& result : level.body().results) later.insert(result.var);
    for (std::size_t s = 0; s < stms.size(); ++s)
      if (!sources.stms[s] && s != place) add_free(stms[s].exp, later);
    Soac before = part(level.soac(), sources.params);
    for (std::size_t s = 0; s < stms.size(); ++s) {
      if (sources.stms[s] || sources.views[s]) before.lambda.body.stms.push_back(stms[s]);
      if (!sources.stms[s]) continue;
      for (const Binder& binder : stms[s].binders) {
        if (later.count(binder.id) == 0) continue;
        auto lengths = lengths_.named(levels.all, binder);
        if (!lengths) return {};
        kept.add(binder, names_);
        before.lambda.body.results.push_back(binder.atom());
        before.row_shapes.push_back(std::move(*lengths));
      }
    }
    return before;
  }

  struct Given {
    const Rows &begins, &kept;
    const std::vector<Atoms>& lengths;  ///< of states
  };
  /// The loop, with a map of its body as a step, behind what is the same for all.
  Loop loop_of_maps(const Stm& stm, const Level& level, const SameForAll& loops, const Needs& needs,
                    const Given& given) {
    const Loop& loop = loops.own;
    const Rows states = rows_of(loop.params);
    Soac step = part(level.soac(), needs.params);
    states.give(step);
    given.kept.give(step);
    for (std::size_t s = 0; s < needs.views.size(); ++s)
      if (needs.views[s]) step.lambda.body.stms.push_back(level.body().stms[s]);
    step.lambda.body.stms.insert(step.lambda.body.stms.end(), loop.body.stms.begin(),
                                 loop.body.stms.end());
    step.lambda.body.results = loop.body.results;
    step.row_shapes = given.lengths;
    Loop around;
    around.params = states.arrays;
    for (const Binder& begin : given.begins.arrays) around.inits.push_back(begin.atom());
    around.form = loop.form;
    around.hints = loop.hints;
    around.regular.assign(loop.params.size(), 1);
    const Binders next = rows_of(loop.params).arrays;
    for (const Binder& state : next) around.body.results.push_back(state.atom());
    const auto append = [](auto& to, const auto& more) {
      to.insert(to.end(), more.begin(), more.end());
    };
    append(around.params, loops.same.params);
    append(around.inits, loops.same.inits);
    append(around.regular, loops.same.regular);
    append(around.body.results, loops.same.body.results);
    around.body.stms = loops.same.body.stms;
    around.body.stms.push_back({next, {std::move(step)}, stm.span, stm.inlined_at});
    return around;
  }

  /// [soac]'s width and some of its operands.
  static Soac part(const Soac& soac, const std::vector<bool>& params) {
    Soac part;
    part.width = soac.width;
    part.arrays = soac.arrays;
    part.lambda.params = soac.lambda.params;
    keep(part.arrays, params);
    keep(part.lambda.params, params);
    return part;
  }

  /// Lengths of states: of each sequence, and of those that are the same for all, if known.
  struct Lengths {
    const std::vector<Atoms>& own;
    const std::optional<std::vector<Atoms>>& same;
  };
  /// [parts] where that is worth it, else [stm].
  std::vector<Stm> choice(const Stm& stm, const std::vector<MatricesMultiplied>& products,
                          const Lengths& states, std::vector<Stm> parts) {
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    for (Stm& length : lengths_.take()) out.append(std::move(length));
    const Atom width = std::get<Soac>(stm.exp.node).width;
    const auto product = [&out](const Atoms& lengths) {
      Atom all = Atom::i64(1);
      for (const Atom& length : lengths)
        all = out.mul(all, out.prim("min", {length, Atom::i64(kMost)}));
      return all;
    };
    const auto sum = [&](const std::vector<Atoms>& all) {
      Atom numbers = Atom::i64(0);
      for (const Atoms& lengths : all) numbers = out.add(numbers, product(lengths));
      return numbers;
    };
    Atom numbers = sum(states.own);
    If choice;
    choice.condition = Atom::boolean(false);
    if (states.same)  // it is computed once then, and its cotangents are added before
      choice.condition = out.prim("and", {out.prim("le", {Atom::i64(2), width}),
                                          out.prim("le", {numbers, sum(*states.same)})});
    numbers = out.mul(numbers, Atom::i64(kTimesStates));
    const bool apart_each = std::any_of(products.begin(), products.end(),
                                        [](const MatricesMultiplied& one) { return one.apart; });
    const Atom many = out.prim("le", {Atom::i64(kMany), width});
    const Atom of_many = out.prim(prims::get("select", ScalarType::i64),
                                  {many, Atom::i64(kLeastOfMany), Atom::i64(kLeast)});
    for (const MatricesMultiplied& one : products) {
      const Atom least = out.prim("max", {numbers, apart_each ? of_many : Atom::i64(kLeast)});
      choice.condition =
          out.prim("or", {choice.condition, out.prim("le", {least, product(one.widths)})});
    }
    choice.condition = out.prim("and", {choice.condition, out.prim("lt", {Atom::i64(0), width})});
    for (const auto& [a, b] : equal_)
      choice.condition = out.prim("and", {choice.condition, out.prim("eq", {a, b})});
    Body apart{std::move(parts), {}}, whole{{stm}, {}};
    for (const Binder& binder : stm.binders) whole.results.push_back(binder.atom());
    apart.results = whole.results;
    choice.then_body = refresh(apart, names_);
    choice.else_body = refresh(whole, names_);
    in(choice.then_body);
    std::vector<Stm> all = out.finish({}).stms;
    all.push_back({stm.binders, {std::move(choice)}, stm.span, stm.inlined_at});
    return all;
  }

  Names& names_;
  RowLengths lengths_;
  std::vector<std::pair<Atom, Atom>> equal_;  ///< lengths, if a step keeps the shape of its states
};

}  // namespace

bool interchange(Body& body, Names& names) { return Interchanger(names).in(body); }

}  // namespace laguz::core::products
