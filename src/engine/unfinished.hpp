// Text that comes line by line, and whether it is an input yet.
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.hpp"

namespace laguz::engine {

/// Parses what has come only where it may be whole: not within brackets, and not before the `in`
/// that it is known to lack. So the text of a long definition takes time that is linear in it,
/// though it is asked about after each of its lines.
class Unfinished {
 public:
  Unfinished() = default;
  explicit Unfinished(const std::string& text) { add(text); }

  /// Further lines.
  void add(const std::string& lines);
  const std::string& text() const { return text_; }
  /// What all of them are, as form_of says; what is wrong inside of brackets may be found out when
  /// these are closed.
  Form form();
  /// How often all of it has been parsed for that.
  int parses() const { return parses_; }

 private:
  bool surely_unfinished() const { return parsed_ && (depth_ > 0 || lacking_ > 0); }

  std::string text_;
  std::int64_t depth_ = 0;    ///< brackets that are open; below 0: something is wrong
  std::int64_t lacking_ = 0;  ///< so many `in` must come at least; 0: nobody knows
  bool parsed_ = false;       ///< once: what is wrong in the first lines is told at once
  bool ends_exp_ = false;     ///< the last token may end an expression
  bool in_for_ = false;       ///< behind a `for`, whose own the next `in` may be
  bool known_ = false;        ///< the form of the text as it is
  Form form_ = Form::beginning;
  int parses_ = 0;
};

}  // namespace laguz::engine
