// Random programs as people write them: maps over rows whose loops go round differently often,
// write in place, change places and branch, with loops inside. Reverse mode says what forward mode
// says, to second order, and lanes give the bits that iterations one by one give.
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

/// A function `f` of x: [5]f64, as text: a sum over rows i. All numbers are between -2 and 2 or so.
class Rows {
 public:
  explicit Rows(unsigned seed) : random_(seed) {}

  std::string function() {
    return fmt::format("let f (x: [5]f64) : f64 = f64.sum (map (\\i -> {}) (iota {})) in ", row(),
                       pick({"3", "9", "140"}));
  }

 private:
  using Words = std::vector<std::string>;
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  const std::string& pick(const Words& words) {
    return words[static_cast<std::size_t>(roll(static_cast<int>(words.size())))];
  }

  std::string row() {
    numbers_ = {"x[i % 5]"};
    arrays_ = {"x"};
    wholes_ = {"i"};
    return loop(0) + " in s + f64.sum a * 0.3 + b[i % 5]";
  }

  /// Gives a, b, s and k. [depth]: of loops around.
  std::string loop(int depth) {
    const Words numbers = numbers_, arrays = arrays_, wholes = wholes_;
    const std::string j = fmt::format("j{}", depth);
    const std::string begin =
        fmt::format("({}, {}, {}, {})", array(), array(), number(), pick(wholes_));
    const std::string form =
        roll(5) == 0 ? fmt::format("while k < {} && s < 1.5", 2 + roll(4))
                     : fmt::format("for {} < {}", j, pick({"3", "i % 4", "(i % 5) - 1", "1"}));
    const bool counts = form[0] == 'f';
    numbers_.insert(numbers_.end(), {"s", "s"});
    arrays_.insert(arrays_.end(), {"a", "b", "a", "b"});
    wholes_.push_back("k");
    if (counts) wholes_.push_back(j);
    std::string body = fmt::format("let n{} = k ", depth);  // a loop inside has a k of its own
    for (int n = 1 + roll(4); n > 0; --n) body += statement(depth) + " ";
    const char* const next[] = {"(a, b", "(b, a", "(map (\\q -> f64.tanh (q + 0.2 * s)) a, b"};
    body += fmt::format("in {}, {}, {})", next[roll(3)], tame(number()),
                        counts ? std::string("(k * 3 + 1) % 7") : fmt::format("n{} + 1", depth));
    numbers_ = numbers;
    arrays_ = arrays;
    wholes_ = wholes;
    return fmt::format("let (a, b, s, k) = loop (a, b, s, k) = {} {} do {}", begin, form, body);
  }

  std::string statement(int depth) {
    const std::string five = "let (a, b) = (a :> [5]f64, b :> [5]f64) ";
    switch (roll(depth == 0 ? 10 : 8)) {
      case 0: return fmt::format("let s = {}", tame(number()));
      case 1: return fmt::format("let a = {}", written("a"));
      case 2: return fmt::format("let b = if {} then {} else b", condition(), written("b"));
      case 3:
        return fmt::format(
            "let c = copy {} let c = if {} then {} else c let s = 0.5 * s + 0.3 * {}",
            pick({"x", "x", "a"}), condition(), written("c"), element("c"));
      case 4:
        return fmt::format("let a = if {} then {} else {}", condition(), written("a"),
                           written("a"));
      case 5:
        return fmt::format("let s = s * 0.5 + (loop t = {} for l < {} do {}) * 0.5", number(),
                           pick({"3", "i % 3", pick(wholes_) + " % 4"}),
                           tame(fmt::format("t * 0.7 + {}[(l + {}) % 5]", pick(arrays_), roll(3))));
      case 6: return five + fmt::format("let a = if {} then a else {}", condition(), whole());
      case 7:
        return five + fmt::format("let (a, b) = if {} then {} else ({}, copy a)", condition(),
                                  pick({"(a, b)", "(b, a)"}), whole());
      default: return loop(depth + 1) + " let (a, b) = (copy a, copy b)";
    }
  }

  /// Of five numbers, made of a and b.
  std::string whole() {
    switch (roll(4)) {
      case 0: return "map2 (\\p q -> f64.sin (p + 0.5 * q)) a b";
      case 1: return "map (\\q -> f64.tanh (q + 0.3 * f64.sum (map (* q) a))) b";
      case 2: return fmt::format("rotate {} a", roll(5));
      default:
        return fmt::format(
            "(loop a = map f64.sin a for l < {} do [a[1], {}, 0.5 * a[0], b[l % 5], a[2]])",
            pick({"2", "i % 3", "n0 % 4"}), tame(number()));
    }
  }

  std::string array() {
    return roll(3) > 0 ? "copy " + pick(arrays_)
                       : fmt::format("map (\\q -> 0.5 * f64.sin q) {}", pick(arrays_));
  }
  std::string written(const std::string& name) {
    return fmt::format("{} with [{}] = {}", name, place(), tame(number()));
  }
  std::string place() {
    return fmt::format("({} * {} + {}) % 5", pick(wholes_), 1 + roll(3), roll(5));
  }
  std::string element(const std::string& array) { return fmt::format("{}[{}]", array, place()); }
  std::string number() {
    const std::string some = roll(2) == 0 ? pick(numbers_) : element(pick(arrays_));
    switch (roll(4)) {
      case 0: return some;
      case 1: return fmt::format("({} * {})", some, element(pick(arrays_)));
      case 2: return fmt::format("({} - 0.4 * {})", some, pick(numbers_));
      default: return fmt::format("f64.max {} ({})", pick({"0", "0.1"}), some);
    }
  }
  std::string tame(const std::string& number) {
    const char* const by[] = {"f64.sin ({})", "f64.tanh ({})", "f64.max (-1) (f64.min 1 ({}))"};
    return fmt::format(fmt::runtime(by[roll(3)]), number);
  }
  std::string condition() {
    if (roll(2) == 0) return fmt::format("{} % 2 == {}", pick(wholes_), roll(2));
    return fmt::format("{} > {}", element(pick(arrays_)), pick({"0.1", "x[0]", "-0.2"}));
  }

  std::mt19937 random_;
  Words numbers_, arrays_, wholes_;
};

}  // namespace

TEST_CASE("random loops of rows", "[ad][rows]") {
  for (unsigned seed = 0; seed < 80; seed += laguz_test::kSeedStep) {
    const std::string f = Rows(seed).function();
    INFO(seed << ": " << f);
    const std::string check =
        f +
        "let (x, t, w) = ([0.4, -0.3, 0.7, 0.15, -0.6], [1, 0.5, -0.25, 0.3, -0.7], "
        "[0.2, -1, 0.6, 0.9, 0.1]) "
        "let dot (a: [5]f64) (b: [5]f64) = f64.sum (map2 (*) a b) "
        "let near a b = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a + f64.abs b) "
        "let (g, s) = (vjp f x 1, jvp f x t) "
        "let (hr, hf) = (vjp (\\x -> vjp f x 1) x w, jvp (\\x -> vjp f x 1) x w) "
        "in (near (dot g t) s, near (dot hr t) (dot hf t), "
        "map f64.to_bits ([f x, s] ++ g ++ hr ++ hf))";
    const std::string lanes = value_of(check, eval::Tier::lanes);
    REQUIRE(lanes.find("false") == std::string::npos);
    REQUIRE(lanes == value_of(check, eval::Tier::scalar));
  }
}
