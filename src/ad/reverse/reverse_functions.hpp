// Functions derived from recursive ones for reverse mode.
//
// Of each there are two halves (tape/call_tape.hpp): one that goes there, and appends to a tape
// what its calls give; and one that goes back, and takes it from there. So no call is made again,
// and a gradient takes time in proportion to the function's. Functions that call each other share a
// tape; what they need of it is known when all of them have been derived.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ad/tape/call_tape.hpp"

namespace laguz::ad::reverse {

class ReverseFunctions {
 public:
  using Derivable = std::function<const core::Function&(core::FunId)>;
  using Define = std::function<void(core::FunId, core::Function)>;
  /// [derivable]: a function, ready. [define]: takes one that has been derived.
  ReverseFunctions(Functions& functions, core::Program& program, Derivable derivable,
                   Define define);
  ~ReverseFunctions();

  // As Functions has them.
  core::FunId of(core::FunId function, Wanted& wanted);
  const tape::TapedFunction& halves_of(core::FunId reverse, const tape::CallTape& by);
  bool gives_place(core::FunId function) const { return there_.count(function) > 0; }
  /// Tapes are handed on among functions that share them.
  void add_tapes(core::FunId function, std::vector<bool>& passed_on) const;
  /// [copy] does what [function] does: if that is a half, so is it.
  void copied(core::FunId function, core::FunId copy);

  // As Differentiator has them.
  void forget(const std::function<bool(core::FunId)>& is_unfinished);
  void reach(core::FunId function, std::vector<core::FunId>& reached) const;
  void keep(const std::unordered_set<core::FunId>& kept);

 private:
  using Key = std::tuple<core::FunId, std::vector<Reached>, std::vector<std::vector<int>>,
                         std::vector<Cotangent>>;
  struct Derivation;
  using Group = std::vector<std::unique_ptr<Derivation>>;

  static Key key_of(core::FunId function, const Wanted& wanted);
  void note_wider(const Key& key);
  /// What does for calls that want [first] and [own], of a function whose derivative for [first] is
  /// under way; nothing if one that does for both had better not be. [any]: whatever it costs.
  std::optional<Key> joined(const Key& first, const Key& own, bool any) const;
  void derive(core::FunId id, core::FunId original, const Wanted& wanted);
  bool calls(const core::Body& body, core::FunId function) const;
  bool write(Derivation& derivation, const core::Function& function, const Wanted& wanted,
             bool loops);
  void finish(Group group);
  core::Function whole(const Derivation& derivation, const core::Function& back) const;

  Functions& functions_;
  core::Program& program_;
  const Derivable derivable_;
  const Define define_;
  std::map<Key, core::FunId> known_;
  /// Where a function calls itself with more cotangents than whoever calls it first, of results or
  /// wanted of parameters: what does for both. (Both would be derived, and at the next order four.)
  std::map<Key, Key> wider_;
  std::unordered_map<core::FunId, int> variants_;               ///< how many of a function
  std::unordered_map<core::FunId, tape::TapedFunction> taped_;  ///< by what is known
  std::unordered_map<core::FunId, core::FunId> whole_of_;       ///< by half
  std::unordered_set<core::FunId> there_;                       ///< halves
  Group unfinished_;                    ///< each may call those before it and is called by some
  std::vector<Derivation*> under_way_;  ///< the innermost last
};

}  // namespace laguz::ad::reverse
