#include "ad/nesting.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/walk.hpp"

namespace laguz::ad {

using core::Binders;
using core::Body;
using core::DiffMode;
using core::Stm;

namespace {

void look(const Body& body, Contents& found, std::size_t depth) {
  found.statements += body.stms.size();
  found.depth = std::max(found.depth, depth);
  for (const Stm& stm : body.stms) {
    found.diff = found.diff || std::holds_alternative<core::Diff>(stm.exp.node);
    if (const auto* call = std::get_if<core::Call>(&stm.exp.node))
      found.callees.push_back(call->function);
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const Body& inner, const Binders&) { look(inner, found, depth + 1); });
  }
}

std::string name_of(DiffMode mode) {
  switch (mode) {
    case DiffMode::vjp: return "vjp";
    case DiffMode::jvp: return "jvp";
    case DiffMode::mjp: return "mjp";
    case DiffMode::jmp: return "jmp";
    case DiffMode::pattern: return "jacobian_pattern";
  }
  return {};
}

}  // namespace

Contents contents_of(const Body& body) {
  Contents found;
  look(body, found, 0);
  return found;
}

Nesting::Chain Nesting::chain_of(const Body& body) {
  Chain longest;
  const auto consider = [&](const Chain& chain) {
    if (chain.size() > longest.size()) longest = chain;
  };
  for (const Stm& stm : body.stms) {
    Chain here;
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const Body& inner, const Binders&) {
          Chain chain = chain_of(inner);
          if (chain.size() > here.size()) here = std::move(chain);
        });
    if (const auto* diff = std::get_if<core::Diff>(&stm.exp.node)) {
      here.emplace_back(diff->mode, stm.span);
      if (here.size() > 1) last_.push_back(here);
    }
    consider(here);
    if (const auto* call = std::get_if<core::Call>(&stm.exp.node))
      if (const auto known = functions_.find(call->function); known != functions_.end())
        consider(known->second);
  }
  return longest;
}

void Nesting::read(core::FunId function, const Body& body) {
  last_.clear();
  Chain chain = chain_of(body);
  if (!chain.empty()) functions_[function] = std::move(chain);
}

std::string Nesting::describe(DiffMode mode, support::Span diff) const {
  constexpr std::size_t kShown = 6;
  Chain chain{{mode, diff}};
  for (const Chain& known : last_)
    if (known.back() == chain.back() && known.size() > chain.size()) chain = known;
  std::string text;
  std::size_t shown = 0;
  for (auto at = chain.rbegin(); at != chain.rend(); ++shown) {
    if (shown == kShown) return text + fmt::format(" around {} more", chain.rend() - at);
    const auto next = std::find_if(at, chain.rend(), [&](const Level& l) { return l != *at; });
    text += fmt::format("{}{} at {}", shown > 0 ? " around " : "", name_of(at->first),
                        support::locate(at->second));
    if (next - at > 1) text += fmt::format(", {} times in itself", next - at - 1);
    at = next;
  }
  return text;
}

void Nesting::keep(const std::unordered_set<core::FunId>& kept) {
  last_.clear();
  std::erase_if(functions_, [&](const auto& row) { return kept.count(row.first) == 0; });
}

}  // namespace laguz::ad
