// Expressions as words: what two of them have in common when they are equal but for the names of
// their inner variables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/program.hpp"

namespace laguz::core {

/// Words that two expressions share only if they give the same results; inner variables are
/// renamed. Not for what has an effect besides errors, or must give a fresh array.
struct Key {
  std::vector<std::uint64_t> words;
  std::size_t hash = 0;
  bool operator==(const Key& other) const { return hash == other.hash && words == other.words; }
};
std::optional<Key> key_of(const Exp& exp, const Program& program);
/// As `key_of`, of what [exp] is outside of its bodies: expressions that differ in it differ. (Many
/// are asked about, few are equal; those are then compared whole.)
struct Outline {
  std::size_t hash = 0;
  bool whole = true;  ///< there are no bodies: it is all of the expression
};
std::optional<Outline> outline_of(const Exp& exp, const Program& program,
                                  std::vector<std::uint64_t>& words);
/// The same of an operator on [operands] with its neutral element.
std::optional<Key> key_of(const Lambda& op, const Atoms& neutral, const Atoms& operands,
                          const Program& program);
struct KeyHash {
  std::size_t operator()(const Key& key) const { return key.hash; }
};

/// Adds to [words] what [exp] is but for its operands and bodies, whatever it does; not which
/// function it calls.
void append_fields(std::vector<std::uint64_t>& words, const Exp& exp, const Program& program);

/// Adds words to [words] that tell [op] from any other operator, whatever it does: it is the same
/// but for the names of all variables, those included that it uses from outside.
void append_identity(std::vector<std::uint64_t>& words, const Lambda& op, const Program& program);

}  // namespace laguz::core
