// Several errors in one run: one for each mistake, none for what merely uses something wrong.
#include <catch2/catch.hpp>
#include <deque>
#include <map>

#include "check/checker.hpp"
#include "support/source.hpp"

using namespace laguz;

namespace {

/// Where the errors of a program are, in the order in which they are told: `file:line` of each.
std::vector<std::string> errors_of(const std::string& text,
                                   const std::map<std::string, std::string>& files = {}) {
  std::deque<support::SourceFile> sources;
  check::Checker checker([&](const std::string& path) -> const support::SourceFile* {
    auto found = files.find(path);
    return found == files.end() ? nullptr : &sources.emplace_back(path, found->second);
  });
  std::vector<std::string> out;
  auto note = [&](const support::Diagnostic& error) {
    const std::string where = support::locate(error.span);
    out.push_back(where.substr(0, where.find(':', where.find(':') + 1)));
  };
  try {
    checker.check_file(sources.emplace_back("t.fut", text), nullptr);
  } catch (const support::UserError& error) {
    note(error.diagnostic());
    for (const auto& other : error.others()) note(other);
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("Each wrong definition is told, in the order of the text", "[failures]") {
  CHECK(errors_of("def a = true + 1\n"
                  "def b (x: i32) = x\n"
                  "def c : i32 = b false\n"
                  "def d = unknown\n") == Lines{"t.fut:1", "t.fut:3", "t.fut:4"});
  CHECK(errors_of("type t = u\ntype v = i32\ndef x : v = true\n") == Lines{"t.fut:1", "t.fut:3"});
  CHECK(errors_of("def a = 1 + true\ndef f (x: *[]i32) = (x with [0] = 1, x)\n").size() == 2);
}

TEST_CASE("What uses a wrong definition says nothing", "[failures]") {
  CHECK(errors_of("def a = true + 1\ndef b = a + 2\ndef c = map b [a]\n") == Lines{"t.fut:1"});
  CHECK(errors_of("type t = u\ndef f (x: t) : t = x + true\n") == Lines{"t.fut:1"});
  CHECK(errors_of("module m = n\ndef f = m.g 1\nmodule o = m\nopen o\ndef g = h\n") ==
        Lines{"t.fut:1"});
  CHECK(errors_of("module type s = r\nmodule m : s = { def x = 1i32 }\ndef y = m.x\n") ==
        Lines{"t.fut:1"});
}

TEST_CASE("A wrong definition whose type is written is used by that", "[failures]") {
  CHECK(errors_of("def f (x: i32) : i32 = y\ndef g : bool = f 1\ndef h : i32 = f 2\n") ==
        Lines{"t.fut:1", "t.fut:2"});
  CHECK(errors_of("def f [n] (x: [n]i32) : [n]i32 = y\n"
                  "def g (x: [3]i32) : [3]i32 = f x\n"
                  "def h (x: [3]i32) : [4]i32 = f x\n") == Lines{"t.fut:1", "t.fut:3"});
}

TEST_CASE("Names that may come from what is wrong are not unknown", "[failures]") {
  CHECK(errors_of("open m\ndef a = from_m\ndef b : i32 = true\n") == Lines{"t.fut:1", "t.fut:3"});
  CHECK(errors_of("import \"other\"\ndef a = from_other\n") == Lines{"t.fut:1"});
  CHECK(errors_of("import \"other\"\ndef a = wrong\ndef b = right true\n",
                  {{"other.fut", "def wrong = nothing\ndef right (x: i32) = x\n"}}) ==
        Lines{"other.fut:1", "t.fut:3"});
  CHECK(errors_of("import \"other\"\ndef a = from_other\n", {{"other.fut", "def ="}}) ==
        Lines{"other.fut:1"});
}

TEST_CASE("Mistakes inside of modules are told one by one", "[failures]") {
  CHECK(errors_of("module m = {\n  def a = x\n  def b = y\n  def c = 1i32\n}\n"
                  "def d : bool = m.c\ndef e = m.a\n") == Lines{"t.fut:2", "t.fut:3", "t.fut:6"});
  // However often a functor is applied.
  CHECK(errors_of("module f (p: {type t}) = {\n  def a = x\n  def b = 1i32\n}\n"
                  "module m = f {type t = i32}\nmodule n = f {type t = u8}\n"
                  "def c : bool = n.b\n") == Lines{"t.fut:2", "t.fut:7"});
  CHECK(errors_of("module m : {val a: i32 val b: i32} = {\n  def a = x\n  def b = true\n}\n") ==
        Lines{"t.fut:2"});
}

TEST_CASE("Duplicates are told with everything else", "[failures]") {
  CHECK(errors_of("def a = 1i32\ndef a = 2i32\ndef b : bool = a\ndef c = x\n") ==
        Lines{"t.fut:2", "t.fut:3", "t.fut:4"});
}

TEST_CASE("A name that is missing is one mistake", "[failures]") {
  CHECK(errors_of("def a = x\ndef b = y\ndef c = x + y\ndef d = x\n") ==
        Lines{"t.fut:1", "t.fut:2"});
}

TEST_CASE("There is an end to it", "[failures]") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "def a" + std::to_string(i) + " = true + 1\n";
  CHECK(errors_of(text).size() == 20);
}
