#include "engine/places.hpp"

#include <fmt/format.h>

#include "lower/lower.hpp"

namespace laguz::engine {

bool is_written(support::Span span) { return span && !lower::in_prelude(span); }

std::vector<support::Span> written_places(support::Span span,
                                          const std::shared_ptr<const core::CallSite>& inlined_at) {
  std::vector<support::Span> places;
  const auto note = [&](support::Span one) {
    if (is_written(one)) places.push_back(one);
  };
  note(span);
  for (const core::CallSite* at = inlined_at.get(); at != nullptr; at = at->outer.get())
    if (!at->turn) note(at->span);
  return places;
}

support::Span written_place(support::Span span,
                            const std::shared_ptr<const core::CallSite>& inlined_at) {
  const std::vector<support::Span> places = written_places(span, inlined_at);
  return places.empty() ? support::Span() : places.front();
}

std::string line_at(support::Span span) {
  if (!span) return {};
  return fmt::format("{}:{}", span.file->name(), span.file->position(span.lo).line);
}

std::string text_at(support::Span span) {
  if (!span) return "(the prelude)";
  std::string_view text = span.file->line(span.file->position(span.lo).line);
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  text.remove_prefix(first);
  return std::string(text.substr(0, text.find_last_not_of(" \t\r") + 1));
}

const char* name(core::Derived derived) {
  switch (derived) {
    case core::Derived::value: return "value";
    case core::Derived::tangent: return "tangent";
    case core::Derived::cotangent: return "cotangent";
  }
  return "";
}

}  // namespace laguz::engine
