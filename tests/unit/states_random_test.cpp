// Random loops over arrays and a matrix that iterations overwrite in part, by index, scatter,
// histogram, rows and columns, make anew on one side of a branch, or change places of. Nothing is
// known of their lengths. Reverse mode says what forward mode says, to second order, and lanes give
// the bits that iterations one by one give.
#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "seeds.hpp"
#include "value_of.hpp"

namespace {

using namespace laguz;
using laguz_test::value_of;

/// A function `f` of ks: [4]i64 and x: [n]f64, as text.
class States {
 public:
  explicit States(unsigned seed) : random_(seed) {}

  std::string function() {
    std::string body;
    for (int n = 1 + roll(3); n > 0; --n) body += statement() + " ";
    return fmt::format(
        "let f [n] (ks: [4]i64) (first: [n]f64) : f64 = "
        "let (x, y, m, z) = loop (x, y, m, z) = (copy first, map f64.sin first, "
        "tabulate_2d n n (\\i j -> first[(i + 2 * j) % n] * 0.7), 0.4) for s < {} + ks[1] do "
        "let p = ks[s % 4] % n let q = (p + {}) % n {} in {} "
        "in z + f64.sum (map2 (\\a b -> a * b + f64.sin a) x y) + 0.2 * f64.sum (flatten m) in ",
        2 + roll(5), roll(3), body, roll(6) == 0 ? "(y, x, m, z)" : "(x, y, m, z)");
  }

 private:
  using Words = std::vector<std::string>;
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  const std::string& pick(const Words& words) {
    return words[static_cast<std::size_t>(roll(static_cast<int>(words.size())))];
  }

  std::string statement() {
    switch (roll(5)) {
      case 0:
      case 1: return "let x = " + array("x", 0);
      case 2: return "let y = " + array("y", 0);
      case 3: return "let m = " + matrix();
      default: return fmt::format("let z = 0.5 * z + 0.3 * f64.sin ({} + m[p, q])", number(0));
    }
  }

  std::string place() {
    return fmt::format("({} % n)", pick({"s", "(s * 3 + 1)", "(s * 2)", "p", "q", "(p + 1)"}));
  }
  std::string outside() { return pick({"-1", "n", place()}); }
  std::string condition() {
    return pick({"s % 2 == 0", "s % 3 == 1", "p < q", "ks[s % 4] > 2", "x[s % n] > 0.2"});
  }

  std::string number(int depth) {
    const int kind = depth > 2 ? roll(2) : roll(7);
    switch (kind) {
      case 0:
      case 1: return fmt::format("{}[{}]", pick({"x", "y"}), place());
      case 2: return fmt::format("({} * {})", number(depth + 1), number(depth + 1));
      case 3: return fmt::format("f64.sin ({})", number(depth + 1));
      case 4: return fmt::format("(0.5 * {} + z)", number(depth + 1));
      case 5: return fmt::format("f64.tanh ({} - {})", number(depth + 1), number(depth + 1));
      default: return "z";
    }
  }
  std::string numbers() {
    return fmt::format("let vs = [{}, {}, {}] in", number(0), number(0), number(0));
  }

  std::string array(const std::string& a, int depth) {
    const int kind = roll(9);
    switch (depth > 1 && (kind == 4 || kind == 5 || kind == 7) ? 8 : kind) {
      case 0: return fmt::format("map (\\v -> v * f64.cos (v + z)) {}", a);
      case 1: return fmt::format("{} with [{}] = {}", a, place(), number(0));
      case 2:
        return fmt::format("({} scatter {} [{}, {}, {}] vs)", numbers(), a, place(), place(),
                           outside());
      case 3:
        return fmt::format("({} reduce_by_index {} {} [{}, {}, {}] vs)", numbers(), a,
                           pick({"f64.max f64.lowest", "f64.min f64.highest", "(*) 1", "(+) 0",
                                 "(\\a b -> a + b + 0.1 * a * b) 0"}),
                           place(), place(), outside());
      case 4:
        return fmt::format("(if {} then {} else {})", condition(), array(a, depth + 1),
                           roll(2) == 0 ? a : array(a, depth + 1));
      case 5: return fmt::format("(if {} then {} else {})", condition(), a, array(a, depth + 1));
      case 6:
        return fmt::format("map2 (\\a b -> a + 0.3 * b) {} (rotate {} (copy {}))", a, roll(3), a);
      case 7:
        return fmt::format("(loop {} = {} for t < {} do {} with [(t + s) % n] = {})", a, a,
                           1 + roll(3), a, number(0));
      default:
        return fmt::format("{} with [{}] = {} with [{}] = z", a, place(), number(0), place());
    }
  }

  std::string matrix() {
    switch (roll(6)) {
      case 0: return "m with [:, p] = map (\\r -> r[p] * z + r[q]) m";
      case 1: return "m with [p] = map2 (\\a b -> a * 0.8 + f64.sin b) m[p] m[q]";
      case 2:
        return "(let c = map (\\r -> r[p] * r[q]) m let d = map (\\r -> 0.5 * r[q] - r[p]) m "
               "in m with [:, p] = c with [:, q] = d)";
      case 3:
        return fmt::format(
            "(if {} then map (map (\\v -> v * f64.cos v)) m "
            "else m with [p, q] = m[q, p] * z)",
            condition());
      case 4:
        return "(let u = m[p, q] in map2 (\\r i -> map (\\v -> v + 0.1 * u * r[p] * f64.i64 i) r) "
               "m (iota n))";
      default: return "m with [s % n, q] = m[p, s % n] * m[q, p]";
    }
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("random loops over arrays", "[ad][states]") {
  for (unsigned seed = 0; seed < 100; seed += laguz_test::kSeedStep) {
    const std::string f = States(seed).function();
    INFO(seed << ": " << f);
    const std::string check =
        f +
        "let [n] (x: [n]f64) = filter (> -2) (tabulate 5 (\\i -> f64.sin (f64.i64 (3 * i + 1)))) "
        "let t = tabulate n (\\i -> f64.cos (f64.i64 (5 * i + 2))) "
        "let w = tabulate n (\\i -> f64.sin (f64.i64 (2 * i + 5))) "
        "let dot [k] (a: [k]f64) (b: [k]f64) = f64.sum (map2 (*) a b) "
        "let near a b = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b) "
        "let f = f [1, 0, 3, 2] "
        "let (g, s) = (vjp f x 1, jvp f x t) "
        "let (hr, hf) = (vjp (\\x -> vjp f x 1) x w, jvp (\\x -> vjp f x 1) x w) "
        "let rf = vjp (\\x -> jvp f x w) x 1 "
        "in (near (dot g t) s, near (dot hr t) (dot hf t), near (dot rf t) (dot hf t), "
        "map f64.to_bits ([f x, s] ++ g ++ hr ++ hf ++ rf))";
    const std::string lanes = value_of(check, eval::Tier::lanes);
    REQUIRE(lanes.find("false") == std::string::npos);
    REQUIRE(lanes == value_of(check, eval::Tier::scalar));
  }
}

TEST_CASE("random loops over arrays in a map", "[ad][states]") {
  for (unsigned seed = 0; seed < 100; seed += laguz_test::kSeedStep) {
    const std::string f = States(seed).function();
    INFO(seed << ": " << f);
    const std::string check =
        f +
        "let rows = filter (>= 0) (iota 11) let columns = filter (>= 0) (iota 5) "
        "let xs = map (\\i -> map (\\j -> f64.sin (f64.i64 (3 * j + i))) columns) rows in "
        "let (ys, gs) = unzip (map2 (\\i x -> let f = f [i % 4, columns[0], 3, i % 3] "
        "in (f x, vjp f x 1)) rows xs) in (map f64.to_bits ys, map (map f64.to_bits) gs)";
    const std::string machine = value_of(check, eval::Tier::machine);
    REQUIRE(machine == value_of(check, eval::Tier::scalar));
    REQUIRE(machine == value_of(check, eval::Tier::lanes));
  }
}
