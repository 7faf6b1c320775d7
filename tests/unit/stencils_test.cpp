// Gradients of stencils, which are sums of shifted arrays (core/stencils): reverse against forward
// mode, for all ways to take a neighbour, on grids from none to a few places.
#include <catch2/catch.hpp>

#include <functional>
#include <string>

#include <fmt/format.h>

#include "driver/session.hpp"
#include "seeds.hpp"
#include "value_of.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;
using laguz_test::value_of;

/// The neighbour of place [i] of [n], [by] places away: [at] makes an expression of its place.
struct Neighbour {
  const char* name;
  std::string (*of)(const std::string& i, const std::string& n, int by,
                    const std::function<std::string(const std::string&)>& at);
};

std::string moved(const std::string& i, int by) {
  return by < 0 ? fmt::format("({} - {})", i, -by) : fmt::format("({} + {})", i, by);
}

const Neighbour kNeighbours[] = {
    {"within bounds",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return by < 0 ? at(fmt::format("(i64.max {} 0)", moved(i, by)))
                     : at(fmt::format("(i64.min {} ({} - 1))", moved(i, by), n));
     }},
    {"within both bounds",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return at(fmt::format("(i64.max 0 (i64.min ({} - 1) {}))", n, moved(i, by)));
     }},
    {"on a ring",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return at(fmt::format("(({} + {} + {}) % {})", i, n, by, n));
     }},
    {"on a ring, by the language's mod",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return at(fmt::format("({} % {})", moved(i, by), n));
     }},
    {"or the place itself",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return fmt::format("(if {} < 0 || {} >= {} then {} else {})", moved(i, by), moved(i, by), n,
                          at(i), at(moved(i, by)));
     }},
    {"or nothing",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return by < 0 ? fmt::format("(if {} >= {} then {} else 0)", i, -by, at(moved(i, by)))
                     : fmt::format("(if {} < {} - {} then {} else 0)", i, n, by, at(moved(i, by)));
     }},
    {"or the place at the border",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return by < 0 ? fmt::format("(if {} <= {} then {} else {})", i, -by - 1, at("0"),
                                   at(moved(i, by)))
                     : fmt::format("(if {} + {} >= {} then {} else {})", i, by, n,
                                   at(fmt::format("({} - 1)", n)), at(moved(i, by)));
     }},
    {"where the number allows it",
     [](const std::string& i, const std::string& n, int by, const auto& at) {
       return fmt::format("(if x0 > 0.2 && {} >= 0 && {} < {} then {} else x0)", moved(i, by),
                          moved(i, by), n, at(moved(i, by)));
     }},
};

/// Whether reverse mode gives what forward mode gives, where nobody can tell the width before it
/// runs; [f]: body of a function of x: [n]f64 that
/// gives a vector.
void check_gradient(const std::string& f, std::int64_t n) {
  INFO(f << "\nof " << n);
  const std::string definitions = fmt::format(
      R"(let f [n] (x: [n]f64) =
           let y = {}
           in f64.sum (map2 (\a i -> a * f64.cos (f64.i64 (3 * i))) y (indices y))
         let n = loop n = 0i64 while n < {} do n + 1
         let x = tabulate n (\i -> f64.sin (f64.i64 (i * i + 1))) in )",
      f, n);
  const std::string reverse = definitions + "vjp f x 1";
  const std::string forward =
      definitions + "tabulate n (\\j -> jvp f x (tabulate n (\\i -> f64.bool (i == j))))";
  const std::string close = fmt::format(
      "let m = {}i64 in all (\\(r, s) -> f64.abs (r - s) < 1e-12) "
      "(zip (sized m ({})) (sized m ({})))",
      n, reverse, forward);
  REQUIRE(value_of(close, eval::Tier::lanes) == "true");
  // To the last bit, wherever it runs.
  const std::string bits = "map f64.to_bits (" + reverse + ")";
  REQUIRE(value_of(bits, eval::Tier::lanes) == value_of(bits, eval::Tier::scalar));
}

}  // namespace

TEST_CASE("neighbours in one dimension", "[stencils]") {
  for (const Neighbour& neighbour : kNeighbours)
    for (const int by : {1, 2}) {
      const auto at = [](const std::string& i) { return "x[" + i + "]"; };
      const std::string left = neighbour.of("i", "n", -by, at),
                        right = neighbour.of("i", "n", by, at);
      const std::string f = fmt::format("map2 (\\i x0 -> 2 * {} - 3 * x0 * {} + {}) (iota n) x",
                                        left, right, neighbour.of("i", "n", -1, at));
      INFO(neighbour.name);
      for (const std::int64_t n : laguz_test::some_of<std::int64_t>({0, 1, 2, 3, 7}))
        check_gradient(f, n);
    }
}

TEST_CASE("neighbours in two dimensions", "[stencils]") {
  for (const Neighbour& neighbour : kNeighbours) {
    const auto at = [&](const std::string& row, const std::string& column, int rows, int columns) {
      return neighbour.of(row, "n", rows, [&](const std::string& i) {
        return neighbour.of(column, "m", columns,
                            [&](const std::string& j) { return fmt::format("u[{}, {}]", i, j); });
      });
    };
    for (const int columns : laguz_test::some_of<int>({1, 2, 3})) {
      INFO(neighbour.name);
      const std::string f = fmt::format(
          "let m = {}i64 let n = length x / m let u = unflatten (sized (n * m) x) "
          "in flatten (tabulate_2d n m (\\i j -> let x0 = u[i, j] in x0 + 2 * {} - x0 * {} + {} * "
          "{}))",
          columns, at("i", "j", -1, 0), at("i", "j", 0, 1), at("i", "j", 1, -1),
          at("i", "j", 1, 0));
      for (const std::int64_t rows : laguz_test::some_of<std::int64_t>({0, 1, 2, 4}))
        check_gradient(f, rows * columns);
    }
  }
}

TEST_CASE("shorter and longer maps than the array", "[stencils]") {
  check_gradient("map (\\i -> x[i] * x[i + 1] - x[i + 2]) (iota (i64.max 0 (length x - 2)))", 7);
  check_gradient("map (\\i -> x[i] * x[i + 1] - x[i + 2]) (iota (i64.max 0 (length x - 2)))", 2);
  check_gradient("map (\\i -> if i < 3 then x[i + 1] else x[0]) (iota (2 * length x))", 5);
  check_gradient("map (\\i -> f64.sin x[i + 1] * x[0]) (iota 4)", 5);
  // On a ring, but not all of it.
  check_gradient("map (\\i -> if i >= n - 3 then x[(i + 1) % n] else x[i]) (iota n)", 7);
  check_gradient("map (\\i -> if i < 3 then x[(i - 1) % n] * x[i] else 1) (iota n)", 7);
}

TEST_CASE("rows, batches and inner sums", "[stencils]") {
  const std::string unflat =
      "let m = 3i64 let n = length x / m let u = unflatten (sized (n * m) x) in ";
  check_gradient(
      unflat +
          "flatten (map (\\i -> map2 (\\a b -> a * b) u[i64.max (i - 1) 0] u[i64.min (i + 1) (n "
          "- 1)]) "
          "(iota n))",
      12);
  check_gradient(unflat + "flatten (map (\\r -> map (\\i -> r[(i + 1) % m] * r[i]) (iota m)) u)",
                 12);
  check_gradient(
      unflat + "map (\\i -> f64.sum (map (\\j -> u[i, j] * u[(i + 1) % n, j]) (iota m))) (iota n)",
      12);
}

// What they are for.
TEST_CASE("a stencil's gradient has no accumulator", "[stencils]") {
  const auto has_accumulators = [](const std::string& step) {
    Session session(SessionOptions{});
    const auto def = session.expression(
        session.prelude(), "t",
        "let x = map f64.i64 (iota 9) in vjp (" + step + ") x (map (f64.* 2) x)");
    return session.core_text(session.prepare(*def)).find("with_acc") != std::string::npos;
  };
  const std::string map = "\\(x: [9]f64) -> map (\\i -> f64.sin ";
  CHECK_FALSE(has_accumulators(map + "x[i64.max (i - 1) 0] * x[i64.min (i + 1) 8]) (iota 9)"));
  CHECK_FALSE(has_accumulators(map + "x[(i + 1) % 9] * x[(i + 8) % 9]) (iota 9)"));
  CHECK_FALSE(has_accumulators(
      map + "(if i == 0 then x[0] else x[i - 1]) * (if i < 8 then x[i + 1] else 1)) (iota 9)"));
  CHECK(has_accumulators(map + "x[(i * 2) % 9]) (iota 9)"));
}
