#include "prims/matmul.hpp"

#include <algorithm>
#include <cstring>

#include "prims/matmul_tile.hpp"
#include "prims/matmul_vector.hpp"
#include "runtime/array.hpp"
#include "runtime/lengths.hpp"
#include "runtime/parallel_for.hpp"
#include "support/governor.hpp"

namespace laguz::prims {
namespace products {
namespace {

using runtime::pieces;

constexpr std::int64_t kRun = 256;              ///< terms of packed operands in a walk
constexpr std::int64_t kLeftBytes = 512 << 10;  ///< of packed rows, in the second-level cache
constexpr std::int64_t kRightBytes = std::int64_t{4} << 20;  ///< of packed columns
constexpr std::int64_t kMostRows = 128;                      ///< that are packed together
constexpr std::int64_t kFewestTiles = 4;

/// Terms that are packed at a time, in the order in which their products are added: those of the
/// first accumulator, of the second...
struct Terms {
  std::int64_t count = 0;
  int accumulators = 1;

  int live() const { return static_cast<int>(std::min<std::int64_t>(count, accumulators)); }
  std::int64_t of(int accumulator) const { return pieces(count - accumulator, accumulators); }
};

/// [from]: the element of the first term and of the first row or column, [lane] apart from one to
/// the next, of which there are [lanes]; padded with zeros to a multiple of [width].
template <class T, int width>
void pack(const Terms& terms, const T* from, std::int64_t term, std::int64_t lane,
          std::int64_t lanes, T* to) {
  support::moved(lanes * terms.count, sizeof(T));
  for (std::int64_t first = 0; first < lanes; first += width, to += width * terms.count) {
    const int here = static_cast<int>(std::min<std::int64_t>(width, lanes - first));
    const T* const panel = from + first * lane;
    T* out[16];
    out[0] = to;
    for (int r = 1; r < terms.accumulators; ++r) out[r] = out[r - 1] + width * terms.of(r - 1);
    const auto each = [&](auto copy) {
      for (std::int64_t t = 0; t < terms.count; t += terms.accumulators)
        for (int r = 0; r < terms.accumulators && t + r < terms.count; ++r, out[r - 1] += width)
          copy(panel + (t + r) * term, out[r]);
    };
    if (here < width)
      each([&](const T* x, T* y) {
        for (int i = 0; i < width; ++i) y[i] = i < here ? x[i * lane] : T(0);
      });
    else if (lane == 1)
      each([](const T* x, T* y) { std::memcpy(y, x, width * sizeof(T)); });
    else
      each([&](const T* x, T* y) {
        for (int i = 0; i < width; ++i) y[i] = x[i * lane];
      });
  }
}

template <class T>
class Product {
 public:
  using Tile = products::Tile<T>;

  Product(const MatrixProduct& p, int threads)
      : p_(p),
        threads_(threads),
        round_(std::min(p.terms, p.order.block == 0 ? kRun : p.order.block)),
        tiles_(tiles_of(p.rows, round_)),
        columns_(columns_of(p.columns, round_)),
        own_(tiles_ * (Tile::kRows * round_ + p.order.accumulators * Tile::kSize)),
        right_(runtime::Buffer::allocate(bytes(columns_ * round_))) {}

  void run() {
    for (std::int64_t j = 0; j < p_.columns; j += columns_)
      for (std::int64_t t = 0; t < p_.terms; t += round_)
        part(j, std::min(columns_, p_.columns - j),
             {std::min(round_, p_.terms - t), p_.order.accumulators}, t);
  }

 private:
  static std::size_t bytes(std::int64_t elements) {
    return static_cast<std::size_t>(elements) * sizeof(T);
  }
  static std::int64_t tiles_of(std::int64_t rows, std::int64_t round) {
    const std::int64_t room = kLeftBytes / static_cast<std::int64_t>(sizeof(T)) / round;
    const std::int64_t tiles = std::max(kFewestTiles, std::min(room, kMostRows) / Tile::kRows);
    return std::min(tiles, pieces(rows, Tile::kRows));
  }
  static std::int64_t columns_of(std::int64_t columns, std::int64_t round) {
    const std::int64_t room = kRightBytes / static_cast<std::int64_t>(sizeof(T)) / round;
    const std::int64_t panels =
        std::max<std::int64_t>(1, std::min(pieces(columns, Tile::kColumns), room / Tile::kColumns));
    return panels * Tile::kColumns;
  }

  const T* left(std::int64_t row, std::int64_t term) const {
    return static_cast<const T*>(p_.a.data) + row * p_.a.row + term * p_.a.column;
  }

  /// Columns [j] on, terms [t] on.
  void part(std::int64_t j, std::int64_t columns, const Terms& terms, std::int64_t t) {
    T* const right = reinterpret_cast<T*>(right_.get()->data());
    constexpr std::int64_t kPanels = 8;
    const std::int64_t group = kPanels * Tile::kColumns;
    runtime::parallel_for(pieces(columns, group), threads_, [&](std::int64_t g) {
      const std::int64_t first = g * group;
      const T* from = static_cast<const T*>(p_.b.data) + t * p_.b.row + (j + first) * p_.b.column;
      const std::int64_t here = std::min(group, columns - first);
      pack<T, Tile::kColumns>(terms, from, p_.b.row, p_.b.column, here,
                              right + first * terms.count);
      support::spend(here * terms.count / 2);
    });
    const std::int64_t rows = tiles_ * Tile::kRows;
    runtime::parallel_for(pieces(p_.rows, rows), threads_, [&](std::int64_t block) {
      const runtime::BufferRef own(runtime::Buffer::allocate(bytes(own_)));
      T* const sums = reinterpret_cast<T*>(own.get()->data());  // aligned as vectors are
      T* const packed = sums + tiles_ * p_.order.accumulators * Tile::kSize;
      Left a{block * rows, std::min(rows, p_.rows - block * rows), t, packed};
      // For one panel of columns packing does not pay, but for the rows that do not fill a tile.
      if (columns <= Tile::kColumns) a.unpacked = a.rows / Tile::kRows;
      const std::int64_t skipped = a.unpacked * Tile::kRows;
      pack<T, Tile::kRows>(terms, left(a.first + skipped, t), p_.a.column, p_.a.row,
                           a.rows - skipped, packed + skipped * terms.count);
      for (std::int64_t first = 0; first < columns; first += Tile::kColumns)
        panel(a, j + first, std::min<std::int64_t>(Tile::kColumns, columns - first), terms,
              right + first * terms.count, sums);
    });
  }

  /// Rows that are taken together, terms [term] on.
  struct Left {
    std::int64_t first, rows, term;
    const T* packed;
    std::int64_t unpacked = 0;  ///< tiles that are not, the first
  };

  /// A panel of columns times the packed rows.
  void panel(const Left& a, std::int64_t j, std::int64_t columns, const Terms& terms,
             const T* right, T* sums) {
    const std::int64_t i = a.first, rows = a.rows, tiles = pieces(rows, Tile::kRows);
    const bool fresh = p_.order.block != 0;
    const auto sums_of = [&](std::int64_t tile, int accumulator) {
      return sums + (tile * p_.order.accumulators + accumulator) * Tile::kSize;
    };
    if (!fresh)
      for (std::int64_t tile = 0; tile < tiles; ++tile)
        each_row(i + tile * Tile::kRows, i + rows, j, [&](int row, T* c) {
          Tile::load(c, columns, sums_of(tile, 0) + row * Tile::kColumns);
        });
    std::int64_t at = 0;
    for (int accumulator = 0; accumulator < terms.live(); ++accumulator) {
      const std::int64_t of_it = terms.of(accumulator);
      for (std::int64_t from = 0; from < of_it; from += kRun) {
        const std::int64_t run = std::min(kRun, of_it - from);
        for (std::int64_t tile = 0; tile < tiles; ++tile) {
          const T* from_a = a.packed + tile * Tile::kRows * terms.count + at * Tile::kRows;
          Steps steps = Tile::kPacked;
          if (tile < a.unpacked) {
            from_a = left(i + tile * Tile::kRows, a.term + accumulator + from * terms.accumulators);
            steps = {p_.a.row, p_.a.column * terms.accumulators};
          }
          const T* const b = right + at * Tile::kColumns;
          if (fresh && from == 0)
            Tile::template add<true>(run, from_a, steps, b, sums_of(tile, accumulator));
          else
            Tile::template add<false>(run, from_a, steps, b, sums_of(tile, accumulator));
        }
        at += run;
        support::spend(run * tiles * (Tile::kSize / 16));
      }
    }
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      combine(sums_of(tile, 0), terms.live());
      each_row(i + tile * Tile::kRows, i + rows, j, [&](int row, T* c) {
        const T* const from = sums_of(tile, 0) + row * Tile::kColumns;
        if (fresh)
          for (std::int64_t x = 0; x < columns; ++x) c[x] += from[x];
        else
          Tile::store(from, columns, c);
      });
    }
  }

  /// Of a tile that begins at row [i], those before [end].
  template <class Do>
  void each_row(std::int64_t i, std::int64_t end, std::int64_t j, const Do& action) {
    T* const c = static_cast<T*>(p_.c) + i * p_.c_row + j;
    const auto rows = static_cast<int>(std::min<std::int64_t>(Tile::kRows, end - i));
    for (int row = 0; row < rows; ++row) action(row, c + row * p_.c_row);
  }

  /// The tree of lanes_fold.hpp, for all sums of a tile.
  void combine(T* sums, int live) const {
    for (int step = p_.order.accumulators / 2; step >= 1; step /= 2)
      for (int s = 0; s < step && s + step < live; ++s)
        for (int x = 0; x < Tile::kSize; ++x)
          sums[s * Tile::kSize + x] += sums[(s + step) * Tile::kSize + x];
  }

  const MatrixProduct& p_;
  int threads_;
  std::int64_t round_;    ///< terms that are packed at a time
  std::int64_t tiles_;    ///< of rows, likewise
  std::int64_t columns_;  ///< likewise
  std::int64_t own_;      ///< elements that a block of rows needs room for: packed, and sums
  runtime::BufferRef right_;
};

template <class T>
void add(const MatrixProduct& p, int threads) {
  if (p.columns == 1 || p.rows == 1) {
    if (add_vector_product<T>(p, threads)) return;
  }
  Product<T>(p, threads).run();
}

}  // namespace
}  // namespace products

void add_product(const MatrixProduct& p, int threads) {
  if (p.rows == 0 || p.columns == 0 || p.terms == 0) return;
  if (p.type == support::ScalarType::f32)
    products::add<float>(p, threads);
  else
    products::add<double>(p, threads);
}

}  // namespace laguz::prims
