// Arrays of scalars that an operator's operands are taken from, and its results put into.
#pragma once

#include "eval/node.hpp"

namespace laguz::eval {

struct Column {
  std::byte* data = nullptr;
  Slot slot = 0;
  /// Between element [i] and the slot.
  void (*load)(Frame& frame, const Column& column, std::int64_t i) = nullptr;
  void (*store)(Frame& frame, const Column& column, std::int64_t i) = nullptr;

  Column(ScalarType type, std::byte* data, Slot slot) : data(data), slot(slot) {
    with_type(type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      load = &load_one<T>;
      store = &store_one<T>;
    });
  }

 private:
  template <class T>
  static void load_one(Frame& frame, const Column& column, std::int64_t i) {
    frame.put<T>(column.slot, reinterpret_cast<const T*>(column.data)[i]);
  }
  template <class T>
  static void store_one(Frame& frame, const Column& column, std::int64_t i) {
    reinterpret_cast<T*>(column.data)[i] = frame.get<T>(column.slot);
  }
};

}  // namespace laguz::eval
