// Histograms and scatters: in the order of the iterations, in place.
#include <algorithm>

#include "eval/column.hpp"
#include "eval/compiler.hpp"
#include "eval/lanes/hist.hpp"
#include "eval/reduce_shape.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_accumulate.hpp"

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
  /// The index arrays' numbers, if there is but one.
  const std::int64_t* only_indices() const {
    return pointers_.size() == 1 ? pointers_[0] : nullptr;
  }
  /// How many places there are.
  std::int64_t places() const {
    std::int64_t count = 1;
    for (std::size_t d = 0; d < pointers_.size(); ++d) count *= bounds_[static_cast<int>(d)];
    return count;
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

class HistNode final : public Node {
 public:
  HistNode(Places places, Operator op, RowKernel rows)
      : places_(std::move(places)), op_(std::move(op)), rows_(std::move(rows)) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    Run run(places_, frame);
    if (rows_.kernel != nullptr && rows_.fits(frame, run.values[0].shape().drop(1)))
      combine_rows(run);
    else
      combine(frame, run);
    run.finish();
  }

 private:
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

/// Scalars combined by an operator of the user's.
class LambdaHist final : public Node {
 public:
  struct Parts {
    Places places;
    Operator op;
    const core::Lambda* lambda = nullptr;
    std::vector<Outer> outers;
  };
  explicit LambdaHist(Parts parts) : parts_(std::move(parts)) {}

  void exec(Frame& frame) override {
    parts_.places.prologue.run(frame);
    Run run(parts_.places, frame);
    for (Array& values : run.values) values = values.dense();
    const std::unique_ptr<lanes::HistPlan::Run> in_lanes = start(frame, run);
    // Those that the lanes leave mostly are of few bins, and more of them are to come.
    constexpr std::int64_t kTogether = 16384, kRest = 8;
    std::int64_t rests = 0;
    lanes::Falls falls;
    for (std::int64_t i = 0; i < run.width(); i += kTogether) {
      const std::int64_t end = std::min(run.width(), i + kTogether);
      support::spend(4 * (end - i));
      falls.resize(static_cast<std::size_t>(end - i));
      std::size_t count = 0;
      run.each_place(i, end, [&](std::int64_t iteration, std::int64_t bin) {
        falls.iterations[count] = iteration;
        falls.bins[count++] = bin;
      });
      falls.resize(count);
      if (in_lanes && --rests < 0) {
        if (!in_lanes->combine(falls) || falls.bins.size() > count / 2) rests = kRest;
      }
      combine(frame, run, falls);
    }
    run.finish();
  }

 private:
  /// Null: not in lanes.
  std::unique_ptr<lanes::HistPlan::Run> start(Frame& frame, Run& run) {
    constexpr std::int64_t kFewest = 64;
    const Options& options = frame.machine().options;
    if (options.tier == Tier::scalar || !lanes_ || run.width() == 0) return nullptr;
    if (options.tier == Tier::automatic &&
        (run.width() < kFewest || run.places() / 16 > run.width()))
      return nullptr;
    if (!plan_) {
      plan_ = lanes::HistPlan::prepare(*parts_.lambda, frame.machine().program);
      lanes_ = plan_ != nullptr;
      if (!lanes_) return nullptr;
    }
    std::vector<Value> free;
    for (const core::Binder& var : plan_->free_variables())
      free.push_back(find_outer(parts_.outers, var.id).get(frame));
    std::vector<std::byte*> dests, values;
    for (Array& dest : run.dests) dests.push_back(dest.mutable_raw());
    for (Array& value : run.values) values.push_back(const_cast<std::byte*>(value.raw()));
    return plan_->start(free, std::move(dests), std::move(values), run.places());
  }

  void combine(Frame& frame, Run& run, const lanes::Falls& falls) {
    std::vector<Column> state, element;
    for (std::size_t k = 0; k < run.dests.size(); ++k) {
      const ScalarType type = run.dests[k].type();
      state.emplace_back(type, run.dests[k].mutable_raw(), parts_.op.state.slots[k]);
      element.emplace_back(type, const_cast<std::byte*>(run.values[k].raw()),
                           parts_.op.element.slots[k]);
    }
    support::spend(16 * static_cast<std::int64_t>(falls.bins.size()));
    for (std::size_t j = 0; j < falls.bins.size(); ++j) {
      const std::int64_t bin = falls.bins[j];
      for (const Column& column : state) column.load(frame, column, bin);
      for (const Column& column : element) column.load(frame, column, falls.iterations[j]);
      parts_.op.run(frame);
      for (const Column& column : state) column.store(frame, column, bin);
    }
  }

  Parts parts_;
  bool lanes_ = true;  ///< may be tried
  std::unique_ptr<lanes::HistPlan> plan_;
};

/// Scalars combined by a primitive.
template <class T>
class BuiltinHist final : public Node {
 public:
  /// [adds]: what [op] is.
  BuiltinHist(Places places, T (*op)(T, T), bool adds)
      : places_(std::move(places)), op_(op), adds_(adds) {}
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
      if (adds_ && run.only_indices() != nullptr)
        prims::lanes::accumulate_inside(values.type(), end - i, to, run.places(),
                                        run.only_indices() + i, x + i);
      else
        run.each_place(i, end,
                       [&](std::int64_t j, std::int64_t at) { to[at] = op_(to[at], x[j]); });
    }
    run.finish();
  }

 private:
  Places places_;
  T (*op_)(T, T);
  bool adds_;
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
      std::size_t inside = 0;
      run.each_place(i, end, [&](std::int64_t j, std::int64_t at) {
        std::memcpy(to + static_cast<std::size_t>(at) * size,
                    from + static_cast<std::size_t>(j) * size, size);
        ++inside;
      });
      support::moved(inside * size);
    }
  }

  Places places_;
};

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
  RowKernel rows = row_kernel(places.prologue, exp.op);
  if (!prim) op = compile_operator(exp.op);
  for (std::size_t k = 0; k < binders.size(); ++k)
    places.results.push_back(bind_consumed(binders[k], places.dests[k]));
  const bool scalars =
      std::all_of(exp.neutral.begin(), exp.neutral.end(),
                  [](const core::Atom& neutral) { return neutral.type.is_scalar(); });
  if (!prim && scalars) {
    emit(std::make_unique<LambdaHist>(
        LambdaHist::Parts{std::move(places), std::move(op), &exp.op, outers()}));
    return;
  }
  if (!prim) {
    emit(std::make_unique<HistNode>(std::move(places), std::move(op), std::move(rows)));
    return;
  }
  emit(with_type(prim->type, [&](auto tag) -> NodePtr {
    using T = typename decltype(tag)::type;
    const auto kernel = prims::row_of(*prim).scalar[static_cast<int>(prim->type)];
    return std::make_unique<BuiltinHist<T>>(std::move(places),
                                            reinterpret_cast<T (*)(T, T)>(kernel),
                                            *prim == prims::addition(prim->type));
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
