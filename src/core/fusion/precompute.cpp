// Values of inner iterations that are the same in all iterations around those: with
// `map (\q -> sum (map (\k -> q * f k) ks)) qs`, `f k` is computed for every k before the outer
// map, as an array (scalar expansion). What is differentiated gains most: the cotangents of all q
// meet in that array, and go on from there once.
#include "core/fusion/precompute.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::fusion::precompute {
namespace {

constexpr std::int64_t kFewIterations = 4;  ///< for so many it is not worth while
constexpr int kLittleWork = 2;              ///< what is less than reading an array instead
/// What arrays that are made for several levels may have, where nothing has as many already: of
/// elements that are sums or so much work, if they are known, and so many lengths that are not, as
/// products of matrices have; of others.
constexpr std::int64_t kMostSums = std::int64_t{1} << 20;
constexpr int kMostUnknown = 2;
constexpr int kSumWork = 6;  ///< operations
constexpr std::int64_t kMostElements = std::int64_t{1} << 12;

int work_of(const Exp& exp) {
  constexpr int kFunction = 4, kNest = 8;
  if (const auto* prim = std::get_if<PrimApp>(&exp.node)) {
    if (!support::is_float(prim->prim.type)) return 0;
    const prims::Op op = prims::op_of(prim->prim);
    const bool cheap = op == prims::Op::add || op == prims::Op::sub || op == prims::Op::mul;
    return cheap ? 1 : kFunction;
  }
  if (std::holds_alternative<Index>(exp.node)) return 1;
  return std::holds_alternative<Soac>(exp.node) || std::holds_alternative<Loop>(exp.node) ? kNest
                                                                                          : 0;
}

class Precomputer {
 public:
  /// Of a body that [scope] bodies are around.
  Precomputer(Names& names, const Scopes& safe, int scope)
      : names_(names), safe_(safe), scope_(scope) {}

  bool run(Body& body) {
    look(body);
    in(body);
    return changed_;
  }

 private:
  static bool is_level(const Exp& exp) {
    return std::holds_alternative<Soac>(exp.node) || std::holds_alternative<Loop>(exp.node);
  }

  /// From the outside in: what leaves many levels goes before what leaves few.
  void in(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (is_level(stm.exp) && depth_ < kMostLevels) take_out(stm, body.stms);
      visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { in_inner(stm.exp, inner); });
      body.stms.push_back(std::move(stm));
    }
  }
  void in_inner(const Exp& exp, Body& body) {
    const bool level = is_level(exp);
    if (!is_looked_into(exp, body)) {
      // What may not run at all, or not in order, is left only as far as that goes.
      changed_ = Precomputer(names_, safe_, scope_ + 1).run(body) || changed_;
      return;
    }
    ++scope_;
    depth_ += level ? 1 : 0;
    in(body);
    depth_ -= level ? 1 : 0;
    --scope_;
  }
  static bool is_looked_into(const Exp& exp, const Body& body) {
    const auto* soac = std::get_if<Soac>(&exp.node);
    const auto* loop = std::get_if<Loop>(&exp.node);
    return (soac != nullptr && &soac->lambda.body == &body) ||
           (loop != nullptr && &loop->body == &body) || std::holds_alternative<WithAcc>(exp.node);
  }

  // ---- What variables depend on

  void look(const Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (const Stm& stm : body.stms) {
      define(stm, level_);
      if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
        enter(*soac);
        look(soac->lambda.body);
        leave();
      } else if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) {
        enter(*loop);
        look(loop->body);
        leave();
      } else if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
        for (const WithAcc::Acc& acc : with->accs) opaque(acc.acc);
        ++scope_;
        look(with->body);
        --scope_;
      }
    }
  }

  void opaque(const Binder& binder) { known_[binder.id] = {0, kNowhere, depth_, level_, order_++}; }

  void enter(const Soac& soac) {
    Level& level = push(soac.width);
    for (std::size_t i = 0; i < soac.lambda.params.size(); ++i) {
      const Binder& param = soac.lambda.params[i];
      const Known array = known(soac.arrays[i]);
      const bool counts = counts_of_.count(soac.arrays[i].var) != 0;
      level.params.push_back({param, soac.arrays[i]});
      if (counts) count_by(level, param);
      const Known width = known(soac.width);
      known_[param.id] = {array.under | width.under | level.bit(), std::max(array.safe, width.safe),
                          depth_, level_, order_++};
    }
    if (!soac.lambda.params.empty()) level.key = soac.lambda.params[0].id;
  }

  void enter(const Loop& loop) {
    const auto* form = std::get_if<ForForm>(&loop.form);
    Level& level = push(form != nullptr ? std::optional(form->bound) : std::nullopt);
    for (const Binder& param : loop.params) opaque(param);
    if (form == nullptr) return;
    const Known bound = known(form->bound);
    level.key = form->index.id;
    level.loop = true;
    count_by(level, form->index);
    known_[form->index.id] = {bound.under | level.bit(),
                              form->index.type == kIndex ? bound.safe : kNowhere, depth_, level_,
                              order_++};
  }

  void count_by(Level& level, const Binder& counter) {
    level.counters.push_back(counter);
    counters_.insert(counter.id);
  }

  Level& push(std::optional<Atom> width) {
    levels_.push_back({});
    Level& level = levels_.back();
    level.around = level_;
    level.depth = depth_++;
    level.scope = scope_++;
    level.width = width;
    level_ = &level;
    return level;
  }
  void leave() {
    level_ = level_->around;
    --depth_;
    --scope_;
  }

  Known known(const Atom& atom) const {
    const auto found = known_.find(atom.var);
    return atom.is_constant() || found == known_.end() ? Known{} : found->second;
  }

  void define(const Stm& stm, Level* level) {
    const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
    if (app != nullptr && app->op == ArrayOp::iota && app->args[1] == Atom::i64(0) &&
        app->args[2] == Atom::i64(1))
      counts_of_.insert(stm.binders[0].id);
    if (depth_ == 0) return;  // it leaves nothing, and to look at all that is in it takes long
    Known all{0, depth_ <= kMostLevels ? safe_scope(stm) : kNowhere, depth_, level, 0};
    for (const Binder& variable : free_variables(stm.exp)) {
      const Known one = known(variable.atom());
      all.under |= one.under;
      all.safe = variable.type.acc ? kNowhere : std::max(all.safe, one.safe);
    }
    all.loop = std::holds_alternative<Loop>(stm.exp.node);
    for (const Binder& binder : stm.binders) {
      all.order = order_++;
      known_[binder.id] = all;
    }
  }

  /// The scope in which it is certain that [stm] cannot fail, if it does nothing else.
  int safe_scope(const Stm& stm) const {
    if (!stm.binders.empty())
      if (const auto found = safe_.find(stm.binders[0].id); found != safe_.end())
        return found->second;
    const auto* node = &stm.exp.node;
    const auto* loop = std::get_if<Loop>(node);
    if (std::holds_alternative<WithAcc>(*node) || std::holds_alternative<AccUpdate>(*node) ||
        std::holds_alternative<Call>(*node) || std::holds_alternative<Diff>(*node) ||
        (loop != nullptr && std::holds_alternative<WhileForm>(loop->form)) ||
        has_own_effect(stm.exp))
      return kNowhere;
    int scope = 0;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& body, const Binders&) {
          for (const Stm& inner : body.stms) scope = std::max(scope, safe_scope(inner));
        });
    return scope;
  }

  // ---- What leaves

  /// The level that the variable leaves: the outermost that it does not depend on, of those that
  /// one which it depends on is inside of, if it is no loop. (What else depends on no level inside
  /// has left already.) Nothing leaves a `while`, of which nobody knows whether it runs.
  static std::optional<std::size_t> home_of(const Known& known) {
    std::optional<std::size_t> home;
    if (known.safe == kNowhere) return home;
    for (const Level* level = known.level; level != nullptr && level->width; level = level->around)
      if ((known.under & level->bit()) == 0 && (known.loop || known.under >> level->depth != 0) &&
          known.safe <= level->scope)
        home = level->depth;
    return home;
  }
  bool leaves(const Known& known, std::size_t out) const { return home_of(known) == out; }

  /// Takes what leaves [stm], a level, and puts it before, in [to].
  void take_out(Stm& stm, std::vector<Stm>& to) {
    wanted_.clear();
    index(stm);
    if (!any_) return;
    visit(
        stm.exp, [](const Atom&) {}, [this](const Body& body, const Binders&) { want(body); });
    using Key = std::pair<std::uint64_t, Level*>;
    std::map<Key, Binders> groups;
    std::vector<Key> keys;  // in order
    for (const Binder& binder : wanted_) {
      const Known& one = known_.at(binder.id);
      Binders& group = groups[{one.under, one.level}];
      if (group.empty()) keys.push_back({one.under, one.level});
      group.push_back(binder);
    }
    // What depends on few levels first: the others read it.
    std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
      return std::popcount(a.first) < std::popcount(b.first);
    });
    for (const Key& key : keys) {
      Nest nest({names_, known_, stms_, levels_}, depth_, key.first, key.second, groups[key]);
      if (!nest.is_possible() || !is_small(nest, stm)) continue;
      const std::size_t from = to.size();
      const Atoms made = nest.made(stm, to);
      for (std::size_t s = from; s < to.size(); ++s) define(to[s], nullptr);
      nest.read(stm, made);
      index(stm);
      changed_ = true;
    }
  }

  void index(const Stm& stm) {
    any_ = false;
    stms_.clear();
    visit(
        stm.exp, [](const Atom&) {}, [this](const Body& body, const Binders&) { index(body); });
  }
  void index(const Body& body) {
    for (const Stm& stm : body.stms) {
      for (const Binder& binder : stm.binders) {
        const auto found = known_.find(binder.id);
        if (found == known_.end()) continue;
        stms_[binder.id] = &stm;
        any_ = any_ || leaves(found->second, depth_);
      }
      visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& inner, const Binders&) {
            if (is_looked_into(stm.exp, inner)) index(inner);
          });
    }
  }

  /// What stays reads what leaves; and so does what leaves and depends on more.
  void want(const Body& body) {
    for (const Stm& stm : body.stms) {
      const auto found = stm.binders.empty() ? known_.end() : known_.find(stm.binders[0].id);
      if (found != known_.end() && leaves(found->second, depth_)) {
        for (const Binder& free : free_variables(stm.exp))
          if (const auto one = known_.find(free.id);
              one != known_.end() && one->second.under != found->second.under)
            want(free.atom());
        continue;
      }
      visit(
          stm.exp, [this](const Atom& atom) { want(atom); },
          [this](const Body& inner, const Binders&) { want(inner); });
    }
    for (const Atom& result : body.results) want(result);
  }
  void want(const Atom& atom) {
    if (atom.is_constant() || !support::is_float(atom.type.elem) || atom.type.acc) return;
    const auto stm = stms_.find(atom.var);
    if (stm == stms_.end() || !leaves(known_.at(atom.var), depth_)) return;
    for (const Binder& binder : wanted_)
      if (binder.id == atom.var) return;
    if (is_worth_while(atom.var)) wanted_.push_back({atom.var, atom.type});
  }

  bool is_worth_while(VarId var) const {
    const Known& known = known_.at(var);
    std::int64_t often = 1;
    for (const Level* level = known.level; level != nullptr && level->depth >= depth_;
         level = level->around) {
      if ((known.under & level->bit()) != 0) continue;
      if (!level->width->is_constant()) return is_much(var);
      often *= std::clamp<std::int64_t>(level->width->scalar().as_i64(), 0, kFewIterations + 1);
    }
    return often > kFewIterations && is_much(var);
  }
  bool is_much(VarId var) const {
    int work = 0;
    std::vector<VarId> left{var};
    VarSet seen{var};
    while (!left.empty() && work <= kLittleWork) {
      const VarId next = left.back();
      left.pop_back();
      const auto known = known_.find(next);
      if (known == known_.end() || known->second.depth <= depth_) continue;
      const auto stm = stms_.find(next);
      if (stm == stms_.end()) {
        work += counters_.count(next) == 0 ? 1 : 0;  // an element of an array
        continue;
      }
      work += work_of(stm->second->exp);
      for (const Binder& free : free_variables(stm->second->exp))
        if (seen.insert(free.id).second) left.push_back(free.id);
    }
    return work > kLittleWork;
  }

  /// Made before [stm]. (Loops of numbers read an array no faster than they multiply.)
  bool is_small(const Nest& nest, const Stm& stm) const {
    std::int64_t elements = 1;
    int unknown = 0;
    for (const Atom& length : nest.lengths()) {
      if (!length.is_constant())
        ++unknown;
      else if (elements <= kMostSums)
        elements *= std::clamp<std::int64_t>(length.scalar().as_i64(), 1, kMostSums + 1);
    }
    if ((unknown > 0 || elements > kMostSums) && !nest.goes_through_operands()) return false;
    if (nest.lengths().size() <= 1) return true;
    const bool lanes = std::holds_alternative<Soac>(stm.exp.node);
    return (lanes && nest.is_like_operand()) ||
           (lanes && unknown == 0 && elements <= kMostElements) ||
           (are_sums(nest) && unknown <= kMostUnknown && elements <= kMostSums);
  }
  bool are_sums(const Nest& nest) const {
    int work = 0;
    for (const VarId var : nest.needed()) {
      const auto stm = stms_.find(var);
      if (stm == stms_.end()) continue;
      const Exp& exp = stm->second->exp;
      const auto* prim = std::get_if<PrimApp>(&exp.node);
      if (is_level(exp)) return true;
      work += prim != nullptr && support::is_float(prim->prim.type) ? 1 : 0;
    }
    return work >= kSumWork;
  }

  Names& names_;
  const Scopes& safe_;
  Levels levels_;
  KnownVars known_;
  Stms stms_;  ///< of the level that is looked at
  Level* level_ = nullptr;
  std::size_t depth_ = 0;
  int scope_;  ///< how many bodies are around
  std::size_t order_ = 0;
  VarSet counts_of_;  ///< arrays of 0, 1, ...
  VarSet counters_;   ///< of levels
  Binders wanted_;
  bool any_ = false;
  bool changed_ = false;
};

}  // namespace
}  // namespace laguz::core::fusion::precompute

namespace laguz::core::fusion {

bool compute_before(Body& body, Names& names, const Scopes& safe) {
  return precompute::Precomputer(names, safe, 0).run(body);
}

}  // namespace laguz::core::fusion
