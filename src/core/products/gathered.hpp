// Sums that lambdas gather in accumulators of their own.
#pragma once

#include <optional>
#include <vector>

#include "core/products/divider.hpp"

namespace laguz::core::products {

/// All of what a nest does, or some of it.
enum class Sums : std::uint8_t { whole, some };

class GatheredSums {
 public:
  GatheredSums(Names& names, Known& known, NestDivider& divider)
      : names_(names), known_(known), divider_(divider) {}

  /// Where they are sums of products at the numbers of iterations, they are reductions instead.
  /// Whether there were any.
  bool reduce(Body& body, Sums which) {
    changed_ = false;
    reduce_sums(body, which);
    return changed_;
  }

 private:
  void reduce_sums(Body& body, Sums which);
  bool reduce_sums(const Stm& stm, Sums which, std::vector<Stm>& to);
  /// Products that are added to an accumulator, which is all that a nest does.
  struct Sum {
    Path path;
    AddedProducts products;
  };
  std::optional<Sum> sum_in(const Stm& part) const;
  /// What an accumulator begins with, and ends as.
  struct Gathers {
    Atom init;
    Binder result;
  };
  /// [sum], which [part] adds to [acc], as a reduction.
  void reduce_sum(const Stm& part, const Sum& sum, const Gathers& acc, std::vector<Stm>& to);

  Names& names_;
  Known& known_;
  NestDivider& divider_;
  bool changed_ = false;
};

}  // namespace laguz::core::products
