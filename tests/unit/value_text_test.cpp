#include "runtime/value_text.hpp"

#include <bit>
#include <random>

#include <catch2/catch.hpp>

#include "support/diagnostic.hpp"

namespace laguz::runtime {
namespace {

/// All values of [text], printed for machines and joined by newlines.
std::string echo(std::string_view text, Style style = Style::machine) {
  return text_of([&](Text& out) {
    for (const auto& value : read_values(text)) {
      if (!out.empty()) out += '\n';
      print_to(out, value, style);
    }
  });
}

std::string error_of(std::string_view text) {
  auto result = try_read_values(text);
  const auto* error = std::get_if<ReadError>(&result);
  return error ? std::to_string(error->offset) + ": " + error->message : "no error";
}

}  // namespace

TEST_CASE("scalars are read and printed", "[text]") {
  CHECK(echo("1 -2i8 255u8 0x1f 0b101u16 1_000 0xFFFFFFFFi32") ==
        "1i32\n-2i8\n255u8\n31i32\n5u16\n1000i32\n-1i32");
  CHECK(echo("18446744073709551615u64 -9223372036854775808i64") ==
        "18446744073709551615u64\n-9223372036854775808i64");
  CHECK(echo("true false") == "true\nfalse");
  CHECK(echo("1.5 1e3 1f32 2.5e-1f32 1_0.2_5 1f16") ==
        "1.5f64\n1000.0f64\n1.0f32\n0.25f32\n10.25f64\n1.0f16");
  CHECK(echo("f32.nan f64.inf -f16.inf") == "f32.nan\nf64.inf\n-f16.inf");
  CHECK(echo("1i32 -3i64 2.5f32", Style::human) == "1\n-3\n2.5");
  CHECK(echo("") == "");
  CHECK(echo("-- nothing\n  -- here") == "");
  CHECK(echo("1 -- one\n2--two\n") == "1i32\n2i32");
}

TEST_CASE("how other programs write values is told apart", "[text]") {
  CHECK(error_of("nan") ==
        "0: expected a value, found 'nan': it is written f64.nan, f32.nan or f16.nan");
  CHECK(error_of("[1.0, NaN]") ==
        "6: expected a value, found 'NaN': it is written f64.nan, f32.nan or f16.nan");
  CHECK(error_of("-Infinity") ==
        "1: expected a value, found 'Infinity': it is written f64.inf, f32.inf or f16.inf");
  CHECK(error_of("True") == "0: expected a value, found 'True': it is written true or false");
}

TEST_CASE("floats are laid out as Haskell shows them", "[text]") {
  CHECK(echo("0.1 0.09 9999999.0 10000000.0 1234567.25 0.0 -0.0") ==
        "0.1f64\n9.0e-2f64\n9999999.0f64\n1.0e7f64\n1234567.25f64\n0.0f64\n-0.0f64");
  CHECK(echo("5e-324 1.7976931348623157e308 123456789.125") ==
        "5.0e-324f64\n1.7976931348623157e308f64\n1.23456789125e8f64");
  CHECK(echo("12345679f32 0.05f32 0.1f32 16777216f32") ==
        "1.2345679e7f32\n5.0e-2f32\n0.1f32\n1.6777216e7f32");
  CHECK(echo("0.1f16 1000.5f16 65504f16") == "9.9975586e-2f16\n1000.5f16\n65504.0f16");
  CHECK(echo("1e400 -1e400 1e-400") == "f64.inf\n-f64.inf\n0.0f64");
}

TEST_CASE("arrays are read and printed", "[text]") {
  CHECK(echo("[1, 2,3 ,]") == "[1i32, 2i32, 3i32]");
  CHECK(echo("[1i64, 2, 3]") == "[1i64, 2i64, 3i64]");
  CHECK(echo("[1.0f32, 2, 3.5]") == "[1.0f32, 2.0f32, 3.5f32]");
  CHECK(echo("[0x10u8, 0b1, 1_0]") == "[16u8, 1u8, 10u8]");
  CHECK(echo("[f32.nan, 1, -f32.inf]") == "[f32.nan, 1.0f32, -f32.inf]");
  CHECK(echo("[-f64.inf]") == "[-f64.inf]");
  CHECK(echo("[true,false]") == "[true, false]");
  CHECK(echo("[[1,2],[3,4]]") == "[[1i32, 2i32],\n [3i32, 4i32]]");
  CHECK(echo("[[[1],[2]],[[3],[4]]]", Style::human) == "[[[1],\n  [2]],\n [[3],\n  [4]]]");
  CHECK(echo("empty([0]i32) empty([2][0]f64)") == "empty([0]i32)\nempty([2][0]f64)");
  CHECK(echo("[empty([0]i32), empty([0]i32)] [[empty([3][0]u8)]]") ==
        "empty([2][0]i32)\nempty([1][1][3][0]u8)");
  CHECK(echo("empty([0]i32) empty([2][0]f64) empty([0][2]bool)", Style::human) ==
        "[]\n[[],\n []]\n[]");
  CHECK(echo("[ -- a comment\n 1 -- another\n , 2 ]") == "[1i32, 2i32]");
  CHECK(echo("[1.5,2.5] [3]") == "[1.5f64, 2.5f64]\n[3i32]");
}

TEST_CASE("strings are arrays of bytes", "[text]") {
  CHECK(echo(R"("ab\n\"\65\x42\&1")") == "[97u8, 98u8, 10u8, 34u8, 65u8, 66u8, 49u8]");
  CHECK(echo(R"("\233\ESC\SOH\SO")") == "[195u8, 169u8, 27u8, 1u8, 14u8]");
  CHECK(echo(R"("" "a\   \b")") == "empty([0]u8)\n[97u8, 98u8]");
  CHECK(echo(R"(["ab","cd"])") == "[[97u8, 98u8],\n [99u8, 100u8]]");
}

TEST_CASE("rows are aligned with the column they begin in", "[text]") {
  const auto made = [](bool flat) {
    return text_of([&](Text& out) {
      out += "{a = ";
      print_to(out, read_values("[[1,2],[3,4]]").at(0), Style::human, flat);
    });
  };
  CHECK(made(false) == "{a = [[1, 2],\n      [3, 4]]");
  CHECK(made(true) == "{a = [[1, 2], [3, 4]]");
}

TEST_CASE("views print their elements", "[text]") {
  const int swap[] = {1, 0};
  const Array grid = Array::iota(ScalarType::i64, 6, 0, 1).reshape({2, 3}).rearrange(swap);
  CHECK(print(grid, Style::human) == "[[0, 3],\n [1, 4],\n [2, 5]]");
  CHECK(print(Array::filled({2}, Scalar::boolean(true)), Style::machine) == "[true, true]");
}

TEST_CASE("what is wrong with the data is said where it is wrong", "[text]") {
  CHECK_THAT(error_of("[1,2.0]"), Catch::StartsWith("3: "));
  CHECK_THAT(error_of("[[1],[2,3]]"), Catch::Contains("regular"));
  CHECK_THAT(error_of("[[1],[[2]]]"), Catch::StartsWith("6: "));
  CHECK_THAT(error_of("[[1],2]"), Catch::StartsWith("5: "));
  CHECK_THAT(error_of("[1,[2]]"), Catch::StartsWith("3: "));
  CHECK_THAT(error_of("[1i32,2i64]"), Catch::Contains("i32") && Catch::Contains("i64"));
  CHECK_THAT(error_of("[[1],empty([0]i32)]"), Catch::StartsWith("5: "));
  CHECK_THAT(error_of("[empty([0]i32),[1]]"), Catch::Contains("regular"));
  CHECK_THAT(error_of("[empty([0]i32),empty([0][2]i32)]"), Catch::StartsWith("15: "));
  CHECK_THAT(error_of("[empty([0]i32),empty([0]u8)]"), Catch::StartsWith("15: "));
  CHECK_THAT(error_of("[[1],"), Catch::StartsWith("5: "));
  CHECK_THAT(error_of("[]"), Catch::Contains("empty([0]i32)"));
  for (const char* bad : {"[1 2]",     "1.5i32",
                          "300u8",     "-129i8",
                          "abc",       "[1,2",
                          "\"ab",      "empty([2]i32)",
                          "empty([0]", "empty(i32)",
                          "1x",        "0x",
                          "1i31",      ".5",
                          "1.",        "tru",
                          "[true,1]",  "[f32.nan,f64.nan]",
                          "\"\\q\"",   "(1,2)",
                          "[1,,2]",    "f32.",
                          "--1\n-",    "1 bx"}) {
    INFO(bad);
    CHECK(error_of(bad) != "no error");
  }
  try {
    read_values("1\n [2,\n  x]");
    FAIL("no error");
  } catch (const support::UserError& error) {
    CHECK_THAT(error.what(), Catch::StartsWith("Incorrectly formatted input data."));
    CHECK_THAT(error.what(), Catch::Contains("Line 3, column 3"));
  }
}

TEST_CASE("an array has at most twelve dimensions, however its rows are written", "[text]") {
  const auto nested = [](int brackets, const std::string& row) {
    const auto n = static_cast<std::size_t>(brackets);
    return std::string(n, '[') + row + std::string(n, ']');
  };
  CHECK(error_of(nested(12, "1u8")) == "no error");
  CHECK(error_of(nested(11, "\"a\"")) == "no error");
  CHECK(error_of(nested(11, "empty([0]u8)")) == "no error");
  for (const auto& text :
       {nested(13, "1u8"), nested(12, "\"a\""), nested(12, "empty([0]u8)"),
        nested(10, "empty([0][1][1]u8)"), "[" + nested(11, "1u8, \"a\"") + "]"}) {
    CAPTURE(text);
    CHECK(error_of(text).find("at most 12 dimensions") != std::string::npos);
  }
}

TEST_CASE("integers too large for their type wrap on request", "[text]") {
  CHECK(error_of("[32767i8]") == "1: 32767 does not fit i8");
  const auto values =
      read_values("[32767i8, 128i8, -129i8] 18446744073709551617u64", Overflow::wraps);
  REQUIRE(values.size() == 2);
  CHECK(print(values[0], Style::machine) == "[-1i8, -128i8, 127i8]");
  CHECK(print(values[1], Style::machine) == "1u64");
}

TEST_CASE("binary and text may alternate", "[text]") {
  const std::string text = "1u8 [[1i16,2i16],[3i16,4i16]] true [1.5f16] empty([0][3]f32) -2.5";
  std::string mixed;
  for (const auto& value : read_values(text)) mixed += " " + to_binary(value) + " 7 ";
  std::string expected;
  for (const auto& value : read_values(text)) expected += print(value, Style::machine) + "\n7i32\n";
  expected.pop_back();
  CHECK(echo(mixed) == expected);
  const std::string scalar = to_binary(Scalar::integer(ScalarType::i32, -2));
  CHECK(scalar == std::string("b\x02\x00 i32\xfe\xff\xff\xff", 11));
  for (std::size_t n = 1; n < scalar.size(); ++n)
    CHECK(error_of(scalar.substr(0, n)) != "no error");
  CHECK(error_of(std::string("b\x01\x00 i32\x01\x00\x00\x00", 11)) != "no error");
  CHECK(error_of(std::string("b\x02\x00 i33\x01\x00\x00\x00", 11)) != "no error");
  CHECK(error_of(std::string("b\x02\x01 i32\xff\xff\xff\xff\xff\xff\xff\x7f", 15)) != "no error");
}

TEST_CASE("numbers survive printing and reading", "[text]") {
  std::mt19937_64 random(1);
  std::vector<double> doubles;
  std::vector<float> floats;
  for (int i = 0; i < 3000; ++i) {
    const auto bits = random();
    const double x = std::bit_cast<double>(bits);
    const float y = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    doubles.push_back(x == x ? x : 1.0);
    floats.push_back(y == y ? y : 1.0F);
  }
  auto check = [](const Array& a) {
    for (Style style : {Style::machine, Style::human}) {
      const std::string text = print(a, style);
      const Array b = std::get<Array>(read_values(text).at(0));
      if (style == Style::human && a.type() != ScalarType::f64) continue;
      CHECK(print(b, style) == text);
      CHECK(std::equal(a.raw(), a.raw() + a.size() * support::size_of(a.type()), b.raw()));
    }
  };
  check(Array::copy_of(ScalarType::f64, {50, 60}, doubles.data()));
  check(Array::copy_of(ScalarType::f32, {3000}, floats.data()));
}

TEST_CASE("Numbers whose type is not written are told from those whose type is", "[text]") {
  using Untyped = std::vector<bool>;
  CHECK(untyped_numbers("1 -2.5 0x10 [1, 2] [[1.0], [2]]") == Untyped(5, true));
  CHECK(untyped_numbers("1i32 2.5f64 [1i32, 2] [1, 2i32] [0x1i32] f64.nan") == Untyped(6, false));
  CHECK(untyped_numbers("true [false] \"a\" [\"a\"] empty([0]i32)") == Untyped(5, false));
  CHECK(untyped_numbers(to_binary(Value(Scalar::i64(1)))) == Untyped(1, false));
  CHECK(untyped_numbers("1 1i32 [2").size() == 2);
}

}  // namespace laguz::runtime
