// What has been defined in a session, as a program that defines it again.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"

namespace laguz::engine {

/// Names may be defined again and again in a session, and once in a program: what a definition that
/// still counts uses of an earlier one is put into a module of its own, and what nothing uses any
/// more is left out.
class SessionText {
 public:
  /// [text], as it was typed, is the declarations [input], which hold in [scope].
  void declared(std::string text, const Engine::Input& input, const Scope& scope,
                const check::Checker& names);
  /// `it` is the value of [text].
  void evaluated(const std::string& text);
  /// [name] is what no text says: a derivative, something that has been read.
  void valued(std::string name, const Valued& value);

  /// The program, below the text [before]; what is imported is called as [import_path] says. Throws
  /// UserError if it needs a function that no text says.
  std::string program(const std::string& before,
                      support::FunctionRef<std::string(const std::string&)> import_path) const;

  /// Does the name [name] stand in [text]?
  static bool mentions(const std::string& text, const std::string& name);

 private:
  /// Texts that are defined together, what they define, and all names that stand in them.
  struct Part {
    std::string text;
    std::vector<std::string> defined;
    std::set<std::string> mentioned;
    std::shared_ptr<const Valued> value;  ///< instead of a text
  };
  /// Those that count.
  std::vector<const Part*> live() const;

  std::vector<Part> parts_;
};

}  // namespace laguz::engine
