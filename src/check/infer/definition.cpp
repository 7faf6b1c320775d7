// Definitions: made, and made again where that is needed; generalisation.
#include <fmt/format.h>

#include <algorithm>

#include "check/consumption/consumption.hpp"
#include "check/infer/causality.hpp"
#include "check/infer/infer.hpp"
#include "check/types/parts.hpp"

namespace laguz::check {

using typed::ExpPtr;

/// What [make] makes with an Infer, which is another one if this one learns too late what it needs.
template <class Make>
auto Infer::make_settled(Make make) {
  std::optional<Infer> shapes;
  const Infer* source = this;
  const std::size_t warnings = state_.warnings ? state_.warnings->size() : 0;
  try {
    return make(*this);
  } catch (const Again&) {
    // What it has learnt is the same in either case.
  } catch (const support::UserError&) {
    if (!late_shapes_.empty()) {
      // Sizes may have failed before all shapes were known.
      source = &shapes.emplace(state_, env_, prefix_);
      shapes->shapes_only_ = shapes->ignore_sizes_ = true;
      Restore<std::vector<support::Diagnostic>*> quiet(state_.warnings, nullptr);
      try {
        make(*shapes);
      } catch (const Again&) {
      } catch (const support::UserError&) {
        source = nullptr;  // It is not for the sizes.
      }
    }
    if (!source || !source->may_teach()) throw;
  }
  state_.take_back_warnings(warnings);
  Infer again(state_, env_, prefix_);
  again.learnt_ = source->lesson();
  return make(again);
}

const ValueBinding* Infer::definition(const ast::DecPtr& dec, bool top_level) {
  const auto& val = std::get<ast::ValDec>(dec->node);
  if (!state_.in_prelude(dec->span)) {
    const ValId id = state_.fresh_value();
    return make_settled(
        [&](Infer& infer) { return infer.make_definition(*dec, val, id, top_level); });
  }
  // The prelude states its types: bodies wait until somebody runs them.
  if (ValueBinding* binding = written_type(dec)) {
    state_.add_lazy(binding->id, env_, dec, prefix_);
    return binding;
  }
  Infer again(state_, env_, prefix_);
  return again.make_definition(*dec, val, state_.fresh_value(), top_level);
}

/// [reference] is one of [def] to itself, whose result is not written: it has a type of its own, of
/// the same shape. Finds out what [def]'s size parameters are in it.
void Infer::settle_self(typed::Exp& reference, const typed::Def& def) {
  constexpr int kAnywhere = 1 << 30;
  auto any_size = [&](const std::string& name) {
    SizePtr size = fresh_size(name);
    std::get<SizeMeta>(size->node).level = kAnywhere;
    return size;
  };
  auto match = [&](const TypePtr& wanted, const TypePtr& used, const char* what) {
    if (unify(wanted, used)) return;
    type_error(reference.span,
               fmt::format("The recursive function \"{}\" has type\n  {}\nbut is used with other "
                           "sizes of {}.\n{}",
                           def.name, show(def.scheme.type), what, mismatch_),
               "a type that is written for the result says what its sizes are.");
  };
  auto& var = std::get<typed::Var>(reference.node);
  var.sizes.clear();
  Subst subst, own;
  for (const auto& [id, name] : def.scheme.sizes) {
    var.sizes.push_back(any_size(name));
    subst.sizes[id] = var.sizes.back();
  }
  TypePtr at = def.scheme.type, used = reference.type;
  for (std::size_t i = 0; i < def.params.size(); ++i) {
    const auto& arrow = std::get<TypeArrow>(resolve(at)->node);
    const auto& other = std::get<TypeArrow>(resolve(used)->node);
    match(subst(arrow.from), own(other.from), "its arguments");
    // What an argument is nobody knows here.
    const SizePtr argument = any_size({});
    if (arrow.param) subst.sizes[*arrow.param] = argument;
    if (other.param) own.sizes[*other.param] = argument;
    at = arrow.to;
    used = other.to;
  }
  each_size(at, [&](const SizePtr& size, bool) {
    each_id(size, [&](ValId id) {
      if (!subst.sizes.count(id) && level_of(id) > 0) subst.sizes[id] = any_size({});
    });
  });
  match(subst(at), own(used), "its result");
}

void Infer::complete(const ast::DecPtr& dec, ValId id) {
  make_definition(*dec, std::get<ast::ValDec>(dec->node), id, false);
}

const ValueBinding* Infer::make_definition(const ast::Dec& dec, const ast::ValDec& val, ValId id,
                                           bool top_level) {
  auto def = std::make_unique<typed::Def>();
  ValueBinding* binding = state_.value();
  binding->id = def->id = id;
  binding->name = def->name = prefix_ + val.name.name;
  binding->kind = ValueBinding::Kind::definition;
  binding->doc = def->doc = dec.doc;
  binding->span = val.name.span;
  def->span = dec.span;
  def->attrs = dec.attrs;
  if (val.name.name == "&&" || val.name.name == "||")
    type_error(val.name.span,
               fmt::format("The operator \"{}\" may not be redefined.", val.name.name));
  if (val.infix && val.params.size() != 2)
    type_error(val.name.span, fmt::format("\"{}\" cannot be used as infix.", val.name.name));

  Signature sig;
  ValueBinding* self = state_.value();
  bool polymorphic_self = false;
  TypePtr assumed;
  {
    Scope scope(*this);
    const bool function = !val.params.empty();
    if (function) bind(val.name.name, self);
    sig = signature(val.type_params, val.params, val.result);
    if (function) {
      // A function is in scope of itself: at its own types, but at any sizes if it states them all.
      self->id = id;
      self->name = def->name;
      self->kind = ValueBinding::Kind::definition;
      // (Sizes of its result that nothing is known of yet are any sizes.)
      Signature seen = sig;
      if (seen.result) {
        struct Unknown final : TypeRewriter {
          Infer& infer;
          std::vector<SizeBinder>& made;
          Unknown(Infer& i, std::vector<SizeBinder>& m) : infer(i), made(m) {}
          SizePtr size(const SizePtr& size) override {
            return std::holds_alternative<SizeMeta>(resolve(size)->node)
                       ? infer.fresh_existential(made, "k")
                       : size;
          }
        };
        seen.result = Unknown(*this, seen.existentials)(seen.result);
      }
      // A result that is not written may have any sizes too, and then so may what `[]` stands for.
      if (!seen.result) {
        name_apart(seen);
        seen.result = fresh(val.name.span);
        self_params_written_ = is_complete(seen, true);
        self_params_ = val.params.size();
      }
      polymorphic_self = self_params_written_.value_or(is_complete(seen));
      if (polymorphic_self) {
        self->scheme.sizes = seen.sizes;
        std::vector<std::pair<ValId, int>> levels;  // (The body is yet to come.)
        for (const auto& size : sig.sizes) levels.emplace_back(size.first, level_of(size.first));
        self->scheme.type =
            function_type(seen.params, seen.result, seen.existentials, depth_, seen.sizes);
        for (const auto& [size, level] : levels) levels_[size] = level;
      } else {
        assumed = fresh(val.name.span);
        self->scheme.type = assumed;
      }
      self_binding_ = self;
    }
    def->body = body(val.body, sig);
  }
  for (const auto& param : sig.params)
    matches_.push_back({{param}, param->type, param->span, false});
  std::vector<SizeBinder> existentials = sig.existentials;
  if (sig.params.empty()) {
    for (const auto& binder : existentials) levels_[binder.first] = depth_;
    for (const auto& binder : sig.sizes) levels_[binder.first] = depth_;
    def->scheme.type = hide(sig.result, depth_, existentials);
    binding->existentials = existentials;
    for (const auto& binder : existentials) state_.own_size(binder.first, id);
  } else {
    def->scheme.type = function_type(sig.params, sig.result, existentials, depth_, sig.sizes);
  }
  for (const auto& reference : self_references_) {
    const bool same = self_params_written_ ? same_shape(reference->type, def->scheme.type)
                                           : !assumed || unify(assumed, def->scheme.type);
    if (!same)
      refuse(val.name.span, fmt::format("The recursive function \"{}\" has type\n  {}\nbut is used "
                                        "with type\n  {}",
                                        val.name.name, show(def->scheme.type),
                                        show(self_params_written_ ? reference->type : assumed)));
  }
  def->params = sig.params;
  def->scheme.sizes = sig.sizes;
  def->scheme.types = sig.types;
  const bool general = is_general(dec, val, top_level);
  const bool chosen = !general && default_visible(def->scheme.type);
  default_metas(general ? def->scheme.type : nullptr);
  if (shapes_only_ || has_learnt()) throw Again{};
  check_known(def->scheme.type, val.name.span);
  check_branch_sizes(sig.params);
  generalise(def->scheme.type, def->scheme, sig.params.empty());
  binding->points = points_of(def->scheme);
  finish();
  if (!state_.in_prelude(dec.span)) check_causality(*def->body, opened_, naming_);
  def->recursive = !self_references_.empty();
  if (def->recursive) check_recursion(*def, val.name.span);
  for (const auto& reference : self_references_) {
    auto& var = std::get<typed::Var>(reference->node);
    for (const auto& param : def->scheme.types) var.types.push_back(make_type(param));
    if (self_params_written_)
      settle_self(*reference, *def);
    else if (!polymorphic_self)
      for (const auto& [size, name] : def->scheme.sizes) var.sizes.push_back(size_var(size, name));
  }
  def->result = result_of(def->scheme.type, def->params.size());
  if (!state_.in_prelude(dec.span)) {
    def->result =
        consumption::Consumption(state_, state_.checking_functors)
            .definition(def->params, *def->body, def->result, val.result != nullptr, val.name.span);
    def->scheme.type = with_result(def->scheme.type, def->params.size(), def->result);
  }
  for (const auto& param : val.type_params) {
    if (param.kind != ast::TypeParam::Kind::size || state_.in_prelude(dec.span)) continue;
    for (const auto& [id, name] : def->scheme.sizes)
      if (name == param.name && !mentions(def->scheme.type, id))
        type_error(param.span,
                   fmt::format("Size parameter \"[{}]\" is unused: no size in the type\n  {}\n"
                               "depends on it.",
                               name, show(def->scheme.type)));
  }
  if (def->params.empty() && !binding->existentials.empty() && !def->scheme.sizes.empty())
    type_error(
        val.name.span,
        fmt::format("A size-polymorphic value binding may not have sizes that are not known:\n"
                    "  {}",
                    show(def->scheme.type)));
  if (top_level) expand(*def);
  def->entry = val.kind == ast::ValKind::entry || (top_level && val.name.name == "main");
  const bool called_main =
      state_.in_main_file && state_.importing.size() == 1 && top_level && def->entry;
  if (val.kind == ast::ValKind::entry || called_main) check_entry(*def, val.name.span);
  binding->scheme = def->scheme;
  if (val.name.name == "rec" && !val.params.empty() && at_prompt())
    if (const auto* first = std::get_if<typed::PatVar>(&sig.params.front()->node))
      state_.remarks.after_rec.push_back(first->name);
  if (chosen && at_prompt()) state_.remarks.chosen.push_back({def->name, def->scheme.type});
  state_.add_def(std::move(def));
  return binding;
}

bool Infer::at_prompt() const { return state_.at_prompt && state_.importing.empty(); }

/// At the prompt, and where it says so, a function is one for all types of numbers that it may
/// take.
bool Infer::is_general(const ast::Dec& dec, const ast::ValDec& val, bool top_level) const {
  if (val.params.empty() || val.kind == ast::ValKind::entry) return false;
  if (top_level && at_prompt()) return true;
  return val.name.name != "main" &&
         std::any_of(dec.attrs.begin(), dec.attrs.end(),
                     [](const auto& a) { return a.name == "general" && !a.applied; });
}

/// `def f = map g` as `def f xs = map g xs`, so that it can be called from outside.
void Infer::expand(typed::Def& def) {
  std::vector<ExpPtr> args;
  std::vector<SizeBinder> existentials;
  TypePtr type = def.result;
  while (const auto* arrow = std::get_if<TypeArrow>(&resolve(type)->node)) {
    auto param = std::make_shared<typed::Pat>();
    const ValId id = arrow->param ? *arrow->param : state_.fresh_value();
    std::string name = arrow->param ? size_name(arrow->to, id) : fmt::format("x{}", args.size());
    param->node = typed::PatVar{id, name};
    param->type = with_unique(arrow->from, arrow->consumes);
    param->span = def.span;
    def.params.push_back(param);
    args.push_back(make(typed::Var{id, name, {}, {}}, arrow->from, def.span));
    for (ValId size : arrow->existentials)
      existentials.emplace_back(size, size_name(arrow->to, size));
    type = arrow->to;
  }
  if (args.empty()) return;
  ExpPtr body = make(typed::Apply{def.body, std::move(args)}, type, def.body->span);
  body->existentials = std::move(existentials);
  def.body = body;
  def.result = type;
}

const typed::Def& Infer::expression(const ast::ExpPtr& exp) {
  return *make_settled([&](Infer& infer) { return &infer.make_expression(exp); });
}

const typed::Def& Infer::make_expression(const ast::ExpPtr& exp) {
  auto def = std::make_unique<typed::Def>();
  def->id = state_.fresh_value();
  def->name = "it";
  def->span = exp->span;
  {
    Scope scope(*this);
    def->body = infer(exp);
  }
  std::vector<SizeBinder> made;
  default_metas();
  if (shapes_only_ || has_learnt()) throw Again{};
  def->scheme.type = def->result = hide(def->body->type, depth_, made);
  generalise(def->scheme.type, def->scheme, true);
  finish();
  consumption::Consumption(state_, true).definition({}, *def->body, def->result, false, exp->span);
  return state_.add_def(std::move(def));
}

// ------------------------------------------------------------------------------ generalisation

bool Infer::default_visible(const TypePtr& type) {
  // (A table in the source may have as many columns as it likes.)
  constexpr int kMostWarnings = 1000;
  int told = 0;
  bool integers = false;
  each_part(type, [&](const TypePtr& part) {
    const auto* meta = std::get_if<TypeMeta>(&part->node);
    if (!meta || meta->constraint.scalars == 0 || ++told > kMostWarnings) return;
    const bool i32 = prims::contains(meta->constraint.scalars, ScalarType::i32);
    integers = integers || i32;
    state_.warn(meta->origin, fmt::format("Defaulting ambiguous type to {}.", i32 ? "i32" : "f64"));
  });
  return integers;
}

void Infer::default_metas(const TypePtr& general) {
  std::unordered_set<const Type*> open;
  if (general) {
    for (const auto& literal : literals_) narrow(literal);
    each_part(general, [&](const TypePtr& part) { open.insert(part.get()); });
  }
  for (std::size_t i = 0; i < metas_.size(); ++i) {
    auto* meta = std::get_if<TypeMeta>(&metas_[i]->node);
    if (!meta || meta->link || meta->constraint.scalars == 0 || open.count(metas_[i].get()) > 0)
      continue;
    const auto set = meta->constraint.scalars;
    if (prims::contains(set, ScalarType::i32)) {
      meta->link = scalar_type(ScalarType::i32);
    } else if (prims::contains(set, ScalarType::f64)) {
      meta->link = scalar_type(ScalarType::f64);
    } else {
      for (int t = 0; t < support::kScalarTypes && !meta->link; ++t)
        if (prims::contains(set, static_cast<ScalarType>(t)))
          meta->link = scalar_type(static_cast<ScalarType>(t));
    }
  }
}

void Infer::generalise(const TypePtr& type, Scheme& scheme, bool constant) {
  std::size_t next = 0;
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(scheme.types.begin(), scheme.types.end(),
                       [&](const auto& param) { return param.name == name; });
  };
  const auto name_of_set = [&](prims::TypeSet set) {
    const auto within = [&](prims::TypeSet all) { return (set & ~all) == 0; };
    const std::string kind = within(prims::floats) ? "float"
                             : within(prims::ints) ? "int"
                             : within(prims::nums) ? "num"
                                                   : "scalar";
    std::string name = kind;
    for (int i = 1; is_taken(name); ++i) name = kind + std::to_string(i);
    return name;
  };
  auto free_name = [&] {
    while (true) {
      std::string name(1, static_cast<char>('a' + next % 26));
      if (next >= 26) name += std::to_string(next / 26);
      ++next;
      if (!is_taken(name)) return name;
    }
  };
  each_part(type, [&](const TypePtr& part) {
    auto* meta = std::get_if<TypeMeta>(&part->node);
    if (!meta || meta->link) return;
    const Constraint& constraint = meta->constraint;
    if (!constraint.fields->empty() || !constraint.constructors->empty()) return;
    if (constraint.equality && constraint.scalars == 0)
      type_error(
          meta->origin,
          "Comparing equality of values of a type that is not known, and so does not support "
          "equality.",
          "a type annotation would tell it.");
    const auto scalars = static_cast<prims::TypeSet>(constraint.scalars);
    TypeParamRef param{state_.fresh_type(), scalars != 0 ? name_of_set(scalars) : free_name(),
                       constraint.regular || scalars != 0 ? ast::Liftedness::unlifted
                       : constraint.first_order           ? ast::Liftedness::size_lifted
                                                          : ast::Liftedness::lifted,
                       scalars};
    meta->link = make_type(param);
    scheme.types.push_back(param);
  });
  // A constant's unknown sizes stay so, unless it is a function all the same.
  // (Those inside functions are theirs to choose, each time anew.)
  std::unordered_set<const Size*> kept;
  if (constant && !std::holds_alternative<TypeArrow>(resolve(type)->node))
    each_size(type, [&](const SizePtr& size, bool inside) {
      if (!inside) kept.insert(resolve(size).get());
    });
  name_sizes(type, -1, scheme.sizes, kept);
}

}  // namespace laguz::check
