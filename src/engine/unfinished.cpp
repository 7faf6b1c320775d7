#include "engine/unfinished.hpp"

#include "engine/pattern_binding.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {
namespace {

using K = syntax::TokenKind;

constexpr syntax::KindSet kOpening(K::lparen, K::lbrace, K::lbracket, K::index_bracket,
                                   K::attr_open);
constexpr syntax::KindSet kClosing(K::rparen, K::rbrace, K::rbracket);
constexpr syntax::KindSet kEnds(K::identifier, K::constructor, K::natural, K::integer, K::floating,
                                K::typed_number, K::character, K::string, K::hole, K::true_,
                                K::false_, K::rparen, K::rbrace, K::rbracket);
/// Behind these, `in` is no longer that of the `for` before.
constexpr syntax::KindSet kEndsFor(K::do_, K::less, K::let_, K::in_);

}  // namespace

void Unfinished::add(const std::string& lines) {
  if (!text_.empty()) text_ += '\n';
  text_ += lines;
  known_ = false;
  const support::SourceFile source("", lines);
  for (const syntax::Token& token : syntax::tokens_before_error(source)) {
    const K kind = token.kind;
    if (kOpening.has(kind)) ++depth_;
    if (kClosing.has(kind)) --depth_;
    if (depth_ == 0 && lacking_ > 0) {
      // A let behind a whole expression is the body of the one before: one `in` ends both.
      if (kind == K::let_ && !ends_exp_) ++lacking_;
      if (kind == K::in_ && !in_for_) --lacking_;
    }
    if (kind == K::for_) in_for_ = true;
    if (kEndsFor.has(kind)) in_for_ = false;
    ends_exp_ = kEnds.has(kind);
  }
}

Form Unfinished::form() {
  if (known_) return form_;
  known_ = true;
  if (surely_unfinished()) return form_ = Form::beginning;
  form_ = form_of(text_);
  ++parses_;
  parsed_ = true;
  lacking_ = 0;
  if (form_ == Form::beginning && depth_ == 0) {
    const Form with_body = form_of(text_ + kNoBody);
    ++parses_;
    if (with_body == Form::declarations || with_body == Form::expression) lacking_ = 1;
  }
  return form_;
}

}  // namespace laguz::engine
