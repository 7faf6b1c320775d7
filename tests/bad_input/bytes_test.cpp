// What is no program at all.
#include <random>

#include <catch2/catch.hpp>

#include "laguz.hpp"

namespace laguz::bad_input {
namespace {

std::string random_bytes(std::size_t n, unsigned seed, const std::string& alphabet) {
  std::mt19937_64 random(seed);
  std::string out;
  out.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = random();
    out += alphabet.empty() ? static_cast<char>(x % 256) : alphabet[x % alphabet.size()];
  }
  return out;
}

constexpr std::size_t kFiveMegabytes = std::size_t{5} * kMegabyte;

}  // namespace

TEST_CASE("five megabytes of random bytes", "[bytes]") {
  for (const char* alphabet :
       {"", "()[]{}", "+-*/%=!><|&^ ", "abc \n", "0123456789._exb", "\"\\a'\n",
        "()[]{}<>=+-*/%&|^!.,:;'\"`\\#_?~ \nabx019rRieE$", "- |\n"}) {
    CAPTURE(alphabet);
    const std::string noise = random_bytes(kFiveMegabytes, 1, alphabet);
    expect_program(noise, Want::anything);
    expect_check("def main = " + noise, Want::anything);
  }
}

TEST_CASE("files that are odd", "[bytes]") {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, "\0"s, "\xef\xbb\xbf"s, "\xef\xbb\xbf def main = 1"s, "\r\n"s, "def main = 1\0"s,
        "\xfe\xff\0d\0e\0f"s, "#!/usr/bin/laguz\n"s,
        "\x7f"
        "ELF"s,
        "def main = \"\xc3\x28\""s, "def main = '\xf0\x9f\x98\x80'"s, "def caf\xc3\xa9 = 1"s})
    expect_program(text, Want::anything);
  expect(run_laguz({"check", "/"}), Want::refusal);
  expect(run_laguz({"run", "/nowhere/at/all.fut"}), Want::refusal);
  expect(run_laguz({"core", "/dev/null"}), Want::refusal);
}

}  // namespace laguz::bad_input
