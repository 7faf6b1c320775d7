// Random core: the lanes tier computes the bits of the scalar tier, and fails where it fails.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>

#include "core/print.hpp"
#include "eval/lanes/plan.hpp"
#include "random_lambda.hpp"
#include "seeds.hpp"
#include "tests/unit/without_iterations.hpp"

using namespace laguz_test;

namespace {

bool same_bits(Scalar a, Scalar b) {
  // The sign and payload of a NaN are the compiler's choice of operand order.
  if (a.type == ScalarType::f64 && std::isnan(a.as_f64())) return std::isnan(b.as_f64());
  return a == b;
}

bool same(const Value& a, const Value& b) {
  if (const auto* scalar = std::get_if<Scalar>(&a)) return same_bits(*scalar, std::get<Scalar>(b));
  const Array x = std::get<Array>(a).dense(), y = std::get<Array>(b).dense();
  if (x.type() != y.type() || !(x.shape() == y.shape())) return false;
  const auto size = static_cast<std::size_t>(laguz::support::size_of(x.type()));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    Scalar p{x.type(), 0}, q{x.type(), 0};
    std::memcpy(&p.bits, x.raw() + static_cast<std::size_t>(i) * size, size);
    std::memcpy(&q.bits, y.raw() + static_cast<std::size_t>(i) * size, size);
    if (!same_bits(p, q)) return false;
  }
  return true;
}

struct Outcome {
  std::optional<std::vector<Value>> values;
  std::string error;
};

Outcome run(const Program& program, FunId function, const std::vector<Value>& args, Tier tier,
            int threads) {
  Options options;
  options.tier = tier;
  options.threads = threads;
  Evaluator evaluator(program, options);
  try {
    return {evaluator.call(function, args), {}};
  } catch (const UserError& error) {
    return {std::nullopt, laguz::test::without_iterations(error.diagnostic().message)};
  }
}

template <class T>
Array filled(ScalarType type, Shape shape, std::mt19937& random, T (*make)(unsigned)) {
  std::vector<T> xs(static_cast<std::size_t>(shape.size()));
  for (T& x : xs) x = make(random());
  return Array::copy_of(type, shape, xs.data());
}
double number(unsigned x) { return static_cast<double>(x % 2000) / 700 - 1.4; }
std::int64_t integer(unsigned x) {
  return static_cast<std::int64_t>(x % 5) - (x % 23 == 0 ? 1 : 0);
}

/// Whether every seed had a plan.
bool check(unsigned first, unsigned last, int depth, int statements,
           const std::vector<std::pair<std::int64_t, std::int64_t>>& sizes) {
  bool planned = true;
  for (unsigned seed = first; seed < last; seed += laguz_test::kSeedStep) {
    Generator generated(seed, depth, statements);
    Program& program = generated.program;
    verify(program, generated.function);
    planned &= laguz::eval::lanes::prepare(generated.outer, program, {}, {}).plan != nullptr;
    for (const auto& [n, m] : sizes) {
      INFO("seed " << seed << ", n " << n << ", m " << m);
      std::mt19937 random(seed);
      const std::vector<Value> args = {Scalar::i64(n),
                                       Scalar::i64(m),
                                       Scalar::f64(1.5),
                                       filled(ScalarType::f64, {m}, random, number),
                                       filled(ScalarType::i64, {m}, random, integer),
                                       filled(ScalarType::f64, {m, m}, random, number),
                                       filled(ScalarType::f64, {n}, random, number),
                                       filled(ScalarType::i64, {n}, random, integer),
                                       filled(ScalarType::f64, {n, m}, random, number),
                                       filled(ScalarType::f64, {n, m, m}, random, number)};
      const Outcome one = run(program, generated.function, args, Tier::scalar, 1);
      // (In the last one the loops in it are machine code.)
      for (const auto& [tier, threads] :
           {std::pair{Tier::lanes, 1}, std::pair{Tier::lanes, 2}, std::pair{Tier::machine, 1}}) {
        const Outcome other = run(program, generated.function, args, tier, threads);
        REQUIRE(one.error == other.error);
        REQUIRE(one.values.has_value() == other.values.has_value());
        for (std::size_t i = 0; one.values && i < one.values->size(); ++i)
          if (!same((*one.values)[i], (*other.values)[i]))
            FAIL("result " << i << "\n" << print(program, generated.function));
      }
    }
  }
  return planned;
}

}  // namespace

TEST_CASE("lanes compute the bits of the scalar tier", "[lanes]") {
  CHECK(check(0, 150, 2, 10, {{5, 3}, {70, 4}, {1, 3}, {5, 1}}));
  CHECK(check(150, 200, 3, 8, {{40, 5}}));
  CHECK(check(200, 230, 2, 10, {{1100, 3}, {9, 70}}));  // several tiles; long rows
}

TEST_CASE("lanes fold in the shapes that the width asks for", "[lanes]") {
  CHECK(check(1000, 1020, 1, 6, {{20, 300}, {300, 3}, {1500, 3}}));
  CHECK(check(1020, 1026, 1, 4, {{9000, 3}}));
}

// For those who change the lanes: minutes.
TEST_CASE("lanes compute the bits of the scalar tier, many seeds", "[.][many]") {
  check(2000, 6000, 2, 10, {{5, 3}, {70, 4}, {1, 3}, {5, 1}});
  check(6000, 7000, 3, 12, {{40, 5}});
  check(7000, 7100, 1, 6, {{20, 300}, {300, 3}, {1500, 3}});
}
