#include "eval/flat.hpp"

#include "eval/errors.hpp"
#include "eval/node.hpp"
#include "support/governor.hpp"

namespace laguz::eval {
namespace {

struct Map {
  std::int64_t offset = 0;
  Shape shape;
  std::vector<std::int64_t> strides;

  /// Throws UserError unless every place is inside a vector of length [n].
  void check(std::int64_t n) const {
    __extension__ using Wide = __int128;
    Wide lowest = offset;
    Wide highest = offset;
    bool valid = true;
    bool empty = false;
    for (int i = 0; i < shape.rank; ++i) {
      valid = valid && shape[i] >= 0;
      empty = empty || shape[i] == 0;
    }
    if (valid && empty) return;
    // They only move apart: once outside, always outside, and the sums cannot overflow.
    for (int i = 0; i < shape.rank && lowest >= 0 && highest < n; ++i) {
      const Wide reach = Wide{shape[i] - 1} * strides[static_cast<std::size_t>(i)];
      (reach < 0 ? lowest : highest) += reach;
    }
    if (valid && lowest >= 0 && highest < n) return;
    std::string text = std::to_string(offset);
    for (int i = 0; i < shape.rank; ++i)
      text += " + " + std::to_string(shape[i]) + "*" +
              std::to_string(strides[static_cast<std::size_t>(i)]);
    fail_index(text, lowest < 0, Shape{n});
  }

  /// Calls f with every place, in row-major order.
  template <class F>
  void for_each(const F& f) const {
    if (shape.size() > 0) for_each(f, offset, 0);
  }

 private:
  template <class F>
  void for_each(const F& f, std::int64_t at, int dim) const {
    if (dim == shape.rank) {
      f(at);
      return;
    }
    for (std::int64_t i = 0; i < shape[dim]; ++i)
      for_each(f, at + i * strides[static_cast<std::size_t>(dim)], dim + 1);
  }
};

}  // namespace

Array flat_index(const Array& array, const std::vector<std::int64_t>& spec) {
  Map map;
  map.offset = spec[0];
  for (std::size_t i = 1; i + 1 < spec.size(); i += 2) {
    map.shape.dims[map.shape.rank++] = spec[i];
    map.strides.push_back(spec[i + 1]);
  }
  map.check(array.length());
  const Array from = array.dense();
  Array result = Array::uninitialised(array.type(), map.shape);
  support::moved(map.shape.size(), support::size_of(array.type()));
  with_type(array.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* source = from.data<T>();
    T* to = result.mutable_data<T>();
    map.for_each([&](std::int64_t at) { *to++ = source[at]; });
  });
  return result;
}

Array flat_update(Array array, const std::vector<std::int64_t>& spec, const Array& value) {
  Map map;
  map.offset = spec[0];
  map.shape = value.shape();
  map.strides.assign(spec.begin() + 1, spec.end());
  map.check(array.length());
  const Array from = value.dense();
  Array result = Array::owned(std::move(array));
  support::moved(map.shape.size(), support::size_of(result.type()));
  with_type(result.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* source = from.data<T>();
    T* to = result.mutable_data<T>();
    map.for_each([&](std::int64_t at) { to[at] = *source++; });
  });
  return result;
}

}  // namespace laguz::eval
