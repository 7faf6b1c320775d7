#include "ad/tape/tape.hpp"

#include <algorithm>

#include "ad/tape/call_tape.hpp"
#include "ad/tape/narrowest.hpp"
#include "ad/tape/undo.hpp"
#include "ad/tracer.hpp"
#include "core/semantics.hpp"

namespace laguz::ad::tape {

using core::Binder;
using core::Body;
using core::Exp;
using core::Stm;
using core::VarId;

namespace {

bool has(const Exp& exp, const std::function<bool(const Exp&)>& wanted) {
  if (wanted(exp)) return true;
  bool found = false;
  core::visit(
      exp, [](const Atom&) {},
      [&](const Body& body, const core::Binders&) {
        for (const Stm& stm : body.stms) found = found || has(stm.exp, wanted);
      });
  return found;
}

bool shows(const Exp& exp) {
  return has(exp, [](const Exp& e) { return std::holds_alternative<core::Trace>(e.node); });
}

/// Numbers and what has no elements of its own: it may be computed a second time anywhere.
bool is_little(const Exp& exp) {
  if (const auto* app = std::get_if<core::ArrayApp>(&exp.node))
    return app->op == core::ArrayOp::shape || core::is_written_down(app->op);
  return std::holds_alternative<core::PrimApp>(exp.node);
}

/// Arrays of them, which maps have kept.
bool are_truths(const Atoms& used) {
  return std::all_of(used.begin(), used.end(), [](const Atom& atom) {
    return atom.type.rank > 0 && atom.type.elem == ScalarType::boolean;
  });
}

/// Of an array: along the last dimension, along another, or at any places; what an exchange has
/// found there.
bool is_row(const Stm& stm, VarId result) {
  if (const auto* scatter = std::get_if<core::Scatter>(&stm.exp.node))
    return std::none_of(stm.binders.begin(),
                        stm.binders.begin() + static_cast<std::ptrdiff_t>(scatter->dests.size()),
                        [&](const Binder& dest) { return dest.id == result; });
  if (core::as_app(stm.exp, core::ArrayOp::gather) != nullptr) return true;
  const auto* slice = std::get_if<core::Slice>(&stm.exp.node);
  return std::holds_alternative<core::Index>(stm.exp.node) ||
         (slice != nullptr && slice->array.type.rank > 1 && stm.binders[0].type.rank == 1);
}

bool tells_truth(const Stm& stm) {
  return std::holds_alternative<core::PrimApp>(stm.exp.node) &&
         stm.binders[0].type.elem == ScalarType::boolean;
}

}  // namespace

bool has_work(const Body& body) {
  return std::any_of(body.stms.begin(), body.stms.end(), [](const Stm& stm) {
    return has(stm.exp, [](const Exp& e) {
      const auto* soac = std::get_if<core::Soac>(&e.node);
      return std::holds_alternative<core::Loop>(e.node) ||
             std::holds_alternative<core::Call>(e.node) ||
             (soac != nullptr && (!soac->reduces.empty() || !soac->scans.empty()));
    });
  });
}

bool has_call(const Exp& exp) {
  return has(exp, [](const Exp& e) {
    const auto* call = std::get_if<core::Call>(&e.node);
    return call != nullptr && !call->args.empty();  // else it is a constant
  });
}

Tape::Tape(const core::Loop& loop, const Traced& traced, const CallTape* calls)
    : loop_(loop),
      graph_(traced.graph),
      from_(traced.from),
      to_(traced.to),
      arrays_(traced.arrays),
      in_lanes_(traced.in_lanes),
      nested_(traced.nested),
      turning_(traced.turning),
      before_(traced.before),
      calls_(calls) {
  for (const auto& [inside, own] : traced.states) original_.emplace(inside, own);
  for (std::size_t s = 0; s < loop.body.stms.size(); ++s)
    for (const Binder& binder : loop.body.stms[s].binders) {
      statement_[binder.id] = s;
      const auto found = traced.names.find(binder.id);
      if (found == traced.names.end() || found->second.is_constant()) continue;
      if (is_forward(found->second.var)) original_.emplace(found->second.var, binder.atom());
    }
  outside_ = traced.around;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    Atom now = loop.body.results[k];
    bool dear = false;
    for (auto s = statement_.find(now.var); s != statement_.end(); s = statement_.find(now.var)) {
      const Stm& stm = loop.body.stms[s->second];
      std::size_t r = 0;
      while (stm.binders[r].id != now.var) ++r;
      const auto before = overwritten(stm.exp, r);
      if (!before || before->is_constant()) break;
      dear = dear || has_work(Body{{stm}, {}});
      now = *before;
    }
    if (dear && now == loop.params[k].atom()) moving_.insert(now.var);
  }
}

/// A state that loops of the iteration overwrite in place, or a version of it: to have it again
/// takes as long as they did.
bool Tape::is_moving(const Atom& array) const {
  const auto root = root_of(graph_, array);
  if (!root) return false;
  const auto original = original_.find(*root);
  return original != original_.end() && moving_.count(original->second.var) > 0;
}

bool Tape::reads_moving(const Exp& exp) const {
  for (const Binder& free : core::free_variables(exp))
    if (free.type.rank > 0 && is_moving(free.atom())) return true;
  return false;
}

bool Tape::is_forward(VarId var) const {
  const auto position = graph_.home_of(var);
  return position && *position >= from_ && *position < to_;
}

/// Which way the way back goes, by numbers of the iteration: whether one is the larger. The
/// iteration could say so itself, and that takes less room than the numbers.
bool Tape::is_truth(const Stm& stm) const {
  if (!tells_truth(stm) || is_forward(stm.binders[0].id)) return false;
  Mirror probe{loop_.body.stms.size(), {}, {}};
  return bring(stm.binders[0].id, graph_[*graph_.home_of(stm.binders[0].id)].place, probe);
}

// What is dear is found first: fewer numbers may stand for what is.
Body Tape::cut(Body body) {
  const auto is_dear = [this](const Stm& stm, const Atoms& used, const Needed& needed) {
    return is_forward(stm.binders[0].id) &&
           (!in_lanes_ || std::holds_alternative<core::If>(stm.exp.node) || are_truths(used)) &&
           is_kept(stm, used, needed);
  };
  values_.clear();
  without(body, is_dear);
  const Needed fewest = fewest_numbers(body);
  values_.clear();
  return without(std::move(body), [&](const Stm& stm, const Atoms& used, const Needed& needed) {
    const bool is_few = std::all_of(used.begin(), used.end(),
                                    [&](const Atom& one) { return fewest.count(one.var) > 0; });
    return is_few || is_dear(stm, used, needed);
  });
}

namespace {

// What it takes to keep a state, which is there in any case; a number, or a row, that has to be
// written for it; to put one place of an array back, or a row; and to keep an array whole. A truth
// is an eighth of a number. (A row may be long: rather put a place back twice, in a loop around as
// well.)
constexpr int kState = 4, kNumber = 5, kRow = 26, kPlace = 12, kRowPlace = 40, kWhole = 60;
constexpr int kTruth = 2;
// And so that an array of a loop around is kept there whole: a number of it in each iteration.
constexpr int kTurning = 3;
// To compute exp and its like again in lanes: more than to keep one number, less than two. (One by
// one, to keep a number takes as long as that.)
constexpr int kFunction = 8;

}  // namespace

/// Those of the iteration that stand for states, and for numbers that would be kept.
Tape::Needed Tape::fewest_numbers(const Body& body) const {
  Numbers numbers;
  numbers.starts = starts_of(body);
  numbers.maps = !in_lanes_;
  for (const Atom& value : values_) {
    if (value.type.rank == 0) numbers.starts[value.var] = kNumber;
    if (numbers.maps && is_of_soac(value)) numbers.starts[value.var] = kWhole;
  }
  if (numbers.starts.empty()) return {};
  numbers.is_forward = [this](const Stm& stm) {
    return is_forward(stm.binders[0].id) || is_truth(stm);
  };
  numbers.cost = [this](VarId var) { return cost_of(var); };
  numbers.again = in_lanes_ ? kFunction : 0;
  const std::vector<VarId> fewest = narrowest(body, numbers);
  return {fewest.begin(), fewest.end()};
}

/// The states that [body] reads at the start of the iteration, with what they take. (An array whose
/// end is read as well is there in any case.)
std::unordered_map<VarId, int> Tape::starts_of(const Body& body) const {
  Needed read;
  for (const Binder& free : core::free_variables(body)) read.insert(free.id);
  std::unordered_map<VarId, int> starts;
  for (const VarId var : read) {
    const auto original = original_.find(var);
    if (original == original_.end() || original->second.type.rank > 0) continue;
    for (const Binder& param : loop_.params)
      if (param.id == original->second.var) starts[var] = kState;
  }
  for (const ArrayState& array : arrays_)
    if (read.count(array.now) > 0 && read.count(array.end) == 0) starts[array.now] = cost_of(array);
  for (const VarId var : read)
    if (turning_.count(var) > 0 && std::none_of(arrays_.begin(), arrays_.end(),
                                                [&](const auto& own) { return own.now == var; }))
      starts[var] = kTurning;
  return starts;
}

int Tape::cost_of(const ArrayState& array) const {
  int cost = 0;
  for (const Binder& logged : array.logged) cost += logged.type.rank > 0 ? kRowPlace : kPlace;
  if (nested_) cost *= 2;
  return cost == 0 ? kWhole : cost;
}

/// An array that the iteration's own fold, scan or map gives.
bool Tape::is_of_soac(const Atom& value) const {
  const graph::Node* node = value.type.rank > 0 ? graph_.find(value.var) : nullptr;
  return node != nullptr && std::holds_alternative<core::Soac>(node->exp.node);
}

/// What it takes to keep a number of the iteration, a row, or what a map gives.
int Tape::cost_of(VarId number) const {
  if (!is_forward(number)) return kTruth;
  const auto original = original_.find(number);
  if (original == original_.end()) {
    const auto made = mirrors_.find(*graph_.home_of(number));
    return made != mirrors_.end() && made->second ? kNumber : Numbers::kNoWay;
  }
  if (original->second.type.rank > 0) {
    const auto s = statement_.find(original->second.var);
    if (s == statement_.end()) return Numbers::kNoWay;
    if (is_row(loop_.body.stms[s->second], s->first)) return kRow;
    const bool map = !in_lanes_ && is_plain_map(loop_.body.stms[s->second].exp);
    return map ? kWhole : Numbers::kNoWay;
  }
  const auto is_it = [&](const Atom& end) { return end.var == original->second.var; };
  const Atoms& ends = loop_.body.results;
  if (std::any_of(ends.begin(), ends.end(), is_it)) return kState;
  return original->second.type.elem == ScalarType::boolean ? kTruth : kNumber;
}

/// [body] without what is [kept], which is put among the values, and what nobody needs then.
Body Tape::without(Body body, const Kept& is_kept) {
  Needed needed;
  for (const Atom& result : body.results) needed.insert(result.var);
  std::vector<Stm> left;
  for (std::size_t s = body.stms.size(); s-- > 0;) {
    const Stm& stm = body.stms[s];
    Atoms used;
    for (const Binder& binder : stm.binders)
      if (needed.count(binder.id) > 0) used.push_back(binder.atom());
    const bool forward = !stm.binders.empty() && is_forward(stm.binders[0].id);
    if (used.empty() && (forward || tells_truth(stm))) continue;
    if (!used.empty() && is_kept(stm, used, needed)) {
      values_.insert(values_.end(), used.begin(), used.end());
      continue;
    }
    for (const Binder& free : core::free_variables(stm.exp)) needed.insert(free.id);
    left.push_back(stm);
  }
  std::reverse(left.begin(), left.end());
  body.stms = std::move(left);
  return body;
}

bool Tape::is_kept(const Stm& stm, const Atoms& used, const Needed& needed) {
  for (const Atom& atom : used)
    if (atom.type.acc || (atom.type.rank > 0 && is_version(stm, atom))) return false;
  const bool numbers =
      std::all_of(used.begin(), used.end(), [](const Atom& atom) { return atom.type.rank == 0; });
  const auto& node = stm.exp.node;
  const auto* app = std::get_if<core::ArrayApp>(&node);
  const bool view =
      std::holds_alternative<core::Index>(node) || std::holds_alternative<core::Slice>(node);
  if (view && !numbers && reads_moving(stm.exp)) return has_names(used);
  if (const auto* index = std::get_if<core::Index>(&node); index != nullptr && !numbers)
    return needed.count(index->array.var) == 0 && is_made(index->array) && has_names(used);
  if (std::holds_alternative<core::Index>(node) || (app && app->op == core::ArrayOp::shape))
    return numbers && reads_arrays(stm.exp) && has_names(used);
  if (const auto* soac = std::get_if<core::Soac>(&node))
    return (numbers || are_truths(used) || !soac->scans.empty() || has_work(soac->lambda.body) ||
            reads_moving(stm.exp)) &&
           (has_names(used) || mirror(stm));
  if (std::holds_alternative<core::Call>(node)) {
    const bool taped = calls_ != nullptr && calls_->is_used_in(stm.exp);
    return (numbers || taped) && (has_names(used) || (taped && mirror(stm)));
  }
  if (const auto* choice = std::get_if<core::If>(&node)) {
    const bool work = has_work(choice->then_body) || has_work(choice->else_body);
    return (work || reads_arrays(stm.exp)) && (has_names(used) || mirror(stm));
  }
  if (std::holds_alternative<core::Loop>(node)) return has_names(used) || mirror(stm);
  return false;
}

/// Of the iteration: made in it, or a state.
bool Tape::reads_arrays(const Exp& exp) const {
  for (const Binder& free : core::free_variables(exp))
    if (free.type.rank > 0 && original_.count(free.id) > 0) return true;
  return false;
}

/// An array from outside of the iteration, with other elements.
bool Tape::is_version(const Stm& stm, const Atom& result) const {
  const Exp* exp = &stm.exp;
  const core::Binders* binders = &stm.binders;
  for (VarId var = result.var;;) {
    std::size_t r = 0;
    while ((*binders)[r].id != var) ++r;
    const auto from = overwritten(*exp, r);
    Needed tried;
    if (!from) return is_of_state(result.var, tried);
    if (from->is_constant() || !is_forward(from->var)) return true;
    const auto position = graph_.position_of(from->var);
    if (!position) return true;
    var = from->var;
    exp = &graph_[*position].exp;
    binders = &graph_[*position].results;
  }
}

/// A state that can be put back, with other elements.
bool Tape::is_of_state(VarId var, Needed& tried) const {
  if (!tried.insert(var).second) return false;
  if (!is_forward(var))
    return std::any_of(arrays_.begin(), arrays_.end(), [&](const ArrayState& array) {
      return array.now == var && !array.logged.empty();
    });
  const auto position = graph_.position_of(var);
  if (!position) return false;
  const graph::Node& node = graph_[*position];
  std::size_t r = 0;
  while (node.results[r].id != var) ++r;
  const Atoms before = before_(node.exp, r);
  return std::any_of(before.begin(), before.end(),
                     [&](const Atom& array) { return is_of_state(array.var, tried); });
}

/// In the iteration, and no version of an array from outside of it.
bool Tape::is_made(const Atom& array) const {
  const graph::Node* node = is_forward(array.var) ? graph_.find(array.var) : nullptr;
  return node != nullptr && !is_version(node->stm(), array);
}

bool Tape::has_names(const Atoms& used) const {
  return std::all_of(used.begin(), used.end(),
                     [&](const Atom& atom) { return original_.count(atom.var) > 0; });
}

/// Whether the loop's body can do what [stm] does, a statement of it that has got more results.
bool Tape::mirror(const Stm& stm) {
  const std::size_t position = *graph_.home_of(stm.binders[0].id);
  if (const auto found = mirrors_.find(position); found != mirrors_.end())
    return found->second.has_value();
  auto& made = mirrors_[position];
  const graph::Node& node = graph_[position];
  Mirror mirror;
  std::size_t covered = 0;
  for (const Binder& binder : node.results) {
    const auto original = original_.find(binder.id);
    if (original == original_.end()) continue;
    const std::size_t s = statement_.at(original->second.var);
    if (covered++ > 0 && s != mirror.stm) return false;
    mirror.stm = s;
  }
  if (covered == 0) return false;
  const Stm& old = loop_.body.stms[mirror.stm];
  if (covered != old.binders.size() || shows(old.exp)) return false;
  core::Names& names = graph_.names();
  auto copy = [&](const Stm& one, bool last) {
    for (const Binder& free : core::free_variables(one.exp))
      if (!bring(free.id, node.place, mirror)) return false;
    Stm renewed = one;
    renewed.exp = renamed(one.exp, names, mirror.names);
    for (Binder& binder : renewed.binders) {
      const auto original = original_.find(binder.id);
      const Binder fresh = last && original != original_.end()
                               ? Binder{original->second.var, binder.type}
                               : names.bind(binder.type);
      mirror.names[binder.id] = fresh.atom();
      binder = fresh;
    }
    mirror.stms.push_back(std::move(renewed));
    return true;
  };
  for (const Stm& one : node.before)
    if (!copy(one, false)) return false;
  if (!copy(node.stm(), true)) return false;
  // (An array is put back by what the loop itself says of where it has been overwritten.)
  const bool brought = mirror.stms.size() > node.before.size() + 1;
  for (std::size_t r = 0; brought && r < old.binders.size(); ++r)
    if (!before_(old.exp, r).empty()) return false;
  made = std::move(mirror);
  return true;
}

/// Gives [to] a name for a variable of the way back, where the statement stands.
bool Tape::bring(VarId var, const graph::Place& place, Mirror& to) const {
  if (to.names.count(var) > 0) return true;
  if (const auto original = original_.find(var); original != original_.end()) {
    const auto s = statement_.find(original->second.var);
    if (s != statement_.end() && s->second >= to.stm) return false;
    to.names[var] = original->second;
    return true;
  }
  if (const auto outside = outside_.find(var); outside != outside_.end()) {
    to.names[var] = outside->second;
    return true;
  }
  const graph::Node* node = graph_.find(var);
  if (node == nullptr || !is_little(node->exp) || node->results.size() != 1) return false;
  for (const Binder& free : core::free_variables(node->exp))
    if (!bring(free.id, place, to)) return false;
  const Binder fresh = graph_.names().bind(node->results[0].type);
  to.stms.push_back(place.stm({fresh}, renamed(node->exp, graph_.names(), to.names)));
  to.names[var] = fresh.atom();
  return true;
}

/// For each of the values the statement of the loop of whose numbers it is a history; or kNoLoop.
std::vector<std::size_t> Tape::loops_of(const Body& body, const core::Substitution& names) const {
  std::unordered_map<VarId, std::size_t> loops;
  for (std::size_t s = 0; s < body.stms.size(); ++s) {
    const auto* loop = std::get_if<core::Loop>(&body.stms[s].exp.node);
    for (std::size_t h = 0; loop != nullptr && h < loop->history.size(); ++h)
      if (!loop->is_flat(h) && loop->params[loop->history[h]].type.rank == 0)
        loops[body.stms[s].binders[loop->params.size() + h].id] = s;
  }
  std::vector<std::size_t> found;
  for (const Atom& value : values_) {
    const auto loop = loops.find(names.at(value.var).var);
    found.push_back(loop == loops.end() ? kNoLoop : loop->second);
  }
  return found;
}

std::vector<History> Tape::keep(LoopEditor& editor) {
  core::Substitution names;
  std::vector<const Mirror*> used;
  truths_.stm = loop_.body.stms.size();
  for (const Atom& value : values_) {
    if (const auto original = original_.find(value.var); original != original_.end()) {
      names[value.var] = original->second;
      continue;
    }
    if (!is_forward(value.var)) {
      bring(value.var, graph_[*graph_.home_of(value.var)].place, truths_);
      names[value.var] = truths_.names.at(value.var);
      continue;
    }
    const auto& made = mirrors_.at(*graph_.home_of(value.var));
    names[value.var] = made->names.at(value.var);
    if (std::find(used.begin(), used.end(), &*made) == used.end()) used.push_back(&*made);
  }
  std::sort(used.begin(), used.end(),
            [](const Mirror* a, const Mirror* b) { return a->stm > b->stm; });
  std::vector<Stm>& stms = editor.loop().body.stms;
  for (const Mirror* mirror : used) {
    const auto place = stms.begin() + static_cast<std::ptrdiff_t>(mirror->stm);
    stms.insert(stms.erase(place), mirror->stms.begin(), mirror->stms.end());
  }
  stms.insert(stms.end(), truths_.stms.begin(), truths_.stms.end());
  for (auto& [value, name] : names) name = owned(graph_.names(), stms, name);
  // Histories of one loop are of one length, that of its turns.
  const std::vector<std::size_t> loops = loops_of(editor.loop().body, names);
  std::vector<History> logs;
  for (std::size_t v = 0; v < values_.size(); ++v) {
    const auto same =
        std::find(loops.begin(), loops.begin() + static_cast<std::ptrdiff_t>(v), loops[v]);
    const auto first = static_cast<std::size_t>(same - loops.begin());
    const bool shares = loops[v] != kNoLoop && first < v;
    const History* like = shares ? &logs[first] : nullptr;
    logs.push_back(editor.log(names.at(values_[v].var), like));
  }
  return logs;
}

}  // namespace laguz::ad::tape
