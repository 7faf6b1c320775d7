// What simplification does to indices: rows of rows are elements, and what a Soac reads at its own
// iteration is one of its operands.
#include <algorithm>

#include "core/builder.hpp"
#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {

std::optional<Atom> Simplifier::value_of(Stm& stm, Index& index) {
  if (index.indices.empty()) return index.array;
  if (const auto written = facts_.written(index)) return *written;
  if (const Atom& i = index.indices[0]; index.indices.size() == 1 && i.is_constant()) {
    const std::int64_t at = i.scalar().as_i64();
    const ArrayLit* literal = facts_.array_lit(index.array);
    const std::optional<Atoms> few = literal ? std::nullopt : elements_of(index.array);
    if (literal || few) {
      const Atoms& elements = literal ? literal->elements : *few;
      const ArrayApp* app = facts_.array_app(index.array);
      if (app != nullptr && app->op == ArrayOp::zeros) zeros_.insert(stm.binders[0].id);
      if (at >= 0 && at < static_cast<std::int64_t>(elements.size()))
        return elements[static_cast<std::size_t>(at)];
    }
  }
  const ArrayApp* app = facts_.array_app(index.array);
  const bool regular =
      app != nullptr && (app->op == ArrayOp::iota || app->op == ArrayOp::replicate);
  if (regular && index.indices.size() == 1 && facts_.is_in_bounds(index, 0, facts_.depth()))
    return app->op == ArrayOp::iota ? number_of(*app, index.indices[0], stm) : app->args[1];
  from_the_end(stm, index);
  for (const auto through :
       {&Simplifier::through_slice, &Simplifier::through_turned, &Simplifier::through_map})
    if (auto part = (this->*through)(stm, index)) {
      stm.exp = std::move(*part);
      return value_of(stm);
    }
  if (auto zeros = facts_.untouched_zeros(index)) {
    if (zeros->args.empty()) zeros_.insert(stm.binders[0].id);
    if (zeros->args.empty()) return Atom::constant({index.array.type.elem, 0});
    stm.exp.node = std::move(*zeros);
    return std::nullopt;
  }

  // All of them in one, if the outermost Soacs that run over some of its dimensions can take these.
  Index whole = index;
  while (gather_steps(stm, whole)) {
  }
  bool taken = false;
  while (const auto dim = operand_dimension(whole)) {
    take_operand(stm, whole, *dim);
    taken = true;
    if (whole.indices.empty()) return whole.array;
  }
  if (taken) {
    for (Atom& number : whole.indices)
      if (number_operand(stm, number)) resolve(number);
    index = std::move(whole);
    return std::nullopt;
  }
  // Or if the row is a statement of this very body, which then need not stand. (For what is to be
  // differentiated it will do that it was one until it was moved out of it, and in loops alone any
  // body around: a row has a cotangent of its own, made in each iteration and added to the
  // array's.)
  for (;;) {
    const auto row = elements_.find(index.array.var);
    if (row == elements_.end()) return std::nullopt;
    const bool little = reads_little(index.array, index.indices.size(), {});
    if (row->second.depth == kNoStatement) {
      if (!little && !is_beside(index)) return std::nullopt;
      if (!number_operand(stm, row->second.index.indices[0])) return std::nullopt;
      gather_steps(stm, index);
      resolve(index.indices[0]);
      continue;
    }
    const bool here = row->second.depth == facts_.depth();
    const bool around = facts_.keeps_derivatives() &&
                        (soacs_ == 0 || little || row->second.found == facts_.depth());
    if ((!here && !around) || facts_.depth_of(row->second.index.array) > facts_.depth() ||
        !gather_steps(stm, index, !here))
      return std::nullopt;
    if (here && safe_.insert(row->first).second) facts_.forget_read(row->second.index);
  }
}

// The number of [iota] with the number [at].
Atom Simplifier::number_of(const ArrayApp& iota, const Atom& at, const Stm& near) {
  const Atom start = iota.args[1], step = iota.args[2];
  const ScalarType type = start.type.elem;
  const auto is = [type](const Atom& atom, std::int64_t value) {
    return atom == Atom::constant(Scalar::integer(type, value));
  };
  Atom number = at;
  if (type != ScalarType::i64) number = computed("cvt_" + std::string(name(type)), {number}, near);
  if (!is(step, 1)) number = computed("mul", {number, step}, near);
  return is(start, 0) ? number : computed("add", {number, start}, near);
}

// A slice that fixes some dimensions, in bounds, and has all of the others is a row of its array,
// turned so that those come first.
std::optional<Index> Simplifier::as_row(const Stm& stm, const Slice& slice) {
  Index index{slice.array, {}, {}};
  Index whole = index;  // with an index for each dimension, to be asked about
  std::vector<std::int64_t> order, others;
  for (std::size_t d = 0; d < slice.dims.size(); ++d) {
    const DimSlice& dim = slice.dims[d];
    if (!dim.fixed && (dim.start || dim.end || dim.stride)) return std::nullopt;
    whole.indices.push_back(dim.fixed ? dim.index : Atom::i64(0));
    if (dim.fixed && !facts_.is_in_bounds(whole, d, facts_.depth())) return std::nullopt;
    if (dim.fixed) index.indices.push_back(dim.index);
    (dim.fixed ? order : others).push_back(static_cast<std::int64_t>(d));
  }
  if (index.indices.empty()) return std::nullopt;
  for (int d = static_cast<int>(slice.dims.size()); d < slice.array.type.rank; ++d)
    others.push_back(d);
  const bool turned = order.back() + 1 != static_cast<std::int64_t>(order.size());
  if (!turned) return index;
  order.insert(order.end(), others.begin(), others.end());
  const Binder view = program_.names.bind(slice.array.type);
  place({{view}, rearranged(slice.array, std::move(order)), stm.span, stm.inlined_at});
  index.array = view.atom();
  resolve(index.array);
  return index;
}

// A part of the row that a Soac is at, the same part in all iterations, is the row of that part of
// the Soac's array.
std::optional<Atom> Simplifier::part_of_row(const Stm& near, const Slice& slice) {
  const auto row = elements_.find(slice.array.var);
  if (row == elements_.end() || row->second.depth != kNoStatement) return std::nullopt;
  const Index& at = row->second.index;
  const auto found = iota_params_.find(at.indices[0].var);
  if (found == iota_params_.end()) return std::nullopt;
  const IotaParam around = found->second;
  Slice parts{at.array, {DimSlice{}}};
  int depth = facts_.depth_of(at.array);
  for (const DimSlice& dim : slice.dims) {
    for (const auto& bound : {dim.start, dim.end, dim.stride})
      if (bound) depth = std::max(depth, facts_.depth_of(*bound));
    parts.dims.push_back(dim);
  }
  const Type type = at.array.type;
  if (depth <= around.depth && facts_.is_in_bounds(parts))
    return element_of(view_of(near, {std::move(parts)}, type, around.depth), at.indices[0], around);
  while (depth <= around.depth && !facts_.is_in_bounds(parts, depth)) ++depth;
  if (depth > around.depth) return std::nullopt;
  return element_of(view_here(near, {std::move(parts)}, type, depth), at.indices[0], around);
}

// [exp], a view that cannot fail wherever its operands are visible, made in the frame [depth].
Atom Simplifier::view_of(const Stm& near, Exp exp, Type type, int depth) {
  const Atom view = view_here(near, std::move(exp), type, depth);
  safe_.insert(view.var);
  return view;
}

// [exp], a view that cannot fail at the end, so far, of the frame [depth], made there.
Atom Simplifier::view_here(const Stm& near, Exp exp, Type type, int depth) {
  const Binder view = program_.names.bind(type);
  safe_here_.insert(view.id);
  place_at({{view}, std::move(exp), near.span, near.inlined_at}, depth);
  Atom array = view.atom();
  resolve(array);
  return array;
}

// Puts the indices of the row that is indexed before its own. [stays]: the row's statement does,
// which then has not failed.
bool Simplifier::gather_steps(const Stm& stm, Index& index, bool stays) {
  const auto row = elements_.find(index.array.var);
  if (row == elements_.end()) return false;
  const Index& before = row->second.index;
  stays = stays || row->second.depth == kNoStatement;
  // (Where it may fail is to be said of the row's own calls.)
  if (!stays && !same_calls(row->second.inlined_at.get(), stm.inlined_at.get()))
    for (std::size_t d = 0; d < before.indices.size(); ++d)
      if (!facts_.is_in_bounds(before, d, facts_.depth())) return false;
  const auto end = static_cast<std::uint32_t>(before.indices.size());
  std::vector<Index::Step> steps = before.steps;
  steps.push_back({end, row->second.span});
  for (const Index::Step& step : index.steps) steps.push_back({step.end + end, step.span});
  Atoms indices = before.indices;
  indices.insert(indices.end(), index.indices.begin(), index.indices.end());
  index = {before.array, std::move(indices), std::move(steps)};
  return true;
}

// Whether what is to be differentiated reads little of [row], [counts] places along the first
// [dims] dimensions each time, which is one of an array from outside of a loop or lambda around the
// row: as a row it would have a cotangent of its own, all of it, to be added to the array's each
// time.
bool Simplifier::reads_little(const Atom& row, std::size_t dims, Atoms counts) const {
  const auto found = elements_.find(row.var);
  if (!facts_.keeps_derivatives() || found == elements_.end()) return false;
  const ElementOf& of = found->second;
  const bool param = of.depth == kNoStatement;  // of the lambda: one further in than its Soac
  const int depth = param ? iota_params_.at(of.index.indices[0].var).depth : of.depth;
  std::vector<Length> lengths;
  for (std::size_t d = 0; d < dims; ++d) lengths.push_back(facts_.length(row, static_cast<int>(d)));
  return is_outside(of.index.array, depth) &&
         is_little(std::move(lengths), depth + (param ? 2 : 1), std::move(counts));
}

// Whether what is to be differentiated reads a row, with [index], beside the iteration of a Soac,
// and other rows of its array as well: as elements of that those are a stencil's, whose sums are
// gathered.
bool Simplifier::is_beside(const Index& index) const {
  if (!facts_.keeps_derivatives()) return false;
  Atom array = index.array;
  for (auto row = elements_.find(array.var);
       row != elements_.end() && row->second.depth == kNoStatement; row = elements_.find(array.var))
    array = row->second.index.array;
  if (read_across_.count(array.var) == 0) return false;
  return std::any_of(index.indices.begin(), index.indices.end(), [this](const Atom& place) {
    const Facts::Offset at = facts_.offset_of(place);
    return at.by != 0 && iota_params_.count(at.number.var) > 0;
  });
}

// The arrays that the lambda of [soac] reads at other rows than its iteration's.
void Simplifier::note_read_across(const Body& body, const Soac& soac) {
  for (const Stm& stm : body.stms) {
    const auto* index = std::get_if<Index>(&stm.exp.node);
    const auto is_first = [&](const Binder& param) { return index->indices[0] == param.atom(); };
    if (index != nullptr && index->array.type.rank > 1 && !index->indices.empty() &&
        std::none_of(soac.lambda.params.begin(), soac.lambda.params.end(), is_first)) {
      Atom array = index->array;
      resolve(array);
      read_across_.insert(array.var);
    }
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { note_read_across(inner, soac); });
  }
}

// The same of a slice: as one of the array.
std::optional<Slice> Simplifier::slice_of_array(const Stm& near, const Slice& slice) {
  Atoms counts;
  for (const DimSlice& dim : slice.dims) {
    if (dim.fixed) continue;
    const auto count = facts_.count_of(dim);
    if (!count) return std::nullopt;
    counts.push_back(*count);
  }
  if (!reads_little(slice.array, slice.dims.size(), std::move(counts))) return std::nullopt;
  const ElementOf of = elements_.at(slice.array.var);
  if (facts_.depth_of(of.index.array) > facts_.depth() ||
      (of.depth == kNoStatement && !number_operand(near, of.index.indices[0])))
    return std::nullopt;
  Slice whole{of.index.array, {}};
  for (Atom index : of.index.indices) {
    resolve(index);
    whole.dims.emplace_back();
    whole.dims.back().fixed = true;
    whole.dims.back().index = index;
  }
  whole.dims.insert(whole.dims.end(), slice.dims.begin(), slice.dims.end());
  return whole;
}

// [array] is bound outside of a loop or lambda that is around the frame [depth], or that itself.
bool Simplifier::is_outside(const Atom& array, int depth) const {
  for (int frame = facts_.depth_of(array) + 1; frame <= depth; ++frame)
    if (frames_[static_cast<std::size_t>(frame)].repeated) return true;
  return false;
}

// Whether as many readings as there are, from the frame [from] on, of [counts] places each, are few
// beside an array of [lengths].
bool Simplifier::is_little(std::vector<Length> lengths, int from, Atoms counts) const {
  constexpr std::int64_t kFar = std::int64_t{1} << 31, kFew = 8;
  const auto times = [kFar](std::int64_t a, const Atom& b) {
    return std::min(kFar, a * std::clamp<std::int64_t>(b.scalar().as_i64(), 0, kFar));
  };
  for (std::size_t frame = static_cast<std::size_t>(from); frame < frames_.size(); ++frame) {
    if (!frames_[frame].repeated) continue;
    if (!frames_[frame].trips) return false;
    counts.push_back(*frames_[frame].trips);
  }
  std::int64_t readings = kFew, places = 1;
  bool others = false;  // as many as something else says
  for (const Atom& count : counts) {
    if (count.is_constant()) {
      readings = times(readings, count);
      continue;
    }
    const auto same = std::find_if(lengths.begin(), lengths.end(), [&](const Length& length) {
      return facts_.goes_up_to(count, length);
    });
    if (same == lengths.end())
      others = true;
    else
      lengths.erase(same);
  }
  bool any = false;  // that nobody knows
  for (const Length& length : lengths) {
    if (length.dim < 0 && length.atom.is_constant())
      places = times(places, length.atom);
    else
      any = true;
  }
  return any || (!others && readings <= places);
}

// Makes [number], the number of an iteration of a Soac, one of its operands, if it is none.
bool Simplifier::number_operand(const Stm& near, const Atom& number) {
  const auto found = iota_params_.find(number.var);
  if (found == iota_params_.end()) return false;
  const IotaParam around = found->second;
  for (const Binder& param : around.soac->lambda.params)
    if (param.id == number.var) return true;
  const Atom width = around.soac->width;
  const Atom numbers =
      view_of(near, {ArrayApp{ArrayOp::iota, {width, Atom::i64(0), Atom::i64(1)}, {}}},
              kIndex.array_of(), around.depth);
  const Atom param = element_of(numbers, number, around);
  facts_.learn_below(param.var, width);
  numbers_[param.var] = width;
  iota_params_.emplace(param.var, around);
  alias({number.var, kIndex}, param);
  return true;
}

// The dimension of [index] that the outermost of the Soacs around runs over, all of it, when no
// other dimension can fail.
std::optional<std::size_t> Simplifier::operand_dimension(const Index& index) const {
  std::optional<std::size_t> outermost;
  std::vector<std::size_t> unsure;
  int depth = 0;
  for (std::size_t d = 0; d < index.indices.size(); ++d) {
    const Length length = facts_.length(index.array, static_cast<int>(d));
    const auto found = iota_params_.find(index.indices[d].var);
    if (found == iota_params_.end() || facts_.depth_of(index.array) > found->second.depth ||
        !facts_.is_length(found->second.soac->width, length)) {
      if (!facts_.is_in_bounds(index, d, facts_.depth())) unsure.push_back(d);
      continue;
    }
    if (outermost && found->second.depth >= depth) continue;
    if (facts_.keeps_derivatives() && is_outside(index.array, found->second.depth)) {
      // The dimensions that an operand's element would have.
      std::vector<Length> left;
      for (std::size_t other = 0; other < index.indices.size(); ++other)
        if (other != d && facts_.depth_of(index.indices[other]) > found->second.depth)
          left.push_back(facts_.length(index.array, static_cast<int>(other)));
      if (!left.empty() && is_little(std::move(left), found->second.depth + 2, {})) continue;
    }
    outermost = d;
    depth = found->second.depth;
  }
  // (What has been read before that Soac can be taken out of it.)
  for (const std::size_t d : unsure)
    if (!facts_.is_read(index, d, depth)) return std::nullopt;
  return outermost;
}

// The array of [index] joins the operands of the Soac that runs over its dimension [dim]: that
// dimension comes first, those whose index is the same in all iterations go. [index] is what is
// left to do with the operand's element.
void Simplifier::take_operand(const Stm& near, Index& index, std::size_t dim) {
  const IotaParam around = iota_params_.at(index.indices[dim].var);
  const Atom number = index.indices[dim];
  std::vector<DimSlice> dims(index.indices.size());
  std::size_t fixed = 0, first = 0;  // first: of [dim], among those that are not fixed
  Atoms left;
  bool anywhere = true;  // it is in bounds, not only behind what has read there
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const Atom at = index.indices[d];
    dims[d].fixed = d != dim && facts_.depth_of(at) <= around.depth &&
                    facts_.is_certain(index, d, around.depth);
    if (dims[d].fixed) {
      dims[d].index = at;
      anywhere = anywhere && facts_.is_in_bounds(index, d, around.depth);
      ++fixed;
    } else if (d != dim) {
      left.push_back(at);
    }
    if (d < dim && !dims[d].fixed) ++first;
  }
  Atom array = index.array;
  if (fixed > 0) {
    Type type = array.type;
    type.rank = static_cast<std::uint8_t>(type.rank - fixed);
    Exp part{Slice{array, std::move(dims)}};
    array = anywhere ? view_of(near, std::move(part), type, around.depth)
                     : view_here(near, std::move(part), type, around.depth);
  }
  if (first > 0) {
    std::vector<std::int64_t> order{static_cast<std::int64_t>(first)};
    for (int d = 0; d < array.type.rank; ++d)
      if (d != static_cast<int>(first)) order.push_back(d);
    array = view_of(near, rearranged(array, std::move(order)), array.type, around.depth);
  }
  index = {element_of(array, number, around), std::move(left)};
}

// The element of [array] that its Soac is at.
Atom Simplifier::element_of(const Atom& array, const Atom& number, const IotaParam& around) {
  Soac& soac = *around.soac;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i)
    if (soac.arrays[i] == array) return soac.lambda.params[i].atom();
  const Binder element = program_.names.bind(array.type.row());
  soac.arrays.push_back(array);
  soac.lambda.params.push_back(element);
  facts_.bind(element, around.depth + 1);
  safe_.insert(element.id);
  if (element.type.rank > 0) learn_row(element, array, number);
  return element.atom();
}

// [row] is the row of [array] that a Soac is at, at its iteration [number].
void Simplifier::learn_row(const Binder& row, const Atom& array, const Atom& number) {
  std::vector<Length> lengths = facts_.defined_lengths(array);
  lengths.erase(lengths.begin());
  facts_.learn_lengths(row, std::move(lengths));
  elements_[row.id] = {{array, {number}}, kNoStatement, kNoStatement, {}, nullptr};
}

}  // namespace laguz::core::simplifier
