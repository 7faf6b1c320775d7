// Files, at the prompt.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/data/files.hpp"
#include "driver/repl/commands.hpp"
#include "support/file_write.hpp"

namespace laguz::driver::repl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = ".fut";

/// As it is written behind `import` in a program in [folder].
std::string import_path(const std::string& file, const fs::path& folder) {
  std::string path = fs::absolute(file).lexically_relative(folder).string();
  return path.ends_with(kProgram) ? path.substr(0, path.size() - std::strlen(kProgram)) : path;
}

/// When files were last written.
class Changes {
 public:
  /// Takes down what is not known of [files].
  void look(const std::vector<std::string>& files) {
    for (const std::string& file : files) times_.emplace(file, time_of(file));
  }
  /// Until one of [files], or of those that are known, has changed. Throws Interrupted.
  void wait(const std::vector<std::string>& files) {
    constexpr std::chrono::milliseconds kBetween{50};
    look(files);
    const auto has_changed = [](const auto& row) { return time_of(row.first) != row.second; };
    while (std::none_of(times_.begin(), times_.end(), has_changed)) {
      std::this_thread::sleep_for(kBetween);
      support::poll();
    }
    for (auto& [file, time] : times_) time = time_of(file);
  }

 private:
  static fs::file_time_type time_of(const std::string& file) {
    std::error_code error;
    return fs::last_write_time(file, error);  // (the least there is if it is gone)
  }
  std::map<std::string, fs::file_time_type> times_;
};

}  // namespace

std::vector<std::string> Commands::files_in(const std::string& text) {
  // (What is not there is called as it will be.)
  const auto found = [](std::string name) {
    std::error_code error;
    if (fs::exists(name, error)) return name;
    const bool is_whole = fs::path(name).has_extension() && !fs::exists(name + kProgram, error);
    return is_whole ? name : name + kProgram;
  };
  std::error_code error;
  if (fs::exists(found(text), error)) return {found(text)};
  std::vector<std::string> files;
  std::istringstream words(text);
  for (std::string word; words >> word;) files.push_back(found(word));
  return files;
}

void Commands::load(Repl& repl, const std::string& files) {
  const std::vector<std::string> wanted = files.empty() ? repl.files_here() : files_in(files);
  if (wanted.empty()) {
    repl.complain("No file specified and no file previously loaded.");
    return;
  }
  for (const std::string& file : wanted) repl.line("Loading " + file);
  (void)repl.load(wanted);
}

void Commands::reload(Repl& repl, const std::string&) { load(repl, {}); }

void Commands::save(Repl& repl, const std::string& file) {
  if (!wanted(repl, file, "save FILE")) return;
  const fs::path folder = fs::absolute(file).parent_path();
  std::string loaded;
  for (const std::string& one : repl.files_here())
    loaded += fmt::format("import \"{}\"\n", import_path(one, folder));
  const std::string text = repl.written_.program(loaded, [&](const std::string& path) {
    std::error_code error;
    return fs::exists(path + kProgram, error) ? import_path(path + kProgram, folder) : path;
  });
  support::write_file(file, text);
  repl.line("Saved " + file);
  // What is wrong with it is told at once, and not when it is wanted.
  const auto& source = repl.session_.add_source(file, text);
  try {
    (void)repl.session_.check(source);
  } catch (...) {
    (void)repl.session_.take_warnings();
    throw;
  }
  (void)repl.session_.take_warnings();
}

void Commands::watch(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "watch FILE [EXPRESSION]")) return;
  const auto blank = std::min(text.find(' '), text.size());
  const std::vector<std::string> file = files_in(text.substr(0, blank));
  const std::string expression =
      text.substr(std::min(text.find_first_not_of(' ', blank), text.size()));
  repl.line("Watching " + file.front() + "; Ctrl-C ends that.");
  Changes changes;
  changes.look({file.front()});
  for (;;) {
    if (repl.load(file) && !expression.empty())
      (void)repl.guard([&repl, expression] { repl.evaluate(expression); });
    repl.out_.flush();
    changes.wait(repl.session_.files());
    repl.line("Loading " + file.front());
  }
}

void Commands::read(Repl& repl, const std::string& text) {
  const auto blank = text.find(' ');
  if (!wanted(repl, blank == std::string::npos ? "" : text, "read NAME FILE")) return;
  const std::string name = text.substr(0, blank);
  auto [view, values] = data::read_data_file(text.substr(text.find_first_not_of(' ', blank)));
  const engine::Scope scope = repl.session_.put(repl.scope_, name, view, std::move(values));
  repl.go_on(scope);
  const engine::Def& def = repl.session_.find(scope, name);
  repl.written_.valued(name, repl.session_.value(def));
  repl.line(fmt::format("({} : {})", name, check::show(def.result)));
}

void Commands::pwd(Repl& repl, const std::string&) {
  char* path = getcwd(nullptr, 0);
  repl.line(path == nullptr ? std::strerror(errno) : path);
  std::free(path);
}

void Commands::cd(Repl& repl, const std::string& folder) {
  if (!wanted(repl, folder, "cd FOLDER")) return;
  if (chdir(folder.c_str()) != 0)
    repl.complain(fmt::format("{}: {}.", folder, std::generic_category().message(errno)));
}

}  // namespace laguz::driver::repl
