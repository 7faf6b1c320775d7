// The whole command line: which subcommand, and what surrounds every one of them.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/command_line.hpp"
#include "driver/commands.hpp"
#include "driver/console.hpp"

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
    std::cout << usage() << std::flush;
    return 0;
  }
  if (name == "-V" || name == "--version") {
    std::cout << version_text() << std::flush;
    return 0;
  }
  if (!name.empty() && name[0] == '-') {
    std::cerr << fmt::format("Unrecognised argument: {}\n{}", name, usage());
    return 1;
  }
  std::cerr << fmt::format("laguz: unknown subcommand \"{}\".\n", name);
  return 2;
}

}  // namespace

int cli(int argc, char** argv) {
  claim_standard_streams();
  install_signals();
  const Words words(argv + std::min(argc, 1), argv + argc);
  int status = 101;
  try {
    status = dispatch(words);
  } catch (const std::exception& fault) {
    std::cerr << "laguz: " << fault.what() << "\n";
  } catch (...) {
    std::cerr << "laguz: internal fault: something was thrown that nobody knows.\n"
                 "This is a bug of Laguz's own; please report it with the program and its input.\n";
  }
  // A reader that has gone (`laguz … | head`) is no news; a full disk is.
  errno = 0;
  std::cout.flush();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || std::cout.fail()) {
    // What went wrong when something was written earlier is not known any more.
    const char* reason = errno != 0 ? std::strerror(errno) : "not all could be written";
    if (errno != EPIPE && !is_broken(STDOUT_FILENO))
      std::cerr << fmt::format("laguz: standard output: {}\n", reason);
    if (status == 0) status = 1;
  }
  std::cerr.flush();
  return status;
}

}  // namespace laguz::driver
