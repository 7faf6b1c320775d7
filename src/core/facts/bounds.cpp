// What is known of indices.
#include "core/facts/find.hpp"

namespace laguz::core::facts {

bool Facts::is_in_bounds(const Index& e) const {
  for (std::size_t d = 0; d < e.indices.size(); ++d)
    if (!is_in_bounds(e, d)) return false;
  return true;
}

bool Facts::is_in_bounds(const Index& e, std::size_t dim) const {
  return is_below(e.indices[dim], defined_length(e.array, static_cast<int>(dim)));
}

bool Facts::is_below(const Atom& index, const Length& length) const {
  if (index.is_constant()) {
    // n - i, of an index i below n, is at least 1.
    const PrimApp* rest =
        length.dim < 0 && index == Atom::i64(0) ? definition(length.atom, prims::Op::sub) : nullptr;
    if (rest != nullptr && !rest->args[1].is_constant() && is_below(rest->args[1], {rest->args[0]}))
      return true;
    const auto n = constant(length);
    return n && index.scalar().as_i64() >= 0 && index.scalar().as_i64() < *n;
  }
  if (const std::int64_t* most = find(most_, index.var))
    if (const auto n = constant(length); n && *most <= *n) return true;
  if (is_in_rows(index, length)) return true;
  if (length.dim < 0) {  // i + 1 < n + 1, and so is i
    const Offset place = offset_of(index), end = offset_of(length.atom);
    if (end.by > 0 && place.by >= 0 && place.by <= end.by && is_below(place.number, {end.number}))
      return true;
  }
  // i < j, j < n: so i < n, which is max(n, 0) then. And so if i < n - m.
  const Atom* bound = find(bounds_, index.var);
  for (int steps = 0; bound && steps < kMostSteps; ++steps) {
    if (has_trips(length, *bound)) return true;
    const PrimApp* less = definition(*bound, prims::Op::sub);
    const bool below =
        less != nullptr && is_always_natural(less->args[0]) && is_always_natural(less->args[1]);
    const Atom* same = find(not_negative_, bound->var);
    const Atom* most = find(at_most_, (same ? same : bound)->var);
    bound = below ? &less->args[0] : most ? most : find(bounds_, same ? same->var : bound->var);
  }
  return false;
}

// Whether [index] is a * m + b, of a below n and b below m, and [length] is n * m. (If that is more
// than a number can tell, the place may be outside all the same: reading there fails then.)
bool Facts::is_in_rows(const Atom& index, const Length& length) const {
  const PrimApp* sum = definition(index, prims::Op::add);
  const PrimApp* all = length.dim < 0 ? definition(length.atom, prims::Op::mul) : nullptr;
  if (sum == nullptr || all == nullptr) return false;
  for (const std::size_t side : {0U, 1U}) {
    const PrimApp* row = definition(sum->args[side], prims::Op::mul);
    if (row == nullptr) continue;
    for (const std::size_t f : {0U, 1U})
      for (const std::size_t g : {0U, 1U})
        if (row->args[1 - f] == all->args[1 - g] && is_below(row->args[f], {all->args[g]}) &&
            is_below(sum->args[1 - side], {all->args[1 - g]}))
          return true;
  }
  return false;
}

std::optional<Atom> Facts::trips_of(const Length& length) const {
  const Atom* bound = length.dim == 0  ? find(trips_, length.atom.var)
                      : length.dim < 0 ? find(not_negative_, length.atom.var)
                                       : nullptr;
  return bound ? std::optional(*bound) : std::nullopt;
}

bool Facts::has_trips(const Length& length, const Atom& bound) const {
  if (is_length(bound, length)) return true;
  const auto trips = trips_of(length);
  const Atom* same = find(not_negative_, bound.var);
  return trips && (*trips == bound || (same != nullptr && *trips == *same));
}

bool Facts::is_trips(const Atom& bound, const Atom& n) const {
  const Atom* same = find(not_negative_, bound.var);
  return bound == n || (same != nullptr && *same == n);
}

std::optional<Atom> Facts::bound_of_bounded(const PrimApp& e) const {
  const bool lowest = prims::op_of(e.prim) == prims::Op::max;
  for (const std::size_t side : {0, 1}) {
    const PrimApp* moved = definition(e.args[1 - side], lowest ? prims::Op::sub : prims::Op::add);
    if (moved == nullptr) continue;
    const auto by = constant(moved->args[1]);
    const Atom* bound = find(bounds_, moved->args[0].var);
    if (!bound || !by || *by < 0 || *by >= kFar) continue;
    const Atom* last = find(lasts_, e.args[side].var);
    if (lowest ? e.args[side] == Atom::i64(0) : last && *last == *bound) return *bound;
  }
  return {};
}

std::optional<Facts::RingPlace> Facts::ring_place(const PrimApp& e) const {
  if (prims::op_of(e.prim) != prims::Op::mod || e.prim.type != ScalarType::i64) return {};
  const Atom& n = e.args[1];
  std::optional<Atom> index;
  std::int64_t by = 0;
  std::vector<std::pair<Atom, int>> terms{{e.args[0], 1}};
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const auto [term, sign] = terms[t];
    const PrimApp* sum = definition(term, prims::Op::add);
    const PrimApp* difference = definition(term, prims::Op::sub);
    const Atom* bound = find(bounds_, term.var);
    if (const auto number = constant(term)) {
      if (*number <= -kFar || *number >= kFar) return {};
      by += sign * *number;
    } else if (term == n) {
      continue;
    } else if (bound && *bound == n && sign > 0 && !index) {
      index = term;
    } else if ((sum || difference) && t < kMostSteps) {
      const PrimApp* both = sum ? sum : difference;
      terms.push_back({both->args[0], sign});
      terms.push_back({both->args[1], sum ? sign : -sign});
    } else {
      return {};
    }
  }
  if (const auto width = constant(n); width && *width > 0) {
    by %= *width;
    if (by == *width - 1) by = -1;
    if (by == 1 - *width) by = 1;
  }
  if (!index || by < -1 || by > 1) return {};
  return RingPlace{*index, by};
}

bool Facts::goes_up_to(const Atom& number, const Length& length) const {
  Atoms open{number};
  for (int steps = 0; !open.empty() && steps < kMostSteps; ++steps) {
    const Atom one = open.back();
    open.pop_back();
    if (one.is_constant()) continue;
    if (is_length(one, length)) return true;
    if (const Atom* bound = find(bounds_, one.var)) open.push_back(*bound);
    if (const Atom* of = find(not_negative_, one.var); of != nullptr && !(*of == one))
      open.push_back(*of);
    for (const prims::Op op : {prims::Op::add, prims::Op::sub})
      if (const PrimApp* made = definition(one, op))
        open.insert(open.end(), made->args.begin(), made->args.end());
  }
  return false;
}

std::optional<Atom> Facts::difference(const PrimApp& e) const {
  if (prims::op_of(e.prim) != prims::Op::sub || e.prim.type != ScalarType::i64) return {};
  const PrimApp* inner = definition(e.args[1], prims::Op::sub);
  return inner && inner->args[0] == e.args[0] ? std::optional(inner->args[1]) : std::nullopt;
}

bool Facts::is_in_bounds(const Index& e, std::size_t dim, int depth) const {
  if (is_in_bounds(e, dim)) return true;
  const Length own = defined_length(e.array, static_cast<int>(dim));
  if (own.dim < 0) return false;
  for (int scope = depth; scope >= 0; --scope)
    if (const Atom* known = find(scopes_[static_cast<std::size_t>(scope)].lengths, key(own)))
      if (is_below(e.indices[dim], {*known})) return true;
  return false;
}

bool Facts::is_in_bounds(const Slice& e) const {
  for (std::size_t i = 0; i < e.dims.size(); ++i)
    if (!is_in_bounds(e.dims[i], defined_length(e.array, static_cast<int>(i)))) return false;
  return true;
}

// (By names as they are there: those that stand for the same only further in do not count.)
bool Facts::is_in_bounds(const Slice& e, int depth) const {
  for (std::size_t d = 0; d < e.dims.size(); ++d) {
    if (!is_in_bounds(e.dims[d], named(defined_length(e.array, static_cast<int>(d)), depth)))
      return false;
  }
  return true;
}

bool Facts::is_in_bounds(const DimSlice& dim, const Length& length, Where where) const {
  if (dim.fixed) return false;
  if (!dim.start && !dim.end) return !dim.stride || constant(*dim.stride).value_or(0) != 0;
  if (dim.stride) return false;
  const auto count = dim.start && dim.end ? count_of(dim) : std::nullopt;
  if (count && *count == Atom::i64(1) && is_below(*dim.start, length)) return true;
  const Atom start = dim.start.value_or(Atom::i64(0));
  if (!is_at_least_0(start, where) || (dim.end && !is_at_most(*dim.end, length, where)))
    return false;
  return is_at_most(start, dim.end ? Length{*dim.end} : length, where);
}

bool Facts::is_at_least_0(const Atom& number, Where where) const {
  return where == Where::here ? is_natural(number) : is_always_natural(number);
}

// (Lengths of arrays are natural, and a sum of two is a number: `is_in_rows` says what if it is
// not.)
bool Facts::is_at_most(const Atom& number, const Length& length, Where where, int steps) const {
  if (is_length(number, length) || is_below(number, length)) return true;
  const auto least = constant(number), most = constant(length);
  if (least && most) return *least <= *most;
  if (least == 0) return length.dim >= 0 || is_at_least_0(length.atom, where);
  if (steps == 0) return false;
  if (const PrimApp* both = definition(number, prims::Op::min))
    return is_at_most(both->args[0], length, where, steps - 1) ||
           is_at_most(both->args[1], length, where, steps - 1);
  const PrimApp* sum = length.dim < 0 ? definition(length.atom, prims::Op::add) : nullptr;
  if (sum == nullptr && length.dim < 0 && where == Where::here) sum = find(also_, length.atom.var);
  for (const std::size_t side : {0U, 1U})
    if (sum != nullptr && prims::op_of(sum->prim) == prims::Op::add &&
        shapes_.count(sum->args[1 - side].var) > 0 &&
        is_at_most(number, {sum->args[side]}, where, steps - 1))
      return true;
  return false;
}

bool Facts::is_read(const Index& e, std::size_t dim, int depth) const {
  if (e.indices[dim].is_constant()) return false;
  const Length own = known(defined_length(e.array, static_cast<int>(dim)), depth);
  for (int scope = depth; scope >= 0; --scope)
    if (const auto* lengths =
            find(scopes_[static_cast<std::size_t>(scope)].read, e.indices[dim].var))
      for (const Length& length : *lengths)
        if (is_same(known(length, depth), own)) return true;
  return false;
}

bool Facts::has_been_inside(const Atom& index, const std::optional<Length>& length) const {
  if (index.is_constant()) return false;
  const auto own = length ? std::optional(known(*length)) : std::nullopt;
  const auto is_own = [&](const Length& other) { return !own || is_same(known(other), *own); };
  const PrimApp* sum = definition(index, prims::Op::add);
  for (const Scope& scope : scopes_) {
    if (const auto* lengths = find(scope.read, index.var))
      if (std::any_of(lengths->begin(), lengths->end(), is_own)) return true;
    for (const std::size_t side : {0U, 1U})
      if (const auto* parts = sum != nullptr ? find(scope.parts, sum->args[side].var) : nullptr)
        for (const Scope::Part& part : *parts)
          if (is_below(sum->args[1 - side], {part.count}) && is_own(part.all)) return true;
  }
  return false;
}

bool Facts::is_certain(const Slice& e, int depth) const {
  Index fixed{e.array, Atoms(e.dims.size(), Atom::i64(0)), {}};
  for (std::size_t d = 0; d < e.dims.size(); ++d) {
    fixed.indices[d] = e.dims[d].index;
    const bool certain =
        e.dims[d].fixed
            ? is_certain(fixed, d, depth)
            : is_in_bounds(e.dims[d], defined_length(e.array, static_cast<int>(d)), Where::here);
    if (!certain) return false;
  }
  return true;
}

void Facts::forget_read(const Index& e) {
  for (std::size_t d = 0; d < e.indices.size(); ++d) {
    const Length own = defined_length(e.array, static_cast<int>(d));
    for (Scope& scope : scopes_) {
      const auto found = scope.read.find(e.indices[d].var);
      if (found == scope.read.end()) continue;
      const auto last = std::find(found->second.rbegin(), found->second.rend(), own);
      if (last != found->second.rend()) found->second.erase(std::next(last).base());
    }
  }
}

void Facts::learn_read(const Index& e) {
  for (std::size_t d = 0; d < e.indices.size(); ++d)
    if (!e.indices[d].is_constant())
      scopes_.back().read[e.indices[d].var].push_back(defined_length(e.array, static_cast<int>(d)));
}

void Facts::learn_read(const Slice& e) {
  for (std::size_t d = 0; d < e.dims.size(); ++d)
    if (const auto count = count_of(e.dims[d]); count && !e.dims[d].start->is_constant())
      scopes_.back().parts[e.dims[d].start->var].push_back(
          {*count, defined_length(e.array, static_cast<int>(d))});
}

void Facts::learn_below(VarId var, const Atom& bound) {
  bounds_[var] = bound;
  if (!(bound.type == kIndex)) return;
  if (const auto most = most_of_number(bound, 0)) most_[var] = *most;
}

// What [number] cannot be more than.
std::optional<std::int64_t> Facts::most_of_number(const Atom& number, int steps) const {
  if (number.is_constant()) return number.scalar().as_i64();
  if (const ScalarType* type = find(from_, number.var)) return most_of(*type);
  if (const std::int64_t* below = find(most_, number.var)) return *below;
  if (steps == kMostSteps) return {};
  if (const Atom* n = find(not_negative_, number.var); n != nullptr && !(*n == number)) {
    const auto most = most_of_number(*n, steps + 1);
    return most ? std::optional(std::max<std::int64_t>(*most, 0)) : std::nullopt;
  }
  const PrimApp* less = definition(number, prims::Op::sub);
  if (less == nullptr || !is_natural(less->args[1])) return {};
  const auto most = most_of_number(less->args[0], steps + 1);
  return most && *most >= 0 ? most : std::nullopt;
}

std::optional<Facts::Widened> Facts::widened(const Atom& number) const {
  const Widened* known = find(widened_, number.var);
  return known != nullptr ? std::optional(*known) : std::nullopt;
}

std::optional<Facts::Widened> Facts::narrow(const Atom& number) const {
  if (!number.is_constant()) return widened(number);
  if (!support::is_signed(number.type.elem)) return std::nullopt;
  const std::int64_t by = number.scalar().as_i64();
  return Widened{{}, {}, by, by, by};
}

// Of indices as other numbers, and sums of such and constants: where nothing is cut off.
void Facts::learn_narrow(VarId result, ScalarType type, const PrimApp& e) {
  constexpr std::size_t kMostTerms = 4;
  Widened made;
  if (e.args.size() == 1 && e.prim.type == ScalarType::i64 &&
      e.prim == prims::get("cvt_" + std::string(name(type)), ScalarType::i64)) {
    cut_[result] = e.args[0];
    const std::int64_t* below = find(most_, e.args[0].var);
    if (below == nullptr || *below <= 0) return;
    made = {{e.args[0]}, {}, 0, 0, *below - 1};
  } else {
    const prims::Op op = prims::op_of(e.prim);
    if (e.args.size() != 2 || (op != prims::Op::add && op != prims::Op::sub)) return;
    const auto a = narrow(e.args[0]), b = narrow(e.args[1]);
    if (!a || !b ||
        a->plus.size() + a->minus.size() + b->plus.size() + b->minus.size() > kMostTerms)
      return;
    made = *a;
    const bool adds = op == prims::Op::add;
    const Atoms &more = adds ? b->plus : b->minus, &less = adds ? b->minus : b->plus;
    made.plus.insert(made.plus.end(), more.begin(), more.end());
    made.minus.insert(made.minus.end(), less.begin(), less.end());
    made.by += adds ? b->by : -b->by;
    made.least += adds ? b->least : -b->most;
    made.most += adds ? b->most : -b->least;
  }
  if (made.least >= least_of(type) && made.most <= most_of(type)) widened_[result] = made;
}

}  // namespace laguz::core::facts
