// Core as text, for `laguz core` and for us.
#pragma once

#include <string>
#include <string_view>

#include "core/program.hpp"

namespace laguz::core {

std::string print(const Program& program, FunId function);
std::string print(const Body& body, const Names& names, int indent = 0);
std::string print(const Lambda& lambda, const Names& names, int indent = 0);
std::string print(const Stm& stm, const Names& names);
std::string print(Type type);

}  // namespace laguz::core
