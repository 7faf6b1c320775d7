// Which arrays of a loop have one shape in all its iterations.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/facts/facts.hpp"
#include "core/ir.hpp"
#include "graph/graph.hpp"

namespace laguz::ad::tape {

/// What the body of a loop says about lengths: which are the same whatever they are, if an
/// iteration has come to its end (what it asserts has held then). Lengths that only seem different
/// count as different.
class Shapes {
 public:
  explicit Shapes(const core::Loop& loop) : Shapes(loop, nullptr) {}
  /// [around]: where it is known what lengths arrays from outside of the loop have.
  Shapes(const core::Loop& loop, graph::Graph& around) : Shapes(loop, &around) {}

  /// The [k]-th parameter keeps the shape of its initial value.
  bool kept(std::size_t k) const { return kept_[k]; }
  /// The lengths of [array], which the body computes, if they are the same in all iterations: in
  /// terms of what there is before the loop.
  std::optional<std::vector<core::facts::Length>> fixed(const core::Atom& array) const;

 private:
  /// A length. Equal ones are united.
  using Token = std::size_t;
  using Tokens = std::vector<Token>;

  Token fresh();
  Token find(Token token) const;
  void unite(Token a, Token b);
  Token sum(Token a, Token b);
  /// Learns what is equal where [condition] holds.
  void learn(const core::Atom& condition);
  /// Forgets what has been found of variables bound in [body].
  void forget(const core::Body& body);
  /// Forgets what has been learnt since [learnt_] had [count] elements.
  void forget(std::size_t count);
  bool same(const Tokens& a, const Tokens& b) const;
  Token length(const core::Atom& scalar);
  Tokens dims(const core::Atom& array);
  void set_dims(const core::Binder& binder, Tokens tokens);
  void alias(const core::Binder& binder, const core::Atom& atom);

  Shapes(const core::Loop& loop, graph::Graph* around);
  void learn_outside(const core::Loop& loop, graph::Graph& around);
  void note_outside(const core::Loop& loop);
  void body(const core::Body& body);
  /// One that may not be run in every iteration: what it says holds within it only. [then] is asked
  /// there.
  template <typename Then>
  void inner_body(const core::Body& body, const Then& then);
  void stm(const core::Stm& stm);
  void prim(const core::PrimApp& e, const core::Binder& to);
  std::vector<bool> states(const core::Loop& loop);
  void inner_loop(const core::Loop& e, const core::Binders& to);
  void soac(const core::Soac& e, const core::Binders& to);
  void array(const core::ArrayApp& e, const core::Binder& to);

  std::vector<Token> parent_;
  std::unordered_map<core::VarId, Tokens> dims_;
  std::unordered_map<core::VarId, Token> lengths_;
  std::unordered_map<std::int64_t, Token> constants_;
  std::map<std::pair<Token, Token>, Token> sums_;
  /// What holds where a variable is true: lengths that are equal, or others that are true.
  std::unordered_map<core::VarId, std::pair<core::Atom, core::Atom>> equations_;
  std::unordered_map<core::VarId, std::pair<core::Atom, core::Atom>> conjunctions_;
  std::vector<Token> learnt_;  ///< roots that were united with others, in order
  std::vector<bool> kept_;
  std::unordered_map<Token, core::facts::Length>
      outside_;  ///< roots: what there is before the loop
};

}  // namespace laguz::ad::tape
