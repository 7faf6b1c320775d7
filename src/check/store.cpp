#include "check/store.hpp"

#include <algorithm>

#include "check/size_exp.hpp"
#include "check/state.hpp"

namespace laguz::check {

Node::~Node() {
  while (!uses_.empty()) {
    const std::shared_ptr<const Node> used = std::move(uses_.front());
    uses_.pop_front();
    // What goes with it goes after it.
    if (used.use_count() == 1) uses_.splice(uses_.end(), used->uses_);
  }
}

void Node::use(const Node& other) {
  const bool known = std::any_of(uses_.begin(), uses_.end(),
                                 [&](const auto& used) { return used.get() == &other; });
  if (!known) uses_.push_back(other.shared_from_this());
}

void Node::use_nothing() {
  Node rest;  // (They go one after the other, as it does.)
  rest.uses_.swap(uses_);
}

Store::~Store() {
  if (*home_ != nullptr) (*home_)->forget(*this);
}

Scope::Scope(const Frame& frame, const Scope& around)
    : env{around.env.state, &frame, frame.size(), &around.env}, parent(&around) {
  use(around);
  use(*frame.owner);
}

namespace {

template <class T>
using TableOf = const Frame::Table<T>& (Frame::*)() const;

template <class T>
bool share_a_name(const Frame& one, const Frame& other, TableOf<T> table) {
  const auto& names = (one.*table)();
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& row) { return (other.*table)().count(row.first) > 0; });
}

bool share_a_name(const Frame& one, const Frame& other) {
  return share_a_name(one, other, &Frame::terms) || share_a_name(one, other, &Frame::types) ||
         share_a_name(one, other, &Frame::module_types);
}

template <class T>
bool is_hidden(const Frame& frame, const std::vector<const Frame*>& within, TableOf<T> table) {
  const auto& names = (frame.*table)();
  return std::all_of(names.begin(), names.end(), [&](const auto& row) {
    return std::any_of(within.begin(), within.end(),
                       [&](const Frame* inner) { return (inner->*table)().count(row.first) > 0; });
  });
}

/// Is each name of [frame] one of those [within] too?
bool is_hidden(const Frame& frame, const std::vector<const Frame*>& within) {
  return is_hidden(frame, within, &Frame::terms) && is_hidden(frame, within, &Frame::types) &&
         is_hidden(frame, within, &Frame::module_types);
}

}  // namespace

ScopePtr scope_over(const ScopePtr& scope, const Frame& frame) {
  if (frame.size() == 0) return scope;
  std::vector<const Frame*> within{&frame};  // from the inside out
  std::size_t last_hidden = 0;
  std::vector<bool> hidden{false};
  const Scope* at = scope.get();
  for (; at->parent != nullptr; at = at->parent) {
    hidden.push_back(share_a_name(frame, *at->env.frame) && is_hidden(*at->env.frame, within));
    within.push_back(at->env.frame);
    if (hidden.back()) last_hidden = within.size() - 1;
  }
  // What lies around the outermost frame that is hidden stays as it is.
  at = scope.get();
  for (std::size_t i = 0; i < last_hidden; ++i) at = at->parent;
  auto around = std::static_pointer_cast<const Scope>(at->shared_from_this());
  for (std::size_t i = std::max<std::size_t>(last_hidden, 1); i-- > 0;)
    if (!hidden[i]) around = std::make_shared<const Scope>(*within[i], *around);
  return around;
}

// ---------------------------------------------------------------------------------------- State

void State::reached(const Frame& frame) {
  // (The prelude is always there, and needs nobody.)
  if (frame.owner == store || frame.owner == prelude.get() || store == prelude.get()) return;
  store->use(*frame.owner);
}

void State::keep_scope() {
  if (scope != nullptr) store->use(*scope);
}

void State::forget(Store& gone_store) {
  for (const ValId id : gone_store.ids) {
    defs.erase(id);
    lazy.erase(id);
  }
  for (const ValId size : gone_store.sizes) size_owners.erase(size);
  gone.splice(gone.end(), gone_store.ids);
}

bool State::settle(ValId id, const typed::ExpPtr& literal) {
  const auto [def, owner] = defs.at(id);
  // Sizes in its type may have been computed by others.
  bool own = true;
  each_size(def->scheme.type, [&](const SizePtr& written, bool) {
    const SizePtr size = resolve(written);
    const auto* var = std::get_if<SizeVar>(&size->node);
    const auto constant = var != nullptr ? size_owners.find(var->id) : size_owners.end();
    own = own && (std::holds_alternative<SizeConst>(size->node) ||
                  (constant != size_owners.end() && constant->second == id));
  });
  if (!own) return false;
  def->body = literal;
  owner->use_nothing();
  return true;
}

}  // namespace laguz::check
