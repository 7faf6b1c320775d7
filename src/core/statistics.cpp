#include "core/statistics.hpp"

#include <algorithm>
#include <utility>

#include "core/origins.hpp"
#include "core/print.hpp"
#include "core/walk.hpp"
#include "core/watch.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

bool has_floats(Type type) { return !type.acc && support::is_float(type.elem); }

/// Derivatives say what they compute in the places of statements; a value within one of them is a
/// slope (see `CallSite`).
Role role_of(const Stm& stm) {
  const Derived derived = derived_of(stm);
  if (derived == Derived::value) return Role::value;
  for (const CallSite* at = stm.inlined_at.get(); at != nullptr; at = at->outer.get())
    if (!at->span) {
      if (at->derived == Derived::value) return Role::slope;
      break;
    }
  return derived == Derived::tangent ? Role::tangent : Role::cotangent;
}

bool is_sum(const Exp& exp) {
  const auto* app = std::get_if<PrimApp>(&exp.node);
  if (app == nullptr) return false;
  const prims::Op op = prims::op_of(app->prim);
  return op == prims::Op::add || op == prims::Op::sub;
}

/// Whether it is a sum of products, which has kernels of its own.
bool sums_products(const Soac& soac) {
  const auto is = [](const Body& body, prims::Op op) {
    const auto* app =
        body.stms.size() == 1 ? std::get_if<PrimApp>(&body.stms[0].exp.node) : nullptr;
    return app != nullptr && prims::op_of(app->prim) == op;
  };
  return soac.reduces.size() == 1 && soac.scans.empty() && soac.row_shapes.empty() &&
         soac.lambda.body.results.size() == 1 && is(soac.lambda.body, prims::Op::mul) &&
         is(soac.reduces[0].op.body, prims::Op::add);
}

/// The floats among [binders], from the first to before [end].
void add_floats(const Binders& binders, std::size_t begin, std::size_t end, Atoms& to) {
  for (std::size_t i = begin; i < end; ++i)
    if (has_floats(binders[i].type)) to.push_back(binders[i].atom());
}

/// The floats that [stm] makes itself, and not something inside of it.
Atoms floats_made(const Stm& stm) {
  Atoms made;
  const auto first = [&](std::size_t count) { add_floats(stm.binders, 0, count, made); };
  if (const auto* app = std::get_if<PrimApp>(&stm.exp.node))
    if (prims::op_of(app->prim) != prims::Op::flush) first(1);
  if (std::holds_alternative<Hist>(stm.exp.node)) first(stm.binders.size());
  if (const auto* app = std::get_if<ArrayApp>(&stm.exp.node))
    if (app->op == ArrayOp::lin_rec) first(1);
  if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) first(ends_of(*soac).scanned);
  if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
    std::size_t at = 0;
    for (const WithAcc::Acc& acc : with->accs) {
      if (acc.growth == WithAcc::Growth::none)
        add_floats(stm.binders, at, at + acc.arrays.size(), made);
      at += acc.arrays.size();
    }
  }
  return made;
}

/// Whether [stm] adds to arrays that it may have been given.
bool changes_arrays(const Stm& stm) {
  return std::holds_alternative<Hist>(stm.exp.node) ||
         std::holds_alternative<WithAcc>(stm.exp.node);
}

/// The states of [loop] that are observed: not what only gathers, nor arrays that are kept for
/// somebody else, which need not be anywhere.
std::vector<std::size_t> states_of(const Loop& loop, const Names& names) {
  std::vector<std::size_t> states;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    const Binder& param = loop.params[k];
    if (!has_floats(param.type) || loop.is_sum(k)) continue;
    if (param.type.is_scalar() || (!names.hint(param.id).empty() && uses(loop.body, param.id)))
      states.push_back(k);
  }
  return states;
}

std::int64_t count_of(const runtime::Value& value) {
  const auto* array = std::get_if<runtime::Array>(&value);
  return array != nullptr ? array->size() : 1;
}

}  // namespace

/// Writes statements that hand on into a body.
class Statistics::Observer {
 public:
  Observer(Statistics& to, Program& program, const Function& function)
      : to_(to), program_(program), function_(function.name) {
    if (!function.recursive) return;
    recursion_ = to_.calls_.size();
    to_.calls_.push_back(0);
  }

  void whole(Body& whole) {
    body(whole, kNowhere);
    if (recursion_ == kNoRecursion) return;
    hand_on(whole, {Group::Kind::leave, {}, recursion_}, {});
    hand_on(whole, {Group::Kind::enter, {}, recursion_}, {});
    std::rotate(whole.stms.begin(), whole.stms.end() - 1, whole.stms.end());
  }

 private:
  void body(Body& body, Id around) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    std::vector<Id> sites;
    Atoms numbers;
    const auto hand_on_numbers = [&] {
      if (!sites.empty())
        hand_on(body, {Group::Kind::numbers, std::exchange(sites, {})}, std::exchange(numbers, {}));
    };
    for (Stm& stm : stms) {
      const Id site = add(stm, around);
      origins_.enter(stm, site);
      Atoms last;  // of a loop
      if (auto* loop = std::get_if<Loop>(&stm.exp.node)) {
        for (const std::size_t k : begin(*loop, site, body)) last.push_back(stm.binders[k].atom());
      } else {
        inside(stm.exp, site);
      }
      // Arrays are looked at before something overwrites them, numbers all together.
      const Atoms made = floats_made(stm);
      origins_.leave(stm, site, !made.empty());
      const bool changed = changes_arrays(stm);
      const bool arrays = std::any_of(made.begin(), made.end(),
                                      [](const Atom& one) { return !one.type.is_scalar(); });
      if (!changed) {
        sites.insert(sites.end(), made.size(), site);
        numbers.insert(numbers.end(), made.begin(), made.end());
      }
      body.stms.push_back(std::move(stm));
      if (arrays) hand_on_numbers();
      if (changed && !made.empty())
        hand_on(body, {Group::Kind::changed, std::vector<Id>(made.size(), site)}, made);
      if (!last.empty()) hand_on(body, {Group::Kind::end, {site}}, std::move(last));
    }
    hand_on_numbers();
  }

  Id add(const Stm& stm, Id around) {
    Site site;
    site.text = print(stm, program_.names);
    site.text.resize(std::min(site.text.find('\n'), site.text.size()));
    site.span = stm.span;
    site.inlined_at = stm.inlined_at;
    site.around = around;
    site.function = function_;
    site.role = role_of(stm);
    site.gathers = site.role == Role::cotangent && is_sum(stm.exp);
    site.reads = origins_.of_operands(stm.exp);
    site.recursion = recursion_;
    to_.sites_.push_back(std::move(site));
    return static_cast<Id>(to_.sites_.size() - 1);
  }

  /// Observes the states of [loop], and tells which.
  std::vector<std::size_t> begin(Loop& loop, Id site, Body& before) {
    const std::vector<std::size_t> states = states_of(loop, program_.names);
    Body turn;
    Atoms now;
    for (const std::size_t k : states) {
      now.push_back(loop.params[k].atom());
      to_.sites_[site].states.push_back({std::string(program_.names.hint(loop.params[k].id))});
    }
    body(loop.body, site);
    if (states.empty()) return states;
    hand_on(before, {Group::Kind::begin, {site}}, {});
    hand_on(turn, {Group::Kind::turn, {site}}, std::move(now));
    loop.body.stms.insert(loop.body.stms.begin(), std::move(turn.stms[0]));
    return states;
  }

  void inside(Exp& exp, Id site) {
    if (auto* soac = std::get_if<Soac>(&exp.node)) {
      if (!sums_products(*soac)) body(soac->lambda.body, site);
    } else if (auto* with = std::get_if<WithAcc>(&exp.node)) {
      body(with->body, site);
    } else if (!std::holds_alternative<Hist>(exp.node)) {
      visit(
          exp, [](Atom&) {}, [&](Body& inner, Binders&) { body(inner, site); });
    }
  }

  void hand_on(Body& body, Group group, Atoms values) {
    values.insert(values.begin(), Atom::i64(static_cast<std::int64_t>(to_.groups_.size())));
    to_.groups_.push_back(std::move(group));
    Trace trace;
    trace.values = std::move(values);
    body.stms.push_back({{}, {std::move(trace)}, {}, nullptr});
  }

  Statistics& to_;
  Program& program_;
  const std::string& function_;
  Origins origins_;
  std::size_t recursion_ = kNoRecursion;
};

Statistics::Statistics(Program& program)
    : copies_(program, [this, &program](Body& body, const Function& function) {
        Observer(*this, program, function).whole(body);
      }) {}

void Statistics::take(std::span<const runtime::Value> values) {
  const Group& group = groups_[std::get<Scalar>(values[0]).bits];
  const auto floats = values.subspan(1);
  switch (group.kind) {
    case Group::Kind::numbers:
      for (std::size_t i = 0; i < floats.size(); ++i) {
        looked_at_ += count_of(floats[i]);
        take_number(group.sites[i], floats[i]);
      }
      return;
    case Group::Kind::changed:
      for (std::size_t i = 0; i < floats.size(); ++i)
        if (is_affordable(floats[i])) take_number(group.sites[i], floats[i]);
      return;
    case Group::Kind::begin: {
      if (depth_ == runs_.size()) runs_.emplace_back();
      Run& run = runs_[depth_++];
      run.site = group.sites[0];
      run.turns = 0;
      run.states.resize(sites_[run.site].states.size());
      for (Series& series : run.states) series.clear();
      return;
    }
    case Group::Kind::turn: take_turn(runs_[depth_ - 1], floats); return;
    case Group::Kind::end:
      take_turn(runs_[depth_ - 1], floats);
      finish(runs_[--depth_]);
      return;
    case Group::Kind::enter: ++calls_[group.recursion]; return;
    case Group::Kind::leave: --calls_[group.recursion]; return;
  }
}

void Statistics::take_number(Id id, const runtime::Value& value) {
  Site& site = sites_[id];
  if (site.recursion == kNoRecursion) {
    site.figures.add(value);
    return;
  }
  const std::size_t depth = calls_[site.recursion] - 1;
  if (site.figures.count() == 0) site.inwards = depth == 0;
  Figures figures;
  figures.add(value);
  site.figures.add(figures);
  site.by_depth.add(depth, figures);
}

bool Statistics::is_affordable(const runtime::Value& value) {
  constexpr std::int64_t kFree = 1'000'000, kForEach = 4;
  const std::int64_t count = count_of(value);
  if (changed_ + count > kFree + kForEach * looked_at_) return false;
  changed_ += count;
  return true;
}

void Statistics::take_turn(Run& run, std::span<const runtime::Value> states) {
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (!is_affordable(states[k])) continue;
    Figures figures;
    figures.add(states[k]);
    run.states[k].add(run.turns, figures);
  }
  ++run.turns;
}

void Statistics::finish(const Run& run) {
  Site& site = sites_[run.site];
  for (std::size_t k = 0; k < run.states.size(); ++k) {
    const Series& states = run.states[k];
    for (std::size_t i = 0; i < states.figures().size(); ++i) {
      const Figures& figures = states.figures()[i];
      const std::size_t at = i * states.stride();
      site.states[k].series.add(site.role == Role::cotangent ? run.turns - 1 - at : at, figures);
      site.figures.add(figures);
    }
  }
}

}  // namespace laguz::core
