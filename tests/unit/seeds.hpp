// How thoroughly tests of random programs go.
#pragma once

#include <vector>

namespace laguz_test {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

/// From one seed to the next: under sanitizers a program takes ten times as long, and every sixth
/// of them does.
constexpr unsigned kSeedStep = kSanitized ? 6 : 1;

/// [all], of numbers to try; every other one under sanitizers.
template <class T>
std::vector<T> some_of(std::vector<T> all) {
  if (!kSanitized) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < all.size(); i += 2) some.push_back(all[i]);
  return some;
}

}  // namespace laguz_test
