// Numbers by variable. Only core/ includes this.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/ir.hpp"

namespace laguz::core {

/// A number for each of some variables. Those of a body have mostly been made one after the other:
/// they stand side by side, in pages, and are found without hashing.
class VarNumbers {
 public:
  using Number = std::uint32_t;

  /// The number of [var], 0 if it has none.
  Number of(VarId var) const {
    const std::size_t at = page_of(var);
    if (at >= directory_.size() || directory_[at] == 0) return 0;
    return pages_[directory_[at] - 1][var % kPage];
  }
  /// The same, to be set. Valid until the next one is asked for.
  Number& operator[](VarId var) {
    if (directory_.empty()) first_ = var / kPage;
    if (var / kPage < first_) {
      directory_.insert(directory_.begin(), first_ - var / kPage, 0);
      first_ = var / kPage;
    }
    const std::size_t at = page_of(var);
    if (at >= directory_.size()) directory_.resize(at + 1, 0);
    if (directory_[at] == 0) {
      pages_.emplace_back();
      directory_[at] = static_cast<Number>(pages_.size());
    }
    return pages_[directory_[at] - 1][var % kPage];
  }
  void clear() {
    directory_.clear();
    pages_.clear();
  }

 private:
  static constexpr VarId kPage = 64;
  /// From [first_] on; what is before it comes behind everything.
  std::size_t page_of(VarId var) const { return static_cast<VarId>(var / kPage - first_); }

  VarId first_ = 0;
  std::vector<Number> directory_;  ///< from the first page on, which of [pages_] it is; 0: none
  std::vector<std::array<Number, kPage>> pages_;
};

}  // namespace laguz::core
