// Indexing, slicing, and updates in place.
#include "eval/compiler.hpp"
#include "eval/slice.hpp"

namespace laguz::eval {
namespace {

/// An element of a vector; A is SlotArg or NodeArg.
template <class T, class A>
class Index1 final : public ExprOf<Index1<T, A>, T> {
 public:
  Index1(ArrayArg array, A index) : array_(array), index_(std::move(index)) {}
  T value(Frame& frame) {
    const std::int64_t i = index_.get(frame);
    const Array& array = array_.peek(frame);
    if (!inside(i, array.shape()[0])) fail_index({&i, 1}, array.shape(), this->place);
    return load<T>(array, runtime::wrapping_product(i, array.stride(0)));
  }

 private:
  ArrayArg array_;
  A index_;
};

using Steps = std::vector<core::Index::Step>;

template <class T>
class Index2 final : public ExprOf<Index2<T>, T> {
 public:
  Index2(ArrayArg array, Arg<std::int64_t> i, Arg<std::int64_t> j, Steps steps)
      : array_(array), i_(std::move(i)), j_(std::move(j)), steps_(std::move(steps)) {}
  T value(Frame& frame) {
    const std::int64_t at[] = {i_.get(frame), j_.get(frame)};
    const Array& array = array_.peek(frame);
    if (!inside(at[0], array.shape()[0]) || !inside(at[1], array.shape()[1]))
      fail_index(at, array.shape(), steps_, this->place);
    return load<T>(array, at[0] * array.stride(0) + at[1] * array.stride(1));
  }

 private:
  ArrayArg array_;
  Arg<std::int64_t> i_, j_;
  Steps steps_;
};

/// Indices of a prefix of the dimensions, checked.
struct Indices {
  using Values = std::array<std::int64_t, runtime::kMaxRank>;
  std::vector<ScalarArg> args;
  Steps steps{};

  std::span<const std::int64_t> get(Frame& frame, Values& values) const {
    for (std::size_t i = 0; i < args.size(); ++i) values[i] = args[i].i64(frame);
    return {values.data(), args.size()};
  }
  void check(std::span<const std::int64_t> index, const Array& array, const Place& place) const {
    for (std::size_t i = 0; i < index.size(); ++i)
      if (!inside(index[i], array.shape()[static_cast<int>(i)]))
        fail_index(index, array.shape(), steps, place);
  }
};

template <class T>
class IndexMany final : public ExprOf<IndexMany<T>, T> {
 public:
  IndexMany(ArrayArg array, std::vector<ScalarArg> args, Steps steps)
      : array_(array), indices_{std::move(args), std::move(steps)} {}
  T value(Frame& frame) {
    Indices::Values values;
    const auto index = indices_.get(frame, values);
    const Array& array = array_.peek(frame);
    indices_.check(index, array, this->place);
    std::int64_t at = 0;
    for (std::size_t i = 0; i < index.size(); ++i)
      at += index[i] * array.stride(static_cast<int>(i));
    return load<T>(array, at);
  }

 private:
  ArrayArg array_;
  Indices indices_;
};

class RowNode final : public Node {
 public:
  RowNode(ArrayArg array, std::vector<ScalarArg> args, Steps steps, Slot to)
      : array_(array), indices_{std::move(args), std::move(steps)}, to_(to) {}
  void exec(Frame& frame) override {
    Indices::Values values;
    const auto index = indices_.get(frame, values);
    indices_.check(index, array_.peek(frame), place);
    frame.array(to_) = array_.peek(frame).at(index);
  }

 private:
  ArrayArg array_;
  Indices indices_;
  Slot to_;
};

class SliceNode final : public Node {
 public:
  SliceNode(ArrayArg array, SliceSpec spec, Slot to)
      : array_(array), spec_(std::move(spec)), to_(to) {}
  void exec(Frame& frame) override {
    const auto values = spec_.values(frame);
    frame.array(to_) = spec_.view(array_.peek(frame), values);
  }

 private:
  ArrayArg array_;
  SliceSpec spec_;
  Slot to_;
};

template <class T>
class Update1 final : public Node {
 public:
  Update1(ArrayArg array, Arg<std::int64_t> index, Arg<T> value, Slot to)
      : array_(array), index_(std::move(index)), value_(std::move(value)), to_(to) {}
  void exec(Frame& frame) override {
    const std::int64_t i = index_.get(frame);
    const T x = value_.get(frame);
    const Shape& shape = array_.peek(frame).shape();
    if (!inside(i, shape[0])) fail_index({&i, 1}, shape);
    array_.take_owned(frame, to_).template mutable_data<T>()[i] = x;
  }

 private:
  ArrayArg array_;
  Arg<std::int64_t> index_;
  Arg<T> value_;
  Slot to_;
};

/// One element of an array of any rank.
template <class T>
class UpdateMany final : public Node {
 public:
  UpdateMany(ArrayArg array, std::vector<ScalarArg> args, Arg<T> value, Slot to)
      : array_(array), indices_{std::move(args)}, value_(std::move(value)), to_(to) {}
  void exec(Frame& frame) override {
    Indices::Values values;
    const auto index = indices_.get(frame, values);
    const T x = value_.get(frame);
    indices_.check(index, array_.peek(frame), place);
    Array& array = array_.take_owned(frame, to_);
    std::int64_t at = 0;
    for (std::size_t i = 0; i < index.size(); ++i)
      at = at * array.shape()[static_cast<int>(i)] + index[i];  // it is dense now
    array.template mutable_data<T>()[at] = x;
  }

 private:
  ArrayArg array_;
  Indices indices_;
  Arg<T> value_;
  Slot to_;
};

/// Both are the same elements of one buffer: a map has put its result where it belongs
/// (in_place.hpp).
bool is_same_memory(const Array& a, const Array& b) {
  if (a.is_affine() || b.is_affine() || a.raw() == nullptr || a.raw() != b.raw()) return false;
  for (int d = 0; d < a.rank(); ++d)
    if (a.stride(d) != b.stride(d)) return false;
  return true;
}

class UpdateSlice final : public Node {
 public:
  UpdateSlice(ArrayArg array, SliceSpec spec, ArrayArg value, Slot to)
      : array_(array), spec_(std::move(spec)), value_(value), to_(to) {}
  void exec(Frame& frame) override {
    const auto values = spec_.values(frame);
    // Held here, so that an array is not overwritten by a part of itself.
    const Array value = value_.take(frame);
    if (is_there(spec_.view(array_.peek(frame), values), value)) {
      if (array_.slot != to_) frame.array(to_) = array_.take(frame);
      return;
    }
    Array place = spec_.view(array_.take_owned(frame, to_), values);
    Array::copy_into(place, value);
    spend_on(value);
  }

 private:
  bool is_there(const Array& place, const Array& value) const {
    if (place.shape() != value.shape()) fail(update_text(place.shape(), value.shape()));
    return is_same_memory(place, value);
  }

  ArrayArg array_;
  SliceSpec spec_;
  ArrayArg value_;
  Slot to_;
};

}  // namespace

Operand Compiler::element_of(const core::Index& exp, std::vector<Operand>& indices) {
  Operand result;
  result.type = exp.array.type.elem;
  result.ordered = true;
  result.fails = true;
  for (const core::Atom& atom : exp.indices) {
    indices.push_back(fetch(atom));
    join(result, indices.back());
  }
  return result;
}

void Compiler::compile(const core::Index& exp) {
  if (const TapedRows* rows = taped(exp.array)) return read_taped(*rows, exp);
  const bool element = exp.indices.size() == exp.array.type.rank;
  begin(!element);
  const ArrayArg from = look(exp.array);
  if (!element) {
    auto indices = scalars(exp.indices);
    emit(std::make_unique<RowNode>(from, std::move(indices), exp.steps, bind(binder())));
    return;
  }
  std::vector<Operand> indices;
  Operand result = element_of(exp, indices);
  result.node = with_type(result.type, [&](auto tag) -> ScalarPtr {
    using T = typename decltype(tag)::type;
    using I = std::int64_t;
    if (indices.size() == 1 && !indices[0].node)
      return std::make_unique<Index1<T, SlotArg<I>>>(from, SlotArg<I>{indices[0].slot});
    if (indices.size() == 1)
      return std::make_unique<Index1<T, NodeArg<I>>>(
          from, NodeArg<I>{typed<I>(std::move(indices[0])).node});
    if (indices.size() == 2)
      return std::make_unique<Index2<T>>(from, typed<I>(std::move(indices[0])),
                                         typed<I>(std::move(indices[1])), exp.steps);
    std::vector<ScalarArg> all;
    for (Operand& index : indices) all.push_back(untyped(std::move(index)));
    return std::make_unique<IndexMany<T>>(from, std::move(all), exp.steps);
  });
  result.node->place = place();
  define(binder(), std::move(result));
}

namespace {

bool all_fixed(const std::vector<core::DimSlice>& dims) {
  for (const core::DimSlice& dim : dims)
    if (!dim.fixed) return false;
  return true;
}

}  // namespace

SliceSpec Compiler::slice(const std::vector<core::DimSlice>& dims) {
  std::vector<DimArg> args;
  for (const core::DimSlice& dim : dims) {
    DimArg arg;
    arg.fixed = dim.fixed;
    if (dim.fixed) {
      arg.index = scalar(dim.index);
    } else {
      if (dim.start) arg.start = scalar(*dim.start);
      if (dim.end) arg.end = scalar(*dim.end);
      if (dim.stride) arg.stride = scalar(*dim.stride);
    }
    args.push_back(std::move(arg));
  }
  return SliceSpec(std::move(args));
}

void Compiler::compile(const core::Slice& exp) {
  if (binder().type.is_scalar()) {
    // Every dimension is fixed: an index in other words.
    core::Index index{exp.array, {}};
    for (const core::DimSlice& dim : exp.dims) index.indices.push_back(dim.index);
    compile(index);
    return;
  }
  if (const TapedRows* rows = taped(exp.array)) return read_taped(*rows, exp);
  begin(true);
  const ArrayArg from = look(exp.array);
  SliceSpec spec = slice(exp.dims);
  slices_[binder().id] = &exp;
  emit(std::make_unique<SliceNode>(from, std::move(spec), bind(binder())));
}

void Compiler::compile(const core::Update& exp) {
  begin(true);
  const ArrayArg from = array(exp.array);
  if (!exp.value.type.is_scalar() || !all_fixed(exp.dims)) {
    SliceSpec spec = slice(exp.dims);
    const ArrayArg value = array(exp.value);
    const Slot to = bind_consumed(binder(), from);
    emit(std::make_unique<UpdateSlice>(from, std::move(spec), value, to));
    return;
  }
  std::vector<Operand> indices;
  for (const core::DimSlice& dim : exp.dims) indices.push_back(fetch(dim.index));
  Operand value = fetch(exp.value);
  const Slot to = bind_consumed(binder(), from);
  emit(with_type(exp.array.type.elem, [&](auto tag) -> NodePtr {
    using T = typename decltype(tag)::type;
    if (indices.size() == 1)
      return std::make_unique<Update1<T>>(from, typed<std::int64_t>(std::move(indices[0])),
                                          typed<T>(std::move(value)), to);
    std::vector<ScalarArg> all;
    for (Operand& index : indices) all.push_back(untyped(std::move(index)));
    return std::make_unique<UpdateMany<T>>(from, std::move(all), typed<T>(std::move(value)), to);
  }));
}

}  // namespace laguz::eval
