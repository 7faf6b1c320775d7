// Expressions as text. Long chains (of lets, of operators, of else-ifs) are printed in a loop: an
// expression is its leftmost part, then what follows part by part, and whatever ends it comes last
// without a call.
#include "support/overloaded.hpp"
#include "syntax/printer.hpp"

namespace laguz::syntax {
namespace {

using support::overloaded;

/// The expression that [exp] begins with, if it begins with one.
const ast::Exp* leftmost(const ast::Exp& exp) {
  return std::visit(overloaded{
                        [](const ast::Project& n) { return n.record.get(); },
                        [](const ast::Index& n) { return n.array.get(); },
                        [](const ast::Apply& n) { return n.function.get(); },
                        [](const ast::BinOp& n) { return n.left.get(); },
                        [](const ast::Ascript& n) { return n.inner.get(); },
                        [](const ast::Coerce& n) { return n.inner.get(); },
                        [](const ast::Range& n) { return n.start.get(); },
                        [](const ast::Update& n) { return n.record.get(); },
                        [](const auto&) -> const ast::Exp* { return nullptr; },
                    },
                    exp.node);
}

template <class... Nodes>
bool is_one_of(const ast::Exp& exp) {
  return (std::holds_alternative<Nodes>(exp.node) || ...);
}
bool is_let(const ast::Exp& e) { return is_one_of<ast::LetPat, ast::LetFun, ast::LetWith>(e); }
/// What goes on lines of its own.
bool is_block(const ast::Exp& e) { return is_let(e) || is_one_of<ast::Match, ast::Loop>(e); }

std::string_view range_dots(ast::RangeKind kind) {
  switch (kind) {
    case ast::RangeKind::inclusive: return " ... ";
    case ast::RangeKind::up_to: return " ..< ";
    case ast::RangeKind::down_to: break;
  }
  return " ..> ";
}

bool is_digits(std::string_view text) {
  return text.find_first_not_of("0123456789_") == std::string_view::npos;
}

}  // namespace

void Printer::exp(const ast::Exp& whole) {
  const ast::Exp* e = &whole;
  while (e != nullptr) {
    std::vector<const ast::Exp*> spine;
    const ast::Exp* head = e;
    while (const ast::Exp* left = leftmost(*head)) {
      spine.push_back(head);
      head = left;
    }
    e = first_part(*head);
    for (; !spine.empty(); spine.pop_back()) {
      if (e != nullptr) exp(*e);
      e = later_part(*spine.back());
    }
  }
}

/// Prints an expression that begins with no other, but for its last part, which is returned.
const ast::Exp* Printer::first_part(const ast::Exp& e) {
  using Rest = const ast::Exp*;
  auto list = [&](const std::vector<ast::ExpPtr>& parts) {
    separated(parts, ", ", [&](const ast::ExpPtr& part) { exp(*part); });
  };
  auto prefix = [&](std::string_view op, const ast::Exp& inner) -> Rest {
    // `--` would be a comment, `-!` an operator.
    *this << op << (is_one_of<ast::Negate, ast::Not>(inner) ? " " : "");
    return &inner;
  };
  auto text = [&](std::string_view t) -> Rest {
    *this << t;
    return nullptr;
  };
  return std::visit(overloaded{
                        [&](const ast::IntLit& n) { return text(n.text); },
                        [&](const ast::FloatLit& n) { return text(n.text); },
                        [&](const ast::ScalarLit& n) { return text(n.text); },
                        [&](const ast::StringLit& n) {
                          string_literal(n.bytes);
                          return Rest{};
                        },
                        [&](const ast::Var& n) {
                          qual_name(n.name);
                          return Rest{};
                        },
                        [&](const ast::Parens& n) {
                          *this << "(";
                          exp(*n.inner);
                          return text(")");
                        },
                        [&](const ast::LocalOpen& n) {
                          qual_name(n.module);
                          *this << ".(";
                          exp(*n.inner);
                          return text(")");
                        },
                        [&](const ast::Tuple& n) {
                          *this << "(";
                          list(n.parts);
                          return text(")");
                        },
                        [&](const ast::Record& n) {
                          *this << "{";
                          separated(n.fields, ", ", [&](const ast::RecordField& field) {
                            *this << field.name.name;
                            if (!field.value) return;
                            *this << " = ";
                            exp(*field.value);
                          });
                          return text("}");
                        },
                        [&](const ast::ArrayLit& n) {
                          *this << "[";
                          list(n.elements);
                          return text("]");
                        },
                        [&](const ast::Constr& n) {
                          *this << "#";
                          return text(n.name);
                        },
                        [&](const ast::Hole&) { return text("???"); },
                        [&](const ast::Negate& n) { return prefix("-", *n.inner); },
                        [&](const ast::Not& n) { return prefix("!", *n.inner); },
                        [&](const ast::Lambda& n) {
                          *this << "\\";
                          separated(n.params, " ", [&](const ast::PatPtr& p) { pattern(*p); });
                          ascription(n.result);
                          *this << " -> ";
                          return n.body.get();
                        },
                        [&](const ast::OpSection& n) {
                          *this << "(";
                          infix_name(n.op);
                          return text(")");
                        },
                        [&](const ast::OpSectionLeft& n) {
                          *this << "(";
                          exp(*n.left);
                          *this << " ";
                          infix_name(n.op);
                          return text(")");
                        },
                        [&](const ast::OpSectionRight& n) {
                          *this << "(";
                          infix_name(n.op);
                          *this << " ";
                          exp(*n.right);
                          return text(")");
                        },
                        [&](const ast::PathSection& n) {
                          *this << "(.";
                          path(n.path, "");
                          return text(")");
                        },
                        [&](const ast::LetPat& n) {
                          *this << "let ";
                          for (const auto& s : n.sizes) *this << "[" << s.name << "] ";
                          pattern(*n.pattern);
                          *this << " =";
                          block(*n.value);
                          return let_body(*n.body);
                        },
                        [&](const ast::LetFun& n) {
                          *this << "let " << n.name.name;
                          type_params(n.type_params);
                          params(n.params);
                          ascription(n.result);
                          *this << " =";
                          block(*n.value);
                          return let_body(*n.body);
                        },
                        [&](const ast::LetWith& n) {
                          *this << "let " << n.variable.name;
                          path(n.path, ".");
                          *this << " =";
                          block(*n.value);
                          return let_body(*n.body);
                        },
                        [&](const ast::If& n) {
                          *this << "if ";
                          exp(*n.condition);
                          *this << " then ";
                          exp(*n.then_branch);
                          const bool own_line =
                              is_one_of<ast::If>(*n.else_branch) || is_block(*n.then_branch);
                          if (own_line) newline();
                          *this << (own_line ? "else " : " else ");
                          return n.else_branch.get();
                        },
                        [&](const ast::Loop& n) {
                          *this << "loop ";
                          pattern(*n.param);
                          if (n.init) {
                            *this << " = ";
                            exp(*n.init);
                          }
                          loop_form(n.form);
                          *this << " do";
                          block(*n.body);
                          return Rest{};
                        },
                        [&](const ast::Match& n) {
                          *this << "match ";
                          exp(*n.scrutinee);
                          return match_cases(n);
                        },
                        [&](const ast::Assert& n) {
                          *this << "assert ";
                          exp(*n.condition);
                          *this << " ";
                          return n.body.get();
                        },
                        [&](const ast::Attributed& n) {
                          *this << "#[";
                          attr(n.attr);
                          *this << "] ";
                          return n.inner.get();
                        },
                        // leftmost() has gone past all others.
                        [](const auto&) { return Rest{}; },
                    },
                    e.node);
}

/// Prints what follows the leftmost expression in [e], but for its last part, which is returned.
const ast::Exp* Printer::later_part(const ast::Exp& e) {
  using Rest = const ast::Exp*;
  return std::visit(overloaded{
                        [&](const ast::Project& n) {
                          // `1.0` would be a number.
                          const auto* number = std::get_if<ast::IntLit>(&n.record->node);
                          *this << (number != nullptr && is_digits(number->text) ? " ." : ".")
                                << n.field.name;
                          return Rest{};
                        },
                        [&](const ast::Index& n) {
                          dims(n.dims);
                          return Rest{};
                        },
                        [&](const ast::Apply& n) {
                          for (std::size_t i = 0; i + 1 < n.args.size(); ++i) {
                            *this << " ";
                            exp(*n.args[i]);
                          }
                          *this << " ";
                          return n.args.back().get();
                        },
                        [&](const ast::BinOp& n) {
                          *this << " ";
                          infix_name(n.op);
                          *this << " ";
                          return n.right.get();
                        },
                        [&](const ast::Ascript& n) {
                          ascription(n.type);
                          return Rest{};
                        },
                        [&](const ast::Coerce& n) {
                          *this << " :> ";
                          type(*n.type);
                          return Rest{};
                        },
                        [&](const ast::Range& n) {
                          if (n.second) {
                            *this << " .. ";
                            exp(*n.second);
                          }
                          *this << range_dots(n.kind);
                          return n.end.get();
                        },
                        [&](const ast::Update& n) {
                          *this << " with ";
                          path(n.path, "");
                          *this << " = ";
                          return n.value.get();
                        },
                        [](const auto&) { return Rest{}; },
                    },
                    e.node);
}

/// The end of a let: on with the next one, or `in` and the body.
const ast::Exp* Printer::let_body(const ast::Exp& body) {
  newline();
  if (!is_let(body)) *this << "in ";
  return &body;
}

const ast::Exp* Printer::match_cases(const ast::Match& match) {
  const ast::Exp* last = nullptr;
  for (const auto& c : match.cases) {
    if (last != nullptr) exp(*last);
    newline();
    *this << "case ";
    pattern(*c.pattern);
    *this << " -> ";
    last = c.body.get();
  }
  return last;
}

/// Behind `=` or `do`: on the same line, or indented on lines of its own.
void Printer::block(const ast::Exp& e) {
  if (!is_block(e)) {
    *this << " ";
    return exp(e);
  }
  indent_ += 2;
  newline();
  exp(e);
  indent_ -= 2;
}

void Printer::dims(const std::vector<ast::DimIndex>& dims) {
  *this << "[";
  separated(dims, ", ", [&](const ast::DimIndex& d) {
    if (d.start) exp(*d.start);
    if (d.slice) *this << ":";
    if (d.end) exp(*d.end);
    if (d.stride) {
      *this << ":";
      exp(*d.stride);
    }
  });
  *this << "]";
}

void Printer::step(const ast::UpdateStep& step, std::string_view before_field) {
  std::visit(overloaded{
                 [&](const std::vector<ast::DimIndex>& d) { dims(d); },
                 [&](const ast::Name& field) { *this << before_field << field; },
             },
             step.step);
}

void Printer::path(const std::vector<ast::UpdateStep>& path, std::string_view before_first) {
  step(path[0], before_first);
  for (std::size_t i = 1; i < path.size(); ++i) {
    // `0.1` would be a number.
    const auto* first = std::get_if<ast::Name>(&path[0].step);
    const bool number = i == 1 && first != nullptr && is_digits(*first);
    step(path[i], number && before_first.empty() ? " ." : ".");
  }
}

void Printer::loop_form(const ast::LoopForm& form) {
  std::visit(overloaded{
                 [&](const ast::LoopFor& f) {
                   *this << " for " << f.index.name << " < ";
                   exp(*f.bound);
                 },
                 [&](const ast::LoopForIn& f) {
                   *this << " for ";
                   pattern(*f.pattern);
                   *this << " in ";
                   exp(*f.array);
                 },
                 [&](const ast::LoopWhile& f) {
                   *this << " while ";
                   exp(*f.condition);
                 },
             },
             form);
}

}  // namespace laguz::syntax
