#include "mutate.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <string_view>

#include "pieces.hpp"

namespace laguz::fuzz {
namespace {

/// Expressions to put anywhere.
constexpr std::string_view kAtoms[] = {
    "0",           "1",       "-1",           "2i64",      "3u8",         "1.5",
    "0f32",        "true",    "()",           "[]",        "[1, 2]",      "iota 3",
    "\"ab\"",      "(1, 2)",  "{a = 1}",      "#a",        "#b 1",        "\\x -> x",
    "(+)",         "map",     "reduce (+) 0", "???",       "(.a)",        "(.[0])",
    "1..<4",       "length",  "copy",         "zip",       "f32.exp",     "i64.sum",
    "replicate 2", "vjp",     "filter",       "transpose", "i64.(1 + 2)", "9223372036854775807",
    "0i8",         "f64.nan", "i32.lowest",   "scatter",   "flatten",     "unzip"};

/// `$` stands for the expression, `%` for another one of the program.
constexpr std::string_view kAround[] = {
    "($)",
    "[$]",
    "[$, %]",
    "($, %)",
    "{a = $, b = %}",
    "($).0",
    "($).a",
    "($)[0]",
    "($)[1:2]",
    "($)[::-1]",
    "(#a ($))",
    "(\\x -> $)",
    "(\\(x, y) -> $)",
    "(let x = $ in x)",
    "(let x = % in $)",
    "(let f x = $ in f %)",
    "(let [k] (x: [k]i64) = $ in k)",
    "(if true then $ else %)",
    "(if % then $ else $)",
    "(loop x = $ for i < 3 do x)",
    "(loop x = % for i < 3 do $)",
    "(loop x = $ while false do %)",
    "(loop x = $ for y in % do x)",
    "(match $ case x -> x)",
    "(match $ case #a -> % case _ -> 1)",
    "(match $ case (x, y) -> x case _ -> %)",
    "(match $ case 1 -> % case x -> x)",
    "(assert true ($))",
    "(#[unsafe] $)",
    "(#[trace] $)",
    "($ : i64)",
    "($ :> [3]i64)",
    "(map (\\x -> $) (iota 3))",
    "(map (\\x -> x) ($))",
    "(map ($) (%))",
    "(map2 (\\x y -> $) (iota 3) (%))",
    "(reduce (\\x y -> $) (%) [])",
    "(reduce (+) 0 ($))",
    "(scan (\\x y -> x) % ($))",
    "(filter (\\x -> $) (%))",
    "(copy ($))",
    "(($) with [0] = %)",
    "(($) with a = %)",
    "(vjp (\\x -> $) % %)",
    "(jvp (\\x -> $) % 1)",
    "(jvp (\\x -> $) 1f64 1f64)",
    "(($) + (%))",
    "(($) % )",
    "(($) |> (%))",
    "(scatter (copy ($)) [0] [%])",
    "(reduce_by_index ($) (+) 0 [0] [%])",
    "(stop_gradient ($))",
    "(zip ($) (%))",
    "(unzip ($)).0",
    "(replicate 3 ($))",
    "(iota ($))",
    "(opaque ($))",
};

constexpr std::string_view kTypes[] = {"i32",      "i64",         "f64",         "bool",
                                       "()",       "[]i64",       "[3]f32",      "(i64, i64)",
                                       "{a: i64}", "#a | #b i64", "?[k].[k]i64", "i64 -> i64"};
constexpr std::string_view kAroundTypes[] = {"[]($)",         "[3]($)",        "*($)",
                                             "(($), (%))",    "(($) -> (%))",  "{a: $}",
                                             "(#a ($) | #b)", "(?[k].[k]($))", "((x: $) -> (%))"};
constexpr std::string_view kPatterns[] = {"_",    "x",       "(x, y)",   "1",          "#a",
                                          "#b x", "{a = x}", "(x: i64)", "()",         "-1",
                                          "true", "[n]",     "'t",       "(x: [n]i64)"};
constexpr std::string_view kAroundPatterns[] = {"($, %)",  "($ : i64)",     "(#a $)",
                                                "{a = $}", "(#[unsafe] $)", "($)"};
constexpr std::string_view kModules[] = {"{}", "i64", "{type t = i64 def x : t = 1}",
                                         "{module m = i64}"};
constexpr std::string_view kAroundModules[] = {
    "($)",      "{module m = $}", "{open $}", "($ : {})", "{include {} open $}", "(\\(m: {}) -> $)",
    "(($) (%))"};
constexpr std::string_view kModuleTypes[] = {"{}", "{type t}", "{val x : i64}",
                                             "{type t val x : t}"};
constexpr std::string_view kAroundModuleTypes[] = {"{include $}", "{module m : $}",
                                                   "($ with t = i64)", "($ -> {})"};
constexpr std::string_view kDeclarations[] = {"def x = 1",
                                              "type t = i64",
                                              "type^ t = i64 -> i64",
                                              "open i64",
                                              "module m = i64",
                                              "def f (x: i64) = x",
                                              "def f 't (x: t) = x",
                                              "local def y = 2",
                                              "type t [n] = [n]i64",
                                              "def f [n] (x: [n]i64) = n",
                                              "entry main (x: i64) = x"};
constexpr std::string_view kSpecifications[] = {
    "type t",       "val x : t",  "val f [n] : [n]i64 -> i64",
    "type t = i64", "include {}", "module m : {type t}"};
constexpr std::string_view kTokens[] = {
    "def",     "entry",       "let",   "in",     "if",    "then",   "else",     "loop",  "for",
    "while",   "do",          "match", "case",   "type",  "module", "open",     "local", "import",
    "include", "val",         "with",  "assert", "(",     ")",      "[",        "]",     "{",
    "}",       ",",           ".",     "..",     "...",   "..<",    "..>",      ":",     ":>",
    "->",      "=",           "\\",    "_",      "`",     "'",      "'^",       "'~",    "?",
    "#[",      "#c",          "*",     "-",      "+",     "!",      "<",        "|",     "^",
    "&&",      "||",          "|>",    "<|",     "==",    "**",     "//",       "%%",    ">>>",
    "1",       "0x1F",        "1e3",   "'a'",    "\"s\"", "???",    "-- | d\n", "~",     "type^",
    "type~",   "module type", "n",     "i64",    "f32",   "map"};

class Mutator {
 public:
  Mutator(std::string text, const std::string& donor, std::uint64_t seed)
      : text_(std::move(text)), donor_(donor), random_(seed) {}

  std::string run() {
    for (std::size_t left = 1 + below(4) / 2; left > 0; --left) edit();
    return std::move(text_);
  }

 private:
  /// Not a standard distribution: those differ between libraries.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }
  template <class List>
  auto any(const List& list) {
    return list[below(std::size(list))];
  }

  void edit() {
    const auto parts = pieces(text_);
    const std::size_t choice = below(16);
    if (parts.empty() || choice == 0) return edit_token();
    if (choice == 1) return rename();
    const Piece piece = any(parts);
    if (choice == 2) return swap(parts, piece);
    if (choice == 3) return erase(parts);
    std::string with;
    if (choice < 8)
      with = stranger(parts, piece.kind);
    else
      with = invented(parts, piece);
    text_.replace(piece.lo, piece.hi - piece.lo, with);
  }

  std::string piece_text(const std::string& text, const Piece& piece) const {
    return text.substr(piece.lo, piece.hi - piece.lo);
  }

  /// Another part of [kind], of this program or of the donor.
  std::string stranger(const std::vector<Piece>& own, PieceKind kind) {
    const bool abroad = below(2) == 0;
    const auto foreign = abroad ? pieces(donor_) : std::vector<Piece>();
    const std::string& text = abroad && !foreign.empty() ? donor_ : text_;
    std::vector<Piece> fit;
    for (const Piece& piece : abroad && !foreign.empty() ? foreign : own)
      if (piece.kind == kind) fit.push_back(piece);
    if (fit.empty()) return "";
    std::string found = piece_text(text, any(fit));
    const bool bracket = kind == PieceKind::expression || kind == PieceKind::type ||
                         kind == PieceKind::pattern || kind == PieceKind::module;
    return bracket && below(4) != 0 ? "(" + found + ")" : found;
  }

  /// Something new in the place of [piece], perhaps with it inside.
  std::string invented(const std::vector<Piece>& parts, const Piece& piece) {
    const bool atom = below(4) == 0;
    auto choose = [&](const auto& atoms, const auto& around) {
      return atom ? std::string(any(atoms)) : fill(any(around), parts, piece);
    };
    switch (piece.kind) {
      case PieceKind::expression: return choose(kAtoms, kAround);
      case PieceKind::type: return choose(kTypes, kAroundTypes);
      case PieceKind::pattern: return choose(kPatterns, kAroundPatterns);
      case PieceKind::module: return choose(kModules, kAroundModules);
      case PieceKind::module_type: return choose(kModuleTypes, kAroundModuleTypes);
      case PieceKind::declaration: {
        const std::string added =
            atom ? std::string(any(kDeclarations)) : stranger(parts, piece.kind);
        return below(2) == 0 ? added + "\n" + piece_text(text_, piece)
                             : piece_text(text_, piece) + "\n" + added;
      }
      case PieceKind::specification:
        return piece_text(text_, piece) + "\n" +
               (atom ? std::string(any(kSpecifications)) : stranger(parts, piece.kind));
    }
    return {};
  }

  std::string fill(std::string_view form, const std::vector<Piece>& parts, const Piece& piece) {
    std::string out;
    for (const char c : form) {
      if (c == '$')
        out += piece_text(text_, piece);
      else if (c == '%')
        out += stranger(parts, piece.kind);
      else
        out += c;
    }
    return out;
  }

  void swap(const std::vector<Piece>& parts, Piece a) {
    Piece b = any(parts);
    for (int i = 0; i < 10 && b.kind != a.kind; ++i) b = any(parts);
    if (a.lo > b.lo) std::swap(a, b);
    if (b.lo < a.hi) return;  // one within the other
    text_ = text_.substr(0, a.lo) + piece_text(text_, b) + text_.substr(a.hi, b.lo - a.hi) +
            piece_text(text_, a) + text_.substr(b.hi);
  }

  void erase(const std::vector<Piece>& parts) {
    Piece piece = any(parts);
    for (int i = 0; i < 10 && piece.kind != PieceKind::declaration; ++i) piece = any(parts);
    text_.erase(piece.lo, piece.hi - piece.lo);
  }

  void rename() {
    std::vector<Word> names;
    for (const Word& word : words(text_))
      if (word.name) names.push_back(word);
    if (names.size() < 2) return edit_token();
    const Word to = any(names), from = any(names);
    text_.replace(from.lo, from.hi - from.lo, text_.substr(to.lo, to.hi - to.lo));
  }

  void edit_token() {
    const auto all = words(text_);
    if (all.empty()) return edit_byte();
    const Word word = any(all), other = any(all);
    switch (below(4)) {
      case 0: text_.erase(word.lo, word.hi - word.lo); break;
      case 1: text_.insert(word.lo, std::string(any(kTokens)) + " "); break;
      case 2: text_.replace(word.lo, word.hi - word.lo, std::string(any(kTokens))); break;
      default:
        text_.replace(word.lo, word.hi - word.lo, text_.substr(other.lo, other.hi - other.lo));
    }
  }

  void edit_byte() {
    if (text_.empty()) text_ = "def main = 1";
    const std::size_t at = below(text_.size());
    switch (below(3)) {
      case 0: text_.erase(at, 1 + below(8)); break;
      case 1: text_.insert(at, std::string(any(kTokens))); break;
      default: text_[at] = static_cast<char>(below(256));
    }
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
