// Loops. Reverse mode runs the iterations again, last to first, each from the state it started
// with, and sweeps them. How a state is had depends on the parameter:
//   - scalars, and arrays that are made anew, are kept by the forward loop (its history);
//   - an array that is only overwritten here and there is carried backwards, and what was
//     overwritten is put back (undo.hpp);
//   - a parameter that never changes is its initial value.
// What of the iteration would be dear to run again is kept, too (tape.hpp).
// Only states that the derived code reads are kept, and only cotangents that can be more than zero
// are carried.
#include "ad/call_tape.hpp"
#include "ad/loops.hpp"
#include "ad/reverse_of_loop.hpp"
#include "ad/reverse_rules.hpp"
#include "ad/stripmine.hpp"
#include "ad/sum_loops.hpp"

namespace laguz::ad {

void reverse_loop(Sweep& sweep, const core::Loop&, const Swept& node) {
  graph::Graph& forward = node.forward;
  const std::size_t position = node.position;
  core::Names& names = sweep.graph().names();
  const graph::Place& place = sweep.emit().place;
  // (Not the one given: that reads what was restored.)
  const core::Loop e = std::get<core::Loop>(forward[position].exp.node);
  if (e.hints.stripmine > 1 && e.history.empty()) {
    // Now that the number of iterations is known, the loop is run again in blocks.
    count_trips(sweep, forward, position);
    const Binders results = forward[position].results;
    const core::Loop counted = std::get<core::Loop>(forward[position].exp.node);
    const Atom trips = trips_of(sweep.emit(), counted, results);
    return rerun(sweep, stripmined(names, e, trips, e.hints.stripmine, place), results);
  }
  CallTape* tape = sweep.tape_for(forward, position);
  if (tape != nullptr && !(tape->takes_loops() && has_call({e}))) tape = nullptr;
  if (tape == nullptr) {
    const core::Exp now = sweep.versions().with_restored(forward[position].exp);
    // (To begin a map takes as long as some dozens of operations on numbers.)
    if ((!sweep.in_loop() || has_arrays(e)) && adds_only(e))
      return rerun(
          sweep,
          as_sums(names, std::get<core::Loop>(now.node), trips_of(sweep.emit(), e, {}), place),
          Binders(forward[position].results));
    if (is_weighed(sweep, e)) return weighed_loop(sweep, forward, position);
  }
  CallTape* const around = sweep.set_tape_of_loops(tape);
  reverse_of_loop(sweep, forward, position);
  sweep.set_tape_of_loops(around);
}

std::vector<bool> reverse_of_loop(Sweep& sweep, graph::Graph& forward, std::size_t position,
                                  bool tapes) {
  count_trips(sweep, forward, position);
  const core::Exp exp = sweep.versions().with_restored(forward[position].exp);
  const auto& e = std::get<core::Loop>(exp.node);
  ReverseOfLoop reverse(sweep, forward, position, e, tapes);
  reverse.run(trips_of(sweep.emit(), e, forward[position].results));
  return reverse.kept();
}

}  // namespace laguz::ad
