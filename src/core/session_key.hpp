// Code as digests: what two inputs of a session have in common when they compute the same from the
// same values.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/program.hpp"

namespace laguz::core {

/// A hash of 128 bits: what has the same one is taken to be the same.
struct Digest {
  std::uint64_t low = 0, high = 0;
  bool operator==(const Digest&) const = default;
};
struct DigestHash {
  std::size_t operator()(const Digest& digest) const {
    return static_cast<std::size_t>(digest.low);
  }
};
Digest digest_of(const std::vector<std::uint64_t>& words);

/// Words that are digested as they come.
class Digester {
 public:
  void add(std::uint64_t word);
  void add(const Digest& digest) {
    add(digest.low);
    add(digest.high);
  }
  Digest end() const;

 private:
  std::uint64_t low_ = 0x243f6a8885a308d3u, high_ = 0x13198a2e03707344u, count_ = 0;
};

/// What code is. Digests are equal up to the names of variables, and of functions that are the same
/// but for those; what calls itself, and the constants of a session, are what they are called.
struct SessionKey {
  std::vector<std::optional<Digest>> results;  ///< none: a number that is written
  /// Of variables that depend on nothing but values of the session, wherever they are bound (but
  /// for what is differentiated).
  std::unordered_map<VarId, Digest> values;
  /// Of assertions about such.
  std::unordered_map<const Stm*, Digest> checks;
};

/// Remembers functions that it has read, as they were then.
class SessionKeys {
 public:
  explicit SessionKeys(const Program& program) : program_(program) {}

  /// What [body], of a constant, is; none if it shows anything when it runs.
  std::optional<SessionKey> of(const Body& body);
  /// Constants that have been read of for the first time, since this was last called.
  std::vector<FunId> take_met();
  /// Forgets all functions but [kept].
  void keep(const std::unordered_set<FunId>& kept);

 private:
  class Reader;

  const Program& program_;
  std::unordered_map<FunId, std::optional<Digest>> functions_;  ///< none: it shows something
  std::unordered_set<FunId> constants_;
  std::vector<FunId> met_;
};

}  // namespace laguz::core
