// Arrays in which each iteration of a loop only writes a part of its own, those of different
// lengths one after the other, are what the loop keeps of its iterations, flat.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

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

// The parts of a loop's iterations, one of which [dims] is.
const Facts::Parts* Simplifier::parts_at(const Loop& loop,
                                         const std::vector<DimSlice>& dims) const {
  const auto& form = std::get<ForForm>(loop.form);
  const auto count = dims.size() == 1 ? facts_.count_of(dims[0]) : std::nullopt;
  const Index* begin = count ? index_at(loop.body, *dims[0].start) : nullptr;
  const Atoms here{form.index.atom()};
  const Facts::Parts* parts =
      begin != nullptr && begin->indices == here ? facts_.parts(begin->array) : nullptr;
  if (parts == nullptr || !facts_.has_trips(facts_.defined_length(begin->array, 0), form.bound))
    return nullptr;
  if (parts->numbers && *count == here[0]) return parts;
  const Atoms factors = facts_.factors(*count);
  if (factors.size() != parts->factors.size()) return nullptr;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const Index* kept = index_at(loop.body, factors[f]);
    const Atom factor = kept != nullptr && kept->indices == here ? kept->array : factors[f];
    if (!facts_.is_factor(*parts, f, factor)) return nullptr;
  }
  return parts;
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
  const Facts::Parts* parts = parts_at(loop, dims);
  if (parts == nullptr) return {};
  const Atom length = *facts_.count_of(dims[0]);
  if (!facts_.is_same(facts_.defined_length(value, 0), {length})) return {};
  const Length total = facts_.defined_length(array, 0);
  if (!facts_.is_total(*parts, total)) return {};
  std::size_t reads = 0;
  for (std::size_t s = 0; s < *written; ++s)
    reads += is_read_at(loop.body.stms[s].exp, param.id, dims) ? 1 : 0;
  if (count_uses(loop.body, param.id) != 1 + reads) return {};

  learnt_ = true;
  for (Stm& one : loop.body.stms)
    if (is_read_at(one.exp, param.id, dims))
      one.exp.node =
          ArrayApp{ArrayOp::zeros, {length}, {static_cast<std::int64_t>(param.type.elem)}};
  loop.body.stms.erase(loop.body.stms.begin() + static_cast<std::ptrdiff_t>(*written));
  loop.inits[k] = placed_nothing(stm, param.type);
  loop.params[k] = program_.names.bind(param.type);
  loop.body.results[k] = value;
  loop.regular[k] = 0;
  const Binder whole = stm.binders[k], kept = program_.names.bind(param.type);
  stm.binders[k] = program_.names.bind(param.type);
  stm.binders.insert(
      stm.binders.begin() + static_cast<std::ptrdiff_t>(loop.params.size() + loop.history.size()),
      kept);
  loop.keep(k, true, true);
  facts_.learn_lengths(kept, {total});
  flat_.insert(kept.id);
  return Stm{{whole}, {Copy{kept.atom()}}, stm.span, stm.inlined_at};
}

// An array without elements.
Atom Simplifier::placed_nothing(const Stm& near, Type type) {
  const Binder none = program_.names.bind(type);
  place(
      {{none},
       {ArrayApp{
           ArrayOp::zeros, Atoms(type.rank, Atom::i64(0)), {static_cast<std::int64_t>(type.elem)}}},
       near.span,
       near.inlined_at});
  Atom atom = none.atom();
  resolve(atom);
  return atom;
}

// What is kept flat and is made one dimension for that, in parameter [k], is kept as it was: lanes
// have rows of it. Gives what is to stand after the loop.
std::vector<Stm> Simplifier::keep_shaped(Stm& stm, Loop& loop, std::size_t k) {
  const Binder param = loop.params[k], last = stm.binders[k];
  const ArrayApp* none = facts_.array_app(loop.inits[k]);
  if (param.type.rank != 1 || none == nullptr || none->op != ArrayOp::zeros ||
      none->args[0] != Atom::i64(0) || count_uses(loop.body, param.id) > 0)
    return {};
  bool kept = false;
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    if (loop.history[h] != k) continue;
    if (!loop.is_flat(h) || !loop.is_after(h)) return {};
    kept = true;
  }
  const auto made = kept ? place_of(loop.body, loop.body.results[k].var) : std::nullopt;
  const auto* shaped = made ? std::get_if<ArrayApp>(&loop.body.stms[*made].exp.node) : nullptr;
  if (shaped == nullptr || shaped->op != ArrayOp::reshape || !facts_.is_flat(*shaped)) return {};

  const Atom value = shaped->args[0];
  loop.inits[k] = placed_nothing(stm, value.type);
  loop.params[k] = program_.names.bind(value.type);
  loop.body.results[k] = value;
  stm.binders[k] = program_.names.bind(value.type);
  std::vector<Stm> after;
  const auto then = [&](Exp exp, const Binder& to) {
    after.push_back({{to}, std::move(exp), stm.span, stm.inlined_at});
    return to.atom();
  };
  const Atom whole = stm.binders[k].atom();
  Atom size = Atom::i64(1);
  for (int dim = 0; dim < value.type.rank; ++dim) {
    const Atom length =
        then({ArrayApp{ArrayOp::shape, {whole}, {dim}}}, program_.names.bind(kIndex));
    size = then({PrimApp{prims::get("mul", kIndex.elem), {size, length}}},
                program_.names.bind(kIndex));
  }
  then({ArrayApp{ArrayOp::reshape, {whole, size}, {}}}, last);
  return after;
}

}  // namespace laguz::core::simplifier
