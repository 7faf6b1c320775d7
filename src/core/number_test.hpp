// Whether numbers are what a watch looks for, asked in core.
#pragma once

#include "core/builder.hpp"
#include "core/watch.hpp"

namespace laguz::core {

/// Writes the questions; see Watched.
class NumberTest {
 public:
  NumberTest(Names& names, Watched what) : names_(names), what_(what) {}

  /// Whether [number] is what is watched for.
  Atom is_one(Builder& b, const Atom& number) const;
  /// The same, or whether it is such that this may come of it.
  Atom may_end(Builder& b, const Atom& number) const;
  /// Whether that holds of something in [value].
  Atom any_may_end(Builder& b, const Atom& value) const;
  /// The first place in [array], of [width] numbers, of what is watched for, or [width].
  Atom first_in(Builder& b, const Atom& array, const Atom& width) const;
  /// Whether any of all is true.
  Reduce any() const;
  /// All elements of [array], one after the other.
  static Atom flat(Builder& b, const Atom& array);

 private:
  Names& names_;
  Watched what_;
};

}  // namespace laguz::core
