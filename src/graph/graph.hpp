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
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/program.hpp"
#include "graph/hash_cons.hpp"

namespace laguz::graph {

using NodeId = core::VarId;

/// Where an expression stands in the source: its errors are reported there.
struct Place {
  Place() = default;
  Place(support::Span at) : span(at) {}  // NOLINT: a span is a place
  explicit Place(const core::Stm& stm) : span(stm.span), inlined_at(stm.inlined_at) {}

  support::Span span{};
  std::shared_ptr<const core::CallSite> inlined_at = nullptr;

  /// The same, of what is computed there for a derivative.
  Place as(core::Derived derived) const {
    Place place = *this;
    if (inlined_at == nullptr || inlined_at->span || inlined_at->derived != derived)
      place.inlined_at =
          std::make_shared<const core::CallSite>(core::CallSite{{}, inlined_at, derived});
    return place;
  }
  /// The same, of the slope of [prim] there.
  Place slope(prims::Prim prim) const {
    Place place = *this;
    place.inlined_at = std::make_shared<const core::CallSite>(
        core::CallSite{{}, inlined_at, core::Derived::value, prim});
    return place;
  }

  core::Stm stm(core::Binders binders, core::Exp exp) const {
    return {std::move(binders), std::move(exp), span, inlined_at};
  }
};

struct Node {
  core::Exp exp;
  core::Binders results;
  Place place;
  bool pinned = false;  ///< scheduled even when nothing needs it (it has an effect, or may fail)
  std::vector<core::Stm>
      before{};  ///< what [exp] needs besides: added to it later, scheduled with it

  core::Stm stm() const { return place.stm(results, exp); }
};

/// A length: that of dimension [dim] of the array [of], or, if that is negative, [of] itself.
struct Length {
  core::Atom of;
  int dim = -1;
};

class Graph {
 public:
  static constexpr std::size_t kAll = ~std::size_t{0};

  /// Nodes of [parent] (the graph of the body around this one) are in scope, and those before
  /// position [shared] are shared.
  explicit Graph(core::Names& names, const Graph* parent = nullptr, std::size_t shared = kAll);
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  core::Names& names() const { return names_; }

  /// A fresh input: equal to nothing else.
  core::Binder input(core::Type type, std::string_view hint = {});
  /// The results of [exp], of [types]: those of an equal node when there is one.
  core::Atoms intern(core::Exp exp, const std::vector<core::Type>& types, const Place& place);
  /// As intern, but only nodes of this graph from position [floor] on count as equal: nodes that a
  /// sweep still has before it.
  core::Atoms intern_after(std::size_t floor, core::Exp exp, const std::vector<core::Type>& types,
                           const Place& place);
  /// As intern, but always a new node.
  core::Atoms append(core::Exp exp, const std::vector<core::Type>& types, const Place& place);

  /// As append, with binders that the caller has made.
  void append_as(core::Exp exp, core::Binders results, const Place& place);

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](std::size_t position) const { return nodes_[position]; }
  Node& operator[](std::size_t position) { return nodes_[position]; }
  const core::Binders& inputs() const { return inputs_; }
  /// The node that binds [id], here or in a graph around; null for inputs and parameters.
  const Node* find(NodeId id) const;
  /// The position of the node that binds [id] in this graph.
  std::optional<std::size_t> position_of(NodeId id) const;
  /// The same, where what is bound before a node, for it, is bound by it too.
  std::optional<std::size_t> home_of(NodeId id) const;
  /// Interned requests that met an equal node.
  std::size_t shared() const { return shared_; }

  /// Another expression for a node that is already there, which may have more results and need
  /// statements before it: a loop that keeps its states. Results that it had keep their meaning.
  void replace(std::size_t position, core::Stm stm, std::vector<core::Stm> before = {});

  /// [array] has the shape of [like], which is bound further out or earlier.
  void know_shape(const core::Atom& array, const core::Atom& like);
  /// Length [dim] of [array], which is made nowhere in the graph, is [length], from around it.
  void know_length(const core::Atom& array, int dim, const core::Atom& length);
  /// The first array known to have the shape of [array]: what overwrites elements keeps the shape.
  core::Atom shape_of(core::Atom array);
  /// The rows of [array] at [indices], one for each dimension (zeros outside), are [rows].
  void know_rows(const core::Atom& array, const core::Atoms& indices, const core::Atom& rows);
  std::optional<core::Atom> known_rows(const core::Atom& array, const core::Atoms& indices) const;
  /// Length [dim] of [array]: of the array that was there first, not of a row of it, nor of what a
  /// map gives. A later one should be free to be overwritten, and nothing be had for its length.
  Length length_of(const core::Atom& array, int dim);

  /// The nodes that [results] need, and the pinned ones, in order.
  core::Body schedule(core::Atoms results) const { return schedule_pinned(std::move(results), 0); }
  /// The same, of a graph that nobody asks any more: its expressions go into the body.
  core::Body take(core::Atoms results);
  /// As schedule, where nodes before position [from] are needed by others or not at all.
  core::Body schedule_from(core::Atoms results, std::size_t from) const {
    return schedule_pinned(std::move(results), from);
  }
  /// Of nodes before position [to] those that [results] need, and those that have an effect.
  core::Body schedule_until(core::Atoms results, std::size_t to) const;

 private:
  core::Body schedule_pinned(core::Atoms results, std::size_t from) const;
  core::Body schedule_if(core::Atoms results, std::size_t to,
                         const std::function<bool(std::size_t)>& pinned) const;
  /// Which nodes before position [to] are needed by [results] and by those that are [pinned].
  std::vector<char> needed(const core::Atoms& results, std::size_t to,
                           const std::function<bool(std::size_t)>& pinned) const;
  core::Atoms intern_unless(
      const std::function<const Node*(std::uint64_t, const core::Exp&)>& known, core::Exp exp,
      const std::vector<core::Type>& types, const Place& place);

  core::Names& names_;
  const Graph* parent_;
  std::size_t shared_of_parent_;
  std::vector<Node> nodes_;
  core::Binders inputs_;
  std::unordered_map<NodeId, std::uint32_t> position_;
  std::unordered_map<NodeId, std::uint32_t> before_;  ///< of what is bound before a node, for it
  std::unordered_map<NodeId, core::Atom> shapes_;
  /// By array: lengths of its dimensions that have names around the graph.
  std::unordered_map<NodeId, std::vector<std::optional<core::Atom>>> lengths_;
  /// By array: some indices, and what rows it has there.
  std::unordered_map<NodeId, std::pair<core::Atoms, core::Atom>> rows_;
  HashCons table_;
  std::size_t shared_ = 0;
};

}  // namespace laguz::graph
