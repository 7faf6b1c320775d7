// What simplification does to signs of floats: they move out of products, and into the additions
// that take them. -x * y is -(x * y), and a + -b is a - b: so says IEEE 754 of every bit, but for
// the sign of a NaN. (The derivative of a subtraction begins with one, which meets a sum in the
// end.) Halves do not take part: they are computed as floats.
#include "core/builder.hpp"
#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {
namespace {

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
    // (A sign from outside of the loop or lambda would be one for each iteration.)
    const auto outside = [&](const Atom& atom) {
      return !repeated_.empty() && facts_.depth_of(atom) < repeated_.back();
    };
    if (minus_x && minus_y)
      e.args = {*minus_x, *minus_y};
    else if (minus_x && y.is_constant())
      e.args = {*minus_x, minus(y)};
    else if (minus_y && x.is_constant())
      e.args = {minus(x), *minus_y};
    else if (minus_x && !outside(x))
      e = negative(prim, {*minus_x, y});
    else if (minus_y && !outside(y))
      e = negative(prim, {x, *minus_y});
    else if (op == prims::Op::mul && is_minus_one(x))
      e = {prims::get("neg", type), {y}};
    else if (is_minus_one(y))
      e = {prims::get("neg", type), {x}};
  }
  return std::nullopt;
}

// Sums of negatives, in any order, are sums of what these are the negatives of, taken from 0. Gives
// what is to stand after [stm].
std::vector<Stm> Simplifier::turn_sums(Stm& stm, Soac& soac) {
  std::vector<Stm> turned;
  std::size_t result = 0;
  for (const Reduce& reduce : soac.reduces) {
    const std::size_t at = result;
    result += reduce.neutral.size();
    const Atom& zero = reduce.neutral[0];
    if (!reduce.commutative || reduce.neutral.size() != 1 || !zero.type.is_scalar() ||
        !has_signs(zero.type.elem) || zero != Atom::constant({zero.type.elem, 0}))
      continue;
    const auto& stms = reduce.op.body.stms;
    const auto* add = stms.size() == 1 ? std::get_if<PrimApp>(&stms[0].exp.node) : nullptr;
    const auto minus = negated(soac.lambda.body.results[at]);
    if (add == nullptr || prims::op_of(add->prim) != prims::Op::add || !minus) continue;
    soac.lambda.body.results[at] = *minus;
    const Binder sum = program_.names.bind(zero.type);
    turned.push_back({{stm.binders[at]},
                      {PrimApp{prims::get("sub", zero.type.elem), {zero, sum.atom()}}},
                      stm.span,
                      stm.inlined_at});
    stm.binders[at] = sum;
  }
  return turned;
}

}  // namespace laguz::core::simplifier
