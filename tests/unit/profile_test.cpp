// Where the time goes (eval/profile.hpp, engine/profile_table.hpp).
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "driver/print_view.hpp"
#include "driver/profile.hpp"
#include "driver/session.hpp"

using namespace laguz;

namespace {

/// Every kind of statement, in maps, loops, functions and derivatives.
constexpr const char* kProgram = R"(
def fib (n: i64): i64 = if n < 2 then n else fib (n - 1) + fib (n - 2)

def wave [n] (xs: [n]f64) =
  loop xs for _i < 20 do
    map (\i -> 0.5 * xs[i] + 0.25 * (xs[(i + n - 1) % n] + xs[(i + 1) % n])) (iota n)

def recurrence (w: f64) (n: i64) =
  loop s = 1 for j < n do s * (1 + w / f64.i64 (j + 1))

def loss [n] (xs: [n]f64) =
  let smooth = wave xs
  let sums = scan (+) 0 smooth
  let bins = reduce_by_index (replicate 7 0) (+) 0 (map (% 7) (iota n)) smooth
  in f64.sum (map (\x -> recurrence x 10) smooth) + f64.maximum sums + f64.product bins

def all [n] (xs: [n]f64) =
  let called = map (\i -> fib (i % 10)) (iota n)
  let table = map (\x -> map (\y -> x * y) xs) xs
  let product = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose table)) table
  let slopes = vjp loss xs 1
  let (_, best) = reduce (\(a, i) (b, j) -> if a > b then (a, i) else (b, j))
                         (-f64.inf, -1) (zip xs (iota n))
  in (i64.sum called, product[1], slopes, best,
      #[trace(x)] map (\x -> if x > 0.5 then f64.sqrt x else x) xs)

def numbers (n: i64) = map (\i -> 1 / f64.i64 (i + 1)) (iota n)
)";

class Program {
 public:
  explicit Program(const std::string& text, eval::Tier tier = eval::Tier::automatic,
                   int threads = 1, std::int64_t loop_states = std::int64_t{1} << 29)
      : session_(options(tier, threads, loop_states)),
        scope_(session_.check(session_.add_source("f.fut", text))) {}

  engine::EntryPoint prepared(const std::string& expression) {
    return session_.prepare(*session_.expression(scope_, "e", expression));
  }
  std::string value(const std::string& expression, bool watched) {
    const engine::EntryPoint entry = prepared(expression);
    eval::Profile profile(session_.program().names);
    eval::Options own = session_.options().eval;
    if (watched) own.profile = &profile;
    engine::Runner runner(session_, own);
    return driver::print_view(entry.result, runner.call(entry, {}), runtime::Style::machine);
  }
  engine::ProfileTable table(const std::string& expression,
                             const engine::ProfileOptions& options = {.seconds = 0}) {
    return engine::profile(session_, prepared(expression), {}, options);
  }

 private:
  static driver::SessionOptions options(eval::Tier tier, int threads, std::int64_t loop_states) {
    driver::SessionOptions options;
    options.eval.loop_states = loop_states;
    options.eval.tier = tier;
    options.eval.threads = threads;
    return options;
  }

  driver::Session session_;
  engine::Scope scope_;
};

const engine::ProfileRow* find(const engine::ProfileTable& table, const std::string& place) {
  for (const engine::ProfileRow& row : table.rows)
    if (row.place == place) return &row;
  return nullptr;
}

/// What is said of the forms of a line, one after the other.
std::string forms(const engine::ProfileTable& table, const std::string& place) {
  std::string text;
  const auto* row = find(table, place);
  if (row == nullptr) return "none";
  for (const auto& [form, runs] : row->forms)
    text +=
        (text.empty() ? "" : "; ") + form.how + (form.why_not.empty() ? "" : ": " + form.why_not);
  return text;
}

}  // namespace

TEST_CASE("what is looked at has the same bits", "[profile]") {
  struct Way {
    eval::Tier tier;
    int threads;
  };
  for (const Way way : {Way{eval::Tier::scalar, 1}, Way{eval::Tier::lanes, 1},
                        Way{eval::Tier::lanes, 3}, Way{eval::Tier::automatic, 2}}) {
    Program program(kProgram, way.tier, way.threads);
    for (const char* expression : {"all (numbers 3)", "all (numbers 200)", "loss (numbers 3000)",
                                   "vjp loss (numbers 3000) 1", "fib 15"})
      CHECK(program.value(expression, true) == program.value(expression, false));
  }
}

TEST_CASE("iterations and bytes are counted, by lines", "[profile]") {
  const std::string text =
      "def f (n: i64) =\n"
      "  let xs = map (\\i ->\n"
      "    loop s = 0f64 for j < 10 do\n"
      "      s + f64.i64 (i * j)) (iota n)\n"
      "  in copy xs with [0] = 1\n";
  for (const eval::Tier tier : {eval::Tier::scalar, eval::Tier::lanes}) {
    const auto table = Program(text, tier).table("f 1000");
    const auto* loop = find(table, "f.fut:3");
    const auto* map = find(table, "f.fut:2");
    REQUIRE(loop != nullptr);
    REQUIRE(map != nullptr);
    CHECK(loop->times == 1000);
    CHECK(loop->text == "loop s = 0f64 for j < 10 do");
    CHECK(map->bytes >= 8000);
    CHECK(map->bytes < 9000);
  }
}

TEST_CASE("bytes that are moved are counted, by lines", "[profile]") {
  const std::string text =
      "def numbers (n: i64) (m: i64) = tabulate_2d n m (\\i j -> f64.i64 (i * j))\n"
      "def turned (n: i64) (m: i64) =\n"
      "  let a = numbers n m\n"
      "  in copy (transpose a)\n"
      "def in_place (n: i64) =\n"
      "  let a = map f64.i64 (iota n)\n"
      "  in a with [10:20] = copy (replicate 10 1)\n"
      "def shared (n: i64) =\n"
      "  let a = map f64.i64 (iota n)\n"
      "  in (a, copy a with [0] = 1)\n"
      "def joined (n: i64) =\n"
      "  let a = map f64.i64 (iota n)\n"
      "  in a ++ a\n"
      "def gathered (n: i64) =\n"
      "  let a = map f64.i64 (iota n)\n"
      "  in (a, map (\\i -> a[(i * 7) % n]) (iota n))\n"
      "def scattered (n: i64) =\n"
      "  let a = map f32.i64 (iota n)\n"
      "  in scatter (replicate (2 * n) 0) (map (* 2) (iota n)) a\n"
      "def rows (n: i64) =\n"
      "  let a = numbers n 100\n"
      "  in map (\\row -> scan (+) 0 (reverse row)) a\n"
      "def product (n: i64) =\n"
      "  let a = numbers n n\n"
      "  in map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) a) a\n"
      "def none (n: i64) =\n"
      "  f64.sum (map (\\i -> f64.sqrt (f64.i64 i)) (iota n))\n";
  const auto moved = [&](const std::string& expression, const std::string& place,
                         eval::Tier tier = eval::Tier::automatic, int threads = 1) {
    const auto table = Program(text, tier, threads).table(expression);
    const auto* row = find(table, place);
    REQUIRE(row != nullptr);
    return row->moved;
  };
  for (const eval::Tier tier : {eval::Tier::scalar, eval::Tier::automatic, eval::Tier::lanes}) {
    CHECK(moved("turned 300 200", "f.fut:4", tier) == 8 * 300 * 200);
    CHECK(moved("in_place 10000", "f.fut:7", tier) == 80);
    CHECK(moved("shared 10000", "f.fut:10", tier) == 80'000);
    CHECK(moved("joined 10000", "f.fut:13", tier) == 160'000);
    // The zeros are a view until something is written into them.
    CHECK(moved("scattered 10000", "f.fut:19", tier) == 80'000 + 40'000);
    CHECK(moved("none 10000", "f.fut:27", tier) == 0);
  }
  // In lanes, whatever each reads for itself is put side by side; in order it is read where it is.
  CHECK(moved("gathered 10000", "f.fut:16", eval::Tier::lanes) == 80'000);
  CHECK(moved("gathered 10000", "f.fut:16", eval::Tier::scalar) == 0);
  // Rows are turned into lanes, and back; panels are packed. Threads add up.
  const double turned = 2 * 8.0 * 5000 * 100;
  const double rows = moved("rows 5000", "f.fut:22"), panels = moved("product 300", "f.fut:25");
  CHECK(rows >= turned);
  CHECK(rows < 1.1 * turned);
  CHECK(panels >= 2 * 8.0 * 300 * 300);
  const auto automatic = eval::Tier::automatic;
  CHECK(moved("rows 5000", "f.fut:22", automatic, 2) == rows);
  CHECK(moved("product 300", "f.fut:25", automatic, 2) == panels);
}

TEST_CASE("a branch is evaluated in the iterations that take it", "[profile]") {
  const std::string text =
      "def f (n: i64) = map (\\i -> if i % 4 == 0 then\n"
      "  loop s = f64.i64 i for _j < 10 do f64.sin s\n"
      "  else 0) (iota n)\n";
  for (const eval::Tier tier : {eval::Tier::scalar, eval::Tier::lanes}) {
    const auto table = Program(text, tier).table("f 1000");
    const auto* loop = find(table, "f.fut:2");
    REQUIRE(loop != nullptr);
    CHECK(loop->times == (tier == eval::Tier::scalar ? 250 : 2500));
  }
}

TEST_CASE("what has been fused, and what is not written", "[profile]") {
  const std::string text =
      "def f (n: i64) =\n"
      "  let xs = map (\\i -> f64.sqrt (f64.i64 i)) (iota n)\n"
      "  let ys = map (* 2) xs\n"
      "  let total = f64.sum ys\n"
      "  let zs = map (/ total) ys\n"
      "  in (f64.maximum zs, f64.sum (map (\\z -> z * z) zs))\n"
      "def nest (n: i64) = map (\\i ->\n"
      "  f64.sum (map f64.sqrt (map (\\j -> f64.i64 (i + j)) (iota 50)))) (iota n)\n"
      "def alone (n: i64) = map f64.i64 (iota n)\n";
  for (const eval::Tier tier : {eval::Tier::scalar, eval::Tier::lanes}) {
    Program program(text, tier);
    // xs; zs and its squares. The sum of ys is needed before zs.
    const auto table = program.table("f 1000");
    CHECK(table.fusion.fused == 7);
    CHECK(table.fusion.soacs == 2);
    CHECK(table.fusion.possible() == 7);
    CHECK(table.fusion.unwritten == 24'000);
    const auto* sum = find(table, "f.fut:4");
    const auto* last = find(table, "f.fut:6");
    REQUIRE(sum != nullptr);
    REQUIRE(last != nullptr);
    CHECK(sum->fusion.fused == 3);
    CHECK(sum->fusion.unwritten == 8000);
    CHECK(sum->apart.empty());
    CHECK(last->fusion.fused == 4);
    CHECK(last->fusion.unwritten == 16'000);
    REQUIRE(last->apart.size() == 1);
    CHECK(last->apart.begin()->first.place == "f.fut:4");
    CHECK(last->apart.begin()->first.why ==
          "something else that is computed from it is needed first");
    // Within another: in each of its iterations.
    const auto nest = program.table("nest 100").fusion;
    CHECK(nest.fused == 3);
    CHECK(nest.unwritten == 100 * 50 * 16);
    CHECK(program.table("alone 1000").fusion.possible() == 0);
  }
}

TEST_CASE("why expressions are not fused", "[profile]") {
  const auto why = [](const std::string& text) {
    std::string all;
    const auto table = Program("def f (n: i64) =\n" + text).table("f 100");
    for (const auto& row : table.rows)
      for (const auto& [from, count] : row.apart) all += from.place + ": " + from.why + "\n";
    return all;
  };
  const std::string xs = "  let xs = map (\\i -> f64.sqrt (f64.i64 i)) (iota n)\n";
  CHECK(why(xs + "  in map (\\x -> x + xs[i64.f64 x % n]) xs\n") ==
        "f.fut:2: it is needed as a whole, too\n");
  CHECK(why("  let xs = tabulate_2d n 3 (\\i j -> f64.i64 (i * j))\n  in map f64.exp (flatten "
            "xs)\n") == "f.fut:2: it is read in another shape or order\n");
  CHECK(why(xs + "  in #[sequential] map f64.exp xs\n") ==
        "f.fut:2: one of them is to run in order\n");
  CHECK(why(xs + "  in map f64.exp xs\n").empty());
  // The product is a statement of its own, and its numbers are stored.
  CHECK(why("  let m = tabulate_2d n n (\\i j -> f64.i64 (i * j % 7))\n"
            "  in map (\\r -> map (\\c -> f64.tanh (f64.sum (map2 (*) r c))) m) m\n")
            .find("f.fut:3: a product is taken out for its kernel\n") != std::string::npos);
}

TEST_CASE("what loops keep for the way back", "[profile]") {
  const std::string text =
      "def number (n: i64) (w: f64) =\n"
      "  loop speed = w for i < n do\n"
      "    f64.sin (speed * w) / (1 + f64.i64 i)\n"
      "def vector (n: i64) (w: [100]f64) =\n"
      "  f64.sum (loop x = w for _i < n do\n"
      "    map2 (\\a b -> f64.sin (a * b)) x w)\n"
      "def deep (w: f64) (n: i64): f64 =\n"
      "  if n == 0 then w else f64.sin (w * deep w (n - 1))\n";
  const auto kept = [&](const std::string& expression, const std::string& place,
                        std::int64_t room = std::int64_t{1} << 29) {
    const auto table = Program(text, eval::Tier::automatic, 1, room).table(expression);
    const auto* row = find(table, place);
    REQUIRE(row != nullptr);
    return row->kept;
  };
  // On the way there, a number or a vector of each iteration; on the way back, nothing.
  const auto numbers = kept("vjp (number 1000) 0.5 1", "f.fut:2");
  REQUIRE(numbers.size() == 1);
  CHECK(numbers[0].bytes == 8000);
  CHECK(numbers[0].of == "speed");
  CHECK_FALSE(numbers[0].again);
  const auto vectors = kept("vjp (vector 1000) (replicate 100 0.5) 1", "f.fut:5");
  REQUIRE(vectors.size() == 1);
  CHECK(vectors[0].bytes == 800'000);
  // Without room for it, a part of it, and states between stretches.
  const auto part = kept("vjp (number 1000000) 0.5 1", "f.fut:2", 1 << 16);
  REQUIRE(part.size() == 1);
  CHECK(part[0].again);
  CHECK(part[0].bytes < 4'000'000);
  CHECK(kept("number 1000 0.5", "f.fut:2").empty());
  // In lanes: of a tile of iterations around the loop, which has them all.
  const auto lanes = kept("map (\\w -> vjp (number 100) w 1) (map f64.i64 (iota 64))", "f.fut:2");
  REQUIRE(lanes.size() == 1);
  CHECK(lanes[0].of == "speed");
  CHECK(lanes[0].lanes > 0);
  CHECK(lanes[0].bytes == static_cast<std::uint64_t>(800 * lanes[0].lanes));
  for (const auto& one : {numbers[0], vectors[0], part[0]}) CHECK(one.lanes == 0);
  // Calls have a tape that grows: a number of each.
  const auto calls = kept("vjp (\\w -> deep w 100) 0.5 1", "f.fut:7");
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].of == "recursive calls");
  CHECK(calls[0].bytes == 800);
}

TEST_CASE("loops as machine code keep no more than they may", "[profile]") {
  const std::string text =
      "def until (n: f64) (w: f64) =\n"
      "  (loop (t, y) = (0, w) while t < n do (t + 1 + 0.001 * f64.abs y, f64.sin (y * t))).1\n"
      "def inside (n: i64) (w: f64) =\n"
      "  loop y = w for i < 2i64 do (loop z = y for j < n do f64.sin (z * f64.i64 (i + j)))\n";
  for (const eval::Tier tier : {eval::Tier::machine, eval::Tier::automatic}) {
    Program program(text, tier, 1, 1000);
    const auto looped = program.table("vjp (until 10000) 0.5 1");
    const auto* row = find(looped, "f.fut:2");
    REQUIRE(row != nullptr);
    REQUIRE(row->kept.size() == 1);
    CHECK(row->kept[0].again);
    CHECK(row->kept[0].bytes < 20'000);
    // What one iteration keeps is as much as it is; it is copied a few times.
    const auto nested = program.table("vjp (inside 200000) 0.5 1");
    const auto* inner = find(nested, "f.fut:4");
    REQUIRE(inner != nullptr);
    CHECK(inner->moved < 40'000'000);
  }
}

TEST_CASE("why something is not run in a faster way", "[profile]") {
  const std::string text =
      "def fac (n: i64): i64 = if n < 1 then 1 else n * fac (n - 1)\n"
      "def called (n: i64) = map (\\i -> fac (i % 5)) (iota n)\n"
      "def few (n: i64) = map (\\x -> x + 1) (indices (replicate n 0u8))\n"
      "def traced (n: i64) = map (\\i -> #[trace] f64.i64 i) (iota n)\n"
      "def ragged (n: i64) = map (\\i -> length (filter (> i) (iota (i % 9)))) (iota n)\n"
      "def sums (n: i64) = f64.sum (copy (replicate n 1))\n"
      "def long (n: i64) = map (\\i -> f64.i64 i / 3) (iota n)\n"
      "def over (xs: []f64) = loop a = 0.5 for x in xs do a * 0.9 + x\n";
  CHECK(forms(Program(text).table("called 100"), "f.fut:2") ==
        "one iteration at a time: it calls a function that calls itself");
  CHECK(forms(Program(text).table("few 1"), "f.fut:3") ==
        "one iteration at a time: they are few for what they do");
  CHECK(forms(Program(text).table("traced 100"), "f.fut:4") ==
        "one iteration at a time: it traces");
  CHECK(forms(Program(text).table("long 5000"), "f.fut:7") == "lanes");
  // How long the array is says nothing but how often.
  CHECK(forms(Program(text).table("over (filter (> 1) (map f64.i64 (iota 5000)))"), "f.fut:8") ==
        "machine code");
  CHECK(forms(Program(text, eval::Tier::scalar).table("long 5000"), "f.fut:7") ==
        "one iteration at a time: --tier asks for that");
}

TEST_CASE("most of the time is where it is spent", "[profile]") {
  const std::string text =
      "def heavy [n] (xs: [n]f64) =\n"
      "  map (\\x -> loop s = x for _i < 2000 do\n"
      "    f64.sin s) xs\n"
      "def light [n] (xs: [n]f64) =\n"
      "  map (+ 1) xs\n"
      "def loss (xs: [1000]f64) = f64.sum (heavy (light xs))\n"
      "def numbers (n: i64) = map (\\i -> 1 / f64.i64 (i + 1)) (iota n)\n";
  // (To the profile, machine code is one line; and which maps are that turns out as they run.)
  Program program(text, eval::Tier::lanes);
  const auto plain = program.table("heavy (light (numbers 1000))", {.seconds = 0.3});
  REQUIRE(plain.samples > 0);
  REQUIRE(!plain.rows.empty());
  CHECK(plain.rows[0].place == "f.fut:3");
  CHECK(plain.rows[0].derived_samples == 0);
  std::uint64_t here = 0, stacked = 0;
  for (const auto& row : plain.rows) {
    CHECK(row.inside >= row.samples);
    CHECK(row.inside <= plain.samples);
    here += row.samples;
  }
  for (const auto& stack : plain.stacks) stacked += stack.samples;
  CHECK(here == plain.samples);
  CHECK(stacked == plain.samples);
  // What is derived is under the line that it is derived from.
  const auto gradient = program.table("vjp loss (numbers 1000) 1", {.seconds = 0.3});
  REQUIRE(!gradient.rows.empty());
  CHECK(gradient.rows[0].place == "f.fut:3");
  CHECK(gradient.rows[0].derived_samples > 0);
}

TEST_CASE("a profile is text, JSON and a flame graph", "[profile]") {
  engine::ProfileTable table;
  table.plain = 1500;
  table.watched = 2000;
  table.runs = 3;
  table.samples = 4;
  engine::ProfileRow row;
  row.place = "f.fut:2";
  row.text = "a \"map\"";
  row.samples = row.inside = 3;
  row.derived_samples = 1;
  row.times = 1e6;
  row.bytes = 8e6;
  row.moved = 4e3;
  row.kept.push_back({8000, true, "w"});
  row.kept.push_back({64000, false, "s", 64});
  row.kept.push_back({64000, false, "s", 64});
  row.forms[{{"one iteration at a time", "they are few for what they do"}, true}] = {
      2, 20, {8, 12}};
  row.lanes_of = "f.fut:1";
  row.fusion.fused = 3;
  row.fusion.soacs = 1;
  row.fusion.unwritten = 16e6;
  row.apart[{"f.fut:1", "it is needed as a whole, too"}] = 2;
  table.fusion = row.fusion;
  table.fusion.apart = 2;
  table.rows.push_back(row);
  table.stacks.push_back({{"main", "a \"map\""}, 3});
  const auto note = [](const std::string& text) { return std::string(68, ' ') + text + "\n"; };
  const std::string text = driver::profile_text("main", table);
  CHECK(
      text ==
      "main: 1.5 ms a run; 2 ms while it was looked at, 4 times in 3 runs.\n"
      "   here  inside      time  derived     times     bytes     moved  place  \n"
      "  75.0%   75.0%   1.12 ms      33%     1e+06      8 MB      4 kB  f.fut:2  a \"map\"\n" +
          note("keeps 8 kB of w for the way back; the rest is computed again") +
          note("keeps 64 kB of s for the way back, in a tile of 64; 2 times") +
          note("derivative, 8 to 12 iterations: one iteration at a time, because they are few for "
               "what they do") +
          note("in the lanes of f.fut:1") +
          note("3 array expressions run as 1; 16 MB are not written") +
          note("not fused with what f.fut:1 makes, 2 times, because it is needed as a whole, "
               "too") +
          "3 of 5 array expressions that could be fused are; 16 MB are not written.\n"
          "  25.0%  of the time elsewhere\n");
  const std::string fused = R"({"fused":3,"soacs":1,"possible":)";
  CHECK(
      driver::profile_json("main", table) ==
      R"({"what":"main","microseconds":1500,"watched_microseconds":2000,"runs":3,"samples":4,)"
      R"("fusion":)" +
          fused +
          R"(5,"unwritten":16000000},)"
          R"("rows":[{"place":"f.fut:2","text":"a \"map\"","derived":"value","samples":3,)"
          R"("inside":3,"derived_samples":1,"times":1000000,"bytes":8000000,"moved":4000,)"
          R"("kept":[{"bytes":8000,"of":"w","again":true,"lanes":0},)"
          R"({"bytes":64000,"of":"s","again":false,"lanes":64},)"
          R"({"bytes":64000,"of":"s","again":false,"lanes":64}],"forms":[)"
          R"({"derived":true,"how":"one iteration at a time","why_not":"they are few for what they do","runs":2,"iterations":20,"least":8,"most":12,"tile":0}],)"
          R"("lanes_of":"f.fut:1","fusion":)" +
          fused +
          R"(3,"unwritten":16000000},)"
          R"("apart":[{"place":"f.fut:1","why":"it is needed as a whole, too","times":2}]}]})"
          "\n");
  CHECK(driver::profile_flame("main", table).find(R"("samples":[[0,1]],"weights":[1125])") !=
        std::string::npos);
  table.samples = 0;
  CHECK(driver::profile_text("main", table).find("too short") != std::string::npos);
}

TEST_CASE("A constant that only a branch reads is computed once", "[profile]") {
  Program program(
      "def dear = f64.sum (map (\\i -> f64.sqrt (f64.i64 i)) (iota 5000))\n"
      "def f (n: i64) = f64.sum (map (\\i -> if i % 2 == 0 then dear else 1) (iota n))\n",
      eval::Tier::automatic, 2);
  const engine::ProfileTable table = program.table("f 100000");
  double times = 0;
  for (const engine::ProfileRow& row : table.rows)
    if (row.place == "f.fut:1") times += row.times;
  CHECK(times <= 5000);
  CHECK(forms(table, "f.fut:2").find("lanes") != std::string::npos);
}
