// Engines in one process, each on a thread of its own.
#include <catch2/catch.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "engine/engine.hpp"
#include "runtime/value_text.hpp"
#include "support/deep_stack.hpp"

namespace laguz::engine {
namespace {

using Lines = std::vector<std::string>;

constexpr int kRounds = 4;
constexpr std::size_t kMegabyte = std::size_t{1} << 20;
constexpr const char* kProgram = "tests/threads/energy.fut";

Options options(std::size_t megabytes, int threads) {
  Options made;
  made.eval.threads = threads;
  made.max_memory = megabytes * kMegabyte;
  return made;
}

/// The value of [expression], or how it ended.
std::string value_of(Engine& engine, const Scope& scope, const std::string& expression) {
  try {
    std::string out;
    for (const auto& value :
         engine.call(engine.prepare(*engine.expression(scope, "typed", expression)), {}))
      out += runtime::print(value, runtime::Style::human);
    return out;
  } catch (const support::TimedOut&) {
    return "timed out";
  } catch (const support::Interrupted&) {
    return "interrupted";
  } catch (const support::UserError& error) {
    return error.diagnostic().message.substr(0, 13);
  }
}

/// Interrupts an engine, again and again, from a thread of its own while it lives.
class Impatience {
 public:
  explicit Impatience(support::Governor& governor)
      : governor_(governor), thread_([this] {
          while (!over_.load()) {
            governor_.interrupt();
            std::this_thread::yield();
          }
        }) {}
  ~Impatience() {
    over_ = true;
    thread_.join();
    governor_.forget_interrupt();
  }
  Impatience(const Impatience&) = delete;
  Impatience& operator=(const Impatience&) = delete;

 private:
  support::Governor& governor_;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

/// One engine all the way, with little memory; it passes a time limit in every round.
void patient(Lines& lines) {
  Engine engine(options(64, 2));
  const support::Governed governed(&engine.governor());
  for (int round = 0; round < kRounds; ++round) {
    const Scope scope = engine.load(kProgram);
    const std::string n = std::to_string(10'000 * (round + 1));
    lines.push_back(value_of(engine, scope, "gathered " + n));
    engine.governor().set_seconds(0.01);
    lines.push_back(value_of(engine, scope, "endless " + n));
    engine.governor().set_seconds(0);
    lines.push_back(value_of(engine, scope, "large 20000000"));
    lines.push_back(value_of(engine, scope, "jvp energy [1, 2, 3] [" + n + ", 0, 0]"));
    if (round % 2 == 1) (void)engine.restart();
  }
}

/// A new engine in every round, with much memory; it is interrupted.
void interrupted(Lines& lines) {
  for (int round = 0; round < kRounds; ++round) {
    Engine engine(options(1024, 3));
    const support::Governed governed(&engine.governor());
    const auto load = engine.load(kProgram);
    const auto input = engine.parse("typed", "def twice (x: i64) = x + bins x");
    const Scope scope = engine.declare(load, input);
    const std::string n = std::to_string(1'000 * (round + 1));
    lines.push_back(value_of(engine, scope, "twice " + n));
    {
      const Impatience impatience(engine.governor());
      lines.push_back(value_of(engine, scope, "endless " + n));
    }
    lines.push_back(value_of(engine, scope, "(large 20000000)[19999999]"));
    lines.push_back(value_of(engine, scope, "vjp energy [1, 2, " + n + "] 1.0"));
  }
}

/// What it throws is told as a line.
std::thread on_thread(void (*work)(Lines&), Lines& lines) {
  return std::thread([work, &lines] {
    try {
      support::on_deep_stack([&] { work(lines); });
    } catch (const std::exception& fault) {
      lines.push_back(fault.what());
    }
  });
}

}  // namespace

TEST_CASE("two engines in one process, each used by its own thread, do not meet", "[threads]") {
  Lines first, second;
  std::thread one = on_thread(patient, first), other = on_thread(interrupted, second);
  one.join();
  other.join();
  Lines expected_first, expected_second;
  for (int round = 0; round < kRounds; ++round) {
    const int n = 10'000 * (round + 1), m = 1'000 * (round + 1);
    for (const std::string& line : {fmt::format("{}.0", 2 * n), std::string("timed out"),
                                    std::string("Out of memory"), fmt::format("{}.0", 2 * n)})
      expected_first.push_back(line);
    for (const std::string& line :
         {std::to_string(m + m * (m - 1) / 2), std::string("interrupted"), std::string("59999997"),
          fmt::format("[2.0, 4.0, {}.0]", 2 * m)})
      expected_second.push_back(line);
  }
  CHECK(first == expected_first);
  CHECK(second == expected_second);
}

}  // namespace laguz::engine
