// From "this token did not fit" to a message that helps.
#pragma once

#include <string>
#include <vector>

#include "syntax/token.hpp"

namespace laguz::grammar {

/// Throws UserError: at [found], one of [tokens], the parser wanted [expected].
[[noreturn]] void explain(const std::vector<syntax::Token>& tokens, const syntax::Token& found,
                          const std::string& expected);

}  // namespace laguz::grammar
