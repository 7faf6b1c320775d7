// Numbers that are others and a constant.
#include "core/facts/find.hpp"

namespace laguz::core::facts {
namespace {

PrimApp with_offset(const Atom& number, std::int64_t by) {
  const char* op = by < 0 ? "sub" : "add";
  return {prims::get(op, ScalarType::i64), {number, Atom::i64(by < 0 ? -by : by)}};
}

}  // namespace

const Atoms* Facts::sum(const Atom& atom) const {
  const PrimApp* made = definition(atom, prims::Op::add);
  return made != nullptr ? &made->args : nullptr;
}

const Atoms* Facts::product(const Atom& atom) const {
  const PrimApp* made = definition(atom, prims::Op::mul);
  return made != nullptr ? &made->args : nullptr;
}

const Atoms* Facts::either(const Atom& condition) const {
  const PrimApp* made = definition(condition, prims::Op::bit_or);
  return made != nullptr ? &made->args : nullptr;
}

bool Facts::is_none_of(const Atom& condition, const Atom& trips) const {
  const PrimApp* made = definition(condition, prims::Op::le);
  return made != nullptr && made->args[0] == trips && made->args[1] == Atom::i64(0);
}

Facts::Offset Facts::offset_of(const Atom& atom) const {
  Offset found{atom, 0};
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const PrimApp* sum = definition(found.number, prims::Op::add);
    const PrimApp* rest = sum ? nullptr : definition(found.number, prims::Op::sub);
    const PrimApp* made = sum ? sum : rest;
    const auto by = made ? constant(made->args[1]) : std::nullopt;
    if (!by || *by <= -kFar || *by >= kFar) break;
    found = {made->args[0], found.by + (sum ? *by : -*by)};
  }
  return found;
}

// Of sums and differences with constants: as one, and a positive one.
std::optional<Facts::Value> Facts::joined_offsets(const PrimApp& e) const {
  const prims::Op op = prims::op_of(e.prim);
  const bool adds = op == prims::Op::add;
  if (e.prim.type != ScalarType::i64 || (!adds && op != prims::Op::sub)) return {};
  const auto own = constant(e.args[1]);
  if (!own || *own <= -kFar || *own >= kFar || e.args[0].is_constant()) return {};
  const Offset inner = offset_of(e.args[0]);
  if (inner.by == 0 && *own > 0) return {};
  const std::int64_t by = inner.by + (adds ? *own : -*own);
  return by == 0 ? Value(inner.number) : Value(with_offset(inner.number, by));
}

// The lesser of an index and what it is below. The lesser or the greater of two that are a number
// and a constant, if nothing is cut off: that is a length, or an index. Of a constant, too, which
// is no more than is added.
std::optional<Atom> Facts::nearer(const PrimApp& e) const {
  const prims::Op op = prims::op_of(e.prim);
  const bool lesser = op == prims::Op::min;
  if (e.prim.type != ScalarType::i64 || (!lesser && op != prims::Op::max)) return {};
  if (lesser && is_below(e.args[0], {e.args[1]})) return e.args[0];
  const Offset a = offset_of(e.args[0]), b = offset_of(e.args[1]);
  const auto is_short = [this](const Atom& number) {
    return shapes_.count(number.var) > 0 || bounds_.count(number.var) > 0;
  };
  if (a.number.is_constant() && b.number.is_constant()) return {};
  if (a.number == b.number) {
    if (!is_short(a.number)) return {};
    return (a.by <= b.by) == lesser ? e.args[0] : e.args[1];
  }
  for (const std::size_t side : {0, 1}) {
    const Offset& one = side == 0 ? a : b;
    const auto other = constant(e.args[1 - side]);
    if (other && !one.number.is_constant() && *other <= one.by && is_short(one.number))
      return e.args[lesser ? 1 - side : side];
  }
  return {};
}

}  // namespace laguz::core::facts
