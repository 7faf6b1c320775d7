// The printer's class; print.hpp is its door. Each kind of phrase has a file: print_names.cpp
// (names, types, patterns), print_exps.cpp, print.cpp (declarations and modules).
#pragma once

#include <string>
#include <string_view>

#include "syntax/ast.hpp"

namespace laguz::syntax {

/// Appends phrases to a text. The tree is printed as it stands: parentheses are nodes of it, so
/// none are added.
class Printer {
 public:
  std::string take() { return std::move(out_); }

  void qual_name(const ast::QualName& name);
  void attr(const ast::Attr& attr);
  void type(const ast::TypeExp& type);
  void pattern(const ast::Pat& pattern);
  void exp(const ast::Exp& exp);
  void dec(const ast::Dec& dec);
  void module(const ast::ModExp& module);
  void module_type(const ast::ModTypeExp& type);
  void spec(const ast::Spec& spec);
  void program(const ast::Prog& program);

 private:
  // -- layout
  Printer& operator<<(std::string_view text) {
    out_ += text;
    return *this;
  }
  void newline() {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent_), ' ');
  }
  template <class Range, class Print>
  void separated(const Range& items, std::string_view separator, Print print) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += separator;
      first = false;
      print(item);
    }
  }

  // -- names: the name of an operator is bound as `(+)`, a name is used as an operator as `f`
  void bound_name(const ast::Name& name);
  void infix_name(const ast::Name& name);
  void infix_name(const ast::QualName& name);
  void string_literal(const std::string& bytes);
  void size(const ast::SizeExp& size);
  void type_params(const std::vector<ast::TypeParam>& params);
  void params(const std::vector<ast::PatPtr>& params);
  void import(const std::string& path);
  void doc(const ast::Doc& doc);

  // -- expressions
  const ast::Exp* first_part(const ast::Exp& exp);
  const ast::Exp* later_part(const ast::Exp& exp);
  const ast::Exp* let_body(const ast::Exp& body);
  const ast::Exp* match_cases(const ast::Match& match);
  void block(const ast::Exp& exp);
  void dims(const std::vector<ast::DimIndex>& dims);
  void step(const ast::UpdateStep& step, std::string_view before_field);
  void path(const std::vector<ast::UpdateStep>& path, std::string_view before_first);
  void loop_form(const ast::LoopForm& form);

  // -- declarations
  void attrs(const std::vector<ast::Attr>& attrs);
  void lifted(ast::Liftedness lifted);
  void value(const ast::ValDec& dec);
  void ascription(const ast::TypeExpPtr& type);

  std::string out_;
  int indent_ = 0;
};

}  // namespace laguz::syntax
