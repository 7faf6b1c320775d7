#include <algorithm>

#include "core/fusion/precompute.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion::precompute {
namespace {

bool contains(const Binders& some, VarId var) {
  return std::any_of(some.begin(), some.end(), [&](const Binder& b) { return b.id == var; });
}

std::optional<prims::Op> op_of(const Stm& stm) {
  const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
  return prim != nullptr ? std::optional(prims::op_of(prim->prim)) : std::nullopt;
}

}  // namespace

Nest::Nest(Around around, std::size_t depth, Level* innermost, std::uint64_t under, Binders values)
    : around_(around), depth_(depth), values_(std::move(values)) {
  for (Level* level = innermost; level != nullptr && level->depth > depth_; level = level->around)
    if ((under & level->bit()) != 0) levels_.insert(levels_.begin(), level);
  possible_ = find_lengths();
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
  if (!level.width) return {};
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
  if (*op == prims::Op::sub && more == 0 && is_outside(args[0]) && most_of(args[1], 0))
    return args[0];  // what counts is not negative
  return {};
}

bool Nest::find_lengths() {
  for (const Level* level : levels_) {
    const auto count = most(*level);
    if (!count || !(count->type == kIndex)) return false;
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
  return find_needed();
}

/// All that the values are computed from, within the level, and how many iterations ragged ones
/// have; each after what it needs.
bool Nest::find_needed() {
  std::vector<VarId> left;
  for (const Level* level : levels_)
    if (is_ragged(*level)) left.push_back(level->width->var);
  counts_ = needed_by(left);
  for (const VarId var : counts_) {
    const auto stm = around_.stms.find(var);
    if (stm != around_.stms.end() && !op_of(*stm->second)) return false;
  }
  for (const Binder& value : values_) left.push_back(value.id);
  needed_ = needed_by(left);
  return true;
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

Atoms Nest::made(const Stm& near, std::vector<Stm>& before) const {
  const auto statement = [&](Binder binder, Exp exp) {
    return Stm{{binder}, std::move(exp), near.span, near.inlined_at};
  };
  const auto bound_before = [&](Type type, Exp exp) {
    const Binder binder = around_.names.bind(type);
    before.push_back(statement(binder, std::move(exp)));
    return binder.atom();
  };
  // Elements of arrays that are there are operands of the maps; others are read at the number of
  // the iteration.
  std::vector<Soac> maps(levels_.size());
  VarSet operands;
  std::unordered_map<VarId, Stm> read;
  std::vector<Stm> inside;  // that say whether an iteration is one
  std::optional<Atom> holds;
  const auto is_needed = [this](VarId var) {
    return std::find(needed_.begin(), needed_.end(), var) != needed_.end();
  };
  std::vector<std::pair<Atom, Atom>> below;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const Level& level = *levels_[l];
    Soac& map = maps[l];
    const bool ragged = is_ragged(level);
    map.width = lengths_[l];
    if (level.loop || ragged)
      map.width = bound_before(
          kIndex, {PrimApp{prims::get("max", ScalarType::i64), {map.width, Atom::i64(0)}}});
    Binders numbers;
    for (const Binder& counter : level.counters)
      if (is_needed(counter.id)) numbers.push_back(counter);
    const auto number = [&] {
      if (numbers.empty()) numbers.push_back(around_.names.bind(kIndex));
      return numbers[0].atom();
    };
    for (const auto& [param, array] : level.params) {
      if (!is_needed(param.id) || contains(level.counters, param.id)) continue;
      if (!ragged && (is_outside(array) || operands.count(array.var) != 0)) {
        map.arrays.push_back(array);
        map.lambda.params.push_back(param);
        operands.insert(param.id);
      } else {
        read.emplace(param.id, statement(param, {Index{array, {number()}, {}}}));
      }
    }
    if (ragged) below.push_back({number(), *level.width});
    if (numbers.empty()) continue;
    const Atom all = bound_before(
        kIndex.array_of(), {ArrayApp{ArrayOp::iota, {map.width, Atom::i64(0), Atom::i64(1)}, {}}});
    for (const Binder& one : numbers) {
      map.arrays.push_back(all);
      map.lambda.params.push_back(one);
    }
  }

  const auto statements = [&](const std::vector<VarId>& some, const std::vector<VarId>& without) {
    std::vector<Stm> stms;
    VarSet bound;
    for (const VarId var : some) {
      if (std::find(without.begin(), without.end(), var) != without.end()) continue;
      if (const auto element = read.find(var); element != read.end()) {
        stms.push_back(element->second);
      } else if (const auto stm = around_.stms.find(var); stm != around_.stms.end()) {
        if (!bound.insert(var).second) continue;
        for (const Binder& binder : stm->second->binders) bound.insert(binder.id);
        stms.push_back(*stm->second);
      }
    }
    return stms;
  };
  Body body;
  body.stms = statements(counts_, {});
  Body values{statements(needed_, counts_), {}};
  for (const Binder& value : values_) values.results.push_back(value.atom());
  for (const auto& [one, count] : below) {
    const Type truth{ScalarType::boolean, 0, false};
    const Binder less = around_.names.bind(truth);
    body.stms.push_back(
        statement(less, {PrimApp{prims::get("lt", ScalarType::i64), {one, count}}}));
    if (holds) {
      const Binder both = around_.names.bind(truth);
      body.stms.push_back(statement(
          both, {PrimApp{prims::get("and", ScalarType::boolean), {*holds, less.atom()}}}));
      holds = both.atom();
    } else {
      holds = less.atom();
    }
  }
  if (holds) {
    If choice{*holds, std::move(values), {}};
    Stm chosen{{}, {}, near.span, near.inlined_at};
    for (const Binder& value : values_) {
      choice.else_body.results.push_back(Atom::constant({value.type.elem, 0}));
      chosen.binders.push_back(around_.names.bind(value.type));
      body.results.push_back(chosen.binders.back().atom());
    }
    chosen.exp = {std::move(choice)};
    body.stms.push_back(std::move(chosen));
  } else {
    std::move(values.stms.begin(), values.stms.end(), std::back_inserter(body.stms));
    body.results = std::move(values.results);
  }

  // From the inside out.
  std::vector<Atoms> shapes = shapes_;
  for (std::size_t l = maps.size(); l-- > 0;) {
    Soac& map = maps[l];
    const Atom width = map.width;
    map.lambda.body = std::move(body);
    map.row_shapes = shapes;
    Stm nest{{}, {}, near.span, near.inlined_at};
    body = {};
    for (std::size_t v = 0; v < values_.size(); ++v) {
      nest.binders.push_back(
          around_.names.bind(values_[v].type.array_of(static_cast<int>(maps.size() - l))));
      body.results.push_back(nest.binders.back().atom());
      shapes[v].insert(shapes[v].begin(), width);
    }
    nest.exp = {std::move(map)};
    body.stms.push_back(std::move(nest));
  }
  body = refresh(body, around_.names);
  std::move(body.stms.begin(), body.stms.end(), std::back_inserter(before));
  return std::move(body.results);
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
