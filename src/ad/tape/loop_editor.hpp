// More parameters and results for a loop: its states and other values of its iterations, kept.
#pragma once

#include <optional>
#include <vector>

#include "ad/emit.hpp"
#include "ad/tape/shapes.hpp"

namespace laguz::ad::tape {

/// A value of each iteration. [dims] and [offset] tell values apart that are kept flat: they are
/// histories themselves.
struct History {
  Type type;
  Atom data;
  bool flat = false;
  Atoms dims{};
  Atom offset{};
};

/// Edits the statement of a loop. What it had before keeps its meaning.
class LoopEditor {
 public:
  /// [before] receives statements to stand before the loop's.
  LoopEditor(core::Names& names, core::Stm& stm, std::vector<core::Stm>& before)
      : names_(names), stm_(stm), before_(before) {}

  core::Loop& loop() { return std::get<core::Loop>(stm_.exp.node); }

  /// One more parameter; its number.
  std::size_t param(Type type, const Atom& init, const Atom& next);
  /// What a parameter is at the start of each iteration. [flat]: the states' shapes may differ.
  History history(std::size_t param, bool flat);
  /// Keeps [value], which the body computes. [like]: of values that always have its shape.
  History log(const Atom& value, const History* like = nullptr);
  /// The number of iterations of a while loop.
  Atom count();
  /// What tells the states of a parameter apart that are kept flat, at the starts of iterations or
  /// [after] them.
  History parts(std::size_t param, bool after);

 private:
  Atom bind(std::vector<core::Stm>& stms, core::Exp exp, Type type);
  Atom shape(std::vector<core::Stm>& stms, const Atom& array, int dim);
  Atom kept(std::size_t param, bool flat, bool after = false);
  void keep_lengths(History& made, const Atoms& lengths);
  Atoms lengths_before(std::size_t param);
  Atoms lengths_after(std::size_t param);

  /// An array of zeros before the loop.
  Atom zeros(Type type, Atoms lengths);
  /// One of the shape of [value] if that is the same in all iterations.
  std::optional<Atom> zeros_like(const Atom& value);

  core::Names& names_;
  core::Stm& stm_;
  std::vector<core::Stm>& before_;
  std::optional<Shapes> shapes_{};  ///< of the loop; once they are asked for
};

/// [value], which one of [stms] binds: or, if that is a view, a copy made there. (A view that is
/// kept would keep the whole array from being overwritten in place.)
Atom owned(core::Names& names, std::vector<core::Stm>& stms, const Atom& value);

/// Iterations of a loop, which is counted if it is not a plain for loop.
Atom trips_of(Emit& emit, const core::Loop& loop, const core::Binders& results);

/// The value of iteration [i].
Atom load(Emit& emit, const History& history, const Atom& i);

/// Every atom of it, for renaming.
void visit(History& history, const std::function<void(Atom&)>& on_atom);

}  // namespace laguz::ad::tape
