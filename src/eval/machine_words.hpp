// Arrays as machine code finds them. Only eval/ includes this.
#pragma once

#include <exception>

#include "eval/node.hpp"
#include "machine/code.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

/// [what] for the Run that code works for, called from code: what it throws ends the run, and is
/// its `stopped`.
template <class Run, class F>
std::int64_t guarded(std::uint64_t* words, const F& what) noexcept {
  Run& running = *reinterpret_cast<Run*>(words[machine::Words::kOwner]);
  try {
    what(running);
    return 0;
  } catch (...) {
    running.stopped = std::current_exception();
    return 1;
  }
}
template <class Run>
std::int64_t poll(std::uint64_t* words) noexcept {
  return guarded<Run>(words, [](Run&) { support::spend(machine::Words::kFuel); });
}

/// Where its elements are, its lengths and strides, in [words] of it.
inline void put_array(std::uint64_t* words, const Array& array) {
  words[machine::Words::kAddress] = reinterpret_cast<std::uint64_t>(array.raw());
  std::uint64_t* at = words + machine::Words::kLengths;
  for (int d = 0; d < array.rank(); ++d) *at++ = static_cast<std::uint64_t>(array.shape()[d]);
  for (int d = 0; d < array.rank(); ++d) *at++ = static_cast<std::uint64_t>(array.stride(d));
}

/// Whether elements of its innermost dimension are next to each other.
inline bool is_dense_inside(const Array& array) {
  if (array.is_affine()) return true;
  const int last = array.rank() - 1;
  return last < 0 || array.stride(last) == 1 || array.shape()[last] <= 1;
}

}  // namespace laguz::eval
