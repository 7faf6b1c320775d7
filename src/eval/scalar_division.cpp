// Integer division compiled into nodes, and selection that evaluates one side only.
#include <bit>

#include "eval/scalar_nodes.hpp"
#include "prims/scalar_ops.hpp"

namespace laguz::eval {
namespace {

namespace ops = prims::ops;

struct IntegerDiv {
  template <class T>
  static T apply(T x, T y) {
    return ops::div(x, y);
  }
};
struct IntegerMod {
  template <class T>
  static T apply(T x, T y) {
    return ops::mod(x, y);
  }
};
struct IntegerQuot {
  template <class T>
  static T apply(T x, T y) {
    return ops::quot(x, y);
  }
};
struct IntegerRem {
  template <class T>
  static T apply(T x, T y) {
    return ops::rem(x, y);
  }
};

template <class F, class T>
class Division final : public ExprOf<Division<F, T>, T> {
 public:
  Division(Arg<T> a, Arg<T> b) : a_(std::move(a)), b_(std::move(b)) {}
  T value(Frame& frame) {
    const T x = a_.get(frame);
    const T y = b_.get(frame);
    if (y == 0) fail(guard_text(prims::Guard::nonzero_divisor), this->place);
    return F::apply(x, y);
  }

 private:
  Arg<T> a_, b_;
};

/// By 2^shift, rounding down.
template <class T>
class ShiftDivision final : public ExprOf<ShiftDivision<T>, T> {
 public:
  ShiftDivision(Arg<T> a, int shift) : a_(std::move(a)), shift_(shift) {}
  T value(Frame& frame) { return static_cast<T>(a_.get(frame) >> shift_); }

 private:
  Arg<T> a_;
  int shift_;
};

/// The remainder of that.
template <class T>
class MaskRemainder final : public ExprOf<MaskRemainder<T>, T> {
 public:
  MaskRemainder(Arg<T> a, T mask) : a_(std::move(a)), mask_(mask) {}
  T value(Frame& frame) { return static_cast<T>(a_.get(frame) & mask_); }

 private:
  Arg<T> a_;
  T mask_;
};

template <class T>
class Selection final : public ExprOf<Selection<T>, T> {
 public:
  Selection(Arg<bool> condition, Arg<T> a, Arg<T> b)
      : condition_(std::move(condition)), a_(std::move(a)), b_(std::move(b)) {}
  T value(Frame& frame) { return condition_.get(frame) ? a_.get(frame) : b_.get(frame); }

 private:
  Arg<bool> condition_;
  Arg<T> a_, b_;
};

/// [divisor] is 0 when it is not constant.
template <class T>
ScalarPtr divide(prims::Op op, std::vector<Operand>& args, T divisor) {
  const bool rounds_down = op == prims::Op::div || op == prims::Op::mod || std::is_unsigned_v<T>;
  if (rounds_down && divisor > 0 &&
      std::has_single_bit(static_cast<std::make_unsigned_t<T>>(divisor))) {
    Arg<T> a = typed<T>(std::move(args[0]));
    if (op == prims::Op::mod || op == prims::Op::rem)
      return std::make_unique<MaskRemainder<T>>(std::move(a), static_cast<T>(divisor - 1));
    const int shift = std::countr_zero(static_cast<std::make_unsigned_t<T>>(divisor));
    return std::make_unique<ShiftDivision<T>>(std::move(a), shift);
  }
  const auto make = [&](auto division) -> ScalarPtr {
    return std::make_unique<Division<decltype(division), T>>(typed<T>(std::move(args[0])),
                                                             typed<T>(std::move(args[1])));
  };
  if (op == prims::Op::div) return make(IntegerDiv{});
  if (op == prims::Op::mod) return make(IntegerMod{});
  if (op == prims::Op::quot) return make(IntegerQuot{});
  return make(IntegerRem{});
}

}  // namespace

ScalarPtr division_node(prims::Op op, ScalarType type, std::vector<Operand>& args,
                        std::uint64_t divisor) {
  if (op != prims::Op::div && op != prims::Op::mod && op != prims::Op::quot && op != prims::Op::rem)
    return nullptr;
  if (support::is_float(type)) return nullptr;
  return with_hot_type(type, [&](auto tag) -> ScalarPtr {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>) {
      return divide<T>(op, args, from_bits<T>(divisor));
    }
    return nullptr;
  });
}

ScalarPtr selection_node(prims::Op op, ScalarType type, std::vector<Operand>& args) {
  if (op != prims::Op::select || args[1].fails || args[2].fails) return nullptr;
  return with_type(type, [&](auto tag) -> ScalarPtr {
    using T = typename decltype(tag)::type;
    return std::make_unique<Selection<T>>(typed<bool>(std::move(args[0])),
                                          typed<T>(std::move(args[1])),
                                          typed<T>(std::move(args[2])));
  });
}

}  // namespace laguz::eval
