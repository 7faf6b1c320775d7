// Files that cannot be written, and files that should not be read.
#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

/// A program whose tests fail, with more text than [kMostBytes].
std::string outdated() {
  return "-- ==\n-- input { 1 } output { 7 }\ndef main (x: i32) = x + 1\n" +
         repeat("-- What a person has written.\n", 400);
}
/// Files may not grow beyond this in a script: more bytes than any output has.
constexpr const char* kSmallDisk = "ulimit -f 4; ";

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Root has to give up what lets it write everywhere.
std::string as_anyone(const std::string& words) {
  return geteuid() == 0 ? "setpriv --bounding-set -dac_override -- " + words : words;
}

}  // namespace

TEST_CASE("an update that does not fit leaves the program as it was", "[files]") {
  const Folder folder;
  folder.write("f.fut", outdated());
  const Outcome outcome = run_script(kSmallDisk + ("$laguz test --update " + folder / "f.fut"));
  CHECK(outcome.status == 1);
  CAPTURE(outcome.out, outcome.err);
  CHECK(says(outcome.out, "cannot write the file (File too large)"));
  CHECK(says(outcome.out, "0/1 passed."));
  CHECK(folder.read("f.fut") == outdated());
  CHECK(folder.names() == std::vector<std::string>{"f.fut"});
}

TEST_CASE("an update keeps links, modes and what is in no test block", "[files]") {
  const Folder folder;
  folder.write("f.fut", outdated());
  REQUIRE(chmod((folder / "f.fut").c_str(), 0640) == 0);
  REQUIRE(symlink("f.fut", (folder / "g.fut").c_str()) == 0);
  CHECK(run_laguz({"test", "--update", folder / "g.fut"}).status == 0);
  std::string updated = outdated();
  updated.replace(updated.find("{ 7 }"), 5, "{ 2i32 }");
  CHECK(folder.read("f.fut") == updated);
  struct stat found {};
  REQUIRE(lstat((folder / "g.fut").c_str(), &found) == 0);
  CHECK(S_ISLNK(found.st_mode));
  REQUIRE(stat((folder / "f.fut").c_str(), &found) == 0);
  CHECK((found.st_mode & 07777) == 0640);
  CHECK(folder.names() == std::vector<std::string>{"f.fut", "g.fut"});
}

TEST_CASE("what may not be written is not replaced", "[files]") {
  const Folder folder;
  folder.write("f.fut", outdated());
  REQUIRE(chmod((folder / "f.fut").c_str(), 0444) == 0);
  const Outcome file = run_script(as_anyone("$laguz test --update " + folder / "f.fut"));
  CAPTURE(file.out, file.err);
  CHECK(file.status == 1);
  CHECK(says(file.out, "f.fut: cannot write the file (Permission denied)"));
  CHECK(folder.read("f.fut") == outdated());

  REQUIRE(chmod((folder / "f.fut").c_str(), 0644) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
  const Outcome closed = run_script(as_anyone("$laguz test --update " + folder / "f.fut"));
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  CHECK(closed.status == 1);
  CHECK(says(closed.out, "f.fut: cannot write the file (Permission denied)"));
  CHECK(folder.read("f.fut") == outdated());
  CHECK(folder.names() == std::vector<std::string>{"f.fut"});
}

TEST_CASE("data files, transcripts, reports and times that cannot be written", "[files]") {
  const Folder folder;
  // Results that are longer than a file may be.
  folder.write("data.fut", "-- ==\n-- input { 2000i64 } output @ data.out\ndef main n = iota n\n");
  folder.write("data.out", "7");
  const Outcome data = run_script(kSmallDisk + ("$laguz test --update " + folder / "data.fut"));
  CHECK(data.status == 1);
  CHECK(says(data.out, "data.out: cannot write the file (File too large)"));
  CHECK(folder.read("data.out") == "7");

  folder.write("talk.in", repeat("1\n", 1000));
  folder.write("talk.out", "[0]> 2\n");
  const Outcome talk = run_script(kSmallDisk + ("$laguz test --update " + folder / "talk.in"));
  CHECK(talk.status == 1);
  CHECK(says(talk.out, "talk.out: cannot write the file (File too large)"));
  CHECK(folder.read("talk.out") == "[0]> 2\n");

  folder.write("one.fut", "-- ==\n-- input { 1 }\ndef main (x: i32) = x\n");
  for (const char* option : {"--json", "--junit"}) {
    const Outcome report =
        run_laguz({"test", option, folder.path(), folder / "one.fut"});  // a folder
    CHECK(report.status == 1);
    CHECK(says(report.err, folder.path() + ": cannot write the file (Is a directory)"));
    CHECK(run_laguz({"test", option, "/dev/full", folder / "one.fut"}).status == 1);
  }
  const Outcome bench = run_laguz(
      {"bench", "-r", "1", "--no-convergence-phase", "--json", "/dev/full", folder / "one.fut"});
  CHECK(bench.status == 1);
  CHECK(says(bench.err, "/dev/full: cannot write the file (No space left on device)"));
  const Outcome times = run_laguz({"run", "-t", "/dev/full", folder / "one.fut"}, "1");
  CHECK(times.status == 1);
  CHECK(says(times.err, "/dev/full: cannot write the file (No space left on device)"));
  CHECK(folder.names() ==
        std::vector<std::string>{"data.fut", "data.out", "one.fut", "talk.in", "talk.out"});
}

TEST_CASE("reports go to standard output, too", "[files]") {
  const Folder folder;
  folder.write("one.fut", "-- ==\n-- input { 1 }\ndef main (x: i32) = x\n");
  const Outcome file = run_laguz({"test", "--json", "/dev/stdout", folder / "one.fut"});
  CHECK(file.status == 0);
  CHECK(says(file.out, "1/1 passed.\n{\"file\":"));
  const Outcome pipe =
      run_script("set -o pipefail; $laguz test --json /dev/stdout " + folder / "one.fut | cat");
  CHECK(pipe.status == 0);
  CHECK(says(pipe.out, "1/1 passed.\n{\"file\":"));
}

TEST_CASE("a full standard output is told of", "[files]") {
  const Folder folder;
  folder.write("one.fut", "-- ==\n-- input { 1 }\ndef main (x: i32) = x\n");
  const std::string program = folder / "one.fut";
  for (const std::string& words :
       {"run " + program, std::string("eval 1"), "test " + program, std::string("help"),
        std::string("help run"), std::string("version"), std::string("--version"),
        std::string("check --help"), "core " + program, "graph " + program,
        "bench -r 1 " + program}) {
    CAPTURE(words);
    const Outcome full = run_script("echo 1 | $laguz " + words + " >/dev/full");
    CAPTURE(full.err);
    CHECK(full.status == 1);
    CHECK(says(full.err, "standard output: No space left on device."));
    // Once is enough.
    CHECK(full.err.find("standard output") == full.err.rfind("standard output"));
    CHECK(run_script("echo 1 | $laguz " + words + " >&-").status == 1);
  }
  const Outcome gone =
      run_script("$laguz eval 'iota 100000' 2>&1 | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}");
  CHECK(gone.err.empty());
}

TEST_CASE("imports are files that end in .fut", "[files]") {
  using namespace std::string_literals;
  const Folder folder;
  folder.write("secret", "root:x:0:0\n");
  folder.write("deep.fut", "import \"fifo\"");
  REQUIRE(mkdir((folder / "folder.fut").c_str(), 0755) == 0);
  REQUIRE(mkfifo((folder / "fifo.fut").c_str(), 0644) == 0);
  REQUIRE(symlink("/dev/zero", (folder / "zero.fut").c_str()) == 0);
  REQUIRE(symlink("secret", (folder / "link.fut").c_str()) == 0);
  folder.write("large.fut", "");
  REQUIRE(truncate((folder / "large.fut").c_str(), (64 << 20) + 1) == 0);
  struct Refused {
    std::string path, reason;
  };
  for (const Refused& refused :
       {Refused{(folder / "secret") + "\\0"s, "no NUL"}, Refused{"secret\\0", "no NUL"},
        Refused{"folder", "Is a directory"}, Refused{"fifo", "not a regular file"},
        Refused{"deep", "not a regular file"}, Refused{"zero", "/dev/zero, no .fut file"},
        Refused{"link", "secret, no .fut file"}, Refused{"large", "more than 64 MB"}}) {
    CAPTURE(refused.path);
    folder.write("f.fut", "import \"" + refused.path + "\"\ndef main = 1\n");
    const Outcome outcome = run_laguz({"check", folder / "f.fut"});
    CAPTURE(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(says(outcome.err, refused.reason));
    CHECK_FALSE(says(outcome.err, "root:x"));
  }
}

TEST_CASE("imports from outside of a folder can be refused", "[files]") {
  const Folder folder;
  for (const char* name : {"in", "in/lib", "out", "inside"})
    REQUIRE(mkdir((folder / name).c_str(), 0755) == 0);
  for (const char* name : {"in/lib/a.fut", "in/b.fut", "out/c.fut", "inside/d.fut"})
    folder.write(name, "def x = 1i64\n");
  REQUIRE(symlink("../../out/c.fut", (folder / "in/lib/link.fut").c_str()) == 0);
  REQUIRE(symlink("../b.fut", (folder / "in/lib/back.fut").c_str()) == 0);
  const auto check = [&](const std::string& path, const std::string& root) {
    folder.write("in/f.fut", "import \"" + path + "\"\ndef main = x\n");
    return run_script("cd " + folder.path() + " && $laguz check --import-root " + root +
                      " in/f.fut");
  };
  for (const char* good : {"lib/a", "b", "lib/../b", "lib/back"})
    for (const char* root : {"in", "in/lib/..", "/"}) CHECK(check(good, root).status == 0);
  CHECK(check(folder / "in/b", "in").status == 0);
  for (const std::string& bad : {std::string("../out/c"), std::string("lib/link"),
                                 std::string("../inside/d"), folder / "out/c"}) {
    CAPTURE(bad);
    const Outcome outcome = check(bad, "in");
    CHECK(outcome.status == 2);
    CHECK(says(outcome.err, "outside of"));
    CHECK(check(bad, "..").status == 0);
  }
  CHECK(says(check("b", "nowhere").err, "nowhere is no folder"));
  // The library is in no folder; a file of that name that is there, is in one.
  folder.write("in/f.fut", "import \"ad\"\ndef main (x: f64) = grad (\\y -> y * y) x\n");
  const std::string command = "cd " + folder.path() + " && $laguz check --import-root in in/f.fut";
  CHECK(run_script(command).status == 0);
  REQUIRE(symlink("../out/c.fut", (folder / "in/ad.fut").c_str()) == 0);
  CHECK(says(run_script(command).err, "outside of"));
}

TEST_CASE("a program may come from a pipe", "[files]") {
  const std::string program = "def main = 1 + 1\n";
  CHECK(run_laguz({"check", "-"}, program).status == 0);
  const Outcome wrong = run_laguz({"check", "-"}, "def main = 1 + true\n");
  CHECK(wrong.status == 2);
  CHECK(says(wrong.err, "Error at <stdin>:1:"));
  CHECK(run_laguz({"run", "-"}, program).out == "2i32\n");
  CHECK(run_script("cat | $laguz run /dev/stdin", program).out == "2i32\n");
  CHECK(run_script("$laguz run <(cat) </dev/null", program).out == "2i32\n");
  const Outcome endless = run_script("$laguz check - </dev/zero");
  CHECK(endless.status == 2);
  CHECK(says(endless.err, "<stdin>: the file has more than 64 MB."));
  const Outcome device = run_laguz({"check", "--max-source", "1K", "/dev/zero"});
  CHECK(device.status == 2);
  CHECK(says(device.err, "/dev/zero: the file has more than 1024 bytes."));
  CHECK(run_laguz({"check", "--max-source", "17", "-"}, program).status == 0);
  CHECK(run_laguz({"check", "--max-source", "16", "-"}, program).status == 2);
}

TEST_CASE("Ctrl-C ends waiting for a program", "[files]") {
  const Folder folder;
  REQUIRE(mkfifo((folder / "f.fut").c_str(), 0644) == 0);
  // The shell of a script ignores interrupts for what it starts in the background.
  const Outcome outcome = run_script("timeout -s INT 1 $laguz check " + folder / "f.fut" +
                                     "; [ $? = 124 ] && echo interrupted");
  CHECK(outcome.out == "interrupted\n");
}

TEST_CASE("values that have no end", "[files]") {
  const std::string program = file_with("def main (x: []u8) = length x\n");
  const Outcome outcome = run_script("$laguz run --max-memory 64M " + program + " </dev/zero");
  CHECK(outcome.status == 1);
  CHECK(says(outcome.err, "Out of memory: reading needs"));
}

TEST_CASE("data of tests are files that end", "[files]") {
  const Folder folder;
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0644) == 0);
  REQUIRE(symlink("/dev/zero", (folder / "zero").c_str()) == 0);
  for (const char* name : {"fifo", "zero"}) {
    folder.write("f.fut", "-- ==\n-- input @ " + std::string(name) + "\ndef main (x: i32) = x\n");
    const Outcome outcome = run_laguz({"test", folder / "f.fut"});
    CHECK(outcome.status == 1);
    CHECK(
        says(outcome.out, std::string(name) + ": cannot read the file (it is not a regular file)"));
  }
  CHECK(run_laguz({"run", "--tuning", folder / "fifo", folder / "f.fut"}, "1").status == 1);
}

}  // namespace laguz::bad_input
