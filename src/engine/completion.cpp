#include "engine/completion.hpp"

#include <algorithm>

#include "check/stdlib.hpp"
#include "syntax/token.hpp"

namespace laguz::engine {
namespace {

/// As they are written.
constexpr std::string_view kKeywords[] = {
#define LAGUZ_WORD(kind, text) text,
    LAGUZ_TOKENS(LAGUZ_WORD)
#undef LAGUZ_WORD
};

}  // namespace

std::vector<std::string> names_like(const check::Checker& names, const Scope& scope,
                                    std::string_view word) {
  if (!word.empty() && word.front() == '#') {
    std::vector<std::string> found;
    for (const std::string& name : names.constructors(scope))
      if (name.compare(0, word.size() - 1, word.substr(1)) == 0) found.push_back("#" + name);
    return found;
  }
  std::vector<std::string> found = names.names(scope, word);
  for (std::size_t kind = 0; kind < std::size(kKeywords); ++kind) {
    if (!syntax::is_keyword(static_cast<syntax::TokenKind>(kind))) continue;
    const std::string_view text = kKeywords[kind].substr(1, kKeywords[kind].size() - 2);
    if (text.substr(0, word.size()) == word) found.emplace_back(text);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> library_imports() {
  std::vector<std::string> paths;
  for (const check::EmbeddedFile& file : check::embedded_files()) {
    constexpr std::string_view kProgram = ".fut";
    if (file.path.substr(0, check::kLibrary.size()) != check::kLibrary) continue;
    std::string_view path = file.path.substr(check::kLibrary.size());
    path.remove_suffix(kProgram.size());
    paths.emplace_back(path);
  }
  return paths;
}

}  // namespace laguz::engine
