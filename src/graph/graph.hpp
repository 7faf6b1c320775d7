// The computation graph: hash-consed core.
//
// A node is one core expression whose operands are ids of earlier nodes; a map, loop, branch or
// fold is one node that holds its lambda (a region). Ids come from the session's one monotone
// counter, so within a graph operands have smaller ids than their users and *descending id is
// reverse topological order*: a sweep needs no sort and no reference counts.
//
// Same operation, same operands, same attributes: same node. Fresh inputs, regions, in-place
// updates, effects and NaN constants are never merged.
//
// A graph lives while one differentiation is derived; `schedule` turns what is needed of it back
// into a core body.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/program.hpp"
#include "graph/hash_cons.hpp"

namespace laguz::graph {

using NodeId = core::VarId;

struct Node {
  core::Exp exp;
  core::Binders results;
  support::Span span;
  bool pinned = false;  ///< scheduled even when nothing needs it (it has an effect, or may fail)
};

class Graph {
 public:
  /// Nodes of [parent] (the graph of the body around this one) are in scope and are shared.
  explicit Graph(core::Names& names, const Graph* parent = nullptr);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  core::Names& names() const { return names_; }

  /// A fresh input: equal to nothing else.
  core::Binder input(core::Type type, std::string_view hint = {});
  /// The results of [exp], of [types]: those of an equal node when there is one.
  core::Atoms intern(core::Exp exp, const std::vector<core::Type>& types, support::Span span);
  /// As intern, but only nodes of this graph from position [floor] on count as equal: nodes that a
  /// sweep still has before it.
  core::Atoms intern_after(std::size_t floor, core::Exp exp, const std::vector<core::Type>& types,
                           support::Span span);
  /// As intern, but always a new node.
  core::Atoms append(core::Exp exp, const std::vector<core::Type>& types, support::Span span);

  /// As append, with binders that the caller has made.
  void append_as(core::Exp exp, core::Binders results, support::Span span);

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](std::size_t position) const { return nodes_[position]; }
  Node& operator[](std::size_t position) { return nodes_[position]; }
  const core::Binders& inputs() const { return inputs_; }
  /// The node that binds [id], here or in a graph around; null for inputs and parameters.
  const Node* find(NodeId id) const;
  /// Interned requests that met an equal node.
  std::size_t shared() const { return shared_; }

  /// One more result, the [at]-th, for a node that is already there: a loop's history.
  core::Atom extend(std::size_t position, std::size_t at, core::Type type);

  /// The nodes that [results] need, and the pinned ones, in order.
  core::Body schedule(core::Atoms results) const;

 private:
  core::Atoms intern_unless(
      const std::function<const Node*(std::uint64_t, NodeId, const core::Exp&)>& known,
      core::Exp exp, const std::vector<core::Type>& types, support::Span span);

  core::Names& names_;
  const Graph* parent_;
  std::vector<Node> nodes_;
  core::Binders inputs_;
  std::unordered_map<NodeId, std::uint32_t> position_;
  HashCons table_;
  std::size_t shared_ = 0;
};

}  // namespace laguz::graph
