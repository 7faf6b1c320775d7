// Where the variables of one activation of a function live: scalars in 8-byte slots, arrays in
// array slots. Inner bodies and lambdas share the frame of the function they stand in.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "runtime/array.hpp"

namespace laguz::eval {

using runtime::Array;
using support::Scalar;
using support::ScalarType;

class Machine;
class Tape;
using Slot = std::uint32_t;

/// A scalar's bits as support::Scalar keeps them (integers extended to 64 bits).
template <class T>
std::uint64_t to_bits(T x) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(x);
  } else if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(x);
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
  } else {
    return static_cast<std::uint64_t>(x);
  }
}

template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else {
    return static_cast<T>(bits);
  }
}

/// A block of memory: this header, the scalar slots, the array slots.
class Frame {
 public:
  struct Layout {
    std::uint32_t scalars = 0;
    std::uint32_t arrays = 0;
    std::uint32_t tapes = 0;  ///< of loops
    bool calls = false;       ///< the function calls others, which may stop the run
  };
  struct Delete {
    void operator()(Frame* frame) const { destroy(frame); }
  };
  using Ptr = std::unique_ptr<Frame, Delete>;
  struct GiveBack {
    void operator()(void* block) const { ::operator delete(block); }
  };

  /// [stopped]: the machine's.
  static Ptr make(Machine& machine, Layout layout, const bool& stopped) {
    static_assert(sizeof(Frame) % alignof(Array) == 0 && alignof(Array) <= 8);
    std::unique_ptr<void, GiveBack> block(::operator new(
        sizeof(Frame) + layout.scalars * sizeof(std::uint64_t) + layout.arrays * sizeof(Array)));
    auto* frame = new (block.get()) Frame(machine, layout, stopped);  // asks for memory, too
    (void)block.release();
    std::memset(frame->slots(), 0, layout.scalars * sizeof(std::uint64_t));
    for (std::uint32_t i = 0; i < layout.arrays; ++i) new (frame->arrays_ + i) Array();
    return Ptr(frame);
  }

  template <class T>
  T get(Slot slot) const {
    T x;
    std::memcpy(&x, slots() + slot, sizeof x);  // low bytes first
    return x;
  }
  template <class T>
  void put(Slot slot, T x) {
    slots()[slot] = to_bits(x);
  }
  std::uint64_t bits(Slot slot) const { return slots()[slot]; }
  void put_bits(Slot slot, std::uint64_t bits) { slots()[slot] = bits; }

  Array& array(Slot slot) { return arrays_[slot]; }
  const Array& array(Slot slot) const { return arrays_[slot]; }
  /// What is not at hand of what a loop keeps; null if everything is (tape.hpp).
  std::shared_ptr<Tape>& tape(Slot slot) { return tapes_[slot]; }
  const std::shared_ptr<Tape>& tape(Slot slot) const { return tapes_[slot]; }
  void release_arrays() {
    for (std::uint32_t i = 0; i < layout_.arrays; ++i) arrays_[i].release();
    for (auto& tape : tapes_) tape.reset();
  }
  const bool& stopped_flag() const { return *stopped_; }
  Machine& machine() const { return *machine_; }
  /// Does a run that meets this return, all the way up? (Machine::stop)
  bool stopped() const { return layout_.calls && *stopped_; }
  bool may_stop() const { return layout_.calls; }

 private:
  Frame(Machine& machine, Layout layout, const bool& stopped)
      : machine_(&machine),
        stopped_(&stopped),
        arrays_(reinterpret_cast<Array*>(slots() + layout.scalars)),
        layout_(layout),
        tapes_(layout.tapes) {}
  ~Frame() {
    for (std::uint32_t i = 0; i < layout_.arrays; ++i) arrays_[i].~Array();
  }
  static void destroy(Frame* frame) {
    frame->~Frame();
    ::operator delete(frame);
  }

  std::uint64_t* slots() { return reinterpret_cast<std::uint64_t*>(this + 1); }
  const std::uint64_t* slots() const { return reinterpret_cast<const std::uint64_t*>(this + 1); }

  Machine* machine_;
  const bool* stopped_;
  Array* arrays_;
  Layout layout_;
  std::vector<std::shared_ptr<Tape>> tapes_;
};

}  // namespace laguz::eval
