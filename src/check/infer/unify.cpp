// Unification: making two types equal, part by part.

#include <fmt/format.h>

#include "check/infer/infer.hpp"
#include "check/state/hints.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;

namespace {

/// What not both [a] and [b] have, and what of it may be meant to be the same.
template <class Rows>
std::string unshared(const Rows& a, const Rows& b, const char* prefix) {
  const std::vector<std::string> here = names_only_in(a, b), there = names_only_in(b, a);
  std::string out;
  for (const auto* names : {&there, &here})
    for (const auto& name : *names) out += (out.empty() ? "" : ", ") + (prefix + name);
  return out + "." + ask_whether_same(here, there, prefix);
}

}  // namespace

bool Infer::fail(std::string why, const char* anchor) {
  if (mismatch_.empty()) {
    mismatch_ = std::move(why);
    mismatch_anchor_ = anchor;
  }
  return false;
}

bool Infer::fail_arity(const std::string& constructor, std::size_t here, std::size_t there) {
  return fail(fmt::format("Constructor #{} has {} value{} here and {} there: they differ in arity.",
                          constructor, here, here == 1 ? "" : "s", there));
}

void Infer::refuse(Span span, const std::string& message, std::string hint) const {
  type_error(span, message + "\n" + mismatch_, std::move(hint), mismatch_anchor_);
}

bool Infer::unify(const TypePtr& a, const TypePtr& b) {
  mismatch_.clear();
  mismatch_anchor_.clear();
  unified_.clear();
  unify_steps_ = 0;
  type_trail_.clear();
  size_trail_.clear();
  given_is_expected_ = false;
  open_functions_ = 0;
  begin_function();
  if (unify_nodes(a, b)) {
    for (auto& linked : type_trail_) std::get<TypeMeta>(linked.first->node).tentative = false;
    for (auto& linked : size_trail_) std::get<SizeMeta>(linked.first->node).tentative = false;
    return true;
  }
  for (; !type_trail_.empty(); type_trail_.pop_back())
    type_trail_.back().first->node = std::move(type_trail_.back().second);
  for (; !size_trail_.empty(); size_trail_.pop_back())
    size_trail_.back().first->node = std::move(size_trail_.back().second);
  return false;
}

bool Infer::unify_nodes(const TypePtr& one, const TypePtr& other) {
  TypePtr a = resolve(one), b = resolve(other);
  if (a == b) {
    // (What a function has chosen is to be met even by itself.)
    bool chosen = false;
    if (open_functions_ > 0 && !floating_.empty())
      each_size(a, [&](const SizePtr& size, bool) { chosen = chosen || was_chosen(size); });
    if (!chosen || std::holds_alternative<TypeMeta>(a->node)) return true;
  }
  // Each place of a type parameter has sizes of its own, if functions choose them.
  const auto* parameter = std::get_if<TypeMeta>(&(given_is_expected_ ? other : one)->node);
  if (open_functions_ == 0 || !parameter || !parameter->link || !parameter->may_be_chosen)
    return unify_resolved(a, b);
  const ValId first_opened = first_opened_;
  decltype(met_) met;
  met_.swap(met);
  first_opened_ = state_.value_ids.next();
  const bool same = unify_resolved(a, b);
  first_opened_ = first_opened;
  met_.swap(met);
  return same;
}

bool Infer::unify_resolved(const TypePtr& a, const TypePtr& b) {
  // Types share their parts: what has been unified once need not be again.
  constexpr std::size_t kSmall = 64;
  if (++unify_steps_ > kSmall && !unified_.emplace(a.get(), b.get()).second) return true;
  const bool meta_a = std::holds_alternative<TypeMeta>(a->node);
  const bool meta_b = std::holds_alternative<TypeMeta>(b->node);
  if (meta_a && meta_b) return link_metas(a, b);
  if (meta_a) return link(a, b);
  if (meta_b) {
    given_is_expected_ = !given_is_expected_;
    const bool linked = link(b, a);
    given_is_expected_ = !given_is_expected_;
    return linked;
  }

  // While a module is ascribed, its abstract types are what they stand for.
  auto see_through = [&](const TypePtr& t) -> TypePtr {
    const auto* abstract = std::get_if<TypeAbstract>(&t->node);
    if (!abstract || !abstract->representation || !transparent.count(abstract->id)) return nullptr;
    struct Renew final : TypeRewriter {
      Infer& infer;
      explicit Renew(Infer& i) : infer(i) {}
      SizePtr size(const SizePtr& size) override {
        if (!std::holds_alternative<SizeMeta>(resolve(size)->node)) return size;
        return infer.renew_sizes ? infer.fresh_size() : size_var(infer.state_.fresh_value(), "d");
      }
    };
    return Renew(*this)(abstract->representation);
  };
  if (TypePtr inner = see_through(a)) {
    const auto* x = std::get_if<TypeAbstract>(&b->node);
    if (!x || x->id != std::get<TypeAbstract>(a->node).id) return unify_nodes(inner, b);
  } else if (TypePtr inner_b = see_through(b)) {
    return unify_nodes(a, inner_b);
  }

  auto differ = [&] { return fail(fmt::format("{} is not {}.", show(a), show(b))); };
  if (a->node.index() != b->node.index()) return differ();
  return std::visit(
      overloaded{
          [&](const TypeMeta&) { return true; },
          [&](const TypeScalar& x) {
            return x.scalar == std::get<TypeScalar>(b->node).scalar || differ();
          },
          [&](const TypeArray& x) {
            const auto& y = std::get<TypeArray>(b->node);
            return unify_size(x.size, y.size) && unify_nodes(x.element, y.element);
          },
          [&](const TypeRecord& x) { return unify_records(x, std::get<TypeRecord>(b->node)); },
          [&](const TypeSum& x) { return unify_sums(x, std::get<TypeSum>(b->node)); },
          [&](const TypeArrow& x) { return unify_arrows(x, std::get<TypeArrow>(b->node)); },
          [&](const TypeParamRef& x) {
            return x.id == std::get<TypeParamRef>(b->node).id || differ();
          },
          [&](const TypeAbstract& x) {
            const auto& y = std::get<TypeAbstract>(b->node);
            if (x.id != y.id) return differ();
            for (std::size_t i = 0; i < x.type_args->size(); ++i)
              if (!unify_nodes((*x.type_args)[i], (*y.type_args)[i])) return false;
            for (std::size_t i = 0; i < x.size_args->size(); ++i)
              if (!unify_size((*x.size_args)[i], (*y.size_args)[i])) return false;
            return true;
          },
          [&](const TypeAcc& x) { return unify_nodes(x.array, std::get<TypeAcc>(b->node).array); },
      },
      a->node);
}

bool Infer::unify_records(const TypeRecord& a, const TypeRecord& b) {
  bool same = a.fields.size() == b.fields.size();
  for (std::size_t i = 0; same && i < a.fields.size(); ++i)
    same = a.fields[i].first == b.fields[i].first;
  if (!same) {
    auto tuple = [](const TypeRecord& r) {
      return !r.fields.empty() && r.fields.front().first == "0";
    };
    if (tuple(a) && tuple(b))
      return fail(fmt::format("Tuples have {} and {} elements respectively.", a.fields.size(),
                              b.fields.size()));
    return fail("unshared fields: " + unshared(a.fields, b.fields, ""));
  }
  for (std::size_t i = 0; i < a.fields.size(); ++i)
    if (!unify_nodes(a.fields[i].second, b.fields[i].second)) {
      mismatch_ += fmt::format("\nWhen matching types of record field \"{}\".", a.fields[i].first);
      return false;
    }
  return true;
}

bool Infer::unify_sums(const TypeSum& a, const TypeSum& b) {
  bool same = a.constructors.size() == b.constructors.size();
  for (std::size_t i = 0; same && i < a.constructors.size(); ++i)
    same = a.constructors[i].first == b.constructors[i].first;
  if (!same) return fail("Unshared constructors: " + unshared(a.constructors, b.constructors, "#"));
  for (std::size_t i = 0; i < a.constructors.size(); ++i) {
    const auto& [name, x] = a.constructors[i];
    const auto& y = b.constructors[i].second;
    if (x.size() != y.size()) return fail_arity(name, x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k)
      if (!unify_nodes(x[k], y[k])) {
        mismatch_ += fmt::format("\nWhen matching constructor #{}.", name);
        return false;
      }
  }
  return true;
}

TypePtr Infer::open_arrow(const TypeArrow& arrow, const SizePtr& param, bool expected) {
  if (arrow.existentials.empty() && !(arrow.param && param)) return arrow.to;
  Subst subst;
  auto floating = [&](ValId id) {
    std::string name = size_name(arrow.to, id);
    if (name.empty()) return;
    // What is expected may be of any size; what is had is of one that is not known.
    if (expected) {
      subst.sizes[id] = fresh_size();
      return;
    }
    ValId fresh = state_.fresh_value();
    floating_.insert(fresh);
    opened_.insert(fresh);
    subst.sizes[id] = size_var(fresh, name);
  };
  for (ValId id : arrow.existentials) floating(id);
  if (arrow.param && param) subst.sizes[*arrow.param] = param;
  return subst(arrow.to);
}

/// Whatever sizes have been chosen so far, were so by other functions.
void Infer::begin_function() {
  first_opened_ = state_.value_ids.next();
  met_.clear();
}

bool Infer::unify_arrows(const TypeArrow& a, const TypeArrow& b) {
  if (open_functions_++ == 0) begin_function();
  const bool same = unify_functions(a, b);
  if (--open_functions_ == 0) begin_function();
  return same;
}

bool Infer::unify_functions(const TypeArrow& a, const TypeArrow& b) {
  // What a function is given comes from the other side.
  given_is_expected_ = !given_is_expected_;
  const bool same_parameter = unify_nodes(a.from, b.from);
  given_is_expected_ = !given_is_expected_;
  if (!same_parameter) return false;
  SizePtr param;
  if (a.param || b.param) {
    ValId fresh = state_.fresh_value();
    floating_.insert(fresh);
    // The parameter is no name here, unless a lambda or local function binds it: what depends on it
    // is chosen.
    const TypeArrow& expected = given_is_expected_ ? b : a;
    const TypeArrow& had = given_is_expected_ ? a : b;
    if (!expected.param && !own_params_.count(*had.param)) dependent_.insert(fresh);
    std::string name = a.param ? size_name(a.to, *a.param) : std::string();
    if (name.empty() && b.param) name = size_name(b.to, *b.param);
    param = size_var(fresh, name.empty() ? "n" : name);
  }
  return unify_nodes(open_arrow(a, param, !given_is_expected_),
                     open_arrow(b, param, given_is_expected_));
}

}  // namespace laguz::check
