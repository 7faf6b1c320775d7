// Arrays that each iteration of a map has for itself: what vectors know of them.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vcode/code.hpp"

namespace laguz::machine {

/// Follows the code of a map's iteration. In vectors, elements of the same number of all lanes lie
/// side by side; so lanes that keep an element have to have kept as many before. What an array
/// holds is asked for only where it has been begun, or further inside: lanes that are not there
/// have no use for it.
class OwnArrays {
 public:
  explicit OwnArrays(const vcode::Unit& unit);
  bool is_own(vcode::ArrayNumber array) const { return own_.count(array) != 0; }
  const std::unordered_set<vcode::ArrayNumber>& all() const { return own_; }

  /// A loop or branch, which not all lanes go through as often if it [varies].
  void enter(const void* what, bool varies) { nest_.push_back({what, varies}); }
  void leave() { nest_.pop_back(); }
  /// What both sides of a branch have made, here, is there behind it.
  void join(const void* yes, const void* no);

  /// It is emptied, or made.
  void begin(vcode::ArrayNumber array);
  /// Whether it has been begun around here.
  bool is_begun(vcode::ArrayNumber array) const;
  /// Whether an element may be kept here.
  bool keep(vcode::ArrayNumber array);
  /// Lanes may have kept different numbers.
  bool is_ragged(vcode::ArrayNumber array) const { return arrays_.at(array).among != nullptr; }
  /// Whether each may become what the other one was, from here on.
  bool swap(vcode::ArrayNumber a, vcode::ArrayNumber b);

 private:
  struct Around {
    const void* what;
    bool varies;
    bool operator==(const Around& other) const { return what == other.what; }
  };
  struct Begun {
    std::vector<Around> nest{};
    const void* among = nullptr;  ///< what varies in which it has been kept, directly around
    bool kept = false;            ///< in what does not vary
    std::vector<std::vector<Around>> sides{};  ///< all places where it is made
  };

  std::unordered_set<vcode::ArrayNumber> own_{};
  std::vector<Around> nest_{};
  std::unordered_map<vcode::ArrayNumber, Begun> arrays_{};
};

}  // namespace laguz::machine
