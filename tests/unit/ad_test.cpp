// What derivations cost, and that they are made of functions as the user wrote them.
#include <fmt/format.h>

#include <cmath>

#include "ad/observe.hpp"
#include "core/optimise.hpp"
#include "core/walk.hpp"
#include "driver/session.hpp"
#include "eval_support.hpp"
#include "graph/export.hpp"
#include "lower/lower.hpp"
#include "statements.hpp"

using namespace laguz_test;
using laguz::driver::Session;

namespace {

/// One step, in which [y] stands twice.
std::string step(const std::string& kind, const std::string& y) {
  return kind == "linear" ? fmt::format("{0} * 0.5 + {0} * 0.5", y)
                          : fmt::format("f64.sin {0} * 0.5 + f64.sin {0} * 0.6", y);
}
/// n steps, as lets and as a loop.
std::string chain(const std::string& kind, int n) {
  std::string text = "\\(x0: f64) ->";
  for (int i = 0; i < n; ++i)
    text += fmt::format(" let x{} = {}", i + 1, step(kind, fmt::format("x{}", i)));
  return text + fmt::format(" in x{}", n);
}
std::string loop(const std::string& kind, int n) {
  return fmt::format("\\(x: f64) -> loop y = x for _i < {}i32 do {}", n, step(kind, "y"));
}

/// Statements of core that compute the gradient of [function], and what it is at 3.
std::pair<std::size_t, double> gradient(Session& session, const std::string& function) {
  const auto def = session.expression(session.prelude(), "test", "vjp (" + function + ") 3 1");
  const auto entry = session.differentiate(*def);
  const std::size_t size = statements(session.program()[entry.function].body);
  session.prepare(*def);
  return {size, as_f64(session.call(entry, {})[0])};
}

}  // namespace

TEST_CASE("a derivative is as long as its function, not as the tree of it", "[ad]") {
  Session session({});
  const auto linear = gradient(session, chain("linear", 60));
  CHECK(linear.first <= 300);
  CHECK(linear.second == 1);
  const auto lets = gradient(session, chain("curved", 60));
  CHECK(lets.first >= 60);
  CHECK(lets.first <= 600);
  const auto many = gradient(session, chain("curved", 240));
  CHECK(many.first <= 5 * lets.first);
  const auto few = gradient(session, loop("curved", 60));
  CHECK(few.first <= 40);
  CHECK(few.second == Approx(lets.second));
  CHECK(few.second != 0);
  // A loop's derivative has a loop's length, however often it goes round.
  CHECK(gradient(session, loop("curved", 2000)).first == few.first);
}

TEST_CASE("code grows by a factor with each order, nested loops or not", "[ad]") {
  Session session({});
  /// Statements of the derivatives of [function], to order 4.
  const auto orders = [&](std::string function, const std::string& type, const std::string& sum,
                          const std::string& point) {
    std::vector<std::size_t> sizes;
    for (int order = 1; order <= 4; ++order) {
      function = fmt::format("(\\(x: {}) -> {} (vjp {} x 1))", type, sum, function);
      const auto def =
          session.expression(session.prelude(), "test", fmt::format("{} {}", function, point));
      const auto entry = session.differentiate(*def);
      sizes.push_back(statements(session.program()[entry.function].body));
    }
    return sizes;
  };
  SECTION("of what is overwritten in place") {
    const auto sizes = orders(
        "(\\(m: [6][6]f64) ->"
        "  let a = loop a = copy m for k < 6i64 do"
        "            loop a for i in k + 1..<6 do"
        "              let f = a[i, k] / a[k, k]"
        "              let a = a with [i, k] = f"
        "              in loop a for j in k + 1..<6 do a with [i, j] = a[i, j] - f * a[k, j]"
        "  in f64.sum (map (\\i -> f64.log a[i, i]) (iota 6)))",
        "[6][6]f64", "(\\(r: [6][6]f64) -> f64.sum (flatten r))",
        "(tabulate_2d 6 6 (\\i j -> if i == j then 9 else f64.i64 (i + 2 * j)))");
    CAPTURE(sizes);
    CHECK(sizes[0] >= 100);
    CHECK(sizes[2] <= 5 * sizes[1]);
    CHECK(sizes[3] <= 5 * sizes[2]);
  }
  SECTION("of loops in loops, however deep") {
    std::vector<std::vector<std::size_t>> nests;
    std::string nest = "f64.sin (y * x)";
    for (int depth = 1; depth <= 5; ++depth) {
      nest = fmt::format("loop y = y for _i < 5i64 do {}", nest);
      nests.push_back(orders("(\\(x: f64) -> let y = x in " + nest + ")", "f64", "", "0.5"));
    }
    CAPTURE(nests);
    for (const auto& sizes : nests) {
      CHECK(sizes[2] <= 5 * sizes[1]);
      CHECK(sizes[3] <= 5 * sizes[2]);
    }
    // Each loop around it adds as much as the one before.
    for (std::size_t order = 0; order < 4; ++order) CHECK(nests[4][order] <= 3 * nests[0][order]);
  }
}

TEST_CASE_METHOD(Fixture, "nothing comes back to a state that no iteration reads", "[ad]") {
  // x, x / 2, ... are halved five times; of each a row of its sine is kept, and then left alone.
  Function slope;
  slope.name = "slope";
  slope.params = {names.bind(kF64)};
  slope.results = {kF64};
  slope.body = block([&](Builder& b) {
    Diff diff;
    diff.mode = DiffMode::vjp;
    diff.function = lambda({kF64}, [&](Builder& in, const Atoms& x) {
      const Type row = kF64.array_of();
      Loop loop;
      const Binder now = names.bind(kF64), kept = names.bind(row), i = names.bind(kI64);
      loop.params = {now, kept};
      loop.inits = {x[0], in.array_op(ArrayOp::replicate, {Atom::i64(3), x[0]}, row)};
      loop.form = ForForm{i, Atom::i64(5)};
      loop.body = block([&](Builder& c) {
        const Atom sine = c.prim("sin", {now.atom()});
        return Atoms{c.mul(now.atom(), f64(0.5)),
                     c.array_op(ArrayOp::replicate, {Atom::i64(3), sine}, row)};
      });
      loop.keep(1, false, true);
      const Atom rows = in.emit({std::move(loop)}, {kF64, row, row.array_of()})[2];
      return Atoms{in.index(rows, {Atom::i64(4), Atom::i64(2)})};
    });
    diff.primals = {slope.params[0].atom()};
    diff.seeds = {f64(1)};
    return Atoms{b.emit({std::move(diff)}, {kF64, kF64})[1]};
  });
  const FunId f = program.add(std::move(slope));
  laguz::ad::Differentiator differentiator(program);
  differentiator.expand(f);
  std::size_t backwards = 0;
  for (const Stm& stm : program[f].body.stms) {
    const auto* loop = std::get_if<Loop>(&stm.exp.node);
    if (loop == nullptr || !loop->history.empty()) continue;
    ++backwards;
    for (const Binder& param : loop->params) CHECK(param.type.rank == 0);
  }
  CHECK(backwards == 1);
  optimise(program, f);
  CHECK(as_f64(run(f, {value(2.0)})[0]) == Approx(std::cos(2.0 / 16) / 16));
}

namespace {

/// What loops in loops of [body] keep of their iterations.
std::size_t kept_inside(const Body& body, bool in_loop = false) {
  std::size_t count = 0;
  for (const Stm& stm : body.stms) {
    const auto* loop = std::get_if<Loop>(&stm.exp.node);
    if (loop != nullptr && in_loop) count += loop->history.size();
    laguz::core::visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          count += kept_inside(inner, in_loop || loop != nullptr);
        });
  }
  return count;
}

}  // namespace

TEST_CASE("an array all of which is overwritten is kept whole", "[ad]") {
  // Of the array u, in each of three iterations a loop over [trips] overwrites elements of [next].
  const auto kept = [](const std::string& trips, const std::string& next) {
    Session session({});
    const auto def = session.expression(
        session.prelude(), "test",
        "let f [n] (x: [n]f64) = vjp (\\(x: [n]f64) -> f64.sum (loop u = copy x for _s < 3i32 do "
        "loop g = copy u for j < " +
            trips + " do " + next + ")) x 1 in f (replicate 1000 1)");
    const auto entry = session.differentiate(*def);
    return kept_inside(session.program()[entry.function].body);
  };
  // (What writes rows of its own alone is a map.)
  const std::string both = "g with [j] = f64.sin u[j] with [(j + 1) % n] = u[j]";
  CHECK(kept("n", both) == 0);
  CHECK(kept("n - 2", both) == 0);
  CHECK(kept("n - 2", "g with [j + 1] = f64.sin u[j] with [j] = u[j + 2]") == 0);
  // (These are not as many.)
  CHECK(kept("n / 3", both) > 0);
  CHECK(kept("20", both) > 0);
  // What comes later is read, too.
  CHECK(kept("n - 1", "g with [j + 1] = f64.sin g[j]") > 0);
}

TEST_CASE("the graph of a gradient shows what is shared", "[ad]") {
  Session session({});
  const auto def =
      session.expression(session.prelude(), "test", "vjp (" + chain("linear", 60) + ") 3 1");
  Program program;
  laguz::lower::Lowerer lowerer(session.names(), program);
  laguz::ad::Differentiator differentiator(program);
  const auto seen = laguz::ad::observe(differentiator, program, lowerer.entry(*def).function,
                                       laguz::ad::Calls::closed);
  const auto picture = laguz::graph::picture("test", seen.inputs, seen.body, program);
  CHECK(picture.count >= 120);  // two for each let
  CHECK(picture.count <= 300);
  CHECK(picture.tree.log2() > 60);
  CHECK(picture.tree.log2() < 63);
  for (const auto& text : {laguz::graph::to_text(picture), laguz::graph::to_dot(picture),
                           laguz::graph::to_json(picture)}) {
    CHECK(text.size() > 1000);
    CHECK(text.size() < 300 * 400);
  }
}

TEST_CASE_METHOD(Fixture, "a function that has been run is differentiated as it was", "[ad]") {
  // square has a rule of its own, which says 100 where 2x would be right.
  Function square;
  square.name = "square";
  square.params = {names.bind(kF64)};
  square.results = {kF64};
  Custom custom;
  custom.mode = CustomMode::vjp;
  custom.function =
      lambda({kF64}, [](Builder& b, const Atoms& x) { return Atoms{b.mul(x[0], x[0])}; });
  custom.rule =
      lambda({kF64, kF64}, [](Builder& b, const Atoms& x) { return Atoms{b.mul(f64(100), x[1])}; });
  custom.args = {square.params[0].atom()};
  square.body = block([&](Builder& b) { return b.emit({custom}, {kF64}); });
  const FunId squared = program.add(std::move(square));

  const auto entry = [&](const std::function<Atom(Builder&, const Atom&)>& write) {
    Function made;
    made.name = "entry";
    made.params = {names.bind(kF64)};
    made.results = {kF64};
    const Atom x = made.params[0].atom();
    made.body = block([&](Builder& b) { return Atoms{write(b, x)}; });
    return program.add(std::move(made));
  };
  const FunId twice = entry([&](Builder& b, const Atom& x) {
    const Atom once = b.emit1({Call{squared, {x}}}, kF64);
    return b.add(once, b.emit1({Call{squared, {once}}}, kF64));
  });
  const FunId slope = entry([&](Builder& b, const Atom& x) {
    Diff diff;
    diff.mode = DiffMode::vjp;
    diff.function = lambda({kF64}, [&](Builder& in, const Atoms& args) {
      return Atoms{in.emit1({Call{twice, {args[0]}}}, kF64)};
    });
    diff.primals = {x};
    diff.seeds = {f64(1)};
    return b.emit({std::move(diff)}, {kF64, kF64})[1];
  });

  laguz::ad::Differentiator differentiator(program);
  differentiator.expand(twice);
  optimise(program, twice);
  Evaluator runs(program, options);
  CHECK(as_f64(runs.call(twice, {value(3.0)})[0]) == 90);
  differentiator.expand(slope);
  optimise(program, slope);
  CHECK(as_f64(runs.call(slope, {value(3.0)})[0]) == 100 + 100 * 100);
}
