// Expression nodes of scalar primitives.
#pragma once

#include <string_view>
#include <vector>

#include "eval/compiler.hpp"
#include "eval/node.hpp"

namespace laguz::eval {

template <class F, class R, class A>
class UnaryNode final : public ExprOf<UnaryNode<F, R, A>, R> {
 public:
  explicit UnaryNode(A a) : a_(std::move(a)) {}
  R value(Frame& frame) { return F::apply(a_.get(frame)); }

 private:
  A a_;
};

template <class F, class R, class A, class B>
class BinaryNode final : public ExprOf<BinaryNode<F, R, A, B>, R> {
 public:
  BinaryNode(A a, B b) : a_(std::move(a)), b_(std::move(b)) {}
  R value(Frame& frame) {
    const auto x = a_.get(frame);
    const auto y = b_.get(frame);
    return F::apply(x, y);
  }

 private:
  A a_;
  B b_;
};

template <class T>
NodeArg<T> node_arg(Operand& operand) {
  return {std::unique_ptr<Expr<T>>(static_cast<Expr<T>*>(operand.node.release()))};
}

/// F::apply on operands of C++ type T.
template <class F, class T>
ScalarPtr unary_node(std::vector<Operand>& args) {
  using R = decltype(F::apply(T{}));
  if (args[0].node) return std::make_unique<UnaryNode<F, R, NodeArg<T>>>(node_arg<T>(args[0]));
  return std::make_unique<UnaryNode<F, R, SlotArg<T>>>(SlotArg<T>{args[0].slot});
}

template <class F, class T>
ScalarPtr binary_node(std::vector<Operand>& args) {
  using R = decltype(F::apply(T{}, T{}));
  using S = SlotArg<T>;
  using N = NodeArg<T>;
  Operand& a = args[0];
  Operand& b = args[1];
  if (a.node && b.node)
    return std::make_unique<BinaryNode<F, R, N, N>>(node_arg<T>(a), node_arg<T>(b));
  if (a.node) return std::make_unique<BinaryNode<F, R, N, S>>(node_arg<T>(a), S{b.slot});
  if (b.node) return std::make_unique<BinaryNode<F, R, S, N>>(S{a.slot}, node_arg<T>(b));
  return std::make_unique<BinaryNode<F, R, S, S>>(S{a.slot}, S{b.slot});
}

/// The types whose arithmetic is compiled into nodes; others call kernels. Null for those.
template <class F>
ScalarPtr with_hot_type(ScalarType type, F&& f) {
  switch (type) {
    case ScalarType::i32: return f(std::type_identity<std::int32_t>{});
    case ScalarType::i64: return f(std::type_identity<std::int64_t>{});
    case ScalarType::u32: return f(std::type_identity<std::uint32_t>{});
    case ScalarType::u64: return f(std::type_identity<std::uint64_t>{});
    case ScalarType::f32: return f(std::type_identity<float>{});
    case ScalarType::f64: return f(std::type_identity<double>{});
    case ScalarType::i8:
    case ScalarType::i16:
    case ScalarType::u8:
    case ScalarType::u16:
    case ScalarType::f16:
    case ScalarType::boolean: break;
  }
  return nullptr;
}

// Each is null, and leaves the operands alone, when it does not know the primitive.
ScalarPtr arithmetic_node(prims::Op op, ScalarType type, std::vector<Operand>& args);
ScalarPtr comparison_node(prims::Op op, ScalarType type, std::vector<Operand>& args);
ScalarPtr conversion_node(core::Prim prim, std::vector<Operand>& args);
/// [divisor]: the second operand's bits when it is a constant, else 0.
ScalarPtr division_node(prims::Op op, ScalarType type, std::vector<Operand>& args,
                        std::uint64_t divisor);
ScalarPtr selection_node(prims::Op op, ScalarType type, std::vector<Operand>& args);
/// Any primitive, through its kernel.
ScalarPtr kernel_node(core::Prim prim, std::vector<Operand>& args);
/// The fastest of them for the operands of [exp].
ScalarPtr primitive_node(const core::PrimApp& exp, std::vector<Operand> args);

}  // namespace laguz::eval
