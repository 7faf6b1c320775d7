// Imports: the module of a file, which is read and checked once, whoever imports it.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "check/modules/modules.hpp"
#include "check/state/state.hpp"
#include "check/state/type_error.hpp"
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
    if (const auto near = nearest(path.stem().string(), known))
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

}  // namespace

const Module* State::import(const std::string& path, support::Span span) {
  const bool builtin = path.rfind("/prelude/", 0) == 0 || path == "/prelude";
  if (builtin) type_error(span, fmt::format("{} may not be explicitly imported.", path));
  if (path.empty()) type_error(span, "An import needs the path of a file.");
  if (path.find('\0') != std::string::npos) type_error(span, "A path has no NUL in it.");
  // An absolute path stands for itself.
  const fs::path base = span ? fs::path(span.file->name()).parent_path() : fs::path();
  const std::string file = (base / path).lexically_normal().generic_string() + ".fut";
  const std::string key = import_key(file);
  if (const auto known = imported.find(key); known != imported.end()) return known->second.module;
  const auto open = std::find_if(importing.begin(), importing.end(),
                                 [&](const auto& entry) { return entry.first == key; });
  if (open != importing.end()) {
    std::string cycle;
    for (auto at = open; at != importing.end(); ++at) cycle += at->second + " -> ";
    type_error(span, fmt::format("Import cycle: {}{}.", cycle, open->second));
  }
  const support::SourceFile* source = nullptr;
  try {
    source = reader(file);
  } catch (const support::UserError& failed) {
    type_error(span, fmt::format("Could not import \"{}\": {}", path, failed.what()),
               failed.diagnostic().hint);
  }
  if (!source)
    type_error(span, fmt::format("Could not read file \"{}\" (imported as \"{}\").", file, path),
               import_hint(file, path));
  const Importing reading(*this, key, file);
  const auto made_here = new_store();
  const Making making(*this, *made_here);
  const std::vector<ast::DecPtr>& decs = program(syntax::parse_program(*source)).decs;
  Frame* made = frame();
  modules::check_decs(*this, *made, root, decs, "", true, false);
  if (errors == nullptr || errors->empty()) read_for_warnings(decs);
  Module* result = module();
  result->frame = made;
  imported.emplace(key, Imported{result, made_here});
  return result;
}

}  // namespace laguz::check
