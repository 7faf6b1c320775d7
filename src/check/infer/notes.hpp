// What an Infer notes on its way: of sizes, types and places in the text, to come back to once more
// is known of them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/types/typed.hpp"
#include "check/types/types.hpp"
#include "support/source.hpp"

namespace laguz::check::notes {

using support::Span;

/// Something whose type was not known when it was asked whether it may be a size.
struct Late {
  TypePtr type;
  Span span;
  bool is_range;
};

/// A type of which [open] parts were not known when it was used.
struct LateShape {
  TypePtr type;
  std::vector<TypePtr> open;
  Span span;
  bool matters;  ///< are sizes missed if it turns out to have some?
};

/// Where something stands in its file: from, to.
using Place = std::pair<std::uint32_t, std::uint32_t>;
/// What a second inference knows that the first one did not.
struct Learnt {
  std::set<Place> sizes;            ///< of type i64
  std::map<Place, TypePtr> shapes;  ///< whose sizes do not count
};

/// Where a size comes from that no name in the program stands for.
struct Origin {
  std::string text;                            ///< as in `"k" is ...`
  TypePtr former = nullptr, latter = nullptr;  ///< of branches that differ
};

/// A size that has to be known in the end, and what to say if it is not.
struct SizeCheck {
  SizePtr size;
  std::string message;
  Span span;
  std::string parameter{};  ///< the one that [size] is an instance of; then [message] is whose
};

/// An operator with an operand, and the first and last of the ids made for that one.
struct Section {
  typed::ExpPtr op;
  ValId first, last;
  Span span;
};

/// A payload that two sums turned out to share, as the one has it that is no more.
struct Merged {
  TypePtr sum;
  std::string constructor;
  std::vector<TypePtr> payload;
};

/// A definition is applied in its own body.
struct SelfApplication {
  typed::ExpPtr exp;
  const ast::Apply* written;  ///< null: an operator's
};

/// A number that has to fit its type.
struct LiteralCheck {
  TypePtr type;
  std::uint64_t value;
  double real;
  bool is_float, negative, too_large;
  Span span;
};

/// What a derivative is by.
struct Point {
  TypePtr type;
  Span span;             ///< of the derivative
  TypePtr of = nullptr;  ///< the function's result, if that is known here
};

/// Patterns that have to cover all values.
struct MatchCheck {
  std::vector<typed::PatPtr> patterns;
  TypePtr type;
  Span span;
  bool is_match;
};

}  // namespace laguz::check::notes
