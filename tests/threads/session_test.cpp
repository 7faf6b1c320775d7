// A console, its errands and whoever presses Ctrl-C, each on a thread of its own.
#include <catch2/catch.hpp>

#include <atomic>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "driver/session.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::driver {

TEST_CASE("a console works on while its errand unwinds", "[threads]") {
  constexpr int kRounds = 20;
  std::ostringstream out;
  Session session({});
  const engine::Scope scope = session.prelude();
  std::string expected;
  for (int round = 0; round < kRounds; ++round) {
    session.governor().forget_interrupt();
    const auto begun = std::make_shared<std::atomic<bool>>(false);
    std::thread user([&] {
      while (!*begun) std::this_thread::yield();
      session.governor().interrupt();
    });
    // What it makes takes time to be taken down.
    const auto endless = [begun]() -> int {
      std::vector<std::string> made;
      for (int i = 0; i < 10'000; ++i) made.emplace_back(100, 'x');
      runtime::parallel_for(8, 3, [&](std::int64_t) {
        *begun = true;
        for (;;) support::spend(1000);
      });
      return 0;
    };
    CHECK(session.guarded(out, false, 7, endless) == 130);
    expected += "Interrupted\n";
    std::vector<std::string> lines;
    for (int i = 0; i < 10'000; ++i) lines.emplace_back(100, 'y');
    user.join();
  }
  session.governor().forget_interrupt();
  const auto sum = [&] {
    const auto def = session.expression(scope, "typed", "i64.sum (iota 1000)");
    return std::get<support::Scalar>(session.call(session.prepare(*def), {})[0]).as_i64() == 499500
               ? 0
               : 1;
  };
  CHECK(session.guarded(out, false, 7, sum) == 0);
  CHECK(out.str() == expected);
}

}  // namespace laguz::driver
