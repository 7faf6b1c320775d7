// Steps of vcode as x86-64 instructions. Only machine/ includes this, where there is asmjit.
#pragma once

#include <asmjit/asmjit.h>

#include <functional>
#include <optional>
#include <vector>

#include "machine/code.hpp"
#include "machine/registers.hpp"
#include "vcode/lifetimes.hpp"

namespace laguz::machine {

/// Whether numbers of [type] are in general registers.
inline bool is_general(support::ScalarType type) {
  return !support::is_float(type) || type == support::ScalarType::f16;
}

/// Those of a unit, by number.
using Functions = std::vector<asmjit::FuncNode*>;
Functions functions_of(const vcode::Unit& unit, asmjit::x86::Compiler& compiler);
/// About what [code] takes, in nanoseconds; what long loops in it take they see to themselves.
std::int64_t cost_of(const vcode::Code& code);
/// Of operands and results, as functions hand them over.
asmjit::TypeId abi_type(support::ScalarType type);

inline bool is_comparison(prims::Op op) { return op >= prims::Op::eq && op <= prims::Op::ge; }

/// A unit, or a function of its, as one function. A value has a register of its own: a general one,
/// with integers extended to 64 bits as support::Scalar keeps them, or the low part of a vector's.
/// No operation is contracted or put in another order; a primitive that has no instructions here is
/// called, and gives the tree walk's bits.
class Emitter {
 public:
  struct Target {
    bool avx = false, avx2 = false;
    const std::vector<bool>& dense;  ///< see Compiler::compile
  };
  /// [compiler] is attached to a holder of code, whose handler of errors throws: nothing here looks
  /// whether there was memory.
  Emitter(asmjit::x86::Compiler& compiler, const vcode::Unit& unit, const Words& words,
          Target target, const Functions& functions);
  void run();
  /// The function of that number.
  void run(vcode::FunctionNumber number);

 private:
  friend class VectorEmitter;  // iterations side by side, among what is emitted here
  using Gp = asmjit::x86::Gp;
  using Xmm = asmjit::x86::Xmm;
  using ScalarType = support::ScalarType;

  /// Where it goes on if a limit is passed.
  asmjit::Label limits();

  // ---- Functions (emitter_calls.cpp)
  void begin(asmjit::FuncNode* function);
  void step(const vcode::Invoke& e);
  /// What a function does before anything else.
  void enter(const vcode::Function& function);
  void emit_ends();

  // ---- Registers (emitter.cpp)
  /// Those of numbers that there are before, if [uses] says so, and of arrays.
  void make_registers(const std::vector<int>& uses);
  Gp gp(const vcode::Operand& operand);
  Xmm xmm(const vcode::Operand& operand);
  Gp gp(vcode::Value value) { return register_of(value).as<Gp>(); }
  Xmm xmm(vcode::Value value) { return register_of(value).as<Xmm>(); }
  /// One for ever, from when it is first asked for; others may have it after a value's last use.
  const asmjit::x86::Reg& register_of(vcode::Value value);
  static Registers::Kind kind_of(ScalarType type);
  /// What is in one step alone, as a value.
  vcode::Value passing(ScalarType type);
  void move(vcode::Value to, const vcode::Operand& from);
  void move_float(const Xmm& to, const Xmm& from);
  void load_word(vcode::Value to, std::size_t word);
  void store_word(std::size_t word, const vcode::Operand& from);
  asmjit::x86::Mem word(std::size_t number) const {
    return asmjit::x86::qword_ptr(words_register_, static_cast<std::int32_t>(8 * number));
  }
  /// A constant that instructions can hold.
  static std::optional<std::int32_t> immediate(const vcode::Operand& operand);
  /// An integer that is 1, whatever is in its register.
  bool is_one(const vcode::Operand& operand) const;
  /// Extends what is in the low part of [reg].
  void extend(const Gp& reg, ScalarType type);

  // ---- Control (emitter.cpp)
  /// [last]: the value that whoever runs the code asks for next, and nothing else.
  void code(const vcode::Code& code, std::optional<vcode::Value> last = {});
  void step(const vcode::Apply& e);
  void step(const vcode::Inside& e);
  void step(const vcode::Load& e);
  void step(const vcode::Store& e);
  void step(const vcode::Keep& e);
  void step(const vcode::Reserve& e);
  void step(const vcode::Swap& e);
  void step(const vcode::Clear& e);
  void step(const vcode::Count& e);
  void step(const vcode::Note& e) { store_word(words_.notes + e.number, e.value); }
  void step(const vcode::Check& e);
  void step(const vcode::Branch& e);
  void step(const vcode::Repeat& e) { repeat(e); }
  /// [array], a filled one, has room for [wanted] elements.
  void make_room(vcode::ArrayNumber array, const Gp& wanted);
  /// Nothing asks for it any more.
  void release(vcode::Value value);

  // ---- Loops, and what is seldom run (emitter_loops.cpp)
  void repeat(const vcode::Repeat& e);
  /// Stops before iteration kEnd; then, and only if nothing else ends it, [ended] is kLimit.
  void outermost(const vcode::Repeat& e, const Gp& ended);
  void body(const vcode::Repeat& e);
  void next_states(const vcode::Repeat& e);
  /// A number of iterations; a constant is above 0.
  struct Bound {
    std::optional<std::int32_t> constant{};
    Gp number{};
  };
  /// The index is 0; it goes to [end] if there are no iterations. The bound's register, if it has
  /// one, is the caller's.
  Bound begin(const vcode::Repeat::Upwards& form, const asmjit::Label& end);
  /// Goes to [end] if the index is the bound.
  void jump_at_end(const vcode::Repeat::Upwards& form, const Bound& bound,
                   const asmjit::Label& end);
  /// [turn], from the index on, which is below the bound.
  template <class F>
  void turns(const vcode::Repeat& e, const vcode::Repeat::Upwards& form, const Bound& bound,
             const F& turn);
  /// An iteration's time, unless whoever is around the loop spends that of all.
  void spend(const vcode::Repeat& e);
  /// So many nanoseconds.
  void spend(std::int64_t cost);
  void refuel();
  /// The label of the cold code that tells of [site]; of what is done instead, if there is that.
  asmjit::Label failure(vcode::SiteNumber site);
  void emit_failures();
  void emit_growths();

  // ---- Arrays (emitter.cpp)
  Gp data_of(vcode::ArrayNumber array);
  asmjit::x86::Mem element(vcode::ArrayNumber array, const vcode::Operand& at);
  asmjit::x86::Mem element(vcode::ArrayNumber array, const Gp& at);
  void load(vcode::Value to, ScalarType type, const asmjit::x86::Mem& from);
  void store(const asmjit::x86::Mem& to, const vcode::Operand& from);
  struct Array;
  /// The row that the next iteration reads, of those in dimension [dim]; if it is a long one, which
  /// the processor asks for by itself, the row itself.
  void look_ahead(Array& array, const vcode::Unit::Array& of, std::size_t dim);

  // ---- Primitives (emitter_prims.cpp)
  /// Whether there are instructions for it.
  bool as_instructions(const vcode::Apply& e);
  /// A comparison that is asked for once, at once: it need be no number.
  bool is_asked_next(const vcode::Apply& e, const std::optional<vcode::Value>& next) const;
  /// Sets the flags by the operands of a comparison, in their order or turned.
  void compare(const vcode::Apply& e, prims::Op op);
  void jump_unless(const vcode::Operand& condition, const asmjit::Label& to);
  bool of_integers(const vcode::Apply& e, prims::Op op);
  /// A product, if one of the two is a constant.
  bool by_constant(const vcode::Apply& e);
  bool of_floats(const vcode::Apply& e, prims::Op op);
  void comparison(const vcode::Apply& e, prims::Op op);
  bool conversion(const vcode::Apply& e);
  void selection(const vcode::Apply& e);
  void binary_float(const vcode::Apply& e, prims::Op op);
  void call(const vcode::Apply& e);

  // ---- Primitives by masks (emitter_masks.cpp)
  enum class Comparison : int { equal = 0, less = 1, at_most = 2, unordered = 3 };  ///< SSE's
  bool of_masks(const vcode::Apply& e, prims::Op op);
  /// All bits where that holds, none where it does not.
  Xmm where(const Xmm& a, Comparison how, const Xmm& b, ScalarType type);
  Xmm where(const vcode::Operand& a, Comparison how, const vcode::Operand& b) {
    return where(xmm(a), how, xmm(b), a.type);
  }
  enum class Bits { both, second_only, either, one };
  template <class B>
  Xmm of_bits(Bits what, const Xmm& a, const B& b);
  /// In all lanes of a vector: the sign's bit, or all others.
  asmjit::x86::Mem all_bits(ScalarType type, bool sign);

  const vcode::Unit& unit_;
  const Words& words_;
  Target target_;
  const Functions& functions_;
  vcode::Lifetimes lifetimes_;
  asmjit::x86::Compiler& cc_;
  Registers registers_;
  std::vector<ScalarType> types_;            ///< by value: those of the unit, and passing ones
  std::vector<asmjit::x86::Reg> of_values_;  ///< by value
  Gp words_register_;
  Gp fuel_;  ///< in a function: none, that is in its word
  struct Array {
    /// [count] of elements, if it is filled. Where there are functions, none: they are in words.
    Gp data, count;
    Gp before{};  ///< what [data] is for the row that the next iteration reads
    std::size_t words;
  };
  std::vector<Array> arrays_;
  struct Failure {
    vcode::SiteNumber site;
    asmjit::Label label;
  };
  std::vector<Failure> failures_;
  std::vector<int> uses_;                ///< by value
  std::vector<bool> ones_;               ///< by value: it is the stride of what is dense
  const vcode::Apply* asked_ = nullptr;  ///< the comparison that is still to be made
  struct Pause {
    asmjit::Label label, back;
  };
  std::vector<Pause> pauses_;
  struct Growth {
    vcode::ArrayNumber array;
    asmjit::Label label, back;
    Gp wanted;
  };
  std::vector<Growth> growths_;
  asmjit::Label stopped_, left_, again_;
  std::function<asmjit::Label()> instead_;  ///< of code that does not fail itself
};

template <class F>
void Emitter::turns(const vcode::Repeat& e, const vcode::Repeat::Upwards& form, const Bound& bound,
                    const F& turn) {
  const asmjit::Label top = cc_.newLabel();
  const Gp index = gp(form.index);
  cc_.bind(top);
  turn();
  spend(e);
  cc_.inc(index);
  bound.constant ? cc_.cmp(index, *bound.constant) : cc_.cmp(index, bound.number);
  support::is_signed(form.bound.type) ? cc_.jl(top) : cc_.jb(top);
}

}  // namespace laguz::machine
