#include "ad/reverse/reverse_functions.hpp"

#include <algorithm>

#include "ad/reverse/sweep.hpp"
#include "ad/rewrite/sequential.hpp"
#include "ad/rewrite/silence.hpp"
#include "ad/tape/unmark.hpp"
#include "support/assert.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Function;
using core::FunId;
using tape::CallTape;
using tape::TapedFunction;
using tape::TapeKind;
using tape::TapeKinds;
using tape::Unmark;

struct ReverseFunctions::Derivation {
  FunId id = 0;
  Key key{};
  std::size_t index = 0, low = 0;  ///< among the unfinished: itself, and the first that it calls
  std::unique_ptr<CallTape> tape{};
  Function there{}, back{};             ///< with marks
  std::unordered_set<VarId> checks{};   ///< statements of [back] that [there] makes for it
  std::unordered_set<FunId> callees{};  ///< whose calls append to the same tape
};

ReverseFunctions::ReverseFunctions(Functions& functions, core::Program& program,
                                   Derivable derivable, Define define)
    : functions_(functions),
      program_(program),
      derivable_(std::move(derivable)),
      define_(std::move(define)) {}
ReverseFunctions::~ReverseFunctions() = default;

ReverseFunctions::Key ReverseFunctions::key_of(FunId function, const Wanted& wanted) {
  std::vector<std::vector<int>> columns;
  for (const Gathered& acc : wanted.gathered) {
    columns.emplace_back();
    for (const auto& type : acc)
      columns.back().push_back(type ? static_cast<int>(type->elem) * 256 + type->rank : -1);
  }
  return {function, wanted.reached, std::move(columns), wanted.params};
}

FunId ReverseFunctions::of(FunId function, Wanted& wanted) {
  Key key = key_of(function, wanted);
  for (note_wider(key); wider_.count(key) > 0; note_wider(key)) key = wider_.at(key);
  wanted.reached = std::get<1>(key);
  wanted.params = std::get<3>(key);
  if (const auto found = known_.find(key); found != known_.end()) {
    for (const auto& other : unfinished_)
      if (other->id == found->second)
        under_way_.back()->low = std::min(under_way_.back()->low, other->index);
    return found->second;
  }
  ++variants_[function];
  derivable_(function);  // which may fail
  const FunId id = program_.add({});
  known_[key] = id;  // before its body: the function calls itself
  derive(id, function, wanted);
  if (wider_.count(key) == 0) return id;
  known_.erase(key);
  return of(function, wanted);
}

// Whoever is being derived of the function of [key], with less of it, becomes what does for both.
void ReverseFunctions::note_wider(const Key& key) {
  // A function that shuffles its arguments or results would have derivatives without number.
  constexpr int kMostVariants = 8;
  const auto variants = variants_.find(std::get<0>(key));
  const bool any = variants != variants_.end() && variants->second >= kMostVariants;
  for (const Derivation* derivation : under_way_) {
    const auto both = joined(derivation->key, key, any);
    if (!both) continue;
    for (const Key& one : {derivation->key, key})
      if (one != *both) wider_[one] = *both;
  }
}

// A cotangent that whoever called first has, or wants, and the function's own calls do not, would
// be work for nothing at each of these. One that it has not, and they do, is zero, if that is a
// number: an array of zeros takes time, and its shape may take a run of the function to tell.
std::optional<ReverseFunctions::Key> ReverseFunctions::joined(const Key& first, const Key& own,
                                                              bool any) const {
  if (std::get<FunId>(first) != std::get<FunId>(own) || std::get<2>(first) != std::get<2>(own))
    return {};
  Key both = own;
  auto& [function, reached, gathered, params] = both;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Reached other = std::get<1>(first)[i];
    if (other == reached[i]) continue;
    const bool is_array = program_[function].results[i].rank > 0;
    if (!any && (reached[i] == Reached::never || (other == Reached::never && is_array))) return {};
    reached[i] = Reached::sometimes;
  }
  for (std::size_t i = 0; i < params.size(); ++i) {
    const Cotangent other = std::get<3>(first)[i];
    if (other == params[i] || other == Cotangent::none) continue;
    if (params[i] != Cotangent::none || !any) return {};
    params[i] = other;
  }
  return both;
}

void ReverseFunctions::derive(FunId id, FunId original, const Wanted& wanted) {
  TapedFunction& taped = taped_[id];
  taped = {original, program_.add({}), program_.add({})};
  whole_of_[taped.there] = whole_of_[taped.back] = id;
  there_.insert(taped.there);
  Derivation& derivation = *unfinished_.emplace_back(std::make_unique<Derivation>());
  derivation.id = id;
  derivation.key = key_of(original, wanted);
  derivation.index = derivation.low = unfinished_.size() - 1;
  under_way_.push_back(&derivation);
  const Function function = derivable_(original);
  const bool written =
      write(derivation, function, wanted, true) || write(derivation, function, wanted, false);
  LAGUZ_ASSERT(written, "a call that is taped where it cannot be");
  under_way_.pop_back();
  if (!under_way_.empty())
    under_way_.back()->low = std::min(under_way_.back()->low, derivation.low);
  if (derivation.low < derivation.index) return;
  const auto first = unfinished_.begin() + static_cast<std::ptrdiff_t>(derivation.index);
  Group group(std::make_move_iterator(first), std::make_move_iterator(unfinished_.end()));
  unfinished_.erase(first, unfinished_.end());
  finish(std::move(group));
}

/// Whether [body] calls [function], perhaps through others.
bool ReverseFunctions::calls(const core::Body& body, FunId function) const {
  std::unordered_set<FunId> seen;
  std::vector<FunId> left = core::callees_of(body);
  while (!left.empty()) {
    const FunId next = left.back();
    left.pop_back();
    if (next == function) return true;
    if (!seen.insert(next).second || !program_.has(next)) continue;
    for (const FunId callee : core::callees_of(program_[next].body)) left.push_back(callee);
  }
  return false;
}

/// Derives both halves of [function], with marks; false if that does not go with calls in [loops].
bool ReverseFunctions::write(Derivation& derivation, const Function& function, const Wanted& wanted,
                             bool loops) {
  core::Names& names = program_.names;
  derivation.tape = std::make_unique<CallTape>(names, loops);
  CallTape& tape = *derivation.tape;
  Function back, there;
  there.name = function.name + "'taped";
  back.name = function.name + "'reverse";
  there.recursive = back.recursive = true;
  there.span = back.span = function.span;
  graph::Graph graph(names);
  Sweep sweep(functions_, graph);
  core::Substitution substitution, params_there;
  Atoms params, given;
  std::unordered_set<VarId> accs;
  std::vector<VarId> acc_of;
  auto bind = [&](Type type) {
    back.params.push_back(names.bind(type));
    return back.params.back().atom();
  };
  for (const Binder& param : function.params) {
    if (param.type.acc) {
      acc_of.push_back(names.fresh());
      accs.insert(acc_of.back());
      substitution[param.id] = Atom::of(acc_of.back(), param.type);
      continue;
    }
    params.push_back(bind(param.type));
    there.params.push_back(names.bind(param.type));
    params_there[params.back().var] = there.params.back().atom();
    substitution[param.id] = params.back();
    const Cotangent kind = wanted.params[params.size() - 1];
    if (kind == Cotangent::none) continue;
    sweep.activate(params.back());
    sweep.sink(params.back().var);
    if (kind == Cotangent::added) continue;
    given.push_back(params.back());
    back.results.push_back(param.type);
  }
  core::Body body = function.body;
  drop_traces(body);
  if (loops)
    body = rewrite::one_by_one(functions_, names, std::move(body), [&](const core::Lambda& lambda) {
      return calls(lambda.body, taped_.at(derivation.id).original);
    });
  Atoms values = sweep.trace(body, std::move(substitution), true);
  const auto end = sweep.position();
  sweep.tape_calls(&tape, end);
  std::vector<std::optional<Atom>> cotangents(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (wanted.reached[i] != Reached::never) cotangents[i] = bind(function.results[i]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!cotangents[i]) continue;
    std::optional<Atom> there_of;
    if (wanted.reached[i] == Reached::sometimes)
      there_of = bind({support::ScalarType::boolean, 0, false});
    sweep.add(values[i], *cotangents[i], there_of);
  }
  for (std::size_t k = 0; k < acc_of.size(); ++k) {
    std::vector<std::optional<Atom>> finals;
    for (const auto& type : wanted.gathered[k])
      finals.push_back(type ? std::optional(bind(*type)) : std::nullopt);
    sweep.set_acc_cotangents(acc_of[k], std::move(finals));
  }
  for (std::size_t i = 0; i < params.size(); ++i)
    if (wanted.params[i] == Cotangent::added)
      sweep.sink(params[i].var).acc = bind({params[i].type.elem, params[i].type.rank, true});
  sweep.sweep(graph, 0, end);
  Atoms results;
  for (const Atom& param : given) results.push_back(sweep.adjoint_or_zeros(param));
  const Atom place = bind(core::kIndex);
  CallTape::Halves made =
      tape.halves({graph, end, std::move(values), std::move(results), place,
                   [&](const Atom& atom) { return sweep.is_active(atom); }, function.span});
  there.results = function.results;
  there.results.push_back(core::kIndex);
  there.body = core::refresh(made.there, names, std::move(params_there));
  back.body = std::move(made.back);
  rewrite::silence(functions_, there.body, accs);
  rewrite::silence(functions_, back.body, accs);
  const auto is_marked = [&](const core::Stm& stm) { return tape.is_used_in(stm.exp); };
  if (tape.is_astray_in(there.body) ||
      std::any_of(back.body.stms.begin(), back.body.stms.end(), is_marked))
    return false;
  derivation.there = std::move(there);
  derivation.back = std::move(back);
  derivation.checks = sweep.checks();
  return true;
}

const TapedFunction& ReverseFunctions::halves_of(FunId reverse, const CallTape& by) {
  for (Derivation* derivation : under_way_)
    if (derivation->tape.get() == &by) derivation->callees.insert(reverse);
  return taped_.at(reverse);
}

/// [group]: they call each other, and what else they call is finished.
void ReverseFunctions::finish(Group group) {
  TapeKinds kinds;
  bool any = false;  // more than places, which nobody needs if there is nothing at them
  for (const auto& one : group) {
    Unmark::kinds_of(one->there.body, kinds, any);
    for (const FunId callee : one->callees)
      for (const TapeKind& kind : taped_.at(callee).kinds) {
        any = true;
        Unmark::add(kinds, kind);
      }
  }
  if (!any) kinds.clear();
  std::unordered_set<FunId> called;
  for (const auto& one : group) {
    taped_.at(one->id).kinds = kinds;
    for (const FunId callee : core::callees_of(one->there.body)) called.insert(callee);
    for (const FunId callee : core::callees_of(one->back.body)) called.insert(callee);
  }
  const Unmark::Known known = [this](FunId half) -> const TapedFunction& {
    return taped_.at(whole_of_.at(half));
  };
  if (kinds.empty())
    for (const auto& one : group) {  // nobody goes there but the function itself
      TapedFunction& taped = taped_.at(one->id);
      std::vector<bool> accs;
      for (const Binder& param : derivable_(taped.original).params) accs.push_back(param.type.acc);
      if (std::find(accs.begin(), accs.end(), true) != accs.end())
        taped.original = functions_.silent_of(taped.original, accs);
    }
  for (const auto& one : group) {
    const TapedFunction& taped = taped_.at(one->id);
    if (!kinds.empty()) {
      Unmark(program_.names, known, *one->tape, kinds).there(one->there);
      define_(taped.there, one->there);
      drop(one->back.body, one->checks);
    }
    Function whole = this->whole(*one, one->back);
    Unmark(program_.names, known, *one->tape, kinds).back(one->back);
    define_(taped.back, one->back);
    whole.recursive = called.count(one->id) > 0;
    define_(one->id, std::move(whole));
  }
}

/// There and back.
Function ReverseFunctions::whole(const Derivation& derivation, const Function& back) const {
  const TapedFunction& taped = taped_.at(derivation.id);
  Function made;
  made.name = back.name;
  made.span = back.span;
  made.results = back.results;
  Atoms args;
  for (std::size_t i = 0; i + 1 < back.params.size(); ++i) {
    made.params.push_back(program_.names.bind(back.params[i].type));
    args.push_back(made.params.back().atom());
  }
  core::Builder out(program_.names);
  out.span = back.span;
  if (!taped.kinds.empty()) {
    std::size_t own = derivation.there.params.size() - taped.kinds.size() - 1;
    Atoms args_there(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(own));
    args_there.push_back(Atom::i64(0));
    core::WithAcc with;
    std::vector<Type> types;
    for (const TapeKind& kind : taped.kinds) {
      core::WithAcc::Acc& acc = with.accs.emplace_back();
      acc.acc = program_.names.bind({kind.elem, 1, true});
      acc.arrays = {out.array_op(core::ArrayOp::zeros, {Atom::i64(0)}, {kind.elem, 1, false},
                                 {static_cast<std::int64_t>(kind.elem)})};
      acc.growth = kind.growth();
      args_there.push_back(acc.acc.atom());
      types.push_back({kind.elem, 1, false});
    }
    types.push_back(core::kIndex);
    core::Builder inside(program_.names);
    inside.span = back.span;
    with.body = inside.finish(
        {inside.emit({core::Call{taped.there, std::move(args_there)}}, derivation.there.results)
             .back()});
    const Atoms tapes = out.emit({std::move(with)}, types);
    args.push_back(tapes.back());
    args.insert(args.end(), tapes.begin(), tapes.end() - 1);
  }
  Atoms results = out.emit({core::Call{taped.back, std::move(args)}}, back.results);
  made.body = out.finish(std::move(results));
  return made;
}

void ReverseFunctions::add_tapes(FunId function, std::vector<bool>& passed_on) const {
  const auto found = whole_of_.find(function);
  if (found == whole_of_.end()) return;
  const TapedFunction& taped = taped_.at(found->second);
  if (function == taped.back)
    std::fill(passed_on.end() - static_cast<std::ptrdiff_t>(taped.kinds.size()), passed_on.end(),
              true);
}

void ReverseFunctions::copied(FunId function, FunId copy) {
  const auto found = whole_of_.find(function);
  if (found == whole_of_.end()) return;
  whole_of_[copy] = found->second;
  if (gives_place(function)) there_.insert(copy);
}

void ReverseFunctions::forget(const std::function<bool(FunId)>& is_unfinished) {
  std::erase_if(known_, [&](const auto& row) { return is_unfinished(row.second); });
  std::erase_if(taped_, [&](const auto& row) { return is_unfinished(row.first); });
  std::erase_if(whole_of_, [&](const auto& row) { return taped_.count(row.second) == 0; });
  std::erase_if(there_, [&](FunId id) { return whole_of_.count(id) == 0; });
  unfinished_.clear();
  under_way_.clear();
}

void ReverseFunctions::reach(FunId function, std::vector<FunId>& reached) const {
  for (auto at = known_.lower_bound(Key{function, {}, {}, {}});
       at != known_.end() && std::get<0>(at->first) == function; ++at)
    reached.push_back(at->second);
}

void ReverseFunctions::keep(const std::unordered_set<FunId>& kept) {
  const auto gone = [&](FunId id) { return kept.count(id) == 0; };
  std::erase_if(known_,
                [&](const auto& row) { return gone(std::get<0>(row.first)) || gone(row.second); });
  std::erase_if(wider_, [&](const auto& row) { return gone(std::get<0>(row.first)); });
  std::erase_if(variants_, [&](const auto& row) { return gone(row.first); });
  std::erase_if(taped_, [&](const auto& row) { return gone(row.first); });
  std::erase_if(whole_of_, [&](const auto& row) { return taped_.count(row.second) == 0; });
  std::erase_if(there_, gone);
}

}  // namespace laguz::ad::reverse
