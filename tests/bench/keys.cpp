// How long the prompt takes: until it is there, and until a key press is answered.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table.hpp"

namespace laguz::bench {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// `laguz repl` at a terminal of its own, and somebody who types.
class Prompt {
 public:
  Prompt(const std::string& laguz, const std::string& home) {
    constexpr winsize kSize{24, 80, 0, 0};
    constexpr std::size_t kMostName = 256;
    std::array<char, kMostName> name{};
    int slave = -1;
    if (openpty(&terminal_, &slave, name.data(), nullptr, &kSize) != 0)
      throw std::runtime_error("there is no terminal for the prompt");
    // (Not `fork`, which takes as long as this process is large.)
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name.data(), O_RDWR, 0);
    for (const int end : {STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, end);
    for (const int end : {slave, terminal_}) posix_spawn_file_actions_addclose(&actions, end);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);  // it is its terminal
    std::string program = laguz, command = "repl", at_home = "HOME=" + home, kind = "TERM=xterm",
                keys = "INPUTRC=/dev/null";
    char* const words[] = {program.data(), command.data(), nullptr};
    char* const environment[] = {at_home.data(), kind.data(), keys.data(), nullptr};
    const int failed =
        posix_spawn(&child_, laguz.c_str(), &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(slave);
    if (failed != 0) throw std::runtime_error("the prompt does not start");
    wait_for("]> ");
  }
  ~Prompt() {
    close(terminal_);
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  void type(std::string_view keys) {
    seen_.clear();
    while (!keys.empty()) {
      constexpr std::size_t kAtOnce = 1024;
      const ssize_t written = write(terminal_, keys.data(), std::min(keys.size(), kAtOnce));
      if (written < 0 && errno != EAGAIN) throw std::runtime_error("the prompt has ended");
      keys.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
      while (take(0)) {
      }
    }
  }
  /// Until [text] has come since something was typed.
  void wait_for(std::string_view text) {
    constexpr int kMost = 10'000;  // ms
    while (seen_.find(text) == std::string::npos)
      if (!take(kMost)) throw std::runtime_error("the prompt does not answer");
  }
  /// The median, of 200 keys, of the milliseconds until the last of what is shown for one.
  double key_time() {
    constexpr int kKeys = 200, kStill = 30;  // ms
    std::vector<double> times;
    for (int i = 0; i < kKeys; ++i) {
      while (take(kStill)) {
      }
      const auto begin = Clock::now();
      double last = 0;
      if (write(terminal_, i % 2 == 0 ? "x" : "\x7f", 1) != 1)
        throw std::runtime_error("the prompt has ended");
      while (take(kStill)) last = milliseconds_since(begin);
      if (last == 0) throw std::runtime_error("the prompt does not answer");
      times.push_back(last);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

 private:
  /// What comes within so many ms; false: nothing.
  bool take(int milliseconds) {
    pollfd one{terminal_, POLLIN, 0};
    if (poll(&one, 1, milliseconds) <= 0) return false;
    char bytes[1 << 16];
    const ssize_t n = read(terminal_, bytes, sizeof bytes);
    if (n <= 0) throw std::runtime_error("the prompt has ended");
    seen_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  std::string seen_;
};

std::vector<std::string> cell(int lines) {
  std::vector<std::string> all{"let f x ="};
  for (int i = 0; i < lines; ++i)
    all.push_back(fmt::format("  let y{} = x * {} + (f64.sin x) -- line {}", i, i, i));
  all.emplace_back("  in y");
  return all;
}

}  // namespace

void keys(Table& table, const std::string& laguz) {
  // A screen shows a picture each 16 ms.
  constexpr double kStart = 6, kKey = 16;  // ms
  constexpr int kLines = 500;
  std::string folder = (std::filesystem::temp_directory_path() / "laguz_bench_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("there is no temporary folder");
  if (const char* name = "start-up, repl"; table.wanted(name)) {
    double least = 1e30;
    for (int i = 0; i < 10; ++i) {
      const auto begin = Clock::now();
      const Prompt prompt(laguz, folder);
      least = std::min(least, milliseconds_since(begin));
    }
    table.figure(name, least, "ms", kStart);
  }
  for (const int lines : {1, kLines}) {
    const std::string typed = fmt::format("a key, {} lines typed before", lines);
    const std::string pasted = fmt::format("a key, {} lines pasted", lines);
    if (table.wanted(typed)) {
      Prompt prompt(laguz, folder);
      auto all = cell(lines);
      all.pop_back();
      for (const auto& line : all) {
        prompt.type(line + "\r");
        prompt.wait_for("..> ");
      }
      prompt.type("  let z = x * (2 + ");
      table.figure(typed, prompt.key_time(), "ms", kKey);
    }
    if (table.wanted(pasted)) {
      Prompt prompt(laguz, folder);
      prompt.type(fmt::format("\x1b[200~{}\x1b[201~", fmt::join(cell(lines), "\n")));
      table.figure(pasted, prompt.key_time(), "ms", kKey);
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace laguz::bench
