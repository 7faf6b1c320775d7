// Iterations of a map side by side: what each lane has and does for itself.
#ifdef LAGUZ_ASMJIT
#include <bit>
#include <utility>

#include "machine/vectors.hpp"

namespace laguz::machine {

using namespace asmjit;
using vcode::Operand;
using vcode::Value;

// ---- Loops that lanes go through different numbers of times

void VectorEmitter::uneven(const vcode::Repeat& e) {
  const Registers::Kind kind = kind_of(ScalarType::boolean);
  const Vec goes_on = scalar_.registers_.take(kind).as<Vec>();
  const auto around = mask_;
  for (const auto& state : e.states) move(own(state.state), vector(state.init));
  const Label top = cc_.newLabel(), end = cc_.newLabel();
  const auto* upwards = std::get_if<vcode::Repeat::Upwards>(&e.form);
  const std::vector<Value>& falling = plan_.uneven.at(&e);
  // What counts: the index, or what falls; the same in all lanes.
  Gp number;
  if (upwards != nullptr) {
    number = scalar_.gp(falling.empty() ? upwards->index : falling[0]);
    if (falling.empty()) {
      cc_.xor_(number.r32(), number.r32());
    } else {
      cc_.mov(number, most_of(vector(upwards->bound), 0));
      falling_.insert(falling.begin(), falling.end());
    }
  } else {
    move(goes_on, around ? *around : ones());
  }
  cc_.bind(top);
  scalar_.registers_.enter_loop();
  if (upwards != nullptr) {
    if (!falling.empty()) {
      cc_.dec(number);
      cc_.js(end);
      for (const Value same : falling)
        if (same != falling[0]) cc_.mov(scalar_.gp(same), number);
    }
    const Vec now = passing(ScalarType::i64);
    broadcast(now, {falling.empty() ? upwards->index : falling[0], ScalarType::i64, 0});
    emit(x86::Inst::kIdVpcmpgtq, goes_on, vector(upwards->bound), now);
    if (around) emit(x86::Inst::kIdVandps, goes_on, goes_on, *around);
    if (falling.empty()) spread_out(upwards->index);
  } else {
    const auto& form = std::get<vcode::Repeat::While>(e.form);
    mask_ = goes_on;
    code(form.condition);
    emit(x86::Inst::kIdVandps, goes_on, goes_on, vector(form.holds));
  }
  // (What falls begins with the last of some lane.)
  if (falling.empty()) {
    cc_.emit(x86::Inst::kIdVptest, goes_on, goes_on);
    cc_.jz(end);
  }
  scalar_.registers_.end_step();
  mask_ = goes_on;
  code(e.body);
  next_states(e);
  mask_ = around;
  scalar_.registers_.leave_loop();
  scalar_.spend(e);
  if (upwards != nullptr && falling.empty()) cc_.inc(number);
  cc_.jmp(top);
  cc_.bind(end);
  for (const Value value : falling) falling_.erase(value);
  scalar_.registers_.release(goes_on, kind);
}

void VectorEmitter::next_states(const vcode::Repeat& e) {
  // All at once: one may become what another one was.
  std::vector<Vec> next;
  for (const auto& state : e.states) {
    next.push_back(passing(state.init.type));
    choose(next.back(), state.init.type, mask_for(*mask_, state.init.type), vector(state.next),
           own(state.state));
  }
  for (std::size_t k = 0; k < next.size(); ++k) move(own(e.states[k].state), next[k]);
}

VectorEmitter::Gp VectorEmitter::most_of(const Vec& numbers, std::int32_t least) {
  const Vec there = passing(ScalarType::i64);
  const x86::Xmm high = scalar_.registers_.vector();
  if (mask_)
    emit(x86::Inst::kIdVandps, there, numbers, *mask_);
  else
    move(there, numbers);
  const Gp most = scalar_.registers_.general(), one = scalar_.registers_.general();
  cc_.mov(most, least);
  cc_.vextractf128(high, there.ymm(), 1);
  for (const x86::Xmm& half : {there.xmm(), high})
    for (const int lane : {0, 1}) {
      cc_.vpextrq(one, half, lane);
      cc_.cmp(one, most);
      cc_.cmovg(most, one);
    }
  return most;
}

// ---- Arrays that each lane has of its own

void VectorEmitter::step(const vcode::Reserve& e) {
  // (More than there is memory stays that.)
  constexpr std::int64_t kMost = std::int64_t{1} << 59;
  const Gp size = scalar_.registers_.general(), most = scalar_.registers_.general();
  cc_.mov(size, is_uniform(e.size) ? scalar_.gp(e.size) : most_of(vector(e.size), 0));
  cc_.mov(most, kMost);
  cc_.cmp(size, most);
  cc_.cmova(size, most);
  cc_.shl(size, std::countr_zero(static_cast<unsigned>(plan_.lanes)));
  scalar_.make_room(e.array, size);
  cc_.mov(scalar_.arrays_[e.array].count, size);
}

void VectorEmitter::step(const vcode::Clear& e) {
  scalar_.step(e);
  if (plan_.ragged.count(e.array) == 0) return;
  const auto found = counts_.find(e.array);
  const Vec counts = found != counts_.end() ? found->second : Vec(cc_.newYmm());
  counts_.insert_or_assign(e.array, counts);
  emit(x86::Inst::kIdVxorps, counts, counts, counts);
}

void VectorEmitter::step(const vcode::Count& e) {
  if (plan_.of(of(e.to)).kind == Kind::varying) return move(own(e.to), counts_.at(e.array));
  scalar_.step(e);
  cc_.sar(scalar_.gp(e.to), std::countr_zero(static_cast<unsigned>(plan_.lanes)));
  spread_out(e.to);
}

std::optional<x86::Mem> VectorEmitter::side_by_side(vcode::ArrayNumber array, const Operand& at) {
  if (!is_own(array))
    return plan_.of(at).is_next() ? std::optional(memory(array, at)) : std::nullopt;
  if (!is_uniform(at)) return {};
  const int shift = std::countr_zero(static_cast<unsigned>(plan_.lanes));
  if (!at.value) return memory(array, {{}, ScalarType::i64, at.bits << shift});
  const Gp first = scalar_.registers_.general();
  cc_.mov(first, scalar_.gp(at));
  cc_.shl(first, shift);
  x86::Mem all = scalar_.element(array, first);
  all.setSize(bytes_in(array));
  return all;
}

VectorEmitter::Vec VectorEmitter::places(vcode::ArrayNumber array, const Operand& at) {
  const Vec given = vector(at);
  if (!is_own(array)) return given;
  const Vec all = passing(ScalarType::i64);
  cc_.emit(x86::Inst::kIdVpsllq, all, given, std::countr_zero(static_cast<unsigned>(plan_.lanes)));
  emit(x86::Inst::kIdVpaddq, all, all, lanes_of(ScalarType::i64, {0, 1, 2, 3}));
  return all;
}

void VectorEmitter::load_apart(const vcode::Load& e) {
  const Vec to = own(e.to);
  const ScalarType type = scalar_.unit_.types[e.to];
  if (const auto place = side_by_side(e.array, e.at))
    fetch(to, type, *place);
  else if (type == ScalarType::boolean)
    gather_truths(to, e.array, places(e.array, e.at));
  else
    gather(to, e.array, type, places(e.array, e.at));
}

void VectorEmitter::store_apart(const vcode::Store& e) {
  const auto place = side_by_side(e.array, e.at);
  if (!place) return scatter_apart(e, places(e.array, e.at));
  Vec what = vector(e.value);
  if (mask_) {
    // (Nobody else has what lies beside it, and stores with a mask are slow.)
    const ScalarType type = e.value.type;
    const Vec all = passing(type);
    fetch(all, type, *place);
    choose(all, type, mask_for(*mask_, type), what, all);
    what = all;
  }
  put(*place, e.value.type, what);
}

void VectorEmitter::at_each(vcode::ArrayNumber array, const Vec& places,
                            support::FunctionRef<void(int, const x86::Mem&)> each) {
  const x86::Xmm high = scalar_.registers_.vector();
  cc_.vextractf128(high, places.ymm(), 1);
  const Gp at = scalar_.registers_.general(), there = scalar_.registers_.general();
  if (mask_) cc_.vmovmskpd(there, mask_->ymm());
  for (int lane = 0; lane < plan_.lanes; ++lane) {
    const Label next = cc_.newLabel();
    if (mask_) {
      cc_.test(there, 1 << lane);
      cc_.jz(next);
    }
    cc_.vpextrq(at, lane < 2 ? places.xmm() : high, lane % 2);
    each(lane, scalar_.element(array, at));
    cc_.bind(next);
  }
}

void VectorEmitter::gather_truths(const Vec& to, vcode::ArrayNumber array, const Vec& places) {
  const Vec ones = passing(ScalarType::boolean);
  emit(x86::Inst::kIdVxorps, ones, ones, ones);
  at_each(array, places, [&](int lane, x86::Mem place) {
    place.setSize(1);
    cc_.vpinsrb(ones.xmm(), ones.xmm(), place, lane);
  });
  cc_.emit(plan_.lanes == 4 ? x86::Inst::kIdVpmovzxbq : x86::Inst::kIdVpmovzxbd, ones, ones.xmm());
  unpacked(to, ones);
}

void VectorEmitter::scatter_apart(const vcode::Store& e, const Vec& places) {
  const Vec what = vector(e.value);
  if (e.value.type == ScalarType::boolean) {
    const x86::Xmm bytes = packed(what);
    return at_each(e.array, places, [&](int lane, x86::Mem place) {
      place.setSize(1);
      cc_.vpextrb(place, bytes, lane);
    });
  }
  const bool wide = width(e.value.type) == 8;
  const x86::Xmm high = scalar_.registers_.vector();
  if (wide) cc_.vextractf128(high, what.ymm(), 1);
  at_each(e.array, places, [&](int lane, const x86::Mem& to) {
    if (!wide)
      lane == 0 ? cc_.vmovss(to, what.xmm()) : cc_.vextractps(to, what.xmm(), lane);
    else if (lane % 2 == 0)
      cc_.vmovsd(to, lane < 2 ? what.xmm() : high);
    else
      cc_.vmovhpd(to, lane < 2 ? what.xmm() : high);
  });
}

}  // namespace laguz::machine
#endif
