// How variables and constants are spelt in a picture, whatever its format: as `laguz core` does.
#pragma once

#include "graph/export.hpp"
#include "runtime/value_text.hpp"

namespace laguz::graph {

/// `name_id`; `t_id` without a name.
std::string variable_name(const Picture& picture, core::VarId id);
std::string atom_name(const Picture& picture, const core::Atom& atom);

}  // namespace laguz::graph
