#include "core/number_test.hpp"

#include <utility>

namespace laguz::core {
namespace {

constexpr Type kTruth{ScalarType::boolean, 0, false};

}  // namespace

Atom NumberTest::is_one(Builder& b, const Atom& number) const {
  return b.prim(what_ == Watched::nan ? "isnan" : "isinf", {number});
}

Atom NumberTest::may_end(Builder& b, const Atom& number) const {
  const Atom is = b.prim("isnan", {number});
  return what_ == Watched::nan ? is : b.prim("or", {is, b.prim("isinf", {number})});
}

Atom NumberTest::any_may_end(Builder& b, const Atom& value) const {
  if (value.type.is_scalar()) return may_end(b, value);
  Soac find;
  find.arrays = {flat(b, value)};
  find.width = b.shape(find.arrays[0], 0);
  find.lambda.params = {names_.bind({value.type.elem, 0, false})};
  Builder inside(names_);
  const Atom is = may_end(inside, find.lambda.params[0].atom());
  find.lambda.body = inside.finish({is});
  find.reduces.push_back(any());
  return b.emit1({std::move(find)}, kTruth);
}

Atom NumberTest::first_in(Builder& b, const Atom& array, const Atom& width) const {
  Soac find;
  find.width = width;
  find.arrays = {array, b.array_op(ArrayOp::iota, {width, Atom::i64(0), Atom::i64(1)},
                                   {ScalarType::i64, 1, false})};
  find.lambda.params = {names_.bind(array.type.row()), names_.bind(kIndex)};
  Builder inside(names_);
  const Atom is = is_one(inside, find.lambda.params[0].atom());
  find.lambda.body = inside.finish({inside.prim(prims::get("select", ScalarType::i64),
                                                {is, find.lambda.params[1].atom(), width})});
  Reduce least{{}, {width}, true};
  least.op.params = {names_.bind(kIndex), names_.bind(kIndex)};
  Builder of(names_);
  least.op.body =
      of.finish({of.prim("min", {least.op.params[0].atom(), least.op.params[1].atom()})});
  find.reduces.push_back(std::move(least));
  return b.emit1({std::move(find)}, kIndex);
}

Reduce NumberTest::any() const {
  Reduce any{{}, {Atom::boolean(false)}, true};
  any.op.params = {names_.bind(kTruth), names_.bind(kTruth)};
  Builder b(names_);
  any.op.body = b.finish({b.prim("or", {any.op.params[0].atom(), any.op.params[1].atom()})});
  return any;
}

Atom NumberTest::flat(Builder& b, const Atom& array) {
  if (array.type.rank == 1) return array;
  Atom count = Atom::i64(1);
  for (const Atom& length : b.shape(array)) count = b.mul(count, length);
  return b.array_op(ArrayOp::reshape, {array, count}, {array.type.elem, 1, false});
}

}  // namespace laguz::core
