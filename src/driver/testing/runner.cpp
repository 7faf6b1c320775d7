#include "driver/testing/runner.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <new>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/options.hpp"
#include "driver/testing/board.hpp"
#include "driver/testing/process.hpp"
#include "driver/testing/report.hpp"
#include "driver/testing/spec.hpp"
#include "support/deep_stack.hpp"
#include "support/diagnostic.hpp"
#include "support/file_read.hpp"
#include "support/file_write.hpp"
#include "support/printable.hpp"

namespace laguz::driver::testing {
namespace {

namespace fs = std::filesystem;

/// Programs, and transcripts: `x.in` with `x.out` beside it, which is empty or has a prompt near
/// its beginning. (Data of test cases may have such names too.)
bool is_test(const fs::path& path) {
  if (path.extension() == ".fut") return true;
  if (path.extension() != ".in") return false;
  const fs::path beside = fs::path(path).replace_extension(".out");
  std::error_code error;
  if (!fs::is_regular_file(beside, error)) return false;
  std::ifstream out(beside, std::ios::binary);
  std::string start(1 << 16, '\0');
  out.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(out.gcount()));
  constexpr std::string_view kPrompt = "[0]> ";
  return start.empty() || start.rfind(kPrompt, 0) == 0 ||
         start.find(fmt::format("\n{}", kPrompt)) != std::string::npos;
}

/// Does a test block of [path] test [entry]? So it may be where that cannot be known: what is wrong
/// with the file is told when its tests are run.
bool may_test(const std::string& path, const std::string& entry) {
  if (fs::path(path).extension() == ".in") return false;  // sessions call what they like
  try {
    const support::SourceFile source(path, support::read_file(path, {.regular = true}));
    const Spec spec = parse_spec(source);
    const auto names = [&](const std::vector<std::string>& all) {
      return std::find(all.begin(), all.end(), entry) != all.end();
    };
    return std::any_of(spec.blocks.begin(), spec.blocks.end(), [&](const Block& block) {
      return names(block.properties) || (!block.cases.empty() && names(block.entries));
    });
  } catch (const support::UserError&) {
    return true;
  }
}

/// What is to be run. Throws UserError when that is nothing.
std::vector<std::string> files_of(const RunnerOptions& options) {
  const auto nothing = [](std::string message) {
    return support::UserError(support::Phase::usage, {}, std::move(message));
  };
  if (options.paths.empty()) throw nothing("no programs or folders are given.");
  auto files = collect(options.paths, options.filter);
  if (files.empty())
    throw nothing(options.filter.empty()
                      ? "there are no tests in what is given."
                      : fmt::format("no test's path matches {}.", options.filter));
  if (static_cast<std::size_t>(options.shards) > files.size())
    throw nothing(
        fmt::format("{} shards are more than there are files ({}).", options.shards, files.size()));
  std::vector<std::string> own;
  for (std::size_t i = static_cast<std::size_t>(options.shard - 1); i < files.size();
       i += static_cast<std::size_t>(options.shards))
    own.push_back(std::move(files[i]));
  files = std::move(own);
  const std::string& entry = options.test.entry;
  if (!entry.empty() && std::none_of(files.begin(), files.end(), [&](const std::string& path) {
        return may_test(path, entry);
      }))
    throw nothing(fmt::format("no test block has tests of an entry point \"{}\".", entry));
  return files;
}

}  // namespace

std::vector<std::string> collect(const std::vector<std::string>& paths, const std::string& filter) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& path) {
    if (filter.empty() || matches(filter, path)) files.push_back(path);
  };
  for (const auto& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      std::vector<std::string> found;
      for (auto it = fs::recursive_directory_iterator(path, error);
           !error && it != fs::recursive_directory_iterator(); it.increment(error))
        if (it->is_regular_file(error) && is_test(it->path())) found.push_back(it->path().string());
      std::sort(found.begin(), found.end());
      for (const auto& file : found) add(file);
    } else if (fs::exists(path, error)) {
      add(path);
    } else {
      throw support::UserError(support::Phase::usage, {},
                               fmt::format("{}: no such file or folder.", path));
    }
  }
  return files;
}

int run_tests(const RunnerOptions& options) {
  std::vector<std::string> files;
  try {
    files = files_of(options);
    for (const auto& report : {options.json, options.junit})
      if (!report.empty()) support::expect_writable(report);
  } catch (const support::UserError& error) {
    std::cerr << support::render(error.diagnostic());
    return 1;
  }
  const bool live = options.terminal && use_colour(Colour::automatic, STDOUT_FILENO);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int jobs = std::clamp(options.jobs > 0 ? options.jobs : cores, 1,
                              std::max(1, static_cast<int>(files.size())));
  // The processes get the very words that we were given.
  Words words = options.words;
  if (options.test.session.eval.threads == 0)
    words.push_back(fmt::format("--threads={}", std::max(1, cores / jobs)));
  std::vector<Report> reports(files.size());
  Board board(files.size(), live, options.verbose);
  std::atomic<std::size_t> next{0};
  std::mutex ends_mutex;
  std::string ends;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      Process process(words);
      for (std::size_t i; (i = next.fetch_add(1)) < files.size();) {
        board.begin(files[i]);
        reports[i] = process.run(files[i], options.program_timeout);
        board.add(reports[i]);
      }
      const std::string end = process.end();
      const std::lock_guard lock(ends_mutex);
      ends += end;
    } catch (...) {
      const std::lock_guard lock(ends_mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> workers;
  try {
    workers.reserve(static_cast<std::size_t>(jobs));
    for (int j = 1; j < jobs; ++j) workers.emplace_back(work);
  } catch (const std::exception&) {
    // Those that there are do it all.
  }
  work();
  for (auto& worker : workers) worker.join();
  if (failure != nullptr) std::rethrow_exception(failure);
  int status = 1;
  try {
    status = board.finish();
  } catch (const support::UserError& error) {
    std::cerr << support::render(error.diagnostic());
  }
  if (!ends.empty()) {
    std::cerr << "All tests had run when a process that ran some of them failed: "
              << support::printable(ends);
    status = 1;
  }
  try {
    if (!options.json.empty()) support::write_file(options.json, json_lines(reports));
    if (!options.junit.empty()) support::write_file(options.junit, junit_xml(reports));
  } catch (const support::UserError& error) {
    std::cerr << support::render(error.diagnostic());
    return 1;
  }
  return status;
}

int run_worker(const TestOptions& options) {
  const auto tell = [](const std::string& line) {
    std::puts(line.c_str());
    std::fflush(stdout);
  };
  const Listener listener{[&](const std::string& where) { tell(begin_line(where)); },
                          [&](const Outcome& outcome) { tell(outcome_line(outcome)); }};
  const auto run = [&](const std::string& path) {
    try {
      if (fs::path(path).extension() == ".in")
        run_transcript(path, options, listener);
      else
        run_program(path, options, listener);
      return true;
    } catch (const support::UserError& error) {
      std::cout << support::render(error.diagnostic());
    } catch (const std::bad_alloc&) {
      std::cout << "Error: out of memory.\n";
    } catch (const std::exception& fault) {
      std::cout << "internal fault: " << fault.what() << "\n";
    }
    std::cout.flush();
    return false;
  };
  support::on_deep_stack([&] {
    std::string path;
    for (char c; read(kPathsDescriptor, &c, 1) == 1;) {
      if (c != '\0') {
        path += c;
        continue;
      }
      tell(end_line(run(path)));
      path.clear();
    }
  });
  return 0;
}

}  // namespace laguz::driver::testing
