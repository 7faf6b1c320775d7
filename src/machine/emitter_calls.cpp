// Functions of a unit, and calls of them. One is called with the words, and numbers in registers;
// it gives its first result in a register, and others in words. Arrays are in words, too, for a
// tape that is appended to goes elsewhere when it is full. What ends the run in it is in a
// word, at which its caller looks.
#ifdef LAGUZ_ASMJIT
#include "machine/emitter.hpp"

namespace laguz::machine {

using namespace asmjit;
using vcode::Operand;
using vcode::Value;

namespace {

FuncSignatureBuilder signature_of(const vcode::Unit& unit, const vcode::Function& function) {
  FuncSignatureBuilder signature;
  if (!function.results.empty()) signature.setRet(abi_type(function.results[0].type));
  signature.addArg(TypeId::kUIntPtr);
  for (const Value param : function.params) signature.addArg(abi_type(unit.types[param]));
  return signature;
}

}  // namespace

Functions functions_of(const vcode::Unit& unit, x86::Compiler& compiler) {
  Functions functions;
  for (const vcode::Function& function : unit.functions)
    functions.push_back(compiler.newFunc(signature_of(unit, function)));
  return functions;
}

void Emitter::begin(FuncNode* function) {
  if (target_.avx) function->frame().setAvxEnabled();
  if (target_.avx2) function->frame().setAvxCleanup();
  // (Registers that it only moves others to asmjit does not save, before 1.10.)
  function->frame().addDirtyRegs(x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15);
  words_register_ = cc_.newUIntPtr();
  function->setArg(0, words_register_);
  stopped_ = cc_.newLabel();
  left_ = cc_.newLabel();
  uses_ = vcode::uses(unit_);
  ones_.resize(unit_.types.size());
}

void Emitter::run(vcode::FunctionNumber number) {
  const vcode::Function& function = unit_.functions[number];
  FuncNode* const node = cc_.addFunc(functions_[number]);
  begin(node);
  for (std::uint32_t k = 0; k < function.params.size(); ++k) {
    const x86::Reg& own = register_of(function.params[k]);
    own.isGp() ? node->setArg(k + 1, own.as<Gp>()) : node->setArg(k + 1, own.as<Xmm>());
  }
  make_registers(vcode::uses(unit_, function));
  again_ = cc_.newLabel();
  instead_ = [this] { return again_; };
  enter(function);
  code(function.body);
  for (std::size_t k = 1; k < function.results.size(); ++k)
    store_word(words_.results + k - 1, function.results[k]);
  if (function.results.empty())
    cc_.ret();
  else if (is_general(function.results[0].type))
    cc_.ret(gp(function.results[0]));
  else
    cc_.ret(xmm(function.results[0]));
  registers_.end_all();
  emit_failures();
  emit_growths();
  emit_ends();
  cc_.endFunc();
}

void Emitter::enter(const vcode::Function& function) {
  constexpr std::int64_t kCall = 4;  // nanoseconds
  cc_.cmp(x86::rsp, word(Words::kFloor));
  cc_.jb(again_);
  spend(kCall + cost_of(function.body));
}

void Emitter::step(const vcode::Invoke& e) {
  std::vector<x86::Reg> args;
  for (const Operand& arg : e.args)
    args.push_back(is_general(arg.type) ? x86::Reg(gp(arg)) : x86::Reg(xmm(arg)));
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, functions_[e.function]->label(),
             signature_of(unit_, unit_.functions[e.function]));
  invoke->setArg(0, words_register_);
  for (std::uint32_t k = 0; k < args.size(); ++k)
    if (args[k].isGp())
      invoke->setArg(k + 1, args[k].as<Gp>());
    else
      invoke->setArg(k + 1, args[k].as<Xmm>());
  if (!e.to.empty()) {
    const x86::Reg& first = register_of(e.to[0]);
    first.isGp() ? invoke->setRet(0, first.as<Gp>()) : invoke->setRet(0, first.as<Xmm>());
  }
  cc_.cmp(word(Words::kStatus), 0);
  cc_.jne(left_);
  for (std::size_t k = 1; k < e.to.size(); ++k) load_word(e.to[k], words_.results + k - 1);
}

void Emitter::emit_ends() {
  const auto leave = [this](std::int64_t status) {
    cc_.mov(word(Words::kStatus), static_cast<std::int32_t>(status));
  };
  const bool is_called = again_.isValid();
  if (is_called) {
    cc_.bind(again_);
    leave(Code::kLong);
    cc_.jmp(left_);
  }
  cc_.bind(stopped_);
  leave(Code::kStopped);
  cc_.bind(left_);
  if (is_called) {
    cc_.ret();
    return;
  }
  const Gp says = cc_.newInt64();
  cc_.mov(says, word(Words::kStatus));
  cc_.ret(says);
}

}  // namespace laguz::machine
#endif
