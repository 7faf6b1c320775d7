// A person at a terminal, with any keys there are.
#include <filesystem>
#include <iterator>

#include <sys/stat.h>
#include <catch2/catch.hpp>

#include "session.hpp"

namespace laguz::bad_input {
namespace {

constexpr const char* kHistory = ".local/state/laguz/history";

}  // namespace

TEST_CASE("a program says what it waits for, and one Ctrl-D ends that", "[prompt]") {
  const Folder home;
  const std::string program = file_with("entry main (x: f64) (y: i32) = x + f64.i32 y");
  for (const std::string end : {"", "\r"}) {
    Terminal run({"run", program}, {.home = home.path()});
    REQUIRE(run.wait_for("main takes f64, i32. Type its input, and Ctrl-D at the end."));
    run.type("1.5 2" + end + "\x04");
    CHECK(run.wait_for("3.5f64"));
    CHECK(run.status() == 0);
  }
}

TEST_CASE("a session that is no person's tells by its status that something failed", "[prompt]") {
  CHECK(run_laguz({"repl"}, "1 + 1\n:type 2\nexit\n").status == 0);
  for (const char* wrong :
       {"1 +* 2", "nothing", ":nothing", ":set limit many", ":type", "[1][2]"}) {
    CAPTURE(wrong);
    const Outcome ended = run_laguz({"repl"}, wrong + std::string("\n4000 + 321\n"));
    CHECK(ended.status == 1);
    CHECK(ended.out.find("4321") != std::string::npos);
  }
}

TEST_CASE("a let of a pattern is bound at once, and one Ctrl-D leaves", "[prompt]") {
  const Folder home;
  Session session(home.path());
  session.type("let (a, b) = (4000, 321)\ra + b\r");
  CHECK(session.wait_for("4321\r\n"));
  REQUIRE(session.wait_for("]> "));
  session.type("\x04");
  CHECK(session.wait_for("Leaving"));
  CHECK(session.status() == 0);
}

TEST_CASE("what is said fits the terminal, in colours for light and dark", "[prompt]") {
  const Folder home;
  for (const char* kind : {"xterm", "xterm-256color", "dumb"})
    for (const unsigned short columns : {40, 80, 120}) {
      CAPTURE(kind, columns);
      Session session(Session::Setting{.home = home.path(), .kind = kind, .columns = columns});
      session.type(":nothing\r");
      CHECK(session.wait_for(columns == 40
                                 ? "Unknown command 'nothing'; ':help' lists\r\nall of them"
                                 : "Unknown command 'nothing'; ':help' lists all of them"));
      REQUIRE(session.wait_for("]> "));
      session.type("true + 1\r");
      REQUIRE(session.wait_for("Cannot apply \"+\" to \"true\" (invalid"));
      CHECK(session.wait_for(columns == 40 ? "\r\ntype)." : " type)."));
      const std::string colour = std::string(kind) == "dumb"    ? ""
                                 : std::string(kind) == "xterm" ? "\x1b[35m"
                                                                : "\x1b[38;5;163m";
      CHECK(session.wait_for("   1 | " + colour + "true"));
      REQUIRE(session.wait_for("]> "));
      CHECK(session.leave() == 0);
    }
}

TEST_CASE("a command leaves an input that is not finished", "[prompt]") {
  const Folder home;
  Session session(home.path());
  session.type("let f =\r");
  REQUIRE(session.wait_for("..> "));
  session.type("  let y = 4000\r");
  REQUIRE(session.wait_for("..> "));
  session.type(":type true\r");
  CHECK(session.wait_for("Left out, for it was not finished: let f ="));
  CHECK(session.wait_for("bool"));
  REQUIRE(session.wait_for("]> "));
  CHECK(session.answers());
  session.type("4000 +\r");
  REQUIRE(session.wait_for("..> "));
  session.type(":q\r");
  CHECK(session.wait_for("Leaving"));
  CHECK(session.status() == 0);
}

TEST_CASE("any key may follow Ctrl-X in a search of the history", "[prompt]") {
  const Folder home;
  Session session(home.path());
  REQUIRE(session.answers());
  int number = 0;
  // Whatever the keys have led to, Ctrl-G leaves it (twice: the first may be the end of a key that
  // has begun); then the line is emptied, and another typed.
  const auto survives = [&](const std::string& keys) {
    CAPTURE(keys);
    ++number;
    session.type(keys + "\x07\x07\x01\x0b" + "90000 + " + std::to_string(number) + "\r");
    REQUIRE(session.wait_for(std::to_string(90'000 + number) + "\r\n"));
    REQUIRE(session.wait_for("]> "));
  };
  // Some keys are the terminal's own; Ctrl-D may leave.
  const std::string own = "\x03\x04\x11\x13\x1a\x1c";
  for (char key = 1; key < 127; ++key)
    if (own.find(key) == std::string::npos)
      for (const char* search : {"\x12",
                                 "\x12"
                                 "40"})
        survives(std::string(search) + '\x18' + key);
  for (const char* keys : {"\x12\x18\x18\x18",
                           "\x12"
                           "40\x1b[A",
                           "\x12"
                           "40\x1bOC",
                           "\x12"
                           "40\x1b[",
                           "\x12"
                           "40\x1b\x1b",
                           "\x12"
                           "40\x1b\x18u",
                           "\x12"
                           "40\x07",
                           "\x12"
                           "40\x1b[200~00\x1b[201~",
                           "\x12\x12\x12", "\x12\xc3\xa9\x18("})
    survives(keys);
  CHECK(session.leave() == 0);
}

TEST_CASE("a search finds, and ends with what it has found", "[prompt]") {
  const Folder home;
  Session session(home.path());
  session.type("7000 + 7\r");
  REQUIRE(session.wait_for("7007\r\n"));
  REQUIRE(session.wait_for("]> "));
  session.type(
      "\x12"
      "7000\r");
  REQUIRE(session.wait_for("7007\r\n"));
  REQUIRE(session.wait_for("]> "));
  // Ctrl-X Ctrl-U undoes; Ctrl-X Ctrl-X goes to the mark: the line is still there.
  session.type(
      "\x12"
      "7000\x18\x18\r");
  CHECK(session.wait_for("7007\r\n"));
}

TEST_CASE("a paste without an end can be left", "[prompt]") {
  const Folder home;
  Session session(home.path());
  session.type("\x1b[200~1 + 1\n2 + 2");
  CHECK(session.interrupt());
  CHECK(session.answers());
  session.type(
      "\x12"
      "4\x1b[200~1");
  CHECK(session.interrupt());
  CHECK(session.answers());
  session.type("\x1b[200~5000 + 5\x1b[201~\r");
  CHECK(session.wait_for("5005\r\n"));
  CHECK(session.leave() == 0);
}

TEST_CASE("a paste is the inputs that are in it, and ends where one fails", "[prompt]") {
  const Folder home;
  Session session(home.path());
  const auto paste = [&](const std::string& text) {
    session.type("\x1b[200~" + text + "\x1b[201~\r");
  };
  const auto comes_to = [&](const std::string& expression, const std::string& value) {
    session.type(expression + "\r");
    return session.wait_for(value) && session.wait_for("]> ");  // it stands in no question
  };
  // Declarations alone, in as many lines as they have.
  paste(
      "let a = 1.5\nlet f (x: f64) =\n  x\n\n  * 2\nlet b = f a\nlet c = [a][length [1]]\nlet d = "
      "a");
  REQUIRE(session.wait_for("out of bounds"));
  REQUIRE(session.wait_for("]> "));
  CHECK(comes_to("b * 100", "300.0"));
  CHECK(comes_to("c", "Error"));
  CHECK(comes_to("d", "Error"));
  // Other things, line by line as if they had been typed.
  paste("let e =\n  b * 7\ne * 1000\n:grad e a\nlet g = e +\n1.5 + true\nlet h = 1");
  REQUIRE(session.wait_for("21000.0\r\n"));
  REQUIRE(session.wait_for("14.0\r\n"));
  REQUIRE(session.wait_for("Error"));
  REQUIRE(session.wait_for("left out"));
  REQUIRE(session.wait_for("]> "));
  CHECK(comes_to("e * 1000", "21000.0"));
  CHECK(comes_to("g", "Error"));
  CHECK(comes_to("h", "Error"));
  // Incomplete: it goes on.
  paste("let i =\n  e");
  REQUIRE(session.wait_for("]> "));
  paste("loop x = 0i64 while x >= 0\n  do x + 1\nlet k = 1\n:type k");
  CHECK(session.interrupt());
  CHECK(comes_to("i * 10", "210.0"));
  CHECK(session.leave() == 0);
}

TEST_CASE("Ctrl-C ends waiting for a program that is loaded", "[prompt]") {
  const Folder home;
  REQUIRE(mkfifo((home / "f.fut").c_str(), 0600) == 0);
  Session session(home.path());
  session.type(":load " + home / "f.fut" + "\r");
  REQUIRE(session.wait_for("Loading "));
  CHECK(session.interrupt());
  CHECK(session.answers());
}

TEST_CASE("no number of Ctrl-C ends a session, whenever they come", "[prompt]") {
  constexpr int kPresses = 400, kMoments = 23;
  constexpr useconds_t kStep = 700;
  const std::string inputs[] = {
      "loop x = 0i64 while x >= 0 do (x + 1) % 1000\r",
      "last (scan (+) 0 (iota 100000000))\r",
      "vjp (\\x -> loop y = x for i < 1000000000 do f64.sin y) 1.0 1.0\r",
      "f 1\r",
  };
  const Folder home;
  Session session(home.path());
  session.type("def f (x: i64): i64 = if x < 0 then 0 else 1 + f (x + 1)\r");
  REQUIRE(session.wait_for("]> "));
  for (int press = 0; press < kPresses; ++press) {
    INFO("press " << press);
    session.type(inputs[static_cast<std::size_t>(press) % std::size(inputs)]);
    usleep(static_cast<useconds_t>(press % kMoments) * kStep);
    session.type("\x03");
    REQUIRE(session.wait_for("Interrupted"));
    REQUIRE(session.wait_for("]> "));
  }
  CHECK(session.answers());
  CHECK(session.leave() == 0);
}

TEST_CASE("a Ctrl-C that comes as an evaluation ends is answered, too", "[prompt]") {
  constexpr int kPresses = 600, kMoments = 100;
  constexpr useconds_t kStep = 30;
  const Folder home;
  Session session(home.path());
  for (int press = 0; press < kPresses; ++press) {
    INFO("press " << press);
    session.type(press % 2 == 0 ? "1 + 1\r" : "6 * 7\r");
    usleep(static_cast<useconds_t>(press % kMoments) * kStep);
    session.type("\x03");
    REQUIRE(session.wait_for("Interrupted"));
    REQUIRE(session.wait_for("]> "));
  }
  CHECK(session.answers());
  CHECK(session.leave() == 0);
}

TEST_CASE("a history is not lost", "[prompt]") {
  const Folder home;
  std::filesystem::create_directories(home / ".local/state/laguz");
  const std::string before = "#1\n1 + 1\n#2\nlet x = 1\nin x\n";
  home.write(kHistory, before);
  {
    Session one(home.path()), two(home.path());
    REQUIRE(one.answers());
    two.type("6000 + 6\r");
    REQUIRE(two.wait_for("6006\r\n"));
    REQUIRE(two.wait_for("]> "));
    CHECK(one.leave() == 0);
    CHECK(two.leave() == 0);
  }
  const std::string after = home.read(kHistory);
  CHECK(after.rfind(before, 0) == 0);
  CHECK(after.find("\n4000 + 321\n") != std::string::npos);
  CHECK(after.find("\n6000 + 6\n") != std::string::npos);
  // Where nothing more fits, what is there stays, and the session goes on.
  Session full(home.path(), after.size() + 4);
  full.type("6000 + 7\r");
  CHECK(full.wait_for("cannot write the file (File too large)"));
  CHECK(full.wait_for("6007\r\n"));
  CHECK(full.leave() == 0);
  CHECK(home.read(kHistory) == after);
  // What was typed over several lines comes back as one.
  Session again(home.path());
  again.type(
      "\x12"
      "let x\r");
  CHECK(again.wait_for("\r1\r\n"));
}

}  // namespace laguz::bad_input
