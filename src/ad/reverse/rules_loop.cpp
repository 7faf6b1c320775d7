// Loops. Reverse mode runs the iterations again, last to first, each from the state it started
// with, and sweeps them. How a state is had depends on the parameter:
//   - scalars, and arrays that are made anew, are kept by the forward loop (its history);
//   - an array that is only overwritten here and there is carried backwards, and what was
//     overwritten is put back (tape/undo.hpp);
//   - a parameter that never changes is its initial value.
// What of the iteration would be dear to run again is kept, too (tape/tape.hpp).
// Only states that the derived code reads are kept, and only cotangents that can be more than zero
// are carried.
#include "ad/reverse/choosing_loop.hpp"
#include "ad/reverse/loops.hpp"
#include "ad/reverse/reverse_of_loop.hpp"
#include "ad/reverse/rules.hpp"
#include "ad/rewrite/sum_loops.hpp"
#include "ad/tape/call_tape.hpp"

namespace laguz::ad::reverse {

void loop_rule(Sweep& sweep, const core::Loop&, const Swept& node) {
  graph::Graph& forward = node.forward;
  const std::size_t position = node.position;
  core::Names& names = sweep.graph().names();
  const graph::Place& place = sweep.emit().place;
  // (Not the one given: that reads what was restored.)
  const core::Loop e = std::get<core::Loop>(forward[position].exp.node);
  tape::CallTape* tape = sweep.tape_for(forward, position);
  if (tape != nullptr && !(tape->takes_loops() && tape::has_call({e}))) tape = nullptr;
  if (tape == nullptr) {
    if (choosing_loop(sweep, forward, position)) return;
    // (To begin a map takes as long as some dozens of operations on numbers.)
    if ((!sweep.in_loop() || rewrite::has_arrays(e)) && rewrite::adds_only(e)) {
      const core::Exp now = sweep.versions().with_restored(forward[position].exp);
      return rerun(sweep,
                   rewrite::as_sums(names, std::get<core::Loop>(now.node),
                                    tape::trips_of(sweep.emit(), e, {}), place),
                   Binders(forward[position].results));
    }
  }
  tape::CallTape* const around = sweep.set_tape_of_loops(tape);
  reverse_of_loop(sweep, forward, position);
  sweep.set_tape_of_loops(around);
}

void reverse_of_loop(Sweep& sweep, graph::Graph& forward, std::size_t position) {
  count_trips(sweep, forward, position);
  core::Exp exp = sweep.versions().with_restored(forward[position].exp);
  const Atom trips =
      tape::trips_of(sweep.emit(), std::get<core::Loop>(exp.node), forward[position].results);
  ReverseOfLoop(sweep, forward, position, std::move(exp)).run(trips);
}

}  // namespace laguz::ad::reverse
