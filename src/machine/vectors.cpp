#ifdef LAGUZ_ASMJIT
#include "machine/vectors.hpp"

#include <algorithm>
#include <utility>

namespace laguz::machine {

using namespace asmjit;
using vcode::Operand;
using vcode::Value;

bool VectorEmitter::is_state(Value value) const {
  return std::any_of(loop_.states.begin(), loop_.states.end(),
                     [&](const auto& state) { return state.state == value; });
}

void VectorEmitter::run_map(const Gp& index) {
  Emitter::Bound end;
  end.number = scalar_.registers_.take(Registers::Kind::general).as<Gp>();
  cc_.mov(end.number, scalar_.word(Words::kEnd));
  run(index, end);
  scalar_.registers_.release(end.number, Registers::Kind::general);
}

bool VectorEmitter::run(const Gp& index, const Emitter::Bound& bound) {
  const Label top = cc_.newLabel();
  rest_ = cc_.newLabel();
  for (const Operand& step : plan_.nonzero) {
    if (!step.value) continue;
    cc_.test(scalar_.gp(step), scalar_.gp(step));
    cc_.jz(rest());
  }
  // The bound is above 0.
  Emitter::Bound last = bound;
  if (bound.constant) {
    last.constant = *bound.constant - plan_.lanes;
  } else {
    last.number = scalar_.registers_.take(Registers::Kind::general).as<Gp>();
    cc_.mov(last.number, bound.number);
    cc_.sub(last.number, plan_.lanes);
    cc_.cmp(index, last.number);
    cc_.jg(rest());
  }
  before_ = cc_.cursor();
  cc_.bind(top);
  if (&loop_ == &scalar_.unit_.loop) cc_.mov(scalar_.word(Words::kTurn), index);
  scalar_.instead_ = [this] { return rest(); };
  const Value number = std::get<vcode::Repeat::Upwards>(loop_.form).index;
  scalar_.registers_.enter_loop();
  spread_out(number);
  code(loop_.body);
  sums();
  if (!plan_.folds.steps.empty() || !loop_.states.empty()) in_order(plan_.folds);
  end_in_order();
  scalar_.registers_.leave_loop();
  scalar_.instead_ = {};
  scalar_.spend(loop_);
  const bool goes_round = !bound.constant || *bound.constant >= 2 * plan_.lanes;
  const bool is_whole = bound.constant && *bound.constant % plan_.lanes == 0 && !leaves_;
  if (goes_round || !is_whole) cc_.add(index, plan_.lanes);
  if (goes_round) {
    last.constant ? cc_.cmp(index, *last.constant) : cc_.cmp(index, last.number);
    cc_.jle(top);
  }
  cc_.bind(rest_);
  if (!last.constant) scalar_.registers_.release(last.number, Registers::Kind::general);
  for (const auto& [reg, kind] : outside_) scalar_.registers_.release(reg, kind);
  // The rest of the iterations have registers of their own.
  for (const auto& [value, spread] : plan_.spreads)
    if (value != number && !is_state(value)) scalar_.of_values_[value] = {};
  return !is_whole;
}

// ---- Registers

VectorEmitter::Vec VectorEmitter::own(Value value) {
  const auto found = vectors_.find(value);
  if (found != vectors_.end()) return found->second;
  const Vec made = scalar_.registers_.take(kind_of(scalar_.unit_.types[value])).as<Vec>();
  vectors_.emplace(value, made);
  return made;
}

void VectorEmitter::move(const Vec& to, const Vec& from) {
  if (to.id() != from.id()) cc_.emit(x86::Inst::kIdVmovaps, to, from);
}

template <class F>
VectorEmitter::Vec VectorEmitter::before(ScalarType type, const F& what) {
  const bool wide = kind_of(type) == Registers::Kind::wide;
  const Vec made = wide ? Vec(cc_.newYmm()) : Vec(cc_.newXmm());
  outside_.emplace_back(made, kind_of(type));
  BaseNode* const now = cc_.setCursor(before_);
  what(made);
  before_ = cc_.setCursor(now);
  return made;
}

VectorEmitter::Vec VectorEmitter::lanes_of(ScalarType type, const std::vector<std::uint64_t>& all) {
  const auto found = constants_.find({width(type), all});
  if (found != constants_.end()) return found->second;
  std::vector<std::uint8_t> bytes;
  for (const std::uint64_t bits : all)
    for (int b = 0; b < width(type); ++b)
      bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * b)));
  const Vec made = before(type, [&](const Vec& to) {
    const x86::Mem from = cc_.newConst(ConstPoolScope::kLocal, bytes.data(), bytes.size());
    cc_.emit(x86::Inst::kIdVmovups, to, from);
  });
  constants_.emplace(std::pair(width(type), all), made);
  return made;
}

VectorEmitter::Vec VectorEmitter::constant(ScalarType type, std::uint64_t bits) {
  return lanes_of(type, std::vector(static_cast<std::size_t>(plan_.lanes), bits));
}

void VectorEmitter::broadcast(const Vec& to, const Operand& from) {
  if (from.type == ScalarType::f64) return void(cc_.vbroadcastsd(to.ymm(), scalar_.xmm(from)));
  if (from.type == ScalarType::f32) {
    cc_.emit(x86::Inst::kIdVbroadcastss, to, scalar_.xmm(from));
    return;
  }
  Gp number = scalar_.gp(from);
  if (from.type == ScalarType::boolean) {
    number = scalar_.registers_.general();
    cc_.mov(number, scalar_.gp(from));
    cc_.neg(number);
  }
  const x86::Xmm first = scalar_.registers_.vector();
  if (width(from.type) == 8) {
    cc_.vmovq(first, number);
    cc_.emit(x86::Inst::kIdVpbroadcastq, to, first);
  } else {
    cc_.vmovd(first, number.r32());
    cc_.emit(x86::Inst::kIdVpbroadcastd, to, first);
  }
}

VectorEmitter::Vec VectorEmitter::steps_of(const Operand& step) {
  std::vector<std::uint64_t> all;
  for (int lane = 0; lane < plan_.lanes; ++lane)
    all.push_back(static_cast<std::uint64_t>(lane) * (step.value ? 1 : step.bits));
  const Vec numbers = lanes_of(ScalarType::i64, all);
  if (!step.value) return numbers;
  const auto found = steps_.find(*step.value);
  if (found != steps_.end()) return found->second;
  const Vec made = before(ScalarType::i64, [&](const Vec& to) {
    const Vec each = passing(ScalarType::i64);
    broadcast(each, step);
    product(to, numbers, each);
  });
  steps_.emplace(*step.value, made);
  return made;
}

void VectorEmitter::spread_out(Value value) {
  if (plan_.spread_out.count(value) != 0) spread(own(value), of(value));
}

void VectorEmitter::spread(const Vec& to, const Operand& operand) {
  const Spread spread = plan_.of(operand);
  broadcast(to, operand);
  if (spread.kind == Kind::linear) emit(x86::Inst::kIdVpaddq, to, to, steps_of(spread.step));
}

VectorEmitter::Vec VectorEmitter::vector(const Operand& operand) {
  if (!operand.value) {
    const bool holds = operand.type == ScalarType::boolean && operand.bits != 0;
    return constant(operand.type, holds ? ~std::uint64_t{0} : operand.bits);
  }
  const Value value = *operand.value;
  const auto found = vectors_.find(value);
  if (found != vectors_.end()) return found->second;
  if (plan_.of(operand).kind == Kind::varying) return own(value);
  if (plan_.spreads.count(value) != 0) {
    const Vec now = passing(operand.type);
    spread(now, operand);
    return now;
  }
  const Vec made = before(operand.type, [&](const Vec& to) { broadcast(to, operand); });
  vectors_.emplace(value, made);
  return made;
}

// ---- Control

void VectorEmitter::code(const vcode::Code& code) {
  for (const vcode::Step& step : code) {
    // (What is in order is done in the end.)
    const auto is_in = [&](const VectorPlan::InOrder& all) {
      return std::find(all.steps.begin(), all.steps.end(), &step) != all.steps.end();
    };
    if (!is_in(plan_.folds) && !is_in(plan_.sums))
      std::visit([this](const auto& node) { this->step(node); }, step.node);
    const auto is_asked = [](const VectorPlan::InOrder& all, Value value) {
      return all.folded.count(value) != 0 || all.held.count(value) != 0;
    };
    for (const Value value : scalar_.lifetimes_.end_at(step)) {
      if (is_asked(plan_.folds, value) || is_asked(plan_.sums, value)) continue;
      if (const auto own = vectors_.find(value); own != vectors_.end()) {
        scalar_.registers_.release(own->second, kind_of(scalar_.unit_.types[value]));
        vectors_.erase(own);
      }
      scalar_.release(value);
    }
    scalar_.registers_.end_step();
  }
}

void VectorEmitter::step(const vcode::Apply& e) {
  if (plan_.of(of(e.to)).kind != Kind::varying) {
    if (falling_.count(e.to) == 0) scalar_.step(e);
    return spread_out(e.to);
  }
  if (e.site) {
    const Operand& divisor = e.args[1];
    const bool nonzero = scalar_.unit_.sites[*e.site].guard == prims::Guard::nonzero_divisor;
    const Vec holds = compared(nonzero ? prims::Op::ne : prims::Op::ge, divisor.type,
                               vector(divisor), constant(divisor.type, 0));
    require(boolean(holds, divisor.type));
  }
  apply(e);
}

void VectorEmitter::step(const vcode::Inside& e) {
  if (is_uniform(e.index) && is_uniform(e.length)) return scalar_.step(e);
  const Spread index = plan_.of(e.index);
  const bool is_vector = e.index.value && vectors_.count(*e.index.value) != 0;
  if (!is_vector && !mask_ && index.kind == Kind::linear && !index.step.value) {
    scalar_.step(e);
    const Gp end = scalar_.registers_.general();
    const auto far = static_cast<std::int32_t>(index.step.bits) * (plan_.lanes - 1);
    cc_.lea(end, x86::ptr(scalar_.gp(e.index), far));
    cc_.cmp(end, scalar_.gp(e.length));
    cc_.jae(rest());
    return;
  }
  const Vec at = vector(e.index), holds = passing(ScalarType::i64),
            below = passing(ScalarType::i64);
  emit(x86::Inst::kIdVpcmpgtq, holds, vector(e.length), at);
  emit(x86::Inst::kIdVpcmpgtq, below, constant(ScalarType::i64, 0), at);
  emit(x86::Inst::kIdVpandn, holds, below, holds);
  require(holds);
}

void VectorEmitter::require(const Vec& holds) {
  cc_.emit(x86::Inst::kIdVptest, holds, mask_ ? *mask_ : ones());
  cc_.jnc(rest());
}

void VectorEmitter::step(const vcode::Check& e) {
  is_uniform(e.condition) ? scalar_.step(e) : require(vector(e.condition));
}

void VectorEmitter::side(const vcode::Code& code, const Vec& mask, const Label& end) {
  const auto is_plain = [](const vcode::Step& step) {
    const auto* apply = std::get_if<vcode::Apply>(&step.node);
    return apply != nullptr && !apply->site;
  };
  if (!std::all_of(code.begin(), code.end(), is_plain)) {
    cc_.emit(x86::Inst::kIdVptest, mask, mask);
    cc_.jz(end);
  }
  const auto around = std::exchange(mask_, mask);
  this->code(code);
  mask_ = around;
}

void VectorEmitter::step(const vcode::Branch& e) {
  const bool uniform = is_uniform(e.condition);
  const auto varies = [&](const auto& result) {
    return plan_.of(of(result.to)).kind == Kind::varying;
  };
  // (Registers are the same on both ways.)
  for (const auto& result : e.results)
    varies(result) ? void(own(result.to)) : void(scalar_.register_of(result.to));
  const Label no = cc_.newLabel(), end = cc_.newLabel();
  if (uniform) {
    const auto give = [&](const auto& result, const Operand& from) {
      varies(result) ? move(own(result.to), vector(from)) : scalar_.move(result.to, from);
    };
    const bool holds = is(e.condition, 1);
    if (!holds) scalar_.jump_unless(e.condition, no);
    code(e.yes);
    for (const auto& result : e.results) give(result, result.yes);
    if (!holds) {
      cc_.jmp(end);
      cc_.bind(no);
      code(e.no);
      for (const auto& result : e.results) give(result, result.no);
      cc_.bind(end);
    }
    for (const auto& result : e.results)
      if (!varies(result)) spread_out(result.to);
    return;
  }
  if (plan_.whole.count(&e) != 0) {
    const Vec holds = vector(e.condition);
    cc_.emit(x86::Inst::kIdVptest, holds, holds);
    cc_.jz(end);
    require(holds);
    code(e.yes);
    cc_.bind(end);
    return;
  }
  const Registers::Kind kind = kind_of(ScalarType::boolean);
  const Vec holds = vector(e.condition), yes = scalar_.registers_.take(kind).as<Vec>(),
            other = scalar_.registers_.take(kind).as<Vec>();
  if (mask_) {
    emit(x86::Inst::kIdVandps, yes, *mask_, holds);
    emit(x86::Inst::kIdVandnps, other, holds, *mask_);
  } else {
    move(yes, holds);
    emit(x86::Inst::kIdVandnps, other, holds, ones());
  }
  for (const auto& result : e.results)
    emit(x86::Inst::kIdVxorps, own(result.to), own(result.to), own(result.to));
  side(e.yes, yes, no);
  for (const auto& result : e.results) move(own(result.to), vector(result.yes));
  cc_.bind(no);
  side(e.no, other, end);
  for (const auto& result : e.results) {
    const ScalarType type = scalar_.unit_.types[result.to];
    const Vec mask = mask_for(other, type);
    choose(own(result.to), type, mask, vector(result.no), own(result.to));
  }
  cc_.bind(end);
  scalar_.registers_.release(yes, kind);
  scalar_.registers_.release(other, kind);
}

void VectorEmitter::step(const vcode::Repeat& e) {
  if (plan_.uneven.count(&e) != 0) return uneven(e);
  const auto& count = std::get<vcode::Repeat::Upwards>(e.form);
  const auto varies = [&](const auto& state) {
    return plan_.of(of(state.state)).kind == Kind::varying;
  };
  for (const auto& state : e.states)
    varies(state) ? move(own(state.state), vector(state.init))
                  : scalar_.move(state.state, state.init);
  const Label end = cc_.newLabel();
  const Emitter::Bound bound = scalar_.begin(count, end);
  if (plan_.copies.count(&e) != 0) copy(e, bound, end);
  scalar_.turns(e, count, bound, [&] {
    scalar_.registers_.enter_loop();
    code(e.body);
    scalar_.registers_.leave_loop();
    // All at once: one may become what another one was.
    std::vector<Vec> next;
    vcode::Repeat others{{}, e.form, {}};
    for (const auto& state : e.states) {
      if (!varies(state)) {
        others.states.push_back(state);
        continue;
      }
      next.push_back(passing(state.init.type));
      move(next.back(), vector(state.next));
    }
    scalar_.next_states(others);
    std::size_t k = 0;
    for (const auto& state : e.states)
      if (varies(state)) move(own(state.state), next[k++]);
  });
  cc_.bind(end);
  if (!bound.constant) scalar_.registers_.release(bound.number, Registers::Kind::general);
}

}  // namespace laguz::machine
#endif
