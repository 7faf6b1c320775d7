// Sets of aliases that share their parts.
//
// In a long row of definitions each value aliases all before it. So a set is a node that leads to
// the sets it was made of, and what is made is as large as what it adds. Whether something in a set
// has been consumed, each node knows itself: a consumption tells all nodes above, once.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/types/types.hpp"
#include "support/function_ref.hpp"

namespace laguz::check::consumption {

/// A part of a variable's value: `xs`, or `r.f`.
struct Alias {
  ValId var;
  bool follows = false;  ///< what is inside a value that has this alias aliases the part inside
  std::string path{};    ///< `.f.g`

  friend bool operator<(const Alias& a, const Alias& b) {
    if (a.var != b.var) return a.var < b.var;
    if (a.path != b.path) return a.path < b.path;
    return a.follows < b.follows;
  }
  friend bool operator==(const Alias& a, const Alias& b) {
    return a.var == b.var && a.path == b.path && a.follows == b.follows;
  }
};

struct AliasNode;

/// A handle; the AliasSets that made it keeps what is behind it.
class AliasSet {
 public:
  AliasSet() = default;
  bool empty() const { return node_ == nullptr; }

 private:
  friend class AliasSets;
  explicit AliasSet(AliasNode* node) : node_(node) {}
  AliasNode* node_ = nullptr;
};

struct AliasNode {
  ValId var = 0;         ///< of a leaf: a node without children
  bool follows = false;  ///< does an alias in it follow? (see Alias)
  bool cut = false;      ///< the children's aliases do not follow any more
  bool outside = false;  ///< is a variable from outside in it?
  std::string field;     ///< or follow to this field
  std::vector<AliasNode*> children, parents;
  std::size_t gone = ~std::size_t{0};  ///< when something in it was first consumed
  std::size_t seen = 0;                ///< by which traversal
};

class AliasSets {
 public:
  AliasSets() = default;
  AliasSets(const AliasSets&) = delete;
  AliasSets& operator=(const AliasSets&) = delete;

  AliasSet of(ValId var, bool follows);
  AliasSet unite(const AliasSet& a, const AliasSet& b) { return unite({a, b}); }
  AliasSet unite(const std::vector<AliasSet>& sets);
  /// [set], whose parts are not told apart any more.
  AliasSet unfollowed(const AliasSet& set);
  /// What a record's field of a value with [set] has; a sum's payload, if [field] is empty.
  AliasSet inside(const AliasSet& set, const std::string& field);
  /// [set] without those variables.
  AliasSet without(const AliasSet& set, support::FunctionRef<bool(ValId)> drop);

  /// Its variables, each once.
  std::vector<ValId> vars(const AliasSet& set);
  /// Does [test] hold for one of them? Looks at those first that were added last.
  bool any(const AliasSet& set, support::FunctionRef<bool(ValId)> test);
  /// [var] is not one of the definition at hand. To be said before it is in any set.
  void note_outside(ValId var) { outside_.insert(var); }
  bool has_outside(const AliasSet& set) const { return set.node_ && set.node_->outside; }
  /// May a value of [a] be part of one of [b], or the other way round?
  bool overlap(const AliasSet& a, const AliasSet& b);
  /// Do all of its aliases follow?
  bool all_follow(const AliasSet& set);

  /// [var] has been consumed, as the [time]-th one.
  void consume(ValId var, std::size_t time);
  /// What was consumed at [time] or later has not been.
  void restore(std::size_t time);
  bool is_consumed(const AliasSet& set) const {
    return set.node_ && set.node_->gone != ~std::size_t{0};
  }

 private:
  struct Leaves {
    AliasNode* following = nullptr;
    AliasNode* plain = nullptr;
  };
  AliasNode* node(std::vector<AliasNode*> children);
  /// Sorted, without duplicates.
  std::vector<Alias> list(const AliasSet& set);

  std::deque<AliasNode> nodes_;
  std::unordered_map<ValId, Leaves> leaves_;
  std::unordered_set<ValId> outside_;
  std::unordered_map<ValId, std::size_t> consumed_;
  struct Consumed {
    ValId var;
    std::size_t time;
    std::size_t gone;  ///< how many nodes were before
  };
  std::vector<Consumed> log_;
  std::vector<AliasNode*> gone_;  ///< in which something has been consumed
  std::size_t traversal_ = 0;
};

}  // namespace laguz::check::consumption
