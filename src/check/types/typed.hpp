// The typed tree: what inference gives and lowering takes.
//
// Names are resolved (modules and functors are gone: a functor's body is elaborated anew for each
// application), sugar is reduced, every node has its type. Types may hold metas that later
// inference has linked: lowering always reads them through `resolve`. After inference every
// remaining numeric meta has been defaulted (i32, then f64).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "check/types/types.hpp"
#include "runtime/array.hpp"
#include "support/source.hpp"

namespace laguz::check::typed {

using support::Scalar;
using support::Span;
using ExpPtr = std::shared_ptr<Exp>;

// ------------------------------------------------------------------------------------- patterns

struct Pat;
using PatPtr = std::shared_ptr<Pat>;
struct PatVar {
  ValId id;
  std::string name;
};
struct PatWild {};
struct PatRecord {
  std::vector<std::pair<std::string, PatPtr>> fields;
};  ///< all or some fields
/// A literal; its type is the pattern's. [text] as written, without a sign.
struct PatLit {
  bool is_float = false;
  std::uint64_t integer = 0;
  double real = 0;
  bool negative = false;
};
struct PatConstr {
  std::string name;
  std::vector<PatPtr> args;
};
struct Pat {
  std::variant<PatVar, PatWild, PatRecord, PatLit, PatConstr> node;
  TypePtr type;
  Span span;
  std::vector<ast::Attr> attrs;
  bool ascribed = false;  ///< its type is written at it, or around it
};

// ---------------------------------------------------------------------------------- expressions

/// A number whose type is the node's (after resolving): an integer literal may be a float.
struct Number {
  bool is_float = false;
  std::uint64_t integer = 0;
  double real = 0;
};
struct Bool {
  bool value;
};
struct Bytes {
  std::string bytes;
};  ///< a string: [n]u8
/// A local variable or a definition. For a polymorphic definition or local function, [types] and
/// [sizes] instantiate its scheme, in order.
struct Var {
  ValId id;
  std::string name;
  std::vector<TypePtr> types;
  std::vector<SizePtr> sizes;
};
/// Something built in, by name: "map", "reduce", ..., a full primitive name ("add_f64"), or an
/// overloaded operator ("+", "==", ..., "neg" and "!" for the prefix ones), whose operand type is
/// in the node's arrow type. [types] and [sizes] instantiate the scheme that stdlib/intrinsics.fut
/// gives it, in order.
struct Intrinsic {
  std::string name;
  std::vector<TypePtr> types;
  std::vector<SizePtr> sizes;
};
struct Record {
  std::vector<std::pair<std::string, ExpPtr>> fields;
};  ///< in evaluation order
struct Project {
  ExpPtr record;
  std::string field;
};
struct Array {
  std::vector<ExpPtr> elements;
};  ///< element type (with its sizes) in the node's
struct DimIndex {
  bool slice = false;
  ExpPtr start, end, stride;
  Span span;
};
struct Index {
  ExpPtr array;
  std::vector<DimIndex> dims;
};
struct UpdateStep {
  std::variant<std::vector<DimIndex>, std::string> step;
  Span span;
};
struct Update {
  ExpPtr base;
  std::vector<UpdateStep> path;
  ExpPtr value;
};
struct Constr {
  std::string name;
  std::vector<ExpPtr> args;
};  ///< the sum is the node's type
/// Saturated or partial; the function's type says which.
struct Apply {
  ExpPtr function;
  std::vector<ExpPtr> args;
  bool infix = false;  ///< `x + y`: from left to right; other calls are from right to left
};
struct Lambda {
  std::vector<PatPtr> params;
  ExpPtr body;
  bool declared = false;  ///< the result's type is written
  bool section = false;   ///< `(.a[i])`: binds no name of the program's
};
/// [sizes]: `let [n] p = e`, bound to lengths found in the pattern's type.
struct Let {
  std::vector<std::pair<ValId, std::string>> sizes;
  PatPtr pattern;
  ExpPtr value, body;
  bool section = false;  ///< `(+ e)`, as `let y = e in \x -> x + y`
};
/// A local function; polymorphic only by explicit parameters.
struct LetFun {
  ValId id;
  bool declared = false;  ///< as in a Lambda
  std::string name;
  std::shared_ptr<const Scheme> scheme;
  std::vector<PatPtr> params;
  ExpPtr value, body;
};
struct If {
  ExpPtr condition, then_branch, else_branch;
};
struct Case {
  PatPtr pattern;
  ExpPtr body;
};
struct Match {
  ExpPtr scrutinee;
  std::vector<Case> cases;
};
struct ForForm {
  ValId index;
  std::string name;
  TypePtr type;
  ExpPtr bound;
};
struct ForInForm {
  PatPtr pattern;
  ExpPtr array;
};
struct WhileForm {
  ExpPtr condition;
};
using LoopForm = std::variant<ForForm, ForInForm, WhileForm>;
/// [sizes] are bound anew, in each iteration, to lengths found in the parameter's type.
struct Loop {
  std::vector<std::pair<ValId, std::string>> sizes;
  PatPtr param;
  ExpPtr init;
  std::shared_ptr<const LoopForm> form;
  ExpPtr body;
};
/// `e :> t`: the node's type, checked when run. An ascription leaves no node.
struct Coerce {
  ExpPtr inner;
};
struct Range {
  ExpPtr start, second;
  ast::RangeKind kind;
  ExpPtr end;
};
struct Assert {
  ExpPtr condition;
  std::string text;
  ExpPtr body;
};
/// A local name that can be said where an expression stands.
struct LocalName {
  ValId id;
  std::string name;
  TypePtr type;
};
/// [visible]: what whoever stops there can see, in the order of binding; null but at `#[break]`.
struct Attributed {
  std::shared_ptr<const ast::Attr> attr;
  ExpPtr inner;
  std::shared_ptr<std::vector<LocalName>> visible{};
};
struct Hole {};

struct Exp {
  std::variant<Number, Bool, Bytes, Var, Intrinsic, Record, Project, Array, Index, Update, Constr,
               Apply, Lambda, Let, LetFun, If, Match, Loop, Coerce, Range, Assert, Attributed, Hole>
      node;
  TypePtr type;
  Span span;
  /// Sizes in [type] that this very expression brings into being (a filter's count, branches of
  /// different sizes): once it has been evaluated they are bound, in the scope of whatever follows,
  /// to the lengths that its value has where they stand in the type. "Whatever follows" ends with
  /// the innermost let (value or body), lambda, branch, case or loop around the expression: sizes
  /// that would leave it come out as existentials of that outer expression. (But for compound
  /// sizes: after `let k = .. in xs ++ ys` the type may be `[k + n]t`. What a let has bound stays
  /// bound.)
  std::vector<std::pair<ValId, std::string>> existentials;
};

// ----------------------------------------------------------------------------------- definitions

/// A top-level (or module-level) value. Its scheme's size parameters are bound, when it is called,
/// by the shapes of the arguments where a parameter's type has them, else by the caller's sizes.
struct Def {
  ValId id = 0;
  std::string name;  ///< as the user would write it, qualified
  Scheme scheme;
  std::vector<PatPtr> params;
  TypePtr result;  ///< type of the body
  ExpPtr body;
  runtime::Known known;  ///< a constant's values, once it is settled; then it has no body
  bool entry = false;
  bool recursive = false;
  std::vector<ast::Attr> attrs;
  ast::Doc doc;
  Span span;
};

}  // namespace laguz::check::typed
