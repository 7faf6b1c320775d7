// Causality of sizes: see causality.cpp.
#pragma once

#include <unordered_set>

#include "check/types/typed.hpp"

namespace laguz::check {

/// Refuses a definition's [body] in which something is evaluated before a size exists that its type
/// mentions. Types have to be settled. [opened]: sizes that functions choose, each time anew.
/// Messages call sizes as [naming] does.
void check_causality(const typed::Exp& body, const std::unordered_set<ValId>& opened,
                     Naming& naming);

}  // namespace laguz::check
