// How infix operators group.
#include "syntax/fixity.hpp"

#include <catch2/catch.hpp>

#include "syntax_support.hpp"

namespace {

using namespace laguz;
using support::overloaded;

/// [exp] with parentheses around every infix, prefix and application.
std::string grouped(const ast::Exp& exp) {
  auto sub = [](const ast::ExpPtr& e) { return grouped(*e); };
  return std::visit(
      overloaded{
          [&](const ast::BinOp& n) { return "(" + sub(n.left) + n.op.name + sub(n.right) + ")"; },
          [&](const ast::Negate& n) { return "(-" + sub(n.inner) + ")"; },
          [&](const ast::Not& n) { return "(!" + sub(n.inner) + ")"; },
          [&](const ast::Ascript& n) {
            return "(" + sub(n.inner) + ":" + syntax::print(*n.type) + ")";
          },
          [&](const ast::Update& n) { return "(" + sub(n.record) + " with " + sub(n.value) + ")"; },
          [&](const ast::Range& n) {
            return "[" + sub(n.start) + (n.second ? "," + sub(n.second) : "") + ".." + sub(n.end) +
                   "]";
          },
          [&](const ast::Apply& n) {
            std::string out = "(" + sub(n.function);
            for (const auto& arg : n.args) out += " " + sub(arg);
            return out + ")";
          },
          [&](const ast::Lambda& n) { return "(\\" + sub(n.body) + ")"; },
          [&](const ast::If& n) { return "(if " + sub(n.else_branch) + ")"; },
          [&](const auto&) { return syntax::print(exp); },
      },
      exp.node);
}
std::string grouped(const std::string& text) { return grouped(*test::expression(text).tree); }

}  // namespace

TEST_CASE("arithmetic", "[fixity]") {
  CHECK(grouped("1 + 2 * 3 - 4") == "((1+(2*3))-4)");
  CHECK(grouped("a / b * c % d") == "(((a/b)*c)%d)");
  CHECK(grouped("a ** b ** c") == "((a**b)**c)");
  CHECK(grouped("-a ** b") == "((-a)**b)");
  CHECK(grouped("-f x") == "(-(f x))");
  CHECK(grouped("a - -b") == "(a-(-b))");
  CHECK(grouped("!a && b") == "((!a)&&b)");
  CHECK(grouped("a // b %% c") == "((a//b)%%c)");
}

TEST_CASE("bits bind tighter than comparison, looser than shifts", "[fixity]") {
  CHECK(grouped("a & b == c") == "((a&b)==c)");
  CHECK(grouped("a | b ^ c & d") == "(((a|b)^c)&d)");
  CHECK(grouped("a & b << c + d") == "(a&(b<<(c+d)))");
  CHECK(grouped("a >>> b + c") == "(a>>>(b+c))");
}

TEST_CASE("logic and pipes", "[fixity]") {
  CHECK(grouped("a || b && c < d") == "(a||(b&&(c<d)))");
  CHECK(grouped("x |> f |> g") == "((x|>f)|>g)");
  CHECK(grouped("f <| g <| x") == "(f<|(g<|x))");
  CHECK(grouped("x || y |> f") == "((x||y)|>f)");
  CHECK(grouped("f <| x |> g") == "((f<|x)|>g)");
  CHECK(grouped("x |> f <| y") == "(x|>(f<|y))");
}

TEST_CASE("an operator binds as the longest built-in one that it begins with", "[fixity]") {
  CHECK(grouped("a +. b *! c") == "(a+.(b*!c))");
  CHECK(grouped("a >-> b >>= c") == "(a>->(b>>=c))");
  CHECK(grouped("a =% b + c") == "(a=%(b+c))");
  CHECK(syntax::operator_precedence("||+") == syntax::Precedence::logical_or);
  CHECK(syntax::operator_precedence("|+") == syntax::Precedence::bitwise);
}

TEST_CASE("backticks, with, ranges and ascription are loosest", "[fixity]") {
  CHECK(grouped("a `f` b + c `g` d") == "((af(b+c))gd)");
  CHECK(grouped("a with [0] = b + c") == "(a with (b+c))");
  CHECK(grouped("a + b with [0] = c |> d") == "((a+b) with (c|>d))");
  CHECK(grouped("a with [0] = b with [1] = c") == "((a with b) with c)");
  CHECK(grouped("a `f` b with [0] = c") == "(af(b with c))");
  CHECK(grouped("a...b + 1") == "[a..(b+1)]");
  CHECK(grouped("a..b..<c") == "[a,b..c]");
  CHECK(grouped("a...b...c") == "[a..[b..c]]");
  CHECK(grouped("a..<b : t") == "([a..b]:t)");
  CHECK(grouped("a + b : t") == "((a+b):t)");
}

TEST_CASE("what begins with a keyword or a backslash takes all that follows", "[fixity]") {
  CHECK(grouped("f \\x -> x + 1 : t") == "(f (\\((x+1):t)))");
  CHECK(grouped("1 + if a then b else c * d + e") == "(1+(if ((c*d)+e)))");
  CHECK(grouped("x |> f \\y -> y |> g") == "(x|>(f (\\(y|>g))))");
}

TEST_CASE("sections take a looser operator only", "[fixity]") {
  using ast::OpSectionLeft;
  CHECK(std::holds_alternative<OpSectionLeft>(test::expression("(a * b +)").tree->node));
  CHECK(std::holds_alternative<OpSectionLeft>(test::expression("(a - b -)").tree->node));
  CHECK(std::holds_alternative<OpSectionLeft>(test::expression("(a + b `f`)").tree->node));
  CHECK(std::holds_alternative<ast::OpSectionRight>(test::expression("(+ a * b)").tree->node));
  CHECK(std::holds_alternative<ast::Parens>(test::expression("(- a)").tree->node));
  CHECK(std::holds_alternative<ast::OpSection>(test::expression("(-)").tree->node));
  CHECK_THROWS_AS(test::expression("(a + b *)"), support::UserError);
  CHECK_THROWS_AS(test::expression("(a <| b <|)"), support::UserError);
}

TEST_CASE("two dots alone are no range", "[fixity]") {
  const auto error = test::error_of("def x = 1..2");
  CHECK_THAT(error.message, Catch::Contains("Use '...' for ranges, not '..'"));
  CHECK(error.span.lo == 9);
  CHECK(error.span.hi == 11);
}

TEST_CASE("long chains of operators need no recursion", "[fixity]") {
  for (const char* link :
       {"1 + ", "1 |> ", "1 <| ", "1 ** ", "1 `f` ", "a with [0] = ", "1 .. 2 ... "})
    CHECK_NOTHROW(test::expression(test::repeat(link, 20000) + "1"));
}
