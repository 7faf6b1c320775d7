// The forward walk of simplification. Only core/ includes this.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/call_sites.hpp"
#include "core/checks.hpp"
#include "core/facts/facts.hpp"
#include "core/passes.hpp"
#include "core/runs.hpp"
#include "core/simplifier/loops/own_rows.hpp"
#include "core/simplifier/seen.hpp"
#include "core/walk.hpp"

namespace laguz::core::simplifier {

using facts::Facts;
using facts::Length;
using Message = decltype(Assert::message);

/// Whether [exp] derives its lambda in reverse mode.
bool is_reverse(const Exp& exp);

/// Simplifies a body, again and again if asked: what a run learns of loops serves the next one.
class Simplifier {
 public:
  /// What [nothing] is known of every variable when a run begins. Bodies are run once, or [often].
  explicit Simplifier(Program& program, Facts nothing = Facts(false), Runs runs = Runs::once,
                      Checks checks = Checks::before)
      : program_(program),
        nothing_(std::move(nothing)),
        runs_(runs),
        checks_(checks),
        facts_(nothing_),
        seen_(program) {}
  void run(Body& body);
  /// A run that takes what loops read where they do not write out of them, in what is derived in
  /// reverse mode (apart_reads.cpp). They stay loops.
  void take_apart_reads(Body& body);
  /// The last run has learnt what may serve another one.
  bool learnt() const { return learnt_; }
  /// Statements that could fail and, as the last run has found, cannot where they stand: in how
  /// many bodies that is already certain, wherever there the operands are visible.
  const Scopes& safe_scopes() const { return safe_scopes_; }

 private:
  /// What a Soac asserts in each of its iterations: [steps] compute it from elements.
  struct FoundTrue {
    Atom width;
    Atoms arrays;
    Binders elements;
    std::vector<Stm> steps;
    Atom condition;
  };
  /// A body being written. Statements are placed in the innermost one or, when they do not depend
  /// on the iteration, in one further out: just before the statement that is being read there.
  struct Frame {
    bool repeated = false;  ///< a lambda's or a loop's: may run often, or never
    /// Runs so often (not if negative), if it is that simple.
    std::optional<Atom> trips = std::nullopt;
    bool conditional = false;  ///< a branch
    bool ordered = false;      ///< has traces, or calls
    Atoms asserted = {};       ///< what its assertions say
    std::vector<Stm> out = {};
    std::vector<Seen::Number> seen = {};  ///< of this frame's statements in [seen_]
    /// A number that is read of an array of [again_].
    struct Read {
      VarId array;
      Atom index, number;
    };
    std::vector<Read> read = {};
    std::vector<FoundTrue> found = {};  ///< by its Soacs
  };
  /// What computes a number in the iterations of a loop of which [index] is the number.
  struct Again {
    VarId index;
    std::vector<Stm> stms;
  };
  static constexpr int kNoStatement = -1;
  static constexpr std::int64_t kFew = 16;
  /// A result of branches: what they give, if that is bound around them.
  struct Chosen {
    Binder result;
    std::optional<Atom> yes, no;
  };
  /// A number that a Soac's iterations count.
  struct IotaParam {
    Soac* soac;
    int depth;  ///< of the Soac's statement
  };
  /// A result of a map: few steps from elements of its operands.
  struct Map {
    Atoms arrays;
    Lambda lambda;
  };
  /// A number that is the one of a loop's iteration plus some number, or some number minus it: the
  /// statements that say which.
  struct Shifted {
    std::vector<Stm> steps{};
    bool down = false;
  };
  /// What an iteration of a loop has of an array for itself.
  struct Owned {
    Place place;
    std::size_t dim = 0;  ///< the one in which iterations differ
    Shifted number{};     ///< that they have there
  };
  /// What a variable is an element or a row of.
  struct ElementOf {
    Index index;
    int depth;  ///< of its statement; kNoStatement: it is a Soac's operand
    int found;  ///< where its statement stood before it was moved there
    Span span;
    std::shared_ptr<const CallSite> inlined_at;
  };

  /// [learn] what is true in it; [look] at its end, where all of it is known.
  void in(Body& body, const Binders& params, Frame frame,
          const std::function<void()>& learn = nullptr,
          const std::function<void()>& look = nullptr);
  void take_in(Body& body);
  void place(Stm&& stm);
  std::optional<Atom> added_to_nothing(const Stm& stm) const;
  void place_at(Stm&& stm, int target);
  void resolve(Atom& atom) const;
  void alias(const Binder& binder, Atom atom);

  const Stm& statement_at(const Seen::At& at) const {
    return frames_[static_cast<std::size_t>(at.frame)].out[at.place];
  }
  bool shared(const Stm& stm, int target);
  std::optional<Atom> value_of(Stm& stm);
  std::optional<Atom> value_of(Stm& stm, Index& index);
  Atom viewed(Atom array) const;
  Atom length_of_view(const Stm& stm, const Atom& view, int d);
  Atom inside(const Stm& stm, const Atom& view, const std::vector<DimSlice>& dims);
  std::optional<Atom> exists(const Stm& stm, Atom view);
  bool skips_view(const Atom& view, const std::vector<DimSlice>& dims, const Atom& inside) const;
  bool reads_through(const Stm& stm, const Atom& view, const std::vector<DimSlice>& dims,
                     Atom& inside);
  /// Dimensions of an array, of which those from the [first] on are what an error tells.
  struct ToldDims {
    std::vector<DimSlice> dims;
    std::size_t first = 0;
  };
  bool assert_inside(const Stm& stm, const Atom& view, const ToldDims& told, const Atom& inside);
  /// Places one after the other, as the [number] of an iteration counts; or the numbers of
  /// several, of which that is the outermost.
  struct Range {
    Atom start, count, number{};
    /// They are gone through by columns, in rows of so many.
    std::optional<Atom> columns{};
    std::optional<Atom> last{};  ///< the innermost number, if there are several

    Atom innermost() const { return last.value_or(number); }
  };
  struct IndexStep {
    std::size_t first, end;
    Span span;
  };
  static IndexStep step_of(const Stm& stm, const Index& index, std::size_t dim);
  /// What is read of an array, in which dimensions that may be outside, and the steps of these.
  struct Reading {
    Atom view;
    std::vector<DimSlice> dims;
    std::vector<std::size_t> asked;
    std::vector<IndexStep> steps;
  };
  struct RangeOfDim {
    std::size_t dim;
    Range range;
  };
  std::optional<Reading> reading_of(const Stm& stm) const;
  Length length_in(const Reading& reading, std::size_t dim) const;
  std::optional<std::vector<RangeOfDim>> ranges_of(const Stm& near, const Reading& reading,
                                                   int& deepest);
  bool reads_as_in_first(Reading& reading, int deepest) const;
  Atom begins_in(const Stm& near, const Range& range, const Atom& length);
  Atom both(const Stm& near, const Atom& a, const Atom& b);
  bool assert_inside(const Stm& stm, Reading reading, const std::vector<RangeOfDim>& ranges,
                     int deepest);
  std::optional<Range> range_of(const Atom& index) const;
  std::optional<Range> flat_range_of(const Stm& near, const Atom& index);
  static bool reads_sums(const Body& body, VarSet& products, VarSet& sums);
  Atom count_of_all(const Stm& near, const Atoms& lengths);
  Atoms natural_lengths(const Stm& near, Atoms lengths);
  bool is_asserted(const Atom& condition, const Atoms& more) const;
  std::optional<Atom> as_matrix(const Stm& near, const Atom& array, std::size_t dim, Atoms lengths,
                                const std::vector<Atoms>& trips);
  void read_matrices(Stm& stm);
  static bool reshapes_parts(const Body& body, VarSet& parts);
  void take_matrices_before(Stm& stm);
  void take_matrices_before(Stm& stm, VarSet& inside, std::unordered_map<VarId, Slice>& parts);
  std::optional<Slice> as_seen_outside(Slice slice, const VarSet& inside) const;
  std::optional<Atom> matrix_of_part(const Stm& near, const Slice& part, const Atoms& shape);
  Atom is_range_in(const Stm& near, const Range& range, const Atom& length);
  Atom first_outside(const Stm& near, const Range& range, const Atom& length);
  bool always_comes(int depth) const;
  void ask_bounds_before(const Stm& stm);
  Atom checked(const Stm& stm, const Atom& inside, const Atom& at, const Atom& array,
               std::size_t dim, const Atom& from);
  Atom either(const Stm& near, const Atom& condition, const Atom& yes, const Atom& no);
  DimSlice part_of_part(const Stm& stm, const Atom& place, const DimSlice& outer,
                        const DimSlice& inner);
  Atom moved(const std::optional<Atom>& start, const Atom& by, const Stm& near);
  std::optional<Exp> through_slice(const Stm& stm, const Index& index);
  std::optional<Exp> through_turned(const Stm& stm, const Index& index);
  void find_overwritten(const Body& body);
  std::optional<Atom> same_as_copy(const Stm& stm, const ArrayApp& app) const;
  void note_map(const Stm& stm);
  std::optional<Exp> through_map(const Stm& stm, const Index& index);
  bool turned_again(ArrayApp& app) const;
  std::optional<Slice> slice_of_slice(const Stm& stm, const Slice& slice);
  std::optional<Index> as_row(const Stm& stm, const Slice& slice);
  std::optional<Atom> part_of_row(const Stm& near, const Slice& slice);
  Atom number_of(const ArrayApp& iota, const Atom& at, const Stm& near);
  Atom view_of(const Stm& near, Exp exp, Type type, int depth);
  Atom view_here(const Stm& near, Exp exp, Type type, int depth);
  bool replaces_all(const Update& update) const;
  void drop_overwritten(Body& body) const;
  bool is_unread(const Body& body, std::size_t stm,
                 const std::unordered_map<VarId, std::size_t>& last) const;
  Atom index_of(const Facts::Widened& number, const Stm& near);
  std::optional<PrimApp> remainder(const PrimApp& prim, const Stm& near);
  void count_in_indices(const Stm& near, Loop& loop);
  void count_trips(Stm& stm, Loop& loop);
  std::optional<Atom> on_ring(const Stm& near, const Facts::RingPlace& at, const Atom& width);
  bool gather_steps(const Stm& stm, Index& index, bool stays = false);
  bool reads_little(const Atom& row, std::size_t dims, Atoms counts) const;
  bool is_beside(const Index& index) const;
  void note_read_across(const Body& body, const Soac& soac);
  bool is_outside(const Atom& array, int depth) const;
  bool is_little(std::vector<Length> lengths, int from, Atoms counts) const;
  std::optional<Slice> slice_of_array(const Stm& near, const Slice& slice);
  bool number_operand(const Stm& near, const Atom& number);
  std::optional<std::size_t> operand_dimension(const Index& index) const;
  void take_operand(const Stm& near, Index& index, std::size_t dim);
  Atom element_of(const Atom& array, const Atom& number, const IotaParam& around);
  void learn_row(const Binder& row, const Atom& array, const Atom& number);
  std::optional<Atom> joined_length(const Stm& near, const Length& length);
  std::optional<Atom> chosen_length(const Length& length);
  /// [number], or, if those are [trips], so many if that is not negative.
  struct Side {
    Atom number;
    bool trips = false;
  };
  Atom atom_of(const Side& side, Body& body, const Stm& near);
  Atom give_length(Stm& stm, If& choice, std::pair<Side, Side>& sides);
  void note_lengths(Stm& stm, If& choice);
  std::optional<Atom> negated(const Atom& atom) const;
  void note_sign(const Stm& stm);
  bool in_sight(const PrimApp& e);
  std::optional<Atom> move_signs(const Stm& stm, PrimApp& prim);
  bool replaced(Stm& stm);
  bool replaced(Stm& stm, Loop& loop);
  bool replaced(Stm& stm, Soac& soac);
  bool is_of_nothing(const Soac& soac) const;
  void place_nothing(const Stm& stm, const Soac& soac);
  bool replaced(const Stm& stm, const AccUpdate& update);
  Atoms placed(const Body& body, Substitution substitution, CallSites* turn = nullptr);
  Atom element(const Stm& near, const Atom& array, std::int64_t i, const Atom& width);
  std::optional<Atoms> elements_of(const Atom& array) const;
  std::optional<Exp> with_element(const Update& update) const;
  std::vector<Stm> give_elements(Stm& stm, If& choice);
  bool is_unneeded(const If& choice) const;
  bool is_by_number(const WithAcc::Acc& acc, const Soac& soac, const AccUpdate& update);
  std::vector<Stm> drop_accumulators(Stm& stm, WithAcc& with);
  void drop_outer_results(Stm& stm, WithAcc& with);
  bool mapped_accumulator(WithAcc& with, const WithAcc::Acc& acc);
  std::optional<Exp> added_accumulator(Stm& stm, WithAcc& with, const WithAcc::Acc& acc);
  Atom added_reduction(Stm& stm, const Atom& value, const Atom& zero);
  std::vector<Stm> add_to_rows(Stm& stm, WithAcc& with);
  std::vector<Stm> add_to_columns(Stm& stm, WithAcc& with);
  std::vector<Stm> turn_signs(Stm& stm, WithAcc& with);
  std::vector<Stm> turn_sums(Stm& stm, Soac& soac);
  void splice(Body& body, const Binders& binders);

  void inner_bodies(Stm& stm);
  std::vector<Stm> inner_bodies(Stm& stm, If& choice);
  bool is_safe_around(const Stm& stm) const;
  void resolve_all(Body& body) const;
  void read_before(If& choice);
  void take_from_before(If& choice);
  std::vector<Stm> write_after(Stm& stm, If& choice);
  void note_chosen(const Stm& stm, const If& choice);
  std::vector<VarId> know_chosen(const Atom& condition, bool value);
  void learn_operands(const Lambda& op, const Atoms& neutral);
  void inner_bodies(Stm& stm, Loop& loop);
  void inner_bodies(Stm& stm, Soac& soac);
  static PrimApp selection(const Atom& condition, const Atom& yes, const Atom& no);
  void drop_invariants(Stm& stm, Loop& loop);
  void drop_equal_histories(Stm& stm, Loop& loop);
  void drop_known(Stm& stm, Loop& loop);
  static void drop_histories(Stm& stm, Loop& loop, const std::vector<bool>& kept);
  void read_apart(Loop& loop);
  bool is_place_here(const Atom& array, const std::vector<DimSlice>& dims) const;
  std::vector<Stm> own_rows(Stm& stm, Loop& loop);
  void own_element(Stm& stm, Loop& loop, std::size_t param, std::vector<Stm>& after);
  bool is_inside(const Atom& array, const Place& place) const;
  std::optional<Shifted> shifted(const Loop& loop, Atom number) const;
  std::optional<Owned> owned(const Loop& loop, std::size_t param) const;
  Exp row_at(const Owned& owned, const Atom& array, const Atom& number) const;
  Binder put_back(const Stm& stm, const Loop& loop, std::size_t param, const Owned& owned,
                  const Atom& width, std::vector<Stm>& after);
  std::vector<Stm> keep_rows(Stm& stm, Loop& loop);
  const Facts::Parts* parts_at(const Loop& loop, const std::vector<DimSlice>& dims) const;
  std::optional<Stm> keep_parts(Stm& stm, Loop& loop, std::size_t k);
  std::vector<Stm> keep_shaped(Stm& stm, Loop& loop, std::size_t k);
  Atom placed_nothing(const Stm& near, Type type);
  bool is_kept(const Atom& array) const;
  static std::optional<Again> again_of(const Loop& loop, const Atom& result);
  void note_again(const Stm& stm, const Loop& loop);
  std::optional<Atom> kept_of(const PrimApp& prim);
  bool computes(const Again& again, const Atom& number, const PrimApp& prim);
  Atom atom_of(const Length& length, const Stm& near);
  void from_the_end(const Stm& near, Index& index);
  void learn_stacked(const Stm& stm, const Loop& loop, std::size_t entry);
  std::vector<bool> lengths_kept(const Stm& near, const Loop& loop, std::size_t param);
  bool find_stable_lengths(const Stm& stm, const Loop& loop, std::size_t param,
                           const std::vector<bool>& kept);
  void learn_stable_lengths(const Loop& loop, std::size_t param);
  void drop_uniform_operands(const Stm& stm, Soac& soac);
  void drop_equal_operands(Soac& soac);
  void drop_zeros(const Stm& near, const Binder& param, const ArrayApp& zeros);
  void drop_results(Stm& stm, Soac& soac);
  template <class Operator>
  void drop_choices(const Stm& stm, const std::vector<Operator>& operators, const Atoms& results,
                    const std::vector<std::vector<std::size_t>>& places, std::vector<bool>& kept,
                    std::vector<bool>& kept_operators);
  template <class Operator>
  std::size_t drop_operators(const Stm& stm, std::vector<Operator>& operators, const Atoms& results,
                             std::size_t from, std::vector<bool>& kept);

  int home_of(const Stm& stm) const;
  int home_of(const Soac& soac, const Exp& exp) const;
  int home_of_costly(int deepest_operand) const;
  int depth_of_operands(const Exp& exp) const;
  void place_assertion(Stm&& stm);
  void note_found_true(const Soac& soac);
  void learn_found_true(const Soac& soac);
  bool says_in_first(Message& message, int depth) const;
  Atom computed(std::string_view prim, const Atoms& args, const Stm& near);
  void note(const Stm& stm);
  void note_safe_scope(const Stm& stm);
  std::optional<int> scope_of_bounds(const Index& index) const;
  std::optional<Index> place_of_fitting(const Update& update) const;
  bool fits_slice(const Update& update) const;

  Program& program_;
  const Facts nothing_;
  const Runs runs_;
  const Checks checks_;
  Facts facts_;
  std::vector<Frame> frames_;
  std::vector<int> repeated_;  ///< which frames are
  Seen seen_;
  VarNumbers alias_of_;  ///< by variable: what it stands for, in [aliases_], from 1
  Atoms aliases_;
  std::unordered_map<VarId, IotaParam> iota_params_;
  /// Numbers of iterations, of Soacs and loops, from 0 on: how many there are.
  std::unordered_map<VarId, Atom> numbers_;
  int soacs_ = 0;       ///< around the present body
  int wide_soacs_ = 0;  ///< of more iterations than a few
  std::unordered_map<VarId, ElementOf> elements_;
  std::unordered_map<VarId, Map> maps_;
  std::optional<VarSet> overwritten_;  ///< of the whole body; none if it has no copies
  VarSet read_across_;  ///< arrays that the outermost Soac around reads at more rows than its own
  boost::unordered_flat_map<VarId, Atom> negations_;  ///< what a variable is the negative of
  std::unordered_map<VarId, std::vector<bool>> stable_lengths_;
  bool takes_apart_reads_ = false;
  int reverse_ = 0;      ///< lambdas around that are derived in reverse mode
  bool learnt_ = false;  ///< there are more of them than before the run
  /// By dimension, of what branches give: how long it is on either side, if that is known there.
  std::unordered_map<VarId, std::vector<std::optional<std::pair<Side, Side>>>> chosen_lengths_;
  std::unordered_map<VarId, std::vector<Chosen>> chosen_;  ///< by the condition
  VarSet kept_rows_;                                       ///< what loops keep of their iterations
  VarSet flat_;                                            ///< what they keep flat
  std::unordered_map<VarId, Again> again_;                 ///< of numbers that are among that
  VarSet zeros_;        ///< numbers of arrays of zeros: cotangents that are not there
  VarSet sums_;         ///< accumulators whose order of additions nobody has said
  VarSet safe_;         ///< cannot fail, wherever their operands are visible
  VarSet safe_here_;    ///< cannot fail where they stand
  VarSet safe_before_;  ///< those of the last run
  Scopes safe_scopes_;
  bool reads_sums_ = false;      ///< whether anything is read at a sum of products
  bool reshapes_parts_ = false;  ///< whether parts of arrays are given other shapes
};

/// Whether a loop with an index binds [atom], as that, a parameter or a statement of its body.
bool is_bound_inside(const Loop& loop, const Atom& atom);

}  // namespace laguz::core::simplifier
