#include "driver/repl/completion.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "driver/repl/settings.hpp"
#include "engine/completion.hpp"

namespace laguz::driver::repl {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kBreaks = " \t\n()[]{},;:\"'`+-*/%<>=!&|^~\\@$";
constexpr const char* kCommandBreaks = " \t\n";
constexpr const char* kPathBreaks = "\"";

bool begins(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

/// The command that [line] begins with, if it does, and the rest of it.
std::pair<const Command*, std::string_view> command_in(std::string_view line) {
  if (line.empty() || line.front() != ':') return {nullptr, {}};
  const auto end = line.find_first_of(" \t");
  if (end == std::string_view::npos) return {nullptr, {}};
  std::string message;
  return {find_command(line.substr(1, end - 1), message), line.substr(end)};
}

/// Is a path being typed at the end of [line], to import it?
bool is_in_import(std::string_view line) {
  const auto quote = line.rfind('"');
  if (quote == std::string_view::npos || std::count(line.begin(), line.end(), '"') % 2 == 0)
    return false;
  const auto before = line.substr(0, quote).find_last_not_of(" \t");
  constexpr std::string_view kImport = "import";
  return before != std::string_view::npos && before + 1 >= kImport.size() &&
         line.substr(before + 1 - kImport.size(), kImport.size()) == kImport;
}

/// Programs and folders that begin like [path], and the library's.
Words paths(std::string_view path) {
  Words found;
  for (const std::string& one : engine::library_imports())
    if (begins(one, path)) found.push_back(one);
  const auto slash = path.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : path.substr(0, slash + 1));
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = folder + entry.path().filename().string();
    if (!begins(name, path)) continue;
    if (entry.is_directory(error))
      found.push_back(name + "/");
    else if (entry.path().extension() == ".fut")
      found.push_back(name.substr(0, name.size() - 4));
  }
  return found;
}

Words commands_like(std::string_view word, std::string_view colon) {
  Words found;
  for (const Command& command : commands())
    if (begins(command.name, word)) found.push_back(std::string(colon) + std::string(command.name));
  return found;
}

Words those(const Words& all, std::string_view word) {
  Words found;
  for (const std::string& one : all)
    if (begins(one, word)) found.push_back(one);
  return found;
}

Words of_settings(std::string_view rest, std::string_view word) {
  const auto name = rest.find_first_not_of(" \t");
  const auto end = rest.find_first_of(" \t", std::min(name, rest.size()));
  if (end == std::string_view::npos) return those(setting_names(), word);
  return those(setting_values(std::string(rest.substr(name, end - name))), word);
}

}  // namespace

const char* word_breaks(std::string_view line) {
  if (is_in_import(line)) return kPathBreaks;
  if (line.empty() || line.front() != ':') return kBreaks;
  const auto [command, rest] = command_in(line);
  if (rest.empty()) return kCommandBreaks;
  return command != nullptr && command->takes != Takes::expressions ? kCommandBreaks : kBreaks;
}

Words completions(Session& session, const engine::Scope& scope, std::string_view line,
                  std::size_t start, std::string_view word) {
  Words found;
  const auto [command, rest] = command_in(line.substr(0, start + word.size()));
  if (start == 0 && begins(word, ":")) {
    found = commands_like(word.substr(1), ":");
  } else if (is_in_import(line.substr(0, start))) {
    found = paths(word);
  } else if (command != nullptr && command->takes == Takes::files) {
    return {};
  } else if (command != nullptr && command->takes == Takes::settings) {
    found = of_settings(rest, word);
  } else if (command != nullptr && command->takes == Takes::commands) {
    found = commands_like(word, "");
  } else {
    const auto names = std::make_shared<Words>();
    (void)session.guarded(std::cout, false, 1, [&session, scope, names, text = std::string(word)] {
      *names = engine::names_like(session.names(), scope, text);
      return 0;
    });
    found = *names;
  }
  if (found.empty()) found.emplace_back(word);
  return found;
}

}  // namespace laguz::driver::repl
