// Loops; and where code goes that fails, pauses, or needs more room.
#ifdef LAGUZ_ASMJIT
#include <algorithm>

#include "machine/vectors.hpp"

namespace laguz::machine {

using namespace asmjit;
using support::is_signed;
using vcode::Operand;
using vcode::Value;

namespace {

std::int64_t cost_of_turn(const vcode::Repeat& e);

/// What all iterations of [e] take, if that is little, and known: whoever is around it spends that.
std::optional<std::int64_t> short_cost_of(const vcode::Repeat& e) {
  constexpr std::int64_t kShort = Words::kFuel / 40;
  const auto* form = std::get_if<vcode::Repeat::Upwards>(&e.form);
  if (form == nullptr || form->bound.value || form->bound.bits > kShort) return {};
  const std::int64_t cost = static_cast<std::int64_t>(form->bound.bits) * cost_of_turn(e);
  return cost <= kShort ? std::optional(cost) : std::nullopt;
}

}  // namespace

std::int64_t cost_of(const vcode::Code& code) {
  auto cost = static_cast<std::int64_t>(code.size());
  for (const vcode::Step& step : code) {
    if (const auto* branch = std::get_if<vcode::Branch>(&step.node))
      cost += std::max(cost_of(branch->yes), cost_of(branch->no));
    if (const auto* loop = std::get_if<vcode::Repeat>(&step.node))
      cost += short_cost_of(*loop).value_or(0);
  }
  return cost;
}

namespace {

/// Of one iteration.
std::int64_t cost_of_turn(const vcode::Repeat& e) {
  const auto* form = std::get_if<vcode::Repeat::While>(&e.form);
  return 1 + cost_of(e.body) + (form != nullptr ? cost_of(form->condition) : 0);
}

}  // namespace

void Emitter::body(const vcode::Repeat& e) {
  registers_.enter_loop();
  code(e.body);
  registers_.leave_loop();
}

void Emitter::outermost(const vcode::Repeat& e, const Gp& ended) {
  for (const auto& state : e.states) move(state.state, state.init);
  const Label top = cc_.newLabel(), end = cc_.newLabel();
  cc_.mov(ended, Code::kDone);
  if (const auto* count = std::get_if<vcode::Repeat::Upwards>(&e.form)) {
    const Gp index = gp(count->index);
    cc_.mov(index, word(Words::kTurn));
    if (target_.avx2)
      if (const auto plan = plan_map(unit_, ones_)) VectorEmitter(*this, *plan, e).run_map(index);
    cc_.bind(top);
    cc_.mov(word(Words::kTurn), index);
    cc_.cmp(index, word(Words::kEnd));
    cc_.jae(end);
    body(e);
    next_states(e);
    spend(e);
    cc_.inc(index);
    cc_.jmp(top);
    cc_.bind(end);
    return;
  }
  const auto& form = std::get<vcode::Repeat::While>(e.form);
  const Label limit = cc_.newLabel();
  const Gp turn = cc_.newInt64();
  cc_.mov(turn, word(Words::kTurn));
  cc_.bind(top);
  cc_.cmp(turn, word(Words::kEnd));
  cc_.jae(limit);
  code(form.condition, form.holds.value);
  jump_unless(form.holds, end);
  body(e);
  next_states(e);
  cc_.inc(turn);
  cc_.mov(word(Words::kTurn), turn);
  spend(e);
  cc_.jmp(top);
  cc_.bind(limit);
  cc_.mov(ended, Code::kLimit);
  cc_.bind(end);
}

void Emitter::repeat(const vcode::Repeat& e) {
  for (const auto& state : e.states) move(state.state, state.init);
  const Label top = cc_.newLabel(), end = cc_.newLabel();
  const auto* count = std::get_if<vcode::Repeat::Upwards>(&e.form);
  if (count == nullptr) {
    const auto& form = std::get<vcode::Repeat::While>(e.form);
    cc_.bind(top);
    code(form.condition, form.holds.value);
    jump_unless(form.holds, end);
    body(e);
    next_states(e);
    spend(e);
    cc_.jmp(top);
    cc_.bind(end);
    return;
  }
  const Bound bound = begin(*count, end);
  bool rest = true;
  if (target_.avx2 && fuel_.isValid())
    if (const auto plan = plan_vectors(unit_, e, ones_);
        plan && (!bound.constant || *bound.constant >= plan->lanes)) {
      rest = VectorEmitter(*this, *plan, e).run(gp(count->index), bound);
      const bool is_there = bound.constant && *bound.constant % plan->lanes != 0;
      if (rest && !is_there) jump_at_end(*count, bound, end);
    }
  if (rest)
    turns(e, *count, bound, [&] {
      body(e);
      next_states(e);
    });
  cc_.bind(end);
  if (!bound.constant) registers_.release(bound.number, Registers::Kind::general);
}

Emitter::Bound Emitter::begin(const vcode::Repeat::Upwards& form, const Label& end) {
  Bound bound{immediate(form.bound), {}};
  const Gp index = gp(form.index);
  cc_.xor_(index.r32(), index.r32());
  if (bound.constant && *bound.constant > 0) return bound;
  bound.constant.reset();
  bound.number = registers_.take(Registers::Kind::general).as<Gp>();
  cc_.mov(bound.number, gp(form.bound));
  jump_at_end(form, bound, end);
  return bound;
}

void Emitter::jump_at_end(const vcode::Repeat::Upwards& form, const Bound& bound,
                          const Label& end) {
  const Gp index = gp(form.index);
  bound.constant ? cc_.cmp(index, *bound.constant) : cc_.cmp(index, bound.number);
  is_signed(form.bound.type) ? cc_.jge(end) : cc_.jae(end);
}

void Emitter::next_states(const vcode::Repeat& e) {
  // All at once: one may become what another one was.
  std::vector<Operand> next;
  for (const auto& state : e.states) {
    Operand from = state.next;
    const auto is_other = [&](const auto& other) {
      return from.value == other.state && other.state != state.state;
    };
    if (from.value && std::any_of(e.states.begin(), e.states.end(), is_other)) {
      const Value own = passing(from.type);
      move(own, from);
      from.value = own;
    }
    next.push_back(from);
  }
  for (std::size_t k = 0; k < e.states.size(); ++k)
    if (next[k].value != e.states[k].state) move(e.states[k].state, next[k]);
}

void Emitter::spend(const vcode::Repeat& e) {
  if (!short_cost_of(e)) spend(cost_of_turn(e));
}

void Emitter::spend(std::int64_t cost) {
  Pause& pause = pauses_.emplace_back(Pause{cc_.newLabel(), cc_.newLabel()});
  fuel_.isValid() ? cc_.sub(fuel_, cost) : cc_.sub(word(Words::kLeft), cost);
  cc_.js(pause.label);
  cc_.bind(pause.back);
}

void Emitter::refuel() {
  constexpr auto kFuel = static_cast<std::int32_t>(Words::kFuel);
  fuel_.isValid() ? cc_.mov(fuel_, kFuel) : cc_.mov(word(Words::kLeft), kFuel);
}

Label Emitter::failure(vcode::SiteNumber site) {
  if (instead_) return instead_();
  failures_.push_back({site, cc_.newLabel()});
  return failures_.back().label;
}

void Emitter::emit_failures() {
  for (const Failure& failure : failures_) {
    cc_.bind(failure.label);
    const vcode::Operands& numbers = unit_.sites[failure.site].numbers;
    for (std::size_t k = 0; k < numbers.size(); ++k) store_word(Words::kFailed + k, numbers[k]);
    const Gp site = registers_.general();
    cc_.mov(site, static_cast<std::int64_t>(failure.site) + 1);
    cc_.ret(site);
    registers_.end_step();
  }
  for (const Pause& pause : pauses_) {
    cc_.bind(pause.label);
    const Gp poll = cc_.newUIntPtr(), says = cc_.newInt64();
    cc_.mov(poll, word(Words::kPoll));
    InvokeNode* call = nullptr;
    cc_.invoke(&call, poll, FuncSignatureT<std::int64_t, std::uint64_t*>());
    call->setArg(0, words_register_);
    call->setRet(0, says);
    cc_.test(says, says);
    cc_.jnz(stopped_);
    refuel();
    cc_.jmp(pause.back);
  }
}

void Emitter::emit_growths() {
  for (const Growth& growth : growths_) {
    const Array& array = arrays_[growth.array];
    cc_.bind(growth.label);
    const bool in_words = !array.count.isValid();
    if (!in_words) cc_.mov(word(array.words + Words::kCount), array.count);
    Gp wanted = growth.wanted;
    if (!wanted.isValid()) {
      wanted = cc_.newInt64();
      cc_.mov(wanted, word(array.words + Words::kCount));
      cc_.inc(wanted);
    }
    cc_.mov(word(Words::kWanted), wanted);
    const Gp grow = cc_.newUIntPtr(), says = cc_.newInt64(), number = cc_.newInt64();
    cc_.mov(grow, word(Words::kGrow));
    cc_.mov(number, static_cast<std::int64_t>(growth.array));
    InvokeNode* call = nullptr;
    cc_.invoke(&call, grow, FuncSignatureT<std::int64_t, std::uint64_t*, std::uint64_t>());
    call->setArg(0, words_register_);
    call->setArg(1, number);
    call->setRet(0, says);
    cc_.test(says, says);
    cc_.jnz(stopped_);
    if (!in_words) cc_.mov(array.data, word(array.words + Words::kAddress));
    cc_.jmp(growth.back);
  }
}

}  // namespace laguz::machine
#endif
