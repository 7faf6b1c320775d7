// Scatter and histograms on arrays of the lanes' own: every lane writes in the order of its
// elements.
#include <algorithm>

#include "eval/lanes/inner_fold.hpp"
#include "eval/lanes/update.hpp"
#include "prims/lanes_move.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;

/// Where element i of the index arrays leads in a destination.
class Targets {
 public:
  Targets() = default;
  Targets(Compiler& c, const core::Atoms& indices) {
    for (const core::Atom& atom : indices) {
      indices_.push_back(c.look(atom));
      varying_ = varying_ || indices_.back().varying;
    }
    index_ = c.temporary(ScalarType::i64, varying_).reg;
    if (!varying_) return;
    offsets_ = c.temporary(ScalarType::i64).reg;
    inside_ = c.temporary(ScalarType::boolean).reg;
  }

  int rank() const { return static_cast<int>(indices_.size()); }
  const std::vector<ArrayRef>& arrays() const { return indices_; }

  /// The part of [dest] that is meant, and in [mask] the lanes that are alive and inside; null: all
  /// that are alive. False when no lane is inside.
  bool find(Tile& tile, const LaneArray& dest, std::int64_t i, LaneArray& part, Mask& mask) const {
    return varying_ ? lane_by_lane(tile, dest, i, part, mask) : alike(tile, dest, i, part, mask);
  }

 private:
  bool alike(Tile& tile, const LaneArray& dest, std::int64_t i, LaneArray& part, Mask& mask) const {
    std::int64_t elements = 0;
    for (int d = 0; d < rank(); ++d) {
      const LaneArray& array = indices_[static_cast<std::size_t>(d)].peek(tile);
      const std::byte* at = tile.fetch(array, i * array.strides[0], tile.at[index_], false);
      const std::int64_t index = *reinterpret_cast<const std::int64_t*>(at);
      if (static_cast<std::uint64_t>(index) >= static_cast<std::uint64_t>(dest.shape[d]))
        return false;
      elements += index * dest.strides[static_cast<std::size_t>(d)];
    }
    part.set_below(dest, rank(), elements);
    mask = tile.mask;
    return true;
  }

  bool lane_by_lane(Tile& tile, const LaneArray& dest, std::int64_t i, LaneArray& part,
                    Mask& mask) const {
    std::int64_t* places = tile.offsets(offsets_);
    bool* inside = tile.masks(inside_);
    const kernels::LanePlaces from{0, dest.lane_stride, tile.mask};
    std::int64_t alive = 0;
    for (int d = 0; d < rank(); ++d) {
      const ArrayRef& ref = indices_[static_cast<std::size_t>(d)];
      const LaneArray& array = ref.peek(tile);
      const std::byte* at = tile.fetch(array, i * array.strides[0], tile.at[index_], true);
      alive = kernels::offsets_inside(
          tile.n, places, inside, reinterpret_cast<const std::int64_t*>(at), dest.shape[d],
          dest.strides[static_cast<std::size_t>(d)], d == 0 ? &from : nullptr);
    }
    if (alive == 0) return false;
    part.set_below(dest, rank(), 0);
    part.at = places;
    part.lane_stride = 0;
    mask = inside;
    return true;
  }

  std::vector<ArrayRef> indices_;
  bool varying_ = false;
  Reg index_ = kNoReg, offsets_ = kNoReg, inside_ = kNoReg;
};

/// Row [i] of an array.
LaneArray row(const LaneArray& array, std::int64_t i) {
  return array.below(1, i * array.strides[0]);
}

void check_widths(Tile& tile, const std::vector<ArrayRef>& arrays, std::int64_t width) {
  for (const ArrayRef& array : arrays)
    if (array.peek(tile).shape[0] != width) tile.fail();
}

class ScatterRows : public Instr {
 public:
  ScatterRows(ScalarRef width, std::vector<ArrayRef> outs, std::vector<ArrayRef> dests,
              Targets targets, std::vector<ArrayRef> values, std::vector<Reg> scratch)
      : width_(width),
        outs_(std::move(outs)),
        dests_(std::move(dests)),
        targets_(std::move(targets)),
        values_(std::move(values)),
        scratch_(std::move(scratch)) {}

  /// What it overwrites are results as well.
  void exchange(std::vector<ArrayRef> found, bool backwards) {
    found_ = std::move(found);
    backwards_ = backwards;
  }

  void run(Tile& tile) const override {
    const std::int64_t width = width_.integer(tile);
    check_widths(tile, targets_.arrays(), width);
    check_widths(tile, values_, width);
    for (std::size_t k = 0; k < outs_.size(); ++k) {
      const bool varying = outs_[k].varying;
      LaneArray dest = tile.own(dests_[k].take(tile), varying);
      const LaneArray values = values_[k].peek(tile);
      LaneArray found, part;
      if (!found_.empty()) {
        found = tile.allocate(values.type, values.shape, varying);
        tile.copy(found, zeros(tile, found.type, found.shape), varying);
      }
      for (std::int64_t done = 0; done < width; ++done) {
        if (done % 1024 == 1023) support::poll();
        const std::int64_t i = backwards_ ? width - 1 - done : done;
        Mask mask = nullptr;
        if (!targets_.find(tile, dest, i, part, mask)) continue;
        if (!found_.empty()) {
          LaneArray old = row(found, i);
          tile.copy(old, part, varying, varying ? mask : nullptr);
        }
        overwrite(tile, part, row(values, i), tile.at[scratch_[k]], varying,
                  varying ? mask : nullptr);
      }
      outs_[k].put(tile, std::move(dest));
      if (!found_.empty()) found_[k].put(tile, std::move(found));
    }
  }

 private:
  ScalarRef width_;
  std::vector<ArrayRef> outs_, dests_;
  Targets targets_;
  std::vector<ArrayRef> values_;
  std::vector<Reg> scratch_;
  std::vector<ArrayRef> found_;
  bool backwards_ = false;
};

struct HistCode {
  ScalarRef width;
  std::vector<ArrayRef> outs, dests, values;
  Targets targets;
  InnerOperator op;
  std::vector<Reg> acc, elem;  ///< room for scalars, or for vectors of arrays on their way
};

class HistRows : public Instr {
 public:
  explicit HistRows(HistCode code) : c(std::move(code)) {}

  void run(Tile& tile) const override {
    const std::int64_t width = c.width.integer(tile);
    const std::size_t arity = c.outs.size();
    check_widths(tile, c.targets.arrays(), width);
    check_widths(tile, c.values, width);
    std::vector<LaneArray> dests, values;
    for (std::size_t k = 0; k < arity; ++k) {
      dests.push_back(tile.own(c.dests[k].take(tile), c.outs[k].varying));
      values.push_back(c.values[k].peek(tile));
    }
    std::vector<LaneArray> parts(arity);
    Passings acc(arity), elem(arity);
    for (std::int64_t i = 0; i < width; ++i) {
      if (i % 1024 == 1023) support::poll();
      Mask mask = nullptr;
      bool inside = true;
      // The destinations have one shape in their leading dimensions, and one layout.
      for (std::size_t k = 0; k < arity && inside; ++k)
        inside = c.targets.find(tile, dests[k], i, parts[k], mask);
      if (!inside) continue;
      for (std::size_t k = 0; k < arity; ++k)
        load(tile, k, parts[k], values[k], i, acc[k], elem[k]);
      const Mask outer = tile.mask;
      if (c.outs[0].varying) tile.mask = mask;
      c.op.apply(tile, acc, elem);
      tile.mask = outer;
      for (std::size_t k = 0; k < arity; ++k) {
        // Offsets are those of the last destination: find this one's again.
        if (arity > 1) c.targets.find(tile, dests[k], i, parts[k], mask);
        store(tile, k, parts[k], acc[k], c.outs[k].varying ? mask : nullptr);
      }
    }
    for (std::size_t k = 0; k < arity; ++k) c.outs[k].put(tile, std::move(dests[k]));
  }

 private:
  void load(Tile& tile, std::size_t k, const LaneArray& part, const LaneArray& values,
            std::int64_t i, Passing& acc, Passing& elem) const {
    const bool varying = c.outs[k].varying;
    if (part.shape.rank > 0) {
      acc.array = tile.allocate(part.type, part.shape, varying);
      tile.copy(acc.array, part, varying);
      elem.array = row(values, i);
      return;
    }
    acc.at = tile.at[c.acc[k]];
    const std::byte* old = tile.fetch(part, 0, acc.at, varying);
    if (old != acc.at) kernels::load(part.element_size(), tile.lanes(varying), acc.at, old, 1);
    elem.at = const_cast<std::byte*>(
        tile.fetch(values, i * values.strides[0], tile.at[c.elem[k]], c.values[k].varying));
    if (!varying || c.values[k].varying) return;
    std::byte* spread = tile.at[c.elem[k]];
    const Scalar one{};
    std::uint64_t value = one.bits;
    std::copy_n(elem.at, part.element_size(), reinterpret_cast<std::byte*>(&value));
    kernels::fill(part.element_size(), tile.n, spread, &value);
    elem.at = spread;
  }

  void store(Tile& tile, std::size_t k, LaneArray& part, Passing& acc, Mask mask) const {
    const bool varying = c.outs[k].varying;
    if (part.shape.rank > 0) {
      overwrite(tile, part, acc.array, tile.at[c.acc[k]], varying, mask);
      return;
    }
    LaneArray value;
    value.type = part.type;
    value.shape.rank = 0;
    value.data = acc.at;
    value.lane_stride = varying ? 1 : 0;
    overwrite(tile, part, value, tile.at[c.elem[k]], varying, mask);
  }

  HistCode c;
};

}  // namespace

void compile(Compiler& c, const core::Scatter& e, const core::Binders& to) {
  const ScalarRef width = c.uniform(e.width);
  Targets targets(c, e.indices);
  std::vector<ArrayRef> outs, dests, values, found;
  std::vector<Reg> scratch;
  for (std::size_t k = 0; k < e.dests.size(); ++k) {
    values.push_back(c.look(e.values[k]));
    dests.push_back(c.array(e.dests[k]));
    outs.push_back(c.define_array(to[k]));
    scratch.push_back(c.temporary(to[k].type.elem, outs[k].varying).reg);
  }
  for (std::size_t r = e.dests.size(); r < to.size(); ++r) found.push_back(c.define_array(to[r]));
  auto scatter =
      std::make_unique<ScatterRows>(width, std::move(outs), std::move(dests), std::move(targets),
                                    std::move(values), std::move(scratch));
  scatter->exchange(std::move(found), e.exchange == core::Scatter::Exchange::backwards);
  c.emit(std::move(scatter));
}

void compile(Compiler& c, const core::Hist& e, const core::Binders& to) {
  HistCode code;
  code.width = c.uniform(e.width);
  code.targets = Targets(c, e.indices);
  for (std::size_t k = 0; k < to.size(); ++k) {
    code.values.push_back(c.look(e.values[k]));
    code.dests.push_back(c.array(e.dests[k]));
    code.outs.push_back(c.define_array(to[k]));
    const bool varying = code.outs[k].varying;
    code.acc.push_back(c.temporary(to[k].type.elem, varying).reg);
    code.elem.push_back(c.temporary(to[k].type.elem, varying).reg);
  }
  code.op = make_operator(c, e.op);
  compile_operator(c, e.op, code.op, false);
  c.emit<HistRows>(std::move(code));
}

}  // namespace laguz::eval::lanes
