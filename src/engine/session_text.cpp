#include "engine/session_text.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "engine/literal.hpp"
#include "engine/pattern_binding.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {
namespace {

using syntax::TokenKind;

/// The names that stand in [text], but those that stand there only to be [defined].
std::set<std::string> names_in(const std::string& text,
                               const std::vector<std::string>& defined = {}) {
  std::multiset<std::string> all;
  const support::SourceFile source("", text);
  for (const auto& token : syntax::tokens_before_error(source))
    if (token.kind == TokenKind::identifier) all.emplace(token.text());
  for (const std::string& name : defined)
    if (const auto at = all.find(name); at != all.end()) all.erase(at);
  return {all.begin(), all.end()};
}

/// [type] behind a colon, if it may be written: its lengths are numbers.
std::string ascription(const check::TypePtr& type) {
  const std::string text = check::show(type);
  if (text.find("->") != std::string::npos) return {};
  for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at + 1)) {
    const std::size_t end = text.find_first_not_of("0123456789", at + 1);
    if (end == at + 1 || end == std::string::npos || text[end] != ']') return {};
  }
  return " : " + text;
}

/// The type of the constant [name], so.
std::string ascription(const std::string& name, const Scope& scope, const check::Checker& names) {
  const Def* def = names.lookup(scope, name);
  const bool is_data = def != nullptr && def->params.empty() && def->scheme.types.empty();
  return is_data ? ascription(def->scheme.type) : std::string();
}

/// The name that a declaration gives; empty for one that gives those of a module.
std::string name_of(const ast::Dec& dec) {
  if (const auto* local = std::get_if<ast::LocalDec>(&dec.node)) return name_of(*local->inner);
  if (const auto* value = std::get_if<ast::ValDec>(&dec.node)) return value->name.name;
  if (const auto* type = std::get_if<ast::TypeDec>(&dec.node)) return type->name.name;
  if (const auto* module = std::get_if<ast::ModDec>(&dec.node)) return module->name.name;
  if (const auto* type = std::get_if<ast::ModTypeDec>(&dec.node)) return type->name.name;
  return {};
}

bool is_general_function(const ast::Dec& dec, const Scope& scope, const check::Checker& names) {
  const auto* value = std::get_if<ast::ValDec>(&dec.node);
  if (value == nullptr || value->params.empty()) return false;
  const Def* def = names.lookup(scope, value->name.name);
  return def != nullptr && is_general(*def);
}

/// [text] with entry points as definitions: those of a module may not be any.
std::string without_entries(const std::string& text) {
  const support::SourceFile source("", text);
  std::string out;
  std::size_t from = 0;
  for (const auto& token : syntax::tokens_before_error(source)) {
    if (token.kind != TokenKind::entry_) continue;
    out += text.substr(from, token.span.lo - from) + "def";
    from = token.span.hi;
  }
  return out + text.substr(from);
}

/// [text] with other paths to what it imports.
std::string with_imports(const std::string& text,
                         support::FunctionRef<std::string(const std::string&)> path) {
  const support::SourceFile source("", text);
  std::string out;
  std::size_t from = 0;
  bool imports = false;
  for (const auto& token : syntax::tokens_before_error(source)) {
    if (imports && token.kind == TokenKind::string) {
      out += text.substr(from, token.span.lo - from) + '"' +
             path(text.substr(token.span.lo + 1, token.span.hi - token.span.lo - 2)) + '"';
      from = token.span.hi;
    }
    imports = token.kind == TokenKind::import_;
  }
  return out + text.substr(from);
}

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    out += line.empty() ? "\n" : "  " + line + "\n";
  return out;
}

/// That of all of [pattern] together.
std::string type_of_all(const std::vector<std::string>& pattern, const Scope& scope,
                        const check::Checker& names) {
  constexpr std::size_t kColon = 3;
  std::string all;
  for (const std::string& name : pattern) {
    const std::string one = ascription(name, scope, names);
    if (one.empty()) return {};
    all += (all.empty() ? "" : ", ") + one.substr(kColon);
  }
  return " : (" + all + ")";
}

}  // namespace

void SessionText::declared(std::string text, const Engine::Input& input, const Scope& scope,
                           const check::Checker& names) {
  Part part;
  if (input.updates) {
    const std::string& name = input.pattern.front();
    part.defined = input.pattern;
    part.mentioned = names_in(text);
    part.text = fmt::format("def {0}{1} =\n  let {0} = copy {0}\n{2}  in {0}\n", name,
                            ascription(name, scope, names), indented(text));
    parts_.push_back(std::move(part));
    return;
  }
  if (!input.pattern.empty()) {
    part.defined = input.pattern;
    part.mentioned = names_in(text, part.defined);
    // The value has one definition, and each name its own.
    const std::string all = fmt::format("bound_{}", parts_.size());
    part.text =
        fmt::format("def {}{} =\n{}  in ({})\n", all, type_of_all(input.pattern, scope, names),
                    indented(text), fmt::join(input.pattern, ", "));
    for (std::size_t i = 0; i < input.pattern.size(); ++i)
      part.text += fmt::format("def {}{} = {}{}\n", input.pattern[i],
                               ascription(input.pattern[i], scope, names), all,
                               input.pattern.size() == 1 ? "" : fmt::format(".{}", i));
    parts_.push_back(std::move(part));
    return;
  }
  const auto& decs = input.declarations->decs;
  for (const ast::DecPtr& dec : decs)
    if (const std::string name = name_of(*dec); !name.empty()) part.defined.push_back(name);
  part.mentioned = names_in(text, part.defined);
  // What was free is said: a program warns of that, and in a module nothing is general by itself.
  for (auto dec = decs.rbegin(); dec != decs.rend(); ++dec) {
    const auto* value = std::get_if<ast::ValDec>(&(*dec)->node);
    if (value == nullptr) continue;
    if (value->params.empty() && value->result == nullptr)
      text.insert(value->name.span.hi, ascription(value->name.name, scope, names));
    if (is_general_function(**dec, scope, names)) text.insert((*dec)->span.lo, "#[general]\n");
  }
  part.text = std::move(text) + "\n";
  parts_.push_back(std::move(part));
}

void SessionText::evaluated(const std::string& text) {
  // (The one before is most often of no use any more.)
  if (!parts_.empty() && parts_.back().defined == std::vector<std::string>{"it"} &&
      !mentions(text, "it"))
    parts_.pop_back();
  parts_.push_back({"def it =\n" + indented(text), {"it"}, names_in(text), nullptr});
}

void SessionText::valued(std::string name, const Valued& value) {
  parts_.push_back({{}, {std::move(name)}, {}, std::make_shared<const Valued>(value)});
}

std::vector<const SessionText::Part*> SessionText::live() const {
  std::vector<const Part*> out;
  std::set<std::string> later;   // that are defined again
  std::set<std::string> wanted;  // from what comes earlier
  later.insert("it");            // nobody knows it in another session
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    const auto& defined = part->defined;
    const bool dead = !defined.empty() &&
                      std::all_of(defined.begin(), defined.end(), [&](const std::string& name) {
                        return later.count(name) > 0 && wanted.count(name) == 0;
                      });
    if (dead) continue;
    for (const std::string& name : defined) {
      later.insert(name);
      wanted.erase(name);
    }
    wanted.insert(part->mentioned.begin(), part->mentioned.end());
    out.push_back(&*part);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

bool SessionText::mentions(const std::string& text, const std::string& name) {
  return names_in(text).count(name) > 0;
}

std::string SessionText::program(
    const std::string& before,
    support::FunctionRef<std::string(const std::string&)> import_path) const {
  std::string done, current = before;
  std::set<std::string> defined;
  int modules = 0;
  for (const Part* part : live()) {
    const bool again = std::any_of(part->defined.begin(), part->defined.end(),
                                   [&](const auto& name) { return defined.count(name) > 0; });
    if (again) {
      ++modules;
      done += fmt::format("module before_{} = {{\n{}}}\nopen before_{}\n", modules,
                          indented(without_entries(current)), modules);
      current.clear();
      defined.clear();
    }
    defined.insert(part->defined.begin(), part->defined.end());
    if (!current.empty() || !done.empty()) current += "\n";
    current += part->value == nullptr
                   ? with_imports(part->text, import_path)
                   : literal_definition(part->defined.front(), part->value->entry.result,
                                        part->value->values);
  }
  return done + current;
}

}  // namespace laguz::engine
