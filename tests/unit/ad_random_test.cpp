// Random differentiable core: reverse mode, forward mode and differences say the same, to second
// order.
#include <cmath>
#include <cstring>

#include "ad/differentiate.hpp"
#include "core/optimise.hpp"
#include "core/print.hpp"
#include "core/walk.hpp"
#include "random_function.hpp"
#include "seeds.hpp"

using namespace laguz_test;

namespace {

/// Functions of a random one f: (x, y) -> (u, v), and its derivatives, all with the directions and
/// weights as arguments.
struct Family {
  Program program;
  std::unique_ptr<Evaluator> evaluator, in_lanes, starved;

  explicit Family(unsigned seed) : f_(RandomFunction(program, seed).function) {}

  Function start(std::size_t pairs, Atoms& args) {
    Function function;
    function.name = "random";
    for (std::size_t p = 0; p < pairs; ++p)
      for (const Type& type : {kVector, kF64}) {
        function.params.push_back(program.names.bind(type));
        args.push_back(function.params.back().atom());
      }
    function.results = {kVector, kF64};
    return function;
  }
  static Atoms two(const Atoms& atoms, std::size_t first) {
    return {atoms[first], atoms[first + 1]};
  }

  FunId value() {
    Atoms args;
    Function made = start(1, args);
    Substitution substitution{{f_.params[0].id, args[0]}, {f_.params[1].id, args[1]}};
    made.body = refresh(f_.body, program.names, std::move(substitution));
    return program.add(std::move(made));
  }
  /// (x, seed) -> the derivative in [mode].
  FunId derivative(DiffMode mode) {
    Atoms args;
    Function made = start(2, args);
    Builder b(program.names);
    made.body = b.finish(diff(b, mode, refresh(f_, program.names), two(args, 0), two(args, 2)));
    return program.add(std::move(made));
  }
  /// (x, w, d) -> the derivative in mode [outer], seeded by d, of x -> [inner] derivative seeded by
  /// w.
  FunId second(DiffMode outer, DiffMode inner) {
    Atoms args;
    Function made = start(3, args);
    Lambda first;
    first.params = {program.names.bind(kVector), program.names.bind(kF64)};
    Builder in(program.names);
    first.body = in.finish(diff(in, inner, refresh(f_, program.names),
                                {first.params[0].atom(), first.params[1].atom()}, two(args, 2)));
    Builder b(program.names);
    made.body = b.finish(diff(b, outer, std::move(first), two(args, 0), two(args, 4)));
    return program.add(std::move(made));
  }

  void prepare(const std::vector<FunId>& functions) {
    laguz::ad::Differentiator differentiator(program);
    for (const FunId function : functions) {
      differentiator.expand(function);
      verify(program, function);
      optimise(program, function);
      verify(program, function);
    }
    Options options;
    options.tier = Tier::scalar;
    evaluator = std::make_unique<Evaluator>(program, options);
    options.tier = Tier::lanes;
    in_lanes = std::make_unique<Evaluator>(program, options);
    options.tier = Tier::scalar;
    options.loop_states = 1;
    starved = std::make_unique<Evaluator>(program, options);
  }

  using Point = std::vector<double>;  // kLength numbers, and one
  static Point numbers(const std::vector<Value>& values) {
    const Array first = std::get<Array>(values[0]).dense();
    Point found(first.data<double>(), first.data<double>() + first.size());
    found.push_back(as_f64(values[1]));
    return found;
  }
  Point call(FunId function, const std::vector<Point>& points) {
    std::vector<Value> args;
    for (const Point& point : points) {
      args.push_back(vector(std::vector<double>(point.begin(), point.end() - 1)));
      args.push_back(laguz_test::value(point.back()));
    }
    const Point found = numbers(evaluator->call(function, args));
    // Tiers agree bit for bit, and it does not matter how much is kept of loops.
    for (Evaluator* other : {in_lanes.get(), starved.get()}) {
      const Point again = numbers(other->call(function, args));
      REQUIRE(std::memcmp(found.data(), again.data(), found.size() * sizeof(double)) == 0);
    }
    return found;
  }

 private:
  Atoms diff(Builder& b, DiffMode mode, Lambda function, Atoms primals, Atoms seeds) {
    Atoms all = b.emit({Diff{mode, std::move(function), std::move(primals), std::move(seeds)}},
                       {kVector, kF64, kVector, kF64});
    return {all[2], all[3]};
  }

  Lambda f_;
};

using Point = Family::Point;

double dot(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
Point along(const Point& x, const Point& d, double h) {
  Point moved = x;
  for (std::size_t i = 0; i < x.size(); ++i) moved[i] += h * d[i];
  return moved;
}
bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace

TEST_CASE("reverse mode, forward mode and differences agree on random programs", "[ad]") {
  std::size_t moving = 0, programs = 0;
  for (unsigned seed = 0; seed < 300; seed += kSeedStep) {
    Family family(seed);
    const FunId f = family.value();
    const FunId forward = family.derivative(DiffMode::jvp);
    const FunId reverse = family.derivative(DiffMode::vjp);
    INFO("seed " << seed << "\n" << print(family.program, f));
    REQUIRE_NOTHROW(family.prepare({f, forward, reverse}));

    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    Point x, d, w;
    for (Point* point : {&x, &d, &w})
      for (std::int64_t i = 0; i <= kLength; ++i) point->push_back(number(random));
    const double by_forward = dot(w, family.call(forward, {x, d}));
    const double by_reverse = dot(d, family.call(reverse, {x, w}));
    constexpr double h = 1e-6;
    const double truth =
        (dot(w, family.call(f, {along(x, d, h)})) - dot(w, family.call(f, {along(x, d, -h)}))) /
        (2 * h);
    CHECK(near(by_forward, by_reverse, 1e-10));
    CHECK(near(by_forward, truth, 1e-6));
    ++programs;
    moving += by_forward != 0;
  }
  CHECK(moving * 3 > programs * 2);  // or the programs are not worth much
}

TEST_CASE("the four ways to nest two modes agree on random programs", "[ad]") {
  for (unsigned seed = 1000; seed < 1100; seed += kSeedStep) {
    Family family(seed);
    const FunId f = family.value();
    const FunId reverse = family.derivative(DiffMode::vjp);
    const FunId jv = family.second(DiffMode::jvp, DiffMode::vjp);
    const FunId vv = family.second(DiffMode::vjp, DiffMode::vjp);
    const FunId vj = family.second(DiffMode::vjp, DiffMode::jvp);
    const FunId jj = family.second(DiffMode::jvp, DiffMode::jvp);
    INFO("seed " << seed << "\n" << print(family.program, f));
    REQUIRE_NOTHROW(family.prepare({f, reverse, jv, vv, vj, jj}));

    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    Point x, d, e, w;
    for (Point* point : {&x, &d, &e, &w})
      for (std::int64_t i = 0; i <= kLength; ++i) point->push_back(number(random));
    // All of them are e · H d, with H the second derivative of w · f at x.
    const double values[] = {
        dot(e, family.call(jv, {x, w, d})),
        dot(e, family.call(vv, {x, w, d})),
        dot(e, family.call(vj, {x, d, w})),
        dot(w, family.call(jj, {x, d, e})),
    };
    constexpr double h = 1e-5;
    const double truth = (dot(e, family.call(reverse, {along(x, d, h), w})) -
                          dot(e, family.call(reverse, {along(x, d, -h), w}))) /
                         (2 * h);
    for (const double value : values) CHECK(near(value, truth, 1e-5));
  }
}
