// Primitives of floats that look at bits, or choose by a mask. What they give is what their kernels
// give, to the bit.
#ifdef LAGUZ_ASMJIT
#include <bit>
#include <limits>

#include "machine/emitter.hpp"

namespace laguz::machine {

using namespace asmjit;
using prims::Op;
using support::ScalarType;
using vcode::Operand;

x86::Mem Emitter::all_bits(ScalarType type, bool sign) {
  const std::uint64_t wide = std::uint64_t{1} << 63, narrow = 0x8000'0000'8000'0000;
  const std::uint64_t one = type == ScalarType::f64 ? wide : narrow;
  const std::uint64_t all[] = {sign ? one : ~one, sign ? one : ~one};
  return cc_.newConst(ConstPoolScope::kLocal, all, sizeof all);
}

template <class B>
Emitter::Xmm Emitter::of_bits(Bits what, const Xmm& a, const B& b) {
  namespace Inst = x86::Inst;
  constexpr InstId kPlain[] = {Inst::kIdAndps, Inst::kIdAndnps, Inst::kIdOrps, Inst::kIdXorps};
  constexpr InstId kAvx[] = {Inst::kIdVandps, Inst::kIdVandnps, Inst::kIdVorps, Inst::kIdVxorps};
  const Xmm to = registers_.vector();
  if (target_.avx) {
    cc_.emit(kAvx[static_cast<int>(what)], to, a, b);
    return to;
  }
  cc_.movaps(to, a);
  cc_.emit(kPlain[static_cast<int>(what)], to, b);
  return to;
}

Emitter::Xmm Emitter::where(const Xmm& a, Comparison how, const Xmm& b, ScalarType type) {
  const Xmm to = registers_.vector();
  const auto predicate = static_cast<int>(how);
  const bool wide = type == ScalarType::f64;
  if (target_.avx) {
    wide ? cc_.vcmpsd(to, a, b, predicate) : cc_.vcmpss(to, a, b, predicate);
  } else {
    cc_.movaps(to, a);
    wide ? cc_.cmpsd(to, b, predicate) : cc_.cmpss(to, b, predicate);
  }
  return to;
}

bool Emitter::of_masks(const vcode::Apply& e, Op op) {
  const ScalarType type = e.prim.type;
  const auto& args = e.args;
  const auto give = [&](const Xmm& result) {
    move_float(xmm(e.to), result);
    return true;
  };
  if (op == Op::neg) return give(of_bits(Bits::one, xmm(args[0]), all_bits(type, true)));
  if (op == Op::abs) return give(of_bits(Bits::both, xmm(args[0]), all_bits(type, false)));
  if (op == Op::flush) {
    const Operand least{{},
                        type,
                        type == ScalarType::f64
                            ? std::bit_cast<std::uint64_t>(std::numeric_limits<double>::min())
                            : std::bit_cast<std::uint32_t>(std::numeric_limits<float>::min())};
    const Xmm size = of_bits(Bits::both, xmm(args[0]), all_bits(type, false));
    const Xmm small = where(size, Comparison::less, xmm(least), type);
    return give(of_bits(Bits::second_only, small, xmm(args[0])));
  }
  if (op == Op::min || op == Op::max) {
    // The first one where it is further that way, or the second one is no number.
    const bool least = op == Op::min;
    const Xmm further = where(args[least ? 0 : 1], Comparison::at_most, args[least ? 1 : 0]);
    const Xmm first =
        of_bits(Bits::either, further, where(args[1], Comparison::unordered, args[1]));
    const Xmm taken = of_bits(Bits::both, first, xmm(args[0]));
    return give(of_bits(Bits::either, taken, of_bits(Bits::second_only, first, xmm(args[1]))));
  }
  // x > y ? z : 0 and its like.
  struct Gate {
    Op op;
    Comparison how;
    bool turned;
    Bits what;
  };
  constexpr Gate kGates[] = {{Op::gate_gt, Comparison::less, true, Bits::both},
                             {Op::gate_ge, Comparison::at_most, true, Bits::both},
                             {Op::gate_eq, Comparison::equal, false, Bits::both},
                             {Op::stop_gt, Comparison::less, true, Bits::second_only},
                             {Op::stop_ge, Comparison::at_most, true, Bits::second_only},
                             {Op::stop_eq, Comparison::equal, false, Bits::second_only}};
  for (const Gate& gate : kGates)
    if (gate.op == op) {
      const Xmm holds = where(args[gate.turned ? 1 : 0], gate.how, args[gate.turned ? 0 : 1]);
      return give(of_bits(gate.what, holds, xmm(args[2])));
    }
  return false;
}

}  // namespace laguz::machine
#endif
