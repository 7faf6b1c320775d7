// Values that are only chosen among others: which one each of them is.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "core/program.hpp"

namespace laguz::ad::reverse {

/// Numbers stand for values. What a branch, a selection, a minimum or a maximum chooses has the
/// number of what it chooses; so that is known where the choice has been made.
class Choices {
 public:
  /// The number of a value that needs no look into; it is visible wherever the value is.
  using Known = std::function<std::optional<core::Atom>(const core::Atom&)>;

  Choices(core::Names& names, Known known) : names_(names), known_(std::move(known)) {}

  /// The number of what [value], visible at the end of [body], is; nothing if it is not only
  /// chosen. Statements are added to the body. Each value is looked at once.
  std::optional<core::Atom> of(core::Body& body, const core::Atom& value);

 private:
  std::optional<core::Atom> made(core::Body& body, const core::Atom& value);
  std::optional<core::Atom> of_branch(core::Body& body, std::size_t place, const core::Atom& value);
  std::optional<core::Atom> of_extremum(core::Body& body, std::size_t place);
  core::Atom emit(core::Body& body, const core::Stm& near, core::Prim prim, core::Atoms args);

  core::Names& names_;
  Known known_;
  std::unordered_map<core::VarId, core::Atom> numbers_;
};

}  // namespace laguz::ad::reverse
