// Characters to tokens.
#pragma once

#include <vector>

#include "syntax/token.hpp"

namespace laguz::grammar {

/// The tokens of [source], closed by one of kind `end` whose span is empty. Throws UserError for
/// text that is no token.
std::vector<syntax::Token> tokenize(const support::SourceFile& source);

/// The same, without `end`, up to where the text is no token.
std::vector<syntax::Token> tokens_before_error(const support::SourceFile& source);

/// The text of a documentation comment without its markers, lines joined by newlines.
std::string doc_text(std::string_view comment);

}  // namespace laguz::grammar
