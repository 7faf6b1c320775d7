// Array operations inside lanes: views where they can be, else a loop over elements, each a vector.
#include <algorithm>
#include <cstring>

#include "eval/array_ops.hpp"
#include "eval/lanes/inner_fold.hpp"
#include "eval/lanes/update.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_move.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;
using core::ArrayOp;

prims::LaneKernel kernel_of(std::string_view name, ScalarType type) {
  return prims::row_of(prims::get(name, type)).lanes[static_cast<int>(type)];
}

class Iota : public Instr {
 public:
  Iota(ArrayRef out, ScalarRef n, ScalarRef start, ScalarRef step)
      : out_(out), n_(n), start_(start), step_(step), add_(kernel_of("add", start.type)) {}
  void run(Tile& tile) const override {
    const std::int64_t n = n_.integer(tile);
    if (n < 0) tile.fail();
    if (!start_.varying && !step_.varying) {
      LaneArray array;
      array.type = start_.type;
      array.affine = true;
      array.shape = Shape{n};
      array.start = start_.integer(tile);
      array.strides[0] = step_.integer(tile);
      out_.put(tile, std::move(array));
      return;
    }
    LaneArray array = tile.allocate(start_.type, {n}, true);
    const std::int64_t row = array.strides[0] * array.element_size();
    if (n > 0)
      kernels::load(start_.size(), tile.n, array.data, tile.at[start_.reg], start_.varying ? 1 : 0);
    for (std::int64_t i = 1; i < n; ++i, support::spend(tile.n))
      add_(tile.n, array.data + i * row, array.data + (i - 1) * row, tile.at[step_.reg],
           tile.at[step_.reg], step_.varying ? 0u : 2u);
    out_.put(tile, std::move(array));
  }

 private:
  ArrayRef out_;
  ScalarRef n_, start_, step_;
  prims::LaneKernel add_;
};

class Replicate : public Instr {
 public:
  Replicate(ArrayRef out, ScalarRef n, ValueRef value) : out_(out), n_(n), value_(value) {}
  void run(Tile& tile) const override {
    const std::int64_t n = n_.integer(tile);
    if (n < 0) tile.fail();
    LaneArray view;
    if (value_.is_array) {
      view = value_.array.peek(tile);
    } else {
      view = tile.allocate(value_.type(), Shape{}, value_.scalar.varying);
      kernels::load(value_.scalar.size(), tile.lanes(value_.scalar.varying), view.data,
                    tile.at[value_.scalar.reg], 1);
    }
    for (int d = view.shape.rank; d > 0; --d) view.strides[d] = view.strides[d - 1];
    view.strides[0] = 0;
    view.shape = view.shape.prepend(n);
    tile.check_size(view.shape);
    out_.put(tile, std::move(view));
  }

 private:
  ArrayRef out_;
  ScalarRef n_;
  ValueRef value_;
};

class Zeros : public Instr {
 public:
  Zeros(ArrayRef out, std::vector<ScalarRef> lengths) : out_(out), lengths_(std::move(lengths)) {}
  void run(Tile& tile) const override {
    const Shape shape = shape_of(tile, lengths_);
    for (const std::int64_t length : shape.span())
      if (length < 0) tile.fail();
    tile.check_size(shape);
    out_.put(tile, zeros(tile, out_.type, shape));
  }

 private:
  ArrayRef out_;
  std::vector<ScalarRef> lengths_;
};

class Concat : public Instr {
 public:
  Concat(ArrayRef out, std::vector<ArrayRef> parts) : out_(out), parts_(std::move(parts)) {}
  void run(Tile& tile) const override {
    Shape shape = parts_[0].peek(tile).shape;
    const Shape row = shape.drop(1);
    shape[0] = 0;
    for (const ArrayRef& part : parts_) {
      const LaneArray& array = part.peek(tile);
      if (!(array.shape.drop(1) == row)) tile.fail();
      if (__builtin_add_overflow(shape[0], array.shape[0], &shape[0])) tile.fail();
    }
    LaneArray result = tile.allocate(out_.type, shape, out_.varying);
    std::int64_t at = 0;
    for (const ArrayRef& part : parts_) {
      const LaneArray& array = part.peek(tile);
      LaneArray place = result;
      place.shape[0] = array.shape[0];
      place.advance(at * result.strides[0]);
      tile.copy(place, array, out_.varying);
      at += array.shape[0];
    }
    out_.put(tile, std::move(result));
  }

 private:
  ArrayRef out_;
  std::vector<ArrayRef> parts_;
};

class Rearrange : public Instr {
 public:
  Rearrange(ArrayRef out, ArrayRef array, std::vector<std::int64_t> permutation)
      : out_(out), array_(array), permutation_(std::move(permutation)) {}
  void run(Tile& tile) const override {
    const LaneArray& array = array_.peek(tile);
    LaneArray view = array;
    for (std::size_t d = 0; d < permutation_.size(); ++d) {
      const auto from = static_cast<int>(permutation_[d]);
      view.shape[static_cast<int>(d)] = array.shape[from];
      view.strides[d] = array.strides[static_cast<std::size_t>(from)];
    }
    out_.put(tile, std::move(view));
  }

 private:
  ArrayRef out_, array_;
  std::vector<std::int64_t> permutation_;
};

class Reshape : public Instr {
 public:
  Reshape(ArrayRef out, ArrayRef array, std::vector<ScalarRef> lengths)
      : out_(out), array_(array), lengths_(std::move(lengths)) {}
  void run(Tile& tile) const override {
    LaneArray array = array_.peek(tile);
    const Shape shape = shape_of(tile, lengths_);
    for (const std::int64_t length : shape.span())
      if (length < 0) tile.fail();
    const auto elements = runtime::product(shape.span());
    if (elements != runtime::product(array.shape.span())) tile.fail();
    if (elements == 0 && !runtime::parts_fit(array.shape.span(), shape.span())) tile.fail();
    std::int64_t unit = 0;
    if (!evenly_spaced(array, unit)) {
      LaneArray copy = tile.allocate(array.type, array.shape, out_.varying);
      tile.copy(copy, array, out_.varying);
      array = std::move(copy);
      unit = tile.stride(out_.varying);
    }
    array.shape = shape;
    array.set_dense(unit);
    out_.put(tile, std::move(array));
  }

 private:
  /// Elements in row-major order are [unit] apart.
  static bool evenly_spaced(const LaneArray& array, std::int64_t& unit) {
    std::int64_t next = 0;
    bool any = false;
    for (int d = array.shape.rank - 1; d >= 0; --d) {
      if (array.shape[d] == 1) continue;
      const std::int64_t stride = array.strides[static_cast<std::size_t>(d)];
      if (!any) {
        unit = next = stride;
        any = true;
      }
      if (stride != next) return false;
      next = runtime::wrapping_product(next, array.shape[d]);
    }
    return true;
  }

  ArrayRef out_, array_;
  std::vector<ScalarRef> lengths_;
};

class Reverse : public Instr {
 public:
  Reverse(ArrayRef out, ArrayRef array) : out_(out), array_(array) {}
  void run(Tile& tile) const override {
    LaneArray view = array_.peek(tile);
    if (view.shape.size() > 0) view.advance((view.shape[0] - 1) * view.strides[0]);
    view.strides[0] = -view.strides[0];
    out_.put(tile, std::move(view));
  }

 private:
  ArrayRef out_, array_;
};

/// A copy, which is made when one of the two is overwritten; of a part of an array now, so that the
/// whole need not be copied then.
class Fresh : public Instr {
 public:
  Fresh(ArrayRef out, ArrayRef array) : out_(out), array_(array) {}
  void run(Tile& tile) const override {
    LaneArray array = array_.take(tile);
    if (is_part(tile, array)) {
      LaneArray copy = tile.allocate(array.type, array.shape, out_.varying);
      tile.copy(copy, array, out_.varying);
      array = std::move(copy);
    }
    out_.put(tile, tile.lane_minor(std::move(array), out_.varying));
  }

 private:
  bool is_part(const Tile& tile, const LaneArray& array) const {
    return array.block && !array.block.unique() &&
           2 * tile.bytes(array.type, array.shape, out_.varying) <= array.block.get()->bytes;
  }

  ArrayRef out_, array_;
};

class Length : public Instr {
 public:
  Length(ScalarRef out, ArrayRef array, int dim) : out_(out), array_(array), dim_(dim) {}
  void run(Tile& tile) const override { *tile.offsets(out_.reg) = array_.peek(tile).shape[dim_]; }

 private:
  ScalarRef out_;
  ArrayRef array_;
  int dim_;
};

/// t[0] = b[0]; t[i] = b[i] + a[i]*t[i-1].
class LinRec : public Instr {
 public:
  LinRec(ArrayRef out, ArrayRef a, ArrayRef b, ScalarRef product, ScalarRef scratch)
      : out_(out), a_(a), b_(b), product_(product), scratch_(scratch) {
    const bool logic = out.type == ScalarType::boolean;
    add_ = kernel_of(logic ? "or" : "add", out.type);
    mul_ = kernel_of(logic ? "and" : "mul", out.type);
  }
  void run(Tile& tile) const override {
    const LaneArray a = a_.peek(tile);
    LaneArray t = tile.own(b_.take(tile), out_.varying);
    if (!(a.shape == t.shape)) tile.fail();
    for (std::int64_t i = 1; i < t.shape[0]; ++i, support::spend(tile.n))
      rows(tile, t, a, 1, i * t.strides[0], i * a.strides[0]);
    out_.put(tile, std::move(t));
  }

 private:
  void rows(Tile& tile, LaneArray& t, const LaneArray& a, int dim, std::int64_t t_at,
            std::int64_t a_at) const {
    if (dim < t.shape.rank) {
      for (std::int64_t i = 0; i < t.shape[dim]; ++i)
        rows(tile, t, a, dim + 1, t_at + i * t.strides[static_cast<std::size_t>(dim)],
             a_at + i * a.strides[static_cast<std::size_t>(dim)]);
      return;
    }
    const std::int64_t n = tile.lanes(out_.varying);
    const int size = t.element_size();
    std::byte* row = t.data + t_at * size;
    const std::byte* before = row - t.strides[0] * size;
    const std::byte* factor = tile.fetch(a, a_at, tile.at[scratch_.reg], out_.varying);
    std::byte* product = tile.at[product_.reg];
    mul_(n, product, factor, before, before, 0);
    add_(n, row, row, product, product, 0);
  }

  ArrayRef out_, a_, b_;
  ScalarRef product_, scratch_;
  prims::LaneKernel add_ = nullptr, mul_ = nullptr;
};

/// Numbers of keys, by an operation of eval/array_ops.hpp.
class OfKeys : public Instr {
 public:
  using Number = std::remove_pointer_t<NumberKeys>;
  OfKeys(Number* number, ArrayRef out, ArrayRef keys, ScalarRef bound)
      : number_(number), out_(out), keys_(keys), bound_(bound) {}
  void run(Tile& tile) const override {
    const LaneArray keys = tile.own(keys_.peek(tile), out_.varying);
    LaneArray out = tile.allocate(out_.type, keys.shape, out_.varying);
    for (std::int64_t lane = 0; lane < tile.lanes(out_.varying); ++lane)
      number_(reinterpret_cast<const std::int64_t*>(keys.data) + lane, keys.shape[0],
              bound_.integer(tile), reinterpret_cast<std::int64_t*>(out.data) + lane,
              tile.stride(out_.varying));
    out_.put(tile, std::move(out));
  }

 private:
  Number* number_;
  ArrayRef out_, keys_;
  ScalarRef bound_;
};

class Literal : public Instr {
 public:
  Literal(ArrayRef out, ValueRefs elements, std::vector<ScalarRef> row_shape)
      : out_(out), elements_(std::move(elements)), row_shape_(std::move(row_shape)) {}
  void run(Tile& tile) const override {
    const auto count = static_cast<std::int64_t>(elements_.size());
    Shape row;
    if (elements_.empty())
      row = shape_of(tile, row_shape_);
    else if (elements_[0].is_array)
      row = elements_[0].array.peek(tile).shape;
    LaneArray result = tile.allocate(out_.type, row.prepend(count), out_.varying);
    for (std::int64_t i = 0; i < count; ++i) {
      const ValueRef& element = elements_[static_cast<std::size_t>(i)];
      if (element.is_array && !(element.array.peek(tile).shape == row)) tile.fail();
      store_row(tile, result, i, element, out_.varying);
    }
    out_.put(tile, std::move(result));
  }

 private:
  ArrayRef out_;
  ValueRefs elements_;
  std::vector<ScalarRef> row_shape_;
};

}  // namespace

void compile(Compiler& c, const core::ArrayLit& e, const core::Binders& to) {
  ValueRefs elements;
  for (const core::Atom& atom : e.elements) elements.push_back(c.look_value(atom));
  auto row_shape = c.uniforms(e.row_shape);
  c.emit<Literal>(c.define_array(to[0]), std::move(elements), std::move(row_shape));
}

void compile(Compiler& c, const core::ArrayApp& e, const core::Binders& to) {
  auto lengths = [&](std::size_t first) {
    return c.uniforms(
        core::Atoms(e.args.begin() + static_cast<std::ptrdiff_t>(first), e.args.end()));
  };
  switch (e.op) {
    case ArrayOp::iota: {
      // (It takes no memory: some lanes may have more of it than they read.)
      const bool longest =
          c.varies(e.args[0]) && !c.varies(to[0].atom()) && c.read_by_soacs(to[0].id, e.args[0]);
      if (longest) c.counts.insert(to[0].id);
      const ScalarRef n = longest ? c.largest(e.args[0]) : c.uniform(e.args[0]);
      const ScalarRef start = c.scalar(e.args[1]);
      const ScalarRef step = c.scalar(e.args[2]);
      c.emit<Iota>(c.define_array(to[0]), n, start, step);
      return;
    }
    case ArrayOp::replicate: {
      const bool longest = c.varies(e.args[0]) && c.read_by_soacs(to[0].id, e.args[0]);
      if (longest) c.counts.insert(to[0].id);
      const ScalarRef n = longest ? c.largest(e.args[0]) : c.uniform(e.args[0]);
      const ValueRef value = c.look_value(e.args[1]);
      c.emit<Replicate>(c.define_array(to[0]), n, value);
      return;
    }
    case ArrayOp::concat: {
      std::vector<ArrayRef> parts;
      for (const core::Atom& atom : e.args) parts.push_back(c.look(atom));
      c.emit<Concat>(c.define_array(to[0]), std::move(parts));
      return;
    }
    case ArrayOp::rearrange: {
      const ArrayRef array = c.look(e.args[0]);
      c.emit<Rearrange>(c.define_array(to[0]), array, e.attrs);
      return;
    }
    case ArrayOp::reshape: {
      const ArrayRef array = c.look(e.args[0]);
      auto shape = lengths(1);
      c.emit<Reshape>(c.define_array(to[0]), array, std::move(shape));
      return;
    }
    case ArrayOp::reverse: {
      const ArrayRef array = c.look(e.args[0]);
      c.emit<Reverse>(c.define_array(to[0]), array);
      return;
    }
    case ArrayOp::rotate: compile_rotate(c, e, to); return;
    case ArrayOp::gather: compile_gather(c, e, to); return;
    case ArrayOp::copy: {
      const ArrayRef array = c.array(e.args[0]);
      c.emit<Fresh>(c.define_array(to[0]), array);
      return;
    }
    case ArrayOp::shape: {
      const ArrayRef array = c.look(e.args[0]);
      c.emit<Length>(c.define(to[0]), array, static_cast<int>(e.attrs[0]));
      return;
    }
    case ArrayOp::zeros: {
      const bool longer =
          e.args.size() == 1 && c.varies(e.args[0]) && c.kept_arrays.is_gathered_in(to[0].id);
      if (longer) c.kept.insert(to[0].id);
      auto shape = longer ? std::vector<ScalarRef>{c.largest(e.args[0])} : lengths(0);
      c.emit<Zeros>(c.define_array(to[0]), std::move(shape));
      return;
    }
    case ArrayOp::lin_rec: {
      const bool varying = c.divergence.of(to[0].id);
      const ArrayRef a = c.look(e.args[0]);
      const ArrayRef b = c.array(e.args[1]);
      const ScalarRef product = c.temporary(to[0].type.elem, varying);
      const ScalarRef scratch = c.temporary(to[0].type.elem, varying);
      c.emit<LinRec>(c.define_array(to[0]), a, b, product, scratch);
      return;
    }
    case ArrayOp::order:
    case ArrayOp::last_equal: {
      const ArrayRef keys = c.look(e.args[0]);
      const ScalarRef bound = c.uniform(e.args[1]);
      c.emit<OfKeys>(number_keys(e.op), c.define_array(to[0]), keys, bound);
      return;
    }
    case ArrayOp::flat_index: compile_flat_index(c, e, to); return;
    case ArrayOp::flat_update: compile_flat_update(c, e, to); return;
  }
}

}  // namespace laguz::eval::lanes
