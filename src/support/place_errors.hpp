// Places for errors that come from where none is known.
#pragma once

#include "support/diagnostic.hpp"

namespace laguz::support {

/// What [action] gives. A UserError of its that has no place gets [span], as it is then.
template <class Action>
auto place_errors(const Span& span, Action&& action) {
  try {
    return action();
  } catch (UserError& error) {
    if (!error.diagnostic().span) error.diagnostic().span = span;
    throw;
  }
}

}  // namespace laguz::support
