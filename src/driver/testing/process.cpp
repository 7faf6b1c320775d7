#include "driver/testing/process.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "driver/json.hpp"

extern char** environ;

namespace laguz::driver::testing {
namespace {

using Clock = std::chrono::steady_clock;

/// Starts this binary, its output going to [out] and paths coming from [paths]. An error number, or
/// 0.
int spawn(std::vector<std::string> words, int paths, int out, pid_t& child) {
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, paths, kPathsDescriptor);
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

enum class Heard : std::uint8_t { sound, unsound, closed, late };

/// Reads [in] until it tells of a file's end, is closed, or [deadline] has come.
Heard read_until(int in, Clock::time_point deadline, std::string& text) {
  const std::string sound = "\n" + end_line(true) + "\n", unsound = "\n" + end_line(false) + "\n";
  text = "\n";
  for (;;) {
    if (text.ends_with(sound)) return Heard::sound;
    if (text.ends_with(unsound)) return Heard::unsound;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Heard::late;
    pollfd waiting{in, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min<long>(left, 1000))) <= 0) continue;
    char buffer[1 << 16];
    const ssize_t n = read(in, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Heard::closed;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

/// A line of the process below, read without making a document of it (driver/json.hpp).
struct Line {
  enum class Kind : std::uint8_t { other, begin, outcome, end } kind = Kind::other;
  Outcome outcome{};

  explicit Line(std::string_view text) {
    if (!text.starts_with('{') || !nlohmann::json::sax_parse(text, this)) kind = Kind::other;
  }

  // What the parser tells; false ends it.
  bool key(std::string& name) {
    key_ = std::move(name);
    return true;
  }
  bool string(std::string& text) {
    if (key_ == "laguz") kind = Kind::begin;
    if (key_ == "where") outcome.where = std::move(text);
    if (key_ == "detail") outcome.detail = std::move(text);
    return true;
  }
  bool boolean(bool) {
    if (key_ == "laguz") kind = Kind::end;
    return true;
  }
  bool number_unsigned(std::uint64_t number) {
    if (key_ == "laguz" && number <= static_cast<std::uint64_t>(Outcome::Status::skipped)) {
      kind = Kind::outcome;
      outcome.status = static_cast<Outcome::Status>(number);
    }
    return number_float(static_cast<double>(number), {});
  }
  bool number_float(double number, const std::string&) {
    if (key_ == "seconds") outcome.seconds = number;
    return true;
  }
  bool start_object(std::size_t) { return std::exchange(depth_, 1) == 0; }
  bool end_object() { return true; }
  bool number_integer(std::int64_t) { return false; }
  bool null() { return false; }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_array(std::size_t) { return false; }
  bool end_array() { return false; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) {
    return false;
  }

 private:
  std::string key_;
  int depth_ = 0;
};

/// Outcomes among the lines of [text], and the case that had begun and not ended; the other lines.
std::string parse(const std::string& text, std::vector<Outcome>& outcomes, std::string& under_way) {
  std::string other;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto written = std::string_view(text).substr(at, end - at);
    at = end + 1;
    Line line(written);
    switch (line.kind) {
      case Line::Kind::begin: under_way = line.outcome.where; break;
      case Line::Kind::outcome:
        outcomes.push_back(std::move(line.outcome));
        under_way.clear();
        break;
      case Line::Kind::end: return other;
      case Line::Kind::other:
        if (!written.empty()) other.append(written) += '\n';
        break;
    }
  }
  return other;
}

/// How a process ended that should not have.
std::string ending(int status) {
  if (WIFSIGNALED(status)) return fmt::format("crashed: {}.", strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}.", WEXITSTATUS(status));
}

}  // namespace

Process::Process(std::vector<std::string> words) : words_(std::move(words)) {
  words_.insert(words_.begin(), {"laguz", "test"});
  words_.push_back("--worker");
}

Process::~Process() {
  try {
    end();
  } catch (const std::exception&) {
    // No memory for what it says at its end.
  }
}

bool Process::start() {
  int paths[2], out[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, paths) != 0) return false;
  if (pipe2(out, O_CLOEXEC) != 0) {
    close(paths[0]);
    close(paths[1]);
    return false;
  }
  pid_t child = 0;
  const int failed = spawn(words_, paths[1], out[1], child);
  close(paths[1]);
  close(out[1]);
  if (failed != 0) {
    close(paths[0]);
    close(out[0]);
    errno = failed;
    return false;
  }
  channel_ = paths[0];
  output_ = out[0];
  child_ = child;
  return true;
}

/// Waits for the child that has ended or is about to; its status.
int Process::wait() {
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  close(std::exchange(channel_, -1));
  close(std::exchange(output_, -1));
  return status;
}

Report Process::run(const std::string& path, double most_seconds) {
  Report report{path, {}, {}};
  const auto begin = Clock::now();
  if (child_ == 0 && !start()) {
    report.trouble = std::strerror(errno);
    return report;
  }
  // A process that is gone is noticed below, where nothing comes from it.
  send(channel_, path.c_str(), path.size() + 1, MSG_NOSIGNAL);
  const auto deadline = most_seconds > 0 ? begin + std::chrono::duration_cast<Clock::duration>(
                                                       std::chrono::duration<double>(most_seconds))
                                         : Clock::time_point::max();
  std::string text;
  const Heard heard = read_until(output_, deadline, text);
  if (heard == Heard::late) kill(child_, SIGKILL);
  const int status = heard == Heard::late || heard == Heard::closed ? wait() : 0;
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::string under_way;
  const std::string other = parse(text, report.outcomes, under_way);
  if (!under_way.empty()) under_way = "\nThis was under way: " + under_way;
  switch (heard) {
    case Heard::sound: break;
    case Heard::unsound: report.trouble = other; break;
    case Heard::late:
      report.trouble = fmt::format("killed after {} s (--timeout).{}", most_seconds, under_way);
      break;
    case Heard::closed:
      report.trouble = fmt::format("{}{}\n{}", ending(status), under_way, other);
      break;
  }
  return report;
}

std::string Process::end() {
  if (child_ == 0) return {};
  shutdown(channel_, SHUT_WR);
  std::string text;
  constexpr auto kPatience = std::chrono::seconds(60);
  if (read_until(output_, Clock::now() + kPatience, text) == Heard::late) kill(child_, SIGKILL);
  const int status = wait();
  return status == 0 ? std::string() : fmt::format("{}\n{}", ending(status), text);
}

std::string begin_line(const std::string& where) {
  return fmt::format(R"({{"laguz":"begin","where":{}}})", json_string(where));
}

std::string outcome_line(const Outcome& outcome) {
  return fmt::format(R"({{"laguz":{},"where":{},"detail":{},"seconds":{}}})",
                     static_cast<int>(outcome.status), json_string(outcome.where),
                     json_string(outcome.detail), outcome.seconds);
}

std::string end_line(bool sound) { return fmt::format("{{\"laguz\":{}}}", sound); }

}  // namespace laguz::driver::testing
