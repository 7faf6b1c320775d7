// Where cotangents gather.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ad/tracer.hpp"

namespace laguz::ad::reverse {

/// Where the cotangent of a variable gathers.
struct Sink {
  std::optional<Atom> value;  ///< absent: nothing has reached it
  std::optional<Atom> acc;    ///< an accumulator instead (arrays free in a Soac's lambda)
  /// The variable is a part of an array whose cotangent gathers in an accumulator: what comes to
  /// one place of the part goes there.
  struct Part {
    Atom acc;
    Atoms place;
  };
  std::optional<Part> part;
  /// Only known when run: whether the value is something, or is still the nothing (zeros) that a
  /// loop began with. Absent: it is.
  std::optional<Atom> there;
};

/// The cotangents of what a body has in sight, on the way back through it.
class Cotangents {
 public:
  /// [outer]: those of the body around, whose accumulators are in force here too.
  Cotangents(Tracer& tracer, const Cotangents* outer) : tracer_(tracer), outer_(outer) {}

  Sink& sink(VarId var) { return sinks_[tracer_.versions().original(var)]; }
  /// The value that has gathered, or nothing (zero).
  std::optional<Atom> adjoint(const Atom& atom) const;
  Atom adjoint_or_zeros(const Atom& atom);
  void add(const Atom& target, const Atom& contribution) { add(target, contribution, there()); }
  void add(const Atom& target, const Atom& contribution, const std::optional<Atom>& there);
  /// The accumulator that gathers what comes to places of [array], and where that begins in it.
  std::optional<Sink::Part> gathering(const Atom& array) const;
  /// Accumulates at indices of [array], if something gathers what comes to such a place.
  bool accumulate_at(const Atom& array, const Atoms& indices, const Atom& contribution);
  /// Adds to the sub-array or element of [array] at a prefix of indices (in bounds).
  void add_at(const Atom& array, const Atoms& indices, const Atom& contribution);
  /// Sets to what [value] has become by contributions.
  void set(const Atom& target, const Atom& value);
  /// The cotangent of a result is that of the value that it is.
  void hand_on(const Atom& result, const Atom& value) {
    if (auto cotangent = adjoint(result)) add(value, *cotangent, there_of(result));
  }
  /// Whether the cotangent of [atom] is something, if that is known when run only (Sink::there).
  std::optional<Atom> there_of(const Atom& atom) const;
  /// The same for what the rule under way contributes.
  std::optional<Atom> there() const {
    return now_.sweeping ? now_.there : outer_ != nullptr ? outer_->there() : std::nullopt;
  }
  /// The accumulator that gathers the cotangent of [var], here or around.
  std::optional<Atom> accumulator_for(VarId var) const;
  /// An accumulator of the program being differentiated: the cotangents of its final arrays.
  void set_acc_cotangents(VarId acc, std::vector<std::optional<Atom>> arrays) {
    acc_cotangents_[acc] = std::move(arrays);
  }
  const std::vector<std::optional<Atom>>* acc_cotangents(VarId acc) const;

  /// Whether that of any of [results] is something, if that is known when run only.
  std::optional<Atom> there_of_any(const core::Binders& results);
  /// Whether a rule is under way, and when what it contributes is something.
  struct Contribution {
    bool sweeping = false;
    std::optional<Atom> there{};
  };
  /// The one before.
  Contribution contribute(Contribution now) { return std::exchange(now_, std::move(now)); }
  /// Nothing comes to [results] any more.
  void forget(const core::Binders& results);

 private:
  std::optional<Atom> either(const std::optional<Atom>& a, const std::optional<Atom>& b);

  Tracer& tracer_;
  const Cotangents* outer_;
  Contribution now_;
  std::unordered_map<VarId, Sink> sinks_;
  std::unordered_map<VarId, std::vector<std::optional<Atom>>> acc_cotangents_;
};

}  // namespace laguz::ad::reverse
