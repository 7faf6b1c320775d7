// What each iteration of a loop adds to a matrix, if that is outer products of vectors, is added as
// products of matrices, of so many iterations at a time: a gradient by the weights of a recurrence
// is gathered so. An outer product goes through the whole matrix for one multiplication by element.
// (Only where nobody has written the additions: derivatives add so.)
#include <algorithm>
#include <optional>
#include <vector>

#include "core/builder.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

constexpr std::int64_t kIterations = 64;  ///< whose vectors are kept, and the most that there are

/// Vectors of an iteration.
struct Outer {
  Atom column, row;
};

/// What a loop's iterations add to one of its parameters.
struct Gathered {
  std::size_t param;
  std::vector<Outer> added;
};

std::optional<std::size_t> place_in(const Atoms& atoms, VarId var) {
  const auto found =
      std::find_if(atoms.begin(), atoms.end(), [var](const Atom& atom) { return atom.var == var; });
  if (found == atoms.end()) return std::nullopt;
  return static_cast<std::size_t>(found - atoms.begin());
}

std::optional<std::size_t> place_in(const Binders& binders, const Atom& atom) {
  for (std::size_t i = 0; i < binders.size(); ++i)
    if (binders[i].atom() == atom) return i;
  return std::nullopt;
}

bool is_map(const Soac& soac) { return soac.reduces.empty() && soac.scans.empty(); }

/// A map over the rows of a matrix, and over elements of each, that adds to them.
class RowMap {
 public:
  RowMap(const Soac& outer, VarId matrix) : outer_(outer), matrix_(matrix) {}

  std::optional<std::vector<Outer>> added() {
    const auto at = place_in(outer_.arrays, matrix_);
    const Body& body = outer_.lambda.body;
    if (!at || !is_map(outer_) || body.stms.size() != 1 || body.results.size() != 1) return {};
    inner_ = std::get_if<Soac>(&body.stms[0].exp.node);
    const VarId row = outer_.lambda.params[*at].id;
    if (inner_ == nullptr || !is_map(*inner_) || body.stms[0].binders.size() != 1 ||
        !(body.results[0] == body.stms[0].binders[0].atom()))
      return {};
    const auto element = place_in(inner_->arrays, row);
    if (!element || uses_of(outer_.arrays, matrix_) != 1 || uses_of(inner_->arrays, row) != 1)
      return {};
    element_ = inner_->lambda.params[*element].atom();
    const Body& numbers = inner_->lambda.body;
    if (!terms_of(numbers.results[0]) || elements_ != 1 || read_ != numbers.stms.size() ||
        added_.empty())
      return {};
    return added_;
  }

 private:
  static std::ptrdiff_t uses_of(const Atoms& atoms, VarId var) {
    return std::count_if(atoms.begin(), atoms.end(),
                         [var](const Atom& atom) { return atom.var == var; });
  }

  /// Whether [sum] is made of the element and of products.
  bool terms_of(const Atom& sum) {
    if (sum == element_) return ++elements_ == 1;
    const Body& numbers = inner_->lambda.body;
    const auto made = sum.is_constant() ? std::nullopt : place_of(numbers, sum.var);
    const auto* app = made ? std::get_if<PrimApp>(&numbers.stms[*made].exp.node) : nullptr;
    if (app == nullptr || ++read_ > numbers.stms.size()) return false;
    if (prims::op_of(app->prim) == prims::Op::add)
      return terms_of(app->args[0]) && terms_of(app->args[1]);
    return prims::op_of(app->prim) == prims::Op::mul && is_outer(app->args);
  }

  bool is_outer(const Atoms& factors) {
    for (const std::size_t side : {0U, 1U}) {
      const auto along = place_in(inner_->lambda.params, factors[side]);
      const auto down = place_in(outer_.lambda.params, factors[1 - side]);
      if (!along || !down || place_in(outer_.lambda.params, inner_->arrays[*along])) continue;
      added_.push_back({outer_.arrays[*down], inner_->arrays[*along]});
      return true;
    }
    return false;
  }

  const Soac& outer_;
  const VarId matrix_;
  const Soac* inner_ = nullptr;
  Atom element_;
  std::size_t elements_ = 0, read_ = 0;
  std::vector<Outer> added_;
};

class OuterProducts {
 public:
  explicit OuterProducts(Names& names) : names_(names) {}

  bool in(Body& body) {
    bool changed = false;
    std::vector<Stm> stms;
    for (Stm& stm : body.stms) {
      const auto* loop = std::get_if<Loop>(&stm.exp.node);
      if (loop != nullptr || std::holds_alternative<If>(stm.exp.node) ||
          std::holds_alternative<WithAcc>(stm.exp.node))
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { changed = in(inner) || changed; });
      if (loop != nullptr && !loop->history.empty()) {
        changed = gather_behind(stm, stms) || changed;
        continue;
      }
      if (loop != nullptr) {
        std::vector<Stm> before = gather_in_blocks(stm);
        changed = changed || !before.empty();
        for (Stm& one : before) stms.push_back(std::move(one));
      }
      stms.push_back(std::move(stm));
    }
    body.stms = std::move(stms);
    return changed;
  }

 private:
  /// Takes the statement that adds to parameter [k] of [loop] out of its body, which gives the
  /// vectors then, if they were made in an inner one.
  std::optional<Gathered> take(Loop& loop, std::size_t k) {
    const Binder& param = loop.params[k];
    if (param.type.rank != 2 || param.type.acc || !support::is_float(param.type.elem) ||
        !loop.is_regular(k) || !loop.is_sum(k))
      return {};
    std::vector<Body*> bodies{&loop.body};
    std::vector<WithAcc*> around;
    Atom next = loop.body.results[k];
    for (;;) {
      Body& body = *bodies.back();
      const auto at = next.is_constant() ? std::nullopt : place_of(body, next.var);
      if (!at || count_uses(body, next.var) != 1 || count_uses(body, param.id) != 1) return {};
      Stm& stm = body.stms[*at];
      if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
        auto added = stm.binders.size() == 1 ? RowMap(*soac, param.id).added() : std::nullopt;
        if (!added) return {};
        body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(*at));
        drop_result(loop, bodies, around, k);
        for (Outer& outer : *added) {
          hand_out(outer.column, bodies, around);
          hand_out(outer.row, bodies, around);
        }
        return Gathered{k, std::move(*added)};
      }
      auto* with = std::get_if<WithAcc>(&stm.exp.node);
      const auto result = with != nullptr ? place_in(stm.binders, next) : std::nullopt;
      const std::size_t accs = with != nullptr ? stm.binders.size() - with->body.results.size() : 0;
      if (!result || *result < accs) return {};
      next = with->body.results[*result - accs];
      bodies.push_back(&with->body);
      around.push_back(with);
    }
  }

  static Stm& statement_of(Body& body, const WithAcc* with) {
    return *std::find_if(body.stms.begin(), body.stms.end(), [with](const Stm& stm) {
      return std::get_if<WithAcc>(&stm.exp.node) == with;
    });
  }

  /// What the bodies from within [loop] on gave for parameter [k] is there no more: the parameter
  /// stays as it is until it is taken out.
  static void drop_result(Loop& loop, const std::vector<Body*>& bodies,
                          const std::vector<WithAcc*>& around, std::size_t k) {
    Atom next = loop.body.results[k];
    loop.body.results[k] = loop.params[k].atom();
    for (std::size_t level = 0; level < around.size(); ++level) {
      Stm& stm = statement_of(*bodies[level], around[level]);
      Body& body = around[level]->body;
      const std::size_t binder = *place_in(stm.binders, next);
      const std::size_t result = binder - (stm.binders.size() - body.results.size());
      next = body.results[result];
      stm.binders.erase(stm.binders.begin() + static_cast<std::ptrdiff_t>(binder));
      body.results.erase(body.results.begin() + static_cast<std::ptrdiff_t>(result));
    }
  }

  /// Makes [vector] a result of the bodies that it is made in, up to the loop's.
  void hand_out(Atom& vector, const std::vector<Body*>& bodies,
                const std::vector<WithAcc*>& around) {
    for (std::size_t level = around.size(); level-- > 0;) {
      if (!place_of(*bodies[level + 1], vector.var)) continue;
      Stm& stm = statement_of(*bodies[level], around[level]);
      around[level]->body.results.push_back(vector);
      stm.binders.push_back(names_.bind(vector.type));
      vector = stm.binders.back().atom();
    }
  }

  std::vector<Gathered> take(Loop& loop) {
    std::vector<Gathered> gathered;
    const auto* form = std::get_if<ForForm>(&loop.form);
    if (form == nullptr || form->down || form->bound.type != kIndex || loop.counted) return {};
    for (std::size_t k = 0; k < loop.params.size(); ++k)
      if (auto one = take(loop, k)) gathered.push_back(std::move(*one));
    return gathered;
  }

  /// Has [loop] keep [vector], of [length], of each iteration.
  void keep(Loop& loop, const Atom& vector, const Atom& length, Builder& before) {
    loop.params.push_back(names_.bind(vector.type));
    loop.inits.push_back(before.array_op(ArrayOp::zeros, {length}, vector.type,
                                         {static_cast<std::int64_t>(vector.type.elem)}));
    loop.body.results.push_back(vector);
    loop.regular.resize(loop.params.size() - 1, 0);
    loop.regular.push_back(1);
    loop.keep(loop.params.size() - 1, false, true);
  }

  /// Of [stm], a loop that keeps something of each iteration in any case: has it keep the vectors
  /// as well, whose product is added behind it. Puts all of that to [stms].
  bool gather_behind(Stm& stm, std::vector<Stm>& stms) {
    Loop& loop = std::get<Loop>(stm.exp.node);
    const std::size_t states = loop.params.size();
    const std::vector<Gathered> gathered = take(loop);
    Builder before(names_), behind(names_);
    for (Builder* b : {&before, &behind}) {
      b->span = stm.span;
      b->inlined_at = stm.inlined_at;
    }
    for (const Gathered& sum : gathered) {
      const Atoms lengths = before.shape(loop.inits[sum.param]);
      const Binder whole = stm.binders[sum.param];
      stm.binders[sum.param] = names_.bind(whole.type);
      Atom matrix = loop.inits[sum.param];
      for (const Outer& outer : sum.added) {
        keep(loop, outer.column, lengths[0], before);
        keep(loop, outer.row, lengths[1], before);
        Atoms kept;
        for (const Atom& vector : {outer.column, outer.row}) {
          stm.binders.push_back(names_.bind(vector.type.array_of()));
          kept.push_back(stm.binders.back().atom());
        }
        matrix = with_product(behind, matrix, kept[0], kept[1]);
      }
      behind.append({{whole}, {Copy{matrix}}, stm.span, stm.inlined_at});
    }
    Binders ends;  // of the vectors
    for (std::size_t k = states; k < loop.params.size(); ++k)
      ends.push_back(names_.bind(loop.params[k].type));
    stm.binders.insert(stm.binders.begin() + static_cast<std::ptrdiff_t>(states), ends.begin(),
                       ends.end());
    for (Stm& one : before.finish({}).stms) stms.push_back(std::move(one));
    stms.push_back(std::move(stm));
    for (Stm& one : behind.finish({}).stms) stms.push_back(std::move(one));
    return !gathered.empty();
  }

  /// Makes [stm], a loop that adds outer products, one of blocks; what is to stand before it.
  std::vector<Stm> gather_in_blocks(Stm& stm) {
    Loop& loop = std::get<Loop>(stm.exp.node);
    const std::vector<Gathered> gathered = take(loop);
    if (gathered.empty()) return {};
    const auto* form = std::get_if<ForForm>(&loop.form);

    Builder before(names_);
    before.span = stm.span;
    before.inlined_at = stm.inlined_at;
    const Atom trips = before.prim("max", {form->bound, Atom::i64(0)});
    const Atom most = Atom::i64(kIterations);
    const Atom full = before.prim("quot", {before.sub(trips, Atom::i64(1)), most});
    Loop blocks;
    for (const Binder& param : loop.params) blocks.params.push_back(names_.bind(param.type));
    blocks.inits = loop.inits;
    blocks.hints = loop.hints;
    const Binder block = names_.bind(kIndex);
    blocks.form = ForForm{block, before.add(full, Atom::i64(1))};

    Builder b(names_);
    b.span = stm.span;
    b.inlined_at = stm.inlined_at;
    const Atom first = b.mul(block.atom(), most);
    Loop inner = std::move(loop);
    const Binder index = std::get<ForForm>(inner.form).index, turn = names_.bind(kIndex);
    inner.form = ForForm{turn, b.prim("min", {b.sub(trips, first), most})};
    inner.body.stms.insert(inner.body.stms.begin(),
                           {{index},
                            {PrimApp{prims::get("add", ScalarType::i64), {first, turn.atom()}}},
                            stm.span,
                            stm.inlined_at});
    for (std::size_t k = 0; k < inner.params.size(); ++k) inner.inits[k] = blocks.params[k].atom();
    const std::size_t states = inner.params.size();
    for (const Gathered& sum : gathered) {
      const Atoms lengths = before.shape(blocks.inits[sum.param]);
      for (const Outer& outer : sum.added) {
        keep(inner, outer.column, lengths[0], before);
        keep(inner, outer.row, lengths[1], before);
      }
    }
    std::vector<Type> types = types_of(inner.params);
    for (const std::uint32_t k : inner.history) types.push_back(types[k].array_of());
    std::size_t at = inner.params.size();
    const Atoms ends = b.emit({std::move(inner)}, types);
    Atoms next(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(states));
    for (const Gathered& sum : gathered)
      for (std::size_t p = 0; p < sum.added.size(); ++p, at += 2)
        next[sum.param] = with_product(b, next[sum.param], ends[at], ends[at + 1]);
    blocks.body = b.finish(std::move(next));
    stm.exp.node = std::move(blocks);
    return before.finish({}).stms;
  }

  /// [matrix] and the sum of the outer products of [columns] and [rows], of each iteration.
  Atom with_product(Builder& b, const Atom& matrix, const Atom& columns, const Atom& rows) {
    const Type vector = matrix.type.row(), number = vector.row();
    const Atom n = b.shape(matrix, 0), m = b.shape(matrix, 1), turns = b.shape(columns, 0);
    const Atom left = b.rearrange(columns, {1, 0});
    const Atom right = b.rearrange(rows, {1, 0});
    const auto lambda_of = [&](const std::vector<Type>& types,
                               const std::function<Atom(Builder&, const Atoms&)>& f) {
      Lambda lambda;
      Atoms params;
      for (const Type& type : types) {
        lambda.params.push_back(names_.bind(type));
        params.push_back(lambda.params.back().atom());
      }
      Builder inner(names_);
      inner.span = b.span;
      inner.inlined_at = b.inlined_at;
      const Atom result = f(inner, params);
      lambda.body = inner.finish({result});
      return lambda;
    };
    const auto each = [&](Builder& c, const Atom& width, const Atoms& arrays, Lambda f, Atoms row) {
      const Type type = f.body.results[0].type.array_of();
      return c.emit1({Soac{width, arrays, std::move(f), {}, {}, {std::move(row)}, false}}, type);
    };
    const auto add = [](Builder& c, const Atoms& x) { return c.add(x[0], x[1]); };
    const auto multiply = [](Builder& c, const Atoms& x) { return c.mul(x[0], x[1]); };
    const auto inner_product = [&](Builder& c, const Atom& u, const Atom& v) {
      const Atom zero = Atom::constant({number.elem, 0});
      return c.emit1({Soac{turns,
                           {u, v},
                           lambda_of({number, number}, multiply),
                           {{lambda_of({number, number}, add), {zero}, true}},
                           {},
                           {},
                           false}},
                     number);
    };
    const Lambda row_of_product = lambda_of({vector}, [&](Builder& c, const Atoms& u) {
      return each(c, m, {right},
                  lambda_of({vector}, [&](Builder& d,
                                          const Atoms& v) { return inner_product(d, u[0], v[0]); }),
                  {});
    });
    const Lambda row_of_sum = lambda_of({vector, vector}, [&](Builder& c, const Atoms& x) {
      return each(c, m, x, lambda_of({number, number}, add), {});
    });
    const Atom product = each(b, n, {left}, row_of_product, {m});
    return each(b, n, {matrix, product}, row_of_sum, {m});
  }

  Names& names_;
};

}  // namespace

bool add_outer_products(Body& body, Names& names) { return OuterProducts(names).in(body); }

}  // namespace laguz::core::fusion
