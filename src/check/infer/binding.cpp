// Inference of what binds names: let in its forms, if and match.
#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "support/assert.hpp"

namespace laguz::check {

using typed::ExpPtr;

std::vector<SizeBinder> Infer::bind_sizes(const std::vector<ast::Binder>& binders) {
  std::vector<SizeBinder> out;
  for (const auto& binder : binders) {
    for (const auto& other : out)
      if (other.second == binder.name)
        type_error(binder.span, fmt::format("Name \"{}\" also bound here.", binder.name));
    const auto* value = bind_value(binder.name, scalar_type(ScalarType::i64), binder.span);
    out.emplace_back(value->id, binder.name);
  }
  return out;
}

namespace {

bool occurs_id(const SizePtr& size, ValId id) {
  bool found = false;
  each_id(size, [&](ValId used) { found = found || used == id; });
  return found;
}

/// One let of a chain, waiting for its body.
struct Pending {
  decltype(typed::Exp::node) node;
  Span span;
};

}  // namespace

typed::Let Infer::let_pattern(const ast::LetPat& let, const ExpPtr& value) {
  typed::Let out;
  out.sizes = bind_sizes(let.sizes);
  Bound bound;
  for (const auto& size : out.sizes) {
    bound.insert(size.second);
    binding_[size.first] = nullptr;
  }
  if (!out.sizes.empty()) shape_by(*let.pattern, value->type);
  out.pattern = pattern(*let.pattern, value->type, Anonymous{}, bound);
  if (out.pattern->ascribed)
    each_size(out.pattern->type, [&](const SizePtr& size, bool) {
      if (std::holds_alternative<SizeMeta>(resolve(size)->node))
        size_checks_.push_back(
            {size, "Ambiguous size arising from explicit type ascription.", out.pattern->span});
    });
  for (std::size_t i = 0; i < out.sizes.size(); ++i) {
    const auto& [id, name] = out.sizes[i];
    const Span span = let.sizes[i].span;
    SizePtr found = binding_.at(id);
    binding_.erase(id);
    if (!mentions(out.pattern->type, id))
      type_error(span, fmt::format("Size [{}] unused in pattern.", name));
    if (!is_constructive(out.pattern->type, id))
      type_error(span, fmt::format("Cannot bind [{}], as it is never the size of a concrete "
                                   "(non-function) value.",
                                   name));
    if (!found && mentions(value->type, id))
      type_error(span, fmt::format("Ambiguous size \"{}\".", name),
                 "a type annotation would tell it.", "ambiguous-size");
    if (!found || occurs_id(found, id)) continue;
    aliases_[id] = found;
    size_checks_.push_back({found, fmt::format("Ambiguous size \"{}\".", name), span});
  }
  if (const auto* var = std::get_if<typed::PatVar>(&out.pattern->node)) {
    if (is_size_type(out.pattern->type, out.pattern->span, false))
      if (SizePtr size = size_argument(value)) aliases_[var->id] = size;
  }
  return out;
}

ExpPtr Infer::infer_let(const ast::Exp& first) {
  // Long chains of lets are common in generated programs: they are walked, not recursed into.
  // The whole chain is one scope, so that sizes of its names leave it once, at its beginning.
  std::vector<Pending> chain;
  std::vector<SizeBinder> made;
  const ast::Exp* at = &first;
  ExpPtr body;
  TypePtr type;
  {
    Scope scope(*this);
    while (true) {
      if (const auto* let = std::get_if<ast::LetPat>(&at->node)) {
        ExpPtr value = infer(let->value);
        typed::Let out = let_pattern(*let, value);
        matches_.push_back({{out.pattern}, out.pattern->type, let->pattern->span, false});
        out.value = std::move(value);
        chain.push_back({std::move(out), at->span});
        at = let->body.get();
      } else if (const auto* function = std::get_if<ast::LetFun>(&at->node)) {
        typed::LetFun out;
        Signature sig;
        ExpPtr value;
        const int outside = depth_;
        {
          Scope inner(*this);
          sig = signature(function->type_params, function->params, function->result);
          if (learnt_)
            for (const auto& param : sig.params) settle_shape(param->type, param->span, true, true);
          value = this->body(function->value, sig);
          settle_shape(sig.result, function->name.span, true, true);
          for (const auto& param : sig.params) {
            if (!learnt_) settle_shape(param->type, param->span, true);
            check_made_inside(*param);
            name_sizes(param->type, outside, sig.sizes);
          }
        }
        for (const auto& param : sig.params)
          matches_.push_back({{param}, param->type, param->span, false});
        Scheme scheme;
        scheme.sizes = sig.sizes;
        scheme.types = sig.types;
        scheme.type = function_type(sig.params, sig.result, sig.existentials, outside, sig.sizes);
        out.scheme = std::make_shared<Scheme>(scheme);
        out.name = function->name.name;
        out.declared = function->result != nullptr;
        out.params = sig.params;
        out.value = std::move(value);
        ValueBinding* binding = state_.value();
        out.id = binding->id = state_.fresh_value();
        binding->name = function->name.name;
        binding->scheme = std::move(scheme);
        binding->span = function->name.span;
        levels_[binding->id] = depth_;
        bind(binding->name, binding);
        chain.push_back({std::move(out), at->span});
        at = function->body.get();
      } else if (const auto* with = std::get_if<ast::LetWith>(&at->node)) {
        ast::QualName name{{}, with->variable.name, with->variable.span};
        typed::Let out;
        out.value = infer_update(variable(name, with->variable.span), with->path, with->value,
                                 join(with->variable.span, with->value->span));
        auto pat = std::make_shared<typed::Pat>();
        const auto* bound = bind_value(with->variable.name, out.value->type, with->variable.span);
        pat->node = typed::PatVar{bound->id, with->variable.name};
        pat->type = out.value->type;
        pat->span = with->variable.span;
        out.pattern = pat;
        chain.push_back({std::move(out), at->span});
        at = with->body.get();
      } else {
        break;
      }
      while (const auto* parens = std::get_if<ast::Parens>(&at->node)) at = parens->inner.get();
    }
    body = infer_node(*at);
    type = body->type;
  }
  type = hide(type, depth_, made, true);
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    if (auto* let = std::get_if<typed::Let>(&it->node)) let->body = std::move(body);
    if (auto* let = std::get_if<typed::LetFun>(&it->node)) let->body = std::move(body);
    body = make(std::move(it->node), type, it->span);
    // Every let of the chain is the end of its body's scope.
    body->existentials = made;
  }
  return body;
}

ExpPtr Infer::infer_if(const ast::If& exp, Span span) {
  // else if else if ...: generated programs have long ones, and recursion is deep enough for them.
  ExpPtr condition = check(exp.condition, scalar_type(ScalarType::boolean), "Condition");
  const Branches branches = begin_branches();
  ExpPtr then_branch, else_branch;
  {
    Scope scope(*this);
    then_branch = infer(exp.then_branch);
  }
  {
    Scope scope(*this);
    else_branch = infer(exp.else_branch);
  }
  if (!same_shape(then_branch->type, else_branch->type))
    refuse(span, fmt::format("Branches of if differ in type.\nFormer: {}\nLatter: {}",
                             show(then_branch->type), show(else_branch->type)));
  if (!require_first_order(then_branch->type))
    type_error(
        span,
        fmt::format(
            "If-expression returns type\n  {}\nbut if-results may not be of function type (it is "
            "found to be functional).",
            show(then_branch->type)));
  std::vector<SizeBinder> made;
  TypePtr type = join_types(branches, {then_branch->type, else_branch->type}, made, span);
  ExpPtr out = make(typed::If{condition, then_branch, else_branch}, type, span);
  out->existentials = std::move(made);
  return out;
}

ExpPtr Infer::infer_match(const ast::Match& exp, Span span) {
  typed::Match match;
  match.scrutinee = infer(exp.scrutinee);
  notes::MatchCheck check;
  check.type = match.scrutinee->type;
  check.span = span;
  check.is_match = true;
  std::vector<TypePtr> types;
  const Branches branches = begin_branches();
  for (const auto& written : exp.cases) {
    Scope scope(*this);
    typed::Case out;
    Bound bound;
    out.pattern = pattern(*written.pattern, match.scrutinee->type, Anonymous{}, bound);
    out.body = infer(written.body);
    if (!types.empty() && !same_shape(types.front(), out.body->type))
      refuse(written.body->span,
             fmt::format("Branches of match differ in type.\nFormer: {}\nLatter: {}",
                         show(types.front()), show(out.body->type)));
    types.push_back(out.body->type);
    check.patterns.push_back(out.pattern);
    match.cases.push_back(std::move(out));
  }
  matches_.push_back(std::move(check));
  LAGUZ_ASSERT(!types.empty(), "a match has a case");
  if (!require_first_order(types.front()))
    type_error(span, fmt::format("Match-expression returns type\n  {}\nbut match-results may not "
                                 "be of function type (it is "
                                 "found to be functional).",
                                 show(types.front())));
  std::vector<SizeBinder> made;
  // (A single case is as a let.)
  TypePtr type = types.size() == 1 ? hide(types.front(), depth_, made, true)
                                   : join_types(branches, types, made, span);
  ExpPtr out = make(std::move(match), type, span);
  out->existentials = std::move(made);
  return out;
}

}  // namespace laguz::check
