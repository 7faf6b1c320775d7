#include "core/stencils/places.hpp"

#include <algorithm>

#include "prims/catalog.hpp"

namespace laguz::core::stencils {
namespace {

constexpr int kMostSteps = 8;          ///< from a number to a place
constexpr std::int64_t kMostSame = 4;  ///< iterations at the end of a range that add at one place
constexpr int kMostBounds = 4;         ///< one around the other, of a place

/// The iterations of [range] all add at [place].
bool add_points(const Range& range, const Linear& place, std::vector<Piece>& to) {
  for (const Linear& from : range.from) {
    for (const Linear& end : range.end) {
      const Linear length = end - from;
      if (length.widths != 0 || length.plus > kMostSame) continue;
      for (std::int64_t i = 0; i < length.plus; ++i) {
        const Linear at = from + i;
        Range point = range;
        point.start_at(at);
        point.end_at(at + 1);
        if (!point.is_empty()) to.push_back({point, place - at});
      }
      return true;
    }
  }
  return false;
}

/// [bounds] and [one], without those that others make superfluous, be there iterations or not.
template <class Covers>
void add_bound(std::vector<Linear>& bounds, const Linear& one, Covers covers) {
  for (const Linear& bound : bounds)
    if (covers(bound, one)) return;
  std::erase_if(bounds, [&](const Linear& bound) { return covers(one, bound); });
  bounds.push_back(one);
}

}  // namespace

void Range::start_at(const Linear& first) {
  add_bound(from, first, [](const Linear& a, const Linear& b) { return b.at_most(a, 0); });
}

void Range::end_at(const Linear& last) {
  add_bound(end, last, [](const Linear& a, const Linear& b) { return a.at_most(b, 0); });
}

bool Range::starts_at_or_after(const Linear& first) const {
  return std::any_of(from.begin(), from.end(), [&](const Linear& a) { return first.at_most(a); });
}

bool Range::ends_by(const Linear& last) const {
  return std::any_of(end.begin(), end.end(), [&](const Linear& a) { return a.at_most(last); });
}

bool Range::is_empty() const {
  return std::any_of(from.begin(), from.end(), [&](const Linear& a) { return ends_by(a); });
}

bool Range::is_apart_from(const Range& other) const {
  const auto before = [](const Range& a, const Range& b) {
    return std::any_of(b.from.begin(), b.from.end(), [&](const Linear& x) { return a.ends_by(x); });
  };
  return before(*this, other) || before(other, *this);
}

Range Range::operator+(const Linear& shift) const {
  Range moved = *this;
  for (Linear& a : moved.from) a = a + shift;
  for (Linear& a : moved.end) a = a + shift;
  return moved;
}

Linear Places::width(std::size_t level) const {
  const Atom& width = levels_.widths[level];
  return width.is_constant() ? Linear{0, width.scalar().as_i64()} : Linear{1, 0};
}

const PrimApp* Places::prim(const Atom& atom) const {
  const Exp* exp = atom.is_constant() ? nullptr : definition_(atom.var);
  return exp ? std::get_if<PrimApp>(&exp->node) : nullptr;
}

std::optional<Places::Term> Places::term(const Atom& atom, std::size_t level, int steps) const {
  if (atom.type != kIndex || steps > kMostSteps) return {};
  if (atom.is_constant()) {
    const std::int64_t n = atom.scalar().as_i64();
    return -kFar < n && n < kFar ? std::optional(Term{false, {0, n}}) : std::nullopt;
  }
  const Atoms& numbers = levels_.numbers[level];
  if (std::find(numbers.begin(), numbers.end(), atom) != numbers.end()) return Term{true, {}};
  if (atom == levels_.widths[level]) return Term{false, width(level)};
  const PrimApp* app = prim(atom);
  const prims::Op op = app ? prims::op_of(app->prim) : prims::Op::other;
  if (op != prims::Op::add && op != prims::Op::sub) return {};
  const auto a = term(app->args[0], level, steps + 1);
  const auto b = term(app->args[1], level, steps + 1);
  if (!a || !b) return {};
  if (op == prims::Op::add) {
    if (a->number && b->number) return {};
    return Term{a->number || b->number, a->rest + b->rest};
  }
  if (b->number && !a->number) return {};
  return Term{a->number && !b->number, a->rest - b->rest};
}

bool Places::restrict(const Atom& condition, bool value, std::vector<Range>& ranges,
                      int steps) const {
  if (steps > kMostSteps) return false;
  if (condition.is_constant()) return condition.scalar().as_bool() == value;
  const PrimApp* app = prim(condition);
  if (app == nullptr) return false;
  const prims::Op op = prims::op_of(app->prim);
  const bool logical = app->args[0].type.elem == ScalarType::boolean;
  if (logical && op == prims::Op::bit_not) return restrict(app->args[0], !value, ranges, steps + 1);
  const bool both = logical && op == prims::Op::bit_and;
  const bool either = logical && op == prims::Op::bit_or;
  if (!both && !either) return restrict_comparison(*app, value, ranges);
  if (both != value) return false;  // one of them, and nobody knows which
  const bool first = restrict(app->args[0], value, ranges, steps + 1);
  return restrict(app->args[1], value, ranges, steps + 1) && first;
}

bool Places::restrict_comparison(const PrimApp& comparison, bool value,
                                 std::vector<Range>& ranges) const {
  using prims::Op;
  if (comparison.args.size() != 2) return false;
  for (std::size_t level = 0; level < ranges.size(); ++level) {
    const auto a = term(comparison.args[0], level), b = term(comparison.args[1], level);
    if (!a || !b || a->number == b->number) continue;
    // The number compared with [other], from its side.
    const Linear other = a->number ? b->rest - a->rest : a->rest - b->rest;
    Op op = prims::op_of(comparison.prim);
    if (!value) {
      op = op == Op::eq   ? Op::ne
           : op == Op::ne ? Op::eq
           : op == Op::lt ? Op::ge
           : op == Op::ge ? Op::lt
           : op == Op::gt ? Op::le
           : op == Op::le ? Op::gt
                          : Op::other;
    }
    if (b->number) {
      op = op == Op::lt   ? Op::gt
           : op == Op::gt ? Op::lt
           : op == Op::le ? Op::ge
           : op == Op::ge ? Op::le
                          : op;
    }
    Range& range = ranges[level];
    const auto among = [](const std::vector<Linear>& bounds, const Linear& bound) {
      return std::find(bounds.begin(), bounds.end(), bound) != bounds.end();
    };
    // All but the first one or the last one.
    if (op == Op::ne && among(range.from, other)) op = Op::gt;
    if (op == Op::ne && among(range.end, other + 1)) op = Op::lt;
    if (op == Op::gt) range.start_at(other + 1);
    if (op == Op::ge || op == Op::eq) range.start_at(other);
    if (op == Op::lt) range.end_at(other);
    if (op == Op::le || op == Op::eq) range.end_at(other + 1);
    return op != Op::ne && op != Op::other;
  }
  return false;
}

std::optional<std::vector<Piece>> Places::pieces(const Atom& place, std::size_t level,
                                                 const Range& range, int steps) const {
  std::vector<Piece> found;
  if (const auto at = term(place, level)) {
    if (!at->number)
      return add_points(range, at->rest, found) ? std::optional(found) : std::nullopt;
    found.push_back({range, at->rest});
    return found;
  }
  const PrimApp* app = prim(place);
  if (app == nullptr || place.type != kIndex || steps == kMostBounds) return {};
  const prims::Op op = prims::op_of(app->prim);
  if (op == prims::Op::min || op == prims::Op::max) return bounded(*app, level, range, steps + 1);
  if (op == prims::Op::mod) return on_a_ring(*app, level, range);
  return op == prims::Op::select ? chosen(*app, level, range, steps + 1) : std::nullopt;
}

// What lies beyond the bound is at the bound.
std::optional<std::vector<Piece>> Places::bounded(const PrimApp& app, std::size_t level,
                                                  const Range& range, int steps) const {
  const bool below = prims::op_of(app.prim) == prims::Op::max;
  const auto first = term(app.args[0], level), second = term(app.args[1], level);
  const bool by_first = first && !first->number;
  if (!by_first && (!second || second->number)) return {};
  const Linear bound = by_first ? first->rest : second->rest;
  const auto inner = pieces(by_first ? app.args[1] : app.args[0], level, range, steps);
  if (!inner) return {};
  std::vector<Piece> found;
  for (const Piece& piece : *inner) {
    // The first iteration that is within, or behind the last one.
    const Linear border = bound - piece.shift + (below ? 0 : 1);
    if (below ? piece.range.starts_at_or_after(border) : piece.range.ends_by(border)) {
      found.push_back(piece);
      continue;
    }
    Range beyond = piece.range, within = piece.range;
    below ? beyond.end_at(border) : beyond.start_at(border);
    below ? within.start_at(border) : within.end_at(border);
    if (!within.is_empty()) found.push_back({within, piece.shift});
    if (!add_points(beyond, bound, found)) return {};
  }
  return found;
}

// (i + c) mod the width. Further than one place beyond an end, narrow maps go round more than once.
std::optional<std::vector<Piece>> Places::on_a_ring(const PrimApp& mod, std::size_t level,
                                                    const Range& range) const {
  const auto place = term(mod.args[0], level), around = term(mod.args[1], level);
  const Linear all = width(level);
  if (!place || !place->number || !around || around->number || around->rest != all) return {};
  std::int64_t shift = place->rest.plus;
  if (all.widths == 0) {
    if (all.plus < 1) return {};
    shift %= all.plus;  // C++'s: within the width, of either sign
  } else if (shift < -1 || shift > 1) {
    return {};
  }
  const Linear border = shift > 0 ? all + -shift : Linear{0, -shift};
  Range before = range, behind = range;
  before.end_at(border);
  behind.start_at(border);
  if (shift > 0) return std::vector<Piece>{{before, {0, shift}}, {behind, Linear{0, shift} - all}};
  return std::vector<Piece>{{before, all + shift}, {behind, {0, shift}}};
}

std::optional<std::vector<Piece>> Places::chosen(const PrimApp& select, std::size_t level,
                                                 const Range& range, int steps) const {
  std::vector<Piece> found;
  for (const bool value : {true, false}) {
    std::vector<Range> ranges;
    for (std::size_t l = 0; l < levels_.widths.size(); ++l) ranges.push_back(whole(l));
    ranges[level] = range;
    const std::vector<Range> before = ranges;
    if (!restrict(select.args[0], value, ranges)) return {};
    for (std::size_t l = 0; l < ranges.size(); ++l)
      if (l != level && !(ranges[l] == before[l])) return {};
    const auto some = pieces(value ? select.args[1] : select.args[2], level, ranges[level], steps);
    if (!some) return {};
    found.insert(found.end(), some->begin(), some->end());
  }
  return found;
}

}  // namespace laguz::core::stencils
