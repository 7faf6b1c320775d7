// What iterations of a Soac that run one by one take of its operands, and give for a map. Only
// eval/ includes this.
#pragma once

#include <utility>

#include "eval/compiler.hpp"
#include "eval/unit.hpp"

namespace laguz::eval {

/// A mapped number.
template <class T>
class MapUnit final : public Unit {
 public:
  MapUnit(Arg<T> element, Output out) : element_(std::move(element)), out_(out) {}
  void begin(Frame& frame, std::int64_t n) override { out_.begin(frame, n); }
  void push(Frame& frame, std::int64_t i, std::int64_t) override {
    const T x = element_.get(frame);
    out_.put(frame, i, x);
  }
  void finish(Frame&) override {}

 private:
  Arg<T> element_;
  Output out_;
};

/// A mapped row.
class MapRowsUnit final : public Unit {
 public:
  MapRowsUnit(Slot row, Output out) : row_(row), out_(out) {}
  void begin(Frame&, std::int64_t) override {}
  void push(Frame& frame, std::int64_t i, std::int64_t n) override {
    out_.put_row(frame, i, n, frame.array(row_));
  }
  void finish(Frame&) override {}

 private:
  Slot row_;
  Output out_;
};

/// A parameter of the lambda: an element or a row of an array.
struct Param {
  using Load = void (*)(Frame& frame, const Param& param, std::int64_t i);
  Slot array = 0;
  Slot to = 0;
  bool is_row = false;
  Load load = nullptr;

  template <class T>
  static void element(Frame& frame, const Param& param, std::int64_t i) {
    const Array& array = frame.array(param.array);
    frame.put<T>(param.to, eval::load<T>(array, runtime::wrapping_product(i, array.stride(0))));
  }
  static void row(Frame& frame, const Param& param, std::int64_t i) {
    const Array& array = frame.array(param.array);
    if (i == 0) {
      frame.array(param.to) = array.row(i);
    } else {
      frame.array(param.to).advance(array.stride(0));
    }
  }
};

}  // namespace laguz::eval
