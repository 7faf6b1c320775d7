// Characters to tokens: flat X3 rules over `char const*`, then the loop that drives them.
//
// Each rule that makes a token leaves its kind as its attribute. The loop looks after what a
// context-free rule cannot see: whether `[` touches what is before it, and the digits in `x.0.1`.
#include "grammar/lexer.hpp"

#include <boost/spirit/home/x3.hpp>

#include <algorithm>
#include <optional>
#include <string>

#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::grammar {
namespace {

namespace x3 = boost::spirit::x3;
using syntax::Token;
using syntax::TokenKind;
using Text = const char*;
using K = TokenKind;

// ------------------------------------------------------------------------------------- actions

struct Keyword {
  std::string_view text;
  K kind;
};
constexpr Keyword kKeywords[] = {
    {"in", K::in_},       {"let", K::let_},       {"if", K::if_},           {"then", K::then_},
    {"else", K::else_},   {"def", K::def_},       {"loop", K::loop_},       {"for", K::for_},
    {"do", K::do_},       {"with", K::with_},     {"match", K::match_},     {"case", K::case_},
    {"true", K::true_},   {"false", K::false_},   {"while", K::while_},     {"type", K::type_},
    {"val", K::val_},     {"module", K::module_}, {"open", K::open_},       {"local", K::local_},
    {"entry", K::entry_}, {"import", K::import_}, {"include", K::include_}, {"assert", K::assert_},
};

/// Operators that the parser must tell from the rest.
constexpr Keyword kOperators[] = {
    {"=", K::equals}, {"*", K::star}, {"-", K::minus}, {"<", K::less},
    {"^", K::caret},  {"|", K::bar},  {"!", K::bang},  {"->", K::arrow},
};

template <std::size_t n>
K look_up(const Keyword (&table)[n], std::string_view text, K otherwise) {
  for (const Keyword& row : table)
    if (row.text[0] == text[0] && row.text == text) return row.kind;
  return otherwise;
}

template <class Context>
std::string_view matched(const Context& context) {
  const auto& range = x3::_attr(context);
  return {range.begin(), static_cast<std::size_t>(range.end() - range.begin())};
}

struct AsWord {
  template <class Context>
  void operator()(const Context& context) const {
    const std::string_view text = matched(context);
    const bool maybe_keyword = text.size() <= 7;
    x3::_val(context) = maybe_keyword ? look_up(kKeywords, text, K::identifier) : K::identifier;
  }
};
struct AsOperator {
  template <class Context>
  void operator()(const Context& context) const {
    const std::string_view text = matched(context);
    x3::_val(context) = text.size() <= 2 ? look_up(kOperators, text, K::op) : K::op;
  }
};
/// A semantic action: the token is of [kind].
template <K kind>
struct Is {
  template <class Context>
  void operator()(const Context& context) const {
    x3::_val(context) = kind;
  }
};
template <K kind>
constexpr Is<kind> is{};

// --------------------------------------------------------------------------------------- rules

using x3::char_;
using x3::lit;
using x3::raw;

// Rules with a name are constant-initialised.
const x3::rule<class digits_id> digits = "digits";
const x3::rule<class hex_digits_id> hex_digits = "hex_digits";
const x3::rule<class int_suffix_id> int_suffix = "int_suffix";
const x3::rule<class float_suffix_id> float_suffix = "float_suffix";
const x3::rule<class word_id> word = "word";
const x3::rule<class operator_run_id> operator_run = "operator_run";
const x3::rule<class trivia_id> trivia = "trivia";
const x3::rule<class doc_comment_id> doc_comment = "doc_comment";
const x3::rule<class name_token_id, K> name_token = "name_token";
const x3::rule<class operator_path_id> operator_path = "operator_path";
const x3::rule<class field_path_id> field_path = "field_path";
const x3::rule<class operator_token_id, K> operator_token = "operator_token";
const x3::rule<class constructor_token_id, K> constructor_token = "constructor_token";
const x3::rule<class decimal_token_id, K> decimal_token = "decimal_token";
const x3::rule<class based_token_id, K> based_token = "based_token";
const x3::rule<class character_token_id, K> character_token = "character_token";
const x3::rule<class string_token_id, K> string_token = "string_token";
const x3::rule<class field_number_id> field_number = "field_number";

const auto digit = char_("0-9");
const auto letter = char_("a-zA-Z");
const auto constituent = char_("a-zA-Z0-9_'");
/// Whatever may stand for itself in a literal: no control character; UTF-8 is checked later.
const auto printable = char_ - char_('\0', '\x1f');

const auto digits_def = digit >> *char_("0-9_");
const auto hex_digits_def = char_("0-9a-fA-F") >> *char_("0-9a-fA-F_");
const auto int_suffix_def = char_("iu") >> (lit("8") | "16" | "32" | "64");
const auto float_suffix_def = 'f' >> (lit("16") | "32" | "64");
const auto word_def = (letter | ('_' >> char_("a-zA-Z0-9"))) >> *constituent;
const auto operator_run_def = char_("-+*/%=!><|&^") >> *char_("-+*/%=!><|&^.");

const auto trivia_def = *(char_(" \t\n\r\f\v") | (!lit("-- |") >> "--" >> *(char_ - '\n')));
const auto doc_comment_def = lit("-- |") >> *(char_ - '\n') >>
                             *('\n' >> *char_(" \t\f\v") >> "--" >> *(char_ - '\n'));

/// `x` or a keyword.
const auto name_token_def = raw[word][AsWord{}];
/// `.n.+`, which makes of the name before it the qualified operator `m.n.+`.
const auto operator_path_def = '.' >> *(word >> '.') >> operator_run;
const auto field_path_def = *('.' >> word);
const auto operator_token_def = raw[operator_run][AsOperator{}];
const auto constructor_token_def = ('#' >> word)[is<K::constructor>];

const auto exponent = char_("eE") >> -char_("-+") >> +digit;
const auto binary_exponent = char_("pP") >> -char_("-+") >> digits;
const auto decimal_token_def = digits >>
                               (int_suffix[is<K::typed_number>] |
                                ((('.' >> digits >> -exponent) | exponent)[is<K::floating>] >>
                                 -float_suffix[is<K::typed_number>]) |
                                float_suffix[is<K::typed_number>] | x3::eps[is<K::natural>]);
const auto hex_fraction = '.' >> hex_digits >> binary_exponent;
const auto based_token_def =
    '0' >> ((char_("xX") >> hex_digits >> hex_fraction)[is<K::floating>] >>
                -float_suffix[is<K::typed_number>] |
            ((char_("xX") >> hex_digits) | (char_("bB") >> char_("01") >> *char_("01_")) |
             (char_("rR") >> char_("IVXLCDM") >> *char_("IVXLCDM_")))[is<K::integer>] >>
                -int_suffix[is<K::typed_number>]);
/// The digits of a tuple field, `1` in `x.0.1`, which is not the number 0.1.
const auto field_number_def = digits;

const auto character_token_def = ('\'' >> (('\\' >> printable >> *char_("a-zA-Z0-9")) |
                                           (printable - char_("'\\")) >> *char_('\x80', '\xbf')) >>
                                  '\'')[is<K::character>];
const auto string_token_def =
    ('"' >> *(('\\' >> printable) | (printable - char_("\"\\"))) >> '"')[is<K::string>];

BOOST_SPIRIT_DEFINE(digits, hex_digits, int_suffix, float_suffix, word, operator_run, trivia,
                    doc_comment, name_token, operator_path, field_path, operator_token,
                    constructor_token, decimal_token, based_token, character_token, string_token,
                    field_number)

// ------------------------------------------------------------------------- the loop around them

struct Punctuation {
  std::string_view text;
  K kind;
};
// Longer ones before their prefixes.
constexpr Punctuation kPunctuation[] = {
    {"(", K::lparen},
    {")", K::rparen},
    {",", K::comma},
    {"[", K::lbracket},
    {"]", K::rbracket},
    {"...", K::dots3},
    {"..<", K::dots_less},
    {"..>", K::dots_greater},
    {"..", K::dots2},
    {".", K::dot},
    {":>", K::colon_greater},
    {":", K::colon},
    {"'^", K::apostrophe_caret},
    {"'~", K::apostrophe_tilde},
    {"'", K::apostrophe},
    {"{", K::lbrace},
    {"}", K::rbrace},
    {"\\", K::backslash},
    {"#[", K::attr_open},
    {"_", K::underscore},
    {"???", K::hole},
    {"?", K::question},
    {"`", K::backtick},
    {"~", K::tilde},
};

/// Characters that stand for those of programs in books, and in texts that a word processor made.
struct Printed {
  std::string_view character;
  const char* hint;
};
constexpr const char* kStraight = "Quotes are straight: \" around a string, ' around a character.";
constexpr Printed kPrinted[] = {
    {"\u201c", kStraight},
    {"\u201d", kStraight},
    {"\u2018", kStraight},
    {"\u2019", kStraight},
    {"\u00a0", "This space is not the usual one (it is U+00A0); it may have come from a web page."},
    {"\u00d7", "It is written '*'."},
    {"\u00b7", "It is written '*'."},
    {"\u00f7", "It is written '/'."},
    {"\u2212", "It is written '-'."},
    {"\u2013", "It is written '-'."},
    {"\u2264", "It is written '<='."},
    {"\u2265", "It is written '>='."},
    {"\u2260", "It is written '!='."},
    {"\u2192", "It is written '->'."},
    {"\u2026", "It is written '...'."},
    {"\u03bb", "A function is written '\\x -> ...'."},
    {"\u00b2", "A square is written x * x, or x ** 2."},
};

/// For a character that is in no program, and may be meant well.
const char* hint_for_other(std::string_view character) {
  for (const Printed& one : kPrinted)
    if (one.character == character) return one.hint;
  return character.size() > 1 && character.front() != '\\'
             ? "Names are of the letters a to z and A to Z, digits, \"_\" and \"'\"."
             : "";
}

std::optional<K> punctuation(Text& at, Text end) {
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  for (const Punctuation& p : kPunctuation) {
    if (p.text[0] != *at || rest.substr(0, p.text.size()) != p.text) continue;
    at += p.text.size();
    return p.kind;
  }
  return {};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether `[` behind [c] indexes: `a[i]`, `a'[i]`, `(f x)[i]`, `a[i][j]`.
bool binds_bracket(char c) {
  return is_digit(c) || is_letter(c) || c == '_' || c == '\'' || c == ')' || c == ']';
}

class Lexer {
 public:
  explicit Lexer(const support::SourceFile& source)
      : source_(source),
        begin_(source.text().data()),
        at_(begin_),
        end_(begin_ + source.text().size()) {
    tokens_.reserve(std::min(source.text().size() / 4 + 2, kFew));
  }

  std::vector<Token> run() {
    read();
    // An error at the end points behind the last token, not behind the blank lines after it.
    const auto last = tokens_.empty() ? 0 : tokens_.back().span.hi;
    tokens_.push_back({{&source_, last, last}, K::end});
    return std::move(tokens_);
  }

  std::vector<Token> run_to_error() {
    try {
      read();
    } catch (const support::UserError&) {
      // The tokens before it are there.
    }
    return std::move(tokens_);
  }

 private:
  void read() {
    x3::parse(at_, end_, -lit("\xef\xbb\xbf"));  // a byte order mark
    for (;;) {
      x3::parse(at_, end_, trivia);
      const Text start = at_;
      if (start == end_) break;
      const K kind = next();
      if (tokens_.size() == tokens_.capacity()) grow();
      tokens_.push_back({span(start, at_), kind});
      support::spend(kTokenNanoseconds);
    }
  }

  static constexpr std::size_t kFew = 16 << 10;
  static constexpr std::int64_t kTokenNanoseconds = 30;

  /// Room for as many tokens as the whole text has if it goes on as it began. There may be 10^7, so
  /// that moving them has to ask the governor, too.
  void grow() {
    const double read = static_cast<double>(at_ - begin_) / static_cast<double>(end_ - begin_);
    const double all = static_cast<double>(tokens_.size()) / read;
    std::vector<Token> more;
    more.reserve(static_cast<std::size_t>(all * 1.1) + kFew);
    for (auto from = tokens_.begin(); from != tokens_.end();) {
      const auto to = from + std::min<std::ptrdiff_t>(kFew, tokens_.end() - from);
      more.insert(more.end(), from, to);
      support::spend((to - from) * 2);
      from = to;
    }
    tokens_.swap(more);
  }

  /// Consumes one token; the first character decides which rules may match.
  K next() {
    const char c = *at_;
    K kind = K::end;
    if (is_letter(c)) return name();
    if (is_digit(c)) return number();
    switch (c) {
      case '[':
        ++at_;
        return at_ - begin_ > 1 && binds_bracket(at_[-2]) ? K::index_bracket : K::lbracket;
      case '_':
        if (at_ + 1 != end_ && (is_letter(at_[1]) || is_digit(at_[1]))) return name();
        break;
      case '\'':
        if (match(character_token, kind)) return kind;
        break;
      case '#':
        if (match(constructor_token, kind)) return kind;
        break;
      case '"':
        if (match(string_token, kind)) return kind;
        fail_string();
      default:
        if (match(doc_comment)) return K::doc;
        if (match(operator_token, kind)) return kind;
    }
    if (const auto found = punctuation(at_, end_)) return *found;
    const std::string unexpected = character();
    fail("Unexpected character '" + unexpected + "'.",
         c == ';'   ? "No ';' is needed, neither between declarations nor before 'in'."
         : c == '#' ? "A comment begins with '--'."
         : c == '$' ? "An argument is put in parentheses, f (g x), or stands before: g x |> f."
         : c == '@' ? "There is no operator for products of matrices: a sum of products is f64.sum "
                      "(map2 (*) xs ys)."
                    : hint_for_other(unexpected));
  }

  /// A name, a keyword or a qualified operator. `a.b.c` without an operator behind it is looked
  /// through once, not again from `b` and from `c`.
  K name() {
    K kind = K::identifier;
    match(name_token, kind);
    if (at_ == end_ || *at_ != '.' || at_ < fields_until_) return kind;
    if (match(operator_path)) return K::qual_op;
    Text path = at_;
    x3::parse(path, end_, field_path);
    fields_until_ = path;
    return kind;
  }

  K number() {
    const bool field = !tokens_.empty() && tokens_.back().kind == K::dot &&
                       source_.text().data() + tokens_.back().span.hi == at_;
    K kind = K::natural;
    if (field)
      match(field_number);
    else if (!(*at_ == '0' && match(based_token, kind)))
      match(decimal_token, kind);
    return kind;
  }

  template <class Rule, class... Attribute>
  bool match(const Rule& rule, Attribute&... attribute) {
    return x3::parse(at_, end_, rule, attribute...);
  }

  support::Span span(Text from, Text to) const {
    return {&source_, static_cast<std::uint32_t>(from - begin_),
            static_cast<std::uint32_t>(to - begin_)};
  }

  /// The character at hand as an error may show it: a whole UTF-8 sequence, or a byte in hex.
  std::string character() const {
    Text last = at_ + 1;
    while (last != end_ && (static_cast<unsigned char>(*last) & 0xC0) == 0x80) ++last;
    const auto lead = static_cast<unsigned char>(*at_);
    if ((lead >= 0x20 && lead < 0x7F) || (lead >= 0xC2 && last - at_ > 1)) return {at_, last};
    constexpr char hex[] = "0123456789abcdef";
    return std::string("\\x") + hex[lead >> 4] + hex[lead & 15];
  }

  /// What breaks a string off is a control character, mostly the one at the end of the line.
  [[noreturn]] void fail_string() {
    Text stop = at_ + 1;
    while (stop != end_ && static_cast<unsigned char>(*stop) >= 0x20) ++stop;
    if (stop == end_ || *stop == '\n' || *stop == '\r') fail("Unclosed string literal.");
    at_ = stop;
    if (*at_ == '\t') fail("A tab may not stand in a string literal.", "It is written '\\t'.");
    fail("The control character '" + character() + "' may not stand in a string literal.",
         "It is written as an escape, such as '\\a' or '\\x07'.");
  }

  [[noreturn]] void fail(const std::string& message, const char* hint = "") const {
    Text last = at_ + 1;
    if (*at_ == '"')
      while (last != end_ && *last != '\n') ++last;
    support::UserError error(support::Phase::syntax, span(at_, last), message);
    error.diagnostic().hint = hint;
    throw error;
  }

  const support::SourceFile& source_;
  Text begin_;
  Text at_;
  Text end_;
  Text fields_until_ = nullptr;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const support::SourceFile& source) { return Lexer(source).run(); }

std::vector<Token> tokens_before_error(const support::SourceFile& source) {
  return Lexer(source).run_to_error();
}

std::string doc_text(std::string_view comment) {
  std::string out;
  for (bool first = true;; first = false) {
    const auto newline = comment.find('\n');
    std::string_view line = comment.substr(0, newline);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\f\v"), line.size()));
    line.remove_prefix(first ? 4 : 2);  // `-- |` or `--`
    if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!first) out += '\n';
    out += line;
    if (newline == std::string_view::npos) return out;
    comment.remove_prefix(newline + 1);
  }
}

}  // namespace laguz::grammar
