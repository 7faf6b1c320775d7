// What is known of lengths and shapes.
#include "core/facts/facts.hpp"

#include <algorithm>

#include "core/facts/find.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::facts {

bool Facts::is_whole(const Atom& array, const std::vector<DimSlice>& dims) const {
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const DimSlice& dim = dims[i];
    if (dim.fixed || dim.stride || (dim.start && !(*dim.start == Atom::i64(0)))) return false;
    if (dim.end && !is_length(*dim.end, length(array, static_cast<int>(i)))) return false;
  }
  return true;
}

Atoms Facts::factors(const Atom& product, std::size_t most) const {
  Atoms factors, products{product};  // of a product that may be one of others
  while (!products.empty()) {
    if (factors.size() + products.size() > most) return {product};
    const Atom last = products.back();
    products.pop_back();
    if (const PrimApp* both = definition(last, prims::Op::mul))
      products.insert(products.end(), {both->args[1], both->args[0]});
    else
      factors.push_back(last);
  }
  return factors;
}

// One dimension, of all lengths together: such a product does not overflow, for the array is there.
bool Facts::is_flat(const ArrayApp& e) const {
  std::vector<Length> lengths;
  for (int dim = 0; dim < e.args[0].type.rank; ++dim) lengths.push_back(length(e.args[0], dim));
  return e.args.size() == 2 && is_product(e.args[1], lengths);
}

bool Facts::is_product(const Atom& atom, const std::vector<Length>& lengths) const {
  const Atoms all = factors(atom, lengths.size());
  return std::equal(
      all.begin(), all.end(), lengths.begin(), lengths.end(),
      [this](const Atom& one, const Length& length) { return is_length(one, length); });
}

bool Facts::keeps_size(const ArrayApp& e) const {
  return keeps_size(defined_lengths(e.args[0]), {e.args.begin() + 1, e.args.end()});
}

bool Facts::keeps_size(const std::vector<Length>& from, const Atoms& to) const {
  if (to.size() == 1 && is_product(to[0], from)) return true;
  if (divides_one(from, to)) return true;
  // Products of small constants cannot overflow.
  constexpr std::int64_t most = 1 << 20;
  std::int64_t before = 1, after = 1;
  for (const Length& length : from) {
    const auto n = constant(length);
    if (!n || *n < 0 || *n > most || before > most) return false;
    before *= *n;
  }
  for (const Atom& length : to) {
    const auto n = constant(length);
    if (!n || *n < 0 || *n > most || after > most) return false;
    after *= *n;
  }
  return before == after;
}

// Whether [to] has in place of one of the lengths [from] those that it is the product of. (A
// product that has passed 64 bits and is a length all the same fails when it runs, wherever that
// is.)
bool Facts::divides_one(const std::vector<Length>& from, const Atoms& to) const {
  if (from.empty() || to.size() < from.size()) return false;
  std::size_t dim = 0;
  while (dim + 1 < from.size() && is_length(to[dim], from[dim])) ++dim;
  const std::size_t parts = to.size() - from.size() + 1;
  for (std::size_t d = dim + 1; d < from.size(); ++d)
    if (!is_length(to[d + parts - 1], from[d])) return false;
  const auto begin = to.begin() + static_cast<std::ptrdiff_t>(dim);
  const Atoms own(begin, begin + static_cast<std::ptrdiff_t>(parts));
  return from[dim].dim < 0 && !from[dim].atom.is_constant() &&
         factors(from[dim].atom, parts) == own &&
         std::all_of(own.begin(), own.end(), [&](const Atom& part) { return is_natural(part); });
}

bool Facts::keeps_shape(const ArrayApp& e) const {
  if (e.args.size() != 1u + e.args[0].type.rank) return false;
  for (std::size_t dim = 0; dim + 1 < e.args.size(); ++dim)
    if (!is_length(e.args[dim + 1], length(e.args[0], static_cast<int>(dim)))) return false;
  return true;
}

Length Facts::defined_length(const Atom& array, int dim) const {
  const auto* known = find(lengths_, array.var);
  return known ? (*known)[static_cast<std::size_t>(dim)] : Length{array, dim};
}

std::vector<Length> Facts::defined_lengths(const Atom& array) const {
  std::vector<Length> all;
  for (int dim = 0; dim < array.type.rank; ++dim) all.push_back(defined_length(array, dim));
  return all;
}

Length Facts::length(const Atom& array, int dim) const { return known(defined_length(array, dim)); }

Length Facts::known(const Length& length) const { return known(length, depth()); }

Length Facts::known(const Length& length, int depth) const {
  const Length found = named(length, depth);
  return found.dim < 0 ? Length{canonical(found.atom)} : found;
}

Length Facts::named(const Length& length, int depth) const {
  for (int scope = depth; scope >= 0 && length.dim >= 0; --scope)
    if (const Atom* name = find(scopes_[static_cast<std::size_t>(scope)].lengths, key(length)))
      return {*name};
  return length;
}

std::vector<Length> Facts::possible_lengths(const Atom& array, int dim) const {
  if (const auto* known = find(possible_, array.var))
    if (const auto& lengths = (*known)[static_cast<std::size_t>(dim)]; !lengths.empty())
      return lengths;
  return {defined_length(array, dim)};
}

void Facts::learn_possible(const Binder& array, int dim, const std::vector<Length>& lengths) {
  constexpr std::size_t kMost = 4;  // more are not worth asking about
  std::vector<Length> different;
  for (const Length& length : lengths)
    if (std::none_of(different.begin(), different.end(),
                     [&](const Length& other) { return is_same(length, other); }))
      different.push_back(length);
  if (different.size() > kMost) return;
  auto& known = possible_[array.id];
  known.resize(array.type.rank);
  known[static_cast<std::size_t>(dim)] = std::move(different);
}

void Facts::learn_lengths(const Binder& array, std::vector<Length> lengths) {
  // Dimensions that are only known to be its own: nothing to remember.
  bool any = false;
  for (const Length& length : lengths) any = any || length.atom.var != array.id;
  if (any) lengths_[array.id] = std::move(lengths);
}

void Facts::learn_length(const Length& length, const Atom& known) {
  scopes_.back().lengths[key(length)] = known;
}

void Facts::learn_width(const Atom& array, const Atom& width) {
  const Length own = length(array, 0);
  if (own.dim >= 0) learn_length(own, width);
}

bool Facts::is_length(const Atom& atom, const Length& length) const {
  if (length.dim < 0) return atom == length.atom;
  const Length* shape = find(shapes_, atom.var);
  if (shape && *shape == length) return true;
  const Parts* filled = length.dim == 0 ? find(filled_, length.atom.var) : nullptr;
  if (filled != nullptr && is_total(*filled, {atom})) return true;
  const ArrayApp* app = length.dim == 0 ? array_app(length.atom) : nullptr;
  if (app != nullptr && app->op == ArrayOp::concat)
    return is_sum_of(atom, app->args, app->args.size());
  const Atom* trips = length.dim == 0 ? find(trips_, length.atom.var) : nullptr;
  const Atom* natural = trips ? find(not_negative_, atom.var) : nullptr;
  return natural && *natural == *trips;
}

bool Facts::is_sum_of(const Atom& number, const Atoms& arrays, std::size_t count) const {
  support::expect_stack("An array joined of joined ones");
  if (count == 1) return is_length(number, defined_length(arrays[0], 0));
  const PrimApp* sum = definition(number, prims::Op::add);
  return sum != nullptr && is_length(sum->args[1], defined_length(arrays[count - 1], 0)) &&
         is_sum_of(sum->args[0], arrays, count - 1);
}

bool Facts::is_same(const Length& a, const Length& b) const {
  // max(n, 0) is n here.
  const auto is_natural_of = [this](const Length& max, const Length& n) {
    const Atom* of = max.dim < 0 && n.dim < 0 ? find(not_negative_, max.atom.var) : nullptr;
    return of != nullptr && *of == n.atom && is_natural(n.atom);
  };
  return a == b || is_natural_of(a, b) || is_natural_of(b, a) ||
         (a.dim < 0 && is_length(a.atom, b)) || (b.dim < 0 && is_length(b.atom, a));
}

const ArrayApp* Facts::array_app(const Atom& atom) const { return find(apps_, atom.var); }
const ArrayLit* Facts::array_lit(const Atom& atom) const { return find(literals_, atom.var); }
const Slice* Facts::slice(const Atom& atom) const { return find(slices_, atom.var); }

bool Facts::is_iota(const Atom& atom, const Atom& n) const {
  const ArrayApp* app = array_app(atom);
  return app && app->op == ArrayOp::iota && app->args[0] == n && app->args[1] == Atom::i64(0) &&
         app->args[2] == Atom::i64(1);
}

// From a to a + n there are n, and so there are from a * n to (a + 1) * n.
std::optional<Atom> Facts::count_of(const DimSlice& dim) const {
  if (dim.fixed || !dim.start || !dim.end || dim.stride) return std::nullopt;
  if (const Atoms* terms = sum(*dim.end))
    for (const std::size_t side : {0U, 1U})
      if ((*terms)[side] == *dim.start) return (*terms)[1 - side];
  const auto multiples = [this](const Atom& number) {
    std::vector<std::pair<Atom, Offset>> all;  // of what, and how many
    if (!number.is_constant()) all.push_back({number, {Atom::i64(0), 1}});
    if (const Atoms* both = product(number))
      for (const std::size_t side : {0U, 1U}) {
        const Offset times = offset_of((*both)[side]);
        const auto known = constant(times.number);
        all.push_back({(*both)[1 - side], known && *known<kFar&& * known> - kFar
                                              ? Offset{Atom::i64(0), *known + times.by}
                                              : times});
      }
    return all;
  };
  for (const auto& [step, end] : multiples(*dim.end))
    for (const auto& [same, start] : multiples(*dim.start))
      if (step == same && end.number == start.number && end.by - start.by == 1) return step;
  return std::nullopt;
}

}  // namespace laguz::core::facts
