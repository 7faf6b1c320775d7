#include "pieces.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "grammar/lexer.hpp"
#include "support/diagnostic.hpp"
#include "syntax/fields.hpp"
#include "syntax/parse.hpp"

namespace laguz::fuzz {
namespace {

constexpr PieceKind kind_of(const ast::Exp&) { return PieceKind::expression; }
constexpr PieceKind kind_of(const ast::TypeExp&) { return PieceKind::type; }
constexpr PieceKind kind_of(const ast::Pat&) { return PieceKind::pattern; }
constexpr PieceKind kind_of(const ast::Dec&) { return PieceKind::declaration; }
constexpr PieceKind kind_of(const ast::ModExp&) { return PieceKind::module; }
constexpr PieceKind kind_of(const ast::ModTypeExp&) { return PieceKind::module_type; }
constexpr PieceKind kind_of(const ast::Spec&) { return PieceKind::specification; }

/// Walks all shapes a field can have.
struct Collect {
  std::vector<Piece>& out;

  template <class Node>
  void operator()(const std::shared_ptr<const Node>& node) {
    if (!node) return;
    if (node->span.hi > node->span.lo)
      out.push_back({kind_of(*node), node->span.lo, node->span.hi});
    (*this)(*node);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    for (const auto& item : list) (*this)(item);
  }
  template <class A, class B>
  void operator()(const std::pair<A, B>& both) {
    (*this)(both.first);
    (*this)(both.second);
  }
  template <class T>
  void operator()(const std::optional<T>& item) {
    if (item) (*this)(*item);
  }
  template <class... T>
  void operator()(const std::variant<T...>& choice) {
    std::visit([&](const auto& item) { (*this)(item); }, choice);
  }
  template <class T>
  void operator()(const T& node) {
    if constexpr (requires { syntax::fields(node); })
      std::apply([&](const auto&... field) { ((*this)(field), ...); }, syntax::fields(node));
  }
};

}  // namespace

std::vector<Piece> pieces(const std::string& text) {
  std::vector<Piece> out;
  const support::SourceFile source("input.fut", text);
  try {
    Collect{out}(syntax::parse_program(source));
  } catch (const support::UserError&) {
    out.clear();
  }
  return out;
}

std::vector<Word> words(const std::string& text) {
  std::vector<Word> out;
  const support::SourceFile source("input.fut", text);
  try {
    for (const auto& token : grammar::tokenize(source))
      if (token.kind != syntax::TokenKind::end)
        out.push_back({token.span.lo, token.span.hi, token.kind == syntax::TokenKind::identifier});
  } catch (const support::UserError&) {
    out.clear();
  }
  return out;
}

}  // namespace laguz::fuzz
