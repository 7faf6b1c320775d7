// Limits of time and memory, and interrupts.
#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "runtime/parallel_for.hpp"
#include "support/deep_stack.hpp"
#include "support/governor.hpp"

namespace laguz::support {
namespace {

/// Works until somebody stops it; gives up after some seconds.
void work() {
  const auto start = Governor::Clock::now();
  while (Governor::Clock::now() - start < std::chrono::seconds(20)) spend(100);
}

}  // namespace

TEST_CASE("a task ends at an interrupt", "[governor]") {
  Governor governor;
  const Task task(governor);
  CHECK_NOTHROW(poll());
  governor.interrupt();
  CHECK_THROWS_AS(work(), Interrupted);
}

TEST_CASE("what is attempted within a task may end before the task does", "[governor]") {
  struct Heard : Observer {
    int times = 0;
    void ending(const Interrupted&) noexcept override { ++times; }
  } heard;
  Governor governor;
  governor.set_observer(&heard);
  const Task task(governor);
  SECTION("when it takes too long") {
    const Attempt attempt(governor, 0.001);
    CHECK_THROWS_AS(work(), Interrupted);
  }
  SECTION("when the user does not wait for it") {
    const Attempt attempt(governor, 1e6);
    governor.interrupt();
    CHECK_THROWS_AS(work(), Interrupted);
  }
  SECTION("as late as it could") { const Attempt attempt(governor, 1e6); }
  CHECK_NOTHROW(poll());
  CHECK(heard.times == 0);
  governor.interrupt();
  CHECK_THROWS_AS(poll(), Interrupted);
  CHECK(heard.times == 1);
}

TEST_CASE("an attempt takes no more than half of the time that is left", "[governor]") {
  Governor governor;
  governor.set_seconds(0.2);
  const Task task(governor);
  {
    const Attempt attempt(governor, 1e6);
    CHECK_THROWS_AS(work(), Interrupted);
  }
  CHECK_NOTHROW(poll());
  CHECK_THROWS_AS(work(), TimedOut);
}

TEST_CASE("an interrupt is for one governor's task, and for no other", "[governor]") {
  Governor governor, other;
  {
    const Task task(governor);
    other.interrupt();
    CHECK_NOTHROW(poll());
    const Task inner(governor);
    governor.interrupt();
    CHECK_THROWS_AS(poll(), Interrupted);
  }
  CHECK_NOTHROW(poll());
}

TEST_CASE("an interrupt holds until it is forgotten, and a task that has seen it ends",
          "[governor]") {
  Governor governor;
  governor.interrupt();
  CHECK_THROWS_AS(Task(governor), Interrupted);
  CHECK_THROWS_AS(Task(governor), Interrupted);
  governor.forget_interrupt();
  {
    const Task task(governor);
    CHECK_NOTHROW(poll());
    governor.interrupt();
    CHECK_THROWS_AS(poll(), Interrupted);
    governor.forget_interrupt();
    CHECK_THROWS_AS(poll(), Interrupted);
  }
  const Task task(governor);
  CHECK_NOTHROW(poll());
}

TEST_CASE("only threads that are at a task are stopped, and refused memory",
          "[governor][threads]") {
  Governor governor;
  governor.account().set_limit(1 << 20);
  const Governed governed(&governor);
  std::atomic<bool> begun{false}, seen{false}, over{false};
  std::thread worker([&] {
    const Task task(governor);
    try {
      begun = true;
      work();
    } catch (const Interrupted&) {
      seen = true;
    }
    while (!over) std::this_thread::yield();
  });
  while (!begun) std::this_thread::yield();
  governor.interrupt();
  while (!seen) std::this_thread::yield();
  CHECK_NOTHROW(poll());
  CHECK_NOTHROW(std::vector<char>(8 << 20));
  CHECK_NOTHROW(on_deep_stack([] { poll(); }));
  over = true;
  worker.join();
}

TEST_CASE("a task ends at its deadline, inner tasks included", "[governor]") {
  Governor governor;
  governor.set_seconds(0.01);
  const Task task(governor);
  const Doing doing(Work::checking);
  const auto inside = [&] {
    const Task inner(governor);
    work();
  };
  try {
    inside();
    FAIL("no end");
  } catch (const TimedOut& late) {
    CHECK_THAT(late.error().what(), Catch::Contains("0.01 s") && Catch::Contains("checking"));
  }
  CHECK_THROWS_AS(poll(), TimedOut);
}

TEST_CASE("operator new is charged, and refuses what passes the limit", "[governor]") {
  Governor governor;
  Account& account = governor.account();
  account.set_limit(100 << 20);
  {
    const Task task(governor);
    const Doing doing(Work::lowering);
    {
      std::vector<char> most(80 << 20);
      CHECK(account.used() >= most.size());
      CHECK(account.used() <= most.size() + (1 << 20));
      try {
        std::vector<char> more(30 << 20);
        FAIL("the limit does not hold");
      } catch (const OutOfMemory& none) {
        CHECK_THAT(none.error().what(), Catch::Contains("lowering needs 31457280 bytes") &&
                                            Catch::Contains("104857600"));
      }
    }
    CHECK(account.used() <= 1 << 20);
    // Many small ones count as well.
    std::vector<std::string> small;
    const auto fill = [&] {
      for (int i = 0; i < 4'000'000; ++i) small.emplace_back(40, 'x');
    };
    CHECK_THROWS_AS(fill(), OutOfMemory);
    CHECK(account.used() <= account.limit());
  }
  CHECK(account.used() <= 1 << 20);
}

TEST_CASE("outside of a task memory counts and is not refused", "[governor]") {
  Governor governor;
  governor.account().set_limit(1 << 20);
  const Governed governed(&governor);
  std::vector<char> much(8 << 20);
  CHECK(governor.account().used() >= much.size());
}

TEST_CASE("threads of parallel_for work for the caller's governor", "[governor][threads]") {
  Governor governor;
  governor.set_seconds(0.01);
  {
    const Task task(governor);
    for (int threads : {1, 2, 5})
      CHECK_THROWS_AS(runtime::parallel_for(64, threads, [](std::int64_t) { work(); }), TimedOut);
  }
  governor.set_seconds(0);
  const Task task(governor);
  governor.account().set_limit(governor.account().used() + (10 << 20));
  CHECK_THROWS_AS(
      runtime::parallel_for(4, 2, [](std::int64_t) { std::vector<char> much(20 << 20); }),
      std::bad_alloc);
}

}  // namespace laguz::support
