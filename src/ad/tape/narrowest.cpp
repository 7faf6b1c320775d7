#include "ad/tape/narrowest.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::ad::tape {
namespace {

using core::VarId;

/// Every number is two vertices, in and out, and an edge of what it takes to keep it.
class Network {
 public:
  static constexpr std::size_t kSource = 0, kSink = 1;

  std::size_t in(VarId var) const { return in_.at(var); }
  std::size_t out(VarId var) const { return in(var) + 1; }
  bool has(VarId var) const { return in_.count(var) > 0; }
  const std::vector<VarId>& numbers() const { return numbers_; }

  void add(VarId var, int cost) {
    in_[var] = edges_.size();
    edges_.resize(edges_.size() + 2);
    numbers_.push_back(var);
    connect(in(var), out(var), cost);
  }
  void connect(std::size_t from, std::size_t to, int capacity) {
    edges_[from].push_back({to, edges_[to].size(), capacity});
    edges_[to].push_back({from, edges_[from].size() - 1, 0});
  }

  void fill() {
    while (augment()) {
    }
  }
  /// The vertices from which something could still come to the sink.
  std::vector<bool> before_sink() const {
    std::vector<bool> reached(edges_.size(), false);
    std::vector<std::size_t> open{kSink};
    reached[kSink] = true;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const Edge& edge : edges_[at]) {
        if (reached[edge.to] || edges_[edge.to][edge.back].capacity == 0) continue;
        reached[edge.to] = true;
        open.push_back(edge.to);
      }
    }
    return reached;
  }

 private:
  struct Edge {
    std::size_t to, back;  ///< the edge the other way is [back] of [to]
    int capacity;
  };

  // Along a shortest way to the sink, if there is one with room left.
  bool augment() {
    std::vector<Edge*> came(edges_.size(), nullptr);
    std::vector<std::size_t> open{kSource};
    for (std::size_t next = 0; next < open.size() && came[kSink] == nullptr; ++next)
      for (Edge& edge : edges_[open[next]]) {
        if (edge.capacity == 0 || edge.to == kSource || came[edge.to] != nullptr) continue;
        came[edge.to] = &edge;
        open.push_back(edge.to);
      }
    if (came[kSink] == nullptr) return false;
    const auto before = [&](const Edge& edge) { return edges_[edge.to][edge.back].to; };
    int room = Numbers::kNoWay;
    for (std::size_t at = kSink; at != kSource; at = before(*came[at]))
      room = std::min(room, came[at]->capacity);
    for (std::size_t at = kSink; at != kSource; at = before(*came[at])) {
      came[at]->capacity -= room;
      edges_[at][came[at]->back].capacity += room;
    }
    return true;
  }

  std::vector<std::vector<Edge>> edges_{2};
  std::unordered_map<VarId, std::size_t> in_;
  std::vector<VarId> numbers_;
};

/// Computes a number, an array in which some are others, or a part of one.
bool is_little(const core::Stm& stm) {
  const auto& node = stm.exp.node;
  const auto* app = std::get_if<core::ArrayApp>(&node);
  if (app != nullptr && app->op == core::ArrayOp::gather) return true;
  const auto* scatter = std::get_if<core::Scatter>(&node);
  if (scatter != nullptr && scatter->exchanges()) return true;
  return std::holds_alternative<core::PrimApp>(node) ||
         std::holds_alternative<core::Update>(node) || std::holds_alternative<core::Index>(node) ||
         std::holds_alternative<core::Slice>(node);
}

bool is_dear(const core::Stm& stm) {
  const auto* app = std::get_if<core::PrimApp>(&stm.exp.node);
  return app != nullptr && prims::row_of(app->prim).has(prims::kDear);
}

}  // namespace

bool is_plain_map(const core::Exp& exp) {
  const auto* map = std::get_if<core::Soac>(&exp.node);
  if (map == nullptr || !map->reduces.empty() || !map->scans.empty()) return false;
  const auto& stms = map->lambda.body.stms;
  return std::all_of(stms.begin(), stms.end(), [](const core::Stm& stm) {
    return std::holds_alternative<core::PrimApp>(stm.exp.node);
  });
}

std::vector<VarId> narrowest(const core::Body& body, const Numbers& numbers) {
  Network network;
  for (const auto& [start, cost] : numbers.starts) {
    network.add(start, cost);
    network.connect(Network::kSource, network.in(start), Numbers::kNoWay);
  }
  const auto read = [&](VarId var) {
    if (network.has(var)) network.connect(network.out(var), Network::kSink, Numbers::kNoWay);
  };
  for (const core::Stm& stm : body.stms) {
    const bool again =
        (is_little(stm) || (numbers.maps && is_plain_map(stm.exp))) && numbers.is_forward(stm);
    for (const core::Binder& free : core::free_variables(stm.exp)) {
      if (!network.has(free.id)) continue;
      if (!again) {
        read(free.id);
        continue;
      }
      for (const core::Binder& result : stm.binders) {
        const VarId made = result.id;
        if (!network.has(made)) {
          network.add(made, numbers.cost(made));
          if (is_dear(stm)) network.connect(Network::kSource, network.in(made), numbers.again);
        }
        network.connect(network.out(free.id), network.in(made), Numbers::kNoWay);
      }
    }
  }
  for (const Atom& result : body.results) read(result.var);
  network.fill();
  const std::vector<bool> behind = network.before_sink();
  std::vector<VarId> kept;
  for (const VarId var : network.numbers())
    if (numbers.starts.count(var) == 0 && !behind[network.in(var)] && behind[network.out(var)])
      kept.push_back(var);
  return kept;
}

}  // namespace laguz::ad::tape
