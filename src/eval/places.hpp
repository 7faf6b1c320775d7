// Destinations, the places in them, and what is written there: of histograms and scatters.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "eval/compiler.hpp"

namespace laguz::eval {

/// What Hist and Scatter have in common: destinations, index arrays and values.
struct Places {
  Block prologue;
  Slot width = 0;
  std::vector<ArrayArg> dests, indices, values;
  std::vector<Slot> results;
};

/// The places' values while a node runs.
class PlacesRun {
 public:
  PlacesRun(const Places& places, Frame& frame) : places_(places), frame_(frame) {
    width_ = static_cast<std::int64_t>(frame.bits(places.width));
    for (const ArrayArg& index : places.indices) {
      indices_.push_back(index.peek(frame).dense());
      check_width(indices_.back());
      pointers_.push_back(indices_.back().data<std::int64_t>());
    }
    for (const ArrayArg& value : places.values) {
      values.push_back(value.peek(frame));
      check_width(values.back());
    }
    const auto inner = static_cast<int>(places.indices.size());
    for (std::size_t k = 0; k < places.dests.size(); ++k) {
      const Shape& shape = places.dests[k].peek(frame).shape();
      if (shape.drop(inner) != values[k].shape().drop(1))
        fail(irregular_text(shape.drop(inner), values[k].shape().drop(1)));
      if (k == 0) {
        bounds_ = Shape(shape.span().subspan(0, static_cast<std::size_t>(inner)));
      } else if (!std::equal(bounds_.dims.begin(), bounds_.dims.begin() + inner,
                             shape.dims.begin())) {
        fail("Destinations of different shapes.");
      }
    }
    for (std::size_t k = 0; k < places.dests.size(); ++k) {
      Array& dest = places.dests[k].take_owned(frame, places.results[k]);
      dests.push_back(std::move(dest));
    }
  }
  void finish() {
    for (std::size_t k = 0; k < dests.size(); ++k)
      frame_.array(places_.results[k]) = std::move(dests[k]);
  }

  std::int64_t width() const { return width_; }
  /// The place of iteration [i], flat over the leading dimensions; -1 when it is out of bounds.
  std::int64_t place(std::int64_t i) const {
    // Unsigned: of rows without elements there may be more than there are numbers.
    std::uint64_t flat = 0;
    for (std::size_t d = 0; d < pointers_.size(); ++d) {
      const std::int64_t at = pointers_[d][i];
      const std::int64_t length = bounds_[static_cast<int>(d)];
      if (!inside(at, length)) return -1;
      flat = flat * static_cast<std::uint64_t>(length) + static_cast<std::uint64_t>(at);
    }
    return static_cast<std::int64_t>(flat & kPlaces);
  }
  /// Calls [use] with each iteration from [i] to [end] whose place is within bounds, and its place.
  template <class Use>
  void each_place(std::int64_t i, std::int64_t end, const Use& use) const {
    if (pointers_.size() != 1) {
      for (; i < end; ++i)
        if (const std::int64_t at = place(i); at >= 0) use(i, at);
      return;
    }
    const std::int64_t* const indices = pointers_[0];
    const std::int64_t length = bounds_[0];
    for (; i < end; ++i)
      if (const std::int64_t at = indices[i]; inside(at, length)) use(i, at);
  }
  /// Calls [use] with each iteration from [i] to [end], [step] by step, and its place, -1 when it
  /// is out of bounds.
  template <class Use>
  void all_places(std::int64_t i, std::int64_t end, std::int64_t step, const Use& use) const {
    if (pointers_.size() != 1) {
      for (; i != end; i += step) use(i, place(i));
      return;
    }
    const std::int64_t* const indices = pointers_[0];
    const std::int64_t length = bounds_[0];
    for (; i != end; i += step) {
      const std::int64_t at = indices[i];
      use(i, inside(at, length) ? at : -1);
    }
  }
  /// The index arrays' numbers, if there is but one.
  const std::int64_t* only_indices() const {
    return pointers_.size() == 1 ? pointers_[0] : nullptr;
  }
  /// How many places there are.
  std::int64_t places() const {
    std::int64_t count = 1;
    for (std::size_t d = 0; d < pointers_.size(); ++d) count *= bounds_[static_cast<int>(d)];
    return count;
  }
  std::span<const std::int64_t> index(std::int64_t i) {
    for (std::size_t d = 0; d < pointers_.size(); ++d) index_[d] = pointers_[d][i];
    return {index_.data(), pointers_.size()};
  }

  std::vector<Array> dests, values;

 private:
  void check_width(const Array& array) const {
    if (array.length() != width_) fail(width_text(width_, array.length()));
  }

  const Places& places_;
  Frame& frame_;
  std::int64_t width_ = 0;
  std::vector<Array> indices_;
  std::vector<const std::int64_t*> pointers_;
  static constexpr std::uint64_t kPlaces = ~std::uint64_t{0} >> 1;
  Shape bounds_;
  std::array<std::int64_t, 3> index_{};
};

}  // namespace laguz::eval
