// Copies of functions that do more than these do: code that is watched, or observed.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "core/program.hpp"

namespace laguz::core {

/// Functions of a program, changed, and what they call; constants too, but for those whose code is
/// gone. They are to be as they run (`optimise`), and their copies run as they are.
class Copies {
 public:
  /// Changes the body of a copy of the second: its variables are its own. What it calls will be
  /// copies.
  using Change = std::function<void(Body&, const Function&)>;

  Copies(Program& program, Change change) : program_(program), change_(std::move(change)) {}

  FunId of(FunId function);
  /// Forgets copies that the program has no more.
  void forget_gone() {
    std::erase_if(copies_, [&](const auto& row) { return !program_.has(row.second); });
  }
  /// The copy, if there is one.
  std::optional<FunId> known(FunId function) const {
    const auto found = copies_.find(function);
    return found == copies_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  Program& program_;
  Change change_;
  std::unordered_map<FunId, FunId> copies_;
};

}  // namespace laguz::core
