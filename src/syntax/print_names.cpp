// Names, attributes, types and patterns as text.
#include <fmt/format.h>

#include "support/overloaded.hpp"
#include "syntax/printer.hpp"

namespace laguz::syntax {
namespace {

using support::overloaded;

bool is_operator(const ast::Name& name) {
  constexpr std::string_view symbols = "-+*/%=!><|&^";
  return !name.empty() && symbols.find(name[0]) != std::string_view::npos;
}

const std::string& text_of(const decltype(ast::PatLit::literal)& literal) {
  return std::visit([](const auto& l) -> const std::string& { return l.text; }, literal);
}

}  // namespace

// --------------------------------------------------------------------------------------- names

void Printer::qual_name(const ast::QualName& name) {
  for (const auto& qual : name.quals) *this << qual << ".";
  *this << name.name;
}

void Printer::bound_name(const ast::Name& name) {
  if (is_operator(name))
    *this << "(" << name << ")";
  else
    *this << name;
}

void Printer::infix_name(const ast::Name& name) { infix_name(ast::QualName{{}, name, {}}); }

void Printer::infix_name(const ast::QualName& name) {
  const std::string_view quote = is_operator(name.name) ? "" : "`";
  *this << quote;
  qual_name(name);
  *this << quote;
}

void Printer::string_literal(const std::string& bytes) {
  *this << "\"";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (c == '"' || c == '\\') {
      *this << "\\" << std::string_view(&c, 1);
    } else if (c == '\n') {
      *this << "\\n";
    } else if (c == '\t') {
      *this << "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      *this << fmt::format("\\{}", static_cast<int>(c));
      // `\&` keeps a digit behind the escape from becoming part of it.
      if (i + 1 < bytes.size() && bytes[i + 1] >= '0' && bytes[i + 1] <= '9') *this << "\\&";
    } else {
      *this << std::string_view(&c, 1);
    }
  }
  *this << "\"";
}

void Printer::attr(const ast::Attr& a) {
  if (a.number) *this << fmt::to_string(static_cast<std::uint64_t>(*a.number));
  *this << a.name;
  if (!a.applied) return;
  *this << "(";
  separated(a.args, ", ", [&](const ast::Attr& arg) { attr(arg); });
  *this << ")";
}

void Printer::type_params(const std::vector<ast::TypeParam>& params) {
  for (const auto& p : params) {
    if (p.kind == ast::TypeParam::Kind::size) {
      *this << " [" << p.name << "]";
      continue;
    }
    *this << " '";
    lifted(p.lifted);
    *this << p.name;
  }
}

void Printer::lifted(ast::Liftedness lifted) {
  switch (lifted) {
    case ast::Liftedness::unlifted: break;
    case ast::Liftedness::size_lifted: *this << "~"; break;
    case ast::Liftedness::lifted: *this << "^"; break;
  }
}

// --------------------------------------------------------------------------------------- types

void Printer::size(const ast::SizeExp& size) {
  *this << "[";
  if (size.exp) exp(*size.exp);
  *this << "]";
}

void Printer::type(const ast::TypeExp& t) {
  std::visit(overloaded{
                 [&](const ast::TypeVar& n) { qual_name(n.name); },
                 [&](const ast::TypeParens& n) {
                   *this << "(";
                   type(*n.inner);
                   *this << ")";
                 },
                 [&](const ast::TypeTuple& n) {
                   *this << "(";
                   separated(n.parts, ", ", [&](const ast::TypeExpPtr& part) { type(*part); });
                   *this << ")";
                 },
                 [&](const ast::TypeRecord& n) {
                   *this << "{";
                   separated(n.fields, ", ", [&](const auto& field) {
                     *this << field.first.name << ": ";
                     type(*field.second);
                   });
                   *this << "}";
                 },
                 [&](const ast::TypeArray& n) {
                   size(n.size);
                   type(*n.element);
                 },
                 [&](const ast::TypeUnique& n) {
                   // `**` would be an operator.
                   const bool twice = std::holds_alternative<ast::TypeUnique>(n.inner->node);
                   *this << (twice ? "* " : "*");
                   type(*n.inner);
                 },
                 [&](const ast::TypeApply& n) {
                   type(*n.function);
                   *this << " ";
                   std::visit(overloaded{[&](const ast::SizeExp& s) { size(s); },
                                         [&](const ast::TypeExpPtr& arg) { type(*arg); }},
                              n.arg);
                 },
                 [&](const ast::TypeArrow& n) {
                   if (n.param) *this << "(" << n.param->name << ": ";
                   type(*n.from);
                   *this << (n.param ? ") -> " : " -> ");
                   type(*n.to);
                 },
                 [&](const ast::TypeSum& n) {
                   separated(n.clauses, " | ", [&](const auto& clause) {
                     *this << "#" << clause.first.name;
                     for (const auto& part : clause.second) {
                       *this << " ";
                       type(*part);
                     }
                   });
                 },
                 [&](const ast::TypeDim& n) {
                   *this << "?";
                   for (const auto& s : n.sizes) *this << "[" << s.name << "]";
                   *this << ".";
                   type(*n.inner);
                 },
             },
             t.node);
}

// ------------------------------------------------------------------------------------ patterns

void Printer::params(const std::vector<ast::PatPtr>& params) {
  for (const auto& p : params) {
    *this << " ";
    pattern(*p);
  }
}

void Printer::pattern(const ast::Pat& p) {
  std::visit(
      overloaded{
          [&](const ast::PatId& n) { bound_name(n.name); },
          [&](const ast::PatWild&) { *this << "_"; },
          [&](const ast::PatParens& n) {
            *this << "(";
            pattern(*n.inner);
            *this << ")";
          },
          [&](const ast::PatTuple& n) {
            *this << "(";
            separated(n.parts, ", ", [&](const ast::PatPtr& part) { pattern(*part); });
            *this << ")";
          },
          [&](const ast::PatRecord& n) {
            *this << "{";
            separated(n.fields, ", ", [&](const auto& field) {
              *this << field.first.name;
              const auto* id = std::get_if<ast::PatId>(&field.second->node);
              if (id != nullptr && id->name == field.first.name) return;
              *this << " = ";
              pattern(*field.second);
            });
            *this << "}";
          },
          [&](const ast::PatAscript& n) {
            pattern(*n.inner);
            *this << ": ";
            type(*n.type);
          },
          [&](const ast::PatLit& n) { *this << (n.negative ? "-" : "") << text_of(n.literal); },
          [&](const ast::PatConstr& n) {
            *this << "#" << n.name;
            params(n.args);
          },
          [&](const ast::PatAttr& n) {
            *this << "#[";
            attr(n.attr);
            *this << "] ";
            pattern(*n.inner);
          },
      },
      p.node);
}

}  // namespace laguz::syntax
