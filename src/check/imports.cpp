// Imports: the module of a file, which is read and checked once, whoever imports it. Files of the
// library are in the binary.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "check/modules/modules.hpp"
#include "check/state/hints.hpp"
#include "check/state/state.hpp"
#include "check/state/type_error.hpp"
#include "check/stdlib.hpp"
#include "support/nearest.hpp"
#include "syntax/parse.hpp"

namespace laguz::check {

namespace fs = std::filesystem;

std::string import_key(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.generic_string();
}

namespace {

/// A file that is being read.
class Importing {
 public:
  Importing(State& state, std::string key, std::string file) : state_(state) {
    state_.importing.emplace_back(std::move(key), std::move(file));
  }
  ~Importing() { state_.importing.pop_back(); }
  Importing(const Importing&) = delete;
  Importing& operator=(const Importing&) = delete;

 private:
  State& state_;
};

/// What is likely meant by an import of the file [path], written [written], that is not there.
std::string import_hint(const fs::path& path, const std::string& written) {
  if (is_foreign_module(written))
    return "functions of numbers are in the modules f64, i64 and so on, which are there.";
  if (written.size() > 4 && written.ends_with(".fut"))
    return fmt::format("\".fut\" is left out: import \"{}\".",
                       written.substr(0, written.size() - 4));
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (fs::is_directory(folder, error)) {
    std::vector<std::string> known;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error))
      if (it->path().extension() == ".fut") known.push_back(it->path().stem().string());
    std::sort(known.begin(), known.end());
    if (const auto near = support::nearest(path.stem().string(), known))
      return fmt::format("did you mean \"{}\"?",
                         (fs::path(written).parent_path() / *near).generic_string());
  }
  // Packages are where `futhark.pkg` says, once they have been fetched.
  for (fs::path at = fs::absolute(folder, error).lexically_normal(); !error;
       at = at.parent_path()) {
    const bool in_package = ("/" + written).find("/lib/") != std::string::npos;
    if (in_package && fs::exists(at / "futhark.pkg", error))
      return fmt::format("is the package there? {} lists those that have to be in {}.",
                         (at / "futhark.pkg").generic_string(), (at / "lib").generic_string());
    if (!at.has_relative_path()) break;
  }
  if (written.front() != '/' && fs::exists(written + ".fut", error))
    return "a path is relative to the file that imports it, not to the working directory.";
  return {};
}

/// Does [text] define a value or a module [name], be it in a module?
bool defines(std::string_view text, const std::string& name) {
  for (const char* keyword : {"def ", "module "}) {
    const std::string start = keyword + name;
    for (std::size_t at = text.find(start); at != std::string_view::npos;
         at = text.find(start, at + 1)) {
      const std::size_t end = at + start.size();
      if (end < text.size() && std::string_view(" :=\n").find(text[end]) != std::string_view::npos)
        return true;
    }
  }
  return false;
}

/// How [name] is called outside of [module]: as it is, or as that of a module in it, of which the
/// one with the shortest name counts; "" where neither has it.
std::string name_within(State& state, const Module& module, const std::string& name) {
  if (module.term(state, name)) return name;
  std::string best;
  for (const std::string& inner : names_in(state, module, NameKind::term)) {
    const auto* term = std::get_if<const Module*>(module.term(state, inner));
    if (term && !(*term)->is_functor() && (*term)->term(state, name) &&
        (best.empty() || inner.size() < best.size()))
      best = inner;
  }
  return best.empty() ? best : best + "." + name;
}

}  // namespace

const Module* State::import(const std::string& path, support::Span span) {
  const bool builtin = path.rfind("/prelude/", 0) == 0 || path == "/prelude";
  if (builtin) type_error(span, fmt::format("{} may not be explicitly imported.", path));
  if (path.empty()) type_error(span, "An import needs the path of a file.");
  if (path.find('\0') != std::string::npos) type_error(span, "A path has no NUL in it.");
  // An absolute path stands for itself.
  const fs::path base = span ? fs::path(span.file->name()).parent_path() : fs::path();
  std::string file = (base / path).lexically_normal().generic_string() + ".fut";
  std::string key = import_key(file);
  const auto known = [&]() -> const Module* {
    if (const auto found = imported.find(key); found != imported.end()) return found->second.module;
    const auto open = std::find_if(importing.begin(), importing.end(),
                                   [&](const auto& entry) { return entry.first == key; });
    if (open == importing.end()) return nullptr;
    std::string cycle;
    for (auto at = open; at != importing.end(); ++at) cycle += at->second + " -> ";
    type_error(span, fmt::format("Import cycle: {}{}.", cycle, open->second));
  };
  // The library knows its own files only.
  if (!in_library(span)) {
    if (const Module* module = known()) return module;
    const support::SourceFile* source = nullptr;
    try {
      source = reader(file);
    } catch (const support::UserError& failed) {
      type_error(span, fmt::format("Could not import \"{}\": {}", path, failed.what()),
                 failed.diagnostic().hint);
    }
    if (source) return module_of(*source, key, file);
  }
  const std::string missing = std::exchange(file, std::string(kLibrary) + path + ".fut");
  key = file;
  if (const Module* module = known()) return module;
  if (const auto* source = library_file(file)) return module_of(*source, key, file);
  type_error(span, fmt::format("Could not read file \"{}\" (imported as \"{}\").", missing, path),
             import_hint(missing, path));
}

const Module* State::module_of(const support::SourceFile& source, const std::string& key,
                               const std::string& file) {
  const Importing reading(*this, key, file);
  const auto made_here = new_store();
  const Making making(*this, *made_here);
  const std::vector<ast::DecPtr>& decs = program(syntax::parse_program(source)).decs;
  Frame* made = frame();
  modules::check_decs(*this, *made, root, decs, "", true, false);
  if (errors == nullptr || errors->empty()) read_for_warnings(decs);
  Module* result = module();
  result->frame = made;
  imported.emplace(key, Imported{result, made_here});
  return result;
}

// ----------------------------------------------------------------------------------- the library

const support::SourceFile* State::library_file(const std::string& path) {
  const auto found = units.find(path);
  if (found == units.end()) return nullptr;
  PreludeUnit& unit = found->second;
  if (unit.source == nullptr)
    unit.source = std::make_unique<support::SourceFile>(path, std::string(unit.text));
  return unit.source.get();
}

// (Where that ends early, whoever looks next tries again.)
const Module& State::whole(const Module& module) {
  if (!module.waiting) return module;
  const Module::Waiting todo = *module.waiting;
  const Making making(*this, *todo.store);
  const Module* made = modules::check_module(*this, todo.env, todo.exp, todo.prefix, true);
  auto& self = const_cast<Module&>(module);
  self.frame = made->frame;
  self.waiting.reset();
  return module;
}

bool State::in_library(support::Span span) const {
  return span && span.file->name().starts_with(kLibrary);
}

std::string State::library_hint(const Env& env, const std::string& name) {
  for (const auto& [path, unit] : units) {
    if (!path.starts_with(kLibrary) || !defines(unit.text, name)) continue;
    const std::string import_path(path.substr(kLibrary.size(), path.size() - kLibrary.size() - 4));
    const Module* module = import(import_path, {library_file(path), 0, 0});
    const std::string full = name_within(*this, *module, name);
    // (What is imported already is in a module of it.)
    const Term* within = full.size() > name.size()
                             ? env.term(full.substr(0, full.size() - name.size() - 1))
                             : nullptr;
    const auto* known = within != nullptr ? std::get_if<const Module*>(within) : nullptr;
    if (known != nullptr && !(*known)->is_functor() && (*known)->term(*this, name))
      return fmt::format("it is in a module: {}.", full);
    if (!full.empty())
      return fmt::format("{} is in the library {}: import \"{}\".", full, import_path, import_path);
  }
  return {};
}

}  // namespace laguz::check
