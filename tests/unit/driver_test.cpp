// The driver's parts that need no process: test blocks, comparing, printing, graphs as text.
#include <deque>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "driver/bench/measure.hpp"
#include "driver/command_line.hpp"
#include "driver/options.hpp"
#include "driver/print_view.hpp"
#include "driver/repl/repl.hpp"
#include "driver/testing/process.hpp"
#include "driver/testing/program.hpp"
#include "driver/testing/report.hpp"
#include "driver/testing/spec.hpp"
#include "driver/testing/values.hpp"
#include "graph/export.hpp"
#include "prims/catalog.hpp"
#include "runtime/value_text.hpp"

namespace {

using namespace laguz;
using namespace laguz::driver;
using runtime::Style;
using runtime::Value;

/// Errors point into the text.
const support::SourceFile& source(const std::string& text) {
  static std::deque<support::SourceFile> kept;
  return kept.emplace_back("t.fut", text);
}

testing::Spec spec(const std::string& text) { return testing::parse_spec(source(text)); }

std::optional<std::string> differs(const char* expected, const char* got,
                                   double tolerance = 0.002) {
  return testing::compare(runtime::read_values(expected), runtime::read_values(got), tolerance);
}

core::View leaf(support::ScalarType type, int rank) {
  core::View view;
  view.leaf = {type, static_cast<std::uint8_t>(rank), false};
  return view;
}

TEST_CASE("A file without test blocks has an empty spec", "[driver]") {
  CHECK(spec("def f x = x + 1\n-- a comment\n").empty());
}

TEST_CASE("A test block lists entries and cases", "[driver]") {
  const auto read = spec(
      "-- A program.\n"
      "-- ==\n"
      "-- tags { slow odd }\n"
      "-- entry: f g\n"
      "-- input { 1 [2,3] }\n"
      "-- output { 4 }\n"
      "-- \"named\" compiled input { 2 [0] } error: out of.*bounds\n"
      "-- input @ data/x.in.gz\n"
      "-- output @ data/x.out\n"
      "-- random input { [10]f64 } auto output\n"
      "-- script input { f 1 } output { 2 }\n"
      "def main x = x\n");
  CHECK(read.tags == std::vector<std::string>{"slow", "odd"});
  REQUIRE(read.blocks.size() == 1);
  const auto& block = read.blocks[0];
  CHECK(block.entries == std::vector<std::string>{"f", "g"});
  REQUIRE(block.cases.size() == 5);
  CHECK(std::get<testing::Literal>(block.cases[0].input).text == " 1 [2,3] ");
  CHECK(block.cases[0].name == "#0 (\"1 [2,3]\")");
  CHECK(std::get<testing::Literal>(*block.cases[0].expected).text == " 4 ");
  CHECK(block.cases[1].name == "named");
  CHECK(block.cases[1].tags == std::vector<std::string>{"compiled"});
  CHECK(std::get<testing::ErrorPattern>(*block.cases[1].expected).regex == "out of.*bounds");
  CHECK(std::get<testing::File>(block.cases[2].input).path == "data/x.in.gz");
  CHECK(std::get<testing::Random>(block.cases[3].input).types == " [10]f64 ");
  CHECK(std::holds_alternative<testing::Auto>(*block.cases[3].expected));
  CHECK(std::holds_alternative<testing::Script>(block.cases[4].input));
}

TEST_CASE("A literal knows its place in the file", "[driver]") {
  const std::string text = "-- ==\n-- input { 1\n--   2 } output { 3 }\n";
  const auto read = spec(text);
  const auto& output = std::get<testing::Literal>(*read.blocks.at(0).cases.at(0).expected);
  CHECK(text.substr(output.offset, output.length) == " 3 ");
  const auto& input = std::get<testing::Literal>(read.blocks[0].cases[0].input);
  const auto& file = source(text);
  CHECK(text.at(testing::place_of(file, input, input.text.find('2')).lo) == '2');
}

TEST_CASE("A program may have to be rejected, or to be warned about", "[driver]") {
  CHECK(spec("-- ==\n-- error: Cannot.*unify\n").type_error == "Cannot.*unify");
  CHECK(spec("-- ==\n-- warning: unused\n").blocks.at(0).warning == "unused");
}

TEST_CASE("Test blocks that are not understood are errors with a line", "[driver]") {
  for (const char* text : {"-- ==\n-- input { 1 output { 2 }\n", "-- ==\n-- \"no end\n",
                           "-- ==\n-- bogus {\n", "-- ==\n-- input { 1 } auto more\n"}) {
    CAPTURE(text);
    try {
      (void)spec(text);
      FAIL("accepted");
    } catch (const support::UserError& error) {
      CHECK(support::locate(error.diagnostic().span).rfind("t.fut:2:", 0) == 0);
    }
  }
}

TEST_CASE("What is missing at the end of a test block is missing in its last line", "[driver]") {
  for (const char* text :
       {"-- ==\n-- property: a\n-- size: 1\ndef main x = x\n", "-- ==\n-- entry: f\n-- size: 1",
        "-- ==\n-- entry: f\n-- size: 1 \n--\n\n\ndef main x = x\n"}) {
    CAPTURE(text);
    try {
      (void)spec(text);
      FAIL("accepted");
    } catch (const support::UserError& error) {
      CHECK(support::locate(error.diagnostic().span) == "t.fut:3:11-11");
    }
  }
}

TEST_CASE("Values agree within the tolerance of their array", "[driver]") {
  CHECK_FALSE(differs("1 2.0 [1,2]", "1 2.0 [1,2]"));
  CHECK_FALSE(differs("1000.0", "1001.9"));
  CHECK(differs("1000.0", "1002.1"));
  CHECK_FALSE(differs("[0.0, 1000.0]", "[1.9, 1000.0]"));
  CHECK(differs("[0.0, 1000.0]", "[2.1, 1000.0]"));
  CHECK(differs("1.0", "1.0000001", 0.0));
  CHECK_FALSE(differs("f64.nan", "f64.nan"));
  CHECK(differs("f64.nan", "1.0"));
  CHECK(differs("f64.inf", "-f64.inf"));
  CHECK_FALSE(differs("f64.inf", "f64.inf"));
}

TEST_CASE("Differences say where and what", "[driver]") {
  CHECK(differs("[[1,2],[3,4]]", "[[1,2],[3,5]]") ==
        "Value #0: expected 4i32, got 5i32 at index [1, 1]");
  CHECK(differs("1", "1i64") == "Value #0: expected a value of type i32, got i64");
  CHECK(differs("[1,2]", "[1]") == "Value #0: expected a value of type [2]i32, got [1]i32");
  CHECK(differs("1 2", "1") == "expected 2 value(s), got 1");
  CHECK(differs("[1,2,3]", "[1,3,4]") ==
        "Value #0: 2 of 3 elements differ:\n"
        "  [1]: expected 2i32, got 3i32\n  [2]: expected 3i32, got 4i32");
  CHECK(differs("[0,0,0,0,0,0,0]", "[1,1,1,1,1,1,1]")->find("and 2 more") != std::string::npos);
  CHECK(differs("true", "false") == "Value #0: expected true, got false");
}

TEST_CASE("Random input is the same for the same text", "[driver]") {
  const auto a = testing::generate("[3][2]f64 i32 7i64"),
             b = testing::generate("[3][2]f64 i32 7i64");
  REQUIRE(a.size() == 3);
  CHECK_FALSE(testing::compare(a, b, 0));
  CHECK(std::get<runtime::Array>(a[0]).shape() == runtime::Shape{3, 2});
  CHECK(std::get<support::Scalar>(a[2]) == support::Scalar::i64(7));
  CHECK_THROWS_AS(testing::generate("[x]f64"), support::UserError);
}

TEST_CASE("Texts differ at a line", "[driver]") {
  CHECK_FALSE(testing::difference("a\nb\n", "a\nb\n"));
  CHECK(testing::difference("a\nb\n", "a\nc\n") ==
        "line 2 differs\n  expected | b\n  got      | c");
  CHECK(testing::difference("a\n", "a\nb\n") ==
        "line 2 differs\n  expected (nothing more)\n  got      | b");
  CHECK(testing::difference("", "x"));
}

TEST_CASE("Outcomes are lines of JSON, whatever they say", "[driver]") {
  const testing::Outcome outcome{testing::Outcome::Status::failed, "a \"b\"", "two\nlines \xff"};
  const auto line = testing::outcome_line(outcome);
  CHECK(line.find('\n') == std::string::npos);
  const auto parsed = nlohmann::json::parse(line);
  CHECK(parsed["laguz"] == 1);
  CHECK(parsed["where"] == "a \"b\"");
}

TEST_CASE("Reports for other programs hold every outcome", "[driver]") {
  using Status = testing::Outcome::Status;
  const std::vector<testing::Report> reports{
      {"a.fut",
       {{Status::passed, "type check", ""}, {Status::failed, "main", "1 < \"2\"\n&", 0.25}},
       "",
       0.5},
      {"b.fut", {{Status::skipped, "f", "by a tag"}}, "crashed", 0}};
  const std::string lines = testing::json_lines(reports);
  std::vector<nlohmann::json> read;
  for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
    read.push_back(nlohmann::json::parse(lines.substr(at, lines.find('\n', at) - at)));
  REQUIRE(read.size() == 4);
  CHECK(read[0]["status"] == "passed");
  CHECK(read[1]["seconds"] == 0.25);
  CHECK(read[1]["detail"] == "1 < \"2\"\n&");
  CHECK(read[2]["status"] == "skipped");
  CHECK(read[3]["case"] == "process");
  CHECK(read[3]["status"] == "failed");
  const std::string xml = testing::junit_xml(reports);
  CHECK(xml.find(
            "<testsuite name=\"a.fut\" tests=\"2\" failures=\"1\" skipped=\"0\" time=\"0.500\">") !=
        std::string::npos);
  CHECK(xml.find("<failure>1 &lt; &quot;2&quot;&#10;&amp;</failure>") != std::string::npos);
  CHECK(xml.find("<skipped/>") != std::string::npos);
}

TEST_CASE("Large arrays are shown by their edges and their shape", "[driver]") {
  const std::vector<Value> line{runtime::Array::iota(support::ScalarType::i64, 100, 0, 1)};
  CHECK(print_view(leaf(support::ScalarType::i64, 1), line, Style::human, {.limit = 50}) ==
        "[0, 1, 2, …, 97, 98, 99] : [100]i64");
  CHECK(print_view(leaf(support::ScalarType::i64, 1), line, Style::human, {.limit = 100}).size() >
        200);
  const std::vector<Value> plane{
      runtime::Array::iota(support::ScalarType::i64, 100, 0, 1).reshape({50, 2})};
  CHECK(print_view(leaf(support::ScalarType::i64, 2), plane, Style::human, {.limit = 50}) ==
        "[[0, 1],\n [2, 3],\n [4, 5],\n …,\n [94, 95],\n [96, 97],\n [98, 99]] : [50][2]i64");
}

TEST_CASE("Tuples have lines of their own, but not inside arrays", "[driver]") {
  core::View pair;
  pair.kind = core::View::Kind::tuple;
  pair.parts = {{"0", leaf(support::ScalarType::i32, 0)}, {"1", leaf(support::ScalarType::i32, 0)}};
  const auto one = runtime::read_values("1 2");
  CHECK(print_view(pair, one, Style::human) == "(1,\n 2)");
  CHECK(print_view(pair, one, Style::machine) == "1i32\n2i32");
  core::View array;
  array.kind = core::View::Kind::array;
  array.rank = 1;
  array.parts = {{"", pair}};
  CHECK(print_view(array, runtime::read_values("[1,2] [3,4]"), Style::human) == "[(1, 3), (2, 4)]");
  CHECK(print_view(array, runtime::read_values("empty([0]i32) empty([0]i32)"), Style::machine) ==
        "empty([0](i32, i32))");
}

TEST_CASE("Sizes of memory have units", "[driver]") {
  CHECK(parse_bytes("1000") == 1000u);
  CHECK(parse_bytes("2G") == std::size_t{2} << 30);
  CHECK(parse_bytes("1.5KiB") == 1536u);
  for (const char* bad : {"", "G", "-1", "1X", "1GG", "nan"}) CHECK_FALSE(parse_bytes(bad));
}

TEST_CASE("Commands of the prompt may be shortened", "[driver]") {
  std::string message;
  const auto found = [&](const char* name) {
    const auto* command = repl::find_command(name, message);
    return command == nullptr ? std::string() : std::string(command->name);
  };
  CHECK(found("l") == "load");
  CHECK(found("t") == "type");  // not our own :time
  CHECK(found("time") == "time");
  CHECK(found("grap") == "graph");
  CHECK(found("c") == "cd");
  CHECK(found("zzz").empty());
  CHECK(message == "Unknown command 'zzz'; ':help' lists all of them");
  CHECK(found("gra").empty());
  CHECK(message == "Ambiguous command; could be one of graph, grad, gradcheck");
}

TEST_CASE("Subcommands are sorted and found", "[driver]") {
  const auto all = subcommands();
  CHECK(std::is_sorted(all.begin(), all.end(),
                       [](const auto& a, const auto& b) { return a.name < b.name; }));
  CHECK(find_subcommand("run") != nullptr);
  CHECK(find_subcommand("walk") == nullptr);
}

TEST_CASE("Measuring runs often enough and sums up", "[driver]") {
  int calls = 0, prepared = 0;
  bench::Plan plan;
  plan.least_runs = 5;
  plan.least_seconds = 0;
  plan.converge = false;
  const auto runs = bench::measure(
      plan, [&] { ++calls; }, [&] { ++prepared; });
  CHECK(runs.size() == 5);
  CHECK(calls == 6);  // one to warm up
  CHECK(prepared == 6);
  const std::vector<double> even{100, 100, 100, 100};
  CHECK(bench::median(even) == 100);
  CHECK(bench::median({1, 1000, 3}) == 3);
  CHECK(bench::median({4, 1000, 3, 1}) == 3.5);
  CHECK(bench::relative_error(even) == 0);
  CHECK(bench::confidence(even) == std::pair{100.0, 100.0});
  CHECK(bench::summary(even) == "       100μs (95% CI: [     100.0,      100.0])");
  const auto of = [](double each) { return bench::summary(std::vector<double>(4, each)); };
  CHECK(of(12.34) == "      12.3μs (95% CI: [     12.34,      12.34])");
  CHECK(of(1.234) == "      1.23μs (95% CI: [     1.234,      1.234])");
  CHECK(of(0.4567) == "       457ns (95% CI: [     456.7,      456.7])");
  CHECK(of(0.0456) == "      45.6ns (95% CI: [     45.60,      45.60])");
  CHECK(of(0) == "      0.00ns (95% CI: [     0.000,      0.000])");
}

TEST_CASE("Measurements compare with earlier ones, and noise is no news", "[driver]") {
  const auto around = [](double middle, double spread) {
    std::vector<double> runs;
    for (int i = -20; i <= 20; ++i) runs.push_back(middle + spread * i / 20);
    return runs;
  };
  using bench::verdict;
  // What was written as whole microseconds was something else.
  CHECK(verdict(around(0, 0), around(0.13, 0.01)).starts_with("as before, <1μs"));
  CHECK(verdict(around(0, 0), around(5, 0.1)) == "10.00 times slower, <1μs before");
  CHECK(verdict(around(200, 5), around(100, 5)) == "2.00 times faster, 200μs before");
  CHECK(verdict(around(100, 5), around(150, 5)) == "1.50 times slower, 100μs before");
  // Within noise, or so near that anything may be the cause.
  CHECK(verdict(around(100, 50), around(110, 50)).starts_with("as before, 100μs"));
  CHECK(verdict(around(100, 0.1), around(102, 0.1)).starts_with("as before, 100μs"));
  // One run that took long says nothing.
  auto outlier = around(100, 1);
  outlier.back() = 1e6;
  CHECK(verdict(around(100, 1), outlier).starts_with("as before"));
}

TEST_CASE("Counts of nodes may be astronomic", "[driver]") {
  graph::Count count = 1;
  for (int i = 0; i < 60; ++i) count += count;
  CHECK(count.log2() == Approx(60));
  CHECK(count.text() == "about 2^60.0 (1.15e18)");
  for (int i = 0; i < 5000; ++i) count += count;
  CHECK(count.log2() == Approx(5060));
  graph::Count small = 40;
  small += 2;
  CHECK(small.text() == "42");
}

TEST_CASE("A graph is shown as text, DOT and JSON", "[driver]") {
  using core::Atom;
  core::Program program;
  core::Names& names = program.names;
  const core::Type real{support::ScalarType::f64, 0, false};
  const auto x = names.bind(real, "x"), y = names.bind(real), z = names.bind(real, "a\"b");
  core::Body body;
  const auto add = prims::get("add", support::ScalarType::f64);
  body.stms.push_back({{y}, {core::PrimApp{add, {x.atom(), x.atom()}}}, {}});
  body.stms.push_back({{z}, {core::PrimApp{add, {y.atom(), y.atom()}}}, {}});
  body.results = {z.atom()};
  auto picture = graph::picture("f", {x}, body, program);
  CHECK(picture.count == 2);
  CHECK(picture.nodes[0].uses == 2);
  CHECK(picture.tree.text() == "7");
  picture.bytes[y.id] = 8;
  const auto text = graph::to_text(picture);
  CHECK(text.find("t_2 : f64 = add x_1 x_1") != std::string::npos);
  CHECK(text.find("2 uses, 8 bytes") != std::string::npos);
  const auto tree = graph::to_tree(picture);
  CHECK(std::count(tree.begin(), tree.end(), '\n') == 8);
  CHECK(graph::to_tree(picture, 3).find("and so on") != std::string::npos);
  const auto json = nlohmann::json::parse(graph::to_json(picture));
  CHECK(json["count"] == 2);
  CHECK(json["tree"]["exact"] == 7);
  CHECK(json["nodes"][1]["results"][0]["name"] == "a\"b");
  CHECK(json["nodes"][0]["operands"][0]["id"] == x.id);
  const auto dot = graph::to_dot(picture);
  CHECK(dot.rfind("digraph", 0) == 0);
  CHECK(dot.find("n1 -> n2;") != std::string::npos);
}

}  // namespace
