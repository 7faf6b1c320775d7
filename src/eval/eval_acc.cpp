// Accumulators: WithAcc makes them, AccUpdate adds to them in the order of evaluation.
#include "eval/eval_acc.hpp"

#include <algorithm>
#include <cstring>

#include "eval/compiler.hpp"
#include "eval/machine.hpp"
#include "eval/partial_sums.hpp"
#include "prims/catalog.hpp"
#include "runtime/strided_copy.hpp"

namespace laguz::eval {

void AccState::make_room(std::size_t k, std::int64_t wanted, std::int64_t count) {
  Array& array = arrays[k];
  if (wanted <= array.length()) return;
  const std::int64_t size = support::size_of(array.type());
  Array larger = Array::uninitialised(
      array.type(), runtime::Shape{std::max({wanted, 2 * array.length(), std::int64_t{64}})});
  if (count > 0)
    runtime::copy_bytes(larger.mutable_raw(), array.raw(), static_cast<std::size_t>(count * size));
  array = std::move(larger);
}

namespace {

class WithAccNode final : public Node {
 public:
  struct Acc {
    Slot variable = 0;
    std::vector<ArrayArg> arrays;
    std::vector<Slot> results;
    std::size_t index_rank = 1;
    bool grows = false;
    std::optional<Operator> op;
  };
  WithAccNode(std::vector<Acc> accs, Block body) : accs_(std::move(accs)), body_(std::move(body)) {}

  void exec(Frame& frame) override {
    std::vector<AccState> states(accs_.size());
    for (std::size_t k = 0; k < accs_.size(); ++k) {
      Acc& acc = accs_[k];
      AccState& state = states[k];
      for (const ArrayArg& array : acc.arrays)
        state.arrays.push_back(Array::owned(array.take(frame)));
      if (acc.grows)
        for (const Array& array : state.arrays) state.used.push_back(array.length());
      state.index_rank = acc.index_rank;
      state.op = acc.op ? &*acc.op : nullptr;
      state.frame = &frame;
      frame.put_bits(acc.variable, state.address());
    }
    body_.run(frame);
    Profile::Kept kept{0, false, "recursive calls"};
    for (std::size_t k = 0; k < accs_.size(); ++k)
      for (std::size_t i = 0; i < accs_[k].results.size(); ++i) {
        Array& array = states[k].arrays[i];
        if (accs_[k].grows) {
          array = array.slice(0, 0, states[k].used[i], 1);
          kept.bytes += static_cast<std::uint64_t>(array.size() * support::size_of(array.type()));
        }
        frame.array(accs_[k].results[i]) = std::move(array);
      }
    Profile* const profile = frame.machine().options.profile;
    if (profile != nullptr && kept.bytes > 0) profile->note(profile->here().at(), kept);
  }

 private:
  std::vector<Acc> accs_;
  Block body_;
};

class AccUpdateNode final : public Node {
 public:
  AccUpdateNode(ScalarArg acc, std::vector<ScalarArg> indices, std::vector<ValueArg> values,
                std::vector<core::Prim> additions, std::size_t site)
      : acc_(std::move(acc)),
        indices_(std::move(indices)),
        values_(std::move(values)),
        additions_(std::move(additions)),
        site_(site) {}

  void exec(Frame& frame) override {
    AccState& state = AccState::at(acc_.bits(frame));
    if (!state.used.empty()) return add_to_tape(frame, state);
    std::array<std::int64_t, runtime::kMaxRank> values{};
    bool all_inside = true;
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      values[i] = indices_[i].i64(frame);
      all_inside = all_inside && inside(values[i], state.arrays[0].shape()[static_cast<int>(i)]);
    }
    const std::span<const std::int64_t> index(values.data(), indices_.size());
    if (state.op == nullptr) return add(frame, state, index, all_inside);
    // Operands are evaluated even when they are not used: they may fail.
    std::vector<Value> operands;
    for (const ValueArg& value : values_) {
      if (value.is_array) {
        operands.emplace_back(value.array.take(frame));
      } else {
        operands.emplace_back(value.scalar.scalar(frame));
      }
    }
    if (!all_inside) return;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const Slot to = state.op->element.slots[k];
      if (auto* array = std::get_if<Array>(&operands[k])) {
        state.frame->array(to) = std::move(*array);
      } else {
        state.frame->put_bits(to, std::get<Scalar>(operands[k]).bits);
      }
    }
    state.op->combine(*state.frame, state.arrays, index);
  }

 private:
  /// There is room for [count] elements from place [at] on, which nobody has added to yet if true.
  static bool make_room(AccState& state, std::size_t k, std::int64_t at, std::int64_t count) {
    std::int64_t& used = state.used[k];
    const std::int64_t end = at + count;
    state.make_room(k, end, used);
    Array& array = state.arrays[k];
    const auto size = static_cast<std::int64_t>(support::size_of(array.type()));
    if (end <= used) return false;
    const std::int64_t zeros = std::max(at < used ? end : at, used) - used;
    if (zeros > 0)
      std::memset(array.mutable_raw() + used * size, 0, static_cast<std::size_t>(zeros * size));
    const bool fresh = at >= used;
    used = end;
    return fresh;
  }

  void add_to_tape(Frame& frame, AccState& state) {
    const std::int64_t at = indices_[0].i64(frame);
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const prims::Row& row = prims::row_of(additions_[k]);
      const auto type = static_cast<int>(additions_[k].type);
      if (values_[k].is_array) {
        const Array value = values_[k].array.take(frame).dense();
        spend_on(value);
        const bool fresh = make_room(state, k, at, value.size());
        if (value.size() == 0) continue;
        const auto size = static_cast<std::int64_t>(support::size_of(value.type()));
        std::byte* const place = state.arrays[k].mutable_raw() + at * size;
        if (fresh) {
          runtime::copy_bytes(place, value.raw(), static_cast<std::size_t>(value.size() * size));
        } else {
          row.lanes[type](value.size(), place, place, value.raw(), nullptr, 0);
        }
        continue;
      }
      const std::uint64_t bits = values_[k].scalar.bits(frame);
      const bool fresh = make_room(state, k, at, 1);
      with_type(additions_[k].type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T& place = state.arrays[k].template mutable_data<T>()[at];
        const T value = from_bits<T>(bits);
        place = fresh ? value : reinterpret_cast<T (*)(T, T)>(row.scalar[type])(place, value);
      });
    }
  }

  void add(Frame& frame, AccState& state, std::span<const std::int64_t> index, bool all_inside) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      Array& array = state.arrays[state.by_site ? site_ : k];
      const prims::Row& row = prims::row_of(additions_[k]);
      const auto type = static_cast<int>(additions_[k].type);
      if (values_[k].is_array) {
        const Array value = values_[k].array.take(frame);
        spend_on(value);
        if (all_inside) add_row(array, index, value, row.lanes[type]);
        continue;
      }
      const std::uint64_t bits = values_[k].scalar.bits(frame);
      if (!all_inside) continue;
      std::int64_t at = 0;
      for (std::size_t i = 0; i < index.size(); ++i)
        at = at * array.shape()[static_cast<int>(i)] + index[i];
      with_type(additions_[k].type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T& place = array.template mutable_data<T>()[at];
        place = reinterpret_cast<T (*)(T, T)>(row.scalar[type])(place, from_bits<T>(bits));
      });
    }
  }

  static void add_row(Array& array, std::span<const std::int64_t> index, const Array& value,
                      prims::LaneKernel kernel) {
    Array place = array.at(index);
    if (place.shape() != value.shape()) fail(irregular_text(place.shape(), value.shape()));
    const Array dense = value.dense();
    kernel(place.size(), place.mutable_raw(), place.raw(), dense.raw(), nullptr, 0);
  }

  ScalarArg acc_;
  std::vector<ScalarArg> indices_;
  std::vector<ValueArg> values_;
  std::vector<core::Prim> additions_;
  std::size_t site_;
};

}  // namespace

void Compiler::compile(const core::WithAcc& exp) {
  begin(true);
  const auto products = this->products();
  std::vector<WithAccNode::Acc> accs;
  const core::Binders& binders = current_->stm->binders;
  std::size_t result = 0;
  for (const core::WithAcc::Acc& acc : exp.accs) {
    WithAccNode::Acc compiled;
    compiled.arrays = arrays(acc.arrays);
    compiled.index_rank = static_cast<std::size_t>(acc.index_rank);
    compiled.grows = acc.growth != core::WithAcc::Growth::none;
    compiled.variable = bind(acc.acc);
    for (const ArrayArg& array : compiled.arrays)
      compiled.results.push_back(bind_consumed(binders[result++], array));
    if (!acc.op) adding_accs_.push_back(acc.acc.id);
    if (acc.apart) apart_accs_.push_back(acc.acc.id);
    for (const core::Atom& neutral : acc.neutral)
      if (neutral.type.is_scalar()) settle(*scope_->block, neutral);
    accs.push_back(std::move(compiled));
  }
  std::vector<VarId> kept;  // by operators, which run while the body does
  for (std::size_t k = 0; k < accs.size(); ++k) {
    if (!exp.accs[k].op) continue;
    accs[k].op = compile_operator(*exp.accs[k].op);
    for (const core::Binder& free : usage_.free(exp.accs[k].op->body)) kept.push_back(free.id);
  }
  const bool around = std::exchange(within_products_, within_products_ || products);
  // (A product that is made in the body's place does not drop what that would have.)
  CompiledBody inner = body(exp.body, {}, products ? std::vector<VarId>() : hand_over(kept));
  within_products_ = around;
  std::vector<Slot> to;
  for (; result < binders.size(); ++result) to.push_back(bind(binders[result]));
  assign(inner, to);
  emit(products, std::make_unique<WithAccNode>(std::move(accs), std::move(inner.block)));
}

void Compiler::compile(const core::AccUpdate& exp) {
  begin(true);
  ScalarArg acc = scalar(exp.acc);
  std::vector<ScalarArg> indices = scalars(exp.indices);
  std::vector<core::Prim> additions;
  for (const core::Atom& value : exp.values) additions.push_back(prims::addition(value.type.elem));
  emit(std::make_unique<AccUpdateNode>(std::move(acc), std::move(indices), values(exp.values),
                                       std::move(additions), exp.site));
}

}  // namespace laguz::eval
