// How core becomes vcode: one loop's lowering. Only vcode/ includes this.
#pragma once

#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "vcode/lower.hpp"

namespace laguz::vcode {

class Lowering {
 public:
  explicit Lowering(UseCounts uses) : uses_(uses) {}
  std::variant<Unit, WhyNot> run(const core::Stm& stm);

 private:
  /// An array, or part of one: elements of [array] from [first] on.
  struct View {
    ArrayNumber array = 0;
    Operand first{};
    Operands lengths{}, strides{};
  };
  /// What a loop around keeps, and a loop inside gives: numbers one after the other.
  struct Poured {
    ArrayNumber array;
    std::vector<std::size_t> row;  ///< notes of the lengths of what that gives
    bool found = false;
  };

  /// An array that is one number everywhere.
  struct Constant {
    Operand element;
    Operands lengths;
  };

  /// From now on nothing that is lowered matters.
  void refuse(std::string_view why) {
    if (!refused_) refused_ = WhyNot{why};
  }

  // ---- Values (lower.cpp)
  Value value(ScalarType type);
  Operand of(Value value) const { return {value, unit_.types[value], 0}; }
  static Operand i64(std::int64_t x) {
    return {{}, ScalarType::i64, static_cast<std::uint64_t>(x)};
  }
  Operand operand(const core::Atom& atom);
  Operands operands(const core::Atoms& atoms);
  Value bind(const core::Binder& binder);
  void add(Code& code, Node node);
  /// Of integers, or of what is no constant: what is known already is not computed again.
  Operand compute(std::string_view prim, ScalarType type, Operands args, Code& code);
  Operand plus(const Operand& a, const Operand& b, Code& code);
  Operand times(const Operand& a, const Operand& b, Code& code);
  SiteNumber site(Site::Kind kind, const core::Stm& stm);
  /// [code], in which more is known than around it.
  template <class Body>
  void inside(const Body& body) {
    known_.emplace_back();
    body();
    known_.pop_back();
  }

  // ---- Statements (lower.cpp)
  void body(const core::Body& body, Code& code);
  void statement(const core::Stm& stm, Code& code);
  void same(const core::Binder& binder, const core::Atom& atom);
  void apply(const core::Stm& stm, const core::PrimApp& app, Code& code);
  void assertion(const core::Stm& stm, const core::Assert& check, Code& code);
  void branch(const core::Stm& stm, const core::If& choice, Code& code);

  /// A branch of [stm], which may give what a loop around keeps.
  void pouring(const core::Stm& stm, const core::Body& branch, Code& code);
  void keep_constant(const Poured& to, const Constant& constant, Code& code);

  // ---- Arrays (lower_arrays.cpp)
  ArrayNumber given(const core::Binder& var, bool writable);
  ArrayNumber filled(ScalarType elem);
  View whole(ArrayNumber array) const;
  bool is_whole(const View& view) const;
  /// What is in memory now.
  View view(const core::Atom& atom);
  /// [var] is that, as long as nothing is written to it.
  void name(core::VarId var, View view);
  /// From now on [var], and nothing else, is what is in memory.
  void rename(View view, core::VarId var);
  void array_op(const core::Stm& stm, const core::ArrayApp& app, Code& code);
  void index(const core::Stm& stm, const core::Index& index, Code& code);
  void slice(const core::Stm& stm, const core::Slice& slice, Code& code);
  void update(const core::Stm& stm, const core::Update& update, Code& code);
  void add_to(const core::AccUpdate& update, Code& code);
  /// Checks as many [indices] of [view] as there are; where that element, or row, is.
  Operand place(const View& view, const Operands& indices, SiteNumber site, Code& code);
  void numbers(SiteNumber site, const Operands& indices, const Operands& lengths);
  void check_inside(const Operands& indices, const Operands& lengths, SiteNumber site, Code& code);
  /// What is one number everywhere, if [app] is.
  std::optional<Constant> constant(const core::ArrayApp& app);

  // ---- Loops (lower_loops.cpp)
  void repeat(const core::Stm& stm, const core::Loop& loop, Code& code);
  /// The names that arrays among its states have in it; of a loop inside, or the outermost.
  void begin_arrays(const core::Stm& stm, const core::Loop& loop, bool outermost);
  /// A state that nobody reads, neither inside nor after it.
  bool is_unread(const core::Stm& stm, const core::Loop& loop, std::size_t k) const;
  /// Its form, its body, and what its states, which have begun, become.
  void iterations(const core::Stm& stm, const core::Loop& loop, Repeat& step);
  /// Where each entry of its history goes.
  void begin_history(const core::Stm& stm, const core::Loop& loop, bool outermost);
  void keep(const core::Stm& stm, const core::Loop& loop, bool after, const Repeat& step,
            Code& code);
  /// Which of the states that are scalars parameter [k] is.
  static std::size_t number_of(const core::Loop& loop, std::size_t k);
  /// Whether somebody asks how many iterations it had.
  bool counts(const core::Stm& stm, const core::Loop& loop) const;
  /// Adds [step], a loop inside, and what is known after it.
  void end_loop(const core::Stm& stm, const core::Loop& loop, Repeat step, Code& code);

  UseCounts uses_;
  std::optional<WhyNot> refused_;
  Unit unit_;
  std::unordered_map<core::VarId, Operand> values_;
  std::unordered_map<core::VarId, View> views_;
  std::unordered_set<core::VarId> nowhere_;  ///< arrays that are not made: nobody may read them
  std::unordered_map<core::VarId, Constant> constants_;  ///< some of these
  /// By array: the variables that are what is in its memory.
  std::vector<std::unordered_set<core::VarId>> fresh_;
  std::unordered_set<ArrayNumber> writable_;
  std::unordered_map<core::VarId, Poured> poured_;  ///< by what a loop inside gives
  using Known =
      std::map<std::tuple<std::string_view, ScalarType, std::vector<std::uint64_t>>, Operand>;
  std::vector<Known> known_;
  std::map<std::tuple<core::VarId, std::size_t, std::uint32_t>, ArrayNumber> sums_;
};

}  // namespace laguz::vcode
