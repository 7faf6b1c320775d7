// Where statements stand in the text that the user has written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ir.hpp"

namespace laguz::engine {

/// Is it in a text of the user's, and not in the prelude?
bool is_written(support::Span span);
/// The innermost place that is none of the prelude's: [span], or that of an inlined call around it.
support::Span written_place(support::Span span,
                            const std::shared_ptr<const core::CallSite>& inlined_at);
/// That, and the calls around it, outermost last.
std::vector<support::Span> written_places(support::Span span,
                                          const std::shared_ptr<const core::CallSite>& inlined_at);
/// "f.fut:3"; empty if it is nowhere.
std::string line_at(support::Span span);
/// The line without spaces around it.
std::string text_at(support::Span span);
/// "value", "tangent", "cotangent".
const char* name(core::Derived derived);

}  // namespace laguz::engine
