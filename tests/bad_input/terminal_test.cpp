// What a stranger wrote is shown, and steers no terminal.
#include <catch2/catch.hpp>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

/// A title for the window, a beep, a control character of the second set, what turns the direction
/// of writing, a line separator, and what is no text at all.
const std::string kNasty =
    "\x1b]0;owned\x07"
    "a\x7f\xc2\x9b"
    "31m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8\xff";

bool raw(const std::string& text) {
  for (const char* part :
       {"\x1b", "\x07", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\xa8", "\xff"})
    if (text.find(part) != std::string::npos) return true;
  return false;
}

/// What is said has the text, as escapes, and nothing of it raw.
void expect_shown(const Outcome& outcome) {
  const std::string said = outcome.out + outcome.err;
  CAPTURE(said);
  CHECK_FALSE(raw(said));
  CHECK(said.find("\\x1B]0;owned\\x07") != std::string::npos);
}

}  // namespace

TEST_CASE("diagnostics of a stranger's program", "[terminal]") {
  const Folder folder;
  for (const std::string& program :
       {"def main = 1 + true -- " + kNasty, "def main = \"" + kNasty + "\"", "def main = " + kNasty,
        "import \"" + kNasty + "\"", "def main = #[" + kNasty + "] 1"}) {
    CAPTURE(program);
    folder.write("f.fut", program + "\n");
    for (const char* command : {"check", "run", "core", "test"}) {
      const Outcome outcome = run_laguz({command, folder / "f.fut"});
      CHECK_FALSE(raw(outcome.out + outcome.err));
    }
  }
  folder.write("f.fut", "def main = 1 + true -- " + kNasty + "\n");
  expect_shown(run_laguz({"check", folder / "f.fut"}));
  expect_shown(run_laguz({"check", folder / ("none" + kNasty)}));
  folder.write(kNasty + ".fut", "def main = 1 + true\n");
  expect_shown(run_laguz({"check", folder / (kNasty + ".fut")}));
  expect_shown(run_laguz({kNasty}));
  expect_shown(run_laguz({"check", "--" + kNasty, folder / "f.fut"}));
}

TEST_CASE("names and texts of a stranger's tests", "[terminal]") {
  const Folder folder;
  folder.write("name.fut",
               "-- ==\n-- \"" + kNasty + "\" input { 1 } output { 2 }\ndef main (x: i32) = x\n");
  expect_shown(run_laguz({"test", folder / "name.fut"}));
  expect_shown(run_laguz({"test", "-v", folder / "name.fut"}));
  expect_shown(run_laguz({"bench", "-r", "1", "--no-convergence-phase", folder / "name.fut"}));
  folder.write("input.fut",
               "-- ==\n-- input { " + kNasty + " } output { 2 }\ndef main (x: i32) = x\n");
  expect_shown(run_laguz({"test", folder / "input.fut"}));
  folder.write("error.fut", "-- ==\n-- input { 1 } error: " + kNasty + "\ndef main (x: i32) = x\n");
  expect_shown(run_laguz({"test", folder / "error.fut"}));
  folder.write("file.fut", "-- ==\n-- input @ " + kNasty + "\ndef main (x: i32) = x\n");
  expect_shown(run_laguz({"test", folder / "file.fut"}));
  folder.write("talk.in", "1\n");
  folder.write("talk.out", "[0]> " + kNasty + "\n");
  expect_shown(run_laguz({"test", folder / "talk.in"}));
}

TEST_CASE("reports are what they should be, whatever is in them", "[terminal]") {
  const Folder folder;
  folder.write("name.fut", "-- ==\n-- \"" + kNasty +
                               "\xef\xbf\xbe\" input { 1 } output { 2 }\ndef main (x: i32) = x\n");
  CHECK(run_laguz(
            {"test", "--json", folder / "r.json", "--junit", folder / "r.xml", folder / "name.fut"})
            .status == 1);
  const std::string xml = folder.read("r.xml"), json = folder.read("r.json");
  CHECK_FALSE(raw(xml));
  CHECK(xml.find("\\x1B]0;owned\\x07a\\x7F\\u{9B}31m\\u{202E}") != std::string::npos);
  CHECK(xml.find("\xef\xbf\xbe") == std::string::npos);
  CHECK(json.find("\\u001b]0;owned\\u0007") != std::string::npos);
  CHECK(json.find('\x1b') == std::string::npos);
}

TEST_CASE("what is shown at the prompt", "[terminal]") {
  const Folder folder;
  folder.write("doc.fut", "def g = 1i32\n\n-- | A comment: " + kNasty + "\ndef f (x: i32) = x\n");
  expect_shown(run_laguz({"repl", folder / "doc.fut"}, ":doc f\n"));
  expect_shown(run_laguz({"repl"}, ":load " + (folder / kNasty) + "\n"));
  expect_shown(run_laguz({"repl"}, ":string \"\\27]0;owned\\7\"\n"));
  expect_shown(run_laguz({"eval", "\"" + kNasty}));
}

}  // namespace laguz::bad_input
