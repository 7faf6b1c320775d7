// What a tile adds to an array behind an accumulator of the bodies around the plan.
//
// The sums are those of the iterations in their order, whatever the order of the instructions: of
// each place, those of the first lane come first. So updates wait in a log until the tile is done.
// But where a place gets only one update in a tile, and all lanes' values with it, as most do that
// derivatives add to, that update need not wait: it is made while its values are still in the
// cache, and only what the place held is kept, so that it can be taken back. The same is done with
// updates that go evenly up from lane to lane, a stencil's, where each begins no further up than
// the one before, or behind all of those: then, too, lanes come to every place in their order. When
// an update turns up after all that would have had to come before, the tile is run again and all of
// its updates wait, from then on.
//
// Striped sums (partial_sums.hpp) are kStripes for each place, and of each of these the same is
// true: the first lane of its own comes first.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/lanes/spare_vectors.hpp"
#include "eval/lanes/tile.hpp"
#include "prims/lanes_accumulate.hpp"

namespace laguz::eval::lanes {

/// Sums of each place.
struct Stripes {
  std::int64_t count = 1;
  bool zero = false;  ///< nothing has been added to any
};

/// An array behind an accumulator: dense. Of striped sums, those of a place lie side by side.
struct AccTarget {
  ScalarType type = ScalarType::i64;
  Shape shape;
  std::byte* data = nullptr;
  Stripes stripes;
};

/// Updates of a tile meet, and one of them has been made already. They have been told to wait: the
/// tile is to be run again.
struct UpdatesMeet {};

/// Of one thread.
class AccLog {
 public:
  /// What updates are added to from now on. [meet]: updates of a tile have met, in any run of the
  /// plan.
  void bind(AccTarget target, std::atomic<bool>& meet);
  const AccTarget& target() const { return target_; }
  /// Takes an update in the lanes of its mask. What it points to is copied if need be, but for
  /// values that are [kept]: these are to stay where they are until the next `settle`, and if there
  /// are more updates in the log by then, until it is flushed.
  void add(Tile& tile, prims::lanes::Update update, bool kept);
  /// The same of values, one for each lane, that nobody else will read. They may stay where they
  /// are, and [values] is then where the next ones are to be made.
  void add_given(Tile& tile, prims::lanes::Update& update, std::byte*& values);
  /// The same of updates of [count] places from [place] on, each of one place, if they can be made
  /// at once: element i has its lanes [stride] elements after those of the one before.
  bool add_row(Tile& tile, std::int64_t place, std::int64_t count, const std::byte* values,
               std::int64_t stride);
  void settle(const Tile& tile);
  /// Updates that wait.
  std::size_t waiting() const { return updates_.size(); }
  /// Holds a block until the log is flushed.
  void hold(BlockRef block) { blocks_.push_back(std::move(block)); }
  /// The tile is done.
  void flush(const Tile& tile);
  /// It is given up, and has added nothing.
  void clear();

 private:
  /// Updates that have been made, of places side by side.
  struct Made {
    std::int64_t place, count;
  };
  static constexpr std::size_t kTogether = prims::lanes::kSumsTogether;

  template <class T>
  const T* keep(Tile& tile, const T* from, std::size_t count);
  void wait(Tile& tile, prims::lanes::Update update, bool kept);
  bool make_at_once(const Tile& tile, prims::lanes::Update& update);
  void make_together(const Tile& tile, const prims::lanes::Update& update);
  std::byte* keep_vector(const Tile& tile, const void* values);
  void make_even(const Tile& tile, prims::lanes::Update update);
  bool may_make(const Tile& tile) const;
  prims::lanes::Sums sums(const Tile& tile) const;
  bool is_first(const Tile& tile, std::int64_t place);
  [[noreturn]] void meet();
  void remember(std::int64_t place, std::int64_t count);
  /// Of what is held for each place.
  std::int64_t place_bytes() const {
    return target_.stripes.count * support::size_of(target_.type);
  }
  std::byte* at(std::int64_t place) const { return target_.data + place * place_bytes(); }
  void forget();

  AccTarget target_;
  std::atomic<bool>* meet_ = nullptr;
  std::vector<prims::lanes::Update> updates_;
  std::vector<BlockRef> blocks_;  ///< what they point to
  std::span<std::byte> free_;     ///< of the last one that was made for copies
  std::size_t next_block_ = 0;

  std::vector<Made> made_;
  std::vector<std::byte> before_;  ///< what their places held, if not zeros; it only grows
  std::size_t before_bytes_ = 0;
  /// Those that have been made go so far from lane to lane; 0: they are of one place each.
  std::int64_t step_ = 0;
  /// Even ones, each of which begins no further up than the one before.
  struct Run {
    std::int64_t place = 0;           ///< of lane 0 in the last one
    std::int64_t begin = 0, end = 0;  ///< all their places
    std::int64_t behind = 0;          ///< of all that were made before them
  };
  Run run_;
  /// The last ones, which are made together where a place has one sum, a chain of additions.
  std::array<prims::lanes::Update, kTogether> next_;
  std::size_t next_count_ = 0;
  /// For their values: they leave it soon, so these are none of the tile's arrays, which are to fit
  /// the cache together.
  SpareVectors spare_;
  std::array<std::byte*, kTogether> held_{};
  std::size_t held_count_ = 0;
  /// Places go up, or down, from each update to the next: all are different. Else they are marked
  /// with the number of the tile.
  int direction_ = 0;  ///< 1: up, -1: down, 0: there was but one
  bool in_order_ = true;
  std::vector<std::uint32_t> marks_;
  std::uint32_t tile_number_ = 1;
};

}  // namespace laguz::eval::lanes
