// The statements that compute values before the level that they leave.
#include <algorithm>

#include "core/fusion/precompute.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion::precompute {
namespace {

constexpr Type kTruth{ScalarType::boolean, 0, false};

/// Statements that follow one another.
class Writer {
 public:
  Writer(Names& names, const Stm& near, std::vector<Stm>& to)
      : names_(names), near_(near), to_(to) {}

  Stm statement(Binders binders, Exp exp) const {
    return {std::move(binders), std::move(exp), near_.span, near_.inlined_at};
  }
  Atom bind(Type type, Exp exp) {
    const Binder binder = names_.bind(type);
    to_.push_back(statement({binder}, std::move(exp)));
    return binder.atom();
  }
  Atom prim(const char* name, const Atoms& args) {
    const Prim prim = prims::get(name, args[0].type.elem);
    return bind({prims::result_type(prim), 0, false}, {PrimApp{prim, args}});
  }
  /// All of [numbers] are more than 0, and [holds].
  std::optional<Atom> are_positive(const Atoms& numbers, std::optional<Atom> holds) {
    for (const Atom& number : numbers) holds = both(holds, prim("lt", {Atom::i64(0), number}));
    return holds;
  }
  std::optional<Atom> both(const std::optional<Atom>& a, const Atom& b) {
    return a ? bind(kTruth, {PrimApp{prims::get("and", ScalarType::boolean), {*a, b}}}) : b;
  }
  /// [then], if [condition] holds, or else [others].
  Atoms choose(const Atom& condition, Body then, Body others) {
    Binders chosen;
    Atoms results;
    for (const Atom& result : then.results) {
      chosen.push_back(names_.bind(result.type));
      results.push_back(chosen.back().atom());
    }
    to_.push_back(statement(chosen, {If{condition, std::move(then), std::move(others)}}));
    return results;
  }

 private:
  Names& names_;
  const Stm& near_;
  std::vector<Stm>& to_;
};

}  // namespace

/// The maps, without what is in the innermost. Elements of arrays that are there are their
/// operands; others are [read] at the number of the iteration. [below]: numbers of iterations of
/// which there are not always as many, and how many there are.
std::vector<Soac> Nest::maps_of(const Stm& near, std::vector<Stm>& before,
                                std::unordered_map<VarId, Stm>& read,
                                std::vector<std::pair<Atom, Atom>>& below) const {
  Writer out(around_.names, near, before);
  std::vector<Soac> maps(levels_.size());
  VarSet operands;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const Level& level = *levels_[l];
    Soac& map = maps[l];
    map.width = is_by_number(level) ? out.prim("max", {lengths_[l], Atom::i64(0)}) : lengths_[l];
    Binders numbers;
    for (const Binder& counter : level.counters)
      if (contains(needed_, counter.id)) numbers.push_back(counter);
    const auto number = [&] {
      if (numbers.empty()) numbers.push_back(around_.names.bind(kIndex));
      return numbers[0].atom();
    };
    for (const auto& [param, array] : level.params) {
      if (!contains(needed_, param.id) || contains(level.counters, param.id)) continue;
      if (!is_ragged(level) && (is_outside(array) || operands.count(array.var) != 0)) {
        map.arrays.push_back(array);
        map.lambda.params.push_back(param);
        operands.insert(param.id);
      } else {
        read.emplace(param.id, out.statement({param}, {Index{array, {number()}, {}}}));
      }
    }
    if (is_ragged(level)) below.push_back({number(), *level.width});
    if (numbers.empty()) continue;
    const Atom all = out.bind(
        kIndex.array_of(), {ArrayApp{ArrayOp::iota, {map.width, Atom::i64(0), Atom::i64(1)}, {}}});
    for (const Binder& one : numbers) {
      map.arrays.push_back(all);
      map.lambda.params.push_back(one);
    }
  }
  return maps;
}

/// What computes [some] but not [without].
std::vector<Stm> Nest::statements_of(const std::vector<VarId>& some,
                                     const std::vector<VarId>& without,
                                     const std::unordered_map<VarId, Stm>& read) const {
  std::vector<Stm> stms;
  VarSet bound;
  for (const VarId var : some) {
    if (contains(without, var)) continue;
    if (const auto element = read.find(var); element != read.end()) {
      stms.push_back(element->second);
    } else if (const auto stm = around_.stms.find(var); stm != around_.stms.end()) {
      if (!bound.insert(var).second) continue;
      for (const Binder& binder : stm->second->binders) bound.insert(binder.id);
      stms.push_back(*stm->second);
    }
  }
  return stms;
}

/// An iteration of the innermost map: the values, or zeros where there is no such iteration.
Body Nest::iteration(const Stm& near, const std::unordered_map<VarId, Stm>& read,
                     const std::vector<std::pair<Atom, Atom>>& below) const {
  Body body{statements_of(counts_, {}, read), {}};
  Body values{statements_of(needed_, counts_, read), {}}, zeros;
  for (const Binder& value : values_) {
    values.results.push_back(value.atom());
    zeros.results.push_back(Atom::constant({value.type.elem, 0}));
  }
  Writer in(around_.names, near, body.stms);
  std::optional<Atom> holds = in.are_positive(inner_runs_, {});
  for (const auto& [one, count] : below) holds = in.both(holds, in.prim("lt", {one, count}));
  if (holds) {
    body.results = in.choose(*holds, std::move(values), std::move(zeros));
  } else {
    std::move(values.stms.begin(), values.stms.end(), std::back_inserter(body.stms));
    body.results = std::move(values.results);
  }
  return body;
}

Atoms Nest::made(const Stm& near, std::vector<Stm>& before) const {
  if (levels_.empty()) return made_once(near, before);
  Writer out(around_.names, near, before);
  std::unordered_map<VarId, Stm> read;
  std::vector<std::pair<Atom, Atom>> below;
  std::vector<Soac> maps = maps_of(near, before, read, below);
  Body body = iteration(near, read, below);
  // From the inside out.
  std::vector<Atoms> shapes = shapes_;
  for (std::size_t l = maps.size(); l-- > 0;) {
    Soac& map = maps[l];
    const Atom width = map.width;
    map.lambda.body = std::move(body);
    map.row_shapes = shapes;
    Binders arrays;
    body = {};
    for (std::size_t v = 0; v < values_.size(); ++v) {
      arrays.push_back(
          around_.names.bind(values_[v].type.array_of(static_cast<int>(maps.size() - l))));
      body.results.push_back(arrays.back().atom());
      shapes[v].insert(shapes[v].begin(), width);
    }
    body.stms.push_back(out.statement(arrays, {std::move(map)}));
  }
  body = refresh(body, around_.names);
  if (const auto runs = out.are_positive(outer_runs_, {})) {
    Body zeros;
    Writer none(around_.names, near, zeros.stms);
    for (std::size_t v = 0; v < values_.size(); ++v)
      zeros.results.push_back(none.bind(
          body.results[v].type,
          {ArrayApp{
              ArrayOp::zeros, shapes[v], {static_cast<std::int64_t>(values_[v].type.elem)}}}));
    return out.choose(*runs, std::move(body), std::move(zeros));
  }
  std::move(body.stms.begin(), body.stms.end(), std::back_inserter(before));
  return std::move(body.results);
}

/// Loops that are the same in all iterations: they do nothing where there is none.
Atoms Nest::made_once(const Stm& near, std::vector<Stm>& before) const {
  Writer out(around_.names, near, before);
  const auto runs = out.are_positive(outer_runs_, {});
  Body body{statements_of(needed_, {}, {}), {}};
  for (const Binder& value : values_) body.results.push_back(value.atom());
  body = refresh(body, around_.names);
  for (Stm& stm : body.stms) {
    auto* loop = std::get_if<Loop>(&stm.exp.node);
    auto* form = loop != nullptr ? std::get_if<ForForm>(&loop->form) : nullptr;
    if (runs && form != nullptr) {
      const Type type = form->bound.type;
      const Atom none = Atom::constant({type.elem, 0});
      form->bound =
          out.bind(type, {PrimApp{prims::get("select", type.elem), {*runs, form->bound, none}}});
    }
    before.push_back(std::move(stm));
  }
  return std::move(body.results);
}

}  // namespace laguz::core::fusion::precompute
