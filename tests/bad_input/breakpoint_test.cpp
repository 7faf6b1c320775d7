// A person at an evaluation that has stopped.
#include <unistd.h>
#include <catch2/catch.hpp>

#include "session.hpp"

namespace laguz::bad_input {
namespace {

constexpr const char* kProgram =
    "def total (n: i64) = loop s = 0 for i < n do\n"
    "  #[break] s + i\n"
    "def long (x: i64) = loop y = x while y >= 0 do (y + 1) % 1000\n";

class Stopped : public Session {
 public:
  explicit Stopped(const Folder& folder, const std::string& kind = "xterm",
                   unsigned short columns = 80)
      : Session(
            Setting{
                .home = folder.path(), .kind = kind, .columns = columns, .folder = folder.path()},
            {"repl", "f.fut"}) {}

  bool stops() { return wait_for("Breakpoint at f.fut:2:3-16.") && waits(); }
  bool waits() { return wait_for("break [") && wait_for("]> "); }
  bool says(const std::string& input, const std::string& answer) {
    type(input + "\r");
    return wait_for(answer + "\r\n") && waits();
  }
};

}  // namespace

TEST_CASE("an evaluation stops at a breakpoint, and goes on", "[prompt]") {
  const Folder folder;
  folder.write("f.fut", kProgram);
  for (const unsigned short columns : {40, 80, 120}) {
    for (const char* kind : {"xterm", "dumb"}) {
      Stopped session(folder, kind, columns);
      session.type("total 4\r");
      REQUIRE(session.stops());
      CHECK(session.says("i + 4000", "4000"));
      session.type("\r");
      REQUIRE(session.stops());
      CHECK(session.says("i + 4000", "4001"));
      session.type("\x04");  // to the end
      CHECK(session.wait_for("Continuing...\r\n6\r\n"));
      CHECK(session.answers());
      // The next one stops again.
      session.type("total 4\r");
      REQUIRE(session.stops());
      session.type(":unbreak\r");
      CHECK(session.wait_for("\r\n6\r\n"));
      session.type("total 5\r");
      CHECK(session.wait_for("10\r\n"));
      CHECK(session.answers());
      CHECK(session.leave() == 0);
    }
  }
}

TEST_CASE("Ctrl-C at a stop ends what is typed there, and nothing else", "[prompt]") {
  const Folder folder;
  folder.write("f.fut", kProgram);
  Stopped session(folder);
  session.type("total 4\r");
  REQUIRE(session.stops());
  for (const char* typed : {"", "i + ", "long i\r", "total 1000000 + long 1\r"}) {
    session.type(typed);
    REQUIRE(session.wait_until_read());
    session.type("\x03");
    CHECK(session.wait_for("Interrupted"));
    REQUIRE(session.waits());
    CHECK(session.says("i + 4000", "4000"));
  }
  session.type("(i +\r4000)\r");  // further lines, which are no way out
  CHECK(session.wait_for("4000\r\n"));
  session.type(":break off\r\r");
  CHECK(session.wait_for("Continuing...\r\n6\r\n"));
  CHECK(session.answers());
}

TEST_CASE("the time that nobody types is no time of an evaluation", "[prompt]") {
  const Folder folder;
  folder.write("f.fut", kProgram);
  Stopped session(folder);
  session.type(":set timeout 1\rtotal 2\r");
  REQUIRE(session.stops());
  sleep(3);
  // No line of progress comes meanwhile, and what is typed has a time of its own.
  session.type("long i\r");
  const std::string said = session.before("The time limit of 1 s passed");
  CHECK(said.find(" MB") == std::string::npos);
  REQUIRE(session.waits());
  session.type(":continue\r");
  REQUIRE(session.stops());
  session.type("\r");
  CHECK(session.wait_for("Continuing...\r\n1\r\n"));
  // What goes on may be ended.
  session.type(":break off\rtotal 2 + long 1\r");
  CHECK(session.wait_for("The time limit of 1 s passed"));
  CHECK(session.answers());
}

TEST_CASE("what has stopped can be left for good", "[prompt]") {
  const Folder folder;
  folder.write("f.fut", kProgram);
  Stopped session(folder);
  session.type("total 4\r");
  REQUIRE(session.stops());
  session.type(":abandon\r");
  CHECK(session.wait_for("Interrupted"));
  CHECK(session.answers());
  session.type("total 4\r");
  REQUIRE(session.stops());
  folder.write("f.fut", "def total (n: i64) = 4000 + n\n");
  session.type(":reload\r");
  CHECK(session.wait_for("Loading f.fut"));
  session.type("total 321\r");
  CHECK(session.wait_for("4321\r\n"));
  session.type("break 3\r");
  REQUIRE(session.waits());
  CHECK(session.leave() == 0);
}

}  // namespace laguz::bad_input
