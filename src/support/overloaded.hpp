// The visitor idiom for std::variant.
#pragma once

namespace laguz::support {

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

}  // namespace laguz::support
