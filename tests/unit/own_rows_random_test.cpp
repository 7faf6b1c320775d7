// Random nests of loops that write arrays in place, at places of their own, of others, in columns,
// backwards, in parts, on one side of a branch, or outside. Where iterations have rows of their own
// such loops are maps; written with a `while` that looks at an array they are none: both give the
// same bits, or the same error. Reverse mode says of both what forward mode says.
#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "seeds.hpp"
#include "support/diagnostic.hpp"
#include "tests/unit/without_iterations.hpp"
#include "value_of.hpp"

namespace {

using namespace laguz;
using laguz_test::value_of;

/// A function of k: i64, x: [n]f64 and y: [n][m]f64, as text, twice: with `for` and with `while`.
class Nest {
 public:
  struct Text {
    std::string counted, open;
  };

  explicit Nest(unsigned seed) : random_(seed) {}

  Text function() {
    const Text nest = loop(0);
    const auto whole = [](const std::string& body) {
      return "let f [n] [m] (k: i64) (x: [n]f64) (y: [n][m]f64) : f64 = let x = copy x "
             "let y = copy y let (x, y) = " +
             body +
             " in f64.sum (map2 (\\a i -> a * f64.i64 (i + 1)) x (iota n)) "
             "+ f64.sum (map2 (\\r i -> f64.sum (map2 (\\a j -> f64.sin a * f64.i64 (i + 2 * j)) "
             "r (iota m))) y (iota n)) in ";
    };
    return {whole(nest.counted), whole(nest.open)};
  }

 private:
  using Words = std::vector<std::string>;
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  std::string pick(const Words& words) {
    return words[static_cast<std::size_t>(roll(static_cast<int>(words.size())))];
  }

  /// Gives (x, y).
  Text loop(int depth) {
    const std::string i(1, static_cast<char>('i' + depth + (depth > 1 ? 1 : 0)));  // i, j, l
    const std::string bound =
        roll(6) > 0 ? pick({"n", "m"})
                    : pick({"n - 1", "m - 2", "5", "n / 2", "k", "k - 9", depth > 0 ? "i" : "n"});
    counters_.push_back(i);
    Text body;
    const auto add = [&](const Text& text) {
      body.counted += text.counted;
      body.open += text.open;
    };
    // Mostly one place, as people write.
    const std::string usual_x = place(), usual_y = place() + ", " + place();
    for (int n = 1 + roll(depth == 0 ? 3 : 2); n > 0; --n) {
      if (depth < 2 && roll(5) < 3) {
        const Text inner = loop(depth + 1);
        add({"let (x, y) = " + inner.counted + " ", "let (x, y) = " + inner.open + " "});
        continue;
      }
      const std::string one = statement(roll(4) > 0 ? usual_x : place(),
                                        roll(4) > 0 ? usual_y : place() + ", " + place());
      add({one, one});
    }
    counters_.pop_back();
    return {
        fmt::format("(loop (x, y) = (x, y) for {} < {} do {} in (x, y))", i, bound, body.counted),
        fmt::format(
            "(let (x, y, _) = loop (x, y, {}) = (x, y, 0) while {} < {} || x[0] > 1e9 do {} "
            "in (x, y, {} + 1) in (x, y))",
            i, i, bound, body.open, i)};
  }

  std::string place() {
    const std::string i = roll(3) > 0 ? counters_.back() : pick(counters_);
    switch (roll(18)) {
      case 0: return fmt::format("n - 1 - {}", i);
      case 1: return fmt::format("{} + 1", i);
      case 2: return fmt::format("({} + 1) % n", i);
      case 3: return fmt::format("1 + {}", i);
      case 4: return "0";
      case 5: return "k";
      case 6: return fmt::format("{} - k", i);
      case 7: return fmt::format("k + {}", i);
      case 8: return fmt::format("({} * k) % m", i);
      default: return i;
    }
  }

  std::string statement(const std::string& at_x, const std::string& at_y) {
    const std::string row = at_y.substr(0, at_y.find(','));
    const std::string column = at_y.substr(at_y.find(',') + 2);
    switch (roll(12)) {
      case 0:
      case 1:
      case 2: return fmt::format("let x = x with [{}] = {} ", at_x, number(at_x, at_y));
      case 3:
        return fmt::format("let x = if {} then x with [{}] = {} else x ", condition(at_x, at_y),
                           at_x, number(at_x, at_y));
      case 4:
        return fmt::format("let y = if {} then y with [{}] = {} else y with [{}] = {} ",
                           condition(at_x, at_y), at_y, number(at_x, at_y), at_y,
                           number(at_x, at_y));
      case 5: return fmt::format("let y = y with [{}] = map (\\v -> v * 0.5) y[{}] ", row, row);
      case 6:
        return fmt::format("let y = y with [:, {}] = map (\\v -> f64.sin v) y[:, {}] ", column,
                           column);
      case 7: return fmt::format("let y = y with [{}, 1:] = copy y[{}, :m - 1] ", row, row);
      default: return fmt::format("let y = y with [{}] = {} ", at_y, number(at_x, at_y));
    }
  }

  std::string condition(const std::string& at_x, const std::string& at_y) {
    return roll(2) == 0 ? counters_.back() + " % 2 == 0" : number(at_x, at_y) + " > 0.1";
  }

  std::string number(const std::string& at_x, const std::string& at_y, int depth = 0) {
    switch (roll(depth > 1 ? 5 : 8)) {
      case 0: return "0.7";
      case 1:
      case 2: return fmt::format("x[{}]", roll(5) > 0 ? at_x : place());
      case 3: return fmt::format("y[{}]", at_y);
      case 4: return fmt::format("y[{}, {}]", place(), place());
      case 5: return fmt::format("f64.sin ({})", number(at_x, at_y, depth + 1));
      case 6:
        return fmt::format("({} * {})", number(at_x, at_y, depth + 1),
                           number(at_x, at_y, depth + 1));
      default:
        return fmt::format("(0.5 * {} - {})", number(at_x, at_y, depth + 1),
                           number(at_x, at_y, depth + 1));
    }
  }

  std::mt19937 random_;
  Words counters_;
};

/// What [expression] gives, or how it fails.
std::string outcome(const std::string& expression, eval::Tier tier) {
  try {
    return value_of(expression, tier);
  } catch (const support::UserError& error) {
    return laguz::test::without_iterations(error.what());
  }
}

/// What [function] and its derivatives give, as bits.
std::string derivatives(const std::string& function) {
  return function +
         "let x = map (\\i -> f64.sin (f64.i64 (3 * i + 1))) (iota (length (filter (> 0) [1, 2, 3, "
         "4, "
         "5]))) "
         "let y = map (\\i -> map (\\j -> f64.sin (f64.i64 (i + 3 * j))) (iota (length (filter (> "
         "0) "
         "[1, 2, 3, 4])))) (iota (length x)) "
         "let dx = map f64.cos x let dy = map (map f64.cos) y "
         "let near a b = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b) "
         "let (gx, gy) = vjp (\\(x, y) -> f 1 x y) (x, y) 1 "
         "let s = jvp (\\(x, y) -> f 1 x y) (x, y) (dx, dy) "
         "let t = f64.sum (map2 (*) gx dx) + f64.sum (map2 (*) (flatten gy) (flatten dy)) "
         "in (near s t, map f64.to_bits ([f 1 x y, s] ++ gx ++ flatten gy))";
}

/// The same of many arguments, all in one map.
std::string many(const std::string& function) {
  return function +
         "let n = length (filter (> 0) [1, 2, 3, 4, 5]) let m = length (filter (> 0) [1, 2, 3, 4]) "
         "in map (\\k -> "
         "let x = tabulate n (\\i -> f64.sin (f64.i64 (3 * i + k))) "
         "let y = tabulate_2d n m (\\i j -> f64.sin (f64.i64 (i + 3 * j + k))) "
         "let (gx, gy) = vjp (\\(x, y) -> f 0 x y) (x, y) 1 "
         "in map f64.to_bits ([f 0 x y] ++ gx ++ flatten gy)) (iota 10)";
}

}  // namespace

TEST_CASE("random nests of loops that write in place", "[ad][own]") {
  int failed = 0, values = 0, others = 0;
  for (unsigned seed = 0; seed < 300; seed += laguz_test::kSeedStep) {
    const Nest::Text f = Nest(seed).function();
    INFO(seed << ": " << f.counted);
    const std::string counted = outcome(derivatives(f.counted), eval::Tier::lanes);
    failed += counted.find("out of bounds") != std::string::npos ? 1 : 0;
    REQUIRE(counted.find("false") == std::string::npos);
    REQUIRE(counted == outcome(derivatives(f.open), eval::Tier::lanes));
    REQUIRE(counted == outcome(derivatives(f.counted), eval::Tier::scalar));
    if (seed % 3 != 0) continue;  // those of many take long
    for (const std::string& text : {many(f.counted), many(f.open)}) {
      const std::string beside = outcome(text, eval::Tier::machine);
      REQUIRE(beside == outcome(text, eval::Tier::scalar));
      (beside.front() == '[' ? values : others) += 1;
    }
  }
  CHECK(failed < 200);
  CHECK(2 * values > others);
}
