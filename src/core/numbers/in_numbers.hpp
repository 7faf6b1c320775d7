// Small vectors and matrices as the numbers that they are: of a step of a filter, of a rotation, of
// a system of a few equations. What a Soac over three elements costs is a dozen operations,
// forwards; in derivatives its accumulators, its tape of arrays and its zeros cost it ten times.
// Hence this comes before differentiation (ADR 37).
//
// [facts]: what is known where the statement stands. Each is in proportion to what is written, at
// most some 2,000 statements.
#pragma once

#include <optional>
#include <vector>

#include "core/facts/facts.hpp"

namespace laguz::core::numbers {

/// The loop of [stm], with the numbers of its small arrays as states instead of those, and what
/// puts the arrays together behind it. Nothing where its body has no small arrays, or does with
/// them what is not known number by number.
std::optional<std::vector<Stm>> loop_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                Names& names);

/// The Soac of [stm] with folds of numbers where it has folds of small arrays, and what puts their
/// results together. Nothing where there are none.
std::optional<std::vector<Stm>> folds_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                 Names& names);

/// The histogram of [stm] by an operator that works on each number of small rows alone, as one for
/// each column. Nothing if it is another one, or if it is into an array that is there already: that
/// takes as long as there are values, columns as long as there are rows.
std::optional<std::vector<Stm>> hist_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                Names& names);

/// The lambda of [soac] with the folds of small arrays in it written out; nothing where it has
/// none.
std::optional<Body> lambda_in_numbers(const Soac& soac, const facts::Facts& facts, Names& names);

}  // namespace laguz::core::numbers
