// What a session, or a program, has given names to, as the prompt lists it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace laguz::check {

struct State;
struct Env;

/// Each in alphabetical order.
struct OwnNames {
  struct Row {
    std::string name;
    std::string is{};  ///< as `: i32` or `= {x: f64}`; may be empty
  };
  std::vector<Row> values, functions, types, modules, module_types;
  std::size_t left_out = 0;  ///< names of the prelude and the library that have been opened
};

OwnNames own_names(State& state, const Env& env);

}  // namespace laguz::check
