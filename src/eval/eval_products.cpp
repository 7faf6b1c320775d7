// Running products of matrices: strides of the operands along each dimension say which of them is
// the rows of a product, which its columns, and which are products of their own.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/reduce_shape.hpp"
#include "eval/machine.hpp"
#include "eval/products.hpp"
#include "eval/profile.hpp"
#include "prims/catalog.hpp"
#include "prims/matmul.hpp"
#include "runtime/parallel_for.hpp"

namespace laguz::eval {
namespace {

/// Multiplications for which a call of the kernel, and packing, pay: of a product by itself, and of
/// one of many, which lanes could make together.
constexpr std::int64_t kLeastWork = 64, kLeastOfMany = 512;
constexpr std::int64_t kMany = 16;

/// With slots for variables.
struct Factor {
  Slot array = 0;
  struct Axis {
    int dim = -1;
    Slot index = 0;
    std::optional<Slot> start = {}, end = {};
  };
  std::vector<Axis> axes;
};

struct Sum {
  std::vector<int> dims;
  std::vector<std::optional<Slot>> starts;  ///< by dims, or none
  std::vector<int> terms;
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
  struct Place {
    Slot array = 0;
    int axis = 0;
    Factor::Axis at;
    ProductNest::Asks asks = ProductNest::Asks::inside;
  };
  std::vector<Place> places;
  std::vector<std::pair<Slot, Slot>> equal;
  std::vector<Slot> results;
  Parted parted;
  NodePtr plain;
};

prims::SumOrder order_of(SumKind kind, std::int64_t terms) {
  const core::FoldShape shape = kind == SumKind::linear
                                    ? core::FoldShape::linear
                                    : core::fold_shape(kind == SumKind::builtin, terms);
  switch (shape) {
    case core::FoldShape::linear: break;
    case core::FoldShape::blocked: return {core::kBlock, core::kLanes};
    case core::FoldShape::chunked: return {core::kChunk, 1};
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

/// What one sum is: a product of matrices for each index in the [batch] dimensions, or several that
/// are added one after the other, for each index in the [repeated] ones, outermost first.
struct Layout {
  prims::MatrixProduct product;
  std::vector<int> batch, repeated;
  std::int64_t first = 0;  ///< place of the first sum in the array that it is added to
  std::int64_t products = 1, repeats = 1;
};

class ProductNode final : public Node {
 public:
  explicit ProductNode(Parts parts) : parts_(std::move(parts)) {}

  void exec(Frame& frame) override {
    if (run(frame))
      Spot::here(frame.machine().options.profile)
          .note(Profile::Form::kProducts, static_cast<std::int64_t>(frame.bits(parts_.widths[0])));
    else
      parts_.plain->exec(frame);
  }

 private:
  /// False: nothing has been done.
  bool run(Frame& frame) const {
    const Options& options = frame.machine().options;
    if (!has_lanes(options.tier)) return false;
    std::vector<std::int64_t> widths;
    for (const Slot slot : parts_.widths) {
      widths.push_back(static_cast<std::int64_t>(frame.bits(slot)));
      if (widths.back() <= 0) return false;
    }
    if (!is_regular(frame, widths)) return false;
    std::vector<Layout> layouts;
    std::vector<Strides> lefts, rights;
    for (const Sum& sum : parts_.sums) {
      Strides left = steps(frame, sum.left, widths), right = steps(frame, sum.right, widths);
      if (!runtime::product(shape_of(sum, widths).span())) return false;
      layouts.push_back(layout(frame, sum, widths, left, right));
      if (options.tier == Tier::automatic && !pays(layouts.back())) return false;
      lefts.push_back(std::move(left));
      rights.push_back(std::move(right));
    }
    const auto block = parted_block(frame, widths);
    if (!block) return false;
    const int threads = options.threads > 0 ? options.threads : runtime::hardware_threads();
    std::vector<Array> results;
    for (std::size_t s = 0; s < parts_.sums.size(); ++s) {
      const Sum& sum = parts_.sums[s];
      Array result = initial(frame, sum, widths, !sum.outside && sum.init == parts_.results[s]);
      const std::int64_t turns = widths[static_cast<std::size_t>(sum.terms[0])];
      if (!sum.parts || *block >= turns) {
        compute(layouts[s], sum, widths, lefts[s], rights[s], {0, turns}, result, threads);
      } else {
        for (std::int64_t t = 0; t < turns; t += *block) {
          Array part = Array::zeros(sum.type, result.shape());
          compute(layouts[s], sum, widths, lefts[s], rights[s], {t, std::min(*block, turns - t)},
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
    for (const Parts::Place& place : parts_.places)
      if (!is_there(frame, place, widths)) return false;
    for (const auto& [a, b] : parts_.equal)
      if (frame.bits(a) != frame.bits(b)) return false;
    for (const Sum& sum : parts_.sums) {
      if (!sum.from_array) continue;
      const Shape& shape = sum.outside ? target(frame, sum).shape() : frame.array(sum.init).shape();
      const int around = static_cast<int>(sum.dims.size()) - shape.rank;
      if (around < 0 || (around > 0 && sum.acc)) return false;
      for (int d = 0; d < shape.rank; ++d) {
        const auto of_sum = static_cast<std::size_t>(around + d);
        const std::int64_t width = widths[static_cast<std::size_t>(sum.dims[of_sum])];
        const std::int64_t start = start_of(frame, sum, of_sum);
        if (start < 0 || width > shape[d] || start > shape[d] - width) return false;
        if (!sum.acc && width != shape[d]) return false;
      }
    }
    return true;
  }

  static std::int64_t number(Frame& frame, const std::optional<Slot>& slot,
                             std::int64_t otherwise) {
    return slot ? static_cast<std::int64_t>(frame.bits(*slot)) : otherwise;
  }

  static std::int64_t start_of(Frame& frame, const Sum& sum, std::size_t dim) {
    return dim < sum.starts.size() ? number(frame, sum.starts[dim], 0) : 0;
  }

  static bool is_there(Frame& frame, const Parts::Place& place,
                       const std::vector<std::int64_t>& widths) {
    const std::int64_t length = frame.array(place.array).shape()[place.axis];
    const Factor::Axis& at = place.at;
    const std::int64_t start = number(frame, at.start, 0), end = number(frame, at.end, length);
    if (start < 0 || start > end || end > length) return false;
    const std::int64_t width = at.dim >= 0 ? widths[static_cast<std::size_t>(at.dim)] : 0;
    switch (place.asks) {
      case ProductNest::Asks::part: break;
      case ProductNest::Asks::whole: return width == end - start;
      case ProductNest::Asks::inside:
        return at.dim >= 0 ? width <= end - start
                           : inside(static_cast<std::int64_t>(frame.bits(at.index)), end - start);
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
    if (parts_.parted.accs.empty()) return kAll;
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
      of_terms = of_terms && sum.parted == sum.terms[0];
    }
    if (width < parts_.parted.from) return kAll;
    const SumShape shape = sum_shape(frame, parts_.parted.accs, width, 1, false);
    if (shape.is_whole()) return kAll;
    if (shape.by_site || !of_terms) return {};
    return shape.block;
  }

  static Strides steps(Frame& frame, const Factor& factor,
                       const std::vector<std::int64_t>& widths) {
    const Array& array = frame.array(factor.array);
    Strides steps;
    steps.along.resize(widths.size(), 0);
    steps.has.resize(widths.size(), false);
    std::int64_t offset = 0;
    for (std::size_t axis = 0; axis < factor.axes.size(); ++axis) {
      const Factor::Axis& at = factor.axes[axis];
      const std::int64_t stride = array.stride(static_cast<int>(axis));
      offset += number(frame, at.start, 0) * stride;
      if (at.dim >= 0) {
        steps.along[static_cast<std::size_t>(at.dim)] += stride;
        steps.has[static_cast<std::size_t>(at.dim)] = true;
      } else {
        offset += static_cast<std::int64_t>(frame.bits(at.index)) * stride;
      }
    }
    steps.first = array.raw() + offset * support::size_of(array.type());
    return steps;
  }

  /// Neighbours in the result are columns, when only one operand changes along them; the widest of
  /// the dimensions along which only the other one changes are rows.
  static Layout layout(Frame& frame, const Sum& sum, const std::vector<std::int64_t>& widths,
                       Strides& left, Strides& right) {
    Layout layout;
    const Shape shape = sum.outside                   ? target(frame, sum).shape()
                        : (sum.acc && sum.from_array) ? frame.array(sum.init).shape()
                                                      : shape_of(sum, widths);
    prims::MatrixProduct& p = layout.product;
    p.type = sum.type;
    const int terms = sum.terms.back();
    p.terms = widths[static_cast<std::size_t>(terms)];
    p.order = order_of(sum.kind, p.terms);
    const auto at = [](const Strides& steps, int dim) {
      return steps.along[static_cast<std::size_t>(dim)];
    };
    const auto width = [&](int dim) { return widths[static_cast<std::size_t>(dim)]; };
    const auto has = [](const Strides& steps, int dim) {
      return steps.has[static_cast<std::size_t>(dim)];
    };
    int column = sum.dims.back();
    if (!has(right, column)) std::swap(left, right);
    if (has(left, column) || !has(right, column)) column = -1;
    // Rows of several dimensions are those of one where they are so in memory.
    struct Rows {
      std::vector<int> dims{};
      std::int64_t count = 0, step = 0, c_step = 0;
    };
    Rows rows{.count = 0};
    std::optional<Rows> here;
    std::int64_t step = 1;
    for (std::size_t d = sum.dims.size(); d-- > 0;) {
      const int dim = sum.dims[d];
      layout.first += start_of(frame, sum, d) * step;
      if (dim != column && has(left, dim) && !has(right, dim)) {
        if (!here || at(left, dim) != here->step * here->count ||
            step != here->c_step * here->count)
          here = Rows{{}, 1, at(left, dim), step};
        here->dims.push_back(dim);
        here->count *= width(dim);
        if (here->count > rows.count) rows = *here;
      }
      step *= shape[static_cast<int>(d)];
    }
    p.rows = std::max<std::int64_t>(1, rows.count);
    p.c_row = rows.count > 0 ? rows.c_step : 1;
    p.columns = column < 0 ? 1 : width(column);
    for (const int dim : sum.dims) {
      if (dim == column || std::find(rows.dims.begin(), rows.dims.end(), dim) != rows.dims.end())
        continue;
      layout.batch.push_back(dim);
      layout.products *= width(dim);
    }
    p.a.row = rows.step;
    p.a.column = at(left, terms);
    p.b.row = at(right, terms);
    p.b.column = column < 0 ? 0 : at(right, column);
    // Terms of two dimensions are those of one where they are so in memory.
    for (auto dim = sum.terms.rbegin() + 1; dim != sum.terms.rend(); ++dim) {
      if (layout.repeated.empty() && at(left, *dim) == p.a.column * p.terms &&
          at(right, *dim) == p.b.row * p.terms) {
        p.terms *= width(*dim);
        continue;
      }
      layout.repeated.insert(layout.repeated.begin(), *dim);
      layout.repeats *= width(*dim);
    }
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
    if (sum.from_array) {
      Array& init = frame.array(sum.init);
      const int around = static_cast<int>(sum.dims.size()) - init.shape().rank;
      if (around == 0) return taken ? Array::owned(std::move(init)) : Array::owned(init);
      Array all = init;  // the same for the dimensions around
      for (std::size_t d = static_cast<std::size_t>(around); d-- > 0;)
        all = Array::replicated(widths[static_cast<std::size_t>(sum.dims[d])], all);
      return Array::owned(all);
    }
    return Array::owned(Array::filled(shape_of(sum, widths), {sum.type, frame.bits(sum.init)}));
  }

  static Shape shape_of(const Sum& sum, const std::vector<std::int64_t>& widths) {
    Shape shape;
    for (const int dim : sum.dims) shape[shape.rank++] = widths[static_cast<std::size_t>(dim)];
    return shape;
  }

  /// Iterations of the outermost dimension that is summed over.
  struct Turns {
    std::int64_t first, count;
  };

  static void compute(const Layout& layout, const Sum& sum, const std::vector<std::int64_t>& widths,
                      const Strides& left, const Strides& right, Turns turns, Array& result,
                      int threads) {
    const int size = support::size_of(sum.type);
    std::byte* const to = result.mutable_raw() + layout.first * size;
    prims::MatrixProduct part = layout.product;
    const std::int64_t all = widths[static_cast<std::size_t>(sum.terms[0])];
    const bool whole = layout.repeated.empty();  // the outermost is among the product's terms
    const std::int64_t each = (whole ? part.terms : layout.repeats) / all;
    if (whole) part.terms = turns.count * each;
    const std::int64_t repeats = whole ? 1 : turns.count * each;
    const std::int64_t rows = layout.products == 1 ? part.rows : rows_at_once(part, size);
    const auto one = [&](std::int64_t number, std::int64_t row, int with) {
      std::int64_t a = row * part.a.row, b = 0, c = row * part.c_row;
      for (auto dim = layout.batch.rbegin(); dim != layout.batch.rend(); ++dim) {
        const auto d = static_cast<std::size_t>(*dim);
        const std::int64_t i = number % widths[d];
        number /= widths[d];
        a += i * left.along[d];
        b += i * right.along[d];
        const auto axis = std::find(sum.dims.begin(), sum.dims.end(), *dim) - sum.dims.begin();
        c += i * result.stride(static_cast<int>(axis));
      }
      a += whole ? turns.first * each * part.a.column : 0;
      b += whole ? turns.first * each * part.b.row : 0;
      for (std::int64_t repeat = 0; repeat < repeats; ++repeat) {
        std::int64_t from = turns.first * each + repeat, at_a = a, at_b = b;
        for (auto dim = layout.repeated.rbegin(); dim != layout.repeated.rend(); ++dim) {
          const auto d = static_cast<std::size_t>(*dim);
          at_a += from % widths[d] * left.along[d];
          at_b += from % widths[d] * right.along[d];
          from /= widths[d];
        }
        prims::MatrixProduct p = part;
        p.rows = std::min(rows, part.rows - row);
        p.a.data = left.first + at_a * size;
        p.b.data = right.first + at_b * size;
        p.c = to + c * size;
        prims::add_product(p, with);
      }
    };
    if (layout.products == 1) return one(0, 0, threads);
    // Some at a time: enough work for a thread, and not too long between polls.
    constexpr std::int64_t kWork = 1 << 18;
    const std::int64_t some = std::max<std::int64_t>(
        1, kWork / std::max<std::int64_t>(1, rows * part.columns) / part.terms / layout.repeats);
    const std::int64_t count = layout.products * runtime::pieces(part.rows, rows);
    runtime::parallel_for(runtime::pieces(count, some), threads, [&](std::int64_t block) {
      const std::int64_t end = std::min(count, (block + 1) * some);
      for (std::int64_t i = block * some; i < end; ++i)
        one(i % layout.products, i / layout.products * rows, 1);
    });
  }

  /// Rows of products that are made before the next ones: those of one may lie between those of
  /// another, in the same part of memory.
  static std::int64_t rows_at_once(const prims::MatrixProduct& product, int size) {
    constexpr std::int64_t kBytes = 128 << 10, kFewest = 64;
    const std::int64_t step = std::max(std::abs(product.a.row), std::abs(product.c_row)) * size;
    return std::min(product.rows, std::max(kFewest, kBytes / std::max<std::int64_t>(1, step)));
  }

  Parts parts_;
};

}  // namespace

NodePtr product_node(const ProductNest& nest, SlotOf slot_of, std::vector<Slot> results,
                     Parted parted, NodePtr plain) {
  Parts parts;
  for (const core::Atom& width : nest.widths) parts.widths.push_back(slot_of(width));
  const auto maybe = [&](const std::optional<core::Atom>& atom) {
    return atom ? std::optional(slot_of(*atom)) : std::nullopt;
  };
  const auto axis_of = [&](const Element::Axis& axis, bool is_placed) {
    const Slot index = is_placed && axis.dim < 0 ? slot_of(axis.index) : 0;
    return Factor::Axis{axis.dim, index, maybe(axis.start), maybe(axis.end)};
  };
  for (const ProductNest::Place& place : nest.places)
    parts.places.push_back({slot_of(place.array), static_cast<int>(place.axis),
                            axis_of(place.at, place.asks == ProductNest::Asks::inside),
                            place.asks});
  for (const auto& [a, b] : nest.equal) parts.equal.emplace_back(slot_of(a), slot_of(b));
  const auto factor = [&](const Element& element) {
    Factor factor;
    factor.array = slot_of(element.array);
    for (const Element::Axis& axis : element.axes) factor.axes.push_back(axis_of(axis, true));
    return factor;
  };
  for (const SumOfProducts& sum : nest.sums) {
    Sum& made = parts.sums.emplace_back();
    made.dims = sum.dims;
    for (const auto& start : sum.starts) made.starts.push_back(maybe(start));
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
    made.parts = std::any_of(parted.accs.begin(), parted.accs.end(),
                             [&](const PartedAcc& acc) { return acc.slot == made.acc; });
  }
  parts.results = std::move(results);
  parts.parted = std::move(parted);
  parts.plain = std::move(plain);
  return std::make_unique<ProductNode>(std::move(parts));
}

}  // namespace laguz::eval
