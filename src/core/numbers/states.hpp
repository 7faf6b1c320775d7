// Loops over small vectors and matrices as loops over numbers: a step of a filter, of a rotation,
// of a system of a few equations. What a Soac over three elements costs is a dozen operations,
// forwards; in derivatives its accumulators, its tape of arrays and its zeros cost it ten times.
// Hence this comes before differentiation.
#pragma once

#include <optional>
#include <vector>

#include "core/facts/facts.hpp"

namespace laguz::core::numbers {

/// The loop of [stm], with the numbers of its small arrays as states instead of those, and what
/// puts the arrays together behind it. [facts]: what is known at the loop. Nothing where it has no
/// such state, where it gives to one what is not known number by number, or where its body would
/// be too long.
std::optional<std::vector<Stm>> states_of_numbers(const Stm& stm, const facts::Facts& facts,
                                                  Names& names);

/// The Soac of [stm] with folds of numbers where it has folds of small arrays, and what puts their
/// results together. Nothing where there are none.
std::optional<std::vector<Stm>> folds_of_numbers(const Stm& stm, const facts::Facts& facts,
                                                 Names& names);

/// Writes out what [soac]'s lambda computes with small arrays; false if it is left as it is.
bool lambda_of_numbers(Soac& soac, const facts::Facts& facts, Names& names);

}  // namespace laguz::core::numbers
