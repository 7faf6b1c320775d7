// What is typed, in colours.
#include <catch2/catch.hpp>

#include <string>

#include "driver/paint.hpp"

namespace {

using laguz::driver::painted;

/// Without escapes.
std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b')
      i = text.find('m', i);
    else
      out += text[i];
  }
  return out;
}

}  // namespace

TEST_CASE("Colours change no character", "[session]") {
  for (const std::string text :
       {"", "let x = 1.5 + f 2i32 -- a comment", ":type map (\\x -> x) \"a -- b\"", "\"no end",
        "a ? b", "#some [1, 2] :> []i64", "-- only this", "x --", "'", ":", ":set limit 3",
        "é + \"ü\"", "if true then 'a' else #[unroll] b", "((((", "]"}) {
    CAPTURE(text);
    for (std::size_t cursor = 0; cursor <= text.size(); ++cursor)
      CHECK(plain(painted(text, cursor)) == text);
    CHECK(plain(painted(text)) == text);
  }
}

TEST_CASE("Words and brackets stand out by what they are", "[session]") {
  CHECK(painted("let x = 1") == "\x1b[35mlet\x1b[0m x = \x1b[36m1\x1b[0m");
  CHECK(painted("\"a\" --b") == "\x1b[32m\"a\"\x1b[0m \x1b[90m--b\x1b[0m");
  CHECK(painted("#a \"b") == "\x1b[34m#a\x1b[0m \x1b[32m\"b\x1b[0m");
  CHECK(painted("x ?a ;") == "x ?a \x1b[31m;\x1b[0m");
  CHECK(painted(":type true") == ":type \x1b[35mtrue\x1b[0m");
  // The bracket before the cursor, and its other one.
  CHECK(painted("f (x [y])", 9) == "f \x1b[1;4m(\x1b[0mx [y]\x1b[1;4m)\x1b[0m");
  CHECK(painted("f (x [y])", 6) == "f (x \x1b[1;4m[\x1b[0my\x1b[1;4m]\x1b[0m)");
  CHECK(painted("f (x [y])", 4) == "f (x [y])");
  CHECK(painted("f (x", 3) == "f (x");
}
