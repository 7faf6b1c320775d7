// Ids that several threads take from the counter of one session.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <thread>
#include <vector>

#include "core/program.hpp"
#include "support/diagnostic.hpp"
#include "support/ids.hpp"

namespace laguz {
namespace {

constexpr std::size_t kThreads = 4;

/// Takes ids by [take] on several threads that begin together, [most] on each or until there are no
/// more; all ids that were taken, sorted.
template <class Take>
auto taken_at_once(const Take& take, std::size_t most) {
  using Id = decltype(take());
  std::vector<std::vector<Id>> taken(kThreads);
  std::vector<std::thread> threads;
  std::atomic<std::size_t> ready{0};
  for (std::vector<Id>& own : taken)
    threads.emplace_back([&take, &ready, &own, most] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      try {
        while (own.size() < most) own.push_back(take());
      } catch (const support::UserError&) {
      }
    });
  std::vector<Id> all;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads[i].join();
    // (One thread sees them grow.)
    CHECK(std::is_sorted(taken[i].begin(), taken[i].end()));
    all.insert(all.end(), taken[i].begin(), taken[i].end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Are [ids] those from [first] on, each once?
template <class Id>
bool each_once(const std::vector<Id>& ids, Id first) {
  for (const Id& id : ids)
    if (id != first++) return false;
  return true;
}

}  // namespace

TEST_CASE("threads take ids from one session's counter, and none is given twice", "[threads]") {
  constexpr std::size_t kEach = 20'000;
  core::Program program;
  const auto ids = taken_at_once([&] { return program.names.fresh(); }, kEach);
  CHECK(ids.size() == kThreads * kEach);
  CHECK(each_once(ids, core::VarId{1}));
  CHECK(program.names.last() == kThreads * kEach);
  CHECK(program.names.fresh() == kThreads * kEach + 1);
}

TEST_CASE("threads that meet the end of a counter get what is left, and no more", "[threads]") {
  constexpr core::VarId kLeft = 10'001;
  core::Names names(core::Names::kEnd - kLeft - 1);
  const auto ids = taken_at_once([&] { return names.fresh(); }, kLeft);
  CHECK(ids.size() == kLeft);
  CHECK(each_once(ids, core::Names::kEnd - kLeft));
  CHECK(names.last() == core::Names::kEnd - 1);

  // Where the end is the largest number that an id can be.
  constexpr core::FunId kLast = std::numeric_limits<core::FunId>::max();
  support::Ids<core::FunId> functions(kLast - kLeft);
  const auto taken = taken_at_once([&] { return functions.take(); }, kLeft);
  CHECK(taken.size() == kLeft);
  CHECK(each_once(taken, kLast - kLeft));
  CHECK_THROWS_AS(functions.take(), support::UserError);
}

}  // namespace laguz
