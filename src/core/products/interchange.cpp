#include "core/products/interchange.hpp"

#include <algorithm>
#include <utility>

#include "core/builder.hpp"
#include "core/products/nests.hpp"
#include "core/products/row_lengths.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::products {
namespace {

/// Sequences, and numbers of a matrix, from which on it is worth it: states go through memory then.
constexpr std::int64_t kLeastRows = 4, kLeastNumbers = 256;
/// Numbers of a matrix for each number of a state: else what goes through memory takes longer than
/// the products. (Up to [kMost] rows and terms are counted.)
constexpr std::int64_t kTimesStates = 4, kMost = 1 << 20;

/// A product of a matrix and a vector: rows of the matrix, and their lengths.
struct MatrixTimes {
  Atom rows, terms;
};

/// Looks for products of matrices from outside of a Soac and vectors that it makes.
class FindsMatrix {
 public:
  explicit FindsMatrix(const Level& around) : around_(around) {}

  /// [rows]: of matrices from outside, in a Soac of [width].
  std::optional<MatrixTimes> in(const Body& body, const VarSet& rows, const Atom& width) {
    for (const Stm& stm : body.stms) {
      for (const Binder& binder : stm.binders) inside_.insert(binder.id);
      const auto* soac = std::get_if<Soac>(&stm.exp.node);
      if (soac == nullptr) continue;
      bool row = false, own = false;
      VarSet deeper;
      for (std::size_t i = 0; i < soac->arrays.size(); ++i) {
        const Atom& array = soac->arrays[i];
        const Binder& param = soac->lambda.params[i];
        inside_.insert(param.id);
        row = row || rows.count(array.var) > 0;
        own = own || (rows.count(array.var) == 0 && !is_outside(array));
        if (is_outside(array) && array.type.rank > 1) deeper.insert(param.id);
        if (rows.count(array.var) > 0 && param.type.rank > 0) deeper.insert(param.id);
      }
      if (row && own && is_outside(width) && is_outside(soac->width))
        return MatrixTimes{width, soac->width};
      if (deeper.empty()) continue;
      if (auto found = in(soac->lambda.body, deeper, soac->width)) return found;
    }
    return {};
  }

  void bind(const Binder& binder) { inside_.insert(binder.id); }

 private:
  bool is_outside(const Atom& atom) const {
    return atom.is_constant() || (!around_.binds(atom.var) && inside_.count(atom.var) == 0);
  }

  const Level& around_;
  VarSet inside_;
};

/// Whether nothing of [body] is seen but what it gives, or how it fails; and nothing is overwritten
/// in it, for that would be rows of arrays then.
bool is_plain(const Body& body) {
  bool plain = true;
  for (const Stm& stm : body.stms) {
    const auto& node = stm.exp.node;
    const auto* app = std::get_if<ArrayApp>(&node);
    if (std::holds_alternative<Update>(node) || std::holds_alternative<Scatter>(node) ||
        std::holds_alternative<Hist>(node) || std::holds_alternative<WithAcc>(node) ||
        std::holds_alternative<AccUpdate>(node) || std::holds_alternative<Trace>(node) ||
        std::holds_alternative<Call>(node) || std::holds_alternative<Diff>(node) ||
        (app != nullptr && app->op == ArrayOp::flat_update))
      return false;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { plain = plain && is_plain(inner); });
  }
  return plain;
}

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
      if (loop == nullptr) continue;
      const auto matrix = multiplied(level, *loop);
      if (!matrix || !is_plain(soac.lambda.body)) continue;
      lengths_.take();
      const auto states = states_of(level, *loop);
      if (!states) continue;
      if (auto parts = divided(stm, level, s, *states))
        return choice(stm, *matrix, *states, std::move(*parts));
    }
    return {};
  }

  /// What the loop multiplies by, if it counts as far in all iterations of [level].
  static std::optional<MatrixTimes> multiplied(const Level& level, const Loop& loop) {
    const auto* form = std::get_if<ForForm>(&loop.form);
    if (form == nullptr || level.binds(form->bound.var) || !loop.history.empty() || loop.counted)
      return {};
    FindsMatrix find(level);
    find.bind(form->index);
    for (const Binder& param : loop.params) find.bind(param);
    return find.in(loop.body, {}, Atom::i64(1));
  }

  /// Lengths of the states' rows; nothing if they are not known, or not those of all states.
  std::optional<std::vector<Atoms>> states_of(const Level& level, const Loop& loop) {
    Soac step;
    step.lambda.params = loop.params;
    step.lambda.body = loop.body;
    const Level inside(step);
    std::vector<Atoms> all;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const Atom &init = loop.inits[k], &next = loop.body.results[k];
      if (loop.params[k].type.acc || init.type.rank > 2) return {};
      auto lengths = lengths_.named(level, {init.var, init.type});
      if (!lengths) return {};
      if (init.type.rank > 0 && !loop.is_regular(k) && next.var != loop.params[k].id &&
          lengths_.of(inside, {next.var, next.type}) != lengths)
        return {};
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

  /// The statements that [level] is then: a map of what the loop at [place] is computed from, the
  /// loop, and a map of what comes after it.
  std::optional<std::vector<Stm>> divided(const Stm& stm, const Level& level, std::size_t place,
                                          const std::vector<Atoms>& states) {
    const Stm& old = level.body().stms[place];
    const Loop& loop = std::get<Loop>(old.exp.node);
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
    auto before = made_before(level, place, sources, step, kept);
    if (!before) return {};
    const Rows begins = rows_of(loop.params), ends = rows_of(old.binders);
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      before->lambda.body.results.push_back(loop.inits[k]);
      before->row_shapes.push_back(states[k]);
    }

    std::vector<Stm> parts;
    const auto add = [&parts](Binders binders, Exp exp, const Stm& near) {
      parts.push_back({std::move(binders), std::move(exp), near.span, near.inlined_at});
    };
    Binders made = kept.arrays;
    made.insert(made.end(), begins.arrays.begin(), begins.arrays.end());
    add(made, {*std::move(before)}, stm);
    add(ends.arrays, {loop_of_maps(stm, level, loop, step, {begins, kept, states})}, old);
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

  /// A map of the [sources], that gives those of them which the step or what comes after the loop
  /// reads: [kept].
  std::optional<Soac> made_before(const Level& level, std::size_t place, const Sources& sources,
                                  const Needs& step, Rows& kept) {
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
        auto lengths = lengths_.named(level, binder);
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
  /// The loop, with a map of its body as a step.
  Loop loop_of_maps(const Stm& stm, const Level& level, const Loop& loop, const Needs& needs,
                    const Given& given) {
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

  /// [parts] where that is worth it, else [stm].
  std::vector<Stm> choice(const Stm& stm, const MatrixTimes& matrix,
                          const std::vector<Atoms>& states, std::vector<Stm> parts) {
    Builder out(names_);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    for (Stm& length : lengths_.take()) out.append(std::move(length));
    const auto product = [&out](const Atoms& lengths) {
      Atom all = Atom::i64(1);
      for (const Atom& length : lengths)
        all = out.mul(all, out.prim("min", {length, Atom::i64(kMost)}));
      return all;
    };
    Atom least = Atom::i64(0);
    for (const Atoms& lengths : states) least = out.add(least, product(lengths));
    least = out.prim("max", {out.mul(least, Atom::i64(kTimesStates)), Atom::i64(kLeastNumbers)});
    If choice;
    choice.condition = out.prim(
        "and", {out.prim("le", {Atom::i64(kLeastRows), std::get<Soac>(stm.exp.node).width}),
                out.prim("le", {least, product({matrix.rows, matrix.terms})})});
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
};

}  // namespace

bool interchange(Body& body, Names& names) { return Interchanger(names).in(body); }

}  // namespace laguz::core::products
