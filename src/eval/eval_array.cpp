// Array operations: views where strides can say it, fast copies where not.
#include <algorithm>
#include <numeric>

#include "core/semantics.hpp"
#include "eval/array_ops.hpp"
#include "eval/compiler.hpp"
#include "eval/rows.hpp"

namespace laguz::eval {
namespace {

/// Operands of an array operation, evaluated: scalars first, then arrays taken.
struct ArrayOperands {
  std::vector<ValueArg> args;

  std::vector<Value> get(Frame& frame) const {
    std::vector<Value> values;
    values.reserve(args.size());
    for (const ValueArg& arg : args)
      values.emplace_back(arg.is_array ? Scalar{} : arg.scalar.scalar(frame));
    for (std::size_t i = 0; i < args.size(); ++i)
      if (args[i].is_array) values[i] = args[i].array.take(frame);
    return values;
  }
};

class ArrayNode final : public Node {
 public:
  ArrayNode(const core::ArrayApp& app, ArrayOperands args, Slot to)
      : op_(app.op), attrs_(app.attrs), args_(std::move(args)), to_(to) {}
  void exec(Frame& frame) override {
    std::vector<Value> values = args_.get(frame);
    Array result = array_op(op_, attrs_, std::move(values));
    // Views are free, and those that do not look like one have just been written.
    if (result.is_dense()) spend_on(result);
    frame.array(to_) = std::move(result);
  }

 private:
  core::ArrayOp op_;
  std::vector<std::int64_t> attrs_;
  ArrayOperands args_;
  Slot to_;
};

class ShapeExpr final : public ExprOf<ShapeExpr, std::int64_t> {
 public:
  ShapeExpr(ArrayArg array, int dim) : array_(array), dim_(dim) {}
  std::int64_t value(Frame& frame) { return array_.peek(frame).shape()[dim_]; }

 private:
  ArrayArg array_;
  int dim_;
};

template <class T>
class ScalarsLiteral final : public Node {
 public:
  ScalarsLiteral(ScalarType type, std::vector<Arg<T>> elements, Slot to)
      : type_(type), elements_(std::move(elements)), to_(to) {}
  void exec(Frame& frame) override {
    Array array = Array::uninitialised(type_, {static_cast<std::int64_t>(elements_.size())});
    T* at = array.mutable_data<T>();
    for (const Arg<T>& element : elements_) *at++ = element.get(frame);
    frame.array(to_) = std::move(array);
  }

 private:
  ScalarType type_;
  std::vector<Arg<T>> elements_;
  Slot to_;
};

class ArraysLiteral final : public Node {
 public:
  ArraysLiteral(ScalarType type, std::vector<ArrayArg> elements, std::vector<ScalarArg> row_shape,
                Slot to)
      : type_(type), elements_(std::move(elements)), row_shape_(std::move(row_shape)), to_(to) {}
  void exec(Frame& frame) override {
    Rows rows;
    rows.reset(type_, static_cast<std::int64_t>(elements_.size()));
    Shape row_shape;
    row_shape.rank = static_cast<int>(row_shape_.size());
    if (elements_.empty())
      for (std::size_t i = 0; i < row_shape_.size(); ++i)
        row_shape.dims[i] = std::max<std::int64_t>(0, row_shape_[i].i64(frame));
    for (const ArrayArg& element : elements_) rows.add(element.take(frame));
    frame.array(to_) = rows.take(row_shape);
  }

 private:
  ScalarType type_;
  std::vector<ArrayArg> elements_;
  std::vector<ScalarArg> row_shape_;
  Slot to_;
};

/// A literal of constants: made once, shared from then on (an update copies it).
class ConstantArray final : public Node {
 public:
  ConstantArray(Array array, Slot to) : array_(std::move(array)), to_(to) {}
  void exec(Frame& frame) override { frame.array(to_) = array_; }

 private:
  Array array_;
  Slot to_;
};

}  // namespace

void Compiler::compile(const core::ArrayApp& exp) {
  if (exp.op == core::ArrayOp::shape) {
    begin(false);
    Operand result;
    result.ordered = true;  // it looks at an array, which may be gone later
    result.node = std::make_unique<ShapeExpr>(look(exp.args[0]), static_cast<int>(exp.attrs[0]));
    define(binder(), std::move(result));
    return;
  }
  if (counts_up(exp)) iotas_[binder().id] = exp.args[0];
  if (binder().type.is_scalar()) {  // zeros of no dimension
    begin(false);
    Operand zero;
    zero.type = binder().type.elem;
    zero.slot = constant({zero.type, 0});
    define(binder(), std::move(zero));
    return;
  }
  begin(true);
  ArrayOperands args{values(exp.args)};
  const core::ArrayOpRow& row = core::row_of(exp.op);
  const bool in_its_place = row.memory != core::Memory::own && args.args[row.array].is_array;
  const Slot to =
      in_its_place ? bind_consumed(binder(), args.args[row.array].array) : bind(binder());
  emit(std::make_unique<ArrayNode>(exp, std::move(args), to));
}

void Compiler::compile(const core::ArrayLit& exp) {
  begin(true);
  const ScalarType type = exp.row.elem;
  if (exp.row.rank > 0) {
    std::vector<ArrayArg> elements = arrays(exp.elements);
    std::vector<ScalarArg> row_shape;
    for (const core::Atom& atom : exp.row_shape) row_shape.push_back(lazy(atom));
    emit(std::make_unique<ArraysLiteral>(type, std::move(elements), std::move(row_shape),
                                         bind(binder())));
    return;
  }
  const bool constant = std::all_of(exp.elements.begin(), exp.elements.end(),
                                    [](const core::Atom& atom) { return atom.is_constant(); });
  const auto n = static_cast<std::int64_t>(exp.elements.size());
  if (constant) {
    Array array = Array::uninitialised(type, {n});
    for (std::int64_t i = 0; i < n; ++i)
      array.set({&i, 1}, exp.elements[static_cast<std::size_t>(i)].scalar());
    emit(std::make_unique<ConstantArray>(std::move(array), bind(binder())));
    return;
  }
  std::vector<Operand> elements;
  for (const core::Atom& atom : exp.elements) elements.push_back(fetch(atom));
  const Slot to = bind(binder());
  emit(with_type(type, [&](auto tag) -> NodePtr {
    using T = typename decltype(tag)::type;
    std::vector<Arg<T>> args;
    for (Operand& element : elements) args.push_back(typed<T>(std::move(element)));
    return std::make_unique<ScalarsLiteral<T>>(type, std::move(args), to);
  }));
}

}  // namespace laguz::eval
