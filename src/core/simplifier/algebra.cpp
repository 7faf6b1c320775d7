// Equalities of primitives that hold bit for bit.
#include "core/simplifier/algebra.hpp"
#include "core/builder.hpp"

namespace laguz::core::simplifier {
namespace {

std::uint64_t bits_of_one(ScalarType type) {
  if (type == ScalarType::f64) return Scalar::f64(1).bits;
  if (type == ScalarType::f32) return Scalar::f32(1).bits;
  return 1;
}

// [atom] is the constant 0 or 1 of its type. A float's 0 is +0. Halves do not take part: they are
// computed as floats, and a NaN's payload might not survive the way back.
bool is_zero(const Atom& atom) {
  return atom.is_constant() && atom.bits == 0 && atom.type.elem != ScalarType::f16;
}
bool is_one(const Atom& atom) {
  return atom.is_constant() && atom.bits == bits_of_one(atom.type.elem) &&
         atom.type.elem != ScalarType::f16;
}

// The operand that the other one, a constant, leaves as it is.
std::optional<Atom> kept(const PrimApp& e) {
  const auto identity = prims::identity_of(e.prim);
  if (!identity || e.prim.type == ScalarType::f16) return std::nullopt;
  const Atom constant = Atom::constant(*identity);
  if (e.args[1] == constant) return e.args[0];
  const bool either = prims::row_of(e.prim).has(prims::kCommutes);
  return either && e.args[0] == constant ? std::optional(e.args[1]) : std::nullopt;
}

// On integers and booleans (and'ing and or'ing are the same on both).
std::optional<Atom> of_integers(prims::Op op, const Atom& x, const Atom& y) {
  const ScalarType type = x.type.elem;
  const bool boolean = type == ScalarType::boolean;
  const Atom zero = Atom::constant({type, 0});
  if (op == prims::Op::sub || op == prims::Op::bit_xor) {
    if (x == y) return zero;
  } else if (op == prims::Op::mul) {
    if (is_zero(x) || is_zero(y)) return zero;
  } else if (op == prims::Op::bit_and) {
    if (x == y) return x;
    if (is_zero(x) || is_zero(y)) return zero;
  } else if (op == prims::Op::bit_or) {
    if (x == y) return x;
    if (boolean && is_one(x)) return x;
    if (boolean && is_one(y)) return y;
  } else if (op == prims::Op::min || op == prims::Op::max) {
    if (x == y) return x;
  } else if (op == prims::Op::eq || op == prims::Op::le || op == prims::Op::ge) {
    if (x == y) return Atom::boolean(true);
    if (op == prims::Op::eq && boolean && is_one(x)) return y;
    if (op == prims::Op::eq && boolean && is_one(y)) return x;
  } else if (op == prims::Op::ne || op == prims::Op::lt || op == prims::Op::gt) {
    if (x == y) return Atom::boolean(false);
    if (op == prims::Op::ne && boolean && is_zero(x)) return y;
    if (op == prims::Op::ne && boolean && is_zero(y)) return x;
  }
  return std::nullopt;
}

constexpr std::size_t kSelected = 6;  ///< statements worth computing for a result not chosen

bool is_selectable(const Stm& stm, const VarSet& safe) {
  if (std::holds_alternative<Index>(stm.exp.node))
    return stm.binders[0].type.is_scalar() && safe.count(stm.binders[0].id) != 0;
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  if (!prim || has_own_effect(stm.exp)) return false;
  if (!support::is_float(prims::result_type(prim->prim))) return true;
  return prims::row_of(prim->prim).has(prims::kCheap);
}

}  // namespace

bool is_worth_selecting(const If& choice, const VarSet& safe) {
  std::size_t size = 0;
  for (const Body* body : {&choice.then_body, &choice.else_body}) {
    size += body->stms.size();
    for (const Atom& result : body->results)
      if (!result.type.is_scalar()) return false;
  }
  if (size > kSelected) return false;
  for (const Body* body : {&choice.then_body, &choice.else_body})
    for (const Stm& stm : body->stms)
      if (!is_selectable(stm, safe)) return false;
  return true;
}

std::optional<Atom> simplified(const PrimApp& e) {
  if (const auto constant = fold(e.prim, e.args)) return Atom::constant(*constant);
  const prims::Op op = prims::op_of(e.prim);
  const Atom& x = e.args[0];
  if (e.args.size() == 1) {
    const bool converts_to_itself =
        op == prims::Op::convert && prims::result_type(e.prim) == x.type.elem;
    return converts_to_itself ? std::optional(x) : std::nullopt;
  }
  const Atom& y = e.args[1];
  if (op == prims::Op::select) {
    if (x.is_constant()) return x.scalar().as_bool() ? y : e.args[2];
    if (y == e.args[2]) return y;
    const bool boolean = y.type.elem == ScalarType::boolean;
    if (boolean && is_one(y) && is_zero(e.args[2])) return x;
    return std::nullopt;
  }
  if (!(x.type == y.type) || e.args.size() != 2) return std::nullopt;
  if (x.is_constant() || y.is_constant())
    if (const auto same = kept(e)) return same;
  return support::is_float(x.type.elem) ? std::nullopt : of_integers(op, x, y);
}

std::optional<PrimApp> cheaper(const PrimApp& e) {
  if (prims::row_of(e.prim).op != prims::Op::pow || e.prim.type == ScalarType::f16)
    return std::nullopt;
  const Atom one = Atom::constant({e.prim.type, bits_of_one(e.prim.type)});
  const auto two = fold(prims::get("add", e.prim.type), {one, one});
  if (!(e.args[1] == Atom::constant(*two))) return std::nullopt;
  return PrimApp{prims::get("mul", e.prim.type), {e.args[0], e.args[0]}};
}

}  // namespace laguz::core::simplifier
