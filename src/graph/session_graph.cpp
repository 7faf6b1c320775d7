#include "graph/session_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace laguz::graph {
namespace {

using core::Body;
using core::FunId;

/// Is it but what is written: literals?
bool is_literal(const Body& body) {
  return std::all_of(body.stms.begin(), body.stms.end(), [](const core::Stm& stm) {
    return std::holds_alternative<core::ArrayLit>(stm.exp.node);
  });
}

/// Goes from [first], in turn, to what [next] gives of each that is met, which happens once, and
/// shows [leave] each behind what is met from it. (The way may be as long as the session.)
template <class Next, class Leave>
void depth_first(std::vector<FunId> first, const Next& next, const Leave& leave) {
  struct Open {
    FunId function;
    std::vector<FunId> next;
    std::size_t at = 0;
  };
  std::unordered_set<FunId> seen;
  std::vector<Open> open;
  for (const FunId root : first) {
    if (seen.insert(root).second) open.push_back({root, next(root)});
    while (!open.empty()) {
      Open& last = open.back();
      if (last.at == last.next.size()) {
        leave(last.function);
        open.pop_back();
        continue;
      }
      const FunId one = last.next[last.at++];
      if (seen.insert(one).second) open.push_back({one, next(one)});
    }
  }
}

}  // namespace

bool SessionGraph::is_leaf(FunId node) const {
  return !code(node).has_body() || is_literal(code(node).body);
}

std::vector<FunId> SessionGraph::nodes_before(const Body& body) const {
  std::vector<FunId> nodes;
  const auto next = [&](FunId function) {
    return is_node(function) && is_leaf(function) ? std::vector<FunId>()
                                                  : core::callees_of(code(function).body);
  };
  depth_first(core::callees_of(body), next, [&](FunId function) {
    if (is_node(function)) nodes.push_back(function);
  });
  return nodes;
}

std::set<FunId> SessionGraph::past_of(FunId function) const {
  std::set<FunId> past;
  const auto next = [&](FunId one) {
    std::vector<FunId> before = core::callees_of(code(one).body);
    if (const auto from = written_from_.find(one); from != written_from_.end())
      std::copy_if(from->second.begin(), from->second.end(), std::back_inserter(before),
                   [&](FunId node) { return program_.has(node); });
    return before;
  };
  depth_first({function}, next, [&](FunId one) { past.insert(one); });
  return past;
}

void SessionGraph::written_from(FunId node, const std::vector<FunId>& nodes) {
  std::vector<FunId>& from = written_from_[node];
  from.insert(from.end(), nodes.begin(), nodes.end());
}

core::VarId SessionGraph::id_of(FunId node, std::size_t leaf) {
  std::vector<core::VarId>& ids = ids_[node];
  while (ids.size() <= leaf) ids.push_back(program_.names.fresh());
  return ids[leaf];
}

void SessionGraph::keep(const std::unordered_set<FunId>& kept) {
  std::erase_if(ids_, [&](const auto& row) { return kept.count(row.first) == 0; });
  std::erase_if(detached_, [&](FunId node) { return kept.count(node) == 0; });
  std::erase_if(written_from_, [&](const auto& row) { return kept.count(row.first) == 0; });
}

// --------------------------------------------------------------------------------------- between

Between::Between(const SessionGraph& graph, const Body& body, std::unordered_set<FunId> given)
    : graph_(graph), given_(std::move(given)) {
  std::unordered_map<FunId, std::vector<FunId>> callers;
  const auto next = [&](FunId function) {
    std::vector<FunId>& callees = callees_[function];
    if (!is_given(function)) callees = core::callees_of(graph_.code(function).body);
    for (const FunId callee : callees) callers[callee].push_back(function);
    return callees;
  };
  std::vector<FunId> first;
  depth_first(core::callees_of(body), next, [&](FunId function) {
    if (is_given(function)) first.push_back(function);
  });
  depth_first(
      std::move(first), [&](FunId function) { return callers[function]; },
      [&](FunId function) { depends_.insert(function); });
}

const std::vector<FunId>& Between::read_by(FunId function) {
  const auto [found, fresh] = read_by_.try_emplace(function);
  std::vector<FunId>& read = found->second;
  if (!fresh) return read;
  const auto next = [&](FunId one) {
    return !depends(one) || graph_.is_node(one) ? std::vector<FunId>() : callees_.at(one);
  };
  depth_first(callees_.at(function), next, [&](FunId one) {
    if (depends(one) && graph_.is_node(one)) read.push_back(one);
  });
  std::sort(read.begin(), read.end());
  return read;
}

std::vector<FunId> Between::nodes() {
  std::vector<FunId> all, between;
  for (const FunId function : depends_)
    if (graph_.is_node(function) && !is_given(function)) all.push_back(function);
  std::sort(all.begin(), all.end());
  const auto next = [&](FunId node) {
    return is_given(node) ? std::vector<FunId>() : read_by(node);
  };
  depth_first(std::move(all), next, [&](FunId node) {
    if (!is_given(node)) between.push_back(node);
  });
  return between;
}

std::vector<FunId> Between::reached() const {
  std::vector<FunId> nodes;
  for (const auto& [function, callees] : callees_)
    if (graph_.is_node(function)) nodes.push_back(function);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace laguz::graph
