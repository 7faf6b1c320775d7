// Arrays in which each iteration of a loop only writes a part of its own, those of different
// lengths one after the other, are what the loop keeps of its iterations, flat.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

const Index* index_at(const Body& body, const Atom& atom) {
  const auto made = atom.is_constant() ? std::nullopt : place_of(body, atom.var);
  return made ? std::get_if<Index>(&body.stms[*made].exp.node) : nullptr;
}

/// Whether [slice] reads [array] at [dims].
bool is_read_at(const Exp& exp, VarId array, const std::vector<DimSlice>& dims) {
  const auto* slice = std::get_if<Slice>(&exp.node);
  return slice != nullptr && slice->array.var == array && slice->dims == dims;
}

}  // namespace

// The length of the part of a loop's iteration at [dims], if that is what they are.
std::optional<Atom> Simplifier::part_length(const Loop& loop,
                                            const std::vector<DimSlice>& dims) const {
  const auto& form = std::get<ForForm>(loop.form);
  const auto count = dims.size() == 1 ? facts_.count_of(dims[0]) : std::nullopt;
  const Index* begin = count ? index_at(loop.body, *dims[0].start) : nullptr;
  const Atoms here{form.index.atom()};
  const Facts::Parts* parts =
      begin != nullptr && begin->indices == here ? facts_.parts(begin->array) : nullptr;
  if (parts == nullptr || !facts_.has_trips(facts_.defined_length(begin->array, 0), form.bound))
    return std::nullopt;
  if (parts->numbers && *count == here[0]) return count;
  const Index* length = index_at(loop.body, *count);
  const bool counted =
      length != nullptr && length->indices == here &&
      std::find(parts->counts.begin(), parts->counts.end(), length->array) != parts->counts.end();
  return counted ? count : std::nullopt;
}

// Gives what is to stand after the loop, if its parameter [k] is such an array.
std::optional<Stm> Simplifier::keep_parts(Stm& stm, Loop& loop, std::size_t k) {
  const Binder param = loop.params[k];
  const Atom array = loop.inits[k], next = loop.body.results[k];
  const ArrayApp* zeros = facts_.array_app(array);
  if (param.type.rank != 1 || zeros == nullptr || zeros->op != ArrayOp::zeros) return {};
  const auto written = place_of(loop.body, next.var);
  const auto* update = written ? std::get_if<Update>(&loop.body.stms[*written].exp.node) : nullptr;
  if (update == nullptr || update->array != param.atom() || count_uses(loop.body, next.var) != 1)
    return {};
  const std::vector<DimSlice> dims = update->dims;
  const Atom value = update->value;
  const auto length = part_length(loop, dims);
  if (!length || !facts_.is_same(facts_.defined_length(value, 0), {*length})) return {};
  const Facts::Parts* parts = facts_.parts(index_at(loop.body, *dims[0].start)->array);
  if (!facts_.is_same(facts_.defined_length(array, 0), {parts->total})) return {};
  std::size_t reads = 0;
  for (std::size_t s = 0; s < *written; ++s)
    reads += is_read_at(loop.body.stms[s].exp, param.id, dims) ? 1 : 0;
  if (count_uses(loop.body, param.id) != 1 + reads) return {};

  learnt_ = true;
  const auto zeros_of = [&](const Atom& n) {
    return ArrayApp{ArrayOp::zeros, {n}, {static_cast<std::int64_t>(param.type.elem)}};
  };
  for (Stm& one : loop.body.stms)
    if (is_read_at(one.exp, param.id, dims)) one.exp.node = zeros_of(*length);
  loop.body.stms.erase(loop.body.stms.begin() + static_cast<std::ptrdiff_t>(*written));
  const Binder none = program_.names.bind(param.type);
  place({{none}, {zeros_of(Atom::i64(0))}, stm.span, stm.inlined_at});
  loop.inits[k] = none.atom();
  resolve(loop.inits[k]);
  loop.params[k] = program_.names.bind(param.type);
  loop.body.results[k] = value;
  loop.regular[k] = 0;
  const Binder whole = stm.binders[k], kept = program_.names.bind(param.type);
  stm.binders[k] = program_.names.bind(param.type);
  stm.binders.insert(
      stm.binders.begin() + static_cast<std::ptrdiff_t>(loop.params.size() + loop.history.size()),
      kept);
  loop.keep(k, true, true);
  facts_.learn_lengths(kept, {{parts->total}});
  return Stm{{whole}, {Copy{kept.atom()}}, stm.span, stm.inlined_at};
}

}  // namespace laguz::core::simplifier
