// What takes long says on a terminal how far it is.
#include <catch2/catch.hpp>

#include "laguz.hpp"
#include "terminal.hpp"

namespace laguz::bad_input {
namespace {

/// Runs until it is interrupted, but for sums that overflow.
constexpr const char* kLong =
    "-- A loop around another.\n"
    "def main (n: i64) =\n"
    "  loop x = 0i64 for i < n do\n"
    "    loop y = x for j < 1000 do y + i * j\n";
constexpr const char* kErase = "\r\x1b[K";

bool says_progress(const std::string& text) {
  return text.find("iteration") != std::string::npos || text.find(" MB") != std::string::npos;
}

}  // namespace

TEST_CASE("a run says which iteration it is in, and takes that off", "[terminal]") {
  const Folder folder;
  folder.write("f.fut", kLong);
  Terminal terminal({"run", folder / "f.fut"}, {.home = folder.path()});
  terminal.type("1000000000i64\n\x04");
  REQUIRE(terminal.wait_for("\rmain, "));
  REQUIRE(terminal.wait_for("f.fut:3, iteration "));
  REQUIRE(terminal.wait_for(" of 1,000,000,000, "));
  REQUIRE(terminal.wait_for(" s\x1b[K"));
  REQUIRE(terminal.wait_for("\rmain, "));  // it is shown anew
  terminal.type("\x03");
  REQUIRE(terminal.wait_for(kErase));
  CHECK(terminal.rest() == "Interrupted\r\n");
  CHECK(terminal.status() == 130);
}

TEST_CASE("in a narrow terminal numbers are short, and none is cut", "[terminal]") {
  const Folder folder;
  folder.write("f.fut", kLong);
  Terminal terminal({"run", folder / "f.fut"}, {.home = folder.path(), .columns = 40});
  terminal.type("1000000000i64\n\x04");
  REQUIRE(terminal.wait_for("\rf.fut:3, "));
  const std::string line = terminal.before("\x1b[K");
  INFO(line);
  CHECK(line.find(" of 1.00G, ") != std::string::npos);
  CHECK(line.find(" MB, ") != std::string::npos);
  CHECK(line.ends_with(" s"));
  terminal.type("\x03");
  CHECK(terminal.status() == 130);
}

TEST_CASE("progress goes before a result", "[terminal]") {
  const Folder folder;
  // Its end is where the time is up, at which the line stands.
  folder.write("f.fut", kLong);
  Terminal terminal({"eval", "--timeout", "8", "-f", folder / "f.fut", "main 1000000000"},
                    {.home = folder.path()});
  REQUIRE(terminal.wait_for("\rmain 100"));
  REQUIRE(terminal.wait_for(kErase));
  const std::string rest = terminal.rest();
  CHECK(rest.find("Error") != std::string::npos);
  CHECK_FALSE(says_progress(rest));
  CHECK(terminal.status() == 1);
}

TEST_CASE("while loops have no end that is known", "[terminal]") {
  const Folder folder;
  Terminal terminal(
      {"eval", "loop x = 1i64 while x > 0 do loop y = 1 for j < 1000 do y * 3 % 7919"},
      {.home = folder.path()});
  REQUIRE(terminal.wait_for("<expression>:1, iteration "));
  REQUIRE(terminal.wait_for(" s\x1b[K"));
  terminal.type("\x03");
  REQUIRE(terminal.wait_for(kErase));
  CHECK(terminal.rest() == "Interrupted\r\n");
}

TEST_CASE("functions that call themselves say how often, and how deep", "[terminal]") {
  const Folder folder;
  folder.write("f.fut",
               "def fib (n: i64) : i64 =\n"
               "  if n < 2 then n else fib (n - 1) + fib (n - 2)\n"
               "def main (n: i64) =\n"
               "  fib n\n");
  Terminal terminal({"run", folder / "f.fut"}, {.home = folder.path()});
  terminal.type("90i64\n\x04");
  REQUIRE(terminal.wait_for("\rmain, f.fut:4, "));
  REQUIRE(terminal.wait_for(" calls, depth "));
  REQUIRE(terminal.wait_for(" s\x1b[K"));
  terminal.type("\x03");
  REQUIRE(terminal.wait_for(kErase));
  CHECK(terminal.rest() == "Interrupted\r\n");
}

TEST_CASE("iterations in lanes are counted", "[terminal]") {
  const Folder folder;
  Terminal terminal({"eval", "--tier", "lanes",
                     "f64.sum (map (\\i -> loop t = f64.i64 i for j < 30000 do f64.sin (t + "
                     "f64.i64 j)) (iota 1000000))"},
                    {.home = folder.path()});
  REQUIRE(terminal.wait_for("<expression>:1, iteration "));
  REQUIRE(terminal.wait_for(" of 1,000,000, "));
  terminal.type("\x03");
  REQUIRE(terminal.wait_for(kErase));
  CHECK(terminal.rest() == "Interrupted\r\n");
}

TEST_CASE("a row of bench says that it runs, and how far it is", "[terminal]") {
  const Folder folder;
  folder.write("f.fut",
               "-- ==\n-- \"one\" input { 50000000i64 }\n-- \"wrong\" input { 0i64 }\n"
               "def main (n: i64) = loop x = n / n for i < n do x + f64.to_i64 (f64.sin "
               "(f64.i64 i))\n");
  for (const unsigned short columns : {40, 80, 120}) {
    Terminal terminal({"bench", "--convergence-max-seconds", "2", folder / "f.fut"},
                      {.home = folder.path(), .columns = columns});
    REQUIRE(terminal.wait_for("one:   … the first run"));
    REQUIRE(terminal.wait_for("\r\x1b[Kone:   … "));
    CHECK(terminal.wait_for("1 run"));
    CHECK(terminal.wait_for("\r\x1b[Kone:   "));
    CHECK(terminal.wait_for("95% CI"));
    CHECK(terminal.wait_for("\r\x1b[Kwrong: failed:"));
    CHECK(terminal.status() == 1);
  }
  Terminal dumb({"bench", "--convergence-max-seconds", "2", folder / "f.fut"},
                {.home = folder.path(), .kind = "dumb"});
  const std::string rows = dumb.rest();
  CHECK(rows.find("95% CI") != std::string::npos);
  CHECK(rows.find("runs, ±") == std::string::npos);
  CHECK(rows.find('\x1b') == std::string::npos);
}

TEST_CASE("live rows of bench and test are lines, and go when they are interrupted", "[terminal]") {
  const Folder folder;
  const std::string name = "a_program_whose_name_is_as_long_as_that.fut";
  folder.write(name,
               "-- ==\n-- \"a name that is longer than the line, \u6f22\u5b57\" "
               "input { 1000000000i64 }\n"
               "def main (n: i64) = loop x = n / n for i < n do x + f64.to_i64 (f64.sin "
               "(f64.i64 i))\n");
  Terminal bench({"bench", folder / name}, {.home = folder.path(), .columns = 40});
  REQUIRE(bench.wait_for("fut:\r\n"));
  REQUIRE(bench.wait_for("\r\x1b[Ka name that is longer … the first run"));
  bench.type("\x03");
  CHECK(bench.rest().ends_with("\r\x1b[KInterrupted\r\n"));
  CHECK(bench.status() == 130);
  Terminal test({"test", name}, {.home = folder.path(), .columns = 40, .folder = folder.path()});
  REQUIRE(test.wait_for("now: …"));
  REQUIRE(test.wait_for("_is_as_long_as_that.fut\r\n"));
  test.type("\x03");
  CHECK(test.rest().ends_with("\r\x1b[4A\x1b[JInterrupted\r\n"));
  CHECK(test.status() == 130);
  Terminal narrow({"test", name}, {.home = folder.path(), .columns = 20, .folder = folder.path()});
  REQUIRE(narrow.wait_for("0 failed, 0 passed, 1 to go."));
  narrow.type("\x03");
  CHECK(narrow.rest().find("now:") == std::string::npos);
}

TEST_CASE("there is room for ^C behind what is said", "[terminal]") {
  const Folder folder;
  const std::string terms =
      " + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9";
  Terminal terminal(
      {"eval", "loop x = 1i64 while x > 0 do loop y = 1 for j < 1000 do y * 3 % 7919" + terms},
      {.home = folder.path()});
  REQUIRE(terminal.wait_for("\r"));
  terminal.type("\x03");
  const std::string rest = terminal.rest();
  const std::string line = rest.substr(0, rest.find("\x1b[K"));
  CHECK(line.find("..., <expression>:1, iteration ") != std::string::npos);
  constexpr std::size_t kColumns = 80;  // of a terminal that does not say
  CHECK(line.size() + 2 < kColumns);
}

TEST_CASE("no progress where it is not wanted, or nobody could read it", "[terminal]") {
  const Folder folder;
  folder.write("f.fut", kLong);
  const std::vector<std::string> eval = {"eval", "--timeout",      "3",
                                         "-f",   folder / "f.fut", "main 1000000000"};
  Terminal dumb(eval, {.home = folder.path(), .kind = "dumb"});
  CHECK_FALSE(says_progress(dumb.rest()));
  std::vector<std::string> refused = eval;
  refused.insert(refused.begin() + 1, "--no-terminal");
  Terminal silent(refused, {.home = folder.path()});
  CHECK_FALSE(says_progress(silent.rest()));
  const Outcome outcome = run_laguz(eval);
  CHECK(outcome.status == 1);
  CHECK_FALSE(says_progress(outcome.out + outcome.err));
}

TEST_CASE("progress at the prompt", "[terminal]") {
  const Folder folder;
  Terminal terminal({"repl"}, {.home = folder.path()});
  REQUIRE(terminal.wait_for("[0]> "));
  terminal.type("loop x = 0i64 for i < 1000000000 do loop y = x for j < 1000 do y + i * j\r");
  REQUIRE(terminal.wait_for("[0]:1, iteration "));
  REQUIRE(terminal.wait_for(" s\x1b[K"));
  terminal.type("\x03");
  REQUIRE(terminal.wait_for(kErase));
  REQUIRE(terminal.wait_for("Interrupted\r\n"));
  REQUIRE(terminal.wait_for("[1]> "));
  terminal.type("4000 + 321\r");
  REQUIRE(terminal.wait_for("4321\r\n"));
  terminal.type(":quit\r");
  CHECK(terminal.status() == 0);
}

}  // namespace laguz::bad_input
