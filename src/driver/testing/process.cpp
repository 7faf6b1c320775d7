#include "driver/testing/process.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

extern char** environ;

namespace laguz::driver::testing {
namespace {

using Clock = std::chrono::steady_clock;

/// Starts this binary, its output going to [out]. An error number, or 0.
int start(std::vector<std::string> words, int out, pid_t& child) {
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/// All that comes from [in] until [deadline]; nothing more when the child has closed it.
bool read_until(int in, Clock::time_point deadline, std::string& text) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{in, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min<long>(left, 1000))) <= 0) continue;
    char buffer[1 << 16];
    const ssize_t n = read(in, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

/// Outcomes among the lines of [text], and the case that had begun and not ended; the other lines.
std::string parse(const std::string& text, std::vector<Outcome>& outcomes, std::string& under_way) {
  std::string other;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto line = std::string_view(text).substr(at, end - at);
    const auto parsed = nlohmann::json::parse(line, nullptr, false);
    if (parsed.is_object() && parsed.contains("laguz")) {
      const auto where = parsed["where"].get<std::string>();
      if (parsed["laguz"].is_string()) {
        under_way = where;
      } else {
        outcomes.push_back({static_cast<Outcome::Status>(parsed["laguz"].get<int>()), where,
                            parsed["detail"].get<std::string>(), parsed["seconds"].get<double>()});
        under_way.clear();
      }
    } else if (!line.empty()) {
      other += std::string(line) + "\n";
    }
    at = end + 1;
  }
  return other;
}

}  // namespace

Report run_process(const std::string& path, const std::vector<std::string>& words,
                   double most_seconds) {
  Report report{path, {}, {}};
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) {
    report.trouble = std::strerror(errno);
    return report;
  }
  std::vector<std::string> all{"laguz", "test"};
  all.insert(all.end(), words.begin(), words.end());
  all.push_back("--worker=" + path);
  pid_t child = 0;
  const auto begin = Clock::now();
  const int failed = start(std::move(all), out[1], child);
  close(out[1]);
  if (failed != 0) {
    close(out[0]);
    report.trouble = std::strerror(failed);
    return report;
  }
  const auto deadline = begin + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(most_seconds));
  std::string text;
  const bool late = !read_until(out[0], deadline, text);
  if (late) kill(child, SIGKILL);
  close(out[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::string under_way;
  const std::string other = parse(text, report.outcomes, under_way);
  if (!under_way.empty()) under_way = "\nThis was under way: " + under_way;
  if (late)
    report.trouble = fmt::format("killed after {} s (--timeout).{}", most_seconds, under_way);
  else if (WIFSIGNALED(status))
    report.trouble =
        fmt::format("crashed: {}.{}\n{}", strsignal(WTERMSIG(status)), under_way, other);
  else if (WEXITSTATUS(status) != 0)
    report.trouble =
        other.empty() ? fmt::format("exit status {}.{}", WEXITSTATUS(status), under_way) : other;
  return report;
}

std::string begin_line(const std::string& where) {
  const nlohmann::json line{{"laguz", "begin"}, {"where", where}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string outcome_line(const Outcome& outcome) {
  const nlohmann::json line{{"laguz", static_cast<int>(outcome.status)},
                            {"where", outcome.where},
                            {"detail", outcome.detail},
                            {"seconds", outcome.seconds}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace laguz::driver::testing
