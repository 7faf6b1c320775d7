// Arithmetic compiled into nodes, from the formulas that the kernels have.
#include "eval/scalar_nodes.hpp"
#include "prims/scalar_ops.hpp"

namespace laguz::eval {
namespace {

namespace ops = prims::ops;

struct Add {
  template <class T>
  static T apply(T x, T y) {
    return ops::add(x, y);
  }
};
struct Sub {
  template <class T>
  static T apply(T x, T y) {
    return ops::sub(x, y);
  }
};
struct Mul {
  template <class T>
  static T apply(T x, T y) {
    return ops::mul(x, y);
  }
};
struct Div {
  template <class T>
  static T apply(T x, T y) {
    return ops::div(x, y);
  }
};
struct Min {
  template <class T>
  static T apply(T x, T y) {
    return ops::min(x, y);
  }
};
struct Max {
  template <class T>
  static T apply(T x, T y) {
    return ops::max(x, y);
  }
};
struct And {
  template <class T>
  static T apply(T x, T y) {
    return ops::bit_and(x, y);
  }
};
struct Or {
  template <class T>
  static T apply(T x, T y) {
    return ops::bit_or(x, y);
  }
};
struct Xor {
  template <class T>
  static T apply(T x, T y) {
    return ops::bit_xor(x, y);
  }
};
struct ShiftLeft {
  template <class T>
  static T apply(T x, T y) {
    return ops::shl(x, y);
  }
};
struct ShiftRight {
  template <class T>
  static T apply(T x, T y) {
    return ops::shr(x, y);
  }
};
struct Neg {
  template <class T>
  static T apply(T x) {
    return ops::neg(x);
  }
};
struct Not {
  template <class T>
  static T apply(T x) {
    return ops::bit_not(x);
  }
};

template <class F>
ScalarPtr binary(ScalarType type, std::vector<Operand>& args) {
  return with_hot_type(
      type, [&](auto tag) { return binary_node<F, typename decltype(tag)::type>(args); });
}

template <class F>
ScalarPtr bits(ScalarType type, std::vector<Operand>& args) {
  if (support::is_float(type)) return nullptr;
  return with_hot_type(type, [&](auto tag) -> ScalarPtr {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T>) return binary_node<F, T>(args);
    return nullptr;
  });
}

template <class F>
ScalarPtr bits_or_bools(ScalarType type, std::vector<Operand>& args) {
  if (type == ScalarType::boolean) return binary_node<F, bool>(args);
  return bits<F>(type, args);
}

}  // namespace

ScalarPtr arithmetic_node(prims::Op op, ScalarType type, std::vector<Operand>& args) {
  if (op == prims::Op::add) return binary<Add>(type, args);
  if (op == prims::Op::sub) return binary<Sub>(type, args);
  if (op == prims::Op::mul) return binary<Mul>(type, args);
  if (op == prims::Op::div && type == ScalarType::f64) return binary_node<Div, double>(args);
  if (op == prims::Op::div && type == ScalarType::f32) return binary_node<Div, float>(args);
  if (op == prims::Op::min) return binary<Min>(type, args);
  if (op == prims::Op::max) return binary<Max>(type, args);
  if (op == prims::Op::bit_and) return bits_or_bools<And>(type, args);
  if (op == prims::Op::bit_or) return bits_or_bools<Or>(type, args);
  if (op == prims::Op::bit_xor) return bits_or_bools<Xor>(type, args);
  if (op == prims::Op::shl) return bits<ShiftLeft>(type, args);
  if (op == prims::Op::shr) return bits<ShiftRight>(type, args);
  if (op == prims::Op::bit_not && type == ScalarType::boolean) return unary_node<Not, bool>(args);
  if (op == prims::Op::neg)
    return with_hot_type(
        type, [&](auto tag) { return unary_node<Neg, typename decltype(tag)::type>(args); });
  return nullptr;
}

}  // namespace laguz::eval
