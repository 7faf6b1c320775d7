// Programs to trees: shapes that are easily got wrong, spans, errors, limits, speed.
#include <catch2/catch.hpp>

#include "syntax_support.hpp"

namespace {

using namespace laguz;
using test::error_of;
using test::expression;
using test::program;
using test::repeat;

template <class Node>
bool is(const std::string& text) {
  return std::holds_alternative<Node>(expression(text).tree->node);
}
template <class Node>
bool is_type(const std::string& text) {
  return std::holds_alternative<Node>(test::type(text).tree->node);
}

const ast::ValDec& first_value(const ast::Prog& p) {
  return std::get<ast::ValDec>(p.decs.at(0)->node);
}

std::string text_at(const support::Span& span) {
  return span.file->text().substr(span.lo, span.hi - span.lo);
}

/// Message and hint of the error in [text], on one line.
std::string complaint(const std::string& text) {
  const auto error = error_of(text);
  return error.message + " " + error.hint;
}

}  // namespace

// ---------------------------------------------------------------------------------- expressions

TEST_CASE("parentheses", "[parser]") {
  CHECK(is<ast::Tuple>("()"));
  CHECK(is<ast::Parens>("(x)"));
  CHECK(is<ast::Tuple>("(x, y,)"));
  CHECK(is<ast::Parens>("(x : i32)"));
  CHECK(is<ast::OpSection>("(`f`)"));
  CHECK(is<ast::OpSection>("(m.+)"));
  CHECK(is<ast::OpSectionLeft>("(x `m.f`)"));
  CHECK(is<ast::OpSectionRight>("(m.+ x)"));
  CHECK(is<ast::OpSectionRight>("(<= x)"));
  CHECK(is<ast::PathSection>("(.a.0[1])"));
  CHECK(is<ast::PathSection>("(.[1:2, 3].b)"));
  CHECK(is<ast::Parens>("(-x)"));
}

TEST_CASE("dots select from modules and records", "[parser]") {
  const auto variable = expression("a.b.c");
  const auto& name = std::get<ast::Var>(variable.tree->node).name;
  CHECK(name.quals == std::vector<ast::Name>{"a", "b"});
  CHECK(name.name == "c");
  CHECK(text_at(name.span) == "a.b.c");
  CHECK(is<ast::Project>("a.0"));
  CHECK(is<ast::Project>("(a).b"));
  CHECK(is<ast::Project>("a[0].b"));
  CHECK(is<ast::LocalOpen>("a.b.(c + d)"));
  const auto twice = expression("x.0.1");
  const auto& outer = std::get<ast::Project>(twice.tree->node);
  CHECK(outer.field.name == "1");
  CHECK(std::get<ast::Project>(outer.record->node).field.name == "0");
}

TEST_CASE("application and indexing", "[parser]") {
  CHECK(is<ast::Apply>("f [1]"));
  CHECK(is<ast::Index>("f[1]"));
  const auto call = expression("f x[0] \\y -> y + 1");
  CHECK(std::get<ast::Apply>(call.tree->node).args.size() == 2);
  const auto sum = expression("#c 1 #d");
  CHECK(std::get<ast::Apply>(sum.tree->node).args.size() == 2);
  const auto index = expression("a[i, :, 1:, :2, ::3, 1:2:3]");
  const auto& dims = std::get<ast::Index>(index.tree->node).dims;
  REQUIRE(dims.size() == 6);
  CHECK_FALSE(dims[0].slice);
  CHECK((dims[1].slice && !dims[1].start && !dims[1].end && !dims[1].stride));
  CHECK((dims[2].start && !dims[2].end));
  CHECK((!dims[3].start && dims[3].end));
  CHECK((dims[4].slice && !dims[4].end && dims[4].stride));
  CHECK((dims[5].start && dims[5].end && dims[5].stride));
}

TEST_CASE("let", "[parser]") {
  CHECK(is<ast::LetPat>("let (x, y) = p in x"));
  CHECK(is<ast::LetPat>("let x : i32 = p let y = 2 in x"));
  CHECK(is<ast::LetPat>("let [n] (xs: [n]i32) = p in x"));
  CHECK(is<ast::LetPat>("let #some x = p in x"));
  CHECK(is<ast::LetPat>("let (+++) = f in 1"));
  CHECK(is<ast::LetFun>("let f x = x in f"));
  CHECK(is<ast::LetFun>("let f [n] 't (x: [n]t) : t = x in f"));
  CHECK(is<ast::LetFun>("let f () = 1 in f"));
  CHECK(is<ast::LetWith>("let a[0] = 1 in a"));
  CHECK(is<ast::LetWith>("let a.b[0] = 1 in a"));
}

TEST_CASE("loops", "[parser]") {
  auto form = [](const std::string& text) {
    return std::get<ast::Loop>(expression(text).tree->node).form;
  };
  CHECK(std::holds_alternative<ast::LoopFor>(form("loop x = 1 for i < n do x")));
  CHECK(std::holds_alternative<ast::LoopForIn>(form("loop x = 1 for i in xs do x")));
  CHECK(std::holds_alternative<ast::LoopForIn>(form("loop (x, y) for (a, b) in xs do x")));
  CHECK(std::holds_alternative<ast::LoopWhile>(form("loop x = 1 while x < 2 do x")));
}

TEST_CASE("else-if and let chains share no recursion but keep their spans", "[parser]") {
  const auto e = expression("if a then b else if c then d else let x = 1 let y = 2 in z");
  const auto& outer = std::get<ast::If>(e.tree->node);
  CHECK(text_at(outer.else_branch->span).rfind("if c", 0) == 0);
  const auto& inner = std::get<ast::If>(outer.else_branch->node);
  const auto& let = std::get<ast::LetPat>(inner.else_branch->node);
  CHECK(text_at(inner.else_branch->span) == "let x = 1 let y = 2 in z");
  CHECK(text_at(let.body->span) == "let y = 2 in z");
}

TEST_CASE("updates", "[parser]") {
  const auto e = expression("r with a.b[1].0 = 2");
  CHECK(std::get<ast::Update>(e.tree->node).path.size() == 4);
  CHECK(is<ast::Update>("a with [0] = 1 with [1] = 2"));
}

TEST_CASE("attributes", "[parser]") {
  const auto e = expression("#[a(1, b(c), d())] x + y : t");
  const auto& attributed = std::get<ast::Attributed>(e.tree->node);
  CHECK(attributed.attr.name == "a");
  REQUIRE(attributed.attr.args.size() == 3);
  CHECK(attributed.attr.args[0].number == 1);
  CHECK(attributed.attr.args[2].applied);
  CHECK(std::holds_alternative<ast::Ascript>(attributed.inner->node));
}

// ---------------------------------------------------------------------------- types and patterns

TEST_CASE("types", "[parser]") {
  CHECK(is_type<ast::TypeArray>("[n][m]t u"));
  CHECK(is_type<ast::TypeApply>("t [n] u"));
  CHECK(is_type<ast::TypeArrow>("(x: i64) -> [x]t -> t"));
  CHECK(is_type<ast::TypeArrow>("a -> b"));
  CHECK(is_type<ast::TypeDim>("?[n][m].([n]t, [m]t)"));
  CHECK(is_type<ast::TypeUnique>("*[n]t"));
  CHECK(is_type<ast::TypeTuple>("()"));
  CHECK(is_type<ast::TypeParens>("(t)"));
  CHECK(is_type<ast::TypeRecord>("{a: t, 0: u}"));
  const auto sum = test::type("#a t [n]u v | #b");
  const auto& clauses = std::get<ast::TypeSum>(sum.tree->node).clauses;
  REQUIRE(clauses.size() == 2);
  CHECK(clauses[0].second.size() == 2);
}

TEST_CASE("patterns", "[parser]") {
  const auto e = expression("match x case -1 -> 1 case #a (b, _) -1i8 -> 2 case {x, y = 'c'} -> 3");
  const auto& cases = std::get<ast::Match>(e.tree->node).cases;
  REQUIRE(cases.size() == 3);
  CHECK(std::get<ast::PatLit>(cases[0].pattern->node).negative);
  CHECK(std::get<ast::PatConstr>(cases[1].pattern->node).args.size() == 2);
  const auto& fields = std::get<ast::PatRecord>(cases[2].pattern->node).fields;
  CHECK(std::holds_alternative<ast::PatId>(fields[0].second->node));
  CHECK(std::holds_alternative<ast::PatLit>(fields[1].second->node));
}

// --------------------------------------------------------------------------------- declarations

TEST_CASE("definitions", "[parser]") {
  CHECK(first_value(program("def f 't [n] (x: t) (_: [n]t): t = x").tree).type_params.size() == 2);
  CHECK(first_value(program("def x +++ y = x").tree).infix);
  CHECK(first_value(program("def (x: i32) `f` {a, b} = x").tree).infix);
  CHECK(first_value(program("def (+++) x y = x").tree).name.name == "+++");
  CHECK(first_value(program("def (-) x y = x").tree).name.name == "-");
  CHECK(first_value(program("def x - y = x").tree).name.name == "-");
  CHECK(first_value(program("entry main = 1").tree).kind == ast::ValKind::entry);
  CHECK(first_value(program("let x = 1").tree).kind == ast::ValKind::let);
}

TEST_CASE("documentation", "[parser]") {
  const auto one = program("-- | file\n\ndef x = 1");
  CHECK(one.tree.doc == "file");
  CHECK(one.tree.decs[0]->doc.empty());
  const auto two = program("-- | file\n\n-- | x\n-- more\n#[a] def x = 1\n-- | y\nlocal def y = 2");
  CHECK(two.tree.doc == "file");
  CHECK(two.tree.decs[0]->doc == "x\nmore");
  CHECK(two.tree.decs[0]->attrs.size() == 1);
  CHECK(text_at(two.tree.decs[0]->span) == "#[a] def x = 1");
  CHECK(two.tree.decs[1]->doc == "y");
}

TEST_CASE("modules", "[parser]") {
  const auto p = program(
      "module type s = { type t val x : t val (+) : t -> t -> t val - : t type^ u 'a "
      "module m : r include q with t = i32 }\n"
      "module f (a: s) (b: s with t 'a = [n]a) : r = { open a def x = 1 }\n"
      "module g = \\(a: s) : (r) -> f a (import \"b\") : s\n"
      "module h = import \"lib/h\"\n"
      "module type ft = (a: s) -> r with t = a.t\n"
      "open f g\nimport \"x/y\"\nlocal open h\ntype~ t 'a [n] = [n]a");
  CHECK(p.tree.decs.size() == 9);
  CHECK(std::get<ast::ImportDec>(p.tree.decs[6]->node).path == "x/y");
  const auto& specs =
      std::get<ast::ModTypeSpecs>(std::get<ast::ModTypeDec>(p.tree.decs[0]->node).type->node).specs;
  CHECK(specs.size() == 7);
}

TEST_CASE("the prompt takes declarations and expressions", "[parser]") {
  auto is_expression = [](const std::string& text) {
    support::SourceFile source("prompt", text);
    return std::holds_alternative<ast::ExpPtr>(syntax::parse_prompt(source));
  };
  CHECK(is_expression("1 + 2"));
  CHECK(is_expression("let x = 1 in x"));
  CHECK(is_expression("#[trace] x"));
  CHECK(is_expression("if a then b else c"));
  CHECK_FALSE(is_expression("let x = 1"));
  CHECK_FALSE(is_expression("def f x = x def g x = f x"));
  CHECK_FALSE(is_expression("#[noinline] def f x = x"));
  CHECK_FALSE(is_expression("import \"a\""));
  CHECK_FALSE(is_expression(""));

  auto needs_more = [](const std::string& text) {
    support::SourceFile source("prompt", text);
    try {
      syntax::parse_prompt(source);
    } catch (const support::UserError& error) {
      return error.diagnostic().at_end_of_input;
    }
    return false;
  };
  CHECK(needs_more("def f x ="));
  CHECK(needs_more("let x = 1 in"));
  CHECK(needs_more("(1 + "));
  CHECK(needs_more("match x"));
  CHECK(needs_more("module m = {\n"));
  CHECK_FALSE(needs_more("(1 + ]"));
  CHECK_FALSE(needs_more("\"abc"));
}

// --------------------------------------------------------------------------------------- errors

TEST_CASE("an error names what was found and what was expected", "[parser][errors]") {
  const auto error = error_of("def f x = (x + 1]");
  CHECK(error.phase == support::Phase::syntax);
  CHECK(error.message == "Unexpected token: ']'.\nExpected ')'.");
  CHECK(error.hint == "The '(' at 1:11 is not closed.");
  CHECK(error.span.lo == 16);
  CHECK(error.span.hi == 17);
  CHECK_FALSE(error.at_end_of_input);
}

TEST_CASE("an error at the end of the input says so", "[parser][errors]") {
  const auto error = error_of("def f x = let y = x\n\n");
  CHECK(error.at_end_of_input);
  CHECK(error.message == "Unexpected end of file.\nExpected 'in'.");
  CHECK(error.span.lo == 19);
}

TEST_CASE("usual slips get a hint", "[parser][errors]") {
  using Catch::Contains;
  CHECK_THAT(complaint("def f = let x = 1\ndef g = 2"),
             Contains("Unexpected \"def\" - missing \"in\"?"));
  CHECK_THAT(complaint("def (a, b) = (1, 2)"), Contains("Cannot bind patterns at top level."));
  CHECK_THAT(complaint("def x m.+ y = 1"),
             Contains("Cannot use a qualified name in binding position."));
  CHECK_THAT(complaint("def m.f = 1"),
             Contains("Cannot use a qualified name in binding position."));
  CHECK_THAT(complaint("def x ! y = 1"), Contains("cannot be used as infix operator"));
  CHECK_THAT(complaint("def f = x ! y"), Contains("cannot be used as infix operator"));
  CHECK_THAT(complaint("def f = if a = b then c else d"), Contains("Equality is written '=='"));
  CHECK_THAT(complaint("def f = a[0] [1]"), Contains("multi-dimensional indexing"));
  CHECK_THAT(complaint("def f = (x).(y)"), Contains("Can only locally open module names"));
  CHECK_THAT(complaint("def f =\n-- | doc\n1"),
             Contains("only permitted when preceding declarations"));
  CHECK_THAT(complaint("def f = let in = 1 in in"), Contains("'in' is a keyword"));
  CHECK_THAT(complaint("def f = let f[n] (x: [n]t) = 1 in f"),
             Contains("put a space before the '['"));
  CHECK_THAT(complaint("def f = if a then[1] else 2"), Contains("put a space behind 'then'"));
  CHECK_THAT(complaint("def f (x: t) -> t = x"), Contains("The type of a result follows a ':'"));
  CHECK_THAT(complaint("f x = 1"), Contains("A definition begins with 'def'"));
}

TEST_CASE("no error message leaks the names of C++ types", "[parser][errors]") {
  for (const char* text : {"def",
                           "def f = [",
                           "def f = {",
                           "def f = {a",
                           "def f = (",
                           "type t = (",
                           "type t = {",
                           "def f = a[",
                           "def f = #[",
                           "def f = #[a(",
                           "def f {",
                           "def f (",
                           "module m = ",
                           "module m (",
                           "module type m = {",
                           "module type m = { val",
                           "module m = \\",
                           "def f = \\",
                           "def f = x with",
                           "def f = x.",
                           "def f = (.",
                           "def f '",
                           "def f = x `",
                           "def x `",
                           "def f = match x case",
                           "def f = loop x",
                           "def f = loop x = 1 for",
                           "open",
                           "import"}) {
    const std::string message = error_of(text).message;
    CAPTURE(text, message);
    CHECK(message.rfind("Unexpected end of file.\nExpected ", 0) == 0);
    CHECK(message.find("boost") == std::string::npos);
    CHECK(message.find("::") == std::string::npos);
    CHECK(message.find("N5") == std::string::npos);
  }
}

// --------------------------------------------------------------------------------------- limits

TEST_CASE("chains may be of any length", "[parser][limits]") {
  const int n = 20000;
  CHECK_NOTHROW(expression(repeat("let a = 1 ", n) + "in a"));
  CHECK_NOTHROW(expression(repeat("let a = 1 in ", n) + "a"));
  CHECK_NOTHROW(expression(repeat("if a then b else ", n) + "c"));
  CHECK_NOTHROW(expression("f" + repeat(" x", n)));
  CHECK_NOTHROW(expression("x" + repeat("[0]", n)));
  CHECK_NOTHROW(expression("x" + repeat(".0", n)));
  CHECK_NOTHROW(expression("x" + repeat(".a", n)));
  CHECK_NOTHROW(expression("x" + repeat(" : t", n)));
  CHECK_NOTHROW(expression("[" + repeat("1,", n) + "]"));
  CHECK_NOTHROW(expression("match x" + repeat(" case 1 -> 2", n)));
  CHECK_NOTHROW(program(repeat("def x = 1\n", n)));
  CHECK_NOTHROW(test::type("#a" + repeat(" | #b", n)));
}

TEST_CASE("nesting beyond the limit is an error, not a crash", "[parser][limits]") {
  struct Form {
    const char *open, *middle, *close;
  };
  const int n = 5000;
  for (const Form& f : {Form{"(", "1", ")"},
                        {"(1,", "1", ")"},
                        {"[", "1", "]"},
                        {"{a=", "1", "}"},
                        {"a[", "1", "]"},
                        {"a[:", "1", "]"},
                        {"(+ ", "1", ")"},
                        {"(", "1", " +)"},
                        {"m.(", "1", ")"},
                        {"\\x -> ", "1", ""},
                        {"- ", "1", ""},
                        {"! ", "1", ""},
                        {"#[a] ", "1", ""},
                        {"assert a ", "1", ""},
                        {"match x case _ -> ", "1", ""},
                        {"loop x = 1 while a do ", "1", ""},
                        {"let a = ", "1", " in a"},
                        {"if ", "1", " then 1 else 1"},
                        {"f (", "1", ")"},
                        {"x : [(1 : ", "t", ")]t"},
                        {"x with [", "1", "] = 1"}}) {
    CAPTURE(f.open);
    const std::string text = "def x = " + repeat(f.open, n) + f.middle + repeat(f.close, n);
    CHECK_THAT(error_of(text).message, Catch::StartsWith("Nested too deeply"));
  }
  for (const Form& f : {Form{"(", "t", ")"},
                        {"[]", "t", ""},
                        {"* ", "t", ""},
                        {"t -> ", "t", ""},
                        {"(a: t) -> ", "t", ""},
                        {"{a: ", "t", "}"},
                        {"#a (", "t", ")"},
                        {"?[n].", "t", ""},
                        {"t ", "t", ""}}) {
    CAPTURE(f.open);
    const std::string text = "type t = " + repeat(f.open, n) + f.middle + repeat(f.close, n);
    CHECK_THAT(error_of(text).message, Catch::StartsWith("Nested too deeply"));
  }
  for (const Form& f :
       {Form{"(", "x", ")"}, {"{a = ", "x", "}"}, {"#[a] ", "x", ""}, {"#a (", "x", ")"}}) {
    CAPTURE(f.open);
    const std::string text =
        "def x = let " + repeat(f.open, n) + f.middle + repeat(f.close, n) + " = 1 in 1";
    CHECK_THAT(error_of(text).message, Catch::StartsWith("Nested too deeply"));
  }
  for (const Form& f : {Form{"local ", "def x = 1", ""},
                        {"module m = {", "", "}"},
                        {"module type m = {module m: ", "m", "}"}}) {
    CAPTURE(f.open);
    const std::string text = repeat(f.open, n) + f.middle + repeat(f.close, n);
    CHECK_FALSE(error_of(text).message.empty());
  }
  CHECK_THAT(error_of("module m = " + repeat("(", n) + "m").message,
             Catch::StartsWith("Nested too deeply"));
  CHECK_THAT(error_of("module m = m" + repeat(" m", n)).message,
             Catch::StartsWith("Nested too deeply"));
  CHECK_THAT(error_of("module m = m" + repeat(" : m", n)).message,
             Catch::StartsWith("Nested too deeply"));
  CHECK_THAT(error_of("module type m = " + repeat("m -> ", n) + "m").message,
             Catch::StartsWith("Nested too deeply"));
}

TEST_CASE("bytes of all sorts neither crash nor hang the parser", "[parser][limits]") {
  std::uint64_t state = 1;
  auto next = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state >> 33);
  };
  const std::string alphabet = "()[]{}<>=+-*/%&|^!.,:;'\"`\\#_?~ \nabx019rRieE$";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (unsigned n = next() % 80; n > 0; --n)
      text += i % 2 ? alphabet[next() % alphabet.size()] : static_cast<char>(next() % 256);
    CHECK_NOTHROW(error_of(text));
    CHECK_NOTHROW(error_of("def x = " + text));
  }
}

TEST_CASE("long programs and 200 brackets parse", "[parser]") {
  const std::string text = repeat(
      "-- | Documentation.\n"
      "def f [n] 't (xs: [n]t) (g: t -> i32): i32 =\n"
      "  let ys = map (\\x -> g x * 2 + 1) xs\n"
      "  let (a, b) = loop (a, b) = (0, 1i32) for i < n do\n"
      "                 if ys[i] % 2 == 0 then (a + ys[i], b) else (a, b * ys[i])\n"
      "  let r = {x = a, y = b} with x = 3\n"
      "  in match r.x\n"
      "     case 0 -> reduce (+) 0 ys |> (+ 1)\n"
      "     case _ -> f32.(i32.to_i64 a + 0x10) - b\n"
      "\n",
      1000);
  CHECK(program(text).tree.decs.size() == 1000);
  CHECK_NOTHROW(expression(repeat("(", 200) + "1" + repeat(")", 200)));
}
