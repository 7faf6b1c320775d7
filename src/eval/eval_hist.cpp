// Histograms and scatters: in the order of the iterations, in place.
#include <algorithm>

#include "eval/compiler.hpp"
#include "eval/reduce_shape.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval {
namespace {

/// What Hist and Scatter have in common: destinations, index arrays and values.
struct Places {
  Block prologue;
  Slot width = 0;
  std::vector<ArrayArg> dests, indices, values;
  std::vector<Slot> results;
};

/// The places' values while a node runs.
class Run {
 public:
  Run(const Places& places, Frame& frame) : places_(places), frame_(frame) {
    width_ = static_cast<std::int64_t>(frame.bits(places.width));
    for (const ArrayArg& index : places.indices) {
      indices_.push_back(index.peek(frame).dense());
      check_width(indices_.back());
      pointers_.push_back(indices_.back().data<std::int64_t>());
    }
    for (const ArrayArg& value : places.values) {
      values.push_back(value.peek(frame));
      check_width(values.back());
    }
    const auto inner = static_cast<int>(places.indices.size());
    for (std::size_t k = 0; k < places.dests.size(); ++k) {
      const Shape& shape = places.dests[k].peek(frame).shape();
      if (shape.drop(inner) != values[k].shape().drop(1))
        fail(irregular_text(shape.drop(inner), values[k].shape().drop(1)));
      if (k == 0) {
        bounds_ = Shape(shape.span().subspan(0, static_cast<std::size_t>(inner)));
      } else if (!std::equal(bounds_.dims.begin(), bounds_.dims.begin() + inner,
                             shape.dims.begin())) {
        fail("Destinations of different shapes.");
      }
    }
    for (std::size_t k = 0; k < places.dests.size(); ++k) {
      Array& dest = places.dests[k].take_owned(frame, places.results[k]);
      dests.push_back(std::move(dest));
    }
  }
  void finish() {
    for (std::size_t k = 0; k < dests.size(); ++k)
      frame_.array(places_.results[k]) = std::move(dests[k]);
  }

  std::int64_t width() const { return width_; }
  /// The place of iteration [i], flat over the leading dimensions; -1 when it is out of bounds.
  std::int64_t place(std::int64_t i) const {
    // Unsigned: of rows without elements there may be more than there are numbers.
    std::uint64_t flat = 0;
    for (std::size_t d = 0; d < pointers_.size(); ++d) {
      const std::int64_t at = pointers_[d][i];
      const std::int64_t length = bounds_[static_cast<int>(d)];
      if (!inside(at, length)) return -1;
      flat = flat * static_cast<std::uint64_t>(length) + static_cast<std::uint64_t>(at);
    }
    return static_cast<std::int64_t>(flat & kPlaces);
  }
  /// Calls [use] with each iteration from [i] to [end] whose place is within bounds, and its place.
  template <class Use>
  void each_place(std::int64_t i, std::int64_t end, const Use& use) const {
    if (pointers_.size() != 1) {
      for (; i < end; ++i)
        if (const std::int64_t at = place(i); at >= 0) use(i, at);
      return;
    }
    const std::int64_t* const indices = pointers_[0];
    const std::int64_t length = bounds_[0];
    for (; i < end; ++i)
      if (const std::int64_t at = indices[i]; inside(at, length)) use(i, at);
  }
  std::span<const std::int64_t> index(std::int64_t i) {
    for (std::size_t d = 0; d < pointers_.size(); ++d) index_[d] = pointers_[d][i];
    return {index_.data(), pointers_.size()};
  }

  std::vector<Array> dests, values;

 private:
  void check_width(const Array& array) const {
    if (array.length() != width_) fail(width_text(width_, array.length()));
  }

  const Places& places_;
  Frame& frame_;
  std::int64_t width_ = 0;
  std::vector<Array> indices_;
  std::vector<const std::int64_t*> pointers_;
  static constexpr std::uint64_t kPlaces = ~std::uint64_t{0} >> 1;
  Shape bounds_;
  std::array<std::int64_t, 3> index_{};
};

/// An operator on rows that combines them element by element with a primitive.
struct RowKernel {
  prims::LaneKernel kernel = nullptr;
  std::vector<Slot> widths;  ///< of its maps, from the outside in
};

class HistNode final : public Node {
 public:
  HistNode(Places places, Operator op, RowKernel rows)
      : places_(std::move(places)), op_(std::move(op)), rows_(std::move(rows)) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    Run run(places_, frame);
    if (rows_.kernel != nullptr && fits(frame, run.values[0].shape().drop(1)))
      combine_rows(run);
    else
      combine(frame, run);
    run.finish();
  }

 private:
  /// Otherwise the operator is to say what is wrong.
  bool fits(Frame& frame, const Shape& row) const {
    for (std::size_t d = 0; d < rows_.widths.size(); ++d)
      if (static_cast<std::int64_t>(frame.bits(rows_.widths[d])) != row[static_cast<int>(d)])
        return false;
    return true;
  }

  void combine_rows(Run& run) {
    const Array values = run.values[0].dense();
    const std::int64_t count = values.shape().drop(1).size();
    if (count == 0) return;
    const std::int64_t bytes = count * support::size_of(values.type());
    std::byte* to = run.dests[0].mutable_raw();
    for (std::int64_t i = 0; i < run.width(); ++i) {
      support::spend(4 + count / 8);
      const std::int64_t at = run.place(i);
      if (at < 0) continue;
      const std::byte* row = values.raw() + i * bytes;
      rows_.kernel(count, to + at * bytes, to + at * bytes, row, row, 0);
    }
  }

  void combine(Frame& frame, Run& run) {
    constexpr std::int64_t kCost = 30;
    for (std::int64_t i = 0; i < run.width(); ++i) {
      if (run.place(i) < 0) continue;
      support::spend(kCost);
      for (std::size_t k = 0; k < run.values.size(); ++k) {
        const Slot to = op_.element.slots[k];
        if (op_.element.is_array[k]) {
          frame.array(to) = run.values[k].row(i);
        } else {
          frame.put_bits(to, run.values[k].get({&i, 1}).bits);
        }
      }
      op_.combine(frame, run.dests, run.index(i));
    }
    op_.element.release(frame);
  }

  Places places_;
  Operator op_;
  RowKernel rows_;
};

/// Scalars combined by a primitive.
template <class T>
class BuiltinHist final : public Node {
 public:
  BuiltinHist(Places places, T (*op)(T, T)) : places_(std::move(places)), op_(op) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    Run run(places_, frame);
    const Array values = run.values[0].dense();
    const T* x = values.data<T>();
    T* to = run.dests[0].mutable_data<T>();
    constexpr std::int64_t kBetweenPolls = 4096;
    for (std::int64_t i = 0; i < run.width(); i += kBetweenPolls) {
      const std::int64_t end = std::min(run.width(), i + kBetweenPolls);
      support::spend(3 * (end - i));
      run.each_place(i, end, [&](std::int64_t j, std::int64_t at) { to[at] = op_(to[at], x[j]); });
    }
    run.finish();
  }

 private:
  Places places_;
  T (*op_)(T, T);
};

class ScatterNode final : public Node {
 public:
  explicit ScatterNode(Places places) : places_(std::move(places)) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    Run run(places_, frame);
    for (std::size_t k = 0; k < run.dests.size(); ++k) {
      const Array values = run.values[k].dense();
      const auto bytes = static_cast<std::size_t>(values.shape().drop(1).size()) *
                         static_cast<std::size_t>(support::size_of(values.type()));
      std::byte* to = run.dests[k].mutable_raw();
      if (bytes == 8) {
        copy(run, to, values.raw(), std::integral_constant<std::size_t, 8>{});
      } else if (bytes == 4) {
        copy(run, to, values.raw(), std::integral_constant<std::size_t, 4>{});
      } else if (bytes != 0) {
        copy(run, to, values.raw(), bytes);
      }
    }
    run.finish();
  }

 private:
  /// [Size] is a constant where elements are scalars.
  template <class Size>
  static void copy(const Run& run, std::byte* to, const std::byte* from, Size size) {
    constexpr std::int64_t kBetweenPolls = 1024;
    for (std::int64_t i = 0; i < run.width(); i += kBetweenPolls) {
      const std::int64_t end = std::min(run.width(), i + kBetweenPolls);
      support::spend((end - i) * (2 + static_cast<std::int64_t>(size) / 8));
      run.each_place(i, end, [&](std::int64_t j, std::int64_t at) {
        std::memcpy(to + static_cast<std::size_t>(at) * size,
                    from + static_cast<std::size_t>(j) * size, size);
      });
    }
  }

  Places places_;
};

}  // namespace

namespace {

/// An operator on rows that combines them element by element.
struct RowOperator {
  core::Prim prim;
  core::Atoms widths;  ///< of its maps, from the outside in
};

std::optional<RowOperator> row_operator(const core::Lambda& op) {
  if (const auto prim = commutative_builtin(op)) return RowOperator{*prim, {}};
  if (op.params.size() != 2 || op.body.stms.size() != 1 || op.body.results.size() != 1) return {};
  const core::Stm& stm = op.body.stms[0];
  const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
  if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty() ||
      soac->arrays.size() != 2 || op.body.results[0].var != stm.binders[0].id)
    return {};
  for (std::size_t i = 0; i < 2; ++i)
    if (soac->arrays[i].var != op.params[i].id) return {};
  auto inner = row_operator(soac->lambda);
  if (inner) inner->widths.insert(inner->widths.begin(), soac->width);
  return inner;
}

}  // namespace

void Compiler::compile(const core::Hist& exp) {
  begin(true);
  Places places;
  places.width = settle(places.prologue, exp.width);
  places.dests = arrays(exp.dests);
  for (const core::Atom& neutral : exp.neutral)
    if (neutral.type.is_scalar()) settle(places.prologue, neutral);
  for (const core::Atom& index : exp.indices) places.indices.push_back(look(index));
  for (const core::Atom& value : exp.values) places.values.push_back(look(value));
  const core::Binders& binders = current_->stm->binders;
  const auto prim = commutative_builtin(exp.op);
  Operator op;
  RowKernel rows;
  if (const auto by_rows = prim ? std::nullopt : row_operator(exp.op)) {
    const core::Prim each = by_rows->prim;
    rows.kernel = prims::row_of(each).lanes[static_cast<int>(each.type)];
    for (const core::Atom& width : by_rows->widths)
      rows.widths.push_back(settle(places.prologue, width));
  }
  if (!prim) op = compile_operator(exp.op);
  for (std::size_t k = 0; k < binders.size(); ++k)
    places.results.push_back(bind_consumed(binders[k], places.dests[k]));
  if (!prim) {
    emit(std::make_unique<HistNode>(std::move(places), std::move(op), std::move(rows)));
    return;
  }
  emit(with_type(prim->type, [&](auto tag) -> NodePtr {
    using T = typename decltype(tag)::type;
    const auto kernel = prims::row_of(*prim).scalar[static_cast<int>(prim->type)];
    return std::make_unique<BuiltinHist<T>>(std::move(places),
                                            reinterpret_cast<T (*)(T, T)>(kernel));
  }));
}

void Compiler::compile(const core::Scatter& exp) {
  begin(true);
  Places places;
  places.width = settle(places.prologue, exp.width);
  places.dests = arrays(exp.dests);
  for (const core::Atom& index : exp.indices) places.indices.push_back(look(index));
  for (const core::Atom& value : exp.values) places.values.push_back(look(value));
  const core::Binders& binders = current_->stm->binders;
  for (std::size_t k = 0; k < binders.size(); ++k)
    places.results.push_back(bind_consumed(binders[k], places.dests[k]));
  emit(std::make_unique<ScatterNode>(std::move(places)));
}

}  // namespace laguz::eval
