// The prelude: which file defines a name, and reading that file when the name is first needed.

#include "check/infer/infer.hpp"
#include "check/modules/modules.hpp"
#include "check/state/state.hpp"
#include "check/stdlib.hpp"
#include "syntax/parse.hpp"

namespace laguz::check {
namespace {

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '\'';
}

/// The name at the beginning of [text]: an identifier, or an operator in parentheses.
std::string name_at(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  if (!text.empty() && text.front() == '(') {
    auto end = text.find(')');
    return end == std::string_view::npos ? std::string() : std::string(text.substr(1, end - 1));
  }
  std::size_t n = 0;
  while (n < text.size() && is_name(text[n])) ++n;
  return std::string(text.substr(0, n));
}

bool take(std::string_view& line, std::string_view word) {
  if (line.substr(0, word.size()) != word) return false;
  line.remove_prefix(word.size());
  return true;
}

constexpr const char* kFolder = "/prelude/";
constexpr const char* kIntrinsics = "/prelude/intrinsics.fut";

}  // namespace

State::State(FileReader file_reader) : reader(std::move(file_reader)) {
  root = &prelude->envs.emplace_back(Env{this, nullptr, 0, nullptr});
  index_prelude();
  for (int i = 0; i < support::kScalarTypes; ++i) {
    auto scalar = static_cast<ScalarType>(i);
    TypeBinding* binding = type();
    binding->name = std::string(support::name(scalar));
    binding->type = scalar_type(scalar);
    scalar_types.emplace(binding->name, binding);
  }
  Module* made = module();
  made->name = "intrinsics";
  made->intrinsics = true;
  intrinsics_module = made;
  intrinsics_term = Term{static_cast<const Module*>(made)};
}

void State::index_prelude() {
  for (const auto& file : embedded_files()) {
    std::string path(file.path);
    PreludeUnit& unit = units[path];
    unit.text = file.text;
    if (path == kIntrinsics || path.starts_with(kLibrary)) continue;
    std::string_view rest = file.text;
    while (!rest.empty()) {
      auto end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      // Declarations begin at the margin.
      if (take(line, "def ") || take(line, "entry "))
        unit_of_term.emplace(name_at(line), path);
      else if (take(line, "module type "))
        unit_of_module_type.emplace(name_at(line), path);
      else if (take(line, "module "))
        unit_of_term.emplace(name_at(line), path);
      else if (take(line, "type ") || take(line, "type^ ") || take(line, "type~ "))
        unit_of_type.emplace(name_at(line), path);
    }
  }
}

PreludeUnit* State::load_unit(const std::unordered_map<std::string, std::string>& index,
                              const std::string& name) {
  auto found = index.find(name);
  if (found == index.end()) return nullptr;
  PreludeUnit& unit = units.at(found->second);
  if (unit.stage != PreludeUnit::Stage::unread) return &unit;
  Loading loading(unit, found->second);
  const Making making(*this, *prelude);
  unit.frame = frame();
  const ast::Prog& parsed = program(syntax::parse_program(*unit.source));
  // The prelude is not part of whatever functor or file is being checked right now.
  Restore<bool> checking(checking_functors, false);
  modules::check_decs(*this, *unit.frame, root, parsed.decs, "", false, false);
  loading.ready();
  return &unit;
}

const Term* State::prelude_term(const std::string& name) {
  if (PreludeUnit* unit = load_unit(unit_of_term, name))
    return unit->frame->term(name, unit->frame->size(), true);
  if (name == "intrinsics") return &intrinsics_term;
  // The built-in operators have no definition that could be read.
  const bool symbol = !name.empty() && !is_name(name.front());
  return symbol && name != "!" ? intrinsic_term(name) : nullptr;
}

const TypeBinding* State::prelude_type(const std::string& name) {
  auto scalar = scalar_types.find(name);
  if (scalar != scalar_types.end()) return scalar->second;
  PreludeUnit* unit = load_unit(unit_of_type, name);
  return unit ? unit->frame->type(name, unit->frame->size(), true) : nullptr;
}

const ModuleTypeBinding* State::prelude_module_type(const std::string& name) {
  PreludeUnit* unit = load_unit(unit_of_module_type, name);
  return unit ? unit->frame->module_type(name, unit->frame->size(), true) : nullptr;
}

void State::prelude_names(NameKind kind, std::vector<std::string>& out) {
  switch (kind) {
    case NameKind::term:
      for (const auto& row : unit_of_term) out.push_back(row.first);
      break;
    case NameKind::type:
      for (const auto& row : unit_of_type) out.push_back(row.first);
      for (const auto& row : scalar_types) out.push_back(row.first);
      break;
    case NameKind::module_type:
      for (const auto& row : unit_of_module_type) out.push_back(row.first);
      break;
  }
}

bool State::in_prelude(support::Span span) const {
  return span.file && span.file->name().rfind(kFolder, 0) == 0;
}

const typed::Def* State::find_def(ValId id) {
  auto found = defs.find(id);
  if (found != defs.end()) return found->second.def;
  auto waiting = lazy.find(id);
  if (waiting == lazy.end()) return nullptr;
  auto taken = lazy.extract(waiting);
  const LazyDef& todo = taken.mapped();
  try {
    const Making making(*this, *todo.store);
    Infer infer(*this, todo.env, todo.prefix);
    infer.complete(todo.dec, id);
  } catch (...) {
    // Time, memory or patience ran out; whoever needs it next tries again.
    if (defs.count(id) == 0) lazy.insert(std::move(taken));
    throw;
  }
  return defs.at(id).def;
}

}  // namespace laguz::check
