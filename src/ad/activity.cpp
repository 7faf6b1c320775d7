#include "ad/activity.hpp"

#include <algorithm>
#include <variant>

#include "ad/rules.hpp"
#include "ad/tracer.hpp"
#include "core/semantics.hpp"
#include "support/deep_stack.hpp"

namespace laguz::ad {

using core::Binder;

namespace {

std::vector<bool> all(std::size_t n, bool value) { return std::vector<bool>(n, value); }

}  // namespace

bool Activity::is(const Atom& atom) const {
  return !atom.is_constant() && (local.count(atom.var) > 0 || tracer.is_active(atom.var));
}

bool Activity::any(const Atoms& atoms) const {
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom& a) { return is(a); });
}

bool Activity::any_free(const core::Exp& exp) const {
  for (const Binder& binder : core::free_variables(exp))
    if (local.count(binder.id) > 0 || tracer.is_active(binder.id)) return true;
  return false;
}

bool Activity::any_free(const core::Lambda& lambda) const {
  for (const Binder& binder : core::free_variables(lambda))
    if (local.count(binder.id) > 0 || tracer.is_active(binder.id)) return true;
  return false;
}

std::vector<bool> Activity::body(const core::Body& body) {
  support::expect_stack("A loop, branch or lambda");
  for (const core::Stm& stm : body.stms) {
    auto active = results(stm.exp, stm.binders.size());
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      if (active[i]) local.insert(stm.binders[i].id);
  }
  std::vector<bool> out;
  for (const Atom& atom : body.results) out.push_back(is(atom));
  return out;
}

std::vector<bool> Activity::results(const core::Exp& exp, std::size_t n) {
  return rule_of(exp).activity(*this, exp, n);
}

std::vector<bool> active_copy(Activity& activity, const core::Copy& e, std::size_t n) {
  return all(n, activity.is(e.atom));
}

std::vector<bool> active_prim(Activity& activity, const core::PrimApp& e, std::size_t n) {
  switch (prims::row_of(e.prim).diff) {
    case prims::Diff::partials:
    case prims::Diff::convert:
    case prims::Diff::bitcast: return all(n, activity.any(e.args));
    case prims::Diff::zero:
    case prims::Diff::nondiff: return all(n, false);
  }
  return all(n, false);
}

std::vector<bool> active_if(Activity& activity, const core::If& e, std::size_t n) {
  auto a = activity.body(e.then_body);
  auto b = activity.body(e.else_body);
  for (std::size_t i = 0; i < n; ++i) a[i] = a[i] || b[i];
  return a;
}

std::vector<bool> active_loop(Activity& activity, const core::Loop& e, std::size_t) {
  std::vector<bool> active;
  for (const Atom& init : e.inits) active.push_back(activity.is(init));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < e.params.size(); ++i)
      if (active[i]) activity.local.insert(e.params[i].id);
    auto next = activity.body(e.body);
    for (std::size_t i = 0; i < e.params.size(); ++i)
      if (next[i] && !active[i]) active[i] = changed = true;
  }
  std::vector<bool> out = active;
  for (auto k : e.history) out.push_back(active[k]);
  if (e.counted) out.push_back(false);
  return out;
}

std::vector<bool> active_call(Activity& activity, const core::Call& e, std::size_t n) {
  auto active = all(n, activity.any(e.args));
  if (activity.tracer.functions().gives_place(e.function)) active.back() = false;
  return active;
}

std::vector<bool> active_soac(Activity& activity, const core::Soac& e, std::size_t) {
  for (std::size_t i = 0; i < e.arrays.size(); ++i)
    if (activity.is(e.arrays[i])) activity.local.insert(e.lambda.params[i].id);
  auto values = activity.body(e.lambda.body);
  std::vector<bool> out;
  std::size_t at = 0;
  auto fold = [&](const core::Lambda& op, const Atoms& neutral) {
    bool active = activity.any(neutral) || activity.any_free(op);
    for (std::size_t c = 0; c < neutral.size(); ++c) active = active || values[at + c];
    out.insert(out.end(), neutral.size(), active);
    at += neutral.size();
  };
  for (const auto& reduce : e.reduces) fold(reduce.op, reduce.neutral);
  for (const auto& scan : e.scans) fold(scan.op, scan.neutral);
  out.insert(out.end(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return out;
}

std::vector<bool> active_scatter(Activity& activity, const core::Scatter& e, std::size_t n) {
  std::vector<bool> out;
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(activity.is(e.dests[e.column(i)]) || activity.is(e.values[e.column(i)]));
  return out;
}

std::vector<bool> active_index(Activity& activity, const core::Index& e, std::size_t n) {
  return all(n, activity.is(e.array));
}

std::vector<bool> active_slice(Activity& activity, const core::Slice& e, std::size_t n) {
  return all(n, activity.is(e.array));
}

std::vector<bool> active_update(Activity& activity, const core::Update& e, std::size_t n) {
  return all(n, activity.is(e.array) || activity.is(e.value));
}

std::vector<bool> active_literal(Activity& activity, const core::ArrayLit& e, std::size_t n) {
  return all(n, activity.any(e.elements));
}

std::vector<bool> active_array(Activity& activity, const core::ArrayApp& e, std::size_t n) {
  switch (core::row_of(e.op).slope) {
    case core::Slope::none: return all(n, false);
    case core::Slope::first: return all(n, activity.is(e.args[0]));
    case core::Slope::second: return all(n, activity.is(e.args[1]));
    case core::Slope::all_but_first:
      return all(n, std::any_of(e.args.begin() + 1, e.args.end(),
                                [&](const Atom& a) { return activity.is(a); }));
    case core::Slope::first_and_last:
      return all(n, activity.is(e.args[0]) || activity.is(e.args.back()));
    case core::Slope::all: return all(n, activity.any(e.args));
  }
  return all(n, true);
}

std::vector<bool> active_custom(Activity& activity, const core::Custom& e, std::size_t n) {
  return all(n, activity.any(e.args) || activity.any_free(e.function));
}

std::vector<bool> active_with_acc(Activity& activity, const core::Exp& exp, std::size_t) {
  const auto& e = std::get<core::WithAcc>(exp.node);
  const bool any = activity.any_free(exp);
  std::vector<bool> out;
  for (const auto& acc : e.accs)
    out.insert(out.end(), acc.arrays.size(), any && acc.growth != core::WithAcc::Growth::places);
  const std::vector<bool> values = activity.body(e.body);
  out.insert(out.end(), values.begin(), values.end());
  return out;
}

std::vector<bool> active_any(Activity& activity, const core::Exp& exp, std::size_t n) {
  return all(n, activity.any_free(exp));
}

}  // namespace laguz::ad
