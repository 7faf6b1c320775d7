// What each node is made of: `fields(node)` ties the members in order, spans left out. Whatever
// treats all nodes alike (equality, destruction) is written once over this table.
#pragma once

#include <tuple>

#include "syntax/ast.hpp"

namespace laguz::syntax {

#define LAGUZ_FIELDS(Type, ...)                                            \
  inline auto fields(const ast::Type& n) { return std::tie(__VA_ARGS__); } \
  inline auto fields(ast::Type& n) { return std::tie(__VA_ARGS__); }
#define LAGUZ_NO_FIELDS(Type) \
  inline std::tuple<> fields(const ast::Type&) { return {}; }

LAGUZ_FIELDS(QualName, n.quals, n.name)
LAGUZ_FIELDS(Binder, n.name)
LAGUZ_FIELDS(Attr, n.name, n.number, n.applied, n.args)
LAGUZ_FIELDS(TypeParam, n.kind, n.lifted, n.name)

LAGUZ_FIELDS(SizeExp, n.exp)
LAGUZ_FIELDS(TypeVar, n.name)
LAGUZ_FIELDS(TypeParens, n.inner)
LAGUZ_FIELDS(TypeTuple, n.parts)
LAGUZ_FIELDS(TypeRecord, n.fields)
LAGUZ_FIELDS(TypeArray, n.size, n.element)
LAGUZ_FIELDS(TypeUnique, n.inner)
LAGUZ_FIELDS(TypeApply, n.function, n.arg)
LAGUZ_FIELDS(TypeArrow, n.param, n.from, n.to)
LAGUZ_FIELDS(TypeSum, n.clauses)
LAGUZ_FIELDS(TypeDim, n.sizes, n.inner)
LAGUZ_FIELDS(TypeExp, n.node)

LAGUZ_FIELDS(IntLit, n.value, n.too_large, n.text, n.is_char)
LAGUZ_FIELDS(FloatLit, n.text)
LAGUZ_FIELDS(ScalarLit, n.value, n.text, n.too_large)
LAGUZ_FIELDS(StringLit, n.bytes)

LAGUZ_FIELDS(PatId, n.name)
LAGUZ_NO_FIELDS(PatWild)
LAGUZ_FIELDS(PatParens, n.inner)
LAGUZ_FIELDS(PatTuple, n.parts)
LAGUZ_FIELDS(PatRecord, n.fields)
LAGUZ_FIELDS(PatAscript, n.inner, n.type)
LAGUZ_FIELDS(PatLit, n.literal, n.negative)
LAGUZ_FIELDS(PatConstr, n.name, n.args)
LAGUZ_FIELDS(PatAttr, n.attr, n.inner)
LAGUZ_FIELDS(Pat, n.node)

LAGUZ_FIELDS(DimIndex, n.slice, n.start, n.end, n.stride)
LAGUZ_FIELDS(UpdateStep, n.step)
LAGUZ_FIELDS(LoopFor, n.index, n.bound)
LAGUZ_FIELDS(LoopForIn, n.pattern, n.array)
LAGUZ_FIELDS(LoopWhile, n.condition)
LAGUZ_FIELDS(Case, n.pattern, n.body)
LAGUZ_FIELDS(RecordField, n.name, n.value)

LAGUZ_FIELDS(Var, n.name)
LAGUZ_FIELDS(Parens, n.inner)
LAGUZ_FIELDS(LocalOpen, n.module, n.inner)
LAGUZ_FIELDS(Tuple, n.parts)
LAGUZ_FIELDS(Record, n.fields)
LAGUZ_FIELDS(ArrayLit, n.elements)
LAGUZ_FIELDS(Project, n.record, n.field)
LAGUZ_FIELDS(Index, n.array, n.dims)
LAGUZ_FIELDS(Constr, n.name)
LAGUZ_NO_FIELDS(Hole)
LAGUZ_FIELDS(Apply, n.function, n.args)
LAGUZ_FIELDS(Negate, n.inner)
LAGUZ_FIELDS(Not, n.inner)
LAGUZ_FIELDS(BinOp, n.op, n.left, n.right)
LAGUZ_FIELDS(Lambda, n.params, n.result, n.body)
LAGUZ_FIELDS(OpSection, n.op)
LAGUZ_FIELDS(OpSectionLeft, n.op, n.left)
LAGUZ_FIELDS(OpSectionRight, n.op, n.right)
LAGUZ_FIELDS(PathSection, n.path)
LAGUZ_FIELDS(Ascript, n.inner, n.type)
LAGUZ_FIELDS(Coerce, n.inner, n.type)
LAGUZ_FIELDS(Range, n.start, n.second, n.kind, n.end)
LAGUZ_FIELDS(LetPat, n.sizes, n.pattern, n.value, n.body)
LAGUZ_FIELDS(LetFun, n.name, n.type_params, n.params, n.result, n.value, n.body)
LAGUZ_FIELDS(LetWith, n.variable, n.path, n.value, n.body)
LAGUZ_FIELDS(If, n.condition, n.then_branch, n.else_branch)
LAGUZ_FIELDS(Loop, n.sizes, n.param, n.init, n.form, n.body)
LAGUZ_FIELDS(Match, n.scrutinee, n.cases)
LAGUZ_FIELDS(Assert, n.condition, n.body)
LAGUZ_FIELDS(Update, n.record, n.path, n.value)
LAGUZ_FIELDS(Attributed, n.attr, n.inner)
LAGUZ_FIELDS(Exp, n.node)

LAGUZ_FIELDS(ValDec, n.kind, n.name, n.infix, n.type_params, n.params, n.result, n.body)
LAGUZ_FIELDS(TypeDec, n.lifted, n.name, n.type_params, n.type)
LAGUZ_FIELDS(ModParam, n.name, n.type)
LAGUZ_FIELDS(ModDec, n.name, n.params, n.ascription, n.body)
LAGUZ_FIELDS(ModTypeDec, n.name, n.type)
LAGUZ_FIELDS(OpenDec, n.module)
LAGUZ_FIELDS(ImportDec, n.path)
LAGUZ_FIELDS(LocalDec, n.inner)
LAGUZ_FIELDS(Dec, n.doc, n.attrs, n.node)

LAGUZ_FIELDS(ModVar, n.name)
LAGUZ_FIELDS(ModParens, n.inner)
LAGUZ_FIELDS(ModImport, n.path)
LAGUZ_FIELDS(ModDecs, n.decs)
LAGUZ_FIELDS(ModApply, n.function, n.arg)
LAGUZ_FIELDS(ModAscript, n.inner, n.type)
LAGUZ_FIELDS(ModLambda, n.param, n.result, n.body)
LAGUZ_FIELDS(ModExp, n.node)

LAGUZ_FIELDS(ModTypeVar, n.name)
LAGUZ_FIELDS(ModTypeParens, n.inner)
LAGUZ_FIELDS(ModTypeSpecs, n.specs)
LAGUZ_FIELDS(ModTypeWith, n.inner, n.name, n.params, n.type)
LAGUZ_FIELDS(ModTypeArrow, n.param, n.from, n.to)
LAGUZ_FIELDS(ModTypeExp, n.node)

LAGUZ_FIELDS(ValSpec, n.name, n.type_params, n.type)
LAGUZ_FIELDS(TypeSpec, n.lifted, n.name, n.type_params, n.type)
LAGUZ_FIELDS(ModSpec, n.name, n.type)
LAGUZ_FIELDS(IncludeSpec, n.type)
LAGUZ_FIELDS(Spec, n.doc, n.attrs, n.node)
LAGUZ_FIELDS(Prog, n.doc, n.decs)

#undef LAGUZ_FIELDS
#undef LAGUZ_NO_FIELDS

}  // namespace laguz::syntax
