// What the driver, the server that it starts and the server's children share.
#pragma once

#include <atomic>
#include <cstdint>

namespace laguz::faults {

/// File descriptors that the server is given.
enum : int { kSharedMemory = 197, kOrders = 198, kAnswers = 199 };
/// Exit status of a child that could not begin.
inline constexpr int kNoStart = 77;

enum class Kind : std::uint8_t { allocation, write };
/// Which process fails: the one that was started, or those that it starts itself.
enum class Whom : std::uint8_t { started, its_children };

struct Shared {
  bool serving = false;
  Kind kind = Kind::allocation;
  Whom whom = Whom::started;
  long fault = 0;  ///< the number of the step that fails, from 1; 0: none
  std::atomic<long> count{0};
  std::atomic<bool> fired{false};
  std::atomic<int> descriptor{-1};  ///< of the write that failed; -1: of no open file
  std::atomic<int> child{0};
};

}  // namespace laguz::faults
