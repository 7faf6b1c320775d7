#include "core/facts.hpp"

#include <algorithm>

#include "core/facts_find.hpp"
#include "core/semantics.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
int Facts::depth_of(const Atom& atom) const {
  return atom.is_constant() ? 0 : static_cast<int>(depths_.of(atom.var));
}

void Facts::leave() {
  for (const VarId var : scopes_.back().equal) equal_.erase(var);
  scopes_.pop_back();
}

Atom Facts::canonical(Atom atom) const {
  while (const Atom* equal = find(equal_, atom.var)) atom = *equal;
  return atom;
}

void Facts::learn_equal(const Atom& a, const Atom& b) {
  if (keeps_derivatives_ && !(is_settled(a) && is_settled(b))) return;
  Atom from = canonical(a), to = canonical(b);
  if (from == to) return;
  if (from.is_constant() || (!to.is_constant() && depth_of(from) < depth_of(to)))
    std::swap(from, to);
  if (from.is_constant()) return;  // two constants: what follows is never reached
  equal_[from.var] = to;
  scopes_.back().equal.push_back(from.var);
  if (const Length* length = find(shapes_, from.var)) learn_length(*length, to);
}

bool Facts::is_settled(const Atom& atom, int steps) const {
  constexpr int most = 6;
  if (atom.is_constant() || shapes_.count(atom.var) > 0) return true;
  const PrimApp* definition = find(definitions_, atom.var);
  if (!definition || steps == most) return false;
  if (prims::row_of(definition->prim).diff == prims::Diff::zero) return true;
  return std::all_of(definition->args.begin(), definition->args.end(),
                     [&](const Atom& arg) { return is_settled(arg, steps + 1); });
}

const PrimApp* Facts::definition(const Atom& atom, prims::Op op) const {
  const PrimApp* found = find(definitions_, atom.var);
  return found && prims::op_of(found->prim) == op && found->args.size() == 2 ? found : nullptr;
}

std::optional<Atom> Facts::not_of(const Atom& condition) const {
  const PrimApp* definition = find(definitions_, condition.var);
  const bool negates = definition && prims::op_of(definition->prim) == prims::Op::bit_not;
  return negates ? std::optional(definition->args[0]) : std::nullopt;
}

// Each condition once: those that share their parts are as many as trees of them are large.
void Facts::learn_truth(const Atom& condition, bool value) {
  std::vector<std::pair<Atom, bool>> known{{condition, value}};
  boost::unordered_flat_set<VarId> seen;
  while (!known.empty()) {
    const auto [atom, truth] = known.back();
    known.pop_back();
    learn_equal(atom, Atom::boolean(truth));
    const PrimApp* definition = find(definitions_, atom.var);
    if (definition == nullptr || !seen.insert(atom.var).second) continue;
    const prims::Op op = prims::op_of(definition->prim);
    const Atoms& args = definition->args;
    if (op == prims::Op::bit_not) {
      known.emplace_back(args[0], !truth);
    } else if (op == (truth ? prims::Op::bit_and : prims::Op::bit_or) &&
               args[0].type.elem == ScalarType::boolean) {
      for (const Atom& arg : args) known.emplace_back(arg, truth);
    } else {
      learn_comparison(*definition, truth);
    }
  }
}

void Facts::learn_comparison(const PrimApp& e, bool value) {
  const prims::Op op = prims::op_of(e.prim);
  const Atoms& args = e.args;
  const bool exact = !support::is_float(args[0].type.elem);  // 0 equals -0
  const auto is_at_least = [&](std::size_t small, std::size_t big) {
    if (args[small].type.elem == ScalarType::i64 && is_natural(args[small]))
      learn_natural(args[big]);
  };
  if (op == (value ? prims::Op::eq : prims::Op::ne) && exact) {
    learn_equal(args[0], args[1]);
  } else if (value ? op == prims::Op::le || op == prims::Op::lt
                   : op == prims::Op::gt || op == prims::Op::ge) {
    is_at_least(0, 1);
  } else if (value ? op == prims::Op::ge || op == prims::Op::gt
                   : op == prims::Op::lt || op == prims::Op::le) {
    is_at_least(1, 0);
  }
}

void Facts::learn_natural(const Atom& atom) {
  if (!atom.is_constant()) scopes_.back().naturals.insert(atom.var);
}

bool Facts::is_natural(const Atom& atom) const {
  if (atom.is_constant()) return atom.scalar().as_i64() >= 0;
  if (shapes_.count(atom.var) || bounds_.count(atom.var) || not_negative_.count(atom.var))
    return true;
  for (const Scope& scope : scopes_)
    if (scope.naturals.count(atom.var)) return true;
  return false;
}

std::optional<bool> Facts::comparison(const PrimApp& e) const {
  if (e.args.size() != 2 || e.prim.type != ScalarType::i64) return std::nullopt;
  const prims::Op op = prims::op_of(e.prim);
  const auto holds = [&](const Atom& small, const Atom& big) {
    return small == Atom::i64(0) && !big.is_constant() && is_natural(big);
  };
  if (is_below(e.args[0], {e.args[1]})) {
    if (op == prims::Op::lt || op == prims::Op::le || op == prims::Op::ne) return true;
    if (op == prims::Op::ge || op == prims::Op::gt || op == prims::Op::eq) return false;
  }
  if (is_below(e.args[1], {e.args[0]})) {
    if (op == prims::Op::gt || op == prims::Op::ge || op == prims::Op::ne) return true;
    if (op == prims::Op::le || op == prims::Op::lt || op == prims::Op::eq) return false;
  }
  if (holds(e.args[0], e.args[1])) {
    if (op == prims::Op::le) return true;
    if (op == prims::Op::gt) return false;
  }
  if (holds(e.args[1], e.args[0])) {
    if (op == prims::Op::ge) return true;
    if (op == prims::Op::lt) return false;
  }
  return std::nullopt;
}

bool Facts::is_whole(const Slice& e) const {
  for (std::size_t i = 0; i < e.dims.size(); ++i) {
    const DimSlice& dim = e.dims[i];
    if (dim.fixed || dim.stride || (dim.start && !(*dim.start == Atom::i64(0)))) return false;
    if (dim.end && !is_length(*dim.end, length(e.array, static_cast<int>(i)))) return false;
  }
  return true;
}

// One dimension, of all lengths together: such a product does not overflow, for the array is there.
bool Facts::is_flat(const ArrayApp& e) const {
  if (e.args.size() != 2) return false;
  const auto rank = static_cast<std::size_t>(e.args[0].type.rank);
  std::vector<Atom> factors, products{e.args[1]};  // of a product that may be one of others
  while (!products.empty()) {
    if (factors.size() + products.size() > rank) return false;
    const Atom last = products.back();
    products.pop_back();
    if (const PrimApp* both = definition(last, prims::Op::mul))
      products.insert(products.end(), {both->args[1], both->args[0]});
    else
      factors.push_back(last);
  }
  if (factors.size() != rank) return false;
  for (std::size_t dim = 0; dim < rank; ++dim)
    if (!is_length(factors[dim], length(e.args[0], static_cast<int>(dim)))) return false;
  return true;
}

bool Facts::keeps_size(const ArrayApp& e) const {
  // Products of small constants cannot overflow.
  constexpr std::int64_t most = 1 << 20;
  std::int64_t before = 1, after = 1;
  for (int dim = 0; dim < e.args[0].type.rank; ++dim) {
    const auto n = constant(defined_length(e.args[0], dim));
    if (!n || *n < 0 || *n > most || before > most) return false;
    before *= *n;
  }
  for (std::size_t i = 1; i < e.args.size(); ++i) {
    const auto n = constant(e.args[i]);
    if (!n || *n < 0 || *n > most || after > most) return false;
    after *= *n;
  }
  return before == after;
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

Length Facts::length(const Atom& array, int dim) const {
  const Length length = defined_length(array, dim);
  if (length.dim < 0) return {canonical(length.atom)};
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const Atom* known = find(scope->lengths, key(length))) return {canonical(*known)};
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
  const Atom* trips = length.dim == 0 ? find(trips_, length.atom.var) : nullptr;
  const Atom* natural = trips ? find(not_negative_, atom.var) : nullptr;
  return natural && *natural == *trips;
}

bool Facts::is_same(const Length& a, const Length& b) const {
  return a == b || (a.dim < 0 && is_length(a.atom, b)) || (b.dim < 0 && is_length(b.atom, a));
}

const ArrayApp* Facts::array_app(const Atom& atom) const { return find(apps_, atom.var); }
const ArrayLit* Facts::array_lit(const Atom& atom) const { return find(literals_, atom.var); }
const Slice* Facts::slice(const Atom& atom) const { return find(slices_, atom.var); }

bool Facts::is_iota(const Atom& atom, const Atom& n) const {
  const ArrayApp* app = array_app(atom);
  return app && app->op == ArrayOp::iota && app->args[0] == n && app->args[1] == Atom::i64(0) &&
         app->args[2] == Atom::i64(1);
}

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
    case ArrayOp::rotate: lengths = defined_lengths(e.args[1]); break;
    case ArrayOp::reverse:
      apps_[result.id] = e;
      lengths = defined_lengths(e.args[0]);
      break;
    case ArrayOp::copy:
    case ArrayOp::lin_rec:
    case ArrayOp::order:
    case ArrayOp::flat_update: lengths = defined_lengths(e.args[0]); break;
    case ArrayOp::gather:
    case ArrayOp::flat_index: return;
  }
  learn_lengths(result, std::move(lengths));
}

void Facts::learn(const Binder& result, const Update& e) {
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
  std::vector<Length> lengths;
  for (std::size_t i = 0; i < e.array.type.rank; ++i) {
    if (i < e.dims.size() && e.dims[i].fixed) continue;
    const Length own{result.atom(), static_cast<int>(lengths.size())};
    lengths.push_back(length_of(e, i).value_or(own));
  }
  learn_lengths(result, std::move(lengths));
}

// A slice that did not fail has end - start elements, if the stride is 1.
std::optional<Length> Facts::length_of(const Slice& e, std::size_t i) const {
  const Length all = defined_length(e.array, static_cast<int>(i));
  if (i >= e.dims.size()) return all;
  const DimSlice& dim = e.dims[i];
  if (dim.stride) return std::nullopt;
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

// Of numbers: n - 1, and n - 1 - i where i is below n, as loops count that run backwards; max(n,
// 0).
void Facts::learn(VarId result, const PrimApp& e) {
  const prims::Op op = prims::op_of(e.prim);
  if (op == prims::Op::add || op == prims::Op::sub || op == prims::Op::mul)
    definitions_.insert_or_assign(result, e);
  if (op == prims::Op::min || op == prims::Op::max)
    if (const auto bound = bound_of_bounded(e)) bounds_[result] = *bound;
  if (op == prims::Op::max && e.args[1] == Atom::i64(0)) {
    not_negative_[result] = e.args[0];
  } else if (op == prims::Op::sub && e.args[1] == Atom::i64(1)) {
    lasts_[result] = e.args[0];
  } else if (op == prims::Op::sub) {
    const Atom* n = find(lasts_, e.args[0].var);
    const Atom* bound = find(bounds_, e.args[1].var);
    if (n && bound && *n == *bound) bounds_[result] = *n;
  }
}

void Facts::learn(const Stm& stm) {
  const auto* node = &stm.exp.node;
  if (const auto* prim = std::get_if<PrimApp>(node)) {
    if (stm.binders[0].type.elem == ScalarType::boolean) definitions_[stm.binders[0].id] = *prim;
    if (stm.binders[0].type == kIndex && prim->args.size() == 2) learn(stm.binders[0].id, *prim);
    return;
  }
  if (const auto* app = std::get_if<ArrayApp>(node)) {
    learn(stm.binders[0], *app);
  } else if (const auto* literal = std::get_if<ArrayLit>(node)) {
    constexpr std::size_t kLongest = 10'000;  // (of a megabyte of text)
    if (literal->elements.size() <= kLongest) literals_[stm.binders[0].id] = *literal;
    std::vector<Length> lengths{{Atom::i64(static_cast<std::int64_t>(literal->elements.size()))}};
    const Binder& result = stm.binders[0];
    for (int dim = 1; dim < result.type.rank; ++dim) lengths.push_back({result.atom(), dim});
    learn_lengths(result, std::move(lengths));
  } else if (const auto* soac = std::get_if<Soac>(node)) {
    std::size_t reduced = 0;
    for (const Reduce& reduce : soac->reduces) reduced += reduce.neutral.size();
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
        if (!(yes[dim] == no[dim])) yes[dim] = {result.atom(), static_cast<int>(dim)};
      learn_lengths(result, std::move(yes));
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
  } else if (const auto* slice = std::get_if<Slice>(node)) {
    if (stm.binders[0].type.rank > 0) learn(stm.binders[0], *slice);
  } else {
    if (const auto* update = std::get_if<Update>(node)) learn(stm.binders[0], *update);
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

}  // namespace laguz::core
