#include "runtime/lengths.hpp"

#include "support/diagnostic.hpp"

namespace laguz::runtime {

std::optional<std::int64_t> product(std::span<const std::int64_t> lengths) {
  std::int64_t n = 1;
  bool overflow = false;
  for (const std::int64_t length : lengths) {
    if (length == 0) return 0;
    overflow = __builtin_mul_overflow(n, length, &n) || overflow;
  }
  return overflow ? std::nullopt : std::optional(n);
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t n = 0;
  if (__builtin_add_overflow(a, b, &n))
    throw support::UserError(support::Phase::run, {},
                             "Out of memory: an array has more than 2^63 elements.");
  return n;
}

bool parts_fit(std::span<const std::int64_t> from, std::span<const std::int64_t> to) {
  while (!from.empty() && !to.empty() && from.back() == to.back()) {
    from = from.first(from.size() - 1);
    to = to.first(to.size() - 1);
  }
  return product(from) && product(to);
}

}  // namespace laguz::runtime
