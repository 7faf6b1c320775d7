// What a check adds to the state: definitions, warnings; and how much of it there may be.
#include "check/state/state.hpp"

#include <fmt/format.h>

#include "check/state/type_error.hpp"
#include "check/state/unused.hpp"
#include "support/assert.hpp"

namespace laguz::check {

typed::Def& State::add_def(std::unique_ptr<typed::Def> def) {
  const ValId id = def->id;
  store->ids.push_back(id);
  typed::Def& owned = *store->defs.emplace_back(std::move(def));
  const bool fresh = defs.emplace(id, OwnedDef{&owned, store}).second;
  LAGUZ_ASSERT(fresh, "a definition is made once");
  return owned;
}

void State::add_lazy(ValId id, const Env* env, const ast::DecPtr& dec, const std::string& prefix) {
  store->ids.push_back(id);
  lazy.emplace(id, LazyDef{env, dec, prefix, store});
}

void State::own_size(ValId size, ValId owner) {
  store->sizes.push_back(size);
  size_owners.emplace(size, owner);
}

const typed::Def& State::def(ValId id) {
  const typed::Def* found = find_def(id);
  LAGUZ_ASSERT(found, fmt::format("value {} has a definition", id));
  return *found;
}

void State::warn(support::Span span, std::string message) {
  if (!warnings || in_prelude(span) || in_library(span) || !checking_functors) return;
  if (!warned.emplace(span.file, span.lo, message).second) return;
  support::Diagnostic diagnostic;
  diagnostic.severity = support::Severity::warning;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  warnings->push_back(std::move(diagnostic));
}

void State::take_back_warnings(std::size_t from) {
  for (; warnings && warnings->size() > from; warnings->pop_back()) {
    const support::Diagnostic& last = warnings->back();
    warned.erase({last.span.file, last.span.lo, last.message});
  }
}

void State::read_for_warnings(const std::vector<ast::DecPtr>& decs) {
  find_requests(decs, requests);
  if (!warnings) return;
  for (const Unused& unused : unused_names(decs))
    warn(unused.span, fmt::format("Unused name \"{}\".", unused.name));
}

void State::elaborate(std::size_t declarations, support::Span span) {
  constexpr std::size_t kMost = 100'000;
  elaborated += declarations;
  if (elaborated > kMost)
    type_error(span, fmt::format("Modules are too large here: module types and applications of "
                                 "parametric modules make more than {} declarations.",
                                 kMost));
}

void State::open(Frame& into, const Frame& module, bool exported, support::Span span) {
  constexpr std::size_t kMost = 2'000'000;  // of 120 bytes each
  const std::uint32_t before = into.size();
  into.open(module, exported);
  opened += into.size() - before;
  if (opened > kMost)
    type_error(span, fmt::format("Too many names are opened: imports, \"open\" and \"include\" "
                                 "bring more than {} into scope.",
                                 kMost));
}

}  // namespace laguz::check
