// What the rules of loops, folds and histograms share: code that is run again, and loops that run
// backwards.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "ad/reverse/sweep.hpp"
#include "ad/rules.hpp"

namespace laguz::ad::reverse {

/// Traces [body], whose results are those of the node that is swept, and sweeps it in its stead.
void rerun(Sweep& sweep, const core::Body& body, const core::Binders& results);

/// Whether [array] is, but for some elements, what an iteration of a loop begins with: its length
/// is to take no time of the iteration's.
bool is_of_state(Sweep& sweep, const Atom& array);

/// Does [stm] at [node], on the way there, behind [before]: what they read of what stands for a
/// version of an array now is that version.
void replace_there(Sweep& sweep, const Swept& node, core::Stm stm, std::vector<core::Stm> before);

/// Has the way there do [stm], after [before], where it has the node that is swept: [stm] gives
/// that node's results, and may give more. What the way back calls [wanted] of it.
Atoms do_there(Sweep& sweep, const Swept& node, core::Stm stm, std::vector<core::Stm> before,
               const Atoms& wanted);

/// Has the loop at [position] of [forward] count its iterations, if it is not a plain for loop.
void count_trips(Sweep& sweep, graph::Graph& forward, std::size_t position);

/// A loop of [trips] iterations that runs [step] for i = trips-1 … 0 with [carried] values and
/// with the cotangents of [outer] variables gathering in it. The last values of its parameters,
/// [carried] first.
/// [step] gets (sweep of the body, i, carried values) and returns the next carried values.
/// [finish] makes the body of the graph and of what its results are to be; it may add parameters.
Atoms run_backwards(
    Sweep& sweep, const Atom& trips, const Atoms& carried, const core::Binders& outer,
    const std::function<Atoms(Sweep&, const Atom&, const Atoms&)>& step,
    const std::function<void(core::Loop&, const graph::Graph&, const Atoms&)>& finish = {});

/// The way back through the loop at [position] of [forward], with what it keeps on the way there.
void reverse_of_loop(Sweep& sweep, graph::Graph& forward, std::size_t position);

}  // namespace laguz::ad::reverse
