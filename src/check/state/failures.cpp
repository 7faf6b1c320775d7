// Several errors in one run: each declaration is attempted for itself, and what is wrong leaves
// names behind whose uses say nothing.
#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "check/state/state.hpp"

namespace laguz::check {

namespace {

/// Adds to [known] that the same is wrong at [span].
void add_place(support::Diagnostic& known, support::Span span) {
  constexpr std::string_view kStart = "(Also at ";
  constexpr int kMost = 5;
  std::string place = support::locate(span);
  if (span && span.file == known.span.file) {
    const auto at = span.file->position(span.lo);
    place = fmt::format("{}:{}", at.line, at.column);
  }
  std::string& hint = known.hint;
  const std::size_t start = hint.find(kStart);
  if (start == std::string::npos) {
    hint += fmt::format("{}{}{}.)", hint.empty() ? "" : " ", kStart, place);
    return;
  }
  const auto commas =
      std::count(hint.begin() + static_cast<std::ptrdiff_t>(start), hint.end(), ',');
  if (commas >= kMost) return;
  hint.resize(hint.size() - 2);
  hint += ", " + (commas + 1 < kMost ? place : std::string("and more")) + ".)";
}

}  // namespace

void State::note(support::Diagnostic error) {
  const bool unknown = error.message.rfind("Unknown ", 0) == 0;
  for (auto& known : *errors) {
    // A functor's body is checked again for each application.
    if (known.span == error.span && (error.span || known.message == error.message)) return;
    // A name that is missing is one mistake, however often it is used.
    if (unknown && known.message == error.message) return add_place(known, error.span);
  }
  errors->push_back(std::move(error));
  constexpr std::size_t kMost = 20;
  if (errors->size() >= kMost) throw TooManyErrors();
}

bool State::attempt(support::FunctionRef<void()> action) {
  if (!errors) {
    action();
    return true;
  }
  try {
    action();
    return true;
  } catch (const support::UserError& error) {
    note(error.diagnostic());
  } catch (const Spoilt&) {
    // Said where it was spoilt.
  }
  return false;
}

void State::gather(support::FunctionRef<void()> action) {
  std::vector<support::Diagnostic> found;
  bool too_many = false;
  {
    Restore<std::vector<support::Diagnostic>*> gathering(errors, &found);
    try {
      action();
    } catch (const TooManyErrors&) {
      too_many = true;
    }
  }
  if (found.empty()) return;
  // File by file, in the order in which they were met.
  std::map<const support::SourceFile*, std::size_t> files;
  for (const auto& error : found) files.emplace(error.span.file, files.size());
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    return std::pair(files.at(a.span.file), a.span.lo) <
           std::pair(files.at(b.span.file), b.span.lo);
  });
  if (too_many) {
    std::string& hint = found.back().hint;
    hint +=
        std::string(hint.empty() ? "" : " ") + "(These are the first errors; there may be more.)";
  }
  support::Diagnostic first = std::move(found.front());
  found.erase(found.begin());
  throw support::UserError(std::move(first), std::move(found));
}

}  // namespace laguz::check
