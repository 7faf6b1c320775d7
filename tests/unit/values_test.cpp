// Derivatives of values by values: sessions at random, against the same program as one function.
#include <catch2/catch.hpp>

#include <iterator>
#include <string>

#include "random_session.hpp"
#include "seeds.hpp"
#include "typed.hpp"

namespace {

using laguz::driver::Session;
using laguz_test::contains;
using laguz_test::last_of;
using laguz_test::RandomSession;

}  // namespace

TEST_CASE("A derivative of a value is that of the function that it is", "[values]") {
  const unsigned many = laguz_test::kSanitized ? 8 : 60;
  constexpr laguz::eval::Tier kTiers[] = {laguz::eval::Tier::automatic, laguz::eval::Tier::lanes,
                                          laguz::eval::Tier::machine};
  unsigned slopes = 0;  // that are not zero
  for (unsigned seed = 0; seed < many; ++seed) {
    RandomSession random(seed);
    laguz::driver::SessionOptions options;
    options.eval.tier = kTiers[seed % std::size(kTiers)];
    Session other(options);
    INFO("seed " << seed << "\n" << random.lines());
    for (int i = 0; i < 5; ++i) {
      const RandomSession::Question question = random.question();
      Session fresh(options);
      const std::string found = last_of(fresh, random.lines() + question.command + "\n");
      INFO(question.command << "\n" << question.expression);
      CHECK_FALSE(contains(found, "rror"));
      CHECK(found == last_of(other, question.expression));
      slopes += found.find_first_of("123456789") != std::string::npos ? 1 : 0;
    }
  }
  CHECK(slopes > many);  // of five times as many
}
