// Where a value comes from: the definitions that it was computed by.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/ast_builder.hpp"
#include "engine/engine.hpp"

namespace laguz::engine {
namespace {

/// The number of the input at the prompt; before the first: what is in files.
int input_of(support::Span span) {
  const std::string& name = span.file->name();
  return !name.empty() && name.front() == '[' ? std::atoi(name.c_str() + 1) : -1;
}

/// "[3]" for what has been typed, "f.fut:7" for what is in a file.
std::string place_of(support::Span span) {
  const std::string& name = span.file->name();
  if (input_of(span) >= 0) return name;
  return fmt::format("{}:{}", name, span.file->position(span.lo).line);
}

/// A definition, in the order of the session's texts.
struct Written {
  int input;
  support::Span span;

  bool operator<(const Written& other) const { return key() < other.key(); }

 private:
  std::tuple<int, std::string_view, std::uint32_t> key() const {
    return {input, span.file->name(), span.lo};
  }
};

/// The text of [span], no longer than a few lines.
std::string beginning_of(support::Span span) {
  constexpr int kMost = 3;
  const std::string& text = span.file->text();
  std::size_t end = span.lo;
  for (int line = 0; line < kMost && end < span.hi; ++line)
    end = std::min<std::size_t>(text.find('\n', end + 1), span.hi);
  return text.substr(span.lo, end - span.lo) + (end < span.hi ? " ..." : "");
}

}  // namespace

std::vector<Origin> Engine::origins(const Scope& scope, std::string name, std::string text) {
  const support::Task task(governor_);
  const Def* named = parts_.checker->lookup(scope, text);
  const DefPtr other =
      named == nullptr ? expression(scope, std::move(name), std::move(text)) : nullptr;
  const core::FunId asked = lower(named == nullptr ? *other : *named).function;
  std::vector<std::string> known;
  std::set<Written> written;
  for (const core::FunId id : parts_.graph->past_of(asked)) {
    if (id == asked && named == nullptr) continue;  // nothing is bound to it
    const core::Function& function = program_[id];
    if (function.known != nullptr)
      known.push_back(function.name);
    else if (function.span && !lower::in_prelude(function.span) &&
             function.span.file->name() != kOwnText)
      written.insert({input_of(function.span), function.span});
  }
  std::vector<Origin> origins;
  for (std::string& one : known) origins.push_back({{}, std::move(one)});
  for (const Written& one : written)
    origins.push_back({place_of(one.span), beginning_of(one.span)});
  return origins;
}

}  // namespace laguz::engine
