// The token grammar.
#include "grammar/lexer.hpp"

#include <catch2/catch.hpp>

#include "syntax/literal.hpp"
#include "syntax_support.hpp"

namespace {

using namespace laguz;
using K = syntax::TokenKind;
using Kinds = std::vector<K>;

Kinds kinds(const std::string& text) {
  support::SourceFile source("test.fut", text);
  Kinds out;
  for (const auto& token : grammar::tokenize(source)) out.push_back(token.kind);
  REQUIRE(out.back() == K::end);
  out.pop_back();
  return out;
}

std::vector<std::string> texts(const std::string& text) {
  support::SourceFile source("test.fut", text);
  std::vector<std::string> out;
  for (const auto& token : grammar::tokenize(source)) out.emplace_back(token.text());
  out.pop_back();
  return out;
}

std::string lexical_error(const std::string& text) {
  support::SourceFile source("test.fut", text);
  try {
    grammar::tokenize(source);
  } catch (const support::UserError& error) {
    return error.diagnostic().message;
  }
  return "";
}

ast::ExpPtr literal(const std::string& text) { return test::expression(text).tree; }

}  // namespace

TEST_CASE("names and keywords", "[lexer]") {
  CHECK(kinds("x x' _x a_b' lets let") ==
        Kinds{K::identifier, K::identifier, K::identifier, K::identifier, K::identifier, K::let_});
  CHECK(kinds("_") == Kinds{K::underscore});
  CHECK(kinds("__x") == Kinds{K::underscore, K::identifier});
  CHECK(kinds("#foo #[x]") == Kinds{K::constructor, K::attr_open, K::identifier, K::rbracket});
  CHECK(kinds("true false") == Kinds{K::true_, K::false_});
}

TEST_CASE("operators", "[lexer]") {
  CHECK(kinds("+ - * < ^ | ! = -> == <| .. ... ..< ..>") ==
        Kinds{K::op, K::minus, K::star, K::less, K::caret, K::bar, K::bang, K::equals, K::arrow,
              K::op, K::op, K::dots2, K::dots3, K::dots_less, K::dots_greater});
  CHECK(texts("a+.b") == std::vector<std::string>{"a", "+.", "b"});
  CHECK(kinds("a m.n.+ b") == Kinds{K::identifier, K::qual_op, K::identifier});
  CHECK(texts("a.b.c*d") == std::vector<std::string>{"a", ".", "b", ".", "c", "*", "d"});
  CHECK(texts("a...-1") == std::vector<std::string>{"a", "...", "-", "1"});
  CHECK(kinds("->* |>>") == Kinds{K::op, K::op});
  CHECK(kinds("??? ?[n].") ==
        Kinds{K::hole, K::question, K::lbracket, K::identifier, K::rbracket, K::dot});
}

TEST_CASE("a bracket right behind a name or a closing bracket indexes", "[lexer]") {
  CHECK(kinds("a[") == Kinds{K::identifier, K::index_bracket});
  CHECK(kinds("a' [") == Kinds{K::identifier, K::lbracket});
  CHECK(kinds("a'[)[][1[+[") == Kinds{K::identifier, K::index_bracket, K::rparen, K::index_bracket,
                                      K::rbracket, K::index_bracket, K::natural, K::index_bracket,
                                      K::op, K::lbracket});
  CHECK(kinds("[\n[") == Kinds{K::lbracket, K::lbracket});
}

TEST_CASE("numbers", "[lexer]") {
  CHECK(kinds("0 12 1_000") == Kinds{K::natural, K::natural, K::natural});
  CHECK(kinds("0xff 0XF_F 0b101 0rXIV") == Kinds(4, K::integer));
  CHECK(kinds("1.5 1e3 1.5E-3 0x1.8p3") == Kinds(4, K::floating));
  CHECK(kinds("1i32 0xffu8 0b1i64 0rIVi8 1f32 1.5f16 1e3f64 0x1.8p3f32") ==
        Kinds(8, K::typed_number));
  CHECK(texts("x.0.1") == std::vector<std::string>{"x", ".", "0", ".", "1"});
  CHECK(texts("0..1.5") == std::vector<std::string>{"0", "..", "1.5"});
  CHECK(texts("1.") == std::vector<std::string>{"1", "."});
}

TEST_CASE("comments and documentation", "[lexer]") {
  CHECK(kinds("a -- b\nc --") == Kinds{K::identifier, K::identifier});
  CHECK(kinds("-- |doc\n  -- more\nx") == Kinds{K::doc, K::identifier});
  CHECK(kinds("-- \xff\xfe bytes\nx") == Kinds{K::identifier});
  CHECK(grammar::doc_text("-- | one\n  -- two\n--\n--   three") == "one\ntwo\n\n  three");
  CHECK(grammar::doc_text("-- |") == "");
}

TEST_CASE("text that is no token", "[lexer]") {
  CHECK(lexical_error("\"abc\n\"") == "Unclosed string literal.");
  CHECK(lexical_error("a $ b") == "Unexpected character '$'.");
  CHECK(lexical_error("\xe2\x80\x9cx") == "Unexpected character '\xe2\x80\x9c'.");
  CHECK(lexical_error(std::string("a \0", 3)) == "Unexpected character '\\x00'.");
}

TEST_CASE("values of integers", "[lexer][literal]") {
  auto value = [](const std::string& text) { return syntax::integer_literal(text).value; };
  CHECK(value("1_000") == 1000);
  CHECK(value("0xFf") == 255);
  CHECK(value("0b1_01") == 5);
  CHECK(value("0rMCMXCIV") == 1994);
  CHECK(value("18446744073709551615") == ~std::uint64_t{0});
  CHECK_FALSE(syntax::integer_literal("18446744073709551615").too_large);
  CHECK(syntax::integer_literal("18446744073709551616").too_large);
  CHECK(syntax::integer_literal("340282366920938463463374607431768211456").too_large);
}

TEST_CASE("values of typed numbers", "[lexer][literal]") {
  auto typed = [](const std::string& text) { return syntax::typed_literal(text); };
  CHECK(typed("127i8").value == support::Scalar::integer(support::ScalarType::i8, 127));
  CHECK(typed("300u8").too_large);
  CHECK(typed("128i8").too_large);
  CHECK_FALSE(typed("255u8").too_large);
  CHECK_FALSE(typed("0xffi8").too_large);
  CHECK(typed("0xffi8").value.as_i64() == -1);
  CHECK(typed("0x100i8").too_large);
  CHECK(typed("0.1f32").value == support::Scalar::f32(0.1f));
  CHECK(typed("1e400f64").too_large);
  CHECK(typed("65519f16").value.bits == 0x7BFF);
  CHECK(typed("65520f16").too_large);
  CHECK(typed("0x1.8p3f64").value == support::Scalar::f64(12));

  CHECK_FALSE(std::get<ast::ScalarLit>(std::get<ast::Negate>(literal("-128i8")->node).inner->node)
                  .too_large);
  CHECK(std::get<ast::ScalarLit>(std::get<ast::Negate>(literal("-129i8")->node).inner->node)
            .too_large);
}

TEST_CASE("half precision rounds to the nearest even", "[lexer][literal]") {
  CHECK(syntax::to_half(0.0) == 0);
  CHECK(syntax::to_half(-0.0) == 0x8000);
  CHECK(syntax::to_half(1.0) == 0x3C00);
  CHECK(syntax::to_half(1.0 + 0x1p-11) == 0x3C00);
  CHECK(syntax::to_half(1.0 + 3 * 0x1p-11) == 0x3C02);
  CHECK(syntax::to_half(2048.0 - 0.5) == 0x6800);
  CHECK(syntax::to_half(0x1p-24) == 1);
  CHECK(syntax::to_half(0x1p-25) == 0);
  CHECK(syntax::to_half(0x1p-14 - 0x1p-26) == 0x0400);
}

TEST_CASE("floats beyond their type are infinite or zero", "[lexer][literal]") {
  CHECK(std::isinf(syntax::floating_literal("1.8e308").value));
  CHECK(syntax::floating_literal("1e-400").value == 0);
  CHECK(syntax::floating_literal("1_0.5").value == 10.5);
}

TEST_CASE("characters and strings", "[lexer][literal]") {
  auto character = [](const std::string& text) {
    return std::get<ast::IntLit>(literal(text)->node).value;
  };
  auto string = [](const std::string& text) {
    return std::get<ast::StringLit>(literal(text)->node).bytes;
  };
  CHECK(character("'a'") == 'a');
  CHECK(character("'\\n'") == '\n');
  CHECK(character("'\\''") == '\'');
  CHECK(character("'\\65'") == 65);
  CHECK(character("'\\x1F600'") == 0x1F600);
  CHECK(character("'\xc3\xa9'") == 0xE9);
  CHECK(string("\"a\\\"b\\\\\"") == "a\"b\\");
  CHECK(string("\"\\955\"") == "\xce\xbb");
  CHECK(string("\"\\SOH\\SO\\&H\"") == "\x01\x0eH");
  CHECK(string("\"a\\   \\b\"") == "ab");
  CHECK(string("\"\xce\xbb\"") == "\xce\xbb");
  CHECK(string("\"-- no comment\"") == "-- no comment");
  CHECK_THROWS_AS(string("\"\\q\""), support::UserError);
  CHECK_THROWS_AS(string("\"\xff\""), support::UserError);
}
