// Registers of asmjit's, which has any number of them: few, for its time grows with that number.
#pragma once

#include <asmjit/asmjit.h>

#include <array>
#include <unordered_map>
#include <vector>

namespace laguz::machine {

class Registers {
 public:
  using Gp = asmjit::x86::Gp;
  using Xmm = asmjit::x86::Xmm;
  enum class Kind : std::uint8_t { general, f64, f32, vector, wide };  ///< of 128 bits, of 256

  /// [values]: how many there are. Where they are few, each has a register of its own: asmjit
  /// chooses better then which of them stay in the processor.
  Registers(asmjit::x86::Compiler& compiler, std::size_t values)
      : cc_(compiler), again_(values > kFew) {}

  /// One that nothing is in; it is the caller's until it is released.
  asmjit::x86::Reg take(Kind kind) {
    std::vector<asmjit::x86::Reg>& free = free_of(depth_, kind);
    if (!free.empty()) {
      const asmjit::x86::Reg reg = free.back();
      free.pop_back();
      return reg;
    }
    const asmjit::x86::Reg made = make(kind);
    depths_[made.id()] = depth_;
    return made;
  }
  /// It is free after the next step. (A comparison may be made at the beginning of that.)
  void release(const asmjit::x86::Reg& reg, Kind kind) { ended_.push_back({reg, kind}); }
  /// Loops that are deeper have others: which of them stay in the processor is decided for each.
  void enter_loop() { ++depth_; }
  void leave_loop() { --depth_; }

  /// One for the present step.
  Gp general() { return passing(Kind::general).as<Gp>(); }
  Xmm xmm(bool wide) { return passing(wide ? Kind::f64 : Kind::f32).as<Xmm>(); }
  Xmm vector() { return passing(Kind::vector).as<Xmm>(); }
  asmjit::x86::Vec vector(Kind kind) { return passing(kind).as<asmjit::x86::Vec>(); }

  void end_step() {
    for (const Ended& one : ending_)
      if (again_) free_of(depths_[one.reg.id()], one.kind).push_back(one.reg);
    ending_.swap(ended_);
    ended_.clear();
  }
  /// What is free is not used again: from here on it is seldom run, and comes from anywhere.
  void end_all() {
    free_.clear();
    ending_.clear();
    ended_.clear();
  }

 private:
  asmjit::x86::Reg passing(Kind kind) {
    const asmjit::x86::Reg reg = take(kind);
    release(reg, kind);
    return reg;
  }

  asmjit::x86::Reg make(Kind kind) {
    switch (kind) {
      case Kind::general: return cc_.newInt64();
      case Kind::f64: return cc_.newXmmSd();
      case Kind::f32: return cc_.newXmmSs();
      case Kind::vector: return cc_.newXmm();
      case Kind::wide: return cc_.newYmm();
    }
    return {};
  }
  std::vector<asmjit::x86::Reg>& free_of(std::size_t depth, Kind kind) {
    if (free_.size() <= depth) free_.resize(depth + 1);
    return free_[depth][static_cast<std::size_t>(kind)];
  }

  struct Ended {
    asmjit::x86::Reg reg;
    Kind kind;
  };
  static constexpr std::size_t kFew = 500;
  asmjit::x86::Compiler& cc_;
  const bool again_;
  std::vector<std::array<std::vector<asmjit::x86::Reg>, 5>> free_;  ///< by depth and kind
  std::unordered_map<std::uint32_t, std::size_t> depths_;           ///< by id: where it was made
  std::size_t depth_ = 0;                                           ///< of loops
  std::vector<Ended> ended_, ending_;  ///< in this step, in the one before it
};

}  // namespace laguz::machine
