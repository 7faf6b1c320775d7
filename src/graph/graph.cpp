#include "graph/graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>

#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "runtime/half.hpp"
#include "support/assert.hpp"
#include "support/overloaded.hpp"

namespace laguz::graph {
namespace {

using core::Atom;
using core::Atoms;
using core::Exp;
using support::overloaded;
using support::ScalarType;

bool is_nan(const Atom& atom) {
  if (!atom.is_constant()) return false;
  if (atom.type.elem == ScalarType::f64) return std::isnan(atom.scalar().as_f64());
  if (atom.type.elem == ScalarType::f32) return std::isnan(atom.scalar().as_f32());
  if (atom.type.elem == ScalarType::f16)
    return std::isnan(runtime::half_to_float(static_cast<std::uint16_t>(atom.bits)));
  return false;
}

/// Whether equal ones may be one node: first-order, pure, without a result of its own.
bool may_share(const Exp& exp) {
  const bool kind = std::visit(
      overloaded{[](const core::PrimApp&) { return true; }, [](const core::Index&) { return true; },
                 [](const core::Slice&) { return true; },
                 [](const core::ArrayLit&) { return true; },
                 [](const core::ArrayApp& e) { return !core::succeeds_operand(e.op); },
                 [](const auto&) { return false; }},
      exp.node);
  if (!kind) return false;
  bool nan = false;
  core::visit(
      exp, [&](const Atom& atom) { nan = nan || is_nan(atom); },
      [](const core::Body&, const core::Binders&) {});
  return !nan;
}

void mix(std::uint64_t& hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccdull;
  hash ^= hash >> 32;
}

std::uint64_t hash_of(const Exp& exp) {
  std::uint64_t hash = exp.node.index();
  std::visit(overloaded{[&](const core::PrimApp& e) {
                          mix(hash, e.prim.row * 16u + static_cast<unsigned>(e.prim.type));
                        },
                        [&](const core::ArrayApp& e) {
                          mix(hash, static_cast<unsigned>(e.op));
                          for (auto a : e.attrs) mix(hash, static_cast<std::uint64_t>(a));
                        },
                        [](const auto&) {}},
             exp.node);
  core::visit(
      exp,
      [&](const Atom& atom) {
        mix(hash, atom.var);
        mix(hash, atom.bits ^ static_cast<unsigned>(atom.type.elem));
      },
      [](const core::Body&, const core::Binders&) {});
  return hash;
}

bool equal(const Exp& a, const Exp& b) {
  if (a.node.index() != b.node.index()) return false;
  return std::visit(overloaded{[&](const core::PrimApp& x) {
                                 const auto& y = std::get<core::PrimApp>(b.node);
                                 return x.prim == y.prim && x.args == y.args;
                               },
                               [&](const core::Index& x) {
                                 const auto& y = std::get<core::Index>(b.node);
                                 return x.array == y.array && x.indices == y.indices;
                               },
                               [&](const core::Slice& x) {
                                 const auto& y = std::get<core::Slice>(b.node);
                                 return x.array == y.array && x.dims == y.dims;
                               },
                               [&](const core::ArrayLit& x) {
                                 const auto& y = std::get<core::ArrayLit>(b.node);
                                 return x.row == y.row && x.elements == y.elements &&
                                        x.row_shape == y.row_shape;
                               },
                               [&](const core::ArrayApp& x) {
                                 const auto& y = std::get<core::ArrayApp>(b.node);
                                 return x.op == y.op && x.attrs == y.attrs && x.args == y.args;
                               },
                               [](const auto&) { return false; }},
                    a.node);
}

}  // namespace

Graph::Graph(core::Names& names, const Graph* parent, std::size_t shared)
    : names_(names), parent_(parent), shared_of_parent_(shared) {}

core::Binder Graph::input(core::Type type, std::string_view hint) {
  inputs_.push_back(hint.empty() ? names_.bind(type) : names_.bind(type, hint));
  return inputs_.back();
}

Atoms Graph::intern_unless(const std::function<const Node*(std::uint64_t, const Exp&)>& known,
                           Exp exp, const std::vector<core::Type>& types, const Place& place) {
  if (const auto* copy = std::get_if<core::Copy>(&exp.node)) return {copy->atom};
  if (!may_share(exp)) return append(std::move(exp), types, place);
  const auto hash = hash_of(exp);
  if (const Node* node = known(hash, exp)) {
    ++shared_;
    Atoms results;
    for (const auto& binder : node->results) results.push_back(binder.atom());
    return results;
  }
  table_.insert(hash, static_cast<std::uint32_t>(nodes_.size()));
  return append(std::move(exp), types, place);
}

Atoms Graph::intern(Exp exp, const std::vector<core::Type>& types, const Place& place) {
  auto known = [this](std::uint64_t hash, const Exp& wanted) -> const Node* {
    std::size_t end = kAll;
    for (const Graph* graph = this; graph != nullptr; graph = graph->parent_) {
      auto at = graph->table_.find(hash, [&](std::uint32_t position) {
        return position < end && equal(graph->nodes_[position].exp, wanted);
      });
      if (at != HashCons::none) return &graph->nodes_[at];
      end = graph->shared_of_parent_;
    }
    return nullptr;
  };
  return intern_unless(known, std::move(exp), types, place);
}

Atoms Graph::intern_after(std::size_t floor, Exp exp, const std::vector<core::Type>& types,
                          const Place& place) {
  auto known = [this, floor](std::uint64_t hash, const Exp& wanted) -> const Node* {
    auto at = table_.find(hash, [&](std::uint32_t position) {
      return position >= floor && equal(nodes_[position].exp, wanted);
    });
    return at == HashCons::none ? nullptr : &nodes_[at];
  };
  return intern_unless(known, std::move(exp), types, place);
}

Atoms Graph::append(Exp exp, const std::vector<core::Type>& types, const Place& place) {
  core::Binders results;
  Atoms atoms;
  for (core::Type type : types) {
    results.push_back(names_.bind(type));
    atoms.push_back(results.back().atom());
  }
  append_as(std::move(exp), std::move(results), place);
  return atoms;
}

void Graph::append_as(Exp exp, core::Binders results, const Place& place) {
  for (const auto& binder : results)
    position_[binder.id] = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({std::move(exp), std::move(results), place});
}

void Graph::replace(std::size_t position, core::Stm stm, std::vector<core::Stm> before) {
  Node& node = nodes_[position];
  for (const auto& binder : stm.binders)
    position_[binder.id] = static_cast<std::uint32_t>(position);
  node.exp = std::move(stm.exp);
  node.results = std::move(stm.binders);
  for (core::Stm& other : before) {
    for (const auto& binder : other.binders)
      before_[binder.id] = static_cast<std::uint32_t>(position);
    node.before.push_back(std::move(other));
  }
}

namespace {

/// Length [dim] of result [var] of [soac], if that is what it maps.
std::optional<Atom> length_of_mapped(const core::Soac& soac, const core::Binders& results,
                                     NodeId var, int dim) {
  const std::size_t first = results.size() - soac.row_shapes.size();
  for (std::size_t r = first; r < results.size(); ++r)
    if (results[r].id == var)
      return dim == 0 ? soac.width : soac.row_shapes[r - first][static_cast<std::size_t>(dim) - 1];
  return {};
}

}  // namespace

Length Graph::length_of(const Atom& array, int dim) {
  Length length{shape_of(array), dim};
  while (const Node* node = find(length.of.var)) {
    if (const auto* soac = std::get_if<core::Soac>(&node->exp.node)) {
      const auto known = length_of_mapped(*soac, node->results, length.of.var, length.dim);
      return known ? Length{*known} : length;
    }
    const auto* row = std::get_if<core::Index>(&node->exp.node);
    if (row == nullptr || !row->steps.empty()) break;
    length = {shape_of(row->array), length.dim + static_cast<int>(row->indices.size())};
  }
  for (const Graph* graph = this; graph != nullptr; graph = graph->parent_)
    if (const auto known = graph->lengths_.find(length.of.var); known != graph->lengths_.end()) {
      const auto& named = known->second[static_cast<std::size_t>(length.dim)];
      return named ? Length{*named} : length;
    }
  return length;
}

const Node* Graph::find(NodeId id) const {
  for (const Graph* graph = this; graph != nullptr; graph = graph->parent_)
    if (auto found = graph->position_.find(id); found != graph->position_.end())
      return &graph->nodes_[found->second];
  return nullptr;
}

std::optional<std::size_t> Graph::position_of(NodeId id) const {
  auto found = position_.find(id);
  return found == position_.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

std::optional<std::size_t> Graph::home_of(NodeId id) const {
  if (const auto found = before_.find(id); found != before_.end()) return found->second;
  return position_of(id);
}

void Graph::know_shape(const Atom& array, const Atom& like) { shapes_[array.var] = like; }

void Graph::know_length(const Atom& array, int dim, const Atom& length) {
  auto& dims = lengths_[array.var];
  dims.resize(array.type.rank);
  dims[static_cast<std::size_t>(dim)] = length;
}

void Graph::know_rows(const Atom& array, const Atoms& indices, const Atom& rows) {
  rows_.insert_or_assign(array.var, std::pair(indices, rows));
}

std::optional<Atom> Graph::known_rows(const Atom& array, const Atoms& indices) const {
  for (const Graph* graph = this; graph != nullptr; graph = graph->parent_)
    if (const auto known = graph->rows_.find(array.var);
        known != graph->rows_.end() && known->second.first == indices)
      return known->second.second;
  return {};
}

Atom Graph::shape_of(Atom array) {
  const Atom asked = array;
  auto like = [](const Node& node, NodeId result) {
    std::size_t at = 0;
    while (node.results[at].id != result) ++at;
    return core::same_shape(node.exp, at);
  };
  for (;;) {
    std::optional<Atom> next;
    for (const Graph* graph = this; graph != nullptr && !next; graph = graph->parent_) {
      if (auto known = graph->shapes_.find(array.var); known != graph->shapes_.end()) {
        next = known->second;
      } else if (auto at = graph->position_of(array.var)) {
        next = like(graph->nodes_[*at], array.var);
        break;
      }
    }
    if (!next) break;
    array = *next;
  }
  if (!(array == asked)) know_shape(asked, array);  // so that the way is short next time
  return array;
}

core::Body Graph::schedule_pinned(Atoms results, std::size_t from) const {
  return schedule_if(std::move(results), nodes_.size(),
                     [&](std::size_t i) { return i >= from && nodes_[i].pinned; });
}

core::Body Graph::schedule_until(Atoms results, std::size_t to) const {
  return schedule_if(std::move(results), to, [&](std::size_t i) {
    return nodes_[i].pinned || core::has_effect(nodes_[i].exp);
  });
}

std::vector<char> Graph::needed(const Atoms& results, std::size_t to,
                                const std::function<bool(std::size_t)>& pinned) const {
  std::vector<char> needed(nodes_.size(), 0);
  auto need = [&](core::VarId var) {
    if (auto found = position_.find(var); found != position_.end()) needed[found->second] = 1;
    if (auto found = before_.find(var); found != before_.end()) needed[found->second] = 1;
  };
  for (const Atom& atom : results) need(atom.var);
  for (std::size_t i = to; i-- > 0;) {
    if (pinned(i)) needed[i] = 1;
    if (!needed[i]) continue;
    for (const auto& free : core::free_variables(nodes_[i].exp)) need(free.id);
    for (const core::Stm& stm : nodes_[i].before)
      for (const auto& free : core::free_variables(stm.exp)) need(free.id);
  }
  return needed;
}

core::Body Graph::take(Atoms results) {
  const std::vector<char> wanted =
      needed(results, nodes_.size(), [&](std::size_t i) { return nodes_[i].pinned; });
  core::Body body;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!wanted[i]) continue;
    Node& node = nodes_[i];
    std::move(node.before.begin(), node.before.end(), std::back_inserter(body.stms));
    body.stms.push_back(node.place.stm(std::move(node.results), std::move(node.exp)));
  }
  body.results = std::move(results);
  return body;
}

core::Body Graph::schedule_if(Atoms results, std::size_t to,
                              const std::function<bool(std::size_t)>& pinned) const {
  const std::vector<char> wanted = needed(results, to, pinned);
  core::Body body;
  for (std::size_t i = 0; i < to; ++i) {
    if (!wanted[i]) continue;
    body.stms.insert(body.stms.end(), nodes_[i].before.begin(), nodes_[i].before.end());
    body.stms.push_back(nodes_[i].stm());
  }
  body.results = std::move(results);
  return body;
}

}  // namespace laguz::graph
