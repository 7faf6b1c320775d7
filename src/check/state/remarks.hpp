// What the prompt says of declarations that are right, and perhaps not what was meant.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/types/types.hpp"

namespace laguz::check {

struct Remarks {
  /// Values whose types were free, and are i32 by choice or have it in them. (That a float is f64
  /// surprises nobody.)
  std::vector<std::pair<std::string, TypePtr>> chosen{};
  /// A derivative is by integers, and nothing else.
  bool by_integers = false;
  /// A derivative is of a function whose results are integers, and nothing else.
  bool of_integers = false;
  /// Two numbers are written with `^` between them.
  bool xor_of_numbers = false;
  /// Integers are written with `/` between them that leave a fraction out, and are integers by
  /// choice.
  bool drops_fraction = false;
  /// Numbers are written that are i32, by choice, and come to more than that holds.
  bool wraps = false;
  /// Functions that are called `rec`, and have this name as their first parameter.
  std::vector<std::string> after_rec{};
};

}  // namespace laguz::check
