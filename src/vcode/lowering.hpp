// How core becomes vcode: one loop's lowering. Only vcode/ includes this.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "vcode/lower.hpp"

namespace laguz::vcode {

/// What is found out about a loop's arrays while it is lowered, and it is lowered again with.
struct Arrays {
  std::unordered_set<core::VarId> moving;  ///< states that change places
  std::unordered_set<core::VarId> copies;  ///< what would overwrite arrays that are read later

  std::size_t size() const { return moving.size() + copies.size(); }
};

class Lowering {
 public:
  Lowering(UseCounts uses, Arrays& found, const std::optional<MapOf>& map)
      : uses_(uses), found_(found), map_(map) {}
  std::variant<Unit, WhyNot> run(const core::Stm& stm);
  /// A call of [function], which may call others of [program], and itself.
  std::variant<Unit, WhyNot> run(const core::Program& program, core::FunId function);

 private:
  /// An array, or part of one: in memory, elements of [array] from [first] on; or [first]
  /// everywhere; or [first], and [strides] more for each index.
  struct View {
    enum class Kind : std::uint8_t { memory, constant, counted };
    ArrayNumber array = 0;
    Operand first{};
    Operands lengths{}, strides{};
    Kind kind = Kind::memory;

    bool is_memory() const { return kind == Kind::memory; }
    /// From index [from] of dimension [dim] on, that and all before it being at [at].
    View from(std::size_t dim, Operand at) const;
  };
  /// What a loop around keeps, and a loop inside gives: numbers one after the other.
  struct Poured {
    ArrayNumber array;
    std::vector<std::size_t> row;  ///< notes of the lengths of what that gives
    bool found = false;
  };

  /// Of copies, and of widths: more elements are better in lanes.
  static constexpr std::int64_t kMostCopied = 1 << 16, kMostWide = 1 << 16, kMostProducts = 1024;
  /// Of what is joined.
  static constexpr std::int64_t kMostRows = std::int64_t{1} << 31;

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
  Operand minus(const Operand& a, const Operand& b, Code& code);
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
  /// Statement [s], and those behind it that it is lowered with: how many.
  std::size_t statements(const core::Body& body, std::size_t s, Code& code);
  void same(const core::Binder& binder, const core::Atom& atom);
  void apply(const core::Stm& stm, const core::PrimApp& app, Code& code);
  void assertion(const core::Stm& stm, const core::Assert& check, Code& code);
  void branch(const core::Stm& stm, const core::If& choice, Code& code);

  /// An array that is one or the other.
  struct Choice {
    core::VarId var;
    ArrayNumber array;
    Operands lengths;
  };
  Choice choose(const core::Binder& binder, const View& yes, const View& no, Branch& step);
  /// A branch of [stm], which may give what a loop around keeps.
  void pouring(const core::Stm& stm, const core::Body& branch, Code& code);
  /// Appends all of [from].
  void keep_all(ArrayNumber to, const View& from, Code& code);
  /// Whoever runs the unit is told [lengths] of what goes there, if nobody else knows.
  void note_lengths(const Poured& to, const Operands& lengths, Code& code);

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
  /// Whether [by] may be made where [view] is: that is all of an array that nobody reads later.
  bool may_overwrite(const View& view, core::VarId by) const;
  /// Nothing that has been in memory there is any more, because of [by].
  void overwrite(ArrayNumber array, core::VarId by);
  void array_op(const core::Stm& stm, const core::ArrayApp& app, Code& code);
  void index(const core::Stm& stm, const core::Index& index, Code& code);
  void note_backwards(const View& of, const Operands& indices);
  void slice(const core::Stm& stm, const core::Slice& slice, Code& code);
  void update(const core::Stm& stm, const core::Update& update, Code& code);
  void add_to(const core::Stm& stm, const core::AccUpdate& update, Code& code);
  /// Whether as many [lengths] as there are [indices] are above these.
  Operand within(const Operands& indices, const Operands& lengths, Code& code);
  void add_one(ArrayNumber array, const Operand& at, const Operand& what, Code& code);
  /// Checks as many [indices] of [view] as there are; where that element, or row, is.
  /// All of what the accumulator's updates add to.
  View sums_of(const core::AccUpdate& update, std::size_t part, std::size_t rank);
  Operand place(const View& view, const Operands& indices, SiteNumber site, Code& code);
  void numbers(SiteNumber site, const Operands& indices, const Operands& lengths);
  void check_inside(const Operands& indices, const Operands& lengths, SiteNumber site, Code& code);
  /// The element of it at [indices], all of which are inside.
  Operand read(const View& view, const Operands& indices, Code& code);
  Operand place_of(const View& view, const Operands& indices, Code& code);

  // ---- Arrays that are made (lower_made.cpp)
  /// Numbers of 64 bits tell their product, as far as they are known before the loop.
  void limit_lengths(const Operands& lengths);
  Operand size_of(const Operands& lengths, Code& code);
  /// The same; or, if a number of 64 bits does not tell it, more than there is memory.
  Operand room_for(const Operands& lengths, Code& code);
  Operand about_of(const Operand& number, Code& code);
  /// [exact], which wraps, unless [about], the same in floating point, is 2^62 or more: that then.
  Operand or_most(const Operand& exact, const Operand& about, Code& code);
  Operands dense_strides(const Operands& lengths, const Operand& last, Code& code);
  /// A new one, of anything.
  View make(ScalarType elem, const Operands& lengths, Code& code);
  View copied(const View& from, ScalarType elem, Code& code);
  void copy_into(const View& to, const View& from, Code& code);
  /// [body] for all indices below [lengths], the last one fastest.
  void each(const Operands& lengths, Code& code,
            const std::function<void(const Operands&, Code&)>& body);
  /// Fails unless lengths are the same.
  void check_same(const Operands& a, const Operands& b, Site::Kind kind, const core::Stm& stm,
                  Code& code);
  void literal(const core::Stm& stm, const core::ArrayLit& literal, Code& code);
  void concat(const core::Stm& stm, const core::ArrayApp& app, Code& code);
  void rotate(const core::Stm& stm, const core::ArrayApp& app, Code& code);
  void update_part(const core::Stm& stm, const core::Update& update, Code& code);
  void with_acc(const core::Stm& stm, const core::WithAcc& with, Code& code);
  /// What [dims] are of [view].
  View part(const View& view, const std::vector<core::DimSlice>& dims, const core::Stm& stm,
            Code& code);

  // ---- Soacs (lower_soacs.cpp)
  struct Turns;
  void soac(const core::Stm& stm, const core::Soac& soac, Code& code);
  Turns begin_turns(const core::Stm& stm, const core::Soac& soac, Code& code);
  void end_turns(const Turns& turns);
  /// How many updates, which come just behind [stm], take all that it makes, and nobody else does:
  /// vectors of numbers, that are added as they are made then.
  std::size_t added_behind(const core::Stm& stm, std::span<const core::Stm> behind) const;
  void add_made(const core::Stm& stm, std::span<const core::Stm> updates, Code& code);
  /// Where its arrays go.
  void begin_results(Turns& turns, Code& code);
  /// All iterations; what is folded.
  Operands folds_of(const Turns& turns, Code& code);
  /// Iteration [index], without what folds.
  void turn(const Turns& turns, const Operand& index, Code& code);
  Operands combined(const core::Lambda& op, const Operands& a, const Operands& b, Code& code);
  std::vector<Repeat::State> neutrals(const core::Atoms& all);
  /// Folds as one, of those that are not long; or a piece after the other.
  Operands linear(const Turns& turns, Code& code);
  Operands pieces(const Turns& turns, Code& code);
  /// [length] iterations from [first] on, more than none; one of either shape.
  Operands block(const Turns& turns, const std::vector<View>& accumulators, const Operand& first,
                 const Operand& length, Code& code);
  /// [element], that many elements behind the first of its block, goes to its accumulator of [all],
  /// which becomes what [sum] makes of what it was.
  void accumulate(const View& all, const Operand& index, const Operand& in_block,
                  const Operand& element, Code& code,
                  const std::function<Operand(const Operand&)>& sum);
  Operands chunk(const Turns& turns, const std::vector<Repeat::State>& neutral,
                 const Operand& first, const Operand& length, Code& code);
  bool is_product(const core::Soac& soac) const;
  void limit(const Operand& value, std::int64_t most, bool matters);

  // ---- Loops (lower_loops.cpp)
  void repeat(const core::Stm& stm, const core::Loop& loop, Code& code);
  /// The names that arrays among its states have in it; of a loop inside, or the outermost.
  void begin_arrays(const core::Stm& stm, const core::Loop& loop, bool outermost, Code& code);
  /// What states that are arrays become.
  void next_arrays(const core::Stm& stm, const core::Loop& loop, ArrayNumber first, Code& code);
  /// Iteration [index] of a map, which gives a row of each state.
  void map_body(const core::Stm& stm, const core::Loop& loop, const Operand& index, Code& code);
  /// Which of its results [stm], a statement of it, makes for that alone of numbers.
  std::optional<std::size_t> given_by(const core::Stm& stm, const core::Loop& loop) const;
  void give_literal(const core::Stm& stm, const core::Loop& loop, std::size_t k,
                    const core::ArrayLit& literal, const Operand& index, Code& code);
  void give_row(const core::Stm& stm, const core::Loop& loop, std::size_t k, const Operand& index,
                Code& code);
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
  /// Limits of what is known before the loop.
  void end_limits();
  /// Whether somebody asks how many iterations it had.
  bool counts(const core::Stm& stm, const core::Loop& loop) const;
  /// Adds [step], a loop inside, and what is known after it.
  void end_loop(const core::Stm& stm, const core::Loop& loop, Repeat step, Code& code);

  // ---- Functions (lower_calls.cpp)
  void call(const core::Stm& stm, const core::Call& call, Code& code);
  FunctionNumber number_of(core::FunId function);
  void may_call(const core::Function& function);
  /// By parameter of a function: the array that it is in all calls, if it is one.
  using Handed = std::vector<std::optional<ArrayNumber>>;
  Handed handed(const core::Atoms& args);
  /// Parameters are those, and numbers.
  void enter(const core::Function& function, const Handed& arrays);
  /// What [function] gives, written where it is called.
  Operands written_out(const core::Function& function, const Handed& arrays, const Operands& args,
                       Code& code);
  /// Appends to a tape.
  void tape(const core::Stm& stm, const core::AccUpdate& update, Code& code);
  void lower(const core::Function& function, FunctionNumber number);

  const core::Program* program_ = nullptr;  ///< of the functions that may be called
  std::vector<core::FunId> called_;         ///< by number
  std::vector<Handed> handed_;              ///< likewise
  std::unordered_map<core::VarId, ArrayNumber> tapes_;
  int levels_ = 0;  ///< so many calls in one another may be written out
  UseCounts uses_;
  Arrays& found_;
  const std::optional<MapOf>& map_;
  const core::Loop* map_loop_ = nullptr;  ///< the outermost one, if that is a map's
  Operand stripe_ = i64(0);               ///< of a map's iteration
  std::optional<WhyNot> refused_;
  Unit unit_;
  std::unordered_map<core::VarId, Operand> values_;
  std::unordered_map<core::VarId, View> views_;
  std::unordered_set<core::VarId> nowhere_;  ///< arrays that are not made: nobody may read them
  /// By array: the variables that are what is in its memory.
  std::vector<std::unordered_set<core::VarId>> fresh_;
  std::unordered_map<core::VarId, core::VarId> overwritten_;  ///< by what, for some of the rest
  std::unordered_set<ArrayNumber> writable_;
  std::unordered_map<core::VarId, Poured> poured_;  ///< by what a loop inside gives
  using Known =
      std::map<std::tuple<std::string_view, ScalarType, std::vector<std::uint64_t>>, Operand>;
  std::vector<Known> known_;
  std::map<std::tuple<core::VarId, std::size_t, std::uint32_t>, ArrayNumber> sums_;
  std::unordered_map<core::VarId, std::vector<View>> accs_;  ///< that it makes
  std::unordered_map<ArrayNumber, View> extents_;            ///< all of each
  std::unordered_set<ArrayNumber> scratch_;  ///< made, and nobody's when it is made again
  Operand product_ = i64(1);                 ///< of the widths of Soacs around
  int soacs_ = 0;                            ///< how many these are
  bool is_chosen_ = false;                   ///< one of these is there in two shapes
  struct Wide {
    Operand value;
    std::int64_t most;
    bool matters;  ///< to what is computed
  };
  std::vector<Wide> wide_;
  std::unordered_set<Value> counted_;  ///< indices of loops
  std::unordered_set<Value> falling_;  ///< some number minus one of those
  std::unordered_map<core::VarId, std::vector<std::size_t>> rows_;  ///< notes, by what is kept
  /// Lengths, by what loops inside keep of states that are nowhere.
  std::unordered_map<core::VarId, Operands> kept_rows_;
};

}  // namespace laguz::vcode
