#include "ad/tape/call_tape.hpp"

#include <algorithm>
#include <optional>

#include "ad/tape/tape.hpp"
#include "core/walk.hpp"

namespace laguz::ad::tape {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::Exp;
using core::FunId;
using core::Stm;
using core::VarId;

namespace {

/// A number of an array.
const Atom* read_from(const Exp& exp) {
  if (const auto* index = std::get_if<core::Index>(&exp.node)) return &index->array;
  const auto* app = std::get_if<core::ArrayApp>(&exp.node);
  return app != nullptr && app->op == core::ArrayOp::shape ? &app->args[0] : nullptr;
}

/// The loop of whose turns [array] has a row each.
std::optional<std::size_t> loop_of_history(const graph::Graph& graph, const Atom& array) {
  const auto position = graph.position_of(array.var);
  if (!position) return {};
  const graph::Node& node = graph[*position];
  const auto* loop = std::get_if<core::Loop>(&node.exp.node);
  if (loop == nullptr) return {};
  std::size_t r = 0;
  while (node.results[r].id != array.var) ++r;
  const bool history = r >= loop->params.size() && r < loop->count_at();
  return history && !loop->is_flat(r - loop->params.size()) ? position : std::nullopt;
}

}  // namespace

CallTape::CallTape(core::Names& names, bool loops)
    : names_(names),
      acc_(names.bind({support::ScalarType::i64, 1, true}).atom()),
      arrays_(names.bind({support::ScalarType::i64, 1, false}).atom()),
      loops_(loops) {}

bool CallTape::is_used_in(const Exp& exp) const {
  const Binders free = core::free_variables(exp);
  return std::any_of(free.begin(), free.end(),
                     [this](const Binder& binder) { return binder.id == acc_.var; });
}

bool CallTape::is_used_in(const graph::Graph& graph, std::size_t end) const {
  for (std::size_t at = 0; at < end; ++at)
    if (is_used_in(graph[at].exp)) return true;
  return false;
}

bool CallTape::is_astray_in(const Body& body) const {
  for (const Stm& stm : body.stms) {
    if (!is_used_in(stm.exp)) continue;
    if (std::holds_alternative<core::Call>(stm.exp.node)) continue;
    if (const auto* e = std::get_if<core::If>(&stm.exp.node)) {
      if (is_astray_in(e->then_body) || is_astray_in(e->else_body)) return true;
      continue;
    }
    const auto* e = std::get_if<core::Loop>(&stm.exp.node);
    if (e == nullptr || is_astray_in(e->body)) return true;
    if (const auto* form = std::get_if<core::WhileForm>(&e->form))
      for (const Stm& inner : form->condition.stms)
        if (is_used_in(inner.exp)) return true;
  }
  return false;
}

Binder CallTape::place() {
  const Binder binder = names_.bind(core::kIndex);
  places_.insert(binder.id);
  return binder;
}

Atom CallTape::call(graph::Graph& forward, std::size_t position, FunId callee) {
  Stm stm = forward[position].stm();
  auto& call = std::get<core::Call>(stm.exp.node);
  call.function = callee;
  std::erase_if(call.args, [](const Atom& arg) { return arg.type.acc; });
  call.args.push_back(acc_);
  stm.binders.push_back(place());
  const Atom after = stm.binders.back().atom();
  forward.replace(position, std::move(stm));
  return after;
}

CallTape::Halves CallTape::halves(const Traced& traced) const {
  const graph::Graph& graph = traced.graph;
  const auto is_there = [&](VarId var) {
    const auto position = graph.home_of(var);
    return position && *position < traced.end;
  };
  Halves made;
  made.back = graph.schedule_from(traced.results, traced.end);
  std::unordered_set<VarId> needed;
  for (const Atom& result : made.back.results) needed.insert(result.var);
  Atoms kept;
  std::vector<Stm> stms;
  for (std::size_t s = made.back.stms.size(); s-- > 0;) {
    Stm& stm = made.back.stms[s];
    Atoms used;
    for (const Binder& binder : stm.binders)
      if (needed.count(binder.id) > 0) used.push_back(binder.atom());
    if (!stm.binders.empty() && is_there(stm.binders[0].id)) {
      if (used.empty()) continue;
      const Atom* array = read_from(stm.exp);
      const graph::Node* home = array != nullptr && stm.binders[0].type.rank == 0 &&
                                        !array->is_constant() && is_there(array->var)
                                    ? graph.find(array->var)
                                    : nullptr;
      if (has_call(stm.exp) || (home != nullptr && has_call(home->exp))) {
        kept.insert(kept.end(), used.begin(), used.end());
        continue;
      }
    }
    for (const Binder& free : core::free_variables(stm.exp)) needed.insert(free.id);
    stms.push_back(std::move(stm));
  }
  std::reverse(stms.begin(), stms.end());

  // Where the frame begins need not be kept.
  VarId last = 0;
  for (std::size_t at = 0; at < traced.end; ++at)
    if (is_used_in(graph[at].exp)) {
      last = 0;
      for (const Binder& result : graph[at].results)
        if (places_.count(result.id) > 0) last = result.id;
    }
  const auto begins =
      std::find_if(kept.begin(), kept.end(), [&](const Atom& atom) { return atom.var == last; });
  const bool has_begin = last != 0 && begins != kept.end();
  if (has_begin) kept.erase(begins);

  core::Call save{kSave, {}};
  core::Call load{kLoad, {traced.place, Atom::boolean(has_begin)}};
  Binders loaded;
  std::optional<std::size_t> turns;  // the loop that the array before is a history of
  for (const Atom& atom : kept) {
    const bool is_number = atom.type.elem == support::ScalarType::i64 && !traced.is_active(atom);
    Saved mark = is_number ? Saved::number : Saved::value;
    if (places_.count(atom.var) > 0) mark = Saved::place;
    if (atom.type.rank > 0) {
      const auto own = loop_of_history(graph, atom);
      if (own && own == turns) mark = is_number ? Saved::number_as_long : Saved::as_long;
      turns = own;
    }
    const Atom number = Atom::i64(static_cast<std::int64_t>(mark));
    save.args.push_back(number);
    save.args.push_back(atom);
    load.args.push_back(number);
    loaded.push_back({atom.var, atom.type});
  }
  if (has_begin) loaded.push_back({last, core::kIndex});
  load.args.push_back(arrays_);
  save.args.push_back(acc_);
  if (!loaded.empty())
    stms.insert(stms.begin(), traced.where.stm(std::move(loaded), {std::move(load)}));
  made.back.stms = std::move(stms);

  Atoms values = traced.values;
  values.insert(values.end(), kept.begin(), kept.end());
  Body there = graph.schedule_until(std::move(values), traced.end);
  there.results.resize(traced.values.size());
  const Binder after = names_.bind(core::kIndex);
  there.stms.push_back(traced.where.stm({after}, {std::move(save)}));
  there.results.push_back(after.atom());
  made.there = core::refresh(there, names_);
  return made;
}

}  // namespace laguz::ad::tape
