#include "check/state/store.hpp"

#include <algorithm>
#include <unordered_set>

#include "check/state/state.hpp"
#include "check/types/size_exp.hpp"
#include "check/types/size_parts.hpp"
#include "support/deep_stack.hpp"

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

void Node::use_only(Uses others) const {
  Node rest;  // (They go one after the other, as it does.)
  rest.uses_.swap(uses_);
  uses_.swap(others);
}

Store::Store(std::shared_ptr<State*> home, support::SourcePtr source) : home_(std::move(home)) {
  if (source != nullptr) sources.push_back(std::move(source));
}

Store::~Store() {
  if (*home_ != nullptr) (*home_)->forget(*this);
  support::take_down([this] {
    sources.clear();
    defs.clear();
    programs.clear();
    module_types.clear();
    modules.clear();
    types.clear();
    values.clear();
    envs.clear();
    frames.clear();
  });
}

bool Store::has_constants_only() const {
  if (sources.empty() || defs.empty() || defs.size() != ids.size()) return false;
  std::unordered_set<ValId> own;
  for (const auto& def : defs) {
    const bool constant =
        def->params.empty() && def->scheme.types.empty() && def->scheme.sizes.empty();
    if (!constant) return false;
    own.insert(def->id);
  }
  // (What a frame has got by `open` is others'.)
  const auto is_own = [&](const Frame::Entry<Term>& entry) {
    if (const auto* value = std::get_if<const ValueBinding*>(&entry.value))
      return own.count((*value)->id) > 0;
    const Frame* inner = std::get<const Module*>(entry.value)->frame;
    return inner != nullptr && inner->owner == this;
  };
  return std::all_of(frames.begin(), frames.end(), [&](const Frame& frame) {
    return frame.types().empty() && frame.module_types().empty() &&
           std::all_of(frame.terms().begin(), frame.terms().end(), [&](const auto& row) {
             return std::all_of(row.second.begin(), row.second.end(), is_own);
           });
  });
}

Scope::Scope(const Frame& frame, const Scope& around)
    : env{around.env.state, &frame, frame.size(), &around.env}, parent(&around) {
  use(around);
  use(*frame.owner);
  ++frame.owner->shown;
}

// (Whoever destroys it holds what it uses a little longer.)
Scope::~Scope() {
  if (env.frame != nullptr) env.frame->owner->hide();
}

void Store::hide() const {
  // (What modules have is not looked up in a scope.)
  if (--shown == 0 && settled && modules.empty()) use_only({});
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

namespace {

/// What the types of constants need when nothing else of them is left: the stores of those who have
/// computed the sizes in them, and the texts that sizes in them are written in.
class Needs {
 public:
  Node::Uses stores;
  std::vector<support::SourcePtr> sources;

  Needs(const State& state, const Store& own) : sources(own.sources), state_(state), own_(own) {
    for (const auto& source : sources) seen_.insert(source.get());
  }

  void of(const TypePtr& type) {
    each_size(type, [&](const SizePtr& size, bool) { of(size); });
    each_part(type, [&](const TypePtr& part) {
      const auto* abstract = std::get_if<TypeAbstract>(&part->node);
      const Type* inner = abstract != nullptr ? abstract->representation.get() : nullptr;
      if (inner != nullptr && seen_.insert(inner).second) of(abstract->representation);
    });
  }

 private:
  void of(const SizePtr& written) {
    const SizePtr size = resolve(written);
    each_id(size, [&](ValId id) { of(id); });
    if (const auto* compound = std::get_if<SizeOf>(&size->node)) of(*compound->exp);
  }
  void of(ValId id) {
    const auto constant = state_.size_owners.find(id);
    const auto owned =
        state_.defs.find(constant != state_.size_owners.end() ? constant->second : id);
    if (owned == state_.defs.end()) return;
    const Store* store = owned->second.store;
    if (store != &own_ && store != state_.prelude.get() && seen_.insert(store).second)
      stores.push_back(store->shared_from_this());
  }
  void of(const typed::Exp& exp) {
    const support::SourcePtr source = exp.span ? exp.span.file->weak_from_this().lock() : nullptr;
    if (source != nullptr && seen_.insert(source.get()).second) sources.push_back(source);
    each_operand(exp, [&](const typed::ExpPtr& operand) { of(*operand); });
  }

  const State& state_;
  const Store& own_;
  std::unordered_set<const void*> seen_;
};

}  // namespace

void State::reached(const Frame& frame) {
  // (The prelude is always there, and needs nobody.)
  if (frame.owner == store || frame.owner == prelude.get() || store == prelude.get()) return;
  store->use(*frame.owner);
}

void State::reached(const Frame& frame, const TypePtr& type) {
  reached(frame);
  if (frame.owner == store || store == prelude.get()) return;
  Needs needs(*this, *store);
  needs.of(type);
  for (const auto& needed : needs.stores) store->use(*needed);
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

void State::settle(Store& store, std::vector<runtime::Known> values) {
  Needs needs(*this, store);
  for (const auto& def : store.defs) {
    needs.of(def->scheme.type);
    needs.of(def->result);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    store.defs[i]->known = std::move(values[i]);
    store.defs[i]->body = nullptr;
  }
  store.settled = true;
  store.programs.clear();
  store.sources.swap(needs.sources);
  store.use_only(std::move(needs.stores));
}

}  // namespace laguz::check
