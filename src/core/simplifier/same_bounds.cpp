// Bounds that are asked before the iterations in which something is read: where what is asked is
// the same in all of them, or they read one place after the other. Nothing fails in them then, and
// nothing has to stay in its order.
#include <algorithm>
#include <map>

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
    if (!frame.trips || frame.ordered || !frame.asserted.empty() ||
        facts_.depth_of(*frame.trips) >= scope)
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

// What [stm] reads, and where that may be outside.
std::optional<Simplifier::Reading> Simplifier::reading_of(const Stm& stm) const {
  const auto* slice = std::get_if<Slice>(&stm.exp.node);
  const auto* index = std::get_if<Index>(&stm.exp.node);
  if ((slice == nullptr && index == nullptr) || safe_here_.count(stm.binders[0].id) > 0)
    return std::nullopt;
  Reading reading{slice != nullptr ? slice->array : index->array, {}, {}, {}};
  if (slice != nullptr) reading.dims = slice->dims;
  if (index != nullptr)
    for (const Atom& one : index->indices) reading.dims.push_back(at(one));
  Index fixed{reading.view, Atoms(reading.dims.size(), Atom::i64(0)), {}};
  for (std::size_t d = 0; d < reading.dims.size(); ++d) {
    const DimSlice& dim = reading.dims[d];
    fixed.indices[d] = dim.index;
    const bool whole = !dim.fixed && !dim.start && !dim.end;
    const bool certain = dim.fixed ? facts_.is_certain(fixed, d, facts_.depth())
                                   : whole || facts_.is_in_bounds(dim, length_in(reading, d));
    if (certain) continue;
    if (dim.stride) return std::nullopt;
    const IndexStep step =
        index != nullptr ? step_of(stm, *index, d) : IndexStep{0, reading.dims.size(), stm.span};
    if (reading.steps.empty() || reading.steps.back().first != step.first)
      reading.steps.push_back(step);
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
    std::optional<Range> range;
    if (dim.fixed) range = flat_range_of(near, dim.index);
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
  // (Which place is the first outside is easily told where one range is gone through after the
  // other.)
  const auto over_in_one_of = [&](const Range& inner, const Range& outer) {
    return facts_.depth_of(inner.number) > facts_.depth_of(outer.innermost());
  };
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    const Range& range = ranges[r].range;
    if (deepest >= facts_.depth_of(range.number)) return std::nullopt;
    for (std::size_t other = 0; other < r; ++other)
      if (!over_in_one_of(range, ranges[other].range) &&
          !over_in_one_of(ranges[other].range, range))
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
  for (std::size_t d = reading.steps[0].first; d < reading.view.type.rank; ++d) {
    if (!told(length_in(reading, d).atom)) return false;
    if (d >= reading.steps.back().end) continue;
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

// Whether [range] begins in a dimension of [length].
Atom Simplifier::begins_in(const Stm& near, const Range& range, const Atom& length) {
  return both(near, computed("le", {Atom::i64(0), range.start}, near),
              computed("lt", {range.start, length}, near));
}

Atom Simplifier::both(const Stm& near, const Atom& a, const Atom& b) {
  if (a == Atom::boolean(true)) return b;
  return b == Atom::boolean(true) ? a : computed("and", {a, b}, near);
}

// Asserts that all that is asked of [reading] is inside, step by step: if it is not, the first
// iteration that fails says so, and in it the first step that does. Whether that is known then.
bool Simplifier::assert_inside(const Stm& stm, Reading reading,
                               const std::vector<RangeOfDim>& ranges, int deepest) {
  const auto length = [&](std::size_t d) {
    return length_of_view(stm, reading.view, static_cast<int>(d));
  };
  const auto range_in = [&](std::size_t d) {
    const auto found = std::find_if(ranges.begin(), ranges.end(),
                                    [d](const RangeOfDim& one) { return one.dim == d; });
    return found == ranges.end() ? nullptr : &found->range;
  };
  // By step: what is the same in all iterations is inside; and so is the first one's place.
  Atom inside = Atom::boolean(true), first = inside;
  Atoms begins;
  for (const IndexStep& step : reading.steps) {
    std::vector<DimSlice> same(reading.dims.size());
    Atom all = Atom::boolean(true);
    for (const std::size_t d : reading.asked) {
      if (d < step.first || d >= step.end) continue;
      if (const Range* range = range_in(d))
        all = both(stm, all, begins_in(stm, *range, length(d)));
      else
        same[d] = reading.dims[d];
    }
    const Atom rest = this->inside(stm, reading.view, same);
    inside = both(stm, inside, rest);
    begins.push_back(both(stm, rest, all));
    first = both(stm, first, begins.back());
  }
  // Of the others, the innermost range that is not inside.
  std::vector<DimSlice> told = reading.dims;
  std::map<std::size_t, Atom> ends;  // by dimension: whether that is where it fails
  Atom within = first;
  for (const auto& [d, range] : ranges) {
    const Atom fits = is_range_in(stm, range, length(d));
    ends[d] = both(stm, within, computed("not", {fits}, stm));
    told[d] = at(either(stm, ends[d], first_outside(stm, range, length(d)), range.start));
    within = both(stm, within, fits);
    inside = both(stm, inside, fits);
  }
  if (inside == Atom::boolean(true)) return true;
  const auto comes = [&](const RangeOfDim& one) {
    return always_comes(facts_.depth_of(one.range.number));
  };
  if (!std::all_of(ranges.begin(), ranges.end(), comes) || !reads_as_in_first(reading, deepest))
    return false;
  for (const std::size_t d : reading.asked)
    if (range_in(d) != nullptr) reading.dims[d] = told[d];
  Atom before = computed("not", {first}, stm);  // and no step has failed yet
  for (std::size_t s = 0; s < reading.steps.size(); ++s) {
    const IndexStep& step = reading.steps[s];
    Atom fine = inside;  // what is wrong is told by the last one, if no other has
    if (s + 1 < reading.steps.size()) {
      Atom fails = both(stm, before, computed("not", {begins[s]}, stm));
      before = both(stm, before, begins[s]);
      for (const auto& [d, end] : ends)
        if (d >= step.first && d < step.end) fails = computed("or", {fails, end}, stm);
      fine = computed("not", {fails}, stm);
    }
    std::vector<DimSlice> dims(reading.dims.begin(),
                               reading.dims.begin() + static_cast<std::ptrdiff_t>(step.end));
    const Stm near{{}, {}, step.span, stm.inlined_at};
    if (!assert_inside(near, reading.view, {std::move(dims), step.first}, fine)) return false;
  }
  return true;
}

// Whether what [stm] reads is in bounds is asked before the iterations, if that says it of all.
void Simplifier::ask_bounds_before(const Stm& stm) {
  const auto reading = reading_of(stm);
  if (!reading) return;
  bool safe = false;
  if (reading->asked.empty()) {
    safe = std::holds_alternative<Slice>(stm.exp.node);  // as lengths are known to be here
  } else if (checks_ == Checks::before && always_comes(facts_.depth())) {
    int deepest = 0;
    const auto ranges = ranges_of(stm, *reading, deepest);
    safe = ranges && assert_inside(stm, *reading, *ranges, deepest);
  }
  if (!safe) return;
  safe_here_.insert(stm.binders[0].id);
  safe_scopes_[stm.binders[0].id] = facts_.depth();
}

}  // namespace laguz::core::simplifier
