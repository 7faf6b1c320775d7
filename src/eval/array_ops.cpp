#include "eval/array_ops.hpp"

#include <cstring>

#include "eval/errors.hpp"
#include "eval/flat.hpp"
#include "eval/node.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_fold.hpp"
#include "runtime/lengths.hpp"
#include "support/assert.hpp"
#include "support/governor.hpp"
#include "support/word.hpp"

namespace laguz::eval {
namespace {

using core::ArrayOp;

/// Operands by position.
class Args {
 public:
  explicit Args(std::vector<Value>& values) : values_(values) {}
  std::size_t size() const { return values_.size(); }
  std::int64_t i64(std::size_t i) const { return std::get<Scalar>(values_[i]).as_i64(); }
  Scalar scalar(std::size_t i) const { return std::get<Scalar>(values_[i]); }
  bool is_array(std::size_t i) const { return std::holds_alternative<Array>(values_[i]); }
  Array take(std::size_t i) { return std::move(std::get<Array>(values_[i])); }
  std::vector<std::int64_t> i64s(std::size_t from, std::size_t to) const {
    std::vector<std::int64_t> all;
    for (std::size_t i = from; i < to; ++i) all.push_back(i64(i));
    return all;
  }

 private:
  std::vector<Value>& values_;
};

Array iota(std::int64_t n, Scalar start, Scalar step) {
  if (n < 0) fail(range_text(n));
  return Array::iota(start.type, n, start.as_i64(), step.as_i64());
}

Array replicate(std::int64_t n, Args& args) {
  if (n < 0) fail(range_text(n));
  if (args.is_array(1)) return Array::replicated(n, args.take(1));
  return Array::filled({n}, args.scalar(1));
}

Array reshape(const Array& array, const std::vector<std::int64_t>& lengths) {
  const Shape shape{std::span<const std::int64_t>(lengths)};
  bool fits = true;
  for (const std::int64_t length : lengths) fits = fits && length >= 0;
  fits = fits && shape.size() == array.size();
  // No elements, but as many rows as there are numbers: their number would wrap.
  if (fits && shape.size() == 0) fits = runtime::parts_fit(array.shape().span(), shape.span());
  if (!fits) fail(reshape_text(array.shape(), shape));
  return array.reshape(shape);
}

Array reverse(const Array& array) { return array.slice(0, array.length() - 1, array.length(), -1); }

Array rotate(std::int64_t by, const Array& array) {
  const std::int64_t n = array.length();
  if (n == 0) return array;
  const std::int64_t rest = by % n;
  const std::int64_t first = rest < 0 ? rest + n : rest;
  if (first == 0) return array;
  Array parts[] = {array.slice(0, first, n - first, 1), array.slice(0, 0, first, 1)};
  return concatenate(parts);
}

Array zeros(ScalarType type, const std::vector<std::int64_t>& lengths) {
  for (const std::int64_t length : lengths)
    if (length < 0) fail(range_text(length));
  return Array::filled(Shape(std::span<const std::int64_t>(lengths)), {type, 0});
}

}  // namespace

Array concatenate(std::span<Array> arrays) {
  if (arrays.size() == 1) return std::move(arrays[0]);
  Shape shape = arrays[0].shape();
  const Shape row = shape.drop(1);
  shape[0] = 0;
  for (const Array& array : arrays) {
    if (array.shape().drop(1) != row) fail(irregular_text(row, array.shape().drop(1)));
    shape[0] = runtime::sum(shape[0], array.length());
  }
  const std::int64_t first = arrays[0].length();
  const bool in_its_place = arrays[0].extend(shape[0] - first);
  Array result =
      in_its_place ? std::move(arrays[0]) : Array::uninitialised(arrays[0].type(), shape);
  std::int64_t at = in_its_place ? first : 0;
  for (const Array& array : arrays.subspan(in_its_place ? 1 : 0)) {
    if (array.length() == 0) continue;
    Array place = result.slice(0, at, array.length(), 1);
    Array::copy_into(place, array);
    at += array.length();
  }
  return result;
}

Array gather(const Array& array, const Array& indices) {
  const Array from = array.dense();
  const Array at = indices.dense();
  const Shape row = array.shape().drop(1);
  Shape shape = row;
  for (int i = indices.rank() - 1; i >= 0; --i) shape = shape.prepend(indices.shape()[i]);
  Array result = Array::uninitialised(array.type(), shape);
  if (shape.size() == 0) return result;
  const auto bytes = static_cast<std::size_t>(row.size()) *
                     static_cast<std::size_t>(support::size_of(array.type()));
  const std::int64_t count = indices.size();
  support::moved(bytes * static_cast<std::size_t>(count));
  const std::int64_t n = array.length();
  const auto* index = at.data<std::int64_t>();
  const auto spend = [&](std::int64_t i, std::size_t size) {
    constexpr std::int64_t kBetweenPolls = 1024;
    if (i % kBetweenPolls == 0)
      support::spend(kBetweenPolls * (2 + static_cast<std::int64_t>(size / 8)));
  };
  const auto is_inside = [n](std::int64_t i) {
    return static_cast<std::uint64_t>(i) < static_cast<std::uint64_t>(n);
  };
  // Numbers without a branch: which are inside, no machine can guess.
  const auto numbers = [&]<class T>(T zero) {
    const T* source = n > 0 ? reinterpret_cast<const T*>(from.raw()) : &zero;
    T* to = reinterpret_cast<T*>(result.mutable_raw());
    for (std::int64_t i = 0; i < count; ++i) {
      spend(i, sizeof(T));
      const bool inside = is_inside(index[i]);
      const T number = source[inside ? index[i] : 0];
      to[i].bits = static_cast<typename T::Bits>(inside ? number.bits : 0);
    }
  };
  const auto rows = [&] {
    std::byte* to = result.mutable_raw();
    for (std::int64_t i = 0; i < count; ++i, to += bytes) {
      spend(i, bytes);
      if (is_inside(index[i]))
        std::memcpy(to, from.raw() + static_cast<std::size_t>(index[i]) * bytes, bytes);
      else
        std::memset(to, 0, bytes);
    }
  };
  if (bytes == 8)
    numbers(support::Word<std::uint64_t>{});
  else if (bytes == 4)
    numbers(support::Word<std::uint32_t>{});
  else if (bytes != 0)
    rows();
  return result;
}

/// The other way round; a view.
Array turned(Array a) {
  Array view = a.slice(0, a.length() - 1, a.length(), -1);
  a.release();
  return view;
}

/// Of numbers, as they lie in memory: what comes back from a loop does so from the end.
Array recurrence_of_numbers(const Array& a, Array b) {
  const std::int64_t n = b.length();
  const bool from_end = n > 0 && b.stride(0) == -1 && !b.is_affine();
  Array t = Array::owned(from_end ? turned(std::move(b)) : std::move(b));
  const Array factors = a.is_affine() ? a.dense() : a;
  const std::int64_t last = (n - 1) * support::size_of(t.type());
  const prims::lanes::Strided terms = from_end ? prims::lanes::Strided{t.mutable_raw() + last, -1}
                                               : prims::lanes::Strided{t.mutable_raw(), 1};
  prims::lanes::recur(t.type(), n, terms,
                      {const_cast<std::byte*>(factors.raw()), factors.stride(0)});
  return from_end ? turned(std::move(t)) : t;
}

Array linear_recurrence(const Array& a, Array b) {
  if (a.shape() != b.shape()) fail(irregular_text(b.shape(), a.shape()));
  if (b.rank() == 1) return recurrence_of_numbers(a, std::move(b));
  const prims::Prim add = prims::addition(b.type());
  const prims::Prim mul = prims::multiplication(b.type());
  const Array factors = a.dense();
  Array t = Array::owned(std::move(b));
  const std::int64_t n = t.length();
  if (n == 0) return t;
  const std::int64_t m = t.shape().drop(1).size();
  const auto i = static_cast<int>(t.type());
  with_type(t.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = factors.data<T>();
    T* y = t.mutable_data<T>();
    Array row = Array::uninitialised(t.type(), {m});
    T* product = row.mutable_data<T>();
    for (std::int64_t k = 1; k < n; ++k) {
      prims::row_of(mul).lanes[i](m, product, x + k * m, y + (k - 1) * m, nullptr, 0);
      prims::row_of(add).lanes[i](m, y + k * m, y + k * m, product, nullptr, 0);
    }
  });
  return t;
}

namespace {

void order_by_key(const std::int64_t* keys, std::int64_t n, std::int64_t bound, std::int64_t* out,
                  std::int64_t step) {
  bound = std::max<std::int64_t>(bound, 0);
  support::spend(4 * n + bound / 8);
  // Where the next one of each key goes; one more for those that are none.
  std::vector<std::int64_t> next(static_cast<std::size_t>(bound) + 1, 0);
  const auto place = [&](std::int64_t i) -> std::int64_t& {
    const std::int64_t key = keys[i * step];
    return next[static_cast<std::size_t>(inside(key, bound) ? key : bound)];
  };
  for (std::int64_t i = 0; i < n; ++i) ++place(i);
  std::int64_t sum = 0;
  for (std::int64_t& count : next) sum += std::exchange(count, sum);
  for (std::int64_t i = 0; i < n; ++i) out[place(i)++ * step] = i;
}

/// [Number]: of a number below n.
template <class Number>
void number_by_table(const std::int64_t* keys, std::int64_t n, std::int64_t bound,
                     std::int64_t* out, std::int64_t step, ScalarType type) {
  // (Nothing is read of it that has not been written.)
  Array numbers = Array::uninitialised(type, {std::max<std::int64_t>(bound, 0)});
  auto* const number = numbers.mutable_data<Number>();
  for (std::int64_t i = 0; i < n; ++i)
    if (const std::int64_t key = keys[i * step]; inside(key, bound))
      number[key] = static_cast<Number>(i);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t key = keys[i * step];
    out[i * step] = inside(key, bound) ? number[key] : -1;
  }
}

/// With a table of half the size where the numbers are small: its places are all over memory.
void number_last_equal(const std::int64_t* keys, std::int64_t n, std::int64_t bound,
                       std::int64_t* out, std::int64_t step) {
  support::spend(2 * n);
  if (n <= std::numeric_limits<std::int32_t>::max())
    number_by_table<std::int32_t>(keys, n, bound, out, step, ScalarType::i32);
  else
    number_by_table<std::int64_t>(keys, n, bound, out, step, ScalarType::i64);
}

}  // namespace

NumberKeys number_keys(ArrayOp op) {
  return op == ArrayOp::order ? order_by_key : number_last_equal;
}

Array array_op(ArrayOp op, std::span<const std::int64_t> attrs, std::vector<Value> values) {
  Args args(values);
  switch (op) {
    case ArrayOp::iota: return iota(args.i64(0), args.scalar(1), args.scalar(2));
    case ArrayOp::replicate: return replicate(args.i64(0), args);
    case ArrayOp::concat: {
      std::vector<Array> all;
      for (std::size_t i = 0; i < args.size(); ++i) all.push_back(args.take(i));
      return concatenate(all);
    }
    case ArrayOp::rearrange: {
      const std::vector<int> permutation(attrs.begin(), attrs.end());
      return args.take(0).rearrange(permutation);
    }
    case ArrayOp::reshape: return reshape(args.take(0), args.i64s(1, args.size()));
    case ArrayOp::reverse: return reverse(args.take(0));
    case ArrayOp::rotate: return rotate(args.i64(0), args.take(1));
    case ArrayOp::gather: return gather(args.take(0), args.take(1));
    case ArrayOp::copy: return Array::owned(args.take(0));
    case ArrayOp::zeros: return zeros(static_cast<ScalarType>(attrs[0]), args.i64s(0, args.size()));
    case ArrayOp::lin_rec: {
      const Array a = args.take(0);
      return linear_recurrence(a, args.take(1));
    }
    case ArrayOp::order:
    case ArrayOp::last_equal: {
      const Array keys = args.take(0).dense();
      Array out = Array::uninitialised(ScalarType::i64, keys.shape());
      number_keys(op)(keys.data<std::int64_t>(), keys.length(), args.i64(1),
                      out.mutable_data<std::int64_t>(), 1);
      return out;
    }
    case ArrayOp::flat_index: return flat_index(args.take(0), args.i64s(1, args.size()));
    case ArrayOp::flat_update: {
      const std::size_t last = args.size() - 1;
      Array array = args.take(0);
      return flat_update(std::move(array), args.i64s(1, last), args.take(last));
    }
    case ArrayOp::shape: break;
  }
  LAGUZ_ASSERT(false, "a shape is a scalar");
  return {};
}

}  // namespace laguz::eval
