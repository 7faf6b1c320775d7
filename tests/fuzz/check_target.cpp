// The checker and what follows it: a program is refused with a diagnostic, or each of its
// definitions is lowered, differentiated and optimised to core that is well formed.
#include <fstream>
#include <iterator>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "ad/differentiate.hpp"
#include "check/checker.hpp"
#include "core/optimise.hpp"
#include "core/print.hpp"
#include "core/verify.hpp"
#include "lower/lower.hpp"
#include "support/diagnostic.hpp"
#include "syntax/parse.hpp"
#include "target.hpp"

namespace laguz::fuzz {
namespace {

using support::UserError;

/// The names that the program defines at its top.
std::vector<std::string> defined_values(const ast::Prog& program) {
  std::vector<std::string> names;
  for (const ast::DecPtr& dec : program.decs)
    if (const auto* value = std::get_if<ast::ValDec>(&dec->node)) names.push_back(value->name.name);
  return names;
}

/// All that happens to a definition before it runs.
void compile(const check::typed::Def& def, lower::Lowerer& lowerer, core::Program& program,
             ad::Differentiator& differentiator) {
  const auto function = lowerer.entry(def).function;
  core::verify(program, function);
  differentiator.expand(function);
  core::verify(program, function);
  core::optimise(program, function);
  core::verify(program, function);
  (void)core::print(program, function);
}

}  // namespace

void try_input(const std::string& path, const std::string& text) {
  const support::SourceFile source(path, text);
  std::map<std::string, support::SourceFile> imports;
  check::Checker checker([&](const std::string& name) -> const support::SourceFile* {
    if (const auto known = imports.find(name); known != imports.end()) return &known->second;
    std::ifstream in(name, std::ios::binary);
    if (!in) return nullptr;
    std::string import{std::istreambuf_iterator<char>(in), {}};
    return &imports.try_emplace(name, name, std::move(import)).first->second;
  });
  try {
    const auto names = defined_values(syntax::parse_program(source));
    std::vector<support::Diagnostic> warnings;
    const auto env = checker.check_file(source, &warnings);
    for (const auto& warning : warnings) (void)support::render(warning);
    core::Program program;
    lower::Lowerer lowerer(checker, program);
    ad::Differentiator differentiator(program);
    for (const auto& name : names) {
      const auto* def = checker.lookup(env, name);
      if (def == nullptr) continue;
      try {
        compile(*def, lowerer, program, differentiator);
      } catch (const UserError& error) {  // it cannot be called from outside, perhaps
        (void)support::render(error.diagnostic());
      }
    }
  } catch (const UserError& error) {
    (void)support::render(error.diagnostic());
  }
}

std::string_view input_extension() { return ".fut"; }

}  // namespace laguz::fuzz
