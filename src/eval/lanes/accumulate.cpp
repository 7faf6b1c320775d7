// Updates of accumulators: of those of the bodies around the plan (acc_log.hpp), and of those that
// the lanes have themselves.
#include <algorithm>

#include "eval/lanes/acc_log.hpp"
#include "eval/lanes/inner_fold.hpp"
#include "eval/lanes/update.hpp"
#include "eval/partial_sums.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

namespace {

/// Indices as they are and values of one update, and room to work in.
struct UpdateCode {
  std::vector<ScalarRef> indices;
  bool varying = false;  ///< an index varies
  ValueRefs values;
  std::vector<bool> given;  ///< values in a register that nobody else reads
  Reg offsets = kNoReg, inside = kNoReg, spread = kNoReg, scratch = kNoReg;
  static constexpr std::int64_t kNotBegun = -1;

  /// Whether every lane alive, l, updates place + l * step, and is inside.
  bool find_even(Tile& tile, const Shape& shape, const std::int64_t* strides, std::int64_t& place,
                 std::int64_t& step) const {
    place = step = 0;
    const std::int64_t first = kernels::first(tile.n, tile.mask);
    const std::int64_t last = kernels::last(tile.n, tile.mask);
    if (last < first) return false;
    for (std::size_t d = 0; d < indices.size(); ++d) {
      const bool varying = indices[d].varying;
      const std::int64_t* index = tile.offsets(indices[d].reg);
      const auto extent = static_cast<std::uint64_t>(shape[static_cast<int>(d)]);
      if (static_cast<std::uint64_t>(index[varying ? first : 0]) >= extent) return false;
      place += index[varying ? first : 0] * strides[d];
      if (!varying || first == last) continue;
      const auto by = kernels::progression(tile.n, index);
      if (!by || static_cast<std::uint64_t>(index[last]) >= extent) return false;
      step += *by * strides[d];
    }
    place -= first * step;
    return true;
  }

  /// Where the update goes in an array of this shape and these strides, [apart] from lane to lane:
  /// offsets for each lane or, when no index varies, the place. False when no lane is inside.
  bool find(Tile& tile, const Shape& shape, const std::int64_t* strides, std::int64_t apart,
            std::int64_t& place, Mask& mask) const {
    place = 0;
    mask = tile.mask;
    for (std::size_t d = 0; d < indices.size(); ++d) {
      if (indices[d].varying) continue;
      const std::int64_t index = *tile.offsets(indices[d].reg);
      if (static_cast<std::uint64_t>(index) >=
          static_cast<std::uint64_t>(shape[static_cast<int>(d)]))
        return false;
      place += index * strides[d];
    }
    if (!varying) return true;
    bool* in = tile.masks(inside);
    const kernels::LanePlaces from{place, apart, tile.mask};
    std::int64_t inside_lanes = kNotBegun;
    for (std::size_t d = 0; d < indices.size(); ++d)
      if (indices[d].varying)
        inside_lanes = kernels::offsets_inside(
            tile.n, tile.offsets(offsets), in, tile.offsets(indices[d].reg),
            shape[static_cast<int>(d)], strides[d], inside_lanes == kNotBegun ? &from : nullptr);
    mask = inside_lanes == tile.n ? nullptr : in;
    return inside_lanes > 0;
  }
};

UpdateCode compile_update(Compiler& c, const core::AccUpdate& e) {
  UpdateCode code;
  for (const core::Atom& index : e.indices) {
    code.indices.push_back(c.index(index));
    code.varying = code.varying || code.indices.back().varying;
  }
  for (const core::Atom& value : e.values) {
    code.values.push_back(c.look_value(value));
    code.given.push_back(c.may_move_register(value));
  }
  code.scratch = c.temporary(ScalarType::i64).reg;
  code.spread = c.temporary(ScalarType::i64).reg;
  if (code.varying) {
    code.offsets = c.temporary(ScalarType::i64).reg;
    code.inside = c.temporary(ScalarType::boolean).reg;
  }
  return code;
}

/// Adds to the log of an accumulator from outside.
class LogUpdate : public Instr {
 public:
  LogUpdate(std::size_t first, UpdateCode code) : first_(first), c(std::move(code)) {}

  void run(Tile& tile) const override {
    for (std::size_t k = 0; k < c.values.size(); ++k)
      update(tile, *tile.logs[tile.acc_first[first_] + k], c.values[k], c.given[k]);
  }

 private:
  /// Fewer numbers are logged one by one.
  static constexpr std::int64_t kRow = 4;

  void update(Tile& tile, AccLog& log, const ValueRef& value, bool given) const {
    const Shape& shape = log.target().shape;
    std::int64_t strides[runtime::kMaxRank];  // as many as there are dimensions
    std::int64_t stride = 1;
    for (int d = shape.rank - 1; d >= 0; --d) {
      strides[d] = stride;
      stride = runtime::wrapping_product(stride, shape[d]);
    }
    kernels::Update update;
    if (c.varying && c.find_even(tile, shape, strides, update.place, update.step)) {
      update.mask = tile.mask;
    } else {
      update.step = 0;
      if (!c.find(tile, shape, strides, 0, update.place, update.mask)) return;
      if (c.varying) update.places = tile.offsets(c.offsets);
    }
    if (value.is_array)
      return rows(tile, log, update, value.array.peek(tile), strides + c.indices.size(),
                  value.array.varying);
    std::byte*& at = tile.at[value.scalar.reg];
    if (given) return log.add_given(tile, update, at);
    update.uniform = !value.scalar.varying;
    update.values = at;
    log.add(tile, update, false);
  }

  void rows(Tile& tile, AccLog& log, const kernels::Update& at, const LaneArray& value,
            const std::int64_t* strides, bool varying) const {
    const Shape place = log.target().shape.drop(static_cast<int>(c.indices.size()));
    if (!(place == value.shape)) tile.fail();
    if (value.shape.size() == 0) return;
    const bool dense =
        varying && !value.affine && value.is_dense(tile.stride(true)) && value.lane_minor();
    const bool one_place = at.places == nullptr && at.step == 0;
    if (dense && one_place && at.mask == nullptr &&
        log.add_row(tile, at.place, value.shape.size(), value.data, tile.stride(true)))
      return;
    const std::size_t waiting = log.waiting();
    if (dense && value.block && at.places != nullptr && value.shape.size() >= kRow) {
      kernels::Update row = at;
      row.count = value.shape.size();
      row.apart = tile.stride(true);
      row.values = value.data;
      log.add(tile, row, true);
    } else {
      each(tile, log, at, value, strides, varying, 0, 0, 0);
    }
    if (log.waiting() > waiting && value.block) log.hold(value.block);
    log.settle(tile);
  }

  void each(Tile& tile, AccLog& log, const kernels::Update& at, const LaneArray& value,
            const std::int64_t* strides, bool varying, int dim, std::int64_t place,
            std::int64_t element) const {
    if (dim < value.shape.rank) {
      for (std::int64_t i = 0; i < value.shape[dim]; ++i)
        each(tile, log, at, value, strides, varying, dim + 1, place + i * strides[dim],
             element + i * value.strides[static_cast<std::size_t>(dim)]);
      return;
    }
    kernels::Update update = at;
    update.uniform = !varying;
    if (at.places != nullptr) {
      std::int64_t* moved = tile.offsets(c.scratch);
      kernels::offset_by_lane(tile.n, moved, at.places, 0, place);
      update.places = moved;
    } else {
      update.place += place;
    }
    const std::byte* room = tile.at[c.spread];
    update.values = tile.fetch(value, element, tile.at[c.spread], varying);
    // Lanes in a block of ours stay there.
    log.add(tile, update, update.values != room && value.block && varying);
  }

  std::size_t first_;
  UpdateCode c;
};

/// Updates an array of the lanes' own.
class OwnUpdate : public Instr {
 public:
  OwnUpdate(UpdateCode code, std::vector<ArrayRef> arrays, std::optional<InnerOperator> op)
      : c(std::move(code)), arrays_(std::move(arrays)), op_(std::move(op)) {
    for (const ArrayRef& array : arrays_) {
      const core::Prim add = prims::addition(array.type);
      add_.push_back(prims::row_of(add).lanes[static_cast<int>(add.type)]);
    }
  }

  void run(Tile& tile) const override {
    if (op_) return combine(tile);
    for (std::size_t k = 0; k < arrays_.size(); ++k) {
      LaneArray part;
      Mask mask = nullptr;
      if (!place(tile, k, part, mask)) continue;
      const ValueRef& value = c.values[k];
      if (value.is_array && !(value.array.peek(tile).shape == part.shape)) tile.fail();
      add(tile, k, part, value, 0, 0, 0, mask);
    }
  }

 private:
  bool place(Tile& tile, std::size_t k, LaneArray& part, Mask& mask) const {
    const LaneArray& array = arrays_[k].peek(tile);
    std::int64_t elements = 0;
    if (!c.find(tile, array.shape, array.strides.data(), array.lane_stride, elements, mask))
      return false;
    const int count = static_cast<int>(c.indices.size());
    if (!c.varying) {
      part.set_below(array, count, elements);
      if (!arrays_[k].varying) mask = nullptr;
      return true;
    }
    part.set_below(array, count, 0);
    part.at = tile.offsets(c.offsets);
    part.lane_stride = 0;
    return true;
  }

  void add(Tile& tile, std::size_t k, LaneArray& part, const ValueRef& value, int dim,
           std::int64_t to, std::int64_t from, Mask mask) const {
    if (dim < part.shape.rank) {
      const LaneArray& rows = value.array.peek(tile);
      const auto d = static_cast<std::size_t>(dim);
      for (std::int64_t i = 0; i < part.shape[dim]; ++i)
        add(tile, k, part, value, dim + 1, to + i * part.strides[d], from + i * rows.strides[d],
            mask);
      return;
    }
    const bool varying = arrays_[k].varying;
    const std::int64_t n = tile.lanes(varying);
    const int size = part.element_size();
    const std::byte* addend;
    bool spread = false;
    if (value.is_array) {
      addend = tile.fetch(value.array.peek(tile), from, tile.at[c.spread], value.array.varying);
      spread = varying && !value.array.varying;
    } else {
      addend = tile.at[value.scalar.reg];
      spread = varying && !value.scalar.varying;
    }
    std::byte* place = part.data + to * size;
    std::byte* sum = tile.at[c.scratch];
    if (part.at != nullptr) {
      kernels::Update update;
      update.places = part.at;
      update.values = addend;
      update.uniform = spread;
      update.mask = mask;
      kernels::accumulate({part.type, place}, n, {&update, 1});
    } else if (mask == nullptr) {
      add_[k](n, place, place, addend, addend, spread ? 2u : 0u);
    } else {
      add_[k](n, sum, place, addend, addend, spread ? 2u : 0u);
      kernels::select(size, n, place, mask, sum, place, 0);
    }
  }

  /// An operator on whole elements of several arrays.
  void combine(Tile& tile) const {
    const std::size_t arity = arrays_.size();
    std::vector<LaneArray> parts(arity);
    std::vector<BlockRef> blocks;
    Passings acc(arity), elem(arity);
    Mask mask = nullptr;
    for (std::size_t k = 0; k < arity; ++k) {
      if (!place(tile, k, parts[k], mask)) return;
      const bool varying = arrays_[k].varying;
      const ValueRef& value = c.values[k];
      acc[k].array = tile.allocate(parts[k].type, parts[k].shape, varying);
      tile.copy(acc[k].array, parts[k], varying);
      acc[k].at = acc[k].array.data;
      if (value.is_array) {
        elem[k].array = value.array.peek(tile);
        continue;
      }
      elem[k].at = tile.at[value.scalar.reg];
      blocks.push_back(acc[k].array.block);
      if (!varying || value.scalar.varying) continue;
      LaneArray wide = tile.allocate(value.type(), Shape{}, true);
      kernels::fill(value.scalar.size(), tile.n, wide.data, elem[k].at);
      elem[k].at = wide.data;
      blocks.push_back(wide.block);
    }
    const Mask outer = tile.mask;
    if (arrays_[0].varying) tile.mask = mask;
    op_->apply(tile, acc, elem);
    tile.mask = outer;
    for (std::size_t k = 0; k < arity; ++k) {
      if (arity > 1) place(tile, k, parts[k], mask);
      if (parts[k].shape.rank == 0) {
        LaneArray value = parts[k];
        value.at = nullptr;
        value.data = acc[k].at;
        value.lane_stride = arrays_[k].varying ? 1 : 0;
        acc[k].array = std::move(value);
      }
      overwrite(tile, parts[k], acc[k].array, tile.at[c.scratch], arrays_[k].varying,
                arrays_[k].varying ? mask : nullptr);
    }
  }

  UpdateCode c;
  std::vector<ArrayRef> arrays_;
  std::optional<InnerOperator> op_;
  std::vector<prims::LaneKernel> add_;
};

class Begin : public Instr {
 public:
  Begin(std::vector<ArrayRef> to, std::vector<ArrayRef> from)
      : to_(std::move(to)), from_(std::move(from)) {}
  void run(Tile& tile) const override {
    for (std::size_t k = 0; k < to_.size(); ++k)
      to_[k].put(tile, tile.own(from_[k].take(tile), to_[k].varying));
  }

 private:
  std::vector<ArrayRef> to_, from_;
};

}  // namespace

void compile(Compiler& c, const core::WithAcc& e, const core::Binders& to) {
  std::vector<ArrayRef> outs, arrays;
  std::size_t result = 0;
  for (const auto& acc : e.accs) {
    Compiler::OwnAcc own;
    own.op = acc.op ? &*acc.op : nullptr;
    for (const core::Atom& array : acc.arrays) {
      if (c.kept.count(array.var) > 0) c.kept.insert(to[result].id);
      arrays.push_back(c.array(array));
      outs.push_back(c.define_array(to[result++]));
      own.arrays.push_back(outs.back());
    }
    c.own_accs[acc.acc.id] = std::move(own);
  }
  c.emit<Begin>(outs, std::move(arrays));
  InnerBody body = c.open(e.body, {}, Compiler::Runs::once);
  for (std::size_t i = 0; i < e.body.results.size(); ++i, ++result) {
    if (c.kept.count(e.body.results[i].var) > 0) c.kept.insert(to[result].id);
    if (!c.take_over(to[result], body, i))
      body.code.push_back(move(c.define_value(to[result]), body.results[i]));
  }
  c.close(body);
  for (auto& instr : body.code) c.emit(std::move(instr));
}

void compile(Compiler& c, const core::AccUpdate& e, const core::Binders&) {
  UpdateCode code = compile_update(c, e);
  const auto own = c.own_accs.find(e.acc.var);
  if (own == c.own_accs.end()) {
    auto& all = c.program.accumulators;
    const AccSite site{e.acc.var, e.site};
    auto it = std::find(all.begin(), all.end(), site);
    if (it == all.end()) it = all.insert(all.end(), site);
    const auto first = static_cast<std::size_t>(it - all.begin());
    c.emit<LogUpdate>(first, std::move(code));
    return;
  }
  std::optional<InnerOperator> op;
  if (own->second.op != nullptr) {
    op = make_operator(c, *own->second.op);
    compile_operator(c, *own->second.op, *op, false);
  }
  c.emit<OwnUpdate>(std::move(code), own->second.arrays, std::move(op));
}

}  // namespace laguz::eval::lanes
