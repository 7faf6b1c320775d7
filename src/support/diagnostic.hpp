// What we tell a user: one exception type for every user error.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "support/source.hpp"

namespace laguz::support {

enum class Severity : std::uint8_t { error, warning };

/// The phase an error comes from decides the exit status and the layout.
enum class Phase : std::uint8_t { usage, syntax, type, run };

struct Diagnostic {
  Severity severity = Severity::error;
  Phase phase = Phase::type;
  Span span{};
  std::string message{};      ///< what went wrong: expected, found
  std::string hint{};         ///< a likely cure, or empty
  std::string anchor{};       ///< anchor in the error index, or empty
  std::vector<Span> stack{};  ///< run-time errors: innermost first
  bool at_end_of_input =
      false;  ///< syntax errors: more text might cure it (the prompt asks for it)
};

/// A mistake of the user's, never one of ours; or several, found in one go. Caught in one place,
/// the session.
class UserError : public std::exception {
 public:
  explicit UserError(Diagnostic diagnostic) : diagnostic_(std::move(diagnostic)) {}
  UserError(Diagnostic first, std::vector<Diagnostic> others)
      : diagnostic_(std::move(first)), others_(std::move(others)) {}
  UserError(Phase phase, Span span, std::string message)
      : diagnostic_{.phase = phase, .span = span, .message = std::move(message)} {}
  const char* what() const noexcept override { return diagnostic_.message.c_str(); }
  const Diagnostic& diagnostic() const { return diagnostic_; }
  Diagnostic& diagnostic() { return diagnostic_; }
  /// Those after the first one.
  const std::vector<Diagnostic>& others() const { return others_; }

 private:
  Diagnostic diagnostic_;
  std::vector<Diagnostic> others_;
};

/// A line of a program, in colours; null where there are none.
using Painter = std::string (*)(const std::string& line);

/// The text of a diagnostic as a terminal shows it:
///
///     Error at f.fut:3:5-9:
///     message
///       3 | source line
///         |     ^^^^^
///     Hint: ...
///
/// Run-time errors print `Error at` and the stack first. With [painter], ANSI escapes, and the
/// source line as that gives it.
std::string render(const Diagnostic& diagnostic, Painter painter = nullptr);
/// All of an error's diagnostics, with empty lines between them.
std::string render(const UserError& error, Painter painter = nullptr);
/// The source line and what marks [span] in it; empty if that is of no use.
std::string excerpt(Span span, Painter painter = nullptr);

}  // namespace laguz::support
