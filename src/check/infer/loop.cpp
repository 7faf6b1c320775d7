// Inference of loops, above all of how the sizes of their state behave.
//
// The state's type is the initial value's with all sizes unknown. What the body then gives for each
// size decides: a size that comes back unchanged is the initial one; any other varies, and is a
// value of its own in each iteration.
#include <fmt/format.h>

#include <algorithm>

#include "check/infer/infer.hpp"
#include "check/types/parts.hpp"

namespace laguz::check {

using typed::ExpPtr;

namespace {

/// May [type] yet turn out to have sizes?
bool is_open(const TypePtr& type) {
  const auto* meta = std::get_if<TypeMeta>(&type->node);
  return meta && meta->constraint.is_open();
}

std::string loop_size_name(const SizePtr& initial) {
  SizePtr known = resolve(initial);
  const auto* var = std::get_if<SizeVar>(&known->node);
  return var ? var->name : "k";
}

}  // namespace

/// A copy of [type] with a meta for each size. Shared parts are copied apart: sizes that are equal
/// in the beginning need not stay so.
TypePtr Infer::loosen(const TypePtr& written, std::vector<LoopSize>& sizes,
                      std::vector<LoopPart>& parts) {
  TypePtr type = resolve(written);
  auto loose = [&](const SizePtr& size) {
    sizes.push_back({fixed_size(), size, nullptr, false, loop_size_name(size)});
    return sizes.back().state;
  };
  if (is_open(type)) {
    const auto& known = std::get<TypeMeta>(type->node);
    TypePtr state = fresh(known.origin, known.constraint);
    std::get<TypeMeta>(state->node).may_be_chosen = false;
    parts.push_back({state, type});
    return state;
  }
  if (const auto* array = std::get_if<TypeArray>(&type->node)) {
    SizePtr size = loose(array->size);
    return array_of(size, loosen(array->element, sizes, parts));
  }
  bool any = false;
  each_size(type, [&](const SizePtr&, bool inside) { any = any || !inside; });
  each_part(type, [&](const TypePtr& part) { any = any || is_open(part); });
  if (!any || std::holds_alternative<TypeArrow>(type->node)) return with_unique(type, false);
  if (const auto* record = std::get_if<TypeRecord>(&type->node)) {
    TypeRecord out = *record;
    for (auto& field : out.fields) field.second = loosen(field.second, sizes, parts);
    return make_type(std::move(out));
  }
  if (const auto* sum = std::get_if<TypeSum>(&type->node)) {
    TypeSum out = *sum;
    for (auto& row : out.constructors)
      for (auto& t : row.second) t = loosen(t, sizes, parts);
    return make_type(std::move(out));
  }
  if (const auto* abstract = std::get_if<TypeAbstract>(&type->node)) {
    TypeAbstract out = *abstract;
    for (auto& size : out.size_args.edit()) size = loose(size);
    for (auto& t : out.type_args.edit()) t = loosen(t, sizes, parts);
    return make_type(std::move(out));
  }
  if (const auto* acc = std::get_if<TypeAcc>(&type->node))
    return make_type(TypeAcc{loosen(acc->array, sizes, parts)});
  return type;
}

namespace {

/// Visits the sizes of two types of one shape, outside of functions, together.
void each_size_pair(const TypePtr& one, const TypePtr& other,
                    support::FunctionRef<void(const SizePtr&, const SizePtr&)> visit) {
  TypePtr a = resolve(one), b = resolve(other);
  if (a == b || a->node.index() != b->node.index()) return;
  bool any = false;
  each_size(a, [&](const SizePtr&, bool inside) { any = any || !inside; });
  if (!any) return;
  if (const auto* array = std::get_if<TypeArray>(&a->node)) {
    visit(array->size, std::get<TypeArray>(b->node).size);
    each_size_pair(array->element, std::get<TypeArray>(b->node).element, visit);
  } else if (is_compound(*a)) {
    const std::vector<Part> these = parts_of(a), those = parts_of(b);
    for (std::size_t i = 0; i < these.size(); ++i)
      each_size_pair(these[i].type, those[i].type, visit);
  } else if (const auto* abstract = std::get_if<TypeAbstract>(&a->node)) {
    const auto& second = std::get<TypeAbstract>(b->node);
    for (std::size_t i = 0; i < abstract->size_args->size(); ++i)
      visit((*abstract->size_args)[i], (*second.size_args)[i]);
    for (std::size_t i = 0; i < abstract->type_args->size(); ++i)
      each_size_pair((*abstract->type_args)[i], (*second.type_args)[i], visit);
  } else if (const auto* acc = std::get_if<TypeAcc>(&a->node)) {
    each_size_pair(acc->array, std::get<TypeAcc>(b->node).array, visit);
  }
}

}  // namespace

/// Notes in [sizes] what [next] has where [state] has their metas. False if other sizes differ.
bool Infer::match_sizes(const TypePtr& state, const TypePtr& next, std::vector<LoopSize>& sizes) {
  bool same = true;
  each_size_pair(state, next, [&](const SizePtr& have, const SizePtr& size) {
    bool ours = false;
    for (auto& row : sizes) {
      if (row.state != have) continue;
      row.next = size;
      ours = true;
    }
    same = same && (ours || unify_size(have, size));
  });
  return same;
}

/// The type of the loop itself: initial sizes where they stay, new ones where they vary.
TypePtr Infer::loop_result(const TypePtr& state, const std::vector<LoopSize>& sizes,
                           std::vector<SizeBinder>& made) {
  struct Final final : TypeRewriter {
    Infer& infer;
    const std::vector<LoopSize>& sizes;
    std::vector<SizeBinder>& made;
    /// Sizes that vary, as the body and as the result have them.
    std::vector<std::pair<SizePtr, SizePtr>> varying{};
    Final(Infer& i, const std::vector<LoopSize>& s, std::vector<SizeBinder>& m)
        : infer(i), sizes(s), made(m) {}
    SizePtr vary(const LoopSize& row) {
      for (const auto& [inside, outside] : varying)
        if (same_size(inside, row.state)) return outside;
      varying.emplace_back(row.state, infer.fresh_existential(
                                          made, row.name, "an unknown size that a loop returns"));
      return varying.back().second;
    }
    SizePtr size(const SizePtr& have) override {
      for (const auto& row : sizes)
        if (row.state == have) return row.varies ? vary(row) : row.initial;
      return have;
    }
  };
  return Final(*this, sizes, made)(state);
}

/// `loop (a, b) for ...` starts from the variables of those names.
ast::ExpPtr Infer::implied_init(const ast::Pat& param) {
  ast::Exp exp;
  exp.span = param.span;
  if (const auto* id = std::get_if<ast::PatId>(&param.node)) {
    // (A section may be of a name that begins with an underscore, which the loop is given here.)
    exp.node = ast::OpSection{ast::QualName{{}, id->name, param.span}};
  } else if (const auto* parens = std::get_if<ast::PatParens>(&param.node)) {
    return implied_init(*parens->inner);
  } else if (const auto* ascript = std::get_if<ast::PatAscript>(&param.node)) {
    return implied_init(*ascript->inner);
  } else if (const auto* attr = std::get_if<ast::PatAttr>(&param.node)) {
    return implied_init(*attr->inner);
  } else if (const auto* tuple = std::get_if<ast::PatTuple>(&param.node)) {
    ast::Tuple out;
    for (const auto& part : tuple->parts) out.parts.push_back(implied_init(*part));
    exp.node = std::move(out);
  } else if (const auto* record = std::get_if<ast::PatRecord>(&param.node)) {
    ast::Record out;
    for (const auto& [name, inner] : record->fields) {
      ast::Pat pun{name.span, ast::PatId{name.name}};
      out.fields.push_back({name, implied_init(inner ? *inner : pun)});
    }
    exp.node = std::move(out);
  } else {
    type_error(param.span, fmt::format("Loop parameter \"{}\" needs an initial value.",
                                       source_text(param.span)));
  }
  return std::make_shared<const ast::Exp>(std::move(exp));
}

/// Finds out of each size of the state whether it stays, and what it is.
void Infer::settle_loop(typed::Loop& loop, std::vector<LoopSize>& sizes, const TypePtr& state,
                        const LoopMarks& marks) {
  if (shapes_only_) return;
  for (auto& row : sizes) row.next = row.state;
  mismatch_.clear();
  if (!match_sizes(state, loop.body->type, sizes)) refuse_state(loop, state, marks.open);

  for (std::size_t i = marks.escapes; i < escapes_.size(); ++i)
    for (const auto& row : sizes)
      if (resolve(row.state) == resolve(escapes_[i].first))
        type_error(loop.body->span,
                   fmt::format("A loop parameter would need the size \"{}\", which arises inside "
                               "the loop body.",
                               show(escapes_[i].second)));
  // Sizes of the state that the body takes to be the same have to stay so.
  for (const auto& a : sizes)
    for (const auto& b : sizes) {
      if (resolve(a.state) != resolve(b.state)) continue;
      mismatch_.clear();
      if (!unify_size(a.initial, b.initial))
        refuse(loop.init->span,
               fmt::format(
                   "Initial loop values do not have expected type.\nExpected: {}\nActual:   {}",
                   show(state), show(loop.init->type)));
      SizePtr x = resolve(a.next), y = resolve(b.next);
      if (x == y || std::holds_alternative<SizeMeta>(x->node) ||
          std::holds_alternative<SizeMeta>(y->node) || same_size(x, y))
        continue;
      mismatch_.clear();
      fail_sizes(x, y);
      refuse(loop.body->span,
             fmt::format("Loop body does not have expected type.\nExpected: {}\nActual:   {}",
                         show(state), show(loop.body->type)));
    }

  // Every size is taken to stay what it was in the beginning, until that is found wrong.
  auto stays = [&](const LoopSize& row) {
    SizePtr now = resolve(row.state), next = resolve(row.next);
    if (now == next) return true;
    if (const auto* open = std::get_if<SizeMeta>(&next->node)) {
      // The body leaves it open (a `rep`, an empty array): it is what the state has. (What a
      // parameter of the function around gives is for whoever calls that one to say.)
      bool other = open->born < marks.born || open->level < depth_;
      for (const auto& one : sizes) other = other || resolve(one.state) == next;
      if (!other) {
        unify_size(next, now);
        return true;
      }
    }
    const bool found = !std::holds_alternative<SizeMeta>(now->node);
    if (found && out_of_scope(now, depth_)) return false;
    if (found && same_size(now, next)) return true;
    for (const auto& one : sizes)
      if (!one.varies && (resolve(one.state) == next || same_size(one.state, next)))
        return same_size(one.initial, row.initial) || resolve(one.initial) == resolve(row.initial);
    // What the initial value alone leaves open is what the body gives.
    const SizePtr initial = resolve(row.initial);
    const auto* open = std::get_if<SizeMeta>(&initial->node);
    const bool of_init = open && open->born >= marks.init_born && open->level >= depth_;
    if (!found && of_init && !out_of_scope(next, depth_)) return unify_size(initial, next);
    return !found && same_size(next, initial);
  };
  for (auto& row : sizes) {
    SizePtr now = resolve(row.state);
    if (const auto* var = std::get_if<SizeVar>(&now->node))
      for (const auto& size : loop.sizes)
        if (size.first == var->id && resolve(row.next) != now && !same_size(row.next, now))
          row.varies = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& row : sizes)
      if (!row.varies && !stays(row)) row.varies = changed = true;
  }
  auto escaped = [&](const std::string& size) {
    type_error(loop.body->span,
               fmt::format("Loop-variant size \"{}\" may not be the size of a value from outside "
                           "the loop.",
                           size));
  };
  for (auto& row : sizes) {
    SizePtr now = resolve(row.state);
    auto* meta = std::get_if<SizeMeta>(&now->node);
    if (row.varies && meta && (meta->born < marks.born || meta->level < depth_)) escaped(row.name);
    if (row.varies) {
      const auto* var = std::get_if<SizeVar>(&now->node);
      const bool bound = var && std::any_of(loop.sizes.begin(), loop.sizes.end(),
                                            [&](const auto& s) { return s.first == var->id; });
      if (!meta && !bound) {
        mismatch_.clear();
        if (!unify_size(now, row.next))
          refuse(loop.body->span,
                 fmt::format("Loop body does not have expected type.\nExpected: {}\nActual:   {}",
                             show(state), show(loop.body->type)));
      }
      if (!meta) continue;
      ValId id = state_.fresh_value();
      levels_[id] = depth_ + 1;
      loop.sizes.emplace_back(id, row.name);
      meta->link = size_var(id, row.name);
    } else if (meta) {
      if (!occurs(now.get(), row.initial)) meta->link = row.initial;
    } else if (!out_of_scope(now, depth_)) {
      // The pattern or the body says what it is.
      mismatch_.clear();
      if (!unify_size(row.initial, now))
        refuse(
            loop.init->span,
            fmt::format("Initial loop values do not have expected type.\nExpected: {}\nActual:   "
                        "{}",
                        show(state), show(loop.init->type)));
    }
  }
  for (std::size_t i = marks.compounds; i < compounds_.size(); ++i)
    if (const auto& [size, level] = compounds_[i]; level <= depth_ && out_of_scope(size, depth_))
      escaped(show(size));
}

/// The sizes of [state] would have to vary. If they do not because it was not known when the loop
/// began what it is, the next inference will know.
void Infer::refuse_state(const typed::Loop& loop, const TypePtr& state, bool open) const {
  if (open) return;
  type_error(loop.body->span,
             fmt::format("Loop body does not have expected type.\nExpected: {}\nActual:   {}\n{}",
                         show(state), show(loop.body->type), mismatch_),
             fmt::format("the sizes may vary if the type is known: write that of \"{}\".",
                         source_text(loop.param->span)));
}

/// Of a sum that nobody has written yet, the payloads stay what they are, until all is known.
void Infer::keep_payloads(std::size_t merged, const typed::Loop& loop, const TypePtr& state,
                          bool open_state) {
  for (; merged_.size() > merged; merged_.pop_back()) {
    const TypePtr sum = resolve(merged_.back().sum);
    const auto* open = std::get_if<TypeMeta>(&sum->node);
    if (!open) continue;
    const auto payload = open->constraint.constructors->at(merged_.back().constructor);
    for (std::size_t i = 0; i < payload.size(); ++i)
      if (!unify(payload[i], merged_.back().payload[i])) refuse_state(loop, state, open_state);
  }
}

ExpPtr Infer::infer_loop(const ast::Loop& exp, Span span) {
  typed::Loop loop;
  const std::uint32_t init_born = births_.next();
  loop.init = infer(exp.init ? exp.init : implied_init(*exp.param));
  if (!require_first_order(loop.init->type))
    type_error(exp.param->span,
               fmt::format("Loop parameter has type\n  {}\nwhich is found to be functional; "
                           "a loop parameter may not be of function type.",
                           show(loop.init->type)));
  // What the loop is over is evaluated once, outside of it.
  ExpPtr over_exp;
  if (const auto* over = std::get_if<ast::LoopFor>(&exp.form))
    over_exp = infer_integer(over->bound, prims::ints, "Loop bound");
  else if (const auto* in = std::get_if<ast::LoopForIn>(&exp.form))
    over_exp = infer(in->array);
  std::vector<LoopSize> sizes;
  LoopMarks marks{escapes_.size(), compounds_.size(), init_born, births_.next(), false};
  {
    // Of a constructor only the pattern may know what sum it belongs to.
    Scope scope(*this);
    bind_sizes(exp.sizes);
    shape_by(*exp.param, loop.init->type);
    marks.open = settle_shape(loop.init->type, span, true);
  }
  std::vector<LoopPart> parts;
  TypePtr state = loosen(loop.init->type, sizes, parts);
  TypePtr type;
  std::vector<SizeBinder> made;
  {
    Scope scope(*this);
    loop.sizes = bind_sizes(exp.sizes);
    // Sizes that the pattern names, or that the state gets below, live in this scope.
    for (auto& row : sizes) std::get<SizeMeta>(row.state->node).level = depth_;
    for (auto& part : parts) std::get<TypeMeta>(part.state->node).level = depth_;
    Bound bound;
    for (const auto& size : loop.sizes) bound.insert(size.second);
    loop.param = pattern(*exp.param, state, Anonymous{}, bound);
    matches_.push_back({{loop.param}, loop.param->type, exp.param->span, false});
    // What the pattern has not named comes from outside, or varies.
    for (auto& row : sizes)
      if (auto* meta = std::get_if<SizeMeta>(&resolve(row.state)->node)) meta->level = depth_ - 1;
    for (auto& part : parts)
      if (auto* meta = std::get_if<TypeMeta>(&resolve(part.state)->node)) meta->level = depth_ - 1;
    Scope inner(*this);
    if (const auto* over = std::get_if<ast::LoopFor>(&exp.form)) {
      typed::ForForm form;
      form.bound = over_exp;
      form.type = form.bound->type;
      form.name = over->index.name;
      form.index = bind_value(over->index.name, form.type, over->index.span)->id;
      loop.form = std::make_shared<typed::LoopForm>(std::move(form));
    } else if (const auto* in = std::get_if<ast::LoopForIn>(&exp.form)) {
      typed::ForInForm form;
      form.array = over_exp;
      TypePtr element = fresh(in->array->span);
      expect(form.array, array_of(fresh_size(), element), "Array that the loop is over");
      form.pattern = pattern(in->pattern, element, Anonymous{});
      matches_.push_back({{form.pattern}, element, in->pattern->span, false});
      loop.form = std::make_shared<typed::LoopForm>(std::move(form));
    } else {
      const auto& condition = std::get<ast::LoopWhile>(exp.form).condition;
      loop.form = std::make_shared<typed::LoopForm>(
          typed::WhileForm{check(condition, scalar_type(ScalarType::boolean), "Loop condition")});
    }
    Scope body(*this);
    loop.body = infer(exp.body);
    const std::size_t merged = merged_.size();
    if (!same_shape(state, loop.body->type))
      refuse(exp.body->span,
             fmt::format("Loop body does not have expected type.\nExpected: {}\nActual:   "
                         "{}",
                         show(state), show(loop.body->type)));
    for (const auto& part : parts) {
      if (!same_shape(part.initial, part.state))
        refuse(loop.init->span,
               fmt::format("Initial loop values do not have expected type.\nExpected: {}\nActual: "
                           "  {}",
                           show(part.state), show(part.initial)));
      each_size_pair(part.state, part.initial, [&](const SizePtr& now, const SizePtr& before) {
        sizes.push_back({now, before, nullptr, false, loop_size_name(before)});
      });
    }
    keep_payloads(merged, loop, state, marks.open);
  }
  settle_loop(loop, sizes, state, marks);
  type = loop_result(state, sizes, made);
  type = hide(type, depth_, made);
  ExpPtr out = make(std::move(loop), type, span);
  out->existentials = std::move(made);
  return out;
}

}  // namespace laguz::check
