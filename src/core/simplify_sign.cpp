// What simplification does to signs of floats: they move out of products, and into the additions
// that take them. -x * y is -(x * y), and a + -b is a - b: so says IEEE 754 of every bit, but for
// the sign of a NaN. (The derivative of a subtraction begins with one, which meets a sum in the
// end.) Halves do not take part: they are computed as floats.
#include "core/builder.hpp"
#include "core/simplify.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

bool has_signs(ScalarType type) { return type == ScalarType::f32 || type == ScalarType::f64; }

Atom minus(const Atom& constant) {
  return Atom::constant(*fold(prims::get("neg", constant.type.elem), {constant}));
}

bool is_minus_one(const Atom& atom) {
  return atom.is_constant() && has_signs(atom.type.elem) &&
         atom == Atom::constant(
                     *fold(prims::get("cvt_" + std::string(name(atom.type.elem)), ScalarType::i64),
                           {Atom::i64(-1)}));
}

}  // namespace

// What [atom] is the negative of.
std::optional<Atom> Simplifier::negated(const Atom& atom) const {
  if (atom.is_constant()) return std::nullopt;
  const auto found = negations_.find(atom.var);
  return found != negations_.end() ? std::optional(found->second) : std::nullopt;
}

void Simplifier::note_sign(const Stm& stm) {
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  if (prim && prims::op_of(prim->prim) == prims::Op::neg && has_signs(prim->prim.type))
    negations_.insert_or_assign(stm.binders[0].id, prim->args[0]);
}

// Whether what [e] computes has been computed.
bool Simplifier::in_sight(const PrimApp& e) {
  const auto statement = [&](const Seen::At& at) -> const Stm& { return statement_at(at); };
  return seen_.find({e}, statement) != nullptr;
}

std::optional<Atom> Simplifier::move_signs(const Stm& stm, PrimApp& e) {
  const ScalarType type = e.prim.type;
  const prims::Op op = prims::op_of(e.prim);
  if (!has_signs(type)) return std::nullopt;
  if (op == prims::Op::neg) return negated(e.args[0]);
  if (e.args.size() != 2) return std::nullopt;
  const Atom x = e.args[0], y = e.args[1];
  const std::optional<Atom> minus_x = negated(x), minus_y = negated(y);
  const auto negative = [&](const char* prim, const Atoms& args) {
    return PrimApp{prims::get("neg", type), {computed(prim, args, stm)}};
  };
  if (op == prims::Op::add) {
    if (minus_y)
      e = {prims::get("sub", type), {x, *minus_y}};
    else if (minus_x)
      e = {prims::get("sub", type), {y, *minus_x}};
  } else if (op == prims::Op::sub) {
    if (minus_y)
      e = {prims::get("add", type), {x, *minus_y}};
    else if (minus_x && *minus_x == y)
      e = negative("add", {y, y});
  } else if (op == prims::Op::div && x.is_constant() && !in_sight(e) &&
             in_sight({e.prim, {minus(x), y}})) {
    e = negative("div", {minus(x), y});
  } else if (op == prims::Op::mul || op == prims::Op::div) {
    const char* const prim = op == prims::Op::mul ? "mul" : "div";
    if (minus_x && minus_y)
      e.args = {*minus_x, *minus_y};
    else if (minus_x && y.is_constant())
      e.args = {*minus_x, minus(y)};
    else if (minus_y && x.is_constant())
      e.args = {minus(x), *minus_y};
    else if (minus_x)
      e = negative(prim, {*minus_x, y});
    else if (minus_y)
      e = negative(prim, {x, *minus_y});
    else if (op == prims::Op::mul && is_minus_one(x))
      e = {prims::get("neg", type), {y}};
    else if (is_minus_one(y))
      e = {prims::get("neg", type), {x}};
  }
  return std::nullopt;
}

}  // namespace laguz::core
