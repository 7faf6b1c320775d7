// Sessions at random, in which much is written twice: taking what is there changes no bit.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "seeds.hpp"
#include "typed.hpp"

namespace {

using laguz::driver::Session;
using laguz_test::contains;
using laguz_test::typed;

/// What is typed: bindings, some of names that there are, what fails or shows something or takes
/// too long, derivatives, resets and other settings. Expressions come again, as they were or inside
/// of others.
class RandomInputs {
 public:
  explicit RandomInputs(unsigned seed) : random_(seed) {
    type(":set limit 0");
    begin();
    for (int i = 0; i < 40; ++i) step();
  }
  const std::string& lines() const { return lines_; }

 private:
  enum class Kind { number, vector, matrix };

  std::size_t below(std::size_t n) { return random_() % n; }
  std::string one_of(const std::vector<std::string>& all) { return all[below(all.size())]; }
  std::string name(Kind kind) {
    constexpr const char* kNames[] = {"n", "v", "m"};
    return kNames[static_cast<int>(kind)] + std::to_string(below(3));
  }

  void begin() {
    for (int k = 0; k < 3; ++k) {
      const std::string number = std::to_string(k);
      type("let n" + number + " = " + number + ".7f64");
      type("let v" + number + " = map (\\i -> f64.cos (f64.i64 i + " + number + ")) (iota " +
           width_ + ")");
      type("let m" + number + " = map (\\i -> map (\\j -> f64.sin (f64.i64 (i - j * " + number +
           "))) (iota 11)) (iota 11)");
      type("def f" + number + " (t: f64) = f64.sin t * " + number + ".3 + t");
    }
    lines_ += "def deep (n: i32) (t: f64) : f64 = if n == 0 then t else deep (n - 1) (t * 0.9)\n";
    lines_ += "def some = filter (> 0) v0\n";
    lines_ +=
        "def times [n] (a: [n][n]f64) b = map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) "
        "(transpose b)) a\n";
  }

  /// An expression that has been, or a new one.
  std::string some(Kind kind, int depth) {
    auto& before = before_[kind];
    if (!before.empty() && below(3) > 0) return one_of(before);
    std::string made = "(" + fresh(kind, depth) + ")";
    before.push_back(made);
    return made;
  }
  std::string operand(Kind kind, int depth) {
    return depth <= 0 || below(3) == 0 ? name(kind) : some(kind, depth - 1);
  }
  std::string fresh(Kind kind, int depth) {
    switch (kind) {
      case Kind::number: return number(depth);
      case Kind::vector: return vector(depth);
      case Kind::matrix: return matrix(depth);
    }
    return {};
  }

  std::string function(int depth) {
    switch (below(4)) {
      case 0: return "f" + std::to_string(below(3));
      case 1: return "(\\t -> t * " + operand(Kind::number, depth) + ")";
      case 2: return "(deep " + std::to_string(below(4)) + ")";
      default: return "(\\t -> if t > 0 then t * t else " + operand(Kind::number, depth) + ")";
    }
  }
  std::string number(int depth) {
    const auto n = [&] { return operand(Kind::number, depth); };
    const auto v = [&] { return operand(Kind::vector, depth); };
    switch (below(14)) {
      case 0: return n() + " * " + n();
      case 1: return "f64.exp (f64.sin " + n() + ")";
      case 2: return "f64.sum " + v();
      case 3: return v() + "[" + std::to_string(below(3)) + "]";
      case 4: return function(depth) + " " + n();
      case 5: return "loop s = " + n() + " for i < 4 do f64.sin s + f64.i32 i * " + n();
      case 6: return "loop s = " + n() + " while s > 1 do s / 3";
      case 7: return "reduce (\\a b -> a + b * " + n() + ") 0 " + v();
      case 8: return "vjp " + function(depth) + " " + n() + " 1";
      case 9: return "jvp (\\x -> f64.sum (map (* x) " + v() + ")) " + n() + " 1";
      case 10: return "if " + n() + " > 0.5 then " + n() + " else " + n();
      case 11: return "let y = " + n() + " let z = " + n() + " in y * z - y";
      case 12: return "f64.sum (flatten " + operand(Kind::matrix, depth) + ")";
      default: return "(stream_seq (\\_ (a: f64) xs -> (a / 3 + f64.sum xs, xs)) 0 " + v() + ").0";
    }
  }
  std::string vector(int depth) {
    const auto n = [&] { return operand(Kind::number, depth); };
    const auto v = [&] { return operand(Kind::vector, depth); };
    switch (below(9)) {
      case 0: return "map " + function(depth) + " " + v();
      case 1: return "map2 (\\a b -> a * " + n() + " - b) " + v() + " " + v();
      case 2:
        return "map (\\i -> if i < 2 then " + n() + " else " + n() + ") (iota " + width_ + ")";
      case 3: return "scan (+) 0 " + v();
      case 4: return "copy " + v() + " with [" + std::to_string(below(3)) + "] = " + n();
      case 5: return "vjp (\\x -> f64.sum (map " + function(depth) + " x)) " + v() + " 1";
      case 6:
        return "reduce_by_index (replicate 3 0) (+) 0 (map (% 5) (iota " + width_ + ")) " + v();
      case 7: return "map (\\i -> " + n() + " + f64.i64 i) (iota " + width_ + ")";
      default: return "scatter (copy " + v() + ") (map (% 5) (iota " + width_ + ")) " + v();
    }
  }
  std::string matrix(int depth) {
    const auto m = [&] { return operand(Kind::matrix, depth); };
    switch (below(5)) {
      case 0: return "transpose " + m();
      case 1: return "times " + m() + " " + m();
      case 2: return "map (map " + function(depth) + ") " + m();
      case 3: return "map (\\r -> map (+ f64.sum r) r) " + m();
      default: return "vjp (\\x -> f64.sum (flatten (times x " + m() + "))) " + m() + " 1";
    }
  }

  Kind kind() { return static_cast<Kind>(below(3)); }
  void step() {
    constexpr int kDeep = 3;
    const Kind of = kind();
    const std::string text = some(of, kDeep);
    switch (below(20)) {
      case 0: return type("(" + text + ", [1i32, 2][length some])");
      case 1: return type("let " + name(of) + " = " + text + " let n1 = 1 + true");
      case 2: return type("#[trace] " + text);
      case 3: return type("(" + text + ", f64.sum (manifest (iota 1000000000000 |> map f64.i64)))");
      case 4: return type(":detach " + name(of));
      case 5: return type(":set trail " + one_of({"0", "2", "1000"}));
      case 6: return type(":set chunk " + std::to_string(below(3)));
      case 7: return type(":grad " + some(Kind::number, kDeep) + " " + name(of));
      case 8: return type(":jvp " + name(Kind::number) + " " + name(Kind::number) + " 1");
      case 9: return type(text + "\n" + text);
      case 10: return type("(" + text + ", " + some(kind(), kDeep) + ")");
      case 11:
        if (below(4) > 0) return type(text);
        type(":reset");
        return begin();
      case 12: {
        const std::string named = "f" + std::to_string(below(3));
        if (contains(text, named) || of != Kind::number) return type(text);  // no recursion
        return type("def " + named + " (t: f64) = t * 0.5 + " + text);
      }
      case 13: return type(":format {" + text + "}");
      case 14:
      case 15: return type(text);
      default: return type("let " + name(of) + " = " + text);
    }
  }
  void type(const std::string& line) { lines_ += line + "\n"; }

  std::mt19937 random_;
  const std::string width_ = one_of({"3", "40", "500"});
  std::string lines_;
  std::map<Kind, std::vector<std::string>> before_;
};

/// What a session prints, but for how much memory it had in use.
std::string printed(Session& session, const std::string& lines) {
  std::string out = typed(session, lines);
  for (auto at = out.find(" bytes are in use"); at != std::string::npos;
       at = out.find(" bytes are in use", at)) {
    const auto from = out.find_last_not_of("0123456789", at - 1) + 1;
    out.erase(from, at - from + 1);
    at = from;
  }
  return out;
}

}  // namespace

TEST_CASE("What is taken has the bits that it would have", "[memo]") {
  const unsigned many = laguz_test::kSanitized ? 4 : 40;
  std::size_t taken = 0, errors = 0;
  for (unsigned seed = 0; seed < many; ++seed) {
    const RandomInputs inputs(seed);
    INFO("seed " << seed << "\n" << inputs.lines());
    Session with({}), without({});
    const std::string found = printed(with, ":set memo on\n" + inputs.lines());
    const std::string expected = printed(without, ":set memo off\n" + inputs.lines());
    const auto at = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    INFO("with: " << std::string(at.first, found.end()).substr(0, 500)
                  << "\n\nwithout: " << std::string(at.second, expected.end()).substr(0, 500));
    CHECK((found == expected));
    CHECK_FALSE(contains(found, "internal fault"));
    CHECK(without.taken() == 0);
    taken += with.taken();
    for (auto at = found.find("Error"); at != std::string::npos; at = found.find("Error", at + 1))
      ++errors;
  }
  CHECK(taken > (laguz_test::kSanitized ? 1 : 5) * many);
  CHECK(errors < 10 * many);  // of 40 inputs each
}
