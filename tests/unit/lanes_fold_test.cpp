// Folds of vectors of lanes that bring positions along.
#include <catch2/catch.hpp>

#include <cstring>
#include <random>
#include <vector>

#include "prims/catalog.hpp"
#include "prims/lanes_fold.hpp"

namespace lanes = laguz::prims::lanes;
namespace prims = laguz::prims;
using laguz::support::ScalarType;

TEST_CASE("an extremum with its position is the operator of three primitives", "[prims]") {
  std::mt19937_64 random(17);
  constexpr std::int64_t n = 37;
  for (int t = 0; t < laguz::support::kScalarTypes; ++t) {
    const auto type = static_cast<ScalarType>(t);
    for (const char* name : {"min", "max"}) {
      if (type == ScalarType::boolean) continue;
      const prims::Prim prim = prims::get(name, type);
      const lanes::PlacedFold fold = lanes::placed_fold(prim);
      REQUIRE(fold != nullptr);
      const prims::Row& row = prims::row_of(prim);
      const auto kernel = row.lanes[t];
      const auto equal = prims::row_of(prims::get("eq", type)).lanes[t];
      const auto size = static_cast<std::size_t>(laguz::support::size_of(type));
      // Few bits, so that there are equals; of floats also NaN, infinities and zeros of both signs.
      auto vector = [&] {
        std::vector<std::byte> bytes(n * size);
        for (std::int64_t l = 0; l < n; ++l) {
          std::byte* at = bytes.data() + static_cast<std::size_t>(l) * size;
          at[0] = static_cast<std::byte>(random() % 2);
          if (random() % 2 == 0) at[size - 1] = static_cast<std::byte>(random() % 4 << 6);
          if (random() % 4 == 0)
            std::memset(at + size - (size > 1 ? 2 : 1), 0xff, size > 1 ? 2 : 1);
        }
        return bytes;
      };
      for (const bool one_value : {false, true})
        for (const bool one_position : {false, true}) {
          const std::vector<std::byte> before = vector(), values = vector();
          std::vector<std::int64_t> positions(n), at(n), expected(n);
          for (std::int64_t l = 0; l < n; ++l) {
            positions[static_cast<std::size_t>(l)] = 1000 + l;
            at[static_cast<std::size_t>(l)] = expected[static_cast<std::size_t>(l)] = l;
          }
          std::vector<std::byte> best = before, reached(n * size);
          fold(n, best.data(), at.data(),
               {values.data(), positions.data(), one_value, one_position});
          kernel(n, reached.data(), before.data(), values.data(), values.data(), one_value ? 2 : 0);
          std::vector<std::uint8_t> same(n);
          equal(n, reinterpret_cast<std::byte*>(same.data()), reached.data(), before.data(),
                before.data(), 0);
          for (std::size_t l = 0; l < n; ++l)
            if (same[l] == 0) expected[l] = positions[one_position ? 0 : l];
          INFO(name << ' ' << laguz::support::name(type) << ' ' << one_value << one_position);
          CHECK(best == reached);
          CHECK(at == expected);
        }
    }
  }
}
