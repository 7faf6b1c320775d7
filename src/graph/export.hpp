// A graph for people and for other programs: as text, as DOT and as JSON.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/program.hpp"

namespace laguz::graph {

/// A number of nodes that may be astronomic: mantissa × 2^exponent. Exact while it is small.
class Count {
 public:
  Count(double number = 0) : mantissa_(number) { normalise(); }
  Count& operator+=(const Count& other);
  bool is_exact() const { return exponent_ == 0; }
  double mantissa() const { return mantissa_; }
  /// log₂ of the number.
  double log2() const;
  /// "245", or "about 2^60.6 (1.73e18)".
  std::string text() const;

 private:
  void normalise();
  double mantissa_ = 0;  ///< below 2^53
  std::int64_t exponent_ = 0;
};

/// One node, as it is shown. The nodes of its regions (the bodies of loops, maps and branches)
/// stand inside it.
struct Shown {
  struct Region {
    std::string label;  ///< "body", "then", "operator"
    core::Binders params;
    std::vector<Shown> nodes;
    core::Atoms results;
  };
  std::vector<core::Binder> results;  ///< the first one's id is the node's
  std::string op;                     ///< "mul", "loop", "iota"
  core::Atoms operands;
  std::string detail;  ///< attributes: a permutation, a slice
  support::Span span;
  std::vector<Region> regions;
  std::size_t uses = 0;  ///< places that use a result
  Count tree;            ///< nodes of the tree below, were nothing shared
};

struct Picture {
  std::string name;
  core::Binders inputs;
  std::vector<Shown> nodes;
  core::Atoms results;
  std::size_t count = 0;  ///< of nodes, those in regions included
  /// "3 nodes"
  std::string count_text() const {
    return std::to_string(count) + (count == 1 ? " node" : " nodes");
  }
  std::size_t requests = 0, shared = 0;
  Count tree;  ///< of the results, and of the nodes that nothing uses, together
  std::map<core::VarId, std::size_t> bytes;  ///< of the values of nodes, where they are known
  std::map<core::VarId, std::string> names;
};

/// [body], of [program], with free variables [inputs].
Picture picture(std::string name, const core::Binders& inputs, const core::Body& body,
                const core::Program& program);

std::string to_text(const Picture& picture);
/// The unshared tree from the results down, at most [most] lines of it.
std::string to_tree(const Picture& picture, std::size_t most = 1000);
std::string to_dot(const Picture& picture);
std::string to_json(const Picture& picture);

}  // namespace laguz::graph
