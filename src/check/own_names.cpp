#include "check/own_names.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/modules/show_modules.hpp"
#include "check/state/state.hpp"

namespace laguz::check {
namespace {

class Collected {
 public:
  Collected(State& state, const Env& env) : state_(state), env_(env) {
    std::set<std::string> terms, types, module_types;
    for (const Env* at = &env; at->frame != nullptr; at = at->parent) {
      note(at->frame->terms(), at->limit, terms);
      note(at->frame->types(), at->limit, types);
      note(at->frame->module_types(), at->limit, module_types);
    }
    for (const std::string& name : terms) term(name);
    for (const std::string& name : types) type(name);
    for (const std::string& name : module_types)
      if (is_own(env_.module_type(name)->span)) out_.module_types.push_back({name});
  }
  OwnNames take() { return std::move(out_); }

 private:
  template <class T>
  static void note(const Frame::Table<T>& table, std::uint32_t limit,
                   std::set<std::string>& names) {
    for (const auto& [name, entries] : table)
      if (entries.front().at < limit) names.insert(name);
  }

  bool is_own(support::Span span) {
    if (span && !state_.in_prelude(span) && !state_.in_library(span)) return true;
    ++out_.left_out;
    return false;
  }

  void term(const std::string& name) {
    const Term& found = *env_.term(name);
    if (const auto* module = std::get_if<const Module*>(&found)) {
      if (is_own((*module)->span)) out_.modules.push_back({name, contents(**module)});
      return;
    }
    const ValueBinding& value = *std::get<const ValueBinding*>(found);
    if (!is_own(value.span) || value.kind != ValueBinding::Kind::definition) return;
    const bool symbol =
        std::isalpha(static_cast<unsigned char>(name.front())) == 0 && name.front() != '_';
    const TypePtr& type = state_.def(value.id).scheme.type;
    (std::holds_alternative<TypeArrow>(resolve(type)->node) ? out_.functions : out_.values)
        .push_back({symbol ? "(" + name + ")" : name, ": " + show(type)});
  }

  void type(const std::string& name) {
    const TypeBinding& found = *env_.type(name);
    if (!is_own(found.span)) return;
    const std::string head = modules::show_head(name, found.lifted, found.params);
    const std::string whole = modules::show_type(name, found);
    const std::size_t equals = std::min(head.size() + 1, whole.size());
    out_.types.push_back({head.substr(head.find(' ') + 1), whole.substr(equals)});
  }

  /// The names in it.
  std::string contents(const Module& module) {
    if (module.is_functor()) return fmt::format(": ({}: ...) -> ...", module.param.value_or("_"));
    std::vector<std::string> names = names_in(state_, module, NameKind::term);
    for (std::string& type : names_in(state_, module, NameKind::type))
      names.push_back(std::move(type));
    std::sort(names.begin(), names.end());
    constexpr std::size_t kMost = 8;
    const std::size_t shown = names.size() > kMost ? kMost - 1 : names.size();
    const std::string rest =
        shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "";
    names.resize(shown);
    return fmt::format(": {}{}", fmt::join(names, ", "), rest);
  }

  State& state_;
  const Env& env_;
  OwnNames out_;
};

}  // namespace

OwnNames own_names(State& state, const Env& env) { return Collected(state, env).take(); }

}  // namespace laguz::check
