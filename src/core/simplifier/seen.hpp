// The statements in sight while a body is read, by what they compute. Only core/ includes this.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/key.hpp"
#include "support/function_ref.hpp"

namespace laguz::core::simplifier {

/// Finds statements again by the outlines of their expressions. The expressions are not kept:
/// whoever asks knows where they are.
class Seen {
 public:
  using Number = std::uint32_t;
  /// Where a statement is: in a frame, and there its place.
  struct At {
    int frame = 0;
    std::size_t place = 0;
  };
  using Statements = support::FunctionRef<const Stm&(const At&)>;

  explicit Seen(const Program& program) : program_(program) {}

  /// The statement in sight that gives the same as [exp]. Without one, null; then [exp] will be in
  /// sight [at] there, if it can be compared: [added] is its number, for `forget`.
  const Stm* find_or_add(const Exp& exp, const At& at, Statements statements,
                         std::optional<Number>& added);
  /// The same, and nothing is added.
  const Stm* find(const Exp& exp, Statements statements);
  void forget(const std::vector<Number>& numbers);
  void clear();

 private:
  static constexpr Number kNone = 0xffffffffu;
  struct Entry {
    std::size_t hash;
    At at;
    Number next;  ///< of the same hash
    /// Of what has bodies, once it is asked for: none if it can be compared with nothing.
    std::unique_ptr<const std::optional<Key>> key = nullptr;
  };
  struct Found {
    const Stm* stm = nullptr;
    bool comparable = true;
  };
  Found search(const Outline& outline, const Exp& exp, Number first, Statements statements);
  bool is_equal(Entry& entry, const Exp& theirs, const Key& key);

  const Program& program_;
  std::vector<Entry> entries_;
  boost::unordered_flat_map<std::size_t, Number> first_;  ///< of those with a hash
  std::vector<std::uint64_t> words_, their_words_;        ///< to write outlines in
};

}  // namespace laguz::core::simplifier
