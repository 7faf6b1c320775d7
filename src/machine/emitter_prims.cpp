// Primitives that are instructions. What they give is what their kernels give, to the bit.
#ifdef LAGUZ_ASMJIT
#include <bit>
#include <utility>

#include "machine/emitter.hpp"
#include "prims/catalog.hpp"

namespace laguz::machine {

using namespace asmjit;
using prims::Op;
using support::is_signed;
using support::ScalarType;
using vcode::Operand;

bool Emitter::as_instructions(const vcode::Apply& e) {
  const Op op = prims::op_of(e.prim);
  if (e.prim.type == ScalarType::f16) return false;
  if (op == Op::select) {
    selection(e);
    return true;
  }
  if (op == Op::convert) return conversion(e);
  if (is_comparison(op)) {
    comparison(e, op);
    return true;
  }
  return is_general(e.prim.type) ? of_integers(e, op) : of_floats(e, op);
}

namespace {

/// What changes its first operand.
std::optional<InstId> integer_instruction(Op op) {
  namespace Inst = x86::Inst;
  constexpr std::pair<Op, InstId> kAll[] = {{Op::add, Inst::kIdAdd},   {Op::sub, Inst::kIdSub},
                                            {Op::mul, Inst::kIdImul},  {Op::bit_and, Inst::kIdAnd},
                                            {Op::bit_or, Inst::kIdOr}, {Op::bit_xor, Inst::kIdXor}};
  for (const auto& [known, id] : kAll)
    if (known == op) return id;
  return {};
}

}  // namespace

bool Emitter::by_constant(const vcode::Apply& e) {
  for (const std::size_t k : {0U, 1U}) {
    const auto by = immediate(e.args[k]);
    if (!by || !e.args[1 - k].value) continue;
    const Gp to = gp(e.to), a = gp(e.args[1 - k]);
    const auto bits = static_cast<std::uint32_t>(*by);
    if (*by > 0 && std::has_single_bit(bits)) {
      cc_.mov(to, a);
      cc_.shl(to, std::countr_zero(bits));
    } else if (*by > 1 && *by < 16 && std::has_single_bit(bits - 1)) {
      cc_.lea(to, x86::ptr(a, a, static_cast<std::uint32_t>(std::countr_zero(bits - 1))));
    } else {
      cc_.imul(to, a, *by);
    }
    return true;
  }
  return false;
}

bool Emitter::of_integers(const vcode::Apply& e, Op op) {
  const ScalarType type = e.prim.type;
  const bool least = op == Op::min;
  const auto binary = integer_instruction(op);
  if (!binary && !least && op != Op::max && op != Op::neg && op != Op::bit_not) return false;
  const Gp to = gp(e.to);
  if (op == Op::mul && (is_one(e.args[0]) || is_one(e.args[1]))) {
    move(e.to, e.args[is_one(e.args[0]) ? 1 : 0]);
    return true;
  }
  if (op == Op::mul && by_constant(e)) {
    extend(to, type);
    return true;
  }
  const bool whole = support::size_of(type) == 8;  // there is nothing to extend
  if (op == Op::add && whole && e.args[0].value) {
    const Gp first = gp(e.args[0]);
    const auto by = immediate(e.args[1]);
    cc_.lea(to, by ? x86::ptr(first, *by) : x86::ptr(first, gp(e.args[1])));
    return true;
  }
  const Gp a = gp(e.args[0]);
  if (binary) {
    const auto constant = op == Op::mul ? std::nullopt : immediate(e.args[1]);
    const Gp b = constant ? Gp() : gp(e.args[1]);
    cc_.mov(to, a);
    constant ? cc_.emit(*binary, to, *constant) : cc_.emit(*binary, to, b);
  } else if (op == Op::neg) {
    cc_.mov(to, a);
    cc_.neg(to);
  } else if (op == Op::bit_not) {
    cc_.mov(to, a);
    type == ScalarType::boolean ? cc_.xor_(to, 1) : cc_.not_(to);
  } else {
    const Gp b = gp(e.args[1]);
    cc_.mov(to, a);
    cc_.cmp(b, a);
    if (is_signed(type))
      least ? cc_.cmovl(to, b) : cc_.cmovg(to, b);
    else
      least ? cc_.cmovb(to, b) : cc_.cmova(to, b);
  }
  extend(to, type);
  return true;
}

namespace {

struct FloatInstructions {
  InstId wide, narrow, wide_avx, narrow_avx;
  InstId id(bool is_wide, bool avx) const {
    return avx ? (is_wide ? wide_avx : narrow_avx) : (is_wide ? wide : narrow);
  }
};

}  // namespace

void Emitter::binary_float(const vcode::Apply& e, Op op) {
  namespace Inst = x86::Inst;
  const bool wide = e.prim.type == ScalarType::f64;
  const FloatInstructions all =
      op == Op::add
          ? FloatInstructions{Inst::kIdAddsd, Inst::kIdAddss, Inst::kIdVaddsd, Inst::kIdVaddss}
      : op == Op::sub
          ? FloatInstructions{Inst::kIdSubsd, Inst::kIdSubss, Inst::kIdVsubsd, Inst::kIdVsubss}
      : op == Op::mul
          ? FloatInstructions{Inst::kIdMulsd, Inst::kIdMulss, Inst::kIdVmulsd, Inst::kIdVmulss}
          : FloatInstructions{Inst::kIdDivsd, Inst::kIdDivss, Inst::kIdVdivsd, Inst::kIdVdivss};
  const InstId id = all.id(wide, target_.avx);
  const Xmm a = xmm(e.args[0]), b = xmm(e.args[1]);
  if (target_.avx) {
    cc_.emit(id, xmm(e.to), a, b);
    return;
  }
  const Xmm to = registers_.xmm(wide);
  move_float(to, a);
  cc_.emit(id, to, b);
  move_float(xmm(e.to), to);
}

bool Emitter::of_floats(const vcode::Apply& e, Op op) {
  const bool wide = e.prim.type == ScalarType::f64;
  if (op == Op::add || op == Op::sub || op == Op::mul || op == Op::div) {
    binary_float(e, op);
  } else if (of_masks(e, op)) {
    return true;
  } else if (op == Op::sqrt) {
    const Xmm a = xmm(e.args[0]), to = xmm(e.to);
    if (target_.avx)
      wide ? cc_.vsqrtsd(to, a, a) : cc_.vsqrtss(to, a, a);
    else
      wide ? cc_.sqrtsd(to, a) : cc_.sqrtss(to, a);
  } else if (op == Op::mad || op == Op::mulsub) {
    // A product and a sum, each rounded.
    const vcode::Value product = passing(e.prim.type);
    binary_float({e.prim, {e.args[0], e.args[1]}, product, {}}, Op::mul);
    binary_float({e.prim, {{product, e.prim.type, 0}, e.args[2]}, e.to, {}},
                 op == Op::mad ? Op::add : Op::sub);
  } else {
    return false;
  }
  return true;
}

namespace {

using x86::CondCode;

/// Holds after `compare`. (What is no number compares as neither: "above" does not hold then, and
/// so operands of "less" are turned. Equal numbers are not all that sets the flag of that.)
CondCode condition_of(Op op, ScalarType type) {
  constexpr CondCode kSigned[] = {CondCode::kE,  CondCode::kNE, CondCode::kL,
                                  CondCode::kLE, CondCode::kG,  CondCode::kGE};
  constexpr CondCode kUnsigned[] = {CondCode::kE,  CondCode::kNE, CondCode::kB,
                                    CondCode::kBE, CondCode::kA,  CondCode::kAE};
  constexpr CondCode kFloats[] = {CondCode::kE,  CondCode::kNE, CondCode::kA,
                                  CondCode::kAE, CondCode::kA,  CondCode::kAE};
  const auto number = static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::eq);
  if (!is_general(type)) return kFloats[number];
  return (is_signed(type) ? kSigned : kUnsigned)[number];
}

}  // namespace

bool Emitter::is_asked_next(const vcode::Apply& e, const std::optional<vcode::Value>& next) const {
  return next == e.to && uses_[e.to] == 1 && is_comparison(prims::op_of(e.prim)) &&
         e.prim.type != ScalarType::f16;
}

void Emitter::compare(const vcode::Apply& e, Op op) {
  if (is_general(e.prim.type)) {
    const Gp a = gp(e.args[0]);
    if (const auto constant = immediate(e.args[1]))
      cc_.cmp(a, *constant);
    else
      cc_.cmp(a, gp(e.args[1]));
    return;
  }
  const bool turned = op == Op::lt || op == Op::le;
  const Xmm a = xmm(e.args[turned ? 1 : 0]), b = xmm(e.args[turned ? 0 : 1]);
  if (e.prim.type == ScalarType::f64)
    target_.avx ? cc_.vucomisd(a, b) : cc_.ucomisd(a, b);
  else
    target_.avx ? cc_.vucomiss(a, b) : cc_.ucomiss(a, b);
}

void Emitter::jump_unless(const Operand& condition, const Label& to) {
  const vcode::Apply* const asked = std::exchange(asked_, nullptr);
  if (asked == nullptr) {
    const Gp holds = gp(condition);
    cc_.test(holds, holds);
    cc_.jz(to);
    return;
  }
  const Op op = prims::op_of(asked->prim);
  const bool of_floats = !is_general(asked->prim.type);
  compare(*asked, op);
  if (of_floats && op == Op::eq) cc_.jp(to);
  if (of_floats && op == Op::ne) {
    const Label holds = cc_.newLabel();
    cc_.jp(holds);
    cc_.je(to);
    cc_.bind(holds);
    return;
  }
  cc_.emit(x86::Inst::jccFromCond(x86::negateCond(condition_of(op, asked->prim.type))), to);
}

void Emitter::comparison(const vcode::Apply& e, Op op) {
  const Gp holds = registers_.general(), numbers = registers_.general();
  const bool unordered = !is_general(e.prim.type) && (op == Op::eq || op == Op::ne);
  cc_.xor_(holds.r32(), holds.r32());  // of which the low part is written
  if (unordered) cc_.xor_(numbers.r32(), numbers.r32());
  compare(e, op);
  if (unordered) {
    cc_.setnp(numbers.r8());
    cc_.sete(holds.r8());
    cc_.and_(holds, numbers);
    if (op == Op::ne) cc_.xor_(holds, 1);
  } else {
    cc_.emit(x86::Inst::setccFromCond(condition_of(op, e.prim.type)), holds.r8());
  }
  cc_.mov(gp(e.to), holds);
}

void Emitter::selection(const vcode::Apply& e) {
  const Gp condition = gp(e.args[0]);
  const ScalarType type = unit_.types[e.to];
  if (is_general(type)) {
    const Gp to = registers_.general(), yes = gp(e.args[1]);
    cc_.mov(to, gp(e.args[2]));
    cc_.test(condition, condition);
    cc_.cmovnz(to, yes);
    cc_.mov(gp(e.to), to);
    return;
  }
  const Xmm to = registers_.xmm(type == ScalarType::f64);
  const Xmm yes = xmm(e.args[1]);
  const Label end = cc_.newLabel();
  move_float(to, xmm(e.args[2]));
  cc_.test(condition, condition);
  cc_.jz(end);
  move_float(to, yes);
  cc_.bind(end);
  move_float(xmm(e.to), to);
}

namespace {

ScalarType unsigned_of(ScalarType type) {
  switch (support::size_of(type)) {
    case 1: return ScalarType::u8;
    case 2: return ScalarType::u16;
    case 4: return ScalarType::u32;
    default: return ScalarType::u64;
  }
}

}  // namespace

bool Emitter::conversion(const vcode::Apply& e) {
  const ScalarType from = e.args[0].type, to = unit_.types[e.to];
  if (from == ScalarType::f16 || to == ScalarType::f16) return false;
  if (is_general(from) && is_general(to)) {
    if (to == ScalarType::boolean && from != ScalarType::boolean) return false;
    const Gp result = registers_.general();
    cc_.mov(result, gp(e.args[0]));
    if (!is_signed(to)) extend(result, unsigned_of(from));  // a wider one gets its bits
    extend(result, to);
    cc_.mov(gp(e.to), result);
    return true;
  }
  if (is_general(to)) return false;  // what does not fit has a meaning of its own
  if (is_general(from)) {
    if (from == ScalarType::u64) return false;
    const Xmm result = xmm(e.to);
    const Gp number = gp(e.args[0]);
    // (Nothing of the rest of the register is to be waited for.)
    if (target_.avx) {
      cc_.vxorps(result, result, result);
      to == ScalarType::f64 ? cc_.vcvtsi2sd(result, result, number)
                            : cc_.vcvtsi2ss(result, result, number);
    } else {
      cc_.xorps(result, result);
      to == ScalarType::f64 ? cc_.cvtsi2sd(result, number) : cc_.cvtsi2ss(result, number);
    }
    return true;
  }
  if (from == to) {
    move(e.to, e.args[0]);
    return true;
  }
  const Xmm result = xmm(e.to), number = xmm(e.args[0]);
  if (to == ScalarType::f64)
    target_.avx ? cc_.vcvtss2sd(result, number, number) : cc_.cvtss2sd(result, number);
  else
    target_.avx ? cc_.vcvtsd2ss(result, number, number) : cc_.cvtsd2ss(result, number);
  return true;
}

TypeId abi_type(ScalarType type) {
  if (type == ScalarType::f64) return TypeId::kFloat64;
  if (type == ScalarType::f32) return TypeId::kFloat32;
  return TypeId::kInt64;  // extended: a part of it is what is asked for
}

void Emitter::call(const vcode::Apply& e) {
  FuncSignatureBuilder signature;
  const ScalarType result = unit_.types[e.to];
  signature.setRet(abi_type(result));
  for (const Operand& arg : e.args) signature.addArg(abi_type(arg.type));
  const prims::Row& row = prims::row_of(e.prim);
  const Gp kernel = registers_.general();
  cc_.mov(kernel, reinterpret_cast<std::uintptr_t>(row.scalar[static_cast<int>(e.prim.type)]));
  std::vector<x86::Reg> args;
  for (const Operand& arg : e.args)
    args.push_back(is_general(arg.type) ? x86::Reg(gp(arg)) : x86::Reg(xmm(arg)));
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, kernel, signature);
  for (std::uint32_t i = 0; i < args.size(); ++i)
    if (args[i].isGp())
      invoke->setArg(i, args[i].as<x86::Gp>());
    else
      invoke->setArg(i, args[i].as<x86::Xmm>());
  if (!is_general(result)) {
    invoke->setRet(0, xmm(e.to));
    return;
  }
  const Gp low = registers_.general();  // the rest is anything
  invoke->setRet(0, low);
  extend(low, result);
  cc_.mov(gp(e.to), low);
}

}  // namespace laguz::machine
#endif
