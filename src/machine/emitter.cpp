#ifdef LAGUZ_ASMJIT
#include "machine/emitter.hpp"

#include <algorithm>

namespace laguz::machine {

using namespace asmjit;
using support::is_signed;
using vcode::Operand;
using vcode::Value;

Emitter::Emitter(const vcode::Unit& unit, const Words& words, Target target, CodeHolder& holder)
    : unit_(unit), words_(words), target_(target), cc_(&holder) {}

bool Emitter::run() {
  FuncNode* function = cc_.addFunc(FuncSignatureT<std::int64_t, std::uint64_t*>());
  if (target_.avx) function->frame().setAvxEnabled();
  words_register_ = cc_.newUIntPtr();
  function->setArg(0, words_register_);
  make_registers();
  uses_ = vcode::uses(unit_);
  fuel_ = cc_.newInt64();
  cc_.mov(fuel_, Words::kFuel);
  repeat(unit_.loop, true);
  for (std::size_t k = 0; k < unit_.loop.states.size(); ++k) {
    const Value state = unit_.loop.states[k].state;
    store_word(words_.states + k, {state, unit_.types[state], 0});
  }
  const Gp done = cc_.newInt64();
  cc_.mov(done, Code::kDone);
  cc_.ret(done);
  emit_failures();
  cc_.endFunc();
  return cc_.finalize() == kErrorOk;
}

// ---- Registers

void Emitter::make_registers() {
  for (const ScalarType type : unit_.types) {
    Register& own = registers_.emplace_back();
    if (is_general(type))
      own.gp = cc_.newInt64();
    else
      own.xmm = type == ScalarType::f64 ? cc_.newXmmSd() : cc_.newXmmSs();
  }
  for (std::size_t i = 0; i < unit_.inputs.size(); ++i)
    load_word(unit_.inputs[i].value, words_.inputs + i);
  for (vcode::ArrayNumber a = 0; a < unit_.arrays.size(); ++a) {
    Array& array = arrays_.emplace_back();
    std::size_t at = words_.array(unit_, a);
    array.data = cc_.newUIntPtr();
    cc_.mov(array.data, word(at++));
    for (auto* numbers : {&array.lengths, &array.strides})
      for (int d = 0; d < unit_.arrays[a].rank; ++d) {
        numbers->push_back(cc_.newInt64());
        cc_.mov(numbers->back(), word(at++));
      }
  }
}

Emitter::Gp Emitter::gp(const Operand& operand) {
  if (operand.value) return registers_[*operand.value].gp;
  const Gp constant = cc_.newInt64();
  cc_.mov(constant, operand.bits);
  return constant;
}

Emitter::Xmm Emitter::xmm(const Operand& operand) {
  if (operand.value) return registers_[*operand.value].xmm;
  const bool wide = operand.type == ScalarType::f64;
  const Xmm constant = wide ? cc_.newXmmSd() : cc_.newXmmSs();
  const x86::Mem memory =
      wide ? cc_.newUInt64Const(ConstPoolScope::kLocal, operand.bits)
           : cc_.newUInt32Const(ConstPoolScope::kLocal, static_cast<std::uint32_t>(operand.bits));
  if (wide)
    target_.avx ? cc_.vmovsd(constant, memory) : cc_.movsd(constant, memory);
  else
    target_.avx ? cc_.vmovss(constant, memory) : cc_.movss(constant, memory);
  return constant;
}

void Emitter::move_float(const Xmm& to, const Xmm& from) {
  if (to.id() == from.id()) return;
  target_.avx ? cc_.vmovaps(to, from) : cc_.movaps(to, from);
}

void Emitter::move(Value to, const Operand& from) {
  if (registers_[to].xmm.isValid())
    move_float(xmm(to), xmm(from));
  else if (from.value)
    cc_.mov(gp(to), gp(*from.value));
  else
    cc_.mov(gp(to), from.bits);
}

void Emitter::load_word(Value to, std::size_t number) {
  const ScalarType type = unit_.types[to];
  load(to, is_general(type) ? ScalarType::i64 : type, word(number));
}

void Emitter::store_word(std::size_t number, const Operand& from) {
  if (from.type == ScalarType::f32) {
    x86::Mem low = word(number);
    cc_.mov(low, 0);
    low.setSize(4);
    target_.avx ? cc_.vmovss(low, xmm(from)) : cc_.movss(low, xmm(from));
  } else if (from.type == ScalarType::f64) {
    target_.avx ? cc_.vmovsd(word(number), xmm(from)) : cc_.movsd(word(number), xmm(from));
  } else {
    cc_.mov(word(number), gp(from));
  }
}

void Emitter::extend(const Gp& reg, ScalarType type) {
  switch (type) {
    case ScalarType::i8: cc_.movsx(reg, reg.r8()); break;
    case ScalarType::i16: cc_.movsx(reg, reg.r16()); break;
    case ScalarType::i32: cc_.movsxd(reg, reg.r32()); break;
    case ScalarType::u8:
    case ScalarType::boolean: cc_.movzx(reg.r32(), reg.r8()); break;
    case ScalarType::u16:
    case ScalarType::f16: cc_.movzx(reg.r32(), reg.r16()); break;
    case ScalarType::u32: cc_.mov(reg.r32(), reg.r32()); break;
    case ScalarType::i64:
    case ScalarType::u64:
    case ScalarType::f32:
    case ScalarType::f64: break;
  }
}

// ---- Control

namespace {

/// What a step asks for first, and does not begin with anything else.
std::optional<Value> asked_by(const vcode::Step& step) {
  if (const auto* branch = std::get_if<vcode::Branch>(&step.node)) return branch->condition.value;
  if (const auto* check = std::get_if<vcode::Check>(&step.node)) return check->condition.value;
  return {};
}

}  // namespace

void Emitter::code(const vcode::Code& code, std::optional<Value> last) {
  for (std::size_t s = 0; s < code.size(); ++s) {
    const auto next = s + 1 < code.size() ? asked_by(code[s + 1]) : last;
    const auto* apply = std::get_if<vcode::Apply>(&code[s].node);
    if (apply != nullptr && is_asked_next(*apply, next))
      asked_ = apply;
    else
      std::visit([this](const auto& node) { this->step(node); }, code[s].node);
  }
}

void Emitter::step(const vcode::Apply& e) {
  if (e.site) {
    const Gp divisor = gp(e.args[1]);
    cc_.test(divisor, divisor);
    if (unit_.sites[*e.site].guard == prims::Guard::nonzero_divisor)
      cc_.jz(failure(*e.site));
    else
      cc_.js(failure(*e.site));
  }
  if (!as_instructions(e)) call(e);
}

void Emitter::step(const vcode::Length& e) {
  cc_.mov(gp(e.to), arrays_[e.array].lengths[static_cast<std::size_t>(e.dim)]);
}

void Emitter::step(const vcode::Load& e) {
  load(e.to, unit_.types[e.to], element(e.array, e.indices, e.site));
}

void Emitter::step(const vcode::Store& e) { store(element(e.array, e.indices, e.site), e.value); }

void Emitter::step(const vcode::Check& e) { jump_unless(e.condition, failure(e.site)); }

void Emitter::step(const vcode::Branch& e) {
  const Label no = cc_.newLabel(), end = cc_.newLabel();
  jump_unless(e.condition, no);
  code(e.yes);
  for (const auto& result : e.results) move(result.to, result.yes);
  cc_.jmp(end);
  cc_.bind(no);
  code(e.no);
  for (const auto& result : e.results) move(result.to, result.no);
  cc_.bind(end);
}

void Emitter::repeat(const vcode::Repeat& e, bool outermost) {
  // (About what an iteration takes, in nanoseconds.)
  const auto cost = static_cast<std::int64_t>(e.body.size()) + 1;
  for (const auto& state : e.states) move(state.state, state.init);
  const Label top = cc_.newLabel(), end = cc_.newLabel();
  const auto* count = std::get_if<vcode::Repeat::Count>(&e.form);
  if (count == nullptr) {
    const auto& form = std::get<vcode::Repeat::While>(e.form);
    cc_.bind(top);
    code(form.condition, form.holds.value);
    jump_unless(form.holds, end);
    code(e.body);
    next_states(e);
    if (outermost) cc_.inc(word(Words::kTurn));
    spend(cost);
    cc_.jmp(top);
    cc_.bind(end);
    return;
  }
  const Gp index = gp(count->index), bound = cc_.newInt64();
  const bool of_signed = is_signed(count->bound.type);
  cc_.mov(bound, gp(count->bound));
  cc_.xor_(index.r32(), index.r32());
  cc_.cmp(index, bound);
  of_signed ? cc_.jge(end) : cc_.jae(end);
  cc_.bind(top);
  if (outermost) cc_.mov(word(Words::kTurn), index);
  code(e.body);
  next_states(e);
  spend(cost);
  cc_.inc(index);
  cc_.cmp(index, bound);
  of_signed ? cc_.jl(top) : cc_.jb(top);
  cc_.bind(end);
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
      Register& copy = registers_.emplace_back();
      if (registers_[*from.value].xmm.isValid())
        copy.xmm = from.type == ScalarType::f64 ? cc_.newXmmSd() : cc_.newXmmSs();
      else
        copy.gp = cc_.newInt64();
      const auto own = static_cast<Value>(registers_.size() - 1);
      move(own, from);
      from.value = own;
    }
    next.push_back(from);
  }
  for (std::size_t k = 0; k < e.states.size(); ++k)
    if (next[k].value != e.states[k].state) move(e.states[k].state, next[k]);
}

void Emitter::spend(std::int64_t nanoseconds) {
  Pause& pause = pauses_.emplace_back(Pause{cc_.newLabel(), cc_.newLabel()});
  cc_.sub(fuel_, nanoseconds);
  cc_.js(pause.label);
  cc_.bind(pause.back);
}

Label Emitter::failure(vcode::SiteNumber site) {
  failures_.push_back({site, cc_.newLabel()});
  return failures_.back().label;
}

void Emitter::emit_failures() {
  for (const Failure& failure : failures_) {
    cc_.bind(failure.label);
    const vcode::Operands& numbers = unit_.sites[failure.site].numbers;
    for (std::size_t k = 0; k < numbers.size(); ++k) store_word(Words::kFailed + k, numbers[k]);
    const Gp site = cc_.newInt64();
    cc_.mov(site, static_cast<std::int64_t>(failure.site) + 1);
    cc_.ret(site);
  }
  const Label stopped = cc_.newLabel();
  for (const Pause& pause : pauses_) {
    cc_.bind(pause.label);
    const Gp poll = cc_.newUIntPtr(), says = cc_.newInt64();
    cc_.mov(poll, word(Words::kPoll));
    InvokeNode* call = nullptr;
    cc_.invoke(&call, poll, FuncSignatureT<std::int64_t, std::uint64_t*>());
    call->setArg(0, words_register_);
    call->setRet(0, says);
    cc_.test(says, says);
    cc_.jnz(stopped);
    cc_.mov(fuel_, Words::kFuel);
    cc_.jmp(pause.back);
  }
  cc_.bind(stopped);
  const Gp says = cc_.newInt64();
  cc_.mov(says, Code::kStopped);
  cc_.ret(says);
}

// ---- Arrays

x86::Mem Emitter::element(vcode::ArrayNumber array, const vcode::Operands& indices,
                          vcode::SiteNumber site) {
  const Array& own = arrays_[array];
  const std::size_t rank = indices.size();
  std::vector<Gp> at;
  for (const Operand& index : indices) at.push_back(gp(index));
  const Label outside = failure(site);
  for (std::size_t d = 0; d < rank; ++d) {
    cc_.cmp(at[d], own.lengths[d]);
    cc_.jae(outside);  // below 0, too
  }
  const int size = support::size_of(unit_.arrays[array].elem);
  std::uint32_t shift = 0;
  while (1 << shift < size) ++shift;
  Gp sum = at[rank - 1];
  if (!target_.dense || rank > 1) {
    sum = cc_.newInt64();
    cc_.mov(sum, at[rank - 1]);
    if (!target_.dense) cc_.imul(sum, own.strides[rank - 1]);
    for (std::size_t d = 0; d + 1 < rank; ++d) {
      const Gp more = cc_.newInt64();
      cc_.mov(more, at[d]);
      cc_.imul(more, own.strides[d]);
      cc_.add(sum, more);
    }
  }
  return x86::ptr(own.data, sum, shift, 0, static_cast<std::uint32_t>(size));
}

void Emitter::load(Value to, ScalarType type, const x86::Mem& from) {
  switch (type) {
    case ScalarType::i8: cc_.movsx(gp(to), from); break;
    case ScalarType::i16: cc_.movsx(gp(to), from); break;
    case ScalarType::i32: cc_.movsxd(gp(to), from); break;
    case ScalarType::i64:
    case ScalarType::u64: cc_.mov(gp(to), from); break;
    case ScalarType::u8:
    case ScalarType::boolean:
    case ScalarType::u16:
    case ScalarType::f16: cc_.movzx(gp(to).r32(), from); break;
    case ScalarType::u32: cc_.mov(gp(to).r32(), from); break;
    case ScalarType::f32: {
      x86::Mem low = from;
      low.setSize(4);
      target_.avx ? cc_.vmovss(xmm(to), low) : cc_.movss(xmm(to), low);
      break;
    }
    case ScalarType::f64: target_.avx ? cc_.vmovsd(xmm(to), from) : cc_.movsd(xmm(to), from); break;
  }
}

void Emitter::store(const x86::Mem& to, const Operand& from) {
  switch (support::size_of(from.type)) {
    case 1: cc_.mov(to, gp(from).r8()); break;
    case 2: cc_.mov(to, gp(from).r16()); break;
    case 4:
      if (from.type != ScalarType::f32)
        cc_.mov(to, gp(from).r32());
      else
        target_.avx ? cc_.vmovss(to, xmm(from)) : cc_.movss(to, xmm(from));
      break;
    default:
      if (from.type != ScalarType::f64)
        cc_.mov(to, gp(from));
      else
        target_.avx ? cc_.vmovsd(to, xmm(from)) : cc_.movsd(to, xmm(from));
  }
}

}  // namespace laguz::machine
#endif
