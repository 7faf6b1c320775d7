// What is typed, in colours.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <string_view>

#include "driver/paint.hpp"

namespace {

using laguz::driver::colour_of;
using laguz::driver::Palette;
using laguz::engine::TextKind;

std::string in_colours(const std::string& text, std::size_t cursor = static_cast<std::size_t>(-1),
                       Palette palette = Palette::named) {
  return laguz::driver::painted(text, cursor, palette);
}

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

/// How light the colour [number] of 256 is, of those behind the first sixteen.
double luminance(int number) {
  const auto linear = [](int level) {
    const double x = level / 255.0;
    return x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  constexpr int kLevels[] = {0, 95, 135, 175, 215, 255};
  if (number >= 232) return linear(8 + 10 * (number - 232));
  const int cube = number - 16;
  return 0.2126 * linear(kLevels[cube / 36]) + 0.7152 * linear(kLevels[cube / 6 % 6]) +
         0.0722 * linear(kLevels[cube % 6]);
}

}  // namespace

TEST_CASE("Fixed colours can be read on light and on dark", "[session]") {
  constexpr double kLeast = 4;  // contrast, as WCAG measures it: 3 is for large letters
  constexpr std::string_view kStart = "\x1b[38;5;";
  for (const TextKind kind : {TextKind::keyword, TextKind::number, TextKind::string,
                              TextKind::constructor, TextKind::comment, TextKind::wrong}) {
    const std::string colour(colour_of(kind, Palette::fixed));
    CAPTURE(colour.substr(1));
    REQUIRE(colour.starts_with(kStart));
    const double light = luminance(std::stoi(colour.substr(kStart.size())));
    CHECK(1.05 / (light + 0.05) >= kLeast);
    CHECK((light + 0.05) / 0.05 >= kLeast);
  }
}

TEST_CASE("Colours change no character", "[session]") {
  for (const std::string text :
       {"", "let x = 1.5 + f 2i32 -- a comment", ":type map (\\x -> x) \"a -- b\"", "\"no end",
        "a ? b", "#some [1, 2] :> []i64", "-- only this", "x --", "'", ":", ":set limit 3",
        "é + \"ü\"", "if true then 'a' else #[unroll] b", "((((", "]"}) {
    CAPTURE(text);
    for (std::size_t cursor = 0; cursor <= text.size(); ++cursor)
      for (const Palette palette : {Palette::named, Palette::fixed})
        CHECK(plain(in_colours(text, cursor, palette)) == text);
    CHECK(plain(in_colours(text)) == text);
  }
}

TEST_CASE("Words and brackets stand out by what they are", "[session]") {
  CHECK(in_colours("let x = 1") == "\x1b[35mlet\x1b[0m x = \x1b[36m1\x1b[0m");
  CHECK(in_colours("\"a\" --b") == "\x1b[32m\"a\"\x1b[0m \x1b[90m--b\x1b[0m");
  CHECK(in_colours("#a \"b") == "\x1b[34m#a\x1b[0m \x1b[32m\"b\x1b[0m");
  CHECK(in_colours("x ?a ;") == "x ?a \x1b[31m;\x1b[0m");
  CHECK(in_colours(":type true") == ":type \x1b[35mtrue\x1b[0m");
  // The bracket before the cursor, and its other one.
  CHECK(in_colours("f (x [y])", 9) == "f \x1b[1;4m(\x1b[0mx [y]\x1b[1;4m)\x1b[0m");
  CHECK(in_colours("f (x [y])", 6) == "f (x \x1b[1;4m[\x1b[0my\x1b[1;4m]\x1b[0m)");
  CHECK(in_colours("f (x [y])", 4) == "f (x [y])");
  CHECK(in_colours("f (x", 3) == "f (x");
}
