// The library in the binary (stdlib/library/).
#include <catch2/catch.hpp>

#include "driver/session.hpp"
#include "typed.hpp"

using laguz::driver::Session;
using laguz_test::contains;
using laguz_test::last_of;
using laguz_test::typed;

// Read as programs of somebody's, they are checked whole: their functors with any argument, and
// what is made of these, too.
TEST_CASE("Nothing is wrong with the library", "[library]") {
  for (const char* const file : {"stdlib/library/ad.fut", "stdlib/library/optimise.fut"}) {
    Session session({});
    CHECK_NOTHROW(session.load(file));
  }
}

TEST_CASE("Modules of the library are made when they are looked into", "[library]") {
  const auto says = [](const std::string& lines) {
    Session session({});
    return last_of(session, "import \"ad\"\n" + lines + "\n");
  };
  CHECK(says("ad_f32.grad (\\x -> x * x) 3") == "6.0");
  CHECK(says("module m = ad_f16\nm.grad (\\x -> x * x) 3") == "6.0");
  CHECK(says("open ad_f32\ngrad (\\x -> x * x) 3f32") == "6.0");
  CHECK(says("module l = import \"ad\"\nl.ad_f32.grad (\\x -> x * x) 3") == "6.0");
  CHECK(says("module f (M: {val grad: (f32 -> f32) -> f32 -> f32}) = {def g = M.grad}\n"
             "module m = f ad_f32\nm.g (\\x -> x * x) 3") == "6.0");
  CHECK(says("ad_f32.(grad (\\x -> x * x) 3)") == "6.0");
  const auto prints = [](const std::string& line) {
    Session session({});
    return typed(session, "import \"ad\"\n" + line + "\n");
  };
  CHECK(contains(prints(":doc optimise_f32.momentum"), "Gradient descent with momentum"));
  CHECK(contains(prints(":type ad_f32.hvp"), "-> f32) -> a -> a -> a"));
  CHECK(contains(prints("ad_f32.nothing"), "Unknown name \"ad_f32.nothing\""));
  CHECK(contains(prints("ad_f32"), "is a module"));
}

TEST_CASE("A module that could not be made in time is made later", "[library]") {
  int stopped = 0;
  for (int looks = 1; looks < 200; looks += 7) {
    Session session({});
    (void)typed(session, "import \"ad\"\n");
    session.governor().interrupt_after(looks);
    const std::string lines = "import \"ad\"\nad_f32.hvp (\\x -> x * x) 3 1";
    stopped += contains(typed(session, lines + "\n"), "Interrupted") ? 1 : 0;
    session.governor().interrupt_after(0);
    CHECK(last_of(session, lines + "\n") == "2.0");
  }
  CHECK(stopped > 5);
}
