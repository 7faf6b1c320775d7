// Breakpoints that are set while a session goes on.
#include <fmt/format.h>

#include "engine/engine.hpp"

namespace laguz::engine {

using support::Phase;
using support::UserError;

namespace {

[[noreturn]] void refuse_break(std::string why, std::string hint = {}) {
  UserError error(Phase::usage, {}, std::move(why));
  error.diagnostic().hint = std::move(hint);
  throw error;
}

/// Is [name] what [file] is called, by its last names or without its suffix?
bool is_called(const support::SourceFile& file, const std::string& name) {
  const auto ends = [&](const std::string& whole) {
    return file.name() == whole || file.name().ends_with("/" + whole);
  };
  return ends(name) || ends(name + ".fut");
}

}  // namespace

Breakpoint Engine::break_in(const Scope& scope, const std::string& name) {
  const support::Task task(governor_);
  const Def* def = parts_.checker->lookup(scope, name);
  if (def == nullptr)
    refuse_break(fmt::format("{} is no function of this session.", name),
                 ":break takes the name of a function, or a line, as in f.fut:12.");
  if (lower::in_prelude(def->span))
    refuse_break(fmt::format("{} is the prelude's, whose code is not shown.", name));
  if (def->params.empty())
    refuse_break(fmt::format("{} is a value, and no function.", name),
                 "#[break] stands before an expression.");
  return stop_at(*def, check::break_place(*def));
}

Breakpoint Engine::break_at(const std::string& file, int line) {
  const support::Task task(governor_);
  const Def* found = nullptr;
  bool is_known = false;
  for (const Def* def : parts_.checker->functions()) {
    const support::SourceFile& source = *def->span.file;
    if (!is_called(source, file)) continue;
    is_known = true;
    // (Of an input that has been loaded again, the last one.)
    if (source.position(def->span.lo).line <= line && line <= source.position(def->span.hi).line)
      found = def;
  }
  if (!is_known) refuse_break(fmt::format("No function of this session is in {}.", file));
  if (found == nullptr) refuse_break(fmt::format("There is no function at {}:{}.", file, line));
  const bool first = found->span.file->position(found->span.lo).line == line;
  auto place = first ? std::optional(check::break_place(*found)) : check::break_place(*found, line);
  if (!place)
    refuse_break(fmt::format("Nothing that is evaluated begins at {}:{} or below it in {}.", file,
                             line, found->name));
  return stop_at(*found, *std::move(place));
}

Breakpoint Engine::stop_at(const Def& function, check::BreakPlace place) {
  parts_.checker->stop_at(function, place);
  forget_functions();
  return {function.id, function.name, std::move(place)};
}

void Engine::clear(const Breakpoint& breakpoint) {
  check::clear_break(breakpoint.place);
  forget_functions();
}

// (Those that call one may have it in them.)
void Engine::forget_functions() {
  parts_.lowerer->forget_stops();
  for (const Def* def : parts_.checker->functions()) (void)parts_.lowerer->forget(def->id);
}

}  // namespace laguz::engine
