// How often functions are inlined while an entry point is lowered: a short text can ask for it
// exponentially often.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "support/function_ref.hpp"
#include "support/source.hpp"

namespace laguz::lower {

/// Counts the copies made for one entry point. Those that a text asks for once each are as many as
/// the text is long; there may be some for each place that calls, and a number besides.
class Copies {
 public:
  struct Function {
    std::string name;
    std::string why;  ///< why it is inlined, as in "its argument h is a function", or empty
  };
  /// While it lives, copies are made inside of a copy.
  class Inside {
   public:
    explicit Inside(Copies& copies) : depth_(copies.depth_) { ++depth_; }
    ~Inside() { --depth_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    std::size_t& depth_;
  };
  /// A copy of the function [what] (an address that tells functions apart), wanted at [site];
  /// [describe] is asked once. Throws UserError when that is too many, all in all or one inside the
  /// other.
  void count(const void* what, support::Span site, support::FunctionRef<Function()> describe);
  /// The same of a function of the prelude: those are small, and shown as what calls them.
  void count_prelude(support::Span site);
  /// Throws UserError: functions are inlined into one another, or expressions nested, more deeply
  /// than the stack bears.
  [[noreturn]] void refuse_depth(support::Span site) const;
  void forget() { *this = {}; }

 private:
  struct Counted {
    Function function;
    std::size_t copies = 0;
  };
  void add_site(support::Span site);
  /// "g0 (12 times), g1 (6 times), ..." and why; the most frequent first.
  std::string most_frequent() const;

  std::unordered_map<const void*, Counted> counts_;
  std::unordered_set<std::uint64_t> sites_;
  std::size_t copies_ = 0, of_prelude_ = 0, depth_ = 0;
};

}  // namespace laguz::lower
