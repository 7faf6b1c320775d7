// The whole command line: which subcommand, and what surrounds every one of them.
#include <algorithm>
#include <iostream>
#include <new>

#include <fmt/format.h>

#include "driver/command_line.hpp"
#include "driver/commands.hpp"
#include "driver/console.hpp"
#include "driver/output.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

/// Futhark's compilers and what belongs to them.
constexpr std::string_view kCompilers[] = {
    "autotune", "c",        "cuda",   "hip",  "ispc",           "multicore",
    "opencl",   "pyopencl", "python", "wasm", "wasm-multicore",
};

int dispatch(const Words& words) {
  if (words.empty()) {
    std::cerr << usage();
    return 1;
  }
  const std::string& name = words[0];
  if (const auto* subcommand = find_subcommand(name))
    return subcommand->main({words.begin() + 1, words.end()});
  if (std::find(std::begin(kCompilers), std::end(kCompilers), name) != std::end(kCompilers)) {
    std::cerr << fmt::format(
        "laguz: \"{}\" compiles, and Laguz has no compilers. Use \"laguz run\".\n", name);
    return 2;
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
    std::cerr << fmt::format("Unrecognised argument: {}\n{}", support::printable_line(name),
                             usage());
    return 1;
  }
  std::cerr << fmt::format("laguz: unknown subcommand \"{}\".\n", support::printable_line(name));
  return 2;
}

}  // namespace

int cli(int argc, char** argv) {
  int status = 101;
  try {
    hold_standard_descriptors();
    install_signals();
    status = dispatch(Words(argv + std::min(argc, 1), argv + argc));
  } catch (const support::UserError& error) {
    std::cerr << support::render(error, false);
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
