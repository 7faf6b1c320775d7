// Signatures: what is written of a definition before its body, and what that says alone.
#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"

namespace laguz::check {

using typed::ExpPtr;

Signature Infer::signature(const std::vector<ast::TypeParam>& type_params,
                           const std::vector<ast::PatPtr>& params, const ast::TypeExpPtr& result) {
  refuse_too_many(params);
  Signature out;
  Bound bound;
  for (const auto& param : bind_type_params(type_params)) {
    if (param.is_size) {
      out.sizes.emplace_back(param.size, param.name);
      bound.insert(param.name);
    } else {
      out.types.push_back(param.type);
    }
  }
  // What `[]` is in a parameter, another part of it or the body may say; else it becomes a size
  // parameter.
  const bool in_prelude =
      as_written_ || (!params.empty() && state_.in_prelude(params.front()->span));
  Anonymous anonymous{Anonymous::Mode::inferred, nullptr, nullptr};
  for (const auto& param : params) {
    out.params.push_back(pattern(*param, nullptr, anonymous, bound));
    // (The prelude's types are to be known without its bodies.)
    if (in_prelude) name_sizes(out.params.back()->type, depth_ - 1, out.sizes);
    deepen(out.params.back());
  }
  if (result) {
    // The body decides the sizes that the result leaves open. The prelude means what it says: it is
    // to be known without its bodies.
    Anonymous open{Anonymous::Mode::inferred, nullptr, &out.existentials};
    if (as_written_ || state_.in_prelude(result->span))
      open = {Anonymous::Mode::existential, &out.existentials, nullptr};
    out.result = type_exp(result, open);
    check_result_names(out.params, out.result, result->span);
  }
  return out;
}

void Infer::name_sizes(const TypePtr& type, int depth, std::vector<SizeBinder>& made,
                       const std::unordered_set<const Size*>& but) {
  each_size(type, [&](const SizePtr& written, bool) {
    SizePtr size = resolve(written);
    auto* meta = std::get_if<SizeMeta>(&size->node);
    if (!meta || meta->level <= depth || but.count(size.get())) return;
    ValId id = state_.fresh_value();
    levels_[id] = depth + 1;
    std::string name = made.empty() ? "d" : fmt::format("d{}", made.size());
    meta->link = size_var(id, name);
    made.emplace_back(id, name);
  });
}

ExpPtr Infer::body(const ast::ExpPtr& exp, Signature& sig) {
  Scope scope(*this);
  ExpPtr out = infer(exp);
  if (!sig.result) {
    sig.result = out->type;
    return out;
  }
  // The sizes that the function chooses are whatever the body gives. (The prelude means what it
  // says.)
  Subst open;
  for (const auto& [id, name] : sig.existentials) open.sizes[id] = fresh_size(name);
  const TypePtr expected = open(sig.result);
  // Those that are left open may be found in here, for all that they cannot leave.
  each_size(expected, [&](const SizePtr& written, bool) {
    SizePtr size = resolve(written);
    if (auto* meta = std::get_if<SizeMeta>(&size->node)) meta->level = depth_;
  });
  if (!unify(expected, out->type))
    type_error(
        exp->span,
        fmt::format("Function body does not have expected type.\nExpected: {}\nActual:   {}\n{}",
                    show(sig.result), show(out->type), mismatch_),
        bridge(sig.result, out->type), mismatch_anchor_);
  if (!state_.in_prelude(exp->span)) {
    // What has no name in the program is called as the result says.
    Subst called;
    for (const auto& [id, name] : sig.existentials)
      if (const auto* var = std::get_if<SizeVar>(&resolve(open.sizes.at(id))->node);
          var && unknown_.count(var->id))
        called.sizes[var->id] = size_var(var->id, name);
    sig.result = called(expected);
    sig.existentials.clear();
  }
  return out;
}

bool Infer::is_complete(const Signature& sig, bool but_result) const {
  if (!sig.result) return false;
  bool open = false;
  auto look = [&](const TypePtr& type) {
    each_part(type, [&](const TypePtr& part) {
      open = open || std::holds_alternative<TypeMeta>(part->node);
    });
    each_size(type, [&](const SizePtr& size, bool) {
      open = open || std::holds_alternative<SizeMeta>(resolve(size)->node);
    });
  };
  if (!but_result) look(sig.result);
  for (const auto& param : sig.params) look(param->type);
  return !open;
}

/// A definition's binding from what is written of its type; null if that does not say all of it.
ValueBinding* Infer::written_type(const ast::DecPtr& dec) {
  const auto& val = std::get<ast::ValDec>(dec->node);
  Signature sig;
  {
    Scope scope(*this);
    sig = signature(val.type_params, val.params, val.result);
    if (!is_complete(sig)) return nullptr;
    for (const auto& size : size_exps_) settle(size);
  }
  ValueBinding* binding = state_.value();
  binding->id = state_.fresh_value();
  binding->name = prefix_ + val.name.name;
  binding->kind = ValueBinding::Kind::definition;
  binding->scheme.sizes = sig.sizes;
  binding->scheme.types = sig.types;
  if (sig.params.empty()) binding->existentials = sig.existentials;
  binding->scheme.type = function_type(sig.params, sig.result, sig.existentials, depth_, sig.sizes);
  binding->doc = dec->doc;
  binding->span = val.name.span;
  return binding;
}

const ValueBinding* Infer::stated(const ast::DecPtr& dec) {
  Restore<std::vector<support::Diagnostic>*> quiet(state_.warnings, nullptr);
  as_written_ = true;
  try {
    ValueBinding* binding = written_type(dec);
    // (A size that the type does not show could not be told.)
    if (binding && std::all_of(binding->scheme.sizes.begin(), binding->scheme.sizes.end(),
                               [&](const SizeBinder& size) {
                                 return mentions(binding->scheme.type, size.first);
                               }))
      return binding;
  } catch (const support::UserError&) {
    // What is wrong is the type, and that has been said.
  } catch (const Spoilt&) {
    // The same.
  }
  ValueBinding* binding = state_.value();
  binding->spoilt = true;
  return binding;
}

/// Gives the sizes that [sig]'s parameters leave open names of their own, as size parameters.
void Infer::name_apart(Signature& sig) {
  struct Name final : TypeRewriter {
    Infer& infer;
    std::vector<SizeBinder>& sizes;
    Name(Infer& i, std::vector<SizeBinder>& s) : infer(i), sizes(s) {}
    SizePtr size(const SizePtr& size) override {
      if (!std::holds_alternative<SizeMeta>(resolve(size)->node)) return size;
      const ValId id = infer.state_.fresh_value();
      infer.levels_[id] = infer.depth_;
      sizes.emplace_back(id, fmt::format("d{}", sizes.size()));
      return size_var(id, sizes.back().second);
    }
  };
  Name name(*this, sig.sizes);
  for (auto& param : sig.params) {
    auto out = std::make_shared<typed::Pat>(*param);
    out->type = name(param->type);
    param = std::move(out);
  }
}

}  // namespace laguz::check
