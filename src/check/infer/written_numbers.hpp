// Arithmetic of numbers that are written out, at the prompt: where their type is integers by
// choice, what comes out may surprise.
#pragma once

#include <unordered_map>
#include <vector>

#include "check/state/remarks.hpp"
#include "check/types/typed.hpp"

namespace laguz::check {

class WrittenNumbers {
 public:
  /// Looks at [exp], an application whose arguments have been looked at.
  void note(const typed::ExpPtr& exp);
  /// What is to be said once all types are known; forgets all.
  void remark(Remarks& remarks);

 private:
  /// What comes out where numbers are as large as they like.
  std::unordered_map<typed::ExpPtr, double> values_;
  std::vector<TypePtr> large_;      ///< types of what is more than an i32
  std::vector<TypePtr> fractions_;  ///< types of quotients that have one
};

}  // namespace laguz::check
