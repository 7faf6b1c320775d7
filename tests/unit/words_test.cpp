// What stands for a command at the prompt.
#include <catch2/catch.hpp>

#include <optional>
#include <string>

#include "driver/repl/words.hpp"

namespace {

std::optional<std::string> meant(const std::string& input) {
  return laguz::driver::repl::command_meant(input,
                                            [](const std::string& word) { return word == "exit"; });
}

}  // namespace

TEST_CASE("Words of other prompts are commands", "[session]") {
  CHECK(meant("quit") == "quit");
  CHECK(meant(" quit() ") == "quit");
  CHECK(meant("help") == "help");
  CHECK(meant("help()") == "help");
  CHECK(meant("help(vjp)") == "doc vjp");
  CHECK(meant("help vjp") == "doc vjp");
  CHECK(meant("help :load") == "help :load");
  CHECK(meant("?") == "help");
  CHECK(meant("?vjp") == "doc vjp");
  CHECK(meant("? :load") == "help :load");
  CHECK(meant("f64.exp?") == "doc f64.exp");
}

TEST_CASE("What is no such word, or is a name, is an input", "[session]") {
  CHECK(!meant("exit"));
  CHECK(!meant("exit()"));
  CHECK(!meant("quit 3"));
  CHECK(!meant("???"));
  CHECK(!meant("f ???"));
  CHECK(!meant("helper"));
  CHECK(!meant("x\n?"));
}
