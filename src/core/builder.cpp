#include "core/builder.hpp"

#include <algorithm>

#include "support/assert.hpp"

namespace laguz::core {

Atoms Builder::emit(Exp exp, const std::vector<Type>& types) {
  Stm stm{{}, std::move(exp), span, inlined_at};
  Atoms results;
  results.reserve(types.size());
  for (const Type& type : types) {
    stm.binders.push_back(names_.bind(type));
    results.push_back(stm.binders.back().atom());
  }
  append(std::move(stm));
  return results;
}

Atom Builder::prim(std::string_view name, const Atoms& args) {
  LAGUZ_ASSERT(!args.empty(), "primitive without operands: " + std::string(name));
  return prim(prims::get(name, args[0].type.elem), args);
}

Atom Builder::prim(Prim prim, const Atoms& args) {
  if (const auto folded = fold(prim, args)) return Atom::constant(*folded);
  return emit1({PrimApp{prim, args}}, {prims::result_type(prim), 0, false});
}

Atom Builder::index(const Atom& array, const Atoms& indices) {
  if (indices.empty()) return array;
  LAGUZ_ASSERT(indices.size() <= array.type.rank, "too many indices");
  const auto rank = static_cast<std::uint8_t>(array.type.rank - indices.size());
  return emit1({Index{array, indices}}, {array.type.elem, rank, false});
}

Atom Builder::shape(const Atom& array, int dim) {
  return array_op(ArrayOp::shape, {array}, {ScalarType::i64, 0, false}, {dim});
}

Atoms Builder::shape(const Atom& array) {
  Atoms lengths;
  for (int dim = 0; dim < array.type.rank; ++dim) lengths.push_back(shape(array, dim));
  return lengths;
}

Exp rearranged(const Atom& array, std::vector<std::int64_t> order) {
  return {ArrayApp{ArrayOp::rearrange, {array}, std::move(order)}};
}

Atom Builder::array_op(ArrayOp op, Atoms args, Type type, std::vector<std::int64_t> attrs) {
  return emit1({ArrayApp{op, std::move(args), std::move(attrs)}}, type);
}

namespace {

/// 0: a number; 1: infinite; 2: NaN. Of floats.
int kind_of(Scalar scalar) {
  const auto kind = [&](int digits, std::uint64_t exponents) {
    if ((scalar.bits >> digits & exponents) != exponents) return 0;
    return (scalar.bits & ((std::uint64_t{1} << digits) - 1)) == 0 ? 1 : 2;
  };
  if (scalar.type == ScalarType::f64) return kind(52, 0x7ff);
  return scalar.type == ScalarType::f32 ? kind(23, 0xff) : kind(10, 0x1f);
}

}  // namespace

std::optional<Scalar> fold(Prim prim, const Atoms& args) {
  constexpr std::size_t most = 4;
  if (args.empty() || args.size() > most) return std::nullopt;
  Scalar scalars[most];
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_constant()) return std::nullopt;
    scalars[i] = args[i].scalar();
  }
  const std::span<const Scalar> operands(scalars, args.size());
  if (!prims::guard_holds(prim, operands)) return std::nullopt;
  const Scalar result = prims::apply(prim, operands);
  // What makes a NaN or an infinity stays, so that its place can be told (watch.hpp).
  int worst = 0;
  for (const Scalar& operand : operands)
    if (support::is_float(operand.type)) worst = std::max(worst, kind_of(operand));
  const bool makes = support::is_float(operands.back().type) && support::is_float(result.type) &&
                     kind_of(result) > worst;
  return makes ? std::nullopt : std::optional(result);
}

}  // namespace laguz::core
