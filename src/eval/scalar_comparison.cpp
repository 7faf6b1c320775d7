// Comparisons and conversions compiled into nodes.
#include "eval/scalar_nodes.hpp"
#include "prims/catalog.hpp"
#include "prims/scalar_ops.hpp"

namespace laguz::eval {
namespace {

struct Eq {
  template <class T>
  static bool apply(T x, T y) {
    return x == y;
  }
};
struct Ne {
  template <class T>
  static bool apply(T x, T y) {
    return x != y;
  }
};
struct Lt {
  template <class T>
  static bool apply(T x, T y) {
    return x < y;
  }
};
struct Le {
  template <class T>
  static bool apply(T x, T y) {
    return x <= y;
  }
};
struct Gt {
  template <class T>
  static bool apply(T x, T y) {
    return x > y;
  }
};
struct Ge {
  template <class T>
  static bool apply(T x, T y) {
    return x >= y;
  }
};

template <class F>
ScalarPtr compare(ScalarType type, std::vector<Operand>& args) {
  if (type == ScalarType::u8) return binary_node<F, std::uint8_t>(args);
  return with_hot_type(
      type, [&](auto tag) { return binary_node<F, typename decltype(tag)::type>(args); });
}

template <class To>
struct Convert {
  template <class From>
  static To apply(From x) {
    return prims::ops::convert<To>(x);
  }
};

template <class To>
ScalarPtr convert(ScalarType from, std::vector<Operand>& args) {
  return with_hot_type(
      from, [&](auto tag) { return unary_node<Convert<To>, typename decltype(tag)::type>(args); });
}

}  // namespace

ScalarPtr comparison_node(prims::Op op, ScalarType type, std::vector<Operand>& args) {
  if (op == prims::Op::eq) return compare<Eq>(type, args);
  if (op == prims::Op::ne) return compare<Ne>(type, args);
  if (op == prims::Op::lt) return compare<Lt>(type, args);
  if (op == prims::Op::le) return compare<Le>(type, args);
  if (op == prims::Op::gt) return compare<Gt>(type, args);
  if (op == prims::Op::ge) return compare<Ge>(type, args);
  return nullptr;
}

ScalarPtr conversion_node(core::Prim prim, std::vector<Operand>& args) {
  if (prims::op_of(prim) != prims::Op::convert) return nullptr;
  return with_hot_type(prims::result_type(prim), [&](auto tag) {
    return convert<typename decltype(tag)::type>(prim.type, args);
  });
}

}  // namespace laguz::eval
