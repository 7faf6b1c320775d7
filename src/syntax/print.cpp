// Declarations, modules and whole programs as text.
#include "syntax/print.hpp"

#include "support/overloaded.hpp"
#include "syntax/printer.hpp"

namespace laguz::syntax {

using support::overloaded;

// -------------------------------------------------------------------------------- declarations

void Printer::doc(const ast::Doc& doc) {
  if (doc.empty()) return;
  std::string_view rest = doc;
  for (bool first = true;; first = false) {
    const auto end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    *this << (first ? "-- |" : "--") << (line.empty() ? "" : " ") << line;
    newline();
    if (end == std::string_view::npos) return;
    rest.remove_prefix(end + 1);
  }
}

void Printer::attrs(const std::vector<ast::Attr>& attrs) {
  for (const auto& a : attrs) {
    *this << "#[";
    attr(a);
    *this << "]";
    newline();
  }
}

void Printer::ascription(const ast::TypeExpPtr& t) {
  if (!t) return;
  *this << ": ";
  type(*t);
}

void Printer::import(const std::string& path) {
  *this << "import ";
  string_literal(path);
}

void Printer::value(const ast::ValDec& n) {
  switch (n.kind) {
    case ast::ValKind::def: *this << "def "; break;
    case ast::ValKind::let: *this << "let "; break;
    case ast::ValKind::entry: *this << "entry "; break;
  }
  if (n.infix) {
    pattern(*n.params[0]);
    *this << " ";
    infix_name(n.name.name);
    *this << " ";
    pattern(*n.params[1]);
  } else {
    bound_name(n.name.name);
    type_params(n.type_params);
    params(n.params);
  }
  ascription(n.result);
  *this << " =";
  indent_ += 2;
  newline();
  exp(*n.body);
  indent_ -= 2;
}

void Printer::dec(const ast::Dec& d) {
  doc(d.doc);
  attrs(d.attrs);
  std::visit(overloaded{
                 [&](const ast::ValDec& n) { value(n); },
                 [&](const ast::TypeDec& n) {
                   *this << "type";
                   lifted(n.lifted);
                   *this << " " << n.name.name;
                   type_params(n.type_params);
                   *this << " = ";
                   type(*n.type);
                 },
                 [&](const ast::ModDec& n) {
                   *this << "module " << n.name.name;
                   for (const auto& p : n.params) {
                     *this << " (" << p.name.name << ": ";
                     module_type(*p.type);
                     *this << ")";
                   }
                   if (n.ascription) {
                     *this << ": ";
                     module_type(*n.ascription);
                   }
                   *this << " = ";
                   module(*n.body);
                 },
                 [&](const ast::ModTypeDec& n) {
                   *this << "module type " << n.name.name << " = ";
                   module_type(*n.type);
                 },
                 [&](const ast::OpenDec& n) {
                   *this << "open ";
                   module(*n.module);
                 },
                 [&](const ast::ImportDec& n) { import(n.path); },
                 [&](const ast::LocalDec& n) {
                   *this << "local ";
                   if (!n.inner->doc.empty()) newline();
                   dec(*n.inner);
                 },
             },
             d.node);
}

void Printer::program(const ast::Prog& p) {
  doc(p.doc);
  // A documentation comment that stands first would be the program's.
  const bool documented = !p.decs.empty() && !p.decs[0]->doc.empty();
  if (p.doc.empty() && documented) *this << "-- |\n";
  if (!p.doc.empty() || documented) *this << "\n";
  separated(p.decs, "\n", [&](const ast::DecPtr& d) {
    dec(*d);
    *this << "\n";
  });
}

// -------------------------------------------------------------------------------------- modules

void Printer::module(const ast::ModExp& m) {
  std::visit(overloaded{
                 [&](const ast::ModVar& n) { qual_name(n.name); },
                 [&](const ast::ModParens& n) {
                   *this << "(";
                   module(*n.inner);
                   *this << ")";
                 },
                 [&](const ast::ModImport& n) { import(n.path); },
                 [&](const ast::ModDecs& n) {
                   *this << "{";
                   indent_ += 2;
                   for (const auto& d : n.decs) {
                     newline();
                     dec(*d);
                   }
                   indent_ -= 2;
                   newline();
                   *this << "}";
                 },
                 [&](const ast::ModApply& n) {
                   module(*n.function);
                   *this << " ";
                   module(*n.arg);
                 },
                 [&](const ast::ModAscript& n) {
                   module(*n.inner);
                   *this << " : ";
                   module_type(*n.type);
                 },
                 [&](const ast::ModLambda& n) {
                   *this << "\\(" << n.param.name.name << ": ";
                   module_type(*n.param.type);
                   *this << ")";
                   if (n.result) {
                     *this << ": ";
                     module_type(*n.result);
                   }
                   *this << " -> ";
                   module(*n.body);
                 },
             },
             m.node);
}

void Printer::module_type(const ast::ModTypeExp& t) {
  std::visit(overloaded{
                 [&](const ast::ModTypeVar& n) { qual_name(n.name); },
                 [&](const ast::ModTypeParens& n) {
                   *this << "(";
                   module_type(*n.inner);
                   *this << ")";
                 },
                 [&](const ast::ModTypeSpecs& n) {
                   *this << "{";
                   indent_ += 2;
                   for (const auto& s : n.specs) {
                     newline();
                     spec(*s);
                   }
                   indent_ -= 2;
                   newline();
                   *this << "}";
                 },
                 [&](const ast::ModTypeWith& n) {
                   module_type(*n.inner);
                   *this << " with ";
                   qual_name(n.name);
                   type_params(n.params);
                   *this << " = ";
                   type(*n.type);
                 },
                 [&](const ast::ModTypeArrow& n) {
                   if (n.param) *this << "(" << n.param->name << ": ";
                   module_type(*n.from);
                   *this << (n.param ? ") -> " : " -> ");
                   module_type(*n.to);
                 },
             },
             t.node);
}

void Printer::spec(const ast::Spec& s) {
  doc(s.doc);
  attrs(s.attrs);
  std::visit(overloaded{
                 [&](const ast::ValSpec& n) {
                   *this << "val ";
                   bound_name(n.name.name);
                   type_params(n.type_params);
                   *this << " : ";
                   type(*n.type);
                 },
                 [&](const ast::TypeSpec& n) {
                   *this << "type";
                   lifted(n.lifted);
                   *this << " " << n.name.name;
                   type_params(n.type_params);
                   if (!n.type) return;
                   *this << " = ";
                   type(*n.type);
                 },
                 [&](const ast::ModSpec& n) {
                   *this << "module " << n.name.name << " : ";
                   module_type(*n.type);
                 },
                 [&](const ast::IncludeSpec& n) {
                   *this << "include ";
                   module_type(*n.type);
                 },
             },
             s.node);
}

// --------------------------------------------------------------------------------- the door

namespace {

template <class Node>
std::string print_by(void (Printer::*method)(const Node&), const Node& node) {
  Printer printer;
  (printer.*method)(node);
  return printer.take();
}

}  // namespace

std::string print(const ast::Prog& program) { return print_by(&Printer::program, program); }
std::string print(const ast::Exp& exp) { return print_by(&Printer::exp, exp); }
std::string print(const ast::TypeExp& type) { return print_by(&Printer::type, type); }
std::string print(const ast::Pat& pattern) { return print_by(&Printer::pattern, pattern); }
std::string print(const ast::ModExp& module) { return print_by(&Printer::module, module); }
std::string print(const ast::ModTypeExp& type) { return print_by(&Printer::module_type, type); }

}  // namespace laguz::syntax
