// Values on standard input that are none, or too many, or too deep.
#include <random>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

/// A binary value: header, rank, type, dimensions, no data.
std::string binary(int version, int rank, const std::string& type,
                   const std::vector<std::uint64_t>& dims) {
  std::string out = "b";
  out += static_cast<char>(version);
  out += static_cast<char>(rank);
  out += type;
  for (const std::uint64_t dim : dims)
    for (int i = 0; i < 8; ++i) out += static_cast<char>(dim >> (8 * i));
  return out;
}

}  // namespace

TEST_CASE("input that is no value", "[values]") {
  const std::string one = file_with("def main (x: [][]i32) = x");
  std::mt19937_64 random(1);
  std::string noise, letters;
  for (int i = 0; i < 5 * kMegabyte; ++i) {
    noise += static_cast<char>(random() % 256);
    letters += "[]0123456789,.ief\" -xb\n"[random() % 24];
  }
  std::vector<std::string> inputs{noise, letters};
  for (const int n : {5000, kMegabyte / 8, kMegabyte})
    for (const char* piece :
         {"[",  "]",    "(",  "{",    "[1,",  "[[1],",   "-",         "+",       "\"", "--",
          "1",  "1 ",   "1.", "1e",   "0x",   "empty(",  "empty([0]", "empty(0", ",",  "b",
          "\\", "\"\\", "_",  "true", "f64.", "[\"a\",", "[true,",    "[1i8,"})
      inputs.push_back(repeat(piece, n));
  for (const int n : {5000, kMegabyte / 8}) {
    inputs.push_back(repeat("[", n) + "1" + repeat("]", n));
    inputs.push_back("empty(" + repeat("[0]", n) + "i32)");
  }
  for (const std::uint64_t dim :
       {std::uint64_t{1} << 20, std::uint64_t{1} << 40, std::uint64_t{1} << 62,
        std::uint64_t{1} << 63, ~std::uint64_t{0}})
    for (const char* type : {" i32", "  i8", " f64", "bool", "????"})
      for (const int rank : {0, 1, 2, 12, 13, 255})
        inputs.push_back(
            binary(2, rank, type, std::vector<std::uint64_t>(static_cast<std::size_t>(rank), dim)));
  inputs.push_back(binary(1, 1, " i32", {3}));
  inputs.push_back(binary(255, 1, " i32", {3}));
  for (const char* text :
       {"empty([9223372036854775807]i32)", "empty([-1]i32)",
        "empty([99999999999999999999999999]i32)", "[[1],[2,3]]", "[[1],2]", "[]", "[1,]", "[1 2]",
        "1e999999999999999999999", "[1.5]", "[f64.nan]", "[[1],[\"a\"]]"})
    inputs.emplace_back(text);
  for (const std::string& input : inputs) {
    const std::string start = input.substr(0, 40);
    CAPTURE(start, input.size());
    expect(run_laguz({"run", one}, input), Want::refusal);
  }
}

TEST_CASE("much input", "[values]") {
  const std::string identity = file_with("def main (x: []i64) = length x");
  expect(run_laguz({"run", identity}, "[" + repeat("1, ", kMegabyte) + "1]"), Want::anything);
  expect(run_laguz({"run", identity}, repeat("1 ", kMegabyte)), Want::refusal);
  expect(run_laguz({"run", identity}, repeat("-- nothing\n", kMegabyte)), Want::refusal);
  const std::string bytes = file_with("def main (x: []u8) = length x");
  expect(run_laguz({"run", bytes}, "\"" + repeat("a", 5 * kMegabyte) + "\""), Want::anything);
}

TEST_CASE("an error tells its iteration however much input there was", "[values]") {
  // (Bounds are asked before the loop: it is run again.)
  const Folder folder;
  const std::string beyond =
      file_with("entry main [n] (xs: [n]i32) = loop acc = 0 for j < n + 5 do acc + xs[j]");
  std::string input = "[1";
  for (int i = 1; i < kMegabyte / 2; ++i) input += ", 1";
  input += "]";
  const std::string told = fmt::format("In iteration {} of the loop at", kMegabyte / 2);
  const auto tells = [&](const Outcome& outcome) {
    CAPTURE(outcome.err);
    CHECK(outcome.status == 1);
    CHECK(outcome.err.find(told) != std::string::npos);
  };
  tells(run_laguz({"run", beyond}, input));
  folder.write("xs", input);
  tells(run_laguz({"run", beyond, "--input", "xs=" + folder / "xs"}));
  tells(run_laguz(
      {"run", beyond, "--input", fmt::format("xs=map i32.i64 (iota {})", kMegabyte / 2)}));
}

TEST_CASE("a derivative by integers is warned of", "[values]") {
  const std::string warning = "A derivative by integers has little meaning";
  const auto warns = [&](const Outcome& outcome) {
    CHECK(outcome.status == 0);
    return outcome.err.find(warning) != std::string::npos;
  };
  const std::string square = "vjp (\\x -> x * x) 3 1";
  const std::string program = file_with("entry main (x: i32) = " + square);
  CHECK(warns(run_laguz({"eval", square})));
  CHECK(warns(run_laguz({"check", program})));
  CHECK(warns(run_laguz({"run", program}, "1")));
  CHECK(run_laguz({"eval", square}).out == "6\n\n");
  CHECK(!warns(run_laguz({"eval", "-w", square})));
  CHECK(!warns(run_laguz({"check", "-w", program})));
  CHECK(!warns(run_laguz({"eval", "vjp (\\x -> x * x) 3.0 1"})));
  CHECK(run_laguz({"eval", "--Werror", square}).status == 1);
  CHECK(run_laguz({"eval", "--json", square}).out.find(warning) != std::string::npos);
}

}  // namespace laguz::bad_input
