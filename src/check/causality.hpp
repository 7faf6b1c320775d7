// Causality of sizes: see causality.cpp.
#pragma once

#include <string>

#include "check/typed.hpp"

namespace laguz::check {

/// Refuses a definition's [body] in which something is evaluated before a size exists that its type
/// mentions. Types have to be settled.
void check_causality(const typed::Exp& body);

/// Is it the name of an operator, whose operands are evaluated from left to right?
bool is_operator(const std::string& name);

}  // namespace laguz::check
