// Primitives of lanes. What they give is what their kernels give, to the bit.
#ifdef LAGUZ_ASMJIT
#include "machine/vector_prims.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "machine/vectors.hpp"
#include "prims/catalog.hpp"

namespace laguz::machine {

using namespace asmjit;
using prims::Op;
using support::ScalarType;

namespace {

namespace Inst = x86::Inst;

bool is_number(ScalarType type) {
  return type != ScalarType::boolean && support::size_of(type) >= 4;
}
bool is_long(ScalarType type) { return type == ScalarType::i64 || type == ScalarType::u64; }

/// What two operands go to, by type; 0 where there is none.
InstId two_to_one(Op op, ScalarType type) {
  struct Row {
    Op op;
    InstId f64, f32, of_64, of_32;
  };
  constexpr Row kRows[] = {
      {Op::add, Inst::kIdVaddpd, Inst::kIdVaddps, Inst::kIdVpaddq, Inst::kIdVpaddd},
      {Op::sub, Inst::kIdVsubpd, Inst::kIdVsubps, Inst::kIdVpsubq, Inst::kIdVpsubd},
      {Op::mul, Inst::kIdVmulpd, Inst::kIdVmulps, 0, Inst::kIdVpmulld},
      {Op::div, Inst::kIdVdivpd, Inst::kIdVdivps, 0, 0},
      {Op::bit_and, 0, 0, Inst::kIdVpand, Inst::kIdVpand},
      {Op::bit_or, 0, 0, Inst::kIdVpor, Inst::kIdVpor},
      {Op::bit_xor, 0, 0, Inst::kIdVpxor, Inst::kIdVpxor}};
  for (const Row& row : kRows)
    if (row.op == op) {
      if (type == ScalarType::f64) return row.f64;
      if (type == ScalarType::f32) return row.f32;
      return is_long(type) || type == ScalarType::boolean ? row.of_64 : row.of_32;
    }
  return 0;
}

/// Between types of numbers; 0 where there is none, or it is of another form.
InstId conversion_of(ScalarType from, ScalarType to) {
  struct Row {
    ScalarType from, to;
    InstId id;
  };
  constexpr Row kRows[] = {{ScalarType::f64, ScalarType::f32, Inst::kIdVcvtpd2ps},
                           {ScalarType::f32, ScalarType::f64, Inst::kIdVcvtps2pd},
                           {ScalarType::i32, ScalarType::f64, Inst::kIdVcvtdq2pd},
                           {ScalarType::i32, ScalarType::f32, Inst::kIdVcvtdq2ps},
                           {ScalarType::i32, ScalarType::i64, Inst::kIdVpmovsxdq},
                           {ScalarType::i32, ScalarType::u64, Inst::kIdVpmovzxdq},
                           {ScalarType::u32, ScalarType::i64, Inst::kIdVpmovzxdq},
                           {ScalarType::u32, ScalarType::u64, Inst::kIdVpmovzxdq}};
  for (const Row& row : kRows)
    if (row.from == from && row.to == to) return row.id;
  return 0;
}

bool are_same_bits(ScalarType a, ScalarType b) {
  return a == b || (support::is_integer(a) && support::is_integer(b) &&
                    support::size_of(a) == support::size_of(b));
}

}  // namespace

bool has_vectors(prims::Prim prim) {
  const prims::Row& row = prims::row_of(prim);
  const ScalarType result = prims::result_type(prim);
  if (prim.type == ScalarType::boolean)
    return row.op == Op::bit_and || row.op == Op::bit_or || row.op == Op::bit_xor ||
           row.op == Op::bit_not || row.op == Op::eq || row.op == Op::ne || row.op == Op::select ||
           (row.op == Op::convert && is_number(result));
  if (!is_number(prim.type)) return false;
  if (is_comparison(row.op) || row.op == Op::select) return true;
  if (!is_number(result)) return false;
  for (int k = 0; k < row.arity; ++k)
    if (!is_number(prims::operand_type(prim, k))) return false;
  return true;
}

VectorEmitter::Vec VectorEmitter::bits(InstId id, ScalarType type, const Vec& a, const Vec& b) {
  const Vec to = passing(type);
  emit(id, to, a, b);
  return to;
}

void VectorEmitter::choose(const Vec& to, ScalarType type, const Vec& mask, const Vec& yes,
                           const Vec& no) {
  cc_.emit(width(type) == 8 ? Inst::kIdVblendvpd : Inst::kIdVblendvps, to, no, yes, mask);
}

VectorEmitter::Vec VectorEmitter::boolean(const Vec& mask, ScalarType type) {
  if (width(type) == width(ScalarType::boolean)) return mask;
  const Vec wide = passing(ScalarType::boolean);
  cc_.vpmovsxdq(wide.ymm(), mask.xmm());
  return wide;
}

VectorEmitter::Vec VectorEmitter::floats_compared(int predicate, ScalarType type, const Vec& a,
                                                  const Vec& b) {
  const Vec to = passing(type);
  cc_.emit(type == ScalarType::f64 ? Inst::kIdVcmppd : Inst::kIdVcmpps, to, a, b, predicate);
  return to;
}

VectorEmitter::Vec VectorEmitter::compared(Op op, ScalarType type, const Vec& a, const Vec& b) {
  if (support::is_float(type)) {
    constexpr int kPredicates[] = {0, 4, 1, 2, 14, 13};  // eq, ne, lt, le, gt, ge
    return floats_compared(kPredicates[static_cast<int>(op) - static_cast<int>(Op::eq)], type, a,
                           b);
  }
  const bool wide = width(type) == 8;
  if (op == Op::eq || op == Op::ne) {
    const Vec same = bits(wide ? Inst::kIdVpcmpeqq : Inst::kIdVpcmpeqd, type, a, b);
    return op == Op::eq ? same : bits(Inst::kIdVpxor, type, same, constant(type, ~0ull));
  }
  const bool turned = op == Op::lt || op == Op::ge;  // and "le" and "ge" are what is not
  Vec x = turned ? b : a, y = turned ? a : b;
  if (support::is_unsigned(type)) {
    const Vec sign = constant(type, wide ? 1ull << 63 : 1ull << 31);
    x = bits(Inst::kIdVpxor, type, x, sign);
    y = bits(Inst::kIdVpxor, type, y, sign);
  }
  const Vec above = bits(wide ? Inst::kIdVpcmpgtq : Inst::kIdVpcmpgtd, type, x, y);
  if (op == Op::lt || op == Op::gt) return above;
  return bits(Inst::kIdVpxor, type, above, constant(type, ~0ull));
}

void VectorEmitter::apply(const vcode::Apply& e) {
  const Op op = prims::op_of(e.prim);
  const ScalarType type = e.prim.type;
  if (is_comparison(op)) {
    const Vec a = vector(e.args[0]), b = vector(e.args[1]);
    return move(own(e.to), boolean(compared(op, type, a, b), type));
  }
  if (op == Op::select) {
    const Vec mask = mask_for(vector(e.args[0]), type);
    const Vec yes = vector(e.args[1]), no = vector(e.args[2]);
    return choose(own(e.to), type, mask, yes, no);
  }
  if (op == Op::convert         ? conversion(e)
      : support::is_float(type) ? of_floats(e, op)
                                : of_integers(e, op))
    return;
  kernel(e);
}

bool VectorEmitter::of_integers(const vcode::Apply& e, Op op) {
  const ScalarType type = e.prim.type;
  if (const InstId id = two_to_one(op, type); id != 0) {
    const Vec a = vector(e.args[0]), b = vector(e.args[1]);
    emit(id, own(e.to), a, b);
  } else if (op == Op::mul && is_long(type)) {
    const Vec a = vector(e.args[0]), b = vector(e.args[1]);
    product(own(e.to), a, b);
  } else if (op == Op::neg) {
    const Vec a = vector(e.args[0]);
    emit(is_long(type) ? Inst::kIdVpsubq : Inst::kIdVpsubd, own(e.to), constant(type, 0), a);
  } else if (op == Op::bit_not) {
    const Vec a = vector(e.args[0]);
    emit(Inst::kIdVpxor, own(e.to), a, constant(type, ~0ull));
  } else if (op == Op::min || op == Op::max) {
    const Vec a = vector(e.args[0]), b = vector(e.args[1]);
    const Vec first = compared(op == Op::min ? Op::lt : Op::gt, type, a, b);
    choose(own(e.to), type, first, a, b);
  } else {
    return false;
  }
  return true;
}

/// The low 64 bits: those of the low halves, and the low ones of what each half gives with the
/// other's high half.
void VectorEmitter::product(const Vec& to, const Vec& a, const Vec& b) {
  constexpr ScalarType type = ScalarType::i64;
  const Vec a_high = passing(type), b_high = passing(type);
  cc_.emit(Inst::kIdVpsrlq, a_high, a, 32);
  cc_.emit(Inst::kIdVpsrlq, b_high, b, 32);
  const Vec one = bits(Inst::kIdVpmuludq, type, a_high, b);
  const Vec other = bits(Inst::kIdVpmuludq, type, b_high, a);
  const Vec both = bits(Inst::kIdVpaddq, type, one, other);
  const Vec low = bits(Inst::kIdVpmuludq, type, a, b);
  cc_.emit(Inst::kIdVpsllq, both, both, 32);
  emit(Inst::kIdVpaddq, to, low, both);
}

bool VectorEmitter::of_floats(const vcode::Apply& e, Op op) {
  const ScalarType type = e.prim.type;
  const bool wide = type == ScalarType::f64;
  const auto arg = [&](std::size_t k) { return vector(e.args[k]); };
  const Vec sign = constant(type, wide ? 1ull << 63 : 1ull << 31);
  constexpr int kEqual = 0, kLess = 1, kAtMost = 2, kUnordered = 3;
  if (const InstId id = two_to_one(op, type); id != 0) {
    const Vec a = arg(0), b = arg(1);
    emit(id, own(e.to), a, b);
    return true;
  }
  if (op == Op::mad || op == Op::mulsub) {
    // A product and a sum, each rounded.
    const Vec a = arg(0), b = arg(1), c = arg(2);
    const Vec both = bits(two_to_one(Op::mul, type), type, a, b);
    emit(two_to_one(op == Op::mad ? Op::add : Op::sub, type), own(e.to), both, c);
    return true;
  }
  if (op == Op::neg || op == Op::abs) {
    const Vec a = arg(0);
    if (op == Op::neg)
      emit(Inst::kIdVxorps, own(e.to), a, sign);
    else
      emit(Inst::kIdVandnps, own(e.to), sign, a);
    return true;
  }
  if (op == Op::sqrt) {
    cc_.emit(wide ? Inst::kIdVsqrtpd : Inst::kIdVsqrtps, own(e.to), arg(0));
    return true;
  }
  if (op == Op::flush) {
    const Vec a = arg(0);
    const Vec least =
        constant(type, wide ? std::bit_cast<std::uint64_t>(std::numeric_limits<double>::min())
                            : std::bit_cast<std::uint32_t>(std::numeric_limits<float>::min()));
    const Vec size = bits(Inst::kIdVandnps, type, sign, a);
    emit(Inst::kIdVandnps, own(e.to), floats_compared(kLess, type, size, least), a);
    return true;
  }
  if (op == Op::min || op == Op::max) {
    // The first one where it is further that way, or the second one is no number.
    const Vec a = arg(0), b = arg(1);
    const Vec further =
        op == Op::min ? floats_compared(kAtMost, type, a, b) : floats_compared(kAtMost, type, b, a);
    const Vec no_number = floats_compared(kUnordered, type, b, b);
    choose(own(e.to), type, bits(Inst::kIdVorps, type, further, no_number), a, b);
    return true;
  }
  // x > y ? z : 0 and its like.
  struct Gate {
    Op op;
    int how;
    bool turned, stops;
  };
  constexpr Gate kGates[] = {
      {Op::gate_gt, kLess, true, false},   {Op::gate_ge, kAtMost, true, false},
      {Op::gate_eq, kEqual, false, false}, {Op::stop_gt, kLess, true, true},
      {Op::stop_ge, kAtMost, true, true},  {Op::stop_eq, kEqual, false, true}};
  for (const Gate& gate : kGates)
    if (gate.op == op) {
      const Vec a = arg(gate.turned ? 1 : 0), b = arg(gate.turned ? 0 : 1), z = arg(2);
      emit(gate.stops ? Inst::kIdVandnps : Inst::kIdVandps, own(e.to),
           floats_compared(gate.how, type, a, b), z);
      return true;
    }
  return false;
}

bool VectorEmitter::conversion(const vcode::Apply& e) {
  const ScalarType from = e.args[0].type, to = scalar_.unit_.types[e.to];
  const Vec a = vector(e.args[0]);
  if (from == ScalarType::boolean) {
    const std::uint64_t one = to == ScalarType::f64   ? std::bit_cast<std::uint64_t>(1.0)
                              : to == ScalarType::f32 ? std::bit_cast<std::uint32_t>(1.0F)
                                                      : 1;
    emit(Inst::kIdVandps, own(e.to), mask_for(a, to), constant(to, one));
    return true;
  }
  if (are_same_bits(from, to)) {
    move(own(e.to), a);
    return true;
  }
  if (is_long(from) && support::is_integer(to)) {
    const Vec high = passing(to);
    cc_.vextractf128(high.xmm(), a.ymm(), 1);
    cc_.vshufps(own(e.to).xmm(), a.xmm(), high.xmm(), 0x88);
    return true;
  }
  if (const InstId id = conversion_of(from, to); id != 0) {
    const bool narrow = width(from) * plan_.lanes == 16;
    cc_.emit(id, own(e.to), narrow ? Vec(a.xmm()) : Vec(a.ymm()));
    return true;
  }
  if (from != ScalarType::i64 || to != ScalarType::f64) return false;
  // One at a time: there is no instruction before AVX-512.
  const x86::Xmm high = scalar_.registers_.vector(), low_half = scalar_.registers_.vector(),
                 high_half = scalar_.registers_.vector(), second = scalar_.registers_.vector();
  const Gp number = scalar_.registers_.general();
  const auto two = [&](const x86::Xmm& half, const x86::Xmm& numbers) {
    cc_.vpextrq(number, numbers, 0);
    cc_.vxorps(half, half, half);
    cc_.vcvtsi2sd(half, half, number);
    cc_.vpextrq(number, numbers, 1);
    cc_.vxorps(second, second, second);
    cc_.vcvtsi2sd(second, second, number);
    cc_.vunpcklpd(half, half, second);
  };
  cc_.vextractf128(high, a.ymm(), 1);
  two(low_half, a.xmm());
  two(high_half, high);
  const Vec all = passing(ScalarType::f64);
  cc_.vmovaps(all.xmm(), low_half);
  cc_.vinsertf128(own(e.to).ymm(), all.ymm(), high_half, 1);
  return true;
}

bool VectorEmitter::quad(const vcode::Apply& e) {
  const ScalarType type = e.prim.type;
  const prims::ScalarKernel kernel = prims::row_of(e.prim).quads[static_cast<int>(type)];
  if (kernel == nullptr || kind_of(type) != Registers::Kind::wide) return false;
  const TypeId lanes = type == ScalarType::f64 ? TypeId::kFloat64x4 : TypeId::kFloat32x8;
  FuncSignatureBuilder signature;
  signature.setRet(lanes);
  std::vector<Vec> args;
  for (const auto& arg : e.args) {
    signature.addArg(lanes);
    args.push_back(vector(arg));
  }
  const Gp place = scalar_.registers_.general();
  cc_.mov(place, reinterpret_cast<std::uintptr_t>(kernel));
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, place, signature);
  for (std::uint32_t k = 0; k < args.size(); ++k) invoke->setArg(k, args[k].ymm());
  invoke->setRet(0, own(e.to).ymm());
  return true;
}

void VectorEmitter::kernel(const vcode::Apply& e) {
  if (quad(e)) return;
  constexpr std::uint32_t kBytes = 32;
  while (slots_.size() < 1 + e.args.size()) slots_.push_back(cc_.newStack(kBytes, kBytes));
  const ScalarType result = scalar_.unit_.types[e.to];
  const auto whole = [&](std::size_t k, ScalarType type) {
    x86::Mem slot = slots_[k];
    slot.setSize(static_cast<std::uint32_t>(width(type) * plan_.lanes));
    return slot;
  };
  std::vector<Gp> places;
  for (std::size_t k = 0; k < 4; ++k) {
    places.push_back(scalar_.registers_.general());
    if (k > 0 && k <= e.args.size())
      cc_.emit(Inst::kIdVmovups, whole(k, e.args[k - 1].type), vector(e.args[k - 1]));
    k <= e.args.size() ? cc_.lea(places[k], slots_[k]) : cc_.xor_(places[k], places[k]);
  }
  const Gp kernel = scalar_.registers_.general(), count = scalar_.registers_.general(),
           uniform = scalar_.registers_.general();
  const prims::Row& row = prims::row_of(e.prim);
  cc_.mov(kernel, reinterpret_cast<std::uintptr_t>(row.lanes[static_cast<int>(e.prim.type)]));
  cc_.mov(count, plan_.lanes);
  cc_.xor_(uniform.r32(), uniform.r32());
  InvokeNode* invoke = nullptr;
  cc_.invoke(
      &invoke, kernel,
      FuncSignatureT<void, std::int64_t, void*, const void*, const void*, const void*, unsigned>());
  invoke->setArg(0, count);
  for (std::uint32_t k = 0; k < 4; ++k) invoke->setArg(1 + k, places[k]);
  invoke->setArg(5, uniform.r32());
  cc_.emit(Inst::kIdVmovups, own(e.to), whole(0, result));
}

}  // namespace laguz::machine
#endif
