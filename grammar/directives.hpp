// The few directives the token grammar adds to X3's: nesting depth, spans, nodes and lookahead.
#pragma once

#include <string>
#include <utility>

#include "grammar/build.hpp"
#include "grammar/terminals.hpp"

namespace laguz::grammar {

// ---------------------------------------------------------------------------- nested(subject)

/// How deep constructs may nest. What a parse needs of the stack grows with it: see README.md.
inline constexpr int kDeepestNesting = 500;

[[noreturn]] inline void nested_too_deeply(const Cursor& at) {
  syntax_error(at->span,
               "Nested too deeply: more than " + std::to_string(kDeepestNesting) + " levels.");
}

/// Counts one level of nesting for as long as it lives.
class DepthGuard {
 public:
  explicit DepthGuard(const Cursor& at) : state_(at.state()) {
    if (state_.depth >= kDeepestNesting) nested_too_deeply(at);
    ++state_.depth;
  }
  ~DepthGuard() { --state_.depth; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  ParseState& state_;
};

/// Every cycle of rules goes through one of these.
template <class Subject>
struct NestedDirective : x3::unary_parser<Subject, NestedDirective<Subject>> {
  using base = x3::unary_parser<Subject, NestedDirective<Subject>>;
  static constexpr bool is_pass_through_unary = true;
  static constexpr bool handles_container = Subject::handles_container;
  constexpr explicit NestedDirective(const Subject& subject) : base(subject) {}

  template <class Context, class RContext, class Attribute>
  bool parse(Cursor& first, const Cursor& last, const Context& context, RContext& rcontext,
             Attribute& attr) const {
    DepthGuard guard(first);
    return this->subject.parse(first, last, context, rcontext, attr);
  }
};
template <class Parser>
constexpr auto nested(const Parser& p) {
  return NestedDirective<typename x3::extension::as_parser<Parser>::value_type>(x3::as_parser(p));
}

// ----------------------------------------------------------------------------- chain(subject)

/// `*subject` for what grows a tree to the left, such as `f x y z`: as deep as it is long. The
/// subject must have an action.
template <class Subject>
struct ChainDirective : x3::unary_parser<Subject, ChainDirective<Subject>> {
  using base = x3::unary_parser<Subject, ChainDirective<Subject>>;
  static constexpr bool handles_container = false;
  constexpr explicit ChainDirective(const Subject& subject) : base(subject) {}

  template <class Context, class RContext, class Attribute>
  bool parse(Cursor& first, const Cursor& last, const Context& context, RContext& rcontext,
             Attribute&) const {
    int length = 0;
    while (this->subject.parse(first, last, context, rcontext, x3::unused))
      if (++length > kDeepestNesting) nested_too_deeply(first);
    return true;
  }
};
template <class Parser>
constexpr auto chain(const Parser& p) {
  return ChainDirective<typename x3::extension::as_parser<Parser>::value_type>(x3::as_parser(p));
}

// --------------------------------------------------------------------------- spanned(subject)

/// Sets the member `span` of the subject's attribute to what the subject matched.
template <class Subject>
struct SpannedDirective : x3::unary_parser<Subject, SpannedDirective<Subject>> {
  using base = x3::unary_parser<Subject, SpannedDirective<Subject>>;
  static constexpr bool is_pass_through_unary = true;
  static constexpr bool handles_container = Subject::handles_container;
  constexpr explicit SpannedDirective(const Subject& subject) : base(subject) {}

  template <class Context, class RContext, class Attribute>
  bool parse(Cursor& first, const Cursor& last, const Context& context, RContext& rcontext,
             Attribute& attr) const {
    const Cursor start = first;
    if (!this->subject.parse(first, last, context, rcontext, attr)) return false;
    if constexpr (is_unused<Attribute>)
      rcontext.span = span_between(start, first);
    else
      attr.span = span_between(start, first);
    return true;
  }
};
template <class Parser>
constexpr auto spanned(const Parser& p) {
  return SpannedDirective<typename x3::extension::as_parser<Parser>::value_type>(x3::as_parser(p));
}

// ------------------------------------------------------------------------ node<P>(start, subject)

/// Where the next token is in [start], parses the subject and makes of its attribute and span a
/// node: by `finish(out, span, value)`, which build.hpp overloads for the parts that need more.
template <class Pointer, class Subject>
struct NodeDirective : x3::unary_parser<Subject, NodeDirective<Pointer, Subject>> {
  using base = x3::unary_parser<Subject, NodeDirective<Pointer, Subject>>;
  using attribute_type = Pointer;
  static constexpr bool has_attribute = true;
  static constexpr bool handles_container = false;

  TokenParser start;

  constexpr NodeDirective(const TokenParser& start, const Subject& subject)
      : base(subject), start(start) {}

  template <class Context, class Attribute>
  bool parse(Cursor& first, const Cursor& last, const Context& context, x3::unused_type,
             Attribute& attr) const {
    if (!start.kinds.has(first->kind)) {
      first.missed();
      return false;
    }
    const Cursor begin = first;
    typename x3::traits::attribute_of<Subject, Context>::type value{};
    if (!this->subject.parse(first, last, context, x3::unused, value)) return false;
    finish(attr, span_between(begin, first), std::move(value));
    return true;
  }
};
template <class Pointer, class Parser>
constexpr auto node(const TokenParser& start, const Parser& p) {
  return NodeDirective<Pointer, typename x3::extension::as_parser<Parser>::value_type>(
      start, x3::as_parser(p));
}

// --------------------------------------------------------------------------- look(predicate)

/// Matches nothing, where [predicate] holds for the tokens ahead.
template <class Predicate>
struct LookParser : x3::parser<LookParser<Predicate>> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;

  Predicate predicate;
  constexpr explicit LookParser(Predicate p) : predicate(p) {}

  template <class Context, class Attribute>
  bool parse(Cursor& first, const Cursor&, const Context&, x3::unused_type, Attribute&) const {
    return predicate(first);
  }
};
using Lookahead = bool (*)(const Cursor&);
constexpr auto look(Lookahead predicate) { return LookParser<Lookahead>(predicate); }

// ------------------------------------------------------------------- lists up to their bracket

/// Items with commas between and perhaps behind them, and the closing bracket; there may be none.
template <class Parser>
constexpr auto list_until(const TokenParser& close, const Parser& item) {
  return close | ((item >> *(t::comma >> item) >> -t::comma) > close);
}
/// The same inside parentheses, where a comma behind the only item means that another must follow.
template <class First, class Parser>
constexpr auto tuple_until_rparen(const First& first, const Parser& item) {
  return t::rparen |
         ((first >> -((t::comma > item) >> *(t::comma >> item) >> -t::comma)) > t::rparen);
}

}  // namespace laguz::grammar

namespace boost::spirit::x3 {
template <class Subject>
struct get_info<laguz::grammar::NestedDirective<Subject>> {
  using result_type = std::string;
  std::string operator()(const laguz::grammar::NestedDirective<Subject>& p) const {
    return what(p.subject);
  }
};
template <class Subject>
struct get_info<laguz::grammar::SpannedDirective<Subject>> {
  using result_type = std::string;
  std::string operator()(const laguz::grammar::SpannedDirective<Subject>& p) const {
    return what(p.subject);
  }
};
template <class Pointer, class Subject>
struct get_info<laguz::grammar::NodeDirective<Pointer, Subject>> {
  using result_type = std::string;
  std::string operator()(const laguz::grammar::NodeDirective<Pointer, Subject>& p) const {
    return what(p.subject);
  }
};
}  // namespace boost::spirit::x3
