// What follows from a statement.
#include "core/facts/facts.hpp"
#include "core/walk.hpp"

#include <algorithm>
#include <limits>

#include "core/facts/find.hpp"
#include "core/semantics.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::facts {

void Facts::learn_same_shape(const Binder& result, const Atom& like) {
  learn_lengths(result, defined_lengths(like));
  for (int dim = 0; dim < result.type.rank; ++dim)
    learn_possible(result, dim, possible_lengths(like, dim));
}

void Facts::learn(const Binder& result, const ArrayApp& e) {
  const auto own = [&](int dim) { return Length{result.atom(), dim}; };
  std::vector<Length> lengths;
  switch (e.op) {
    case ArrayOp::shape: shapes_[result.id] = {e.args[0], static_cast<int>(e.attrs[0])}; return;
    case ArrayOp::iota:
      apps_[result.id] = e;
      learn_natural(e.args[0]);
      lengths = {{e.args[0]}};
      break;
    case ArrayOp::replicate:
      apps_[result.id] = e;
      learn_natural(e.args[0]);
      lengths = defined_lengths(e.args[1]);
      lengths.insert(lengths.begin(), {e.args[0]});
      break;
    case ArrayOp::concat:
      apps_[result.id] = e;
      lengths = defined_lengths(e.args[0]);
      lengths[0] = {Atom::i64(0)};
      for (const Atom& arg : e.args) {
        const auto sum = constant(lengths[0]), n = constant(defined_length(arg, 0));
        lengths[0] = sum && n ? Length{Atom::i64(*sum + *n)} : own(0);
      }
      break;
    case ArrayOp::rearrange:
      apps_[result.id] = e;
      for (const std::int64_t dim : e.attrs)
        lengths.push_back(defined_length(e.args[0], static_cast<int>(dim)));
      if (const auto* zeros = find(written_zeros_, e.args[0].var)) {
        WrittenZeros turned{{}, 0, zeros->written};
        for (std::size_t d = 0; d < e.attrs.size(); ++d) {
          const auto from = static_cast<std::size_t>(e.attrs[d]);
          turned.lengths.push_back(zeros->lengths[from]);
          if (from == zeros->dim) turned.dim = d;
        }
        written_zeros_[result.id] = std::move(turned);
      }
      break;
    case ArrayOp::reshape:
      apps_[result.id] = e;
      for (std::size_t i = 1; i < e.args.size(); ++i) lengths.push_back({e.args[i]});
      break;
    case ArrayOp::zeros:
      apps_[result.id] = e;
      for (const Atom& arg : e.args) lengths.push_back({arg});
      break;
    case ArrayOp::rotate:
      apps_[result.id] = e;
      lengths = defined_lengths(e.args[1]);
      break;
    case ArrayOp::reverse:
      apps_[result.id] = e;
      lengths = defined_lengths(e.args[0]);
      break;
    case ArrayOp::copy:
      apps_[result.id] = e;
      if (const Index* row = find(reads_, e.args[0].var)) reads_.insert_or_assign(result.id, *row);
      [[fallthrough]];
    case ArrayOp::lin_rec:
    case ArrayOp::order:
    case ArrayOp::last_equal:
    case ArrayOp::flat_update: lengths = defined_lengths(e.args[0]); break;
    case ArrayOp::gather:
    case ArrayOp::flat_index: return;
  }
  learn_lengths(result, std::move(lengths));
}

std::optional<Atom> Facts::written(const Atom& array, const DimSlices& place) const {
  const Written* last = find(written_, array.var);
  for (int steps = 0; last != nullptr && steps < kMostWrites; ++steps) {
    if (is_same_part(last->place, place)) return last->value;
    if (!are_apart(last->place, place)) return std::nullopt;
    last = find(written_, last->array.var);
  }
  return std::nullopt;
}

std::optional<Atom> Facts::written(const Index& index) const {
  if (!index.steps.empty() || written_.count(index.array.var) == 0) return std::nullopt;
  return written(index.array, part_read(index));
}

std::optional<Atom> Facts::written(const Slice& slice) const {
  return written(slice.array, slice.dims);
}

bool Facts::is_there(const Update& e) const {
  const Index* read = find(reads_, e.value.var);
  const Slice* seen = read == nullptr ? slice(e.value) : nullptr;
  if (read == nullptr && seen == nullptr) return false;
  const DimSlices place = read != nullptr ? part_read(*read) : seen->dims;
  const VarId from = read != nullptr ? read->array.var : seen->array.var;
  if (!is_same_part(place, e.dims)) return false;
  // As far back as it has been read, nothing has been written there.
  VarId array = e.array.var;
  for (int steps = 0; array != from && steps < kMostWrites; ++steps) {
    const Written* last = find(written_, array);
    if (last == nullptr || !are_apart(last->place, place)) return false;
    array = last->array.var;
  }
  return array == from;
}

void Facts::learn(const Binder& result, const Update& e) {
  written_[result.id] = {e.array, e.dims, e.value};
  std::optional<std::size_t> at;
  for (std::size_t d = 0; d < e.dims.size(); ++d) {
    const DimSlice& dim = e.dims[d];
    if (dim.start || dim.end || dim.stride) return;
    if (!dim.fixed) continue;
    if (at || !dim.index.is_constant()) return;
    at = d;
  }
  if (!at) return;
  const ArrayApp* app = array_app(e.array);
  const WrittenZeros* before = find(written_zeros_, e.array.var);
  WrittenZeros zeros;
  if (app != nullptr && app->op == ArrayOp::zeros)
    zeros = {app->args, *at};
  else if (before != nullptr && before->dim == *at)
    zeros = *before;
  else
    return;
  zeros.written.push_back(e.dims[*at].index.scalar().as_i64());
  written_zeros_[result.id] = std::move(zeros);
}

std::optional<ArrayApp> Facts::untouched_zeros(const Index& index) const {
  const WrittenZeros* zeros = find(written_zeros_, index.array.var);
  if (zeros == nullptr || zeros->dim != 0 || index.indices.size() != 1 ||
      !index.indices[0].is_constant() || !zeros->lengths[0].is_constant())
    return {};
  const std::int64_t at = index.indices[0].scalar().as_i64();
  const auto& written = zeros->written;
  if (at < 0 || at >= zeros->lengths[0].scalar().as_i64() ||
      std::find(written.begin(), written.end(), at) != written.end())
    return {};
  return ArrayApp{ArrayOp::zeros,
                  Atoms(zeros->lengths.begin() + 1, zeros->lengths.end()),
                  {static_cast<std::int64_t>(index.array.type.elem)}};
}

void Facts::learn(const Binder& result, const Slice& e) {
  slices_[result.id] = e;
  learn_parts(result, e);
  for (const DimSlice& dim : e.dims)
    if (const auto count = count_of(dim)) learn_natural(*count);
  std::vector<Length> lengths;
  for (std::size_t i = 0; i < e.array.type.rank; ++i) {
    if (i < e.dims.size() && e.dims[i].fixed) continue;
    const Length own{result.atom(), static_cast<int>(lengths.size())};
    const auto length = length_of(e, i);
    lengths.push_back(length ? *length : rest_of(result, e, i, own));
    if (!length) learn_rest(e, i, lengths.back());
  }
  learn_lengths(result, std::move(lengths));
}

// What is left of a + b from a on is b.
void Facts::learn_rest(const Slice& e, std::size_t i, const Length& rest) {
  const DimSlice& dim = e.dims[i];
  const Length all = known(defined_length(e.array, static_cast<int>(i)));
  const PrimApp* sum = all.dim < 0 ? definition(all.atom, prims::Op::add) : nullptr;
  if (sum == nullptr || dim.stride || dim.end || rest.dim < 0) return;
  for (const std::size_t side : {0U, 1U})
    if (sum->args[side] == *dim.start) return learn_length(rest, sum->args[1 - side]);
}

// Slices from one index on have one length, of arrays that do. [own]: what it is called if this is
// the first.
Length Facts::rest_of(const Binder& result, const Slice& e, std::size_t i, const Length& own) {
  const DimSlice& dim = e.dims[i];
  if (dim.stride || dim.end || !dim.start) return own;
  const Length all = defined_length(e.array, static_cast<int>(i));
  const int depth = depth_of(result.atom());
  int steps = 0;
  for (int scope = depth; scope >= 0; --scope) {
    const auto& rests = scopes_[static_cast<std::size_t>(scope)].rests;
    for (auto rest = rests.rbegin(); rest != rests.rend() && steps < kMostWrites; ++rest, ++steps)
      if (rest->all == all && rest->start == *dim.start) return rest->left;
  }
  scopes_[static_cast<std::size_t>(depth)].rests.push_back({all, *dim.start, own});
  return own;
}

// A slice that did not fail has end - start elements, if the stride is 1, and none is negative.
std::optional<Length> Facts::length_of(const Slice& e, std::size_t i) const {
  const Length all = defined_length(e.array, static_cast<int>(i));
  if (i >= e.dims.size()) return all;
  const DimSlice& dim = e.dims[i];
  if (dim.stride) return std::nullopt;
  if (const auto count = count_of(dim)) return Length{*count};
  const Length end = dim.end ? Length{*dim.end} : all;
  if (!dim.start || *dim.start == Atom::i64(0)) return end;
  const auto first = constant(*dim.start), last = constant(end);
  if (!first || !last) return std::nullopt;
  return Length{Atom::i64(*last - *first)};
}

std::vector<Length> Facts::visible_lengths(const Binder& result, const Atom& inner) const {
  std::vector<Length> lengths = defined_lengths(inner);
  for (std::size_t dim = 0; dim < lengths.size(); ++dim)
    if (depth_of(lengths[dim].atom) > depth())
      lengths[dim] = {result.atom(), static_cast<int>(dim)};
  return lengths;
}

// Of numbers: n - 1, and n - 1 - i or n - i - 1 where i is below n, as loops count that run
// backwards; i + a where i is below n - a, as those do that begin later; max(n, 0).
void Facts::learn(VarId result, const PrimApp& e) {
  const prims::Op op = prims::op_of(e.prim);
  if (op == prims::Op::add || op == prims::Op::sub || op == prims::Op::mul || op == prims::Op::min)
    definitions_.insert_or_assign(result, e);
  if (op == prims::Op::min && is_always_natural(e.args[0]) && is_always_natural(e.args[1]))
    not_negative_.emplace(result, Atom::of(result, kIndex));
  if (op == prims::Op::min || op == prims::Op::max)
    if (const auto bound = bound_of_bounded(e)) learn_below(result, *bound);
  if (op == prims::Op::add)
    if (const auto bound = bound_of_sum(e)) learn_below(result, *bound);
  // (Its divisor is not 0, or it fails.)
  if (op == prims::Op::mod && e.prim.type == ScalarType::i64 && is_natural(e.args[1]))
    learn_below(result, e.args[1]);
  if (op == prims::Op::max && e.args[1] == Atom::i64(0)) {
    not_negative_[result] = e.args[0];
  } else if (op == prims::Op::sub && e.args[1] == Atom::i64(1)) {
    lasts_[result] = e.args[0];
    const PrimApp* rest = definition(e.args[0], prims::Op::sub);  // n - i - 1
    const Atom* bound = rest != nullptr ? find(bounds_, rest->args[1].var) : nullptr;
    if (bound != nullptr && is_trips(*bound, rest->args[0])) learn_below(result, rest->args[0]);
  } else if (op == prims::Op::sub) {
    const Atom* bound = find(bounds_, e.args[1].var);
    const auto last = constant(e.args[0]), most = bound ? constant(*bound) : std::nullopt;
    const Atom* n = find(lasts_, e.args[0].var);
    if (n && bound && is_trips(*bound, *n)) learn_below(result, Atom(*n));
    if (last && most && *last < std::numeric_limits<std::int64_t>::max() && *last + 1 >= *most)
      learn_below(result, Atom::i64(*last + 1));
  }
}

// Where a number that the branch gives as well says it.
std::optional<Length> Facts::chosen_length(const Stm& stm, const If& choice, std::size_t i,
                                           int dim) const {
  const Length yes = defined_length(choice.then_body.results[i], dim);
  const Length no = defined_length(choice.else_body.results[i], dim);
  for (std::size_t r = 0; r < stm.binders.size(); ++r)
    if (stm.binders[r].type == kIndex && is_length(choice.then_body.results[r], yes) &&
        is_length(choice.else_body.results[r], no))
      return Length{stm.binders[r].atom()};
  return std::nullopt;
}

// Numbers of iterations are natural, and so are those that are kept of them, or chosen among such.
void Facts::learn_naturals(const Stm& stm) {
  const auto note = [&](const Binder& binder, std::initializer_list<Atom> from) {
    if (binder.type.elem != ScalarType::i64 || binder.type.acc) return;
    for (const Atom& atom : from)
      if (!is_always_natural(atom)) return;
    if (binder.type.rank == 0)
      not_negative_.emplace(binder.id, binder.atom());
    else
      naturals_.insert(binder.id);
  };
  const auto* node = &stm.exp.node;
  if (const auto* index = std::get_if<Index>(node)) {
    note(stm.binders[0], {index->array});
  } else if (const auto* slice = std::get_if<Slice>(node)) {
    note(stm.binders[0], {slice->array});
  } else if (const auto* choice = std::get_if<If>(node)) {
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      note(stm.binders[i], {choice->then_body.results[i], choice->else_body.results[i]});
  } else if (const auto* app = std::get_if<ArrayApp>(node)) {
    if (app->op == ArrayOp::zeros) note(stm.binders[0], {});
    if (app->op == ArrayOp::replicate) note(stm.binders[0], {app->args[1]});
  } else if (const auto* loop = std::get_if<Loop>(node)) {
    if (loop->counted) note(stm.binders[loop->count_at()], {});
    for (std::size_t i = 0; i < loop->params.size(); ++i)
      note(stm.binders[i], {loop->inits[i], loop->body.results[i]});
    for (std::size_t h = 0; h < loop->history.size(); ++h) {
      const std::uint32_t i = loop->history[h];
      const Atom& next = loop->body.results[i];
      note(stm.binders[loop->params.size() + h], {loop->is_after(h) ? next : loop->inits[i], next});
    }
  }
}

void Facts::learn(const Stm& stm) {
  learn_naturals(stm);
  const auto* node = &stm.exp.node;
  if (const auto* prim = std::get_if<PrimApp>(node)) {
    if (stm.binders[0].type.elem == ScalarType::boolean) definitions_[stm.binders[0].id] = *prim;
    const Type type = stm.binders[0].type;
    if (prims::op_of(prim->prim) == prims::Op::le && prim->args[1] == Atom::i64(0))
      nones_.emplace(prim->args[0].var, stm.binders[0].atom());
    if (type == kIndex && prim->args.size() == 2) learn(stm.binders[0].id, *prim);
    if (type == kIndex && is_widening(*prim)) {
      from_[stm.binders[0].id] = prim->prim.type;
      // A natural number that was cut off is itself, or less.
      const Atom* whole = find(cut_, prim->args[0].var);
      if (whole != nullptr && is_always_natural(*whole)) at_most_[stm.binders[0].id] = *whole;
    }
    if (is_narrow(type.elem)) learn_narrow(stm.binders[0].id, type.elem, *prim);
    return;
  }
  if (const auto* app = std::get_if<ArrayApp>(node)) {
    learn(stm.binders[0], *app);
  } else if (const auto* literal = std::get_if<ArrayLit>(node)) {
    constexpr std::size_t kLongest = 10'000;  // (of a megabyte of text)
    if (literal->elements.size() <= kLongest) literals_[stm.binders[0].id] = *literal;
    std::vector<Length> lengths{{Atom::i64(static_cast<std::int64_t>(literal->elements.size()))}};
    const Binder& result = stm.binders[0];
    for (int dim = 1; dim < result.type.rank; ++dim)  // (rows are alike, which has been checked)
      lengths.push_back(literal->elements.empty() ? Length{result.atom(), dim}
                                                  : defined_length(literal->elements[0], dim - 1));
    learn_lengths(result, std::move(lengths));
  } else if (const auto* soac = std::get_if<Soac>(node)) {
    const std::size_t reduced = ends_of(*soac).reduced;
    for (std::size_t i = reduced; i < stm.binders.size(); ++i) {
      const Binder& result = stm.binders[i];
      const Atoms& rows = soac->row_shapes[i - reduced];
      const std::vector<Length> inside = defined_lengths(soac->lambda.body.results[i]);
      std::vector<Length> lengths{{soac->width}};
      // What the lambda knows holds if it has run; else the row's shape does.
      for (std::size_t dim = 0; dim < rows.size(); ++dim)
        lengths.push_back(is_length(rows[dim], inside[dim])
                              ? Length{rows[dim]}
                              : Length{result.atom(), static_cast<int>(dim) + 1});
      learn_lengths(result, std::move(lengths));
      for (int dim = 1; dim < result.type.rank; ++dim) {
        std::vector<Length> possible = possible_lengths(soac->lambda.body.results[i], dim - 1);
        possible.push_back({rows[static_cast<std::size_t>(dim - 1)]});
        learn_possible(result, dim, possible);
      }
    }
  } else if (const auto* choice = std::get_if<If>(node)) {
    for (std::size_t i = 0; i < stm.binders.size(); ++i) {
      const Binder& result = stm.binders[i];
      if (result.type.rank == 0) continue;
      std::vector<Length> yes = visible_lengths(result, choice->then_body.results[i]);
      const std::vector<Length> no = visible_lengths(result, choice->else_body.results[i]);
      for (std::size_t dim = 0; dim < yes.size(); ++dim)
        if (!(yes[dim] == no[dim]))
          yes[dim] = chosen_length(stm, *choice, i, static_cast<int>(dim))
                         .value_or(Length{result.atom(), static_cast<int>(dim)});
      learn_lengths(result, std::move(yes));
      const auto turns = trips_of(defined_length(choice->then_body.results[i], 0));
      if (turns && turns == trips_of(defined_length(choice->else_body.results[i], 0)) &&
          depth_of(*turns) <= depth())
        learn_trips(result.id, *turns);
      for (int dim = 0; dim < result.type.rank; ++dim) {
        std::vector<Length> possible = possible_lengths(choice->then_body.results[i], dim);
        const std::vector<Length> others = possible_lengths(choice->else_body.results[i], dim);
        possible.insert(possible.end(), others.begin(), others.end());
        learn_possible(result, dim, possible);
      }
    }
  } else if (const auto* index = std::get_if<Index>(node)) {
    std::vector<Length> lengths = defined_lengths(index->array);
    lengths.erase(lengths.begin(),
                  lengths.begin() + static_cast<std::ptrdiff_t>(index->indices.size()));
    if (!lengths.empty()) learn_lengths(stm.binders[0], std::move(lengths));
    if (index->steps.empty()) reads_.insert_or_assign(stm.binders[0].id, *index);
  } else if (const auto* slice = std::get_if<Slice>(node)) {
    if (stm.binders[0].type.rank > 0) learn(stm.binders[0], *slice);
  } else {
    if (const auto* update = std::get_if<Update>(node)) learn(stm.binders[0], *update);
    if (const auto* loop = std::get_if<Loop>(node)) {
      learn_parts(stm, *loop);
      learn_filled(stm, *loop);
    }
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      if (const auto like = same_shape(stm.exp, i)) learn_same_shape(stm.binders[i], *like);
    const auto* with = std::get_if<WithAcc>(node);
    if (with == nullptr) return;
    const Atoms& results = with->body.results;
    const std::size_t accs = stm.binders.size() - results.size();
    for (std::size_t i = 0; i < results.size(); ++i)
      if (const Binder& result = stm.binders[accs + i]; result.type.rank > 0) {
        learn_lengths(result, visible_lengths(result, results[i]));
        for (int dim = 0; dim < result.type.rank; ++dim)
          learn_possible(result, dim, possible_lengths(results[i], dim));
      }
  }
}

}  // namespace laguz::core::facts
