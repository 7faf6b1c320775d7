// What core is compiled to: nodes that run on a frame.
//
// A statement is a node. Single-use scalars become expression nodes inside the node that uses them,
// so that one call of `eval` yields an operand in a register; constants live in slots of the frame,
// so that an operand is one of two kinds: a slot or a node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/ir.hpp"
#include "eval/errors.hpp"
#include "eval/frame.hpp"
#include "runtime/lengths.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

class Node {
 public:
  virtual ~Node() = default;
  virtual void exec(Frame& frame) = 0;

  Place place;  ///< of the statement; of an expression, where its own errors are
};
using NodePtr = std::unique_ptr<Node>;

/// A node that yields a scalar. As a statement it stores it in slot [dst].
class ScalarNode : public Node {
 public:
  virtual std::uint64_t bits(Frame& frame) = 0;
  Slot dst = 0;
};
using ScalarPtr = std::unique_ptr<ScalarNode>;

/// T is the C++ type of the scalar; f16 is its bits in std::uint16_t.
template <class T>
class Expr : public ScalarNode {
 public:
  virtual T eval(Frame& frame) = 0;
  std::uint64_t bits(Frame& frame) final { return to_bits(eval(frame)); }
};

/// Derived says `T value(Frame&)`.
template <class Derived, class T>
class ExprOf : public Expr<T> {
 public:
  T eval(Frame& frame) final { return static_cast<Derived*>(this)->value(frame); }
  void exec(Frame& frame) final {
    frame.put<T>(this->dst, static_cast<Derived*>(this)->value(frame));
  }
};

/// Calls f with a std::type_identity of the C++ type of [type].
template <class F>
decltype(auto) with_type(ScalarType type, F&& f) {
  switch (type) {
    case ScalarType::i8: return f(std::type_identity<std::int8_t>{});
    case ScalarType::i16: return f(std::type_identity<std::int16_t>{});
    case ScalarType::i32: return f(std::type_identity<std::int32_t>{});
    case ScalarType::i64: return f(std::type_identity<std::int64_t>{});
    case ScalarType::u8: return f(std::type_identity<std::uint8_t>{});
    case ScalarType::u16: return f(std::type_identity<std::uint16_t>{});
    case ScalarType::u32: return f(std::type_identity<std::uint32_t>{});
    case ScalarType::u64: return f(std::type_identity<std::uint64_t>{});
    case ScalarType::f16: return f(std::type_identity<std::uint16_t>{});
    case ScalarType::f32: return f(std::type_identity<float>{});
    case ScalarType::f64: return f(std::type_identity<double>{});
    case ScalarType::boolean: break;
  }
  return f(std::type_identity<bool>{});
}

/// The two kinds of operand where speed asks for a template over them.
template <class T>
struct SlotArg {
  Slot slot;
  T get(Frame& frame) const { return frame.get<T>(slot); }
};
template <class T>
struct NodeArg {
  std::unique_ptr<Expr<T>> node;
  T get(Frame& frame) const { return node->eval(frame); }
};

/// Either kind, decided when run.
template <class T>
struct Arg {
  Slot slot = 0;
  std::unique_ptr<Expr<T>> node;
  [[gnu::always_inline]] T get(Frame& frame) const {
    return node ? node->eval(frame) : frame.get<T>(slot);
  }
};

/// Either kind, of any scalar type.
struct ScalarArg {
  ScalarType type = ScalarType::i64;
  Slot slot = 0;
  ScalarPtr node;
  std::uint64_t bits(Frame& frame) const { return node ? node->bits(frame) : frame.bits(slot); }
  std::int64_t i64(Frame& frame) const { return static_cast<std::int64_t>(bits(frame)); }
  Scalar scalar(Frame& frame) const { return {type, bits(frame)}; }
};

/// Accounts for the time that handling [array]'s elements takes.
void spend_on(const Array& array);
void make_owned(Array& array);

/// An array operand; [move] when the variable dies here. A node evaluates its scalar operands
/// before it takes any array: they may read that array.
struct ArrayArg {
  Slot slot = 0;
  bool move = false;
  const Array& peek(Frame& frame) const { return frame.array(slot); }
  Array take(Frame& frame) const {
    Array& array = frame.array(slot);
    return move ? std::move(array) : array;
  }
  /// The array in slot [to], which may be this one's; held by nobody else, to be overwritten.
  Array& take_owned(Frame& frame, Slot to) const {
    Array& array = frame.array(to);
    if (slot != to) array = take(frame);
    if (!array.is_unique()) make_owned(array);
    return array;
  }
};

/// The element [at] strides and all from the first one; T is the array's C++ type.
template <class T>
T load(const Array& array, std::int64_t at) {
  // Elements of a progression may be unsigned numbers: the sum wraps.
  if (array.is_affine()) return static_cast<T>(runtime::wrapping_sum(array.affine_base(), at));
  return array.data<T>()[at];
}

inline bool inside(std::int64_t i, std::int64_t n) {
  return static_cast<std::uint64_t>(i) < static_cast<std::uint64_t>(n);
}

/// A scalar or an array.
struct ValueArg {
  bool is_array = false;
  ScalarArg scalar;
  ArrayArg array;
};

/// Thrown where a run that has been stopped cannot simply return.
struct Stopped {};

/// Statements in order. An error that nobody has placed yet is at the statement that was running.
class Block {
 public:
  void add(NodePtr node) { nodes_.push_back(std::move(node)); }
  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  [[gnu::always_inline]] void run(Frame& frame) {
    if (!run_through(frame)) throw Stopped();
  }
  /// The same; false when the machine has been stopped: then variables may hold anything of their
  /// type, and the caller is to return.
  [[nodiscard, gnu::always_inline]] bool run_through(Frame& frame) {
    const NodePtr* at = nodes_.data();
    const NodePtr* const end = at + nodes_.size();
    try {
      if (!frame.may_stop()) {
        for (; at != end; ++at) (*at)->exec(frame);
        return true;
      }
      for (; at != end; ++at) {
        (*at)->exec(frame);
        if (frame.stopped()) return false;
      }
    } catch (...) {
      // (Elsewhere: this is part of every loop that runs a block.)
      rethrow_in_place((*at)->place);
    }
    return true;
  }

 private:
  std::vector<NodePtr> nodes_;
};

}  // namespace laguz::eval
