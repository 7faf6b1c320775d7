// Slices when run: which elements a slice means, and when it is out of bounds.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "eval/node.hpp"

namespace laguz::eval {

/// One dimension of a slice: operands, as core::DimSlice.
struct DimArg {
  bool fixed = false;
  ScalarArg index;
  std::optional<ScalarArg> start, end, stride;
};

/// The operands' values.
struct DimValue {
  bool fixed = false;
  std::int64_t index = 0;
  std::optional<std::int64_t> start, end, stride;
};

struct Extent {
  std::int64_t start = 0, count = 0, stride = 1;
};
/// What [dim] selects of a dimension of length [n]; nothing when it is out of bounds.
std::optional<Extent> resolve(const DimValue& dim, std::int64_t n);

/// Fails with what [dims] select, as "0:2, 1", being out of bounds.
[[noreturn, gnu::cold]] void fail_slice(std::span<const DimValue> dims, const runtime::Shape& shape,
                                        const Place& place = {});

class SliceSpec {
 public:
  explicit SliceSpec(std::vector<DimArg> dims) : dims_(std::move(dims)) {}

  using Values = std::array<DimValue, runtime::kMaxRank>;
  /// Evaluates the operands.
  Values values(Frame& frame) const;
  /// The elements of [array] that are meant, as a view. Throws UserError when out of bounds.
  Array view(const Array& array, const Values& values) const;

 private:
  std::span<const DimValue> used(const Values& values) const {
    return {values.data(), dims_.size()};
  }
  std::vector<DimArg> dims_;
};

}  // namespace laguz::eval
