// The graph of a session: which of its values were computed from which.
//
// A node is a value that is bound: a constant of the program. No two are ever one, whatever they
// are bound to, for derivatives are by names. What a node was computed from are the nodes that its
// code calls, by way of functions too; so the code is the edges, and there is nothing to keep
// beside it, but for derivatives of values, whose code calls what it was written from no more. What
// happens within a node is interned when somebody asks (graph/graph.hpp).
#pragma once

#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/program.hpp"

namespace laguz::graph {

/// Questions take time in proportion to the code that the answer is about.
class SessionGraph {
 public:
  /// The code of a function as it was written, before derivatives in it were derived and it was
  /// optimised: that knows the values of others, and calls them no more. It stays where it is as
  /// long as the function is there.
  using Code = std::function<const core::Function&(core::FunId)>;

  SessionGraph(core::Program& program, Code code) : program_(program), code_(std::move(code)) {}
  SessionGraph(const SessionGraph&) = delete;
  SessionGraph& operator=(const SessionGraph&) = delete;

  const core::Program& program() const { return program_; }
  const core::Function& code(core::FunId function) const { return code_(function); }
  bool is_node(core::FunId function) const { return program_[function].constant; }
  /// Is [node] computed from nothing: but what is written, or all that is known of it is its value?
  bool is_leaf(core::FunId node) const;

  /// The nodes that [body] was computed from, each behind those that it was itself.
  std::vector<core::FunId> nodes_before(const core::Body& body) const;
  /// What [function] was computed by, nodes and functions, itself too, those that derivatives of
  /// values were written from, too; by age.
  std::set<core::FunId> past_of(core::FunId function) const;

  /// The id of result [leaf] of [node], from the counter of the program: the same whoever asks.
  core::VarId id_of(core::FunId node, std::size_t leaf);
  /// The code of [node] was written from that of [nodes], a derivative of values.
  void written_from(core::FunId node, const std::vector<core::FunId>& nodes);
  /// [node] is a leaf from now on because somebody has said so.
  void detach(core::FunId node) { detached_.insert(node); }
  bool is_detached(core::FunId node) const { return detached_.count(node) > 0; }
  /// Forgets all nodes but [kept].
  void keep(const std::unordered_set<core::FunId>& kept);

 private:
  core::Program& program_;
  Code code_;
  std::unordered_map<core::FunId, std::vector<core::VarId>> ids_;  ///< of those asked for
  std::unordered_set<core::FunId> detached_;
  std::unordered_map<core::FunId, std::vector<core::FunId>> written_from_;
};

/// What stands between nodes that are [given] and a body that was computed from them, or was not.
class Between {
 public:
  Between(const SessionGraph& graph, const core::Body& body, std::unordered_set<core::FunId> given);

  bool is_given(core::FunId function) const { return given_.count(function) > 0; }
  /// Is [function], which is reached from the body, given or computed from what is?
  bool depends(core::FunId function) const { return depends_.count(function) > 0; }
  /// The nodes that depend on what is given and that [function] reads, by way of functions too; by
  /// age.
  const std::vector<core::FunId>& read_by(core::FunId function);
  /// The nodes between, each behind those that it reads, and else by age: as they would stand in
  /// one function.
  std::vector<core::FunId> nodes();
  /// The nodes that the body is computed from, as far as to those that are given, and these; by
  /// age.
  std::vector<core::FunId> reached() const;

 private:
  const SessionGraph& graph_;
  std::unordered_set<core::FunId> given_;
  std::unordered_map<core::FunId, std::vector<core::FunId>> callees_;  ///< of all that is reached
  std::unordered_set<core::FunId> depends_;
  std::unordered_map<core::FunId, std::vector<core::FunId>> read_by_;
};

}  // namespace laguz::graph
