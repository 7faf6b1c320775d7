// Errors of the program's text, as everybody who checks it throws them.
#pragma once

#include <string>

#include "support/source.hpp"

namespace laguz::check {

using support::Span;

[[noreturn]] void type_error(Span span, std::string message, std::string hint = {},
                             std::string anchor = {});

}  // namespace laguz::check
