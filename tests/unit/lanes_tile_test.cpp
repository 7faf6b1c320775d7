// What tiles do with memory.
#include <catch2/catch.hpp>

#include <algorithm>

#include "eval/lanes/tile.hpp"

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
