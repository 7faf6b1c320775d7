// The code of a loop that is machine code: for the arrays and lengths that there have been.
#pragma once

#include <memory>
#include <vector>

#include "machine/code.hpp"

namespace laguz::eval {

/// Code for one unit, compiled when it is first asked for: first for what that run has, then for
/// what others have, at most three times.
class MachineVersions {
 public:
  struct Version {
    std::unique_ptr<const machine::Code> code;
    /// What it fails with.
    std::vector<vcode::Site> sites;

   private:
    friend class MachineVersions;
    struct Number {
      std::size_t word;
      std::uint64_t is;
    };
    std::vector<bool> dense{};                                ///< by array: it is to be so
    std::vector<Number> numbers{};                            ///< that are to be so
    std::vector<std::pair<std::size_t, std::size_t>> same{};  ///< words that are to be the same
    bool fits(const std::vector<bool>& dense, const std::vector<std::uint64_t>& words) const;
  };

  bool empty() const { return versions_.empty(); }
  /// For a run of [unit], always the same, with [words] (machine::Words) and arrays whose innermost
  /// elements are next to each other if [dense]. Null if [compiler] makes none. It stays where it
  /// is.
  const Version* find(const vcode::Unit& unit, const machine::Words& places,
                      machine::Compiler& compiler, const std::vector<bool>& dense,
                      const std::vector<std::uint64_t>& words);

 private:
  std::vector<std::unique_ptr<const Version>> versions_{};
};

}  // namespace laguz::eval
