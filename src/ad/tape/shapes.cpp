#include "ad/tape/shapes.hpp"

#include <unordered_set>

#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::ad::tape {

using core::ArrayOp;
using core::Atom;
using core::Binder;
using core::Binders;
using support::overloaded;

Shapes::Shapes(const core::Loop& loop, graph::Graph* around) {
  if (around != nullptr) learn_outside(loop, *around);
  kept_ = states(loop);
  body(loop.body);
  note_outside(loop);
}

void Shapes::learn_outside(const core::Loop& loop, graph::Graph& around) {
  const auto learn = [&](const Atom& array) {
    if (array.type.rank == 0 || array.type.acc) return;
    const Tokens tokens = dims(array);
    for (std::size_t d = 0; d < tokens.size(); ++d) {
      const graph::Length known = around.length_of(array, static_cast<int>(d));
      if (known.dim < 0) unite(length(known.of), tokens[d]);
    }
  };
  std::unordered_set<core::VarId> own;
  for (const Binder& param : loop.params) own.insert(param.id);
  for (const Binder& free : core::free_variables(loop.body))
    if (own.count(free.id) == 0) learn(free.atom());
  for (const Atom& init : loop.inits) learn(init);
}

// That states keep their shape is assumed until an iteration changes it. (Then all that has been
// found in the body is forgotten, and looked at again; after the second time nothing is assumed.)
std::vector<bool> Shapes::states(const core::Loop& loop) {
  const auto certain = [&](std::size_t k) {
    return loop.params[k].type.rank == 0 || loop.params[k].type.acc || loop.is_regular(k);
  };
  std::vector<bool> kept(loop.params.size(), true);
  for (int run = 0;; ++run) {
    for (std::size_t k = 0; k < kept.size(); ++k) {
      if (loop.params[k].type.rank == 0) continue;
      Tokens tokens = dims(loop.inits[k]);
      if (!kept[k])
        for (Token& token : tokens) token = fresh();
      set_dims(loop.params[k], std::move(tokens));
    }
    bool right = true;
    inner_body(loop.body, [&] {
      for (std::size_t k = 0; k < kept.size(); ++k) {
        if (!kept[k] || certain(k)) continue;
        kept[k] = same(dims(loop.params[k].atom()), dims(loop.body.results[k]));
        right = right && kept[k];
      }
    });
    if (right) return kept;
    forget(loop.body);
    for (std::size_t k = 0; run > 0 && k < kept.size(); ++k) kept[k] = certain(k);
  }
}

void Shapes::note_outside(const core::Loop& loop) {
  const auto note_array = [&](const Atom& inside, const Atom& outside) {
    const Tokens tokens = dims(inside);
    for (std::size_t d = 0; d < tokens.size(); ++d)
      outside_.insert_or_assign(find(tokens[d]), core::facts::Length{outside, static_cast<int>(d)});
  };
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    if (kept_[k] && loop.params[k].type.rank > 0 && !loop.params[k].type.acc)
      note_array(loop.params[k].atom(), loop.inits[k]);
  const Binders around = core::free_variables(loop.body);
  std::unordered_set<core::VarId> own;  // of each iteration
  for (const Binder& param : loop.params) own.insert(param.id);
  if (const auto* form = std::get_if<core::ForForm>(&loop.form)) own.insert(form->index.id);
  for (const Binder& free : around)
    if (own.count(free.id) == 0 && free.type.rank > 0 && !free.type.acc)
      note_array(free.atom(), free.atom());
  for (const Binder& free : around)
    if (own.count(free.id) == 0 && free.type == core::kIndex)
      outside_.insert_or_assign(find(length(free.atom())), core::facts::Length{free.atom()});
  for (const auto& [number, token] : constants_)
    outside_.insert_or_assign(find(token), core::facts::Length{Atom::i64(number)});
}

std::optional<std::vector<core::facts::Length>> Shapes::fixed(const Atom& array) const {
  const auto tokens = dims_.find(array.var);
  if (tokens == dims_.end()) return std::nullopt;
  std::vector<core::facts::Length> lengths;
  for (const Token token : tokens->second) {
    const auto known = outside_.find(find(token));
    if (known == outside_.end()) return std::nullopt;
    lengths.push_back(known->second);
  }
  return lengths;
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

void Shapes::unite(Token a, Token b) {
  const Token root = find(a), other = find(b);
  if (root == other) return;
  parent_[other] = root;
  learnt_.push_back(other);
}

void Shapes::learn(const Atom& condition) {
  core::Atoms true_ones{condition};
  while (!true_ones.empty()) {
    const Atom atom = true_ones.back();
    true_ones.pop_back();
    if (atom.is_constant()) continue;
    if (const auto both = conjunctions_.find(atom.var); both != conjunctions_.end()) {
      true_ones.push_back(both->second.first);
      true_ones.push_back(both->second.second);
    }
    if (const auto equal = equations_.find(atom.var); equal != equations_.end())
      unite(length(equal->second.first), length(equal->second.second));
  }
}

void Shapes::forget(const core::Body& body) {
  const auto forget_all = [this](const Binders& binders) {
    for (const Binder& binder : binders) {
      dims_.erase(binder.id);
      lengths_.erase(binder.id);
      equations_.erase(binder.id);
      conjunctions_.erase(binder.id);
    }
  };
  for (const core::Stm& stm : body.stms) {
    forget_all(stm.binders);
    core::visit(
        stm.exp, [](const Atom&) {},
        [&](const core::Body& inner, const Binders& params) {
          forget_all(params);
          forget(inner);
        });
  }
}

void Shapes::forget(std::size_t count) {
  for (; learnt_.size() > count; learnt_.pop_back()) parent_[learnt_.back()] = learnt_.back();
}

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

template <typename Then>
void Shapes::inner_body(const core::Body& inner, const Then& then) {
  const std::size_t before = learnt_.size();
  body(inner);
  then();
  forget(before);
}

void Shapes::stm(const core::Stm& stm) {
  const Binders& to = stm.binders;
  std::visit(
      overloaded{[&](const core::Copy& e) { alias(to[0], e.atom); },
                 [&](const core::PrimApp& e) { prim(e, to[0]); },
                 [&](const core::Assert& e) { learn(e.condition); },
                 [&](const core::If& e) {
                   const auto nothing = [] {};
                   inner_body(e.then_body, nothing);
                   inner_body(e.else_body, nothing);
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
                   for (std::size_t r = 0; r < to.size(); ++r)
                     alias(to[r], r < e.dests.size() ? e.dests[r] : e.values[e.column(r)]);
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
                     for (const Atom& one : acc.arrays) {
                       if (acc.growth == core::WithAcc::Growth::none) alias(to[r], one);
                       ++r;
                     }
                   for (const Atom& result : e.body.results) alias(to[r++], result);
                 },
                 [](const auto&) {}},
      stm.exp.node);
}

void Shapes::prim(const core::PrimApp& e, const Binder& to) {
  const prims::Op op = prims::op_of(e.prim);
  const support::ScalarType type = e.args[0].type.elem;
  if (op == prims::Op::eq && type == support::ScalarType::i64) {
    equations_.insert_or_assign(to.id, std::pair{e.args[0], e.args[1]});
  } else if (op == prims::Op::bit_and && type == support::ScalarType::boolean) {
    conjunctions_.insert_or_assign(to.id, std::pair{e.args[0], e.args[1]});
  } else if (op == prims::Op::max && e.args[0].type == core::kIndex && e.args[1] == Atom::i64(0)) {
    lengths_[to.id] = length(e.args[0]);  // nothing has a negative length
  } else if (op == prims::Op::add && e.args[0].type == core::kIndex) {
    lengths_[to.id] = sum(length(e.args[0]), length(e.args[1]));
  }
}

Shapes::Token Shapes::sum(Token a, Token b) {
  const auto [found, added] = sums_.try_emplace({find(a), find(b)}, 0);
  if (added) found->second = fresh();
  return found->second;
}

void Shapes::inner_loop(const core::Loop& e, const Binders& to) {
  const std::vector<bool> kept = states(e);
  for (std::size_t k = 0; k < e.params.size(); ++k)
    if (kept[k] && e.params[k].type.rank > 0) alias(to[k], e.inits[k]);
  const auto* form = std::get_if<core::ForForm>(&e.form);
  if (form == nullptr || form->bound.type.elem != support::ScalarType::i64) return;
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
    unite(width, tokens[0]);
    if (tokens.size() > 1) set_dims(e.lambda.params[k], Tokens(tokens.begin() + 1, tokens.end()));
  }
  inner_body(e.lambda.body, [] {});
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
      for (std::size_t i = 1; i < e.args.size(); ++i)
        tokens[0] = sum(tokens[0], dims(e.args[i])[0]);
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
    case ArrayOp::order:
    case ArrayOp::last_equal:
    case ArrayOp::flat_update: tokens = dims(e.args[0]); break;
  }
  set_dims(to, std::move(tokens));
}

}  // namespace laguz::ad::tape
