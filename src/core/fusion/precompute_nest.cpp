#include <algorithm>

#include "core/fusion/precompute.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion::precompute {
namespace {

std::optional<prims::Op> op_of(const Stm& stm) {
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  return prim != nullptr ? std::optional(prims::op_of(prim->prim)) : std::nullopt;
}

}  // namespace

Nest::Nest(Around around, std::size_t depth, std::uint64_t under, Level* place, Binders values)
    : around_(around), depth_(depth), under_(under), values_(std::move(values)) {
  for (Level* level = place; level != nullptr && level->depth >= depth_; level = level->around)
    if ((under & level->bit()) != 0) levels_.insert(levels_.begin(), level);
  possible_ = find_runs(place) && find_lengths() && find_needed();
}

/// What has to be more than 0 for the values to be computed at all where they stand. (What has no
/// cotangent there may have an infinite derivative.)
bool Nest::find_runs(const Level* place) {
  for (const Level* level = place; level != nullptr && level->depth >= depth_;
       level = level->around) {
    if ((under_ & level->bit()) != 0) continue;
    if (!(level->width->type == kIndex)) return false;
    const Atom width = *level->width;
    const bool outside = is_outside(width);
    if (width.is_constant()) {
      if (width.scalar().as_i64() <= 0) return false;
    } else if (level->depth == depth_ || (levels_.empty() && outside)) {
      outer_runs_.push_back(width);
    } else {
      const auto known = around_.known.find(width.var);
      const bool counted = known != around_.known.end() && known->second.safe != kNowhere &&
                           (known->second.under & ~under_) == 0;
      if (levels_.empty() || (!outside && !counted)) return false;
      inner_runs_.push_back(width);
    }
  }
  return inner_runs_.empty() || std::all_of(values_.begin(), values_.end(),
                                            [](const Binder& v) { return v.type.rank == 0; });
}

bool Nest::is_outside(const Atom& atom) const {
  const auto found = around_.known.find(atom.var);
  return atom.is_constant() || found == around_.known.end() || found->second.depth <= depth_;
}

/// Arrays are read in it at the number of the iteration: they are not its operands.
bool Nest::is_by_number(const Level& level) const { return level.loop || is_ragged(level); }

bool Nest::is_ragged(const Level& level) const { return !is_outside(*level.width); }

/// So many iterations at the most.
std::optional<Atom> Nest::most(const Level& level) const {
  return is_outside(*level.width) ? level.width : most_of(*level.width, 0);
}

/// [number] + [more] at the most, of numbers that iterations count.
std::optional<Atom> Nest::most_of(const Atom& number, std::int64_t more) const {
  for (const Level* level : levels_) {
    if (!contains(level->counters, number.var)) continue;
    const auto count = most(*level);  // one more than the number is
    if (!count) return {};
    if (count->is_constant()) return Atom::i64(count->scalar().as_i64() - 1 + more);
    return more <= 1 ? count : std::nullopt;
  }
  const auto found = around_.stms.find(number.var);
  if (found == around_.stms.end()) return {};
  const auto op = op_of(*found->second);
  if (!op) return {};
  const Atoms& args = std::get<PrimApp>(found->second->exp.node).args;
  if (*op == prims::Op::add && args[1].is_constant())
    return most_of(args[0], more + args[1].scalar().as_i64());
  if (*op == prims::Op::sub && more == 0 && is_outside(args[0]) && counts(args[1])) return args[0];
  return {};
}

/// The number of an iteration, perhaps and more: not negative.
bool Nest::counts(const Atom& number) const {
  if (number.is_constant()) return number.scalar().as_i64() >= 0;
  for (const Level* level : levels_)
    if (contains(level->counters, number.var)) return true;
  const auto found = around_.stms.find(number.var);
  if (found == around_.stms.end() || op_of(*found->second) != prims::Op::add) return false;
  const Atoms& args = std::get<PrimApp>(found->second->exp.node).args;
  return counts(args[0]) && counts(args[1]);
}

bool Nest::find_lengths() {
  for (const Level* level : levels_) {
    const auto count = most(*level);
    if (!count || !(count->type == kIndex)) return false;
    if (is_ragged(*level) && level->counters.empty()) return false;
    lengths_.push_back(*count);
  }
  for (const Binder& value : values_) {
    shapes_.push_back({});
    if (value.type.rank == 0 || levels_.empty()) continue;
    if (std::any_of(levels_.begin(), levels_.end(),
                    [this](const Level* level) { return is_ragged(*level); }))
      return false;
    const Stm& stm = *around_.stms.at(value.id);
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    const auto at = static_cast<std::size_t>(
        std::find(stm.binders.begin(), stm.binders.end(), value) - stm.binders.begin());
    if (soac == nullptr || at < soac->reduces.size()) return false;
    Atoms& shape = shapes_.back();
    shape.push_back(soac->width);
    for (const Atom& length : soac->row_shapes[at - soac->reduces.size()]) shape.push_back(length);
    for (const Atom& length : shape)
      if (!is_outside(length)) return false;
    if (shape.size() != value.type.rank) return false;
    if (lengths_.size() < levels_.size() + shape.size()) {
      lengths_.resize(levels_.size());
      lengths_.insert(lengths_.end(), shape.begin(), shape.end());
    }
  }
  return true;
}

/// All that the values are computed from, within the level, and how many iterations ragged ones
/// have; each after what it needs.
bool Nest::find_needed() {
  std::vector<VarId> left;
  for (const Level* level : levels_)
    if (is_ragged(*level)) left.push_back(level->width->var);
  for (const Atom& width : inner_runs_)
    if (!is_outside(width)) left.push_back(width.var);
  counts_ = needed_by(left);
  for (const VarId var : counts_) {
    const auto stm = around_.stms.find(var);
    if (stm != around_.stms.end() && !op_of(*stm->second)) return false;
  }
  for (const Binder& value : values_) left.push_back(value.id);
  needed_ = needed_by(left);
  return true;
}

/// An element or a row of an array that is there, [var]: of what type. Not numbers that count.
std::optional<Type> Nest::operand(VarId var) const {
  if (const auto stm = around_.stms.find(var); stm != around_.stms.end()) {
    const auto* index = std::get_if<Index>(&stm->second->exp.node);
    return index != nullptr && is_outside(index->array)
               ? std::optional(stm->second->binders[0].type)
               : std::nullopt;
  }
  for (const Level* level : levels_)
    for (const Level::Param& param : level->params)
      if (param.param.id == var && !contains(level->counters, var)) return param.param.type;
  return {};
}

bool Nest::is_like_operand() const {
  int rank = 0;
  for (const Binder& value : values_) rank = std::max<int>(rank, value.type.rank);
  return std::any_of(needed_.begin(), needed_.end(), [&](VarId var) {
    const auto type = operand(var);
    return type && type->rank >= rank && around_.known.at(var).under == under_;
  });
}

bool Nest::goes_through_operands() const {
  std::uint64_t through = 0;
  for (const VarId var : needed_)
    if (operand(var)) through |= around_.known.at(var).under;
  return std::all_of(levels_.begin(), levels_.end(), [&](const Level* level) {
    return !level->loop || (through & level->bit()) != 0;
  });
}

std::vector<VarId> Nest::needed_by(std::vector<VarId> left) const {
  VarSet seen(left.begin(), left.end());
  std::vector<VarId> needed;
  const auto meet = [&](const Atom& atom) {
    if (!is_outside(atom) && seen.insert(atom.var).second) left.push_back(atom.var);
  };
  while (!left.empty()) {
    const VarId var = left.back();
    left.pop_back();
    needed.push_back(var);
    const auto stm = around_.stms.find(var);
    if (stm != around_.stms.end()) {
      for (const Binder& free : free_variables(stm->second->exp)) meet(free.atom());
      continue;
    }
    for (const Level* level : levels_)
      for (const Level::Param& param : level->params)
        if (param.param.id == var && !contains(level->counters, var)) meet(param.array);
  }
  const auto order = [this](VarId var) { return around_.known.at(var).order; };
  std::sort(needed.begin(), needed.end(), [&](VarId a, VarId b) { return order(a) < order(b); });
  return needed;
}

void Nest::read(Stm& stm, const Atoms& made) const {
  Substitution instead;
  if (levels_.empty()) {
    for (std::size_t v = 0; v < made.size(); ++v) instead[values_[v].id] = made[v];
    visit(
        stm.exp, [](Atom&) {}, [&](Body& body, Binders&) { replace_in(body, instead); });
  } else {
    thread(stm, 0, made, {}, instead);
  }
  for (Level& level : around_.levels)
    for (Level::Param& param : level.params) param.array = replaced(param.array, instead);
}

/// Hands rows of [arrays] down to the level [next]; what is read of the last one is [instead] of
/// the values. [numbers]: of iterations around, at which the arrays are not read yet.
void Nest::thread(Stm& stm, std::size_t next, Atoms arrays, Atoms numbers,
                  Substitution& instead) const {
  Level& level = *levels_[next];
  Body* body = body_of(stm, level);
  const auto inside = [&](Body& inner) {
    for (Stm& one : inner.stms) thread(one, next, arrays, numbers, instead);
  };
  if (body == nullptr) {
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { inside(inner); });
    return;
  }
  const Known number = around_.known.at(level.key);
  const auto row_of = [&](const Atom& array, std::size_t dims) {
    Type type = array.type;
    for (std::size_t d = 0; d < dims; ++d) type = type.row();
    const Binder row = around_.names.bind(type);
    Known known = number;
    if (const auto of = around_.known.find(array.var); of != around_.known.end())
      known.under |= of->second.under;
    for (const Atom& at : numbers) known.under |= around_.known.at(at.var).under;
    around_.known[row.id] = known;
    return row;
  };
  const bool last = next + 1 == levels_.size();
  std::vector<Stm> rows;
  if (!is_by_number(level)) {
    auto& soac = std::get<Soac>(stm.exp.node);
    for (Atom& array : arrays) {
      soac.arrays.push_back(array);
      soac.lambda.params.push_back(row_of(array, 1));
      level.params.push_back({soac.lambda.params.back(), array});
      array = soac.lambda.params.back().atom();
    }
  } else {
    numbers.push_back(level.counters[0].atom());
    if (last || !is_by_number(*levels_[next + 1])) {
      for (Atom& array : arrays) {
        const Binder row = row_of(array, numbers.size());
        rows.push_back({{row}, {Index{array, numbers, {}}}, stm.span, stm.inlined_at});
        array = row.atom();
      }
      numbers.clear();
    }
  }
  if (last) {
    for (std::size_t v = 0; v < arrays.size(); ++v) instead[values_[v].id] = arrays[v];
    replace_in(*body, instead);
  } else {
    ++next;
    inside(*body);
  }
  body->stms.insert(body->stms.begin(), std::make_move_iterator(rows.begin()),
                    std::make_move_iterator(rows.end()));
}

/// The body of [stm] if that is the level.
Body* Nest::body_of(Stm& stm, const Level& level) {
  if (auto* soac = std::get_if<Soac>(&stm.exp.node))
    return !soac->lambda.params.empty() && soac->lambda.params[0].id == level.key
               ? &soac->lambda.body
               : nullptr;
  auto* loop = std::get_if<Loop>(&stm.exp.node);
  const auto* form = loop != nullptr ? std::get_if<ForForm>(&loop->form) : nullptr;
  return form != nullptr && form->index.id == level.key ? &loop->body : nullptr;
}

void Nest::replace_in(Body& body, const Substitution& instead) {
  const auto take = [&](Atom& atom) { atom = replaced(atom, instead); };
  for (Stm& stm : body.stms)
    visit(stm.exp, take, [&](Body& inner, Binders&) { replace_in(inner, instead); });
  for (Atom& result : body.results) take(result);
}

}  // namespace laguz::core::fusion::precompute
