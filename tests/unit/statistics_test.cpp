// What numbers are like (core/statistics.hpp, engine/statistics_table.hpp), and what is said of it.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/figures.hpp"
#include "driver/session.hpp"
#include "driver/statistics.hpp"

using namespace laguz;
using core::Figures;
using core::Role;
using core::Series;
using engine::Finding;
using engine::StatisticsRow;
using engine::StatisticsSeries;
using engine::StatisticsTable;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

Figures figures(const std::vector<double>& numbers) {
  Figures all;
  for (const double number : numbers) all.add(number);
  return all;
}

StatisticsTable table(const std::string& program, const std::string& expression, bool core = false,
                      eval::Options eval = {}) {
  driver::SessionOptions options;
  options.eval = std::move(eval);
  driver::Session session{std::move(options)};
  const auto scope = session.check(session.add_source("f.fut", program));
  return session.statistics(session.prepare(*session.expression(scope, "e", expression)), {},
                            {.core = core});
}

const StatisticsRow& row(const StatisticsTable& table, const std::string& place, Role role) {
  for (const StatisticsRow& one : table.rows)
    if (one.place == place && one.role == role) return one;
  throw std::runtime_error("no row " + place);
}

const StatisticsRow& row(StatisticsTable&&, const std::string&, Role) = delete;  // goes with it

const StatisticsSeries& series(const StatisticsTable& table, const std::string& name, Role role) {
  for (const StatisticsSeries& one : table.series)
    if (one.name == name && one.role == role) return one;
  throw std::runtime_error("no series " + name);
}

const StatisticsSeries& series(StatisticsTable&&, const std::string&, Role) = delete;

std::vector<double> sizes(const Series& series) {
  std::vector<double> all;
  for (const Figures& one : series.figures()) all.push_back(one.size());
  return all;
}

bool has(const StatisticsTable& table, Finding::Kind kind) {
  for (const Finding& finding : table.findings)
    if (finding.kind == kind) return true;
  return false;
}

}  // namespace

TEST_CASE("figures of numbers, in parts too", "[stats]") {
  const Figures some = figures({3, 0, -4, NAN, kInf, -0.0});
  CHECK(some.count() == 6);
  CHECK(some.zeros() == 2);
  CHECK(some.nans() == 1);
  CHECK(some.infinities() == 1);
  CHECK(some.least() == -4);
  CHECK(some.greatest() == 3);
  CHECK(some.norm() == Approx(5));
  CHECK(some.size() == Approx(2.5));
  for (const double scale : {1e-300, 1e300}) {
    Figures parts = figures({3 * scale});
    parts.add(figures({}));
    parts.add(figures({4 * scale}));
    CHECK(parts.norm() == Approx(5 * scale));
    CHECK(figures({4 * scale, 3 * scale}).norm() == Approx(5 * scale));
  }
  CHECK(figures({}).size() == 0);
  CHECK(figures({kInf}).norm() == 0);
}

TEST_CASE("of a long row neighbours are put together", "[stats]") {
  Series row;
  for (std::size_t i = 0; i < 5000; ++i) row.add(i, figures({static_cast<double>(i)}));
  CHECK(row.stride() == 8);
  REQUIRE(row.figures().size() == 625);
  CHECK(row.figures()[0].greatest() == 7);
  CHECK(row.figures()[624].least() == 4992);
  std::uint64_t count = 0;
  for (const Figures& one : row.figures()) count += one.count();
  CHECK(count == 5000);
  Series other;
  other.add(0, figures({-1}));
  other.add(row);
  CHECK(other.figures()[0].count() == 9);
}

TEST_CASE("values and cotangents, by lines", "[stats]") {
  const std::string program =
      "def f [n] (xs: [n]f64) =\n"
      "  let ys = map (\\x ->\n"
      "    x * x) xs\n"
      "  in f64.sum (map2 (*) ys xs)\n"
      "def xs = map f64.i64 (iota 100)\n";
  const auto plain = table(program, "f xs");
  CHECK(!plain.derivatives);
  const Figures& squares = row(plain, "f.fut:3", Role::value).figures;
  CHECK(squares.count() == 100);
  CHECK(squares.zeros() == 1);
  CHECK(squares.greatest() == 99 * 99);
  CHECK(row(plain, "f.fut:4", Role::value).figures.greatest() == Approx(24502500));
  CHECK(plain.findings.empty());
  const auto gradient = table(program, "vjp f xs 2");
  CHECK(gradient.derivatives);
  CHECK(row(gradient, "f.fut:3", Role::cotangent).figures.count() > 0);
  const auto tangents = table(program, "jvp f xs xs");
  CHECK(row(tangents, "f.fut:4", Role::tangent).figures.greatest() > 0);
}

TEST_CASE("what cotangents are multiplied by is no cotangent", "[stats]") {
  const std::string program = "def f (x: f64) = f64.sqrt x\n";
  const std::string expression = "map (\\x -> vjp f x 1e-3) (map (\\i -> f64.i64 i + 4) (iota 9))";
  const auto lines = table(program, expression);
  const Figures& cotangents = row(lines, "f.fut:1", Role::cotangent).figures;
  CHECK(cotangents.greatest() == Approx(0.25e-3));
  bool slopes = false;
  for (const StatisticsRow& one : table(program, expression, true).rows)
    slopes = slopes || (one.role == Role::slope && one.figures.greatest() > 0.1);
  CHECK(slopes);
}

TEST_CASE("cotangents of states stand beside the states", "[stats]") {
  const auto found = table("", "vjp (\\x -> loop s = x for _i < 10 do f64.sin s * 0.5) 0.5 1");
  const std::vector<double> states = sizes(series(found, "s", Role::value).series);
  const std::vector<double> cotangents = sizes(series(found, "s", Role::cotangent).series);
  REQUIRE(states.size() == 11);
  REQUIRE(cotangents.size() == 11);
  CHECK(states[0] == 0.5);
  CHECK(cotangents[10] == 1);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(states[i + 1] == Approx(0.5 * std::sin(states[i])));
    CHECK(cotangents[i] == Approx(cotangents[i + 1] * 0.5 * std::cos(states[i])));
  }
}

TEST_CASE("loops in maps, in loops, in functions that call themselves; and while", "[stats]") {
  const std::string program =
      "def f (n: i64) : f64 =\n"
      "  loop s = 1f64 for i < n do\n"
      "    if i == 1 then s + f (n - 1) else s * 2\n";
  const auto recursive = table(program, "f 4");
  CHECK(series(recursive, "s", Role::value).series.figures()[0].count() == 4);
  const auto maps = table("", "map (\\k -> loop s = 1f64 while s < f64.i64 k do s * 2) (iota 9)");
  const auto& doubled = series(maps, "s", Role::value).series.figures();
  REQUIRE(doubled.size() == 4);
  CHECK(doubled[0].count() == 9);
  CHECK(doubled[3].count() == 4);
  CHECK(doubled[3].least() == 8);
  const auto nested = table(
      "",
      "loop a = 1f64 for i < 7 do (loop b = a for j < i do b * 2) - (loop c = a for j < i do c)");
  CHECK(series(nested, "a", Role::value).series.figures().size() == 8);
  CHECK(series(nested, "b", Role::value).series.figures().size() == 7);
}

TEST_CASE("states have the names of what they are part of", "[stats]") {
  const auto found = table(
      "type state = {place: [2]f64, speed: f64}\n"
      "def f (x: f64) =\n"
      "  let (s, _) = loop (s: state, (a, _)) = ({place = [x, 1], speed = 1}, (x, 2)) for i < 9 "
      "do\n"
      "    ({place = map (* s.speed) s.place, speed = s.speed * a}, (a * 0.9, f64.i64 i))\n"
      "  in f64.sum s.place\n",
      "vjp f 0.5 1");
  for (const Role role : {Role::value, Role::cotangent})
    for (const char* name : {"s.place", "s.speed", "a"})
      CHECK(series(found, name, role).series.figures().size() == 10);
}

TEST_CASE("gradients that vanish or explode, and what is wrong besides", "[stats]") {
  const auto chain = [](const std::string& factor, const std::string& steps = "40") {
    return table("", "vjp (\\x -> loop s = x for _i < " + steps + " do " + factor + ") 0.5f64 1");
  };
  const auto vanishing = chain("0.4 * s");
  REQUIRE(vanishing.findings.size() == 1);
  CHECK(vanishing.findings[0].kind == Finding::Kind::vanishes);
  CHECK(vanishing.findings[0].from == 40);
  CHECK(vanishing.findings[0].to == 0);
  CHECK(
      driver::statistics_text("f", vanishing)
          .find("the cotangent of s is 1 after 40 iterations and 1.21e-16 at its start, 0.4 times "
                "as large for each iteration.\n") != std::string::npos);
  CHECK(has(chain("3 * s"), Finding::Kind::explodes));
  CHECK(chain("0.99 * s").findings.empty());
  CHECK(has(chain("0.1 * s", "400"), Finding::Kind::vanishes));
  CHECK(has(chain("3 * s", "1000"), Finding::Kind::overflows));
  CHECK(has(table("", "loop s = 1f64 for _i < 50 do 3 * s"), Finding::Kind::grows));
  CHECK(has(table("", "map (\\i -> f64.sqrt (f64.i64 i - 3)) (iota 9)"), Finding::Kind::undefined));
  CHECK(has(table("", "vjp (\\xs -> f64.sum (map (\\x -> f64.max 0 (x - 9) * x) xs)) [1, 2] 1"),
            Finding::Kind::nothing));
}

TEST_CASE("layers are calls of one function", "[stats]") {
  const std::string program =
      "def layer [k] (w: f64) (h: [k]f64) =\n"
      "  map (\\x ->\n"
      "    f64.tanh (w * x)) h\n"
      "def deep [k] (x: [k]f64) =\n"
      "  let a = layer 1e-3 x\n"
      "  let b = layer 1e-3 a\n"
      "  let c = layer 1e-3 b\n"
      "  in f64.sum (layer 1e-3 c)\n";
  const auto found = table(program, "vjp deep [1, 2, 3] 1");
  REQUIRE(found.findings.size() == 1);
  CHECK(found.findings[0].kind == Finding::Kind::vanishes);
  const StatisticsSeries& calls = found.series[found.findings[0].of];
  CHECK(calls.by == StatisticsSeries::By::calls);
  CHECK(calls.steps == std::vector<std::string>{"f.fut:5", "f.fut:6", "f.fut:7", "f.fut:8"});
}

TEST_CASE("layers are lines that hand a gradient on", "[stats]") {
  const auto written = [](const std::string& last) {
    return "def deep [k] (x: [k]f64) =\n"
           "  let a = map (\\x -> f64.tanh (1e-3 * x)) x\n"
           "  let b = map (\\x -> f64.tanh (1e-3 * x)) a\n"
           "  let beside = map (\\x -> f64.tanh (1e-9 * x)) x\n"
           "  let c = map (\\x -> f64.tanh (1e-3 * x))\n"
           "              b\n"
           "  in " +
           last + "\n";
  };
  const std::string run = "vjp deep [1, 2, 3] 1";
  const auto found = table(written("f64.sum (map2 (\\c b -> f64.sin c + b) c beside)"), run);
  REQUIRE(found.findings.size() == 1);
  CHECK(found.findings[0].kind == Finding::Kind::vanishes);
  const StatisticsSeries& lines = found.series[found.findings[0].of];
  CHECK(lines.by == StatisticsSeries::By::lines);
  CHECK(lines.steps == std::vector<std::string>{"f.fut:2", "f.fut:3", "f.fut:5"});
  // What one line does is its scale.
  const std::string scaled =
      "def deep [k] (x: [k]f64) =\n"
      "  let a = map f64.sin x\n"
      "  let b = map f64.sin a\n"
      "  let c = map f64.sin b\n"
      "  in 1e-6 * f64.exp (f64.sum c)\n";
  CHECK(table(scaled, run).findings.empty());
  // So is a mean, of which each has little.
  const std::string mean =
      "def deep [k] (x: [k]f64) =\n"
      "  let a = map f64.sin x\n"
      "  let b = map (\\a -> f64.sin a * a) a\n"
      "  let c = f64.sum b / 1e5\n"
      "  in f64.sin (c * c + c)\n";
  CHECK(table(mean, "vjp deep (map f64.i64 (iota 100000)) 1").findings.empty());
  // What does not come from one another is no chain, whatever the order.
  const std::string beside =
      "def deep [k] (x: [k]f64) =\n"
      "  let a = map (\\x -> f64.sin (1e-3 * x)) x\n"
      "  let b = map (\\x -> f64.sin (1e-6 * x)) x\n"
      "  let c = map (\\x -> f64.sin (1e-9 * x)) x\n"
      "  in f64.sum a + f64.sum b + f64.sum c\n";
  CHECK(table(beside, run).findings.empty());
}

TEST_CASE("layers are depths of calls", "[stats]") {
  const std::string program =
      "def down [k] (d: i64) (x: [k]f64) : [k]f64 =\n"
      "  if d == 0 then x else\n"
      "  map (\\x -> f64.tanh (1e-2 * x)) (down (d - 1) x)\n"
      "def up [k] (d: i64) (x: [k]f64) : [k]f64 =\n"
      "  if d == 0 then x else\n"
      "  up (d - 1) (map (\\x -> f64.tanh (1e2 * x)) x)\n";
  const auto check = [&](const std::string& f, Finding::Kind kind, const std::string& said) {
    const auto found = table(program, "vjp (\\x -> f64.sum (" + f + " 6 x)) [1e-20, 2e-20] 1");
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings[0].kind == kind);
    const StatisticsSeries& depths = found.series[found.findings[0].of];
    CHECK(depths.by == StatisticsSeries::By::depth);
    CHECK(depths.series.figures().size() == 6);
    CHECK(driver::statistics_text("f", found).find(said) != std::string::npos);
  };
  check("down", Finding::Kind::vanishes,
        "from depth to depth of the calls at f.fut:3: a cotangent is 0.707 in the outermost call "
        "and 7.07e-11 at depth 5, 0.01 times as large for each call.");
  check("up", Finding::Kind::explodes, "at depth 5 and");
}

TEST_CASE("the same however it runs", "[stats]") {
  const std::string program =
      "def f [n] (xs: [n]f64) =\n"
      "  let ys = loop ys = xs for _i < 5 do map2 (\\x y -> x * f64.cos y) ys (rotate 1 ys)\n"
      "  let bins = hist (+) 0 7 (map (% 7) (iota n)) ys\n"
      "  in f64.sum (map (\\y -> y * bins[0]) ys) + f64.product (scan (+) 0 bins)\n"
      "def xs = map (\\i -> f64.sin (f64.i64 i)) (iota 3000)\n";
  std::string first;
  for (const eval::Tier tier : {eval::Tier::scalar, eval::Tier::lanes, eval::Tier::automatic})
    for (const int threads : {1, 3}) {
      eval::Options eval;
      eval.tier = tier;
      eval.threads = threads;
      const std::string text =
          driver::statistics_json("f", table(program, "vjp f xs 1", true, eval));
      if (first.empty()) first = text;
      CHECK(text == first);
    }
}

TEST_CASE("large arrays that change little are looked at now and then", "[stats]") {
  const auto found = table(
      "", "f64.sum (loop ys = replicate 20000 1 for i < 19999 do ys with [i + 1] = ys[i] * 0.9)");
  std::uint64_t count = 0;
  for (const Figures& one : series(found, "ys", Role::value).series.figures()) count += one.count();
  CHECK(count > 500'000);
  CHECK(count < 2'000'000);
  CHECK(driver::statistics_text("f", found).find("  ys ") != std::string::npos);
}

TEST_CASE("what is kept for the way back is not made for this", "[stats]") {
  // An array of 32 GB, if a loop that does not run were to have it.
  const auto found = table(
      "def never (m: i64) =\n"
      "  vjp (\\x -> loop s = x for _t < m do\n"
      "    loop s = s for j < 4000000000 do s * f64.exp (x * f64.i64 j) * f64.exp x) 2 1\n",
      "never (length (filter (> 5) (iota 3)))");
  CHECK(found.derivatives);
}

TEST_CASE("values of a session are computed again, with what they come from", "[stats]") {
  driver::Session session{driver::SessionOptions{}};
  engine::Scope scope = session.prelude();
  scope = session.declare(scope, session.parse("[1]", "let x = f64.i64 4 + f64.sqrt 3"));
  scope = session.declare(scope, session.parse("[2]", "let ys = map (+ x) [1, 2, 3]"));
  const auto entry = session.prepare(session.find(scope, "ys"));
  for (int i = 0; i < 2; ++i) {
    const auto found = session.statistics(entry, {}, {});
    CHECK(row(found, "[2]:1", Role::value).figures.count() == 3);
  }
}

TEST_CASE("it ends as everything does", "[stats]") {
  driver::SessionOptions options;
  options.timeout = 0.2;
  driver::Session session{std::move(options)};
  const auto scope = session.prelude();
  const auto endless = session.prepare(
      *session.expression(scope, "e", "loop s = 1f64 while s > 0 do f64.sin s + 1"));
  CHECK_THROWS_WITH(session.statistics(endless, {}, {}), Catch::Contains("time limit"));
  const auto wrong = session.prepare(*session.expression(scope, "e", "map (/ 0) (iota 3)"));
  CHECK_THROWS_AS(session.statistics(wrong, {}, {}), support::UserError);
}

TEST_CASE("statistics are text, blocks and JSON", "[stats]") {
  Series row;
  row.add(0, figures({0}));
  for (std::size_t i = 1; i <= 8; ++i)
    row.add(i, figures({std::pow(10.0, static_cast<double>(i))}));
  row.add(10, figures({kInf}));
  CHECK(driver::sparkline(row) == "·▁▂▃▄▅▆▇█ ×");
  Series flat;
  for (std::size_t i = 0; i < 200; ++i) flat.add(i, figures({1.01}));
  CHECK(driver::sparkline(flat).size() == 60 * std::string("▁").size());
  CHECK(driver::sparkline({}).empty());

  StatisticsTable table;
  table.numbers = 3;
  table.derivatives = true;
  table.rows.push_back({"f.fut:2", "a \"map\"", Role::value, figures({1, 0, NAN})});
  table.series.push_back({.place = "f.fut:1", .text = "loop h", .name = "h", .series = row});
  table.findings = find_instability(table);
  CHECK(driver::statistics_text("main", table) ==
        "main: 3 numbers looked at.\n"
        "               least   greatest       norm  zeros   NaN   inf    numbers  place\n"
        "value              0          1          1    33%   33%     -          3  f.fut:2  a "
        "\"map\"\n"
        "\nSizes (roots of means of squares) on a logarithmic scale, and the least and the "
        "greatest:\n"
        "f.fut:1  loop h\n"
        "  states by iterations, from the first one to the result:\n"
        "  h                         ·▁▂▃▄▅▆▇█ ×  10 to 1e+08\n"
        "\nValues overflow in the loop at f.fut:1: h is 1e+08 after 8 iterations, and infinite or "
        "no number after 10 iterations.\n"
        "NaN or infinite: f.fut:2 (values). --debug-nans (:nan at the prompt) tells where that "
        "begins.\n");
  const auto json = nlohmann::json::parse(driver::statistics_json("main", table));
  CHECK(json["rows"][0]["text"] == "a \"map\"");
  CHECK(json["rows"][0]["nans"] == 1);
  CHECK(json["series"][0]["figures"].size() == 11);
  CHECK(json["series"][0]["figures"][9]["least"].is_null());
  CHECK(json["findings"].size() == 2);
}
