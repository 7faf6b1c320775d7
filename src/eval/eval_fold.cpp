// Reductions and scans in the scalar tier, in the order that reduce_shape.hpp states.
#include <algorithm>

#include "core/reduce_shape.hpp"
#include "eval/column.hpp"
#include "eval/compiler.hpp"
#include "eval/unit.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval {
namespace {

template <class T>
using Kernel = T (*)(T, T);

template <class T>
Kernel<T> kernel_of(core::Prim prim) {
  return reinterpret_cast<Kernel<T>>(prims::row_of(prim).scalar[static_cast<int>(prim.type)]);
}

/// How many elements an operator of the user's folds on their own; 0: all of them, from ne.
std::int64_t piece(const Frame& frame, std::int64_t n, std::int64_t standard) {
  constexpr std::int64_t kThree = 3;
  if (n == 0) return 0;
  switch (frame.machine().options.order) {
    case FoldOrder::standard: break;
    case FoldOrder::left: return 0;
    case FoldOrder::in_threes: return kThree;
  }
  return standard;
}

std::int64_t reduced_piece(const Frame& frame, std::int64_t n) {
  return piece(frame, n, core::fold_shape(false, n) == core::FoldShape::linear ? 0 : core::kChunk);
}

/// A commutative primitive.
template <class T>
class BuiltinFold final : public Unit {
 public:
  BuiltinFold(Kernel<T> op, Arg<T> element, Slot neutral, Slot accumulators, Slot total)
      : op_(op),
        element_(std::move(element)),
        neutral_(neutral),
        accumulators_(accumulators),
        total_(total) {}

  void begin(Frame& frame, std::int64_t) override { frame.put_bits(total_, frame.bits(neutral_)); }
  void push(Frame& frame, std::int64_t i, std::int64_t n) override {
    const T x = element_.get(frame);
    if (core::fold_shape(true, n) == core::FoldShape::linear) return add(frame, x);
    const std::int64_t at = i % core::kBlock;
    const Slot slot = accumulators_ + static_cast<Slot>(at % core::kLanes);
    frame.put<T>(slot, at < core::kLanes ? x : op_(frame.get<T>(slot), x));
    if (at != core::kBlock - 1 && i != n - 1) return;
    T acc[core::kLanes];
    for (int j = 0; j < core::kLanes; ++j)
      acc[j] = frame.get<T>(accumulators_ + static_cast<Slot>(j));
    add(frame, core::combine_accumulators(acc, std::min<std::int64_t>(at + 1, core::kLanes), op_));
  }
  void finish(Frame&) override {}

 private:
  void add(Frame& frame, T x) { frame.put<T>(total_, op_(frame.get<T>(total_), x)); }

  Kernel<T> op_;
  Arg<T> element_;
  Slot neutral_, accumulators_, total_;
};

template <class T>
class BuiltinScan final : public ScanUnit {
 public:
  BuiltinScan(Kernel<T> op, Arg<T> element, Slot neutral, Slot state, Output out)
      : op_(op), element_(std::move(element)), neutral_(neutral), state_(state), out_(out) {}

  void begin(Frame& frame, std::int64_t n) override {
    frame.put_bits(state_, frame.bits(neutral_));
    out_.begin(frame, n);
  }
  void push(Frame& frame, std::int64_t i, std::int64_t) override {
    const T x = op_(frame.get<T>(state_), element_.get(frame));
    frame.put<T>(state_, x);
    out_.put(frame, i, x);
  }
  void finish(Frame&) override {}
  void over(Frame& frame, std::vector<Array> elements) override {
    Array array = Array::owned(std::move(elements[0]));
    T* x = array.mutable_data<T>();
    T state = frame.get<T>(neutral_);
    for (std::int64_t i = 0; i < array.length(); ++i) x[i] = state = op_(state, x[i]);
    frame.array(out_.to) = std::move(array);
  }

 private:
  Kernel<T> op_;
  Arg<T> element_;
  Slot neutral_, state_;
  Output out_;
};

class LambdaFold final : public Unit {
 public:
  /// [elements] takes the lambda's results to the operator's second operands.
  LambdaFold(Operator op, Block elements, Slots neutral, Slots total)
      : op_(std::move(op)),
        elements_(std::move(elements)),
        neutral_(std::move(neutral)),
        total_(std::move(total)) {}

  void begin(Frame& frame, std::int64_t n) override {
    neutral_.copy_to(frame, reduced_piece(frame, n) == 0 ? op_.state : total_);
  }
  void push(Frame& frame, std::int64_t i, std::int64_t n) override {
    elements_.run(frame);
    const std::int64_t chunk = reduced_piece(frame, n);
    if (chunk == 0) return op_.run(frame);
    const std::int64_t at = i % chunk;
    if (at == 0) {
      op_.element.move_to(frame, op_.state);
    } else {
      op_.run(frame);
    }
    if (at != chunk - 1 && i != n - 1) return;
    op_.state.move_to(frame, op_.element);
    total_.move_to(frame, op_.state);
    op_.run(frame);
    if (i != n - 1) op_.state.move_to(frame, total_);
  }
  void finish(Frame& frame) override { op_.element.release(frame); }

 private:
  Operator op_;
  Block elements_;
  Slots neutral_, total_;
};

class LambdaScan final : public ScanUnit {
 public:
  /// [own], [carry]: a block's own scan, and what it is combined with.
  LambdaScan(Operator op, bool by_blocks, Block elements, Slots neutral, Slots own, Slots carry,
             std::vector<Output> outs)
      : op_(std::move(op)),
        by_blocks_(by_blocks),
        elements_(std::move(elements)),
        neutral_(std::move(neutral)),
        own_(std::move(own)),
        carry_(std::move(carry)),
        outs_(std::move(outs)) {}

  void begin(Frame& frame, std::int64_t n) override {
    neutral_.copy_to(frame, block(frame, n) == 0 ? op_.state : carry_);
    for (const Output& out : outs_) out.begin(frame, n);
  }
  void push(Frame& frame, std::int64_t i, std::int64_t n) override {
    elements_.run(frame);
    apply(frame, i, block(frame, n));
    for (std::size_t k = 0; k < outs_.size(); ++k) {
      const Slot from = op_.state.slots[k];
      if (outs_[k].of_rows) {
        outs_[k].put_row(frame, i, n, frame.array(from));
      } else {
        with_type(outs_[k].type, [&](auto tag) {
          using T = typename decltype(tag)::type;
          outs_[k].put(frame, i, frame.get<T>(from));
        });
      }
    }
  }
  void finish(Frame& frame) override {
    for (const Slots& slots : {op_.state, op_.element, own_, carry_}) slots.release(frame);
  }
  void over(Frame& frame, std::vector<Array> elements) override {
    const std::int64_t n = elements[0].length();
    const std::int64_t length = block(frame, n);
    neutral_.copy_to(frame, length == 0 ? op_.state : carry_);
    std::vector<Column> from, to;
    for (std::size_t k = 0; k < outs_.size(); ++k) {
      Array& array = frame.array(outs_[k].to) = Array::owned(std::move(elements[k]));
      from.emplace_back(outs_[k].type, array.mutable_raw(), op_.element.slots[k]);
      to.emplace_back(outs_[k].type, array.mutable_raw(), op_.state.slots[k]);
    }
    constexpr std::int64_t kBetweenPolls = 256;
    for (std::int64_t i = 0; i < n; ++i) {
      if (i % kBetweenPolls == 0) support::spend(16 * kBetweenPolls);
      for (const Column& column : from) column.load(frame, column, i);
      apply(frame, i, length);
      for (const Column& column : to) column.store(frame, column, i);
    }
  }

 private:
  /// The length of blocks; 0: it is one pass.
  std::int64_t block(const Frame& frame, std::int64_t n) const {
    return piece(frame, n, by_blocks_ && n > core::kLongScan ? core::kScanBlock : 0);
  }

  /// From the element to the result of iteration [i], in the operator's state.
  void apply(Frame& frame, std::int64_t i, std::int64_t length) {
    if (length == 0) return op_.run(frame);
    const std::int64_t at = i % length;
    if (at == 0) {
      op_.element.move_to(frame, op_.state);
    } else {
      own_.move_to(frame, op_.state);
      op_.run(frame);
    }
    op_.state.copy_to(frame, own_);
    op_.state.move_to(frame, op_.element);
    carry_.copy_to(frame, op_.state);
    op_.run(frame);
    if (at == length - 1) op_.state.copy_to(frame, carry_);
  }

  Operator op_;
  bool by_blocks_;
  Block elements_;
  Slots neutral_, own_, carry_;
  std::vector<Output> outs_;
};

}  // namespace

void Output::put_row(Frame& frame, std::int64_t i, std::int64_t n, const Array& row) const {
  Array& all = frame.array(to);
  const Shape& shape = row.shape();
  spend_on(row);
  if (i == 0) {
    all = Array::uninitialised(type, shape.prepend(n));
  } else if (!std::equal(shape.dims.begin(), shape.dims.begin() + shape.rank,
                         all.shape().dims.begin() + 1)) {
    fail(irregular_text(all.shape().drop(1), shape));
  }
  if (row.is_dense()) {
    const auto bytes =
        static_cast<std::size_t>(shape.size()) * static_cast<std::size_t>(support::size_of(type));
    if (bytes != 0)
      std::memcpy(all.mutable_raw() + static_cast<std::size_t>(i) * bytes, row.raw(), bytes);
    support::moved(bytes);
  } else {
    Array place = all.row(i);
    Array::copy_into(place, row);
  }
}

void Operator::combine(Frame& frame, std::vector<Array>& arrays,
                       std::span<const std::int64_t> index) {
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (state.is_array[k]) {
      frame.array(state.slots[k]) = arrays[k].at(index);
    } else {
      frame.put_bits(state.slots[k], arrays[k].get(index).bits);
    }
  }
  run(frame);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const Slot from = state.slots[k];
    if (!state.is_array[k]) {
      arrays[k].set(index, {arrays[k].type(), frame.bits(from)});
      continue;
    }
    const Array row = std::move(frame.array(from));
    Array place = arrays[k].at(index);
    if (row.shape() != place.shape()) fail(irregular_text(place.shape(), row.shape()));
    Array::copy_into(place, row);
  }
}

Operator Compiler::compile_operator(const core::Lambda& op) {
  Operator result;
  const std::size_t n = op.params.size() / 2;
  const std::vector<Slot> params = bind(op.params);
  const auto middle = params.begin() + static_cast<std::ptrdiff_t>(n);
  std::vector<bool> flags;
  for (std::size_t i = 0; i < n; ++i) flags.push_back(is_array(op.params[i].type));
  result.state = {flags, {params.begin(), middle}};
  result.element = {flags, {middle, params.end()}};
  CompiledBody compiled = body(op.body, op.params, {});
  assign(compiled, result.state.slots);
  result.apply = std::move(compiled.block);
  return result;
}

std::unique_ptr<Unit> Compiler::fold_unit(const core::Lambda& op, std::vector<BodyResult> elements,
                                          const std::vector<Slot>& neutral,
                                          const core::Binders& results, Block& prologue) {
  if (const auto prim = commutative_builtin(op)) {
    const Slot accumulators = new_slot(false);
    for (int i = 1; i < core::kLanes; ++i) new_slot(false);
    const Slot total = bind(results[0]);
    return with_type(prim->type, [&](auto tag) -> std::unique_ptr<Unit> {
      using T = typename decltype(tag)::type;
      return std::make_unique<BuiltinFold<T>>(kernel_of<T>(*prim),
                                              typed<T>(std::move(elements[0].scalar)), neutral[0],
                                              accumulators, total);
    });
  }
  RowKernel rows = row_kernel(prologue, op);
  Operator compiled = compile_operator(op);
  compiled.rows = std::move(rows);
  Block to_element;
  assign(to_element, std::move(elements), compiled.element.slots);
  for (std::size_t i = 0; i < results.size(); ++i) bind_at(results[i], compiled.state.slots[i]);
  Slots total{compiled.state.is_array, {}};
  for (const core::Binder& result : results) total.slots.push_back(new_slot(is_array(result.type)));
  Slots from{compiled.state.is_array, neutral};
  return std::make_unique<LambdaFold>(std::move(compiled), std::move(to_element), std::move(from),
                                      std::move(total));
}

std::unique_ptr<ScanUnit> Compiler::scan_unit(const core::Lambda& op,
                                              std::vector<BodyResult> elements,
                                              const std::vector<Slot>& neutral,
                                              const core::Binders& results, Block& prologue) {
  std::vector<Output> outs;
  for (const core::Binder& result : results)
    outs.push_back({result.type.elem, result.type.rank > 1, bind(result)});
  if (const auto prim = commutative_builtin(op)) {
    const Slot state = new_slot(false);
    return with_type(prim->type, [&](auto tag) -> std::unique_ptr<ScanUnit> {
      using T = typename decltype(tag)::type;
      return std::make_unique<BuiltinScan<T>>(
          kernel_of<T>(*prim), typed<T>(std::move(elements[0].scalar)), neutral[0], state, outs[0]);
    });
  }
  RowKernel rows = row_kernel(prologue, op);
  Operator compiled = compile_operator(op);
  compiled.rows = std::move(rows);
  Block to_element;
  assign(to_element, std::move(elements), compiled.element.slots);
  Slots from{compiled.state.is_array, neutral};
  const auto room = [&] {
    Slots slots{compiled.state.is_array, {}};
    for (const core::Binder& result : results)
      slots.slots.push_back(new_slot(result.type.rank > 1));
    return slots;
  };
  Slots own = room(), carry = room();
  return std::make_unique<LambdaScan>(std::move(compiled), scans_by_blocks(op),
                                      std::move(to_element), std::move(from), std::move(own),
                                      std::move(carry), std::move(outs));
}

}  // namespace laguz::eval
