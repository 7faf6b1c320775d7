// Files, written whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace laguz::support {

/// Makes [text] the contents of the file [path]. It is written beside the file, to the last byte,
/// and takes its place then, with the mode and the owner of what was there; a link leads to the
/// file that is meant. What is no regular file, and what is the standard output, is written
/// directly. Throws UserError (Phase::usage) with the file and the reason; the file is what it was
/// then, and nothing is left beside it.
void write_file(const std::string& path, std::string_view text);

/// Whether `write_file` has a chance: to be asked before work whose result would be lost. Throws as
/// that does; writes nothing.
void expect_writable(const std::string& path);

/// Adds [text], which are lines, to the end of the file [path], or nothing: no other process that
/// calls this comes between, and none of its lines is lost. The file is for the user alone when it
/// is new. Throws as above.
void append_file(const std::string& path, std::string_view text);

}  // namespace laguz::support
