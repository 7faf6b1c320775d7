// The whole command line: which subcommand, and what surrounds every one of them.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "driver/command_line.hpp"
#include "driver/commands.hpp"
#include "driver/console.hpp"
#include "driver/output.hpp"
#include "driver/paint.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

/// Futhark's compilers and what belongs to them.
constexpr std::string_view kCompilers[] = {
    "autotune", "c",        "cuda",   "hip",  "ispc",           "multicore",
    "opencl",   "pyopencl", "python", "wasm", "wasm-multicore",
};
/// Its other tools that Laguz lacks.
constexpr std::string_view kTheirs[] = {
    "benchcmp", "datacmp", "dataget",  "dataset", "defs",  "dev",    "doc",    "fmt",    "hash",
    "imports",  "lsp",     "literate", "pkg",     "query", "script", "server", "thanks", "tokens",
};

bool is_among(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

int dispatch(const Words& words) {
  if (words.empty()) {
    std::cerr << usage();
    return 1;
  }
  const std::string& name = words[0];
  if (const auto* subcommand = find_subcommand(name))
    return subcommand->main({words.begin() + 1, words.end()});
  if (is_among(name, kCompilers)) {
    std::cerr << fmt::format(
        "laguz: \"{}\" compiles, and Laguz has no compilers. Use \"laguz run\".\n", name);
    return 2;
  }
  if (name == "--list-commands") {  // (for shells: driver/completions/)
    for (const Subcommand& subcommand : subcommands())
      put(fmt::format("{}\t{}\n", subcommand.name, subcommand.help));
    return 0;
  }
  if (name == "-h" || name == "--help") {
    put(usage());
    return 0;
  }
  if (name == "-V" || name == "--version") {
    put(version_text());
    return 0;
  }
  if (!name.empty() && name[0] == '-') {
    const std::string printable = support::printable_line(name);
    const auto near = support::nearest(name, {"--help", "--version"});
    std::cerr << fmt::format(
        "Unrecognised argument: {}\nHint: {}\n", printable,
        near ? fmt::format("did you mean {}?", *near) : "laguz --help lists the subcommands.");
    return 1;
  }
  return unknown_subcommand(name);
}

}  // namespace

int unknown_subcommand(const std::string& name) {
  std::vector<std::string> known;
  for (const Subcommand& subcommand : subcommands()) known.emplace_back(subcommand.name);
  std::string hint = "laguz --help lists the subcommands.";
  if (is_among(name, kTheirs)) {
    hint = "Futhark has it, and Laguz does not.";
  } else if (const auto near = support::nearest(name, known)) {
    hint = fmt::format("did you mean {}?", *near);
  } else if (std::filesystem::path(name).extension() == ".fut") {
    hint = fmt::format("laguz run {} runs a program.", support::printable_line(name));
  }
  std::cerr << fmt::format("laguz: unknown subcommand \"{}\".\nHint: {}\n",
                           support::printable_line(name), hint);
  return 2;
}

int cli(int argc, char** argv) {
  int status = 101;
  try {
    hold_standard_descriptors();
    install_signals();
    status = dispatch(Words(argv + std::min(argc, 1), argv + argc));
  } catch (const support::UserError& error) {
    std::cerr << support::render(error, look_on(std::cerr, false));
    status = 1;
  } catch (const std::bad_alloc&) {
    std::cerr << "Error: out of memory.\n";
    status = 1;
  } catch (const std::exception& fault) {
    std::cerr << "laguz: " << support::printable(fault.what()) << "\n";
  } catch (...) {
    std::cerr << "laguz: internal fault: something was thrown that nobody knows.\n"
                 "This is a bug of Laguz's own; please report it with the program and its input.\n";
  }
  return finish_output(status);
}

}  // namespace laguz::driver
