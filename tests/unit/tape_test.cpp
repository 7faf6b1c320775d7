// What loops keep, with room for it and without: the same bits (eval/tape.hpp).
#include <catch2/catch.hpp>

#include "driver/session.hpp"
#include "runtime/value_text.hpp"
#include "seeds.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;

/// Numbers of [expression], to the last bit, if loops may keep so many bytes.
std::string bits_of(const std::string& expression, std::int64_t loop_states, eval::Tier tier) {
  SessionOptions options;
  options.eval.loop_states = loop_states;
  options.eval.tier = tier;
  Session session(options);
  const auto def =
      session.expression(session.prelude(), "t", "map f64.to_bits (" + expression + ")");
  std::string out;
  for (const auto& value : session.call(session.prepare(*def), {}))
    out += runtime::print(value, runtime::Style::human);
  return out;
}

struct Program {
  const char* name;
  const char* text;  ///< of type []f64 -> f64
  std::int64_t arguments;
};

const Program kPrograms[] = {
    {"a number", R"(\(x: [2]f64) -> loop y = x[0] for _i < 90i64 do f64.sin (y * x[1]) + 0.1 * y)",
     2},
    {"until something is small",
     R"(\(x: [2]f64) -> (loop (y, z) = (x[0], 1) while z > 1e-3 do (f64.sin (y * x[1] + z), 0.9 * z)).0)",
     2},
    {"until a number is large, for long",
     R"(\(x: [2]f64) -> (loop (y, t) = (x[0], 0) while t < 150 do
          (y + (f64.sin (y * t) * 0.1 + f64.cos (y * x[1]) * 0.05 + f64.sin (t + y)) * 0.01 / (1 + t), t + 1 + 0.001 * f64.abs y)).0)",
     2},
    {"an index of another type, that is used",
     R"(\(x: [2]f64) -> loop y = x[0] for i < 70i16 do f64.sin (y * x[1] + f64.i16 i))", 2},
    {"several numbers, one of them no float",
     R"(\(x: [2]f64) -> let (y, z, _) = loop (y, z, k) = (x[0], x[1], 7i64) for i < 80 do
                          (f64.sin (y * z) + f64.i64 (k % 3), z + 0.01 * y, (k * 5 + i) % 31) in y * z)",
     2},
    {"an array that is made anew",
     R"(\(x: [4]f64) -> f64.sum (loop y = x for i < 40i64 do map2 (\a b -> f64.sin (a * b + x[i % 4])) y (rotate 1 y)))",
     4},
    {"an array in place",
     R"(\(x: [4]f64) -> f64.sum (loop y = copy x for i < 60i64 do y with [i % 4] = f64.sin (y[i % 4] * y[(i + 1) % 4] + x[0])))",
     4},
    {"an array that grows",
     R"(\(x: [2]f64) -> f64.sum (loop y: []f64 = [x[0]] for i < 9i64 do map (\a -> f64.sin (a * x[1])) y ++ [f64.i64 i * x[0]]))",
     2},
    {"a loop in a loop",
     R"(\(x: [2]f64) -> loop y = x[0] for i < 12i64 do loop y for _j < 15i64 do f64.sin (y * x[1] + f64.i64 i))",
     2},
    {"a loop in a loop that runs once",
     R"(\(x: [2]f64) -> loop y = x[0] for _i < i64.f64 (x[1] + 1) do loop y for _j < 40i64 do f64.sin (y * 1.3 + 0.1))",
     2},
    {"a loop in a loop that never runs",
     R"(\(x: [2]f64) -> let (m, k) = (i64.f64 x[1], 1 + i64.f64 (3 * x[1])) in loop y = x[0] for _i < 9i64 do
          loop z = y for _j < m do loop w = z for _k < k do f64.sin (w * y) + z)",
     2},
    {"three loops, two beside one another",
     R"(\(x: [2]f64) -> loop y = x[0] for _i < 5i64 do
          let z = loop z = y for j < 6i64 do (loop z for _k < 7i64 do f64.sin (z * x[1])) + f64.i64 j * y
          in loop z for _j < 8i64 do f64.cos (z * y))",
     2},
    {"a loop whose length changes",
     R"(\(x: [2]f64) -> loop y = x[0] for i < 14i64 do loop y for j < i do f64.sin (y * x[1] + f64.i64 j))",
     2},
    {"a loop that ends when it wants, in a loop",
     R"(\(x: [2]f64) -> loop y = x[0] for _i < 9i64 do (loop (y, z) = (y, 1) while z > 0.05 do (f64.sin (y * x[1]), z * (0.5 + 0.1 * f64.cos y))).0)",
     2},
    {"rows in place, with loops over them",
     R"(\(x: [6]f64) -> f64.sum (flatten (loop r = copy (unflatten (x :> [3 * 2]f64)) for i < 2i64 do
          let p = loop p = 1 for y in r[i] do p * y
          in r with [i + 1] = map2 (\a b -> a * b + p) r[i] r[i + 1])))",
     6},
    {"elimination in place",
     R"(\(x: [9]f64) -> f64.sum (flatten (loop a = copy (unflatten (x :> [3 * 3]f64)) for k < 3i64 do
          loop a for i in k + 1..<3 do
            let f = a[i, k] / (4 + a[k, k])
            let a = a with [i, k] = f
            in loop a for j in k + 1..<3 do a with [i, j] = a[i, j] - f * a[k, j])))",
     9},
    {"a branch with a loop",
     R"(\(x: [2]f64) -> loop y = x[0] for i < 20i64 do if y > 0.3 then f64.sin (y * x[1]) else loop y for j < 4i64 do y + 0.1 * x[1] * f64.i64 (i + j))",
     2},
    {"levels that are asked for",
     R"(\(x: [2]f64) -> #[stripmine(2)] loop y = x[0] for _i < 31i64 do #[stripmine(3)] loop y for _j < 30i64 do f64.sin (y * x[1]))",
     2},
    {"a map in a loop, of which elements are numbers of loops",
     R"(\(x: [3]f64) -> f64.sum (loop y = x for _i < 10i64 do map (\a -> loop a for j < 5i64 do f64.sin (a * x[j % 3])) y))",
     3},
    {"a loop in a map",
     R"(\(x: [3]f64) -> f64.sum (map (\a -> loop a for j < 25i64 do f64.sin (a * x[j % 3])) x))",
     3},
};

std::string point(std::int64_t n, double first) {
  std::string text = "[";
  for (std::int64_t i = 0; i < n; ++i)
    text += (i > 0 ? ", " : "") + std::to_string(first + 0.13 * static_cast<double>(i));
  return text + "]";
}

}  // namespace

TEST_CASE("derivatives have the same bits, however much loops keep", "[tape]") {
  for (const Program& program : kPrograms) {
    const std::string n = std::to_string(program.arguments);
    const std::string x = point(program.arguments, 0.6), d = point(program.arguments, -0.2);
    const std::string f = std::string("(") + program.text + ")";
    const std::string g = "(\\(x: [" + n + "]f64) -> vjp " + f + " x 1)";
    const std::string h = "(\\(x: [" + n + "]f64) -> vjp " + g + " x " + d + ")";
    std::vector<std::string> expressions{g + " " + x, h + " " + x, "jvp " + g + " " + x + " " + d};
    if (!laguz_test::kSanitized) expressions.push_back("vjp " + h + " " + x + " " + d);
    for (const std::string& expression : expressions) {
      INFO(program.name << ": " << expression);
      const std::string all = bits_of(expression, std::int64_t{1} << 29, eval::Tier::scalar);
      CHECK(all.find("9221120237041090560") == std::string::npos);  // a NaN compares with anything
      for (const std::int64_t room : laguz_test::some_of<std::int64_t>({1, 40, 300, 5000}))
        CHECK(bits_of(expression, room, eval::Tier::scalar) == all);
      CHECK(bits_of(expression, 1, eval::Tier::lanes) == all);
      for (const std::int64_t room : laguz_test::some_of<std::int64_t>({1, 300, 5000}))
        for (const eval::Tier tier : {eval::Tier::machine, eval::Tier::automatic})
          CHECK(bits_of(expression, room, tier) == all);
    }
  }
}

TEST_CASE("what loops in a loop keep takes no more room than there is", "[tape]") {
  for (const eval::Tier tier : {eval::Tier::scalar, eval::Tier::machine, eval::Tier::automatic}) {
    SessionOptions options;
    options.eval.loop_states = 1000;
    options.eval.tier = tier;
    Session session(options);
    const auto slope = session.prepare(*session.expression(
        session.prelude(), "t",
        "vjp (\\x -> loop y = x for _i < 2000i64 do loop y for _j < 1000i64 do f64.sin y) 1 1"));
    support::Account& account = session.governor().account();
    account.set_limit(account.used() + 8'000'000);  // all of it would be twice that
    CHECK_NOTHROW(session.call(slope, {}));
  }
}
