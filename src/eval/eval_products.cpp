// Running products of matrices: strides of the operands along each dimension say which of them is
// the rows of a product, which its columns, and which are products of their own.
#include <algorithm>
#include <limits>

#include "eval/machine.hpp"
#include "eval/products.hpp"
#include "eval/reduce_shape.hpp"
#include "prims/catalog.hpp"
#include "prims/matmul.hpp"
#include "runtime/parallel_for.hpp"

namespace laguz::eval {
namespace {

/// Multiplications for which a call of the kernel, and packing, pay: of a product by itself, and of
/// one of many, which lanes could make together.
constexpr std::int64_t kLeastWork = 64, kLeastOfMany = 1024;
constexpr std::int64_t kMany = 16;

/// With slots for variables.
struct Factor {
  Slot array = 0;
  struct Axis {
    int dim = -1;
    Slot index = 0;
  };
  std::vector<Axis> axes;
};

struct Sum {
  std::vector<int> dims;
  int terms = 0;
  Factor left, right;
  SumKind kind = SumKind::linear;
  bool from_array = false;
  Slot init = 0;
  ScalarType type = ScalarType::f64;
  std::optional<Slot> acc{};  ///< of an accumulator that is added to
  bool parts = false;         ///< its sums may be parted
  std::uint32_t site = 0;     ///< of the update
  int parted = 0;             ///< the dimension by whose iterations they are
  bool outside = false;       ///< it is there already, and there is no result
};

struct Parts {
  std::vector<Slot> widths;
  std::vector<Sum> sums;
  struct Length {
    Slot array = 0;
    int axis = 0;
    int dim = 0;
  };
  std::vector<Length> lengths;
  std::vector<std::pair<Slot, Slot>> equal;
  std::vector<Slot> results;
  std::vector<PartedAcc> parted;
  NodePtr plain;
};

prims::SumOrder order_of(SumKind kind, std::int64_t terms) {
  const FoldShape shape =
      kind == SumKind::linear ? FoldShape::linear : fold_shape(kind == SumKind::builtin, terms);
  switch (shape) {
    case FoldShape::linear: break;
    case FoldShape::blocked: return {kBlock, kLanes};
    case FoldShape::chunked: return {kChunk, 1};
  }
  return {};
}

/// A sum's operands as they are in memory: the first element, and steps along the dimensions, which
/// are 0 within an array whose elements are all the same, too.
struct Strides {
  const std::byte* first = nullptr;
  std::vector<std::int64_t> along;
  std::vector<bool> has;  ///< the dimension
};

/// What one sum is: a product of matrices for each index in the [batch] dimensions.
struct Layout {
  prims::MatrixProduct product;
  std::vector<int> batch;
  std::int64_t products = 1;
};

class ProductNode final : public Node {
 public:
  explicit ProductNode(Parts parts) : parts_(std::move(parts)) {}

  void exec(Frame& frame) override {
    if (!run(frame)) parts_.plain->exec(frame);
  }

 private:
  /// False: nothing has been done.
  bool run(Frame& frame) const {
    const Options& options = frame.machine().options;
    if (options.tier == Tier::scalar) return false;
    std::vector<std::int64_t> widths;
    for (const Slot slot : parts_.widths) {
      widths.push_back(static_cast<std::int64_t>(frame.bits(slot)));
      if (widths.back() <= 0) return false;
    }
    if (!is_regular(frame, widths)) return false;
    std::vector<Layout> layouts;
    std::vector<Strides> lefts, rights;
    for (const Sum& sum : parts_.sums) {
      auto left = steps(frame, sum.left, widths), right = steps(frame, sum.right, widths);
      if (!left || !right || !runtime::product(shape_of(sum, widths).span())) return false;
      layouts.push_back(layout(sum, widths, *left, *right));
      if (options.tier == Tier::automatic && !pays(layouts.back())) return false;
      lefts.push_back(std::move(*left));
      rights.push_back(std::move(*right));
    }
    const auto block = parted_block(frame, widths);
    if (!block) return false;
    const int threads = options.threads > 0 ? options.threads : runtime::hardware_threads();
    std::vector<Array> results;
    for (std::size_t s = 0; s < parts_.sums.size(); ++s) {
      const Sum& sum = parts_.sums[s];
      Array result = initial(frame, sum, widths, !sum.outside && sum.init == parts_.results[s]);
      const std::int64_t terms = layouts[s].product.terms;
      if (!sum.parts || *block >= terms) {
        compute(layouts[s], sum, widths, lefts[s], rights[s], {0, terms}, result, threads);
      } else {
        for (std::int64_t t = 0; t < terms; t += *block) {
          Array part = Array::zeros(sum.type, result.shape());
          compute(layouts[s], sum, widths, lefts[s], rights[s], {t, std::min(*block, terms - t)},
                  part, threads);
          const prims::LaneKernel add =
              prims::row_of(prims::addition(sum.type)).lanes[static_cast<int>(sum.type)];
          add(result.size(), result.mutable_raw(), result.raw(), part.raw(), nullptr, 0);
        }
      }
      results.push_back(std::move(result));
    }
    for (std::size_t s = 0; s < results.size(); ++s)
      (parts_.sums[s].outside ? target(frame, parts_.sums[s]) : frame.array(parts_.results[s])) =
          std::move(results[s]);
    return true;
  }

  /// What the plain way would complain of does not arise.
  bool is_regular(Frame& frame, const std::vector<std::int64_t>& widths) const {
    for (const Parts::Length& length : parts_.lengths)
      if (frame.array(length.array).shape()[length.axis] !=
          widths[static_cast<std::size_t>(length.dim)])
        return false;
    for (const auto& [a, b] : parts_.equal)
      if (frame.bits(a) != frame.bits(b)) return false;
    for (const Sum& sum : parts_.sums) {
      if (!sum.from_array) continue;
      const Shape& shape = sum.outside ? target(frame, sum).shape() : frame.array(sum.init).shape();
      if (shape.rank != static_cast<int>(sum.dims.size())) return false;
      for (std::size_t d = 0; d < sum.dims.size(); ++d)
        if (shape[static_cast<int>(d)] != widths[static_cast<std::size_t>(sum.dims[d])])
          return false;
    }
    return true;
  }

  /// The array behind an accumulator that is there already.
  static Array& target(Frame& frame, const Sum& sum) {
    AccState& state = AccState::at(frame.bits(*sum.acc));
    return state.arrays[state.by_site ? sum.site : 0];
  }

  /// How many iterations have partial sums together; all of them if there are none. Nothing when
  /// the parts of the sums are not parts of the terms.
  std::optional<std::int64_t> parted_block(Frame& frame,
                                           const std::vector<std::int64_t>& widths) const {
    constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
    if (parts_.parted.empty()) return kAll;
    std::vector<AccState> states(parts_.sums.size());
    std::int64_t width = 0;
    bool of_terms = true;
    for (std::size_t s = 0; s < states.size(); ++s) {
      const Sum& sum = parts_.sums[s];
      if (!sum.parts) continue;
      if (!sum.outside) {
        states[s].arrays.push_back(frame.array(sum.init));
        frame.put_bits(*sum.acc, states[s].address());
      }
      width = widths[static_cast<std::size_t>(sum.parted)];
      of_terms = of_terms && sum.parted == sum.terms;
    }
    const SumShape shape = sum_shape(frame, parts_.parted, width, 1, false);
    if (shape.is_whole()) return kAll;
    if (shape.by_site || !of_terms) return {};
    return shape.block;
  }

  static std::optional<Strides> steps(Frame& frame, const Factor& factor,
                                      const std::vector<std::int64_t>& widths) {
    const Array& array = frame.array(factor.array);
    Strides steps;
    steps.along.resize(widths.size(), 0);
    steps.has.resize(widths.size(), false);
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < factor.axes.size(); ++axis) {
      const auto& [dim, index] = factor.axes[axis];
      const std::int64_t length = array.shape()[static_cast<int>(axis)];
      const std::int64_t stride = array.stride(static_cast<int>(axis));
      if (dim >= 0) {
        if (widths[static_cast<std::size_t>(dim)] > length) return {};
        steps.along[static_cast<std::size_t>(dim)] += stride;
        steps.has[static_cast<std::size_t>(dim)] = true;
        continue;
      }
      const auto at = static_cast<std::int64_t>(frame.bits(index));
      if (!inside(at, length)) return {};
      offset += at * stride;
    }
    steps.first = array.raw() + offset * support::size_of(array.type());
    return steps;
  }

  /// Neighbours in the result are columns, when only one operand changes along them; the widest of
  /// the dimensions along which only the other one changes are rows.
  static Layout layout(const Sum& sum, const std::vector<std::int64_t>& widths, Strides& left,
                       Strides& right) {
    Layout layout;
    prims::MatrixProduct& p = layout.product;
    p.type = sum.type;
    p.terms = widths[static_cast<std::size_t>(sum.terms)];
    p.order = order_of(sum.kind, p.terms);
    const auto at = [](const Strides& steps, int dim) {
      return steps.along[static_cast<std::size_t>(dim)];
    };
    const auto width = [&](int dim) { return widths[static_cast<std::size_t>(dim)]; };
    const auto has = [](const Strides& steps, int dim) {
      return steps.has[static_cast<std::size_t>(dim)];
    };
    int column = sum.dims.back(), row = -1;
    if (!has(right, column)) std::swap(left, right);
    if (has(left, column) || !has(right, column)) column = -1;
    for (const int dim : sum.dims)
      if (dim != column && has(left, dim) && !has(right, dim))
        if (row < 0 || width(dim) > width(row)) row = dim;
    std::int64_t step = 1;
    p.rows = p.columns = p.c_row = 1;
    for (auto dim = sum.dims.rbegin(); dim != sum.dims.rend(); ++dim) {
      if (*dim == row) {
        p.rows = width(row);
        p.c_row = step;
      } else if (*dim == column) {
        p.columns = width(column);
      } else {
        layout.batch.push_back(*dim);
        layout.products *= width(*dim);
      }
      step *= width(*dim);
    }
    std::reverse(layout.batch.begin(), layout.batch.end());
    p.a.row = row < 0 ? 0 : at(left, row);
    p.a.column = at(left, sum.terms);
    p.b.row = at(right, sum.terms);
    p.b.column = column < 0 ? 0 : at(right, column);
    return layout;
  }

  /// Not for many small products, nor for vectors whose elements are far apart.
  static bool pays(const Layout& layout) {
    const prims::MatrixProduct& p = layout.product;
    const std::int64_t least = layout.products < kMany ? kLeastWork : kLeastOfMany;
    if (static_cast<double>(p.rows * p.columns) * static_cast<double>(p.terms) <
        static_cast<double>(least))
      return false;
    if (p.rows > 1 && p.columns > 1) return true;
    const auto dense = [](std::int64_t along, std::int64_t terms) {
      return along == 1 || terms == 1;
    };
    return p.rows > 1 ? dense(p.a.row, p.a.column) : dense(p.b.column, p.b.row);
  }

  /// [taken]: the array that is added to is to be the result.
  static Array initial(Frame& frame, const Sum& sum, const std::vector<std::int64_t>& widths,
                       bool taken) {
    if (sum.outside) return Array::owned(std::move(target(frame, sum)));
    if (sum.from_array && taken) return Array::owned(std::move(frame.array(sum.init)));
    if (sum.from_array) return Array::owned(frame.array(sum.init));
    return Array::owned(Array::filled(shape_of(sum, widths), {sum.type, frame.bits(sum.init)}));
  }

  static Shape shape_of(const Sum& sum, const std::vector<std::int64_t>& widths) {
    Shape shape;
    for (const int dim : sum.dims) shape[shape.rank++] = widths[static_cast<std::size_t>(dim)];
    return shape;
  }

  struct Terms {
    std::int64_t first, count;
  };

  static void compute(const Layout& layout, const Sum& sum, const std::vector<std::int64_t>& widths,
                      const Strides& left, const Strides& right, Terms terms, Array& result,
                      int threads) {
    std::byte* const to = result.mutable_raw();
    const int size = support::size_of(sum.type);
    const auto one = [&](std::int64_t number, int with) {
      prims::MatrixProduct p = layout.product;
      p.terms = terms.count;
      std::int64_t a = terms.first * p.a.column, b = terms.first * p.b.row, c = 0;
      for (auto dim = layout.batch.rbegin(); dim != layout.batch.rend(); ++dim) {
        const auto d = static_cast<std::size_t>(*dim);
        const std::int64_t i = number % widths[d];
        number /= widths[d];
        a += i * left.along[d];
        b += i * right.along[d];
        const auto axis = std::find(sum.dims.begin(), sum.dims.end(), *dim) - sum.dims.begin();
        c += i * result.stride(static_cast<int>(axis));
      }
      p.a.data = left.first + a * size;
      p.b.data = right.first + b * size;
      p.c = to + c * size;
      prims::add_product(p, with);
    };
    if (layout.products == 1) return one(0, threads);
    // Some at a time: enough work for a thread, and not too long between polls.
    const prims::MatrixProduct& p = layout.product;
    constexpr std::int64_t kWork = 1 << 18;
    const std::int64_t each =
        std::max<std::int64_t>(1, kWork / std::max<std::int64_t>(1, p.rows * p.columns) / p.terms);
    runtime::parallel_for(runtime::pieces(layout.products, each), threads, [&](std::int64_t block) {
      const std::int64_t end = std::min(layout.products, (block + 1) * each);
      for (std::int64_t i = block * each; i < end; ++i) one(i, 1);
    });
  }

  Parts parts_;
};

}  // namespace

NodePtr product_node(const ProductNest& nest, SlotOf slot_of, std::vector<Slot> results,
                     std::vector<PartedAcc> parted, NodePtr plain) {
  Parts parts;
  for (const core::Atom& width : nest.widths) parts.widths.push_back(slot_of(width));
  for (const ProductNest::Length& length : nest.lengths)
    parts.lengths.push_back({slot_of(length.array), static_cast<int>(length.axis), length.dim});
  for (const auto& [a, b] : nest.equal) parts.equal.emplace_back(slot_of(a), slot_of(b));
  const auto factor = [&](const Element& element) {
    Factor factor;
    factor.array = slot_of(element.array);
    for (const Element::Axis& axis : element.axes)
      factor.axes.push_back({axis.dim, axis.dim < 0 ? slot_of(axis.index) : 0});
    return factor;
  };
  for (const SumOfProducts& sum : nest.sums) {
    Sum& made = parts.sums.emplace_back();
    made.dims = sum.dims;
    made.terms = sum.terms;
    made.left = factor(sum.left);
    made.right = factor(sum.right);
    made.kind = sum.kind;
    made.from_array = sum.init.type.rank > 0 || sum.init.type.acc;
    made.type = sum.init.type.elem;
    made.init = slot_of(sum.init);
    if (!sum.added) continue;
    made.acc = slot_of(sum.added->acc.atom());
    made.site = sum.added->site;
    made.parted = sum.added->dim;
    made.outside = sum.added->outside;
    made.parts = std::any_of(parted.begin(), parted.end(),
                             [&](const PartedAcc& acc) { return acc.slot == made.acc; });
  }
  parts.results = std::move(results);
  parts.parted = std::move(parted);
  parts.plain = std::move(plain);
  return std::make_unique<ProductNode>(std::move(parts));
}

}  // namespace laguz::eval
