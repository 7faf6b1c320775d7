// Histograms: in the order of the iterations, in place.
#include <algorithm>

#include "core/reduce_shape.hpp"
#include "eval/column.hpp"
#include "eval/lanes/hist.hpp"
#include "eval/places.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_accumulate.hpp"

namespace laguz::eval {
namespace {

class HistNode final : public Node {
 public:
  HistNode(Places places, Operator op, RowKernel rows)
      : places_(std::move(places)), op_(std::move(op)), rows_(std::move(rows)) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    PlacesRun run(places_, frame);
    if (rows_.kernel != nullptr && rows_.fits(frame, run.values[0].shape().drop(1)))
      combine_rows(run);
    else
      combine(frame, run);
    run.finish();
  }

 private:
  void combine_rows(PlacesRun& run) {
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

  void combine(Frame& frame, PlacesRun& run) {
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
    PlacesRun run(parts_.places, frame);
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
  std::unique_ptr<lanes::HistPlan::Run> start(Frame& frame, PlacesRun& run) {
    constexpr std::int64_t kFewest = 64;
    const Options& options = frame.machine().options;
    if (!has_lanes(options.tier) || !lanes_ || run.width() == 0) return nullptr;
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

  void combine(Frame& frame, PlacesRun& run, const lanes::Falls& falls) {
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
    PlacesRun run(places_, frame);
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

}  // namespace laguz::eval
