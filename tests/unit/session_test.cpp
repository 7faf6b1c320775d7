// Sessions: what they know, what they forget, and how they fail.
#include <catch2/catch.hpp>

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>
#include <thread>

#include "driver/repl/repl.hpp"
#include "driver/session.hpp"
#include "runtime/value_text.hpp"
#include "support/deep_stack.hpp"
#include "typed.hpp"

namespace {

using namespace laguz;
using driver::Session;
using driver::SessionOptions;
using laguz_test::contains;
using laguz_test::typed;

/// The value of an expression as text, or the message of the error.
std::string value_of(Session& session, const std::string& expression) {
  try {
    const auto def = session.expression(session.prelude(), "t", expression);
    std::string out;
    for (const auto& value : session.call(session.prepare(*def), {}))
      out += (out.empty() ? "" : " ") + runtime::print(value, runtime::Style::human);
    return out;
  } catch (const support::UserError& error) {
    return error.diagnostic().message;
  } catch (const support::TimedOut& late) {
    return late.error().diagnostic().message;
  } catch (const support::OutOfMemory& none) {
    return none.error().diagnostic().message;
  }
}

}  // namespace

TEST_CASE("Sessions of one process do not meet", "[session]") {
  Session one({}), other({});
  CHECK(contains(typed(one, "let f (x: f64) = x * x\nvjp f 3 1\n"), "6.0"));
  CHECK(contains(typed(other, "f 3\n"), "Unknown name \"f\""));
  CHECK(value_of(one, "jvp (\\x -> x * jvp (\\y -> x + y) 1 1) 1 1f64") == "1.0");
  CHECK(value_of(other, "reduce (+) 0 (iota 10)") == "45");
}

TEST_CASE("A reset forgets definitions but never gives out an id again", "[session]") {
  Session session({});
  CHECK(value_of(session, "vjp (\\x -> x * f64.sin x) 2 1") == "7.70037537313969e-2");
  const core::VarId before = session.program().names.last();
  (void)session.restart();
  CHECK(session.program().names.last() >= before);
  CHECK(contains(typed(session, "let g (x: i32) = x\n:reset\ng 1\n"), "Unknown name \"g\""));
  CHECK(value_of(session, "vjp (\\x -> x * f64.sin x) 2 1") == "7.70037537313969e-2");
  CHECK(session.program().names.last() > before);
}

TEST_CASE("A session lives on after every kind of error", "[session]") {
  Session session({});
  CHECK(contains(value_of(session, "1 + true"), "Cannot apply"));
  CHECK(contains(value_of(session, "[1, 2, 3][3]"), "Index [3] out of bounds"));
  CHECK(contains(value_of(session, "1 / (0 : i32)"), "division by zero"));
  CHECK(contains(value_of(session, "(1"), "Unexpected"));
  CHECK(value_of(session, "1 + 1") == "2");
}

TEST_CASE("Memory and time have limits that are errors", "[session]") {
  SessionOptions small;
  small.max_memory = 16 << 20;
  Session tight(small);
  CHECK(contains(value_of(tight, "f64.sum (manifest (map f64.i64 (iota 10000000)))"), "memory"));
  CHECK(value_of(tight, "i64.sum (iota 1000)") == "499500");

  SessionOptions brief;
  brief.timeout = 0.05;
  Session hurried(brief);
  CHECK(contains(value_of(hurried, "loop x = 0i64 while x >= 0 do (x + 1) % 1000"),
                 "The time limit of 0.05 s passed while evaluating"));
  CHECK(value_of(hurried, "2 + 2") == "4");
}

TEST_CASE("States of loops take their share of the memory, whoever runs them", "[session]") {
  const auto entry_of = [](Session& session) {
    const auto def = session.expression(
        session.prelude(), "test",
        "vjp (\\x -> loop a = x for _i < 3000000i32 do a + 1e-6 * f64.sin (a * x)) 1 1");
    return session.prepare(*def);
  };
  const auto text = [](const std::vector<runtime::Value>& values) {
    return runtime::print(values[0], runtime::Style::human);
  };
  SessionOptions small;
  small.max_memory = 20 << 20;  // the states take 24 MB
  Session ample({}), tight(small);
  const std::string expected = text(ample.call(entry_of(ample), {}));
  const auto entry = entry_of(tight);
  CHECK(text(laguz::engine::Runner(tight, tight.options().eval).call(entry, {})) == expected);
  CHECK(text(tight.call(entry, {})) == expected);
  tight.forget(entry);
  CHECK(text(tight.call_watched(entry, {})) == expected);
}

TEST_CASE("Every failure has one catch and an exit status", "[session]") {
  Session session({});
  std::ostringstream out;
  auto fails_with = [&](auto&& error) {
    out.str("");
    return session.guarded(out, false, 7, [&]() -> int { throw error; });
  };
  CHECK(fails_with(support::UserError(support::Phase::usage, {}, "no such file")) == 7);
  CHECK(out.str() == "Error: no such file\n");
  CHECK(fails_with(support::Interrupted()) == 130);
  CHECK(out.str() == "Interrupted\n");
  CHECK(fails_with(std::logic_error("a slip")) == 101);
  CHECK(contains(out.str(), "a slip"));
  CHECK(contains(out.str(), "report it"));
  CHECK(session.guarded(out, false, 7, [] { return 0; }) == 0);
}

TEST_CASE("The console goes on while what was interrupted is taken down", "[session]") {
  std::promise<void> begun, allowed;
  std::future<void> may_go = allowed.get_future();
  std::atomic<bool> in_time{false}, ran{false};
  std::ostringstream out;
  Session session({});
  std::thread user([&] {
    begun.get_future().wait();
    session.governor().interrupt();
  });
  struct Slow {
    std::future<void>& may_go;
    std::atomic<bool>& in_time;
    ~Slow() { in_time = may_go.wait_for(std::chrono::seconds(60)) == std::future_status::ready; }
  };
  const auto endless = [&]() -> int {
    const Slow slow{may_go, in_time};
    begun.set_value();
    for (;;) support::spend(1000);
  };
  CHECK(session.guarded(out, false, 7, endless) == 130);
  CHECK(out.str() == "Interrupted\n");
  user.join();
  session.governor().forget_interrupt();

  const auto next = [&] {
    ran = true;
    return 0;
  };
  std::thread impatient([&] { session.governor().interrupt(); });
  CHECK(session.guarded(out, false, 7, next) == 130);
  impatient.join();
  CHECK_FALSE(ran);
  session.governor().forget_interrupt();

  allowed.set_value();
  CHECK(session.guarded(out, false, 7, next) == 0);
  CHECK(ran);
  CHECK(in_time);
  CHECK(out.str() == "Interrupted\nInterrupted\n");
}

TEST_CASE("What the console has told is not told again by what ends behind it", "[session]") {
  std::ostringstream out;
  std::promise<void> allowed;
  std::future<void> may_go = allowed.get_future();
  struct Slow {
    std::future<void>& may_go;
    ~Slow() { may_go.wait(); }
  };
  std::thread user;
  {
    Session session({});
    const auto endless = [&]() -> int {
      const Slow slow{may_go};
      for (;;) support::spend(1000);
    };
    std::thread impatient([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      session.governor().interrupt();
    });
    CHECK(session.guarded(out, false, 7, endless) == 130);
    impatient.join();
    user = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      allowed.set_value();
    });
  }
  user.join();
  CHECK(out.str() == "Interrupted\n");
}

TEST_CASE("Ctrl-C before the work has begun is not lost", "[session]") {
  std::ostringstream out;
  bool ran = false;
  const auto work = [&] {
    ran = true;
    return 0;
  };
  Session session({});
  session.governor().interrupt();
  CHECK(session.guarded(out, false, 7, work) == 130);
  CHECK(out.str() == "Interrupted\n");
  CHECK_FALSE(ran);
  session.governor().forget_interrupt();
  CHECK(session.guarded(out, false, 7, work) == 0);
  CHECK(ran);
}

/// Runs [work] where the stack is small.
void on_small_stack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_t thread{};
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, std::size_t{256} << 10) == 0);
  const auto run = [](void* given) -> void* {
    (*static_cast<const std::function<void()>*>(given))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run,
                         const_cast<void*>(static_cast<const void*>(&work))) == 0);
  CHECK(pthread_join(thread, nullptr) == 0);
  CHECK(pthread_attr_destroy(&attributes) == 0);
}

TEST_CASE("What a deep program has become goes wherever it is let go", "[session]") {
  // Branches and operators in one another.
  std::string branches = "0f64", sums = "0f64";
  for (int i = 0; i < 10000; ++i) {
    branches = "if x < " + std::to_string(i) + " then x else " + branches;
    sums += " + x";
  }
  const std::string text = "def f (x: f64) = " + branches + "\ndef g (x: f64) = " + sums +
                           "\nentry main x = f x + g x\n";
  auto engine = std::make_unique<engine::Engine>(engine::Options{});
  engine::Scope scope;
  std::optional<engine::EntryPoint> entry;
  support::on_deep_stack([&] {
    scope = engine->check(engine->add_source("deep.fut", text));
    entry = engine->prepare(engine->find(scope, "main"));
    const auto results = engine->call(*entry, {support::Scalar::f64(2.0)});
    REQUIRE(results.size() == 1);
    CHECK(runtime::print(results[0], runtime::Style::human) == "20002.0");
  });
  on_small_stack([&] {
    entry.reset();
    scope.reset();
    engine.reset();
  });
}

TEST_CASE("A time limit is told with what was being done, and where", "[session]") {
  SessionOptions options;
  options.timeout = 0.05;
  std::ostringstream out;
  Session session(options);
  const support::SourceFile source("x.fut", "one line\n");
  const auto endless = [&]() -> int {
    const support::Doing doing(support::Work::deriving, {&source, 4, 8});
    for (;;) support::spend(1000);
  };
  CHECK(session.guarded(out, false, 7, endless) == 7);
  CHECK(contains(out.str(), "The time limit of 0.05 s passed while deriving"));
  CHECK(contains(out.str(), "x.fut:1:5"));
}

TEST_CASE("Of very many warnings the first hundred are shown, once", "[session]") {
  const auto file = std::filesystem::temp_directory_path() /
                    ("laguz_warnings_" + std::to_string(::getpid()) + ".fut");
  {
    std::ofstream text(file);
    for (int i = 0; i < 130; ++i) text << "def f" << i << " (unused: i32) = 1i32\n";
  }
  Session session({});
  (void)session.load(file.string());
  std::filesystem::remove(file);
  std::ostringstream out;
  session.show_warnings(out, false);
  const std::string shown = out.str();
  std::size_t warnings = 0;
  for (auto at = shown.find("Warning at"); at != std::string::npos;
       at = shown.find("Warning at", at + 1))
    ++warnings;
  CHECK(warnings == 100);
  CHECK(contains(shown, "\n30 more warnings are not shown.\n"));
  out.str("");
  session.show_warnings(out, false);
  CHECK(out.str().empty());
}
