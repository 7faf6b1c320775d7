#include "syntax/fixity.hpp"

#include "support/assert.hpp"
#include "support/diagnostic.hpp"

namespace laguz::syntax {
namespace {

using support::Phase;
using support::Span;

struct Row {
  std::string_view op;
  Precedence precedence;
};

// Longer operators before their prefixes.
constexpr Row kOperators[] = {
    {"|>", Precedence::pipe_right},  {"<|", Precedence::pipe_left},  {"||", Precedence::logical_or},
    {"&&", Precedence::logical_and}, {"==", Precedence::comparison}, {"!=", Precedence::comparison},
    {"<=", Precedence::comparison},  {">=", Precedence::comparison}, {"<<", Precedence::shift},
    {">>", Precedence::shift},       {"//", Precedence::product},    {"%%", Precedence::product},
    {"**", Precedence::power},       {"<", Precedence::comparison},  {">", Precedence::comparison},
    {"=", Precedence::comparison},   {"!", Precedence::comparison},  {"&", Precedence::bitwise},
    {"^", Precedence::bitwise},      {"|", Precedence::bitwise},     {"+", Precedence::sum},
    {"-", Precedence::sum},          {"*", Precedence::product},     {"/", Precedence::product},
    {"%", Precedence::product},
};

/// How tightly an infix holds its left operand when it is met.
Precedence left_precedence(const Infix& infix) {
  switch (infix.kind) {
    case Infix::Kind::op: return operator_precedence(infix.op.name);
    case Infix::Kind::backtick: return Precedence::backtick;
    case Infix::Kind::with: return Precedence::with;
    case Infix::Kind::dots2:
    case Infix::Kind::dots3:
    case Infix::Kind::dots_less:
    case Infix::Kind::dots_greater: break;
  }
  return Precedence::range;
}

/// How tightly it holds its right operand.
Precedence right_precedence(const Infix& infix) {
  return infix.kind == Infix::Kind::with ? Precedence::with_value : left_precedence(infix);
}

bool right_associative(Precedence p) {
  return p == Precedence::range || p == Precedence::pipe_left;
}

/// Whether `a left b right c` groups as `(a left b) right c`.
bool groups_left(const Infix& left, const Infix& right) {
  const Precedence l = right_precedence(left);
  const Precedence r = left_precedence(right);
  return l > r || (l == r && !right_associative(l));
}

ast::RangeKind range_kind(Infix::Kind kind) {
  if (kind == Infix::Kind::dots_less) return ast::RangeKind::up_to;
  return kind == Infix::Kind::dots3 ? ast::RangeKind::inclusive : ast::RangeKind::down_to;
}

/// The shift-reduce stack: operands with the infixes between them.
class Resolver {
 public:
  explicit Resolver(NewExp first) { operands_.push_back(std::move(first)); }

  void push(InfixOperand next) {
    while (!infixes_.empty() && groups_left(infixes_.back(), next.infix)) reduce();
    infixes_.push_back(std::move(next.infix));
    operands_.push_back(std::move(next.operand));
  }

  NewExp finish() {
    while (!infixes_.empty()) reduce();
    return std::move(operands_.back());
  }

 private:
  NewExp pop_operand() {
    NewExp e = std::move(operands_.back());
    operands_.pop_back();
    return e;
  }

  void reduce() {
    Infix infix = std::move(infixes_.back());
    infixes_.pop_back();
    NewExp right = pop_operand();
    switch (infix.kind) {
      case Infix::Kind::op:
      case Infix::Kind::backtick:
        return combine(ast::BinOp{std::move(infix.op), pop_operand(), right}, right);
      case Infix::Kind::with:
        return combine(ast::Update{pop_operand(), std::move(infix.path), right}, right);
      case Infix::Kind::dots3:
      case Infix::Kind::dots_less:
      case Infix::Kind::dots_greater: return range(infix.kind, right);
      case Infix::Kind::dots2: break;
    }
    support::Diagnostic error{.phase = Phase::syntax, .span = infix.span};
    error.message = "Use '...' for ranges, not '..'.";
    error.hint =
        "'a..b' needs an end, as in 'a..b...c'; without a stride write 'a...c' or 'a..<c'.";
    throw support::UserError(std::move(error));
  }

  void range(Infix::Kind kind, const NewExp& end) {
    NewExp second;
    if (!infixes_.empty() && infixes_.back().kind == Infix::Kind::dots2) {
      infixes_.pop_back();
      second = pop_operand();
    }
    combine(ast::Range{pop_operand(), std::move(second), range_kind(kind), end}, end);
  }

  static const ast::ExpPtr& leftmost(const ast::BinOp& n) { return n.left; }
  static const ast::ExpPtr& leftmost(const ast::Update& n) { return n.record; }
  static const ast::ExpPtr& leftmost(const ast::Range& n) { return n.start; }

  template <class Node>
  void combine(Node node, const NewExp& last) {
    const Span span = support::join(leftmost(node)->span, last->span);
    operands_.push_back(make_exp(span, std::move(node)));
  }

  std::vector<NewExp> operands_;
  std::vector<Infix> infixes_;
};

}  // namespace

Precedence operator_precedence(std::string_view op) {
  for (const Row& row : kOperators)
    if (op.substr(0, row.op.size()) == row.op) return row.precedence;
  return Precedence::backtick;
}

NewExp resolve(NewExp first, std::vector<InfixOperand> rest) {
  if (rest.empty()) return first;
  Resolver resolver(std::move(first));
  for (InfixOperand& next : rest) resolver.push(std::move(next));
  return resolver.finish();
}

bool is_loosest(const Infix& op, const std::vector<InfixOperand>& rest) {
  for (const InfixOperand& earlier : rest)
    if (!groups_left(earlier.infix, op)) return false;
  return true;
}

}  // namespace laguz::syntax
