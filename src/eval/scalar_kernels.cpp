// Primitives through their typed kernels, and the choice of a node for each.
#include "eval/scalar_nodes.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::eval {
namespace {

template <class R, class A>
class Kernel1 final : public ExprOf<Kernel1<R, A>, R> {
 public:
  Kernel1(R (*kernel)(A), Arg<A> a) : kernel_(kernel), a_(std::move(a)) {}
  R value(Frame& frame) { return kernel_(a_.get(frame)); }

 private:
  R (*kernel_)(A);
  Arg<A> a_;
};

template <class R, class A, class B>
class Kernel2 final : public ExprOf<Kernel2<R, A, B>, R> {
 public:
  Kernel2(R (*kernel)(A, B), prims::Guard guard, Arg<A> a, Arg<B> b)
      : kernel_(kernel), guard_(guard), a_(std::move(a)), b_(std::move(b)) {}
  R value(Frame& frame) {
    const A x = a_.get(frame);
    const B y = b_.get(frame);
    if (guard_ != prims::Guard::none) check(y);
    return kernel_(x, y);
  }

 private:
  void check(B y) const {
    if (guard_ == prims::Guard::nonzero_divisor ? y == B{0} : y < B{0})
      fail(guard_text(guard_), this->place);
  }

  R (*kernel_)(A, B);
  prims::Guard guard_;
  Arg<A> a_;
  Arg<B> b_;
};

template <class R, class A, class B, class C>
class Kernel3 final : public ExprOf<Kernel3<R, A, B, C>, R> {
 public:
  Kernel3(R (*kernel)(A, B, C), Arg<A> a, Arg<B> b, Arg<C> c)
      : kernel_(kernel), a_(std::move(a)), b_(std::move(b)), c_(std::move(c)) {}
  R value(Frame& frame) {
    const A x = a_.get(frame);
    const B y = b_.get(frame);
    const C z = c_.get(frame);
    return kernel_(x, y, z);
  }

 private:
  R (*kernel_)(A, B, C);
  Arg<A> a_;
  Arg<B> b_;
  Arg<C> c_;
};

/// For the few signatures that no template covers.
template <class R>
class Boxed final : public ExprOf<Boxed<R>, R> {
 public:
  Boxed(core::Prim prim, std::vector<ScalarArg> args) : prim_(prim), args_(std::move(args)) {}
  R value(Frame& frame) {
    Scalar operands[4];
    for (std::size_t i = 0; i < args_.size(); ++i) operands[i] = args_[i].scalar(frame);
    const std::span<const Scalar> all(operands, args_.size());
    if (!prims::guard_holds(prim_, all))
      fail(guard_text(prims::row_of(prim_).guard[static_cast<int>(prim_.type)]), this->place);
    return from_bits<R>(prims::apply(prim_, all).bits);
  }

 private:
  core::Prim prim_;
  std::vector<ScalarArg> args_;
};

/// Makes nodes for one primitive on operands of type A, (A, B) or (A, B, C).
struct Maker {
  const prims::Row& row;
  core::Prim prim;
  std::vector<Operand>& args;

  prims::ScalarKernel kernel() const { return row.scalar[static_cast<int>(prim.type)]; }
  template <class T>
  Arg<T> arg(int i) const {
    return typed<T>(std::move(args[static_cast<std::size_t>(i)]));
  }
  template <class R, class A>
  ScalarPtr unary() const {
    return std::make_unique<Kernel1<R, A>>(reinterpret_cast<R (*)(A)>(kernel()), arg<A>(0));
  }
  template <class R, class A, class B>
  ScalarPtr binary() const {
    const prims::Guard guard = row.guard[static_cast<int>(prim.type)];
    return std::make_unique<Kernel2<R, A, B>>(reinterpret_cast<R (*)(A, B)>(kernel()), guard,
                                              arg<A>(0), arg<B>(1));
  }
  template <class R, class A, class B, class C>
  ScalarPtr ternary() const {
    return std::make_unique<Kernel3<R, A, B, C>>(reinterpret_cast<R (*)(A, B, C)>(kernel()),
                                                 arg<A>(0), arg<B>(1), arg<C>(2));
  }
};

}  // namespace

ScalarPtr kernel_node(core::Prim prim, std::vector<Operand>& args) {
  const prims::Row& row = prims::row_of(prim);
  const Maker maker{row, prim, args};
  const ScalarType result = prims::result_type(prim);
  const ScalarType own = prim.type;
  const auto is = [&](std::initializer_list<ScalarType> types) {
    int i = 0;
    for (const ScalarType type : types)
      if (prims::operand_type(prim, i++) != type) return false;
    return i == row.arity;
  };
  const bool to_bool = result == ScalarType::boolean;
  const bool to_self = result == own;
  ScalarPtr node;
  if (is({own})) {
    node = with_type(own, [&](auto a) {
      return with_type(result, [&](auto r) {
        return maker.unary<typename decltype(r)::type, typename decltype(a)::type>();
      });
    });
  } else if (is({own, own}) && (to_bool || to_self)) {
    node = with_type(own, [&](auto a) {
      using A = typename decltype(a)::type;
      return to_bool ? maker.binary<bool, A, A>() : maker.binary<A, A, A>();
    });
  } else if (is({own, ScalarType::i32}) && to_self) {
    node = with_type(own, [&](auto a) {
      using A = typename decltype(a)::type;
      return maker.binary<A, A, std::int32_t>();
    });
  } else if (is({own, own, own}) && to_self) {
    node = with_type(own, [&](auto a) {
      using A = typename decltype(a)::type;
      return maker.ternary<A, A, A, A>();
    });
  } else if (is({ScalarType::boolean, own, own}) && to_self) {
    node = with_type(own, [&](auto a) {
      using A = typename decltype(a)::type;
      return maker.ternary<A, bool, A, A>();
    });
  } else {
    std::vector<ScalarArg> all;
    for (Operand& arg : args) all.push_back(untyped(std::move(arg)));
    node = with_type(result, [&](auto r) -> ScalarPtr {
      return std::make_unique<Boxed<typename decltype(r)::type>>(prim, std::move(all));
    });
  }
  return node;
}

ScalarPtr primitive_node(const core::PrimApp& exp, std::vector<Operand> args) {
  const core::Prim prim = exp.prim;
  const prims::Op op = prims::op_of(prim);
  std::uint64_t divisor = 0;
  if (exp.args.size() == 2 && exp.args[1].is_constant()) divisor = exp.args[1].bits;
  if (ScalarPtr node = division_node(op, prim.type, args, divisor)) return node;
  if (ScalarPtr node = selection_node(op, prim.type, args)) return node;
  if (ScalarPtr node = arithmetic_node(op, prim.type, args)) return node;
  if (ScalarPtr node = comparison_node(op, prim.type, args)) return node;
  if (ScalarPtr node = conversion_node(prim, args)) return node;
  return kernel_node(prim, args);
}

void Compiler::compile(const core::PrimApp& exp) {
  begin(false);
  Operand result;
  result.type = prims::result_type(exp.prim);
  std::vector<Operand> args;
  for (const core::Atom& atom : exp.args) {
    args.push_back(fetch(atom));
    join(result, args.back());
  }
  // Slots hold integers extended to 64 bits: widening one is no work.
  const prims::Op op = prims::op_of(exp.prim);
  const ScalarType from = exp.prim.type;
  const bool whole = support::is_integer(from) || from == ScalarType::boolean;
  const bool same_bits =
      op == prims::Op::convert && whole &&
      (result.type == ScalarType::i64 ||
       (result.type == ScalarType::u64 && (!support::is_signed(from) || from == ScalarType::i64)));
  if (same_bits && !args[0].node) {
    args[0].type = result.type;
    define(binder(), std::move(args[0]));
    return;
  }
  const prims::Guard guard = prims::row_of(exp.prim).guard[static_cast<int>(from)];
  if (guard != prims::Guard::none) {
    const core::Atom& second = exp.args[1];
    const Scalar sample[] = {{from, 0}, second.scalar()};
    const bool holds = second.is_constant() && prims::guard_holds(exp.prim, sample);
    result.fails |= !holds;
    result.ordered |= !holds;
  }
  result.node = primitive_node(exp, std::move(args));
  result.node->place = place();
  define(binder(), std::move(result));
}

}  // namespace laguz::eval
