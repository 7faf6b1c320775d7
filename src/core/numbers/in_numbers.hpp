// Small vectors and matrices as the numbers that they are: of a step of a filter, of a rotation, of
// a system of a few equations. What a Soac over three elements costs is a dozen operations,
// forwards; in derivatives its accumulators, its tape of arrays and its zeros cost it ten times.
// Hence this comes before differentiation (ADR 37).
#pragma once

#include <optional>
#include <vector>

#include "core/facts/facts.hpp"

namespace laguz::core::numbers {

/// What is to stand in place of [stm], where numbers take the place of its small arrays; nothing
/// where there are none, or where something is done with them that is not known number by number:
///
/// - a loop with their numbers as states instead of them;
/// - a Soac with folds of numbers instead of folds of them, or with those of its lambda written
/// out;
/// - a histogram by an operator that works on each number of short rows alone, into an array that
///   has just been made, as one for each column. (Into one that is there already it takes as long
///   as there are values, columns as long as there are rows.)
///
/// [facts]: what is known at the statement, whose bodies have been read. In proportion to what is
/// written, at most some 2,000 statements.
std::optional<std::vector<Stm>> in_numbers(const Stm& stm, const facts::Facts& facts, Names& names);

}  // namespace laguz::core::numbers
