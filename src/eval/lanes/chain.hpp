// Straight runs of arithmetic: one instruction for several statements.
#pragma once

#include "core/ir.hpp"
#include "eval/lanes/divergence.hpp"

namespace laguz::eval::lanes {

/// Whether a statement can be part of a run (prims/lanes_chain.hpp).
bool can_chain(const core::Stm& stm, const Divergence& divergence);

/// The same lambda with its statements in an order that has longer runs.
core::Lambda gather_chains(const core::Lambda& lambda, const Divergence& divergence);

}  // namespace laguz::eval::lanes
