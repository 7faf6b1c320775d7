#ifdef LAGUZ_ASMJIT
#include "machine/emitter.hpp"

namespace laguz::machine {

using namespace asmjit;
using vcode::Operand;
using vcode::Value;

Emitter::Emitter(x86::Compiler& compiler, const vcode::Unit& unit, const Words& words,
                 Target target, const Functions& functions)
    : unit_(unit),
      words_(words),
      target_(target),
      functions_(functions),
      lifetimes_(unit),
      cc_(compiler),
      registers_(cc_, unit.types.size()),
      types_(unit.types),
      of_values_(unit.types.size()) {}

void Emitter::run() {
  begin(cc_.addFunc(FuncSignatureT<std::int64_t, std::uint64_t*>()));
  make_registers(uses_);
  if (!functions_.empty()) {
    cc_.mov(word(Words::kStatus), Code::kDone);
    cc_.mov(word(Words::kLeft), static_cast<std::int32_t>(Words::kFuel));
  }
  fuel_ = cc_.newInt64();
  cc_.mov(fuel_, Words::kFuel);
  code(unit_.before);
  const Label is_long = limits();
  const Gp ended = cc_.newInt64();
  outermost(unit_.loop, ended);
  for (std::size_t k = 0; k < unit_.loop.states.size(); ++k) {
    const Value state = unit_.loop.states[k].state;
    store_word(words_.states + k, {state, unit_.types[state], 0});
  }
  for (const Array& array : arrays_)
    if (array.count.isValid()) cc_.mov(word(array.words + Words::kCount), array.count);
  cc_.ret(ended);
  cc_.bind(is_long);
  const Gp says = cc_.newInt64();
  cc_.mov(says, Code::kLong);
  cc_.ret(says);
  registers_.end_all();
  emit_failures();
  emit_growths();
  emit_ends();
  cc_.endFunc();
}

Label Emitter::limits() {
  const Label is_long = cc_.newLabel();
  for (const auto& limit : unit_.limits) {
    const Operand most{{}, ScalarType::i64, static_cast<std::uint64_t>(limit.most)};
    if (const auto near = immediate(most))
      cc_.cmp(gp(limit.value), *near);
    else
      cc_.cmp(gp(limit.value), gp(most));
    registers_.end_step();
    cc_.jg(is_long);
  }
  return is_long;
}

// ---- Registers

Registers::Kind Emitter::kind_of(ScalarType type) {
  if (is_general(type)) return Registers::Kind::general;
  return type == ScalarType::f64 ? Registers::Kind::f64 : Registers::Kind::f32;
}

const x86::Reg& Emitter::register_of(Value value) {
  x86::Reg& reg = of_values_[value];
  if (!reg.isValid()) reg = registers_.take(kind_of(types_[value]));
  return reg;
}

void Emitter::release(Value value) {
  if (of_values_[value].isValid()) registers_.release(of_values_[value], kind_of(types_[value]));
}

Value Emitter::passing(ScalarType type) {
  types_.push_back(type);
  of_values_.push_back(registers_.take(kind_of(type)));
  registers_.release(of_values_.back(), kind_of(type));
  return static_cast<Value>(types_.size() - 1);
}

void Emitter::make_registers(const std::vector<int>& uses) {
  for (const Words::Entry& entry : words_.entries)
    if (uses[entry.value] > 0) load_word(entry.value, entry.word);
  for (vcode::ArrayNumber a = 0; a < unit_.arrays.size(); ++a) {
    Array& array = arrays_.emplace_back();
    array.words = words_.of_array[a];
    if (target_.dense[a] && !unit_.arrays[a].strides.empty())
      ones_[unit_.arrays[a].strides.back()] = true;
    if (!functions_.empty()) continue;
    array.data = cc_.newUIntPtr();
    cc_.mov(array.data, word(array.words + Words::kAddress));
    if (unit_.arrays[a].origin == vcode::Unit::Origin::filled) {
      array.count = cc_.newInt64();
      cc_.mov(array.count, word(array.words + Words::kCount));
    }
    if (unit_.arrays[a].backwards && !unit_.arrays[a].written)
      look_ahead(array, unit_.arrays[a], *unit_.arrays[a].backwards);
  }
}

void Emitter::look_ahead(Array& array, const vcode::Unit::Array& of, std::size_t dim) {
  constexpr std::int32_t kLong = 4096;  // bytes
  array.before = cc_.newUIntPtr();
  const Gp row = registers_.general();
  cc_.mov(row, word(array.words + Words::kLengths + of.lengths.size() + dim));
  cc_.imul(row, row, static_cast<std::int32_t>(support::size_of(of.elem)));
  cc_.mov(array.before, array.data);
  cc_.sub(array.before, row);
  cc_.cmp(row, kLong);
  cc_.cmovg(array.before, array.data);
  registers_.end_step();
}

std::optional<std::int32_t> Emitter::immediate(const Operand& operand) {
  const auto low = static_cast<std::int32_t>(operand.bits);
  if (operand.value || static_cast<std::uint64_t>(std::int64_t{low}) != operand.bits) return {};
  return low;
}

bool Emitter::is_one(const Operand& operand) const {
  return operand.value ? *operand.value < ones_.size() && ones_[*operand.value] : operand.bits == 1;
}

Emitter::Gp Emitter::gp(const Operand& operand) {
  if (operand.value) return gp(*operand.value);
  const Gp constant = registers_.general();
  cc_.mov(constant, operand.bits);
  return constant;
}

Emitter::Xmm Emitter::xmm(const Operand& operand) {
  if (operand.value) return xmm(*operand.value);
  const bool wide = operand.type == ScalarType::f64;
  const Xmm constant = registers_.xmm(wide);
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
  if (!is_general(types_[to]))
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
    for (const Value value : lifetimes_.end_at(code[s])) release(value);
    registers_.end_step();
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

void Emitter::step(const vcode::Inside& e) {
  const Gp index = gp(e.index);
  if (const auto length = immediate(e.length))
    cc_.cmp(index, *length);
  else
    cc_.cmp(index, gp(e.length));
  cc_.jae(failure(e.site));  // below 0, too
}

void Emitter::step(const vcode::Load& e) { load(e.to, unit_.types[e.to], element(e.array, e.at)); }

void Emitter::step(const vcode::Store& e) { store(element(e.array, e.at), e.value); }

void Emitter::step(const vcode::Keep& e) {
  const Array& array = arrays_[e.array];
  const Growth& growth =
      growths_.emplace_back(Growth{e.array, cc_.newLabel(), cc_.newLabel(), Gp()});
  const bool in_words = !array.count.isValid();
  const Gp count = in_words ? registers_.general() : array.count;
  if (in_words) cc_.mov(count, word(array.words + Words::kCount));
  cc_.cmp(count, word(array.words + Words::kRoom));
  cc_.jae(growth.label);
  cc_.bind(growth.back);
  store(element(e.array, count), e.value);
  in_words ? cc_.inc(word(array.words + Words::kCount)) : cc_.inc(count);
}

void Emitter::step(const vcode::Reserve& e) {
  const Gp size = gp(e.size);
  make_room(e.array, size);
  cc_.mov(arrays_[e.array].count, size);
}

void Emitter::make_room(vcode::ArrayNumber array, const Gp& wanted) {
  const Growth& growth =
      growths_.emplace_back(Growth{array, cc_.newLabel(), cc_.newLabel(), wanted});
  cc_.cmp(wanted, word(arrays_[array].words + Words::kRoom));
  cc_.ja(growth.label);
  cc_.bind(growth.back);
}

void Emitter::step(const vcode::Swap& e) {
  const Array &a = arrays_[e.a], &b = arrays_[e.b];
  cc_.xchg(a.data, b.data);
  cc_.xchg(a.count, b.count);
  cc_.mov(word(a.words + Words::kAddress), a.data);
  cc_.mov(word(b.words + Words::kAddress), b.data);
  const Gp room_of_a = registers_.general(), room_of_b = registers_.general();
  cc_.mov(room_of_a, word(a.words + Words::kRoom));
  cc_.mov(room_of_b, word(b.words + Words::kRoom));
  cc_.mov(word(a.words + Words::kRoom), room_of_b);
  cc_.mov(word(b.words + Words::kRoom), room_of_a);
}

void Emitter::step(const vcode::Clear& e) {
  const Gp count = arrays_[e.array].count;
  cc_.xor_(count.r32(), count.r32());
}

void Emitter::step(const vcode::Count& e) {
  const Array& array = arrays_[e.array];
  array.count.isValid() ? cc_.mov(gp(e.to), array.count)
                        : cc_.mov(gp(e.to), word(array.words + Words::kCount));
}

void Emitter::step(const vcode::Check& e) { jump_unless(e.condition, failure(e.site)); }

void Emitter::step(const vcode::Branch& e) {
  if (is(e.condition, 1)) {
    code(e.yes);
    for (const auto& result : e.results) move(result.to, result.yes);
    return;
  }
  const Label no = cc_.newLabel(), end = cc_.newLabel();
  for (const auto& result : e.results) register_of(result.to);  // the same on both ways
  jump_unless(e.condition, no);
  code(e.yes);
  for (const auto& result : e.results) move(result.to, result.yes);
  if (!e.no.empty() || !e.results.empty()) cc_.jmp(end);
  cc_.bind(no);
  code(e.no);
  for (const auto& result : e.results) move(result.to, result.no);
  cc_.bind(end);
}

// ---- Arrays

namespace {

std::uint32_t shift_of(support::ScalarType elem) {
  std::uint32_t shift = 0;
  while (1 << shift < support::size_of(elem)) ++shift;
  return shift;
}

}  // namespace

Emitter::Gp Emitter::data_of(vcode::ArrayNumber array) {
  const Array& own = arrays_[array];
  if (own.data.isValid()) return own.data;
  const Gp data = registers_.general();
  cc_.mov(data, word(own.words + Words::kAddress));
  return data;
}

x86::Mem Emitter::element(vcode::ArrayNumber array, const Gp& at) {
  const ScalarType elem = unit_.arrays[array].elem;
  return x86::ptr(data_of(array), at, shift_of(elem), 0,
                  static_cast<std::uint32_t>(support::size_of(elem)));
}

x86::Mem Emitter::element(vcode::ArrayNumber array, const Operand& at) {
  constexpr std::int32_t kNear = 1 << 24;
  const auto size = support::size_of(unit_.arrays[array].elem);
  if (const auto here = immediate(at); here && *here >= 0 && *here < kNear)
    return x86::ptr(data_of(array), *here * size, static_cast<std::uint32_t>(size));
  return element(array, gp(at));
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
