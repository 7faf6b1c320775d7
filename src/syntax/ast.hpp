// The abstract syntax tree: what the user wrote, sugar and all.
//
// Read top to bottom: names, then types, patterns, expressions, declarations, modules. Every node
// carries its span. Nodes are shared and never changed once the parser is done.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/scalar_type.hpp"
#include "support/source.hpp"

namespace laguz::ast {

using support::Scalar;
using support::Span;
using Name = std::string;

struct Exp;
struct Pat;
struct TypeExp;
struct Dec;
struct ModExp;
struct ModTypeExp;
struct Spec;
using ExpPtr = std::shared_ptr<const Exp>;
using PatPtr = std::shared_ptr<const Pat>;
using TypeExpPtr = std::shared_ptr<const TypeExp>;
using DecPtr = std::shared_ptr<const Dec>;
using ModExpPtr = std::shared_ptr<const ModExp>;
using ModTypeExpPtr = std::shared_ptr<const ModTypeExp>;
using SpecPtr = std::shared_ptr<const Spec>;

/// `a.b.c`: qualifiers [a, b], name c. Operators are names too (`+`, `m.+`).
struct QualName {
  std::vector<Name> quals;
  Name name;
  Span span;
};

/// A name where it is bound.
struct Binder {
  Name name;
  Span span;
};

/// `name`, `123` or `name(a, b)` inside `#[...]`.
struct Attr {
  Name name;                          ///< empty for a number
  std::optional<std::int64_t> number;
  bool applied = false;               ///< written with parentheses, even empty ones
  std::vector<Attr> args;
  Span span;
};

enum class Liftedness : std::uint8_t { unlifted, size_lifted, lifted };

/// `[n]`, `'a`, `'~a` or `'^a`.
struct TypeParam {
  enum class Kind : std::uint8_t { size, type } kind;
  Liftedness lifted = Liftedness::unlifted;
  Name name;
  Span span;
};

// ---------------------------------------------------------------------------------------- types

/// `[e]`, or `[]` when exp is null.
struct SizeExp {
  ExpPtr exp;
  Span span;
};

struct TypeVar { QualName name; };
struct TypeParens { TypeExpPtr inner; };
struct TypeTuple { std::vector<TypeExpPtr> parts; };
struct TypeRecord { std::vector<std::pair<Binder, TypeExpPtr>> fields; };
struct TypeArray { SizeExp size; TypeExpPtr element; };
struct TypeUnique { TypeExpPtr inner; };                                           ///< `*t`
struct TypeApply { TypeExpPtr function; std::variant<SizeExp, TypeExpPtr> arg; };  ///< `t [n]`, `t u`
struct TypeArrow { std::optional<Binder> param; TypeExpPtr from, to; };            ///< `(x: t) -> u`
struct TypeSum { std::vector<std::pair<Binder, std::vector<TypeExpPtr>>> clauses; };
struct TypeDim { std::vector<Binder> sizes; TypeExpPtr inner; };                   ///< `?[n][m].t`

struct TypeExp {
  Span span;
  std::variant<TypeVar, TypeParens, TypeTuple, TypeRecord, TypeArray, TypeUnique, TypeApply,
               TypeArrow, TypeSum, TypeDim>
      node;
};

// ------------------------------------------------------------------------------------- literals

/// `12`, `0xff`, `'a'`: its type is inferred. The value may exceed 64 bits; then text alone holds it.
struct IntLit {
  std::uint64_t value = 0;
  bool too_large = false;  ///< does not fit 64 bits
  std::string text;        ///< as written
  bool is_char = false;
};
/// `1.5`: its type is inferred.
struct FloatLit { double value = 0; std::string text; };
/// A literal whose type is written, `true`, or an out-of-range one such as `300u8` (too_large).
struct ScalarLit { Scalar value; std::string text; bool too_large = false; };
struct StringLit { std::string bytes; };  ///< UTF-8, escapes resolved

// ------------------------------------------------------------------------------------- patterns

struct PatId { Name name; };
struct PatWild {};
struct PatParens { PatPtr inner; };
struct PatTuple { std::vector<PatPtr> parts; };
struct PatRecord { std::vector<std::pair<Binder, PatPtr>> fields; };  ///< `{x}` is `{x = x}`
struct PatAscript { PatPtr inner; TypeExpPtr type; };
struct PatLit { std::variant<IntLit, FloatLit, ScalarLit> literal; bool negative = false; };
struct PatConstr { Name name; std::vector<PatPtr> args; };
struct PatAttr { Attr attr; PatPtr inner; };

struct Pat {
  Span span;
  std::variant<PatId, PatWild, PatParens, PatTuple, PatRecord, PatAscript, PatLit, PatConstr,
               PatAttr>
      node;
};

// ---------------------------------------------------------------------------------- expressions

/// One position of `a[i, j:k:s]`: fixed when start is set and slice is false.
struct DimIndex {
  bool slice = false;
  ExpPtr start, end, stride;  ///< null where not written
  Span span;
};

/// One step of `r with [i].f = v` or of the section `(.a[0])`.
struct UpdateStep {
  std::variant<std::vector<DimIndex>, Name> step;
  Span span;
};

struct LoopFor { Binder index; ExpPtr bound; };
struct LoopForIn { PatPtr pattern; ExpPtr array; };
struct LoopWhile { ExpPtr condition; };
using LoopForm = std::variant<LoopFor, LoopForIn, LoopWhile>;

struct Case { PatPtr pattern; ExpPtr body; Span span; };

/// `f = e`; `{x}` has a null value and is implicit.
struct RecordField { Binder name; ExpPtr value; };

/// `x` or `m.x` or `r.f`: whether a dot selects from a module or a record is the checker's to say.
struct Var { QualName name; };
struct Parens { ExpPtr inner; };
struct LocalOpen { QualName module; ExpPtr inner; };  ///< `m.(e)`
struct Tuple { std::vector<ExpPtr> parts; };          ///< `()` has no parts
struct Record { std::vector<RecordField> fields; };
struct ArrayLit { std::vector<ExpPtr> elements; };
struct Project { ExpPtr record; Binder field; };
struct Index { ExpPtr array; std::vector<DimIndex> dims; };
struct Constr { Name name; };                         ///< `#c`; its payload is applied to it
struct Hole {};                                       ///< `???`
struct Apply { ExpPtr function; std::vector<ExpPtr> args; };
struct Negate { ExpPtr inner; };
struct Not { ExpPtr inner; };
struct BinOp { QualName op; ExpPtr left, right; };    ///< backticks and `&&` included
struct Lambda { std::vector<PatPtr> params; TypeExpPtr result; ExpPtr body; };
struct OpSection { QualName op; };                    ///< `(+)`
struct OpSectionLeft { QualName op; ExpPtr left; };   ///< `(1 +)`
struct OpSectionRight { QualName op; ExpPtr right; }; ///< `(+ 1)`
struct PathSection { std::vector<UpdateStep> path; }; ///< `(.a.0)`, `(.[i])`, `(.a[0])`
struct Ascript { ExpPtr inner; TypeExpPtr type; };
struct Coerce { ExpPtr inner; TypeExpPtr type; };     ///< `e :> t`
enum class RangeKind : std::uint8_t { inclusive, up_to, down_to };  ///< `...`, `..<`, `..>`
struct Range { ExpPtr start, second; RangeKind kind; ExpPtr end; };  ///< second may be null
struct LetPat { std::vector<Binder> sizes; PatPtr pattern; ExpPtr value, body; };
struct LetFun {
  Binder name;
  std::vector<TypeParam> type_params;
  std::vector<PatPtr> params;
  TypeExpPtr result;  ///< may be null
  ExpPtr value, body;
};
struct LetWith { Binder variable; std::vector<UpdateStep> path; ExpPtr value, body; };
struct If { ExpPtr condition, then_branch, else_branch; };
/// init is null when not written: the parameters' own names are the initial values.
struct Loop { std::vector<Binder> sizes; PatPtr param; ExpPtr init; LoopForm form; ExpPtr body; };
struct Match { ExpPtr scrutinee; std::vector<Case> cases; };
struct Assert { ExpPtr condition, body; };
struct Update { ExpPtr record; std::vector<UpdateStep> path; ExpPtr value; };
struct Attributed { Attr attr; ExpPtr inner; };

struct Exp {
  Span span;
  std::variant<IntLit, FloatLit, ScalarLit, StringLit, Var, Parens, LocalOpen, Tuple, Record,
               ArrayLit, Project, Index, Constr, Hole, Apply, Negate, Not, BinOp, Lambda, OpSection,
               OpSectionLeft, OpSectionRight, PathSection, Ascript, Coerce, Range, LetPat, LetFun,
               LetWith, If, Loop, Match, Assert, Update, Attributed>
      node;
};

// --------------------------------------------------------------------------------- declarations

/// The text of a `-- |` comment, markers stripped; empty when there is none.
using Doc = std::string;

enum class ValKind : std::uint8_t { def, let, entry };

/// `def f 't (x: t): u = e`; an infix definition `def x +++ y = e` has infix set and two params.
struct ValDec {
  ValKind kind = ValKind::def;
  Binder name;
  bool infix = false;
  std::vector<TypeParam> type_params;
  std::vector<PatPtr> params;
  TypeExpPtr result;  ///< may be null
  ExpPtr body;
};
struct TypeDec {
  Liftedness lifted = Liftedness::unlifted;
  Binder name;
  std::vector<TypeParam> type_params;
  TypeExpPtr type;
};
struct ModParam { Binder name; ModTypeExpPtr type; };
struct ModDec { Binder name; std::vector<ModParam> params; ModTypeExpPtr ascription; ModExpPtr body; };
struct ModTypeDec { Binder name; ModTypeExpPtr type; };
struct OpenDec { ModExpPtr module; };
struct ImportDec { std::string path; };
struct LocalDec { DecPtr inner; };

struct Dec {
  Span span;
  Doc doc;
  std::vector<Attr> attrs;
  std::variant<ValDec, TypeDec, ModDec, ModTypeDec, OpenDec, ImportDec, LocalDec> node;
};

// -------------------------------------------------------------------------------------- modules

struct ModVar { QualName name; };
struct ModParens { ModExpPtr inner; };
struct ModImport { std::string path; };
struct ModDecs { std::vector<DecPtr> decs; };
struct ModApply { ModExpPtr function, arg; };
struct ModAscript { ModExpPtr inner; ModTypeExpPtr type; };
struct ModLambda { ModParam param; ModTypeExpPtr result; ModExpPtr body; };  ///< result may be null

struct ModExp {
  Span span;
  std::variant<ModVar, ModParens, ModImport, ModDecs, ModApply, ModAscript, ModLambda> node;
};

struct ModTypeVar { QualName name; };
struct ModTypeParens { ModTypeExpPtr inner; };
struct ModTypeSpecs { std::vector<SpecPtr> specs; };
struct ModTypeWith { ModTypeExpPtr inner; QualName name; std::vector<TypeParam> params; TypeExpPtr type; };
struct ModTypeArrow { std::optional<Binder> param; ModTypeExpPtr from, to; };

struct ModTypeExp {
  Span span;
  std::variant<ModTypeVar, ModTypeParens, ModTypeSpecs, ModTypeWith, ModTypeArrow> node;
};

struct ValSpec { Binder name; std::vector<TypeParam> type_params; TypeExpPtr type; };
/// `type t 'a = u` (type set) or an abstract `type t`.
struct TypeSpec { Liftedness lifted = Liftedness::unlifted; Binder name; std::vector<TypeParam> type_params; TypeExpPtr type; };
struct ModSpec { Binder name; ModTypeExpPtr type; };
struct IncludeSpec { ModTypeExpPtr type; };

struct Spec {
  Span span;
  Doc doc;
  std::vector<Attr> attrs;
  std::variant<ValSpec, TypeSpec, ModSpec, IncludeSpec> node;
};

/// A whole file.
struct Prog {
  Doc doc;
  std::vector<DecPtr> decs;
};

}  // namespace laguz::ast
