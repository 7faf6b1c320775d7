// Which arrays of a loop have one shape in all its iterations.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir.hpp"

namespace laguz::ad {

/// What the body of a loop says about lengths: which are the same whatever they are. Lengths that
/// only seem different count as different.
class Shapes {
 public:
  explicit Shapes(const core::Loop& loop);

  /// The [k]-th parameter keeps the shape of its initial value.
  bool kept(std::size_t k) const { return kept_[k]; }

 private:
  /// A length. Equal ones are united.
  using Token = std::size_t;
  using Tokens = std::vector<Token>;

  Token fresh();
  Token find(Token token) const;
  void unite(Token a, Token b);
  bool same(const Tokens& a, const Tokens& b) const;
  Token length(const core::Atom& scalar);
  Tokens dims(const core::Atom& array);
  void set_dims(const core::Binder& binder, Tokens tokens);
  void alias(const core::Binder& binder, const core::Atom& atom);

  void body(const core::Body& body);
  void stm(const core::Stm& stm);
  void inner_loop(const core::Loop& e, const core::Binders& to);
  void soac(const core::Soac& e, const core::Binders& to);
  void array(const core::ArrayApp& e, const core::Binder& to);

  std::vector<Token> parent_;
  std::unordered_map<core::VarId, Tokens> dims_;
  std::unordered_map<core::VarId, Token> lengths_;
  std::unordered_map<std::int64_t, Token> constants_;
  int depth_ = 0;  ///< bodies around the present one that may not be run in every iteration
  std::vector<bool> kept_;
};

}  // namespace laguz::ad
