#include "driver/tuning.hpp"

#include <charconv>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "support/diagnostic.hpp"
#include "support/file_read.hpp"

namespace laguz::driver {
namespace {

using support::Phase;
using support::UserError;

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::pair<std::string, std::int64_t> parse(const std::string& assignment,
                                           const std::string& where) {
  const auto equals = assignment.find('=');
  const std::string name = trimmed(assignment.substr(0, equals));
  std::int64_t number = 0;
  bool good = equals != std::string::npos && !name.empty();
  if (good) {
    const std::string value = trimmed(assignment.substr(equals + 1));
    const char* last = value.data() + value.size();
    const auto [end, error] = std::from_chars(value.data(), last, number);
    good = error == std::errc() && end == last;
  }
  if (!good)
    throw UserError(
        Phase::usage, {},
        fmt::format("{}expected NAME=VALUE, with an integer, but got \"{}\".", where, assignment));
  return {name, number};
}

}  // namespace

std::string add_parameter(Parameters& parameters, const std::string& assignment) {
  const auto [name, value] = parse(assignment, "");
  parameters[name] = value;
  return name;
}

void add_tuning_file(Parameters& parameters, const std::string& path) {
  std::istringstream in(support::read_file(path, {.regular = true}));
  std::string line;
  for (int number = 1; std::getline(in, line); ++number)
    if (!trimmed(line).empty())
      parameters.insert(parse(line, fmt::format("{}:{}: ", path, number)));
}

void add_tuning_beside(Parameters& parameters, const std::string& program,
                       const std::string& extension) {
  const std::string path = program + "." + extension;
  if (!extension.empty() && std::filesystem::exists(path)) add_tuning_file(parameters, path);
}

}  // namespace laguz::driver
