// What simplification does to indices: rows of rows are elements, and what a Soac reads at its own
// iteration is one of its operands.
#include "core/simplify.hpp"

namespace laguz::core {

std::optional<Atom> Simplifier::value_of(Stm& stm, Index& index) {
  if (index.indices.empty()) return index.array;
  const ArrayLit* literal = facts_.array_lit(index.array);
  const Atom& i = index.indices[0];
  if (literal && index.indices.size() == 1 && i.is_constant() && i.scalar().as_i64() >= 0 &&
      static_cast<std::size_t>(i.scalar().as_i64()) < literal->elements.size())
    return literal->elements[static_cast<std::size_t>(i.scalar().as_i64())];

  // All of them in one, if the outermost Soacs that run over some of its dimensions can take these.
  Index whole = index;
  while (gather_steps(stm, whole)) {
  }
  bool taken = false;
  while (const auto dim = operand_dimension(whole)) {
    const Atom element = operand(stm, whole, *dim);
    whole.indices.erase(whole.indices.begin() + static_cast<std::ptrdiff_t>(*dim));
    whole.steps.clear();
    whole.array = element;
    taken = true;
    if (whole.indices.empty()) return element;
  }
  if (taken) {
    index = std::move(whole);
    return std::nullopt;
  }
  // Or if the row is a statement of this very body, which then need not stand.
  for (;;) {
    const auto row = elements_.find(index.array.var);
    if (row == elements_.end() || row->second.depth != facts_.depth() ||
        facts_.depth_of(row->second.index.array) > facts_.depth() || !gather_steps(stm, index))
      return std::nullopt;
    safe_.insert(row->first);
  }
}

// Puts the indices of the row that is indexed before its own.
bool Simplifier::gather_steps(const Stm& stm, Index& index) {
  const auto row = elements_.find(index.array.var);
  if (row == elements_.end() || row->second.inlined_at != stm.inlined_at) return false;
  const Index& before = row->second.index;
  const auto end = static_cast<std::uint32_t>(before.indices.size());
  std::vector<Index::Step> steps = before.steps;
  steps.push_back({end, row->second.span});
  for (const Index::Step& step : index.steps) steps.push_back({step.end + end, step.span});
  Atoms indices = before.indices;
  indices.insert(indices.end(), index.indices.begin(), index.indices.end());
  index = {before.array, std::move(indices), std::move(steps)};
  return true;
}

// The dimension of [index] that the outermost of the Soacs around runs over, all of it, when no
// other dimension can fail.
std::optional<std::size_t> Simplifier::operand_dimension(const Index& index) const {
  std::optional<std::size_t> outermost;
  int depth = 0;
  for (std::size_t d = 0; d < index.indices.size(); ++d) {
    const Length length = facts_.length(index.array, static_cast<int>(d));
    const auto found = iota_params_.find(index.indices[d].var);
    if (found == iota_params_.end() || facts_.depth_of(index.array) > found->second.depth ||
        !facts_.is_length(found->second.soac->width, length)) {
      if (!facts_.is_in_bounds(index, d)) return std::nullopt;
      continue;
    }
    if (outermost && found->second.depth >= depth) continue;
    outermost = d;
    depth = found->second.depth;
  }
  return outermost;
}

// The array of [index], with the dimension [dim] first, joins the operands of the Soac that runs
// over it: what it takes of it.
Atom Simplifier::operand(const Stm& near, const Index& index, std::size_t dim) {
  const IotaParam around = iota_params_.at(index.indices[dim].var);
  Atom array = index.array;
  if (dim != 0) {
    std::vector<std::int64_t> order{static_cast<std::int64_t>(dim)};
    for (int d = 0; d < array.type.rank; ++d)
      if (d != static_cast<int>(dim)) order.push_back(d);
    const Binder turned = program_.names.bind(array.type);
    place({{turned},
           {ArrayApp{ArrayOp::rearrange, {array}, std::move(order)}},
           near.span,
           near.inlined_at});
    array = turned.atom();
    resolve(array);
  }
  Soac& soac = *around.soac;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i)
    if (soac.arrays[i] == array) return soac.lambda.params[i].atom();
  const Binder element = program_.names.bind(array.type.row());
  soac.arrays.push_back(array);
  soac.lambda.params.push_back(element);
  facts_.bind(element, around.depth + 1);
  safe_.insert(element.id);
  if (element.type.rank > 0) {
    std::vector<Length> lengths = facts_.defined_lengths(array);
    lengths.erase(lengths.begin());
    facts_.learn_lengths(element, std::move(lengths));
    if (dim == 0)
      elements_[element.id] = {
          {array, {index.indices[dim]}}, around.depth + 1, {}, near.inlined_at};
  }
  return element.atom();
}

}  // namespace laguz::core
