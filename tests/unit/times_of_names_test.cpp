// At the prompt: how long what a name stands for takes.
#include <catch2/catch.hpp>

#include <string>

#include "driver/session.hpp"
#include "typed.hpp"

using namespace laguz;

TEST_CASE("At the prompt the profile of a name is that of what it is bound to", "[profile]") {
  driver::Session session({});
  const std::string text = laguz_test::typed(session,
                                             "let xs = map f64.i64 (iota 100000)\n"
                                             "let q = f64.sum (map f64.sin xs)\n"
                                             ":profile --seconds 0.05 q\n");
  INFO(text);
  CHECK(laguz_test::contains(text, "let q = f64.sum"));
}

TEST_CASE("At the prompt the time of a name is that of what it is bound to", "[profile]") {
  int made = 0;
  driver::SessionOptions options;
  options.eval.on_trace = [&](const auto&, auto, auto) { ++made; };
  driver::Session session(std::move(options));
  const std::string text =
      laguz_test::typed(session,
                        "let f (n: i64) = let s = f64.sum (map f64.sin (map f64.i64 (iota n))) in "
                        "(s, #[trace(made)] s * 0)\n"
                        "let (p, q) = f 100000\n"
                        "let w = 2.5\n"
                        "let s = f64.sqrt w\n"
                        ":time q\n"
                        ":bench --runs 2 --no-convergence-phase q\n"
                        ":profile --seconds 0.05 q\n"
                        ":bench --runs 2 --no-convergence-phase w\n"
                        ":time w\n"
                        ":time s\n"
                        ":bench f\n");
  INFO(text);
  // What it is bound to is computed again, of a name in a pattern the whole of that.
  CHECK(made == 2);
  CHECK((laguz_test::contains(text, "μs (95% CI") || laguz_test::contains(text, "ms (95% CI")));
  CHECK(laguz_test::contains(text, "let f (n: i64) ="));
  // What nothing is computed for says so.
  const std::string leaf = "(w is a value that nothing is computed for: this is to read it.)";
  const auto said = text.find(leaf);
  REQUIRE(said != std::string::npos);
  CHECK(text.find(leaf, said + 1) != std::string::npos);
  CHECK(!laguz_test::contains(text, "(s is a value"));
  CHECK(laguz_test::contains(text, "It is a function: a call of it takes time."));
}
