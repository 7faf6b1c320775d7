// Mutations of data files: pieces of the text format, and heads of the binary one.
#include <algorithm>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

#include "mutate.hpp"

namespace laguz::fuzz {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kPieces[] = {
    "["sv,
    "]"sv,
    ", "sv,
    "[1, 2]"sv,
    "[[1], [2]]"sv,
    "[1i8,"sv,
    "empty("sv,
    "empty([0]i32)"sv,
    "empty([3][0]f64)"sv,
    "[empty([0]u8), "sv,
    "[0]"sv,
    "[9223372036854775807]"sv,
    "\"abc\""sv,
    "\""sv,
    "\\n"sv,
    "\\SOH"sv,
    "\\955"sv,
    "\\x3bb"sv,
    "\\&"sv,
    "\\ \\"sv,
    "-- comment\n"sv,
    "true"sv,
    "false"sv,
    "-"sv,
    "+"sv,
    "_"sv,
    "."sv,
    "e5"sv,
    "e-400"sv,
    "e999999999999999999999"sv,
    "0x"sv,
    "0b1"sv,
    "0xFFp3"sv,
    "f64.nan"sv,
    "-f32.inf"sv,
    "f16.inf"sv,
    "f16"sv,
    "f32"sv,
    "f64"sv,
    "i8"sv,
    "u8"sv,
    "i64"sv,
    "u64"sv,
    "bool"sv,
    "\n"sv,
    "\0"sv,
    "b\x02\x00 i32\x01\x00\x00\x00"sv,
    "b\x02\x00 f64\x00\x00\x00\x00\x00\x00\xf8\x7f"sv,
    "b\x02\x00 f16\x01\x7c"sv,
    "b\x02\x00"
    "bool\x02"sv,
    "b\x02\x01  u8\x02\x00\x00\x00\x00\x00\x00\x00!?"sv,
    "b\x02\x01 i64\x00\x00\x00\x00\x00\x00\x00\x00"sv,
    "b\x02\x02  i8\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00"sv,
    "b\x02\x0c f32"sv,
    "\x00\x00\x00\x00\x00\x00\x00\x00"sv,
    "\xff\xff\xff\xff\xff\xff\xff\x7f"sv,
    "\xff\xff\xff\xff\xff\xff\xff\xff"sv,
    "\x00\x00\x00\x00\x00\x00\x00\x40"sv};

constexpr std::string_view kNumbers[] = {"0",
                                         "1",
                                         "-0.0",
                                         "127",
                                         "128",
                                         "255",
                                         "256",
                                         "65504.0",
                                         "65520.0",
                                         "1e-8",
                                         "32768",
                                         "2147483648",
                                         "4294967296",
                                         "0.1",
                                         "1e23",
                                         "5e-324",
                                         "2.5e-8",
                                         "9223372036854775807",
                                         "1e308",
                                         "1e309",
                                         "1_000",
                                         "0x1F",
                                         "0b101",
                                         "-9223372036854775808",
                                         "3.4028236e38",
                                         "1.1754944e-38",
                                         "18446744073709551615",
                                         "18446744073709551616"};
constexpr std::string_view kTypes[] = {"i8",  "i16", "i32", "i64", "u8",  "u16",
                                       "u32", "u64", "f16", "f32", "f64", ""};

class Mutator {
 public:
  Mutator(std::string text, const std::string& donor, std::uint64_t seed)
      : text_(std::move(text)), donor_(donor), random_(seed) {}

  std::string run() {
    for (std::size_t left = 1 + below(6) / 2; left > 0; --left) edit();
    return std::move(text_);
  }

 private:
  /// Bytes [lo, hi) of a text.
  struct Part {
    std::size_t lo, hi;
  };

  /// Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }
  template <class List>
  std::string any(const List& list) {
    return std::string(list[below(std::size(list))]);
  }
  std::string number() { return any(kNumbers) + any(kTypes); }

  void edit() {
    const std::size_t at = below(text_.size() + 1);
    switch (below(9)) {
      case 0: text_.insert(at, any(kPieces)); break;
      case 1: text_.insert(at, " " + number()); break;
      case 2: text_.erase(at, 1 + below(12)); break;
      case 3: replace(text_, word(text_, at), number()); break;
      case 4: replace(text_, word(text_, at), any(kPieces)); break;
      case 5: {
        const Part from = word(donor_, below(donor_.size() + 1));
        replace(text_, word(text_, at), donor_.substr(from.lo, from.hi - from.lo));
        break;
      }
      case 6: {
        const Part part = row(at);
        text_.insert(part.hi, ", " + text_.substr(part.lo, part.hi - part.lo));
        break;
      }
      case 7: {
        const std::size_t from = below(donor_.size() + 1);
        text_.insert(at, donor_.substr(from, below(64)));
        break;
      }
      default:
        if (at < text_.size()) text_[at] = static_cast<char>(below(256));
    }
  }

  static void replace(std::string& text, Part part, const std::string& with) {
    text.replace(part.lo, part.hi - part.lo, with);
  }

  /// The number or word around [at].
  static Part word(const std::string& text, std::size_t at) {
    constexpr std::string_view kBreaks = " ,[]()\n\"";
    const auto breaks = [&](char c) { return kBreaks.find(c) != std::string_view::npos; };
    Part part{at, at};
    while (part.lo > 0 && !breaks(text[part.lo - 1])) --part.lo;
    while (part.hi < text.size() && !breaks(text[part.hi])) ++part.hi;
    return part;
  }

  /// What stands between brackets that match, from the first one after [at].
  Part row(std::size_t at) const {
    const std::size_t open = std::min(text_.find('[', at), text_.size());
    int depth = 0;
    for (std::size_t i = open; i < text_.size(); ++i) {
      if (text_[i] == '[') ++depth;
      if (text_[i] == ']' && --depth == 0) return {open, i + 1};
    }
    return {open, open};
  }

  std::string text_;
  const std::string& donor_;
  std::mt19937_64 random_;
};

}  // namespace

std::string mutate(const std::string& text, const std::string& donor, std::uint64_t seed) {
  return Mutator(text, donor, seed).run();
}

}  // namespace laguz::fuzz
