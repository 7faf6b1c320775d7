// What is known of what loops keep flat: where the parts of iterations begin, and how long they
// are.
#include <algorithm>

#include "core/facts/facts.hpp"
#include "core/facts/find.hpp"

namespace laguz::core::facts {
namespace {

bool has(const Atoms& atoms, const Atom& atom) {
  return std::find(atoms.begin(), atoms.end(), atom) != atoms.end();
}

}  // namespace

const Facts::Parts* Facts::parts(const Atom& begins) const { return find(parts_, begins.var); }

bool Facts::is_factor(const Parts& parts, std::size_t which, const Atom& array) const {
  const Atoms& alike = parts.factors[which];
  const Slice* part = parts.around ? slice(array) : nullptr;
  return part != nullptr ? has(alike, part->array) && part->dims == parts.dims : has(alike, array);
}

bool Facts::is_total(const Parts& parts, const Length& length) const {
  if (!parts.around)
    return std::any_of(parts.totals.begin(), parts.totals.end(),
                       [&](const Atom& total) { return is_same(length, {total}); });
  const Index* read = length.dim < 0 ? find(reads_, length.atom.var) : nullptr;
  return read != nullptr && has(parts.totals, read->array) && read->indices == Atoms{*parts.around};
}

// Derivatives keep the running sum of lengths at the starts of iterations, and the lengths: at the
// ends, or, where states are kept at the starts, there.
void Facts::learn_parts(const Stm& stm, const Loop& loop) {
  const auto kept = [&](std::size_t entry) {
    return stm.binders[loop.params.size() + entry].atom();
  };
  // What is kept flat, or as it is, at the ends of iterations, of one of these.
  const auto kept_of = [&](const Atoms& alike, bool flat) {
    Atoms all;
    for (std::size_t h = 0; h < loop.history.size(); ++h)
      if (loop.is_after(h) && loop.is_flat(h) == flat &&
          has(alike, loop.body.results[loop.history[h]]))
        all.push_back(kept(h));
    return all;
  };
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const std::size_t sum = loop.history[h];
    if (loop.is_flat(h) && loop.is_after(h))
      if (const Parts* inner = parts(loop.body.results[sum]); inner != nullptr && !inner->around) {
        Parts parts{{}, inner->numbers, kept_of(inner->totals, false)};
        for (const Atoms& alike : inner->factors) parts.factors.push_back(kept_of(alike, true));
        for (const Atoms& alike : parts.factors)
          for (const Atom& counts : alike) counted_[counts.var] = kept(h).var;
        inner_parts_.insert_or_assign(kept(h).var, std::move(parts));
      }
    if (loop.is_after(h) || loop.params[sum].type != kIndex || loop.inits[sum] != Atom::i64(0))
      continue;
    const PrimApp* next = definition(loop.body.results[sum], prims::Op::add);
    if (next == nullptr || next->args[0] != loop.params[sum].atom()) continue;
    const auto* form = std::get_if<ForForm>(&loop.form);
    const Atom total = stm.binders[sum].atom();
    Parts parts{{}, form != nullptr && next->args[1] == form->index.atom(), {total}};
    const Atoms lengths = factors(next->args[1]);
    for (const Atom& length : lengths) {
      Atoms& alike = parts.factors.emplace_back();
      if (depth_of(length) <= depth()) alike.push_back(length);
      for (std::size_t c = 0; c < loop.history.size(); ++c) {
        const std::size_t param = loop.history[c];
        const Atom at = loop.is_after(c) ? loop.body.results[param] : loop.params[param].atom();
        if (at == length) alike.push_back(kept(c));
      }
      for (const Atom& counts : alike) counted_[counts.var] = kept(h).var;
    }
    for (std::size_t f = 0; f < loop.history.size(); ++f) {
      const Atom& value = loop.body.results[loop.history[f]];
      if (!loop.is_flat(f) || !loop.is_after(f)) continue;
      bool fills = value.type.rank == lengths.size();
      for (std::size_t d = 0; d < lengths.size() && fills; ++d)
        fills = is_same(defined_length(value, static_cast<int>(d)), {lengths[d]});
      if (fills || (value.type.rank == 1 && is_same(defined_length(value, 0), {next->args[1]})))
        lengths_[kept(f).var] = {{total}};
    }
    parts_.insert_or_assign(kept(h).var, std::move(parts));
  }
}

// Of the numbers where parts begin, as many iterations around have kept them, those of one.
void Facts::learn_parts(const Binder& begins, const Slice& slice) {
  const Parts* inner = find(inner_parts_, slice.array.var);
  if (auto parts = inner != nullptr ? part_of(*inner, slice) : std::nullopt)
    parts_.insert_or_assign(begins.id, std::move(*parts));
}

std::optional<Facts::Parts> Facts::part_of(const Parts& inner, const Slice& slice) const {
  if (slice.dims.size() != 1 || !count_of(slice.dims[0])) return std::nullopt;
  const Index* begin = find(reads_, slice.dims[0].start->var);
  if (begin == nullptr || begin->indices.size() != 1) return std::nullopt;
  Parts parts = inner;
  parts.around = begin->indices[0];
  parts.dims = slice.dims;
  return parts;
}

std::optional<Facts::Parts> Facts::parts_counted_by(const Atom& counts) const {
  if (const VarId* begins = find(counted_, counts.var))
    if (const Parts* parts = find(parts_, *begins)) return *parts;
  const Slice* part = slice(counts);
  const VarId* begins = part != nullptr ? find(counted_, part->array.var) : nullptr;
  const Parts* inner = begins != nullptr ? find(inner_parts_, *begins) : nullptr;
  return inner != nullptr ? part_of(*inner, *part) : std::nullopt;
}

// What is kept flat, of values as long as the parts of another loop.
void Facts::learn_filled(const Stm& stm, const Loop& loop) {
  const auto* form = std::get_if<ForForm>(&loop.form);
  if (form == nullptr) return;
  const Atoms here{form->index.atom()};
  const auto read_here = [&](const Atom& length) {
    const Index* read = find(reads_, length.var);
    return read != nullptr && read->indices == here ? read->array : length;
  };
  for (std::size_t f = 0; f < loop.history.size(); ++f) {
    const Atom& value = loop.body.results[loop.history[f]];
    if (!loop.is_flat(f) || !loop.is_after(f)) continue;
    Atoms lengths;
    for (int d = 0; d < value.type.rank; ++d)
      if (const Length length = defined_length(value, d); length.dim < 0)
        lengths.push_back(length.atom);
    if (lengths.size() == 1) lengths = factors(lengths[0]);
    if (lengths.empty()) continue;
    const Atom counts = read_here(lengths[0]);
    auto parts = parts_counted_by(counts);
    bool fills = parts && parts->factors.size() == lengths.size() &&
                 has_trips(defined_length(counts, 0), form->bound);
    for (std::size_t d = 0; fills && d < lengths.size(); ++d)
      fills = is_factor(*parts, d, read_here(lengths[d]));
    if (fills) filled_.insert_or_assign(stm.binders[loop.params.size() + f].id, std::move(*parts));
  }
}

}  // namespace laguz::core::facts
