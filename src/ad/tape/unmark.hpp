// What the marks of call_tape.hpp stand for.
#pragma once

#include <functional>

#include "ad/tape/call_tape.hpp"
#include "core/builder.hpp"

namespace laguz::ad::tape {

/// Writes out marks.
class Unmark {
 public:
  /// Of the function, half of whose derivative [half] is.
  using Known = std::function<const TapedFunction&(core::FunId half)>;
  Unmark(core::Names& names, const Known& known, const CallTape& marks, TapeKinds kinds)
      : names_(names), known_(known), marks_(marks), kinds_(std::move(kinds)) {}

  /// [function], whose last result is a place, becomes the way there: its last parameters are new.
  void there(core::Function& function);
  /// [function], whose last parameter is a place, becomes the way back.
  void back(core::Function& function);

  /// What [body] saves. [values]: becomes true if that is more than places.
  static void kinds_of(const core::Body& body, TapeKinds& kinds, bool& values);
  /// Adds [kind] to [kinds].
  static void add(TapeKinds& kinds, TapeKind kind);

 private:
  class Frame;

  void there(core::Body& body, core::Atom& now);
  void loop(core::Stm& stm, core::Atom& now);
  void branch(core::Stm& stm, core::Atom& now);
  void call(core::Stm& stm, core::Atom& now);
  void save(core::Builder& out, const core::Stm& stm, core::Atom& now);
  void back(core::Body& body);
  void load(core::Builder& out, const core::Stm& stm);
  core::Builder at(const core::Stm& stm) const;
  core::Atom converted(core::Builder& out, const core::Atom& value, support::ScalarType to) const;
  const core::Atom& tape(TapeKind kind) const;

  core::Names& names_;
  const Known& known_;
  const CallTape& marks_;
  TapeKinds kinds_;
  core::Atoms tapes_{};  ///< for each kind, what holds it
};

}  // namespace laguz::ad::tape
