// Where the lines of a session come from.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace laguz::driver::repl {

struct Line {
  enum class Kind : std::uint8_t { text, end, interrupted } kind = Kind::text;
  std::string text{};
};

/// What may stand for [word], which begins at [start] of [line]; empty: names of files.
using Completer = std::function<std::vector<std::string>(std::string_view line, std::size_t start,
                                                         std::string_view word)>;

class Reader {
 public:
  virtual ~Reader() = default;
  virtual Line read(const std::string& prompt) = 0;
  /// An input, all its lines together, for the history.
  virtual void remember(const std::string& input) = 0;
  virtual void complete_with(Completer completer) = 0;
};

/// Lines of a stream; prompts are printed all the same, as in Futhark.
std::unique_ptr<Reader> stream_reader(std::istream& in, std::ostream& out);

/// Lines of an open descriptor; Ctrl-C is answered while one is waited for. One of more than
/// support::kMostSource bytes is told of, and taken for an empty one.
std::unique_ptr<Reader> descriptor_reader(int descriptor, std::ostream& out);

/// A person at a terminal: line editing, a history that outlives the session, completion.
std::unique_ptr<Reader> terminal_reader(bool colour);

}  // namespace laguz::driver::repl
