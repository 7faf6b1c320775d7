// How thoroughly tests of random programs go.
#pragma once

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

}  // namespace laguz_test
