#include "check/consumption/alias_sets.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace laguz::check::consumption {

namespace {

constexpr std::size_t kNever = ~std::size_t{0};

bool is_prefix(const std::string& a, const std::string& b) {
  return b.compare(0, a.size(), a) == 0 && (a.size() == b.size() || b[a.size()] == '.');
}

}  // namespace

AliasNode* AliasSets::node(std::vector<AliasNode*> children) {
  AliasNode& out = nodes_.emplace_back();
  for (AliasNode* child : children) {
    child->parents.push_back(&out);
    out.follows = out.follows || child->follows;
    out.outside = out.outside || child->outside;
    out.gone = std::min(out.gone, child->gone);
  }
  out.children = std::move(children);
  if (out.gone != kNever) gone_.push_back(&out);
  return &out;
}

AliasSet AliasSets::of(ValId var, bool follows) {
  Leaves& leaves = leaves_[var];
  AliasNode*& leaf = follows ? leaves.following : leaves.plain;
  if (!leaf) {
    leaf = node({});
    leaf->var = var;
    leaf->follows = follows;
    leaf->outside = outside_.count(var) != 0;
    if (auto found = consumed_.find(var); found != consumed_.end()) {
      leaf->gone = found->second;
      gone_.push_back(leaf);
    }
  }
  return AliasSet(leaf);
}

AliasSet AliasSets::unite(const std::vector<AliasSet>& sets) {
  std::vector<AliasNode*> parts;
  ++traversal_;
  for (const auto& set : sets) {
    if (!set.node_ || set.node_->seen == traversal_) continue;
    set.node_->seen = traversal_;
    parts.push_back(set.node_);
  }
  if (parts.empty()) return AliasSet();
  if (parts.size() == 1) return AliasSet(parts.front());
  return AliasSet(node(std::move(parts)));
}

AliasSet AliasSets::unfollowed(const AliasSet& set) {
  if (!set.node_ || !set.node_->follows) return set;
  AliasNode* out = node({set.node_});
  out->cut = true;
  out->follows = false;
  return AliasSet(out);
}

AliasSet AliasSets::inside(const AliasSet& set, const std::string& field) {
  if (!set.node_ || !set.node_->follows || field.empty()) return set;
  AliasNode* out = node({set.node_});
  out->field = "." + field;
  return AliasSet(out);
}

AliasSet AliasSets::without(const AliasSet& set, support::FunctionRef<bool(ValId)> drop) {
  const auto all = list(set);
  if (std::none_of(all.begin(), all.end(), [&](const Alias& a) { return drop(a.var); })) return set;
  std::vector<AliasSet> kept;
  for (const auto& alias : all) {
    if (drop(alias.var)) continue;
    AliasSet one = of(alias.var, alias.follows || !alias.path.empty());
    if (!alias.path.empty()) one = inside(one, alias.path.substr(1));
    kept.push_back(alias.follows ? one : unfollowed(one));
  }
  return unite(kept);
}

std::vector<ValId> AliasSets::vars(const AliasSet& set) {
  std::vector<ValId> out;
  if (!set.node_) return out;
  ++traversal_;
  std::vector<AliasNode*> open{set.node_};
  set.node_->seen = traversal_;
  while (!open.empty()) {
    AliasNode* at = open.back();
    open.pop_back();
    if (at->children.empty()) out.push_back(at->var);
    for (AliasNode* child : at->children) {
      if (child->seen == traversal_) continue;
      child->seen = traversal_;
      open.push_back(child);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool AliasSets::any(const AliasSet& set, support::FunctionRef<bool(ValId)> test) {
  if (!set.node_) return false;
  ++traversal_;
  std::vector<AliasNode*> open;
  // (Leaves before what they stand next to, which may be deep.)
  auto look = [&](AliasNode* node) {
    if (node->seen == traversal_) return false;
    node->seen = traversal_;
    if (node->children.empty()) return test(node->var);
    open.push_back(node);
    return false;
  };
  if (look(set.node_)) return true;
  while (!open.empty()) {
    const AliasNode* at = open.back();
    open.pop_back();
    for (AliasNode* child : at->children)
      if (look(child)) return true;
  }
  return false;
}

std::vector<Alias> AliasSets::list(const AliasSet& set) {
  std::vector<Alias> out;
  if (!set.node_) return out;
  // On the way down: what becomes of the aliases that follow, [path] of them first.
  struct Way {
    AliasNode* node;
    std::string path;
    bool cut;
  };
  ++traversal_;
  std::set<std::tuple<const AliasNode*, std::string, bool>> ways;
  std::vector<Way> open{{set.node_, {}, false}};
  while (!open.empty()) {
    Way at = std::move(open.back());
    open.pop_back();
    if (at.node->follows) {
      if (!ways.emplace(at.node, at.path, at.cut).second) continue;
    } else {
      if (at.node->seen == traversal_) continue;
      at.node->seen = traversal_;
    }
    if (at.node->children.empty()) {
      const bool follows = at.node->follows;
      out.push_back({at.node->var, follows && !at.cut, follows ? at.path : std::string()});
      continue;
    }
    // A cut inside keeps out what fields and cuts there are outside.
    if (at.node->cut) {
      at.path.clear();
      at.cut = true;
    }
    if (!at.node->field.empty()) at.path = at.node->field + at.path;
    for (AliasNode* child : at.node->children) open.push_back({child, at.path, at.cut});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool AliasSets::overlap(const AliasSet& first, const AliasSet& second) {
  if (first.empty() || second.empty()) return false;
  const auto a = list(first), b = list(second);
  auto x = a.begin(), y = b.begin();
  while (x != a.end() && y != b.end()) {
    if (x->var < y->var) {
      ++x;
    } else if (y->var < x->var) {
      ++y;
    } else {
      const ValId var = x->var;
      const auto from = y;
      for (; x != a.end() && x->var == var; ++x)
        for (y = from; y != b.end() && y->var == var; ++y)
          if (is_prefix(x->path, y->path) || is_prefix(y->path, x->path)) return true;
    }
  }
  return false;
}

bool AliasSets::all_follow(const AliasSet& set) {
  const auto all = list(set);
  return std::all_of(all.begin(), all.end(), [](const Alias& a) { return a.follows; });
}

// ---------------------------------------------------------------------------------- consumption

void AliasSets::consume(ValId var, std::size_t time) {
  if (!consumed_.emplace(var, time).second) return;
  log_.push_back({var, time, gone_.size()});
  auto found = leaves_.find(var);
  if (found == leaves_.end()) return;
  std::vector<AliasNode*> open;
  auto reach = [&](AliasNode* node) {
    if (!node || node->gone != kNever) return;
    node->gone = time;
    gone_.push_back(node);
    open.push_back(node);
  };
  reach(found->second.following);
  reach(found->second.plain);
  while (!open.empty()) {
    AliasNode* at = open.back();
    open.pop_back();
    for (AliasNode* parent : at->parents) reach(parent);
  }
}

void AliasSets::restore(std::size_t time) {
  std::size_t from = gone_.size();
  for (; !log_.empty() && log_.back().time >= time; log_.pop_back()) {
    consumed_.erase(log_.back().var);
    from = log_.back().gone;
  }
  // Nodes made since may hold what was consumed before.
  std::size_t kept = from;
  for (std::size_t i = from; i < gone_.size(); ++i) {
    if (gone_[i]->gone >= time)
      gone_[i]->gone = kNever;
    else
      gone_[kept++] = gone_[i];
  }
  gone_.resize(kept);
}

}  // namespace laguz::check::consumption
