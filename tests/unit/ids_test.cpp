// What happens when a session has given out its last id: an error that says so.
#include <catch2/catch.hpp>

#include <deque>
#include <limits>

#include "check/checker.hpp"
#include "core/program.hpp"
#include "support/diagnostic.hpp"
#include "syntax/parse.hpp"

using namespace laguz;
using Catch::Matchers::Contains;

namespace {

constexpr auto kLastId = std::numeric_limits<std::uint32_t>::max() - 1;

/// The error of checking an expression after [ids]; empty when there is none.
std::string error_after(check::Checker::Ids ids, const std::string& expression) {
  std::deque<support::SourceFile> sources;
  check::Checker checker([](const std::string&) -> const support::SourceFile* { return nullptr; });
  const auto env =
      checker.check_file(sources.emplace_back("test.fut", "def id 'a (x: a) = x"), nullptr);
  checker.start_after(ids);
  try {
    const auto text = syntax::parse_expression(sources.emplace_back("prompt", expression));
    (void)checker.check_expression(env, text);
    return {};
  } catch (const support::UserError& error) {
    return error.diagnostic().message;
  }
}

}  // namespace

TEST_CASE("the last variable is given out, and then no other", "[ids]") {
  core::Names names(core::Names::kEnd - 3);
  CHECK(names.fresh() == core::Names::kEnd - 2);
  CHECK(names.bind(core::Type{}, "x").id == core::Names::kEnd - 1);
  for (int i = 0; i < 2; ++i)
    CHECK_THROWS_WITH(names.fresh(), Contains("has given out all its ids"));
  CHECK(names.last() == core::Names::kEnd - 1);
}

TEST_CASE("the last function is given its id, and then no other", "[ids]") {
  constexpr auto kEnd = std::numeric_limits<core::FunId>::max();
  core::Program program(kEnd - 2);
  CHECK(program.add({}) == kEnd - 2);
  CHECK(program.add({}) == kEnd - 1);
  for (int i = 0; i < 2; ++i)
    CHECK_THROWS_WITH(program.add({}), Contains("has given out all its ids"));
  CHECK(program.size() == 2);
  CHECK_FALSE(program.has(kEnd));
  CHECK_FALSE(program.has(0));
}

TEST_CASE("who asks a counter again and again after its end does not bring it round", "[ids]") {
  support::Ids<std::uint8_t> ids(250);
  for (int id = 250; id < 255; ++id) CHECK(ids.take() == id);
  for (int i = 0; i < 1000; ++i) {
    CHECK_THROWS_AS(ids.take(), support::UserError);
    CHECK(ids.next() == 255);
  }
}

TEST_CASE("the checker's ids come to an end, too", "[ids]") {
  const std::string text = "let f 'a (x: a) = id x in f (f 1i64)";
  const std::string ends = "has given out all its ids";
  CHECK(error_after({1, 1, 1}, text).empty());
  CHECK_THAT(error_after({kLastId, 1, 1}, text), Contains(ends));
  CHECK_THAT(error_after({1, kLastId + 1, 1}, text), Contains(ends));
  CHECK_THAT(error_after({1, 1, kLastId}, text), Contains(ends));
}
