// What code does when it runs, in functions that it calls too.
#pragma once

#include <functional>
#include <optional>

#include "ad/slice.hpp"
#include "core/program.hpp"

namespace laguz::engine {

/// Whether [is] holds of a statement that [function] comes to, the constants that it reads apart.
/// [body_of]: the code of a function.
bool any_statement(const core::Program& program, core::FunId function,
                   const std::function<const core::Body&(core::FunId)>& body_of,
                   const std::function<bool(const core::Stm&)>& is);

/// The results of a constant that [body] gives, if they are all that it gives: what a path of
/// fields comes to, beside checks of lengths.
std::optional<ad::Given> part_of_constant(const core::Program& program, const core::Body& body);

}  // namespace laguz::engine
