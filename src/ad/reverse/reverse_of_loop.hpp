// The way back through one loop (rules_loop.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "ad/reverse/sweep.hpp"
#include "ad/tape/loop_editor.hpp"
#include "ad/tape/shapes.hpp"
#include "ad/tape/tape.hpp"
#include "ad/tape/undo.hpp"

namespace laguz::ad::reverse {

using core::Binder;
using core::Binders;

/// One parameter of a loop, seen from its reverse.
struct LoopState {
  Binder now{};  ///< at the start of the iteration that is swept
  bool active = false;
  bool constant = false;  ///< the initial value, in all iterations
  std::optional<tape::Undo> undo{};
  Binders known{};  ///< what [undo] needs of the iteration
  Atom next{};      ///< at its end, as it is run again
  Binder end{};     ///< the same, as it is found: if [next] is not needed for it
  Atom before{};    ///< equal to [now], after the sweep
  Binder there{};   ///< what it left at the places it overwrote, if it did so at once
  bool now_used = false, end_used = false;

  bool wanted() const { return now_used || end_used; }
  /// An array that is put back to [now] first, and updated again.
  bool again() const { return now_used && end_used; }
};

/// Everything about one loop's reverse that its steps share.
class ReverseOfLoop {
 public:
  /// [exp] is the loop at [position] of [forward].
  ReverseOfLoop(Sweep& sweep, graph::Graph& forward, std::size_t position, core::Exp exp)
      : sweep_(sweep),
        names_(sweep.graph().names()),
        forward_(forward),
        position_(position),
        exp_(std::move(exp)),
        e_(std::get<core::Loop>(exp_.node)),
        n_(e_.params.size()),
        tapes_(!sweep.in_map() || tape::has_work(e_.body)) {
    const Binders results = forward[position].results;
    for (const Binder& result : results) results_.push_back(result.atom());
  }

  void run(Atom trips);

 private:
  tape::Again::Known known_again() const;
  Binders counted_on() const;
  void count_on(Emit& emit, core::Substitution& known) const;
  void classify();
  static Atom handed_back(Sweep& sweep, const Atom& state, const Atom& cotangent);
  Atoms step(Sweep& sweep, const Atom& i, const Atoms& cotangents);
  void know_places(Sweep& sweep, LoopState& state);
  void go_back_in_place(Sweep& sweep, LoopState& state, std::size_t from, std::size_t to);
  static void look_again(Sweep& sweep, const Atom& array, std::size_t from, std::size_t to);
  void finish(core::Loop& loop, const graph::Graph& inner, const Atoms& next);
  std::optional<Atom> there_at(const Atoms& carried, std::size_t c) const {
    return there_[c] == 0 ? std::nullopt : std::optional(carried[there_[c]]);
  }
  std::vector<std::size_t> schedule(core::Loop& loop, const graph::Graph& inner, const Atoms& next);
  bool keep_whole(const std::unordered_set<core::VarId>& used);
  void end_again(core::Body& body, const LoopState& state) const;
  void begin_tape(const graph::Graph& inner);

  Sweep& sweep_;
  core::Names& names_;
  graph::Graph& forward_;
  std::size_t position_;
  const core::Exp exp_;
  const core::Loop& e_;
  const std::size_t n_;
  const bool tapes_;
  Atoms results_;
  /// For each parameter what every iteration adds to it, if it is known from their number.
  std::vector<std::optional<Atom>> by_;
  std::vector<LoopState> states_;
  std::vector<std::size_t> carried_;  ///< parameters whose cotangents are carried backwards
  /// For each of them, the carried value that says whether its cotangent is there yet (0: it is).
  std::vector<std::size_t> there_;
  struct HistoryCotangent {
    std::size_t param;
    tape::History kept;
    bool after;
  };
  std::vector<HistoryCotangent> histories_;
  core::Substitution constants_;
  core::Substitution known_;          ///< what undoing needs, as it is called in the reverse loop
  core::Substitution names_of_body_;  ///< variables of the body, as it calls them
  std::size_t body_from_ = 0, body_to_ = 0;  ///< and where it has the body
  std::optional<tape::Shapes> shapes_;
  std::optional<tape::Tape> tape_;
  Atom at_;  ///< the iteration, inside the reverse loop
  std::vector<std::pair<std::size_t, std::size_t>> restored_;  ///< parameter, result of the reverse
};

}  // namespace laguz::ad::reverse
