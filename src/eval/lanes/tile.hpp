// The state of a lane program on one thread: the lanes of one tile, and where its variables are.
//
// A scalar variable is a register: a pointer to one element (uniform: the same in all lanes) or to
// a vector with an element per lane (varying). Pointers, so that an operand can be the caller's
// array itself, and a result can be written where it is to stay. An array variable is a LaneArray.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ir.hpp"
#include "eval/lanes/pool.hpp"
#include "prims/lanes_mask.hpp"
#include "runtime/array.hpp"
#include "runtime/lengths.hpp"

namespace laguz::eval::lanes {

using prims::lanes::Mask;
using runtime::Shape;
using support::Scalar;
using support::ScalarType;

using Reg = std::uint32_t;
inline constexpr Reg kNoReg = ~Reg{0};

/// A user error in this lane (the first one alive, where the error does not depend on the lane).
struct LaneError {
  std::int64_t lane;
};

/// Something that must be the same in all lanes is not: a length, a number of iterations.
class NotUniform {
  friend class Irregular;
  NotUniform() = default;
};

/// A Soac inside has far more iterations than there are lanes: it had better have lanes of its own.
/// Only of a tile that may be taken back, and is the only one (Tile::alone).
struct FewLanes {};

/// A constant of the program, which lanes need, has not been evaluated.
struct NotEvaluated {
  core::FunId constant;
};

/// Leave to find that lanes differ in what must be the same in all of them. Only the compiler gives
/// it, and notes that in the program: updates of accumulators are undone when a run is given up.
class Irregular {
 public:
  [[noreturn]] void give_up() const { throw NotUniform(); }

 private:
  friend class Compiler;
  Irregular() = default;
};

/// An array of every lane, all of one shape. The element at index (i, j, ...) of lane l is that
/// many elements from [data]: i*strides[0] + j*strides[1] + ... + (at ? at[l] : l*lane_stride).
struct LaneArray {
  ScalarType type = ScalarType::i64;
  bool affine = false;  ///< no memory: an element is [start] plus that number
  Shape shape;
  std::array<std::int64_t, runtime::kMaxRank> strides{};
  std::int64_t lane_stride =
      0;  ///< 0: uniform; 1: lane-minor, our own layout; other: rows of a host array
  const std::int64_t* at = nullptr;
  std::byte* data = nullptr;
  std::int64_t start = 0;
  BlockRef block;     ///< keeps [data]; none for the arrays that the plan was given
  BlockRef at_block;  ///< keeps [at]

  int element_size() const { return support::size_of(type); }
  bool uniform() const { return lane_stride == 0 && at == nullptr; }
  bool lane_minor() const { return lane_stride == 1 && at == nullptr && !affine; }
  /// In row-major order, elements [unit] apart.
  bool is_dense(std::int64_t unit) const;
  /// Strides of a dense array whose innermost elements are [unit] apart.
  void set_dense(std::int64_t unit);
  /// Moves the view by [elements].
  void advance(std::int64_t elements) {
    if (affine)  // maybe of unsigned numbers: the sum wraps
      start = runtime::wrapping_sum(start, elements);
    else
      data += elements * element_size();
  }
  /// The view at a prefix of the dimensions, [count] of them, [elements] from the first.
  LaneArray below(int count, std::int64_t elements) const;
  /// Makes this that view, keeping its storage for dimensions.
  void set_below(const LaneArray& array, int count, std::int64_t elements);
};

// In the innermost of loops.
inline void LaneArray::set_below(const LaneArray& array, int count, std::int64_t elements) {
  type = array.type;
  affine = array.affine;
  shape.rank = array.shape.rank - count;
  for (int d = 0; d < shape.rank; ++d) {
    shape[d] = array.shape[d + count];
    strides[d] = array.strides[d + count];
  }
  lane_stride = array.lane_stride;
  at = array.at;
  data = array.data;
  start = array.start;
  block = array.block;
  at_block = array.at_block;
  advance(elements);
}

/// Where registers live, decided when the program is compiled.
struct Layout {
  struct Home {
    Reg reg;
    std::uint8_t size_class;  ///< log2 of the element size
    std::uint32_t slot;       ///< among those of its size class
  };
  struct Constant {
    Reg reg;
    std::uint64_t bits;
  };
  Reg scalars = 0;
  std::uint32_t arrays = 0;
  std::uint32_t rooms = 0;
  std::vector<Reg> cells;  ///< registers of uniform scalars
  std::vector<Constant> constants;
  std::vector<Home> homes;
  std::uint32_t slots[4] = {};

  std::size_t bytes_per_lane() const {
    return slots[0] + 2 * std::size_t{slots[1]} + 4 * std::size_t{slots[2]} +
           8 * std::size_t{slots[3]};
  }
};

class AccLog;     // acc_log.hpp
class Constants;  // plan.hpp

/// What an instruction works in. It stays from run to run: to make it costs as much as a short run.
struct Room {
  virtual ~Room() = default;
};

class Tile {
 public:
  explicit Tile(const Layout& layout);
  ~Tile();
  Tile(const Tile&) = delete;
  Tile& operator=(const Tile&) = delete;

  /// Lays the registers out for tiles of [lanes] (a power of two).
  void set_capacity(std::int64_t lanes);
  /// Puts every register back where it lives and forgets masks: before each tile.
  void reset();
  /// After an error: forgets all arrays and what was worked out for all tiles.
  void recover();
  /// Sets a uniform scalar where it lives.
  void set_cell(Reg reg, Scalar value);

  std::int64_t n = 0;         ///< lanes of this tile
  std::int64_t start = 0;     ///< the iteration of its first lane
  bool alone = false;         ///< there are no others
  std::int64_t capacity = 0;  ///< lanes that vectors have room for
  std::int64_t column = 0;    ///< of a nest (nest.hpp), where in its row the tile begins
  Mask mask = nullptr;        ///< lanes alive
  const Constants* constants = nullptr;
  std::int64_t stream_chunk = std::int64_t{1} << 16;
  bool fresh = true;  ///< no tile has been run yet: uniform values are still to be computed
  std::vector<std::byte*> at;
  std::vector<LaneArray> arrays;
  Pool pool;
  std::vector<std::unique_ptr<AccLog>> logs;  ///< one per array behind an accumulator
  std::vector<std::size_t> acc_first;         ///< per accumulator, its first log

  /// Room [which] of the layout's, which only one instruction uses.
  template <class T>
  T& room(std::uint32_t which) {
    std::unique_ptr<Room>& room = rooms_[which];
    if (room == nullptr) room = std::make_unique<T>();
    return static_cast<T&>(*room);
  }

  std::int64_t lanes(bool varying) const { return varying ? n : 1; }
  /// From an element to the next one in arrays of our own.
  std::int64_t stride(bool varying) const { return varying ? stride_ : 1; }
  /// An integer register that is uniform.
  std::int64_t integer(Reg reg, ScalarType type) const;
  bool truth(Reg reg) const { return *reinterpret_cast<const bool*>(at[reg]); }
  Scalar scalar(Reg reg, ScalarType type) const;
  bool* masks(Reg reg) const { return reinterpret_cast<bool*>(at[reg]); }
  std::int64_t* offsets(Reg reg) const { return reinterpret_cast<std::int64_t*>(at[reg]); }
  std::int64_t alive() const { return prims::lanes::count(n, mask); }
  [[noreturn]] void fail(std::int64_t lane) const { throw LaneError{lane}; }
  [[noreturn]] void fail() const { throw LaneError{prims::lanes::first(n, mask)}; }
  /// Some of [numbers], of an integer type, is negative in a lane that is alive. [room]: a mask.
  [[noreturn]] void fail_where_negative(ScalarType type, Reg numbers, Reg room) const;

  /// Fails where there can be no array of this shape, in any tier.
  void check_size(const Shape& shape) const {
    if (!runtime::product(shape.span())) fail();
  }
  /// Bytes of an array of our own; the largest number when that is too small for them.
  std::size_t bytes(ScalarType type, const Shape& shape, bool varying) const;
  /// An array of our own: lane-minor, or with one lane when not [varying]. Throws as Pool does.
  LaneArray allocate(ScalarType type, const Shape& shape, bool varying);
  /// The lanes of the element [elements] from the first: in place when it lies there ready, else
  /// put together in [scratch].
  const std::byte* fetch(const LaneArray& array, std::int64_t elements, std::byte* scratch,
                         bool varying) const {
    if (!array.affine && (array.lane_minor() || !varying))
      return array.data + elements * array.element_size();
    return collect(array, elements, scratch, varying);
  }
  /// Overwrites [to] (not affine; written lanes are its own) with [from] of the same shape.
  void copy(LaneArray& to, const LaneArray& from, bool varying, Mask only = nullptr);
  /// [array] held by nobody else and lane-minor (with one lane when not varying), copied if need
  /// be.
  LaneArray own(LaneArray array, bool varying);
  /// It is so already.
  static bool owns(const LaneArray& array, bool varying);
  /// As `own`, but it may be shared: for reading by address.
  LaneArray lane_minor(LaneArray array, bool varying);

 private:
  void copy_dims(LaneArray& to, const LaneArray& from, int dim, std::int64_t to_offset,
                 std::int64_t from_offset, bool varying, Mask only);
  void copy_uniform(LaneArray& to, const LaneArray& from);
  const std::byte* collect(const LaneArray& array, std::int64_t elements, std::byte* scratch,
                           bool varying) const;
  std::byte* scratch() { return scratch_.get(); }

  const Layout& layout_;
  std::int64_t stride_ = 0;
  std::vector<std::uint64_t> cells_;
  std::unique_ptr<std::byte[]> arena_;
  std::unique_ptr<std::byte[]> scratch_;
  std::vector<std::byte*> homes_;
  std::vector<std::unique_ptr<Room>> rooms_;
};

/// A view of a host array, uniform; the array outlives it.
LaneArray uniform_view(const runtime::Array& array);
/// A view of rows of a host array, row [first] in lane 0, [step] rows from lane to lane.
LaneArray rows_view(const runtime::Array& array, std::int64_t first, std::int64_t step);

}  // namespace laguz::eval::lanes
