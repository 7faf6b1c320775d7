#include <catch2/catch.hpp>

#include "eval/rival.hpp"

using laguz::eval::Rival;

namespace {

/// The usual way, until the rival is to run.
int run_usually(Rival& rival, double time) {
  int runs = 0;
  while (!rival.is_next() && runs < 1'000'000) {
    rival.usual_has_run(time, 100);
    ++runs;
  }
  return runs;
}

}  // namespace

TEST_CASE("a rival is tried when it could have paid, and stays if it is faster", "[rival]") {
  Rival rival;
  CHECK(!rival.is_next());
  CHECK(run_usually(rival, 1e5) == 10);  // a millisecond
  CHECK(rival.is_on_trial());
  CHECK(!rival.is_hopeless(1e4, 10));
  CHECK(rival.is_hopeless(3e4, 10));
  for (int k = 0; k < 3; ++k) {
    CHECK(rival.is_on_trial());
    rival.has_run(5e4, 100);
  }
  CHECK(rival.is_next());
  CHECK(!rival.is_on_trial());
  SECTION("once slower is no matter") {
    rival.has_run(2e5, 100);
    for (int k = 0; k < 100; ++k) rival.has_run(5e4, 100);
    CHECK(rival.is_next());
  }
  SECTION("it is challenged, ever more seldom") {
    for (const int runs : {200, 800, 3200}) {
      for (int k = 1; k < runs; ++k) rival.has_run(5e4, 100);
      CHECK(rival.is_next());
      rival.has_run(5e4, 100);
      CHECK(!rival.is_next());
      CHECK(run_usually(rival, 1e5) == 10);
      for (int k = 0; k < 3; ++k) rival.has_run(5e4, 100);
    }
  }
  SECTION("slower eight times in a row has lost") {
    for (int k = 0; k < 8; ++k) rival.has_run(2e5, 100);
    CHECK(!rival.is_next());
  }
}

TEST_CASE("a rival that has lost is tried again ever more seldom", "[rival]") {
  Rival rival;
  const int first = run_usually(rival, 1e6);
  CHECK(first == 10);                                   // not before, however long they take
  for (int k = 0; k < 3; ++k) rival.has_run(1e6, 100);  // no faster
  CHECK(!rival.is_next());
  CHECK(run_usually(rival, 1e6) == 16);
  rival.lose();
  CHECK(run_usually(rival, 1e6) == 256);
}
