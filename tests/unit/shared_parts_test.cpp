// Values, conditions, lengths and indices that use what came before twice, forty deep: trees of
// 2^40 nodes to whoever forgets that their parts are shared.
#include <catch2/catch.hpp>

#include <string>

#include <fmt/format.h>

#include "driver/session.hpp"
#include "runtime/value_text.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;

struct Chain {
  const char* name;
  const char* within;  ///< what the chain is in; {} stands for it
  const char* first;
  const char* next;  ///< {0}: what came before, {1}: how deep it is
  const char* last;
};

constexpr const char* kMap = R"(map2 (\i x -> {}) (iota n) u)";

const Chain kChains[] = {
    {"and", kMap, "i > 0", "{0} && ({0} && i < n - {1})", "if {0} then u[i - 1] * x else x"},
    {"or", kMap, "i > 2", "{0} || ({0} || i > n + {1})", "if {0} then u[i - 1] * x else x"},
    {"not", kMap, "i > 0", "!({0} && (!{0} || i < n - {1}))", "if {0} then x * x else 0"},
    {"equal truths", kMap, "i > 0", "{0} == ({0} != (i < n - {1}))", "if {0} then x * x else 0"},
    {"places", kMap, "i", "({0} + {0}) % n", "u[{0}] * x"},
    {"bounded places", kMap, "i", "i64.min ({0} + 1) (n - 1) - i64.max ({0} - 1) 0 + {0}",
     "if {0} >= 0 && {0} < n then u[{0}] * x else 0"},
    {"chosen places", kMap, "i", "if {0} + 1 < n then {0} + 1 else {0} - {0} + i", "u[{0}] * x"},
    {"products of numbers", kMap, "i + 1", "{0} * {0}", "u[{0} % n] * x"},
    {"numbers", kMap, "x", "f64.sin {0} * {0} + {0}", "{0}"},
    {"chosen numbers", kMap, "x", "if {0} > 0.5 then {0} * {0} else {0} * 0.5 + 0.3", "{0}"},
    {"bounded numbers", kMap, "x", "f64.max (f64.min {0} 1) ({0} - 1)", "{0}"},
    {"in a loop", R"(map2 (\i x -> loop x for j < 3 do {}) (iota n) u)", "j > 0",
     "{0} && ({0} && i < n + {1})", "if {0} then x * x else x + u[j]"},
    {"lengths", "{}", "n", "i64.max (i64.min {0} ({0} - 0)) (i64.min n {0})",
     "sized n (map2 (*) u[0:{0}] u[0:{0}])"},
    {"products of lengths", "{}", "1i64", "{0} * {0}",
     "sized n (flatten (unflatten (sized (n * {0}) (map2 (*) u u))))"},
    {"arrays", "{}", "u", "map2 (\\x y -> x * y - 0.5) {0} {0}", "{0}"},
    {"turned arrays", "{}", "u", "map2 (\\x y -> x * y) (rotate 1 {0}) (reverse {0})", "{0}"},
    {"arrays written to", "{}", "u", "copy {0} with [{1} % n] = {0}[0] * {0}[1]", "{0}"},
    {"arrays in a row", "{}", "u", "take n (drop 1 ({0} ++ {0}))", "map2 (*) {0} u"},
    {"pairs", "{}", "(u, u)", "(map2 (*) {0}.0 {0}.1, map2 (-) {0}.1 {0}.0)",
     "map2 (*) {0}.0 {0}.1"},
    {"arrays of truths", "{}", "map (> 0) u", "map2 (\\a b -> a && (b || a)) {0} (reverse {0})",
     "map2 (\\c x -> if c then x * x else x) {0} u"},
};

std::string text_of(const Chain& chain) {
  constexpr int kDepth = 40;
  std::string text = fmt::format("let c0 = {} ", chain.first);
  for (int k = 1; k < kDepth; ++k)
    text += fmt::format("let c{} = {} ", k,
                        fmt::format(fmt::runtime(chain.next), fmt::format("c{}", k - 1), k));
  text += "in " + fmt::format(fmt::runtime(chain.last), fmt::format("c{}", kDepth - 1));
  return fmt::format(fmt::runtime(chain.within), text);
}

}  // namespace

TEST_CASE("derivatives of what shares its parts", "[ad][shared]") {
  for (const Chain& chain : kChains) {
    const std::string program = fmt::format(
        R"(let f [n] (u: [n]f64) : [n]f64 = {}
           let u = [0.5, -0.25, 0.3, 0.1, 0.75]
           let w = [1, 2, -1, 0.5, 3] let t = [0.5, 1, 1.5, -1, 2]
           let dot (a: [5]f64) (b: [5]f64) = f64.sum (map2 (*) a b)
           let is_close (a: f64) (b: f64) = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)
           let g (u: [5]f64) = vjp f u w
           in is_close (dot (g u) t) (dot w (jvp f u t)) &&
              is_close (dot (vjp g u t) w) (dot t (jvp g u w)))",
        text_of(chain));
    INFO(chain.name);
    Session session{SessionOptions{}};
    const auto def = session.expression(session.prelude(), "t", program);
    const auto values = session.call(session.prepare(*def), {});
    CHECK(runtime::print(values.at(0), runtime::Style::human) == "true");
  }
}
