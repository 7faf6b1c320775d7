// Inference of one definition: names, types and sizes of expressions and patterns.
//
// An Infer lives as long as one top-level definition (or one type, at the module level) is being
// looked at. Types are inferred by unification (unify.cpp); numbers of unknown type, records known
// by some fields and sums known by some constructors are metas with constraints. Nothing is
// generalised but the definition as a whole (definition.cpp).
//
// Scopes have a depth. Every value, size meta and type meta remembers the depth it was made at; a
// meta is never linked to a size that lives deeper than itself, and an expression's type never
// leaves a scope with a size of that scope in it: such sizes become existentials (sizes/).
#pragma once

#include <array>
#include <climits>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/infer/notes.hpp"
#include "check/infer/signature.hpp"
#include "check/infer/written_numbers.hpp"
#include "check/state/env.hpp"
#include "check/state/state.hpp"
#include "check/state/type_error.hpp"
#include "check/types/size_exp.hpp"
#include "check/types/typed.hpp"
#include "prims/prim.hpp"
#include "support/diagnostic.hpp"

namespace laguz::check {

class Infer {
 public:
  Infer(State& state, const Env* env, std::string prefix = {});
  Infer(const Infer&) = delete;
  Infer& operator=(const Infer&) = delete;
  ~Infer();

  // Definitions (definition.cpp).
  const ValueBinding* definition(const ast::DecPtr& dec, bool top_level);
  /// What is left of a definition that is wrong: its type, if that is written out, else nothing.
  const ValueBinding* stated(const ast::DecPtr& dec);
  /// Checks the body of a LazyDef.
  void complete(const ast::DecPtr& dec, ValId id);
  const typed::Def& expression(const ast::ExpPtr& exp);

  // Types as written (type_exp.cpp).
  TypePtr type_exp(const ast::TypeExpPtr& exp, const Anonymous& anonymous);
  const TypeBinding* type_declaration(const ast::Binder& name, ast::Liftedness lifted,
                                      const std::vector<ast::TypeParam>& params,
                                      const ast::TypeExpPtr& type);
  /// Brings type and size parameters into scope.
  std::vector<TypeArgument> bind_type_params(const std::vector<ast::TypeParam>& params);
  const ValueBinding* value_spec(const ast::ValSpec& spec, ValId id);

  // Unification (unify.cpp, metas.cpp). False leaves the reason in mismatch().
  bool unify(const TypePtr& a, const TypePtr& b);
  bool unify_size(const SizePtr& a, const SizePtr& b);
  const std::string& mismatch() const { return mismatch_; }
  /// As the user would write it; sizes of the same name are told apart, the same way each time.
  std::string show(const TypePtr& type) const { return check::show(type, &naming_); }
  std::string show(const SizePtr& size) const { return check::show(size, &naming_); }
  /// type_error with the reason why the last unification failed.
  [[noreturn]] void refuse(Span span, const std::string& message, std::string hint = {}) const;
  /// Abstract types by which their representation may be seen (while a module is ascribed).
  std::unordered_set<TypeId> transparent;
  /// And where those choose sizes of their own, each time other ones.
  bool renew_sizes = false;

  TypePtr fresh(Span origin, Constraint constraint = {});
  SizePtr fresh_size(std::string name = {});
  /// One that no function may choose.
  SizePtr fixed_size();
  /// [scheme]'s type with fresh metas for its parameters, which are given back.
  TypePtr instantiate(const Scheme& scheme, Span span, const std::string& name,
                      std::vector<TypePtr>& types, std::vector<SizePtr>& sizes);
  /// Settles everything that is still open: defaults, and the checks that waited for types.
  void finish();

 private:
  // ----------------------------------------------------------------------- scopes (names.cpp)
  struct Mark {
    std::size_t values, types, opens;
    int depth;
  };
  Mark enter();  ///< one deeper
  void leave(const Mark& mark);
  class Scope {
   public:
    explicit Scope(Infer& infer) : infer_(infer), mark_(infer.enter()) {}
    ~Scope() { infer_.leave(mark_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Infer& infer_;
    Mark mark_;
  };
  const ValueBinding* bind_value(const std::string& name, TypePtr type, Span span);
  void bind(const std::string& name, const ValueBinding* value);
  void bind_type(const std::string& name, const TypeBinding* type);
  int level_of(ValId id) const;
  bool is_local(ValId id) const { return levels_.count(id) != 0; }

  // ----------------------------------------------------------------------------------- names
  /// Is [name] in scope, and the prelude's?
  bool is_prelude_name(const std::string& name);
  /// In what has been typed there, and nothing that it imports.
  bool at_prompt() const;
  /// What derivatives are by, of [points_], where that is for the caller to choose.
  std::vector<TypePtr> points_of(const Scheme& scheme) const;
  std::optional<Term> find_term(const std::string& name);
  /// The local values that names stand for here, in the order of binding.
  std::shared_ptr<std::vector<typed::LocalName>> visible_names();
  const TypeBinding* find_type(const ast::QualName& name);
  const Module* find_module(const ast::QualName& name);
  struct Resolved {
    const ValueBinding* value;
    std::size_t used;  ///< how many components named it; the others are fields
  };
  Resolved find_value(const ast::QualName& name);
  [[noreturn]] void unknown(const char* what, const ast::QualName& name, NameKind kind);

  // ----------------------------------------------------------------------------------- sizes
  SizePtr size_argument(const typed::ExpPtr& arg);
  /// Does [exp], which would be a size, bind names? Warns then.
  bool binds_names(const typed::Exp& exp);
  /// [type] with existentials, appended to [made], for sizes whose expressions have become too
  /// large.
  TypePtr bound_sizes(const TypePtr& type, std::vector<SizeBinder>& made);
  /// [source] says where it comes from, as in `"k" is ...`.
  SizePtr fresh_existential(std::vector<SizeBinder>& made, const std::string& name,
                            std::string source = {});
  /// [type] with the sizes that live deeper than [depth] as existentials, appended to [made];
  /// inside function types, as those functions' own.
  /// [straight]: the scope that is left is a let's, whose names stay bound to the end of whatever
  /// it is in; so a compound size may still mention them.
  TypePtr hide(const TypePtr& type, int depth, std::vector<SizeBinder>& made,
               bool straight = false);
  /// Notes the compound sizes in [type], to be settled at the end.
  TypePtr track(const TypePtr& type);
  bool out_of_scope(const SizePtr& size, int depth) const;
  class Hider;
  friend class Hider;
  /// What instantiates a type parameter with sizes that a function chooses has sizes of its own
  /// wherever the parameter occurs in [type]: the function may be called once for each.
  TypePtr choices_apart(const TypePtr& type);
  /// What there was before an if's or match's branches.
  struct Branches {
    std::uint32_t born;
    std::size_t merged;
  };
  Branches begin_branches() const { return {births_.next(), merged_.size()}; }
  /// A type for an if or match from those of its branches.
  TypePtr join_types(const Branches& before, std::vector<TypePtr> types,
                     std::vector<SizeBinder>& made, Span span);
  void join_payloads(const Branches& before, std::vector<TypePtr>& types,
                     std::vector<SizeBinder>& made);
  bool same_shape(const TypePtr& a, const TypePtr& b);
  TypePtr join_parts(const std::vector<TypePtr>& types, std::vector<SizeBinder>& made,
                     bool& changed);
  TypePtr join_known(const std::vector<TypePtr>& written, const std::vector<TypePtr>& types,
                     bool same, std::vector<SizeBinder>& made, bool& changed);
  SizePtr join_sizes(const std::vector<SizePtr>& sizes, std::vector<SizeBinder>& made);
  TypePtr arrow(const typed::PatPtr& param, TypePtr to,
                const std::vector<SizeBinder>& existentials);
  /// The type of a function with [params]; sizes made in its scope are hidden.
  TypePtr function_type(const std::vector<typed::PatPtr>& params, TypePtr result,
                        std::vector<SizeBinder> existentials, int depth,
                        const std::vector<SizeBinder>& sizes = {});
  /// Puts [param]'s names one deeper: what comes before it does not know them. The scope that is
  /// left next takes it back.
  void deepen(const typed::PatPtr& param);
  void check_order(const std::vector<typed::PatPtr>& params) const;
  void check_result_names(const std::vector<typed::PatPtr>& params, const TypePtr& result,
                          Span span) const;
  SizePtr slice_size(const typed::DimIndex& dim, const SizePtr& whole);
  SizePtr range_size(const typed::Range& range);
  SizePtr size_operation(const char* op, const SizePtr& a, const SizePtr& b);

  // ------------------------------------------------------------------------------- unification
  bool fail(std::string why, const char* anchor = "");
  bool fail_arity(const std::string& constructor, std::size_t here, std::size_t there);
  bool link_size(const SizePtr& meta, const SizePtr& size);
  bool bind_size(ValId id, const SizePtr& size);
  bool fail_sizes(const SizePtr& a, const SizePtr& b);
  bool fail_scope(const SizePtr& size, int level);
  SizePtr without_aliases(const SizePtr& size);
  bool is_opened(const SizePtr& size) const;
  bool was_chosen(const SizePtr& size) const;
  bool meet(const SizePtr& chosen, const SizePtr& size);
  bool is_unnamed(const SizePtr& size, int level) const;
  bool unify_nodes(const TypePtr& a, const TypePtr& b);
  bool unify_resolved(const TypePtr& a, const TypePtr& b);
  bool unify_records(const TypeRecord& a, const TypeRecord& b);
  bool unify_sums(const TypeSum& a, const TypeSum& b);
  bool unify_arrows(const TypeArrow& a, const TypeArrow& b);
  bool unify_functions(const TypeArrow& a, const TypeArrow& b);
  void begin_function();
  bool link(const TypePtr& meta, const TypePtr& type);
  bool link_metas(const TypePtr& a, const TypePtr& b);
  /// Is it one of the scalars that the constraint allows?
  bool admits(const Constraint& constraint, const TypePtr& type);
  /// All else that the constraint asks.
  bool satisfy(const Constraint& constraint, const TypePtr& type);
  bool require_first_order(const TypePtr& type, bool regular = false);
  bool require_equality(const TypePtr& type);
  /// [type] as it may be seen at [level]: checks type parameters, forgets deeper sizes. Null after
  /// a failed occurs check.
  TypePtr adjust(const TypePtr& type, const Type* meta, int level);
  TypePtr open_arrow(const TypeArrow& arrow, const SizePtr& param, bool expected);

  // ------------------------------------------------------------------------------- expressions
  typed::ExpPtr make(decltype(typed::Exp::node) node, TypePtr type, Span span);
  typed::ExpPtr infer(const ast::ExpPtr& exp);
  typed::ExpPtr infer_node(const ast::Exp& exp);
  /// As infer; then the type has to be [type]. [what] begins the message.
  typed::ExpPtr check(const ast::ExpPtr& exp, const TypePtr& type, const char* what);
  typed::ExpPtr infer_integer(const ast::ExpPtr& exp, prims::TypeSet types, const char* what);
  void expect(const typed::ExpPtr& exp, const TypePtr& type, const char* what);

  typed::ExpPtr literal(const ast::Exp& exp, bool negative);
  /// [operand]: the type of the left one, if it is a built-in operator's and known.
  typed::ExpPtr reference(const ValueBinding* value, const std::string& name, Span span,
                          const TypePtr& operand = nullptr);
  typed::ExpPtr variable(const ast::QualName& name, Span span, const TypePtr& operand = nullptr);
  typed::ExpPtr operator_reference(const std::string& name, Span span,
                                   const TypePtr& operand = nullptr);
  /// operand -> operand -> result. Long sums have one, and not one for each term.
  TypePtr infix_type(const TypePtr& operand, bool comparison);
  typed::ExpPtr project(typed::ExpPtr record, const std::string& field, Span span);
  typed::ExpPtr apply(typed::ExpPtr function, std::vector<typed::ExpPtr> args, Span span,
                      const std::string& name);
  typed::ExpPtr infer_apply(const ast::Apply& exp, Span span);
  typed::ExpPtr constructor(const std::string& name, std::vector<typed::ExpPtr> args, Span span);
  typed::ExpPtr operate(const ast::BinOp& exp, typed::ExpPtr left, Span span);
  typed::ExpPtr infer_binop(const ast::Exp& exp);
  /// Each operator that is a function makes its type anew, and memory for 1 MB of them is no use.
  void refuse_too_many_calls(const std::vector<const ast::Exp*>& spine);
  typed::ExpPtr infer_negate(const ast::Exp& exp, const ast::ExpPtr& inner);
  typed::ExpPtr section_right(const ast::OpSectionRight& exp, Span span);
  typed::ExpPtr path_section(const ast::PathSection& exp, Span span);
  typed::ExpPtr infer_record(const ast::Record& exp, Span span);
  typed::ExpPtr infer_array(const ast::ArrayLit& exp, Span span);
  std::vector<typed::DimIndex> dims(const std::vector<ast::DimIndex>& written);
  TypePtr index_type(const TypePtr& array, const std::vector<typed::DimIndex>& dims, Span span,
                     std::vector<SizeBinder>* made);
  typed::ExpPtr infer_index(typed::ExpPtr array, const std::vector<ast::DimIndex>& written,
                            Span span);
  typed::ExpPtr infer_update(typed::ExpPtr base, const std::vector<ast::UpdateStep>& path,
                             const ast::ExpPtr& value, Span span);
  typed::ExpPtr infer_range(const ast::Range& exp, Span span);
  typed::ExpPtr infer_lambda(const ast::Lambda& exp, Span span);
  typed::ExpPtr infer_let(const ast::Exp& exp);
  typed::Let let_pattern(const ast::LetPat& let, const typed::ExpPtr& value);
  typed::ExpPtr infer_if(const ast::If& exp, Span span);
  typed::ExpPtr infer_match(const ast::Match& exp, Span span);
  typed::ExpPtr infer_ascript(const ast::ExpPtr& inner, const ast::TypeExpPtr& type);
  /// Refuses functions that consume or give other than is [expected] of them; [what] is wrong then.
  void check_diets(std::string_view what, const TypePtr& expected, const TypePtr& actual,
                   Span span) const;
  typed::ExpPtr infer_coerce(const ast::ExpPtr& inner, const ast::TypeExpPtr& type, Span span);
  TypePtr keep_anonymous(const TypePtr& target, const TypePtr& have, Span span);
  std::string source_text(Span span) const;

  // Loops (loop.cpp).
  struct LoopSize {
    SizePtr state, initial, next;
    bool varies = false;
    std::string name;
  };
  /// A part of a loop's state that nothing is known of when the loop begins.
  struct LoopPart {
    TypePtr state, initial;
  };
  struct LoopMarks {
    std::size_t escapes, compounds;
    std::uint32_t init_born, born;
    bool open;  ///< is it not known yet what the state is, and will be?
  };
  typed::ExpPtr infer_loop(const ast::Loop& exp, Span span);
  TypePtr loosen(const TypePtr& type, std::vector<LoopSize>& sizes, std::vector<LoopPart>& parts);
  void keep_payloads(std::size_t merged, const typed::Loop& loop, const TypePtr& state,
                     bool open_state);
  void refuse_state(const typed::Loop& loop, const TypePtr& state, bool open) const;
  bool match_sizes(const TypePtr& state, const TypePtr& next, std::vector<LoopSize>& sizes);
  TypePtr loop_result(const TypePtr& state, const std::vector<LoopSize>& sizes,
                      std::vector<SizeBinder>& made);
  void settle_loop(typed::Loop& loop, std::vector<LoopSize>& sizes, const TypePtr& state,
                   const LoopMarks& marks);
  ast::ExpPtr implied_init(const ast::Pat& param);

  // Patterns (pat.cpp).
  void shape_by(const ast::Pat& pat, const TypePtr& type);
  using Bound = std::set<std::string>;
  typed::PatPtr pattern(const ast::Pat& pat, TypePtr expected, const Anonymous& anonymous,
                        Bound& bound);
  typed::PatPtr pattern(const ast::PatPtr& pat, TypePtr expected, const Anonymous& anonymous);
  typed::PatPtr literal_pattern(const ast::PatLit& lit, Span span, const TypePtr& expected);
  void match_pattern(const ast::Pat& pat, const TypePtr& have, const TypePtr& expected, Span span);

  // Sizes are found along with types, and so some are found while it is not yet known what has
  // them. What has i64's type only because of what comes after it is a size; the sizes of a loop's
  // state vary; a local function takes any sizes in each call; a field that is replaced gets the
  // sizes of its new value. A definition with such a place is inferred again, with the shapes that
  // the first inference has found (learn.cpp, definition.cpp).
  /// Is [type], of what stands at [span], that of sizes? Notes what is not known yet.
  bool is_size_type(const TypePtr& type, Span span, bool is_range);
  /// [type], of what stands at [span], gets the shape that has been learnt; if nothing has been and
  /// it is open, it is noted. [functions]: in the types of functions too. True if it is noted.
  bool settle_shape(const TypePtr& type, Span span, bool matters, bool functions = false);
  void recall_shape(const TypePtr& type, const TypePtr& known, bool functions);
  /// Is another inference needed?
  bool has_learnt() const;
  /// Would one know more?
  bool may_teach() const;
  notes::Learnt lesson() const;
  struct Again {};  ///< thrown
  template <class Make>
  auto make_settled(Make make);
  std::vector<notes::Late> late_;
  std::vector<notes::LateShape> late_shapes_;
  std::optional<notes::Learnt> learnt_;
  bool shapes_only_ = false;  ///< nothing is to be found out but shapes

  // Definitions (signature.cpp, definition.cpp).
  std::vector<SizeBinder> bind_sizes(const std::vector<ast::Binder>& binders);
  Signature signature(const std::vector<ast::TypeParam>& type_params,
                      const std::vector<ast::PatPtr>& params, const ast::TypeExpPtr& result);
  /// Makes size parameters, appended to [made], of the unknown sizes in [type] that were made
  /// deeper than [depth], except [but].
  void name_sizes(const TypePtr& type, int depth, std::vector<SizeBinder>& made,
                  const std::unordered_set<const Size*>& but = {});
  typed::ExpPtr body(const ast::ExpPtr& exp, Signature& signature);
  ValueBinding* written_type(const ast::DecPtr& dec);
  const typed::Def& make_expression(const ast::ExpPtr& exp);
  const ValueBinding* make_definition(const ast::Dec& dec, const ast::ValDec& val, ValId id,
                                      bool top_level);
  /// Numbers of unknown type become i32 or f64; warns of those in [visible].
  bool is_general(const ast::Dec& dec, const ast::ValDec& val, bool top_level) const;
  /// Whether scalar types in [type] are free and will be i32; warns of all that are free.
  bool default_visible(const TypePtr& type);
  /// Chooses scalar types that are free, those in [general], if it is not null, apart.
  void default_metas(const TypePtr& general = nullptr);
  /// A scalar type that is free is none in which a literal of it does not fit.
  void narrow(const notes::LiteralCheck& check);
  void generalise(const TypePtr& type, Scheme& scheme, bool constant);
  void expand(typed::Def& def);
  void check_recursion(const typed::Def& def, Span span);
  void check_entry(const typed::Def& def, Span span);  // checks.cpp, as those below
  void name_apart(Signature& sig);
  void settle_self(typed::Exp& reference, const typed::Def& def);
  /// Is nothing left to infer of it, [but_result] for its result?
  bool is_complete(const Signature& signature, bool but_result = false) const;

  State& state_;
  const Env* env_;
  std::string prefix_;

  struct Local {
    const ValueBinding* value;
    std::size_t at;
  };
  struct LocalType {
    const TypeBinding* type;
    std::size_t at;
  };
  std::unordered_map<std::string, std::vector<Local>> values_;
  std::unordered_map<std::string, std::vector<LocalType>> types_;
  std::vector<std::string> value_log_, type_log_;
  std::vector<std::pair<const Module*, std::size_t>> opens_;
  std::size_t clock_ = 0;
  int depth_ = 0;
  support::Ids<std::uint32_t> births_{0};
  std::unordered_map<ValId, int> levels_;
  std::unordered_map<TypeId, int> type_levels_;
  /// Let-bound names that stand for a size: their type's users may see through them.
  std::unordered_map<ValId, SizePtr> aliases_;
  /// Sizes of function types that unification has opened: whoever applies the function binds them.
  std::unordered_set<ValId> floating_;
  std::unordered_set<ValId> opened_;  ///< those of them that a function chooses
  /// Or that are parameters of functions which are not made here.
  std::unordered_set<ValId> dependent_;
  std::unordered_set<ValId> own_params_;  ///< of functions that are
  ValId first_opened_ = 0;                ///< by the functions whose types are being unified
  int open_functions_ = 0;
  /// Sizes that functions before those chose, and what they are found to be of those.
  std::vector<std::pair<SizePtr, SizePtr>> met_;
  bool given_is_expected_ = false;  ///< the types being unified have changed their roles
  /// Sizes that no name in the program stands for, and where they come from.
  std::unordered_map<ValId, notes::Origin> unknown_;
  /// Sizes that the pattern being read binds, `let [n] p = ..`, and what they are found to be.
  std::unordered_map<ValId, SizePtr> binding_;
  /// Sizes that nothing may be known of but that they are coerced to others.
  std::vector<std::pair<SizePtr, SizePtr>> coerced_;
  /// Sizes that have been made of others not known yet, and the depth they belong to.
  std::vector<std::pair<SizePtr, int>> compounds_;
  /// Sizes that one branch leaves open, and that another one makes.
  std::vector<notes::SizeCheck> branch_sizes_;
  std::vector<notes::SizeCheck> size_checks_;  ///< sizes that have to be known in the end
  /// Sizes that would have to be ones that are made later, further in.
  std::vector<std::pair<SizePtr, SizePtr>> escapes_;
  std::vector<typed::PatPtr> lambda_params_;  ///< whose sizes have to be known in the end
  std::vector<notes::Section> sections_;
  void check_lambda_params();  // sizes/known.cpp, as those below
  /// No parameter may have a size that the function's body makes.
  void check_made_inside(const typed::Pat& pat) const;
  void check_sections() const;
  void check_branch_sizes(const std::vector<typed::PatPtr>& params);
  void check_argument_sizes(const TypePtr& rest, ValId first, const std::string& called,
                            const typed::ExpPtr& arg) const;
  void check_known(const TypePtr& type, Span span) const;

  /// The most lifted type named while a type was read, and its name.
  ast::Liftedness lifted_seen_ = ast::Liftedness::unlifted;
  std::string lifted_name_;
  bool regular_argument_ = false;  ///< of a type that takes none that chooses its sizes
  std::unordered_map<ValId, SizePtr> given_sizes_;  ///< of size-lifted types, by parameters
  bool as_written_ = false;                         ///< signatures are read without their bodies
  bool in_abbreviation_ = false;                    ///< what is read is a type's definition
  std::set<std::string> type_names_;                ///< bound around the type being read, in it
  /// Is the pattern being read inside of an ascription? If so: is what is ascribed marked?
  std::optional<bool> ascribed_;
  std::vector<std::pair<TypePtr, Span>> equalities_;  ///< compared with an infix ==
  std::vector<typed::ExpPtr> holes_;                  ///< whose types the user wants to know

  std::string mismatch_, mismatch_anchor_;
  mutable Naming naming_;
  /// What the unification going on has linked, as it was before: a failure takes it back, so that
  /// messages show types as they were.
  std::vector<std::pair<TypePtr, TypeMeta>> type_trail_;
  std::vector<std::pair<SizePtr, SizeMeta>> size_trail_;
  void remember(const TypePtr& meta) {
    auto& node = std::get<TypeMeta>(meta->node);
    type_trail_.emplace_back(meta, node);
    node.tentative = true;
  }
  void remember(const SizePtr& meta) {
    auto& node = std::get<SizeMeta>(meta->node);
    size_trail_.emplace_back(meta, node);
    node.tentative = true;
  }
  bool ignore_sizes_ = false;
  std::map<std::vector<const Type*>, TypePtr> joined_;  ///< parts that join_types has done
  std::vector<std::pair<std::vector<SizePtr>, SizePtr>> join_made_;
  std::uint32_t join_born_ = 0;        ///< sizes born from then on are the branches' own
  std::vector<notes::Merged> merged_;  ///< while only shapes were compared
  Span join_span_;
  TypePtr join_former_, join_latter_;
  std::vector<TypePtr> metas_;
  std::array<TypePtr, 2> last_infix_;  ///< of arithmetic, of a comparison
  /// Operators by their names, as they were last used: whoever uses one at the same type shares it.
  std::unordered_map<std::string, typed::ExpPtr> last_operators_;
  std::vector<SizePtr> size_exps_;
  std::set<std::pair<const Type*, const Type*>> unified_;
  std::size_t unify_steps_ = 0;

  /// References to the definition itself, to be completed once it is generalised.
  ValId self_ = 0;
  const ValueBinding* self_binding_ = nullptr;
  std::vector<typed::ExpPtr> self_references_;
  /// Of a function whose result is not written: are its parameters?
  std::optional<bool> self_params_written_;
  std::size_t self_params_ = 0;
  std::vector<notes::SelfApplication> self_applications_;

  std::deque<notes::LiteralCheck> literals_;
  std::vector<notes::Point> points_;
  /// Notes what a derivative of [function] at [x] is by and of.
  void note_point(const typed::Exp& function, const typed::Exp& x, Span span);
  WrittenNumbers written_numbers_;
  /// To be checked once its type is known, unless it fits any.
  void note_literal(const notes::LiteralCheck& check);
  void check_literal(const notes::LiteralCheck& check) const;
  std::vector<notes::MatchCheck> matches_;
};

}  // namespace laguz::check
