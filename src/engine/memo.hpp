// Values that a session has, by what they were computed by.
//
// A constant that has been evaluated is filed under what its code is (core/session_key.hpp) and the
// settings that a bit can depend on. What is evaluated later is looked up: whole, or as a part of
// something else. The values are the evaluator's: what that lets go of is not found any more.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/session_key.hpp"
#include "eval/evaluator.hpp"

namespace laguz::engine {

class Memo {
 public:
  Memo(core::Program& program, eval::Evaluator& evaluator)
      : program_(program), evaluator_(evaluator), keys_(program) {}

  /// Only what has been evaluated with the same [words] is found from now on.
  void set(const std::vector<std::uint64_t>& words) { settings_ = core::digest_of(words); }
  /// What [constant] is, before it is optimised; nothing if it is not to be filed, nor looked up:
  /// it shows something when it runs, or is but what is written. Constants that it reads and that
  /// have not been evaluated (those of a file) have their values from now on, where these are
  /// there, or are filed with it.
  std::optional<core::SessionKey> read(core::FunId constant);
  /// Its values, if all of them are there.
  std::optional<std::vector<runtime::Value>> find(core::FunId constant,
                                                  const core::SessionKey& key);
  /// Code with the results of [constant] that reads what is there already; none if nothing is. It
  /// is to be run at once.
  std::optional<core::Body> shortened(core::FunId constant, const core::SessionKey& key);
  /// Files [constant], which has been evaluated.
  void file(core::FunId constant, const core::SessionKey& key);
  /// Forgets all constants but [kept].
  void keep(const std::unordered_set<core::FunId>& kept);
  /// How many values have been found.
  std::size_t found() const { return found_; }

 private:
  /// A result of a constant.
  struct Place {
    core::FunId constant;
    std::uint32_t result;
  };
  /// An assertion holds that [constant] comes by.
  static constexpr std::uint32_t kCheck = UINT32_MAX;
  class Reading;

  core::Digest with_settings(const core::Digest& digest) const;
  std::optional<core::SessionKey> key_of(core::FunId constant);
  /// Where the value is, if it is there.
  std::optional<Place> place_of(const core::Digest& digest) const;
  bool is_there(core::FunId constant) const;
  void add(core::FunId constant, const core::SessionKey& key);
  void add(const core::Digest& digest, Place place);
  void drop_what_is_gone();

  core::Program& program_;
  eval::Evaluator& evaluator_;
  core::SessionKeys keys_;
  core::Digest settings_;
  std::unordered_map<core::Digest, std::vector<Place>, core::DigestHash> places_;
  std::unordered_map<core::FunId, core::SessionKey> waiting_;  ///< to be evaluated, and filed
  std::size_t found_ = 0;
  std::size_t kept_ = 0;  ///< rows, when those that nobody finds were last dropped
};

}  // namespace laguz::engine
