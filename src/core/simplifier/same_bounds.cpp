// Bounds that are asked before the iterations in which something is read: where what is asked is
// the same in all of them, or they read one place after the other. Nothing fails in them then, and
// nothing has to stay in its order.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {

// The places that [index] goes through in the iterations of one of the Soacs and loops around.
std::optional<Simplifier::Range> Simplifier::range_of(const Atom& index) const {
  if (index.is_constant()) return std::nullopt;
  if (const auto bound = numbers_.find(index.var); bound != numbers_.end())
    return Range{Atom::i64(0), bound->second, index};
  const Atoms* sum = facts_.sum(index);
  if (sum == nullptr) return std::nullopt;
  for (const std::size_t side : {0U, 1U}) {
    const Atom &number = (*sum)[side], &start = (*sum)[1 - side];
    const auto bound = number.is_constant() ? numbers_.end() : numbers_.find(number.var);
    if (bound != numbers_.end() && facts_.depth_of(start) < facts_.depth_of(number))
      return Range{start, bound->second, number};
  }
  return std::nullopt;
}

// Whether all of [range] is in a dimension of [length], if there is anything of it.
Atom Simplifier::is_range_in(const Stm& near, const Range& range, const Atom& length) {
  const Atom zero = Atom::i64(0);
  const bool begins = range.start == zero;
  const Atom end = begins ? range.count : computed("add", {range.start, range.count}, near);
  Atom all = computed("le", {end, length}, near);
  if (!begins) {
    const Atom from = computed("le", {zero, range.start}, near);
    // (A sum may be more than a number can tell.)
    const Atom up = computed("le", {range.start, end}, near);
    all = computed("and", {computed("and", {from, all}, near), up}, near);
  }
  return computed("or", {computed("le", {range.count, zero}, near), all}, near);
}

// The first place of [range] that is in no dimension of [length].
Atom Simplifier::first_outside(const Stm& near, const Range& range, const Atom& length) {
  if (range.columns) {
    // In the first column, if a row begins outside, or else in the last row.
    const Binder fewer = program_.names.bind(kIndex);
    const Atom columns = computed("max", {*range.columns, Atom::i64(1)}, near);
    const Atom last = computed("sub", {length, Atom::i64(1)}, near);
    const int depth = std::max(facts_.depth_of(columns), facts_.depth_of(last));
    const Prim div = prims::get("div", ScalarType::i64);
    place_at({{fewer}, {PrimApp{div, {last, columns}}}, near.span, near.inlined_at}, depth);
    Atom rows = fewer.atom();
    resolve(rows);
    rows = computed("add", {rows, Atom::i64(1)}, near);
    const Atom begin = computed("mul", {rows, columns}, near);
    return either(near, computed("lt", {begin, range.count}, near), begin, length);
  }
  if (range.start == Atom::i64(0)) return length;
  const Atom behind = computed("max", {range.start, length}, near);
  const Atom below = computed("lt", {range.start, Atom::i64(0)}, near);
  return either(near, below, range.start, behind);
}

// Whether every iteration comes here, from the scope [depth] on, and nothing has been asserted by
// then that says better what is wrong.
bool Simplifier::always_comes(int depth) const {
  for (int scope = facts_.depth(); scope >= depth; --scope) {
    const Frame& frame = frames_[static_cast<std::size_t>(scope)];
    if (!frame.trips || frame.ordered || frame.asserts || facts_.depth_of(*frame.trips) >= scope)
      return false;
  }
  return true;
}

// The step of [index] that the dimension [dim] is looked at in: its first dimension, its end, and
// what errors in it are about.
Simplifier::IndexStep Simplifier::step_of(const Stm& stm, const Index& index, std::size_t dim) {
  IndexStep found{0, index.indices.size(), stm.span};
  for (const Index::Step& step : index.steps) {
    if (dim < step.end) return {found.first, step.end, step.span};
    found.first = step.end;
  }
  return found;
}

// What [stm] reads that may be outside, if that is looked at in one step.
std::optional<Simplifier::Reading> Simplifier::reading_of(const Stm& stm) const {
  const auto* slice = std::get_if<Slice>(&stm.exp.node);
  const auto* index = std::get_if<Index>(&stm.exp.node);
  if ((slice == nullptr && index == nullptr) || safe_here_.count(stm.binders[0].id) > 0)
    return std::nullopt;
  Reading reading{slice != nullptr ? slice->array : index->array, {}, {}, {}};
  if (slice != nullptr) reading.dims = slice->dims;
  if (index != nullptr)
    for (const Atom& one : index->indices) reading.dims.push_back(at(one));
  reading.step = {0, reading.dims.size(), stm.span};
  Index fixed{reading.view, Atoms(reading.dims.size(), Atom::i64(0)), {}};
  for (std::size_t d = 0; d < reading.dims.size(); ++d) {
    const DimSlice& dim = reading.dims[d];
    fixed.indices[d] = dim.index;
    const bool whole = !dim.fixed && !dim.start && !dim.end;
    const bool certain = dim.fixed ? facts_.is_certain(fixed, d, facts_.depth())
                                   : whole || facts_.is_in_bounds(dim, length_in(reading, d));
    if (certain) continue;
    if (dim.stride) return std::nullopt;
    const IndexStep step = index != nullptr ? step_of(stm, *index, d) : reading.step;
    if (!reading.asked.empty() && step.first != reading.step.first) return std::nullopt;
    reading.step = step;
    reading.asked.push_back(d);
  }
  return reading;
}

Length Simplifier::length_in(const Reading& reading, std::size_t dim) const {
  return facts_.length(reading.view, static_cast<int>(dim));
}

// The dimensions of [reading] that go through ranges, if all that decides is known around the
// iterations; the innermost first, whose iterations are over first.
std::optional<std::vector<Simplifier::RangeOfDim>> Simplifier::ranges_of(const Stm& near,
                                                                         const Reading& reading,
                                                                         int& deepest) {
  std::vector<RangeOfDim> ranges;
  deepest = 0;
  const auto needs = [&](const Atom& atom) { deepest = std::max(deepest, facts_.depth_of(atom)); };
  for (const std::size_t d : reading.asked) {
    const DimSlice& dim = reading.dims[d];
    needs(length_in(reading, d).atom);
    // (Of several in one dimension, if nothing but that is asked: which place is the first outside
    // is not easily told otherwise.)
    std::optional<Range> range;
    if (dim.fixed && reading.asked.size() == 1) range = flat_range_of(near, dim.index);
    if (dim.fixed && !range) range = range_of(dim.index);
    if (range) {
      ranges.push_back({d, *range});
      needs(range->start);
      needs(range->count);
      continue;
    }
    for (const auto& bound : {dim.fixed ? std::optional(dim.index) : dim.start, dim.end})
      if (bound) needs(*bound);
  }
  if (deepest >= facts_.depth()) return std::nullopt;
  for (const auto& [d, range] : ranges) {
    const auto same = [&](const auto& other) { return other.range.number == range.number; };
    if (deepest >= facts_.depth_of(range.number) ||
        std::count_if(ranges.begin(), ranges.end(), same) > 1)
      return std::nullopt;
  }
  std::sort(ranges.begin(), ranges.end(), [&](const auto& a, const auto& b) {
    return facts_.depth_of(a.range.number) > facts_.depth_of(b.range.number);
  });
  return ranges;
}

// Has [reading] be that of the first iteration, as far as that is told with what is asked in the
// scope [deepest]. Whether it can.
bool Simplifier::reads_as_in_first(Reading& reading, int deepest) const {
  const auto told = [&](const Atom& atom) { return facts_.depth_of(atom) <= deepest; };
  for (std::size_t d = reading.step.first; d < reading.view.type.rank; ++d) {
    if (!told(length_in(reading, d).atom)) return false;
    if (d >= reading.step.end) continue;
    DimSlice& dim = reading.dims[d];
    if (std::find(reading.asked.begin(), reading.asked.end(), d) != reading.asked.end()) continue;
    for (const auto& bound : {dim.start, dim.end})
      if (bound && !told(*bound)) return false;
    if (!dim.fixed || told(dim.index)) continue;
    const auto range = range_of(dim.index);
    if (!range || !told(range->start) || !always_comes(facts_.depth_of(range->number)))
      return false;
    dim.index = range->start;
  }
  return true;
}

// Whether what [stm] reads is in bounds is asked before the iterations, if that says it of all.
void Simplifier::ask_bounds_before(const Stm& stm) {
  auto reading = reading_of(stm);
  if (!reading) return;
  if (reading->asked.empty() && std::holds_alternative<Slice>(stm.exp.node)) {
    // (As lengths are known to be here.)
    safe_here_.insert(stm.binders[0].id);
    safe_scopes_[stm.binders[0].id] = facts_.depth();
  }
  if (reading->asked.empty() || !always_comes(facts_.depth())) return;
  int deepest = 0;
  const auto ranges = ranges_of(stm, *reading, deepest);
  if (!ranges) return;
  std::vector<DimSlice> others = reading->dims;
  for (const auto& [d, range] : *ranges) others[d] = {};
  Atom inside = this->inside(stm, reading->view, others);
  for (const auto& [d, range] : *ranges) {
    // Outside of this range first, if the ranges within it are inside, and it is not.
    const Atom length = length_of_view(stm, reading->view, static_cast<int>(d));
    const Atom fits = is_range_in(stm, range, length);
    Atom before = computed("not", {inside}, stm);
    if (ranges->size() > 1) before = computed("or", {before, fits}, stm);
    reading->dims[d] = at(either(stm, before, range.start, first_outside(stm, range, length)));
    inside = computed("and", {inside, fits}, stm);
  }
  if (inside != Atom::boolean(true)) {
    const auto comes = [&](const RangeOfDim& one) {
      return always_comes(facts_.depth_of(one.range.number));
    };
    if (!std::all_of(ranges->begin(), ranges->end(), comes) ||
        !reads_as_in_first(*reading, deepest))
      return;
    reading->dims.resize(reading->step.end);
    const Stm near{{}, {}, reading->step.span, stm.inlined_at};
    if (!assert_inside(near, reading->view, {reading->dims, reading->step.first}, inside)) return;
  }
  safe_here_.insert(stm.binders[0].id);
  safe_scopes_[stm.binders[0].id] = facts_.depth();
}

}  // namespace laguz::core::simplifier
