#include "check/state/type_error.hpp"

#include <utility>

#include "support/diagnostic.hpp"

namespace laguz::check {

void type_error(Span span, std::string message, std::string hint, std::string anchor) {
  support::Diagnostic diagnostic;
  diagnostic.phase = support::Phase::type;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostic.anchor = std::move(anchor);
  throw support::UserError(std::move(diagnostic));
}

}  // namespace laguz::check
