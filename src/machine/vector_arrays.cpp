// Elements of arrays in lanes.
#ifdef LAGUZ_ASMJIT
#include <bit>

#include "machine/vectors.hpp"

namespace laguz::machine {

using namespace asmjit;
using vcode::Operand;

VectorEmitter::Vec VectorEmitter::mask_for(const Vec& mask, ScalarType type) {
  if (kind_of(type) == Registers::Kind::wide) return mask;
  const Vec high = passing(type), low = passing(type);
  cc_.vextractf128(high.xmm(), mask.ymm(), 1);
  cc_.vshufps(low.xmm(), mask.xmm(), high.xmm(), 0x88);
  return low;
}

x86::Mem VectorEmitter::memory(vcode::ArrayNumber array, const Operand& at) {
  x86::Mem first = scalar_.element(array, at);
  first.setSize(bytes_in(array));
  return first;
}

void VectorEmitter::fetch(const Vec& to, ScalarType type, const x86::Mem& from) {
  if (type != ScalarType::boolean) {
    cc_.emit(x86::Inst::kIdVmovups, to, from);
    return;
  }
  const Vec ones = passing(type);
  cc_.emit(plan_.lanes == 4 ? x86::Inst::kIdVpmovzxbq : x86::Inst::kIdVpmovzxbd, ones, from);
  unpacked(to, ones);
}

void VectorEmitter::unpacked(const Vec& to, const Vec& ones) {
  const Vec none = constant(ScalarType::boolean, 0);
  emit(plan_.lanes == 4 ? x86::Inst::kIdVpsubq : x86::Inst::kIdVpsubd, to, none, ones);
}

void VectorEmitter::put(const x86::Mem& to, ScalarType type, const Vec& what) {
  if (type != ScalarType::boolean) {
    cc_.emit(x86::Inst::kIdVmovups, to, what);
    return;
  }
  const x86::Xmm bytes = packed(what);
  plan_.lanes == 4 ? cc_.vmovd(to, bytes) : cc_.vmovq(to, bytes);
}

x86::Xmm VectorEmitter::packed(const Vec& truths) {
  const x86::Xmm bytes = scalar_.registers_.vector(), high = scalar_.registers_.vector();
  cc_.vextractf128(high, truths.ymm(), 1);
  cc_.vpackssdw(bytes, truths.xmm(), high);
  if (plan_.lanes == 4) cc_.vpackssdw(bytes, bytes, bytes);
  cc_.vpacksswb(bytes, bytes, bytes);
  cc_.vpabsb(bytes, bytes);
  return bytes;
}

void VectorEmitter::step(const vcode::Load& e) {
  if (is_apart(e.array)) return load_apart(e);
  const Spread at = plan_.of(e.at);
  if (at.kind == Kind::uniform) {
    scalar_.step(e);
    return spread_out(e.to);
  }
  const ScalarType type = scalar_.unit_.types[e.to];
  const bool wide = width(type) == 8;
  const Vec to = own(e.to);
  const Emitter::Array& array = scalar_.arrays_[e.array];
  if (at.is_next() && array.before.isValid())
    cc_.prefetcht0(x86::ptr(array.before, scalar_.gp(e.at),
                            std::countr_zero(static_cast<unsigned>(support::size_of(type)))));
  if (at.is_next() && mask_) {
    cc_.emit(wide ? x86::Inst::kIdVmaskmovpd : x86::Inst::kIdVmaskmovps, to, mask_for(*mask_, type),
             memory(e.array, e.at));
  } else if (at.is_next()) {
    fetch(to, type, memory(e.array, e.at));
  } else if (at.kind == Kind::linear && !mask_) {
    strided(to, e, scalar_.gp(at.step));
  } else {
    gather(to, e.array, type, vector(e.at));
  }
}

void VectorEmitter::gather(const Vec& to, vcode::ArrayNumber array, ScalarType type,
                           const Vec& places) {
  const bool wide = width(type) == 8;
  const Vec mask = passing(type);
  move(mask, mask_for(mask_ ? *mask_ : ones(), type));
  emit(x86::Inst::kIdVxorps, to, to, to);
  const x86::Mem from = x86::ptr(scalar_.arrays_[array].data, places.ymm(), wide ? 3 : 2);
  cc_.emit(wide ? x86::Inst::kIdVgatherqpd : x86::Inst::kIdVgatherqps, to, from, mask);
}

void VectorEmitter::strided(const Vec& to, const vcode::Load& e, const Gp& step) {
  const bool wide = width(scalar_.unit_.types[e.to]) == 8;
  const Gp at = scalar_.registers_.general();
  cc_.mov(at, scalar_.gp(e.at));
  const auto next = [&] { return scalar_.element(e.array, at); };
  const auto four = [&](const x86::Xmm& part) {  // of 128 bits
    if (wide) {
      cc_.vmovsd(part, next());
      cc_.add(at, step);
      cc_.vmovhpd(part, part, next());
    } else {
      cc_.vmovss(part, next());
      for (const int lane : {1, 2, 3}) {
        cc_.add(at, step);
        cc_.vinsertps(part, part, next(), lane << 4);
      }
    }
  };
  if (kind_of(scalar_.unit_.types[e.to]) != Registers::Kind::wide) return four(to.xmm());
  const Vec low = scalar_.registers_.vector(Registers::Kind::wide);
  const x86::Xmm high = scalar_.registers_.vector();
  four(low.xmm());
  cc_.add(at, step);
  four(high);
  cc_.vinsertf128(to.ymm(), low.ymm(), high, 1);
}

void VectorEmitter::step(const vcode::Store& e) {
  if (is_apart(e.array)) return store_apart(e);
  const Spread at = plan_.of(e.at);
  if (!at.is_next()) return scatter(e);
  const bool wide = width(e.value.type) == 8;
  const Vec what = vector(e.value);
  if (mask_)
    cc_.emit(wide ? x86::Inst::kIdVmaskmovpd : x86::Inst::kIdVmaskmovps, memory(e.array, e.at),
             mask_for(*mask_, e.value.type), what);
  else
    put(memory(e.array, e.at), e.value.type, what);
}

void VectorEmitter::scatter(const vcode::Store& e) {
  const Spread spread = plan_.of(e.at);
  const Vec what = vector(e.value);
  const bool wide = width(e.value.type) == 8;
  const int in_half = wide ? 2 : 4;
  const Gp at = scalar_.registers_.general();
  Gp step;
  Vec places;
  if (spread.kind == Kind::linear) {
    cc_.mov(at, scalar_.gp(e.at));
    step = scalar_.gp(spread.step);
  } else {
    places = vector(e.at);
  }
  x86::Xmm half = what.xmm(), places_half = spread.kind == Kind::linear ? half : places.xmm();
  for (int lane = 0; lane < plan_.lanes; ++lane) {
    if (lane == in_half) {
      const x86::Xmm high = scalar_.registers_.vector();
      cc_.vextractf128(high, what.ymm(), 1);
      half = high;
    }
    if (spread.kind == Kind::linear) {
      if (lane > 0) cc_.add(at, step);
    } else {
      if (lane == 2) {
        const x86::Xmm high = scalar_.registers_.vector();
        cc_.vextractf128(high, places.ymm(), 1);
        places_half = high;
      }
      cc_.vpextrq(at, places_half, lane % 2);
    }
    const x86::Mem to = scalar_.element(e.array, at);
    const int part = lane % in_half;
    if (part == 0)
      wide ? cc_.vmovsd(to, half) : cc_.vmovss(to, half);
    else if (wide)
      cc_.vmovhpd(to, half);
    else
      cc_.vextractps(to, half, part);
  }
}

void VectorEmitter::step(const vcode::Keep& e) {
  const Emitter::Array& array = scalar_.arrays_[e.array];
  const Vec what = vector(e.value);
  const Gp wanted = scalar_.registers_.general();
  cc_.lea(wanted, x86::ptr(array.count, plan_.lanes));
  scalar_.make_room(e.array, wanted);
  x86::Mem to = scalar_.element(e.array, array.count);
  to.setSize(bytes_in(e.array));
  put(to, e.value.type, what);
  cc_.mov(array.count, wanted);
  const auto counts = counts_.find(e.array);
  if (counts == counts_.end()) return;
  emit(x86::Inst::kIdVpsubq, counts->second, counts->second, mask_ ? *mask_ : ones());
}

}  // namespace laguz::machine
#endif
