#include "driver/testing/runner.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "support/diagnostic.hpp"

extern char** environ;

namespace laguz::driver::testing {
namespace {

namespace fs = std::filesystem;
using Status = Outcome::Status;

/// Programs under [paths], and transcripts (`x.in` beside `x.out`), in order.
std::vector<std::string> collect(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  auto wanted = [](const fs::path& path) {
    if (path.extension() == ".fut") return true;
    if (path.extension() != ".in") return false;
    return fs::exists(fs::path(path).replace_extension(".out"));
  };
  for (const auto& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      std::vector<std::string> found;
      for (auto it = fs::recursive_directory_iterator(path, error);
           it != fs::recursive_directory_iterator(); it.increment(error)) {
        if (error) break;
        if (it->is_regular_file() && wanted(it->path())) found.push_back(it->path().string());
      }
      std::sort(found.begin(), found.end());
      files.insert(files.end(), found.begin(), found.end());
    } else if (fs::exists(path, error)) {
      files.push_back(path);
    } else {
      throw support::UserError(support::Phase::usage, {},
                               fmt::format("{}: no such file or folder.", path));
    }
  }
  return files;
}

struct Report {
  std::string path;
  std::vector<Outcome> outcomes;
  std::string trouble;  ///< the process itself failed
};

/// Runs this very binary on one program and reads what it says.
Report run_process(const std::string& path, const RunnerOptions& options) {
  Report report{path, {}, {}};
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) {
    report.trouble = std::strerror(errno);
    return report;
  }
  std::vector<std::string> words{"laguz", "test", "--worker", path};
  words.insert(words.end(), options.forwarded.begin(), options.forwarded.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  if (failed != 0) {
    close(out[0]);
    report.trouble = std::strerror(failed);
    return report;
  }
  std::string text;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(options.program_timeout);
  bool late = false;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                          deadline - std::chrono::steady_clock::now())
                          .count();
    if (left <= 0) {
      late = true;
      kill(child, SIGKILL);
      break;
    }
    pollfd waiting{out[0], POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min<long>(left, 1000))) <= 0) continue;
    char buffer[1 << 16];
    const ssize_t n = read(out[0], buffer, sizeof buffer);
    if (n <= 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
  }
  close(out[0]);
  int status = 0;
  waitpid(child, &status, 0);
  std::string other;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const auto line = std::string_view(text).substr(at, end - at);
    auto parsed = nlohmann::json::parse(line, nullptr, false);
    if (parsed.is_object() && parsed.contains("laguz")) {
      report.outcomes.push_back({static_cast<Status>(parsed["laguz"].get<int>()),
                                 parsed["where"].get<std::string>(),
                                 parsed["detail"].get<std::string>()});
    } else if (!line.empty()) {
      other += std::string(line) + "\n";
    }
    at = end + 1;
  }
  if (late) {
    report.trouble = fmt::format("took longer than {} s.", options.program_timeout);
  } else if (WIFSIGNALED(status)) {
    report.trouble = fmt::format("crashed: {}.\n{}", strsignal(WTERMSIG(status)), other);
  } else if (WEXITSTATUS(status) != 0) {
    report.trouble = other;
  }
  return report;
}

std::string indented(const std::string& text) {
  std::string out = "  ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) out += "  ";
  }
  return out;
}

/// Running totals, and the live line on a terminal.
class Board {
 public:
  Board(std::size_t programs, bool live, bool verbose)
      : programs_(programs), live_(live), verbose_(verbose) {}

  void add(const Report& report) {
    std::lock_guard lock(mutex_);
    ++done_;
    bool bad = !report.trouble.empty();
    bool all_skipped = !report.outcomes.empty();
    for (const auto& outcome : report.outcomes) {
      if (outcome.status == Status::failed) bad = true;
      if (outcome.status != Status::skipped) all_skipped = false;
      cases_[static_cast<int>(outcome.status)]++;
    }
    if (all_skipped) ++excluded_;
    if (bad) ++failed_;
    if (bad || verbose_) print(report);
    if (live_) {
      fmt::print("\r\x1b[K{} failed, {} passed, {} to go.", failed_, done_ - failed_,
                 programs_ - done_);
      std::fflush(stdout);
    }
  }

  int finish() {
    if (live_) fmt::print("\r\x1b[K");
    const std::size_t total = programs_ - excluded_;
    fmt::print("{} cases passed, {} failed, {} skipped.\n", cases_[0], cases_[1], cases_[2]);
    if (excluded_ > 0) fmt::print("{} program(s) excluded.\n", excluded_);
    fmt::print("{}/{} passed.\n", total - failed_, total);
    std::fflush(stdout);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  void print(const Report& report) {
    if (live_) fmt::print("\r\x1b[K");
    fmt::print("{}:\n", report.path);
    if (!report.trouble.empty()) fmt::print("{}\n", indented(report.trouble));
    for (const auto& outcome : report.outcomes) {
      if (outcome.status == Status::failed)
        fmt::print("  {}:\n  {}\n", outcome.where, indented(outcome.detail));
      else if (verbose_)
        fmt::print("  {}: {}\n", outcome.where,
                   outcome.status == Status::passed ? "passed" : "skipped");
    }
    std::fflush(stdout);
  }

  std::mutex mutex_;
  std::size_t programs_, done_ = 0, failed_ = 0, excluded_ = 0;
  std::size_t cases_[3] = {};
  bool live_, verbose_;
};

}  // namespace

int run_tests(const RunnerOptions& options) {
  std::vector<std::string> files;
  try {
    files = collect(options.paths);
  } catch (const support::UserError& error) {
    std::cerr << support::render(error.diagnostic(), false);
    return 1;
  }
  Board board(files.size(), options.terminal && isatty(STDOUT_FILENO) != 0, options.verbose);
  const int jobs =
      options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> workers;
  for (int j = 0; j < jobs; ++j)
    workers.emplace_back([&] {
      for (std::size_t i; (i = next.fetch_add(1)) < files.size();)
        board.add(run_process(files[i], options));
    });
  for (auto& worker : workers) worker.join();
  return board.finish();
}

int run_worker(const std::string& path, const TestOptions& options) {
  auto report = [](const Outcome& outcome) {
    nlohmann::json line{{"laguz", static_cast<int>(outcome.status)},
                        {"where", outcome.where},
                        {"detail", outcome.detail}};
    std::puts(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  };
  try {
    run_program(path, options, report);
    return 0;
  } catch (const support::UserError& error) {
    std::cout << support::render(error.diagnostic(), false);
    return 1;
  } catch (const std::exception& fault) {
    std::cout << "internal fault: " << fault.what() << "\n";
    return 101;
  }
}

}  // namespace laguz::driver::testing
