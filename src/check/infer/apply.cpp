// Inference of applications, operators, sections and constructors.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"
#include "check/types/marks.hpp"

namespace laguz::check {

using typed::ExpPtr;

namespace {

/// `xs [i]`.
bool is_spaced_index(const TypePtr& function, const typed::Exp& arg) {
  return std::holds_alternative<TypeArray>(resolve(function)->node) &&
         std::holds_alternative<typed::Array>(arg.node);
}

/// For what is_spaced_index.
std::string index_hint(const typed::Exp& array, const typed::Exp& index) {
  return array.span.hi == index.span.lo ? "what is no name is indexed in parentheses: (\"abc\")[i]."
                                        : "an index stands right behind its array, as in xs[i].";
}

/// `0...4`, of which an application takes the 0 alone.
bool is_start_of_range(Span span) {
  const std::string_view text = span.file->text();
  const std::size_t next = text.find_first_not_of(' ', span.hi);
  return next != std::string_view::npos && text.substr(next).starts_with("..");
}

bool is_order(const std::string& name) {
  return name == "<" || name == "<=" || name == ">" || name == ">=";
}

/// `!x`.
bool is_negated(const ExpPtr& exp) {
  const auto* apply = std::get_if<typed::Apply>(&exp->node);
  const auto* op =
      apply != nullptr ? std::get_if<typed::Intrinsic>(&apply->function->node) : nullptr;
  return op != nullptr && op->name == "!";
}

}  // namespace

ExpPtr Infer::apply(ExpPtr function, std::vector<ExpPtr> args, Span span, const std::string& name) {
  const std::size_t floating = floating_.size();
  const std::string called = name.empty() ? "function" : "\"" + name + "\"";
  std::vector<SizeBinder> made;
  TypePtr type = function->type;
  const auto* callee = std::get_if<typed::Var>(&function->node);
  const bool one_size = callee && self_binding_ && callee->id == self_binding_->id &&
                        self_binding_->scheme.sizes.empty();
  const auto hint_for_recursion = [&](const std::string& why) -> std::string {
    const bool of_sizes = why.rfind("Sizes ", 0) == 0 || why.rfind("Cannot link size", 0) == 0;
    if (!one_size || !of_sizes) return {};
    return fmt::format(
        "a function that calls itself at other sizes needs size parameters, and none left as []: "
        "def {} [n] (xs: [n]t) ...",
        name);
  };
  /// No function is of [type], which is that of what is left behind [i] arguments.
  const auto refuse_argument = [&](std::size_t i, const TypePtr& type) {
    const ExpPtr& arg = args[i];
    if (i == 0)
      type_error(span,
                 fmt::format("Cannot apply {} as function, as it has non-function type:\n  {}",
                             name.empty() ? "expression" : called, show(type)),
                 is_spaced_index(type, *arg) ? index_hint(*function, *arg)
                                             : operator_hint(source_text(arg->span)));
    type_error(arg->span,
               fmt::format("Cannot apply {} to \"{}\".\nFunction accepts only {} argument{}.",
                           called, source_text(arg->span), i, i == 1 ? "" : "s"));
  };
  for (std::size_t i = 0; i < args.size(); ++i) {
    const ExpPtr& arg = args[i];
    type = resolve(type);
    if (std::holds_alternative<TypeMeta>(type->node)) {
      TypePtr result = fresh(span);
      TypePtr assumed = make_type(TypeArrow{{}, arg->type, result, {}, false});
      if (!unify(type, assumed)) {
        if (std::get<TypeMeta>(resolve(type)->node).constraint.is_open())
          type_error(arg->span,
                     fmt::format("Cannot apply {} to \"{}\" (invalid type).\n{}", called,
                                 source_text(arg->span), mismatch_),
                     hint_for_recursion(mismatch_), mismatch_anchor_);
        refuse_argument(i, type);
      }
      type = result;
      continue;
    }
    const auto* arrow = std::get_if<TypeArrow>(&type->node);
    if (!arrow) refuse_argument(i, type);
    const ValId first_new = state_.value_ids.next();
    const std::size_t floating_before = floating_.size();
    const auto hint_for_argument = [&](std::size_t at) -> std::string {
      if (name == "-" && std::holds_alternative<TypeArrow>(resolve(arg->type)->node))
        return "a negative argument is put in parentheses: f (-x).";
      if (std::holds_alternative<TypeArrow>(resolve(arrow->from)->node) &&
          source_text(arg->span).rfind("(-", 0) == 0)
        return "'(-x)' is a negative number; what subtracts x is '(+ -x)', or '\\y -> y - x'.";
      if (name == "!")
        return "'!' turns around a bool, or the bits of an integer, that stands right behind it: "
               "!(a == b), or a != b.";
      if ((name == "==" || name == "!=") && std::any_of(args.begin(), args.end(), is_negated))
        return "'!' is of what stands right behind it: !(a == b), or a != b.";
      const std::string recursion = hint_for_recursion(mismatch_);
      if (!recursion.empty()) return recursion;
      if (std::holds_alternative<TypeArray>(resolve(arg->type)->node) && is_order(name))
        return "arrays have no order; map2 (<) xs ys compares their elements.";
      if (const std::string order = order_hint(name, at, *resolve(arrow->from), arrow->to, args);
          !order.empty())
        return order;
      const std::string wanted = is_prelude_name(name) ? derivative_hint(name, at, arg->type) : "";
      const std::string near =
          bridge(arrow->from, arg->type, at == 0 ? args : std::vector<ExpPtr>{});
      const bool text = std::holds_alternative<typed::Bytes>(arg->node);
      const AsText as_text = !text ? AsText::none : name == "+" ? AsText::joined : AsText::operand;
      if (near.empty() && is_start_of_range(arg->span))
        return "a range that is an argument stands in parentheses: (0..<n).";
      if (wanted.empty())
        return near.empty() ? hint_for_elements(arrow->from, arg->type, as_text) : near;
      return wanted + (near.empty() ? "." : "; " + near);
    };
    if (!unify(arrow->from, arg->type))
      type_error(arg->span,
                 fmt::format(
                     "Cannot apply {} to \"{}\" (invalid type).\nExpected: {}\nActual:   {}\n{}",
                     called, source_text(arg->span), show(arrow->from), show(arg->type), mismatch_),
                 hint_for_argument(i), mismatch_anchor_);
    if (std::holds_alternative<typed::Hole>(arg->node))
      each_size(arg->type, [&](const SizePtr& size, bool) {
        size_checks_.insert(
            size_checks_.begin(),
            {size, "Ambiguous size arising from use as function argument.", arg->span});
      });
    Subst subst;
    if (arrow->param && mentions(arrow->to, *arrow->param)) {
      SizePtr size = size_argument(arg);
      if (!size) {
        binds_names(*arg);
        size = fresh_existential(
            made, size_name(arrow->to, *arrow->param),
            fmt::format("the value of the argument \"{}\" of {}", source_text(arg->span), called));
      }
      subst.sizes.emplace(*arrow->param, size);
    }
    for (ValId id : arrow->existentials)
      subst.sizes.emplace(id, fresh_existential(made, size_name(arrow->to, id),
                                                "an unknown size returned by " + called));
    TypePtr to = arrow->to;
    type = subst.empty() ? to : track(subst(to));
    if (floating_.size() > floating_before && !shapes_only_)
      check_argument_sizes(type, first_new, called, arg);
    if (i + 1 == args.size()) type = bound_sizes(type, made);
  }
  const auto* built_in = std::get_if<typed::Intrinsic>(&function->node);
  if (args.size() > 1 && ((built_in != nullptr && is_derivative(built_in->name)) ||
                          (is_derivative(name) && is_prelude_name(name))))
    note_point(*args[0], *args[1], function->span);
  if (at_prompt() && name == "^" && std::all_of(args.begin(), args.end(), [](const ExpPtr& arg) {
        return std::holds_alternative<typed::Number>(arg->node);
      }))
    state_.remarks.xor_of_numbers = true;
  ExpPtr out = make(typed::Apply{std::move(function), std::move(args)}, without_marks(type), span);
  out->existentials = std::move(made);
  if (at_prompt()) written_numbers_.note(out);
  if (const auto* var = std::get_if<typed::Var>(&std::get<typed::Apply>(out->node).function->node);
      var && self_binding_ && var->id == self_binding_->id)
    self_applications_.push_back({out, nullptr});
  // Function arguments may have given a type variable a type with sizes that they choose.
  if (floating_.size() > floating)
    out->type = hide(choices_apart(out->type), depth_, out->existentials);
  return out;
}

namespace {

const ast::Exp& without_parens(const ast::Exp& exp) {
  const ast::Exp* at = &exp;
  while (const auto* parens = std::get_if<ast::Parens>(&at->node)) at = parens->inner.get();
  return *at;
}

std::string called_name(const ast::Exp& exp) {
  const auto* var = std::get_if<ast::Var>(&without_parens(exp).node);
  if (!var) return {};
  std::string out;
  for (const auto& qual : var->name.quals) out += qual + ".";
  return out + var->name.name;
}

/// `1.5i32` reads as 1.5 applied to i32.
void check_suffix(const ast::Apply& exp) {
  const ast::Exp& literal = *exp.function;
  const bool is_literal = std::holds_alternative<ast::IntLit>(literal.node) ||
                          std::holds_alternative<ast::FloatLit>(literal.node) ||
                          std::holds_alternative<ast::ScalarLit>(literal.node);
  const auto* suffix = std::get_if<ast::Var>(&exp.args.front()->node);
  const Span at = exp.args.front()->span;
  if (!is_literal || !suffix || literal.span.hi != at.lo) return;
  auto text = [](Span span) { return span.file->text().substr(span.lo, span.hi - span.lo); };
  const bool integral = std::holds_alternative<ast::FloatLit>(literal.node) &&
                        (text(at).front() == 'i' || text(at).front() == 'u');
  type_error(join(literal.span, at),
             fmt::format("The suffix \"{}\" does not fit the literal \"{}\".", text(at),
                         text(literal.span)),
             integral ? "an integer has no fraction; f16, f32 and f64 are the suffixes of floats."
                      : "the suffixes are i8 to i64, u8 to u64 and f16 to f64.");
}

}  // namespace

ExpPtr Infer::infer_apply(const ast::Apply& exp, Span span) {
  // Each argument may make the type larger (`id id id id ...`).
  constexpr std::size_t kMostArguments = 1000;
  if (exp.args.size() > kMostArguments)
    type_error(span, fmt::format("Too many arguments: there are {}, and there may be {}.",
                                 exp.args.size(), kMostArguments));
  if (const auto* constr = std::get_if<ast::Constr>(&exp.function->node)) {
    std::vector<ExpPtr> args;
    for (const auto& arg : exp.args) args.push_back(infer(arg));
    return constructor(constr->name, std::move(args), span);
  }
  check_suffix(exp);
  ExpPtr function = infer(exp.function);
  std::vector<ExpPtr> args;
  for (const auto& arg : exp.args) args.push_back(infer(arg));
  ExpPtr out = apply(std::move(function), std::move(args), span, called_name(*exp.function));
  if (!self_applications_.empty() && self_applications_.back().exp == out)
    self_applications_.back().written = &exp;
  return out;
}

ExpPtr Infer::constructor(const std::string& name, std::vector<ExpPtr> args, Span span) {
  Constraint constraint;
  auto& payload = constraint.constructors.edit()[name];
  for (const auto& arg : args) payload.push_back(arg->type);
  TypePtr type = fresh(span, std::move(constraint));
  return make(typed::Constr{name, std::move(args)}, type, span);
}

ExpPtr Infer::operate(const ast::BinOp& exp, ExpPtr left, Span span) {
  const bool lazy = exp.op.quals.empty() && (exp.op.name == "&&" || exp.op.name == "||");
  if (!lazy) {
    ExpPtr right = infer(exp.right);
    ast::QualName name = exp.op;
    if (!name.span) name.span = span;
    ExpPtr op = variable(name, name.span, left->type);
    ExpPtr out = apply(op, {std::move(left), std::move(right)}, span, exp.op.name);
    std::get<typed::Apply>(out->node).infix = true;
    return out;
  }
  TypePtr boolean = scalar_type(ScalarType::boolean);
  auto require = [&](const ExpPtr& operand) {
    if (!unify(boolean, operand->type))
      type_error(
          operand->span,
          fmt::format("Cannot apply \"{}\" to \"{}\" (invalid type).\nExpected: bool\nActual:   {}",
                      exp.op.name, source_text(operand->span), show(operand->type)));
  };
  require(left);
  ExpPtr right = infer(exp.right);
  require(right);
  ExpPtr constant = make(typed::Bool{exp.op.name == "||"}, boolean, span);
  return exp.op.name == "&&" ? make(typed::If{left, right, constant}, boolean, span)
                             : make(typed::If{left, constant, right}, boolean, span);
}

void Infer::refuse_too_many_calls(const std::vector<const ast::Exp*>& spine) {
  constexpr std::size_t kMost = 30'000;
  if (spine.size() <= kMost) return;
  std::map<std::pair<std::vector<std::string>, std::string>, bool> is_function;
  std::size_t calls = 0;
  for (auto at = spine.rbegin(); at != spine.rend(); ++at) {
    const ast::QualName& op = std::get<ast::BinOp>((*at)->node).op;
    auto [known, fresh] = is_function.try_emplace({op.quals, op.name});
    if (fresh) known->second = find_value(op).value->kind != ValueBinding::Kind::overloaded;
    if (!known->second || ++calls <= kMost) continue;
    type_error(op.span ? op.span : (*at)->span,
               fmt::format("Too many operators in a row: more than {} of them are functions, such "
                           "as \"{}\".",
                           kMost, op.name),
               "give parts of the expression names with 'let'.");
  }
}

ExpPtr Infer::infer_binop(const ast::Exp& exp) {
  // `a + b + c + ...` leans to the left and may be as long as the program likes.
  std::vector<const ast::Exp*> spine{&exp};
  while (true) {
    const ast::Exp* left = std::get<ast::BinOp>(spine.back()->node).left.get();
    if (!std::holds_alternative<ast::BinOp>(left->node)) break;
    spine.push_back(left);
  }
  refuse_too_many_calls(spine);
  ExpPtr at = infer(std::get<ast::BinOp>(spine.back()->node).left);
  // Every so often the value so far gets a name, so that nothing after us has to go deep either.
  constexpr std::size_t kDeepest = 200;
  std::vector<typed::Let> lets;
  std::size_t depth = 0;
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    at = operate(std::get<ast::BinOp>((*it)->node), std::move(at), (*it)->span);
    if (++depth < kDeepest || it + 1 == spine.rend()) continue;
    depth = 0;
    auto pat = std::make_shared<typed::Pat>();
    const ValId id = state_.fresh_value();
    levels_[id] = depth_;
    pat->node = typed::PatVar{id, "t"};
    pat->type = at->type;
    pat->span = at->span;
    ExpPtr name = make(typed::Var{id, "t", {}, {}}, at->type, at->span);
    lets.push_back({{}, pat, std::move(at), nullptr});
    at = std::move(name);
  }
  for (; !lets.empty(); lets.pop_back()) {
    TypePtr type = at->type;
    lets.back().body = std::move(at);
    at = make(std::move(lets.back()), type, exp.span);
  }
  return at;
}

ExpPtr Infer::section_right(const ast::OpSectionRight& exp, Span span) {
  ast::QualName name = exp.op;
  if (!name.span) name.span = span;
  ExpPtr op = variable(name, name.span);
  const ValId first = state_.value_ids.next();
  ExpPtr right = infer(exp.right);
  sections_.push_back({op, first, state_.value_ids.next(), span});
  // The operand is evaluated once, wherever the function goes.
  Scope scope(*this);
  auto bound = std::make_shared<typed::Pat>();
  ValId bound_id = state_.fresh_value();
  levels_[bound_id] = depth_;
  if (SizePtr size = size_argument(right)) aliases_[bound_id] = size;
  bound->node = typed::PatVar{bound_id, "y"};
  bound->type = right->type;
  bound->span = exp.right->span;
  auto param = std::make_shared<typed::Pat>();
  ValId param_id = state_.fresh_value();
  levels_[param_id] = depth_;
  param->node = typed::PatVar{param_id, "x"};
  param->type = fresh(span);
  param->span = span;
  ExpPtr x = make(typed::Var{param_id, "x", {}, {}}, param->type, span);
  ExpPtr y = make(typed::Var{bound_id, "y", {}, {}}, right->type, exp.right->span);
  ExpPtr body = apply(op, {x, y}, span, exp.op.name);
  TypePtr type = function_type({param}, body->type, {}, depth_ - 1);
  ExpPtr lambda = make(typed::Lambda{{param}, body}, type, span);
  return make(typed::Let{{}, bound, right, lambda, true}, type, span);
}

ExpPtr Infer::path_section(const ast::PathSection& exp, Span span) {
  Scope scope(*this);
  auto param = std::make_shared<typed::Pat>();
  ValId id = state_.fresh_value();
  levels_[id] = depth_;
  param->node = typed::PatVar{id, "x"};
  param->type = fresh(span);
  param->span = span;
  ExpPtr at = make(typed::Var{id, "x", {}, {}}, param->type, span);
  for (const auto& step : exp.path) {
    if (const auto* field = std::get_if<ast::Name>(&step.step))
      at = project(at, *field, step.span);
    else
      at = infer_index(at, std::get<std::vector<ast::DimIndex>>(step.step), step.span);
  }
  TypePtr type = function_type({param}, at->type, {}, depth_ - 1);
  return make(typed::Lambda{{param}, at, false, true}, type, span);
}

void refuse_too_many(const std::vector<ast::PatPtr>& params) {
  constexpr std::size_t kMost = 1000;
  if (params.size() > kMost)
    type_error(params[kMost]->span,
               fmt::format("Too many parameters: there are {}, and there may be {}.", params.size(),
                           kMost));
}

ExpPtr Infer::infer_lambda(const ast::Lambda& exp, Span span) {
  refuse_too_many(exp.params);
  std::vector<typed::PatPtr> params;
  ExpPtr body;
  TypePtr result;
  std::vector<SizeBinder> existentials;
  const int outside = depth_;
  {
    Scope scope(*this);
    Bound bound;
    Anonymous inferred;
    for (const auto& param : exp.params) {
      params.push_back(pattern(*param, nullptr, inferred, bound));
      deepen(params.back());
      lambda_params_.push_back(params.back());
      matches_.push_back({{params.back()}, params.back()->type, param->span, false});
    }
    if (exp.result) {
      result = type_exp(exp.result, {Anonymous::Mode::inferred, nullptr, &existentials});
      check_result_names(params, result, exp.result->span);
    }
    Scope inner(*this);
    body = infer(exp.body);
    if (result) {
      Subst open;
      for (const auto& binder : existentials) open.sizes[binder.first] = fresh_size();
      if (!unify(open(result), body->type))
        refuse(exp.body->span,
               fmt::format("Function body does not have expected type.\nExpected: {}\nActual:   {}",
                           show(result), show(body->type)));
    } else {
      result = body->type;
    }
  }
  TypePtr type = function_type(params, result, existentials, outside);
  return make(typed::Lambda{params, body, exp.result != nullptr}, type, span);
}

}  // namespace laguz::check
