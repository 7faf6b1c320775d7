#include "ad/shapes.hpp"

#include "core/walk.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad {

using core::ArrayOp;
using core::Atom;
using core::Binder;
using core::Binders;
using support::overloaded;

Shapes::Shapes(const core::Loop& loop) {
  body(loop.body);
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    kept_.push_back(loop.params[k].type.rank == 0 ||
                    same(dims(loop.params[k].atom()), dims(loop.body.results[k])));
}

// ------------------------------------------------------------------------------------- lengths

Shapes::Token Shapes::fresh() {
  parent_.push_back(parent_.size());
  return parent_.size() - 1;
}

Shapes::Token Shapes::find(Token token) const {
  while (parent_[token] != token) token = parent_[token];
  return token;
}

void Shapes::unite(Token a, Token b) { parent_[find(b)] = find(a); }

bool Shapes::same(const Tokens& a, const Tokens& b) const {
  for (std::size_t d = 0; d < a.size(); ++d)
    if (find(a[d]) != find(b[d])) return false;
  return true;
}

Shapes::Token Shapes::length(const Atom& scalar) {
  if (scalar.is_constant()) {
    auto [found, added] = constants_.try_emplace(scalar.scalar().as_i64(), 0);
    if (added) found->second = fresh();
    return found->second;
  }
  auto [found, added] = lengths_.try_emplace(scalar.var, 0);
  if (added) found->second = fresh();
  return found->second;
}

Shapes::Tokens Shapes::dims(const Atom& array) {
  auto [found, added] = dims_.try_emplace(array.var);
  if (added)
    for (int d = 0; d < array.type.rank; ++d) found->second.push_back(fresh());
  return found->second;
}

void Shapes::set_dims(const Binder& binder, Tokens tokens) { dims_[binder.id] = std::move(tokens); }

void Shapes::alias(const Binder& binder, const Atom& atom) {
  if (binder.type.rank > 0) {
    set_dims(binder, dims(atom));
  } else if (binder.type.elem == support::ScalarType::i64) {
    lengths_[binder.id] = length(atom);
  }
}

// -------------------------------------------------------------------------------------- bodies

void Shapes::body(const core::Body& body) {
  support::expect_stack("A loop, branch or lambda");
  for (const core::Stm& one : body.stms) stm(one);
}

void Shapes::stm(const core::Stm& stm) {
  const Binders& to = stm.binders;
  std::visit(
      overloaded{[&](const core::Copy& e) { alias(to[0], e.atom); },
                 [&](const core::If& e) {
                   ++depth_;
                   body(e.then_body);
                   body(e.else_body);
                   --depth_;
                   for (std::size_t i = 0; i < to.size(); ++i) {
                     const Atom &a = e.then_body.results[i], &b = e.else_body.results[i];
                     if (a == b || (to[i].type.rank > 0 && same(dims(a), dims(b)))) alias(to[i], a);
                   }
                 },
                 [&](const core::Loop& e) { inner_loop(e, to); },
                 [&](const core::Soac& e) { soac(e, to); },
                 [&](const core::Hist& e) {
                   for (std::size_t c = 0; c < to.size(); ++c) alias(to[c], e.dests[c]);
                 },
                 [&](const core::Scatter& e) {
                   for (std::size_t c = 0; c < to.size(); ++c) alias(to[c], e.dests[c]);
                 },
                 [&](const core::Index& e) {
                   Tokens tokens = dims(e.array);
                   if (to[0].type.rank > 0)
                     set_dims(to[0],
                              Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(e.indices.size()),
                                     tokens.end()));
                 },
                 [&](const core::Slice& e) {
                   const Tokens whole = dims(e.array);
                   Tokens tokens;
                   for (std::size_t d = 0; d < whole.size(); ++d) {
                     if (d < e.dims.size() && e.dims[d].fixed) continue;
                     const bool all = d >= e.dims.size() ||
                                      (!e.dims[d].start && !e.dims[d].end && !e.dims[d].stride);
                     tokens.push_back(all ? whole[d] : fresh());
                   }
                   set_dims(to[0], std::move(tokens));
                 },
                 [&](const core::Update& e) { alias(to[0], e.array); },
                 [&](const core::ArrayLit& e) {
                   Tokens tokens{length(Atom::i64(static_cast<std::int64_t>(e.elements.size())))};
                   if (e.row.rank > 0 && !e.elements.empty())
                     for (const Token token : dims(e.elements[0])) tokens.push_back(token);
                   while (tokens.size() < to[0].type.rank)
                     tokens.push_back(length(e.row_shape[tokens.size() - 1]));
                   set_dims(to[0], std::move(tokens));
                 },
                 [&](const core::ArrayApp& e) { array(e, to[0]); },
                 [&](const core::WithAcc& e) {
                   body(e.body);
                   std::size_t r = 0;
                   for (const auto& acc : e.accs)
                     for (const Atom& one : acc.arrays) alias(to[r++], one);
                   for (const Atom& result : e.body.results) alias(to[r++], result);
                 },
                 [](const auto&) {}},
      stm.exp.node);
}

void Shapes::inner_loop(const core::Loop& e, const Binders& to) {
  ++depth_;
  body(e.body);
  --depth_;
  std::vector<bool> kept;
  for (std::size_t k = 0; k < e.params.size(); ++k) {
    kept.push_back(e.params[k].type.rank == 0 ||
                   same(dims(e.params[k].atom()), dims(e.body.results[k])));
    if (!kept[k] || e.params[k].type.rank == 0) continue;
    const Tokens inside = dims(e.params[k].atom()), outside = dims(e.inits[k]);
    for (std::size_t d = 0; d < inside.size(); ++d) unite(outside[d], inside[d]);
    alias(to[k], e.inits[k]);
  }
  const auto* form = std::get_if<core::ForForm>(&e.form);
  if (form == nullptr || form->bound.type.elem != support::ScalarType::i64) return;
  if (e.budget != 0) return;  // histories may be empty
  for (std::size_t h = 0; h < e.history.size(); ++h) {
    const std::size_t k = e.history[h];
    if (e.is_flat(h) || !kept[k]) continue;
    Tokens tokens{length(form->bound)};
    if (e.params[k].type.rank > 0)
      for (const Token token : dims(e.inits[k])) tokens.push_back(token);
    set_dims(to[e.params.size() + h], std::move(tokens));
  }
}

void Shapes::soac(const core::Soac& e, const Binders& to) {
  const Token width = length(e.width);
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    const Tokens tokens = dims(e.arrays[k]);
    // Certain once the Soac has been run; it need not be, in a branch.
    if (depth_ == 0) unite(width, tokens[0]);
    if (tokens.size() > 1) set_dims(e.lambda.params[k], Tokens(tokens.begin() + 1, tokens.end()));
  }
  ++depth_;
  body(e.lambda.body);
  --depth_;
  std::size_t r = 0;
  for (const auto& reduce : e.reduces)
    for (const Atom& neutral : reduce.neutral) {
      if (neutral.type.rank > 0) set_dims(to[r], dims(neutral));
      ++r;
    }
  for (const auto& row : e.row_shapes) {
    Tokens tokens{width};
    for (const Atom& atom : row) tokens.push_back(length(atom));
    set_dims(to[r++], std::move(tokens));
  }
}

void Shapes::array(const core::ArrayApp& e, const Binder& to) {
  auto tail = [](Tokens tokens, std::size_t from) {
    return Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(from), tokens.end());
  };
  Tokens tokens;
  switch (e.op) {
    case ArrayOp::shape: {
      const Tokens of = dims(e.args[0]);
      lengths_[to.id] = of[static_cast<std::size_t>(e.attrs[0])];
      return;
    }
    case ArrayOp::iota: tokens = {length(e.args[0])}; break;
    case ArrayOp::replicate:
      tokens = {length(e.args[0])};
      if (e.args[1].type.rank > 0)
        for (const Token token : dims(e.args[1])) tokens.push_back(token);
      break;
    case ArrayOp::concat:
      tokens = dims(e.args[0]);
      if (e.args.size() > 1) tokens[0] = fresh();
      break;
    case ArrayOp::rearrange: {
      const Tokens of = dims(e.args[0]);
      for (const auto d : e.attrs) tokens.push_back(of[static_cast<std::size_t>(d)]);
      break;
    }
    case ArrayOp::reshape:
      for (std::size_t i = 1; i < e.args.size(); ++i) tokens.push_back(length(e.args[i]));
      break;
    case ArrayOp::gather:
      tokens = dims(e.args[1]);
      for (const Token token : tail(dims(e.args[0]), 1)) tokens.push_back(token);
      break;
    case ArrayOp::zeros:
      for (const Atom& arg : e.args) tokens.push_back(length(arg));
      break;
    case ArrayOp::flat_index:
      for (std::size_t i = 2; i + 1 < e.args.size(); i += 2) tokens.push_back(length(e.args[i]));
      break;
    case ArrayOp::rotate: tokens = dims(e.args[1]); break;
    case ArrayOp::reverse:
    case ArrayOp::copy:
    case ArrayOp::lin_rec:
    case ArrayOp::flat_update: tokens = dims(e.args[0]); break;
  }
  set_dims(to, std::move(tokens));
}

}  // namespace laguz::ad
