// The state of lowering, shared by the files lower/*.cpp.
//
// Lowering is evaluation of the typed tree on abstract values: data are core atoms, functions are
// closures. Applying a closure lowers its body again at the place of the call, except that a
// definition without functions among its arguments and result becomes a core function once for
// every choice of its type parameters.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/builder.hpp"
#include "lower/callers.hpp"
#include "lower/copies.hpp"
#include "lower/held.hpp"
#include "lower/known_shapes.hpp"
#include "lower/lower.hpp"
#include "lower/shown_sizes.hpp"
#include "lower/values.hpp"
#include "support/diagnostic.hpp"
#include "support/function_ref.hpp"
#include "support/governor.hpp"

namespace laguz::lower {

using core::ArrayOp;
using core::Binder;
using core::Binders;
using core::Builder;
using support::FunctionRef;
using support::Span;
using typed::Exp;
using typed::Pat;

/// Attributes waiting for the construct they are meant for.
struct Hints {
  bool sequential = false, checkpoint = false;
  std::int64_t chunk = 0, stripmine = 0;
  Span unroll{};  ///< where that is asked for
};

/// What an assertion says: text, and atoms printed as the user would see them.
using Message = std::vector<std::variant<std::string, Atom>>;

/// The size parameters.
std::set<ValId> sizes_of(const Scheme& scheme);

class Lowering {
 public:
  Lowering(const check::Checker& checker, core::Program& program, const Options& options);
  EntryPoint entry(const typed::Def& def);
  bool has_entry(const typed::Def& def) { return def.scheme.types.empty() || is_held(def); }
  bool is_one_value(const typed::Def& def);
  std::vector<support::Diagnostic> take_warnings() { return std::exchange(warnings_, {}); }
  std::vector<core::FunId> functions() const;
  std::vector<core::FunId> functions(ValId def) const;
  std::vector<std::pair<core::FunId, core::FunId>> common_with(const Lowering& other) const;
  std::vector<core::FunId> forget(ValId def);
  void forget_stops() { callers_.forget_stops(); }

 private:
  friend class BodyScope;
  friend class CallScope;

  // ------------------------------------------------------------- lower.cpp: entries, functions
  struct Instance {
    core::FunId function = 0;
    std::vector<const Layout*> params;
    const Layout* result = nullptr;
    std::shared_ptr<const Held> held{};  ///< of a constant that holds functions, once it is lowered
  };
  /// A core function whose body is still to be lowered.
  struct Pending {
    const typed::Def* def;
    Frame* frame;              ///< type parameters bound
    std::vector<ValId> given;  ///< sizes that are parameters
    std::set<ValId> wanted;    ///< sizes to be found in the arguments' shapes
    Instance instance;
    bool is_entry = false;  ///< called from outside: check constant sizes
  };
  void lower_pending();
  /// The constant of that function at once, if it is one of them.
  void lower_pending(core::FunId function);
  void lower_body(const Pending& pending);
  /// Whether it has been. A constant that is to be held is not, where its data are others for
  /// other sizes: it is not held from then on.
  bool try_to_lower(const Pending& pending);
  void expect_entry(const typed::Def& def);
  /// As an entry, if it has one: that is found out.
  EntryPoint lower(const typed::Def& def);
  EntryPoint describe(const typed::Def& def);
  core::View view(ScopedType type);
  /// A copy of [type] that stands alone: its sizes become new variables; [sizes] gets their ids.
  TypePtr stand_alone(ScopedType type, std::vector<ValId>& sizes);
  /// The sizes in [type], in the order of `stand_alone`.
  void sizes_in(ScopedType type, std::vector<ScopedSize>& sizes);
  /// The core function for a definition at some types; [extra] gets the arguments to follow the
  /// flat ones: sizes that no shape shows.
  Instance instance(const DefClosure& closure, Atoms& extra, bool is_entry);

  // --------------------------------------------------------------------------- apply.cpp
  Value apply(const Value& function, Values args) {
    return apply(function.closure, std::move(args));
  }
  Value apply(ClosurePtr closure, Values args);
  Value apply_saturated(const Closure& closure, const Values& args);
  std::size_t arity(const Closure& closure);
  Value apply_lambda(const LambdaClosure& closure, const Values& args);
  Value apply_local(const LocalClosure& closure, const Values& args);
  Value apply_def(const DefClosure& closure, const Values& args);
  Value apply_hole(const HoleClosure& closure, const Values& args);
  Value call(const DefClosure& closure, const Values& args);
  Value inline_def(const DefClosure& closure, const Values& args);
  // recursion.cpp
  Value call_recursive(const DefClosure& closure, const Values& args);
  /// A local function as a core function: [captured] follow its own arguments.
  struct Apart {
    core::FunId function = 0;
    Atoms captured;
    const Layout* result = nullptr;
    std::vector<const Layout*> params;
  };
  Apart lower_apart(core::FunId id, const std::string& name, Span span, const Values& args,
                    FunctionRef<Value(const Values& params)> body);
  /// Tells apart uses of functions: the node, the scope around it, its types, and the functions
  /// among its arguments.
  using UseKey = std::vector<std::uintptr_t>;
  /// Inlines the body of a function, or calls it when it has been inlined often with the same
  /// functions among its arguments.
  Value apply_or_call(UseKey what, const std::string& name, Span span, const Values& args,
                      FunctionRef<Value(const Values& params)> body);
  Value def_body(const DefClosure& closure, const Values& args);
  /// Counts a copy of the body of the function at [what].
  void count_copy(const void* what, const std::string& name,
                  const std::vector<typed::PatPtr>& params, const Values& args);
  bool is_first_order(const DefClosure& closure, const Values& args);
  void bind_types(const Scheme& scheme, const std::vector<ScopedType>& types, Frame* frame);
  /// Binds parameters, and sizes: [wanted] to what the arguments show, else to what is [given].
  /// What comes [from_outside] may have sizes that disagree, and no call in the program is to
  /// blame.
  void bind_params(const std::vector<typed::PatPtr>& params, const Values& args,
                   const std::set<ValId>& wanted, Frame* frame, FunctionRef<void()> bind_given,
                   bool from_outside = false);
  void bind_given_sizes(const Scheme& scheme, const std::vector<ScopedSize>& sizes, Frame* frame);
  Value variable(const Exp& e, const typed::Var& var, Frame* frame);
  Value constant(const DefClosure& closure);
  /// A constant that holds functions, or is of any type: its data are computed once, and its
  /// functions are inlined. If it has sizes for parameters, as far as its data have nothing to do
  /// with these.
  bool is_held(const typed::Def& def);
  /// [def] whatever its type parameters stand for.
  static DefClosure of_any_type(const typed::Def& def);
  // held.cpp
  /// [def], which is [value] in [frame]. [sizes]: see Held.
  std::shared_ptr<const Held> hold(const typed::Def& def, Frame* frame, const Value& value,
                                   std::map<core::VarId, std::size_t> sizes, Atoms& results);
  /// The constant of [closure], whose types and sizes it is to have, by [constant], which has some.
  /// Nothing: a size is not known that has to be.
  std::optional<Value> call_held(const DefClosure& closure, const Instance& constant);
  /// Whether [held] can have these types: those whose data would be functions may not.
  bool has_instance(const Held& held, const std::vector<ScopedType>& types);
  /// Data of any type, without parts, with these; nothing: there is no such value.
  std::optional<Value> instantiate(const Value& value, const std::vector<ScopedType>& types);
  void instantiate(const Layout* layout, Atoms::const_iterator& at, Atoms& outer,
                   const std::vector<ScopedType>& types, Atoms& into);
  std::optional<Atom> size_of_constant(ValId id);
  /// While it lives, the body of [def] is lowered.
  class Within {
   public:
    Within(Lowering& lowering, const typed::Def& def) : lowering_(lowering) {
      lowering.within_.push_back(&def);
    }
    ~Within() { lowering_.within_.pop_back(); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Lowering& lowering_;
  };
  std::vector<const typed::Def*> within_;

  // --------------------------------------------------------------------------- types.cpp
  ScopedType resolve(ScopedType type);
  const Layout* layout_of(ScopedType type);
  /// The value of a size, when everything it is made of is known here.
  std::optional<Atom> size(const SizePtr& size, Frame* frame);
  bool can_evaluate(const Exp& e, Frame* frame);
  /// The definition with this id, if it is one.
  const typed::Def* find_def(ValId id) const;
  /// For every leaf of [layout] the lengths that the type gives it.
  std::vector<Lengths> lengths_of(ScopedType type, const Layout* layout);
  void lengths_of(ScopedType type, const Layout* layout, Lengths& outer, std::vector<Lengths>& all);
  using OnDim = FunctionRef<void(const SizePtr& size, Frame* frame, const Atom& array, int dim)>;
  /// Every dimension in [type] with an array of [value] that has it.
  void each_dim(ScopedType type, const Value& value, bool in_sums, OnDim on_dim);
  /// The same for the types of a pattern and of its parts, which may be written differently.
  void each_dim(const Pat& pattern, const Value& value, Frame* frame, bool in_sums, OnDim on_dim);
  void each_dim(ScopedType type, const Layout* layout, Atoms::const_iterator& at, int depth,
                bool in_sums, OnDim on_dim);
  using Sizes = std::vector<std::pair<ValId, std::string>>;
  /// Binds sizes to the lengths that a value has where its type, or a pattern's, mentions them.
  void bind_sizes(const Sizes& sizes, ScopedType type, const Value& value, Frame* into);
  void bind_sizes(const Sizes& sizes, const Pat& pattern, const Value& value, Frame* into);
  void bind_sizes(const Sizes& sizes, FunctionRef<void(bool in_sums, OnDim on_dim)> dims,
                  Frame* into);
  /// The same for all sizes in the type that have no value yet.
  void bind_unknown_sizes(ScopedType type, const Value& value, Frame* into);
  void bind_size(ValId id, const Atom& length, Frame* into);
  /// Binds a size of [wanted] such that [e], in which it is the only unknown, has the value.
  void solve_size(const Exp& e, const Atom& value, const std::set<ValId>& wanted, Frame* frame);
  bool is_bound_size(ValId id, Frame* frame);
  /// A value of zeros; array lengths from the type, else 0.
  Value blank(ScopedType type);
  Value static_blank(ScopedType type, const Layout* layout);
  Value blank(const Layout* layout, const std::vector<Lengths>& lengths, std::size_t& leaf);

  Atom zeros(const Atoms& lengths, ScalarType type);

  /// The length of a dimension; remembered.
  Atom length(const Atom& array, int dim);
  Atoms shape(const Atom& array, int from = 0);
  /// Checks that a dimension has a length, which is then known as long as the check lasts.
  void expect_length(const Atom& array, int dim, const Atom& expected,
                     FunctionRef<Message(const Atom& actual)> message);
  /// The same for an argument or a result of a function, of the given type.
  void expect_length(const Atom& array, int dim, const Atom& expected, const char* role,
                     const TypePtr& type);
  void expect_lengths(const TypePtr& type, const Value& value, Frame* frame, const char* role);
  /// Outer length of an array value.
  Atom length(const Value& array) { return length(array.atom(), 0); }

  // ----------------------------------------------------------------------------- exp.cpp
  Value exp(const Exp& e, Frame* frame);
  Value exp(const typed::ExpPtr& e, Frame* frame) { return exp(*e, frame); }
  Value simple(const Exp& e, Frame* frame);
  Atom scalar(const Exp& e, Frame* frame) { return exp(e, frame).atom(); }
  Atom number(ScalarType type, bool is_float, std::uint64_t integer, double real, bool negative);
  Value bytes(const typed::Bytes& bytes);
  Value record(const Exp& e, const typed::Record& record, Frame* frame);
  Value array(const Exp& e, const typed::Array& array, Frame* frame);
  Value range(const Atom& start, const std::optional<Atom>& second, ast::RangeKind kind,
              const Atom& end);
  Value coerce(const Exp& e, const typed::Coerce& coerce, Frame* frame);
  /// Checks the lengths that [type] knows against those that [value] has.
  void check_shape(ScopedType type, const Value& value);
  Value hole(const Exp& e, Frame* frame);
  Value if_then_else(const Atom& condition, FunctionRef<Value()> then_branch,
                     FunctionRef<Value()> else_branch);
  void expect_same_accumulators(const Value& a, const Value& b);
  void assert_that(const Atom& condition, Message message);
  /// What is said where an assertion fails: it, and what the numbers are that it names.
  Message assertion_text(const typed::Assert& assertion, Frame* frame);
  Atom to_i64(const Atom& atom);
  Atom all_of(const std::vector<Atom>& conditions);

  // --------------------------------------------------------------------- attributes.cpp
  Value attributed(const typed::Attributed& attributed, Frame* frame);
  void trace(const Value& value, ScopedType type, std::string tag);
  /// Hands the values of all names there to whoever may stop before [attributed] is evaluated.
  void stop_at(const typed::Attributed& attributed, Frame* frame);
  /// The values of [names], as a record of [view] and behind [values].
  void add_names(const std::vector<typed::LocalName>& names, Frame* frame, core::View& view,
                 Atoms& values);
  void warn(Span span, std::string message);
  /// What has `#[warn(safety_checks)]`.
  Value watched(const typed::Attributed& attributed, Frame* frame);
  void warn_of_checks();

  // ------------------------------------------------------------------------- match.cpp
  void bind(const Pat& pattern, const Value& value, Frame* frame);
  Atom matches(const Pat& pattern, const Value& value);
  void matches(const Pat& pattern, const Value& value, std::vector<Atom>& conditions);
  Value match(const typed::Match& match, Frame* frame);
  Value match_from(const typed::Match& match, std::size_t at, const Value& value, Frame* frame);
  Value construct(const Exp& e, const typed::Constr& constr, Frame* frame);
  Value payload(const Value& sum, std::size_t constructor, std::size_t arg);
  /// All leaves of [value]'s layout, for whoever shows it: those of a sum that holds functions,
  /// too, which takes part in no computation.
  void flatten_for_view(ScopedType type, const Value& value, Atoms& into);

  // -------------------------------------------------------------------------- loop.cpp
  Value loop(const typed::Loop& loop, Frame* frame);
  bool has_constant_trips(const typed::Loop& loop, const Atom& bound, Frame* frame);

  // ------------------------------------------------------------------------- index.cpp
  Value index(const typed::Index& index, Frame* frame);
  Value slice(const Value& array, const std::vector<core::DimSlice>& dims);
  /// The element (of any rank) of an array at some fixed indices.
  Value element(const Value& array, const Atoms& indices);
  std::vector<core::DimSlice> dims(const std::vector<typed::DimIndex>& dims, Frame* frame);
  Value update(const typed::Update& update, Frame* frame);
  struct Step {
    std::vector<core::DimSlice> dims;  ///< or
    std::string field;
  };
  Value update(const Value& base, const std::vector<Step>& path, std::size_t at,
               const Value& value);
  const Layout* sliced_layout(const Layout* layout, const std::vector<core::DimSlice>& dims);
  const Layout* array_of(const Layout* element, int dims);

  // --------------------------------------------------------------------- operators.cpp
  Value operation(const std::string& name, const Values& args);
  bool is_operator(const std::string& name) const;
  std::size_t operator_arity(const std::string& name, ScopedType type);
  Atom equal(const Value& a, const Value& b);
  Atom equal_elements(const Value& a, const Value& b);

  // ----------------------------------------------------------------------- intrinsics.cpp
  struct IntrinsicRow;
  static const IntrinsicRow* find_intrinsic(std::string_view name);
  std::size_t intrinsic_arity(const typed::Intrinsic& intrinsic, ScopedType type);
  Value intrinsic(const IntrinsicClosure& closure, const Values& args);
  /// The type of an application of a function of type [function].
  ScopedType result_type(ScopedType function, const Values& args);
  ScopedType element_type(ScopedType array);
  ScopedType field_type(ScopedType record, const std::string& field);

  // ----------------------------------------------------------------------------- arrays.cpp
  Value iota(const Atom& n);
  Value replicate(const Atom& n, const Value& x);
  Value zip(const Value& a, const Value& b);
  Value unzip(const Value& array);
  Value concat(const Value& a, const Value& b);
  Value reverse(const Value& array);
  Value rotate(const Atom& by, const Value& array);
  Value transpose(const Value& array);
  Value flatten_array(const Value& array);
  Value unflatten_array(const Value& array, ScopedType result);
  Value gather(const Value& array, const Value& indices);
  /// [attributes]: see core::ArrayOp::copy.
  Value copy(const Value& value, std::vector<std::int64_t> attributes = {});
  Value zeros_like(const Value& value);
  Value flat_index(const Values& args);
  Value flat_update(const Values& args);
  /// An array of [n] elements without leaves, or of those in [columns].
  Value array_of_columns(const Layout* element, Atoms columns, const Atom& n);
  /// The columns of an array's elements; none when these have no leaves.
  static Atoms columns_of(const Value& array);
  void check_same_length(const Value& a, const Value& b);

  // ------------------------------------------------------------------------------ ravel.cpp
  /// The numbers of one float type in a value, as a vector of the type [result].
  Value ravel(const Value& value, ScopedType result);
  /// The same; fails if [value] has none by its type.
  Value variables(const Value& value, ScopedType result);
  /// [like] with the numbers of [vector] in the places that `ravel` takes them from.
  Value unravel(const Value& like, const Value& vector);
  /// Fails at run time when it is part of the value's type what a type parameter stands for.
  void expect_closed(const Value& value);
  /// The number of scalars in an array.
  Atom count_of(const Atom& array);

  // ------------------------------------------------------------------------------ soacs.cpp
  Value map(const Values& args, ScopedType result);
  Value reduce(const Values& args, bool commutative);
  Value scan(const Values& args);
  Value hist(const Values& args);
  Value scatter(const Values& args);
  Value stream_seq(const Values& args, ScopedType result);
  Value flatmap(const Values& args, ScopedType result);
  Value scatter_stream(const Values& args);
  Value hist_stream(const Values& args);
  Value with_acc(const Value& dest, core::Lambda op, Atoms neutral, const Value& function,
                 const Value& elements);
  Value acc_write(const Values& args);
  /// A core lambda; [body] gets its parameters.
  core::Lambda lambda(const std::vector<core::Type>& params, FunctionRef<Atoms(const Atoms&)> body);
  /// A lambda over the elements of [arrays].
  core::Lambda over_rows(const Atoms& arrays, FunctionRef<Atoms(const Atoms&)> body);
  /// A binary operator on elements of the shape of [like].
  core::Lambda binary(const Value& op, const Value& like);
  /// Row shapes of results with elements of [layout]: what the rows showed, else what the type
  /// says.
  std::vector<Atoms> row_shapes(const std::vector<Lengths>& known, ScopedType element,
                                const Layout* layout);
  void know_rows(const Atoms& rows, const Atoms& arrays);
  void know_results(const Atoms& arrays, const Atom& width, const std::vector<Lengths>& known);

  // --------------------------------------------------------------------------------- ad.cpp
  /// [function] at arguments like [arg], as a lambda; [result] gets what it gives.
  core::Lambda function_of(const Value& function, const Value& arg, Value& result);
  Value differentiate(core::DiffMode mode, const Values& args);
  Value with_rule(core::CustomMode mode, const Values& args);
  Value stop_gradient(const Value& value);

  // ------------------------------------------------------------------------------------- state
  Frame* new_frame(Frame* parent) {
    frames_.push_back({});
    frames_.back().parent = parent;
    return &frames_.back();
  }
  core::Names& names() { return program_.names; }
  Hints take_hints() { return std::exchange(hints_, {}); }
  /// Statements get [span], but inside the prelude they keep the place that called it.
  void at(Span span);
  ValId fresh_size() { return --last_size_; }

  const check::Checker& checker_;
  core::Program& program_;
  const Options& options_;
  std::vector<support::Diagnostic> warnings_;
  Layouts layouts_;
  Builder* b_ = nullptr;
  Hints hints_;

  /// By definition, and what it is made for.
  std::unordered_map<ValId, std::map<std::string, Instance>> instances_;
  /// Those of this entry, to be forgotten on an error.
  std::vector<std::pair<ValId, std::string>> made_;
  std::deque<Pending> pending_;
  ShownSizes shown_;
  std::unordered_map<ValId, bool> first_order_;  ///< definitions without type parameters
  std::set<ValId> of_some_size_;                 ///< constants whose data are others for others
  ValId last_size_ = ~ValId{0};                  ///< ids of our own come from the other end

  /// A recursive function with functions or accumulators among its arguments, while its body is
  /// lowered.
  struct Specialised {
    const typed::Def* def;
    Values args;
    core::FunId function;
    const Layout* result;
    /// Which of the accumulators among the arguments are those in the result.
    std::vector<std::size_t> accs;

    bool gives_back(std::size_t acc) const {
      return std::find(accs.begin(), accs.end(), acc) != accs.end();
    }
  };
  std::vector<Specialised> specialised_;

  // All below is about one entry and forgotten after it.
  struct Use {
    int count = 0;
    bool refused = false;
    std::optional<Apart> apart;
    Values keep;  ///< arguments that hold functions: these stay alive, as the key names them
  };
  std::map<UseKey, Use> uses_;
  Copies copies_;
  Callers callers_;
  std::vector<core::Body> watched_;  ///< to be searched for checks
  std::deque<Frame> frames_;
  KnownShapes known_;
  std::map<std::pair<SizePtr, Frame*>, Atom> sizes_;  ///< what size expressions came to
};

}  // namespace laguz::lower
