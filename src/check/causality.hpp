// Causality of sizes: see causality.cpp.
#pragma once

#include <string>
#include <unordered_set>

#include "check/typed.hpp"

namespace laguz::check {

/// Refuses a definition's [body] in which something is evaluated before a size exists that its type
/// mentions. Types have to be settled. [opened]: sizes that functions choose, each time anew.
void check_causality(const typed::Exp& body, const std::unordered_set<ValId>& opened);

/// Is it the name of an operator, whose operands are evaluated from left to right?
bool is_operator(const std::string& name);

}  // namespace laguz::check
