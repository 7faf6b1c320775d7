// grammar/laguz.ebnf describes the X3 rules: same names, and every name it uses it defines.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace {

using Names = std::set<std::string>;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Names find_all(const std::string& text, const std::regex& pattern) {
  Names names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

/// The rules of the grammar: `x3::rule<...> name = "..."`, and the table of shared rules.
Names rules() {
  Names all;
  for (const auto& entry : std::filesystem::directory_iterator("grammar")) {
    if (entry.path().extension() != ".cpp") continue;
    all.merge(find_all(read(entry.path()), std::regex(R"(x3::rule<class [^=]*>\s+(\w+)\s*=)")));
  }
  all.merge(find_all(read("grammar/rules.hpp"), std::regex(R"(\n  X\((\w+),)")));
  return all;
}

std::string ebnf() {
  const std::regex comments_and_literals(R"re(\(\*[^]*?\*\)|"[^"]*"|'"')re");
  return std::regex_replace(read("grammar/laguz.ebnf"), comments_and_literals, "");
}

}  // namespace

TEST_CASE("the EBNF has the grammar's rules", "[ebnf]") {
  const Names productions = find_all(ebnf(), std::regex(R"((?:^|\n)(\w+)\s*=)"));
  const Names defined = rules();
  for (const auto& name : defined) {
    INFO("rule without a production: " << name);
    CHECK(productions.count(name) == 1);
  }
  for (const auto& name : productions) {
    INFO("production without a rule: " << name);
    CHECK(defined.count(name) == 1);
  }
  CHECK(defined.size() > 100);
}

TEST_CASE("the EBNF defines what it uses", "[ebnf]") {
  const Names productions = rules();
  // Single characters, told by their names.
  const Names characters = {"digit", "hex_digit", "bit",         "numeral", "letter",
                            "space", "printable", "not_newline", "newline", "opchar"};
  for (const auto& name : find_all(ebnf(), std::regex(R"(([a-z]\w*))"))) {
    INFO(name);
    CHECK((productions.count(name) == 1 || characters.count(name) == 1));
  }
}
