// What tiles do with memory.
#include <catch2/catch.hpp>

#include <algorithm>

#include "eval/lanes/tile.hpp"
#include "eval/lanes/tile_width.hpp"

using namespace laguz::eval::lanes;

TEST_CASE("a tile writes rows of one element for its lanes only", "[lanes]") {
  // In a dense array of such rows the lanes lie side by side, as they do in blocks of our own; but
  // there is no room for more lanes than the tile has.
  const Layout layout;
  Tile tile(layout);
  tile.set_capacity(16);
  tile.n = 5;
  LaneArray from = tile.allocate(ScalarType::f64, Shape{1}, true);
  std::fill_n(reinterpret_cast<double*>(from.data), 16, 7.0);

  std::vector<double> memory(16, -1.0);
  LaneArray to;
  to.type = ScalarType::f64;
  to.shape = Shape{1};
  to.strides[0] = 1;
  to.lane_stride = 1;
  to.data = reinterpret_cast<std::byte*>(memory.data());
  tile.copy(to, from, true);
  CHECK(std::count(memory.begin(), memory.end(), 7.0) == 5);
  CHECK(std::count(memory.begin() + 5, memory.end(), -1.0) == 11);
}

namespace {

/// Tiles of a program for which a lane takes time_of(lanes), [bytes] each, until the width stays.
template <class Time>
std::int64_t settled(TileWidth& width, std::int64_t bytes, std::int64_t most, const Time& time_of) {
  std::int64_t lanes = std::min(width.begin(), most);
  for (int tile = 0; tile < 100; ++tile) {
    const double time = 1e-9 * time_of(lanes) * static_cast<double>(lanes);
    lanes = width.after({lanes, lanes, bytes, TileWidth::Seconds(time)}, most);
    REQUIRE(lanes <= most);
  }
  return lanes;
}

/// The same, where iteration i of [n] needs i * bytes / n.
template <class Time>
std::int64_t settled_below(TileWidth& width, std::int64_t n, std::int64_t bytes,
                           const Time& time_of) {
  constexpr std::int64_t kMost = 1024;
  std::int64_t lanes = 0;
  for (int run = 0; run < 10; ++run) {
    lanes = width.begin();
    for (std::int64_t i = 0; i < n;) {
      const std::int64_t here = std::min(lanes, n - i);
      i += here;
      const double time = 1e-9 * time_of(lanes) * static_cast<double>(here * i);
      lanes = width.after({lanes, here, i * bytes / n, TileWidth::Seconds(time)}, kMost);
    }
  }
  return lanes;
}

}  // namespace

TEST_CASE("tiles are as wide as a lane takes the least time in them", "[lanes]") {
  const auto even = [](std::int64_t) { return 100.0; };
  const auto wide = [](std::int64_t lanes) { return 1e5 / static_cast<double>(lanes); };
  const auto middle = [](std::int64_t lanes) { return lanes == 256 ? 80.0 : 100.0; };
  TileWidth width;
  // What fits is not left without a reason.
  CHECK(settled(width, 100, 1024, even) == 1024);
  CHECK(settled(width, 8000, 1024, even) == 128);
  // Other lengths: all is tried again.
  CHECK(settled(width, 4000, 1024, middle) == 256);
  CHECK(settled(width, 8000, 1024, wide) == 1024);
  CHECK(settled(width, 8000, 512, wide) == 512);
  // Far fewer lanes where each needs much: what fits the next cache, which is 8 MB, or, if that
  // takes less time, four times that.
  CHECK(settled(width, 20000, 1024, wide) == 1024);
  CHECK(settled(width, 200000, 1024, wide) == 128);
  CHECK(settled(width, 50000, 1024, even) == 128);
  CHECK(settled(width, 400000, 1024, even) == 32);
}

TEST_CASE("lanes of a run that need more and more are compared by what they need", "[lanes]") {
  const auto wide = [](std::int64_t lanes) { return 1e5 / static_cast<double>(lanes); };
  const auto narrow = [](std::int64_t lanes) { return 100.0 + static_cast<double>(lanes); };
  TileWidth width;
  CHECK(settled_below(width, 2200, 17600, wide) == 1024);
  CHECK(settled_below(width, 6600, 52800, narrow) == 128);
  CHECK(settled_below(width, 2200, 17600, wide) == 1024);
  // Alike again.
  const auto even = [](std::int64_t) { return 100.0; };
  CHECK(settled(width, 100, 1024, even) == 1024);
  CHECK(settled(width, 8000, 1024, even) == 128);
}

TEST_CASE("a slow tile or two do not decide on the width", "[lanes]") {
  TileWidth width;
  int tile = 0;
  const auto disturbed = [&](std::int64_t lanes) {
    return (++tile % 5 == 0 ? 1000.0 : 0.0) + (lanes == 128 ? 100.0 : 70.0);
  };
  CHECK(settled(width, 8000, 256, disturbed) == 256);
}
