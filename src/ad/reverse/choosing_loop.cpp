#include "ad/reverse/choosing_loop.hpp"

#include <algorithm>

#include "ad/reverse/choices.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/tape/loop_editor.hpp"
#include "core/builder.hpp"
#include "core/walk.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;
using core::Body;
using core::Loop;
using core::Stm;

namespace {

using Vars = std::unordered_set<core::VarId>;

/// Adds to [states] what is computed from them in [body], branches included.
void add_dependents(const Body& body, Vars& states) {
  for (const Stm& stm : body.stms) {
    const Binders free = core::free_variables(stm.exp);
    if (std::any_of(free.begin(), free.end(),
                    [&](const Binder& one) { return states.count(one.id) > 0; }))
      for (const Binder& binder : stm.binders) states.insert(binder.id);
    const auto* choice = std::get_if<core::If>(&stm.exp.node);
    if (choice == nullptr) continue;
    add_dependents(choice->then_body, states);
    add_dependents(choice->else_body, states);
  }
}

/// The statements before the end of the body that binds [var]: [body] or one of its branches.
/// Nothing if none does.
std::optional<std::vector<Stm>> up_to(const Body& body, core::VarId var) {
  if (core::place_of(body, var)) return body.stms;
  for (std::size_t s = 0; s < body.stms.size(); ++s) {
    const auto* choice = std::get_if<core::If>(&body.stms[s].exp.node);
    if (choice == nullptr) continue;
    for (const Body* branch : {&choice->then_body, &choice->else_body}) {
      const auto inside = up_to(*branch, var);
      if (!inside) continue;
      std::vector<Stm> all(body.stms.begin(), body.stms.begin() + static_cast<std::ptrdiff_t>(s));
      all.insert(all.end(), inside->begin(), inside->end());
      return all;
    }
  }
  return {};
}

/// What of [body] computes [value].
Body only(const Body& body, const Atom& value) {
  Body out{{}, {value}};
  if (value.is_constant()) return out;
  const auto stms = up_to(body, value.var);
  if (!stms) return out;
  Vars needed{value.var};
  for (std::size_t s = stms->size(); s-- > 0;) {
    const Stm& stm = (*stms)[s];
    if (std::none_of(stm.binders.begin(), stm.binders.end(),
                     [&](const Binder& binder) { return needed.count(binder.id) > 0; }))
      continue;
    for (const Binder& free : core::free_variables(stm.exp)) needed.insert(free.id);
    out.stms.push_back(stm);
  }
  std::reverse(out.stms.begin(), out.stms.end());
  return out;
}

/// A loop with numbers beside its states: iteration i's candidate c is number i * candidates + c,
/// and what state k began with is number -1 - k.
class Numbered {
 public:
  Numbered(core::Names& names, const Loop& loop)
      : names_(names), loop_(loop), body_(loop.body), numbers_(loop.params.size()) {
    for (const Binder& param : loop.params) states_.insert(param.id);
    add_dependents(loop.body, states_);
  }

  /// Whether all [states] are only chosen, and those that they may be; they have numbers then.
  bool number(const std::vector<std::size_t>& states) {
    for (const std::size_t k : states) number_of(k);
    Choices choices(names_, [this](const Atom& value) { return known(value); });
    for (std::size_t at = 0; at < asked_.size(); ++at) {
      const std::size_t k = asked_[at];
      if (!loop_.params[k].type.is_scalar()) return false;
      const auto next = choices.of(body_, body_.results[k]);
      if (!next) return false;
      next_.push_back(*next);
    }
    return candidates_.size() <= kMost && !candidates_.empty();
  }

  /// The same loop with numbers for states, whose places [place_of_number] tells.
  void extend(tape::LoopEditor& editor) {
    const core::Binder& index = std::get<core::ForForm>(loop_.form).index;
    core::Builder first(names_);
    Atom i = index.atom();
    if (!(i.type == core::kIndex)) i = first.prim("cvt_i64", {i});
    const Atom base = first.mul(i, Atom::i64(count()));
    for (std::size_t c = 0; c < candidates_.size(); ++c)
      first.append({{candidates_[c].number},
                    {core::PrimApp{prims::get("add", ScalarType::i64),
                                   {base, Atom::i64(static_cast<std::int64_t>(c))}}},
                    {}});
    Body before = first.finish({});
    body_.stms.insert(body_.stms.begin(), before.stms.begin(), before.stms.end());
    editor.loop().body = std::move(body_);
    for (std::size_t at = 0; at < asked_.size(); ++at) {
      const std::size_t p = editor.param(core::kIndex, number_of_init(asked_[at]), next_[at]);
      editor.loop().params[p] = *numbers_[asked_[at]];
      place_[asked_[at]] = p;
    }
  }
  std::size_t place_of_number(std::size_t k) const { return place_.at(k); }

  /// Number [at], a state's of the type of state [k], of [loop], which is this one as it is read
  /// now.
  Atom chosen(core::Builder& out, const Loop& loop, const Atom& at, std::size_t k) const {
    const Atom zero = Atom::i64(0), init = loop.inits[k];
    Atom i = at, which = zero;
    if (count() > 1) {
      i = out.prim("div", {at, Atom::i64(count())});
      which = out.prim("mod", {at, Atom::i64(count())});
    }
    Atom result = init;
    for (const std::size_t other : asked_)  // states may take what others began with
      if (other != k && loop.inits[other].type == init.type)
        result = out.prim(prims::get("select", init.type.elem),
                          {out.prim("eq", {at, number_of_init(other)}), loop.inits[other], result});
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (!(candidates_[c].value.type == init.type)) continue;
      Atom condition = out.prim("ge", {at, zero});
      if (count() > 1)
        condition = out.prim(
            "and", {condition, out.prim("eq", {which, Atom::i64(static_cast<std::int64_t>(c))})});
      core::If choice;
      choice.condition = condition;
      choice.then_body = again(loop, candidates_[c].value, i);
      choice.else_body.results = {result};
      result = out.emit1({std::move(choice)}, init.type);
    }
    return result;
  }

 private:
  static constexpr std::size_t kMost = 4;

  struct Candidate {
    Atom value;
    Binder number;
  };

  static Atom number_of_init(std::size_t k) { return Atom::i64(-1 - static_cast<std::int64_t>(k)); }
  std::int64_t count() const { return static_cast<std::int64_t>(candidates_.size()); }

  Atom number_of(std::size_t k) {
    if (!numbers_[k]) {
      numbers_[k] = names_.bind(core::kIndex);
      asked_.push_back(k);
    }
    return numbers_[k]->atom();
  }

  std::optional<Atom> known(const Atom& value) {
    for (std::size_t k = 0; k < loop_.params.size(); ++k)
      if (value == loop_.params[k].atom()) return number_of(k);
    if (!value.is_constant() && states_.count(value.var) > 0) return {};
    for (const Candidate& one : candidates_)
      if (one.value == value) return one.number.atom();
    candidates_.push_back({value, names_.bind(core::kIndex)});
    return candidates_.back().number.atom();
  }

  Body again(const Loop& loop, const Atom& value, const Atom& i) const {
    const Binder& index = std::get<core::ForForm>(loop.form).index;
    core::Builder inside(names_);
    core::Substitution substitution;
    substitution[index.id] = index.type == core::kIndex
                                 ? i
                                 : inside.prim("cvt_" + std::string(name(index.type.elem)), {i});
    Body body = core::refresh(only(loop.body, value), names_, std::move(substitution));
    for (Stm& stm : body.stms) inside.append(std::move(stm));
    return inside.finish(std::move(body.results));
  }

  core::Names& names_;
  const Loop& loop_;
  Body body_;
  Vars states_;  ///< and what is computed from them
  std::vector<std::optional<Binder>> numbers_;
  std::vector<std::size_t> asked_;  ///< states that have numbers, in order
  Atoms next_;                      ///< their next ones
  std::vector<Candidate> candidates_;
  std::unordered_map<std::size_t, std::size_t> place_;
};

}  // namespace

bool choosing_loop(Sweep& sweep, graph::Graph& forward, std::size_t position) {
  const Loop loop = std::get<Loop>(forward[position].exp.node);
  if (!std::holds_alternative<core::ForForm>(loop.form) || !loop.history.empty() || loop.counted)
    return false;
  const Binders free = core::free_variables(loop.body);
  if (std::any_of(free.begin(), free.end(), [](const Binder& one) { return one.type.acc; }))
    return false;
  const Binders results = forward[position].results;
  std::vector<std::size_t> wanted;
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    if (sweep.adjoint(results[k].atom())) wanted.push_back(k);
  core::Names& names = sweep.graph().names();
  Numbered numbered(names, loop);
  if (wanted.empty() || !numbered.number(wanted)) return false;

  Stm stm = forward[position].stm();
  std::vector<Stm> before;
  tape::LoopEditor editor(names, stm, before);
  numbered.extend(editor);
  const Binders made = stm.binders;
  forward.replace(position, std::move(stm), std::move(before));

  const core::Exp now = sweep.versions().with_restored(forward[position].exp);
  core::Builder out(names);
  out.span = sweep.emit().place.span;
  out.inlined_at = sweep.emit().place.inlined_at;
  Atoms values;
  for (const Binder& result : results) values.push_back(result.atom());
  for (const std::size_t k : wanted)
    values[k] =
        numbered.chosen(out, std::get<Loop>(now.node), made[numbered.place_of_number(k)].atom(), k);
  rerun(sweep, out.finish(std::move(values)), results);
  return true;
}

}  // namespace laguz::ad::reverse
